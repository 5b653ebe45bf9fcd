//! The machine that results come from: two machines of different speed don't
//! give the same verdicts near a time limit.

use std::fs;
use std::sync::OnceLock;
use std::time::Instant;

use mayan_reference::{Puzzle, Rules, solve};
use serde::{Deserialize, Serialize};

/// A machine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// Its name in the network.
    pub name: String,
    /// Its processor, as the system calls it.
    pub cpu: String,
    /// The system's identity until its next start: runs that share it are of one
    /// machine, whatever their measured speeds.
    pub boot: String,
    /// Seconds that the reference solver takes on a fixed board, the least of
    /// five; `null` if it was not measured.
    #[serde(default)]
    pub speed: Option<f64>,
}

/// A full board of three colours, one of the worst for a search (docs/solver.md,
/// board A), without an answer in five moves: about ten milliseconds.
const BOARD: &[u8] = b"5\n3 1 3 1 3 1 3 0\n1 3 2 3 2 3 2 0\n2 1 3 1 3 2 1 0\n\
                       1 2 1 2 1 1 2 0\n3 1 3 1 3 3 1 0\n";

impl Machine {
    /// This machine, not measured.
    #[must_use]
    pub fn here() -> Self {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let cpu = read("/proc/cpuinfo");
        let cpu = cpu.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            (name.trim() == "model name").then(|| value.trim().to_owned())
        });
        let name = rustix::system::uname();
        Self {
            name: name.nodename().to_string_lossy().into_owned(),
            cpu: cpu.unwrap_or_default(),
            boot: read("/proc/sys/kernel/random/boot_id").trim().to_owned(),
            speed: None,
        }
    }

    /// This machine, as reports name it: its name, and its processor where that is
    /// known.
    #[must_use]
    pub fn described() -> &'static str {
        static DESCRIBED: OnceLock<String> = OnceLock::new();
        DESCRIBED.get_or_init(|| {
            let Self { name, cpu, .. } = Self::here();
            if cpu.is_empty() {
                name
            } else {
                format!("{name} ({cpu})")
            }
        })
    }

    /// This machine, with its speed.
    #[must_use]
    pub fn measured() -> Self {
        let speed = Puzzle::parse(BOARD).ok().and_then(|puzzle| {
            let times = (0..5).map(|_| {
                let begun = Instant::now();
                std::hint::black_box(solve(puzzle.board, puzzle.n, Rules::default()));
                begun.elapsed().as_secs_f64()
            });
            times.min_by(f64::total_cmp)
        });
        Self {
            speed,
            ..Self::here()
        }
    }

    /// How many times as long this machine takes as another; `None` if they are
    /// the same one, or if one was not measured.
    #[must_use]
    pub fn against(&self, other: &Self) -> Option<f64> {
        if !self.boot.is_empty() && self.boot == other.boot {
            return None;
        }
        Some(self.speed? / other.speed?)
    }
}
