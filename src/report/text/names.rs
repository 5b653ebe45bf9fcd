//! What stands for a word or two in every language.

/// What can be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is its own name")]
pub enum Thing {
    Block,
    Board,
    Case,
    Contestant,
    File,
    HandIn,
    Move,
    Number,
    Result,
    Run,
    Submission,
}

/// A word or two that stand alone: what begins a line, heads a column or a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is its own text")]
pub enum Label {
    After,
    AtRest,
    Before,
    Cases,
    Compiled,
    Compiling,
    Contest,
    Difference,
    DifferenceSigns,
    DoesNotCount,
    DoesNotCompile,
    DraggedLeft,
    DraggedRight,
    Error,
    Fallen,
    Finished,
    ForAPerson,
    Grading,
    HandIn,
    Hint,
    Interrupted,
    Isolation,
    LeftOut,
    LinesLeftOut,
    LookAt,
    Meant,
    Memory,
    MostFailedOn,
    Moved,
    Mutant,
    Name,
    NoLine,
    NotCounted,
    NotGraded,
    Note,
    NothingChanges,
    Points,
    Printed,
    Probes,
    RestsOn,
    Rules,
    Score,
    Slowest,
    StandardError,
    Testcases,
    TheBoard,
    Vanishing,
    Warning,
    WhatCanBeDone,
}

/// What a result rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is its own name")]
pub enum Fact {
    Attempts,
    Compiler,
    Digest,
    File,
    InputOutput,
    Isolation,
    Judge,
    Language,
    Limits,
    Machine,
    Probes,
    Rules,
    Subtask,
    Used,
}
