//! Makes the lists of puzzles of the day:
//! `cargo run -p nim-games --example daily > rules/src/daily/lists.txt`.
//!
//! A puzzle is a position that the player to move can win, neither too short nor too long, in which
//! at most a quarter of the moves win. Its difficulty is the chance that a model player solves it
//! with at most five slips. That player sees a win for which the winner needs at most three moves,
//! otherwise guesses, and never repeats a mistake. Each day of the week has a range of
//! difficulties.

#![expect(
    clippy::cast_precision_loss,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a command for developers, with small numbers"
)]

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::ops::Range;

use itertools::Itertools as _;
use nim_games::{Draw, Ending, Numbers, Position, best_defences};

/// Each day of the week: its name, its range of chances, and the games of its puzzles.
const WEEK: [(&str, Range<f64>, &[Game]); 7] = [
    ("mon", 0.972..2.0, &[WYTHOFF]),
    ("tue", 0.847..0.972, &FAMILY),
    ("wed", 0.646..0.847, &FAMILY),
    ("thu", 0.446..0.646, &FAMILY),
    ("fri", 0.198..0.446, &[WYTHOFF]),
    ("sat", 0.088..0.198, &FAMILY),
    ("sun", 0.013..0.088, &[WYTHOFF, WYTHOFF_MISERE]),
];

/// A game with its options, and a number that makes its shuffles differ from other games'.
type Game = (&'static str, u64);

const WYTHOFF: Game = ("wythoff", 0);
const WYTHOFF_MISERE: Game = ("wythoff misere", 1);
const FAMILY: [Game; 7] = [
    ("nim", 2),
    ("nim misere", 3),
    ("take normal most=4", 4),
    ("take normal most=5", 5),
    ("greedy", 6),
    ("multi", 7),
    ("grundy", 8),
];

/// The maximum number of puzzles of one game in the list of a weekday that has all games of
/// `FAMILY`.
const MOST_PER_GAME: usize = 24;

/// How many wrong moves may be taken back.
const SLIPS: usize = 5;

fn main() {
    print!("{}", lists());
}

/// The lists, a line for each puzzle.
fn lists() -> String {
    let all = FAMILY.into_iter().chain([WYTHOFF, WYTHOFF_MISERE]);
    let rated: HashMap<Game, Vec<Rated>> = all.map(|game| (game, puzzles(game))).collect();
    let mut written = String::new();
    for (number, (day, range, games)) in (0..).zip(&WEEK) {
        let list_of = |game: &Game| {
            let fitting = rated[game]
                .iter()
                .filter(|puzzle| range.contains(&puzzle.chance));
            let mut list = fitting.map(|puzzle| puzzle.heaps.clone()).collect_vec();
            shuffle(&mut list, 100 * number + game.1);
            if *games == FAMILY {
                list.truncate(MOST_PER_GAME);
            }
            list
        };
        let lists = games.iter().map(list_of).collect_vec();
        let most = lists.iter().map(Vec::len).max().unwrap_or(0);
        for place in 0..most {
            for ((game, _), list) in games.iter().zip(&lists) {
                if let Some(heaps) = list.get(place) {
                    let _ = writeln!(written, "{day} {game}: {}", heaps.iter().join(" "));
                }
            }
        }
    }
    written
}

/// A puzzle with the chance of solving it.
struct Rated {
    heaps: Vec<u64>,
    chance: f64,
}

/// The puzzles of a game, by number of heaps and then by their sizes.
fn puzzles(game: Game) -> Vec<Rated> {
    let mut player = Player::default();
    let rated = candidates(game).into_iter().filter_map(|heaps| {
        let at: Position = format!("{}: {}", game.0, heaps.iter().join(" "))
            .parse()
            .ok()?;
        let (winning, all) = (at.winning_moves().count() as u128, at.choices().count());
        let extra = u16::from(at.ending() == Ending::Misere);
        let is_puzzle = winning > 0
            && 4 * winning <= all
            && (3 + extra..=15 + extra).contains(&player.remoteness(at));
        is_puzzle.then(|| Rated {
            heaps,
            chance: player.chance(at, SLIPS),
        })
    });
    let mut rated = rated.collect_vec();
    rated.sort_by(|one, other| {
        let key = |puzzle: &Rated| (puzzle.heaps.len(), puzzle.heaps.clone());
        key(one).cmp(&key(other))
    });
    rated
}

/// The lists of heaps that are considered for a game, each sorted. Except in Wythoff's game there
/// are at least three heaps. Where equal heaps would cancel, which is easy to see,
/// all heaps differ.
fn candidates(game: Game) -> Vec<Vec<u64>> {
    let name = game.0.split(' ').next().unwrap_or_default();
    let mut candidates = match name {
        "wythoff" => (1..=60)
            .flat_map(|a| (a..=60).map(move |b| vec![a, b]))
            .collect(),
        "nim" => up_to(&[&[15; 3], &[9; 4]]),
        "take" => up_to(&[&[18; 3], &[9; 4]]),
        "greedy" => up_to(&[&[12; 3], &[8; 4]]),
        "multi" => up_to(&[&[15; 3]]),
        _ => splits(&[&[8, 18], &[9, 17], &[7, 8, 10], &[12, 13], &[24]]),
    };
    let can_cancel = ["nim", "take", "multi"].contains(&name);
    candidates.retain(|heaps| name == "wythoff" || heaps.len() >= 3);
    candidates.retain(|heaps| !can_cancel || heaps.iter().all_unique());
    candidates
}

/// All lists of heaps that keep to one of these lists of limits, which has a limit for each heap.
/// Empty heaps are omitted.
fn up_to(limits: &[&[u64]]) -> Vec<Vec<u64>> {
    let each = limits.iter().flat_map(|limits| {
        let sizes = limits.iter().map(|&limit| 0..=limit);
        sizes.multi_cartesian_product()
    });
    each.map(sorted).unique().collect()
}

/// The heaps without empty ones, sorted.
fn sorted(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    heaps
}

/// All lists of heaps that can arise from these starts in Grundy's game. Heaps of 1 and 2, which
/// cannot be split further, are omitted.
fn splits(starts: &[&[u64]]) -> Vec<Vec<u64>> {
    let mut open = starts.iter().map(|start| start.to_vec()).collect_vec();
    let mut found = HashSet::new();
    while let Some(mut heaps) = open.pop() {
        heaps.retain(|&heap| heap > 2);
        let heaps = sorted(heaps);
        if !found.insert(heaps.clone()) {
            continue;
        }
        for (place, &heap) in heaps.iter().enumerate() {
            for part in (1..heap).take_while(|part| 2 * part < heap) {
                let mut after = heaps.clone();
                after.splice(place..=place, [part, heap - part]);
                open.push(after);
            }
        }
    }
    found.into_iter().collect()
}

/// Shuffles the list (Fisher–Yates, from the end), and then reverses the heaps of about half of the
/// entries.
fn shuffle(list: &mut [Vec<u64>], seed: u64) {
    let mut numbers = Numbers::of([Draw::new(seed), Draw::new(0)]);
    // The first two numbers are the seeds, so they are skipped.
    let (_, _) = (numbers.draw(), numbers.draw());
    for last in (1..list.len()).rev() {
        let other = usize::try_from(numbers.between(0, last as u64)).unwrap_or(0);
        list.swap(last, other);
    }
    for heaps in list {
        if numbers.between(0, 1) == 1 {
            heaps.reverse();
        }
    }
}

/// The model player that measures difficulty, and what it has computed about a game's positions.
#[derive(Default)]
struct Player {
    remoteness: HashMap<String, u16>,
    chance: HashMap<(String, usize), f64>,
}

impl Player {
    /// How many more moves the game lasts if the winner hurries and the loser holds out.
    fn remoteness(&mut self, at: Position) -> u16 {
        if let Some(&known) = self.remoteness.get(&at.twin()) {
            return known;
        }
        let is_lost = at.is_lost();
        let after = positions_after_moves(at)
            .into_iter()
            .filter(|next| is_lost || next.is_lost());
        let moves = after.map(|next| 1 + self.remoteness(next)).collect_vec();
        let found = if is_lost {
            moves.iter().max()
        } else {
            moves.iter().min()
        };
        let found = found.copied().unwrap_or(0);
        self.remoteness.insert(at.twin(), found);
        found
    }

    /// Whether a win for the player to move is near enough to be seen.
    fn sees_win(&mut self, at: Position) -> bool {
        let horizon = match at.ending() {
            Ending::Normal => 5,
            Ending::Misere => 6,
        };
        !at.is_lost() && self.remoteness(at) <= horizon
    }

    /// The chance of winning a won position with at most `slips` slips. At each position the player
    /// tries moves at random until one wins, but never repeats a move, and never makes a move after
    /// which the opponent has a win that the player can see. The opponent is the perfect player.
    fn chance(&mut self, at: Position, slips: usize) -> f64 {
        if self.sees_win(at) {
            return 1.0;
        }
        let key = (at.twin(), slips);
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
                .map(|&next| self.chance_after(next, slips - misses));
            chance += missed * hit * mean(chances);
            missed *= 1.0 - hit;
        }
        self.chance.insert(key, chance);
        chance
    }

    /// The chance of winning from a lost position in which the opponent is to move.
    fn chance_after(&mut self, next: Position, slips: usize) -> f64 {
        let defences = best_defences(&next);
        mean(defences.into_iter().map(|mv| {
            let at = next.play(mv).expect("a defence is legal");
            self.chance(at, slips)
        }))
    }
}

