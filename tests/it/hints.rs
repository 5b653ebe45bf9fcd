//! Hints on sources: each remedy against the real compilers, each way to open
//! a file in each language.

mod files;
mod samples;

use std::process::Command;

use mayan_judge::hint::{self, Hint, portability, remedies};
use mayan_judge::lang::Lang;
use mayan_judge::report::text;
use proptest::prelude::*;
use proptest::test_runner::Config;

use samples::{Sample, samples};

use crate::support::has;

fn missing(name: &str, header: &str) -> Hint {
    Hint::MissingHeader {
        name: name.to_owned(),
        header: header.to_owned(),
    }
}

fn clash(name: &str) -> Hint {
    let name = name.to_owned();
    Hint::NameClash { name }
}

fn call(call: &str) -> Hint {
    let call = call.to_owned();
    Hint::ForeignCall { call }
}

fn foreign(header: &str) -> Hint {
    let header = header.to_owned();
    Hint::ForeignHeader { header }
}

/// What a compiler says of a source: none if it accepts it.
fn refusal(command: &[&str], file: &str, source: &str) -> Option<String> {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join(file), source).unwrap();
    let run = Command::new(command[0])
        .args(&command[1..])
        .arg(file)
        .current_dir(dir.path())
        .env("LC_ALL", "C.UTF-8")
        .output()
        .unwrap();
    let said = [run.stdout, run.stderr].concat();
    (!run.status.success()).then(|| String::from_utf8_lossy(&said).into_owned())
}

const GCC: [&str; 4] = ["g++", "-std=gnu++17", "-fsyntax-only", "-w"];
const CLANG: [&str; 4] = ["clang++", "-std=gnu++17", "-fsyntax-only", "-w"];

fn mended(sample: &Sample) -> String {
    let mut source = sample.source.to_owned();
    for (old, new) in sample.mend {
        if old.is_empty() {
            source = format!("{new}\n{source}");
        } else {
            assert!(source.contains(old), "{old} isn't in {source}");
            source = source.replace(old, new);
        }
    }
    source
}

fn check(compiler: &[&str], language: &str, samples: &[Sample]) {
    for sample in samples {
        let said = refusal(compiler, "a.cpp", sample.source);
        let said = said.unwrap_or_else(|| panic!("compiles: {}", sample.source));
        let found = remedies(language, sample.source, &said);
        assert_eq!(found, sample.hints, "{}\n{said}", sample.source);
        // The same without GCC's typographic quotes.
        let plain = said.replace(['‘', '’'], "'");
        assert_eq!(remedies(language, sample.source, &plain), sample.hints);
        let mended = mended(sample);
        let said = refusal(compiler, "a.cpp", &mended);
        assert_eq!(said, None, "still refused: {mended}");
        // No hints are made up for a source that compiles.
        assert_eq!(remedies(language, &mended, ""), []);
    }
}

#[test]
fn remedies_mend_what_gcc_refuses() {
    if has("g++", "remedies_mend_what_gcc_refuses") {
        check(&GCC, "cpp", &samples());
    }
}

#[test]
fn remedies_mend_what_clang_refuses() {
    if !has("clang++", "remedies_mend_what_clang_refuses") {
        return;
    }
    let mut samples = samples();
    samples.push(Sample {
        source: "int main() { register int i = 0; return i; }\n",
        hints: vec![Hint::Removed {
            name: "register".to_owned(),
            instead: "nothing: leave the word out".to_owned(),
        }],
        mend: &[("register ", "")],
    });
    check(&CLANG, "cpp-clang", &samples);
}

/// Libc++ has no `bits/stdc++.h`; this Clang may use GCC's library.
#[test]
fn what_only_gcc_has_is_foreign_to_clang() {
    let said = "a.cpp:1:10: fatal error: 'bits/stdc++.h' file not found\n\
                #include <bits/stdc++.h>\n         ^~~~~~~~~~~~~~~\n1 error generated.\n";
    let source = "#include <bits/stdc++.h>\nint main() {}\n";
    assert_eq!(
        remedies("cpp-clang", source, said),
        [foreign("bits/stdc++.h")]
    );
    // The student's own header is nothing that Windows has.
    let said = "a.cpp:1:10: fatal error: 'mine.h' file not found\n";
    assert_eq!(remedies("cpp-clang", "#include \"mine.h\"\n", said), []);
}

