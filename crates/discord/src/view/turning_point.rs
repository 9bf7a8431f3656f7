//! The moment that decided a game: in a sentence, and on the board.

use crate::picture::{Board, Picture};
use crate::text::{Language, key, tell};
use crate::view::moves::move_arguments;
use crate::view::name;
use crate::view::position::heap_names;
use nim_games::Position;
use wythoff_game::{Cause, Game, Outcome, Review, Seat, Verdict};

/// The maximum length of the sentence about a finished game. People do not read longer ones.
const MAX_SENTENCE: usize = 140;

/// Says what the colours of a picture mean, if it shows the moment that decided the game.
pub(super) fn legend(
    language: Language<'_>,
    game: &Game,
    review: &Review,
    picture: &Picture,
) -> Option<String> {
    if let Picture::Story(_) = picture {
        let [first, second] = Seat::BOTH.map(|seat| name(language, game, seat));
        return Some(tell!(
            language, key!("board-story-legend"), "first" => first, "second" => second
        ));
    }
    let Picture::Board(board) = picture else {
        return None;
    };
    board.winning_move?;
    let winner = game.outcome().and_then(Outcome::winner);
    let shows = match (game.turning_point(review), board.wrong_move) {
        (Some(turning), Some(_)) if winner == Some(turning.seat) => "safer",
        (Some(_), Some(_)) => "both",
        (Some(_), None) => "right",
        (None, _) => "kept",
    };
    Some(tell!(language, key!("board-moment"), "shows" => shows))
}

/// The turning point of the game in a short sentence. Returns `None` if there was none.
pub(super) fn turning_point_in_short(
    language: Language<'_>,
    game: &Game,
    review: &Review,
) -> Option<String> {
    let turning = game.turning_point(review)?;
    let cause = match turning.cause {
        Cause::Move => "move",
        Cause::Resignation | Cause::Clock => "gave-up",
    };
    let right = turning.right;
    // The form "long" names no move.
    let mut args = right.map_or_else(
        || fluent::fluent_args!["form" => "long"],
        |right| move_arguments(language, turning.position, right),
    );
    args.set("who", name(language, game, turning.seat));
    args.set("cause", cause);
    // The player's own moves are counted.
    args.set("number", turning.ply.div_ceil(2));
    let sentence = language.tell(key!("board-turned"), &args);
    if sentence.chars().count() <= MAX_SENTENCE {
        return Some(sentence);
    }
    // The numbers are too long for the sentence: *Why?* shows them.
    args.set("form", "long");
    Some(language.tell(key!("board-turned"), &args))
}

/// The first move with which the winner kept the win, in a position where some move takes more than
/// one object.
pub(super) fn first_winning_move(
    review: &Review,
    winner: Seat,
) -> Option<&wythoff_game::ReviewedMove> {
    let mut moves = review.moves.iter();
    moves.find(|reviewed| {
        reviewed.seat == winner
            && reviewed.verdict == Verdict::KeptTheWin
            && !reviewed.before.choices().is_one_at_a_time()
    })
}

/// The board at the turning point, with the mistake and the winning move; else the board where the
/// winner kept the win.
pub(super) fn board_at_turning_point(
    language: Language<'_>,
    game: &Game,
    review: &Review,
) -> Option<Board> {
    let turning = game.turning_point(review);
    let mistake = turning.filter(|turning| turning.cause == Cause::Move);
    let board_at = |now: Position| Board {
        start: game.start_position(),
        ..Board::at(now, heap_names(language, now))
    };
    let winner = game.outcome().and_then(Outcome::winner);
    let first_winning = winner.and_then(|winner| first_winning_move(review, winner));
    let board = match (turning, first_winning) {
        (Some(turning), _) => {
            let mut moves = review.moves.iter();
            let mistake =
                mistake.and_then(|mistake| moves.find(|reviewed| reviewed.ply == mistake.ply));
            Board {
                winning_move: turning.right,
                wrong_move: mistake.map(|reviewed| reviewed.mv),
                ..board_at(turning.position)
            }
        }
        (None, Some(reviewed)) => Board {
            winning_move: Some(reviewed.mv),
            ..board_at(reviewed.before)
        },
        (None, None) => return None,
    };
    Some(board)
}
