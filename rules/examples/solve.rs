//! Solves a position: `cargo run -p nim-games --example solve -- 'nim: 3 5 7'`.

#![expect(clippy::print_stdout, reason = "it prints the answer")]

use nim_games::Position;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let written = std::env::args()
        .nth(1)
        .unwrap_or("wythoff: 13 9".to_owned());
    let position: Position = written.parse()?;
    match position.best_move() {
        Some(best) => println!("{best} leaves {}", position.play(best)?),
        None => println!("no move wins"),
    }
    Ok(())
}
