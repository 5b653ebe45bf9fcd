// Rust: a vector of vectors that grows to a gigabyte.
// expect: MLE
// limits: time=1s
fn main() {
    let rows: Vec<Vec<u8>> = (0..1000u32).map(|i| vec![i as u8 | 1; 1 << 20]).collect();
    println!("{}", rows.iter().map(|row| u64::from(row[7])).sum::<u64>());
}
