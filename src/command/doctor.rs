//! `doctor`: what this machine enforces.

use super::{Failure, Streams, tell};
use crate::cli::{DoctorArgs, Format};
use crate::exit::Exit;
use crate::report::isolation;
use crate::sandbox::{Cancel, Place};

pub(super) fn run(args: &DoctorArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let style = streams.style;
    let place = Place::find(super::own_binary(), args.without, Cancel::default())
        .map_err(|error| super::unplaceable(style, error))?;
    let found = place.isolation();
    let text = match args.format {
        Format::Human => isolation::doctor(found, style),
        Format::Json => serde_json::to_string(found)
            .map(|line| line + "\n")
            .map_err(std::io::Error::other)?,
    };
    tell(streams.out, &text)?;
    Ok(if found.is_unsafe() {
        Exit::JudgeError
    } else {
        Exit::Success
    })
}
