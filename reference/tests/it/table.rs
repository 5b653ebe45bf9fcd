//! Reading a table of boards with their answers: tab-separated lines of name,
//! n, board, and the least answer under each of the four rule sets.

use mayan_reference::Rules;

use crate::naive::{self, Grid, Triple};

/// One line of the table.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) n: usize,
    /// The board's five columns, as the line has them.
    pub(crate) text: String,
    pub(crate) grid: Grid,
    /// In the order of [`Rules::ALL`].
    pub(crate) answers: [Option<Vec<Triple>>; 4],
}

impl Entry {
    /// The board as an input file.
    pub(crate) fn input(&self) -> String {
        let Self { n, text, .. } = self;
        format!("{n}\n{}\n", text.replace(" / ", "\n"))
    }
}

/// The entries of a table; lines that begin with `#` are comments.
pub(crate) fn read(table: &str) -> Vec<Entry> {
    let mut lines = table.lines().filter(|line| !line.starts_with('#'));
    let columns: Vec<_> = lines.next().unwrap().split('\t').skip(3).collect();
    let rules = Rules::ALL.map(|rules| format!("{}-{}", rules.moves, rules.same_colour_swap));
    assert_eq!(columns, rules, "the table's columns");
    lines.map(entry).collect()
}

fn entry(line: &str) -> Entry {
    let fields: Vec<_> = line.split('\t').collect();
    let &[name, n, text, ref answers @ ..] = fields.as_slice() else {
        panic!("too few fields: {line}");
    };
    let answers = answers.iter().map(|text| answer(text)).collect::<Vec<_>>();
    Entry {
        name: name.to_owned(),
        n: n.parse().unwrap(),
        text: text.to_owned(),
        grid: grid(text),
        answers: answers.try_into().unwrap(),
    }
}

fn numbers<T: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> Vec<T> {
    text.split(' ').map(|word| word.parse().unwrap()).collect()
}

/// A board as the table has it, `1 2 0 / 0 / 3 0 / 0 / 0`.
pub(crate) fn grid(text: &str) -> Grid {
    let mut grid = naive::EMPTY;
    let columns: Vec<_> = text.split(" / ").collect();
    assert_eq!(columns.len(), grid.len(), "{text}");
    for (x, column) in columns.into_iter().enumerate() {
        let colours: Vec<u8> = numbers(column);
        let (&closer, colours) = colours.split_last().unwrap();
        assert_eq!(closer, 0, "{text}");
        grid[x][..colours.len()].copy_from_slice(colours);
    }
    grid
}

/// An answer as the table has it: `0 0 1 / 3 0 -1`, `-1`, or nothing for the
/// answer of no moves.
pub(crate) fn answer(text: &str) -> Option<Vec<Triple>> {
    match text {
        "-1" => None,
        "" => Some(Vec::new()),
        _ => Some(text.split(" / ").map(triple).collect()),
    }
}

fn triple(text: &str) -> Triple {
    let [x, y, g] = numbers(text).try_into().unwrap();
    (x, y, g)
}

/// The opposite of [`answer`].
pub(crate) fn answer_text(answer: Option<&Vec<Triple>>) -> String {
    let Some(answer) = answer else {
        return "-1".to_owned();
    };
    let moves: Vec<_> = answer
        .iter()
        .map(|(x, y, g)| format!("{x} {y} {g}"))
        .collect();
    moves.join(" / ")
}
