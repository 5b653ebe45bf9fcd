//! `docs/validate.schema.json` says what `--format json` prints.

use serde_json::Value;

use super::{clean, document};
use crate::support::{Contest, SAMPLE, root};

/// Why a value doesn't fit the schema.
fn misfit(document: &Value) -> Option<String> {
    let path = root().join("docs/validate.schema.json");
    let schema: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let mut compiler = boon::Compiler::new();
    compiler.add_resource("validate.json", schema).unwrap();
    let mut schemas = boon::Schemas::new();
    let index = compiler.compile("validate.json", &mut schemas).unwrap();
    let error = schemas.validate(document, index).err()?;
    Some(format!("{error:#}"))
}

/// A contest with much to say of.
pub(super) fn crooked() -> Contest {
    let contest = clean();
    let put = |name: &str, text: &str| {
        contest.write(&format!("testcases/{name}"), text);
    };
    put("bottom-row/1.ans", "3 0 -1 \r\n");
    put("bottom-row/3.in", "1\n1 2 0\n2 0\n1 0\n0\n3 0\n");
    put("bottom-row/3.ans", "-1\n");
    put("full/2.ans", "2 1 1\n3 1 1\n2 0 1\n");
    put("full/4.in", &(SAMPLE.replace('\n', " ") + "\n"));
    put("full/4.ans", "2 1 1\n3 1 1\n3 0 1\n");
    put("full/5.in", "2\n1 0\n1 x 0 \n");
    put("full/6.in", "3\n2 1 0\n1 0\n0\n1 2 0\n2 0\n");
    put("full/6.ans", "-1\n");
    put("full/7.in", "2\n1 1 1 0\n3 0\n0\n0\n0\n");
    put("full/8.in", "1\n0\n0\n0\n0\n0\n");
    put("full/8.ans", "-1\n");
    put("full/10 (copy).in", "2\n1 0\n1 0\n0\n1 0\n0\n");
    put("full/10 (copy).ans", "0 0 1\n3 0 -1\n");
    for number in 11..20 {
        put(
            &format!("full/{number}.in"),
            &format!("1\n{}0\n1 0\n2 0\n0\n0\n", "1 2 ".repeat(1 + number % 3)),
        );
    }
    put("full/lost.ans", "-1\n");
    put("odd/.hidden.in", "-1\n");
    contest
}

#[test]
fn documents_fit_the_schema() {
    for contest in [clean(), crooked()] {
        for options in [&[][..], &["--moves", "at-most"], &["--fix"]] {
            let (document, _) = document(&contest, options);
            assert_eq!(misfit(&document), None, "{options:?}");
        }
    }
}

/// What makes a document none.
type Change = fn(&mut Value);

#[test]
fn the_schema_refuses_what_is_no_document() {
    let (good, _) = document(&crooked(), &[]);
    let changes: [(&str, Change); 5] = [
        ("another version", |it| it["version"] = 2.into()),
        ("no issues", |it| {
            it.as_object_mut().unwrap().remove("issues");
        }),
        ("an unknown code", |it| {
            it["issues"][0]["code"] = "other".into();
        }),
        ("a case without nodes", |it| {
            it["cases"][0].as_object_mut().unwrap().remove("nodes");
        }),
        ("another key", |it| it["issues"][0]["other"] = 1.into()),
    ];
    for (name, change) in changes {
        let mut bad = good.clone();
        change(&mut bad);
        assert!(misfit(&bad).is_some(), "{name} fits");
    }
}
