//! `stress`: a program on board after board until it differs, and the smallest such
//! board.

use std::process::Stdio;
use std::time::Duration;

use insta::assert_snapshot;
use mayan_judge::checker::check;
use mayan_judge::config::Config;
use mayan_judge::event::{CaseInfo, Compilation, CompileOutcome};
use mayan_judge::lang::Lang;
use mayan_judge::report::stress::{Program, outcome};
use mayan_judge::report::style::Style;
use mayan_judge::stress::{
    Again, End, Found, Hunt, Outcome, SEED, ShrinkEnd, Shrunk, Terms, VERSION,
};
use mayan_judge::testcase::{CaseId, Testcase};
use mayan_judge::units::Bytes;
use mayan_judge::verdict::{CaseResult, Cause, Usage, Verdict};
use mayan_reference::{Puzzle, Rules};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::support::{Contest, SAMPLE, Said, folded, has, mark, processes_with, root};

/// A right program for one move; what it knows of the board is `blocks` and `colours`.
const ONE_MOVE: &str = r#"
import sys
words = list(map(int, sys.stdin.read().split()))
board, column = [], []
for word in words[1:]:
    if word: column.append(word)
    else: board.append(column); column = []
blocks = sum(map(len, board))
colours = len({colour for column in board for colour in column})
FAULT
def left(board):
    while True:
        at = lambda x, y: board[x][y] if 0 <= x < 5 and 0 <= y < len(board[x]) else 0
        gone = set()
        for x in range(5):
            for y in range(7):
                for run in ([(x + i, y) for i in range(3)], [(x, y + i) for i in range(3)]):
                    if at(x, y) and len({at(*cell) for cell in run}) == 1: gone.update(run)
        if not gone: return sum(map(len, board))
        board = [[c for y, c in enumerate(column) if (x, y) not in gone]
                 for x, column in enumerate(board)]
def answer():
    for x in range(5):
        for y in range(len(board[x])):
            for g in (1, -1):
                if not 0 <= x + g < 5: continue
                next = [column[:] for column in board]
                if y < len(next[x + g]):
                    next[x][y], next[x + g][y] = next[x + g][y], next[x][y]
                else: next[x + g].append(next[x].pop(y))
                if left(next) == 0: return f"{x} {y} {g}"
    return "-1"
print(answer())
"#;

/// What `stress --format json` says; it fits its schema.
fn stress(contest: &Contest, arguments: &[&str], code: i32) -> Value {
    let mut all = vec!["stress"];
    all.extend(arguments);
    all.extend(["--format", "json"]);
    let said = contest.run(all);
    assert_eq!(said.code, Some(code), "{}{}", said.out, said.err);
    let found = serde_json::from_str(&said.out).unwrap();
    assert_eq!(misfit(&found), None, "{}", said.out);
    found
}

/// Why a value doesn't fit the schema.
fn misfit(value: &Value) -> Option<String> {
    let mut compiler = boon::Compiler::new();
    for name in ["report.schema.json", "stress.schema.json"] {
        let schema = std::fs::read(root().join("docs").join(name)).unwrap();
        let url = format!("http://mayan/{name}");
        compiler
            .add_resource(&url, serde_json::from_slice(&schema).unwrap())
            .unwrap();
    }
    let mut schemas = boon::Schemas::new();
    let index = compiler.compile("http://mayan/stress.schema.json", &mut schemas);
    let error = schemas.validate(value, index.unwrap()).err()?;
    Some(format!("{error:#}"))
}

