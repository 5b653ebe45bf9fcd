//! Languages: how a source becomes a program.
//!
//! - [`mod@self`]: a language, and which one a file is in.
//! - `command`: its commands; `factor`: its time; `defaults`: those that are known.

mod command;
mod defaults;
mod factor;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer};

use super::Config;
use crate::units::Bytes;

pub use command::{CommandLine, Places};
pub use defaults::default_languages;
pub use factor::TimeFactor;

/// How sources of one language are compiled and run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Language {
    /// File name extensions, without the dot. Capitals matter only where two
    /// languages differ by them, as `.c` and `.C` do. There may be none.
    #[serde(deserialize_with = "extensions")]
    pub extensions: Vec<String>,
    /// What a source file is called.
    #[serde(default)]
    pub name: SourceName,
    /// A command that prints the path of the interpreter, for `{interpreter}`.
    /// It is asked once, so that a version manager's wrapper script, which can
    /// cost more time than the program, doesn't run with every testcase.
    #[serde(default)]
    pub interpreter: Option<CommandLine>,
    /// A command that prints which version of the compiler or interpreter this
    /// is. Only of a language that has one, programs are kept between runs.
    #[serde(default)]
    pub version: Option<CommandLine>,
    /// The command that compiles, or checks, `{source}`.
    #[serde(default)]
    pub compile: Option<CommandLine>,
    /// The command that runs the program.
    pub run: CommandLine,
    /// Folders besides the system's that compiling and running may read. One
    /// that isn't there is passed over; `~` is the judge's home, `$NAME` at the
    /// beginning a variable of its environment.
    #[serde(default)]
    pub needs: Vec<String>,
    /// What to install where the compiler is missing.
    pub install: String,
    /// What the time limits are multiplied by.
    #[serde(default)]
    pub time_factor: TimeFactor,
    /// What is added to the memory limit, for a runtime that takes much itself.
    #[serde(default, deserialize_with = "extra")]
    pub memory_extra: Bytes,
}

/// What a source file is called, without its extension, where it is compiled and
/// run. Never what it was handed in as: no message and no run depends on that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceName {
    /// Always this.
    Fixed(String),
    /// As the public class in it, as Java wants it.
    PublicClass,
}

impl Default for SourceName {
    fn default() -> Self {
        Self::Fixed("main".to_owned())
    }
}

impl<'de> Deserialize<'de> for SourceName {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let name = String::deserialize(from)?;
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        match name.as_str() {
            "public-class" => Ok(Self::PublicClass),
            // What compiling makes has this name.
            "program" => Err(serde::de::Error::custom(
                "`program` is what is made of the source, expected another name, such as \"main\"",
            )),
            plain if (1..=64).contains(&plain.len()) && plain.bytes().all(is_plain) => {
                Ok(Self::Fixed(name))
            }
            _ => Err(serde::de::Error::custom(format!(
                "`{name}` is no name for a source, expected letters and digits, such as \
                 \"main\", or \"public-class\""
            ))),
        }
    }
}

impl Language {
    /// How this language writes an extension, if it is one of its own.
    #[must_use]
    pub fn spelling(&self, extension: &str) -> Option<&str> {
        let known = || self.extensions.iter().map(String::as_str);
        known()
            .find(|it| *it == extension)
            .or_else(|| known().find(|it| it.eq_ignore_ascii_case(extension)))
    }

    /// The folders that `needs` names here.
    #[must_use]
    pub fn needed_folders(&self) -> Vec<PathBuf> {
        let home = std::env::var_os("HOME").map(PathBuf::from);
        let folders = self.needs.iter().filter_map(|need| {
            let (first, rest) = need.split_once('/').unwrap_or((need, ""));
            let first = match (first, first.strip_prefix('$')) {
                ("~", _) => home.clone()?,
                (_, Some(name)) => std::env::var_os(name)?.into(),
                _ => return Some(PathBuf::from(need)),
            };
            Some(first.join(rest))
        });
        let mut folders: Vec<PathBuf> = folders.filter(|it| it.is_absolute()).collect();
        folders.sort();
        folders.dedup();
        folders
    }
}

impl Config {
    /// The name of the language that a file's extension belongs to.
    #[must_use]
    pub fn language_of(&self, path: &Path) -> Option<&str> {
        let extension = path.extension()?.to_str()?;
        // `.C` is C++ and `.c` is C, but `.CPP` is `.cpp`.
        let exact = |language: &Language| language.extensions.iter().any(|it| it == extension);
        let found = self.languages.iter().find(|(_, it)| exact(it));
        let alike = |language: &Language| language.spelling(extension).is_some();
        let found = found.or_else(|| self.languages.iter().find(|(_, it)| alike(it)));
        found.map(|(name, _)| name.as_str())
    }

    /// Makes sources of one language, by extension, sources of another one, such as
    /// those of `cpp` sources of `cpp-clang`. To be done before submissions are
    /// looked for.
    ///
    /// # Errors
    /// A language that isn't known.
    pub fn substitute(&mut self, from: &str, to: &str) -> Result<(), String> {
        for name in [from, to] {
            if !self.languages.contains_key(name) {
                let known: Vec<&str> = self.languages.keys().map(String::as_str).collect();
                let known = known.join(", ");
                return Err(format!(
                    "there is no language `{name}`, expected one of: {known}"
                ));
            }
        }
        if from == to {
            return Ok(());
        }
        let language = self.languages.get_mut(from);
        let moved = language.map(|it| std::mem::take(&mut it.extensions));
        if let Some(language) = self.languages.get_mut(to) {
            language.extensions.extend(moved.unwrap_or_default());
        }
        Ok(())
    }
}

/// Reads a table of languages over the default ones: a language of the same
/// name is replaced, the others stay, but for extensions that now are another's.
pub(super) fn over_defaults<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<BTreeMap<String, Language>, D::Error> {
    let given = BTreeMap::<String, Language>::deserialize(from)?;
    let mut taken = BTreeMap::new();
    for (name, language) in &given {
        for extension in &language.extensions {
            if let Some(other) = taken.insert(extension.clone(), name) {
                return Err(serde::de::Error::custom(format!(
                    "`.{extension}` belongs to {other} and to {name}, expected one language"
                )));
            }
        }
    }
    let mut languages = default_languages();
    for language in languages.values_mut() {
        language.extensions.retain(|it| !taken.contains_key(it));
    }
    languages.extend(given);
    Ok(languages)
}

/// For `memory-extra`: a size, or none.
fn extra<'de, D: Deserializer<'de>>(from: D) -> Result<Bytes, D::Error> {
    let text = String::deserialize(from)?;
    if text.trim() == "0B" {
        return Ok(Bytes(0));
    }
    text.parse().map_err(serde::de::Error::custom)
}

/// For extensions: plain ones, with or without the dot.
fn extensions<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let given = Vec::<String>::deserialize(from)?;
    let plain = |extension: String| {
        let name = extension.strip_prefix('.').unwrap_or(&extension);
        if name.is_empty() || name.contains(['.', '/']) {
            let message = format!("`{extension}` is no extension, expected one such as \"cpp\"");
            return Err(serde::de::Error::custom(message));
        }
        Ok(name.to_owned())
    };
    given.into_iter().map(plain).collect()
}
