//! How blocks fall when others have vanished below them.

use super::grid::{Grid, HEIGHT, settle, top};

/// How blocks drop when others have vanished below them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fall {
    Right,
    /// The lowest hole of a column is closed.
    OneHole,
    /// Each block drops by one row.
    ByOne,
    /// The highest hole of a column is closed.
    HighestHole,
    /// From the top, each block onto what has not dropped yet.
    FromTheTop,
    /// Blocks don't drop at all.
    Never,
}

/// Lets each block that has nothing below it drop by one row; whether any did.
pub(super) fn drop_by_one(grid: &mut Grid) -> bool {
    let mut any = false;
    for column in grid.iter_mut() {
        let before = *column;
        fall(column, Fall::ByOne);
        any |= *column != before;
    }
    any
}

/// Lets the blocks of a column drop in a program's way.
pub(super) fn fall(column: &mut [u8; HEIGHT], how: Fall) {
    // The lowest hole: where it begins and where the blocks above it do.
    let hole = |column: &[u8; HEIGHT]| {
        let from = column.iter().position(|&it| it == 0)?;
        let to = (from..HEIGHT).find(|&y| column[y] != 0)?;
        Some((from, to))
    };
    match how {
        Fall::Right => settle(column),
        Fall::Never => {}
        Fall::OneHole => {
            if let Some((from, to)) = hole(column) {
                column.copy_within(to.., from);
                column[HEIGHT - (to - from)..].fill(0);
            }
        }
        Fall::HighestHole => {
            let blocks = top(*column);
            if let Some(last) = column[..blocks].iter().rposition(|&it| it == 0) {
                let below = column[..last].iter().rposition(|&it| it != 0);
                let from = below.map_or(0, |y| y + 1);
                column.copy_within(last + 1.., from);
                column[HEIGHT - (last + 1 - from)..].fill(0);
            }
        }
        Fall::ByOne => {
            if let Some((from, _)) = hole(column) {
                for y in from + 1..HEIGHT {
                    if column[y - 1] == 0 {
                        column.swap(y - 1, y);
                    }
                }
            }
        }
        Fall::FromTheTop => {
            for y in (1..HEIGHT).rev() {
                let mut at = y;
                while column[at] != 0 && at > 0 && column[at - 1] == 0 {
                    column.swap(at, at - 1);
                    at -= 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fallen(how: Fall) -> [u8; HEIGHT] {
        let mut column = [1, 0, 0, 2, 0, 3, 4];
        fall(&mut column, how);
        column
    }

    #[test]
    fn each_way_to_drop_is_another() {
        assert_eq!(fallen(Fall::Right), [1, 2, 3, 4, 0, 0, 0]);
        assert_eq!(fallen(Fall::OneHole), [1, 2, 0, 3, 4, 0, 0]);
        assert_eq!(fallen(Fall::ByOne), [1, 0, 2, 0, 3, 4, 0]);
        assert_eq!(fallen(Fall::HighestHole), [1, 0, 0, 2, 3, 4, 0]);
        assert_eq!(fallen(Fall::FromTheTop), [1, 2, 0, 0, 3, 0, 4]);
        assert_eq!(fallen(Fall::Never), [1, 0, 0, 2, 0, 3, 4]);
    }
}
