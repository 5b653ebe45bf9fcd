//! `doctor`: what this machine enforces.

use std::io::Write;

use super::{Failure, tell};
use crate::cli::{DoctorArgs, Format};
use crate::exit::Exit;
use crate::report::isolation;
use crate::report::style::Style;
use crate::sandbox::{Cancel, Place};

pub(super) fn run(args: &DoctorArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let place = Place::find(super::own_binary(), args.without, Cancel::default())
        .map_err(super::unplaceable)?;
    let found = place.isolation();
    let text = match args.format {
        Format::Human => isolation::doctor(found, Style::detect()),
        Format::Json => serde_json::to_string(found)
            .map(|line| line + "\n")
            .map_err(std::io::Error::other)?,
    };
    tell(out, &text)?;
    Ok(if found.is_unsafe() {
        Exit::JudgeError
    } else {
        Exit::Success
    })
}
