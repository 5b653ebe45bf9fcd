//! What was compiled before: known again, and never taken on trust.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use mayan_judge::compile::{Cache, CompileError, Compiled, Compiler};
use mayan_judge::config::Config;
use mayan_judge::isolation::Without;
use mayan_judge::sandbox::{Cancel, Place, Sandbox};
use mayan_judge::source::Encoding;
use mayan_judge::submission::Submission;

use crate::support::{Contest, binary};

/// Runs a test in a process of its own: a sandbox ends whatever other children
/// its process has. Gives what the test is to use, if this is that process.
fn alone(test: &str) -> Option<Contest> {
    const VARIABLE: &str = "MAYAN_TEST_ALONE";
    let contest = Contest::new();
    if std::env::var_os(VARIABLE).is_some() {
        return Some(contest);
    }
    let mut command = Command::new(std::env::current_exe().unwrap());
    let name = format!("caching::{test}");
    command.args(["--exact", &name, "--nocapture"]);
    command
        .env(VARIABLE, "1")
        .env("TMPDIR", contest.path("tmp"));
    let output = command.output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{out}{err}");
    assert!(out.contains("1 passed"), "{out}{err}");
    None
}

/// A contest in which a script compiles: what it makes prints the source.
struct Bench {
    contest: Contest,
    place: Arc<Place>,
    config: Config,
}

const COMPILER: &str = "case $(cat main.x) in \
    bad) echo main.x: error >&2; exit 1;; \
    slow) while :; do :; done;; \
    esac; \
    { echo \"#!/bin/sh\"; cat main.x; } > program; mkdir d; echo $$ > d/random";

impl Bench {
    fn new(contest: Contest) -> Self {
        Self {
            contest,
            place: Place::find(binary(), Without::default(), Cancel::default()).unwrap(),
            config: Self::config("1.0", "500ms"),
        }
    }

    fn config(version: &str, time: &str) -> Config {
        let text = format!(
            "[compile]\ntime = '{time}'\n[languages.x]\nextensions = ['x']\n\
             version = ['printf', '\\nx {version}\\nand more']\ncompile = ['sh', '-c', '{COMPILER}']\n\
             run = ['{{exe}}']\ninstall = 'x'\n"
        );
        Config::parse(text.as_bytes()).unwrap()
    }

    fn folder(&self) -> PathBuf {
        self.contest.path("cache")
    }

    fn open(&self) -> Cache {
        Cache::open(&self.folder()).unwrap()
    }

    fn compile(&self, compiler: &Compiler<'_>, text: &str) -> Came {
        let path = self.contest.write("a.x", text);
        let submission = Submission::from_path(&path, &self.config).unwrap();
        let mut sandbox = Sandbox::new(self.place.clone());
        match compiler.compile(&submission, &mut sandbox).unwrap() {
            Compiled::Program(program) => Came {
                cached: program.cached,
                encoding: program.encoding,
                what: Ok(std::fs::read(program.folder().join("program")).unwrap()),
                random: std::fs::read(program.folder().join("d/random")).unwrap(),
            },
            Compiled::Rejected(rejection) => Came {
                cached: rejection.cached,
                encoding: rejection.encoding,
                what: Err(rejection.message),
                random: Vec::new(),
            },
        }
    }

    /// The only entry.
    fn entry(&self) -> PathBuf {
        let mut entries: Vec<_> = std::fs::read_dir(self.folder()).unwrap().collect();
        assert_eq!(entries.len(), 1);
        entries.remove(0).unwrap().path()
    }

    fn entries(&self) -> usize {
        std::fs::read_dir(self.folder()).unwrap().count()
    }
}

#[derive(Debug, PartialEq)]
struct Came {
    cached: bool,
    encoding: Encoding,
    what: Result<Vec<u8>, String>,
    /// The same of two if it was made once.
    random: Vec<u8>,
}

