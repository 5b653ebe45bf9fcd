//! A compiler's message: its errors, and the names in them.

/// An error and what is said about it.
pub(super) struct Complaint {
    /// The error's own line.
    pub(super) line: String,
    /// The lines up to the next error, such as notes.
    pub(super) notes: String,
    /// Whether it is an error, not a warning.
    pub(super) fatal: bool,
}

/// The errors and warnings of a message, with plain quotes.
pub(super) fn complaints(message: &str) -> Vec<Complaint> {
    let mut found: Vec<Complaint> = Vec::new();
    for line in message.lines() {
        let fatal = line.contains("error:") || line.contains("undefined reference");
        // GCC's quotes, old ones too.
        let line = line.replace(['\u{2018}', '\u{2019}', '`'], "'");
        if fatal || line.contains("warning:") {
            found.push(Complaint {
                line,
                notes: String::new(),
                fatal,
            });
        } else if let Some(last) = found.last_mut() {
            last.notes.push_str(&line);
            last.notes.push('\n');
        }
    }
    found
}

/// What stands in the first quotes of a text.
pub(super) fn quoted(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once('\'')?;
    let (name, _) = rest.split_once('\'')?;
    Some(name)
}

/// What stands in the last quotes before a phrase, as in `'x' was not declared`.
pub(super) fn quoted_before<'a>(line: &'a str, phrase: &str) -> Option<&'a str> {
    let (before, _) = line.split_once(phrase)?;
    let before = before.strip_suffix('\'')?;
    let (_, name) = before.rsplit_once('\'')?;
    Some(name)
}

/// What stands in the first quotes after a phrase.
pub(super) fn quoted_after<'a>(line: &'a str, phrase: &str) -> Option<&'a str> {
    let (_, after) = line.split_once(phrase)?;
    quoted(after)
}

/// The name in a declaration such as `int next [5]`, `std::ifstream fin` or
/// `int y1(int)`.
pub(super) fn declared(declaration: &str) -> &str {
    let end = declaration.find(['[', '(', '{']);
    let declaration = declaration[..end.unwrap_or(declaration.len())].trim_end();
    let start = declaration.rfind(|c: char| !c.is_alphanumeric() && c != '_');
    start.map_or(declaration, |start| {
        let after = declaration[start..]
            .chars()
            .next()
            .map_or(0, char::len_utf8);
        &declaration[start + after..]
    })
}
