//! The mutants: each fault alone, and faults together that hide each other.

use std::sync::LazyLock;

use super::fault::Fault;
use super::program::Program;
use super::{Fuel, Mutant, Ran, Standing};

/// A plain program with faults in it.
#[derive(Debug)]
pub struct Planted {
    name: String,
    faults: Vec<Fault>,
    standing: Standing,
    program: Program,
}

impl Planted {
    fn new(faults: &[Fault]) -> Self {
        let mut program = Program::default();
        for fault in faults {
            fault.plant(&mut program);
        }
        let names: Vec<&str> = faults.iter().map(|it| it.name()).collect();
        Self {
            name: names.join("+"),
            faults: faults.to_vec(),
            standing: standing(faults),
            program,
        }
    }
}

impl Mutant for Planted {
    fn name(&self) -> &str {
        &self.name
    }

    fn faults(&self) -> &[Fault] {
        &self.faults
    }

    fn standing(&self) -> Standing {
        self.standing
    }

    fn run(&self, input: &str, fuel: Fuel) -> Ran {
        self.program.run(input, fuel)
    }
}

/// Faults that hide each other, wholly or on most boards.
const TOGETHER: &[&[Fault]] = &[
    // The mirrored board is cleared as well; the answer isn't the least.
    &[Fault::ColumnsFromRight, Fault::PrintsMirrored],
    // With one run at a time a column never has two holes.
    &[Fault::OneRun, Fault::OneHole],
    &[Fault::OneRun, Fault::FirstThree],
    &[Fault::OneHole, Fault::NoCascade],
    &[Fault::FallsFromTop, Fault::TwoRounds],
    // A world in which runs of three are all there is.
    &[Fault::ExactlyThree, Fault::PruneMultiple],
    &[Fault::FirstThree, Fault::PruneMultiple],
    // The upper rows aren't there to be missed.
    &[Fault::SixRows, Fault::VerticalTop],
    &[Fault::TopRowStays, Fault::TopRow],
    &[Fault::TopRow, Fault::VerticalTop],
    // What published programs have together.
    &[Fault::PairOrder, Fault::StopsEarly],
    &[Fault::PairOrder, Fault::NoEqualSwap],
    &[Fault::StopsEarly, Fault::NoEqualSwap],
    &[Fault::PadsMinusOnes, Fault::NoEqualSwap],
    &[Fault::LeftBeforeRight, Fault::StopsEarly],
    &[Fault::ForgetsDepth, Fault::StopsEarly],
    &[Fault::NoDropLeft, Fault::SwapsToLeft],
    &[Fault::MidFall, Fault::NoCascade],
    &[Fault::AllFloat, Fault::MidFall],
    &[Fault::AllFloat, Fault::NoCascade],
    &[Fault::RowsBeforeColumns, Fault::FirstThree],
    &[Fault::FloodFill, Fault::RunsOfFour],
    &[Fault::TenIsOne, Fault::TenthStays],
    &[Fault::NoQuietFirst, Fault::OneQuiet],
    // Everything mirrored, the order of moves too.
    &[
        Fault::ColumnsFromRight,
        Fault::PrintsMirrored,
        Fault::LastColumnFirst,
        Fault::LeftBeforeRight,
        Fault::SwapsToLeft,
    ],
];

fn standing(faults: &[Fault]) -> Standing {
    use Fault::{
        BeforeTheFirst, ClearIsBottom, ColumnsFromRight, LastColumnFirst, LeftBeforeRight,
        NoEqualSwap, NoMemo, PadsAgain, PadsMinusOnes, PadsStale, PadsZeros, PrintsMirrored,
        PruneNothing, PruneOne, StopsEarly, SwapsBothWays, SwapsToLeft, UndoNotClear,
    };
    match faults {
        [SwapsBothWays | PruneOne | PruneNothing | NoMemo | ClearIsBottom | BeforeTheFirst]
        | [
            ColumnsFromRight,
            PrintsMirrored,
            LastColumnFirst,
            LeftBeforeRight,
            SwapsToLeft,
        ] => Standing::Equivalent,
        // An answer without an early clear and without a swap of equal blocks is the
        // same in all readings; where an early clear comes before it, the case is
        // ambiguous. (A clear after fewer moves that comes later isn't met.)
        [
            StopsEarly | PadsMinusOnes | PadsZeros | PadsStale | PadsAgain | NoEqualSwap
            | UndoNotClear,
        ]
        | [StopsEarly | PadsMinusOnes, NoEqualSwap] => Standing::OnlyAmbiguous,
        _ => Standing::Killable,
    }
}

static ALL: LazyLock<Vec<Planted>> = LazyLock::new(|| {
    let alone = Fault::ALL.iter().map(|&it| Planted::new(&[it]));
    let together = TOGETHER.iter().map(|it| Planted::new(it));
    alone.chain(together).collect()
});

/// All mutants, in the order in which they are shown.
pub fn all() -> impl ExactSizeIterator<Item = &'static dyn Mutant> + Clone {
    ALL.iter().map(|it| it as &dyn Mutant)
}

/// The mutant of a name.
#[must_use]
pub fn named(name: &str) -> Option<&'static dyn Mutant> {
    all().find(|it| it.name() == name)
}
