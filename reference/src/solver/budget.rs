//! How much a search may cost, and why it ended.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The clock and the flag are looked at once in so many boards.
const CHECK_EVERY: u64 = 1024;

/// What a search may cost; the default is no limit.
///
/// Boards are counted in the same way in every run, so that a limit of `nodes`
/// stops a search at the same place on every machine.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// How many boards it may look at.
    pub nodes: Option<u64>,
    /// How long it may take by the clock.
    pub time: Option<Duration>,
    /// Set by another thread to end it.
    pub cancel: Option<Arc<AtomicBool>>,
}

/// Why a search ended without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// It has looked at as many boards as it may.
    #[error("the search has looked at as many boards as it may")]
    Nodes,
    /// Its time is over.
    #[error("the search has taken as long as it may")]
    Time,
    /// It was cancelled.
    #[error("the search was cancelled")]
    Cancelled,
}

/// A budget that is being spent.
#[derive(Clone, Debug, Default)]
pub(super) struct Meter {
    budget: Budget,
    deadline: Option<Instant>,
    spent: u64,
    /// When to look next, in boards.
    next: u64,
    stopped: Option<Stopped>,
}

impl Meter {
    pub(super) fn new(budget: &Budget) -> Self {
        Self {
            budget: budget.clone(),
            // A time beyond what the clock can say is no limit.
            deadline: budget
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            spent: 0,
            next: 0,
            stopped: None,
        }
    }

    /// Looks before the first board.
    pub(super) fn start(&mut self) -> Result<(), Stopped> {
        self.look();
        self.stopped.map_or(Ok(()), Err)
    }

    /// Counts boards; false when nothing is left.
    #[inline(always)]
    pub(super) fn spend(&mut self, boards: u64) -> bool {
        self.spent += boards;
        self.spent < self.next || self.look()
    }

    /// Why it ended; of a meter that has ended.
    pub(super) fn reason(&self) -> Stopped {
        self.stopped.unwrap_or(Stopped::Cancelled)
    }

    #[cold]
    fn look(&mut self) -> bool {
        let Budget { nodes, cancel, .. } = &self.budget;
        let nodes = nodes.unwrap_or(u64::MAX);
        if cancel
            .as_ref()
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
        {
            self.stopped = Some(Stopped::Cancelled);
        } else if self.deadline.is_some_and(|end| Instant::now() >= end) {
            self.stopped = Some(Stopped::Time);
        } else if self.spent > nodes {
            self.stopped = Some(Stopped::Nodes);
        }
        self.next = nodes.saturating_add(1).min(self.spent + CHECK_EVERY);
        self.stopped.is_none()
    }
}
