// expect: OLE - prints moves without end

fn main() {
    let moves = "0 0 1\n".repeat(1000);
    loop {
        print!("{}", moves);
    }
}
