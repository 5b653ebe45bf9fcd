//! Completions for shells and pages of the manual, made from the command line
//! itself; and the arguments of `completions` and `man`.

use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory};

use super::Cli;

/// `completions`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mayan-judge completions bash > ~/.local/share/bash-completion/completions/mayan-judge
  mayan-judge completions zsh > \"${fpath[1]}/_mayan-judge\"
  mayan-judge completions fish > ~/.config/fish/completions/mayan-judge.fish")]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// `man`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mayan-judge man | man -l -
  mayan-judge man grade > mayan-judge-grade.1")]
pub struct ManArgs {
    /// A command [default: the whole program]
    #[arg(value_parser = PossibleValuesParser::new(PAGES.map(|(name, _)| name)))]
    pub command: Option<String>,
}

/// The commands that have a page of their own, and what it is called. Not asked
/// from the parser, which has them among its values.
const PAGES: [(&str, &str); 13] = [
    ("grade", "mayan-judge-grade"),
    ("report", "mayan-judge-report"),
    ("merge", "mayan-judge-merge"),
    ("explain", "mayan-judge-explain"),
    ("validate", "mayan-judge-validate"),
    ("generate", "mayan-judge-generate"),
    ("stress", "mayan-judge-stress"),
    ("solve", "mayan-judge-solve"),
    ("check", "mayan-judge-check"),
    ("show", "mayan-judge-show"),
    ("doctor", "mayan-judge-doctor"),
    ("completions", "mayan-judge-completions"),
    ("man", "mayan-judge-man"),
];

/// Completions for a shell, as it reads them.
#[must_use]
pub fn completions(shell: clap_complete::Shell) -> Vec<u8> {
    let mut out = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "mayan-judge", &mut out);
    // The generator writes a name with a hyphen in two ways into one script for bash,
    // which then completes nothing behind a command.
    let script = String::from_utf8_lossy(&out);
    script
        .replace("mayan__subcmd__judge", "mayan__judge")
        .into_bytes()
}

/// A page of the manual, for `man`: of the whole program, or of one command.
///
/// # Errors
/// None but those of memory.
pub fn manual(command: Option<&str>) -> std::io::Result<Vec<u8>> {
    let mut all = Cli::command();
    all.build();
    let page = command.and_then(|name| {
        let (_, page) = PAGES.into_iter().find(|(it, _)| *it == name)?;
        let found = all.find_subcommand(name)?.clone();
        Some(
            found
                .name(page)
                .display_name(page)
                .version(env!("CARGO_PKG_VERSION")),
        )
    });
    let mut out = Vec::new();
    clap_mangen::Man::new(page.unwrap_or(all)).render(&mut out)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page() {
        let command = Cli::command();
        let names = command.get_subcommands().map(clap::Command::get_name);
        let names: Vec<&str> = names.collect();
        assert_eq!(names, PAGES.map(|(name, _)| name));
        for name in names {
            let page = manual(Some(name)).unwrap_or_default();
            let page = String::from_utf8_lossy(&page);
            assert!(page.contains(&format!("mayan\\-judge\\-{name}")), "{page}");
        }
    }
}
