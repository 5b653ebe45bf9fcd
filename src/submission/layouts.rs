//! How a folder of hand-ins is laid out, by what is in it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::class::Layout;
use super::discover::Wanted;
use super::listing::Listing;
use super::names::{Likeness, is_litter, last, likeness, packed, shown, stem};
use super::owners::{canvas, moodle};

/// A layout, and below which folder it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Laid {
    pub(super) layout: Layout,
    /// Empty, or a path with `/` at its end.
    pub(super) base: String,
}

/// Finds out how a folder is laid out, or where the layout begins that was asked
/// for.
pub(super) fn lay(listing: &Listing, argument: &Path, wanted: &Wanted<'_>) -> Laid {
    let bases = bases(listing, wanted);
    let may = |layout| wanted.layout.is_none_or(|it| it == layout);
    for base in &bases {
        let view = View::new(listing, base, argument, wanted);
        let finders: [(Layout, Finder<'_>); 4] = [
            (Layout::Moodle, View::moodle),
            (Layout::Canvas, View::canvas),
            (Layout::Arbiter, View::arbiter),
            (Layout::Noi, View::noi),
        ];
        for (layout, find) in finders {
            if may(layout)
                && let Some(base) = find(&view)
                && (wanted.layout.is_some() || view.is_mostly_in(layout, &base))
            {
                return Laid { layout, base };
            }
        }
    }
    let deepest = bases
        .iter()
        .rfind(|base| base.is_empty() || View::new(listing, base, argument, wanted).is_class());
    Laid {
        layout: wanted.layout.unwrap_or(Layout::Plain),
        base: deepest.cloned().unwrap_or_default(),
    }
}

/// Where a layout begins, if a view is of it.
type Finder<'a> = fn(&View<'a>) -> Option<String>;

/// The folder itself, and the folders below it as long as each is the only
/// thing in the one above, but for files that nobody would grade.
fn bases(listing: &Listing, wanted: &Wanted<'_>) -> Vec<String> {
    const DEEPEST: usize = 3;
    let counts = |name: &str, is_folder: bool| {
        let is_source = wanted.config.language_of(Path::new(name)).is_some();
        is_folder || is_source || packed(name).is_some()
    };
    let mut bases = vec![String::new()];
    while bases.len() <= DEEPEST {
        let base = bases.last().cloned().unwrap_or_default();
        let tops = tops(listing, &base);
        let mut tops = tops.iter().filter(|(name, folder)| counts(name, **folder));
        match (tops.next(), tops.next()) {
            (Some((name, true)), None) => bases.push(format!("{base}{name}/")),
            _ => break,
        }
    }
    bases
}

/// What is directly below a base but for litter, and whether it is a folder.
fn tops<'a>(listing: &'a Listing, base: &str) -> BTreeMap<&'a str, bool> {
    let files = listing.files.iter().map(|file| (&file.path, false));
    let folders = listing.folders.iter().map(|folder| (folder, true));
    let mut tops = BTreeMap::new();
    for (path, is_folder) in files.chain(folders) {
        let Some(below) = path.strip_prefix(base).filter(|below| !below.is_empty()) else {
            continue;
        };
        let (first, deeper) = match below.split_once('/') {
            Some((first, _)) => (first, true),
            None => (below, is_folder),
        };
        if !is_litter(first) {
            *tops.entry(first).or_default() |= deeper;
        }
    }
    tops
}

/// What is below a base.
struct View<'a> {
    listing: &'a Listing,
    base: &'a str,
    tops: BTreeMap<&'a str, bool>,
    wanted: &'a Wanted<'a>,
    /// The names of the argument and of the folder that it is in.
    above: [String; 2],
}

impl<'a> View<'a> {
    fn new(listing: &'a Listing, base: &'a str, argument: &Path, wanted: &'a Wanted<'a>) -> Self {
        // `.` has a name too.
        let argument = argument.canonicalize().unwrap_or(argument.to_owned());
        let names = argument.iter().map(shown);
        let below = base.split_terminator('/').map(str::to_owned);
        let mut above = <[String; 2]>::default();
        for name in names.chain(below) {
            above = [std::mem::take(&mut above[1]), name];
        }
        Self {
            listing,
            base,
            tops: tops(listing, base),
            wanted,
            above,
        }
    }