/// The positions after each move. Those that differ only in the order of heaps count once.
fn positions_after_moves(at: Position) -> Vec<Position> {
    let choices = at.choices();
    let positions = choices.moves().filter_map(|mv| at.play(mv).ok());
    positions.unique_by(|next| next.twin()).collect()
}

fn mean(numbers: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = numbers.len() as f64;
    numbers.sum::<f64>() / count
}

#[cfg(test)]
mod tests {
    use sha2::{Digest as _, Sha256};

    use super::*;

    /// The checksum of `lists.txt`. If it changes, so do the puzzles of the coming days.
    const SHA256: &str = "be54097155f1365545264f556f99e2515bc9b2201013fb3d7d3f3c92be5c0cc5";

    #[test]
    fn the_lists_are_what_this_program_makes() {
        let committed = include_str!("../src/daily/lists.txt");
        assert_eq!(format!("{:x}", Sha256::digest(committed)), SHA256);
        assert!(lists() == committed, "lists.txt is out of date");
    }

    #[test]
    fn known_positions_have_their_known_difficulty() {
        let mut players = HashMap::new();
        for (puzzle, chance) in [
            ("wythoff: 3 8", 1.0),
            ("wythoff: 25 30", 0.0543),
            ("nim: 3 5 7", 0.0900),
        ] {
            let at: Position = puzzle.parse().expect("a position");
            let player: &mut Player = players.entry(at.variant()).or_default();
            assert!(
                (player.chance(at, SLIPS) - chance).abs() < 0.0001,
                "{puzzle}"
            );
        }
    }
}
