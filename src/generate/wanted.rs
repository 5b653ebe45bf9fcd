//! What a board is wanted to be like.

use mayan_reference::Rules;

use super::boards::{Bounds, MAX_BLOCKS, Recipe};
use super::kind::has_one_answer;
use super::shape::longest_chain;
use crate::testcase::Testcase;

/// The properties that are asked for.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Wanted {
    /// Moves, blocks and colours, and how long a chain is at least.
    pub bounds: Bounds,
    /// Whether it can be cleared; `None`: it doesn't matter.
    pub solvable: Option<bool>,
    /// How its columns are.
    pub form: Form,
    /// Whether the rule sets must give different answers; else they must give one.
    pub ambiguous: bool,
    /// The rules that count.
    pub rules: Rules,
}

/// How high columns are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Form {
    /// As they come.
    #[default]
    Any,
    /// All blocks are in the bottom row.
    BottomRow,
    /// All columns are full.
    FullColumns,
}

/// Why no board can have all properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// The bottom row has too few cells.
    BottomRowHolds {
        /// So many blocks at least are asked for.
        blocks: usize,
    },
    /// Full columns have another number of blocks.
    FullColumnsHold {
        /// The number that is nearest of those asked for.
        blocks: usize,
    },
    /// Each colour has a block of its own.
    MoreColoursThanBlocks {
        /// So many colours at least.
        colours: usize,
        /// So many blocks at most.
        blocks: usize,
    },
    /// A colour that can be cleared has three blocks.
    TooFewToClear {
        /// So many colours at least.
        colours: usize,
        /// So many blocks at most.
        blocks: usize,
    },
    /// An elimination takes three blocks.
    ChainTooLong {
        /// So many eliminations.
        chain: usize,
        /// So many blocks at most.
        blocks: usize,
    },
    /// A chain in the answer of a board that has none.
    ChainOfNothing,
}

/// A property that a board can lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Property {
    /// Moves, blocks and colours.
    Numbers,
    /// All blocks in the bottom row.
    BottomRow,
    /// All columns full.
    FullColumns,
    /// It can be cleared.
    Solvable,
    /// It can't.
    Unsolvable,
    /// A chain as long as is asked for.
    Chain,
    /// One answer under all rule sets.
    Unambiguous,
    /// Several.
    Ambiguous,
}

impl Wanted {
    /// The same with bounds that say what its other properties mean for them.
    ///
    /// # Errors
    /// Why no board can have all of the properties.
    pub fn narrowed(mut self) -> Result<Self, Contradiction> {
        let bounds = &mut self.bounds;
        let [least, most] = [*bounds.blocks.start(), *bounds.blocks.end()];
        let colours = *bounds.colours.start();
        let most = match self.form {
            Form::BottomRow if least > mayan_reference::WIDTH => {
                return Err(Contradiction::BottomRowHolds { blocks: least });
            }
            Form::FullColumns if most < MAX_BLOCKS => {
                return Err(Contradiction::FullColumnsHold { blocks: most });
            }
            Form::BottomRow => most.min(mayan_reference::WIDTH),
            Form::FullColumns | Form::Any => most,
        };
        let must_clear = self.solvable == Some(true) || bounds.chain > 0;
        if bounds.chain > 0 && self.solvable == Some(false) {
            return Err(Contradiction::ChainOfNothing);
        }
        if 3 * bounds.chain > most {
            return Err(Contradiction::ChainTooLong {
                chain: bounds.chain,
                blocks: most,
            });
        }
        if colours > most {
            return Err(Contradiction::MoreColoursThanBlocks {
                colours,
                blocks: most,
            });
        }
        if must_clear && 3 * colours > most {
            return Err(Contradiction::TooFewToClear {
                colours,
                blocks: most,
            });
        }
        let least = match self.form {
            Form::FullColumns => MAX_BLOCKS,
            _ if must_clear => least.max(3),
            _ => least,
        };
        let per_colour = if must_clear { 3 } else { 1 };
        bounds.blocks = least.max(per_colour * colours)..=most;
        bounds.colours = colours..=(*bounds.colours.end()).min(most / per_colour);
        if must_clear {
            self.solvable = Some(true);
        }
        Ok(self)
    }

    /// The recipes that can make such boards, at least sometimes.
    #[must_use]
    pub fn recipes(&self) -> Vec<Recipe> {
        let is_apt = |recipe: &Recipe| match (self.form, recipe) {
            (Form::BottomRow, it) => *it == Recipe::BottomRow,
            (Form::FullColumns, Recipe::Full) => true,
            (Form::FullColumns, Recipe::FullSolvable) => self.solvable != Some(false),
            (Form::FullColumns, _) => false,
            (Form::Any, it) if self.bounds.chain > 1 => it.is_solvable(),
            (Form::Any, it) if it.is_solvable() => self.solvable != Some(false),
            // As a rule what these make can't be cleared.
            (Form::Any, Recipe::Spoilt | Recipe::ManyColours | Recipe::Tall | Recipe::Full) => {
                self.solvable != Some(true)
            }
            (Form::Any, _) => true,
        };
        let within = |recipe: &Recipe| recipe.reach().and(&self.bounds).is_some();
        let recipes = Recipe::ALL.into_iter().filter(is_apt);
        recipes.filter(within).collect()
    }

