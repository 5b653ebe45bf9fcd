//! The roster: who should have handed in, and which hand-in is theirs.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use super::class::{ClassError, Field, TableFault};
use super::names::{folded, tokens};
use super::owners::HandIn;
use super::table::Table;

/// Those who should have handed in, in the order of the file.
#[derive(Debug)]
pub(super) struct Roster {
    pub(super) rows: Vec<Row>,
}

/// One of them.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) id: String,
    pub(super) name: Option<String>,
}

const EXAMPLE: &str = "2023001,张三";
/// Titles of a column of ids, the surest first: `No` may count the lines.
pub(super) const IDS: [&str; 14] = [
    "学号",
    "考号",
    "准考证号",
    "考生号",
    "studentid",
    "studentno",
    "studentnumber",
    "idnumber",
    "id",
    "编号",
    "座号",
    "number",
    "no",
    "no.",
];
const NAMES: [&str; 7] = [
    "name",
    "fullname",
    "studentname",
    "student",
    "姓名",
    "名字",
    "学生姓名",
];

impl Roster {
    /// Reads a roster.
    pub(super) fn read(path: &Path) -> Result<Self, ClassError> {
        let table = Table::read(path)?;
        let (id_at, name_at, first) = columns(&table);
        let mut seen: HashMap<&str, usize> = HashMap::new();
        let mut rows = Vec::new();
        for record in first..table.records.len() {
            let id = table.wanted(record, id_at, Field::Id)?;
            if let Some(first) = seen.insert(id, record) {
                let fault = TableFault::Duplicate {
                    id: id.to_owned(),
                    first: table.line(first),
                };
                return Err(table.fault(record, id_at, fault));
            }
            let name = name_at.map_or("", |at| table.field(record, at));
            rows.push(Row {
                id: id.to_owned(),
                name: (!name.is_empty() && name != id).then(|| name.to_owned()),
            });
        }
        if rows.is_empty() {
            return Err(table.fault(0, 0, TableFault::Nobody(EXAMPLE)));
        }
        Ok(Self { rows })
    }
}

/// The columns of id and name, and the first line that isn't a header.
fn columns(table: &Table) -> (usize, Option<usize>, usize) {
    let header = header(table);
    let find = |known: &[&str]| {
        let places = known
            .iter()
            .map(|title| header.iter().position(|it| it == title));
        places.flatten().next()
    };
    match (find(&IDS), find(&NAMES)) {
        (Some(id), name) => (id, name, 1),
        // Names alone are ids too.
        (None, Some(name)) => (name, None, 1),
        (None, None) => (0, Some(1), usize::from(is_odd_header(table))),
    }
}

/// The fields of the first line, for comparing with known titles.
pub(super) fn header(table: &Table) -> Vec<String> {
    let plain = |field: &String| folded(field).replace(['_', '-'], "");
    let first = table.records.first();
    first.map_or_else(Vec::new, |record| record.fields.iter().map(plain).collect())
}

/// Whether the first line is a header of titles that aren't known: where all other
/// ids have a digit, it has none.
fn is_odd_header(table: &Table) -> bool {
    let has_digit = |record: usize| table.field(record, 0).chars().any(char::is_numeric);
    let all = table.records.len();
    all > 1 && !has_digit(0) && (1..all).all(has_digit)
}

