//! Languages: how a source becomes a program.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Deserializer};

/// How sources of one language are compiled and run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Language {
    /// File name extensions, without the dot; capitals don't matter.
    #[serde(deserialize_with = "extensions")]
    pub extensions: Vec<String>,
    /// A command that prints the path of the interpreter, for `{interpreter}`.
    /// It is asked once, so that a version manager's wrapper script, which can
    /// cost more time than the program, doesn't run with every testcase.
    #[serde(default)]
    pub interpreter: Option<CommandLine>,
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
}

impl Language {
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

/// A command and its arguments, with `{source}`, `{exe}` and `{interpreter}`
/// to be filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine(Vec<String>);

/// What is filled into a command line.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The source file.
    pub source: String,
    /// The program that compiling makes.
    pub exe: String,
    /// The interpreter.
    pub interpreter: String,
}

impl CommandLine {
    fn new(words: Vec<String>) -> Result<Self, String> {
        if words.first().is_none_or(String::is_empty) {
            return Err("the command is empty: write it as a list of words".to_owned());
        }
        // Other braces are the shell's or the compiler's own.
        let unknown = words
            .iter()
            .flat_map(|word| word.split('{').skip(1))
            .find_map(|rest| {
                let (name, _) = rest.split_once('}')?;
                let is_name =
                    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase());
                let known = ["source", "exe", "interpreter"].contains(&name);
                (is_name && !known).then(|| format!("{{{name}}}"))
            });
        match unknown {
            None => Ok(Self(words)),
            Some(name) => Err(format!(
                "there is no `{name}`, expected {{source}}, {{exe}} or {{interpreter}}"
            )),
        }
    }

    /// The command with its places filled in.
    #[must_use]
    pub fn fill(&self, places: &Places) -> Vec<String> {
        let fill = |word: &String| {
            word.replace("{source}", &places.source)
                .replace("{exe}", &places.exe)
                .replace("{interpreter}", &places.interpreter)
        };
        self.0.iter().map(fill).collect()
    }
}

impl<'de> Deserialize<'de> for CommandLine {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let words = Vec::deserialize(from)?;
        Self::new(words).map_err(serde::de::Error::custom)
    }
}

/// The languages that are known if a configuration names no others.
///
/// # Panics
/// Never: the command lines are fixed and a test reads them all.
#[must_use]
pub fn default_languages() -> BTreeMap<String, Language> {
    fn command(words: &[&str]) -> CommandLine {
        let words = words.iter().map(|&word| word.to_owned()).collect();
        CommandLine::new(words).expect("a fixed command line is right")
    }
    let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let cpp = Language {
        extensions: owned(&["cpp", "cc", "cxx"]),
        interpreter: None,
        compile: Some(command(&[
            "g++",
            "-std=gnu++17",
            "-O2",
            "-o",
            "{exe}",
            "{source}",
        ])),
        run: command(&["{exe}"]),
        needs: Vec::new(),
        install: "apt-get install g++".to_owned(),
    };
    let python = Language {
        extensions: owned(&["py"]),
        interpreter: Some(command(&[
            "python3",
            "-c",
            "import sys; print(sys.executable)",
        ])),
        compile: Some(command(&["{interpreter}", "-m", "py_compile", "{source}"])),
        run: command(&["{interpreter}", "{source}"]),
        needs: Vec::new(),
        install: "apt-get install python3".to_owned(),
    };
    let rust = Language {
        extensions: owned(&["rs"]),
        interpreter: None,
        compile: Some(command(&[
            "rustc",
            "--edition=2021",
            "-O",
            "-o",
            "{exe}",
            "{source}",
        ])),
        run: command(&["{exe}"]),
        needs: owned(&[
            "~/.rustup",
            "~/.cargo/bin",
            "$RUSTUP_HOME",
            "$CARGO_HOME/bin",
        ]),
        install: "apt-get install rustc, or see https://rustup.rs".to_owned(),
    };
    [("cpp", cpp), ("python", python), ("rust", rust)]
        .into_iter()
        .map(|(name, language)| (name.to_owned(), language))
        .collect()
}

/// Reads a table of languages over the default ones: a language of the same
/// name is replaced, the others stay.
pub(super) fn over_defaults<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<BTreeMap<String, Language>, D::Error> {
    let mut languages = default_languages();
    languages.extend(BTreeMap::<String, Language>::deserialize(from)?);
    Ok(languages)
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
