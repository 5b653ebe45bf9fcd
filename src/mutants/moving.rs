//! Moves: which are tried, in which order, and what one does before anything vanishes.

use super::grid::{Grid, HEIGHT, Try, WIDTH, settle, top};

/// How a program moves blocks. The default is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moving {
    /// What is tried, in this order.
    pub(super) order: Vec<Try>,
    pub(super) legal: Legal,
    pub(super) drag: Drag,
}

/// Which moves a program takes for legal, besides that blocks stay on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a line of the rules that a program can have or not"
)]
pub(super) struct Legal {
    /// A swap with the block to the right.
    pub(super) swap_right: bool,
    /// A swap with the block to the left: legal, but never in a least answer.
    pub(super) swap_left: bool,
    pub(super) swap_equal: bool,
    /// A drop to the right into an empty cell, to the left.
    pub(super) drop_right: bool,
    pub(super) drop_left: bool,
    /// A drop by more than no row at all.
    pub(super) deep_drop: bool,
    /// A drop of a block that others are on.
    pub(super) covered_drop: bool,
    /// A swap of a block that others are on, or onto such a one.
    pub(super) covered_swap: bool,
    /// From an empty cell, to the side of a block.
    pub(super) from_empty: bool,
    /// Only blocks no higher than their column was at the start.
    pub(super) first_heights: bool,
}

/// What becomes of the blocks around one that is dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drag {
    Right,
    /// Those above it come along.
    StackComesAlong,
    /// It stays in the air until something has vanished.
    Floats,
    /// Those that were above it stay in the air until something has vanished.
    OthersFloat,
    /// All of them.
    AllFloat,
}

impl Default for Legal {
    fn default() -> Self {
        Self {
            swap_right: true,
            swap_left: false,
            swap_equal: true,
            drop_right: true,
            drop_left: true,
            deep_drop: true,
            covered_drop: true,
            covered_swap: true,
            from_empty: false,
            first_heights: false,
        }
    }
}

impl Default for Moving {
    fn default() -> Self {
        let order = (0..WIDTH)
            .flat_map(|x| (0..HEIGHT).flat_map(move |y| [1, -1].map(|g| Try { x, y, g })));
        Self {
            order: order.collect(),
            legal: Legal::default(),
            drag: Drag::Right,
        }
    }
}

impl Moving {
    /// The column that a move leads to; `None` over the edge.
    pub(super) fn target(it: Try) -> Option<usize> {
        let to = it.x.checked_add_signed(it.g.into())?;
        (to < WIDTH).then_some(to)
    }

    /// Whether a move is tried on a board.
    pub(super) fn allows(&self, grid: &Grid, first: &Grid, it: Try) -> bool {
        let Some(to) = Self::target(it) else {
            return false;
        };
        let (from, at) = (grid[it.x], grid[to]);
        let (block, other) = (from[it.y], at[it.y]);
        let legal = &self.legal;
        if block == 0 {
            return legal.from_empty && other != 0;
        }
        if legal.first_heights && it.y >= top(first[it.x]) {
            return false;
        }
        let covered = |column: [u8; HEIGHT]| it.y + 1 < top(column);
        if other != 0 {
            let side = if it.g > 0 {
                legal.swap_right
            } else {
                legal.swap_left
            };
            return side
                && (legal.swap_equal || block != other)
                && (legal.covered_swap || !covered(from) && !covered(at));
        }
        let side = if it.g > 0 {
            legal.drop_right
        } else {
            legal.drop_left
        };
        side && (legal.deep_drop || top(at) == it.y) && (legal.covered_drop || !covered(from))
    }

    /// Plays a move that is allowed; says where its two blocks are then.
    pub(super) fn play(&self, grid: &mut Grid, it: Try, to: usize) -> [(usize, usize); 2] {
        let Try { x, y, .. } = it;
        let (block, other) = (grid[x][y], grid[to][y]);
        grid[x][y] = other;
        grid[to][y] = block;
        if other != 0 && block != 0 {
            return [(x, y), (to, y)];
        }
        match self.drag {
            Drag::Right => {}
            Drag::StackComesAlong => {
                // What is above it is moved cell by cell, as far as there is room.
                let (mut own, mut other) = (grid[x], grid[to]);
                let stack = own.iter_mut().zip(&mut other).skip(y + 1);
                stack
                    .filter(|(_, there)| **there == 0)
                    .for_each(|(block, there)| std::mem::swap(block, there));
                (grid[x], grid[to]) = (own, other);
            }
            Drag::Floats => settle(&mut grid[x]),
            Drag::OthersFloat => settle(&mut grid[to]),
            Drag::AllFloat => return [(x, y), (to, y)],
        }
        if matches!(self.drag, Drag::Right | Drag::StackComesAlong) {
            settle(&mut grid[x]);
            settle(&mut grid[to]);
        }
        let landed = if self.drag == Drag::Floats {
            y
        } else {
            top(grid[to]).saturating_sub(1)
        };
        [(x, y), (to, landed)]
    }
}
