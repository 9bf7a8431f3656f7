//! The board of a finished game: who won, the turning point, and the next game. *Why?* explains the
//! rest.

use itertools::Itertools as _;
use serenity::all::CreateActionRow;

use super::next_game::{ended_rows, votes};
use super::turning_point::{board_at_turning_point, legend, turning_point_in_short};
use crate::commands::ladder::view::news;
use crate::controls::review::ReviewControl;
use crate::controls::{Control, Seen};
use crate::message::Message;
use crate::picture::{Climbed, Frame, Picture};
use crate::text::{Language, key, tell};
use crate::view::description::{board_in_words, board_of, candies_eaten, game_in_words};
use crate::view::moves::{in_short, move_arguments};
use crate::view::position::{heap_names, how_it_ended, position_text, title, with_position};
use crate::view::{
    AnimalSays, ExtraLines, animal_name, animal_says, button, crowned, mention, name, player,
};
use nim_games::{Move, Position};
use wythoff_game::records::{GameRecord, Guesses, OnLadder, PracticeNews};
use wythoff_game::{Game, Outcome, Pair, Player, Review, Seat};
use wythoff_service::Ending;

/// The board of a finished game. If another game has followed by itself, the board shows only the result,
/// without a picture.
pub(crate) fn ended(
    language: Language<'_>,
    record: &GameRecord,
    extra_lines: &ExtraLines,
) -> Message {
    let game = &record.game;
    let ending = &extra_lines.ending;
    let coin = ending.earns_coin.then(|| coin_line(language, game));
    let result = [result_in_words(language, record)]
        .into_iter()
        .chain(score_of_pair(language, record))
        .chain(coin.flatten())
        .chain(tally(language, game, ending))
        .chain(first_ratings(language, ending))
        .chain(guessed(language, &ending.guesses))
        .join("\n");
    if record.is_followed {
        return Message::public(result, followed_rows(language, game));
    }
    let review = Review::of(game.start_position(), &record.moves);
    let mut lines = vec![result];
    let gives_away = ending.helps;
    let winner = game.outcome().and_then(Outcome::winner);
    let animal = game.players().animal();
    let has_animal_won =
        winner.is_some_and(|winner| matches!(game.players().at(winner), Player::Bot(_)));
    // A win is celebrated. Between members, nothing public says who threw what away.
    let missed = turning_point_in_short(language, game, &review);
    lines.extend(missed.filter(|_| has_animal_won && !gives_away));
    let lessons = extra_lines
        .mentions_lessons
        .then(|| language.say(key!("board-lessons")));
    let asks_again = extra_lines.practice == PracticeNews::AsksAgain && has_animal_won;
    let practice = asks_again.then(|| language.say(key!("board-asks-again")));
    lines.extend(news(language, record));
    lines.extend(votes(language, record).or(lessons).or(practice));
    let says = if has_animal_won {
        AnimalSays::HasWon
    } else {
        AnimalSays::Beaten
    };
    let says = animal
        .filter(|_| winner.is_some())
        .map(|animal| animal_says(language, animal, says));
    lines.extend(says);
    let [text_with_picture, text_without_picture] =
        with_position(language, &lines, game.position());
    let rows = ended_rows(language, record, &review, !gives_away);
    let picture = end_picture(language, record, &review).filter(|_| !gives_away);
    let legend = picture
        .as_ref()
        .and_then(|(picture, _)| legend(language, game, &review, picture));
    let text_with_picture = [text_with_picture].into_iter().chain(legend).join("\n");
    let message = Message::public(text_with_picture, rows).or_saying(text_without_picture);
    match with_animal(language, record, picture) {
        Some((picture, in_words)) => message.showing(picture, in_words),
        None => message,
    }
}

/// The buttons of a game that another one has followed. The first of two can be looked back on once the second is over.
fn followed_rows(language: Language<'_>, game: &Game) -> Vec<CreateActionRow> {
    if game.ply() == 0 || game.terms().pair == Pair::First {
        return vec![];
    }
    let review = ReviewControl::Open(Seen::of(game)).id();
    let review = button(language, review, key!("button-review"));
    vec![CreateActionRow::Buttons(vec![review])]
}

/// The picture at the end with the animal: beside it, or beaten, with a trophy.
fn with_animal(
    language: Language<'_>,
    record: &GameRecord,
    picture: Option<(Picture, String)>,
) -> Option<(Picture, String)> {
    let game = &record.game;
    let winner = game.outcome().and_then(Outcome::winner);
    let winner = winner.map(|winner| game.players().at(winner));
    let (Some(animal), Some(winner)) = (game.players().animal(), winner) else {
        return picture;
    };
    if matches!(winner, Player::Bot(_)) {
        return picture.map(|(picture, in_words)| (picture.with(Frame::Against(animal)), in_words));
    }
    let trophy = tell!(language, key!("picture-trophy"), "animal" => animal_name(language, animal));
    let (picture, in_words) = picture.unzip();
    let in_words = [trophy].into_iter().chain(in_words).join(" ");
    let climbed = match record.ladder {
        OnLadder::Beaten => Some(Climbed::past(animal)),
        OnLadder::Off | OnLadder::On | OnLadder::Helped => None,
    };
    let beaten = Frame::Beaten {
        animal,
        counts: !record.was_helped(),
        climbed,
    };
    Some((Picture::Framed(beaten, picture.map(Box::new)), in_words))
}

