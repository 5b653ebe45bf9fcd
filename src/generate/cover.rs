//! The fewest rows that cover all columns: which testcases are enough to kill every
//! mutant that any of them kills.
//!
//! Pure, and the same everywhere: of rows that are as good the earlier one is taken, so
//! whoever asks puts those first that are liked best.

use std::cmp::Reverse;

/// A set of small numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// Adds a number.
    pub fn insert(&mut self, number: usize) {
        let word = number / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (number % 64);
    }

    /// Whether a number is in it.
    #[must_use]
    pub fn contains(&self, number: usize) -> bool {
        let word = self.0.get(number / 64);
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// The numbers, from the least.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                left &= left.wrapping_sub(1);
                (bit < 64).then_some(at * 64 + bit)
            })
        })
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Adds all that another has.
    pub fn add(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own |= other;
        }
    }

    /// Those that are not in another.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let others = other.0.iter().chain(std::iter::repeat(&0));
        Self(self.0.iter().zip(others).map(|(a, b)| a & !b).collect())
    }

    /// Those that are in both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    /// Whether another has all of them.
    #[must_use]
    pub fn is_within(&self, other: &Self) -> bool {
        let others = other.0.iter().chain(std::iter::repeat(&0));
        self.0
            .iter()
            .zip(others)
            .all(|(own, other)| own & !other == 0)
    }
}

impl FromIterator<usize> for Bits {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut bits = Self::default();
        numbers.into_iter().for_each(|number| bits.insert(number));
        bits
    }
}

/// Rows that cover all that can be covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// Their numbers, from the least.
    pub rows: Vec<usize>,
    /// Whether it is proven that fewer are not enough.
    pub is_smallest: bool,
}

/// All that any of these rows covers.
#[must_use]
pub fn all<'a>(rows: impl IntoIterator<Item = &'a Bits>) -> Bits {
    let mut all = Bits::default();
    rows.into_iter().for_each(|row| all.add(row));
    all
}

/// The fewest rows that cover all that the rows cover together. It looks at `limit`
/// partial covers at most; then what was found is the best so far, and isn't proven.
#[must_use]
pub fn smallest(rows: &[Bits], limit: u64) -> Cover {
    let all = all(rows);
    let mut best = greedy(rows, &all, usize::MAX);
    drop_redundant(rows, &all, &mut best);
    let mut search = Search {
        best,
        chosen: Vec::new(),
        left: limit,
        is_complete: true,
    };
    let alive = (0..rows.len()).map(|row| (row, rows[row].clone()));
    search.descend(alive.collect(), all);
    search.best.sort_unstable();
    Cover {
        rows: search.best,
        is_smallest: search.is_complete,
    }
}

/// At most `count` rows that cover much: always the one that adds most. Then each is
/// exchanged as long as another in its place adds more.
#[must_use]
pub fn most(rows: &[Bits], count: usize) -> Vec<usize> {
    let wanted = all(rows);
    let mut chosen = greedy(rows, &wanted, count);
    loop {
        let mut is_better = false;
        for place in 0..chosen.len() {
            let others = chosen.iter().enumerate().filter(|(at, _)| *at != place);
            let covered = all(others.map(|(_, &row)| &rows[row]));
            let gain = |row: usize| rows[row].without(&covered).len();
            let own = gain(chosen[place]);
            let best = (0..rows.len()).max_by_key(|&row| (gain(row), Reverse(row)));
            if let Some(row) = best.filter(|&row| gain(row) > own) {
                chosen[place] = row;
                is_better = true;
            }
        }
        if !is_better {
            break;
        }
    }
    drop_redundant(
        rows,
        &all(chosen.iter().map(|&row| &rows[row])),
        &mut chosen,
    );
    chosen.sort_unstable();
    chosen
}

/// The rows of which each covers nothing that no other row covers. Not all of them can
/// be left out together.
#[must_use]
pub fn redundant(rows: &[Bits]) -> Vec<usize> {
    let own = owned(rows);
    (0..rows.len()).filter(|&row| own[row].is_empty()).collect()
}

/// For each row what no other row covers.
#[must_use]
pub fn owned(rows: &[Bits]) -> Vec<Bits> {
    let mut once = Bits::default();
    let mut twice = Bits::default();
    for row in rows {
        twice.add(&row.and(&once));
        once.add(row);
    }
    rows.iter().map(|row| row.without(&twice)).collect()
}

