//! For each mutant the smallest board that it gets wrong.
