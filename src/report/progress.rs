//! What is going on, on standard error: a bar on a terminal, else a line now and
//! then.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::style::Style;
use super::text::{self, Label};
use crate::event::Now;
use crate::sanitize;

/// How often the bar is drawn.
const FRAME: Duration = Duration::from_millis(100);
/// How often a line is written where there is no terminal.
const LINE: Duration = Duration::from_secs(10);

/// Where it is shown.
pub enum Screen {
    /// A terminal, on which a bar can be drawn.
    Bar(ProgressDrawTarget),
    /// A file or a pipe.
    Lines(Box<dyn Write + Send>),
}

/// Shows a run until it is dropped.
#[derive(Debug)]
pub struct Progress {
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Shows `now` on a screen, if there is one.
    ///
    /// # Errors
    /// No thread is to be had.
    pub fn start(now: Arc<Now>, style: Style, screen: Option<Screen>) -> io::Result<Option<Self>> {
        match screen {
            None => Ok(None),
            Some(Screen::Bar(target)) => Self::bar(now, style, target).map(Some),
            Some(Screen::Lines(err)) => Self::lines(now, style, err).map(Some),
        }
    }

    fn bar(now: Arc<Now>, style: Style, target: ProgressDrawTarget) -> io::Result<Self> {
        let bar = ProgressBar::with_draw_target(None, target);
        let (template, chars) = if style.unicode {
            ("{bar:16} {pos}/{len} {eta:>4} {wide_msg}", "█▉▊▋▌▍▎▏ ")
        } else {
            ("[{bar:16}] {pos}/{len} {eta:>4} {wide_msg}", "#> ")
        };
        let looks = ProgressStyle::with_template(template).map_err(io::Error::other)?;
        bar.set_style(looks.progress_chars(chars));
        Self::spawn(FRAME, move |is_over| {
            if is_over {
                bar.finish_and_clear();
                return;
            }
            let load = |it: &AtomicUsize| it.load(Ordering::Relaxed) as u64;
            bar.set_length(load(&now.all));
            bar.set_position(load(&now.done));
            bar.set_message(doing(&now, style));
        })
    }

    fn lines(now: Arc<Now>, style: Style, mut err: Box<dyn Write + Send>) -> io::Result<Self> {
        let mut told = Instant::now();
        Self::spawn(FRAME, move |is_over| {
            if is_over || told.elapsed() < LINE {
                return;
            }
            told = Instant::now();
            let done = now.done.load(Ordering::Relaxed);
            let all = now.all.load(Ordering::Relaxed);
            let line = text::progress(style.lang, done, all, &doing(&now, style)) + "\n";
            // Nobody reads it: then nobody is to be told.
            let _ = err.write_all(line.as_bytes());
        })
    }

    fn spawn(every: Duration, mut show: impl FnMut(bool) + Send + 'static) -> io::Result<Self> {
        let over = Arc::new(AtomicBool::new(false));
        let thread = std::thread::Builder::new().spawn({
            let over = over.clone();
            move || {
                while !over.load(Ordering::Relaxed) {
                    show(false);
                    std::thread::park_timeout(every);
                }
                show(true);
            }
        })?;
        Ok(Self {
            over,
            thread: Some(thread),
        })
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// What the jobs do, in a line.
fn doing(now: &Now, style: Style) -> String {
    let jobs = now.jobs.lock().unwrap_or_else(PoisonError::into_inner);
    let said: Vec<String> = jobs
        .iter()
        .flatten()
        .map(|(submission, case)| {
            let submission = sanitize::line(submission);
            match case {
                Some(case) => format!("{submission} {}", sanitize::line(&case.0)),
                None => format!("{submission} {}", text::label(style.lang, Label::Compiling)),
            }
        })
        .collect();
    let said = said.join(", ");
    if style.shows_all() {
        return said;
    }
    let shown = |it: char| if it.is_ascii() { it } else { '?' };
    said.chars().map(shown).collect()
}
