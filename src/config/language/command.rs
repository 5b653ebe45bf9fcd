//! Command lines with places to be filled in.

use serde::{Deserialize, Deserializer};

/// A command and its arguments, with places such as `{source}` to be filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine(Vec<String>);

/// What is filled into a command line.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// `{source}`: the source file.
    pub source: String,
    /// `{exe}`: the program that compiling makes.
    pub exe: String,
    /// `{interpreter}`: the interpreter.
    pub interpreter: String,
    /// `{name}`: the source file's name without its extension; of a Java class
    /// in a package the qualified one.
    pub name: String,
    /// `{folder}`: the folder of what compiling made.
    pub folder: String,
}

impl Places {
    const NAMES: [&str; 5] = ["source", "exe", "interpreter", "name", "folder"];

    fn get(&self, name: &str) -> Option<&str> {
        match name {
            "source" => Some(&self.source),
            "exe" => Some(&self.exe),
            "interpreter" => Some(&self.interpreter),
            "name" => Some(&self.name),
            "folder" => Some(&self.folder),
            _ => None,
        }
    }
}

impl CommandLine {
    /// The command of these words.
    ///
    /// # Errors
    /// No words, or a place that isn't known.
    pub fn new(words: Vec<String>) -> Result<Self, String> {
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
                (is_name && !Places::NAMES.contains(&name)).then(|| format!("{{{name}}}"))
            });
        match unknown {
            None => Ok(Self(words)),
            Some(name) => Err(format!(
                "there is no `{name}`, expected {{source}}, {{exe}}, {{interpreter}}, {{name}} \
                 or {{folder}}"
            )),
        }
    }

    /// A fixed command line.
    pub(super) fn fixed(words: &str) -> Self {
        let words = words.split(' ').map(str::to_owned).collect();
        Self::new(words).expect("a fixed command line is right")
    }

    /// The command with its places filled in.
    #[must_use]
    pub fn fill(&self, places: &Places) -> Vec<String> {
        self.0.iter().map(|word| fill(word, places)).collect()
    }

    /// Whether a place of this name is in it.
    #[must_use]
    pub fn names(&self, place: &str) -> bool {
        let place = format!("{{{place}}}");
        self.0.iter().any(|word| word.contains(&place))
    }

    /// The words as they were written.
    #[must_use]
    pub fn words(&self) -> &[String] {
        &self.0
    }
}

/// From left to right, so that nothing that was filled in is looked at again.
fn fill(word: &str, places: &Places) -> String {
    let mut filled = String::with_capacity(word.len());
    let mut rest = word;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let place = after.split_once('}');
        let place = place.and_then(|(name, next)| Some((places.get(name)?, next)));
        let (value, next) = place.unwrap_or(("{", after));
        filled.push_str(value);
        rest = next;
    }
    filled + rest
}

impl<'de> Deserialize<'de> for CommandLine {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let words = Vec::deserialize(from)?;
        Self::new(words).map_err(serde::de::Error::custom)
    }
}
