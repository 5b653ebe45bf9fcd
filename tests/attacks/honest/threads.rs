// Rust: scoped threads, a map, input by lines.
// expect: AC
use std::collections::HashMap;

fn main() {
    let mut words = HashMap::new();
    for line in std::io::stdin().lines() {
        for word in line.unwrap().split_whitespace() {
            *words.entry(word.to_owned()).or_insert(0u32) += 1;
        }
    }
    let sum: u32 = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4).map(|i| scope.spawn(move || (0..1000).map(|n| n % (i + 1)).sum::<u32>())).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).sum()
    });
    assert!(sum > 0 && words["0"] == 5);
    println!("2 1 1\n3 1 1\n3 0 1");
}