    /// The files below the base.
    fn files(&self) -> impl Iterator<Item = &'a str> {
        let base = self.base;
        let paths = self.listing.files.iter();
        paths.filter_map(move |file| file.path.strip_prefix(base))
    }

    /// Whether more than half of what may be graded is where a layout begins: a
    /// folder that only happens to be called `source` must not hide the others.
    fn is_mostly_in(&self, layout: Layout, base: &str) -> bool {
        // Other days are of the same contest.
        let outer = match layout {
            Layout::Arbiter => base.trim_end_matches('/').rsplit_once('/'),
            _ => None,
        };
        let outer = outer.map_or(base, |(players, _)| players);
        let files = self.files().filter(|path| self.is_used(path));
        let (mut all, mut inside) = (0, 0);
        for path in files {
            all += 1;
            inside += usize::from(format!("{}{path}", self.base).starts_with(outer));
        }
        2 * inside > all || all == 0
    }

    /// Whether a file may be graded, or hold such.
    fn is_used(&self, path: &str) -> bool {
        self.is_source(path) || packed(path).is_some()
    }

    fn is_source(&self, path: &str) -> bool {
        self.wanted.config.language_of(Path::new(path)).is_some()
    }

    /// Whether at least half of what is here is so.
    fn most(&self, is: impl Fn(&str, bool) -> bool) -> bool {
        let count = self.tops.iter().filter(|(name, folder)| is(name, **folder));
        let count = count.count();
        count > 0 && 2 * count >= self.tops.len()
    }

    fn moodle(&self) -> Option<String> {
        let most = self.most(|name, _| moodle(name).is_some());
        most.then(|| self.base.to_owned())
    }

    fn canvas(&self) -> Option<String> {
        let most = self.most(|name, is_folder| !is_folder && canvas(name).is_some());
        most.then(|| self.base.to_owned())
    }

    /// `players/day1/`, wherever the base is in it.
    fn arbiter(&self) -> Option<String> {
        let is_day = |name: &str| {
            let number = name.strip_prefix("day");
            number.is_some_and(|it| !it.is_empty() && it.bytes().all(|b| b.is_ascii_digit()))
        };
        if self.above[0] == "players" && is_day(&self.above[1]) {
            return Some(self.base.to_owned());
        }
        let players = match () {
            () if self.tops.get("players") == Some(&true) => format!("{}players/", self.base),
            () if self.above[1] == "players" => self.base.to_owned(),
            () => return None,
        };
        let below = tops(self.listing, &players);
        let days = below
            .iter()
            .filter(|(name, folder)| **folder && is_day(name));
        let days: Vec<String> = days.map(|(day, _)| format!("{players}{day}/")).collect();
        // The day on which the problem was set.
        let set = days.iter().find(|day| {
            let mut paths = self.listing.files.iter();
            paths.any(|file| {
                let inner = file.path.strip_prefix(day.as_str());
                let inner = inner.and_then(|inner| inner.split_once('/'));
                inner.is_some_and(|(_, inner)| self.in_place(inner))
            })
        });
        set.or(days.first()).cloned()
    }

    /// `source/`, or what looks like what is in it.
    fn noi(&self) -> Option<String> {
        let source = format!("{}source/", self.base);
        if self.tops.get("source") == Some(&true)
            && tops(self.listing, &source).values().any(|folder| *folder)
        {
            return Some(source);
        }
        let students: BTreeSet<&str> = self
            .files()
            .filter_map(|path| path.split_once('/'))
            .filter(|(_, inner)| self.in_place(inner))
            .map(|(student, _)| student)
            .collect();
        let named = self.above[1] == "source" && self.tops.values().any(|folder| *folder);
        let most = self.most(|name, _| students.contains(name));
        (named || most).then(|| self.base.to_owned())
    }

    /// Whether a path below a student is `mayan/mayan.cpp`.
    fn in_place(&self, inner: &str) -> bool {
        let Some((folder, file)) = inner.split_once('/') else {
            return false;
        };
        folder == self.wanted.problem && stem(file) == folder && self.is_source(file)
    }

    /// Whether the base is a class rather than one student's folder.
    fn is_class(&self) -> bool {
        // `class.zip` with `class/` in it, and a folder made of such a file.
        let [above, own] = &self.above;
        if own == above || packed(above).is_some() && own == stem(above) {
            return true;
        }
        let alike = |name: &str| likeness(name, self.wanted.problem) < Likeness::Unlike;
        if self.tops.keys().any(|name| alike(stem(last(name)))) {
            return false;
        }
        let students: BTreeSet<&str> = self
            .files()
            .filter(|path| self.is_used(path))
            .filter_map(|path| path.split_once('/'))
            .map(|(student, _)| student)
            .collect();
        let single = self
            .tops
            .iter()
            .filter(|(name, folder)| !**folder && self.is_used(name));
        students.len() >= 2 || single.count() >= 3
    }
}
