//! Our own table of boards, `boards.tsv`: one or more for each thing that a
//! program may get wrong.

use std::collections::BTreeSet;

use crate::naive;
use crate::table::{self, Entry};
use crate::{conformance, features};

fn entries() -> Vec<Entry> {
    table::read(include_str!("boards.tsv"))
}

#[test]
fn boards_are_examples_of_what_their_names_say() {
    let entries = entries();
    assert!(entries.len() >= 40);
    let names: BTreeSet<_> = entries.iter().map(|entry| &entry.name).collect();
    assert_eq!(names.len(), entries.len(), "a name is used twice");
    let counts: BTreeSet<_> = entries.iter().map(|entry| entry.n).collect();
    assert_eq!(counts, (1..=5).collect());
    for entry in &entries {
        let name = &entry.name;
        assert!(naive::rounds(&entry.grid).is_empty(), "{name} has a run");
        assert!(features::is_example(entry), "{name} is none");
    }
}

#[test]
fn solver_gives_the_answers() {
    entries().iter().for_each(conformance::check);
}

/// The answers are the naive solver's. Two threads: those of five moves take it
/// long.
#[test]
fn naive_solver_gives_the_answers() {
    let mut entries = entries();
    entries.sort_by_key(|entry| entry.n);
    std::thread::scope(|scope| {
        for half in 0..2 {
            let mine = entries.iter().skip(half).step_by(2);
            scope.spawn(move || mine.for_each(check_naive));
        }
    });
}

fn check_naive(entry: &Entry) {
    let Entry { name, n, text, .. } = entry;
    let line = |answers: &[Option<_>; 4]| {
        let answers = answers.each_ref().map(|a| table::answer_text(a.as_ref()));
        format!("{name}\t{n}\t{text}\t{}", answers.join("\t"))
    };
    let answers = naive::least_under_all(&entry.grid, *n);
    assert_eq!(line(&entry.answers), line(&answers));
}
