//! From moves to what is printed.

use super::grid::{HEIGHT, Try, WIDTH};

/// How a program prints moves. The default is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Printing {
    #[default]
    Right,
    /// y x g
    Exchanged,
    /// Columns and rows from 1; columns alone.
    FromOne,
    ColumnsFromOne,
    /// Rows from the top.
    RowsFromTheTop,
    /// -1 for the right and 1 for the left.
    SidesExchanged,
    /// 0 for the left.
    LeftIsZero,
    /// Where the block goes.
    Target,
    /// The last move first.
    Backwards,
    /// The number of moves before them.
    CountFirst,
    /// The last move is missing.
    LastIsMissing,
    /// -1 after the moves, since the program goes on.
    MinusOneAfter,
    /// As of a board that was read from the right.
    Mirrored,
    /// Words before the moves.
    Words,
}

/// What a program prints where it finds no answer. The default is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Hopeless {
    #[default]
    MinusOne,
    Nothing,
    Zero,
    /// -1 and something behind it.
    WithText,
    /// Three numbers, as of a move.
    ThreeTimes,
    /// n lines of it.
    EachLine,
    /// The moves that were tried last.
    LastTried,
}

/// What fills the lines after the board is clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Padding {
    Nothing,
    /// -1 -1 -1
    MinusOnes,
    /// 0 0 0
    Zeros,
    /// Moves of an earlier try.
    Stale,
    /// The last move, again.
    Again,
}

impl Printing {
    pub(super) fn print(self, moves: &[Try]) -> String {
        let line = |it: &Try| {
            let Try { x, y, g } = *it;
            match self {
                Self::Exchanged => format!("{y} {x} {g}\n"),
                Self::FromOne => format!("{} {} {g}\n", x + 1, y + 1),
                Self::ColumnsFromOne => format!("{} {y} {g}\n", x + 1),
                Self::RowsFromTheTop => format!("{x} {} {g}\n", HEIGHT - 1 - y),
                Self::SidesExchanged => format!("{x} {y} {}\n", -g),
                Self::LeftIsZero => format!("{x} {y} {}\n", g.max(0)),
                Self::Target => format!("{} {y} {g}\n", x.wrapping_add_signed(g.into())),
                Self::Mirrored => format!("{} {y} {}\n", WIDTH - 1 - x, -g),
                _ => format!("{x} {y} {g}\n"),
            }
        };
        let mut lines: Vec<String> = moves.iter().map(line).collect();
        match self {
            Self::Backwards => lines.reverse(),
            Self::CountFirst => lines.insert(0, format!("{}\n", moves.len())),
            Self::LastIsMissing => drop(lines.pop()),
            Self::MinusOneAfter => lines.push("-1\n".to_owned()),
            Self::Words => lines.insert(0, "answer:\n".to_owned()),
            _ => {}
        }
        lines.concat()
    }
}

impl Hopeless {
    pub(super) fn print(self, n: usize, tried: &[Try]) -> String {
        match self {
            Self::MinusOne => "-1\n".to_owned(),
            Self::Nothing => String::new(),
            Self::Zero => "0\n".to_owned(),
            Self::WithText => "-1 no answer\n".to_owned(),
            Self::ThreeTimes => "-1 -1 -1\n".to_owned(),
            Self::EachLine => "-1\n".repeat(n),
            Self::LastTried => Printing::Right.print(tried),
        }
    }
}

impl Padding {
    /// Moves up to n lines, by what was tried `before`.
    pub(super) fn fill(
        self,
        moves: &[Try],
        n: usize,
        before: &[Try],
        printing: Printing,
    ) -> String {
        let printed = printing.print(moves);
        let missing = n.saturating_sub(moves.len());
        let rest = match self {
            Self::Nothing => String::new(),
            Self::MinusOnes => "-1 -1 -1\n".repeat(missing),
            Self::Zeros => "0 0 0\n".repeat(missing),
            Self::Again => moves.last().map_or(String::new(), |last| {
                printing.print(&[*last]).repeat(missing)
            }),
            Self::Stale => {
                let stale = before.get(moves.len()..).unwrap_or_default();
                let stale = &stale[..stale.len().min(missing)];
                printing.print(stale) + &"0 0 0\n".repeat(missing - stale.len())
            }
        };
        printed + &rest
    }
}
