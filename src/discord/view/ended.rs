//! The board of a finished game: who won, the turning point, and the next game. *Why?* explains the
//! rest.

use fluent::FluentArgs;
use itertools::Itertools as _;
use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::discord::commands::challenge::ChallengeControl;
use crate::discord::commands::command::Control;
use crate::discord::commands::id::Seen;
use crate::discord::commands::ladder::view::news;
use crate::discord::commands::learn::LearnControl;
use crate::discord::commands::review::ReviewControl;
use crate::discord::commands::start::StartControl;
use crate::discord::message::Message;
use crate::discord::picture::{Board, Climbed, Frame, Picture};
use crate::discord::text::{Language, key, tell};
use crate::discord::view::board::crowned;
use crate::discord::view::description::{board_in_words, board_of, candies_eaten, game_in_words};
use crate::discord::view::explanation::{Voice, explained_with_head, in_sentence};
use crate::discord::view::legends::with_pictures;
use crate::discord::view::moves::{in_short, move_arguments};
use crate::discord::view::position::{
    heap_names, how_it_ended, position_text, readable, title, with_position,
};
use crate::discord::view::{
    AnimalSays, ExtraLines, HELPS, animal_name, animal_says, button, labelled_button, name, player,
    relative,
};
use crate::game::{
    Cause, Game, NextGame, Outcome, Phase, Player, Review, Seat, TurningPoint, Verdict,
};
use crate::records::{GameRecord, OnLadder, PracticeNews};
use crate::service::BotRematch;
use nim_games::{Animal, Explanation, Move, Position};

/// The maximum length of the sentence about a finished game. People do not read longer ones.
const MAX_SENTENCE: usize = 140;

/// The maximum length of the reason for the end of a game, in which names are longer than they are
/// shown.
const MAX_WHY: usize = 180;

