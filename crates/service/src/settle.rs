//! What follows from a change of a game: it is settled if it has ended, and players who are away
//! are notified.

use std::time::Duration;

use super::GameUpdate;
use super::ladder::climb;
use super::notifications::notify;
use super::pairs::{first_of, rated, take_up_first};
use super::practice::take_up;
use nim_games::Move;
use wythoff_game::records::{
    GameRecord, Limit, NotificationKind, NotificationMessage, PracticeNews,
};
use wythoff_game::{Absence, Event, Game, Outcome, Pair, Player, Seat, Timestamp};
use wythoff_store::Tx;

/// For this long after a no-show, another one counts as a forfeit.
pub(super) const NO_SHOW_REMEMBERED: Duration = Duration::from_hours(24);

/// Puts a changed game into its record, and does what follows from the change; the
/// caller saves the update. `by` is the player
/// who counts as active because of it, or `None` if nobody does, as when the time ran out.
pub(super) async fn after_change(
    tx: &mut Tx,
    mut record: GameRecord,
    (game, events): (Game, Vec<Event>),
    by: Option<Seat>,
    at: Timestamp,
) -> wythoff_store::Result<GameUpdate> {
    record.game = game;
    let mut update = GameUpdate::of(record);
    update.events = events;
    mark_active(tx, &mut update, by, at).await?;
    if update.record.game.outcome().is_some() {
        settle(tx, &mut update, at).await?;
        // Earlier notifications are obsolete.
        for seat in Seat::BOTH {
            take_notification(tx, &mut update, seat).await?;
        }
    }
    let kind = match update.record.game.to_move() {
        Some(_) => NotificationKind::Turn,
        None => NotificationKind::Ended,
    };
    notify(tx, &mut update, kind, by, at).await?;
    Ok(update)
}

/// Ends a game whose time is over.
pub(super) async fn time_out(
    tx: &mut Tx,
    record: GameRecord,
    now: Timestamp,
) -> wythoff_store::Result<GameUpdate> {
    let on_turn = record.game.to_move();
    let absence = match on_turn.map(|seat| record.game.players().at(seat)) {
        Some(Player::Member(member)) => {
            let since = now.minus(NO_SHOW_REMEMBERED);
            let before = tx.limit_events_since(Limit::NoShow(member), since).await?;
            let first = first_of(tx, &record).await?;
            let was_there =
                first.is_some_and(|first| first.has_moved(member) || first.has_lost(member));
            if before.is_empty() && !was_there {
                Absence::Excused
            } else {
                Absence::Counts
            }
        }
        Some(Player::Former(_) | Player::Bot(_)) | None => Absence::Excused,
    };
    match record.game.timed_out(absence, now) {
        Ok(ended) => after_change(tx, record, ended, None, now).await,
        Err(_ended_already) => Ok(GameUpdate::of(record)),
    }
}

/// Notes that a player was active. The player's notification is obsolete.
pub(super) async fn mark_active(
    tx: &mut Tx,
    update: &mut GameUpdate,
    by: Option<Seat>,
    at: Timestamp,
) -> wythoff_store::Result<()> {
    let players = update.record.game.players();
    let Some((seat, Player::Member(_))) = by.map(|seat| (seat, players.at(seat))) else {
        return Ok(());
    };
    let last_active = &mut update.record.last_active;
    *last_active = last_active.with(seat, at.max(last_active.at(seat)));
    take_notification(tx, update, seat).await
}

/// Removes the notification that a player was sent, and has its message deleted. Games against the bot have
/// none.
async fn take_notification(
    tx: &mut Tx,
    update: &mut GameUpdate,
    seat: Seat,
) -> wythoff_store::Result<()> {
    let players = update.record.game.players();
    if let (Player::Member(member), None) = (players.at(seat), players.animal()) {
        let game = update.record.game.id();
        let gone = tx.take_notification(game, member).await?;
        update
            .obsolete
            .extend(gone.map(NotificationMessage::obsolete));
    }
    Ok(())
}

/// Settles a game that has just ended: judges its moves, takes up positions to practise, changes the
/// ladder and, if it was rated, computes the ratings, which `GameUpdate::save` stores. This is part of
/// the change that ends the game, so it happens once.
async fn settle(tx: &mut Tx, update: &mut GameUpdate, at: Timestamp) -> wythoff_store::Result<()> {
    let record = &mut update.record;
    let before = tx.plies(record.game.id()).await?;
    let mut moves: Vec<Move> = before.iter().map(|ply| ply.played.mv).collect();
    moves.extend(update.events.iter().filter_map(|event| match event {
        Event::Moved { mv, .. } => Some(*mv),
        Event::TakenBack { .. } | Event::Ended(_) => None,
    }));
    let review = record.end(moves);
    let is_against_bot = record.game.players().animal().is_some();
    // What was judged in the first of two games would tell something about the second.
    let waits = record.game.terms().pair == Pair::First && record.has_result();
    let asks_again = !waits && take_up(tx, record, &review, at).await? && is_against_bot;
    if let (Some(Outcome::LastMove { winner }), players) =
        (record.game.outcome(), record.game.players())
        && !waits
        && let Player::Member(loser) = players.at(winner.other())
        && !record.game.start_position().own_lessons().is_empty()
    {
        update.tells_of_lessons = tx.note_told_of_lessons(loser).await?;
    }
    climb(tx, record, at).await?;
    if asks_again && matches!(record.game.outcome(), Some(Outcome::LastMove { .. })) {
        update.practice = PracticeNews::AsksAgain;
    }
    if let Some(absent) = record.absent() {
        tx.limit(Limit::NoShow(absent), at, NO_SHOW_REMEMBERED)
            .await?;
    }
    let first = first_of(tx, record).await?;
    // A game without a result does not count towards the limit on rated games, nor do two.
    if let (Some(pair), false) = (record.rated_pair(), record.has_result()) {
        let begun = first.as_ref().map_or(record.begun, |first| first.begun);
        tx.remove_limit(Limit::rated(pair), begun).await?;
    }
    if let Some(first) = &first {
        take_up_first(tx, first, at).await?;
    }
    if record.game.terms().pair != Pair::First {
        update.rated = rated(tx, record, first.as_ref()).await?;
    }
    Ok(())
}
