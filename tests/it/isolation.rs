//! What is said of the machine, and what is refused on it.

use serde_json::Value;

use crate::support::{Contest, folded, tiers};

const RIGHT: &str = "printf '2 1 1\\n3 1 1\\n3 0 1\\n'";
const PROPERTIES: [&str; 7] = [
    "network",
    "files",
    "kill-all",
    "memory",
    "processes",
    "cpu-time",
    "output",
];

/// What `doctor` finds, by property.
fn found(without: &str) -> Vec<(String, String)> {
    let contest = Contest::new();
    let said = contest.run(["doctor", "--format", "json", "--without", without]);
    let found: Value = serde_json::from_str(&said.out).unwrap();
    let of = |it: &Value, key: &str| it[key].as_str().unwrap().to_owned();
    let all = found.as_array().unwrap();
    all.iter()
        .map(|it| (of(it, "property"), of(it, "strength")))
        .collect()
}

#[test]
fn doctor_tells_of_every_property_in_every_tier() {
    for without in tiers() {
        let found = found(without);
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, PROPERTIES);
        // On whatever machine: these three hold, or nothing is run.
        for (name, strength) in &found[..3] {
            assert_eq!(strength, "enforced", "{name} [{without}]");
        }
        for (name, strength) in &found[3..] {
            assert_ne!(strength, "not-enforced", "{name} [{without}]");
        }
    }
}

#[test]
fn what_is_switched_off_is_told_with_what_to_do() {
    let contest = Contest::with_sample();
    let said = contest.run(["doctor", "--without", "namespaces,cgroups"]);
    assert_eq!(said.code, Some(0), "{}", said.out);
    let text = folded(&said.out);
    let memory = "memory best effort looking every 5 ms; no control group";
    assert!(text.contains(memory), "{text}");
    let level = "Nothing gets out (--require-isolation contained)";
    assert!(text.contains(level), "{text}");
    assert!(text.contains("What can be done:"), "{text}");
    // A line at the head of a run, and all of it in the report.
    contest.script("program", RIGHT);
    let grade = ["grade", "program", "--without", "namespaces,cgroups"];
    let said = contest.run(grade.iter().chain(&["--json", "report.json"]));
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    let head = "Isolation best effort: memory, ";
    assert!(folded(&said.out).contains(head), "{}", said.out);
    let report = std::fs::read(contest.path("report.json")).unwrap();
    let report: Value = serde_json::from_slice(&report).unwrap();
    let isolation = report["isolation"].as_array().unwrap();
    assert_eq!(isolation.len(), PROPERTIES.len());
    assert_eq!(isolation[3]["lacks"][0]["why"], "switched-off");
}

