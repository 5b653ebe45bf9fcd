//! `docs/events.schema.json` says what a line of events is: it takes the lines of real
//! runs, and shares what it says with the report's schema.

use boon::{Compiler, SchemaIndex, Schemas};
use mayan_judge::event::Event;
use serde_json::{Value, json};

use crate::fixture::report;
use crate::support::{Contest, ONE_MOVE, SAMPLE, UNSOLVABLE, root};

/// Both schemas, compiled.
struct Checker {
    schemas: Schemas,
    events: SchemaIndex,
    report: SchemaIndex,
}

impl Checker {
    fn new() -> Self {
        let mut compiler = Compiler::new();
        // By these names they refer to each other.
        let names = ["events.schema.json", "report.schema.json"];
        for name in names {
            let text = std::fs::read(root().join("docs").join(name)).unwrap();
            compiler
                .add_resource(name, serde_json::from_slice(&text).unwrap())
                .unwrap();
        }
        let mut schemas = Schemas::new();
        let [events, report] = names.map(|it| compiler.compile(it, &mut schemas).unwrap());
        Self {
            schemas,
            events,
            report,
        }
    }

    /// Why a line doesn't fit.
    fn misfit(&self, line: &Value) -> Option<String> {
        let error = self.schemas.validate(line, self.events).err()?;
        Some(format!("{error:#}"))
    }
}

/// The lines of a run in which most things happen.
fn lines() -> Vec<Value> {
    let contest = Contest::new();
    for (name, input) in [("1", SAMPLE), ("2", ONE_MOVE), ("3", UNSOLVABLE)] {
        contest.write(&format!("testcases/{name}.in"), input);
    }
    for (name, body) in [
        (
            "right",
            "cat > /dev/null; printf '2 1 1\\n3 1 1\\n3 0 1\\n'",
        ),
        ("minus", "echo -1"),
        ("junk", "echo word; echo no >&2; exit 3"),
        ("crash", "kill -SEGV $$"),
        ("slow", "while :; do :; done"),
    ] {
        contest.script(&format!("class/{name}/program"), body);
    }
    contest.write("class/bad/mayan.nope", "x");
    contest.write("class/none/notes.txt", "x");
    contest.write(
        "judge.toml",
        "[languages.nope]\nextensions = ['nope']\ncompile = ['false']\nrun = ['{exe}']\n\
         install = 'x'\n",
    );
    let said = contest.run([
        "grade",
        "class",
        "--time-limit",
        "300ms",
        "--format",
        "json",
    ]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    let lines = said.out.lines();
    lines.map(|it| serde_json::from_str(it).unwrap()).collect()
}

/// What makes a line none.
type Change = fn(&mut Value);

#[test]
fn events_fit_their_schema() {
    let checker = Checker::new();
    let mut lines = lines();
    assert_eq!(lines[0]["event"], "start");
    assert_eq!(lines.last().unwrap()["event"], "finished");
    assert_eq!(lines.len(), 2 + 6 * (3 + 3));
    lines.extend(
        report()
            .events(|_| true)
            .map(|it| serde_json::to_value(it).unwrap()),
    );
    for line in &lines {
        assert_eq!(checker.misfit(line), None, "{line}");
        // Keys that come later don't matter.
        let mut later = line.clone();
        later["a_new_key"] = json!(1);
        assert_eq!(checker.misfit(&later), None, "{line}");
        // And it reads back as the same event.
        let event: Event = serde_json::from_value(line.clone()).unwrap();
        assert_eq!(serde_json::to_value(event).unwrap(), *line);
        for change in ALL {
            let mut bad = line.clone();
            change(&mut bad);
            assert!(checker.misfit(&bad).is_some(), "{bad}");
        }
    }
    let mut changed = 0;
    for (event, what, change) in CHANGES {
        for line in lines.iter().filter(|it| it["event"] == event) {
            let mut bad = line.clone();
            change(&mut bad);
            assert!(checker.misfit(&bad).is_some(), "{what}: {bad}");
            changed += 1;
        }
    }
    assert!(changed > 100, "only {changed} lines were altered");
}

/// What makes every line none.
const ALL: [Change; 3] = [
    |it| it["event"] = json!("case-begun"),
    |it| drop(it.as_object_mut().unwrap().remove("event")),
    |it| *it = json!([it.clone()]),
];

/// What makes a line of some event none.
const CHANGES: [(&str, &str, Change); 11] = [
    ("start", "another version", |it| it["version"] = json!(1)),
    ("start", "no cases", |it| {
        drop(it.as_object_mut().unwrap().remove("cases"));
    }),
    ("start", "a limit in words", |it| {
        it["limits"]["cpu_time"] = json!("3s");
    }),
    ("submission-started", "a digest cut short", |it| {
        it["digest"] = json!("abc");
    }),
    ("compiled", "an unknown outcome", |it| {
        it["outcome"] = json!("maybe");
    }),
    ("compiled", "a negative time", |it| it["time"] = json!(-1)),
    ("case-finished", "an unknown verdict", |it| {
        it["verdict"] = json!("OK");
    }),
    ("case-finished", "no submission", |it| {
        drop(it.as_object_mut().unwrap().remove("submission"));
    }),
    ("case-finished", "no kind of cause", |it| {
        it["cause"] = json!({});
    }),
    ("submission-finished", "no name", |it| {
        it["submission"] = json!(7);
    }),
    ("finished", "no word of how", |it| {
        it["interrupted"] = json!("no");
    }),
];

#[test]
fn the_report_fits_as_the_events_do() {
    let checker = Checker::new();
    let report = serde_json::to_value(report()).unwrap();
    let fits = |it: &Value| checker.schemas.validate(it, checker.report).is_ok();
    assert!(fits(&report));
    // The first line has what the report has, but for results.
    let mut start = report.clone();
    start["event"] = json!("start");
    for key in ["results", "interrupted"] {
        start.as_object_mut().unwrap().remove(key);
    }
    assert_eq!(checker.misfit(&start), None);
    assert!(!fits(&start));
    let mut bad = report;
    bad["results"][0].as_object_mut().unwrap().remove("digest");
    assert!(!fits(&bad));
}