/// What the animal did just before a member made the last move.
fn animals_last_move(language: Language<'_>, record: &GameRecord) -> Option<String> {
    let game = &record.game;
    let animals = game.seat_on_turn();
    let is_member = |seat| matches!(game.players().at(seat), Player::Member(_));
    let won = game.outcome()
        == Some(Outcome::LastMove {
            winner: animals.other(),
        });
    let (positions, [.., mv, _]) = (record.positions(), record.moves.as_slice()) else {
        return None;
    };
    let [.., at, _, _] = *positions else {
        return None;
    };
    let mut args = move_arguments(language, at, *mv);
    args.set("who", name(language, game, animals));
    (won && !is_member(animals)).then(|| language.tell(key!("board-took"), &args))
}

/// The line that says that the winner is a Nim Champ.
fn coin_line(language: Language<'_>, game: &Game) -> Option<String> {
    let winner = game.outcome()?.winner()?;
    let (who, variant) = (
        name(language, game, winner),
        game.start_position().variant(),
    );
    Some(tell!(
        language, key!("board-coin"), "who" => who, "game" => language.game_name(variant)
    ))
}

/// How often each of two members has won against the other in this server.
fn tally(language: Language<'_>, game: &Game, ending: &Ending) -> Option<String> {
    let [first, second] = ending.tally?;
    let leader = if first >= second {
        Seat::First
    } else {
        Seat::Second
    };
    Some(tell!(
        language, key!("board-tally"), "first" => name(language, game, leader), "wins" => first.max(second),
        "losses" => first.min(second), "second" => name(language, game, leader.other())
    ))
}

/// The ratings of those who have one from this game on.
fn first_ratings(language: Language<'_>, ending: &Ending) -> Option<String> {
    let ratings = ending.first_ratings.iter().map(|(member, rating, _)| {
        let rating = format!("{rating:.0}");
        tell!(language, key!("board-rating"), "who" => mention(*member), "rating" => rating)
    });
    let ratings: Vec<String> = ratings.collect();
    (!ratings.is_empty())
        .then(|| tell!(language, key!("board-first-rating"), "ratings" => ratings.join(" · ")))
}

/// How many of those who watched have foreseen the winner.
fn guessed(language: Language<'_>, guesses: &Guesses) -> Option<String> {
    let Guesses { named, right, all } = guesses;
    let others = right.saturating_sub(named.len() as u64);
    let who = match (named.as_slice(), right) {
        ([], 0) => "nobody".to_owned(),
        ([], _) => "somebody".to_owned(),
        (named, _) => named.iter().copied().map(mention).join(", "),
    };
    (*all > 0).then(|| {
        tell!(language, key!("board-foreseen"), "who" => who, "others" => others, "wrong" => all - right)
    })
}

/// How two games stand after one of them.
fn score_of_pair(language: Language<'_>, record: &GameRecord) -> Option<String> {
    let game = &record.game;
    let winner = game.outcome()?.winner();
    let (score, ahead) = match (game.terms().pair, winner) {
        (Pair::First, Some(winner)) if record.is_followed => ("next", winner),
        (Pair::Second { ahead }, Some(winner)) if ahead == winner => ("two", ahead),
        (Pair::Second { ahead }, Some(_)) => ("draw", ahead),
        (Pair::First, Some(winner)) => ("one", winner),
        (Pair::Second { ahead }, None) => ("none", ahead),
        (Pair::First, None) => ("first", Seat::First),
        (Pair::None, _) => return None,
    };
    let ahead = name(language, game, ahead);
    Some(tell!(language, key!("board-pair"), "score" => score, "ahead" => ahead))
}

