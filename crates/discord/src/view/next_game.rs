//! The buttons of a finished game, and the players' votes for the next one.

use fluent::FluentArgs;
use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::controls::challenge::ChallengeControl;
use crate::controls::review::ReviewControl;
use crate::controls::start::StartControl;
use crate::controls::{Control, Seen};
use crate::text::{Language, key, tell};
use crate::view::{HELPS, animal_name, button, date_and_time, labelled_button, name};
use nim_games::Animal;
use wythoff_game::records::GameRecord;
use wythoff_game::{Cause, NextGame, Outcome, Pair, Phase, Player, Review, Seat, Stake};
use wythoff_service::BotRematch;

/// The players' votes for the next game, until they agree.
pub(super) fn votes(language: Language<'_>, record: &GameRecord) -> Option<String> {
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
    let rated = match (record.can_next_be_rated(), game.terms().stake) {
        (true, _) => "yes",
        (false, Stake::Rated) => "none",
        (false, _) => "no",
    };
    let ends = Seat::BOTH
        .into_iter()
        .filter(|&seat| votes.at(seat).is_some());
    let until = ends.map(|seat| record.end_of_vote(seat)).min()?;
    sentences.push(tell!(
        language, key!("board-votes-agree"), "rated" => rated, "until" => date_and_time(until),
        "first" => name(language, game, Seat::Second)
    ));
    Some(sentences.join(" "))
}

/// The next thing, why it ended so, and everything else.
pub(super) fn ended_rows(
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
            let review = has_moves.then(open_review);
            vote_buttons(language, record).chain(review).collect()
        }
    };
    if buttons.is_empty() {
        return Vec::new();
    }
    vec![CreateActionRow::Buttons(buttons)]
}

/// The two games that members can offer each other next. First what one of them wants, or what is next: after two games
/// both have begun from that board.
fn vote_buttons(language: Language<'_>, record: &GameRecord) -> impl Iterator<Item = CreateButton> {
    let game = &record.game;
    let vote = |next_game, label| {
        let label = language.tell_for_game(record.variant(), label, &FluentArgs::new());
        let control = ChallengeControl::Rematch(Seen::of(game), next_game);
        labelled_button(control.id(), &label)
    };
    let rematch = vote(NextGame::Rematch, key!("button-rematch"));
    let new_position = vote(NextGame::NewPosition, key!("button-new-position"));
    let wants = |next_game| {
        let mut votes = Seat::BOTH.into_iter().map(|seat| game.vote_of(seat));
        votes.any(|vote| vote == Some(next_game))
    };
    let is_pair_over = matches!(game.terms().pair, Pair::Second { .. });
    let is_new = wants(NextGame::NewPosition) || is_pair_over && !wants(NextGame::Rematch);
    let [next, other] = if is_new {
        [new_position, rematch]
    } else {
        [rematch, new_position]
    };
    [next.style(ButtonStyle::Primary), other].into_iter()
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
