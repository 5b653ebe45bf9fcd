//! Each way to open a file, in each language.

use mayan_judge::hint::{Hint, files};

/// What a source opens beside `mayan.in` and `mayan.out`: `<name@line` is read,
/// `>name@line` written.
pub(super) fn opened(language: &str, source: &str) -> Vec<String> {
    let hints = files(language, source, "mayan.in", "mayan.out");
    let shown = hints.iter().map(|hint| match hint {
        Hint::ReadsOther {
            name,
            line,
            expected,
        } => {
            assert_eq!(expected, "mayan.in");
            format!("<{name}@{line}")
        }
        Hint::WritesOther {
            name,
            line,
            expected,
        } => {
            assert_eq!(expected, "mayan.out");
            format!(">{name}@{line}")
        }
        other => panic!("{other:?}"),
    });
    shown.collect()
}

#[test]
fn files_of_the_contest_give_no_hint() {
    for (language, source) in [
        (
            "cpp",
            "freopen(\"mayan.in\", \"r\", stdin); freopen(\"./mayan.out\",\"w\",stdout);",
        ),
        (
            "cpp",
            "freopen(\"/dev/stdin\", \"r\", stdin); fopen(\"/dev/null\", \"w\");",
        ),
        ("cpp", "freopen(\"log.txt\", \"w\", stderr);"),
        ("cpp", "fstream f(\"mayan.in\"), g(\"mayan.out\");"),
        (
            "cpp",
            "// freopen(\"a.in\",\"r\",stdin);\n/* fopen(\"a.in\",\"r\") \n */ puts(\"freopen(\\\"a\\\"\");",
        ),
        ("cpp", "// a \\\nfreopen(\"a.in\",\"r\",stdin);"),
        (
            "cpp",
            "#if 0\nfreopen(\"a.in\",\"r\",stdin); don't\n#endif\n",
        ),
        (
            "cpp",
            "#ifdef LOCAL // mine\nfreopen(\"a.in\",\"r\",stdin);\n#else\n#endif",
        ),
        (
            "cpp",
            "#ifdef ONLINE_JUDGE\nfreopen(\"a.in\",\"r\",stdin);\n#endif",
        ),
        (
            "cpp",
            "#if defined(ONLINE_JUDGE)\n#if 1\nfreopen(\"a.in\",\"r\",stdin);\n#endif\n#endif",
        ),
        (
            "cpp",
            "freopen((name + \".in\").c_str(), \"r\", stdin); freopen(\"mayan\" \".in\",\"r\",stdin);",
        ),
        (
            "python",
            "# open('a.in')\nopen('mayan.in'); open(\"mayan.out\", 'w'); open('a' + '.in')\nopen(f'{x}.in')",
        ),
        (
            "pascal",
            "{ assign(input,'a.in'); } // assign(input,'a')\nassign(input, ''); Assign(F, 'mayan.in'); reset(f);",
        ),
        ("pascal", "{$IFDEF LOCAL} assign(input,'a.in'); {$ENDIF}"),
        (
            "java",
            "// new File(\"a.in\")\nnew Scanner(new File(\"mayan.in\")); new Scanner(\"a.in\"); char c = '\"';",
        ),
        (
            "rust",
            "fn f<'a>(x: &'a str) {} File::open(\"mayan.in\"); w.write(\"x\");",
        ),
        ("go", "os.Open(\"mayan.in\"); os.Create(\"mayan.out\")"),
        (
            "javascript",
            "fs.readFileSync('/dev/stdin'); fs.readFileSync(0); window.open('a.in')",
        ),
    ] {
        assert_eq!(opened(language, source), [""; 0], "{source}");
    }
}