/// Gives every hand-in its row, as far as that is certain; hand-ins of one row
/// become one.
pub(super) fn seat(roster: &Roster, hand_ins: Vec<HandIn>) -> Seated {
    let index = Index::new(roster);
    let by_id: Vec<Option<usize>> = hand_ins.iter().map(|it| index.by_id(it)).collect();
    // A name that two hand-ins have says nothing.
    let mut bearers: HashMap<String, usize> = HashMap::new();
    for hand_in in hand_ins.iter().zip(&by_id).filter(|(_, id)| id.is_none()) {
        *bearers.entry(folded(hand_in.0.called())).or_default() += 1;
    }
    let in_label: Vec<Option<usize>> = hand_ins
        .iter()
        .map(|it| index.by_name_in(&it.label))
        .collect();
    let is_only = |row: usize| in_label.iter().filter(|it| **it == Some(row)).count() == 1;
    let mut seats: BTreeMap<usize, HandIn> = BTreeMap::new();
    let mut others = Vec::new();
    let mut doubtful = BTreeSet::new();
    let mut taken: BTreeSet<String> = roster.rows.iter().map(|row| row.id.clone()).collect();
    for ((hand_in, by_id), in_label) in hand_ins.into_iter().zip(by_id).zip(&in_label) {
        let name = folded(hand_in.called());
        let by_name = || (bearers.get(&name) == Some(&1)).then(|| index.by_name(&name))?;
        let row =
            by_id
                .or_else(by_name)
                .or_else(|| match (index.by_id_in(&hand_in.label), *in_label) {
                    // A class or a seat beside a name: `1班-张三`.
                    (None | Some((_, Sureness::Weak)), Some(name)) => is_only(name).then_some(name),
                    (Some((id, _)), Some(name)) => (id == name).then_some(id),
                    (Some((id, Sureness::Strong)), None) => Some(id),
                    (None | Some((_, Sureness::Weak)), None) => None,
                });
        match row {
            None => {
                doubtful.extend(index.by_name(&name));
                let mut hand_in = hand_in;
                // A platform's number that is somebody else's id here.
                while !taken.insert(hand_in.id.clone()) {
                    hand_in.id = format!("{} {}", hand_in.id, hand_in.called());
                }
                others.push(hand_in);
            }
            Some(row) => match seats.get_mut(&row) {
                Some(seat) => seat.join(hand_in),
                None => drop(seats.insert(row, hand_in)),
            },
        }
    }
    Seated {
        seats,
        others,
        doubtful,
    }
}

/// Whose hand-ins are whose.
pub(super) struct Seated {
    /// By the row of the roster.
    pub(super) seats: BTreeMap<usize, HandIn>,
    /// Those of nobody in the roster.
    pub(super) others: Vec<HandIn>,
    /// The rows whose name several hand-ins have.
    pub(super) doubtful: BTreeSet<usize>,
}

/// The rows by what they can be known by; `None` where two have the same.
struct Index<'a> {
    exact: HashMap<&'a str, usize>,
    ids: HashMap<String, Option<usize>>,
    names: HashMap<String, Option<usize>>,
}

impl<'a> Index<'a> {
    fn new(roster: &'a Roster) -> Self {
        let mut index = Self {
            exact: HashMap::new(),
            ids: HashMap::new(),
            names: HashMap::new(),
        };
        for (at, row) in roster.rows.iter().enumerate() {
            index.exact.insert(&row.id, at);
            let once = |map: &mut HashMap<String, Option<usize>>, key: &str| {
                let old = map.insert(folded(key), Some(at));
                if old.is_some() {
                    map.insert(folded(key), None);
                }
            };
            once(&mut index.ids, &row.id);
            once(&mut index.names, row.name.as_deref().unwrap_or(&row.id));
        }
        index
    }

    fn by_id(&self, hand_in: &HandIn) -> Option<usize> {
        let exact = self.exact.get(hand_in.id.as_str()).copied();
        let row = exact.or_else(|| self.ids.get(&folded(&hand_in.id)).copied().flatten())?;
        // The number that a teaching platform made up may be another's id.
        let by_name = hand_in.name.as_deref().map(folded);
        match by_name.and_then(|name| self.by_name(&name)) {
            Some(other) if other != row => None,
            _ => Some(row),
        }
    }

    fn by_name(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied().flatten()
    }

    /// The only row whose id stands in a label.
    fn by_id_in(&self, label: &str) -> Option<(usize, Sureness)> {
        let tokens = tokens(label);
        let row = only_row(&self.ids, &tokens)?;
        let is_it = |token: &&String| self.ids.get(*token) == Some(&Some(row));
        let longest = tokens
            .iter()
            .filter(is_it)
            .max_by_key(|it| it.chars().count())?;
        let is_weak = longest.chars().count() < SHORTEST_ID && *longest != folded(label);
        let sureness = if is_weak {
            Sureness::Weak
        } else {
            Sureness::Strong
        };
        Some((row, sureness))
    }

    /// The only row whose name stands in a label.
    fn by_name_in(&self, label: &str) -> Option<usize> {
        only_row(&self.names, &tokens(label))
    }
}

/// Shorter ids in a longer label may be anything: a class, a seat, a version.
const SHORTEST_ID: usize = 3;

/// How much an id in a label says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sureness {
    Weak,
    Strong,
}

/// The only row that one of these tokens is the key of.
fn only_row(rows: &HashMap<String, Option<usize>>, tokens: &[String]) -> Option<usize> {
    let found: BTreeSet<usize> = tokens
        .iter()
        .filter_map(|token| rows.get(token).copied().flatten())
        .collect();
    let mut found = found.into_iter();
    match (found.next(), found.next()) {
        (Some(row), None) => Some(row),
        _ => None,
    }
}
