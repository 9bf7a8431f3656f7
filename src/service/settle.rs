//! Saving a game after a change: it is settled if it has ended, and players who are away are notified.

use std::time::Duration;

use super::GameUpdate;
use super::notifications::notifications;
use crate::game::{Absence, BySeat, Event, Game, Player, Review, Seat, Timestamp};
use crate::records::{GameRecord, NotificationKind, RatedResult};
use crate::store::{self, Work};

/// How long after a no-show another one counts as a forfeit.
pub(super) const NO_SHOW: Duration = Duration::from_hours(24);

/// Saves a change of a running game. `by` is the player who made it, or `None` if the time ran out.
pub(super) fn apply_events(
    work: &mut Work<'_>,
    mut record: GameRecord,
    (game, events): (Game, Vec<Event>),
    by: Option<Seat>,
    at: Timestamp,
) -> store::Result<GameUpdate> {
    record.game = game;
    work.save_game(&mut record, &events, at)?;
    let mut update = GameUpdate::of(record);
    mark_active(work, &mut update, by, at)?;
    if update.record.game.outcome().is_some() {
        settle(work, &mut update.record, at)?;
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
        Some(Player::Member(member)) if work.no_show(member)? > Some(now.before(NO_SHOW)) => {
            Absence::Counts
        }
        Some(_) | None => Absence::Excused,
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
    work.save_game(&mut update.record, &[], at)?;
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
        update
            .obsolete
            .extend(work.take_notification(game, member)?);
    }
    Ok(())
}

/// Judges the moves of a game that has just ended, and changes the ratings if it was rated. This is part of the job that ends the game, so it
/// happens once.
fn settle(work: &mut Work<'_>, record: &mut GameRecord, at: Timestamp) -> store::Result<()> {
    let review = Review::of(record.game.start_position(), &record.moves);
    record.accuracies = Some(BySeat::each(|seat| review.accuracy(seat)));
    if let Some([won, lost]) = record.rated_result() {
        let variant = record.variant();
        // Both are read before either can fail, so that they are loaded together.
        let forms = (work.form(won, variant), work.form(lost, variant));
        let end = RatedResult::of(record, [(won, &*forms.0?), (lost, &*forms.1?)]);
        record.ratings = end.rating_changes();
        work.rate(end)?;
    }
    work.save_game(record, &[], at)
}