#[test]
fn the_smallest_board_is_found_and_kept() {
    let contest = Contest::new();
    contest.script("says no.sh", "cat > /dev/null; echo -1");
    let found = stress(&contest, &["says no.sh", "--tries", "99", "--keep", "."], 1);
    let hunt = &found["hunt"];
    assert_eq!(hunt["ended"], "found");
    let tries = &hunt["tries"];
    assert!(tries.as_u64().unwrap() < 20, "{hunt:#}");
    let board = &hunt["found"];
    assert_eq!(board["blocks"], 3);
    assert_eq!(board["shrunk"]["ended"], "smallest");
    assert_eq!(board["result"]["verdict"], "WA");
    assert_eq!(board["ambiguous"], false);
    let kept = |name: &str| std::fs::read_to_string(contest.path(name)).unwrap();
    assert_eq!(kept("against-says-no.in"), board["input"].as_str().unwrap());
    assert_eq!(kept("against-says-no.ans").lines().count(), 1);
    assert_eq!(kept("against-says-no.desc"), "says no.sh gets WA here\n");
    // The next one has a name of its own.
    let arguments = ["says no.sh", "--tries", "99", "--keep", "."];
    assert_eq!(&stress(&contest, &arguments, 1)["hunt"]["tries"], tries);
    assert_eq!(kept("against-says-no-2.in"), kept("against-says-no.in"));
    // The board is a testcase that the program fails.
    let said = contest.run(["grade", "says no.sh", "--testcases", "."]);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
}

#[test]
fn what_is_written_stands_in_nobodys_place() {
    let contest = Contest::new();
    contest.script("program", "echo -1");
    contest.write("a.ans", "");
    for (path, why) in [
        ("a.in", "a.ans is there already"),
        ("b.txt", "NAME.in"),
        ("nowhere/a.in", "no folder nowhere"),
    ] {
        let said = contest.run(["stress", "program", "--out", path]);
        assert_eq!(said.code, Some(2), "{path}");
        assert!(folded(&said.err).contains(why), "{}", said.err);
    }
    assert!(!contest.path("a.in").exists());
    for arguments in [
        &["stress", "program", "--n", "6"][..],
        &["stress", "program", "--tries", "0"],
        &["stress", "program", "--keep", ".", "--out", "b.in"],
        &["stress", "missing"],
        &["stress"],
    ] {
        assert_eq!(contest.run(arguments).code, Some(2), "{arguments:?}");
    }
}

#[test]
fn nothing_is_found_of_a_right_program() {
    if !has("python3", "nothing_is_found_of_a_right_program") {
        return;
    }
    let contest = Contest::new();
    contest.write("right.py", ONE_MOVE.replace("FAULT", ""));
    let arguments = ["right.py", "--n", "1", "--tries", "30"];
    let found = stress(&contest, &arguments, 0);
    assert_eq!(found["hunt"]["ended"], "tries");
    assert_eq!(found["hunt"]["tries"], 30);
    assert_eq!(found["hunt"]["found"], Value::Null);
    assert_eq!(found["seed"], SEED);
}

/// A board that is made smaller fails in the same way to the end.
#[test]
fn the_verdict_stays_the_same() {
    if !has("python3", "the_verdict_stays_the_same") {
        return;
    }
    let contest = Contest::new();
    // Two blocks far apart are rare by chance, and every step down leads there.
    let fault = "if colours == 2 and board[0] and board[4]:\n    \
                 if blocks == 2: print('word'); sys.exit()\n    \
                 raise Exception('two colours')";
    contest.write("wrong.py", ONE_MOVE.replace("FAULT", fault));
    let all = ["wrong.py", "--n", "1", "--tries", "500"];
    let found = &stress(&contest, &all, 1)["hunt"]["found"];
    assert_eq!(found["result"]["verdict"], "RE");
    assert_eq!(found["blocks"], 3, "{found:#}");
    assert_eq!(found["shrunk"]["ended"], "smallest");
}

#[test]
fn a_board_is_taken_as_it_is_found() {
    let contest = Contest::new();
    // Right where nothing clears one block, and wrong with more moves.
    contest.script("program", "read n; test $n = 1 && kill -9 $$; echo -1");
    let all = ["program", "--n", "3", "--seed", "1", "--tries", "99"];
    let unshrunk = stress(&contest, &[&all[..], &["--no-shrink"]].concat(), 1);
    let unshrunk = &unshrunk["hunt"]["found"];
    assert_eq!(unshrunk["input"], unshrunk["first"]);
    assert_eq!(unshrunk["shrunk"]["ended"], "not-tried");
    // Only boards with so many moves are tried, smaller ones too.
    let found = &stress(&contest, &all, 1)["hunt"]["found"];
    assert_eq!(found["first"], unshrunk["first"]);
    assert_eq!(found["case"]["n"], 3);
    assert_eq!(found["result"]["verdict"], "WA");
}

