//! What commands that run programs share: which machine they run on, compiled
//! programs of earlier runs, and how they are ended.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{Failure, tell};
use crate::cli::SandboxArgs;
use crate::compile::Cache;
use crate::exit::Exit;
use crate::isolation::Isolation;
use crate::report::style::Style;
use crate::report::{isolation, problem};
use crate::sandbox::Cancel;

/// The compiled programs of earlier runs, where there is a place for them.
pub(super) fn cache(err: &mut dyn Write, style: Style) -> io::Result<Option<Cache>> {
    let Some(folder) = Cache::default_dir() else {
        return Ok(None);
    };
    match Cache::open(&folder) {
        Ok(cache) => Ok(Some(cache)),
        Err(error) => {
            let message = crate::sanitize::line(&error.to_string());
            tell(err, &problem::note(style, message))?;
            Ok(None)
        }
    }
}

/// Refuses to run anything where less holds than was asked for.
pub(super) fn admit(args: &SandboxArgs, found: &Isolation, style: Style) -> Result<(), Failure> {
    let wanted = args.require_isolation;
    let enough = match wanted {
        Some(level) => found.level() >= level,
        None => args.allow_unsafe || !found.is_unsafe(),
    };
    if enough {
        return Ok(());
    }
    let text = problem::error(style, isolation::refusal(found, wanted, style.lang));
    Err(Failure::new(text, Exit::JudgeError))
}

/// A flag that the usual signals set, and one that makes them end the judge at once:
/// to be set when nothing is left that could be lost. A second signal ends it too;
/// what runs then is ended by its helper.
pub(super) fn on_signals() -> Result<(Cancel, Arc<AtomicBool>), Failure> {
    use signal_hook::flag::{register, register_conditional_shutdown};
    let (cancel, over) = (Cancel::default(), Arc::new(AtomicBool::new(false)));
    let ignored = ignored_signals();
    for signal in [
        signal_hook::consts::SIGINT,
        signal_hook::consts::SIGTERM,
        signal_hook::consts::SIGHUP,
    ] {
        // As under nohup, where a run goes on when its terminal is gone.
        if ignored & (1 << (signal - 1)) != 0 {
            continue;
        }
        for at_once in [&over, &cancel.0] {
            register_conditional_shutdown(signal, Exit::Interrupted as i32, at_once.clone())?;
        }
        register(signal, cancel.0.clone())?;
    }
    Ok((cancel, over))
}

/// The signals that this process was started to ignore, a bit each.
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}
