//! Switches, so that what each technique gains can be measured again.

/// Which techniques a search uses. They change how long it takes, never what
/// it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches")]
pub struct Techniques {
    /// Cut where the column-count bound says that moves are too few.
    pub bound: bool,
    /// Play no move after which that bound would cut.
    pub filter: bool,
    /// Of quiet swaps that commute, search one order.
    pub commutation: bool,
    /// Of moves that clear and have nothing to do with each other, too; only
    /// with `commutation`.
    pub apart: bool,
    /// Remember boards that failed.
    pub failed: bool,
    /// Search the last two moves of a board together.
    pub together: bool,
    /// Use wider vectors where the machine has them.
    pub vectors: bool,
}

impl Techniques {
    /// Every one.
    pub const ALL: Self = Self {
        bound: true,
        filter: true,
        commutation: true,
        apart: true,
        failed: true,
        together: true,
        vectors: true,
    };

    /// None: bit planes, depth first.
    pub const NONE: Self = Self {
        bound: false,
        filter: false,
        commutation: false,
        apart: false,
        failed: false,
        together: false,
        vectors: false,
    };

    /// All but one, with the name of that one.
    pub const EACH_OFF: [(&'static str, Self); 7] = [
        (
            "bound",
            Self {
                bound: false,
                ..Self::ALL
            },
        ),
        (
            "filter",
            Self {
                filter: false,
                ..Self::ALL
            },
        ),
        (
            "commutation",
            Self {
                commutation: false,
                ..Self::ALL
            },
        ),
        (
            "apart",
            Self {
                apart: false,
                ..Self::ALL
            },
        ),
        (
            "failed",
            Self {
                failed: false,
                ..Self::ALL
            },
        ),
        (
            "together",
            Self {
                together: false,
                ..Self::ALL
            },
        ),
        (
            "vectors",
            Self {
                vectors: false,
                ..Self::ALL
            },
        ),
    ];
}

impl Default for Techniques {
    fn default() -> Self {
        Self::ALL
    }
}
