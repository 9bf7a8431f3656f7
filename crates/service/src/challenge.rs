//! Challenges: making, answering and closing them.

use std::sync::atomic::Ordering;

use futures::FutureExt;

use super::help::refuse_puzzle_as_start;
use super::may_challenge::{
    CHALLENGE_WINDOW, PAUSE_AFTER_DECLINE, check_frequency, check_invited, check_may_challenge,
};
use super::notifications::told_via;
use super::settle::mark_active;
use super::start::{Plan, StartDraws, begin, check_size, random_start, stake};
use super::{Caller, Error, GameUpdate, Refusal, Result, Service};
use nim_games::{Options, Position, Size, Variant};
use wythoff_game::records::{
    ChallengeRecord, GameRecord, InteractionId, Limit, MessageId, Notification, NotificationKind,
    NotificationMessage, ObsoleteMessage, OnLadder, Place, ServerSettings,
};
use wythoff_game::{
    BySeat, Challenge, ChallengeAnswer, ChallengeEnding, ChallengePhase, ChallengeStart, Clock,
    GameId, Games, MemberId, Pair, Person, Player, Refusal as GameRefusal, Stake, Terms, Timestamp,
};
use wythoff_store::{Pending, Read, Tx};

/// A challenge that somebody wants to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChallenge {
    /// Who is invited. `None` for anyone.
    pub invited: Option<MemberId>,
    /// The name of the invited member, sanitised, as the interaction gives it.
    pub invited_name: Option<String>,
    /// The position to play from.
    pub start: ChallengePosition,
    pub first: ChallengeStart,
    /// The time for each move, or for all of them. `None` for the server's setting.
    pub clock: Option<Clock>,
    pub games: Games,
}

/// The position that a challenge is played from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengePosition {
    /// A given position.
    Position(Position),
    /// A random position of a kind of game.
    Drawn(Variant, Options, Size),
}

/// A challenge that has been made.
#[derive(Clone, Debug)]
pub struct Challenged {
    pub record: ChallengeRecord,
    /// The notification for the invited member.
    pub notification: Option<Notification>,
    /// Whether the notification is left out, because the same member challenged the invited member
    /// a short while ago.
    pub stays_quiet: bool,
}

/// The result of an answer to a challenge.
#[derive(Clone, Debug)]
pub enum ChallengeResult {
    /// The game has started.
    Began {
        update: Box<GameUpdate>,
        /// Whether the challenge announced a rated game, but the game is casual because the two
        /// have played too many rated games in the meantime.
        is_unrated_now: bool,
    },
    /// The challenge was closed without a game.
    Closed(ClosedChallenge),
    /// The answer came too late, and the challenge has expired.
    Expired(ClosedChallenge),
}

/// A challenge that is over without a game.
#[derive(Clone, Debug)]
pub struct ClosedChallenge {
    pub record: ChallengeRecord,
    /// The message of the invited member's notification.
    pub obsolete: Option<ObsoleteMessage>,
    /// Tells the challenger that it was declined.
    pub declined: Option<Notification>,
}

/// A challenge, or the game that it became. Both have the same id.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "few exist at a time, and most are games"
)]
pub enum GameOrChallenge {
    Game(GameRecord),
    /// A challenge that has not become a game.
    Challenge(ChallengeRecord),
}

impl GameOrChallenge {
    /// Where the game is played, or the challenge was made.
    #[must_use]
    pub const fn place(&self) -> &Place {
        match self {
            Self::Game(record) => &record.place,
            Self::Challenge(record) => &record.place,
        }
    }

    /// The message that shows it, if one is known.
    #[must_use]
    pub const fn board(&self) -> Option<MessageId> {
        match self {
            Self::Game(record) => record.board,
            Self::Challenge(record) => record.message,
        }
    }
}

impl Service {
    /// Makes a challenge.
    pub fn challenge(&self, caller: Caller, new: NewChallenge) -> Pending<Challenged, Error> {
        let draws = self.draws();
        self.change(caller, move |tx, caller| {
            async move { challenge(tx, caller, &new, draws).await }.boxed()
        })
    }

    /// Answers a challenge with a control on `message`. Only the first of several answers counts.
    pub fn answer(
        &self,
        caller: Caller,
        id: GameId,
        answer: ChallengeAnswer,
        message: MessageId,
    ) -> Pending<ChallengeResult, Error> {
        let draws = self.draws();
        let enforces_deadlines = self.enforces_deadlines.clone();
        self.change(caller, move |tx, caller| {
            async move {
                let enforces_deadlines = enforces_deadlines.load(Ordering::Acquire);
                answer_once(tx, caller, id, message, answer, draws, enforces_deadlines).await
            }
            .boxed()
        })
    }

    /// The starting position of a game or a challenge in the caller's channel.
    ///
    /// # Errors
    /// [`Refusal::UnknownGame`], or those of the store.
    pub async fn start_of(&self, caller: &Caller, id: GameId) -> Result<Position> {
        let found = self.game_or_challenge(id).await?;
        let here = found.filter(|found| found.place().channel == caller.place.channel);
        match here {
            Some(GameOrChallenge::Game(record)) => Ok(record.game.start_position()),
            Some(GameOrChallenge::Challenge(record)) => Ok(record.challenge.start),
            None => Err(Error::refused(Refusal::UnknownGame)),
        }
    }

