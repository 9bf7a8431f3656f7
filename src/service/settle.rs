//! What follows from a change of a game: it is settled if it has ended, and players who are away are notified.

use std::time::Duration;

use super::GameUpdate;
use super::notifications::notifications;
use crate::game::{Absence, Event, Game, Outcome, Player, Seat, Timestamp};
use crate::records::{
    GameRecord, Limit, NotificationKind, NotificationMessage, RatedResult, Stage,
};
use crate::store::{self, Work};

/// How long after a no-show another one counts as a forfeit.
pub(super) const NO_SHOW: Duration = Duration::from_hours(24);

/// A change of a running game. `by` is the player who made it, or `None` if the time ran out.
pub(super) fn apply_events(
    work: &mut Work<'_>,
    mut record: GameRecord,
    (game, events): (Game, Vec<Event>),
    by: Option<Seat>,
    at: Timestamp,
) -> store::Result<GameUpdate> {
    record.stage = Stage::Running {
        remind: game.reminder(),
    };
    record.game = game;
    let mut update = GameUpdate::of(record);
    update.events = events;
    mark_active(work, &mut update, by, at)?;
    if update.record.game.outcome().is_some() {
        settle(work, &mut update, at)?;
        // Earlier notifications are obsolete.
        for seat in Seat::BOTH {
            take_notification(work, &mut update, seat)?;
        }
    }
    let kind = match update.record.game.to_move() {
        Some(_) => NotificationKind::Turn,
        None => NotificationKind::Ended,
    };
    update.notifications = notifications(work, &update.record, kind, by, at)?;
    Ok(update)
}

/// Ends a game whose time is over.
pub(super) fn time_out(
    work: &mut Work<'_>,
    record: GameRecord,
    now: Timestamp,
) -> store::Result<GameUpdate> {
    let on_turn = record.game.to_move();
    let absence = match on_turn.map(|seat| record.game.players().at(seat)) {
        Some(Player::Member(member)) => {
            let before = work.limited_since(Limit::NoShow(member), now.before(NO_SHOW))?;
            if before.is_empty() {
                Absence::Excused
            } else {
                Absence::Counts
            }
        }
        Some(Player::Former(_) | Player::Bot(_)) | None => Absence::Excused,
    };
    match record.game.timed_out(absence, now) {
        Ok(ended) => apply_events(work, record, ended, None, now),
        Err(_ended_already) => Ok(GameUpdate::of(record)),
    }
}

/// Notes that a player was active. The player's notification is obsolete.
pub(super) fn mark_active(
    work: &mut Work<'_>,
    update: &mut GameUpdate,
    by: Option<Seat>,
    at: Timestamp,
) -> store::Result<()> {
    let players = update.record.game.players();
    let Some((seat, Player::Member(_))) = by.map(|seat| (seat, players.at(seat))) else {
        return Ok(());
    };
    let last_active = &mut update.record.last_active;
    *last_active = last_active.with(seat, at.max(last_active.at(seat)));
    take_notification(work, update, seat)
}

/// Removes a player's notification.
fn take_notification(
    work: &mut Work<'_>,
    update: &mut GameUpdate,
    seat: Seat,
) -> store::Result<()> {
    if let Player::Member(member) = update.record.game.players().at(seat) {
        let game = update.record.game.id();
        update.obsolete.extend(
            work.take_notification(game, member)?
                .map(NotificationMessage::obsolete),
        );
    }
    Ok(())
}

/// Judges the moves of a game that has just ended, and changes the ratings if it was rated. This is part of the job that ends the game, so it
/// happens once.
fn settle(work: &mut Work<'_>, update: &mut GameUpdate, at: Timestamp) -> store::Result<()> {
    let record = &mut update.record;
    let mut moves = work.moves(record.game.id())?;
    moves.extend(update.events.iter().filter_map(|event| match event {
        Event::Moved { mv, .. } => Some(*mv),
        Event::TakenBack { .. } | Event::Ended(_) => None,
    }));
    record.end(moves);
    if let (Some(Outcome::LastMove { winner }), players) =
        (record.game.outcome(), record.game.players())
        && let Player::Member(loser) = players.at(winner.other())
    {
        update.tells_of_lessons = work.tell_of_lessons(loser)?;
    }
    if let Some(absent) = record.absent() {
        work.limit(Limit::NoShow(absent), at, NO_SHOW)?;
    }
    // A game without a result does not count as rated.
    if let Some(pair) = record.rated_pair().filter(|_| !record.has_result()) {
        work.unlimit(Limit::rated(pair), record.begun)?;
    }
    if let Some([won, lost]) = record.rated_result() {
        let variant = record.variant();
        // Both are read before either can fail, so that they are loaded together.
        let rankings = (work.ranking(won, variant), work.ranking(lost, variant));
        let end = RatedResult::of(record, [(won, &*rankings.0?), (lost, &*rankings.1?)]);
        record.rate(end.rating_changes());
        work.rate(end)?;
    }
    Ok(())
}
