//! Sources: compiled, refused with the compiler's words, or not compiled for a
//! reason that is no student's.

use crate::support::{Contest, has};

#[test]
fn a_machine_at_fault_is_no_compile_error() {
    let contest = Contest::with_sample();
    contest.write("a.c", "");
    for (name, body) in [
        ("full", "echo 'as: No space left on device' >&2; exit 1"),
        ("dead", "kill -SEGV $$"),
    ] {
        contest.script(name, body);
        contest.write(
            "judge.toml",
            format!(
                "[languages.c]\nextensions = ['c']\ncompile = ['{}']\nrun = ['{{exe}}']\n\
                 install = 'x'\n",
                contest.path(name).display()
            ),
        );
        let said = contest.run(["grade", "a.c"]);
        assert_eq!(said.code, Some(3), "{name}: {}", said.out);
    }
}

#[test]
fn a_long_compile_error_is_quoted() {
    let contest = Contest::with_sample();
    contest.write("a.c", "");
    contest.script(
        "cc",
        "echo 'main.c:1: the first error' >&2; seq 400000 >&2; exit 1",
    );
    contest.write(
        "judge.toml",
        format!(
            "[languages.c]\nextensions = ['c']\ncompile = ['{}']\nrun = ['{{exe}}']\ninstall = 'x'\n",
            contest.path("cc").display()
        ),
    );
    let said = contest.run(["grade", "a.c"]);
    assert_eq!(said.code, Some(1));
    assert!(
        said.out.contains("main.c:1: the first error"),
        "{}",
        said.out
    );
}

#[test]
fn sources_are_compiled_and_compile_errors_quoted() {
    let contest = Contest::with_sample();
    for (compiler, name, text, part) in [
        ("rustc", "a.rs", "fn main() { let x = ; }", "main.rs:1:21"),
        ("g++", "a.cpp", "int main() { return x; }", "main.cpp:1:21"),
        ("python3", "a.py", "print(\n", "main.py"),
    ] {
        if !has(compiler, name) {
            continue;
        }
        contest.write(name, text);
        let said = contest.run(["grade", name]);
        assert_eq!(said.code, Some(1), "{name}: {}{}", said.out, said.err);
        assert!(said.out.contains("CE it does not compile"), "{}", said.out);
        assert!(said.out.contains(part), "{}", said.out);
        assert!(said.out.contains("[C]"), "{}", said.out);
        assert!(!said.out.contains("/mayan-judge-"), "{}", said.out);
    }
}

/// A compiler must find its own parts, or every student would get CE.
#[test]
fn sources_compile_without_an_environment() {
    if !has("g++", "sources_compile_without_an_environment") {
        return;
    }
    let contest = Contest::with_sample();
    contest.write(
        "a.cpp",
        "#include <cstdio>\nint main() { puts(\"2 1 1\\n3 1 1\\n3 0 1\"); }",
    );
    let mut judge = contest.judge(["grade", "a.cpp"]);
    let said = crate::support::run(judge.env_clear());
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
}

#[test]
fn a_missing_compiler_is_a_judge_error_with_a_remedy() {
    let contest = Contest::with_sample();
    contest.write("a.c", "int main() {}");
    contest.write(
        "judge.toml",
        "[languages.c]\nextensions = ['c']\ncompile = ['no-such-cc', '{source}']\n\
         run = ['{exe}']\ninstall = 'apt-get install gcc'\n",
    );
    let said = contest.run(["grade", "a.c"]);
    assert_eq!(said.code, Some(3), "{}", said.out);
    assert!(
        said.out
            .contains("`no-such-cc` was not found: install it (apt-get install gcc)"),
        "{}",
        said.out
    );
    assert!(said.out.contains("[J]"), "{}", said.out);
}

#[test]
fn a_compiler_that_does_not_end_is_a_compile_error() {
    let contest = Contest::with_sample();
    contest.write("a.c", "");
    contest.script("slow-cc", "while :; do :; done");
    contest.write(
        "judge.toml",
        format!(
            "[compile]\ntime = '200ms'\n[languages.c]\nextensions = ['c']\n\
             compile = ['{}', '{{source}}']\nrun = ['{{exe}}']\ninstall = 'x'\n",
            contest.path("slow-cc").display()
        ),
    );
    let said = contest.run(["grade", "a.c"]);
    assert_eq!(said.code, Some(1), "{}", said.out);
    assert!(
        said.out.contains("the compiler took more than 200ms"),
        "{}",
        said.out
    );
}

/// What a contestant can bring a compiler to do is no fault of the judge.
#[test]
fn a_compiler_that_makes_nothing_to_run_or_too_much_is_a_compile_error() {
    let contest = Contest::with_sample();
    contest.write("a.c", "");
    let language = |compiler: &str| {
        format!(
            "[compile]\noutput = '64KiB'\n[languages.c]\nextensions = ['c']\n\
             compile = ['sh', '-c', '{compiler}']\nrun = ['{{exe}}']\ninstall = 'x'\n"
        )
    };
    for (compiler, said) in [
        ("exit 0", "the compiler made nothing that can be run"),
        (
            "echo lib > program",
            "the compiler made nothing that can be run",
        ),
        (
            "exec head -c 200000 /dev/urandom > program",
            "the compiler wrote more than 64 KiB",
        ),
    ] {
        contest.write("judge.toml", language(compiler));
        let run = contest.run(["grade", "a.c"]);
        assert_eq!(run.code, Some(1), "{compiler}: {}{}", run.out, run.err);
        assert!(run.out.contains(said), "{compiler}: {}", run.out);
    }
}

