//! Programs that misbehave, run for real: the verdict, and what is left.

use serde_json::Value;

use crate::support::{Contest, mark, processes_with};

const RIGHT: &str = "printf '2 1 1\\n3 1 1\\n3 0 1\\n'";

/// Grades a script on the sample with short limits and gives the case.
fn result(body: &str) -> Value {
    let options = ["--time-limit", "300ms", "--memory-limit", "48MiB"];
    Contest::with_sample().result(body, &options)
}

fn kinds(result: &Value) -> Vec<&str> {
    let also = result["also"].as_array().map_or(&[][..], Vec::as_slice);
    std::iter::once(&result["cause"])
        .chain(also)
        .map(|cause| cause["kind"].as_str().unwrap())
        .collect()
}

#[track_caller]
fn gone(mark: &str) {
    assert_eq!(processes_with(mark), 0, "processes survive");
}

#[test]
fn a_right_program_is_accepted() {
    let result = result(RIGHT);
    assert_eq!(result["verdict"], "AC", "{result}");
    assert!(result["usage"]["cpu_time"].as_f64().unwrap() < 0.3);
}

#[test]
fn burning_time_is_tle() {
    let result = result("while :; do :; done");
    assert_eq!(result["verdict"], "TLE", "{result}");
    assert!(
        result["usage"]["cpu_time"].as_f64().unwrap() >= 0.3,
        "{result}"
    );
}

#[test]
fn burning_time_in_children_is_tle() {
    let result = result("for i in 1 2 3; do (while :; do :; done) & done; wait");
    assert_eq!(result["verdict"], "TLE", "{result}");
}

#[test]
fn burning_time_in_short_children_is_tle() {
    let result = result("while :; do /bin/true; done");
    assert_eq!(result["verdict"], "TLE", "{result}");
}

#[test]
fn sleeping_is_ile_and_the_answer_before_it_is_told() {
    let result = result(&format!("{RIGHT}; sleep 60"));
    assert_eq!(result["verdict"], "ILE", "{result}");
    assert_eq!(kinds(&result), ["wall-time", "answer"]);
    assert_eq!(result["also"][0]["finding"], "right");
}

#[test]
fn touching_memory_is_mle() {
    // `tail` keeps what has no line end.
    let contest = Contest::with_sample();
    let body = "head -c 200000000 /dev/urandom | tr '\\n' ' ' | tail";
    let result = contest.result(body, &["--time-limit", "10s"]);
    assert_eq!(result["verdict"], "MLE", "{result}");
}

#[test]
fn memory_that_processes_share_is_counted_once() {
    // The shell holds 20 MB; its forks have the same pages.
    let body = format!(
        "x=$(yes x | tr -d '\\n' | head -c 20000000)\n\
         for i in 1 2 3 4 5 6; do (sleep 0.2; :) & done; wait; {RIGHT}"
    );
    let contest = Contest::with_sample();
    let result = contest.result(&body, &["--memory-limit", "100MiB"]);
    assert_eq!(result["verdict"], "AC", "{result}");
}

#[test]
fn memory_of_many_processes_is_added() {
    let contest = Contest::with_sample();
    let body = "for i in 1 2 3 4; do \
                (head -c 20000000 /dev/urandom | tr '\\n' ' '; sleep 9) | tail & done; wait";
    let result = contest.result(body, &["--time-limit", "10s"]);
    assert_eq!(result["verdict"], "MLE", "{result}");
}

#[test]
fn endless_output_is_ole() {
    for (body, stream) in [
        ("yes", "standard output"),
        ("yes >&2", "standard error"),
        ("yes > mayan.out", "mayan.out"),
    ] {
        let result = result(body);
        assert_eq!(result["verdict"], "OLE", "{body}: {result}");
        assert_eq!(result["cause"]["stream"], stream, "{body}");
    }
}

#[test]
fn the_output_limit_is_exact() {
    let case = |bytes: usize| {
        let contest = Contest::with_sample();
        let body = format!("{RIGHT}; yes '' | head -c {bytes} | tr '\\n' ' '");
        contest.result(&body, &["--output-limit", "1000B"])
    };
    assert_eq!(case(1000 - 18)["verdict"], "AC");
    assert_eq!(case(1000 - 17)["verdict"], "OLE");
}