/// Always the row that covers most of what is left, `count` at most.
fn greedy(rows: &[Bits], wanted: &Bits, count: usize) -> Vec<usize> {
    let mut left = wanted.clone();
    let mut chosen = Vec::new();
    while !left.is_empty() && chosen.len() < count {
        let gain = |row: usize| rows[row].and(&left).len();
        let best = (0..rows.len()).max_by_key(|&row| (gain(row), Reverse(row)));
        let Some(best) = best.filter(|&row| gain(row) > 0) else {
            break;
        };
        left = left.without(&rows[best]);
        chosen.push(best);
    }
    chosen
}

/// Leaves out rows that the others make superfluous, the last ones first.
fn drop_redundant(rows: &[Bits], wanted: &Bits, chosen: &mut Vec<usize>) {
    for place in (0..chosen.len()).rev() {
        let others = chosen.iter().enumerate().filter(|(at, _)| *at != place);
        if wanted.is_within(&all(others.map(|(_, &row)| &rows[row]))) {
            chosen.remove(place);
        }
    }
}

/// Branch and bound.
struct Search {
    best: Vec<usize>,
    chosen: Vec<usize>,
    left: u64,
    is_complete: bool,
}

impl Search {
    /// Covers what is `open` with the rows that are `alive`, of which each is cut down
    /// to what is open.
    fn descend(&mut self, mut alive: Vec<(usize, Bits)>, mut open: Bits) {
        if self.left == 0 {
            self.is_complete = false;
            return;
        }
        self.left -= 1;
        let chosen_before = self.chosen.len();
        self.reduce(&mut alive, &mut open);
        if open.is_empty() {
            if self.chosen.len() < self.best.len() {
                self.best.clone_from(&self.chosen);
            }
        } else if self.chosen.len() + at_least(&alive, &open) < self.best.len() {
            self.branch(&alive, &open);
        }
        self.chosen.truncate(chosen_before);
    }

    /// Takes each of the rows in turn that cover the column which fewest cover.
    fn branch(&mut self, alive: &[(usize, Bits)], open: &Bits) {
        let counts = counts(alive);
        let Some(hardest) = open.iter().min_by_key(|&column| counts[column]) else {
            return;
        };
        let covering = alive.iter().filter(|(_, row)| row.contains(hardest));
        let mut options: Vec<_> = covering.cloned().collect();
        options.sort_by_key(|(number, row)| (Reverse(row.len()), *number));
        let mut tried = Vec::new();
        for (number, row) in options {
            // What was tried before is not needed with what comes now.
            tried.push(number);
            let rest = open.without(&row);
            let others = alive.iter().filter(|(other, _)| !tried.contains(other));
            let others = others.map(|(other, bits)| (*other, bits.and(&rest)));
            self.chosen.push(number);
            self.descend(others.collect(), rest);
            self.chosen.pop();
        }
    }

    /// Leaves out rows and columns that don't matter, and takes rows that must be.
    fn reduce(&mut self, alive: &mut Vec<(usize, Bits)>, open: &mut Bits) {
        loop {
            leave_out_weaker(alive);
            let counts = counts(alive);
            let column = open.iter().find(|&column| counts[column] == 1);
            let covers = |column| alive.iter().find(|(_, row)| row.contains(column)).cloned();
            let Some((number, row)) = column.and_then(covers) else {
                return;
            };
            self.chosen.push(number);
            *open = open.without(&row);
            alive.retain(|(other, _)| *other != number);
            for (_, bits) in alive.iter_mut() {
                *bits = bits.and(open);
            }
        }
    }
}

/// Leaves out rows that cover nothing which another doesn't.
fn leave_out_weaker(alive: &mut Vec<(usize, Bits)>) {
    let rows = std::mem::take(alive);
    let is_weaker = |at: usize| {
        let row = &rows[at].1;
        row.is_empty()
            || rows.iter().enumerate().any(|(other, (_, bits))| {
                other != at && row.is_within(bits) && (!bits.is_within(row) || other < at)
            })
    };
    let kept: Vec<bool> = (0..rows.len()).map(|at| !is_weaker(at)).collect();
    let kept = rows.into_iter().zip(kept).filter(|(_, kept)| *kept);
    alive.extend(kept.map(|(row, _)| row));
}

/// How many rows are needed at least: columns of which no row covers two.
fn at_least(alive: &[(usize, Bits)], open: &Bits) -> usize {
    let counts = counts(alive);
    let mut columns: Vec<usize> = open.iter().collect();
    columns.sort_by_key(|&column| counts[column]);
    let mut touched = Bits::default();
    let mut count = 0;
    for column in columns {
        if !touched.contains(column) {
            count += 1;
            let covering = alive.iter().filter(|(_, row)| row.contains(column));
            touched.add(&all(covering.map(|(_, row)| row)));
        }
    }
    count
}

