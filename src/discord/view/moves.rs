//! Moves in words. A game may call its heaps by names of its own.

use fluent::{FluentArgs, fluent_args};

use crate::discord::text::{Language, key, tell};
use crate::discord::view::position::shown;
use crate::rules::{Counting, Move, Position};

/// A move and the position after it, as the arguments of a text: `$form`, and `$to`; `$what` if it takes objects; `$amount` and `$said` if it adds to
/// a count.
pub(in crate::discord) fn move_arguments(
    language: Language<'_>,
    at: Position,
    mv: Move,
) -> FluentArgs<'static> {
    let to = at.play(mv).unwrap_or(at);
    let mut args = fluent_args!["to" => shown(to)];
    if let Move::Count(amount) = mv {
        args.set("form", "count");
        args.set("amount", amount.to_string());
        args.set("said", said(to));
        return args;
    }
    args.set("form", "take");
    args.set("what", taken(language, at, mv, None));
    args
}

/// What a move takes, in as few words as possible.
pub(in crate::discord) fn in_short(language: Language<'_>, at: Position, mv: Move) -> String {
    taken(language, at, mv, Some("short"))
}

fn taken(language: Language<'_>, at: Position, mv: Move, attribute: Option<&str>) -> String {
    match mv.taken() {
        Some((heaps, amount)) => language.of_heaps(at.variant(), heaps, attribute, amount),
        None => mv.to_string(),
    }
}

/// A move as an option: what it does, and what it leaves.
pub(in crate::discord) fn choosing(language: Language<'_>, at: Position, mv: Move) -> String {
    let to = at.play(mv).unwrap_or(at);
    match (mv, mv.taken()) {
        (Move::Count(amount), _) => tell!(
            language, key!("select-count"), "amount" => amount.to_string(), "said" => said(to)
        ),
        (_, Some((_, amount))) => tell!(
            language, key!("select-take"), "amount" => amount.to_string(), "position" => shown(to)
        ),
        (_, None) => mv.to_string(),
    }
}

/// The count that has been reached.
fn said(position: Position) -> String {
    let count = position.counting().map(|Counting { count, .. }| count);
    count.map(|count| count.to_string()).unwrap_or_default()
}
