//! The checker: a testcase and the bytes that a program printed, to what is
//! right or wrong with them. Pure; moves are replayed by the reference crate.
//!
//! An output of any size costs no more than reading it: of n moves only the
//! first 3n + 1 tokens are looked at.

use mayan_reference::token::{Number, Position, Token, tokens};
use mayan_reference::{IllegalMove, Move, MoveCount, Replay, Rules, Stop, replay};

use crate::finding::{CheckOutcome, Finding, Note};
use crate::testcase::Testcase;

const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";

/// Checks an output against a testcase under a rule set.
///
/// The least answers that are needed come from the testcase, which solves its
/// puzzle when it is first asked.
#[must_use]
pub fn check(testcase: &Testcase, rules: Rules, output: &[u8]) -> CheckOutcome {
    let mut notes = Vec::new();
    let text = output.strip_prefix(UTF8_MARK).unwrap_or(output);
    if text.len() < output.len() {
        notes.push(Note::ByteOrderMark);
    }
    if text.contains(&b'\r') {
        notes.push(Note::CarriageReturns);
    }
    let expected = testcase.answer(rules).clone();
    let printed = Printed::read(text, testcase.puzzle.n);
    let (finding, right_under) = match judge(testcase, rules, &printed) {
        Finding::Right => (Finding::Right, Vec::new()),
        fault => {
            let others = Rules::ALL
                .into_iter()
                .filter(|&other| other != rules)
                .filter(|&other| would_be_right(testcase, other, &printed))
                .collect();
            let fault = if expected.is_none() && printed.has_moves() {
                let because = Box::new(fault);
                Finding::NoAnswerExists { because }
            } else {
                fault
            };
            (fault, others)
        }
    };
    let (moves, rest) = printed.into_moves();
    CheckOutcome {
        finding,
        moves,
        rest,
        expected,
        right_under,
        notes,
    }
}

/// An output, read as far as it can matter.
enum Printed {
    /// No move list at all; what it is instead is known already.
    Unreadable(Finding),
    /// No token.
    Nothing,
    /// -1 alone.
    MinusOne,
    /// Moves, n at most.
    Moves(Moves),
}

/// The moves of an output.
struct Moves {
    /// Those that could be read, n at most.
    read: Vec<Move>,
    /// How many were begun, n at most.
    begun: usize,
    /// The tokens after these, made safe to show; 3n + 1 in all at most.
    rest: Vec<String>,
    /// Why reading ended before the output did.
    fault: Option<Finding>,
}

impl Printed {
    fn read(text: &[u8], n: usize) -> Self {
        if text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff") {
            return Self::Unreadable(Finding::Utf16);
        }
        let words: Vec<Token<'_>> = tokens(text).take(3 * n + 1).collect();
        let place = |word: &Token<'_>| Position::of(text, word.span.start);
        match words.as_slice() {
            [] => return Self::Nothing,
            [word] if word.bytes == b"-1" => return Self::MinusOne,
            [word, next, ..] if word.bytes == b"-1" => {
                return Self::Unreadable(Finding::AfterMinusOne {
                    found: next.excerpt(),
                    at: place(next),
                });
            }
            _ => {}
        }
        let listed = &words[..words.len().min(3 * n)];
        let stray = listed
            .iter()
            .find(|word| word.number() == Number::NotInteger);
        if let Some(word) = stray {
            return Self::Unreadable(Finding::NotInteger {
                found: word.excerpt(),
                at: place(word),
            });
        }
        let mut read = Vec::with_capacity(n);
        let mut fault = words.get(3 * n).map(|word| Finding::TooManyMoves {
            found: word.excerpt(),
            at: place(word),
        });
        for (index, numbers) in listed.chunks(3).enumerate() {
            let [x, y, g] = numbers else {
                let numbers = numbers.len();
                fault = Some(Finding::IncompleteMove { index, numbers });
                break;
            };
            match Move::from_numbers(value(x), value(y), value(g)) {
                Ok(played) => read.push(played),
                Err(why) => {
                    fault = Some(illegal(index, [x, y, g].map(Token::excerpt), why));
                    break;
                }
            }
        }
        let begun = listed.len().div_ceil(3);
        let rest = words.iter().skip(3 * read.len());
        let rest = rest.map(Token::excerpt).collect();
        Self::Moves(Moves {
            read,
            begun,
            rest,
            fault,
        })
    }

    fn has_moves(&self) -> bool {
        matches!(self, Self::Moves(_))
    }

    fn into_moves(self) -> (Vec<Move>, Vec<String>) {
        match self {
            Self::Moves(moves) => (moves.read, moves.rest),
            _ => Default::default(),
        }
    }
}