#[test]
fn nothing_runs_where_programs_could_get_out() {
    let contest = Contest::with_sample();
    contest.script("program", RIGHT);
    let without = "namespaces,landlock,seccomp";
    let run = |options: &[&str]| {
        let grade = ["grade", "program", "--without", without];
        contest.run(grade.iter().chain(options))
    };
    let said = run(&[]);
    assert_eq!(said.code, Some(3), "{}", said.out);
    assert_eq!(said.out, "");
    let text = folded(&said.err);
    let head = "programs could get out on this machine: nothing was run";
    assert!(text.contains(head), "{text}");
    let why = "network: NOT enforced (no network namespace: switched off;";
    assert!(text.contains(why), "{text}");
    assert!(text.contains("--allow-unsafe"), "{text}");
    let doctor = contest.run(["doctor", "--without", without]);
    assert_eq!(doctor.code, Some(3), "{}", doctor.out);
    let said = run(&["--allow-unsafe"]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    assert!(said.out.contains("NOT enforced: network"), "{}", said.out);
    assert_eq!(run(&["--require-isolation", "none"]).code, Some(0));
}

#[test]
fn a_level_can_be_required() {
    let contest = Contest::with_sample();
    contest.script("program", RIGHT);
    let code = |level: &str, without: &str| {
        let options = ["--require-isolation", level, "--without", without];
        let grade = ["grade", "program"];
        contest.run(grade.iter().chain(&options)).code
    };
    assert_eq!(code("contained", "namespaces,cgroups"), Some(0));
    assert_eq!(code("full", "namespaces,cgroups"), Some(3));
    assert_eq!(code("none", "namespaces,cgroups"), Some(0));
    // What the machine has decides whether this one runs.
    let full = found("").iter().all(|(_, strength)| strength == "enforced");
    assert_eq!(code("full", ""), Some(if full { 0 } else { 3 }));
    let both = ["--allow-unsafe", "--require-isolation", "full"];
    let said = contest.run(["grade", "program"].iter().chain(&both));
    assert_eq!(said.code, Some(2));
}

#[test]
fn a_run_near_the_limit_is_repeated_and_all_runs_are_kept() {
    let contest = Contest::with_sample();
    let result = contest.result("while :; do :; done", &["--time-limit", "200ms"]);
    assert_eq!(result["verdict"], "TLE");
    let attempts = result["attempts"].as_array().unwrap();
    let verdicts = attempts.iter().map(|it| it["verdict"].as_str().unwrap());
    assert_eq!(verdicts.collect::<Vec<_>>(), ["TLE", "TLE"]);
    assert_eq!(attempts[1]["alone"], true);
    let said = contest.run(["grade", "program", "--time-limit", "200ms"]);
    let told = "near the limit, run again: ";
    assert!(folded(&said.out).contains(told), "{}", said.out);
    let quick = contest.result(RIGHT, &[]);
    assert!(quick.get("attempts").is_none(), "{quick}");
}

#[test]
fn idleness_is_told_with_its_reason() {
    let contest = Contest::with_sample();
    for (body, why) in [
        ("exec sleep 60", "sleeps"),
        ("mkfifo f; exec 3<>f; exec tail -c 1 /dev/fd/3", "blocked"),
        ("mkfifo f; exec 3<>f; exec cat <f", "waits-for-input"),
    ] {
        for without in tiers() {
            let options = ["--time-limit", "100ms", "--without", without];
            let result = contest.result(body, &options);
            assert_eq!(result["verdict"], "ILE", "{body}: {result}");
            assert_eq!(result["cause"]["why"], why, "{body} [{without}]: {result}");
        }
    }
}

/// Whatever the number of jobs, results come in the cases' order.
#[test]
fn jobs_do_not_change_what_is_told() {
    let contest = Contest::with_sample();
    for case in 2..20 {
        contest.write(&format!("testcases/{case}.in"), crate::support::SAMPLE);
    }
    contest.script("program", RIGHT);
    let events = |jobs: &str, more: &[&str]| {
        let grade = ["grade", "program", "--format", "json", "-j", jobs];
        let said = contest.run(grade.iter().chain(more));
        let told = said.out.lines().map(|line| {
            let it: Value = serde_json::from_str(line).unwrap();
            format!("{} {} {}", it["event"], it["case"], it["verdict"])
        });
        told.collect::<Vec<_>>()
    };
    let one = events("1", &[]);
    assert_eq!(one.len(), 1 + 2 + 19 + 2);
    assert_eq!(events("4", &[]), one);
    // What comes after the first failure is skipped, even if it had been run.
    contest.script("program", "read n; cat > /dev/null; exit 1");
    let one = events("1", &["--fail-fast"]);
    assert_eq!(events("4", &["--fail-fast"]), one);
    let skipped = one.iter().filter(|it| it.contains("SK")).count();
    assert_eq!(skipped, 18, "{one:?}");
}

/// A program that fails by a limit that the judge was started under would get a
/// verdict for it.
#[test]
fn limits_that_programs_would_inherit_are_refused() {
    let contest = Contest::with_sample();
    contest.script("program", RIGHT);
    let is_root = rustix::process::geteuid().is_root();
    let mut limits = vec![
        ("s", 8192),
        ("f", 4096),
        ("v", 4_000_000),
        ("t", 100),
        ("n", 200),
    ];
    // Others may have more processes than that already, of other tests.
    limits.extend(is_root.then_some(("u", 100)));
    for (limit, value) in limits {
        let binary = crate::support::binary();
        let line = format!(
            "ulimit -S{limit} {value}; ulimit -H{limit} {value}; exec '{}' grade program",
            binary.display()
        );
        let mut shell = crate::support::run_in("bash", &contest);
        let said = crate::support::run(shell.args(["-c", &line]));
        let why = format!(
            "cannot start the sandbox helper: the judge was started under a limit (`ulimit -H{limit}`)"
        );
        let refused = said.code == Some(3) && folded(&said.err).contains(&why);
        // Root raises them, unless it is kept from that.
        assert!(
            refused || is_root && said.code == Some(0),
            "{limit}: {}",
            said.err
        );
    }
}

/// A program that can't write for want of room fails, and can't help it.
#[test]
fn a_full_disk_is_no_fault_of_a_program() {
    let test = "a_full_disk_is_no_fault_of_a_program";
    if !rustix::process::geteuid().is_root() {
        eprintln!("skipped: {test}: only root can mount a small file system");
        return;
    }
    if !crate::support::has("unshare", test) {
        return;
    }
    let contest = Contest::with_sample();
    contest.script("program", "head -c 200000 /dev/urandom > big || exit 1");
    let binary = crate::support::binary();
    let grade = |size: &str| {
        let line = format!(
            "mount -t tmpfs -o size={size},mode=1777 none tmp && TMPDIR=\"$PWD/tmp\" exec '{}' grade \
             program --without namespaces --json report.json",
            binary.display()
        );
        let mut unshare = crate::support::run_in("unshare", &contest);
        let said = crate::support::run(unshare.args(["-m", "sh", "-c", &line]));
        let report = std::fs::read(contest.path("report.json"));
        let report: Value = serde_json::from_slice(&report.expect(&said.err)).unwrap();
        report["results"][0]["cases"][0].clone()
    };
    let case = grade("100k");
    assert_eq!(case["verdict"], "JE", "{case}");
    let message = case["cause"]["message"].as_str().unwrap();
    assert!(message.contains("the file system of"), "{message}");
    assert!(message.contains("is full"), "{message}");
    // With room it is its own.
    assert_eq!(grade("4m")["verdict"], "WA");
}

/// What the judge makes for programs they can read, whatever its own mask is.
#[test]
fn a_strict_mask_for_new_files_harms_nobody() {
    for without in tiers() {
        let contest = Contest::with_sample();
        contest.script("program", RIGHT);
        let binary = crate::support::binary();
        let line = format!(
            "umask 077; exec '{}' grade program --without '{without}'",
            binary.display()
        );
        let mut shell = crate::support::run_in("sh", &contest);
        let said = crate::support::run(shell.args(["-c", &line]));
        assert_eq!(said.code, Some(0), "[{without}] {}{}", said.out, said.err);
    }
}

/// Judges that start at the same moment don't take each other's folders, groups
/// or processes for what was left behind.
#[test]
fn judges_that_start_together_leave_each_other_alone() {
    for without in tiers() {
        let contest = Contest::with_sample();
        contest.script("program", RIGHT);
        let grade = ["grade", "program", "--without", without];
        for _ in 0..5 {
            let judges: Vec<_> = (0..4)
                .map(|_| {
                    contest
                        .judge(grade)
                        .stdout(std::process::Stdio::null())
                        .spawn()
                })
                .collect();
            for judge in judges {
                assert_eq!(
                    judge.unwrap().wait().unwrap().code(),
                    Some(0),
                    "[{without}]"
                );
            }
        }
    }
}

/// A path in `needs` that leads through a link: what it leads to is seen, and the
/// file of the system isn't touched.
#[test]
fn what_is_needed_behind_a_link_is_shown_and_left_alone() {
    let link = std::fs::read_dir("/etc")
        .unwrap()
        .flatten()
        .map(|it| it.path())
        .find(|path| {
            let is_link = path.symlink_metadata().is_ok_and(|it| it.is_symlink());
            let is_full = std::fs::read(path).is_ok_and(|text| !text.is_empty());
            is_link && is_full && path.canonicalize().is_ok_and(|it| it.starts_with("/etc"))
        });
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("real"), "still here").unwrap();
    let own = folder.path().join("link");
    std::os::unix::fs::symlink(folder.path().join("real"), &own).unwrap();
    for path in link.iter().chain([&own]) {
        let before = std::fs::read(path).unwrap();
        let contest = Contest::with_sample();
        contest.write("a.sh", "cat \"$NEEDED\" > /dev/null && echo -1\n");
        contest.write(
            "judge.toml",
            format!(
                "[languages.sh]\nextensions = ['sh']\nrun = ['sh', '-c', 'test -s {0} && echo -1']\n\
                 needs = ['{0}']\ninstall = 'x'\n",
                path.display()
            ),
        );
        let said = contest.run(["grade", "a.sh"]);
        assert!(
            said.out.contains("-1, but there is an answer"),
            "{path:?}: {}",
            said.out
        );
        assert_eq!(std::fs::read(path).unwrap(), before, "{path:?}");
    }
}
