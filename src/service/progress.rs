//! What follows from what has happened in a game: it is saved, settled if it has ended, and whoever is away is told.

use std::time::Duration;

use super::Acted;
use crate::game::{
    Absence, Accuracy, Event, Game, GameId, MemberId, Outcome, Player, Review, Seat, Sequel, Stake,
    Timestamp,
};
use crate::rating::Rating;
use crate::rules::wythoff::Position;
use crate::store::{
    self, Counts, GameRecord, RatedUpTo, RatingChange, Scope, Snapshot, Standing, Telling,
    Transaction,
};

/// Whoever has done nothing in a game for longer than this is away.
const AWAY: Duration = Duration::from_mins(1);

/// For how long a member who did not turn up may not do so again.
pub(super) const NO_SHOW: Duration = Duration::from_hours(24);

/// Somebody who is to be told something about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tell {
    /// The game.
    pub game: GameId,
    /// Who.
    pub member: MemberId,
    /// What.
    pub about: About,
    /// How, as the member's settings say.
    pub way: Way,
    /// As of when.
    pub at: Timestamp,
}

/// What somebody is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// It is the member's turn.
    Turn,
    /// It still is, and the time is running out.
    Reminder,
    /// The member's challenge was accepted, or a sequel has begun.
    Begun,
    /// The game has ended.
    Ended,
    /// The opponent wants to go on like that.
    Offer(Sequel),
    /// The member has been challenged.
    Challenged,
}

/// How somebody is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By a mention where the game is.
    Ping,
    /// By a direct message.
    Direct,
}

/// Saves what has happened to a running game. `by` has done it; nobody has where time has.
pub(super) async fn progressed(
    changes: &mut Transaction<'_>,
    mut record: GameRecord,
    (game, events): (Game, Vec<Event>),
    by: Option<Seat>,
    at: Timestamp,
) -> Result<Acted, store::Error> {
    changes.save_game(&game, &events, at).await?;
    record.game = game;
    let mut acted = Acted::of(record);
    touched(changes, &mut acted, by, at).await?;
    if acted.record.game.outcome().is_some() {
        settle(changes, &mut acted.record).await?;
        // Whatever anybody was told before is not news any more.
        for seat in [Seat::First, Seat::Second] {
            take_notice(changes, &mut acted, seat).await?;
        }
    }
    let about = match acted.record.game.to_move() {
        Some(_) => About::Turn,
        None => About::Ended,
    };
    acted.tell = to_tell(&mut changes.view(), &acted.record, about, by, at).await?;
    Ok(acted)
}

/// Ends a game whose time is over.
pub(super) async fn timed_out(
    changes: &mut Transaction<'_>,
    record: GameRecord,
    now: Timestamp,
) -> Result<Acted, store::Error> {
    let absence = match record
        .game
        .to_move()
        .map(|seat| record.game.players().at(seat))
    {
        Some(Player::Member(member))
            if changes
                .view()
                .no_shows_since(member, now.before(NO_SHOW))
                .await?
                > 0 =>
        {
            Absence::Counts
        }
        Some(_) | None => Absence::Excused,
    };
    match record.game.timed_out(absence, now) {
        Ok(ended) => progressed(changes, record, ended, None, now).await,
        Err(_ended_already) => Ok(Acted::of(record)),
    }
}

/// Keeps that a player has done something: what the player was told has served its purpose.
pub(super) async fn touched(
    changes: &mut Transaction<'_>,
    acted: &mut Acted,
    by: Option<Seat>,
    at: Timestamp,
) -> Result<(), store::Error> {
    let players = acted.record.game.players();
    let Some((seat, Player::Member(_))) = by.map(|seat| (seat, players.at(seat))) else {
        return Ok(());
    };
    changes.touch(acted.record.game.id(), seat, at).await?;
    let [first, second] = &mut acted.record.touched;
    let touched = match seat {
        Seat::First => first,
        Seat::Second => second,
    };
    *touched = at.max(*touched);
    take_notice(changes, acted, seat).await
}

/// Takes the message away by which a player was told something.
async fn take_notice(
    changes: &mut Transaction<'_>,
    acted: &mut Acted,
    seat: Seat,
) -> Result<(), store::Error> {
    if let Player::Member(member) = acted.record.game.players().at(seat) {
        let game = acted.record.game.id();
        acted
            .served
            .extend(changes.take_notice(game, member).await?);
    }
    Ok(())
}

