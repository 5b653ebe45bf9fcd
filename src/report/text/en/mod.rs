//! English.

mod class;
mod fault;
mod generate;
mod hint;
mod isolation;
mod mutant;
mod notice;
mod phrase;
mod probe;
mod result;
mod strength;
mod stress;
mod validate;

pub(super) use class::{absent, left_out, litter, own_remark, remark, understood};
pub(super) use fault::{
    class, config, diagnostic_names, input, journal, journal_to_merge, submission, testcase,
};
pub(super) use generate::*;
pub(super) use hint::hint;
pub(super) use isolation::{
    conclusion, lacks, mechanism, property, refused, remedy, run_all_the_same, strength,
};
pub(super) use mutant::{all_of, fault, standing_reason};
pub(super) use notice::*;
pub(super) use phrase::*;
pub(super) use probe::*;
pub(super) use result::{
    answer, attempts, cause, count, explanation, finding, illegal, kind, note, right_under, rules,
    verdict,
};
pub(super) use strength::*;
pub(super) use stress::*;
pub(super) use validate::*;
