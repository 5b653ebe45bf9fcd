//! How many of some cases were of a kind: a test whose cases are all alike
//! says less than it seems to.

use std::cell::Cell as Counter;
use std::ops::RangeInclusive;

/// A count of cases, and of those of the kind.
#[derive(Debug, Default)]
pub(crate) struct Share {
    all: Counter<u32>,
    some: Counter<u32>,
}

impl Share {
    /// Counts a case, which is of the kind or not.
    pub(crate) fn add(&self, is_some: bool) {
        self.all.set(self.all.get() + 1);
        self.some.set(self.some.get() + u32::from(is_some));
    }

    /// That the share of the kind is within these percentages.
    pub(crate) fn assert_percent(&self, percent: RangeInclusive<u32>) {
        let (some, all) = (self.some.get(), self.all.get());
        let within = all * percent.start() <= 100 * some && 100 * some <= all * percent.end();
        assert!(all > 0 && within, "{some} of {all}, not {percent:?} %");
    }
}