#[test]
fn other_files_are_found_in_c() {
    for (language, source, expected) in [
        (
            "cpp",
            "\n\nfreopen(\"input.txt\",\"r\",stdin);",
            "<input.txt@3",
        ),
        (
            "cpp",
            "#include <cstdio>\n#define A 1\n/* \n\n */\nfreopen (\n\"p1312.in\" , \"r\", stdin);",
            "<p1312.in@7",
        ),
        (
            "cpp",
            "freopen(\"Mayan.in\",\"r\",stdin);freopen(\"mayan.ans\",\"w\",stdout);",
            "<Mayan.in@1 >mayan.ans@1",
        ),
        (
            "cpp",
            r#"freopen("d:\\mayan.in","r",stdin);"#,
            r"<d:\\mayan.in@1",
        ),
        ("cpp", "freopen(\"CON\",\"w\",stdout);", ">CON@1"),
        // As at NOIP, nobody defines it here: this is what runs.
        (
            "cpp",
            "#ifndef ONLINE_JUDGE\nfreopen(\"a.in\",\"r\",stdin);\n#endif",
            "<a.in@2",
        ),
        ("cpp", "freopen(\"mayan.out\",\"r\",stdin);", "<mayan.out@1"),
        (
            "cpp",
            "FILE *f = fopen(\"1312.txt\", \"rb\"), *g = fopen(\"b\", \"wt\"); fopen_s(&f, \"c\", \"w\");",
            "<1312.txt@1 >b@1 >c@1",
        ),
        (
            "cpp",
            "std::ifstream fin(\"a.in\"), gin{\"b.in\"};\nstd::ofstream(\"c.out\") << 1;",
            "<a.in@1 <b.in@1 >c.out@2",
        ),
        (
            "cpp",
            "ifstream fin; ofstream fout;\nfin.open(\"a\");\nfout.open(\"b\", ios::out);",
            "<a@2 >b@3",
        ),
        (
            "cpp",
            "void f(ifstream &in, ofstream *out) { in.open(\"a\"); out->open(\"b\"); }",
            "<a@1 >b@1",
        ),
        (
            "cpp",
            "fstream f(\"a\", ios::in), g(\"b\", ios::out | ios::trunc), h(\"in.txt\"), i(\"x.txt\");",
            "<a@1 >b@1 <in.txt@1 >x.txt@1",
        ),
        (
            "cpp",
            "open(\"a\", O_RDONLY); open(\"b\", O_WRONLY | O_CREAT, 0644);",
            "<a@1 >b@1",
        ),
        (
            "cpp",
            "const char *in = \"a.in\", out[] = \"b.out\";\n#define LOG \"c.log\"\nfreopen(in,\"r\",stdin);fopen(out,\"w\");fopen(LOG,\"a\");",
            "<a.in@3 >b.out@3 >c.log@3",
        ),
        (
            "cpp",
            "string s = \"a.in\"; ifstream f(s.c_str());",
            "<a.in@1",
        ),
        (
            "cpp",
            "#define LOCAL\n#ifdef LOCAL\nfreopen(\"a.in\",\"r\",stdin);\n#else\nfreopen(\"b.in\",\"r\",stdin);\n#endif",
            "<a.in@3",
        ),
        (
            "cpp",
            "#ifdef _WIN32\nfopen(\"a\",\"r\");\n#elif __linux__\nfopen(\"b\",\"r\");\n#endif\nfopen(\"c\",\"r\");",
            "<b@4 <c@6",
        ),
        (
            "cpp",
            "#define IO(x) freopen(\"a.in\",\"r\",stdin)\nint big = 1'000'000; char q = '\"'; fopen(\"b\",\"r\");",
            "<a.in@1 <b@2",
        ),
        (
            "cpp",
            "auto s = R\"x(\" )\" // )x\"; fopen(\"b\",\"r\");",
            "<b@1",
        ),
        (
            "cpp",
            "fopen(\"b\",\"r\");\nfopen(\"b\",\"r\");fopen(\"b\",\"w\");",
            "<b@1 >b@2",
        ),
        ("cpp", "freopen(\"输入.txt\",\"r\",stdin);", "<输入.txt@1"),
    ] {
        assert_eq!(opened(language, source).join(" "), expected, "{source}");
    }
}

#[test]
fn other_files_are_found_in_other_languages() {
    for (language, source, expected) in [
        (
            "python",
            "import sys\nsys.stdin = open('a.in')\nsys.stdout = open(\"b.out\", mode='w')\nopen('c', encoding='utf8')\nwith open(r'd', 'a') as f: pass",
            "<a.in@2 >b.out@3 <c@4 >d@5",
        ),
        (
            "python",
            "'''\nopen('x')\n'''\nname = 'a.in'\nopen(name)\nPath('p').read_text(); Path('q').write_text('')",
            "<a.in@5 <p@6 >q@6",
        ),
        (
            "pascal",
            "assign(input,'a.in'); ASSIGN(Output,'b.out');\nassign(f,'c.txt'); assignfile(g,'d.txt'); reset(f); Rewrite(G);",
            "<a.in@1 >b.out@1 <c.txt@2 >d.txt@2",
        ),
        (
            "pascal",
            "const fin = 'x.in';\nbegin assign(f, FIN); reset(f); end.",
            "<x.in@2",
        ),
        (
            "java",
            "new Scanner(new File(\"a\")); new PrintWriter(new FileWriter(\"b\"));\nnew BufferedReader(new FileReader(\"c\")); File f = new File(\"in.txt\"); Files.readAllLines(Paths.get(\"d\"));",
            "<a@1 >b@1 <c@2 <in.txt@2 <d@2",
        ),
        (
            "java",
            "new FileInputStream(\"a\"); new PrintStream(\"b\"); new RandomAccessFile(\"c\", \"r\");",
            "<a@1 >b@1 <c@1",
        ),
        (
            "rust",
            "let s = r#\"\"# ; let c = '\"';\nfs::read_to_string(\"a\"); std::fs::File::create(\"b\"); fs::write(\"c\", b\"x\");",
            "<a@2 >b@2 >c@2",
        ),
        (
            "go",
            "f, _ := os.Open(\"a\")\ng, _ := os.Create(`b`)\nos.ReadFile(\"c\")",
            "<a@1 >b@2 <c@3",
        ),
        (
            "javascript",
            "require('fs').readFileSync('a.in', 'utf8')\nfs.writeFileSync(`b`, x); fs.openSync('c', 'w')",
            "<a.in@1 >b@2 >c@2",
        ),
        ("a-new-one", "freopen(\"a\", \"r\", stdin);", "<a@1"),
    ] {
        assert_eq!(opened(language, source).join(" "), expected, "{source}");
    }
}
