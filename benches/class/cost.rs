//! How time and memory are measured.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What ends the bench.
pub(crate) type Failure = Box<dyn std::error::Error>;

/// The unit of times in /proc/PID/stat, in seconds. Every machine that we run on
/// has it (`USER_HZ`).
const TICK: f64 = 0.01;

/// What a command took.
#[derive(Clone, Copy)]
pub(crate) struct Cost {
    /// Time on the clock.
    pub(crate) wall: Duration,
    /// CPU time of the command and all that it waited for, in seconds.
    pub(crate) cpu: f64,
}

/// What is left a case without the programs, in milliseconds.
#[derive(Clone, Copy)]
pub(crate) struct Own {
    /// By the clock, for each job.
    pub(crate) clock: f64,
    /// In CPU time.
    pub(crate) cpu: f64,
}

impl Cost {
    /// What of it is not the programs', who use so many milliseconds a case.
    pub(crate) fn own(self, jobs: usize, cases: usize, program: f64) -> Own {
        let (jobs, cases) = (float(jobs), float(cases));
        Own {
            clock: self.wall.as_secs_f64() * jobs * 1000.0 / cases - program,
            cpu: self.cpu * 1000.0 / cases - program,
        }
    }

    /// What this took more than another.
    pub(crate) fn less(self, other: Self) -> Self {
        Self {
            wall: self.wall.saturating_sub(other.wall),
            cpu: self.cpu - other.cpu,
        }
    }
}

/// A small number as a float.
fn float(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

/// The median; of nothing it is not a number.
pub(crate) fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// CPU time of all children of this process that have ended, in seconds.
pub(crate) fn children() -> Result<f64, Failure> {
    let text = fs::read_to_string("/proc/self/stat")?;
    let (_, rest) = text.rsplit_once(')').ok_or("/proc/self/stat has no name")?;
    // The fields 16 and 17 of proc(5), cutime and cstime; the rest begins with 3.
    let fields = rest.split_whitespace().skip(13).take(2);
    let ticks: Vec<u32> = fields.map(str::parse).collect::<Result<_, _>>()?;
    Ok(f64::from(ticks.iter().sum::<u32>()) * TICK)
}

/// Measures something that waits for what it starts.
pub(crate) fn measured(work: impl FnOnce() -> Result<(), Failure>) -> Result<Cost, Failure> {
    let (before, begun) = (children()?, Instant::now());
    work()?;
    let wall = begun.elapsed();
    let cpu = children()? - before;
    Ok(Cost { wall, cpu })
}

/// Runs a command that must succeed; what it says is shown if it doesn't.
pub(crate) fn ran(command: &mut Command) -> Result<(), Failure> {
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    Err(format!("{command:?}: {}\n{said}", output.status).into())
}

/// Runs a command that must succeed and prints for nobody; also the most memory
/// that it had, in KiB, without what it started.
pub(crate) fn watched(command: &mut Command) -> Result<(Cost, u64), Failure> {
    let mut peak = 0;
    let cost = measured(|| {
        command.stdin(Stdio::null());
        let mut child = command.stdout(Stdio::null()).spawn()?;
        let path = format!("/proc/{}/status", child.id());
        let status = loop {
            // It only ever grows, so the last look is the one that counts.
            peak = peak.max(high_water(&path).unwrap_or(0));
            if let Some(status) = child.try_wait()? {
                break status;
            }
            thread::sleep(Duration::from_millis(10));
        };
        let well = status.success().then_some(());
        well.ok_or_else(|| format!("{command:?}: {status}").into())
    })?;
    Ok((cost, peak))
}

fn high_water(path: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}