/// How many rows cover each column.
fn counts(alive: &[(usize, Bits)]) -> Vec<usize> {
    let width = alive.iter().map(|(_, row)| row.0.len() * 64).max();
    let mut counts = vec![0; width.unwrap_or(0)];
    for column in alive.iter().flat_map(|(_, row)| row.iter()) {
        counts[column] += 1;
    }
    counts
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::super::dice::Dice;
    use super::*;

    fn rows(rows: &[&[usize]]) -> Vec<Bits> {
        rows.iter()
            .map(|row| row.iter().copied().collect())
            .collect()
    }

    /// By looking at all sets of rows.
    fn naive(rows: &[Bits]) -> usize {
        let wanted = all(rows);
        let sets = 0..1u32 << rows.len();
        let covers = sets.filter(|set| {
            let chosen = rows
                .iter()
                .enumerate()
                .filter(|(row, _)| set >> row & 1 == 1);
            wanted.is_within(&all(chosen.map(|(_, row)| row)))
        });
        covers.map(|set| set.count_ones() as usize).min().unwrap()
    }

    #[test]
    fn sets_of_numbers() {
        let set: Bits = [3, 64, 200].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 200]);
        assert_eq!(set.len(), 3);
        assert!(set.contains(200) && !set.contains(4) && !set.contains(9999));
        let short: Bits = [3].into_iter().collect();
        assert!(short.is_within(&set) && !set.is_within(&short));
        assert_eq!(set.without(&short).len(), 2);
        assert_eq!(set.and(&short).iter().collect::<Vec<_>>(), [3]);
        assert!(Bits::default().is_empty());
    }

    #[test]
    fn where_greed_takes_one_too_many() {
        // The first takes most and is of no use.
        let rows = rows(&[&[0, 1, 2, 3], &[0, 1, 4], &[2, 3, 5]]);
        assert_eq!(greedy(&rows, &all(&rows), 9).len(), 3);
        let cover = smallest(&rows, 1000);
        assert_eq!(cover.rows, [1, 2]);
        assert!(cover.is_smallest);
    }

    #[test]
    fn it_is_the_smallest_of_all_sets() {
        let mut dice = Dice::new(3);
        for _ in 0..150 {
            let (count, columns) = (dice.between(1, 11), dice.between(1, 14));
            let density = dice.between(1, 3);
            let rows: Vec<Bits> = (0..count)
                .map(|_| (0..columns).filter(|_| dice.chance(density, 6)).collect())
                .collect();
            let cover = smallest(&rows, 100_000);
            assert!(cover.is_smallest);
            assert_eq!(cover.rows.len(), naive(&rows), "{rows:?}");
            let covered = all(cover.rows.iter().map(|&row| &rows[row]));
            assert!(all(&rows).is_within(&covered));
        }
    }

    #[test]
    fn a_limit_ends_it_unproven() {
        let mut dice = Dice::new(4);
        let rows: Vec<Bits> = (0..60)
            .map(|_| (0..80).filter(|_| dice.chance(1, 6)).collect())
            .collect();
        let cover = smallest(&rows, 5);
        assert!(!cover.is_smallest);
        let covered = all(cover.rows.iter().map(|&row| &rows[row]));
        assert!(all(&rows).is_within(&covered));
        assert!(smallest(&rows, 2_000).rows.len() <= cover.rows.len());
    }

    #[test]
    fn nothing_is_covered_by_nothing() {
        let nothing = Cover {
            rows: Vec::new(),
            is_smallest: true,
        };
        assert_eq!(smallest(&[], 10), nothing);
        assert_eq!(smallest(&rows(&[&[], &[]]), 10), nothing);
    }

    #[test]
    fn few_rows_cover_as_much_as_they_can() {
        let rows = rows(&[&[0, 1, 2, 3], &[0, 1, 4, 6], &[2, 3, 5, 7], &[8]]);
        assert_eq!(most(&rows, 2), [1, 2]);
        assert_eq!(most(&rows, 9), [1, 2, 3]);
        assert_eq!(most(&rows, 0), [] as [usize; 0]);
    }

    #[test]
    fn what_only_one_row_covers() {
        let rows = rows(&[&[0, 1], &[1, 2], &[1], &[]]);
        let own: Vec<Vec<usize>> = owned(&rows).iter().map(|it| it.iter().collect()).collect();
        assert_eq!(own, [vec![0], vec![2], vec![], vec![]]);
        assert_eq!(redundant(&rows), [2, 3]);
    }
}
