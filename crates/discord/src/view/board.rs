//! The board of a game: who plays, what happened last, whose turn it is, the position, and the
//! controls.

use itertools::Itertools as _;

use crate::controls::Id;
use crate::drafts::Draft;
use crate::form::Form;
use crate::message::Message;
use crate::picture::{Board, Frame, Picture};
use crate::text::{Language, key, tell};
use crate::view::controls::{draft_line, running_controls};
use crate::view::description::{board_of, candies_eaten, game_in_words, latest_moves};
use crate::view::ended::ended;
use crate::view::moves::move_arguments;
use crate::view::position::{rules_in_short, title as game_title, with_small_print};
use crate::view::{AnimalSays, animal_name, animal_says, name, player, relative};
use crate::view::{ExtraLines, crowned};
use nim_games::{Animal, Move, Position, Shape};
use wythoff_game::records::GameRecord;
use wythoff_game::{Game, Pair, Phase, Player, Seat, Stake};

/// The board of a running game with the given draft. If the new picture is not drawn in time, the
/// message keeps its old one.
pub(crate) fn board_with_draft(
    language: Language<'_>,
    record: &GameRecord,
    rendering: u64,
    draft: Draft,
) -> Message {
    running(language, record, rendering, draft).keeping_picture()
}

/// The board of a game. `rendering` makes its selects differ from those of other renderings of the
/// same point.
pub(crate) fn board(
    language: Language<'_>,
    record: &GameRecord,
    rendering: u64,
    extra_lines: &ExtraLines,
) -> Message {
    let message = match record.game.outcome() {
        None => running(language, record, rendering, Draft::Nothing),
        Some(_) => ended(language, record, extra_lines),
    };
    if record.is_private {
        message.into_private()
    } else {
        message
    }
}

/// The board of a running game: who plays, the last moves, whose turn it is, and the position.
fn running(language: Language<'_>, record: &GameRecord, rendering: u64, draft: Draft) -> Message {
    let game = &record.game;
    let moves = latest_moves(language, game).map(|(seat, mut args)| {
        args.set("who", name(language, game, seat));
        language.tell(key!("board-took"), &args)
    });
    let moves: Vec<String> = moves.collect();
    let mut lines = vec![title(language, record)];
    let has_begun = game.ply() > 0 || game.times_taken_back() > 0;
    let says = |animal| animal_says(language, animal, AnimalSays::AtTheStart);
    lines.extend(game.players().animal().filter(|_| !has_begun).map(says));
    lines.extend(should_state_rules(game).then(|| rules_in_short(language, game.position())));
    lines.extend((!moves.is_empty()).then(|| moves.join(" ")));
    lines.push(turn_line(language, game));
    lines.extend(candies_eaten(language, game));
    lines.extend(draft_line(language, game.position(), draft));
    let board = Board {
        chosen: draft.mv(),
        ..board_of(language, game)
    };
    let [text_with_picture, text_without_picture] = with_small_print(
        language,
        &lines,
        game.position(),
        &small_print(language, game),
    );
    let rows = running_controls(language, record, rendering, draft);
    let picture = Picture::Board(Box::new(board));
    let picture = match game.players().animal() {
        Some(animal) => picture.with(Frame::Against(animal)),
        None => picture,
    };
    Message::public(text_with_picture, rows)
        .showing(picture, game_in_words(language, game))
        .or_saying(text_without_picture)
}

/// Whether to state the rules: at the beginning, and when all stones are placed and the game enters its
/// second phase. Members who have beaten the first animals know them. Anyone may choose the Penguin.
fn should_state_rules(game: &Game) -> bool {
    let all_placed = matches!(game.position().shape(), Shape::Stacks(_, 0));
    let mut latest = game.latest_with_positions();
    let may_be_new = match game.players().animal() {
        Some(animal) => matches!(
            animal,
            Animal::Duckling | Animal::Rabbit | Animal::Hedgehog | Animal::Penguin
        ),
        None => true,
    };
    game.ply() < 2 && may_be_new
        || all_placed && latest.any(|(_, _, mv)| matches!(mv, Move::Place(_)))
}

/// The new content for a message that used to be the board: a link to the current board.
pub(crate) fn link_to_board_message(language: Language<'_>, link: &str) -> Message {
    Message::public(
        tell!(language, key!("board-moved-away"), "link" => link),
        vec![],
    )
}

/// Who plays whom: against the bot, the member comes first.
fn title(language: Language<'_>, record: &GameRecord) -> String {
    let players = record.game.players();
    let named = |seat| match players.at(seat) {
        Player::Bot(animal) => format!("**{}**", animal_name(language, animal)),
        seated @ (Player::Member(_) | Player::Former(_)) => {
            crowned(record, seat, player(language, seated))
        }
    };
    let [first, second] = match players.first {
        Player::Bot(_) => [Seat::Second, Seat::First],
        Player::Member(_) | Player::Former(_) => Seat::BOTH,
    };
    tell!(language, key!("board-title"), "first" => named(first), "second" => named(second))
}

/// The game, whether it is rated, and whether a move was taken back, in small print.
fn small_print(language: Language<'_>, game: &Game) -> String {
    let stake = match (game.players().animal(), game.terms().stake) {
        (Some(_), _) => "bot",
        (None, Stake::Rated) => "rated",
        (None, Stake::Casual) => "casual",
    };
    let title = game_title(language, game.start_position());
    let (pair, ahead) = match game.terms().pair {
        Pair::None => ("none", String::new()),
        Pair::First => ("first", String::new()),
        Pair::Second { ahead } => ("second", name(language, game, ahead)),
    };
    tell!(
        language, key!("board-small-print"), "game" => title, "stake" => stake,
        "taken-back" => game.times_taken_back(), "pair" => pair, "ahead" => ahead
    )
}

/// Whose turn it is, and until when.
fn turn_line(language: Language<'_>, game: &Game) -> String {
    let who = game.to_move().map(|seat| name(language, game, seat));
    let who = who.unwrap_or_default();
    let (
        Phase::Running {
            deadline,
            others_time,
            ..
        },
        None,
    ) = (game.phase(), game.players().animal())
    else {
        return tell!(language, key!("board-to-move"), "who" => who);
    };
    let to_move = tell!(
        language, key!("board-to-move-until"), "who" => who, "until" => relative(deadline)
    );
    let others_time = others_time.map(|left| {
        let other = name(language, game, game.seat_on_turn().other());
        let (minutes, seconds) = (left.as_secs() / 60, left.as_secs() % 60);
        tell!(
            language, key!("board-others-time"), "who" => other, "hours" => minutes / 60,
            "minutes" => minutes % 60, "seconds" => format!("{seconds:02}")
        )
    });
    [Some(to_move), others_time].into_iter().flatten().join(" ")
}

/// The name of the only field of the form for any move.
pub(crate) const MOVE_FIELD: &str = "move";

/// The form in which a player can type any move.
pub(crate) fn other_move_form(language: Language<'_>, position: Position, id: &Id) -> Form {
    let example = position.choices().moves().next();
    let hint = example.map(|mv| {
        let args = move_arguments(language, position, mv);
        language.tell_for_game(position.variant(), key!("form-move-hint"), &args)
    });
    let title = language.say(key!("form-other-move"));
    let label = language.say(key!("form-move"));
    Form::new(id.to_string(), &title).text(MOVE_FIELD, &label, &hint.unwrap_or_default(), 60)
}