#[test]
fn signals_and_exit_codes_are_runtime_errors() {
    for (body, kind, value) in [
        ("kill -ABRT $$", "signal", 6),
        ("kill -SEGV $$", "signal", 11),
        ("kill -TERM $$", "signal", 15),
        ("kill -KILL $$", "signal", 9),
        ("kill -FPE $$", "signal", 8),
        ("exit 1", "exit-code", 1),
        ("exit 137", "exit-code", 137),
        ("exit 139", "exit-code", 139),
    ] {
        let result = result(&format!("{RIGHT}; {body}"));
        assert_eq!(result["verdict"], "RE", "{body}: {result}");
        assert_eq!(kinds(&result), [kind, "answer"], "{body}");
        let cause = &result["cause"];
        let number = cause.get("number").or(cause.get("code")).unwrap();
        assert_eq!(number, value, "{body}");
        assert_eq!(result["also"][0]["finding"], "right", "{body}");
    }
}

#[test]
fn an_exit_code_can_be_ignored() {
    let contest = Contest::with_sample();
    contest.write("judge.toml", "[io]\nnonzero-exit = 'ignore'\n");
    assert_eq!(
        contest.result(&format!("{RIGHT}; exit 3"), &[])["verdict"],
        "AC"
    );
    assert_eq!(
        contest.result(&format!("{RIGHT}; kill -ABRT $$"), &[])["verdict"],
        "RE"
    );
}

#[test]
fn no_process_survives_its_case() {
    let mark = mark("survivor");
    // Children in sessions of their own, deaf to signals, holding the output.
    let body = format!(
        "{RIGHT}\n\
         for i in 1 2 3 4 5 6 7 8; do\n\
         setsid sh -c 'trap \"\" TERM HUP INT; setsid sleep 60 & sleep 60; : {mark}' &\n\
         done\n\
         nohup sh -c 'sleep 60; : {mark}' >/dev/null 2>&1 &\n\
         (setsid sh -c '(sleep 60; : {mark}) &' &)"
    );
    let result = result(&body);
    assert_eq!(result["verdict"], "AC", "{result}");
    gone(&mark);
}

/// Bombs that double ten times, so that one that isn't ended does no harm: in
/// one process group, and each process in a session of its own.
#[test]
fn a_fork_bomb_is_ended() {
    for (name, again) in [("bomb", ""), ("setsid-bomb", "setsid")] {
        let mark = mark(name);
        let contest = Contest::with_sample();
        let bomb = contest.script(
            "bomb",
            &format!(
                "test $1 = 0 && exec sh -c 'sleep 60; : {mark}'\n\
                 {again} \"$0\" $(($1-1)) {mark} & {again} \"$0\" $(($1-1)) {mark} & wait"
            ),
        );
        let body = format!("exec '{}' 10 {mark}", bomb.display());
        let options = ["--time-limit", "2s", "--memory-limit", "4GiB"];
        let result = contest.result(&body, &options);
        // To root we count the processes; to others the system refuses more,
        // and the bomb sleeps.
        let verdict = result["verdict"].as_str().unwrap();
        assert!(["RE", "ILE", "TLE"].contains(&verdict), "{result}");
        gone(&mark);
    }
}

#[test]
fn standard_input_cannot_be_changed() {
    let contest = Contest::with_sample();
    contest.write("testcases/2.in", crate::support::SAMPLE);
    // The second case has the same input, whatever the first one wrote.
    let body = format!("echo 9 > /proc/self/fd/0; cat > copy; cmp -s copy mayan.in && {RIGHT}");
    let report = contest.grade(&body, &[]);
    let cases = report["results"][0]["cases"].as_array().unwrap();
    assert!(
        cases.iter().all(|case| case["verdict"] == "AC"),
        "{cases:?}"
    );
}