#[test]
fn what_fails_everywhere_is_told_at_once() {
    let contest = Contest::new();
    for (body, verdict) in [
        ("exit 3", "RE"),
        ("exec yes", "OLE"),
        ("echo word", "PE"),
        (":", "WA"),
    ] {
        contest.script("program", body);
        let found = stress(&contest, &["program"], 1);
        assert_eq!(found["hunt"]["tries"], 1);
        let found = &found["hunt"]["found"];
        assert_eq!(found["always"], true, "{verdict}");
        assert_eq!(found["blocks"], 1, "{verdict}");
        assert_eq!(found["result"]["verdict"], verdict);
    }
    if has("python3", "what_fails_everywhere_is_told_at_once") {
        contest.write("broken.py", "print(");
        let found = stress(&contest, &["broken.py"], 1);
        assert_eq!(found["hunt"], Value::Null);
        assert_eq!(found["compilation"]["outcome"], "failed");
        let said = contest.run(["stress", "broken.py"]);
        assert!(said.out.contains("compile error (CE)"), "{}", said.out);
    }
    // That is for the judge's user, and no finding.
    contest.script("alien", "");
    contest.write("alien", "#!/no/such/interpreter\n");
    let said = contest.run(["stress", "alien"]);
    assert_eq!(said.code, Some(3), "{}{}", said.out, said.err);
    assert!(said.err.contains("cannot start"), "{}", said.err);
}

/// Waits until a program of this mark runs, and interrupts the judge.
fn interrupted(contest: &Contest, mark: &str, arguments: &[&str]) -> Said {
    let mut judge = contest.judge([&["stress", "program", "-j", "1"], arguments].concat());
    let judge = judge.stdout(Stdio::piped()).stderr(Stdio::piped());
    let judge = judge.spawn().unwrap();
    while processes_with(mark) == 0 {
        std::thread::sleep(Duration::from_millis(10));
    }
    let pid = Pid::from_raw(judge.id().try_into().unwrap()).unwrap();
    kill_process(pid, Signal::INT).unwrap();
    let said: Said = judge.wait_with_output().unwrap().into();
    assert_eq!(said.code, Some(130), "{}{}", said.out, said.err);
    assert_eq!(processes_with(mark), 0);
    said
}

#[test]
fn an_interrupt_says_what_is_known() {
    let contest = Contest::new();
    let mark = mark("stress");
    let limits = ["--time-limit", "60s", "--time", "10m"];
    contest.script("program", &format!("sh -c 'sleep 60; : {mark}'"));
    let said = interrupted(&contest, &mark, &limits);
    assert!(
        said.out.contains("interrupted; no difference so far"),
        "{}",
        said.out
    );
    // Wrong on three blocks, and asleep on two, which is what is tried next.
    let body = format!(
        "set -- $(cat); shift; blocks=0\n\
         for it; do test $it = 0 || blocks=$((blocks + 1)); done\n\
         test $blocks = 2 || {{ echo -1; exit; }}\n\
         sh -c 'sleep 60; : {mark}'"
    );
    contest.script("program", &body);
    let said = interrupted(&contest, &mark, &[&limits[..], &["--n", "4"]].concat());
    let text = folded(&said.out);
    assert!(text.contains("wrong answer (WA)"), "{text}");
    assert!(text.contains("then it was interrupted"), "{text}");
}

