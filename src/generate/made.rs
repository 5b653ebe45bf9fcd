//! A testcase that was made: its files, its name, and why it is there.

use mayan_reference::moves::answer_text;
use mayan_reference::{Puzzle, Rules};

use super::columns::Columns;
use super::shape::{Shape, longest_chain, shapes};
use crate::testcase::Testcase;

/// A testcase and what is to be said of it.
#[derive(Debug)]
pub struct Made {
    /// The subtask's folder, where there are several.
    pub folder: Option<&'static str>,
    /// The testcase.
    pub testcase: Testcase,
    /// Why it is there.
    pub reason: Reason,
    /// What is to be seen on it.
    pub shapes: Vec<Shape>,
    /// The most eliminations that a move of its answer sets off.
    pub chain: usize,
    rules: Rules,
}

/// Why a testcase is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is as it was asked for.
    Wanted,
    /// Plain programs look at so many boards.
    Hard {
        /// By [`super::plain::cost`].
        cost: u64,
    },
    /// It kills mutants.
    Kills {
        /// Those of the ones that were asked for.
        kills: Vec<String>,
        /// Those that no other testcase kills which was made with it.
        alone: Vec<String>,
    },
}

impl Made {
    /// A testcase that is there for a reason.
    #[must_use]
    pub fn new(testcase: Testcase, reason: Reason, rules: Rules) -> Self {
        let answer = testcase.answer(rules).as_deref();
        Self {
            folder: None,
            shapes: shapes(&testcase.puzzle, answer),
            chain: answer.map_or(0, |it| longest_chain(&testcase.puzzle, it)),
            reason,
            rules,
            testcase,
        }
    }

    /// Its puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.testcase.puzzle
    }

    /// How many colours its board has.
    #[must_use]
    pub fn colours(&self) -> usize {
        Columns::from(&self.puzzle().board).colours()
    }

    /// Whether its board can be cleared.
    #[must_use]
    pub fn is_solvable(&self) -> bool {
        self.testcase.answer(self.rules).is_some()
    }

    /// The answer file.
    #[must_use]
    pub fn answer(&self) -> String {
        answer_text(self.testcase.answer(self.rules).as_deref())
    }

    /// Its name for files, after what it alone kills or the rarest of its shapes.
    #[must_use]
    pub fn slug(&self) -> String {
        let alone = match &self.reason {
            Reason::Kills { alone, .. } => alone.first(),
            Reason::Hard { .. } => return "hard".to_owned(),
            Reason::Wanted => None,
        };
        let word = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        match (alone, self.shapes.first()) {
            (Some(mutant), _) => mutant.chars().map(word).collect(),
            (None, Some(shape)) => shape.slug().to_owned(),
            (None, None) if self.is_solvable() => "plain".to_owned(),
            (None, None) => "no-answer".to_owned(),
        }
    }
}

/// The names of testcases, numbered from 1 through all folders, without extension.
#[must_use]
pub fn names(all: &[Made]) -> Vec<String> {
    let digits = all.len().to_string().len().max(2);
    let name = |(at, made): (usize, &Made)| {
        let folder = made.folder.map_or(String::new(), |it| format!("{it}/"));
        format!("{folder}{:0digits$}-{}", at + 1, made.slug())
    };
    all.iter().enumerate().map(name).collect()
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::testcase::CaseId;

    fn made(text: &str, reason: Reason) -> Made {
        let puzzle = Puzzle::parse(text.as_bytes()).unwrap();
        let testcase = Testcase::new(CaseId(String::new()), puzzle);
        Made::new(testcase, reason, Rules::default())
    }

    #[test]
    fn names_say_why_a_case_is_there() {
        let sample = "3 1 0 2 1 0 2 3 4 0 3 1 0 2 4 3 4 0";
        let kills = Reason::Kills {
            kills: ["one-run+one-hole", "a", "b"].map(str::to_owned).into(),
            alone: vec!["one-run+one-hole".to_owned()],
        };
        let mut all = [
            made(sample, kills),
            made(sample, Reason::Wanted),
            made("1 1 0 2 0 0 0 0", Reason::Hard { cost: 1 }),
            made("1 1 2 0 2 0 0 0 0", Reason::Wanted),
        ];
        all[0].folder = Some("full");
        let expected = [
            "full/01-one-run-one-hole",
            "02-several-runs",
            "03-hard",
            "04-no-answer",
        ];
        assert_eq!(names(&all), expected);
        assert_eq!(all[1].answer(), "2 1 1\n3 1 1\n3 0 1\n");
        assert_eq!((all[1].colours(), all[1].chain), (4, 3));
    }
}
