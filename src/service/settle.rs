//! What follows from what has happened in a game: it is saved, settled if it has ended, and whoever is away is told.

use std::time::Duration;

use super::GameUpdate;
use super::notifications::notifications;
use crate::game::{Absence, Event, Game, Player, Review, Seat, Timestamp};
use crate::records::{GameRecord, NotificationKind, RatedEnd};
use crate::store::{self, Work};

/// For how long a member who did not turn up may not do so again.
pub(super) const NO_SHOW: Duration = Duration::from_hours(24);

/// Saves what has happened to a running game. `by` has done it; nobody has where time has.
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
        // Whatever anybody was told before is not news any more.
        for seat in [Seat::First, Seat::Second] {
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

/// Keeps that a player has done something: what the player was told has served its purpose.
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
    let [first, second] = &mut update.record.last_active;
    let last_active = match seat {
        Seat::First => first,
        Seat::Second => second,
    };
    *last_active = at.max(*last_active);
    work.save_game(&mut update.record, &[], at)?;
    take_notification(work, update, seat)
}

/// Takes the message away by which a player was told something.
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

/// Judges the moves of a game that has just ended, and changes the ratings of its players if it was rated: all in the
/// group of its end, so once.
fn settle(work: &mut Work<'_>, record: &mut GameRecord, at: Timestamp) -> store::Result<()> {
    let review = Review::of(record.game.start_position(), &record.moves);
    record.accuracies = Some([Seat::First, Seat::Second].map(|seat| review.accuracy(seat)));
    if let Some([won, lost]) = record.rated_result() {
        // Both are asked for at once.
        let forms = (work.form(won), work.form(lost));
        let end = RatedEnd::of(record, [(won, &*forms.0?), (lost, &*forms.1?)]);
        record.ratings = end.rating_changes();
        work.rate(end)?;
    }
    work.save_game(record, &[], at)
}
