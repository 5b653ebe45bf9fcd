//! The faults, one for each thing that a student can get wrong in a line of the rules or
//! in a plain search, in the order of the statement. Each changes one part of a program
//! that has none.

use super::fall::Fall;
use super::grid::{HEIGHT, Try, WIDTH};
use super::moving::Drag;
use super::printing::{Hopeless, Padding, Printing};
use super::program::{Known, Program};
use super::reading::Reading;
use super::searching::{Clear, Memory, Prune, Quiet, Undo};
use super::vanish::{Part, Shape, Turn, Unseen};

/// Declares the faults: what each is called in every language, and what it changes.
macro_rules! faults {
    ($($fault:ident $name:literal |$it:ident| $change:expr;)*) => {
        /// Something that a program has wrong. What it is in words is said in `report`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the words are in report/text, in each language")]
        pub enum Fault { $($fault,)* }

        impl Fault {
            /// All faults.
            pub const ALL: &[Self] = &[$(Self::$fault,)*];

            /// Its name: `pair-order`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$fault => $name,)* }
            }

            /// Puts it into a program.
            pub(super) fn plant(self, program: &mut Program) {
                match self { $(Self::$fault => { let $it = program; $change; })* }
            }
        }
    };
}

faults! {
    // What is read.
    ColumnsFromRight "columns-from-right" |it| it.reading = Reading::FromTheRight;
    RowsFromTop "rows-from-top" |it| it.reading = Reading::FromTheTop;
    LinesAsRows "lines-as-rows" |it| it.reading = Reading::LinesAsRows;
    SixRows "six-rows" |it| it.reading = Reading::Rows(6);
    FiveRows "five-rows" |it| it.reading = Reading::Rows(5);
    SevenWithoutEnd "seven-without-end" |it| it.reading = Reading::SevenWithoutEnd;
    DigitByDigit "digit-by-digit" |it| it.reading = Reading::Digits;
    TenIsOne "ten-is-one" |it| it.reading = Reading::TenIs(1);
    TenIsNine "ten-is-nine" |it| it.reading = Reading::TenIs(9);
    EndsAtEmptyColumn "ends-at-empty-column" |it| it.reading = Reading::EndsAtEmptyColumn;
    SkipsEmptyColumn "skips-empty-column" |it| it.reading = Reading::SkipsEmptyColumn;
    FourColumns "four-columns" |it| it.reading = Reading::FourColumns;
    AlwaysFive "always-five-moves" |it| it.searching.always = Some(5);

    // Which moves there are.
    RightOnly "right-only" |it| it.moving.order.retain(|it| it.g > 0);
    LeftOnly "left-only" |it| {
        it.moving.order.retain(|it| it.g < 0);
        it.moving.legal.swap_left = true;
    };
    SwapsToLeft "swaps-to-the-left" |it| {
        it.moving.legal.swap_left = true;
        it.moving.legal.swap_right = false;
    };
    SwapsBothWays "swaps-both-ways" |it| it.moving.legal.swap_left = true;
    SwapsOnly "swaps-only" |it| {
        it.moving.legal.drop_left = false;
        it.moving.legal.drop_right = false;
    };
    DropsOnly "drops-only" |it| it.moving.legal.swap_right = false;
    NoDropRight "no-drop-to-the-right" |it| it.moving.legal.drop_right = false;
    NoDropLeft "no-drop-to-the-left" |it| it.moving.legal.drop_left = false;
    NoDeepDrop "no-deep-drop" |it| it.moving.legal.deep_drop = false;
    NoCoveredDrop "no-covered-drop" |it| it.moving.legal.covered_drop = false;
    NoCoveredSwap "no-covered-swap" |it| it.moving.legal.covered_swap = false;
    NoEqualSwap "no-equal-swap" |it| it.moving.legal.swap_equal = false;
    FromEmptyCell "from-empty-cell" |it| it.moving.legal.from_empty = true;
    TopRowStays "top-row-stays" |it| it.moving.order.retain(|it| it.y + 1 < HEIGHT);
    BottomRowStays "bottom-row-stays" |it| it.moving.order.retain(|it| it.y > 0);
    LastColumnStays "last-column-stays" |it| it.moving.order.retain(|it| it.x + 1 < WIDTH);
    FirstColumnStays "first-column-stays" |it| it.moving.order.retain(|it| it.x > 0);
    FirstHeights "first-heights" |it| it.moving.legal.first_heights = true;

    // The order of moves.
    LeftBeforeRight "left-before-right" |it| {
        // The two of a cell stand together.
        let cells = it.moving.order.chunk_by_mut(|one, other| (one.x, one.y) == (other.x, other.y));
        cells.for_each(<[Try]>::reverse);
    };
    PairOrder "pair-order" |it| it.moving.order = pairs();
    RowByRow "row-by-row" |it| it.moving.order.sort_by_key(|it| it.y);
    TopFirst "top-first" |it| it.moving.order.sort_by_key(|it| (it.x, HEIGHT - it.y, -it.g));
    LastColumnFirst "last-column-first" |it| {
        it.moving.order.sort_by_key(|it| WIDTH - it.x);
    };
    AllRightFirst "all-right-first" |it| it.moving.order.sort_by_key(|it| -it.g);
    ColumnRightFirst "column-right-first" |it| {
        it.moving.order.sort_by_key(|it| (it.x, -it.g));
    };
    GreatestAnswer "greatest-answer" |it| it.moving.order.reverse();
    ClearingFirst "clearing-moves-first" |it| it.searching.clearing_first = true;

    // What a move does.
    StackComesAlong "stack-comes-along" |it| it.moving.drag = Drag::StackComesAlong;
    MovedFloats "moved-block-floats" |it| it.moving.drag = Drag::Floats;
    OthersFloat "blocks-above-float" |it| it.moving.drag = Drag::OthersFloat;
    AllFloat "nothing-drops-before" |it| it.moving.drag = Drag::AllFloat;

    // What vanishes.
    RowsOnly "rows-only" |it| it.vanishing.runs.columns = false;
    ColumnsOnly "columns-only" |it| it.vanishing.runs.rows = false;
    Diagonals "diagonals-too" |it| it.vanishing.runs.diagonals = true;
    RunsOfTwo "runs-of-two" |it| it.vanishing.runs.least = 2;
    RunsOfFour "runs-of-four" |it| it.vanishing.runs.least = 4;
    FirstThree "first-three-of-a-run" |it| it.vanishing.runs.part = Part::FirstThree;
    LastThree "last-three-of-a-run" |it| it.vanishing.runs.part = Part::LastThree;
    FirstFour "first-four-of-a-run" |it| it.vanishing.runs.part = Part::FirstFour;
    ExactlyThree "runs-of-exactly-three" |it| it.vanishing.runs.part = Part::OnlyOfThree;
    VerticalTop "vertical-missed-at-top" |it| it.vanishing.runs.unseen = Unseen::VerticalTop;
    VerticalBottom "vertical-missed-at-bottom" |it| {
        it.vanishing.runs.unseen = Unseen::VerticalBottom;
    };
    TopRow "top-row-missed" |it| it.vanishing.runs.unseen = Unseen::Row(HEIGHT - 1);
    RowFive "row-five-missed" |it| it.vanishing.runs.unseen = Unseen::Row(HEIGHT - 2);
    BottomRow "bottom-row-missed" |it| it.vanishing.runs.unseen = Unseen::Row(0);
    RightEdge "right-edge-missed" |it| it.vanishing.runs.unseen = Unseen::ToTheEdge;
    LeftEdge "left-edge-missed" |it| it.vanishing.runs.unseen = Unseen::From(0);
    LastColumn "last-column-missed" |it| it.vanishing.runs.unseen = Unseen::Column(WIDTH - 1);
    FirstColumn "first-column-missed" |it| it.vanishing.runs.unseen = Unseen::Column(0);
    FloodFill "flood-fill" |it| it.vanishing.runs.shape = Shape::Connected;
    FloodFromRun "flood-from-run" |it| it.vanishing.runs.shape = Shape::ConnectedToRun;
    TenthStays "tenth-colour-stays" |it| it.vanishing.runs.colours = 9;
    LocalOnly "only-at-moved-blocks" |it| it.vanishing.local = true;

    // When it vanishes.
    RowsBeforeColumns "rows-before-columns" |it| it.vanishing.turn = Turn::RowsFirst { drop: false };
    ColumnsBeforeRows "columns-before-rows" |it| {
        it.vanishing.turn = Turn::ColumnsFirst { drop: false };
    };
    RowsDropColumns "rows-then-drop-then-columns" |it| {
        it.vanishing.turn = Turn::RowsFirst { drop: true };
    };
    ColumnsDropRows "columns-then-drop-then-rows" |it| {
        it.vanishing.turn = Turn::ColumnsFirst { drop: true };
    };
    OneRun "one-run-at-a-time" |it| it.vanishing.turn = Turn::OneRun;
    LastRun "last-run-at-a-time" |it| it.vanishing.turn = Turn::LastRun;
    OneGroup "one-group-at-a-time" |it| it.vanishing.turn = Turn::OneGroup;
    OneColour "one-colour-at-a-time" |it| it.vanishing.turn = Turn::OneColour;
    OneLine "one-line-at-a-time" |it| it.vanishing.turn = Turn::OneLine;
    NoCascade "no-cascade" |it| it.vanishing.chain = 1;
    TwoRounds "chain-of-two" |it| it.vanishing.chain = 2;
    ThreeRounds "chain-of-three" |it| it.vanishing.chain = 3;
    ChainsInRows "chains-in-rows-only" |it| it.vanishing.later = (true, false);
    ChainsInColumns "chains-in-columns-only" |it| it.vanishing.later = (false, true);
    BeforeTheFirst "vanishing-before-the-first-move" |it| it.rests_first = true;
    MidFall "mid-fall" |it| it.vanishing.mid_fall = true;

    // How blocks fall after it.
    OneHole "one-hole" |it| it.vanishing.fall = Fall::OneHole;
    HighestHole "highest-hole" |it| it.vanishing.fall = Fall::HighestHole;
    ByOne "falls-by-one" |it| it.vanishing.fall = Fall::ByOne;
    FallsFromTop "falls-from-the-top" |it| it.vanishing.fall = Fall::FromTheTop;
    NeverFalls "never-falls" |it| it.vanishing.fall = Fall::Never;

    // The search.
    ForgetsDepth "memo-forgets-depth" |it| it.searching.memory = Memory::WithoutDepth;
    MemoByCounts "memo-by-counts" |it| it.searching.memory = Memory::ByCounts;
    SmallHash "memo-by-small-hash" |it| it.searching.memory = Memory::SmallHash;
    NoMemo "remembers-nothing" |it| it.searching.memory = Memory::Nothing;
    UndoNotVanished "vanished-not-restored" |it| it.searching.undo = Undo::NotVanished;
    UndoNotClear "early-clear-not-undone" |it| it.searching.undo = Undo::NotClear;
    UndoNotDrops "drop-not-undone" |it| it.searching.undo = Undo::NotDrops;
    UndoNotLast "last-move-not-undone" |it| it.searching.undo = Undo::NotLast;
    PruneThree "prunes-at-three" |it| it.searching.prune = Prune::AtMost(3);
    PruneFour "prunes-at-four-alone" |it| it.searching.prune = Prune::Exactly(4);
    PruneFive "prunes-at-five-alone" |it| it.searching.prune = Prune::Exactly(5);
    PruneMultiple "prunes-unless-threes" |it| it.searching.prune = Prune::NotMultiple;
    PruneTotal "prunes-unless-total-threes" |it| it.searching.prune = Prune::TotalNotMultiple;
    PruneColours "prunes-a-colour-a-move" |it| it.searching.prune = Prune::ColourAMove;
    PruneFiveBlocks "prunes-five-blocks-a-move" |it| it.searching.prune = Prune::BlocksAMove(5);
    PruneSixBlocks "prunes-six-blocks-a-move" |it| it.searching.prune = Prune::BlocksAMove(6);
    PruneNineBlocks "prunes-nine-blocks-a-move" |it| it.searching.prune = Prune::BlocksAMove(9);
    PruneNoProgress "prunes-two-quiet-moves" |it| it.searching.prune = Prune::NoProgress;
    PruneDistance "prunes-far-apart" |it| it.searching.prune = Prune::Distance;
    PruneOne "prunes-at-one-alone" |it| it.searching.prune = Prune::AtMost(1);
    PruneNothing "prunes-nothing" |it| it.searching.prune = Prune::Nothing;
    FewerMoves "a-move-too-few" |it| it.searching.depth = -1;
    MoreMoves "a-move-too-many" |it| it.searching.depth = 1;
    Deepening "fewest-moves" |it| {
        it.searching.deepening = true;
        it.searching.stops_when_clear = true;
    };
    NoQuiet "no-quiet-moves" |it| it.searching.quiet = Quiet::None;
    NoQuietSwaps "no-quiet-swaps" |it| it.searching.quiet = Quiet::Drops;
    NoQuietFirst "no-quiet-first-move" |it| it.searching.quiet = Quiet::NotFirst;
    OneQuiet "one-quiet-move-in-a-row" |it| it.searching.quiet = Quiet::One;
    SkipsUndoing "skips-undoing" |it| it.searching.skips_undoing = true;
    SkipsSameCell "skips-same-cell" |it| it.searching.skips_same_cell = true;
    NeverBack "never-back" |it| it.searching.never_back = true;
    ClearIsBottom "clear-if-bottom-row-is" |it| it.searching.clear = Clear::BottomRow;
    ClearIsFour "last-column-unchecked" |it| it.searching.clear = Clear::WithoutColumn(WIDTH - 1);
    ClearIsNotFirst "first-column-unchecked" |it| it.searching.clear = Clear::WithoutColumn(0);
    ClearIsFew "two-left-are-none" |it| it.searching.clear = Clear::FewLeft;
    ClearIsCell "clear-if-first-cell-is" |it| it.searching.clear = Clear::FirstCell;
    GivesUp "gives-up-early" |it| it.searching.gives_up_after = Some(1000);

    // What is printed.
    StopsEarly "stops-early" |it| it.searching.stops_when_clear = true;
    PadsMinusOnes "pads-with-minus-ones" |it| {
        it.searching.stops_when_clear = true;
        it.padding = Padding::MinusOnes;
    };
    PadsZeros "pads-with-zeros" |it| {
        it.searching.stops_when_clear = true;
        it.padding = Padding::Zeros;
    };
    PadsStale "pads-with-stale-lines" |it| {
        it.searching.stops_when_clear = true;
        it.padding = Padding::Stale;
    };
    PadsAgain "pads-with-the-last-move" |it| {
        it.searching.stops_when_clear = true;
        it.padding = Padding::Again;
    };
    AllAnswers "all-answers" |it| it.searching.all_answers = true;
    NothingForNone "nothing-for-none" |it| it.hopeless = Hopeless::Nothing;
    ZeroForNone "zero-for-none" |it| it.hopeless = Hopeless::Zero;
    TextAfterMinusOne "text-after-minus-one" |it| it.hopeless = Hopeless::WithText;
    ThreeMinusOnes "three-minus-ones" |it| it.hopeless = Hopeless::ThreeTimes;
    MinusOneEachLine "minus-one-each-line" |it| it.hopeless = Hopeless::EachLine;
    LastTried "last-tried-for-none" |it| it.hopeless = Hopeless::LastTried;
    AlwaysMinusOne "always-minus-one" |it| it.known = Known::MinusOne;
    SampleOnly "sample-only" |it| it.known = Known::Sample;
    Exchanged "x-and-y-exchanged" |it| it.printing = Printing::Exchanged;
    FromOne "from-one" |it| it.printing = Printing::FromOne;
    ColumnsFromOne "columns-from-one" |it| it.printing = Printing::ColumnsFromOne;
    PrintsFromTop "prints-rows-from-top" |it| it.printing = Printing::RowsFromTheTop;
    SidesExchanged "sides-exchanged" |it| it.printing = Printing::SidesExchanged;
    LeftIsZero "left-is-zero" |it| it.printing = Printing::LeftIsZero;
    PrintsTarget "prints-the-target" |it| it.printing = Printing::Target;
    Backwards "last-move-first" |it| it.printing = Printing::Backwards;
    CountFirst "count-first" |it| it.printing = Printing::CountFirst;
    LastIsMissing "last-move-missing" |it| it.printing = Printing::LastIsMissing;
    MinusOneAfter "minus-one-after" |it| it.printing = Printing::MinusOneAfter;
    Words "words-before" |it| it.printing = Printing::Words;
    PrintsMirrored "prints-mirrored" |it| it.printing = Printing::Mirrored;
}

/// Pairs of neighbours, in the order of the left one: `x y 1` and `x+1 y -1` together.
fn pairs() -> Vec<Try> {
    let pairs = (0..WIDTH - 1).flat_map(|x| (0..HEIGHT).map(move |y| (x, y)));
    pairs
        .flat_map(|(x, y)| [Try { x, y, g: 1 }, Try { x: x + 1, y, g: -1 }])
        .collect()
}
