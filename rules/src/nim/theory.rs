//! Which positions are lost, and which moves win.
//!
//! Without a limit a heap is worth its size; with the limit m it is worth its remainder modulo
//! `m + 1`. In normal play a position is lost exactly if the values cancel: each power of two
//! occurs in an even number of them (Bouton 1901; Sprague and Grundy for the limit). Misère play is
//! the same while a value above 1 is left. Otherwise a position with an odd number of ones is lost
//! (Conway, On Numbers and Games, chapter 12: every heap is tame).

use super::Ending;

/// What heaps are worth: their sizes, or with a limit their remainders.
pub(super) fn residues(heaps: &[u64], most: Option<u64>) -> Vec<u64> {
    heaps.iter().map(|&heap| residue(heap, most)).collect()
}

fn residue(heap: u64, most: Option<u64>) -> u64 {
    match most.and_then(|most| most.checked_add(1)) {
        Some(cycle) => heap % cycle,
        None => heap,
    }
}

pub(super) fn is_lost(heaps: &[u64], most: Option<u64>, ending: Ending) -> bool {
    let values = residues(heaps, most);
    let sum = values.iter().fold(0, |sum, value| sum ^ value);
    match ending {
        Ending::Misere if values.iter().all(|&value| value <= 1) => sum == 1,
        Ending::Normal | Ending::Misere => sum == 0,
    }
}

/// The winning moves, as heap and amount: at most one from each heap.
pub(super) fn winning_moves(heaps: &[u64], most: Option<u64>, ending: Ending) -> Vec<(usize, u64)> {
    let values = residues(heaps, most);
    let sum = values.iter().fold(0, |sum, value| sum ^ value);
    let large_count = values.iter().filter(|&&value| value > 1).count();
    let winning_move = |(heap, (&size, &value)): (usize, (&u64, &u64))| {
        let others = sum ^ value;
        let is_endgame = ending == Ending::Misere && large_count == usize::from(value > 1);
        // What the heap must be worth afterwards.
        let wanted = if is_endgame { others ^ 1 } else { others };
        Some((heap, amount(size, value, wanted, most)?))
    };
    heaps
        .iter()
        .zip(&values)
        .enumerate()
        .filter_map(winning_move)
        .collect()
}

/// How much to take from a heap so that it has the value `wanted`.
fn amount(size: u64, value: u64, wanted: u64, most: Option<u64>) -> Option<u64> {
    if wanted < value {
        return Some(value - wanted);
    }
    let cycle = most?.checked_add(1)?;
    // A larger value is reached by going down into the next lower cycle.
    let amount = value + cycle.checked_sub(wanted)?;
    (wanted > value && wanted < cycle && amount <= size).then_some(amount)
}

/// How many moves a lost position lasts if both play perfectly: in Nim each takes one object; with a limit
/// two moves take a whole cycle, and the remainder is taken one by one. In misère Nim the number is one less,
/// unless only ones are left. In misère play with a limit it is not known.
pub(super) fn moves_to_end(heaps: &[u64], most: Option<u64>, ending: Ending) -> Option<u128> {
    let moves = |&heap: &u64| match most.and_then(|most| most.checked_add(1)) {
        Some(cycle) => 2 * u128::from(heap / cycle) + u128::from(heap % cycle),
        None => u128::from(heap),
    };
    let all: u128 = heaps.iter().map(moves).sum();
    match (ending, most) {
        (Ending::Normal, _) => Some(all),
        (Ending::Misere, None) if heaps.iter().all(|&heap| heap <= 1) => Some(all),
        (Ending::Misere, None) => Some(all.saturating_sub(1)),
        (Ending::Misere, Some(_)) => None,
    }
}
