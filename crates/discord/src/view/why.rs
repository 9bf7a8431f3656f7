//! *Why?*: why a game was won and lost, in one sentence and in full.

use fluent::FluentArgs;
use serenity::all::CreateActionRow;

use super::turning_point::{board_at_turning_point, first_winning_move, legend};
use crate::controls::learn::LearnControl;
use crate::controls::review::ReviewControl;
use crate::controls::rules::{RulesControl, RulesPage};
use crate::controls::start::StartControl;
use crate::controls::{Control, Seen};
use crate::message::Message;
use crate::picture::Picture;
use crate::text::{Language, key, tell, yes_or_no};
use crate::view::description::board_in_words;
use crate::view::explanation::{Voice, explained_with_head, in_sentence};
use crate::view::legends::with_pictures;
use crate::view::moves::{in_short, move_arguments};
use crate::view::position::readable;
use crate::view::{HELPS, button, name};
use nim_games::{Explanation, Position};
use wythoff_game::records::GameRecord;
use wythoff_game::{Game, Outcome, Review, ReviewedMove, Seat, TurningPoint, Verdict};

/// The maximum length of the reason for the end of a game, in which names are longer than they are
/// shown.
const MAX_WHY: usize = 180;

/// Why a game was won and lost, in one sentence, with the board.
pub(crate) fn why(language: Language<'_>, record: &GameRecord) -> Message {
    let game = &record.game;
    let review = Review::of(game.start_position(), &record.moves);
    let winner = game.outcome().and_then(Outcome::winner);
    let turning = game.turning_point(&review);
    let sentence = match (turning, winner) {
        (Some(turning), _) => missed(language, game, turning),
        (None, Some(winner)) => {
            let sentence = never_slipped(language, game, winner, &review);
            let first = first_winning_move(&review, winner);
            let reason = first.and_then(|first| {
                let mut args = move_arguments(language, first.before, first.mv);
                args.set("when", when(first));
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

/// That the winner never slipped: whether the win was there from the start, or the animal let it slip.
fn never_slipped(language: Language<'_>, game: &Game, winner: Seat, review: &Review) -> String {
    let has_chosen = first_winning_move(review, winner).is_some();
    let could_win = could_win_at_the_start(game, winner);
    let key = match (could_win, has_chosen) {
        // There was nothing to choose, or a slip was taken back.
        (true, false) => key!("board-could-win"),
        (true, true) if game.times_taken_back() > 0 => key!("board-could-win"),
        (true, true) => key!("board-flawless"),
        (false, _) => key!("board-was-given"),
    };
    tell!(
        language, key, "who" => name(language, game, winner), "other" => name(language, game, winner.other())
    )
}

fn could_win_at_the_start(game: &Game, winner: Seat) -> bool {
    game.start_position().is_lost() == (winner == Seat::Second)
}

/// Whether a move was its player's first, as an argument of a text.
const fn when(reviewed: &ReviewedMove) -> &'static str {
    if reviewed.ply <= 2 { "first" } else { "later" }
}

/// What would have won at the turning point, and what would have become of a reply.
pub(super) fn missed(language: Language<'_>, game: &Game, turning: TurningPoint) -> String {
    let who = name(language, game, turning.seat);
    let Some(right) = turning.right else {
        return tell!(language, key!("why-given-up"), "who" => who);
    };
    let mut args = move_arguments(language, turning.position, right);
    let has_won = game.outcome().and_then(Outcome::winner) == Some(turning.seat);
    args.set("who", who);
    args.set("has-won", yes_or_no(has_won));
    let explanation = Explanation::of_move(turning.position, right);
    args.set("end", ends(&explanation));
    let missed = language.tell(key!("why-missed"), &args);
    let then = then(language, game, turning.seat, &explanation);
    with_reason(missed, then)
}

/// What would have become of the most instructive reply to a winning move. `None` if there is none.
pub(super) fn then(
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
        "wins" => yes_or_no(refutation.after_answer.is_over())
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
pub(crate) fn explanation(language: Language<'_>, record: &GameRecord) -> Message {
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
    let rows = vec![ways_to_win(language, game.start_position())];
    match head_and_explanation {
        Some((_, explanation)) => with_pictures(language, text, rows, &explanation),
        None => Message::private(text, rows),
    }
}

/// Ways to learn how a game is won: its page of the rules, and its lessons.
pub(crate) fn ways_to_win(language: Language<'_>, at: Position) -> CreateActionRow {
    let page = RulesControl::Page(at.example_start(), RulesPage::Find).id();
    let page = button(language, page, key!("rules-find"));
    let learn = LearnControl::Course(at.variant()).id();
    let has_lessons = !at.own_lessons().is_empty();
    let learn = has_lessons.then(|| button(language, learn, key!("button-learn")));
    CreateActionRow::Buttons([page].into_iter().chain(learn).collect())
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
pub(super) fn ends(explanation: &Explanation) -> &'static str {
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
    let chosen = first_winning_move(review, winner);
    let mut moves = review.moves.iter();
    let keeps_win = |reviewed: &&ReviewedMove| {
        reviewed.seat == winner && reviewed.verdict == Verdict::KeptTheWin
    };
    let first = chosen.or_else(|| moves.find(keeps_win));
    let sentence = never_slipped(language, game, winner, review);
    let Some(first) = first else {
        return Some((sentence, Explanation::of(start)));
    };
    let mut args = move_arguments(language, first.before, first.mv);
    args.set("position", readable(first.before));
    args.set("when", when(first));
    let explanation = Explanation::of_move(first.before, first.mv);
    args.set("end", ends(&explanation));
    let how = language.tell(key!("board-lesson-flawless-first"), &args);
    Some((format!("{sentence} {how}"), explanation))
}
