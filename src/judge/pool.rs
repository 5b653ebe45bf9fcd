//! Who does what next. A job stays with its submission while that has cases left,
//! since the next run of the same program is made ready ahead; then it takes the
//! next submission; and when there are no more, it helps with what is left.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

use crate::compile::Program;
use crate::config::Config;

/// A submission that can be run.
pub(super) struct Ready {
    /// Its place among the submissions.
    pub(super) place: usize,
    pub(super) program: Program,
    /// The contest's configuration, with its language's limits.
    pub(super) config: Arc<Config>,
    /// What its results depend on, by testcase.
    pub(super) keys: Arc<Vec<crate::journal::Key>>,
}

/// What a job is to do.
pub(super) enum Work {
    /// Make a submission ready.
    Prepare(usize),
    /// Run a testcase; whether more of this submission will follow.
    Run(Arc<Ready>, usize, bool),
    /// Nothing is left.
    Done,
}

/// The work of a run, shared by its jobs.
pub(super) struct Pool {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// The first submission that nobody has taken.
    next: usize,
    submissions: usize,
    /// How many are being made ready: they may bring work for everyone.
    preparing: usize,
    ready: Vec<Open>,
    stopped: bool,
}

/// A submission with cases left.
struct Open {
    ready: Arc<Ready>,
    /// The cases that are to be run, last one first.
    left: Vec<usize>,
}

impl Pool {
    pub(super) fn new(submissions: usize) -> Self {
        Self {
            state: Mutex::new(State {
                next: 0,
                submissions,
                preparing: 0,
                ready: Vec::new(),
                stopped: false,
            }),
            changed: Condvar::new(),
        }
    }

    /// What a job is to do that was last at the submission `own`. Waits where
    /// others may still bring work.
    pub(super) fn take(&self, own: Option<usize>) -> Work {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if state.stopped {
                return Work::Done;
            }
            let mine = state
                .ready
                .iter()
                .position(|open| Some(open.ready.place) == own);
            if let Some(at) = mine {
                return state.run(at);
            }
            if state.next < state.submissions {
                let place = state.next;
                state.next += 1;
                state.preparing += 1;
                return Work::Prepare(place);
            }
            // The earliest, which the others wait for to be told.
            let first = (0..state.ready.len()).min_by_key(|&at| state.ready[at].ready.place);
            if let Some(at) = first {
                return state.run(at);
            }
            if state.preparing == 0 {
                return Work::Done;
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A submission is ready, with these cases to run, or there is nothing to run.
    pub(super) fn prepared(&self, ready: Option<(Ready, Vec<usize>)>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.preparing -= 1;
        if let Some((ready, mut left)) = ready
            && !left.is_empty()
        {
            left.reverse();
            let ready = Arc::new(ready);
            state.ready.push(Open { ready, left });
        }
        drop(state);
        self.changed.notify_all();
    }

    /// No case of a submission after this one is begun.
    pub(super) fn end_at(&self, place: usize, case: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        for open in &mut state.ready {
            if open.ready.place == place {
                open.left.retain(|&left| left < case);
            }
        }
        state.ready.retain(|open| !open.left.is_empty());
    }

    /// Nothing more is begun.
    pub(super) fn stop(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.stopped = true;
        drop(state);
        self.changed.notify_all();
    }
}

impl State {
    fn run(&mut self, at: usize) -> Work {
        let open = &mut self.ready[at];
        let case = open.left.pop();
        let ready = open.ready.clone();
        let more = !open.left.is_empty();
        if !more {
            self.ready.swap_remove(at);
        }
        match case {
            Some(case) => Work::Run(ready, case, more),
            // None is kept without cases.
            None => Work::Done,
        }
    }
}
