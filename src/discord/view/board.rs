//! The board of a game: who plays, what happened last, whose turn it is, the position, and the controls.

use fluent::fluent_args;
use serenity::all::{CreateActionRow, CreateInputText, CreateModal, InputTextStyle};

use crate::discord::drafts::Draft;
use crate::discord::input::control::Control;
use crate::discord::message::Message;
use crate::discord::picture::Picture;
use crate::discord::text::{Language, key, tell};
use crate::discord::view::controls::{chosen, others, running_controls};
use crate::discord::view::description::{in_words, latest};
use crate::discord::view::ended::{ended_rows, lesson, outlook, way};
use crate::discord::view::maps::legend;
use crate::discord::view::moves::move_arguments;
use crate::discord::view::position::{
    how_it_ended, in_full, rows, rules_in_short, title as game_title,
};
use crate::discord::view::{name, player, relative};
use crate::game::{Game, NextGame, Outcome, Phase, Player, Review, Seat, Stake};
use crate::records::{GameRecord, Word};
use crate::rules::{Position, Shape};

/// The board of a running game with a half-made choice marked, as an edit that keeps the picture.
pub(in crate::discord) fn board_with(
    language: Language<'_>,
    record: &GameRecord,
    rendering: u64,
    draft: Draft,
) -> Message {
    let rows = running_controls(language, &record.game, rendering, draft);
    let chosen = chosen(language, record.game.position(), draft);
    Message::public(text(language, record, &[], chosen), rows).keeping_picture()
}

/// The board of a game. `rendering` makes its selects differ from those of other renderings of the same point. `tells_of_lessons`: at its end
/// a line says that there are lessons.
pub(in crate::discord) fn board(
    language: Language<'_>,
    record: &GameRecord,
    rendering: u64,
    tells_of_lessons: bool,
) -> Message {
    let game = &record.game;
    if game.outcome().is_none() {
        let rows = running_controls(language, game, rendering, Draft::Nothing);
        let text = text(language, record, &[], None);
        return Message::public(text, rows)
            .showing(Picture::of_game(game), in_words(language, game));
    }
    let review = Review::of(game.start_position(), record.moves());
    let lesson = lesson(language, game, &review);
    let way = way(language, record, &review);
    // A ribbon stands in the review, too. That of squares, and a strip, are maps themselves.
    let map = lesson.as_ref().and_then(|lesson| lesson.map.clone());
    let picture = match (way, map) {
        (Some((Picture::Ribbon { .. }, _)), Some(map)) => Some(map),
        (way, _) => way,
    };
    let legend = picture
        .as_ref()
        .and_then(|(picture, _)| legend(language, picture));
    let invitation = tells_of_lessons.then(|| language.say(key!("board-lessons")));
    let lesson: Vec<String> = lesson
        .map(|lesson| lesson.text)
        .into_iter()
        .chain(invitation)
        .collect();
    let message = Message::public(
        text(language, record, &lesson, legend),
        ended_rows(language, game),
    );
    match picture {
        Some((picture, in_words)) => message.showing(picture, in_words),
        None => message,
    }
}

/// The text of a message that was the board before.
pub(in crate::discord) fn link_to_board_message(language: Language<'_>, link: &str) -> Message {
    Message::public(
        tell!(language, key!("board-moved-away"), "link" => link),
        vec![],
    )
}

/// The text of a board. That of a finished game has a lesson, and as the last line the legend of its picture; that of a running one, what has
/// been chosen.
fn text(
    language: Language<'_>,
    record: &GameRecord,
    lesson: &[String],
    last: Option<String>,
) -> String {
    let game = &record.game;
    let mut lines = vec![title(language, game)];
    lines.extend(latest(language, game).map(|(seat, mut args)| {
        args.set("who", name(language, game, seat));
        language.tell(key!("board-took"), &args)
    }));
    lines.push(state(language, game));
    lines.extend_from_slice(lesson);
    if game.times_taken_back() > 0 {
        lines.push(tell!(language, key!("board-taken-back"), "times" => game.times_taken_back()));
    }
    if record.is_hinted && game.outcome().is_some() {
        lines.push(language.say(key!("board-hinted")));
    }
    lines.extend(rating_changes(language, record));
    lines.extend(votes(language, game));
    if game.ply() < 2 && game.outcome().is_none() {
        lines.push(rules_in_short(language, game.position()));
    }
    lines.extend(outlook(language, game));
    if !game.position().is_over() {
        lines.push(rows(language, game.position()));
    }
    lines.extend(eaten(language, game));
    if game.outcome().is_none() {
        lines.extend(others(language, game.position()));
    }
    lines.extend(last);
    // The end of the message, in ASCII and without grouping in every language: programs read it, too.
    lines.push(format!(
        "{} {}",
        language.say(key!("board-position")),
        in_full(game.position())
    ));
    lines.join("\n")
}

