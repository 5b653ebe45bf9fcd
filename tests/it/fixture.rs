//! A report for the tests of documents: a class in which everything happens.
//! It is made in code, events folded and outputs really checked, so it is the
//! same everywhere; its times are whole milliseconds, so JSON keeps it.

use std::num::NonZero;
use std::time::Duration;

use mayan_judge::checker::check;
use mayan_judge::config::{Contest, Io, Scoring};
use mayan_judge::digest::Digest;
use mayan_judge::event::{
    self, Begun, CaseInfo, Compilation, CompileOutcome, Event, Limits, Start,
};
use mayan_judge::hint::Hint;
use mayan_judge::isolation::{
    Guarantee, Isolation, Lack, Mechanism, Property, Remedy, Strength, Why,
};
use mayan_judge::scoring::{Group, Points};
use mayan_judge::source::Encoding;
use mayan_judge::submission::class::{Choice, Contestant, Layout, LeftOut, Remark, Unused};
use mayan_judge::summary::Report;
use mayan_judge::testcase::{CaseId, Testcase};
use mayan_judge::units::Bytes;
use mayan_judge::verdict::{
    AnswerFileFault, Attempt, CaseResult, Cause, FOLDER, Idle, Skip, Usage, Verdict,
};
use mayan_reference::{Puzzle, Rules};

/// Name, description and input of each case: four of `bottom-row`, four of `full`.
const CASES: [(&str, &str, &str); 8] = [
    (
        "bottom-row/01-one-gap",
        "One move, to the left.",
        "1\n1 0\n1 0\n0\n1 0\n0\n",
    ),
    ("bottom-row/空 板", "", "2\n0\n0\n0\n0\n0\n"),
    (
        "bottom-row/03-two-are-left",
        "No answer <b>at all</b> & none.",
        "2\n1 0\n1 0\n2 0\n1 0\n0\n",
    ),
    (
        "bottom-row/04-wasted",
        "太早清空也不对。",
        "2\n1 0\n1 0\n0\n1 0\n0\n",
    ),
    (
        "full/07-sample",
        "",
        "3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n",
    ),
    ("full/08-chain-of-two", "", "2\n1 0\n0\n2 2 0\n1 2 0\n1 0\n"),
    (
        "full/09 right & <first>",
        "",
        "3\n0\n1 1 2 2 0\n2 0\n1 0\n0\n",
    ),
    ("full/10-bottom-first", "", "4\n1 2 0\n0\n1 0\n2 1 2 0\n0\n"),
];

/// The least answers of [`CASES`] under the usual rules.
const RIGHT: [&str; 8] = [
    "3 0 -1",
    "-1",
    "-1",
    "0 0 1\n3 0 -1",
    "2 1 1\n3 1 1\n3 0 1",
    "0 0 1\n1 0 1",
    "1 0 1\n1 0 -1\n1 0 1",
    "0 0 1\n3 0 1\n0 0 1\n1 0 1",
];