#[test]
fn a_header_of_c_has_its_name_in_c() {
    let source = "int main() { memset(0, 0, 0); return INT_MAX; }\n";
    if has("gcc", "a_header_of_c_has_its_name_in_c") {
        let said = refusal(&["gcc", "-fsyntax-only"], "a.c", source).unwrap();
        assert!(remedies("c", source, &said).contains(&missing("INT_MAX", "<limits.h>")));
    }
    // GCC 14 and Clang 16 refuse what older ones warned of.
    for said in [
        "a.c:1:14: error: implicit declaration of function ‘memset’ \
         [-Wimplicit-function-declaration]",
        "a.c:1:14: error: call to undeclared library function 'memset' with type 'void *(void *, \
         int, unsigned long)'; ISO C99 and later do not support implicit function declarations",
    ] {
        assert_eq!(
            remedies("c", source, said),
            [missing("memset", "<string.h>")]
        );
    }
    let warned = "a.c:1:14: warning: implicit declaration of function ‘memset’";
    assert_eq!(remedies("c", source, warned), []);
    let linked = "a.c:(.text+0x9): undefined reference to `getch'\n";
    assert_eq!(
        remedies("c", "int main() { getch(); }", linked),
        [call("getch")]
    );
}

#[test]
fn a_clash_of_own_names_is_no_clash_with_the_library() {
    let said = "a.cpp:2:5: error: ‘int board()’ redeclared as different kind of entity\n\
                a.cpp:1:5: note: previous declaration ‘int board’\n";
    assert_eq!(remedies("cpp", "int board;\nint board() {}\n", said), []);
}

#[test]
fn other_languages_have_remedies_too() {
    let old = |what: &str, line| Hint::OldPython {
        what: what.to_owned(),
        line: Some(line),
    };
    let python = ["python3", "-m", "py_compile"];
    if has("python3", "other_languages_have_remedies_too") {
        for (source, hint) in [
            ("x = 1\nprint x\n", old("print", 2)),
            ("exec 'x = 1'\n", old("exec", 1)),
            (
                "if 1:\n\tx = 1\n        y = 2\n",
                Hint::MixedTabs { line: Some(3) },
            ),
        ] {
            let said = refusal(&python, "a.py", source).unwrap();
            assert_eq!(remedies("python", source, &said), [hint], "{said}");
        }
    }
    if has("javac", "other_languages_have_remedies_too") {
        let source = "public class Mayan { }\n";
        let said = refusal(&["javac"], "A.java", source).unwrap();
        let class = "Mayan".to_owned();
        assert_eq!(remedies("java", source, &said), [Hint::JavaClass { class }]);
    }
    let said = "Mayan.pas(2,6) Fatal: Can't find unit nosuch used by Mayan\n\
                Fatal: Compilation aborted\n";
    let unit = "nosuch".to_owned();
    assert_eq!(remedies("pascal", "", said), [Hint::ForeignUnit { unit }]);
}

#[test]
fn hints_are_not_many_and_not_twice() {
    let twice = "a.cpp:1:1: error: 'memset' was not declared in this scope\n".repeat(3);
    let source = "memset()";
    assert_eq!(
        remedies("cpp", source, &twice),
        [missing("memset", "<cstring>")]
    );
    let many: String = [
        "y0", "y1", "yn", "j0", "j1", "hash", "next", "prev", "count", "rank",
    ]
    .iter()
    .map(|name| format!("a.cpp:1:1: error: reference to '{name}' is ambiguous\n"))
    .collect();
    assert_eq!(remedies("cpp", "", &many).len(), 8);
    let many: String = (0..50).map(|it| format!("open('{it}.in')\n")).collect();
    assert_eq!(
        hint::files("python", &many, "mayan.in", "mayan.out").len(),
        8
    );
}

#[test]
fn what_compiles_and_misbehaves_is_remarked() {
    let format = |it: &str| Hint::WindowsFormat {
        format: it.to_owned(),
    };
    let source = "// %I64d\nprintf(\"%I64d %d\", x);\nscanf(\"%5I64u\", &x);\nsystem(\"pause\"); \
                  getch(); std::sort(a); Sleep(3); puts(\"I64d\"); system(\"ls\"); getch();";
    assert_eq!(
        portability("cpp", source),
        [
            format("%I64d"),
            format("%5I64u"),
            call("system(\"pause\")"),
            call("getch"),
            call("Sleep"),
        ]
    );
    let own =
        "void Sleep(int x) {}\n#define getch() 0\nint main() { Sleep(1); getch(); a.delay(1); }";
    assert_eq!(portability("cpp", own), []);
    let old = Hint::OldPython {
        what: "raw_input".to_owned(),
        line: Some(2),
    };
    assert_eq!(
        portability("python", "import sys\nn = raw_input()\nraw_input()"),
        [old]
    );
    assert_eq!(portability("python", "raw_input = input\nraw_input()"), []);
    assert_eq!(
        portability("java", "/* a */\npackage mayan;\nclass A {}"),
        []
    );
    // It compiles in C, and ends with whatever exit code is left over.
    assert_eq!(portability("c", "void main() {}"), [Hint::VoidMain]);
    assert_eq!(portability("c", "int main(void) { void (*f)(void); }"), []);
}

