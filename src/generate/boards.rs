//! Where boards come from: recipes, each with its own kind of chance.
//!
//! Boards that are drawn evenly are seldom high and never rare: most wrong programs get
//! them right. So most recipes look for what is rare.

use std::ops::RangeInclusive;

use mayan_reference::{Colour, HEIGHT, MAX_MOVES, Move, Puzzle, WIDTH};

use super::backward::{self, Palette, Place, Plan};
use super::columns::Columns;
use super::dense;
use super::dice::Dice;
use super::kind;
use super::shape::{Shape, shapes};

/// The most blocks a board can have.
pub const MAX_BLOCKS: usize = WIDTH * HEIGHT;

/// How boards are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Recipe {
    /// Any heights, any colours.
    Uniform,
    /// A few blocks.
    Few,
    /// Built from the end, so that it can be cleared.
    Backward,
    /// The same, with a move that sets off two eliminations or more.
    Chains,
    /// The same, but then two blocks change places, or there is a move less: few can be
    /// cleared, and all but can.
    Spoilt,
    /// Built from the end, with all runs on the highest columns.
    High,
    /// Runs side by side in three columns, up to the top row.
    Tower,
    /// A move of the least answer makes a horizontal run in the top row.
    TopRow,
    /// Columns of six and seven, colours by chance.
    Tall,
    /// One row.
    BottomRow,
    /// Many colours, three blocks of each, ten at most.
    ManyColours,
    /// The same, built from the end.
    ManyRuns,
    /// All columns full, colours by chance.
    Full,
    /// The same, of those that can be cleared.
    FullSolvable,
}

impl Recipe {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Uniform,
        Self::Few,
        Self::Backward,
        Self::Chains,
        Self::Spoilt,
        Self::High,
        Self::Tower,
        Self::TopRow,
        Self::Tall,
        Self::BottomRow,
        Self::ManyColours,
        Self::ManyRuns,
        Self::Full,
        Self::FullSolvable,
    ];

    /// Whether all that it makes can be cleared.
    #[must_use]
    pub fn is_solvable(self) -> bool {
        matches!(
            self,
            Self::Backward
                | Self::Chains
                | Self::High
                | Self::Tower
                | Self::TopRow
                | Self::ManyRuns
                | Self::FullSolvable
        )
    }

    /// The numbers of blocks that it can make, and of colours.
    #[must_use]
    pub fn reach(self) -> Bounds {
        let (blocks, colours) = match self {
            Self::Uniform => (1..=MAX_BLOCKS, 1..=10),
            Self::Few => (1..=8, 1..=8),
            Self::Backward | Self::Spoilt | Self::High => (3..=MAX_BLOCKS, 1..=10),
            Self::Tower => (15..=27, 2..=6),
            Self::TopRow => (28..=MAX_BLOCKS, 3..=10),
            Self::Chains | Self::Tall => (6..=MAX_BLOCKS, 1..=10),
            Self::BottomRow => (1..=WIDTH, 1..=WIDTH),
            Self::ManyColours => (21..=MAX_BLOCKS, 7..=10),
            Self::ManyRuns => (18..=MAX_BLOCKS, 6..=10),
            Self::Full | Self::FullSolvable => (MAX_BLOCKS..=MAX_BLOCKS, 2..=10),
        };
        Bounds {
            n: 1..=MAX_MOVES,
            blocks,
            colours,
            chain: 0,
        }
    }

    /// One try within bounds; `None` if they leave nothing of this recipe, or chance led
    /// to nothing that keeps the rules of testcases.
    #[must_use]
    pub fn draw(self, within: &Bounds, dice: &mut Dice) -> Option<Puzzle> {
        let within = within.and(&self.reach())?;
        let n = any_of(&within.n, dice);
        let columns = match self {
            Self::Uniform => uniform(&within, dice),
            Self::Few | Self::BottomRow => few(self, &within, dice),
            Self::Tall => tall(&within, dice),
            Self::ManyColours | Self::Full => {
                let total = any_of(&within.blocks, dice);
                let colours = any_of(&within.colours, dice).min(total / 3);
                let counts = counts(total, colours.max(1), 3, dice);
                filled(spread(total, HEIGHT, dice), &counts, dice)
            }
            Self::TopRow | Self::FullSolvable => dense(self, n, &within, dice),
            Self::Spoilt => spoilt(&self.plan(n, &within, dice), dice),
            _ => backward::build(&self.plan(n, &within, dice), dice),
        }?;
        let colours = columns.colours();
        let puzzle = columns.puzzle(n)?;
        let fits = within.blocks.contains(&columns.blocks()) && within.colours.contains(&colours);
        fits.then_some(puzzle)
    }

    fn plan(self, n: usize, within: &Bounds, dice: &mut Dice) -> Plan {
        let place = match self {
            Self::High => Place::High,
            Self::Tower => Place::Tower {
                left: dice.below(WIDTH - 2),
            },
            _ => Place::Any,
        };
        let palette = if self == Self::ManyRuns || dice.chance(1, 4) {
            Palette::Fresh
        } else {
            Palette::Any
        };
        let chain = match self {
            Self::Chains => within.chain.max(dice.between(2, 4)),
            _ => within.chain,
        };
        let blocks = self.goal(n, within);
        // Ten colours are what these are for.
        let colours = if self == Self::ManyRuns && dice.chance(1, 2) {
            *within.colours.end()
        } else {
            any_of(&within.colours, dice)
        };
        Plan {
            n,
            blocks,
            colours,
            chain,
            place,
            palette,
        }
    }

    /// How many blocks n moves can be expected to clear.
    fn goal(self, n: usize, within: &Bounds) -> RangeInclusive<usize> {
        let (least, most) = (*within.blocks.start(), *within.blocks.end());
        let likely = match self {
            Self::Tower | Self::ManyRuns => most,
            _ => (8 * n).max(least),
        };
        least..=most.min(likely)
    }
}

