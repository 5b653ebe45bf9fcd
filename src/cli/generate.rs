//! The arguments of `generate`.

use clap::Args;

/// `generate`.
#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// What chance begins with: the same seed makes the same files
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
}