/// What a program of the class did on a case.
#[expect(clippy::large_enum_variant, reason = "a handful of them, in a test")]
enum Did {
    /// It printed this.
    Printed(&'static str),
    /// It printed an answer in UTF-16.
    PrintedWide,
    /// It failed in another way; it may have printed something before.
    Failed(Verdict, Cause, Option<&'static str>),
}

use Did::{Failed, Printed, PrintedWide};

/// A class in which everything happens, under the usual rules.
pub(crate) fn report() -> Report {
    report_under(Rules::default())
}

/// The same class, its outputs judged by other rules: under `at-most` and
/// `forbidden` they show the faults that only these have.
pub(crate) fn report_under(rules: Rules) -> Report {
    let cases = testcases();
    let people = people();
    let contestants = people.iter().map(|it| it.contestant.clone()).collect();
    let mut report = Report::new(start(&cases, rules, contestants));
    for (number, person) in people.iter().enumerate() {
        for event in person.events(number as u64, &cases, rules) {
            report.fold(&event);
        }
    }
    report.fold(&Event::Finished { interrupted: true });
    report
}

fn testcases() -> Vec<Testcase> {
    CASES
        .iter()
        .map(|(name, description, input)| {
            let puzzle = Puzzle::parse(input.as_bytes()).unwrap();
            let mut case = Testcase::new(CaseId((*name).to_owned()), puzzle);
            case.description = Some((*description).to_owned()).filter(|it| !it.is_empty());
            case
        })
        .collect()
}

fn start(cases: &[Testcase], rules: Rules, contestants: Vec<Contestant>) -> Start {
    let info = |case: &Testcase| CaseInfo {
        case: case.id.clone(),
        n: case.puzzle.n,
        board: case.puzzle.board,
        answer: case.answer(rules).clone(),
        description: case.description.clone(),
    };
    let group = |name: &str, points, cases: &[Testcase], depends: &[&str]| Group {
        name: name.to_owned(),
        points: Points::whole(points),
        scoring: Scoring::Sum,
        cases: cases.iter().map(|it| it.id.clone()).collect(),
        depends: depends.iter().map(|it| (*it).to_owned()).collect(),
        counts: true,
    };
    Start {
        version: event::VERSION,
        judge: "0.1.0".to_owned(),
        limits: limits(),
        rules,
        io: Io::default(),
        cases: cases.iter().map(info).collect(),
        subtasks: vec![
            group("bottom-row", 30, &cases[..4], &[]),
            group("full 全部", 70, &cases[4..], &["bottom-row"]),
        ],
        left_out: 0,
        contest: Contest::default(),
        hand_ins: Some(Layout::Plain),
        contestants,
        left_out_files: vec![
            left_out("readme.txt", Unused::NoSource),
            left_out(
                "<img src=x onerror=alert(2)>.cpp",
                Unused::Unreadable {
                    error: "Permission denied".to_owned(),
                },
            ),
            left_out(
                "2023001/old.cpp",
                Unused::NotChosen {
                    contestant: "2023001".to_owned(),
                },
            ),
            left_out(".DS_Store", Unused::Litter),
        ],
        fail_fast: false,
        partition: None,
        probing: None,
        jobs: NonZero::<usize>::MIN,
        isolation: isolation(),
    }
}

fn limits() -> Limits {
    Limits {
        cpu_time: Duration::from_secs(3),
        wall_time: Duration::from_secs(9),
        memory: Bytes::kib(65535),
        output: Bytes::mib(1),
    }
}

fn left_out(path: &str, why: Unused) -> LeftOut {
    LeftOut {
        path: path.to_owned(),
        why,
    }
}

/// Everything enforced but one.
fn isolation() -> Isolation {
    let guarantee = |property| Guarantee {
        property,
        strength: Strength::Enforced,
        by: vec![Mechanism::Seccomp],
        lacks: Vec::new(),
    };
    let mut all: Vec<Guarantee> = Property::ALL.into_iter().map(guarantee).collect();
    all[3].strength = Strength::BestEffort;
    all[3].by = vec![Mechanism::Polling];
    all[3].lacks = vec![Lack {
        mechanism: Mechanism::CgroupV2,
        why: Why::Missing,
        remedy: Some(Remedy::Delegate),
    }];
    Isolation(all)
}

/// Someone of the class.
struct Person {
    contestant: Contestant,
    compilation: Compilation,
    did: Vec<Did>,
    /// The case whose result has several attempts.
    again: Option<usize>,
    stderr: &'static str,
}

impl Person {
    fn new(id: &str, name: Option<&str>, did: Vec<Did>) -> Self {
        Self {
            contestant: Contestant {
                id: id.to_owned(),
                name: name.map(str::to_owned),
                file: Some(format!("{id}/mayan.cpp")),
                remarks: Vec::new(),
            },
            compilation: Compilation {
                submission: id.to_owned(),
                outcome: CompileOutcome::Done,
                message: String::new(),
                time: Duration::from_millis(812),
                cached: false,
                toolchain: Some("g++ (Debian 12.2.0-14) 12.2.0".to_owned()),
                encoding: Encoding::default(),
                hints: Vec::new(),
            },
            did,
            again: None,
            stderr: "",
        }
    }

    fn absent(id: &str, name: Option<&str>, remark: Remark) -> Self {
        let mut person = Self::new(id, name, Vec::new());
        person.contestant.file = None;
        person.remark(remark)
    }

    fn remark(mut self, remark: Remark) -> Self {
        self.contestant.remarks.push(remark);
        self
    }

    /// The compiler says something.
    fn says(&mut self, message: &str) {
        message.clone_into(&mut self.compilation.message);
    }

    fn events(&self, number: u64, cases: &[Testcase], rules: Rules) -> Vec<Event> {
        if self.contestant.file.is_none() {
            return Vec::new();
        }
        let submission = &self.contestant.id;
        let mut events = vec![
            Event::SubmissionStarted(Begun {
                submission: submission.clone(),
                language: Some("cpp".to_owned()),
                digest: Some(Digest::of(submission.as_bytes())),
                machine: Some("judge-1 (Example CPU)".to_owned()),
                limits: limits(),
            }),
            Event::Compiled(self.compilation.clone()),
        ];
        for (at, (case, did)) in cases.iter().zip(&self.did).enumerate() {
            let mut result = result(case, did, number, at as u64, rules);
            if self.again == Some(at) {
                result.attempts = attempts(result.verdict, result.usage);
            }
            if at >= 4 && result.verdict == Verdict::RuntimeError {
                self.stderr.clone_into(&mut result.stderr);
            }
            events.push(Event::CaseFinished {
                submission: submission.clone(),
                result,
            });
        }
        events.push(Event::SubmissionFinished {
            submission: submission.clone(),
        });
        events
    }
}

fn result(case: &Testcase, did: &Did, number: u64, at: u64, rules: Rules) -> CaseResult {
    let output: Option<&[u8]> = match did {
        Printed(text) | Failed(.., Some(text)) => Some(text.as_bytes()),
        PrintedWide => Some(b"\xff\xfe3\0 \x000\0"),
        Failed(.., None) => None,
    };
    let outcome = output.map(|it| check(case, rules, it));
    let (verdict, cause, also) = match (did, outcome) {
        (Failed(verdict, cause, _), outcome) => {
            let also = outcome.map(Cause::Answer).into_iter().collect();
            (*verdict, cause.clone(), also)
        }
        (_, Some(outcome)) => {
            let verdict = Verdict::from(&outcome.finding);
            (verdict, Cause::Answer(outcome), Vec::new())
        }
        (_, None) => unreachable!("what didn't fail has an output"),
    };
    let mut result = CaseResult::without_run(case.id.clone(), verdict, cause);
    result.also = also;
    let (time, memory) = match verdict {
        Verdict::Skipped | Verdict::CompileError | Verdict::JudgeError => return result,
        Verdict::TimeLimitExceeded => (3014, 1900),
        Verdict::MemoryLimitExceeded => (640, 65535),
        _ => (3 + 17 * number + 29 * at * at, 1800 + 4 * number),
    };
    result.usage = Some(usage(time, memory));
    result
}

fn usage(milliseconds: u64, kib: u64) -> Usage {
    Usage {
        cpu_time: Duration::from_millis(milliseconds),
        wall_time: Duration::from_millis(milliseconds + 8),
        peak_memory: Bytes::kib(kib),
    }
}

fn attempts(verdict: Verdict, used: Option<Usage>) -> Vec<Attempt> {
    let first = Attempt {
        verdict: Verdict::TimeLimitExceeded,
        usage: usage(3020, 1900),
        alone: false,
    };
    let second = Attempt {
        verdict,
        usage: used.unwrap_or_default(),
        alone: true,
    };
    vec![first, second]
}

/// The right answers, but for some cases.
fn right_but(others: impl IntoIterator<Item = (usize, Did)>) -> Vec<Did> {
    let mut all: Vec<Did> = RIGHT.into_iter().map(Printed).collect();
    for (at, did) in others {
        all[at] = did;
    }
    all
}

fn runtime(number: i32) -> Did {
    Failed(Verdict::RuntimeError, Cause::Signal { number }, None)
}

#[expect(clippy::too_many_lines, reason = "a list of people")]
fn people() -> Vec<Person> {
    let mut first = Person::new("2023001", Some("张三"), right_but([])).remark(Remark::Late);
    first.again = Some(7);
    first.says("main.cpp:3:9: warning: unused variable 'k'");
    let mut answers = Person::new(
        "2023002",
        Some("李 四"),
        vec![
            Printed(""),
            Printed("0 0 1\n"),
            Printed("1 0 -1\n3 0 -1\n"),
            Printed("3 0 -1\n"),
            Printed("2 1 1\n3 1 1\n4 0 -1\n"),
            Printed("-1\n"),
            Printed("1 0 -1\n1 0 1\n0 0 1\n"),
            Printed("0 1 1\n1 0 1\n3 1 -1\n3 0 1\n"),
        ],
    );
    answers.compilation.hints = vec![Hint::ReadsOther {
        name: "<input>.txt".to_owned(),
        line: 12,
        expected: "mayan.in".to_owned(),
    }];
    let text = Person::new(
        "o'\"&co",
        Some("<script>alert(1)</script>"),
        vec![
            Printed("+3 0 -1"),
            Printed("-1 </td><script>alert(3)</script>"),
            Printed("\u{feff}-1\r\n"),
            Printed("3 0 -1\n0 0\n"),
            Printed("2 1 1\n3 1 1\n3 0 1\n0 0 1"),
            Printed("0 0 1\n\u{202e}evil\u{7}\u{0}\u{1b}[31m"),
            Printed("1 0 1\n1 0"),
            PrintedWide,
        ],
    );
    let illegal = Person::new(
        "evil\u{202e}cba\u{7}",
        Some("\u{1b}[2J\u{2066}bidi\u{0}"),
        vec![
            Printed("5 0 1"),
            Printed("5 0 1"),
            Printed("0 0 1\n9 9 9"),
            Printed("0 0 1\n0 0 1\n"),
            Printed("2 1 1\n2 7 1\n3 0 1\n"),
            Printed("0 0 2\n1 0 1\n"),
            Printed("1 0 1\n4 0 1\n1 0 1\n"),
            Printed("0 0 -1\n3 0 1\n0 0 1\n1 0 1\n"),
        ],
    );
    let unfinished = Person::new(
        "a",
        None,
        right_but([
            (4, Printed("2 1 1\n3 1 1\n")),
            (5, Printed("0 0 1\n3 0 1\n")),
            (7, Printed("2 0 -1\n0 1 1\n3 1 -1\n3 0 -1\n")),
        ]),
    );
    let mut crashing = Person::new(
        "王 五",
        None,
        right_but([
            (
                0,
                Failed(
                    Verdict::RuntimeError,
                    Cause::ExitCode { code: 1 },
                    Some("3 0 -1"),
                ),
            ),
            (4, runtime(11)),
            (
                5,
                Failed(
                    Verdict::RuntimeError,
                    Cause::Signal { number: 6 },
                    Some("0 0 1"),
                ),
            ),
            (6, runtime(8)),
        ]),
    );
    crashing.stderr = "terminate called after throwing <std::bad_alloc> & co\n\
                       \u{1b}[31mred\u{1b}[0m \u{202e}gnorw\n</pre><script>alert(4)</script>";
    let stream = |name: &str| Cause::Output {
        stream: name.to_owned(),
    };
    let idle = |why| {
        Failed(
            Verdict::IdlenessLimitExceeded,
            Cause::WallTime { why },
            None,
        )
    };
    let mut limited = Person::new(
        "slow-one",
        Some("Émile O’Long-Name with a name that doesn’t end before eighty characters are over"),
        vec![
            Failed(Verdict::TimeLimitExceeded, Cause::CpuTime, Some("3 0 -1")),
            idle(Some(Idle::WaitsForInput)),
            idle(None),
            Failed(Verdict::MemoryLimitExceeded, Cause::Memory, None),
            Failed(
                Verdict::OutputLimitExceeded,
                stream("standard output"),
                None,
            ),
            Failed(Verdict::OutputLimitExceeded, stream(FOLDER), None),
            Failed(Verdict::RuntimeError, Cause::Processes { limit: 64 }, None),
            Failed(
                Verdict::WrongAnswer,
                Cause::AnswerFile {
                    name: "mayan.out".to_owned(),
                    why: AnswerFileFault::Missing,
                },
                None,
            ),
        ],
    );
    limited.again = Some(0);
    let mut refused = Person::new("ce", Some("钱 六"), Vec::new());
    refused.did = (0..8)
        .map(|_| Failed(Verdict::CompileError, Cause::Compile, None))
        .collect();
    refused.compilation.outcome = CompileOutcome::Failed;
    refused.compilation.toolchain = None;
    refused.says(
        "main.cpp:1:10: fatal error: conio.h: No such file\n    1 | #include <conio.h>\n\
         \u{202e}\u{7}<script>alert(5)</script>",
    );
    refused.compilation.hints = vec![
        Hint::ForeignHeader {
            header: "conio.h".to_owned(),
        },
        Hint::VoidMain,
    ];
    let unlucky = Person::new(
        "board",
        Some("judge’s fault"),
        right_but([(
            6,
            Failed(
                Verdict::JudgeError,
                Cause::Judge {
                    message: "no space left on /tmp: make room and grade again".to_owned(),
                },
                None,
            ),
        )]),
    );
    let skip = |why| Failed(Verdict::Skipped, Cause::NotRun { why }, None);
    let skipped = Person::new(
        "a-b",
        Some("Robert'); --"),
        right_but([
            (2, Printed("0 0 1\n1 0 1\n")),
            (3, skip(Skip::FailFast)),
            (4, skip(Skip::FailFast)),
            (5, skip(Skip::FailFast)),
            (6, skip(Skip::Interrupted)),
            (7, skip(Skip::Interrupted)),
        ]),
    )
    .remark(Remark::WrongPath {
        expected: "mayan/mayan.cpp".to_owned(),
    })
    .remark(Remark::Chosen {
        by: Choice::Newest,
        others: vec!["a-b/v1.cpp".to_owned(), "a-b/v2 终.cpp".to_owned()],
    })
    .remark(Remark::NotInRoster);
    let nothing = Person::absent("2023011", Some("孙七"), Remark::NothingHandedIn);
    let unusable = Person::absent(
        "2023012",
        None,
        Remark::NothingUsable {
            files: vec![left_out("2023012/答案.docx", Unused::NoSource)],
        },
    );
    vec![
        first, answers, text, illegal, unfinished, crashing, limited, refused, unlucky, skipped,
        nothing, unusable,
    ]
}

#[test]
fn everything_happens_and_json_keeps_it() {
    let report = report();
    let json = serde_json::to_string(&report).unwrap();
    assert_eq!(serde_json::from_str::<Report>(&json).unwrap(), report);
    for (code, what) in [
        ("AC", "right"),
        ("SK", "not-run"),
        ("PE", "not-integer"),
        ("WA", "not-least"),
        ("TLE", "cpu-time"),
        ("ILE", "wall-time"),
        ("MLE", "memory"),
        ("OLE", "output"),
        ("RE", "signal"),
        ("CE", "compile"),
        ("JE", "judge"),
        ("WA", "nothing-printed"),
        ("PE", "utf16"),
        ("WA", "after-minus-one"),
        ("WA", "incomplete-move"),
        ("WA", "illegal-move"),
        ("WA", "too-few-moves"),
        ("WA", "too-many-moves"),
        ("WA", "not-cleared"),
        ("WA", "cleared-early"),
        ("WA", "claims-none"),
        ("WA", "no-answer-exists"),
        ("WA", "answer-file"),
        ("RE", "processes"),
        ("RE", "exit-code"),
    ] {
        assert!(json.contains(&format!("\"verdict\":\"{code}\"")), "{code}");
        assert!(json.contains(&format!("\"{what}\"")), "{what}");
    }
    let strict = Rules::ALL[3];
    let json = serde_json::to_string(&report_under(strict)).unwrap();
    assert!(json.contains("moves-after-clear") && json.contains("same-colour-swap\""));
}
