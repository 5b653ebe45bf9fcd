//! `generate`: makes testcases, and writes or prints them.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use mayan_reference::Rules;

use super::{Failure, Streams, configuration, tell, unwritable};
use crate::cli::GenerateArgs;
use crate::exit::Exit;
use crate::generate::boards::Bounds;
use crate::generate::cover::{self, Bits};
use crate::generate::find::{Finder, Tally};
use crate::generate::hard::hardest;
use crate::generate::kills::{Court, Killer, hunt};
use crate::generate::made::{Made, Reason, names};
use crate::generate::strong::{Effort, strong};
use crate::generate::wanted::{Form, Wanted};
use crate::lang::Lang;
use crate::mutants::{self, Fuel, Mutant, Standing};
use crate::report::problem;
use crate::report::style::Style;
use crate::report::text;

/// How many boards are tried.
const TRIES: usize = 20_000;

/// The same where each takes long.
const FEW_TRIES: usize = 1_000;

/// How many colours a hard board has at most, if no more are asked for.
const HARD_COLOURS: usize = 3;

/// How many cases a set has at most.
const SET: usize = 20;

/// What was made, and what is to be said of it.
#[derive(Default)]
struct Outcome {
    made: Vec<Made>,
    /// What isn't as it was asked for.
    missing: Vec<String>,
    notes: Vec<String>,
}

/// `written` is the language of the files: that of the locale would make files of one
/// seed differ.
pub(super) fn run(
    args: &GenerateArgs,
    written: Lang,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let style = streams.style;
    let config = configuration(style, &args.rules, args.rules.overrides())?;
    let asked = Asked::new(args, config.rules, style)?;
    let outcome = if args.mutants.kill_all {
        asked.set(style)
    } else if !args.mutants.kills.is_empty() {
        asked.killers(&args.mutants.kills, !args.mutants.no_shrink, style)?
    } else if args.properties.hard {
        asked.hard(style)
    } else {
        asked.found(style)
    };
    let mut said = String::new();
    for missing in &outcome.missing {
        said += &problem::error(style, missing);
    }
    for note in &outcome.notes {
        said += &problem::note(style, note);
    }
    let files = files(&outcome.made, written);
    match &args.out {
        Some(folder) => write(folder, &files, style)?,
        None if outcome.made.len() == 1 && !args.mutants.kill_all => {
            let made = &outcome.made[0];
            tell(streams.out, &made.testcase.input)?;
            said += &problem::note(style, text::why_made(style.lang, made));
        }
        None => tell(streams.out, &listed(&files))?,
    }
    // Nobody reads standard error: then there is nobody to tell.
    let _ = streams.err.write_all(said.as_bytes());
    Ok(if outcome.missing.is_empty() {
        Exit::Success
    } else {
        Exit::Rejected
    })
}

/// What the command line asks for.
struct Asked {
    wanted: Wanted,
    count: Option<usize>,
    seed: u64,
    tries: Option<usize>,
    threads: usize,
}

impl Asked {
    fn new(args: &GenerateArgs, rules: Rules, style: Style) -> Result<Self, Failure> {
        let asked = &args.properties;
        let all = Bounds::default();
        let wanted = Wanted {
            bounds: Bounds {
                n: asked.n.clone().unwrap_or(all.n),
                blocks: asked.blocks.clone().unwrap_or(all.blocks),
                colours: asked.colours.clone().unwrap_or(all.colours),
                chain: asked.cascade.map_or(0, NonZero::get),
            },
            solvable: match (asked.solvable, asked.unsolvable) {
                (false, false) => None,
                (solvable, _) => Some(solvable),
            },
            form: match (asked.bottom_row, asked.full_columns) {
                (true, _) => Form::BottomRow,
                (_, true) => Form::FullColumns,
                _ => Form::Any,
            },
            ambiguous: asked.ambiguous,
            rules,
        };
        let wanted = wanted
            .narrowed()
            .map_err(|why| Failure::usage(style, text::contradiction(style.lang, why)))?;
        let cores = std::thread::available_parallelism();
        Ok(Self {
            wanted,
            count: args.count.map(NonZero::get),
            seed: args.seed,
            tries: args.tries.map(NonZero::get),
            threads: args.jobs.or(cores.ok()).map_or(1, NonZero::get),
        })
    }

    fn finder(&self, tries: usize) -> Finder {
        let tries = self.tries.unwrap_or(tries);
        Finder::new(self.wanted.clone(), self.seed, tries, self.threads)
    }