    /// The game or challenge with the given id.
    pub async fn game_or_challenge(
        &self,
        id: GameId,
    ) -> wythoff_store::Result<Option<GameOrChallenge>> {
        let find = |mut tx: Read| async move {
            if let Some(game) = tx.game(id).await? {
                return Ok(Some(GameOrChallenge::Game(game)));
            }
            Ok(tx.challenge(id).await?.map(GameOrChallenge::Challenge))
        };
        self.store.read(find).await
    }
}

pub(super) async fn challenge(
    tx: &mut Tx,
    caller: &Caller,
    new: &NewChallenge,
    draws: StartDraws,
) -> Result<Challenged> {
    let settings = tx.active_server_settings(&caller.place).await?;
    let start = position_of_new(&settings, new.start, draws)?;
    let clock = new.clock.or(settings.clock).unwrap_or(Clock::Day);
    let challenge = Challenge::offer(
        GameId(caller.interaction.0),
        (caller.member, new.invited),
        start,
        (new.first, clock, new.games),
        caller.at(),
    );
    let challenge = challenge.map_err(Error::refused)?;
    check_size(&settings, &start)?;
    refuse_puzzle_as_start(tx, caller, &start).await?;
    check_may_challenge(tx, caller, new.invited).await?;
    let (mut notification, mut stays_quiet) = (None, false);
    if let Some(invited) = new.invited {
        check_invited(tx, caller, invited).await?;
        let is_quiet = check_frequency(tx, caller, invited).await?;
        let made = Limit::Challenged(caller.member, invited);
        tx.limit(made, caller.at(), CHALLENGE_WINDOW).await?;
        let about = (challenge.id, caller.place.guild);
        let wanted = notification_about(tx, about, invited, caller.at()).await?;
        stays_quiet = is_quiet && wanted.is_some();
        notification = wanted.filter(|_| !is_quiet);
    }
    let is_rated = is_rated(tx, caller, new.invited, &start).await?;
    let place = caller.place.clone();
    let record = ChallengeRecord {
        is_rated,
        challenge,
        place: Place {
            language: settings.language.unwrap_or(place.language),
            ..place
        },
        message: None,
        changed: caller.at(),
        names: [Some(caller.name.clone()), new.invited_name.clone()],
    };
    tx.make_challenge(&record).await?;
    // A ping needs no message of its own: the message of the challenge mentions the member.
    if let Some(direct) = notification.filter(|notification| !notification.is_ping()) {
        tx.note_to_send(direct).await?;
    }
    Ok(Challenged {
        record,
        notification,
        stays_quiet,
    })
}

/// Whether a challenge says that its game is rated.
async fn is_rated(
    tx: &mut Tx,
    caller: &Caller,
    invited: Option<MemberId>,
    start: &Position,
) -> Result<bool> {
    let Some(invited) = invited else {
        // It is not known yet who will accept, and how often the two have played today.
        return Ok(!start.is_decided_by_who_begins());
    };
    let pair = [caller.member, invited];
    Ok(stake(tx, pair, start, caller.at()).await? == Stake::Rated)
}

/// The position of a new challenge.
fn position_of_new(
    settings: &ServerSettings,
    from: ChallengePosition,
    draws: StartDraws,
) -> Result<Position> {
    match from {
        ChallengePosition::Position(position) => Ok(position),
        ChallengePosition::Drawn(variant, options, size) => {
            random_start(settings, (variant, options), size, draws.start)
        }
    }
}

/// Answers an open challenge, or closes one whose time is over.
pub(super) async fn answer_once(
    tx: &mut Tx,
    caller: &Caller,
    id: GameId,
    message: MessageId,
    answer: ChallengeAnswer,
    draws: StartDraws,
    enforces_deadlines: bool,
) -> Result<ChallengeResult> {
    let record = tx.challenge(id).await?;
    let mut record = record
        .filter(|record| record.place.channel == caller.place.channel)
        .ok_or_else(|| Error::refused(Refusal::UnknownGame))?;
    record.message.get_or_insert(message);
    let challenge = &record.challenge;
    let closed = match challenge.answer(caller.member, answer, caller.at()) {
        Ok(closed) => closed,
        Err(GameRefusal::ChallengeExpired) if !enforces_deadlines => {
            return Err(Error::refused(Refusal::ExtendingDeadlines));
        }
        // An answer that was sent in time may still arrive.
        Err(GameRefusal::ChallengeExpired)
            if !challenge.is_over_for(caller.member, caller.at()) =>
        {
            return Err(Error::refused(GameRefusal::ChallengeExpired));
        }
        Err(GameRefusal::ChallengeExpired) => {
            let expired = challenge.closed(ChallengeEnding::Expired, caller.at());
            return Ok(ChallengeResult::Expired(close(tx, record, expired).await?));
        }
        Err(refusal) => return Err(Error::refused(refusal)),
    };
    if !closed.is_accepted() {
        return Ok(ChallengeResult::Closed(close(tx, record, closed).await?));
    }
    record.challenge = closed;
    let update = accept(tx, caller, &record, answer, message, draws).await?;
    let is_unrated_now = record.is_rated
        && record.challenge.is_fair()
        && update.record.game.terms().stake == Stake::Casual;
    Ok(ChallengeResult::Began {
        update: Box::new(update),
        is_unrated_now,
    })
}

