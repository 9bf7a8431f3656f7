//! Connected pieces of boards, compared as games: two pieces are the same game if the same sets of cells may be
//! taken from them, whatever the boards look like.

use std::sync::LazyLock;

use hashlink::LruCache;
use itertools::Itertools as _;
use parking_lot::Mutex;

use super::layout::Layout;
use crate::Cells;
use crate::draw::mixed;

/// How many pieces are kept.
const PIECES_KEPT: usize = 4096;

/// A piece that takes more steps than this, about a millisecond, is not played out.
const MOST_STEPS: usize = 1 << 18;

/// How often the colours of cells are refined: after that, a colour tells what is anywhere on a board.
const ROUNDS: usize = 8;

/// A connected piece as a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PieceGame {
    /// The size of the heap of Nim that it equals if the last move wins. `None` if it is too large to play out.
    pub(crate) value: Option<u64>,
    /// A hash of all that can be played in it; if it is too large, of the pattern of its sets.
    pub(crate) tree: u64,
}

/// Pieces by the sets that may be taken, with their cells numbered from 0.
static PIECES: LazyLock<Mutex<LruCache<Vec<u32>, PieceGame>>> =
    LazyLock::new(|| Mutex::new(LruCache::new(PIECES_KEPT)));

/// The connected pieces of `left`, of which these sets may be taken.
pub(crate) fn piece_games(layout: &Layout, left: Cells, sets: &[Cells]) -> Vec<PieceGame> {
    let game_of = |piece: Cells| {
        let cells: Vec<usize> = piece.iter().collect();
        let inside = || sets.iter().copied().filter(|set| set.are_within(piece));
        if MOST_STEPS >> cells.len().min(31) < inside().count() {
            let tree = pattern(&cells, &inside().collect_vec());
            return PieceGame { value: None, tree };
        }
        let numbered = |set: Cells| {
            let has = cells.iter().map(|&cell| u32::from(set.has(cell)));
            has.rev().fold(0, |all, has| all << 1 | has)
        };
        game(inside().map(numbered).sorted().collect())
    };
    layout.pieces(left).into_iter().map(game_of).collect()
}

/// A hash of the sets that may be taken, the same however the board is turned or where on it the piece lies: each
/// cell gets a colour from the sets that it is in, and each set from its cells, in turn.
fn pattern(cells: &[usize], sets: &[Cells]) -> u64 {
    let mut colours = vec![1_u64; cells.len()];
    let mut pattern = 0;
    for _round in 0..ROUNDS {
        let mut next = vec![0_u64; cells.len()];
        pattern = 0;
        for set in sets {
            let is_in = |&(cell, _): &(&usize, &u64)| set.has(*cell);
            let inside = cells.iter().zip(&colours).filter(is_in);
            // The order of the cells does not matter.
            let sum = inside.fold(0_u64, |sum, (_, colour)| sum.wrapping_add(mixed(*colour)));
            pattern = mixed(sum).wrapping_add(pattern);
            for (cell, colour) in cells.iter().zip(&mut next) {
                if set.has(*cell) {
                    *colour = colour.wrapping_add(mixed(sum));
                }
            }
        }
        colours = next;
    }
    pattern
}

fn game(sets: Vec<u32>) -> PieceGame {
    if let Some(known) = PIECES.lock().get(&sets) {
        return *known;
    }
    // Computed without holding the lock.
    let game = play_out(&sets);
    PIECES.lock().insert(sets, game);
    game
}

/// Plays every order of moves. What is left is a number, and each move leaves a smaller one.
fn play_out(sets: &[u32]) -> PieceGame {
    let all = sets.iter().fold(0, |all, set| all | set);
    let mut games: Vec<PieceGame> = Vec::new();
    for left in 0..=all {
        let inside = sets.iter().filter(|&set| set & !left == 0);
        let after = inside.filter_map(|set| games.get(usize::try_from(left ^ set).ok()?));
        let (mut values, mut tree) = (0_u128, 1_u64);
        for game in after {
            values |= 1 << game.value.unwrap_or(0);
            // The order of the moves does not matter.
            tree = tree.wrapping_add(mixed(game.tree));
        }
        games.push(PieceGame {
            value: Some(values.trailing_ones().into()),
            tree,
        });
    }
    let nothing = PieceGame {
        value: Some(0),
        tree: 1,
    };
    games.pop().unwrap_or(nothing)
}