#[test]
fn each_case_has_a_fresh_folder_and_a_fixed_environment() {
    let contest = Contest::with_sample();
    contest.write("testcases/2.in", crate::support::SAMPLE);
    let body = format!(
        "test \"$(ls -A)\" = mayan.in || exit 5\n\
         test -z \"$SECRET\" || exit 6\n\
         test \"$HOME\" = \"$PWD\" || exit 7\n\
         test ! -e /proc/self/fd/9 || exit 8\n\
         touch left-behind; mkdir -p a/b/c; chmod 0 a; {RIGHT}"
    );
    contest.script("program", &body);
    // Descriptor 9 is open in the judge's own parent.
    let line = format!(
        "exec 9</dev/null; exec '{}' grade program",
        crate::support::binary().display()
    );
    let mut shell = std::process::Command::new("sh");
    shell
        .args(["-c", &line])
        .env("SECRET", "x")
        .current_dir(contest.dir.path());
    let said = crate::support::run(&mut shell);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
}

#[test]
fn the_answer_file_is_taken_only_if_it_is_one() {
    let contest = Contest::with_sample();
    let secret = contest.write("secret", "2 1 1\n3 1 1\n3 0 1\n");
    let secret = secret.display();
    for (body, why) in [
        (format!("ln -s '{secret}' mayan.out"), "not-regular"),
        (
            format!("ln '{secret}' mayan.out 2>/dev/null || ln mayan.in mayan.out"),
            "hard-link",
        ),
        ("mkfifo mayan.out".to_owned(), "not-regular"),
        ("mkdir mayan.out".to_owned(), "not-regular"),
        ("ln -s nowhere mayan.out".to_owned(), "not-regular"),
    ] {
        let result = contest.result(&format!("{RIGHT}; {body}"), &[]);
        assert_eq!(result["verdict"], "WA", "{body}: {result}");
        assert_eq!(result["cause"]["why"], why, "{body}: {result}");
    }
    let sparse = contest.result(
        "truncate -s 900K mayan.out; truncate -s 900K mayan.out",
        &[],
    );
    assert_eq!(sparse["verdict"], "PE", "{sparse}");
}

#[test]
fn input_and_output_by_files() {
    let file = format!("grep -q '2 4 3 4 0' mayan.in && {RIGHT} > mayan.out");
    let contest = Contest::with_sample();
    for (io, body, verdict) in [
        ("auto", file.as_str(), "AC"),
        ("auto", RIGHT, "AC"),
        ("file", file.as_str(), "AC"),
        ("file", RIGHT, "WA"),
        ("stdio", file.as_str(), "RE"),
        ("stdio", RIGHT, "AC"),
        // Made, but wrong: what standard output says doesn't matter.
        (
            "auto",
            "printf '2 1 1\\n3 1 1\\n3 0 1\\n'; : > mayan.out",
            "WA",
        ),
        // Strict: nothing on standard input.
        (
            "file",
            "test -z \"$(cat)\" && printf '2 1 1\\n3 1 1\\n3 0 1\\n' > mayan.out",
            "AC",
        ),
    ] {
        let result = contest.result(body, &["--io", io]);
        assert_eq!(result["verdict"], verdict, "{io} {body}: {result}");
    }
    let hint = contest.result(RIGHT, &["--io", "file"]);
    assert_eq!(hint["cause"]["why"], "missing");
    assert_eq!(hint["also"][0]["finding"], "right", "{hint}");
    // A file that was not written was not judged, whatever else went wrong.
    contest.script("crash", &format!("{RIGHT}; exit 3"));
    let said = contest.run(["grade", "crash", "--io", "file"]);
    assert!(
        !said.out.contains("which the program wrote"),
        "{}",
        said.out
    );
    assert!(
        said.out.contains("mayan.out was not written"),
        "{}",
        said.out
    );
    assert!(
        said.out.contains("printed to standard output is the right"),
        "{}",
        said.out
    );
}

#[test]
fn a_program_that_cannot_start_is_a_judge_error() {
    let contest = Contest::with_sample();
    let path = contest.script("program", "");
    std::fs::write(&path, "#!/nowhere/python9\n").unwrap();
    let said = contest.run(["grade", "program"]);
    assert_eq!(said.code, Some(3), "{}", said.out);
    assert!(
        said.out.contains("interpreter in its first line"),
        "{}",
        said.out
    );
    assert!(said.out.contains("must cost nobody marks"), "{}", said.out);
}