/// A token's number; one that 64 bits can't hold is out of every range anyway.
fn value(word: &Token<'_>) -> i64 {
    match word.number() {
        Number::Integer(value) => value,
        Number::Huge | Number::NotInteger => i64::MAX,
    }
}

fn illegal(index: usize, numbers: [String; 3], why: IllegalMove) -> Finding {
    Finding::IllegalMove {
        index,
        numbers,
        why,
    }
}

fn judge(testcase: &Testcase, rules: Rules, printed: &Printed) -> Finding {
    let expected = testcase.answer(rules);
    match printed {
        Printed::Unreadable(finding) => finding.clone(),
        Printed::Nothing if expected.as_ref().is_some_and(Vec::is_empty) => Finding::Right,
        Printed::Nothing => Finding::NothingPrinted,
        Printed::MinusOne if expected.is_none() => Finding::Right,
        Printed::MinusOne => Finding::ClaimsNone,
        Printed::Moves(moves) => {
            if let Some(finding) = clearing_fault(testcase, rules, moves) {
                return finding;
            }
            let least = expected.as_deref().unwrap_or_default();
            moves
                .read
                .iter()
                .zip(least)
                .enumerate()
                .find(|(_, (printed, least))| printed != least)
                .map_or(Finding::Right, |(index, (&printed, &least))| {
                    Finding::NotLeast {
                        index,
                        printed,
                        least,
                    }
                })
        }
    }
}

/// Why moves do not clear the board as the rules ask; `None` if they do.
fn clearing_fault(testcase: &Testcase, rules: Rules, moves: &Moves) -> Option<Finding> {
    let n = testcase.puzzle.n;
    let fault = moves.fault.as_ref();
    let Replay { steps, stop, last } = replay(testcase.puzzle.board, &moves.read, rules);
    let played = steps.len();
    let exact = rules.moves == MoveCount::Exact;
    let clear_early = last.is_empty() && played < n;
    match stop {
        Stop::Illegal(why) => {
            let numbers = moves.read[played].to_string();
            let mut numbers = numbers.split(' ').map(str::to_owned);
            let numbers = std::array::from_fn(|_| numbers.next().unwrap_or_default());
            Some(illegal(played, numbers, why))
        }
        // What follows a clear board is never a move, whatever it is.
        Stop::Cleared | Stop::End if clear_early && exact => Some(Finding::ClearedEarly {
            after: played,
            printed: moves.begun,
        }),
        Stop::Cleared => Some(Finding::MovesAfterClear { after: played }),
        Stop::End if clear_early && fault.is_some() => {
            Some(Finding::MovesAfterClear { after: played })
        }
        Stop::End if fault.is_some() => fault.cloned(),
        Stop::End if last.is_empty() => None,
        Stop::End => {
            let left = last.block_count();
            Some(if exact && played < n {
                Finding::TooFewMoves {
                    found: played,
                    left,
                }
            } else {
                Finding::NotCleared { left }
            })
        }
    }
}

/// Whether the output is the answer under another rule set. The puzzle is
/// solved only where a replay doesn't settle it.
fn would_be_right(testcase: &Testcase, rules: Rules, printed: &Printed) -> bool {
    let plausible = match printed {
        Printed::Unreadable(_) => false,
        Printed::Nothing => testcase.puzzle.board.is_empty(),
        Printed::MinusOne => true,
        Printed::Moves(moves) => clearing_fault(testcase, rules, moves).is_none(),
    };
    plausible && judge(testcase, rules, printed) == Finding::Right
}