/// What a puzzle is kept to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Moves.
    pub n: RangeInclusive<usize>,
    /// Blocks.
    pub blocks: RangeInclusive<usize>,
    /// Colours.
    pub colours: RangeInclusive<usize>,
    /// Eliminations that a move sets off at least. Recipes that build boards from their
    /// end take it into account; it is no promise.
    pub chain: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            n: 1..=MAX_MOVES,
            blocks: 1..=MAX_BLOCKS,
            colours: 1..=Colour::MAX.into(),
            chain: 0,
        }
    }
}

impl Bounds {
    /// What keeps to both; `None` if nothing does.
    #[must_use]
    pub fn and(&self, other: &Self) -> Option<Self> {
        let both = |one: &RangeInclusive<usize>, other: &RangeInclusive<usize>| {
            let both = *one.start().max(other.start())..=*one.end().min(other.end());
            (!both.is_empty()).then_some(both)
        };
        Some(Self {
            n: both(&self.n, &other.n)?,
            blocks: both(&self.blocks, &other.blocks)?,
            colours: both(&self.colours, &other.colours)?,
            chain: self.chain.max(other.chain),
        })
    }

    /// Whether a puzzle keeps to them.
    #[must_use]
    pub fn fit(&self, puzzle: &Puzzle) -> bool {
        let columns = Columns::from(&puzzle.board);
        self.n.contains(&puzzle.n)
            && self.blocks.contains(&columns.blocks())
            && self.colours.contains(&columns.colours())
    }
}

/// Puzzles of one recipe without end.
#[derive(Clone, Debug)]
pub struct Source {
    recipe: Recipe,
    dice: Dice,
}

impl Source {
    /// The puzzles that a seed decides.
    #[must_use]
    pub fn new(seed: u64, recipe: Recipe) -> Self {
        let number = Recipe::ALL.iter().position(|&it| it == recipe);
        Self {
            recipe,
            dice: Dice::stream(seed, number.map_or(0, |it| it as u64)),
        }
    }
}

impl Iterator for Source {
    type Item = Puzzle;

    fn next(&mut self) -> Option<Puzzle> {
        let all = Bounds::default();
        // Without bounds each recipe comes to something soon.
        loop {
            if let Some(puzzle) = self.recipe.draw(&all, &mut self.dice) {
                return Some(puzzle);
            }
        }
    }
}

fn any_of(range: &RangeInclusive<usize>, dice: &mut Dice) -> usize {
    dice.between(*range.start(), *range.end())
}

fn uniform(within: &Bounds, dice: &mut Dice) -> Option<Columns> {
    let mut heights = [(); WIDTH].map(|()| dice.between(0, HEIGHT));
    while heights.iter().sum::<usize>() < *within.blocks.start() {
        let x = dice.below(WIDTH);
        heights[x] = HEIGHT.min(heights[x] + 1);
    }
    while heights.iter().sum::<usize>() > *within.blocks.end() {
        let x = dice.below(WIDTH);
        heights[x] = heights[x].saturating_sub(1);
    }
    coloured(heights, within, dice)
}

