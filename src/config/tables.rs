//! Tables of `judge.toml` that are written in another way than the report has
//! them, and the reader's messages in words for people.

use serde::{Deserialize, Deserializer, de::Error};

use super::{CaseGlob, Contest, Io, IoMode, NonzeroExit, Scoring, Style, Subtask, Worth};
use mayan_reference::{MoveCount, Rules, SameColourSwap};

#[derive(Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
struct RulesTable {
    moves: MoveCount,
    same_colour_swap: SameColourSwap,
}

impl Default for RulesTable {
    fn default() -> Self {
        let Rules {
            moves,
            same_colour_swap,
        } = Rules::default();
        Self {
            moves,
            same_colour_swap,
        }
    }
}

/// `[rules]`.
pub(super) fn rules<'de, D: Deserializer<'de>>(from: D) -> Result<Rules, D::Error> {
    let RulesTable {
        moves,
        same_colour_swap,
    } = RulesTable::deserialize(from)?;
    Ok(Rules::new(moves, same_colour_swap))
}

#[derive(Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
struct IoTable {
    mode: IoMode,
    #[serde(deserialize_with = "file_name")]
    input: String,
    #[serde(deserialize_with = "file_name")]
    output: String,
    nonzero_exit: NonzeroExit,
}

impl Default for IoTable {
    fn default() -> Self {
        let Io {
            mode,
            input,
            output,
            nonzero_exit,
        } = Io::default();
        Self {
            mode,
            input,
            output,
            nonzero_exit,
        }
    }
}

/// `[io]`.
pub(super) fn io<'de, D: Deserializer<'de>>(from: D) -> Result<Io, D::Error> {
    let IoTable {
        mode,
        input,
        output,
        nonzero_exit,
    } = IoTable::deserialize(from)?;
    // The input would be judged as the answer.
    if input == output {
        let message = "input and output are the same file, expected two names";
        return Err(Error::custom(message));
    }
    Ok(Io {
        mode,
        input,
        output,
        nonzero_exit,
    })
}

#[derive(Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
struct ContestTable {
    #[serde(deserialize_with = "file_name")]
    name: String,
    style: Style,
}

impl Default for ContestTable {
    fn default() -> Self {
        let Contest { name, style } = Contest::default();
        Self { name, style }
    }
}

/// `[contest]`.
pub(super) fn contest<'de, D: Deserializer<'de>>(from: D) -> Result<Contest, D::Error> {
    let ContestTable { name, style } = ContestTable::deserialize(from)?;
    Ok(Contest { name, style })
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct SubtaskTable {
    name: String,
    points: Option<u32>,
    case_points: Option<u32>,
    #[serde(default)]
    scoring: Scoring,
    cases: CaseGlob,
    #[serde(default)]
    depends: Vec<String>,
}

/// The largest number of points that can be given.
const MOST_POINTS: u32 = 1_000_000;

/// `[[subtasks]]`.
pub(super) fn subtasks<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Subtask>, D::Error> {
    let tables = Vec::<SubtaskTable>::deserialize(from)?;
    let mut subtasks: Vec<Subtask> = Vec::new();
    for table in tables {
        let name = &table.name;
        let worth = match (table.points, table.case_points) {
            (Some(points), None) => Worth::Together(points),
            (None, Some(points)) => Worth::EachCase(points),
            _ => {
                let message = format!(
                    "subtask `{name}` needs either points or case-points, expected one of them"
                );
                return Err(Error::custom(message));
            }
        };
        if worth.of(1) > MOST_POINTS {
            let message = format!("subtask `{name}` has more than {MOST_POINTS} points");
            return Err(Error::custom(message));
        }
        if subtasks.iter().any(|other| other.name == *name) {
            let message = format!("there are two subtasks `{name}`, expected names that differ");
            return Err(Error::custom(message));
        }
        // Only those above: so no circle can be written.
        let known = |it: &&String| subtasks.iter().any(|other| other.name == **it);
        if let Some(other) = table.depends.iter().find(|it| !known(it)) {
            let message = format!(
                "subtask `{name}` depends on `{other}`, expected the name of a subtask above it"
            );
            return Err(Error::custom(message));
        }
        // Its full points would always be there, whatever became of its cases.
        let has_none = |it: &&String| {
            let mut others = subtasks.iter();
            others.any(|other| other.name == **it && !other.worth.has_points())
        };
        if let Some(other) = table.depends.iter().find(has_none) {
            let message = format!(
                "subtask `{name}` depends on `{other}`, which gives no points and so doesn't \
                 count, expected the name of a subtask with points"
            );
            return Err(Error::custom(message));
        }
        subtasks.push(Subtask {
            name: table.name,
            worth,
            scoring: table.scoring,
            cases: table.cases,
            depends: table.depends,
        });
    }
    Ok(subtasks)
}

/// For a file in the program's folder: a plain name.
fn file_name<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    const LONGEST: usize = 255;
    let name = String::deserialize(from)?;
    let is_plain = !name.is_empty() && !name.contains(['/', '\0']) && name != "." && name != "..";
    if !is_plain || name.len() > LONGEST {
        return Err(Error::custom(format!(
            "`{name}` is not a file name, expected a name without a folder, such as \"mayan.in\""
        )));
    }
    Ok(name)
}

/// A reader's message in two parts: what is wrong, and what was expected. The
/// reader's names for types become what a person writes.
pub(super) fn split_message(message: &str) -> (String, String) {
    let found = [(", expected ", 2), (": write ", 2)]
        .into_iter()
        .find_map(|(mark, skip)| Some((message.find(mark)?, skip)));
    let Some((at, skip)) = found else {
        return (message.to_owned(), String::new());
    };
    let types = [
        ("expected u32", "expected a whole number from 0 up"),
        ("expected a string", "expected text in quotes"),
        ("expected path string", "expected a path in quotes"),
        ("expected a sequence", "expected a list in [ ]"),
        ("expected a map", "expected a table"),
        ("expected string or table", "expected text in quotes"),
    ];
    let mut expected = message[at + skip..].to_owned();
    for (theirs, ours) in types {
        if expected == theirs {
            ours.clone_into(&mut expected);
        }
    }
    if expected.starts_with("expected struct ") {
        "expected a table".clone_into(&mut expected);
    }
    (message[..at].to_owned(), expected)
}
