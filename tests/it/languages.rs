//! The languages that are known without a configuration, each with a program
//! that really is compiled and run, and how a file's language is found.

use mayan_judge::config::Config;

use crate::support::{Contest, has};

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
    println!("{name}: {}", case["usage"]);
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