fn few(recipe: Recipe, within: &Bounds, dice: &mut Dice) -> Option<Columns> {
    let total = any_of(&within.blocks, dice);
    let top = if recipe == Recipe::BottomRow {
        1
    } else {
        HEIGHT
    };
    coloured(spread(total, top, dice), within, dice)
}

/// One to five columns of six or seven, the others of any height.
fn tall(within: &Bounds, dice: &mut Dice) -> Option<Columns> {
    let high = dice.between(1, WIDTH);
    let mut heights: Vec<usize> = (0..WIDTH)
        .map(|column| {
            if column < high {
                dice.between(HEIGHT - 1, HEIGHT)
            } else {
                dice.between(0, HEIGHT - 2)
            }
        })
        .collect();
    dice.shuffle(&mut heights);
    let heights = <[usize; WIDTH]>::try_from(heights).ok()?;
    coloured(heights, within, dice)
}

/// A board that can be cleared: of two colours at first, then of more if blocks that
/// vanish together can have their own.
fn dense(recipe: Recipe, n: usize, within: &Bounds, dice: &mut Dice) -> Option<Columns> {
    let goal = any_of(&within.colours, dice);
    let total = any_of(&within.blocks, dice);
    let mut heights = [HEIGHT; WIDTH];
    if dice.chance(1, 2) {
        heights[0] = total - HEIGHT * (WIDTH - 1);
    } else {
        heights[WIDTH - 1] = total - HEIGHT * (WIDTH - 1);
    }
    let mut board = filled(heights, &counts(total, 2, 3, dice), dice)?;
    if recipe == Recipe::TopRow {
        dense::prepare_top_row(&mut board, dice);
    }
    let is_wanted = |puzzle: &Puzzle, moves: &[Move]| {
        recipe != Recipe::TopRow || shapes(puzzle, Some(moves)).contains(&Shape::RowAtTop)
    };
    let mut puzzle = board.puzzle(n)?;
    let mut moves = kind::answer(&puzzle).filter(|it| is_wanted(&puzzle, it))?;
    while Columns::from(&puzzle.board).colours() < goal {
        let more = dense::with_colour_more(&puzzle, &moves, dice);
        let more = more.and_then(|it| Some((it, kind::answer(&it)?)));
        let Some(more) = more.filter(|(more, moves)| is_wanted(more, moves)) else {
            break;
        };
        (puzzle, moves) = more;
    }
    Some(Columns::from(&puzzle.board))
}

/// A board by a plan, in which then two blocks change places, or that needs a move more
/// than there are.
fn spoilt(plan: &Plan, dice: &mut Dice) -> Option<Columns> {
    if dice.chance(1, 3) {
        let n = plan.n + 1;
        return backward::build(&Plan { n, ..plan.clone() }, dice);
    }
    let mut board = backward::build(plan, dice)?;
    let cells = board.cells();
    let [(ax, ay), (bx, by)] = [(); 2].map(|()| *dice.pick(&cells));
    let block = board.0[ax][ay];
    board.0[ax][ay] = std::mem::replace(&mut board.0[bx][by], block);
    Some(board)
}

/// So many blocks in columns of at most `top`, each put on any.
fn spread(total: usize, top: usize, dice: &mut Dice) -> [usize; WIDTH] {
    let mut heights = [0; WIDTH];
    // Often in fewer columns: blocks that are strewn have nothing to do with each other.
    let columns = dice.between(total.div_ceil(top), WIDTH);
    let mut places: Vec<usize> = (0..WIDTH).collect();
    dice.shuffle(&mut places);
    let mut left = total;
    while left > 0 {
        let x = places[dice.below(columns)];
        if heights[x] < top {
            heights[x] += 1;
            left -= 1;
        }
    }
    heights
}

/// Columns of these heights in colours by chance; half the time three at least of each,
/// since a colour of which there is less can't be cleared and decides the board alone.
fn coloured(heights: [usize; WIDTH], within: &Bounds, dice: &mut Dice) -> Option<Columns> {
    let total: usize = heights.iter().sum();
    let colours = any_of(&within.colours, dice).min(total);
    let each = if dice.chance(1, 2) && total >= 3 * colours {
        3
    } else {
        1
    };
    filled(heights, &counts(total, colours, each, dice), dice)
}

/// How many blocks each colour has: `each` at least, the rest by chance.
fn counts(total: usize, colours: usize, each: usize, dice: &mut Dice) -> Vec<usize> {
    let mut counts = vec![each; colours];
    for _ in (each * colours)..total {
        let colour = dice.below(colours);
        counts[colour] += 1;
    }
    counts
}