/// A helper that is stopped would give the program all the time in the world.
#[test]
fn a_program_that_stops_its_parent_is_still_ended() {
    let result = result("while :; do kill -STOP $PPID; sleep 0.01; done");
    let verdict = result["verdict"].as_str().unwrap();
    assert!(["ILE", "TLE"].contains(&verdict), "{result}");
}

#[test]
fn a_judge_whose_parent_ignores_its_children_judges_all_the_same() {
    let contest = Contest::with_sample();
    contest.script("program", RIGHT);
    // The shell hands the ignored signal and the blocked ones down.
    let line = format!(
        "trap '' CHLD; exec '{}' grade program",
        crate::support::binary().display()
    );
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &line]).current_dir(contest.dir.path());
    let said = crate::support::run(&mut shell);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
}

/// Programs that need a compiler, with the verdict that each must get on the
/// sample, under the limits of [`result`].
#[test]
fn programs_in_c_are_measured_right() {
    if !crate::support::has("g++", "programs_in_c_are_measured_right") {
        return;
    }
    let contest = Contest::with_sample();
    let cases = [
        // A child that borrows its parent's memory doesn't double it.
        (
            "vfork",
            "#include <unistd.h>\n#include <sys/wait.h>\n#include <cstring>\n#include <cstdio>\n\
             static char a[30 << 20];\n\
             int main() { memset(a, 1, sizeof a); puts(\"2 1 1\\n3 1 1\\n3 0 1\"); fflush(stdout);\n\
             if (vfork() == 0) { usleep(300000); _exit(0); } wait(0); }",
            "AC",
        ),
        // Children that nobody waits for use the CPU too.
        (
            "orphans",
            "#include <csignal>\n#include <unistd.h>\n#include <ctime>\n\
             int main() { signal(SIGCHLD, SIG_IGN);\n\
             for (;;) { int p = fork(); if (p == 0) { while (clock() < CLOCKS_PER_SEC / 10); _exit(0); }\n\
             while (kill(p, 0) == 0) usleep(1000); } }",
            "TLE",
        ),
        (
            "threads",
            "#include <thread>\nvoid f() { for (volatile long i = 0;; i++); }\n\
             int main() { std::thread a(f), b(f); a.join(); b.join(); }",
            "TLE",
        ),
        (
            "bad_alloc",
            "#include <cstring>\n#include <new>\nint main() { try { for (;;) \
             memset(new char[1 << 20], 1, 1 << 20); } catch (std::bad_alloc&) {} }",
            "MLE",
        ),
        (
            "untouched",
            "#include <cstdio>\nstatic char a[200 << 20];\n\
             int main() { puts(\"2 1 1\\n3 1 1\\n3 0 1\"); return a[7]; }",
            "AC",
        ),
        (
            "recursion",
            "#include <cstdio>\nint f(int n) { volatile char a[1000]; a[0] = n; \
             return n ? f(n - 1) + a[0] : 0; }\n\
             int main() { puts(\"2 1 1\\n3 1 1\\n3 0 1\"); return f(30000) * 0; }",
            "AC",
        ),
        ("abort", "#include <cstdlib>\nint main() { abort(); }", "RE"),
        (
            "deaf",
            "#include <csignal>\nint main() { signal(SIGXCPU, SIG_IGN); for (volatile long i = 0;; i++); }",
            "TLE",
        ),
    ];
    for (name, source, verdict) in cases {
        contest.write(&format!("{name}.cpp"), source);
        let said = contest.run([
            "grade",
            &format!("{name}.cpp"),
            "--time-limit",
            "500ms",
            "--memory-limit",
            "48MiB",
            "--json",
            "report.json",
        ]);
        let report = std::fs::read(contest.path("report.json")).unwrap();
        let report: Value = serde_json::from_slice(&report).unwrap();
        let result = &report["results"][0]["cases"][0];
        assert_eq!(result["verdict"], verdict, "{name}: {result} {}", said.err);
    }
}

#[test]
fn nothing_temporary_stays() {
    let contest = Contest::with_sample();
    let temporary = contest.path("tmp");
    let body = "i=0; d=.; while [ $i -lt 300 ]; do d=$d/d; mkdir $d; i=$((i+1)); done; chmod 0 d";
    contest.script("program", body);
    let said = contest.run(["grade", "program"]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    let left: Vec<_> = std::fs::read_dir(&temporary).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}
