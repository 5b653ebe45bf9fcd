//! What a journal holds.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek};
use std::path::{Path, PathBuf};

use super::{CompiledLine, FORMAT, JournalError, Key, Line, Run, Stale};
use crate::event::CompileOutcome;
use crate::testcase::CaseId;
use crate::verdict::{CaseResult, Verdict};

/// Everything that a journal holds, the last line of each thing.
#[derive(Debug, Default)]
pub struct Contents {
    /// The file.
    pub path: PathBuf,
    /// Its runs, in order.
    pub runs: Vec<Run>,
    /// The submissions that were compiled, by their names.
    pub submissions: HashMap<String, CompiledLine>,
    /// The results, by submission and testcase.
    pub results: HashMap<String, HashMap<CaseId, Kept>>,
    /// The lines (from 1) that can't be read; what they held is graded again.
    pub damaged: Vec<usize>,
    /// The length of the file, in bytes.
    pub size: u64,
    /// The length of its whole lines; less than `size` where the last line was
    /// not written to its end.
    pub whole: u64,
}

/// A result that was kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// What it depends on.
    pub key: Key,
    /// Its journal, of several that are put together: see [`super::merge`].
    pub(super) source: usize,
    /// The result.
    pub result: CaseResult,
}

impl Contents {
    /// Reads a journal that nobody need write to.
    ///
    /// # Errors
    /// A file that can't be read, or that isn't a journal.
    pub fn read(path: &Path) -> Result<Self, JournalError> {
        let file = File::open(path).map_err(|error| JournalError::File {
            path: path.to_owned(),
            error,
        })?;
        let contents = Self::of(&file, path)?;
        if contents.runs.is_empty() {
            let path = path.to_owned();
            return Err(if contents.is_empty() {
                JournalError::Foreign(path)
            } else {
                JournalError::Headless(path)
            });
        }
        Ok(contents)
    }

    pub(super) fn of(mut file: &File, path: &Path) -> Result<Self, JournalError> {
        let failed = |error: io::Error| JournalError::File {
            path: path.to_owned(),
            error,
        };
        let mut contents = Self {
            path: path.to_owned(),
            ..Self::default()
        };
        file.rewind().map_err(failed)?;
        let mut reader = BufReader::with_capacity(1 << 16, file);
        let mut line = Vec::new();
        let mut number = 0;
        loop {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).map_err(failed)? as u64;
            if length == 0 {
                // No line of it is one of ours.
                if contents.is_empty() && !contents.damaged.is_empty() {
                    return Err(JournalError::Foreign(path.to_owned()));
                }
                return Ok(contents);
            }
            contents.size += length;
            number += 1;
            if !line.ends_with(b"\n") {
                // Nothing but a torn first line: whose was it?
                if contents.is_empty() && !begins_as_ours(&line) {
                    return Err(JournalError::Foreign(path.to_owned()));
                }
                continue;
            }
            contents.whole = contents.size;
            let text = match number {
                // Editors on Windows put a byte order mark there.
                1 => line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line),
                _ => &line,
            };
            if let Ok(line) = serde_json::from_slice(text) {
                contents.take(line)?;
            } else {
                contents.refuse_newer(text)?;
                contents.damaged.push(number);
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.runs.is_empty() && self.submissions.is_empty() && self.results.is_empty()
    }

    /// Refuses a line that can't be read because it is of another format.
    fn refuse_newer(&self, line: &[u8]) -> Result<(), JournalError> {
        #[derive(serde::Deserialize)]
        struct Any {
            run: Format,
        }
        #[derive(serde::Deserialize)]
        struct Format {
            format: u32,
        }
        match serde_json::from_slice::<Any>(line) {
            Ok(any) if any.run.format != FORMAT => Err(JournalError::Newer {
                path: self.path.clone(),
                found: any.run.format,
            }),
            _ => Ok(()),
        }
    }

