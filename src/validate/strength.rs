//! How strong a set of testcases is: which wrong programs it lets pass.

use mayan_reference::Rules;
use serde::Serialize;

use crate::generate::cover::{self, Bits};
use crate::generate::parallel;
use crate::mutants::{self, Fate, Fault, Fuel, Mutant, Standing};
use crate::testcase::{CaseId, Testcase};

/// How many partial sets are looked at for the smallest one.
const COVERS: u64 = 20_000;

/// What a set of testcases does to the mutants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Strength {
    /// The rules by which mutants were judged.
    pub rules: Rules,
    /// How many boards a mutant may look at on a case.
    pub fuel: u64,
    /// The cases, in order.
    pub cases: Vec<CaseWorth>,
    /// The mutants, in their own order.
    pub mutants: Vec<Row>,
    /// The fewest unambiguous cases that kill all that any of them kills.
    pub smallest: Smallest,
}

/// What a case is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CaseWorth {
    /// Its name.
    pub case: CaseId,
    /// Whether the rule sets have different answers to it.
    pub ambiguous: bool,
    /// How many mutants it kills.
    pub kills: usize,
    /// The mutants that no other case kills.
    pub alone: Vec<String>,
    /// Whether it kills nothing that another doesn't. Not all such cases can be left
    /// out together.
    pub redundant: bool,
}

/// What becomes of a mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Its name.
    pub mutant: String,
    /// Its faults.
    #[serde(skip)]
    pub faults: Vec<Fault>,
    /// What testcases can do to it.
    pub standing: Standing,
    /// What these do.
    pub outcome: Outcome,
    /// How many unambiguous cases kill it.
    pub kills: usize,
    /// How many ambiguous ones.
    pub ambiguous_kills: usize,
    /// How it did on each case.
    pub fates: Vec<Fate>,
}

/// What a set does to a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Nothing, though it could: the set lets this kind of wrong program pass.
    Survives,
    /// Nothing: it takes an ambiguous case, and there is none that does.
    NeedsAmbiguous,
    /// An ambiguous case kills it, and no other: programs that read the statement in
    /// another way die with it.
    OnlyByAmbiguous,
    /// An unambiguous case kills it.
    Killed,
    /// Nothing can be done: it is right.
    Equivalent,
}

impl Outcome {
    /// All, the worst first.
    pub const ALL: [Self; 5] = [
        Self::Survives,
        Self::NeedsAmbiguous,
        Self::OnlyByAmbiguous,
        Self::Killed,
        Self::Equivalent,
    ];
}

/// The fewest cases that are enough.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Smallest {
    /// They.
    pub cases: Vec<CaseId>,
    /// Whether it is proven that fewer are not enough.
    pub proven: bool,
}

impl Strength {
    /// Runs every mutant on every case.
    #[must_use]
    pub fn of(cases: &[Testcase], rules: Rules, fuel: Fuel, threads: usize) -> Self {
        let mutants: Vec<&dyn Mutant> = mutants::all().collect();
        let columns = parallel::map(cases, threads, |case| {
            let fates: Vec<Fate> = mutants
                .iter()
                .map(|it| mutants::fate(*it, case, rules, fuel))
                .collect();
            (case.is_ambiguous(), fates)
        });
        let kills = |fates: &[Fate]| -> Bits {
            let killed = fates.iter().enumerate().filter(|it| *it.1 == Fate::Killed);
            killed.map(|(mutant, _)| mutant).collect()
        };
        let all: Vec<Bits> = columns.iter().map(|(_, fates)| kills(fates)).collect();
        let owned = cover::owned(&all);
        let cases_worth = cases.iter().zip(&columns).enumerate();
        let cases_worth = cases_worth.map(|(place, (case, (ambiguous, _)))| CaseWorth {
            case: case.id.clone(),
            ambiguous: *ambiguous,
            kills: all[place].len(),
            alone: owned[place]
                .iter()
                .map(|it| mutants[it].name().to_owned())
                .collect(),
            redundant: owned[place].is_empty(),
        });
        let row = |(place, mutant): (usize, &&dyn Mutant)| {
            let fates: Vec<Fate> = columns.iter().map(|(_, fates)| fates[place]).collect();
            let count = |ambiguous: bool| {
                let killing = fates
                    .iter()
                    .zip(&columns)
                    .filter(|(fate, column)| **fate == Fate::Killed && column.0 == ambiguous);
                killing.count()
            };
            let (kills, ambiguous_kills) = (count(false), count(true));
            Row {
                mutant: mutant.name().to_owned(),
                faults: mutant.faults().to_vec(),
                standing: mutant.standing(),
                outcome: outcome(mutant.standing(), kills, ambiguous_kills),
                kills,
                ambiguous_kills,
                fates,
            }
        };
        let plain: Vec<usize> = (0..cases.len()).filter(|&it| !columns[it].0).collect();
        let rows: Vec<Bits> = plain.iter().map(|&it| all[it].clone()).collect();
        let fewest = cover::smallest(&rows, COVERS);
        Self {
            rules,
            fuel: fuel.0,
            cases: cases_worth.collect(),
            mutants: mutants.iter().enumerate().map(row).collect(),
            smallest: Smallest {
                cases: fewest
                    .rows
                    .iter()
                    .map(|&row| cases[plain[row]].id.clone())
                    .collect(),
                proven: fewest.is_smallest,
            },
        }
    }

    /// The mutants that came to this.
    pub fn with(&self, outcome: Outcome) -> impl Iterator<Item = &Row> {
        self.mutants.iter().filter(move |it| it.outcome == outcome)
    }

    /// How many mutants came to this.
    #[must_use]
    pub fn count(&self, outcome: Outcome) -> usize {
        self.with(outcome).count()
    }

    /// How many mutants an unambiguous case could kill.
    #[must_use]
    pub fn killable(&self) -> usize {
        let killable = |it: &&Row| it.standing == Standing::Killable;
        self.mutants.iter().filter(killable).count()
    }

    /// Whether no mutant survives that an unambiguous case could kill: those that only
    /// an ambiguous case of this set kills are left to the setter.
    #[must_use]
    pub fn is_strong(&self) -> bool {
        self.count(Outcome::Survives) == 0
    }
}

fn outcome(standing: Standing, kills: usize, ambiguous_kills: usize) -> Outcome {
    match standing {
        _ if kills > 0 => Outcome::Killed,
        _ if ambiguous_kills > 0 => Outcome::OnlyByAmbiguous,
        Standing::Killable => Outcome::Survives,
        Standing::OnlyAmbiguous => Outcome::NeedsAmbiguous,
        Standing::Equivalent => Outcome::Equivalent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_kill_is_worth() {
        use Standing::{Equivalent, Killable, OnlyAmbiguous};
        assert_eq!(outcome(Killable, 0, 0), Outcome::Survives);
        assert_eq!(outcome(Killable, 0, 1), Outcome::OnlyByAmbiguous);
        assert_eq!(outcome(Killable, 2, 1), Outcome::Killed);
        assert_eq!(outcome(OnlyAmbiguous, 0, 0), Outcome::NeedsAmbiguous);
        assert_eq!(outcome(OnlyAmbiguous, 0, 3), Outcome::OnlyByAmbiguous);
        assert_eq!(outcome(Equivalent, 0, 0), Outcome::Equivalent);
    }
}