    fn made(&self, testcase: crate::testcase::Testcase, reason: Reason) -> Made {
        Made::new(testcase, reason, self.wanted.rules)
    }

    /// Testcases, and that some are missing if so.
    fn outcome(&self, made: Vec<Made>, tally: &Tally, style: Style) -> Outcome {
        let count = self.count.unwrap_or(1);
        let missing =
            (made.len() < count).then(|| text::not_found(style.lang, made.len(), count, tally));
        Outcome {
            made,
            missing: missing.into_iter().collect(),
            notes: Vec::new(),
        }
    }

    fn found(&self, style: Style) -> Outcome {
        let mut finder = self.finder(TRIES);
        let found = finder.take(self.count.unwrap_or(1)).into_iter();
        let made = found.map(|it| self.made(it, Reason::Wanted)).collect();
        self.outcome(made, finder.tally(), style)
    }

    fn hard(&self, style: Style) -> Outcome {
        let mut asked = self.wanted.clone();
        // More moves are always harder; with many colours a program that knows a little
        // more than the plain one gives the board up at once.
        let most = *asked.bounds.n.end();
        asked.bounds.n = most..=most;
        let (least, most) = (*asked.bounds.colours.start(), *asked.bounds.colours.end());
        asked.bounds.colours = least..=most.min(least.max(HARD_COLOURS));
        let finder = Finder::new(
            asked,
            self.seed,
            self.tries.unwrap_or(FEW_TRIES),
            self.threads,
        );
        let (hard, finder) = hardest(finder, self.seed, self.count.unwrap_or(1));
        let made = hard.into_iter().map(|it| {
            let reason = Reason::Hard { cost: it.cost };
            self.made(it.testcase, reason)
        });
        self.outcome(made.collect(), finder.tally(), style)
    }

    fn killers(&self, names: &[String], shrink: bool, style: Style) -> Result<Outcome, Failure> {
        let mut hunted: Vec<&dyn Mutant> = Vec::new();
        for name in names {
            let mutant = self.mutant(name, style)?;
            if hunted.iter().all(|it| it.name() != mutant.name()) {
                hunted.push(mutant);
            }
        }
        let court = self.court(&hunted);
        let mut finder = self.finder(TRIES);
        let found = hunt(&mut finder, &court, self.count.unwrap_or(1), shrink);
        let made = self.killing(found.killers, Vec::new(), &hunted);
        let mut outcome = self.outcome(made, finder.tally(), style);
        if !found.survivors.is_empty() {
            let names = named(&found.survivors, &hunted);
            let attempts = finder.tally().attempts;
            outcome.missing = vec![text::not_killed(style.lang, &names, attempts)];
        }
        Ok(outcome)
    }

