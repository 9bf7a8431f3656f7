//! Moves that have been made, and the descriptions of pictures.

use fluent::{FluentArgs, fluent_args};

use super::super::picture::LARGEST_GRID;
use super::super::text::{Language, key, tell};
use super::moves::move_arguments;
use super::position::shown;
use crate::game::{Game, Seat};
use crate::rules::{Counting, Position, letter};

/// The description of a game's picture: the position, and the last move.
pub(super) fn in_words(language: Language<'_>, game: &Game) -> String {
    let shown = position_in_words(language, game.start_position(), game.position());
    let last = latest(language, game)
        .next_back()
        .map(|(_, args)| format!(" {}", language.tell(key!("picture-last-move"), &args)));
    shown + &last.unwrap_or_default()
}

/// The latest moves, each with who made it, as the arguments of a text.
pub(super) fn latest(
    language: Language<'_>,
    game: &Game,
) -> impl DoubleEndedIterator<Item = (Seat, FluentArgs<'static>)> {
    let moves: Vec<_> = game.latest_in_place().collect();
    let written = move |(seat, at, mv)| (seat, move_arguments(language, at, mv));
    moves.into_iter().map(written)
}

/// The description of a position's picture.
pub(super) fn position_in_words(language: Language<'_>, start: Position, now: Position) -> String {
    if let Some(Counting { count, target, .. }) = now.counting() {
        return tell!(language, key!("picture-count"), "count" => count, "target" => target);
    }
    let (heaps, at_start) = (
        now.heaps().unwrap_or_default(),
        start.heaps().unwrap_or_default(),
    );
    let is_small = at_start.iter().all(|&heap| heap <= LARGEST_GRID);
    let mut args = fluent_args![
        "position" => shown(now),
        "start" => shown(start),
        "smallest" => language.number(heaps.iter().copied().min().unwrap_or(0)),
        "size" => if is_small { "small" } else { "large" },
        "is-over" => if now.is_over() { "yes" } else { "no" }
    ];
    for (heap, &size) in heaps.iter().enumerate() {
        args.set(letter(heap).to_string(), language.number(size));
    }
    language.tell_of(now.variant(), key!("picture-heaps"), &args)
}
