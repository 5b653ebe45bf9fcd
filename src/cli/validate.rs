//! The arguments of `validate`.

use std::path::PathBuf;

use clap::Args;

use super::RuleArgs;

/// `validate`.
#[derive(Debug, Args)]
pub struct ValidateArgs {
    /// The testcases [default: those of judge.toml]
    pub dir: Option<PathBuf>,

    /// Rules
    #[command(flatten)]
    pub rules: RuleArgs,
}
