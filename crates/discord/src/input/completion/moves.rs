//! What is offered while somebody types a move.

use std::collections::HashSet;

use super::{MAX_COMPLETIONS, MAX_LABEL};
use crate::input::written_move;
use crate::text::Language;
use crate::view;
use nim_games::{Choices, HeapSet, List, ListKind, Move, Position, Sheet, letter, without_spaces};

/// The legal moves whose notation begins with the typed text, shown in notation and in words.
pub(super) fn complete_move(
    language: Language<'_>,
    positions: &[Position],
    typed: &str,
) -> Vec<(String, String)> {
    let prefix = without_spaces(&typed.to_uppercase());
    let mut completions: Vec<(String, String)> = Vec::new();
    for &position in positions {
        let prefixed = prefix
            .as_deref()
            .map(|prefix| moves_beginning_with(position, prefix));
        let mut moves = prefixed.unwrap_or_default();
        if moves.is_empty() {
            // What would be read if it were sent as it is, such as "2 from b".
            let read = written_move::read(language, position, typed).ok();
            moves.extend(read.filter(|&mv| position.play(mv).is_ok()));
        }
        for mv in moves {
            let (notation, words) = (format!("{mv:#}"), view::in_short(language, position, mv));
            let label = if words == notation {
                words
            } else {
                format!("{notation}: {words}")
            };
            let label: String = label.chars().take(MAX_LABEL).collect();
            completions.push((label, notation));
        }
    }
    let mut labels = HashSet::new();
    completions.retain(|(label, _)| labels.insert(label.clone()));
    completions.truncate(MAX_COMPLETIONS);
    completions
}

/// Legal moves whose notation begins with the typed text.
fn moves_beginning_with(position: Position, typed: &str) -> Vec<Move> {
    match position.choices() {
        Choices::Lists(lists) => listed_moves(&lists, typed),
        Choices::Sheet(sheet) => sheet_moves(&sheet, typed),
        Choices::Cells { sets, .. } => {
            let moves = sets.into_iter().map(Move::Clear);
            let begins_with_typed = |mv: &Move| mv.to_string().starts_with(typed);
            moves
                .filter(begins_with_typed)
                .take(MAX_COMPLETIONS)
                .collect()
        }
    }
}

/// The matching moves of all lists, each list with an equal share of the completions.
fn listed_moves(lists: &[List], typed: &str) -> Vec<Move> {
    let moves_by_list: Vec<Vec<Move>> = lists
        .iter()
        .map(|&list| moves_of(list, typed))
        .filter(|moves| !moves.is_empty())
        .collect();
    let share = (MAX_COMPLETIONS / moves_by_list.len().max(1)).max(1);
    moves_by_list
        .into_iter()
        .flat_map(|moves| moves.into_iter().take(share))
        .collect()
}

/// The moves of a list whose notation begins with the typed text.
fn moves_of(list: List, typed: &str) -> Vec<Move> {
    let all_moves = || (1..=list.most).map(|amount| list.mv(amount));
    match list.kind {
        ListKind::Take(_) | ListKind::Count => {
            let prefix = list.kind.to_string();
            // The `+` may be left out.
            let (prefix, typed) = match list.kind {
                ListKind::Count => (String::new(), typed.trim_start_matches('+')),
                ListKind::Take(_) | ListKind::Split(_) | ListKind::Place => (prefix, typed),
            };
            let digits = if prefix.starts_with(typed) {
                Some("")
            } else {
                typed.strip_prefix(&prefix)
            };
            let amounts = digits.map(|digits| amounts(list.most, digits));
            let amounts = amounts.into_iter().flatten();
            amounts.map(|amount| list.mv(amount)).collect()
        }
        ListKind::Split(_) => {
            let begins_with_typed = |mv: &Move| mv.to_string().starts_with(typed);
            all_moves()
                .filter(begins_with_typed)
                .take(MAX_COMPLETIONS)
                .collect()
        }
        ListKind::Place => {
            // The `+` may be left out.
            let stack = typed.trim_start_matches('+');
            let names_stack = |mv: &Move| mv.to_string().trim_start_matches('+').starts_with(stack);
            all_moves().filter(names_stack).collect()
        }
    }
}

/// The moves that complete the last amount of the typed text, then the moves that add another heap
/// to it.
fn sheet_moves(sheet: &Sheet, typed: &str) -> Vec<Move> {
    let last = typed.rfind(|c: char| c.is_ascii_alphabetic());
    let (before, last) = typed.split_at(last.unwrap_or(0));
    // The moves that add to `before` an amount whose notation begins with `last`.
    let extensions = |before: &str, last: &str| -> Vec<Move> {
        let moves_of_heap = |(heap, most): (usize, u64)| {
            let name = letter(heap).to_string();
            let digits = if name.starts_with(last) {
                Some("")
            } else {
                last.strip_prefix(&name)
            };
            let amounts = digits
                .map(|digits| amounts(most, digits))
                .unwrap_or_default();
            let moves = amounts.into_iter().filter_map(move |amount| {
                let mv: Move = format!("{before}{name}{amount}").parse().ok()?;
                let Move::Take(taken) = mv else { return None };
                let heaps = HeapSet::of(taken).iter().count();
                let fits = taken
                    .iter()
                    .zip(sheet.most)
                    .all(|(&amount, most)| amount <= most);
                (fits && heaps <= sheet.at_once).then_some(mv)
            });
            moves.collect::<Vec<Move>>()
        };
        let moves_by_heap: Vec<Vec<Move>> = sheet
            .heaps()
            .map(moves_of_heap)
            .filter(|moves| !moves.is_empty())
            .collect();
        let share = (MAX_COMPLETIONS / moves_by_heap.len().max(1)).max(1);
        moves_by_heap
            .into_iter()
            .flat_map(|moves| moves.into_iter().take(share))
            .collect()
    };
    let mut moves = extensions(before, last);
    if typed.ends_with(|c: char| c.is_ascii_digit()) {
        // The last amount may already be complete, so also offer further heaps.
        moves.truncate(MAX_COMPLETIONS / 2);
        moves.extend(extensions(typed, ""));
    }
    moves
}

/// The numbers from 1 to `most` that begin with the typed digits, smallest first; at most
/// [`MAX_COMPLETIONS`] of them.
pub(super) fn amounts(most: u64, typed: &str) -> Vec<u64> {
    if typed.is_empty() {
        return (1..=most).take(MAX_COMPLETIONS).collect();
    }
    let Ok(typed) = typed.parse::<u64>() else {
        return Vec::new();
    };
    let mut numbers = Vec::new();
    let (mut low, mut high) = (typed, typed);
    while low > 0 && low <= most && numbers.len() < MAX_COMPLETIONS {
        numbers.extend((low..=high.min(most)).take(MAX_COMPLETIONS - numbers.len()));
        low = low.saturating_mul(10);
        high = high.saturating_mul(10).saturating_add(9);
    }
    numbers
}
