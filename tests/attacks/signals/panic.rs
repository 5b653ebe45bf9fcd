// Rust's way to fail: a message and 101.
// expect: RE:exit-code:101
fn main() {
    let empty: Vec<u8> = std::env::args().skip(9).map(|_| 1).collect();
    println!("{}", empty[3]);
}
