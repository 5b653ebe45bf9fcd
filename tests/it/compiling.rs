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
