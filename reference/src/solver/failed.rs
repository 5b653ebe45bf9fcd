//! Boards that can't be cleared with so many moves left, so that none is
//! searched twice however it was reached.
//!
//! The key is the whole board, not a hash of it: no answer rests on luck. A
//! board takes 40 of the 64 bits of a plane; the 24 bits above in the first
//! plane hold what else must agree, the number of moves left and the number of
//! the search, so that a new search begins with an empty table at no cost.
//!
//! Two tables. Boards with two or more moves left are worth a whole search
//! each: that table grows with them up to a limit, and then replaces. Boards
//! with one move left are many and cheap to search: theirs is small, stays in
//! the cache, and each newcomer takes the place it hashes to.

use super::planes::Planes;

/// Bits of a plane that hold cells.
const CELL_BITS: u32 = 40;

/// The number of moves left takes the lowest of the upper bits.
const LEFT_BITS: u32 = 8;

/// The most moves left that fit.
pub(super) const MOST_LEFT: u32 = (1 << LEFT_BITS) - 1;

/// The last number of a search before the tables must be swept.
const LAST_SEARCH: u64 = (1 << (64 - CELL_BITS - LEFT_BITS)) - 1;

/// Slots that a board may be in: one line of cache for two planes.
const BUCKET: usize = 4;

/// Slots of the growing table, at first and at most, as powers of two.
const FIRST: u32 = 10;
const MOST: u32 = 21;

/// A table of more slots doesn't stay in the cache by itself.
const WORTH_FETCHING: usize = 1 << 14;

/// Slots of the table of boards with one move left, as a power of two.
const RECENT: u32 = 14;

/// The tables for boards of P planes.
pub(super) struct Failed<const P: usize> {
    /// The number of this search, never 0: an empty slot belongs to none.
    search: u64,
    slots: Vec<[u64; P]>,
    used: usize,
    recent: Vec<[u64; P]>,
    /// What was fetched; it means nothing.
    fetched: u64,
}

impl<const P: usize> Failed<P> {
    pub(super) fn new() -> Self {
        Self {
            search: 0,
            slots: Vec::new(),
            used: 0,
            recent: Vec::new(),
            fetched: 0,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.search += 1;
        self.used = 0;
        if self.search > LAST_SEARCH {
            *self = Self::new();
            self.search = 1;
        }
        // What a hard board needed is not kept for the next thousand easy ones.
        if self.slots.len() > 1 << 16 {
            self.slots = Vec::new();
        }
    }

    /// Whether this board is known to fail with `left` moves, two or more.
    #[inline]
    pub(super) fn contains(&self, board: &Planes<P>, left: u32) -> bool {
        let key = self.key(board, left);
        !self.slots.is_empty() && self.slots[self.bucket(&key)].contains(&key)
    }

    /// Touches the slots of some boards that will be asked for, so that they are
    /// in the cache: many at once, since none waits for another.
    #[inline]
    pub(super) fn fetch<'a>(&mut self, boards: impl Iterator<Item = &'a Planes<P>>, left: u32)
    where
        Planes<P>: 'a,
    {
        if self.slots.len() > WORTH_FETCHING {
            let found = boards.fold(0, |found, board| {
                let key = self.key(board, left);
                found ^ self.slots[self.bucket(&key).start][0]
            });
            self.fetched ^= found;
        }
    }

    /// Remembers that this board fails with `left` moves, two or more.
    pub(super) fn insert(&mut self, board: &Planes<P>, left: u32) {
        if self.used >= self.slots.len() / 2 && self.slots.len() < 1 << MOST {
            self.grow();
        }
        let key = self.key(board, left);
        self.put(key);
    }

    /// Whether this board with one move left was given before; remembers it.
    #[inline(always)]
    pub(super) fn recently(&mut self, board: &Planes<P>) -> bool {
        let key = self.key(board, 1);
        let slot = &mut self.recent[(hash(&board.0) >> (64 - RECENT)) as usize];
        std::mem::replace(slot, key) == key
    }

    /// Makes [`Failed::recently`] ready.
    #[inline]
    pub(super) fn prepare_recent(&mut self) {
        if self.recent.is_empty() {
            self.recent = vec![[0; P]; 1 << RECENT];
        }
    }

    #[inline(always)]
    fn key(&self, board: &Planes<P>, left: u32) -> [u64; P] {
        let mut key = board.0;
        key[0] |= (self.search << LEFT_BITS | u64::from(left)) << CELL_BITS;
        key
    }

    /// The slots that this key may be in: the same for every search.
    #[inline]
    fn bucket(&self, key: &[u64; P]) -> std::ops::Range<usize> {
        let buckets = self.slots.len() / BUCKET;
        let mut key = *key;
        key[0] &= (1 << (CELL_BITS + LEFT_BITS)) - 1;
        let first = BUCKET * (hash(&key) >> (64 - buckets.trailing_zeros())) as usize;
        first..first + BUCKET
    }

    fn put(&mut self, key: [u64; P]) {
        let bucket = self.bucket(&key);
        let search = self.search;
        let slots = &mut self.slots[bucket];
        let is_free = |slot: &[u64; P]| slot[0] >> (CELL_BITS + LEFT_BITS) != search;
        // Or else the board that is the cheapest to search again.
        let place = slots.iter().position(is_free).unwrap_or_else(|| {
            let left = |slot: &[u64; P]| slot[0] >> CELL_BITS & ((1 << LEFT_BITS) - 1);
            (0..BUCKET).min_by_key(|&at| left(&slots[at])).unwrap_or(0)
        });
        self.used += usize::from(is_free(&slots[place]));
        slots[place] = key;
    }

    fn grow(&mut self) {
        let size = (4 * self.slots.len()).clamp(1 << FIRST, 1 << MOST);
        let old = std::mem::replace(&mut self.slots, vec![[0; P]; size]);
        self.used = 0;
        for key in old {
            if key[0] >> (CELL_BITS + LEFT_BITS) == self.search {
                self.put(key);
            }
        }
    }
}

#[inline(always)]
fn hash<const P: usize>(key: &[u64; P]) -> u64 {
    // The top bits of a product depend on all bits below them.
    key.iter().fold(0, |hash: u64, &word| {
        (hash.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}
