//! Wythoff's game (W. A. Wythoff, 1907).
//!
//! Two piles, two players in turn. A move takes at least one object: any number from one pile, or the same number from both.
//! The player who makes the last move wins, or loses in misère play (`misere`). In normal play it is the same game as a queen on a chessboard without end at `(a, b)`, who moves left,
//! down or diagonally towards `(0, 0)`: the player who brings her home wins.
//!
//! # Glossary
//! - *Pile*: one of the two heaps, left and right. *Ply*: one move of one player.
//! - *P-position*, "cold": the player to move loses against perfect play (the **p**revious player wins).
//! - *N-position*, "hot": the player to move can win (the **n**ext player wins).
//! - *Lower and upper Wythoff numbers*: `A_k = floor(k * phi)` (OEIS A000201) and `B_k = A_k + k` (A001950), with the golden
//!   ratio phi. The cold positions are the pairs `(A_k, B_k)` in either order: (0, 0) (1, 2) (3, 5) (4, 7) (6, 10) ...
//! - *Partner*: the one number that makes a cold pair with a given one (A002251).
//!
//! Left out on purpose: Grundy values (needed only for sums of games).

mod defence;
mod game;
mod misere;
mod moves;
mod position;
mod theory;

pub use defence::defences;
pub use game::Game;
pub use moves::{IllegalMove, Move, Pile};
pub use position::Position;
pub use theory::{
    Explanation, Reason, WinningMove, explain, is_cold, partner, soonest_win, winning_moves,
};
