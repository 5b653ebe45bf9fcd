//! Wider vectors where the machine has them: the only unsafe code of the crate.
//!
//! The code is the same; it is compiled once more for processors with 256-bit
//! registers, which hold four boards, and the run-time check decides.

use super::search::{Node, Search};

/// [`Search::last_two`] with what this machine has.
#[inline]
pub(super) fn last_two<const P: usize, const K: usize>(
    search: &mut Search<P, K>,
    node: &Node<P>,
) -> bool {
    #[cfg(target_arch = "x86_64")]
    if search.techniques.vectors && is_available() {
        // SAFETY: the line above asked the processor for all that the function
        // is compiled for.
        return unsafe { last_two_avx2(search, node) };
    }
    search.last_two_here(node)
}

#[cfg(target_arch = "x86_64")]
fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn last_two_avx2<const P: usize, const K: usize>(
    search: &mut Search<P, K>,
    node: &Node<P>,
) -> bool {
    search.last_two_here(node)
}
