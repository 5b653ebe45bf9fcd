//! The arguments of `stress`.

use std::path::PathBuf;

use clap::Args;

use super::RuleArgs;

/// `stress`.
#[derive(Debug, Args)]
pub struct StressArgs {
    /// The program
    pub submission: PathBuf,

    /// Rules
    #[command(flatten)]
    pub rules: RuleArgs,
}