    /// A mutant that can be killed by what is wanted.
    fn mutant(&self, name: &str, style: Style) -> Result<&'static dyn Mutant, Failure> {
        let mutant = mutants::named(name).ok_or_else(|| {
            Failure::usage(
                style,
                text::unknown_mutant(style.lang, name, &nearest(name)),
            )
        })?;
        match mutant.standing() {
            Standing::Equivalent => Some(text::mutant_is_right(style.lang, name)),
            Standing::OnlyAmbiguous if !self.wanted.ambiguous => {
                Some(text::needs_ambiguous(style.lang, name))
            }
            _ => None,
        }
        .map_or(Ok(mutant), |why| Err(Failure::usage(style, why)))
    }

    fn set(&self, style: Style) -> Outcome {
        let (hunted, others): (Vec<_>, Vec<_>) =
            mutants::all().partition(|mutant| match mutant.standing() {
                Standing::Killable => true,
                Standing::OnlyAmbiguous => self.wanted.ambiguous,
                Standing::Equivalent => false,
            });
        let effort = Effort {
            tries: self.tries.unwrap_or(FEW_TRIES),
            threads: self.threads,
            seed: self.seed,
        };
        let court = self.court(&hunted);
        let set = strong(&self.wanted, &court, self.count.unwrap_or(SET), effort);
        let lang = style.lang;
        let mut outcome = Outcome::default();
        let missed = set.survivors.without(&set.left_out);
        if !missed.is_empty() {
            let missed = named(&missed, &hunted);
            outcome
                .missing
                .push(text::not_killed(lang, &missed, set.attempts));
        }
        if !set.left_out.is_empty() {
            let left_out = named(&set.left_out, &hunted);
            outcome.missing.push(text::no_room(lang, &left_out));
        }
        let beyond: Vec<&str> = others
            .iter()
            .filter(|it| it.standing() == Standing::OnlyAmbiguous)
            .map(|it| it.name())
            .collect();
        if !beyond.is_empty() {
            outcome.notes.push(text::only_ambiguous(lang, &beyond));
        }
        let killed = hunted.len() - set.survivors.len();
        outcome.made = self.killing(set.bottom_row, set.full, &hunted);
        let cases = outcome.made.len();
        let summary = text::set_made(lang, cases, killed, hunted.len());
        outcome.notes.push(summary);
        outcome
    }

    fn court<'a>(&self, mutants: &'a [&'a dyn Mutant]) -> Court<'a> {
        Court {
            mutants,
            rules: self.wanted.rules,
            fuel: Fuel::default(),
        }
    }

    /// Testcases of the bottom row and others, each with the mutants that it alone kills.
    fn killing(&self, rows: Vec<Killer>, full: Vec<Killer>, mutants: &[&dyn Mutant]) -> Vec<Made> {
        let all = rows.iter().chain(&full);
        let kills: Vec<Bits> = all.map(|it| it.kills.clone()).collect();
        let is_set = !full.is_empty();
        let folders = rows.iter().map(|_| "bottom-row");
        let folders: Vec<_> = folders.chain(full.iter().map(|_| "full")).collect();
        let all = rows.into_iter().chain(full).zip(cover::owned(&kills));
        all.zip(folders)
            .map(|((killer, alone), folder)| {
                let names = |numbers: &Bits| {
                    let names = named(numbers, mutants).into_iter();
                    names.map(str::to_owned).collect()
                };
                let reason = Reason::Kills {
                    kills: names(&killer.kills),
                    alone: names(&alone),
                };
                let mut made = self.made(killer.testcase, reason);
                made.folder = is_set.then_some(folder);
                made
            })
            .collect()
    }
}

/// The mutants that share a word with a name; all if none does.
fn nearest(name: &str) -> Vec<&'static str> {
    let is_word = |word: &&str| word.len() > 3;
    let words: Vec<&str> = name.split(['-', '+', ' ', '_']).filter(is_word).collect();
    let all: Vec<&str> = mutants::all().map(Mutant::name).collect();
    let near = all
        .iter()
        .copied()
        .filter(|known| known.split(['-', '+']).any(|word| words.contains(&word)));
    let near: Vec<&str> = near.collect();
    if near.is_empty() { all } else { near }
}

fn named<'a>(numbers: &Bits, mutants: &[&'a dyn Mutant]) -> Vec<&'a str> {
    numbers
        .iter()
        .map(|number| mutants[number].name())
        .collect()
}

/// The files of testcases, by their paths below the folder.
fn files(made: &[Made], lang: Lang) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for (name, made) in names(made).iter().zip(made) {
        let why = text::why_made(lang, made);
        files.insert(format!("{name}.in"), made.testcase.input.clone());
        files.insert(format!("{name}.ans"), made.answer());
        files.insert(format!("{name}.desc"), why + "\n");
    }
    files
}

/// Files one below the other, each under its name.
fn listed(files: &BTreeMap<String, String>) -> String {
    let listed = files
        .iter()
        .map(|(name, text)| format!("==> {name} <==\n{text}"));
    listed.collect::<Vec<_>>().join("\n")
}

/// Writes files, or none if one of them is there already and is another.
fn write(folder: &Path, files: &BTreeMap<String, String>, style: Style) -> Result<(), Failure> {
    let mut new: Vec<(PathBuf, &String)> = Vec::new();
    let mut others = Vec::new();
    for (name, text) in files {
        let path = folder.join(name);
        match std::fs::read(&path) {
            Ok(there) if there == text.as_bytes() => {}
            Err(error) if error.kind() == ErrorKind::NotFound => new.push((path, text)),
            Ok(_) => others.push(path),
            Err(error) => return Err(unwritable(style, &path, &error)),
        }
    }
    if !others.is_empty() {
        return Err(Failure::usage(
            style,
            text::files_there(style.lang, &others),
        ));
    }
    for (path, text) in new {
        let parent = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        let written = parent.and_then(|()| std::fs::write(&path, text));
        written.map_err(|error| unwritable(style, &path, &error))?;
    }
    Ok(())
}
