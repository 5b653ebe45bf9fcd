//! `explain`: one result of a report, with all that it rests on.

use super::report::{load, only};
use super::{Failure, Streams, tell};
use crate::cli::ExplainArgs;
use crate::event::CaseInfo;
use crate::exit::Exit;
use crate::report::appeal::{Appeal, appeal};
use crate::report::text;
use crate::summary::Report;

pub(super) fn run(args: &ExplainArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let style = streams.style;
    let lang = style.lang;
    let report = load(style, &args.report)?;
    let contestant = only(&report, &args.contestant, style)?;
    let case = case(&report, &args.case).map_err(|fitting| {
        let message = text::no_case(lang, &args.case, &fitting);
        Failure::usage(style, message)
    })?;
    let results = report.by_submission();
    let submission = results.get(contestant.id.as_str()).copied();
    let result = submission.and_then(|it| it.cases.iter().find(|it| it.case == case.case));
    let (Some(submission), Some(result)) = (submission, result) else {
        let message = text::not_graded(lang, &contestant.to_string(), &case.case.0);
        return Err(Failure::usage(style, message));
    };
    let explained = appeal(
        &Appeal {
            report: &report,
            contestant,
            submission,
            case,
            result,
        },
        style,
    );
    tell(streams.out, &explained)?;
    Ok(Exit::Success)
}

/// The testcase of this name, else the only one whose last part it is, else the only
/// one whose last part begins so.
///
/// # Errors
/// The names that fit, if there are several.
fn case<'a>(report: &'a Report, name: &str) -> Result<&'a CaseInfo, Vec<&'a str>> {
    let cases = &report.start.cases;
    let last = |case: &'a CaseInfo| case.case.0.rsplit('/').next().unwrap_or_default();
    let ways: [&dyn Fn(&'a CaseInfo) -> bool; 3] =
        [&|it| it.case.0 == name, &|it| last(it) == name, &|it| {
            last(it).starts_with(name)
        }];
    for fits in ways {
        let fitting: Vec<&CaseInfo> = cases.iter().filter(|it| fits(it)).collect();
        match fitting.as_slice() {
            [] => {}
            [case] => return Ok(case),
            several => return Err(several.iter().map(|it| it.case.0.as_str()).collect()),
        }
    }
    Err(Vec::new())
}
