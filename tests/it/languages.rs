//! The languages that are known without a configuration, each with a program
//! that really is compiled and run, and how a file's language is found.

use mayan_judge::config::Config;

use crate::support::{Contest, folded, has, tiers};

/// A program that prints the sample's answer is accepted, within the default
/// limits.
fn accepted(compiler: &str, name: &str, text: &str) {
    if !has(compiler, name) {
        return;
    }
    let contest = Contest::with_sample();
    contest.write(name, text);
    let said = contest.run(["grade", name, "--json", "report.json"]);
    assert_eq!(said.code, Some(0), "{name}: {}{}", said.out, said.err);
    let report = std::fs::read(contest.path("report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
    let case = &report["results"][0]["cases"][0];
    assert_eq!(case["verdict"], "AC", "{case}");
}

#[test]
fn c() {
    accepted(
        "gcc",
        "a.c",
        "#include <math.h>\n#include <stdio.h>\nint main(void) {\n  double class = sqrt(4);\n  \
         printf(\"%d 1 1\\n3 1 1\\n3 0 1\\n\", (int)class);\n  return 0;\n}\n",
    );
}

const CPP: &str = "#include <iostream>\n#include <bits/stdc++.h>\nint main() {\n  \
                   std::cout << \"2 1 1\\n3 1 1\\n3 0 1\\n\";\n}\n";

#[test]
fn cpp() {
    for name in ["a.cpp", "b.CC", "c.Cxx", "d.c++", "e.C"] {
        accepted("g++", name, CPP);
    }
}

#[test]
fn go() {
    accepted(
        "go",
        "a.go",
        "package main\nimport \"fmt\"\nfunc main() {\n\tfmt.Println(\"2 1 1\\n3 1 1\\n3 0 1\")\n}\n",
    );
}

#[test]
fn java() {
    let main = "public static void main(String[] a) { java.util.Scanner in = new \
                java.util.Scanner(System.in); in.nextInt(); \
                System.out.println(\"2 1 1\\n3 1 1\\n3 0 1\"); }";
    for (name, text) in [
        (
            "solution.java",
            format!("public class Mayan {{ {main} }}\n"),
        ),
        (
            "none.java",
            format!("class Board {{}}\nclass Any {{ {main} }}\n"),
        ),
        (
            "in.java",
            format!("package oi.mayan;\npublic class 玛雅 {{ {main} }}\n"),
        ),
    ] {
        accepted("javac", name, &text);
    }
}

#[test]
fn javascript() {
    let text = "const text = require('fs').readFileSync(0, 'utf8');\n\
                if (text.length > 0) console.log('2 1 1\\n3 1 1\\n3 0 1');\n";
    accepted("node", "a.js", text);
    let module = text.replace(
        "const text = require('fs')",
        "import fs from 'fs';\nconst text = fs",
    );
    accepted("node", "b.MJS", &module);
}

#[test]
fn pascal() {
    accepted(
        "fpc",
        "a.PAS",
        "program mayan;\nvar n: longint;\nbegin\n  readln(n);\n  writeln('2 1 1');\n  \
         writeln('3 1 1');\n  writeln('3 0 1');\nend.\n",
    );
}

#[test]
fn python() {
    accepted("python3", "a.py", "print('2 1 1\\n3 1 1\\n3 0 1')\r\n");
}

#[test]
fn rust() {
    accepted(
        "rustc",
        "a.rs",
        "fn main() { println!(\"2 1 1\\n3 1 1\\n3 0 1\"); }\n",
    );
}

#[test]
fn clang_for_those_who_ask_for_it() {
    if !has("clang++", "clang_for_those_who_ask_for_it") {
        return;
    }
    let contest = Contest::with_sample();
    let source = "#ifndef __clang__\n#error another compiler\n#endif\n";
    contest.write("a.cpp", format!("{source}{CPP}"));
    contest.write(
        "judge.toml",
        "[languages.cpp-clang]\nextensions = ['cpp']\n\
         compile = ['clang++', '-o', '{exe}', '{source}']\nrun = ['{exe}']\ninstall = 'x'\n",
    );
    let said = contest.run(["grade", "a.cpp"]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
}

/// What runtimes read in `/etc` must be seen in each way of keeping programs in.
#[test]
fn runtimes_start_in_every_tier() {
    for (compiler, name, text) in [
        ("node", "a.js", "console.log('2 1 1\\n3 1 1\\n3 0 1')"),
        (
            "fpc",
            "a.pas",
            "begin writeln('2 1 1'); writeln('3 1 1'); writeln('3 0 1') end.",
        ),
        (
            "javac",
            "a.java",
            "class A { public static void main(String[] a) { \
             System.out.println(\"2 1 1\\n3 1 1\\n3 0 1\"); } }",
        ),
    ] {
        // One in somebody's home is not for all users.
        let system = std::path::Path::new("/usr/bin").join(compiler);
        if !has(&system.to_string_lossy(), "runtimes_start_in_every_tier") {
            continue;
        }
        let contest = Contest::with_sample();
        contest.write(name, text);
        for without in tiers() {
            let mut judge = contest.judge(["grade", name, "--without", without, "--allow-unsafe"]);
            let said = crate::support::run(judge.env("PATH", "/usr/bin:/bin"));
            assert_eq!(
                said.code,
                Some(0),
                "{name} {without}: {}{}",
                said.out,
                said.err
            );
        }
    }
}

/// Where a compiler is missing, no student has a compile error.
#[test]
fn every_missing_compiler_is_named_with_what_to_install() {
    let contest = Contest::with_sample();
    for (name, command, install) in [
        ("a.c", "gcc", "apt-get install gcc"),
        ("a.cpp", "g++", "apt-get install g++"),
        ("a.go", "go", "apt-get install golang-go"),
        ("a.java", "javac", "apt-get install default-jdk-headless"),
        ("a.js", "node", "apt-get install nodejs"),
        ("a.pas", "fpc", "apt-get install fpc"),
        ("a.py", "python3", "apt-get install python3"),
        (
            "a.rs",
            "rustc",
            "apt-get install rustc, or see https://rustup.rs",
        ),
    ] {
        contest.write(name, "");
        let mut judge = contest.judge(["grade", name]);
        let said = crate::support::run(judge.env("PATH", contest.path("tmp")));
        assert_eq!(said.code, Some(3), "{name}: {}", said.out);
        let message = format!("`{command}` was not found: install it ({install})");
        assert!(folded(&said.out).contains(&message), "{name}: {}", said.out);
    }
}

#[test]
fn a_file_s_language() {
    let config = Config::default();
    for (name, language) in [
        ("a.c", "c"),
        ("a.C", "cpp"),
        ("a.CPP", "cpp"),
        ("a.C++", "cpp"),
        ("dir.py/a.Cc", "cpp"),
        ("a.JAVA", "java"),
        ("a.Pas", "pascal"),
    ] {
        assert_eq!(config.language_of(name.as_ref()), Some(language), "{name}");
    }
    for name in ["a", "c", ".c", "a.", "a.h", "a.txt"] {
        assert_eq!(config.language_of(name.as_ref()), None, "{name}");
    }
}

#[test]
fn a_language_can_stand_for_another() {
    let mut config = Config::default();
    config.substitute("cpp", "cpp-clang").unwrap();
    for name in ["a.cpp", "a.C", "a.CC"] {
        assert_eq!(config.language_of(name.as_ref()), Some("cpp-clang"));
    }
    assert_eq!(config.language_of("a.c".as_ref()), Some("c"));
    config.substitute("c", "c").unwrap();
    assert_eq!(config.language_of("a.c".as_ref()), Some("c"));
    for (from, to, unknown) in [("c", "cobol", "cobol"), ("d", "c", "d")] {
        let error = config.substitute(from, to).unwrap_err();
        let start = format!("there is no language `{unknown}`, expected one of: c, cpp, ");
        assert!(error.starts_with(&start), "{error}");
    }
}

#[test]
fn an_extension_is_taken_from_the_defaults_and_belongs_to_one() {
    let mine = |name: &str| {
        format!("[languages.{name}]\nextensions = ['cpp']\nrun = ['x']\ninstall = 'x'\n")
    };
    let config = Config::parse(mine("mine").as_bytes()).unwrap();
    assert_eq!(config.language_of("a.cpp".as_ref()), Some("mine"));
    assert_eq!(config.language_of("a.cc".as_ref()), Some("cpp"));
    let both = format!("{}{}", mine("a"), mine("b"));
    let error = Config::parse(both.as_bytes()).unwrap_err();
    assert_eq!(error.title, "`.cpp` belongs to a and to b");
}

#[test]
fn keys_of_a_language() {
    let parse = |line: &str| {
        let text = format!("[languages.x]\nextensions = []\nrun = ['x']\ninstall = 'x'\n{line}\n");
        Config::parse(text.as_bytes()).map(|mut config| config.languages.remove("x").unwrap())
    };
    let second = std::time::Duration::from_secs(1);
    let factor = |line: &str| parse(line).unwrap().time_factor.scale(second);
    assert_eq!(factor("").as_millis(), 1000);
    assert_eq!(factor("time-factor = 3").as_millis(), 3000);
    assert_eq!(factor("time-factor = 1.25").as_millis(), 1250);
    assert_eq!(parse("").unwrap().memory_extra.0, 0);
    let extra = parse("memory-extra = '16MiB'").unwrap().memory_extra;
    assert_eq!(extra.0, 16 << 20);
    for (line, title) in [
        ("time-factor = 0.5", "0.5 is no factor"),
        ("time-factor = 101", "101 is no factor"),
        ("time-factor = nan", "NaN is no factor"),
        ("memory-extra = '16'", "`16` is not a size"),
        ("name = '../a'", "`../a` is no name for a source"),
        (
            "name = 'program'",
            "`program` is what is made of the source",
        ),
        ("version = []", "the command is empty"),
    ] {
        assert_eq!(parse(line).unwrap_err().title, title, "{line}");
    }
}
