//! What mutants have wrong.

use crate::mutants::Fault;

/// Several faults of one program.
pub(crate) fn all_of(faults: &[&str]) -> String {
    faults.join("; ")
}

/// What a program does that has this fault.
#[expect(clippy::too_many_lines, reason = "a line for each fault")]
pub(crate) fn fault(fault: Fault) -> &'static str {
    match fault {
        Fault::ColumnsFromRight => "reads the columns from right to left",
        Fault::RowsFromTop => "takes the first number of a column for its top block",
        Fault::LinesAsRows => "takes a line of the input for a row of the board",
        Fault::SixRows => "keeps six rows: a seventh block is lost",
        Fault::FiveRows => "keeps five rows: the sixth and seventh blocks are lost",
        Fault::SevenWithoutEnd => {
            "reads seven numbers of a full column and not the 0 after them: the next column is empty"
        }
        Fault::DigitByDigit => "reads digit by digit: 10 is a 1 and the column's end",
        Fault::TenIsOne => "takes colour 10 for colour 1",
        Fault::TenIsNine => "takes colour 10 for colour 9",
        Fault::EndsAtEmptyColumn => "stops reading at an empty column",
        Fault::SkipsEmptyColumn => "passes over empty columns: what follows moves to the left",
        Fault::FourColumns => "leaves the last column out",
        Fault::AlwaysFive => "searches for five moves whatever n is",
        Fault::RightOnly => "moves blocks to the right only",
        Fault::LeftOnly => "moves blocks to the left only",
        Fault::SwapsToLeft => "swaps blocks by a move to the left instead of one to the right",
        Fault::SwapsBothWays => "also tries each swap as a move to the left",
        Fault::SwapsOnly => "moves no block into an empty cell",
        Fault::DropsOnly => "swaps no blocks",
        Fault::NoDropRight => "moves no block into an empty cell to the right",
        Fault::NoDropLeft => "moves no block into an empty cell to the left",
        Fault::NoDeepDrop => "moves no block to where it would drop further",
        Fault::NoCoveredDrop => "moves no block into an empty cell while others are on it",
        Fault::NoCoveredSwap => "swaps no blocks that others are on",
        Fault::NoEqualSwap => "swaps no two blocks of the same colour",
        Fault::FromEmptyCell => "moves from empty cells, too",
        Fault::TopRowStays => "moves no block of the top row",
        Fault::BottomRowStays => "moves no block of the bottom row",
        Fault::LastColumnStays => "moves no block of the last column",
        Fault::FirstColumnStays => "moves no block of the first column",
        Fault::FirstHeights => "moves no block that is higher than its column was at the start",
        Fault::LeftBeforeRight => "tries g = -1 before g = 1",
        Fault::PairOrder => "tries x+1 y -1 while it looks at column x",
        Fault::RowByRow => "tries moves row by row: y before x",
        Fault::TopFirst => "tries the blocks of a column from the top",
        Fault::LastColumnFirst => "tries the columns from the right",
        Fault::AllRightFirst => "tries all moves to the right before any to the left",
        Fault::ColumnRightFirst => "tries a column's moves to the right before those to the left",
        Fault::GreatestAnswer => "prints the greatest answer: the last that it finds",
        Fault::ClearingFirst => "tries moves that clear blocks before others",
        Fault::StackComesAlong => "takes the blocks above along with a block that is dragged",
        Fault::MovedFloats => "leaves a dragged block in the air until blocks vanish",
        Fault::OthersFloat => {
            "leaves the blocks above a dragged one in the air until blocks vanish"
        }
        Fault::AllFloat => "looks for runs before anything drops",
        Fault::RowsOnly => "eliminates horizontal runs only",
        Fault::ColumnsOnly => "eliminates vertical runs only",
        Fault::Diagonals => "eliminates diagonal runs, too",
        Fault::RunsOfTwo => "eliminates runs of two",
        Fault::RunsOfFour => "eliminates runs of four or more only",
        Fault::FirstThree => "eliminates the first three blocks of a longer run",
        Fault::LastThree => "eliminates the last three blocks of a longer run",
        Fault::FirstFour => "eliminates at most four blocks of a run",
        Fault::ExactlyThree => "eliminates runs of exactly three, no longer ones",
        Fault::VerticalTop => "misses vertical runs that end in row 6",
        Fault::VerticalBottom => "misses vertical runs that begin in row 0",
        Fault::TopRow => "misses horizontal runs in row 6",
        Fault::RowFive => "misses horizontal runs in row 5",
        Fault::BottomRow => "misses horizontal runs in row 0",
        Fault::RightEdge => "misses horizontal runs that reach the last column",
        Fault::LeftEdge => "misses horizontal runs that begin in the first column",
        Fault::LastColumn => "misses vertical runs in the last column",
        Fault::FirstColumn => "misses vertical runs in the first column",
        Fault::FloodFill => "eliminates three or more connected blocks of any shape",
        Fault::FloodFromRun => "eliminates all blocks that are connected with a run",
        Fault::TenthStays => "never eliminates colour 10",
        Fault::LocalOnly => "looks for runs only where the dragged block is; what drops makes none",
        Fault::RowsBeforeColumns => {
            "takes horizontal runs away before it looks for vertical ones: a shared block counts once"
        }
        Fault::ColumnsBeforeRows => {
            "takes vertical runs away before it looks for horizontal ones: a shared block counts once"
        }
        Fault::RowsDropColumns => {
            "eliminates horizontal runs, lets blocks drop, then vertical ones"
        }
        Fault::ColumnsDropRows => {
            "eliminates vertical runs, lets blocks drop, then horizontal ones"
        }
        Fault::OneRun => "eliminates one run at a time, the first that it meets",
        Fault::LastRun => "eliminates one run at a time, the last that it meets",
        Fault::OneGroup => "eliminates one group of connected runs at a time",
        Fault::OneColour => "eliminates one colour at a time",
        Fault::OneLine => "eliminates the runs of one row or column at a time",
        Fault::NoCascade => "eliminates once after a move, without a chain",
        Fault::TwoRounds => "stops a chain after two eliminations",
        Fault::ThreeRounds => "stops a chain after three eliminations",
        Fault::ChainsInRows => {
            "looks for horizontal runs only in the later eliminations of a chain"
        }
        Fault::ChainsInColumns => {
            "looks for vertical runs only in the later eliminations of a chain"
        }
        Fault::BeforeTheFirst => "eliminates before the first move",
        Fault::MidFall => "looks for runs while blocks are falling",
        Fault::OneHole => "closes only the lowest hole of a column",
        Fault::HighestHole => "closes only the highest hole of a column",
        Fault::ByOne => "lets blocks drop by one row only",
        Fault::FallsFromTop => "lets blocks drop from the top, each onto what has not dropped yet",
        Fault::NeverFalls => "lets nothing drop after an elimination",
        Fault::ForgetsDepth => "remembers failed boards without the number of moves left",
        Fault::MemoByCounts => "takes boards with equal heights and colours for the same",
        Fault::SmallHash => "takes boards of the same small hash for the same",
        Fault::NoMemo => "remembers no failed boards",
        Fault::UndoNotVanished => "does not bring back what vanished when it takes a move back",
        Fault::UndoNotClear => "returns from a board that is clear too early without restoring it",
        Fault::UndoNotDrops => "does not take back a move into an empty cell",
        Fault::UndoNotLast => "does not take back the last move",
        Fault::PruneThree => "gives up where three blocks of a colour are left",
        Fault::PruneFour => "gives up where four blocks of a colour are left",
        Fault::PruneFive => "gives up where five blocks of a colour are left",
        Fault::PruneMultiple => "gives up unless the number of each colour is a multiple of three",
        Fault::PruneTotal => "gives up unless the number of blocks is a multiple of three",
        Fault::PruneColours => "gives up with more colours than moves left",
        Fault::PruneFiveBlocks => "gives up with more than five blocks for each move left",
        Fault::PruneSixBlocks => "gives up with more than six blocks for each move left",
        Fault::PruneNineBlocks => "gives up with more than nine blocks for each move left",
        Fault::PruneNoProgress => "gives up after two moves without an elimination",
        Fault::PruneDistance => {
            "gives up where the columns of a colour are far apart for the moves left"
        }
        Fault::PruneOne => "gives up only where a single block of a colour is left, not two",
        Fault::PruneNothing => "gives up no board",
        Fault::FewerMoves => "makes one move fewer than n",
        Fault::MoreMoves => "makes one move more than n",
        Fault::Deepening => "prints the shortest answer",
        Fault::NoQuiet => "makes only moves that eliminate",
        Fault::NoQuietSwaps => "makes no swap that eliminates nothing",
        Fault::NoQuietFirst => "makes no first move that eliminates nothing",
        Fault::OneQuiet => "makes no two moves in a row that eliminate nothing",
        Fault::SkipsUndoing => "never takes back the move before",
        Fault::SkipsSameCell => "never starts two moves in a row from the same cell",
        Fault::NeverBack => "makes no move that is less than the one before",
        Fault::ClearIsBottom => "takes a board for clear if its bottom row is",
        Fault::ClearIsFour => "does not look at the last column to see whether the board is clear",
        Fault::ClearIsNotFirst => {
            "does not look at the first column to see whether the board is clear"
        }
        Fault::ClearIsFew => "takes a board with one or two blocks for clear",
        Fault::ClearIsCell => "takes a board for clear if its bottom left cell is",
        Fault::GivesUp => "prints -1 after 1000 boards",
        Fault::StopsEarly => "stops when the board is clear, before n moves",
        Fault::PadsMinusOnes => "fills up with -1 -1 -1 after an early clear",
        Fault::PadsZeros => "fills up with 0 0 0 after an early clear",
        Fault::PadsStale => "fills up with lines of an earlier try after an early clear",
        Fault::PadsAgain => "fills up with the last move after an early clear",
        Fault::AllAnswers => "prints all answers, one after the other",
        Fault::NothingForNone => "prints nothing where there is no answer",
        Fault::ZeroForNone => "prints 0 where there is no answer",
        Fault::TextAfterMinusOne => "prints words after -1",
        Fault::ThreeMinusOnes => "prints -1 -1 -1 where there is no answer",
        Fault::MinusOneEachLine => "prints -1 n times where there is no answer",
        Fault::LastTried => "prints the moves tried last where there is no answer",
        Fault::AlwaysMinusOne => "always prints -1",
        Fault::SampleOnly => "has the answer to the sample and prints -1 for all else",
        Fault::Exchanged => "prints y before x",
        Fault::FromOne => "counts columns and rows from 1",
        Fault::ColumnsFromOne => "counts columns from 1",
        Fault::PrintsFromTop => "counts rows from the top",
        Fault::SidesExchanged => "prints -1 for the right and 1 for the left",
        Fault::LeftIsZero => "prints 0 for the left",
        Fault::PrintsTarget => "prints the cell that the block goes to",
        Fault::Backwards => "prints the moves in reverse",
        Fault::CountFirst => "prints the number of moves first",
        Fault::LastIsMissing => "leaves the last move out",
        Fault::MinusOneAfter => "prints -1 after the moves",
        Fault::Words => "prints a word before the moves",
        Fault::PrintsMirrored => "prints the moves of the mirrored board",
    }
}

/// Why a mutant isn't killed by unambiguous testcases, or by none.
pub(crate) fn standing_reason(faults: &[Fault]) -> &'static str {
    match faults {
        [Fault::SwapsBothWays] => {
            "`x y -1` onto a block is the same swap as `x-1 y 1`, which is less and was tried before"
        }
        [Fault::PruneOne | Fault::PruneNothing | Fault::NoMemo] => {
            "it searches more and finds the same: only a time limit can kill it"
        }
        [Fault::ClearIsBottom] => "no block floats: where the bottom row is empty the board is",
        [Fault::BeforeTheFirst] => "nothing can be eliminated on a testcase's board at the start",
        [Fault::NoEqualSwap] => {
            "it is right wherever swaps of equal blocks may be forbidden without changing the answer"
        }
        [Fault::UndoNotClear] => {
            "it only loses moves after an early clear; where one comes before the answer, the \
             answer of at most n moves is another"
        }
        faults if faults.contains(&Fault::PrintsMirrored) => {
            "everything is mirrored, also the order of moves: the faults cancel out"
        }
        _ => "it is right wherever the answer of at most n moves has n of them",
    }
}