#[test]
fn a_program_is_known_again_until_something_changes() {
    let Some(contest) = alone("a_program_is_known_again_until_something_changes") else {
        return;
    };
    let bench = Bench::new(contest);
    let run = |config: &Config, text: &str| {
        bench.compile(
            &Compiler::new(config, bench.place.clone(), Some(bench.open())),
            text,
        )
    };
    let first = run(&bench.config, "echo 1");
    assert_eq!(first.what, Ok(b"#!/bin/sh\necho 1".to_vec()));
    assert!(!first.cached);
    let again = run(&bench.config, "echo 1");
    assert_eq!(
        again,
        Came {
            cached: true,
            ..first
        }
    );
    // The same text in another encoding is the same program.
    let marked = run(&bench.config, "\u{feff}echo 1");
    assert!(marked.cached && marked.encoding == Encoding::Utf8Bom);
    assert!(!run(&bench.config, "echo 2").cached);
    assert!(!run(&Bench::config("1.1", "500ms"), "echo 1").cached);
    assert!(!run(&Bench::config("1.0", "501ms"), "echo 1").cached);
    assert!(run(&bench.config, "echo 1").cached);
    // So that nothing in the folder of one run is the next one's.
    assert_eq!(bench.entries(), 4);
    let mode = bench.folder().metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}

#[test]
fn refusals_are_known_again_and_limits_are_not() {
    let Some(contest) = alone("refusals_are_known_again_and_limits_are_not") else {
        return;
    };
    let bench = Bench::new(contest);
    let run = |text: &str| {
        bench.compile(
            &Compiler::new(&bench.config, bench.place.clone(), Some(bench.open())),
            text,
        )
    };
    let bad = run("bad");
    assert_eq!(bad.what, Err("main.x: error".to_owned()));
    assert!(!bad.cached);
    assert_eq!(
        run("bad"),
        Came {
            cached: true,
            ..bad
        }
    );
    for _ in 0..2 {
        let slow = run("slow");
        assert_eq!(
            slow.what,
            Err("the compiler took more than 500ms".to_owned())
        );
        assert!(!slow.cached);
    }
}

#[test]
fn what_was_changed_is_compiled_again() {
    let Some(contest) = alone("what_was_changed_is_compiled_again") else {
        return;
    };
    let bench = Bench::new(contest);
    let compiler = Compiler::new(&bench.config, bench.place.clone(), Some(bench.open()));
    assert!(!bench.compile(&compiler, "echo 1").cached);
    let path = bench.entry();
    let whole = std::fs::read(&path).unwrap();
    let mut changed = whole.clone();
    *changed.last_mut().unwrap() ^= 1;
    for bytes in [&changed[..], &whole[..whole.len() / 2], b""] {
        std::fs::write(&path, bytes).unwrap();
        let came = bench.compile(&compiler, "echo 1");
        assert_eq!(came.what, Ok(b"#!/bin/sh\necho 1".to_vec()));
        assert!(!came.cached);
        assert!(bench.compile(&compiler, "echo 1").cached);
    }
    // No link and no file of a program's folder is one of the cache's.
    let entry = path.metadata().unwrap();
    assert_eq!(std::os::unix::fs::MetadataExt::nlink(&entry), 1);
}

#[test]
fn without_a_cache_equal_sources_are_compiled_once() {
    let Some(contest) = alone("without_a_cache_equal_sources_are_compiled_once") else {
        return;
    };
    let bench = Bench::new(contest);
    let compiler = Compiler::new(&bench.config, bench.place.clone(), None);
    let first = bench.compile(&compiler, "echo 1");
    assert!(!first.cached);
    let again = bench.compile(&compiler, "echo 1");
    assert_eq!(
        again,
        Came {
            cached: true,
            ..first
        }
    );
    assert!(!bench.folder().exists());
    let other = Compiler::new(&bench.config, bench.place.clone(), None);
    assert!(!bench.compile(&other, "echo 1").cached);
}

/// Without a version nobody notices that the compiler is another one.
#[test]
fn without_a_version_nothing_is_kept() {
    let Some(contest) = alone("without_a_version_nothing_is_kept") else {
        return;
    };
    let mut bench = Bench::new(contest);
    bench.config.languages.get_mut("x").unwrap().version = None;
    for _ in 0..2 {
        let compiler = Compiler::new(&bench.config, bench.place.clone(), Some(bench.open()));
        assert!(!bench.compile(&compiler, "echo 1").cached);
        assert!(bench.compile(&compiler, "echo 1").cached);
    }
    assert_eq!(bench.entries(), 0);
    let compiler = Compiler::new(&bench.config, bench.place.clone(), None);
    assert_eq!(compiler.toolchain("x").unwrap().version, None);
}

