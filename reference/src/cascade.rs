//! What happens on a board until it is at rest: runs vanish, blocks drop,
//! and again.

use crate::board::{Board, CELLS, CellSet, WIDTH};

/// One elimination: all marked blocks vanish together, then all blocks drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elimination {
    /// The board before, at rest.
    pub before: Board,
    /// The cells whose blocks vanish.
    pub marked: CellSet,
    /// The board after, when everything has dropped.
    pub after: Board,
}

/// A chain of eliminations, in order, each beginning where the last one ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cascade {
    /// The eliminations; none if nothing was to vanish.
    pub eliminations: Vec<Elimination>,
    /// The board at rest.
    pub result: Board,
}

impl Cascade {
    /// Lets a settled board come to rest, and keeps each step.
    ///
    /// [`Board::cascade`] gives the same result without the steps.
    #[must_use]
    pub fn trace(board: Board) -> Self {
        let mut eliminations = Vec::new();
        let mut result = board;
        loop {
            let before = result;
            let marked = result.eliminate();
            if marked.is_empty() {
                break;
            }
            eliminations.push(Elimination {
                before,
                marked,
                after: result,
            });
        }
        Self {
            eliminations,
            result,
        }
    }
}

impl Board {
    /// The cells of every maximal horizontal or vertical run of three or more
    /// equal blocks. A block in both counts for both.
    ///
    /// A run of three or more is the union of its windows of three, so only
    /// windows are looked for.
    #[must_use]
    pub fn runs(&self) -> CellSet {
        let columns = self.packed();
        let mut marked = [0; WIDTH];
        for (marks, &column) in marked.iter_mut().zip(columns) {
            let pairs = equal(column, column >> 4);
            let windows = pairs & pairs >> 4;
            *marks = windows | windows << 4 | windows << 8;
        }
        for x in 0..WIDTH - 2 {
            let windows = equal(columns[x], columns[x + 1]) & equal(columns[x + 1], columns[x + 2]);
            for marks in &mut marked[x..x + 3] {
                *marks |= windows;
            }
        }
        CellSet { columns: marked }
    }

    /// Lets all runs vanish at once and the rest drop; says what vanished.
    pub(crate) fn eliminate(&mut self) -> CellSet {
        let marked = self.runs();
        if !marked.is_empty() {
            self.remove(marked);
        }
        marked
    }

    /// The board at rest: eliminations until there is no run left.
    #[must_use]
    pub fn cascade(mut self) -> Self {
        while !self.eliminate().is_empty() {}
        self
    }
}

/// The cells in which two packed columns hold the same colour (and a block).
fn equal(a: u32, b: u32) -> u32 {
    occupied(a) & !occupied(a ^ b)
}

/// The lowest bit of each cell that isn't 0.
fn occupied(column: u32) -> u32 {
    (column | column >> 1 | column >> 2 | column >> 3) & CELLS
}