/// A hunt as it may have been: what is measured differs each time.
fn hunted(found: Option<Found>) -> Outcome {
    let config = Config::default();
    Outcome {
        version: VERSION,
        judge: "1",
        submission: "张三/a b.cpp".to_owned(),
        language: Some("cpp".to_owned()),
        compilation: Compilation {
            submission: "张三/a b.cpp".to_owned(),
            outcome: CompileOutcome::Done,
            message: String::new(),
            time: Duration::from_secs(1),
            cached: false,
            toolchain: None,
            encoding: mayan_judge::source::Encoding::default(),
            hints: Vec::new(),
        },
        limits: (&config.limits).into(),
        terms: Terms {
            seed: SEED,
            rules: Rules::default(),
            n: None,
            ambiguous: false,
            shrink: true,
            tries: None,
            time: None,
            jobs: std::num::NonZero::<usize>::MIN,
        },
        hunt: Some(Hunt {
            tries: 1234,
            time: Duration::from_millis(2500),
            ended: match found {
                Some(_) => End::Found,
                None => End::Time,
            },
            found: found.map(Box::new),
        }),
    }
}

fn testcase(input: &str) -> Testcase {
    let puzzle = Puzzle::parse(input.as_bytes()).unwrap();
    Testcase::new(CaseId("stress".to_owned()), puzzle)
}

/// What is found on a board, of a program with this cause of failure.
fn found(input: &str, cause: Cause, verdict: Verdict) -> Found {
    let case = testcase(input);
    Found {
        first: "5\n1 2 1 0\n2 1 2 0\n1 2 1 2 0\n2 1 2 0\n1 0\n".to_owned(),
        first_blocks: 14,
        always: false,
        shrunk: Shrunk {
            runs: 42,
            time: Duration::from_millis(300),
            ended: ShrinkEnd::Smallest,
        },
        input: case.input.clone(),
        blocks: case.puzzle.board.block_count(),
        case: CaseInfo {
            case: case.id.clone(),
            n: case.puzzle.n,
            board: case.puzzle.board,
            answer: case.answer(Rules::default()).clone(),
            description: None,
        },
        ambiguous: false,
        again: Again { runs: 3, failed: 3 },
        result: CaseResult {
            usage: Some(Usage {
                cpu_time: Duration::from_millis(3),
                wall_time: Duration::from_millis(4),
                peak_memory: Bytes::mib(2),
            }),
            ..CaseResult::without_run(case.id.clone(), verdict, cause)
        },
    }
}

fn words(outcome_: &Outcome, lang: Lang) -> String {
    let style = Style {
        unicode: true,
        width: 80,
        lang,
    };
    let config = Config::default();
    let language = config.languages.get("cpp");
    let program = Program::new("张三/a b.cpp".as_ref(), language, &config.io);
    let said = outcome(outcome_, &program, style);
    anstream::adapter::strip_str(&said).to_string()
}

#[test]
fn what_is_found_is_explained() {
    let case = testcase("3\n1 2 0\n0\n1 1 2 2 0\n0\n0\n");
    let printed = b"0 0 1\n2 2 -1\n2 0 1\n";
    let wrong = Cause::Answer(check(&case, Rules::default(), printed));
    let wrong = found(&case.input, wrong, Verdict::WrongAnswer);
    let crashed = Found {
        ambiguous: true,
        shrunk: Shrunk {
            ended: ShrinkEnd::Time,
            ..wrong.shrunk.clone()
        },
        ..found(SAMPLE, Cause::Signal { number: 11 }, Verdict::RuntimeError)
    };
    let broken = Found {
        always: true,
        ..found(
            "1\n1 0\n0\n0\n0\n0\n",
            Cause::Memory,
            Verdict::MemoryLimitExceeded,
        )
    };
    let mut all = vec![None];
    all.extend([wrong, crashed, broken].map(Some));
    let all: Vec<Outcome> = all.into_iter().map(hunted).collect();
    for (lang, name) in [(Lang::English, "stress_en"), (Lang::Chinese, "stress_zh")] {
        let said: Vec<String> = all.iter().map(|it| words(it, lang)).collect();
        assert_snapshot!(name, said.join("\n"));
    }
}
