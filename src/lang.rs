//! The language that people are spoken to in. Codes, names of options and keys
//! of JSON are the same in all.

/// A language of words for people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

impl Lang {
    /// All.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// Its tag (BCP 47), as HTML and XML want it.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh-CN",
        }
    }
}