    /// Whether a testcase is as it is wanted; what is cheap to see is looked at first.
    ///
    /// # Errors
    /// The first property that it lacks.
    pub fn look(&self, testcase: &Testcase) -> Result<(), Property> {
        let puzzle = &testcase.puzzle;
        let is = |holds: bool, property: Property| if holds { Ok(()) } else { Err(property) };
        is(self.bounds.fit(puzzle), Property::Numbers)?;
        let heights = (0..mayan_reference::WIDTH).map(|x| puzzle.board.height(x));
        let mut heights = heights.into_iter();
        match self.form {
            Form::Any => {}
            Form::BottomRow => is(heights.all(|it| it <= 1), Property::BottomRow)?,
            Form::FullColumns => {
                is(
                    puzzle.board.block_count() == MAX_BLOCKS,
                    Property::FullColumns,
                )?;
            }
        }
        if self.solvable.is_some() || self.bounds.chain > 0 {
            let answer = testcase.answer(self.rules);
            match self.solvable {
                Some(true) => is(answer.is_some(), Property::Solvable)?,
                Some(false) => is(answer.is_none(), Property::Unsolvable)?,
                None => {}
            }
            let chain = answer.as_deref().map_or(0, |it| longest_chain(puzzle, it));
            is(chain >= self.bounds.chain, Property::Chain)?;
        }
        if self.ambiguous {
            is(!has_one_answer(testcase), Property::Ambiguous)
        } else {
            is(has_one_answer(testcase), Property::Unambiguous)
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use mayan_reference::Puzzle;

    use super::*;
    use crate::testcase::CaseId;

    fn bounds(blocks: std::ops::RangeInclusive<usize>) -> Bounds {
        Bounds {
            blocks,
            ..Bounds::default()
        }
    }

    #[test]
    fn what_no_board_can_be_is_said() {
        let wanted = Wanted::default;
        let check = |wanted: Wanted, expected| assert_eq!(wanted.narrowed(), Err(expected));
        check(
            Wanted {
                bounds: bounds(20..=20),
                form: Form::BottomRow,
                ..wanted()
            },
            Contradiction::BottomRowHolds { blocks: 20 },
        );
        check(
            Wanted {
                bounds: bounds(1..=34),
                form: Form::FullColumns,
                ..wanted()
            },
            Contradiction::FullColumnsHold { blocks: 34 },
        );
        let mut chain = wanted();
        chain.bounds.chain = 2;
        chain.form = Form::BottomRow;
        let too_long = Contradiction::ChainTooLong {
            chain: 2,
            blocks: 5,
        };
        check(chain.clone(), too_long);
        chain.form = Form::Any;
        chain.solvable = Some(false);
        check(chain, Contradiction::ChainOfNothing);
        let mut colours = wanted();
        colours.bounds = bounds(1..=8);
        colours.bounds.colours = 3..=3;
        assert!(colours.clone().narrowed().is_ok());
        colours.solvable = Some(true);
        let too_few = Contradiction::TooFewToClear {
            colours: 3,
            blocks: 8,
        };
        check(colours.clone(), too_few);
        colours.bounds.colours = 9..=9;
        colours.solvable = None;
        let more = Contradiction::MoreColoursThanBlocks {
            colours: 9,
            blocks: 8,
        };
        check(colours, more);
    }

    #[test]
    fn properties_narrow_the_bounds() {
        let mut wanted = Wanted::default();
        wanted.bounds.chain = 2;
        let narrowed = wanted.narrowed().unwrap();
        assert_eq!(narrowed.solvable, Some(true));
        assert_eq!(narrowed.bounds.blocks, 3..=MAX_BLOCKS);
        let row = Wanted {
            form: Form::BottomRow,
            ..Wanted::default()
        };
        let row = row.narrowed().unwrap();
        assert_eq!(row.bounds.blocks, 1..=5);
        assert_eq!(row.bounds.colours, 1..=5);
        assert_eq!(row.recipes(), [Recipe::BottomRow]);
    }

    #[test]
    fn the_first_property_that_lacks_is_named() {
        let puzzle = Puzzle::parse(b"2 1 0 1 0 0 1 0 0").unwrap();
        let testcase = Testcase::new(CaseId(String::new()), puzzle);
        let look = |wanted: Wanted| wanted.look(&testcase);
        let wanted = Wanted::default;
        // The example of the statement's two readings.
        assert_eq!(look(wanted()), Err(Property::Unambiguous));
        let ambiguous = Wanted {
            ambiguous: true,
            ..wanted()
        };
        assert_eq!(look(ambiguous.clone()), Ok(()));
        let unsolvable = Wanted {
            solvable: Some(false),
            ..ambiguous.clone()
        };
        assert_eq!(look(unsolvable), Err(Property::Unsolvable));
        let full = Wanted {
            form: Form::FullColumns,
            ..ambiguous.clone()
        };
        assert_eq!(look(full), Err(Property::FullColumns));
        let mut chain = ambiguous;
        chain.bounds.chain = 2;
        assert_eq!(look(chain), Err(Property::Chain));
        let more = Wanted {
            bounds: bounds(4..=9),
            ..wanted()
        };
        assert_eq!(look(more), Err(Property::Numbers));
    }
}
