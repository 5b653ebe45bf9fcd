//! The names of what there is to say, the same in every language and version.

use mayan_reference::input::InputFault;
use serde::{Serialize, Serializer};

use super::issue::{Kind, OfAnswer, OfBoard, OfFile, OfName, OfSample, OfSubtask, Twin};
use super::layout::LayoutFault;

macro_rules! codes {
    ($($code:ident $text:literal,)*) => {
        /// The names of kinds, the same in every language and version. In this order
        /// they are shown.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "each is told at its kind")]
        pub enum Code { $($code,)* }

        impl Code {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$code,)*];

            /// As it is written.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$code => $text,)* }
            }
        }
    };
}

codes! {
    Unreadable "unreadable",
    Unwritable "unwritable",
    TooLarge "too-large",
    EmptyInput "empty-input",
    Utf16 "utf16",
    NotANumber "not-a-number",
    MovesOutOfRange "moves-out-of-range",
    ColourOutOfRange "colour-out-of-range",
    ColumnTooTall "column-too-tall",
    ColumnNotClosed "column-not-closed",
    TooFewColumns "too-few-columns",
    TooManyColumns "too-many-columns",
    TrailingText "trailing-text",
    RunAtStart "run-at-start",
    ColourGap "colour-gap",
    EmptyBoard "empty-board",
    AnswerWrong "answer-wrong",
    AnswerMissing "answer-missing",
    TwoAnswers "two-answers",
    AboveBottomRow "above-bottom-row",
    Ambiguous "ambiguous",
    Duplicate "duplicate",
    Isomorph "isomorph",
    ByteOrderMark "byte-order-mark",
    CarriageReturn "carriage-return",
    OneLine "one-line",
    SharedLine "shared-line",
    SplitLine "split-line",
    Tab "tab",
    LeadingBlank "leading-blank",
    TrailingBlank "trailing-blank",
    DoubledBlank "doubled-blank",
    BlankLine "blank-line",
    NoFinalNewline "no-final-newline",
    OrphanAnswer "orphan-answer",
    OrphanDescription "orphan-description",
    NotPlain "not-plain",
    BrokenLink "broken-link",
    Hidden "hidden",
    OtherExtension "other-extension",
    AwkwardName "awkward-name",
    CaseOnly "case-only",
    NumberOrder "number-order",
    NoSubtaskFits "no-subtask-fits",
    NoSubtask "no-subtask",
    EmptySubtask "empty-subtask",
    SampleFails "sample-fails",
    LittleTime "little-time",
    MuchTime "much-time",
    SampleSkipped "sample-skipped",
    MoreMovesThanNeeded "more-moves-than-needed",
    BottomRowElsewhere "bottom-row-elsewhere",
    Mirror "mirror",
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl Kind {
    /// Its name.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::File(it) => of_file(it),
            Self::Input { error } => of_input(&error.fault),
            Self::Layout { fault, .. } => of_layout(*fault),
            Self::Board(OfBoard::RunAtStart { .. }) => Code::RunAtStart,
            Self::Board(OfBoard::ColourGap { .. }) => Code::ColourGap,
            Self::Board(OfBoard::Empty {}) => Code::EmptyBoard,
            Self::Answer(OfAnswer::Missing {}) => Code::AnswerMissing,
            Self::Answer(OfAnswer::Two {}) => Code::TwoAnswers,
            Self::Answer(OfAnswer::Wrong { .. }) => Code::AnswerWrong,
            Self::Answer(OfAnswer::Ambiguous { .. }) => Code::Ambiguous,
            Self::Answer(OfAnswer::MoreMovesThanNeeded { .. }) => Code::MoreMovesThanNeeded,
            Self::Twin(Twin::Duplicate { .. }) => Code::Duplicate,
            Self::Twin(Twin::Isomorph { .. }) => Code::Isomorph,
            Self::Twin(Twin::Mirror { .. }) => Code::Mirror,
            Self::Name(OfName::Awkward { .. }) => Code::AwkwardName,
            Self::Name(OfName::CaseOnly { .. }) => Code::CaseOnly,
            Self::Name(OfName::NumberOrder { .. }) => Code::NumberOrder,
            Self::Subtask(OfSubtask::AboveBottomRow { .. }) => Code::AboveBottomRow,
            Self::Subtask(OfSubtask::BottomRowElsewhere { .. }) => Code::BottomRowElsewhere,
            Self::Subtask(OfSubtask::NoSubtask {}) => Code::NoSubtask,
            Self::Subtask(OfSubtask::Empty { .. }) => Code::EmptySubtask,
            Self::Subtask(OfSubtask::NoneFits { .. }) => Code::NoSubtaskFits,
            Self::Sample(OfSample::Skipped { .. }) => Code::SampleSkipped,
            Self::Sample(OfSample::Fails { .. }) => Code::SampleFails,
            Self::Sample(OfSample::LittleTime { .. }) => Code::LittleTime,
            Self::Sample(OfSample::MuchTime { .. }) => Code::MuchTime,
        }
    }
}

fn of_file(it: &OfFile) -> Code {
    match it {
        OfFile::Unreadable { .. } => Code::Unreadable,
        OfFile::Unwritable { .. } => Code::Unwritable,
        OfFile::TooLarge { .. } => Code::TooLarge,
        OfFile::OrphanAnswer {} => Code::OrphanAnswer,
        OfFile::OrphanDescription {} => Code::OrphanDescription,
        OfFile::NotPlain {} => Code::NotPlain,
        OfFile::BrokenLink {} => Code::BrokenLink,
        OfFile::Hidden {} => Code::Hidden,
        OfFile::OtherExtension { .. } => Code::OtherExtension,
    }
}

fn of_input(fault: &InputFault) -> Code {
    match fault {
        InputFault::Empty => Code::EmptyInput,
        InputFault::ByteOrderMark => Code::ByteOrderMark,
        InputFault::Utf16 => Code::Utf16,
        InputFault::CarriageReturn => Code::CarriageReturn,
        InputFault::NotNumber { .. } => Code::NotANumber,
        InputFault::MovesOutOfRange { .. } => Code::MovesOutOfRange,
        InputFault::ColourOutOfRange { .. } => Code::ColourOutOfRange,
        InputFault::ColumnTooTall { .. } => Code::ColumnTooTall,
        InputFault::ColumnNotClosed { .. } => Code::ColumnNotClosed,
        InputFault::TooFewColumns { .. } => Code::TooFewColumns,
        InputFault::TooManyColumns => Code::TooManyColumns,
        InputFault::TrailingGarbage { .. } => Code::TrailingText,
    }
}

fn of_layout(fault: LayoutFault) -> Code {
    match fault {
        LayoutFault::ByteOrderMark => Code::ByteOrderMark,
        LayoutFault::CarriageReturn => Code::CarriageReturn,
        LayoutFault::OneLine => Code::OneLine,
        LayoutFault::SharedLine => Code::SharedLine,
        LayoutFault::SplitLine => Code::SplitLine,
        LayoutFault::Tab => Code::Tab,
        LayoutFault::LeadingBlank => Code::LeadingBlank,
        LayoutFault::TrailingBlank => Code::TrailingBlank,
        LayoutFault::DoubledBlank => Code::DoubledBlank,
        LayoutFault::BlankLine => Code::BlankLine,
        LayoutFault::NoFinalNewline => Code::NoFinalNewline,
    }
}
