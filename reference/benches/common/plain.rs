//! The plain search that ratios refer to: arrays, depth first, and the two
//! prunes that every published program has (no swap to the left onto a block,
//! none of equal blocks; no search when one or two blocks of a colour are left).

use mayan_reference::{Board, Cell, Colour, HEIGHT, WIDTH};

#[derive(Clone, Copy)]
struct Plain {
    cells: [[u8; HEIGHT + 1]; WIDTH],
    heights: [usize; WIDTH],
    counts: [u8; 11],
    total: u8,
}

/// Whether exactly `n` moves clear the board; the same work as finding them.
pub(crate) fn solve(board: &Board, n: usize) -> bool {
    let mut plain = Plain {
        cells: [[0; HEIGHT + 1]; WIDTH],
        heights: [0; WIDTH],
        counts: board.colour_counts(),
        total: 0,
    };
    for x in 0..WIDTH {
        plain.heights[x] = board.height(x);
        for y in 0..board.height(x) {
            plain.cells[x][y] = board.get(Cell { x, y }).map_or(0, Colour::number);
            plain.total += 1;
        }
    }
    plain.search(n)
}

impl Plain {
    fn search(&self, left: usize) -> bool {
        if left == 0 {
            return self.total == 0;
        }
        if self.total == 0
            || self.counts[1..]
                .iter()
                .any(|&count| count == 1 || count == 2)
        {
            return false;
        }
        for x in 0..WIDTH {
            for y in 0..self.heights[x] {
                for target in [x + 1, x.wrapping_sub(1)] {
                    if target >= WIDTH {
                        continue;
                    }
                    let mut next = *self;
                    if y < self.heights[target] {
                        let (here, there) = (self.cells[x][y], self.cells[target][y]);
                        if target < x || here == there {
                            continue;
                        }
                        next.cells[x][y] = there;
                        next.cells[target][y] = here;
                    } else {
                        let top = next.heights[x] - 1;
                        for above in y..top {
                            next.cells[x][above] = self.cells[x][above + 1];
                        }
                        next.heights[x] = top;
                        next.cells[target][next.heights[target]] = self.cells[x][y];
                        next.heights[target] += 1;
                    }
                    while next.eliminate() {}
                    if next.search(left - 1) {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn eliminate(&mut self) -> bool {
        let mut marked = [[false; HEIGHT + 1]; WIDTH];
        let mut any = false;
        for x in 0..WIDTH {
            for y in 0..self.heights[x] {
                let colour = self.cells[x][y];
                if y + 2 < self.heights[x]
                    && self.cells[x][y + 1] == colour
                    && self.cells[x][y + 2] == colour
                {
                    marked[x][y..y + 3].fill(true);
                    any = true;
                }
                if x + 2 < WIDTH
                    && y < self.heights[x + 1]
                    && y < self.heights[x + 2]
                    && self.cells[x + 1][y] == colour
                    && self.cells[x + 2][y] == colour
                {
                    marked[x..x + 3]
                        .iter_mut()
                        .for_each(|column| column[y] = true);
                    any = true;
                }
            }
        }
        if !any {
            return false;
        }
        for (x, marked) in marked.iter().enumerate() {
            let mut top = 0;
            for (y, &vanishes) in marked.iter().enumerate().take(self.heights[x]) {
                let colour = self.cells[x][y];
                if vanishes {
                    self.counts[usize::from(colour)] -= 1;
                    self.total -= 1;
                } else {
                    self.cells[x][top] = colour;
                    top += 1;
                }
            }
            self.heights[x] = top;
        }
        true
    }
}
