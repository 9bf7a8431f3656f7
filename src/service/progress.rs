//! What follows from what has happened in a game: it is saved, settled if it has ended, and whoever is away is told.

use std::time::Duration;

use super::Acted;
use crate::game::{Absence, Event, Game, Player, Review, Seat, Timestamp};
use crate::records::{About, GameRecord, RatedEnd, Tell, Telling, Way};
use crate::store::{self, Work};

/// Whoever has done nothing in a game for longer than this is away.
const AWAY: Duration = Duration::from_mins(1);

/// For how long a member who did not turn up may not do so again.
pub(super) const NO_SHOW: Duration = Duration::from_hours(24);

/// Saves what has happened to a running game. `by` has done it; nobody has where time has.
pub(super) fn progressed(
    work: &mut Work<'_>,
    mut record: GameRecord,
    (game, events): (Game, Vec<Event>),
    by: Option<Seat>,
    at: Timestamp,
) -> store::Result<Acted> {
    record.game = game;
    work.save_game(&mut record, &events, at)?;
    let mut acted = Acted::of(record);
    touched(work, &mut acted, by, at)?;
    if acted.record.game.outcome().is_some() {
        settle(work, &mut acted.record, at)?;
        // Whatever anybody was told before is not news any more.
        for seat in [Seat::First, Seat::Second] {
            take_notice(work, &mut acted, seat)?;
        }
    }
    let about = match acted.record.game.to_move() {
        Some(_) => About::Turn,
        None => About::Ended,
    };
    acted.tell = to_tell(work, &acted.record, about, by, at)?;
    Ok(acted)
}

/// Ends a game whose time is over.
pub(super) fn timed_out(
    work: &mut Work<'_>,
    record: GameRecord,
    now: Timestamp,
) -> store::Result<Acted> {
    let on_turn = record.game.to_move();
    let absence = match on_turn.map(|seat| record.game.players().at(seat)) {
        Some(Player::Member(member)) if work.no_show(member)? > Some(now.before(NO_SHOW)) => {
            Absence::Counts
        }
        Some(_) | None => Absence::Excused,
    };
    match record.game.timed_out(absence, now) {
        Ok(ended) => progressed(work, record, ended, None, now),
        Err(_ended_already) => Ok(Acted::of(record)),
    }
}

/// Keeps that a player has done something: what the player was told has served its purpose.
pub(super) fn touched(
    work: &mut Work<'_>,
    acted: &mut Acted,
    by: Option<Seat>,
    at: Timestamp,
) -> store::Result<()> {
    let players = acted.record.game.players();
    let Some((seat, Player::Member(_))) = by.map(|seat| (seat, players.at(seat))) else {
        return Ok(());
    };
    let [first, second] = &mut acted.record.touched;
    let touched = match seat {
        Seat::First => first,
        Seat::Second => second,
    };
    *touched = at.max(*touched);
    work.save_game(&mut acted.record, &[], at)?;
    take_notice(work, acted, seat)
}

/// Takes the message away by which a player was told something.
fn take_notice(work: &mut Work<'_>, acted: &mut Acted, seat: Seat) -> store::Result<()> {
    if let Player::Member(member) = acted.record.game.players().at(seat) {
        let game = acted.record.game.id();
        acted.served.extend(work.take_notice(game, member)?);
    }
    Ok(())
}

/// Who is away and is to be told that, and how.
pub(super) fn to_tell(
    work: &mut Work<'_>,
    record: &GameRecord,
    about: About,
    by: Option<Seat>,
    at: Timestamp,
) -> store::Result<Vec<Tell>> {
    let mut tell = Vec::new();
    for seat in [Seat::First, Seat::Second] {
        let Player::Member(member) = record.game.players().at(seat) else {
            continue;
        };
        let concerns = match about {
            About::Turn | About::Reminder => record.game.to_move() == Some(seat),
            About::Begun | About::Ended | About::Offer(_) | About::Challenged => true,
        };
        let is_away = at.since(record.touched_by(seat)) > AWAY;
        // A former player, who has erased everything, cannot be told anything.
        let can_be_told = member.0 > 0 && record.game.players().level().is_none();
        if by == Some(seat) || !concerns || !is_away || !can_be_told {
            continue;
        }
        let member_now = work.member(member)?;
        let settings = &member_now.settings;
        let opponent = record.game.players().at(seat.other());
        let is_blocked = settings
            .blocked
            .iter()
            .any(|&blocked| opponent == Player::Member(blocked));
        if is_blocked && matches!(about, About::Offer(_)) {
            continue;
        }
        if let Some(way) = way_to(work, settings.telling, record.place.guild)? {
            tell.push(Tell {
                game: record.game.id(),
                member,
                about,
                way,
                at,
            });
        }
    }
    Ok(tell)
}

/// How somebody is told who has set that, in that server.
pub(super) fn way_to(
    work: &mut Work<'_>,
    telling: Telling,
    server: Option<i64>,
) -> store::Result<Option<Way>> {
    Ok(match telling {
        Telling::Never => None,
        Telling::Direct => Some(Way::Direct),
        Telling::Ping if !work.server_settings(server)?.pings => None,
        Telling::Ping => Some(Way::Ping),
    })
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
