//! Boards that are tabulated: for each set of cells that may be left, how many moves the game
//! lasts. The most recently used tables are cached, which does not affect any answer.

use std::sync::{Arc, LazyLock};

use hashlink::LruCache;
use parking_lot::Mutex;

use super::layout::Layout;
use crate::{Cells, Ending};

/// How many tables are kept, of up to 2^18 bytes each.
const TABLES_KEPT: usize = 8;

/// The key of a table: a board, the most cells that a move may take, and the ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TableKey {
    pub(super) layout: Layout,
    pub(super) most: usize,
    pub(super) ending: Ending,
}

static TABLES: LazyLock<Mutex<LruCache<TableKey, Arc<[u8]>>>> =
    LazyLock::new(|| Mutex::new(LruCache::new(TABLES_KEPT)));

/// Forgets what has been tabulated.
pub(crate) fn forget() {
    TABLES.lock().clear();
}

/// How many moves the game lasts if the winner plays as quickly and the loser as slowly as
/// possible.
pub(super) fn remoteness(key: TableKey, left: Cells) -> u8 {
    let look_up = |table: &[u8]| {
        let index = usize::try_from(left.0).ok();
        index
            .and_then(|index| table.get(index).copied())
            .unwrap_or(0)
    };
    let lock = || TABLES.lock();
    if let Some(table) = lock().get(&key) {
        return look_up(table);
    }
    // Computed without holding the lock, so that lookups of other boards do not wait.
    let table: Arc<[u8]> = tabulate(key).into();
    let found = look_up(&table);
    lock().insert(key, table);
    found
}

/// Whether a position from which the game lasts this many moves is lost.
pub(super) fn is_lost(moves: u8, ending: Ending) -> bool {
    moves.is_multiple_of(2) == (ending == Ending::Normal)
}

/// Builds the table. Sets of cells are numbers, and every move leaves a smaller number, so they are
/// computed in ascending order.
fn tabulate(
    TableKey {
        layout,
        most,
        ending,
    }: TableKey,
) -> Vec<u8> {
    // Grouped by highest cell, so that only sets whose highest cell is left are tried.
    let mut by_highest = vec![Vec::new(); layout.cells()];
    for set in layout.sets(most) {
        if let Some(sets) = set.iter().last().and_then(|cell| by_highest.get_mut(cell)) {
            sets.push(set.0);
        }
    }
    let mut table = vec![0_u8; 1 << layout.cells()];
    for left in 1..=layout.all().0 {
        let (mut quickest, mut slowest) = (u8::MAX, 0);
        for (cell, sets) in by_highest.iter().enumerate() {
            if left & (1 << cell) == 0 {
                continue;
            }
            for set in sets.iter().filter(|&&set| set & !left == 0) {
                let moves = usize::try_from(left ^ set)
                    .ok()
                    .and_then(|after| table.get(after).copied())
                    .unwrap_or(0);
                if is_lost(moves, ending) {
                    quickest = quickest.min(moves);
                } else {
                    slowest = slowest.max(moves);
                }
            }
        }
        let moves = if quickest < u8::MAX {
            quickest
        } else {
            slowest
        };
        if let Some(entry) = usize::try_from(left)
            .ok()
            .and_then(|left| table.get_mut(left))
        {
            *entry = moves + 1;
        }
    }
    table
}