/// Who won and how.
pub(crate) fn result_in_words(language: Language<'_>, record: &GameRecord) -> String {
    let game = &record.game;
    let start = game.start_position();
    let before = animals_last_move(language, record);
    let is_usual = record.ladder.counts() && start.shape().counting().is_none();
    let played = if is_usual {
        language.game_name(start.variant())
    } else {
        title(language, start)
    };
    let counting = game.position().shape().counting();
    let (how, winner) = match game.outcome() {
        None => return String::new(),
        Some(Outcome::LastMove { winner }) => (how_it_ended(game.position()), winner),
        Some(Outcome::Resignation { winner }) => ("resigned", winner),
        Some(Outcome::Forfeit { winner }) => ("late", winner),
        Some(Outcome::NoShow) => {
            let absent = name(language, game, game.seat_on_turn());
            return tell!(language, key!("board-no-show"), "loser" => absent, "game" => title(language, start));
        }
        Some(Outcome::Abandonment) => {
            let [first, second] = Seat::BOTH.map(|seat| name(language, game, seat));
            let is = match game.players().animal() {
                Some(_) => "abandoned",
                None if game.ply() == 0 => "unplayed",
                None => "agreed",
            };
            return tell!(
                language, key!("board-abandoned"), "first" => first, "second" => second, "game" => title(language, start),
                "is" => is
            );
        }
    };
    let args = fluent::fluent_args![
        "how" => how, "winner" => name(language, game, winner), "loser" => name(language, game, winner.other()),
        "full-winner" => in_full(language, record, winner), "full-loser" => in_full(language, record, winner.other()),
        "game" => played, "before" => before.unwrap_or_else(|| "none".to_owned()),
        "who" => if matches!(game.players().at(winner), Player::Bot(_)) { "animal" } else { "member" },
        "target" => counting.map_or(0, |counting| counting.target)
    ];
    let sentences = [
        Some(language.tell(key!("board-won"), &args)),
        candies_eaten(language, game),
    ];
    sentences.into_iter().flatten().join(" ")
}

/// A player in full: an animal with its picture, a member with the crown if they wear it.
fn in_full(language: Language<'_>, record: &GameRecord, seat: Seat) -> String {
    match record.game.players().at(seat) {
        Player::Bot(animal) => animal_name(language, animal),
        seated @ (Player::Member(_) | Player::Former(_)) => {
            crowned(record, seat, player(language, seated))
        }
    }
}

/// The picture of a game that was lost against the bot, and its description: the board at the
/// turning point; else the path of the game; else the board at the end.
fn picture_of_loss(
    language: Language<'_>,
    record: &GameRecord,
    review: &Review,
) -> Option<(Picture, String)> {
    let game = &record.game;
    let board = board_at_turning_point(language, game, review).map(|board| {
        let in_words = board_in_words(language, &board);
        (Picture::Board(Box::new(board)), in_words)
    });
    board
        .or_else(|| path(language, record))
        .or_else(|| last_board(language, game))
}

/// The picture at the end: of a game that a member has lost against the bot, [`picture_of_loss`];
/// otherwise nothing about mistakes: the path on the board of squares, the board that was left, or how a game between
/// members went.
fn end_picture(
    language: Language<'_>,
    record: &GameRecord,
    review: &Review,
) -> Option<(Picture, String)> {
    let game = &record.game;
    let winner = game.outcome().and_then(Outcome::winner);
    match winner.map(|winner| game.players().at(winner)) {
        Some(Player::Bot(_)) => picture_of_loss(language, record, review),
        Some(Player::Member(_) | Player::Former(_)) | None => {
            let between_members = game.players().animal().is_none();
            let story = || story_of_game(language, game.start_position(), &record.moves);
            path(language, record)
                .or_else(|| last_board(language, game))
                .or_else(|| between_members.then(story).flatten())
        }
    }
}

/// The board at the end, unless the game was played out.
fn last_board(language: Language<'_>, game: &Game) -> Option<(Picture, String)> {
    let board = || Picture::Board(Box::new(board_of(language, game)));
    (!game.position().is_over()).then(|| (board(), game_in_words(language, game)))
}

/// The path of a finished game, and its description.
fn path(language: Language<'_>, record: &GameRecord) -> Option<(Picture, String)> {
    path_of_moves(language, record.game.start_position(), &record.moves)
}

/// A game move by move, and its description: as a path, or board after board.
pub(crate) fn story_of_game(
    language: Language<'_>,
    start: Position,
    moves: &[Move],
) -> Option<(Picture, String)> {
    let boards = || {
        let picture = Picture::story(start, moves, &heap_names(language, start))?;
        let mut at = start;
        let moves = moves.iter().map_while(|&mv| {
            let after = at.play(mv).ok()?;
            let before = std::mem::replace(&mut at, after);
            Some(in_short(language, before, mv))
        });
        let moves: Vec<String> = moves.collect();
        let moves = moves.join("; ");
        let in_words = tell!(language, key!("picture-story"), "moves" => moves);
        Some((picture, in_words))
    };
    path_of_moves(language, start, moves).or_else(boards)
}

/// The path of these moves, and its description.
pub(crate) fn path_of_moves(
    language: Language<'_>,
    start: Position,
    moves: &[Move],
) -> Option<(Picture, String)> {
    let names = heap_names(language, start);
    let picture = Picture::of_moves(start, moves, names).filter(|_| !moves.is_empty())?;
    let mut at = start;
    let after = moves.iter().map_while(|&mv| {
        at = at.play(mv).ok()?;
        Some(at)
    });
    let squares = [start]
        .into_iter()
        .chain(after)
        .map(position_text)
        .join(", ");
    let in_words = tell!(language, key!("picture-way"), "squares" => squares);
    Some((picture, in_words))
}
