// expect: CE - a variable that was never declared

fn main() {
    println!("{}", answer);
}