/// The place is full, or the folder was taken away: no student's fault.
#[test]
fn a_cache_that_fails_is_no_error() {
    let Some(contest) = alone("a_cache_that_fails_is_no_error") else {
        return;
    };
    let bench = Bench::new(contest);
    let compiler = Compiler::new(&bench.config, bench.place.clone(), Some(bench.open()));
    std::fs::remove_dir(bench.folder()).unwrap();
    for _ in 0..2 {
        let came = bench.compile(&compiler, "echo 1");
        assert_eq!(came.what, Ok(b"#!/bin/sh\necho 1".to_vec()));
        assert!(!came.cached);
    }
}

/// One compiler for all threads: each gets its own program.
#[test]
fn threads_share_a_compiler() {
    let Some(contest) = alone("threads_share_a_compiler") else {
        return;
    };
    let asked = contest.path("asked");
    let mut bench = Bench::new(contest);
    let text = format!(
        "[languages.x]\nextensions = ['x']\nversion = ['sh', '-c', 'echo >> \"$0\"; echo x 1', \
         '{}']\ncompile = ['cp', 'main.x', 'program']\nrun = ['{{exe}}']\ninstall = 'x'\n",
        asked.display()
    );
    bench.config = Config::parse(text.as_bytes()).unwrap();
    let compiler = Compiler::new(&bench.config, bench.place.clone(), Some(bench.open()));
    std::thread::scope(|scope| {
        for number in 0..4 {
            let (bench, compiler) = (&bench, &compiler);
            scope.spawn(move || {
                let text = format!("#!/bin/sh\necho {}\n", number % 2);
                let path = bench.contest.write(&format!("{number}.x"), &text);
                let submission = Submission::from_path(&path, &bench.config).unwrap();
                let mut sandbox = Sandbox::new(bench.place.clone());
                let Ok(Compiled::Program(program)) = compiler.compile(&submission, &mut sandbox)
                else {
                    panic!("{number} does not compile");
                };
                let made = std::fs::read(program.folder().join("program")).unwrap();
                assert_eq!(made, text.as_bytes());
            });
        }
    });
    assert_eq!(std::fs::read(asked).unwrap(), b"\n");
    assert_eq!(bench.entries(), 2);
}

#[test]
fn toolchains_tell_their_version() {
    let Some(contest) = alone("toolchains_tell_their_version") else {
        return;
    };
    let mut bench = Bench::new(contest);
    let toml = "[languages.none]\nextensions = []\nversion = ['no-such-compiler']\n\
                run = ['{exe}']\ninstall = 'apt-get install none'\n\
                [languages.broken]\nextensions = []\nversion = ['sh', '-c', 'echo broken; exit 3']\n\
                run = ['{exe}']\ninstall = 'x'\n";
    bench.config = Bench::config("1.0", "1s");
    bench
        .config
        .languages
        .extend(Config::parse(toml.as_bytes()).unwrap().languages);
    let compiler = Compiler::new(&bench.config, bench.place.clone(), None);
    let toolchain = compiler.toolchain("x").unwrap();
    assert_eq!(toolchain.version.as_deref(), Some("x 1.0"));
    assert_eq!(toolchain.command, "printf");
    let error = compiler.toolchain("none").unwrap_err();
    assert!(matches!(error, CompileError::Missing { .. }), "{error}");
    let error = compiler.toolchain("broken").unwrap_err().to_string();
    assert!(
        error.contains("exit status: 3") && error.contains("broken"),
        "{error}"
    );
    assert!(compiler.toolchain("unknown").is_err());
}

/// What a hit costs, told; nothing rests on it.
#[test]
fn a_hit_costs_little() {
    let Some(contest) = alone("a_hit_costs_little") else {
        return;
    };
    let bench = Bench::new(contest);
    let compiler = Compiler::new(&bench.config, bench.place.clone(), Some(bench.open()));
    let text = "#".repeat(16 << 10);
    assert!(!bench.compile(&compiler, &text).cached);
    let path: &Path = &bench.contest.path("a.x");
    let submission = Submission::from_path(path, &bench.config).unwrap();
    let mut sandbox = Sandbox::new(bench.place.clone());
    let mut times: Vec<_> = (0..50)
        .map(|_| {
            let begun = Instant::now();
            let compiled = compiler.compile(&submission, &mut sandbox).unwrap();
            let time = begun.elapsed();
            assert!(matches!(compiled, Compiled::Program(program) if program.cached));
            time
        })
        .collect();
    times.sort();
    eprintln!("a hit: {:?}", times[times.len() / 2]);
}
