//! Work on many things by several threads, with results in the order of the things.

use std::sync::atomic::{AtomicUsize, Ordering};

/// What `work` makes of each of `all`, in their order, whoever did it.
pub fn map<T: Sync, R: Send>(all: &[T], threads: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let some = || {
        let mut done = Vec::new();
        while let Some(one) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            all.get(at).map(|one| (at, one))
        } {
            done.push((one.0, work(one.1)));
        }
        done
    };
    if threads <= 1 {
        return all.iter().map(work).collect();
    }
    let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.min(all.len()))
            .map(|_| scope.spawn(some))
            .collect();
        let done = workers.into_iter().map(|worker| match worker.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        done.flatten().collect()
    });
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order() {
        let all: Vec<usize> = (0..500).collect();
        let expected: Vec<usize> = all.iter().map(|it| it * it).collect();
        for threads in [0, 1, 2, 7, 1000] {
            assert_eq!(map(&all, threads, |it| it * it), expected);
        }
        assert!(map(&[] as &[usize], 4, |it| *it).is_empty());
    }
}