/// Windows saves Chinese text as GBK, and Notepad used to save UTF-16.
#[test]
fn sources_in_other_encodings_are_read() {
    let python = "# 题解\nprint('2 1 1\\n3 1 1\\n3 0 1')\r\nassert len('题解') == 2\r\n";
    let declared = format!("# -*- coding: gbk -*-\n{python}");
    let cpp = "// 题解\r\n#include <cstdio>\r\nint main() {\r\n  const wchar_t s[] = L\"题解\";\r\n  \
               if (sizeof s / sizeof *s == 3) puts(\"2 1 1\\n3 1 1\\n3 0 1\");\r\n}\r\n";
    let gbk = |text: &str| encoding_rs::GBK.encode(text).0.into_owned();
    let utf16 = |text: &str| -> Vec<u8> {
        let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect()
    };
    let contest = Contest::with_sample();
    for (compiler, name, bytes) in [
        ("python3", "gbk.py", gbk(python)),
        ("python3", "declared.py", gbk(&declared)),
        ("python3", "utf16.py", utf16(python)),
        ("g++", "gbk.cpp", gbk(cpp)),
        ("g++", "utf16.cpp", utf16(cpp)),
        ("g++", "bom.cpp", format!("\u{feff}{cpp}").into_bytes()),
    ] {
        if !has(compiler, name) {
            continue;
        }
        contest.write(name, bytes);
        let said = contest.run(["grade", name]);
        assert_eq!(said.code, Some(0), "{name}: {}{}", said.out, said.err);
    }
}

#[test]
fn bytes_that_are_no_text_are_a_compile_error() {
    if !has("g++", "bytes_that_are_no_text_are_a_compile_error") {
        return;
    }
    let contest = Contest::with_sample();
    for (name, bytes) in [
        ("nul.cpp", &b"\0\0\0int main() { return x; }"[..]),
        ("cut.cpp", b"\xff\xfeint"),
        ("noise.cpp", b"\x80\xff\xff\x00\x81"),
    ] {
        contest.write(name, bytes);
        let said = contest.run(["grade", name]);
        assert_eq!(said.code, Some(1), "{name}: {}{}", said.out, said.err);
        assert!(said.out.contains("CE it does not compile"), "{}", said.out);
    }
}

#[test]
fn of_a_flood_the_error_is_shown() {
    if !has("g++", "of_a_flood_the_error_is_shown") {
        return;
    }
    let contest = Contest::with_sample();
    contest.write(
        "a.cpp",
        "#include <iostream>\n#include <map>\n#include <vector>\nstruct Board {};\nint main() {\n  \
         std::map<int, std::vector<Board>> m;\n  std::cout << m;\n}\n",
    );
    let said = contest.run(["grade", "a.cpp"]);
    assert_eq!(said.code, Some(1));
    let message = "main.cpp:7:13: error: no match for";
    assert!(said.out.contains(message), "{}", said.out);
    assert!(!said.out.contains("candidate"), "{}", said.out);
    assert!(said.out.contains("more lines)"), "{}", said.out);
    assert!(said.out.lines().count() < 40, "{}", said.out);
}

/// A source can ask the compiler for anything.
#[test]
fn a_source_reads_no_files_of_the_judge() {
    if !has("g++", "a_source_reads_no_files_of_the_judge") {
        return;
    }
    let contest = Contest::with_sample();
    let secret = contest.write("secret.h", "the secret text");
    let source = |path: &std::path::Path| format!("#include \"{}\"\n", path.display());
    let answer = contest.path("testcases/1.ans");
    contest.write("a.cpp", source(&secret));
    contest.write("b.cpp", source(&answer));
    contest.write("c.cpp", source("/etc/passwd".as_ref()));
    for without in crate::support::tiers() {
        for (name, part) in [
            ("a.cpp", "the secret text"),
            ("b.cpp", "2 1 1"),
            ("c.cpp", "daemon"),
        ] {
            let said = contest.run(["grade", name, "--without", without, "--allow-unsafe"]);
            assert_eq!(
                said.code,
                Some(1),
                "{without} {name}: {}{}",
                said.out,
                said.err
            );
            assert!(said.out.contains("CE it does not compile"), "{}", said.out);
            assert!(!said.out.contains(part), "{without}: {}", said.out);
        }
    }
}

#[test]
fn a_source_that_never_ends_or_grows_is_a_compile_error() {
    if !has(
        "g++",
        "a_source_that_never_ends_or_grows_is_a_compile_error",
    ) {
        return;
    }
    let contest = Contest::with_sample();
    contest.write(
        "judge.toml",
        "[compile]\ntime = '1s'\nmemory = '1GiB'\noutput = '1MiB'\n",
    );
    for (name, text, part) in [
        (
            "templates.cpp",
            "template <int N> struct A { typename A<N + 1>::T t; };\nA<0> a;\nint main() {}\n",
            "error: template instantiation depth exceeds",
        ),
        (
            "includes.cpp",
            "#if __INCLUDE_LEVEL__ < 150\n#include __FILE__\n#include __FILE__\n#endif\n",
            "the compiler took more than 1s",
        ),
        (
            "large.cpp",
            "char a[1 << 24] = {1};\nint main() { return a[5]; }\n",
            "the compiler wrote more than 1 MiB",
        ),
    ] {
        contest.write(name, text);
        let said = contest.run(["grade", name]);
        assert_eq!(said.code, Some(1), "{name}: {}{}", said.out, said.err);
        assert!(said.out.contains(part), "{name}: {}", said.out);
    }
}
