//! Exit codes.

use std::process::ExitCode;

/// How the judge ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything was accepted, or the command did what it was asked.
    Success = 0,
    /// Something was not accepted.
    Rejected = 1,
    /// Wrong arguments or a wrong configuration.
    Usage = 2,
    /// The judge or its data is at fault.
    JudgeError = 3,
    /// There was nothing to grade.
    NothingToGrade = 4,
    /// It may work later: another judge has the journal (`EX_TEMPFAIL`).
    TryAgain = 75,
    /// Interrupted by a signal.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