/// Who is away and is to be told that, and how.
pub(super) async fn to_tell(
    view: &mut Snapshot<'_>,
    record: &GameRecord,
    about: About,
    by: Option<Seat>,
    at: Timestamp,
) -> Result<Vec<Tell>, store::Error> {
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
        let settings = view.member_settings(member).await?;
        let opponent = record.game.players().at(seat.other());
        let is_blocked = settings
            .blocked
            .iter()
            .any(|&blocked| opponent == Player::Member(blocked));
        if is_blocked && matches!(about, About::Offer(_)) {
            continue;
        }
        if let Some(way) = way_to(view, settings.telling, record.place.guild).await? {
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
pub(super) async fn way_to(
    view: &mut Snapshot<'_>,
    telling: Telling,
    server: Option<i64>,
) -> Result<Option<Way>, store::Error> {
    Ok(match telling {
        Telling::Never => None,
        Telling::Direct => Some(Way::Direct),
        Telling::Ping => match server {
            Some(server) if !view.server_settings(server).await?.pings => None,
            Some(_) | None => Some(Way::Ping),
        },
    })
}

/// Judges the moves of a game that has just ended, and changes the ratings of its players if it was rated: all in the
/// transaction of its end, so once.
async fn settle(
    changes: &mut Transaction<'_>,
    record: &mut GameRecord,
) -> Result<(), store::Error> {
    record.moves = changes.view().moves(record.game.id()).await?;
    let game = &record.game;
    let review = Review::of(game.start_position(), &record.moves);
    let accuracies = [Seat::First, Seat::Second].map(|seat| review.accuracy(seat));
    changes.save_accuracies(game.id(), accuracies).await?;
    let winner = game.outcome().and_then(Outcome::winner);
    let (Some(winner), Stake::Rated) = (winner, game.terms().stake) else {
        return Ok(());
    };
    let (players, id) = (game.players(), game.id());
    let (Player::Member(won), Player::Member(lost)) =
        (players.at(winner), players.at(winner.other()))
    else {
        return Ok(());
    };
    let finish = changes.number_finish(id).await?;
    let known = |known: Option<RatedUpTo>| {
        known.map_or((Rating::default(), 0), |known| (known.rating, known.streak))
    };
    let (winner_before, streak) = known(changes.view().rating(won).await?);
    let (loser_before, _) = known(changes.view().rating(lost).await?);
    let (winner_after, loser_after) = Rating::after_game(winner_before, loser_before);
    let results = [
        (won, winner, winner_before, winner_after, streak + 1),
        (lost, winner.other(), loser_before, loser_after, 0),
    ];
    let mut ratings = Vec::with_capacity(2);
    for (member, seat, before, after, streak) in results {
        let now = RatedUpTo {
            rating: after,
            streak,
        };
        let change = after.rating - before.rating;
        changes
            .add_rating(member, (id, finish), now, change)
            .await?;
        let accuracy = review.accuracy(seat);
        for scope in scopes(record) {
            let standing = changes.view().standing(scope, member).await?;
            let standing = after_game(standing, member, after, accuracy, streak > 0);
            changes.save_standing(scope, &standing).await?;
        }
        changes.rank_member(member).await?;
        ratings.push(RatingChange::between(member, before, after));
    }
    record.ratings = ratings;
    Ok(())
}

/// The leaderboards on which a game counts.
fn scopes(record: &GameRecord) -> impl Iterator<Item = Scope> + use<> {
    let everywhere = (record.counts == Counts::Everywhere).then_some(Scope::Everywhere);
    record
        .place
        .guild
        .map(Scope::Server)
        .into_iter()
        .chain(everywhere)
}

fn after_game(
    before: Option<Standing>,
    member: MemberId,
    rating: Rating,
    in_game: Accuracy,
    has_won: bool,
) -> Standing {
    let before = before.unwrap_or(Standing {
        member,
        rating,
        games: 0,
        wins: 0,
        accuracy: Accuracy::default(),
        streak: 0,
    });
    Standing {
        rating,
        games: before.games + 1,
        wins: before.wins + i64::from(has_won),
        accuracy: Accuracy {
            kept: before.accuracy.kept + in_game.kept,
            won: before.accuracy.won + in_game.won,
        },
        streak: if has_won { before.streak + 1 } else { 0 },
        ..before
    }
}

/// Whether that position is the one of a game that somebody plays with a member, in either order of the piles.
pub(super) fn is_being_played(running: &[GameRecord], position: Position) -> bool {
    running.iter().any(|record| {
        let shown = record.game.position();
        let mirrored = Position::new(shown.right, shown.left);
        record.game.players().level().is_none() && (position == shown || position == mirrored)
    })
}
