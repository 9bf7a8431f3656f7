//! Tables for games that have to be solved exhaustively, since no formula is known. A table gives
//! for the key of each position a number computed from the positions that follow.
//!
//! A table is filled on demand and shared by all games of a kind. It is bounded: when it is full it
//! is cleared, and no answer depends on what it held. Tabulating the largest position takes tens of
//! milliseconds, so callers that must not wait tabulate it beforehand.

use std::hash::Hash;

use parking_lot::Mutex;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// A table with more positions than this is cleared before its next use. With the widest keys, a
/// full table takes up about 25 MB.
const MAX_POSITIONS: usize = 600_000;

/// A table of the positions that have been tabulated so far.
#[derive(Debug)]
pub(super) struct Table<K, V = u16> {
    known: Mutex<Known<K, V>>,
    /// With more positions than this, the table is cleared before its next use.
    most: usize,
}

/// Each position with its number.
pub(super) type Known<K, V = u16> = FxHashMap<K, V>;

impl<K: Copy + Eq + Hash> Table<K> {
    pub(super) const fn new() -> Self {
        Self::of(MAX_POSITIONS)
    }
}

impl<K: Copy + Eq + Hash, V> Table<K, V> {
    /// A table that is cleared when it has more than `most` positions.
    pub(super) const fn of(most: usize) -> Self {
        Self {
            known: Mutex::new(Known::with_hasher(FxBuildHasher)),
            most,
        }
    }

    pub(super) fn forget(&self) {
        *self.known.lock() = Known::default();
    }

    /// Passes the known positions to `ask`, which may add to them.
    pub(super) fn with<T>(&self, ask: impl FnOnce(&mut Known<K, V>) -> T) -> T {
        let mut known = self.known.lock();
        if known.len() > self.most {
            *known = Known::default();
        }
        ask(&mut known)
    }
}

/// How many moves a game lasts if the winner hurries and the loser holds out. In normal play the
/// number is even exactly if the player to move loses; in misère play `wins_at_the_end` is set, and
/// the parity is reversed.
pub(super) fn remoteness<K: Copy + Eq + Hash>(
    known: &mut Known<K>,
    at: K,
    successors: &impl Fn(K) -> Vec<K>,
    wins_at_the_end: bool,
) -> u16 {
    if let Some(&moves) = known.get(&at) {
        return moves;
    }
    let is_lost = |moves: u16| moves.is_multiple_of(2) != wins_at_the_end;
    let (mut quickest, mut slowest) = (None, None);
    for after in successors(at) {
        let moves = remoteness(known, after, successors, wins_at_the_end);
        if is_lost(moves) {
            quickest = Some(quickest.map_or(moves, |known: u16| known.min(moves)));
        } else {
            slowest = Some(slowest.map_or(moves, |known: u16| known.max(moves)));
        }
    }
    let moves = quickest.or(slowest).map_or(0, |moves| moves + 1);
    known.insert(at, moves);
    moves
}