#[test]
fn hints_say_what_to_do() {
    let hint = |json: &str| text::hint(Lang::English, &serde_json::from_str(json).unwrap());
    insta::assert_snapshot!(
        hint(r#"{"kind": "missing-header", "name": "memset", "header": "<cstring>"}"#),
        @"`memset` is used, but its header is not included. Add `#include <cstring>` at the top."
    );
    insta::assert_snapshot!(
        hint(r#"{"kind": "name-clash", "name": "y1"}"#),
        @"`y1` is a name of the library too, and the compiler can't tell which is meant. Give yours another name, such as `my_y1`, wherever it stands."
    );
    insta::assert_snapshot!(
        hint(r#"{"kind": "windows-format", "format": "%5I64u"}"#),
        @"`%5I64u` prints and reads 64-bit numbers on Windows only. Write `%5llu` with long long."
    );
    insta::assert_snapshot!(
        hint(r#"{"kind": "reads-other", "name": "a.in", "line": 3, "expected": "mayan.in"}"#),
        @"Line 3: The program reads `a.in`, which is not there: the input is `mayan.in`. Use exactly this name (capitals matter), without a folder."
    );
    insta::assert_snapshot!(
        hint(r#"{"kind": "old-python", "what": "print", "line": null}"#),
        @"`print` is written as in Python 2, and programs run with Python 3 here. Write `print(...)`."
    );
}

const LANGUAGES: [&str; 9] = [
    "c",
    "cpp",
    "java",
    "rust",
    "go",
    "javascript",
    "python",
    "pascal",
    "other",
];

fn all_hints(source: &str, message: &str) {
    for language in LANGUAGES {
        let hints = [
            hint::files(language, source, "mayan.in", "mayan.out"),
            portability(language, source),
            remedies(language, source, message),
        ];
        for hint in hints.iter().flatten() {
            for lang in Lang::ALL {
                assert!(text::hint(lang, hint).len() < 1000, "{hint:?}");
            }
            let han = |it: char| ('\u{4e00}'..='\u{9fff}').contains(&it);
            assert!(text::hint(Lang::Chinese, hint).contains(han), "{hint:?}");
        }
        assert!(hints.iter().all(|it| it.len() <= 8));
    }
}

/// Pieces that mean something to a reader of sources or messages.
fn piece() -> impl Strategy<Value = String> {
    let pieces = [
        "\"",
        "'",
        "`",
        "\\",
        "\n",
        "#",
        "/*",
        "*/",
        "//",
        "{",
        "}",
        "{$ifdef x",
        "(*",
        "*)",
        "'''",
        "R\"(",
        "r#\"",
        "#if 0\n",
        "#else\n",
        "#endif\n",
        "#define x \"y\"\n",
        "#elif",
        "(",
        ")",
        ",",
        ";",
        ".",
        "=",
        ":",
        "fopen",
        "open",
        "ifstream",
        "freopen",
        "assign",
        "reset",
        "File",
        "Path",
        "mode",
        "x",
        "%I64",
        "é",
        "汉",
        "\u{fffd}",
        "\r",
        "\0",
        " ",
        "error: ",
        "reference to ",
        " was not declared in this scope",
        "‘",
        "’",
        "is ambiguous",
        "main",
        ", line ",
        "std::",
        " file not found",
        ": No such file or directory",
        "package",
        "system",
    ];
    prop_oneof![
        4 => prop::sample::select(pieces.to_vec()).prop_map(str::to_owned),
        1 => any::<Vec<u8>>().prop_map(|it| String::from_utf8_lossy(&it).into_owned()),
    ]
}

proptest! {
    #![proptest_config(Config { failure_persistence: None, ..Config::default() })]

    #[test]
    fn no_source_and_no_message_is_too_odd(
        source in prop::collection::vec(piece(), 0..60),
        message in prop::collection::vec(piece(), 0..30),
    ) {
        all_hints(&source.concat(), &message.concat());
    }

    /// Any text in front, without quotes and the like, moves a hint by its lines.
    #[test]
    fn lines_are_counted(before in "[a-z0-9 (),;.\r\n汉é]{0,200}") {
        let lines = before.matches('\n').count();
        let source = format!("{before}\nfreopen(\"a.in\", \"r\", stdin);");
        prop_assert_eq!(files::opened("cpp", &source), [format!("<a.in@{}", lines + 2)]);
    }
}

/// Nothing overflows the stack or the arithmetic, and no reader looks back or
/// ahead without end: a quadratic one would be at it for minutes.
#[test]
fn long_sources_are_read_once() {
    for piece in [
        "fopen(",
        "\\'",
        "'\\'",
        "\"",
        "/*",
        "ifstream a,",
        "ifstream,",
        "a,",
        "#if x\n",
        "open(\"a\"",
        "%I64",
        "assign(a,'b')",
        "R\"(",
        "r#\"",
        "R\"a(b)",
        "{$",
        "File(",
        "\"a\"=",
        "[",
        "new File(\"",
        "#define a \"b\"\n",
        "error: '",
        "error: 'x' was not declared in this scope\n",
        "using namespace std",
        "'''",
        "// \\\n",
        "* ",
        "ifstream *",
    ] {
        let source = piece.repeat(150_000 / piece.len());
        all_hints(&source, &source);
    }
}
