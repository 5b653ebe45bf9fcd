//! Boards that can't be cleared with so many moves left, so that none is
//! searched twice however it was reached.
//!
//! The key is the whole board, not a hash of it: no answer rests on luck. A
//! board takes 40 bits of each plane, and what is free above them holds what
//! else must agree, the number of moves left and the number of the search; so a
//! new search begins with empty tables at no cost.
//!
//! Two tables. Boards with two or more moves left are worth a whole search
//! each: that table grows with them up to a limit, and then replaces. It may be
//! much larger than the cache, so a board is looked for in one line of it, and
//! lines are fetched ahead. Boards with one move left are many and cheap to
//! search: theirs is small, and each newcomer takes the place it hashes to.

use super::planes::Planes;

/// Bits of a plane that hold cells.
const CELL_BITS: u32 = 40;

/// Bits of the number of moves left.
const LEFT_BITS: u32 = 4;

/// The most moves left that fit.
pub(super) const MOST_LEFT: u32 = (1 << LEFT_BITS) - 1;

/// Lines of the growing table, at first, at most (32 MiB), and at most for the
/// next search, as powers of two.
const FIRST: u32 = 8;
const MOST: u32 = 19;
const KEPT: u32 = 13;

/// A table of more lines doesn't stay in the cache by itself.
const WORTH_FETCHING: usize = 1 << 12;

/// Slots of the table of boards with one move left, as powers of two: for a
/// search of three moves or fewer, and for any other.
const RECENT_FEW: u32 = 9;
const RECENT: u32 = 14;

/// A line of the cache: as many keys as fit.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line([u64; 8]);

impl Line {
    const EMPTY: Self = Self([0; 8]);

    fn slots<const K: usize>(&self) -> &[[u64; K]] {
        self.0.as_chunks().0
    }

    fn slots_mut<const K: usize>(&mut self) -> &mut [[u64; K]] {
        self.0.as_chunks_mut().0
    }
}

/// The tables for boards of P planes, whose keys take K words.
pub(super) struct Failed<const P: usize, const K: usize> {
    /// The number of this search, never 0: an empty slot belongs to none.
    search: u64,
    lines: Vec<Line>,
    used: usize,
    recent: Vec<[u64; P]>,
    recent_shift: u32,
    /// What was fetched ahead. It means nothing.
    fetched: u64,
}

impl<const P: usize, const K: usize> Failed<P, K> {
    /// Bits of the last word of a key that the board leaves free.
    const FREE: u32 = if P > K && K == 2 { 8 } else { 24 };

    /// The last number of a search before the tables must be swept.
    const LAST_SEARCH: u64 = (1 << (Self::FREE - LEFT_BITS)) - 1;

    pub(super) fn new() -> Self {
        Self {
            search: 0,
            lines: Vec::new(),
            used: 0,
            recent: Vec::new(),
            recent_shift: 64 - RECENT,
            fetched: 0,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.search += 1;
        self.used = 0;
        // What a hard board needed is not kept for the next thousand easy ones.
        if self.lines.len() > 1 << KEPT {
            self.lines = Vec::new();
        }
        if self.search & Self::LAST_SEARCH == 0 {
            self.lines.fill(Line::EMPTY);
        }
        if self.search & RECENT_SEARCHES == 0 {
            self.recent.fill([0; P]);
            self.search = 0;
        }
        if self.search & Self::LAST_SEARCH == 0 {
            self.search += 1;
        }
    }

    /// Whether this board is known to fail with `left` moves, two or more.
    #[inline]
    pub(super) fn contains(&self, board: &Planes<P>, left: u32) -> bool {
        if self.lines.is_empty() {
            return false;
        }
        let key = pack(board);
        self.lines[self.line(&key)]
            .slots()
            .contains(&self.marked(key, left))
    }

    /// Touches the lines of some boards that will be asked for: many at once,
    /// since none waits for another.
    #[inline]
    pub(super) fn fetch<'a>(&mut self, boards: impl Iterator<Item = &'a Planes<P>>) {
        if self.lines.len() > WORTH_FETCHING {
            let found = boards.fold(0, |found, board| {
                found ^ self.lines[self.line(&pack(board))].0[0]
            });
            self.fetched ^= found;
        }
    }

