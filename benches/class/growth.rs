//! Reports of more and more results: what each one costs, and what putting
//! journals of them together does.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::cost::{Failure, median, watched};
use crate::{CASES, judge};

/// Results of the largest report.
const MOST: usize = 100_000;

/// Times that each is measured.
const TIMES: usize = 5;

/// What a merge of [`MOST`] lines may take.
const MERGE_LIMIT: f64 = 1.0;

/// Prints the time for each result, which must not grow, and the merge.
pub(crate) fn growth() -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let (run, compiled, case) = template(folder.path())?;
    let mut first = None;
    for results in [MOST / 100, MOST / 10, MOST] {
        let path = folder.path().join(format!("{results}.jsonl"));
        write(&path, results / CASES, [&run, &compiled, &case])?;
        let mut seconds = Vec::new();
        let mut peak = 0;
        for _ in 0..TIMES {
            let mut merge = Command::new(judge());
            merge
                .arg("merge")
                .arg(&path)
                .arg("--exit-zero")
                .arg("--json");
            merge.arg(folder.path().join("report.json"));
            merge.stdout(Stdio::null());
            let begun = Instant::now();
            peak = watched(&mut merge)?.1.max(peak);
            seconds.push(begun.elapsed().as_secs_f64());
        }
        let seconds = median(&mut seconds);
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        let each = seconds / results as f64;
        let first = *first.get_or_insert(each);
        println!(
            "growth: merge of {results} results with report and scoreboard: {seconds:.3} s, {:.1} \
             us each, {:.2} x that of the first; peak {} MiB{}",
            each * 1e6,
            each / first,
            u64::div_ceil(peak, 1024),
            if results == MOST {
                format!(" (must be below {MERGE_LIMIT} s)")
            } else {
                String::new()
            }
        );
    }
    Ok(())
}

/// The lines of a real run of one hand-in: its first one, how it was compiled, and
/// a result, all of `CONTESTANT`.
fn template(folder: &Path) -> Result<(String, String, String), Failure> {
    let class = folder.join("class");
    fs::create_dir_all(class.join("CONTESTANT"))?;
    let script = class.join("CONTESTANT/program");
    fs::write(&script, "#!/bin/sh\necho -1\n")?;
    fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    let testcases = folder.join("testcases");
    fs::create_dir(&testcases)?;
    for number in 0..CASES {
        let board = format!("1\n1 {}0\n0\n0\n0\n0\n", "2 ".repeat(number % 2));
        fs::write(testcases.join(format!("{number:02}.in")), board)?;
    }
    let journal = folder.join("one.jsonl");
    let mut grade = Command::new(judge());
    grade.current_dir(folder);
    grade
        .args(["grade", "class", "--exit-zero", "--testcases"])
        .arg(&testcases);
    grade
        .arg("--out")
        .arg(&journal)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    watched(&mut grade)?;
    let text = fs::read_to_string(&journal)?;
    let find = |start: &str| -> Result<String, Failure> {
        let line = text.lines().find(|line| line.starts_with(start));
        Ok(line.ok_or("the run left no such line")?.to_owned())
    };
    Ok((
        find("{\"run\"")?,
        find("{\"submission\"")?,
        find("{\"case\"")?,
    ))
}

/// A journal of so many contestants.
fn write(path: &PathBuf, contestants: usize, lines: [&String; 3]) -> Result<(), Failure> {
    let [run, compiled, case] = lines;
    let mut file = std::io::BufWriter::new(fs::File::create(path)?);
    let mut run: serde_json::Value = serde_json::from_str(run)?;
    let all = (0..contestants).map(|number| {
        let id = format!("contestant{number:05}");
        serde_json::json!({ "id": id, "file": format!("{id}/program") })
    });
    run["run"]["start"]["contestants"] = all.collect();
    writeln!(file, "{run}")?;
    let this: serde_json::Value = serde_json::from_str(case)?;
    let name = this["case"]["result"]["case"].as_str().unwrap_or_default();
    let name = format!("\"case\":\"{name}\"");
    for number in 0..contestants {
        let id = format!("contestant{number:05}");
        writeln!(file, "{}", compiled.replace("CONTESTANT", &id))?;
        for other in 0..CASES {
            let case = case.replace("CONTESTANT", &id);
            let other = format!("\"case\":\"{other:02}\"");
            writeln!(file, "{}", case.replace(&name, &other))?;
        }
    }
    file.flush()?;
    Ok(())
}
