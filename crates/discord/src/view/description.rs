//! The moves of a game in words, and the descriptions of pictures.

use fluent::{FluentArgs, fluent_args};
use itertools::Itertools as _;
use serenity::all::CreateActionRow;

use crate::message::Message;
use crate::picture::{Board, Picture, is_small};
use crate::text::{Key, Language, key, tell, yes_or_no};
use crate::view::cells;
use crate::view::moves::{in_short, move_arguments};
use crate::view::name;
use crate::view::position::{heap_names, position_text, with_position};
use nim_games::{Counting, Move, Position, Shape, letter};
use wythoff_game::{Game, Seat};

/// How many good numbers are listed before the last one.
const LISTED_BEFORE_LAST: usize = 3;

/// The board of a game as it stands.
pub(crate) fn board_of(language: Language<'_>, game: &Game) -> Board {
    let now = game.position();
    Board {
        start: game.start_position(),
        before: game.position_before(),
        ..Board::at(now, heap_names(language, now))
    }
}

/// What each player has eaten, in a game where that counts.
pub(crate) fn candies_eaten(language: Language<'_>, game: &Game) -> Option<String> {
    let Shape::Candies(_, [mine, theirs]) = game.position().shape() else {
        return None;
    };
    if mine + theirs == 0 {
        return None;
    }
    let seat = game.seat_on_turn();
    let [first, second] = match seat {
        Seat::First => [mine, theirs],
        Seat::Second => [theirs, mine],
    };
    Some(tell!(
        language, key!("board-eaten"), "first" => name(language, game, Seat::First), "eaten" => first,
        "second" => name(language, game, Seat::Second), "other" => second
    ))
}

/// The description of a game's picture: the position, and the last move.
pub(crate) fn game_in_words(language: Language<'_>, game: &Game) -> String {
    let position = position_in_words(language, game.start_position(), game.position());
    let last_move = latest_moves(language, game)
        .next_back()
        .map(|(_, args)| format!(" {}", language.tell(key!("picture-last-move"), &args)));
    position + &last_move.unwrap_or_default()
}

/// The latest moves as arguments of a text, each with the seat of its player.
pub(crate) fn latest_moves(
    language: Language<'_>,
    game: &Game,
) -> impl DoubleEndedIterator<Item = (Seat, FluentArgs<'static>)> {
    let moves: Vec<_> = game.latest_with_positions().collect();
    let as_arguments = move |(seat, at, mv)| (seat, move_arguments(language, at, mv));
    moves.into_iter().map(as_arguments)
}

/// A message with a position that belongs to no game: its lines, its picture, and the controls.
pub(crate) fn message_with_board(
    message: impl FnOnce(String, Vec<CreateActionRow>) -> Message,
    language: Language<'_>,
    lines: &[String],
    rows: Vec<CreateActionRow>,
    board: Board,
) -> Message {
    let in_words = board_in_words(language, &board);
    let [text_with_picture, text_without_picture] = with_position(language, lines, board.now);
    message(text_with_picture, rows)
        .showing(Picture::Board(Box::new(board)), in_words)
        .or_saying(text_without_picture)
}

/// The description of a board, with the wrong and the winning move if they are marked on it.
pub(crate) fn board_in_words(language: Language<'_>, board: &Board) -> String {
    let position = position_in_words(language, board.start, board.now);
    let mark = |key: Key, mv: Option<Move>| {
        let mv = in_short(language, board.now, mv?);
        Some(tell!(language, key, "move" => mv))
    };
    let marks = [
        mark(key!("picture-made"), board.wrong_move),
        mark(key!("picture-wins"), board.winning_move),
    ];
    let sentences = [Some(position)].into_iter().chain(marks).flatten();
    itertools::join(sentences, " ")
}

/// The description of a position's picture.
pub(crate) fn position_in_words(language: Language<'_>, start: Position, now: Position) -> String {
    let heaps = match now.shape() {
        Shape::Count(Counting { count, target, .. }) => {
            return tell!(language, key!("picture-count"), "count" => count, "target" => target);
        }
        Shape::Sizes(_) => {
            return tell!(language, key!("picture-sizes"), "position" => position_text(now));
        }
        Shape::Stacks(sizes, in_hand) => {
            let stacks: Vec<String> = sizes.iter().map(ToString::to_string).collect();
            return tell!(language, key!("picture-stacks"), "stacks" => stacks.join(", "), "stones" => in_hand);
        }
        Shape::Cells(layout, remaining) => {
            return cells::board_in_words(language, layout, remaining);
        }
        Shape::Heaps(sizes) | Shape::Candies(sizes, _) => sizes,
    };
    let mut args = fluent_args![
        "position" => position_text(now),
        "heaps" => lettered(heaps),
        "start" => position_text(start),
        "smallest" => heaps.iter().copied().min().unwrap_or(0).to_string(),
        "size" => if is_small(start) { "small" } else { "large" },
        "ending" => now.ending().to_string(),
        "way" => match heaps {
            [_, 0, ..] => "left",
            [0, ..] => "down",
            _ => "both",
        },
        "is-over" => yes_or_no(now.is_over())
    ];
    for (heap, &size) in heaps.iter().enumerate() {
        args.set(letter(heap).to_string(), size.to_string());
    }
    language.tell_for_game(now.variant(), key!("picture-heaps"), &args)
}

/// The heaps with their letters: `A 3, B 5`. A single heap needs none.
fn lettered(heaps: &[u64]) -> String {
    if let [only] = heaps {
        return only.to_string();
    }
    let heaps = heaps.iter().enumerate();
    let mut named = heaps.map(|(heap, size)| format!("{} {size}", letter(heap)));
    named.join(", ")
}

/// The description of a strip whose good numbers are marked.
pub(crate) fn strip_in_words(language: Language<'_>, counting: Counting) -> String {
    let good: Vec<u64> = (1..=counting.target)
        .filter(|&number| counting.is_good(number))
        .collect();
    let numbers = |few: &[u64]| few.iter().join(", ");
    let any_good = if good.is_empty() { "no" } else { "yes" };
    let good = match (good.get(..LISTED_BEFORE_LAST), good.last()) {
        (Some(first), Some(&last)) if good.len() > LISTED_BEFORE_LAST + 1 => {
            format!("{}, … {}", numbers(first), last)
        }
        (_, _) => numbers(&good),
    };
    tell!(
        language, key!("picture-strip"), "target" => counting.target.to_string(), "good" => good, "any-good" => any_good
    )
}