/// Columns of these heights, with so many blocks of each colour and no run; `None` if
/// the last blocks would make one in the few orders that are tried.
fn filled(heights: [usize; WIDTH], counts: &[usize], dice: &mut Dice) -> Option<Columns> {
    (0..4).find_map(|_| {
        let mut counts = counts.to_vec();
        let mut board = Columns::default();
        for (x, &height) in heights.iter().enumerate() {
            for y in 0..height {
                let would_run = |colour: u8| {
                    let is = |x: usize, y: usize| board.0[x].get(y) == Some(&colour);
                    y >= 2 && is(x, y - 1) && is(x, y - 2) || x >= 2 && is(x - 1, y) && is(x - 2, y)
                };
                // Each block that is left is as likely as the others.
                let left: Vec<(usize, u8)> = (0..counts.len())
                    .map(|colour| (colour, u8::try_from(colour + 1).unwrap_or(u8::MAX)))
                    .filter(|&(_, number)| !would_run(number))
                    .collect();
                let total: usize = left.iter().map(|&(colour, _)| counts[colour]).sum();
                let mut drawn = dice.below(total.max(1));
                let (colour, number) = *left.iter().find(|&&(colour, _)| {
                    let is_here = drawn < counts[colour];
                    drawn = drawn.saturating_sub(counts[colour]);
                    is_here
                })?;
                counts[colour] -= 1;
                board.0[x].push(number);
            }
        }
        Some(board)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of the first puzzles of a recipe have a shape.
    fn count(recipe: Recipe, draws: usize, shape: Shape) -> usize {
        let puzzles = Source::new(2011, recipe).take(draws);
        let has = |it: &Puzzle| shapes(it, kind::answer(it).as_deref()).contains(&shape);
        puzzles.filter(has).count()
    }

    #[test]
    fn a_seed_decides_the_puzzles_of_a_recipe() {
        for recipe in Recipe::ALL {
            let first = |seed| -> Vec<Puzzle> { Source::new(seed, recipe).take(3).collect() };
            assert_eq!(first(7), first(7), "{recipe:?}");
            assert_ne!(first(7), first(8), "{recipe:?}");
        }
    }

    #[test]
    fn puzzles_are_fair_and_within_reach() {
        for recipe in Recipe::ALL {
            for puzzle in Source::new(1, recipe).take(15) {
                let columns = Columns::from(&puzzle.board);
                assert_eq!(columns.puzzle(puzzle.n), Some(puzzle), "{recipe:?}");
                assert!(recipe.reach().fit(&puzzle), "{recipe:?}: {puzzle}");
                if recipe.is_solvable() {
                    assert!(kind::answer(&puzzle).is_some(), "{recipe:?}: {puzzle}");
                }
            }
        }
    }

    #[test]
    fn rare_shapes_come_from_where_they_are_looked_for() {
        for (recipe, draws, shape) in [
            (Recipe::TopRow, 4, Shape::RowAtTop),
            (Recipe::Tower, 300, Shape::ColumnToTop),
            (Recipe::High, 300, Shape::TwoHoles),
            (Recipe::Backward, 50, Shape::RunOfFive),
            (Recipe::Backward, 50, Shape::RunOfFour),
            (Recipe::Backward, 200, Shape::SharedBlock),
            (Recipe::Backward, 50, Shape::SeveralRuns),
            (Recipe::Backward, 50, Shape::LongFall),
            (Recipe::Chains, 20, Shape::Chain),
            (Recipe::ManyColours, 100, Shape::TenColours),
            (Recipe::Tall, 20, Shape::SevenHigh),
            (Recipe::Full, 5, Shape::FullColumns),
            (Recipe::BottomRow, 5, Shape::BottomRow),
        ] {
            assert_ne!(count(recipe, draws, shape), 0, "{shape:?} of {recipe:?}");
        }
    }

    #[test]
    fn bounds_are_kept_or_nothing_comes() {
        let mut dice = Dice::new(1);
        let within = Bounds {
            n: 3..=3,
            blocks: 9..=12,
            colours: 3..=3,
            chain: 0,
        };
        for recipe in [
            Recipe::Uniform,
            Recipe::Backward,
            Recipe::High,
            Recipe::Spoilt,
        ] {
            let drawn = (0..100).filter_map(|_| recipe.draw(&within, &mut dice));
            let drawn: Vec<Puzzle> = drawn.collect();
            assert!(drawn.len() > 10, "{recipe:?}: {}", drawn.len());
            assert!(drawn.iter().all(|it| within.fit(it)), "{recipe:?}");
        }
        assert_eq!(Recipe::Full.draw(&within, &mut dice), None);
    }
}
