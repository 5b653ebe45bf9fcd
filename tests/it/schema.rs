//! `docs/report.schema.json` says what a report is: every report that these tests
//! make fits it, and it is no schema that everything fits.

use serde_json::Value;

use crate::support::{Contest, ONE_MOVE, SAMPLE, UNSOLVABLE, root};

/// Why a value doesn't fit the schema.
pub(crate) fn misfit(report: &Value) -> Option<String> {
    let path = root().join("docs/report.schema.json");
    let schema: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let mut compiler = boon::Compiler::new();
    compiler.add_resource("report.json", schema).unwrap();
    let mut schemas = boon::Schemas::new();
    let index = compiler.compile("report.json", &mut schemas).unwrap();
    let error = schemas.validate(report, index).err()?;
    Some(format!("{error:#}"))
}

fn report(contest: &Contest, arguments: &[&str]) -> Value {
    let mut all = vec!["grade"];
    all.extend(arguments);
    all.extend(["--json", "report.json"]);
    let said = contest.run(all);
    let text = std::fs::read(contest.path("report.json"));
    let text = text.unwrap_or_else(|error| panic!("{error}: {}{}", said.out, said.err));
    serde_json::from_slice(&text).unwrap()
}

fn contest() -> Contest {
    let contest = Contest::new();
    for (name, input) in [("1", SAMPLE), ("2", ONE_MOVE), ("3", UNSOLVABLE)] {
        contest.write(&format!("testcases/{name}.in"), input);
    }
    contest.write("testcases/1.desc", "the sample");
    for (name, body) in [
        (
            "right",
            "cat > /dev/null; printf '2 1 1\\n3 1 1\\n3 0 1\\n'",
        ),
        ("minus", "echo -1"),
        ("junk", "echo word; exit 3"),
        ("early", "echo 3 0 -1; echo 3 0 -1"),
        ("flood", "exec yes"),
        ("crash", "kill -SEGV $$"),
        ("slow", "while :; do :; done"),
        ("sleeps", "sleep 60"),
    ] {
        contest.script(&format!("class/{name}/program"), body);
    }
    contest.write("class/bad/mayan.nope", "x");
    contest.write("class/bad/other.nope", "y");
    contest.write("class/none/notes.txt", "x");
    contest.write(
        "judge.toml",
        "[languages.nope]\nextensions = ['nope']\ncompile = ['false']\nrun = ['{exe}']\n\
         install = 'x'\n[[subtasks]]\nname = 'a'\ncase-points = 10\ncases = '[12]'\n\
         [[subtasks]]\nname = 'b'\npoints = 80\ncases = '3'\nscoring = 'min'\ndepends = ['a']\n",
    );
    contest
}

#[test]
fn reports_fit_the_schema() {
    let contest = contest();
    let limits = ["--time-limit", "300ms"];
    for options in [&["class"][..], &["class", "--style", "icpc", "--no-cache"]] {
        let mut arguments = options.to_vec();
        arguments.extend(limits);
        let report = report(&contest, &arguments);
        assert_eq!(misfit(&report), None, "{options:?}");
        assert_eq!(report["results"].as_array().unwrap().len(), 9);
    }
    let one = report(&contest, &["class/right/program", "--case", "1"]);
    assert_eq!(misfit(&one), None);
}

/// What makes a report none.
type Change = fn(&mut Value);

#[test]
fn the_schema_refuses_what_is_no_report() {
    let contest = contest();
    let good = report(&contest, &["class/minus/program"]);
    assert_eq!(misfit(&good), None);
    let changes: [(&str, Change); 6] = [
        ("another version", |it| it["version"] = 3.into()),
        ("no results", |it| {
            it.as_object_mut().unwrap().remove("results");
        }),
        ("an unknown verdict", |it| {
            it["results"][0]["cases"][0]["verdict"] = "OK".into();
        }),
        ("a move out of bounds", |it| {
            it["cases"][0]["answer"][0][0] = 9.into();
        }),
        ("a signal without its number", |it| {
            it["results"][0]["cases"][0]["cause"] = serde_json::json!({"kind": "signal"});
        }),
        ("a check without its moves", |it| {
            it["results"][0]["cases"][0]["cause"] =
                serde_json::json!({"kind": "answer", "finding": "right", "expected": null});
        }),
    ];
    for (name, change) in changes {
        let mut bad = good.clone();
        change(&mut bad);
        assert!(misfit(&bad).is_some(), "{name} fits");
    }
}