    /// Remembers that this board fails with `left` moves, two or more.
    pub(super) fn insert(&mut self, board: &Planes<P>, left: u32) {
        if self.used >= self.lines.len() * (8 / K) / 2 && self.lines.len() < 1 << MOST {
            self.grow();
        }
        let key = pack(board);
        self.put(self.line(&key), self.marked(key, left));
    }

    /// Whether this board with one move left was given before; remembers it.
    #[inline(always)]
    pub(super) fn recently(&mut self, board: &Planes<P>) -> bool {
        #[expect(clippy::cast_possible_truncation, reason = "it is below a length")]
        let slot = (hash(&board.0) >> self.recent_shift) as usize;
        let mut key = board.0;
        key[0] |= (self.search & RECENT_SEARCHES) << CELL_BITS;
        std::mem::replace(&mut self.recent[slot], key) == key
    }

    /// Makes [`Failed::recently`] ready for a search of `n` moves.
    #[inline]
    pub(super) fn prepare_recent(&mut self, n: u32) {
        let size = if n <= 3 { RECENT_FEW } else { RECENT };
        self.recent_shift = 64 - size;
        if self.recent.len() < 1 << size {
            self.recent = vec![[0; P]; 1 << size];
        }
    }

    /// The line that a board belongs to.
    #[inline(always)]
    fn line(&self, key: &[u64; K]) -> usize {
        let line = hash(key) >> (64 - self.lines.len().trailing_zeros());
        #[expect(clippy::cast_possible_truncation, reason = "it is below a length")]
        return line as usize;
    }

    /// A packed board with what else must agree.
    #[inline(always)]
    fn marked(&self, mut key: [u64; K], left: u32) -> [u64; K] {
        let search = self.search & Self::LAST_SEARCH;
        key[K - 1] |= (search << LEFT_BITS | u64::from(left)) << (64 - Self::FREE);
        key
    }

    fn put(&mut self, line: usize, key: [u64; K]) {
        let marks = |slot: &[u64; K]| slot[K - 1] >> (64 - Self::FREE);
        let search = self.search & Self::LAST_SEARCH;
        let is_free = |slot: &&mut [u64; K]| marks(slot) >> LEFT_BITS != search;
        let slots = self.lines[line].slots_mut();
        if let Some(slot) = slots.iter_mut().find(is_free) {
            *slot = key;
            self.used += 1;
        } else if let Some(slot) = slots.iter_mut().min_by_key(|slot| marks(slot)) {
            // The cheapest to search again.
            *slot = key;
        }
    }

    fn grow(&mut self) {
        let size = (4 * self.lines.len()).clamp(1 << FIRST, 1 << MOST);
        let old = std::mem::replace(&mut self.lines, vec![Line::EMPTY; size]);
        self.used = 0;
        let marks = u64::MAX << (64 - Self::FREE);
        let search = self.search & Self::LAST_SEARCH;
        for key in old.iter().flat_map(Line::slots::<K>) {
            if key[K - 1] >> (64 - Self::FREE + LEFT_BITS) == search {
                let mut board = *key;
                board[K - 1] &= !marks;
                self.put(self.line(&board), *key);
            }
        }
    }
}

/// The searches that the table of boards with one move left tells apart, less
/// one.
const RECENT_SEARCHES: u64 = (1 << (64 - CELL_BITS)) - 1;

/// A board in K words, which are as many as it has planes or one less: then the
/// last plane goes into what the first two leave.
#[inline(always)]
fn pack<const P: usize, const K: usize>(board: &Planes<P>) -> [u64; K] {
    let mut key = [0; K];
    key.copy_from_slice(&board.0[..K]);
    if P > K {
        let last = board.0[K];
        key[0] |= last << CELL_BITS;
        key[1] |= last >> (64 - CELL_BITS) << CELL_BITS;
    }
    key
}

#[inline(always)]
fn hash<const N: usize>(words: &[u64; N]) -> u64 {
    // The top bits of a product depend on all bits below them.
    words.iter().fold(0, |hash: u64, &word| {
        (hash.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}
