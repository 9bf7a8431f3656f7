//! The model player by whom the difficulty of a puzzle is measured.

use std::collections::HashMap;

use itertools::Itertools as _;

use nim_games::daily::TO_FIND;
use nim_games::{Ending, Position, best_defences};

/// How many wrong moves may be taken back.
const SLIPS: usize = 5;

/// For how many moves of the winner a win is seen.
const SEEN: u16 = 2;

/// A naive player, who sees a win for which the winner needs at most [`SEEN`] moves, otherwise
/// guesses, and never repeats a mistake; and what has been computed about the positions of one game.
#[derive(Default)]
pub(crate) struct Model {
    ends_within: HashMap<(String, u16), bool>,
    chance: HashMap<(String, usize, usize), f64>,
}

impl Model {
    pub(crate) fn naive() -> Self {
        Self::default()
    }

    /// The chance of solving a puzzle.
    pub(crate) fn solves(&mut self, puzzle: Position) -> f64 {
        self.chance(puzzle, SLIPS, TO_FIND)
    }

    /// Whether the player to move wins with the next move or, in misère play, by leaving one.
    pub(crate) fn is_won_at_once(&mut self, at: Position) -> bool {
        !at.is_lost() && self.ends_within(at, 1 + last_move(at))
    }

    /// Whether a win for the player to move is near enough to be seen.
    fn sees_win(&mut self, at: Position) -> bool {
        !at.is_lost() && self.ends_within(at, 2 * SEEN - 1 + last_move(at))
    }

    /// Whether the game ends within so many moves if the winner hurries.
    fn ends_within(&mut self, at: Position, moves: u16) -> bool {
        if at.is_over() || moves == 0 {
            return at.is_over();
        }
        let key = (at.twin(), moves);
        if let Some(&known) = self.ends_within.get(&key) {
            return known;
        }
        let after = positions_after_moves(at);
        let ends = if at.is_lost() {
            (after.into_iter()).all(|next| self.ends_within(next, moves - 1))
        } else {
            (after.into_iter()).any(|next| next.is_lost() && self.ends_within(next, moves - 1))
        };
        self.ends_within.insert(key, ends);
        ends
    }

    /// The chance of finding so many winning moves, or of winning, from a won position with at most
    /// `slips` slips. At each position the player
    /// tries moves at random until one wins, but never repeats a move, and never makes a move after
    /// which the opponent has a win that the player can see. The opponent is the perfect player.
    fn chance(&mut self, at: Position, slips: usize, to_find: usize) -> f64 {
        if to_find == 0 || self.sees_win(at) {
            return 1.0;
        }
        let key = (at.twin(), slips, to_find);
        if let Some(&known) = self.chance.get(&key) {
            return known;
        }
        let mut safe = positions_after_moves(at);
        safe.retain(|&next| !self.sees_win(next));
        let winning = safe
            .iter()
            .copied()
            .filter(|next| next.is_lost())
            .collect_vec();
        let (mut chance, mut missed) = (0.0, 1.0);
        for misses in 0..=slips.min(safe.len() - winning.len()) {
            let hit = winning.len() as f64 / (safe.len() - misses) as f64;
            let chances = winning
                .iter()
                .map(|&next| self.chance_after(next, slips - misses, to_find - 1));
            chance += missed * hit * mean(chances);
            missed *= 1.0 - hit;
        }
        self.chance.insert(key, chance);
        chance
    }

    /// The chance of winning from a lost position in which the opponent is to move.
    fn chance_after(&mut self, next: Position, slips: usize, to_find: usize) -> f64 {
        let defences = best_defences(&next);
        mean(defences.into_iter().map(|mv| {
            let at = next.play(mv).expect("a defence is legal");
            self.chance(at, slips, to_find)
        }))
    }
}

/// 1 in misère play, in which the loser makes the last move.
fn last_move(at: Position) -> u16 {
    u16::from(at.ending() == Ending::Misere)
}

/// The positions after each move. Those that differ only in the order of heaps, or in how a board is
/// turned, count once.
fn positions_after_moves(at: Position) -> Vec<Position> {
    let choices = at.choices();
    let positions = choices.moves().filter_map(|mv| at.play(mv).ok());
    positions.unique_by(|next| next.twin()).collect()
}

fn mean(numbers: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = numbers.len() as f64;
    numbers.sum::<f64>() / count
}