    fn take(&mut self, line: Line) -> Result<(), JournalError> {
        match line {
            Line::Run(run) if run.format != FORMAT => {
                return Err(JournalError::Newer {
                    path: self.path.clone(),
                    found: run.format,
                });
            }
            Line::Run(run) => self.runs.push(*run),
            // A failure of the judge takes nothing away from what was found before.
            Line::Submission(line) => match self.submissions.get(&line.begun.submission) {
                Some(_) if line.compilation.verdict() == Some(Verdict::JudgeError) => {}
                _ => {
                    let name = line.begun.submission.clone();
                    self.submissions.insert(name, *line);
                }
            },
            Line::Case(line) => {
                let kept = Kept {
                    key: line.key,
                    source: 0,
                    result: line.result,
                };
                let results = self.results.entry(line.submission).or_default();
                if kept.result.verdict == Verdict::JudgeError
                    && results.contains_key(&kept.result.case)
                {
                    return Ok(());
                }
                results.insert(kept.result.case.clone(), kept);
            }
            Line::Stale(stale) => {
                if stale.compilation {
                    self.submissions.remove(&stale.submission);
                }
                if let Some(results) = self.results.get_mut(&stale.submission) {
                    for case in &stale.cases {
                        results.remove(case);
                    }
                }
            }
        }
        Ok(())
    }

    /// Forgets what is of no contestant or no testcase of the last run: of those
    /// that were there once.
    pub(super) fn forget_others(&mut self) {
        let Some(run) = self.runs.last() else {
            return;
        };
        let contestants = run.start.contestants.iter();
        let contestants: HashSet<&str> = contestants.map(|it| it.id.as_str()).collect();
        let cases: HashSet<&CaseId> = run.start.cases.iter().map(|it| &it.case).collect();
        self.submissions
            .retain(|name, _| contestants.contains(name.as_str()));
        self.results
            .retain(|name, _| contestants.contains(name.as_str()));
        for results in self.results.values_mut() {
            results.retain(|case, _| cases.contains(case));
        }
    }

    /// What is kept of a submission and not good for these keys, of how it was
    /// compiled and of its cases.
    #[must_use]
    pub fn stale(
        &self,
        submission: &str,
        compiled: &Key,
        mut key_of: impl FnMut(&CaseId) -> Option<Key>,
    ) -> Option<Stale> {
        let kept = self.submissions.get(submission);
        let compilation = kept.is_some_and(|line| line.key != *compiled);
        let results = self.results.get(submission).into_iter().flatten();
        let mut cases: Vec<CaseId> = results
            // One that isn't among the testcases now may come back as it was.
            .filter(|(case, kept)| key_of(case).is_some_and(|key| key != kept.key))
            .map(|(case, _)| case.clone())
            .collect();
        cases.sort();
        (compilation || !cases.is_empty()).then(|| Stale {
            submission: submission.to_owned(),
            compilation,
            cases,
        })
    }

    /// The result of a case, if it is still good: what it depends on is as it was,
    /// and it is no failure of the judge.
    #[must_use]
    pub fn result(&self, submission: &str, case: &CaseId, key: &Key) -> Option<&CaseResult> {
        let kept = self.results.get(submission)?.get(case)?;
        let is_good = kept.key == *key && !kept.result.has_judge_error();
        is_good.then_some(&kept.result)
    }

    /// How a submission was compiled, if that is still good.
    #[must_use]
    pub fn compiled(&self, submission: &str, key: &Key) -> Option<&CompiledLine> {
        let kept = self.submissions.get(submission);
        kept.filter(|line| {
            line.key == *key && line.compilation.outcome != CompileOutcome::JudgeError
        })
    }
}

fn begins_as_ours(bytes: &[u8]) -> bool {
    let ours = b"{\"run\":{\"format\":";
    let length = bytes.len().min(ours.len());
    bytes[..length] == ours[..length]
}
