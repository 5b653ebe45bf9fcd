//! Testcases, looked at as a setter does: layout, rules, answers, ambiguity, strength.

pub mod strength;
