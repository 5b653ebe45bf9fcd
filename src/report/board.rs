//! Boards drawn side by side, with axes, letters for colours, and marks.

use anstyle::{AnsiColor, Style as Colours};
use mayan_reference::{Board, Cell, Colour, Direction, HEIGHT, WIDTH};

use super::style::{self, DIM, Style, pad, paint};
use super::text::{self, Label};
use crate::lang::Lang;

/// One board with a title.
pub(super) struct Picture {
    pub(super) title: String,
    pub(super) board: Board,
    pub(super) marks: Vec<(Cell, Mark)>,
}

/// What is marked at a cell.
#[derive(Clone, Copy)]
pub(super) enum Mark {
    /// The block that is dragged, or would be: `[A>` or `<A]`.
    Dragged(Direction),
    /// A block that vanishes: `*A*`.
    Vanishing,
    /// The cell that is meant, whatever is there: `(A)`.
    Meant,
}

impl Mark {
    fn words(self, lang: Lang) -> &'static str {
        let label = match self {
            Self::Dragged(Direction::Right) => Label::DraggedRight,
            Self::Dragged(Direction::Left) => Label::DraggedLeft,
            Self::Vanishing => Label::Vanishing,
            Self::Meant => Label::Meant,
        };
        text::label(lang, label)
    }
}

impl Picture {
    pub(super) fn new(title: impl Into<String>, board: Board) -> Self {
        Self {
            title: title.into(),
            board,
            marks: Vec::new(),
        }
    }

    pub(super) fn mark(mut self, cell: Cell, mark: Mark) -> Self {
        self.marks.push((cell, mark));
        self
    }
}

/// Columns of one cell.
const CELL: usize = 3;
/// Columns of the row numbers.
const AXIS: usize = 3;
/// Columns of a board.
const BOARD: usize = AXIS + CELL * WIDTH;
/// Columns between two boards.
const GAP: usize = 3;

/// The letter of a colour: A for 1 to J for 10.
pub(super) fn letter(colour: Colour) -> char {
    char::from(b'A' + colour.number() - 1)
}

/// Colours that differ in hue and brightness; the letters tell them apart
/// without.
fn colours(colour: Colour) -> Colours {
    const PALETTE: [AnsiColor; 10] = [
        AnsiColor::Red,
        AnsiColor::Green,
        AnsiColor::Yellow,
        AnsiColor::Blue,
        AnsiColor::Magenta,
        AnsiColor::Cyan,
        AnsiColor::BrightRed,
        AnsiColor::BrightGreen,
        AnsiColor::BrightBlue,
        AnsiColor::BrightMagenta,
    ];
    let index = usize::from(colour.number() - 1) % PALETTE.len();
    PALETTE[index].on_default().bold()
}

/// Draws boards side by side, as many in a row as fit, each line behind an
/// indent, and below them which letter stands for which colour.
pub(super) fn draw(pictures: &[Picture], indent: &str, style: Style) -> String {
    let titles = pictures.iter().map(|picture| style::width(&picture.title));
    let column = titles.max().unwrap_or(0).max(BOARD) + GAP;
    let per_row = ((style.width.saturating_sub(indent.len()) + GAP) / column).max(1);
    let tallest = pictures
        .iter()
        .flat_map(|picture| {
            let marked = picture.marks.iter().map(|(cell, _)| cell.y + 1);
            (0..WIDTH).map(|x| picture.board.height(x)).chain(marked)
        })
        .max()
        .unwrap_or(0);
    // A row of air above shows that nothing is there; a full board has none.
    let rows = (tallest + 1).clamp(2, HEIGHT);
    let mut out = String::new();
    for row in pictures.chunks(per_row) {
        let mut add = |parts: Vec<String>| {
            let padded: String = parts.iter().map(|part| pad(part, column)).collect();
            out.push_str(indent);
            out.push_str(padded.trim_end());
            out.push('\n');
        };
        add(row.iter().map(|picture| picture.title.clone()).collect());
        for y in (0..rows).rev() {
            add(row.iter().map(|picture| line(picture, y, style)).collect());
        }
        let numbers: String = (0..WIDTH).map(|x| format!(" {x} ")).collect();
        let axis = paint(DIM, format!("{:AXIS$}{}", "", numbers.trim_end()));
        add(row.iter().map(|_| axis.clone()).collect());
        out.push('\n');
    }
    let legend = legend(pictures, indent, style.lang);
    if legend.is_empty() {
        out.pop();
    }
    out.push_str(&legend);
    out
}

fn line(picture: &Picture, y: usize, style: Style) -> String {
    let cells = (0..WIDTH).map(|x| {
        let cell = Cell { x, y };
        let mark = picture.marks.iter().find(|(at, _)| *at == cell);
        let inside = match picture.board.get(cell) {
            Some(colour) => paint(colours(colour), letter(colour)),
            None => paint(DIM, if style.unicode { '·' } else { '.' }),
        };
        let (left, right) = match mark {
            None => (' ', ' '),
            Some((_, Mark::Dragged(Direction::Right))) => ('[', '>'),
            Some((_, Mark::Dragged(Direction::Left))) => ('<', ']'),
            Some((_, Mark::Vanishing)) => ('*', '*'),
            Some((_, Mark::Meant)) => ('(', ')'),
        };
        format!("{left}{inside}{right}")
    });
    let cells: String = cells.collect();
    format!("{}{cells}", paint(DIM, format!("{y:>2} ")))
}

fn legend(pictures: &[Picture], indent: &str, lang: Lang) -> String {
    let mut used: Vec<Colour> = pictures
        .iter()
        .flat_map(|picture| picture.board.blocks())
        .map(|(_, colour)| colour)
        .collect();
    used.sort_unstable();
    used.dedup();
    if used.is_empty() {
        return String::new();
    }
    let names: Vec<String> = used
        .into_iter()
        .map(|colour| format!("{}={colour}", paint(colours(colour), letter(colour))))
        .collect();
    let marked = pictures.iter().flat_map(|picture| &picture.marks);
    let mut marks: Vec<&str> = marked.map(|(_, mark)| mark.words(lang)).collect();
    marks.sort_unstable();
    marks.dedup();
    let legend = text::legend(lang, &names.join(" "), &marks.join(", "));
    format!("{indent}{legend}\n")
}
