//! The boards that are measured: named ones, and sets of random ones that are
//! the same in every run.

use mayan_reference::{Board, Colour, HEIGHT, Rules, WIDTH, solve};

/// The hardest boards known for their number of moves, found by hill climbing;
/// none has an answer.
pub(crate) const A: &str = "3131313 1323232 2131321 1212112 3131331";
pub(crate) const B: &str = "1121313 3313221 1232132 3123221 2211312";
pub(crate) const C: &str = "4244214 244212 4334241 1423322 4234134";

/// A board from its columns, a digit a block.
pub(crate) fn board(text: &str) -> Board {
    let columns: Vec<Vec<Colour>> = text
        .split(' ')
        .map(|column| column.bytes().map(|digit| colour(digit - b'0')).collect())
        .collect();
    from_columns(&columns)
}

fn colour(number: u8) -> Colour {
    Colour::new(number).expect("a colour is 1 to 10")
}

fn from_columns(columns: &[Vec<Colour>]) -> Board {
    let columns = std::array::from_fn(|x| columns[x].as_slice());
    Board::from_columns(columns).expect("a column has at most 7 blocks")
}

/// Numbers that look random (`SplitMix64`).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `end`, which is small.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let number = usize::try_from(self.next() >> 32).expect("32 bits");
        (number * end) >> 32
    }
}

/// Boards of 35 blocks, each of one of so many colours.
pub(crate) fn full(count: usize, colours: usize, seed: u64) -> Vec<Board> {
    let random = &mut Random(seed);
    let blocks = |random: &mut Random| {
        (0..WIDTH * HEIGHT)
            .map(|_| one_of(random, colours))
            .collect()
    };
    (0..count)
        .map(|_| at_rest(random, |random| blocks(random)))
        .collect()
}

/// Boards of 1 to 10 colours, at least three blocks of each, at most `most` in
/// all.
pub(crate) fn mixed(count: usize, most: usize, seed: u64) -> Vec<Board> {
    let random = &mut Random(seed);
    (0..count).map(|_| one_mixed(random, most)).collect()
}

/// Those of the boards of [`mixed`] that have an answer with `n` moves.
pub(crate) fn solvable(count: usize, most: usize, n: usize, seed: u64) -> Vec<Board> {
    let random = &mut Random(seed);
    std::iter::repeat_with(|| one_mixed(random, most))
        .filter(|&board| solve(board, n, Rules::default()).is_some())
        .take(count)
        .collect()
}

fn one_mixed(random: &mut Random, most: usize) -> Board {
    at_rest(random, |random| {
        let colours = 1 + random.below((most / 3).min(Colour::MAX.into()));
        let count = 3 * colours + random.below(most + 1 - 3 * colours);
        (0..count)
            .map(|at| match at / colours {
                0..3 => at % colours + 1,
                _ => random.below(colours) + 1,
            })
            .map(|number| colour(u8::try_from(number).expect("a colour")))
            .collect()
    })
}

fn one_of(random: &mut Random, colours: usize) -> Colour {
    colour(u8::try_from(random.below(colours) + 1).expect("a colour"))
}

/// A board with the blocks of some draw put on it at random, so that there is
/// no run; a draw for which that doesn't work is drawn again.
fn at_rest(random: &mut Random, mut draw: impl FnMut(&mut Random) -> Vec<Colour>) -> Board {
    loop {
        let blocks = draw(random);
        if let Some(board) = placed(random, blocks) {
            return board;
        }
    }
}

fn placed(random: &mut Random, mut blocks: Vec<Colour>) -> Option<Board> {
    let mut columns = vec![Vec::new(); WIDTH];
    'block: while !blocks.is_empty() {
        for _ in 0..40 {
            let x = random.below(WIDTH);
            let at = random.below(blocks.len());
            if columns[x].len() == HEIGHT {
                continue;
            }
            columns[x].push(blocks[at]);
            if from_columns(&columns).runs().is_empty() {
                blocks.swap_remove(at);
                continue 'block;
            }
            columns[x].pop();
        }
        return None;
    }
    Some(from_columns(&columns))
}
