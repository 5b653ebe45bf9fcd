//! What other systems read of a report, in the way that each of them wants it.
//! Like all documents these are functions of the report.
//!
//! - [`gradescope`], [`lemonlime`]: made from the report alone.
//! - [`canvas`], [`moodle`]: scores filled in where a teacher's table has a place for
//!   them; a `sheet` reads it, a `seating` says which line is whose by `likeness`.

pub mod canvas;
pub mod gradescope;
pub mod lemonlime;
mod likeness;
pub mod moodle;
mod seating;
pub mod sheet;