/// What each player has eaten, in a game where that counts.
fn eaten(language: Language<'_>, game: &Game) -> Option<String> {
    let Shape::Candies(_, [mine, theirs]) = game.position().shape() else {
        return None;
    };
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

fn title(language: Language<'_>, game: &Game) -> String {
    let players = game.players();
    let [first, second] = [players.first, players.second].map(|seated| player(language, seated));
    let stake = match game.terms().stake {
        Stake::Rated => "rated",
        Stake::Casual => "casual",
    };
    let level = players.level().map_or(stake, Word::word);
    let game = game_title(language, game.start_position());
    tell!(
        language, key!("board-title"), "game" => game, "first" => first, "second" => second,
        "level" => level
    )
}

/// Whose turn it is, or how the game ended.
pub(in crate::discord) fn state(language: Language<'_>, game: &Game) -> String {
    let name = |seat| name(language, game, seat);
    let moves = u64::from(game.ply());
    match game.outcome() {
        None => {
            let who = game.to_move().map(name).unwrap_or_default();
            match (game.phase(), game.players().level()) {
                (Phase::Running { deadline, .. }, None) => {
                    tell!(
                        language, key!("board-to-move-until"), "who" => who,
                        "until" => relative(deadline)
                    )
                }
                (_, _) => tell!(language, key!("board-to-move"), "who" => who),
            }
        }
        Some(Outcome::LastMove { winner }) => {
            let counting = game.position().shape().counting();
            let target = counting.map(|counting| counting.target);
            tell!(
                language, key!("board-won-by-last-move"), "how" => how_it_ended(game.position()), "who" => name(winner),
                "loser" => name(winner.other()), "target" => target.unwrap_or(0), "moves" => moves
            )
        }
        Some(Outcome::Resignation { winner }) => {
            tell!(
                language, key!("board-won-by-resignation"), "who" => name(winner),
                "loser" => name(winner.other())
            )
        }
        Some(Outcome::Forfeit { winner }) => {
            tell!(
                language, key!("board-won-by-forfeit"), "who" => name(winner),
                "loser" => name(winner.other())
            )
        }
        Some(Outcome::NoShow) => {
            let absent = game.seat_on_turn();
            tell!(language, key!("board-no-show"), "loser" => name(absent))
        }
        Some(Outcome::Abandonment) => language.say(key!("board-abandoned")),
    }
}

/// The rating changes of a rated game.
fn rating_changes(language: Language<'_>, record: &GameRecord) -> Vec<String> {
    let players = record.game.players();
    let of = |seated: Player| {
        let Player::Member(member) = seated else {
            return None;
        };
        let mut changes = record.rating_changes().iter();
        let change = changes.find(|change| change.member == member)?;
        Some(tell!(
            language, key!("board-rating"), "who" => player(language, seated),
            "before" => change.before.to_string(), "after" => change.after.to_string(),
            "change" => format!("{:+}", change.after - change.before)
        ))
    };
    [players.first, players.second]
        .into_iter()
        .filter_map(of)
        .collect()
}

/// The votes for the next game, until they agree.
fn votes(language: Language<'_>, game: &Game) -> Vec<String> {
    let Phase::Ended { votes, .. } = game.phase() else {
        return Vec::new();
    };
    if game.agreed_next_game().is_some() {
        return Vec::new();
    }
    let of = |seat| {
        let key = match votes.at(seat)? {
            NextGame::Rematch => key!("board-vote-rematch"),
            NextGame::NewPosition => key!("board-vote-new-position"),
        };
        let args = fluent_args!["who" => name(language, game, seat)];
        Some(language.tell_of(game.start_position().variant(), key, &args))
    };
    let mut lines: Vec<String> = Seat::BOTH.into_iter().filter_map(of).collect();
    if !lines.is_empty() {
        lines.push(language.say(key!("board-votes-agree")));
    }
    lines
}

/// The form for any move, whose id is that control. Its only field is `move`.
pub(in crate::discord) fn other_move_form(
    language: Language<'_>,
    position: Position,
    control: Control,
) -> CreateModal {
    let example = position.choices().moves().next();
    let hint = example.map(|mv| {
        let mut args = move_arguments(language, position, mv);
        args.set("move", mv.to_string());
        language.tell_of(position.variant(), key!("form-move-hint"), &args)
    });
    let field = CreateInputText::new(
        InputTextStyle::Short,
        language.say(key!("form-move")),
        "move",
    );
    let field =
        CreateActionRow::InputText(field.placeholder(hint.unwrap_or_default()).max_length(60));
    CreateModal::new(control.to_string(), language.say(key!("form-other-move")))
        .components(vec![field])
}