/// Starts the game of an accepted challenge.
async fn accept(
    tx: &mut Tx,
    caller: &Caller,
    record: &ChallengeRecord,
    answer: ChallengeAnswer,
    message: MessageId,
    draws: StartDraws,
) -> Result<GameUpdate> {
    tx.save_challenge(record).await?;
    let challenge = &record.challenge;
    refuse_puzzle_as_start(tx, caller, &challenge.start).await?;
    let challenger = challenge.challenger.member();
    let challenger = challenger.ok_or_else(|| Error::refused(GameRefusal::ChallengeClosed))?;
    let made_at = InteractionId(challenge.id.0).at();
    // An accepted challenge does not count towards the limit on repeated challenges.
    if challenge.invited.is_some() {
        let made = Limit::Challenged(challenger, caller.member);
        tx.remove_limit(made, made_at).await?;
    }
    if tx.has_blocked(challenger, caller.member).await? {
        return Err(Error::refused(Refusal::ChallengesNotAccepted));
    }
    let pair = [challenger, caller.member];
    // What was announced as unrated stays so.
    let stake = if record.is_rated && challenge.is_fair() {
        stake(tx, pair, &challenge.start, caller.at()).await?
    } else {
        Stake::Casual
    };
    let players = challenge.players(caller.member, answer, draws.who_starts);
    // The challenger has done nothing since the challenge was made.
    let last_active_of = |seat| match players.at(seat) {
        Player::Member(member) if member == caller.member => caller.at(),
        Player::Member(_) | Player::Former(_) | Player::Bot(_) => made_at,
    };
    let plan = Plan {
        id: challenge.id,
        place: record.place.clone(),
        terms: Terms {
            players,
            start: challenge.start,
            clock: challenge.clock,
            stake,
            pair: Pair::first_of(challenge.games),
        },
        settings: tx.active_server_settings(&record.place).await?,
        follows: None,
        is_helped: false,
        is_private: false,
        ladder: OnLadder::Off,
        last_active: BySeat::each(last_active_of),
    };
    let mut update = begin(tx, caller, plan, draws).await?;
    // The answer may have come from a second message that shows the challenge.
    update.record.board = record.message;
    let seat = players.seat_of(caller.player());
    mark_active(tx, &mut update, seat, caller.at()).await?;
    update.show_at(caller, message);
    Ok(update.save_and_return(tx, caller.at()).await?)
}

/// Closes a challenge without a game. The invited member's notification is obsolete.
pub(super) async fn close(
    tx: &mut Tx,
    record: ChallengeRecord,
    challenge: Challenge,
) -> wythoff_store::Result<ClosedChallenge> {
    let mut record = ChallengeRecord {
        challenge,
        ..record
    };
    if let ChallengePhase::Closed { at, .. } = record.challenge.phase {
        record.changed = at.or_after(record.changed);
    }
    tx.save_challenge(&record).await?;
    let challenge = &record.challenge;
    let pair = challenge.challenger.member().zip(invited(challenge));
    let mut declined = None;
    if let (Some((challenger, invited)), ChallengePhase::Closed { ending, at }) =
        (pair, challenge.phase)
        && ending == ChallengeEnding::Declined
    {
        let limit = Limit::Declined(challenger, invited);
        tx.limit(limit, at, PAUSE_AFTER_DECLINE).await?;
        let about = (challenge.id, record.place.guild);
        declined = notification_about(tx, about, challenger, at).await?;
        if let Some(declined) = declined {
            tx.note_to_send(declined).await?;
        }
    }
    let notice = match invited(challenge) {
        Some(invited) => tx.take_notification(challenge.id, invited).await?,
        None => None,
    };
    let obsolete = notice.map(NotificationMessage::obsolete);
    if let (Some(obsolete), ChallengePhase::Closed { at, .. }) = (obsolete, challenge.phase) {
        tx.note_to_delete(obsolete, at).await?;
    }
    Ok(ClosedChallenge {
        record,
        obsolete,
        declined,
    })
}

/// A notification about a challenge, sent in the way the member has chosen. `None` if they want none.
async fn notification_about(
    tx: &mut Read,
    (challenge, guild): (GameId, Option<i64>),
    member: MemberId,
    at: Timestamp,
) -> wythoff_store::Result<Option<Notification>> {
    let via = told_via(tx, member, guild).await?;
    Ok(via.map(|via| Notification {
        game: challenge,
        member,
        kind: NotificationKind::Challenge,
        via,
        at,
    }))
}

pub(super) fn invited(challenge: &Challenge) -> Option<MemberId> {
    challenge.invited.and_then(Person::member)
}
