//! Takes events as they come: folds the report, and shows them.

use std::io::{self, Write};

use crate::cli::Format;
use crate::event::Event;
use crate::report::json;
use crate::report::scoreboard::scoreboard;
use crate::report::style::Style;
use crate::report::terminal::Terminal;
use crate::summary::Report;

/// Folds the report and shows events.
pub(in crate::command) struct Listener<'a> {
    pub(in crate::command) report: Option<Report>,
    shown: Shown<'a>,
}

/// How a run is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::command) enum Manner {
    /// Every case, as it comes.
    Lines,
    /// A scoreboard at the end.
    Board,
    /// Not at all: something else will be said of it.
    Silent,
}

enum Shown<'a> {
    Lines(Terminal<&'a mut dyn Write>),
    Board(&'a mut dyn Write, Style),
    Json(&'a mut dyn Write),
    Nothing,
}

impl<'a> Listener<'a> {
    pub(in crate::command) fn new(
        format: Format,
        manner: Manner,
        out: &'a mut dyn Write,
        style: Style,
    ) -> Self {
        Self {
            report: None,
            shown: match (format, manner) {
                (Format::Json, _) => Shown::Json(out),
                (Format::Human, Manner::Lines) => Shown::Lines(Terminal::new(out, style)),
                (Format::Human, Manner::Board) => Shown::Board(out, style),
                (Format::Human, Manner::Silent) => Shown::Nothing,
            },
        }
    }

    pub(in crate::command) fn tell(&mut self, event: &Event) -> io::Result<()> {
        if let Event::Start(start) = event {
            self.report = Some(Report::new(start.clone()));
        }
        let Some(report) = &mut self.report else {
            return Ok(());
        };
        report.fold(event);
        let told = match &mut self.shown {
            Shown::Lines(terminal) => terminal.tell(event, report),
            Shown::Board(out, style) => match event {
                Event::Finished { .. } => out
                    .write_all(scoreboard(report, *style).as_bytes())
                    .and_then(|()| out.flush()),
                _ => Ok(()),
            },
            Shown::Json(out) => json::line(out, event),
            Shown::Nothing => Ok(()),
        };
        match told {
            // The reader went away. The run goes on: its exit code must be true,
            // and the report file whole.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.shown = Shown::Nothing;
                Ok(())
            }
            told => told,
        }
    }
}
