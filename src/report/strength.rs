//! The strength of a set of testcases, for a terminal.

use mayan_reference::Rules;

use super::board::{self, Picture};
use super::style::{self, BOLD, DIM, Style, pad, pad_left, paint, shorten, wrap};
use super::text::{self, Label};
use crate::mutants::{self, Fate, Fault, Fuel, Mutant, Ran, catalogue};
use crate::sanitize;
use crate::testcase::{CaseId, Testcase};
use crate::validate::strength::{Outcome, Row, Strength};

/// The most cases that a matrix in a terminal has.
const MOST_CASES: usize = 40;
/// The most columns of a mutant's name beside the matrix, and of a case's.
const NAME: usize = 34;
/// How many survivors are drawn with a board that would kill them.
const DRAWN: usize = 3;
/// Columns of a count.
const COUNT: usize = 6;

/// The matrix, what each case is worth, and what it all comes to.
#[must_use]
pub fn strength(found: &Strength, style: Style) -> String {
    let lang = style.lang;
    let cases = found.cases.len();
    let title = text::strength_title(lang, found.mutants.len(), cases);
    let mut out = format!("{}\n", paint(BOLD, title));
    if cases > MOST_CASES {
        out += &wrap(&text::too_wide(lang, cases), "", style);
    } else {
        out += text::strength_legend(lang);
        out.push('\n');
    }
    for outcome in [
        Outcome::Killed,
        Outcome::OnlyByAmbiguous,
        Outcome::Equivalent,
    ] {
        out += &group(found, outcome, style);
    }
    // What needs attention is last, where the eye is.
    for outcome in [Outcome::NeedsAmbiguous, Outcome::Survives] {
        out += &group(found, outcome, style);
    }
    out += &killing_boards(found, style);
    out.push('\n');
    out += &worth(found, style);
    out.push('\n');
    out += &wrap(&text::smallest(lang, &found.smallest), "", style);
    out + &wrap(&text::strength_conclusion(lang, found), "", style)
}

/// The mutants of an outcome, with their row of the matrix; of those that aren't simply
/// killed also what is wrong with them.
fn group(found: &Strength, outcome: Outcome, style: Style) -> String {
    let rows: Vec<&Row> = found.with(outcome).collect();
    if rows.is_empty() {
        return String::new();
    }
    let lang = style.lang;
    let heading = format!("{} ({})", text::outcome(lang, outcome), rows.len());
    let mut out = format!("\n{}\n", paint(BOLD, heading));
    let has_matrix = found.cases.len() <= MOST_CASES;
    if has_matrix && outcome != Outcome::Equivalent {
        out += &head(found.cases.len());
    }
    for row in rows {
        let name = shorten(&row.mutant, NAME, style);
        let strip = if has_matrix {
            strip(&row.fates)
        } else {
            String::new()
        };
        let ambiguous = match row.ambiguous_kills {
            0 => String::new(),
            kills => format!(" +{kills}a"),
        };
        if outcome == Outcome::Equivalent {
            out += &format!("{}\n", shorten(&row.mutant, style.width, style));
        } else {
            let kills = pad_left(&row.kills.to_string(), COUNT - 1);
            let line = format!("{} {strip}{kills}{ambiguous}", pad(&name, NAME));
            out += &format!("{}\n", line.trim_end());
        }
        if outcome != Outcome::Killed {
            out += &wrap(&described(&row.faults, style), "    ", style);
        }
        if matches!(outcome, Outcome::Equivalent | Outcome::NeedsAmbiguous) {
            let reason = text::standing_reason(lang, &row.faults);
            out += &wrap(reason, "    ", style);
        }
    }
    out
}

/// What a mutant does wrong, in words.
pub(super) fn described(faults: &[Fault], style: Style) -> String {
    let faults: Vec<&str> = faults
        .iter()
        .map(|it| text::fault(style.lang, *it))
        .collect();
    text::all_of(style.lang, &faults)
}

/// The numbers of the cases, tens above ones.
fn head(cases: usize) -> String {
    let tens = (1..=cases).map(|it| {
        if it % 10 == 0 {
            (it / 10).to_string()
        } else {
            " ".into()
        }
    });
    let ones = (1..=cases).map(|it| (it % 10).to_string());
    let lines = [tens.collect::<String>(), ones.collect::<String>()];
    let lines = lines.map(|it| format!("{:NAME$} {}", "", paint(DIM, it.trim_end())));
    let lines = lines.iter().filter(|it| style::width(it) > NAME + 1);
    lines.map(|it| format!("{it}\n")).collect()
}

fn strip(fates: &[Fate]) -> String {
    let letter = |fate: &Fate| match fate {
        Fate::Killed => '#',
        Fate::Survives => '.',
        Fate::Undecided => '?',
    };
    fates.iter().map(letter).collect()
}

/// What each case is worth.
fn worth(found: &Strength, style: Style) -> String {
    let lang = style.lang;
    let numbers = found.cases.len().to_string().len().max(2);
    let line = |number: &str, [case, kills, alone, remark]: [&str; 4]| {
        let line = format!(
            "{} {}{}{}  {remark}",
            pad_left(number, numbers),
            pad(case, NAME - numbers),
            pad_left(kills, COUNT),
            pad_left(alone, COUNT + 1),
        );
        format!("{}\n", line.trim_end())
    };
    let mut out = paint(DIM, line("", text::worth_headings(lang)).trim_end()) + "\n";
    for (place, case) in found.cases.iter().enumerate() {
        let name = sanitize::line(&case.case.0);
        let cells = [
            &shorten(&name, NAME - numbers - 1, style),
            &case.kills.to_string(),
            &case.alone.len().to_string(),
            text::worth_remark(lang, case.ambiguous, case.redundant),
        ];
        out += &line(&(place + 1).to_string(), cells.map(|it| it as &str));
    }
    out
}

/// For the first survivors the smallest board that kills each.
fn killing_boards(found: &Strength, style: Style) -> String {
    let survivors = found.with(Outcome::Survives);
    let known = survivors.filter_map(|it| mutants::named(&it.mutant));
    let boards = known.take(DRAWN).filter_map(|it| smallest_board(it, style));
    boards.map(|it| format!("\n{it}")).collect()
}

/// The smallest board that a mutant gets wrong: what is wrong with it, the board, what is
/// right and what it prints. `None` if no unambiguous board kills it.
#[must_use]
pub fn smallest_board(mutant: &dyn Mutant, style: Style) -> Option<String> {
    let lang = style.lang;
    let puzzle = catalogue::of(mutant.name())?;
    let case = Testcase::new(CaseId(mutant.name().to_owned()), puzzle);
    let printed = match mutant.run(&case.input, Fuel::default()) {
        Ran::Printed(output) => String::from_utf8_lossy(&output).into_owned(),
        Ran::Crashed | Ran::OutOfFuel => String::new(),
    };
    let mut out = format!("{}\n", paint(BOLD, mutant.name()));
    out += &wrap(&described(mutant.faults(), style), "  ", style);
    let title = format!("n = {}", puzzle.n);
    out += &board::draw(&[Picture::new(title, puzzle.board)], "  ", style);
    let least = text::answer(lang, case.answer(Rules::default()).as_deref());
    out += &wrap(&text::least_answer(lang, &least), "  ", style);
    let printed: Vec<&str> = printed.lines().collect();
    let printed = text::of(lang, text::label(lang, Label::Printed), &printed.join(", "));
    out += &wrap(&printed, "  ", style);
    Some(out)
}