/// The board of a finished game. If it was against the bot and another game has followed, the board
/// shows only the result, without a picture.
pub(in crate::discord) fn ended(
    language: Language<'_>,
    record: &GameRecord,
    extra_lines: ExtraLines,
) -> Message {
    let game = &record.game;
    let coin = extra_lines
        .mentions_coin
        .then(|| coin_line(language, game))
        .flatten();
    let result = [result_in_words(language, record)]
        .into_iter()
        .chain(coin)
        .join("\n");
    if record.is_followed {
        let review = button(
            language,
            ReviewControl::Open(Seen::of(game)).id(),
            key!("button-review"),
        );
        return Message::public(result, vec![CreateActionRow::Buttons(vec![review])]);
    }
    let review = Review::of(game.start_position(), &record.moves);
    let mut lines = vec![result];
    let gives_away = extra_lines.stays_out;
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
    let practice = match extra_lines.practice {
        PracticeNews::AsksAgain if has_animal_won => Some(language.say(key!("board-asks-again"))),
        PracticeNews::Waiting(count) => {
            Some(tell!(language, key!("board-practice"), "count" => count))
        }
        PracticeNews::AsksAgain | PracticeNews::None => None,
    };
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

/// Says what the colours of a picture mean, if it shows the moment that decided the game.
fn legend(
    language: Language<'_>,
    game: &Game,
    review: &Review,
    picture: &Picture,
) -> Option<String> {
    let Picture::Board(board) = picture else {
        return None;
    };
    board.winning_move?;
    let shows = match (game.turning_point(review), board.wrong_move) {
        (Some(_), Some(_)) => "both",
        (Some(_), None) => "right",
        (None, _) => "kept",
    };
    Some(tell!(language, key!("board-moment"), "shows" => shows))
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

/// Who won and how, with the changes of the ratings.
pub(in crate::discord) fn result_in_words(language: Language<'_>, record: &GameRecord) -> String {
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
            return tell!(
                language, key!("board-abandoned"), "first" => first, "second" => second, "game" => title(language, start)
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

/// A player in full: an animal with its picture, a member with the change of the rating in brackets
/// if there is one.
fn in_full(language: Language<'_>, record: &GameRecord, seat: Seat) -> String {
    let seated = record.game.players().at(seat);
    let changes = || record.ratings.iter();
    let change = match seated {
        Player::Bot(animal) => return animal_name(language, animal),
        Player::Member(member) => changes().find(|change| change.member == member),
        Player::Former(_) => None,
    };
    let who = crowned(record, seat, player(language, seated));
    match change {
        Some(change) => tell!(
            language, key!("board-rating"), "who" => who, "before" => change.before.to_string(), "after" => change.after.to_string()
        ),
        None => who,
    }
}

/// The turning point of the game in a short sentence. Returns `None` if there was none.
fn turning_point_in_short(language: Language<'_>, game: &Game, review: &Review) -> Option<String> {
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
fn first_winning_move(review: &Review, winner: Seat) -> Option<&crate::game::ReviewedMove> {
    let mut moves = review.moves.iter();
    moves.find(|reviewed| {
        reviewed.seat == winner
            && reviewed.verdict == Verdict::KeptTheWin
            && !reviewed.before.choices().is_one_at_a_time()
    })
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

/// The board at the turning point, with the mistake and the winning move; else the board where the
/// winner kept the win.
fn board_at_turning_point(language: Language<'_>, game: &Game, review: &Review) -> Option<Board> {
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

/// The picture at the end: of a game that a member has lost against the bot, [`picture_of_loss`];
/// otherwise nothing about mistakes: the path on the board of squares, or the board that was left.
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
            path(language, record).or_else(|| last_board(language, game))
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

/// The path of these moves, and its description.
pub(in crate::discord) fn path_of_moves(
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

/// Why a game was won and lost, in one sentence, with the board.
pub(in crate::discord) fn why(language: Language<'_>, record: &GameRecord) -> Message {
    let game = &record.game;
    let review = Review::of(game.start_position(), &record.moves);
    let winner = game.outcome().and_then(Outcome::winner);
    let turning = game.turning_point(&review);
    let sentence = match (turning, winner) {
        (Some(turning), _) => missed(language, game, turning),
        (None, Some(winner)) => {
            let first = review.moves.first();
            let has_chosen = first_winning_move(&review, winner).is_some();
            let key = match first {
                Some(_) if has_chosen => key!("board-flawless"),
                Some(_) | None => key!("board-could-win"),
            };
            let sentence = tell!(language, key, "who" => name(language, game, winner));
            let first = first_winning_move(&review, winner);
            let reason = first.and_then(|first| {
                let mut args = move_arguments(language, first.before, first.mv);
                args.set("short", in_short(language, first.before, first.mv));
                let explanation = Explanation::of_move(first.before, first.mv);
                let then = then(language, game, winner, &explanation)?;
                Some(format!(
                    "{} {then}",
                    language.tell(key!("why-first"), &args)
                ))
            });
            with_reason(sentence, reason)
        }
        (None, None) => String::new(),
    };
    let seen = Seen::of(game);
    let try_again = turning.map(|turning| {
        let control = StartControl::TryAgain(game.id(), turning.moves_before());
        button(language, control.id(), key!("button-try-again")).emoji(HELPS)
    });
    let more = button(
        language,
        ReviewControl::Explain(seen).id(),
        key!("button-tell-more"),
    );
    let buttons = try_again.into_iter().chain([more]).collect();
    let message = Message::private(sentence, vec![CreateActionRow::Buttons(buttons)]);
    match board_at_turning_point(language, game, &review) {
        Some(board) => {
            let in_words = board_in_words(language, &board);
            let picture = Picture::Board(Box::new(board));
            let legend = legend(language, game, &review, &picture);
            let message = legend
                .iter()
                .fold(message, |message, line| message.with_line(line));
            message.showing(picture, in_words)
        }
        None => message,
    }
}

/// What would have won at the turning point, and what would have become of a reply.
fn missed(language: Language<'_>, game: &Game, turning: TurningPoint) -> String {
    let who = name(language, game, turning.seat);
    let Some(right) = turning.right else {
        return tell!(language, key!("why-given-up"), "who" => who);
    };
    let mut args = move_arguments(language, turning.position, right);
    let has_won = game.outcome().and_then(Outcome::winner) == Some(turning.seat);
    args.set("who", who);
    args.set("has-won", if has_won { "yes" } else { "no" });
    let explanation = Explanation::of_move(turning.position, right);
    args.set("end", ends(&explanation));
    let missed = language.tell(key!("why-missed"), &args);
    let then = then(language, game, turning.seat, &explanation);
    with_reason(missed, then)
}

/// What would have become of the most instructive reply to a winning move. `None` if there is none.
fn then(
    language: Language<'_>,
    game: &Game,
    seat: Seat,
    explanation: &Explanation,
) -> Option<String> {
    let refutation = explanation.refutations.first()?;
    let answer = refutation.answer?;
    let sentence = |at, mv| in_sentence(language, at, mv, Voice::Them, false);
    Some(tell!(
        language, key!("why-then"), "who" => name(language, game, seat), "other" => name(language, game, seat.other()),
        "reply" => sentence(explanation.lost_position, refutation.mv),
        "answer" => sentence(refutation.after_move, answer),
        "wins" => if refutation.after_answer.is_over() { "yes" } else { "no" }
    ))
}

/// A sentence with its reason, unless that makes it too long.
fn with_reason(sentence: String, reason: Option<String>) -> String {
    let whole = reason.map(|reason| format!("{sentence} {reason}"));
    whole
        .filter(|whole| whole.chars().count() <= MAX_WHY)
        .unwrap_or(sentence)
}

/// The full explanation of a finished game: why it was won, by which law, and a way to the lessons.
pub(in crate::discord) fn explanation(language: Language<'_>, record: &GameRecord) -> Message {
    let game = &record.game;
    let review = Review::of(game.start_position(), &record.moves);
    let winner = game.outcome().and_then(Outcome::winner);
    let head_and_explanation = winner.and_then(|winner| match game.turning_point(&review) {
        Some(turning) => Some(turning_point_explained(language, game, turning)),
        None => flawless_win_explained(language, game, winner, &review),
    });
    let mut lines = Vec::new();
    lines.extend(
        head_and_explanation.as_ref().map(|(head, explanation)| {
            explained_with_head(head, language, explanation, Voice::Them)
        }),
    );
    let text = lines.join("\n");
    let learn = LearnControl::Course(record.variant()).id();
    let learn = button(language, learn, key!("button-learn"));
    let rows = vec![CreateActionRow::Buttons(vec![learn])];
    match head_and_explanation {
        Some((_, explanation)) => with_pictures(language, text, rows, &explanation),
        None => Message::private(text, rows),
    }
}

/// Who could have won at the turning point, as a sentence, and the explanation of the winning move
/// or of the lost position.
fn turning_point_explained(
    language: Language<'_>,
    game: &Game,
    turning: TurningPoint,
) -> (String, Explanation) {
    let position = turning.position;
    let (key, mut args, explanation) = match turning.right {
        Some(right) => (
            key!("board-lesson"),
            move_arguments(language, position, right),
            Explanation::of_move(position, right),
        ),
        None => (
            key!("board-lesson-not-to-move"),
            FluentArgs::new(),
            Explanation::of(position),
        ),
    };
    args.set("who", name(language, game, turning.seat));
    args.set("position", readable(position));
    args.set("end", ends(&explanation));
    (language.tell(key, &args), explanation)
}

/// Whether a winning move ends the game, as an argument of a text.
fn ends(explanation: &Explanation) -> &'static str {
    if explanation.lost_position.is_over() {
        "at-once"
    } else {
        "later"
    }
}

/// How the winner kept a win that was there from the first move. Returns `None` if nobody moved.
fn flawless_win_explained(
    language: Language<'_>,
    game: &Game,
    winner: Seat,
    review: &Review,
) -> Option<(String, Explanation)> {
    let start = review.moves.first()?.before;
    let who = name(language, game, winner);
    let chosen = first_winning_move(review, winner);
    let key = match chosen {
        Some(_) => key!("board-flawless"),
        // There was nothing to choose.
        None => key!("board-could-win"),
    };
    let mut moves = review.moves.iter();
    let first = chosen.or_else(|| moves.find(|reviewed| reviewed.seat == winner));
    let sentence = tell!(language, key, "who" => who);
    let Some(first) = first else {
        return Some((sentence, Explanation::of(start)));
    };
    let mut args = move_arguments(language, first.before, first.mv);
    args.set("position", readable(first.before));
    let explanation = Explanation::of_move(first.before, first.mv);
    args.set("end", ends(&explanation));
    let how = language.tell(key!("board-lesson-flawless-first"), &args);
    Some((format!("{sentence} {how}"), explanation))
}

/// The players' votes for the next game, until they agree.
fn votes(language: Language<'_>, record: &GameRecord) -> Option<String> {
    let game = &record.game;
    let Phase::Ended { votes, .. } = game.phase() else {
        return None;
    };
    let vote_text = |seat| {
        let key = match votes.at(seat)? {
            NextGame::Rematch => key!("board-vote-rematch"),
            NextGame::NewPosition => key!("board-vote-new-position"),
        };
        let args = fluent::fluent_args!["who" => name(language, game, seat)];
        Some(language.tell_for_game(game.start_position().variant(), key, &args))
    };
    let mut sentences: Vec<String> = Seat::BOTH.into_iter().filter_map(vote_text).collect();
    if sentences.is_empty() || game.agreed_next_game().is_some() {
        return None;
    }
    let rated = if record.can_next_be_rated() {
        "yes"
    } else {
        "no"
    };
    let ends = Seat::BOTH
        .into_iter()
        .filter(|&seat| votes.at(seat).is_some());
    let until = ends.map(|seat| record.end_of_vote(seat)).min()?;
    sentences.push(tell!(
        language, key!("board-votes-agree"), "rated" => rated, "until" => relative(until)
    ));
    Some(sentences.join(" "))
}

/// The next thing, why it ended so, and everything else.
fn ended_rows(
    language: Language<'_>,
    record: &GameRecord,
    review: &Review,
    says_why: bool,
) -> Vec<CreateActionRow> {
    let game = &record.game;
    let players = game.players();
    let seen = Seen::of(game);
    let has_moves = game.ply() > 0;
    let has_winner = game.outcome().and_then(Outcome::winner).is_some();
    let why = || button(language, ReviewControl::Why(seen).id(), key!("button-why"));
    let open_review = || {
        button(
            language,
            ReviewControl::Open(seen).id(),
            key!("button-review"),
        )
    };
    let more = button(language, StartControl::More(seen).id(), key!("button-more"));
    // No rematch with a former player, and none that has begun.
    let is_former = |player| matches!(player, Player::Former(_));
    let is_anybody_gone = is_former(players.first) || is_former(players.second);
    let buttons: Vec<CreateButton> = match players.animal() {
        _ if is_anybody_gone || game.agreed_next_game().is_some() => {
            has_moves.then(open_review).into_iter().collect()
        }
        Some(animal) => [
            Some(next_button(language, record, animal, review, says_why)),
            (has_moves && has_winner).then(why),
            Some(more),
        ]
        .into_iter()
        .flatten()
        .collect(),
        None => {
            let vote = |next_game, label| {
                let label = language.tell_for_game(record.variant(), label, &FluentArgs::new());
                labelled_button(ChallengeControl::Rematch(seen, next_game).id(), &label)
            };
            let rematch = vote(NextGame::Rematch, key!("button-rematch"));
            let new_position = vote(NextGame::NewPosition, key!("button-new-position"));
            [
                Some(rematch.style(ButtonStyle::Primary)),
                Some(new_position),
                has_moves.then(open_review),
            ]
            .into_iter()
            .flatten()
            .collect()
        }
    };
    if buttons.is_empty() {
        return Vec::new();
    }
    vec![CreateActionRow::Buttons(buttons)]
}

/// The next game after one against the bot: the next animal; after a loss, the moment in which it
/// could have been won; otherwise another game like this one.
fn next_button(
    language: Language<'_>,
    record: &GameRecord,
    animal: Animal,
    review: &Review,
    says_why: bool,
) -> CreateButton {
    let game = &record.game;
    let winner = game.outcome().and_then(Outcome::winner);
    let has_member_won =
        winner.is_some_and(|winner| matches!(game.players().at(winner), Player::Member(_)));
    let rematch = |next| StartControl::Rematch(Seen::of(game), next);
    let counts = record.ladder.counts() && !record.was_helped();
    let next = animal.next().filter(|_| has_member_won && counts);
    let missed = game
        .turning_point(review)
        .filter(|turning| says_why && !has_member_won && turning.cause == Cause::Move);
    let (control, label) = match (next, missed) {
        (Some(next), _) => {
            let name = animal_name(language, next);
            (
                rematch(BotRematch::Against(next)),
                tell!(language, key!("button-next-animal"), "animal" => name),
            )
        }
        (None, Some(turning)) => {
            let control = StartControl::TryAgain(game.id(), turning.moves_before());
            let label = language.say(key!("button-try-from-there"));
            let button = labelled_button(control.id(), &label).emoji(HELPS);
            return button.style(ButtonStyle::Primary);
        }
        (None, None) => {
            let label = language.say(key!("button-play-again"));
            (rematch(BotRematch::Again), label)
        }
    };
    labelled_button(control.id(), &label).style(ButtonStyle::Primary)
}
