//! Moves in words. A game may call its heaps by names of its own.

use fluent::{FluentArgs, fluent_args};

use crate::text::{Language, key, tell};
use crate::view::cells;
use crate::view::position::position_text;
use nim_games::{Choices, HeapSet, Map, Move, Position, letter};

/// A move and the position after it, as the arguments of a text: always `$form` and `$to`; `$what`
/// if it takes objects; `$amount` and `$said` if it adds to a count; `$heap`, `$part` and `$rest`
/// if it splits; `$stack` if it places a stone; `$cells` if it clears dots.
pub(crate) fn move_arguments(
    language: Language<'_>,
    at: Position,
    mv: Move,
) -> FluentArgs<'static> {
    let to = at.play(mv).unwrap_or(at);
    let mut args = fluent_args!["to" => position_text(to)];
    match mv {
        Move::Take(_) => {
            args.set("form", take_form(at));
            args.set("what", objects_taken(language, at, mv, None));
        }
        Move::Count(amount) => {
            args.set("form", "count");
            args.set("amount", amount.to_string());
            args.set("said", count_reached(to));
        }
        Move::Split { heap, part } => {
            args.set("form", "split");
            args.set("heap", heap.to_string());
            args.set("part", part.to_string());
            args.set("rest", heap.saturating_sub(part).to_string());
        }
        Move::Place(stack) => {
            args.set("form", "place");
            args.set("stack", letter(stack.into()).to_string());
        }
        Move::Clear(cells) => {
            args.set("form", "clear");
            args.set("cells", cells::in_words(language, cells));
        }
    }
    args
}

/// Whether a move from heaps takes, or goes: on a board of squares, a queen moves.
fn take_form(at: Position) -> &'static str {
    match at.map() {
        Some(Map::Squares) => "go",
        Some(Map::GoodNumbers | Map::Powers(_)) | None => "take",
    }
}

/// What a move does, in as few words as possible.
pub(crate) fn in_short(language: Language<'_>, at: Position, mv: Move) -> String {
    match mv {
        Move::Take(_) => objects_taken(language, at, mv, Some("short")),
        Move::Split { .. } | Move::Place(_) | Move::Clear(_) => {
            language.tell(key!("move-short"), &move_arguments(language, at, mv))
        }
        Move::Count(_) => mv.to_string(),
    }
}

/// Like [`in_short`], but on a board of squares an arrow says where the queen goes, a mere number
/// becomes a sentence, and several heaps are their letters: `1 A + 3 C`.
pub(crate) fn on_button(language: Language<'_>, at: Position, mv: Move) -> String {
    match (at.map(), mv) {
        (Some(Map::Squares), Move::Take(_)) => objects_taken(language, at, mv, Some("button")),
        (_, Move::Take(_)) if has_one_heap(at) => {
            tell!(language, key!("button-take"), "what" => objects_taken(language, at, mv, None))
        }
        (_, Move::Take(amounts)) if takes_from_several(at, mv) => {
            let taken = amounts.into_iter().filter(|&amount| amount > 0);
            let parts = HeapSet::of(amounts).iter().zip(taken);
            let parts: Vec<String> = parts
                .map(|(heap, amount)| format!("{amount} {}", letter(heap)))
                .collect();
            parts.join(" + ")
        }
        _ => in_short(language, at, mv),
    }
}

/// Whether there is a single heap, which needs no name.
fn has_one_heap(at: Position) -> bool {
    matches!(at.shape().lettered(), Some([_]))
}

/// Whether a move takes from several heaps, in a game in which each may give another amount.
fn takes_from_several(at: Position, mv: Move) -> bool {
    let is_one = mv
        .taken()
        .is_some_and(|(heaps, _)| heaps.iter().count() == 1);
    !is_one && matches!(at.choices(), Choices::Sheet(_))
}

/// What a move takes from each heap: a mere number if there is just one. If the amounts are all
/// equal, the heaps are listed together.
/// A move that takes nothing from heaps is given in notation.
pub(crate) fn objects_taken(
    language: Language<'_>,
    at: Position,
    mv: Move,
    attribute: Option<&str>,
) -> String {
    let (variant, amounts) = match (mv, mv.taken()) {
        (_, Some((_, amount))) if has_one_heap(at) => return amount.to_string(),
        (_, Some((heaps, amount))) => {
            return language.heaps_text(at.variant(), heaps, attribute, amount);
        }
        (Move::Take(amounts), None) => (at.variant(), amounts),
        (Move::Split { .. } | Move::Place(_) | Move::Count(_) | Move::Clear(_), None) => {
            return mv.to_string();
        }
    };
    let each = HeapSet::of(amounts)
        .iter()
        .zip(amounts.into_iter().filter(|&amount| amount > 0));
    let mut parts: Vec<String> = each
        .map(|(heap, amount)| language.heaps_text(variant, HeapSet::one(heap), attribute, amount))
        .collect();
    let last = parts.pop().unwrap_or_default();
    tell!(language, key!("and"), "first" => parts.join(", "), "last" => last)
}

/// A move as an option of a select: what it does, and for some moves, what it leaves.
pub(crate) fn as_option(language: Language<'_>, at: Position, mv: Move) -> String {
    let to = at.play(mv).unwrap_or(at);
    match (mv, mv.taken()) {
        (Move::Count(amount), _) => tell!(
            language, key!("select-count"), "amount" => amount.to_string(), "said" => count_reached(to)
        ),
        (Move::Take(_), Some((_, amount))) => tell!(
            language, key!("select-take"), "form" => take_form(at), "amount" => amount.to_string(), "position" => position_text(to)
        ),
        (Move::Split { heap, part }, _) => tell!(
            language, key!("select-split"), "part" => part.to_string(), "rest" => heap.saturating_sub(part).to_string()
        ),
        (Move::Take(_) | Move::Place(_) | Move::Clear(_), _) => mv.to_string(),
    }
}

fn count_reached(position: Position) -> String {
    let counting = position.shape().counting();
    counting
        .map(|counting| counting.count.to_string())
        .unwrap_or_default()
}

/// The label of a move. When counting, it says the number.
pub(crate) fn label(language: Language<'_>, at: Position, mv: Move) -> String {
    match mv {
        Move::Count(_) => as_option(language, at, mv),
        Move::Take(_) | Move::Split { .. } | Move::Clear(_) | Move::Place(_) => {
            in_short(language, at, mv)
        }
    }
}
