//! Challenges: making one, answering it, and letting it expire.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::begin::{Lots, Plan, begin, check_size, drawn_piles, stake};
use super::progress::{touched, way_to};
use super::{Acted, Caller, Error, Refusal, Result, Service, act};
use crate::game::{
    Challenge, ChallengeAnswer, ChallengeEnding, Clock, FirstMove, GameId, MemberId, Player,
    PlayerId, Refusal as GameRefusal, Seat, Stake, Terms,
};
use crate::records::{
    About, ChallengeRecord, GameRecord, InteractionId, MessageId, Notice, Place, Tell, Welcome,
};
use crate::rules::wythoff::Position;
use crate::store::{self, Key, Pending, Work};

/// How many open challenges a member may have.
const MOST_OPEN: usize = 5;

/// For how long a declined challenge is not repeated.
pub(super) const DECLINED_FOR: Duration = Duration::from_hours(1);

/// A challenge that somebody wants to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChallenge {
    /// Who is invited; none: anyone.
    pub invited: Option<MemberId>,
    /// The name of whoever is invited, sanitised, as the interaction gives it.
    pub invited_name: Option<String>,
    /// The left pile; drawn where it is left out.
    pub left: Option<u64>,
    /// The right pile; likewise.
    pub right: Option<u64>,
    /// Who is to begin.
    pub first: FirstMove,
    /// The time for each move; the server's where it is left out.
    pub clock: Option<Clock>,
}

/// A challenge that has been made.
#[derive(Clone, Debug)]
pub struct Challenged {
    /// The challenge.
    pub record: ChallengeRecord,
    /// How the invited member is told of it.
    pub tell: Option<Tell>,
}

/// What has come of an answer to a challenge.
#[derive(Clone, Debug)]
pub enum Answered {
    /// The game has begun.
    Began(Box<Acted>),
    /// It is over.
    Closed(ClosedChallenge),
    /// The answer came too late, and it is over.
    Expired(ClosedChallenge),
}

/// A challenge that is over without a game.
#[derive(Clone, Debug)]
pub struct ClosedChallenge {
    /// The challenge.
    pub record: ChallengeRecord,
    /// The message by which the invited member was told of it.
    pub served: Option<Notice>,
}

/// What is to be seen under a number: the challenge, or the game that came of it.
#[derive(Clone, Debug)]
pub enum Shown {
    /// A game.
    Game(GameRecord),
    /// A challenge that no game has come of.
    Challenge(ChallengeRecord),
}

impl Service {
    /// Makes a challenge.
    pub fn challenge(&self, caller: Caller, new: NewChallenge) -> Pending<Challenged, Error> {
        let lots = self.lots();
        let mut asks = vec![Key::Challenges(caller.member)];
        if let Some(invited) = new.invited {
            asks.extend([Key::Member(invited), Key::Declined(caller.member, invited)]);
        }
        self.change(caller, &asks, move |work, caller| {
            challenge(work, caller, &new, lots)
        })
    }

    /// Answers a challenge by a control on that message. Of several answers at once exactly one wins.
    pub fn answer(
        &self,
        caller: Caller,
        id: GameId,
        answer: ChallengeAnswer,
        message: MessageId,
    ) -> Pending<Answered, Error> {
        let lots = self.lots();
        let judges_deadlines = self.judges_deadlines.clone();
        self.change(caller, &[Key::Number(id)], move |work, caller| {
            let judges = judges_deadlines.load(Ordering::Acquire);
            answer_once(work, caller, (id, message), (answer, lots), judges)
        })
    }

    /// What is to be seen under a number.
    pub async fn shown(&self, id: GameId) -> store::Result<Option<Shown>> {
        let shown = |work: &mut Work<'_>| {
            if let Some(game) = work.game(id)? {
                return Ok(Some(Shown::Game(game)));
            }
            Ok(work.challenge(id)?.map(Shown::Challenge))
        };
        self.look(Key::Number(id), shown).await
    }
}

pub(super) fn challenge(
    work: &mut Work<'_>,
    caller: &Caller,
    new: &NewChallenge,
    lots: Lots,
) -> Result<Challenged> {
    let drawn = drawn_piles(work, &caller.place, lots.piles)?;
    let piles = Position::new(
        new.left.unwrap_or(drawn.left),
        new.right.unwrap_or(drawn.right),
    );
    let settings = work.server_settings(caller.place.guild)?;
    let clock = new.clock.or(settings.clock).unwrap_or(Clock::Day);
    let challenge = Challenge::offer(
        GameId(caller.interaction.0),
        (caller.member, new.invited),
        piles,
        (new.first, clock),
        caller.at(),
    );
    let challenge = challenge.map_err(Error::refused)?;
    check_size(work, &caller.place, piles)?;
    check_open(work, caller, new.invited)?;
    let mut tell = None;
    if let Some(invited) = new.invited {
        check_invited(work, caller, invited)?;
        let telling = work.member(invited)?.settings.telling;
        let way = way_to(work, telling, caller.place.guild)?;
        tell = way.map(|way| Tell {
            game: challenge.id,
            member: invited,
            about: About::Challenged,
            way,
            at: caller.at(),
        });
    }
    if let Some(server) = caller.place.guild {
        work.see_server(server)?;
    }
    let place = caller.place.clone();
    let record = ChallengeRecord {
        challenge,
        place: Place {
            language: settings.language.unwrap_or(place.language),
            ..place
        },
        message: None,
        names: [Some(caller.name.clone()), new.invited_name.clone()],
    };
    work.save_challenge(&record)?;
    Ok(Challenged { record, tell })
}

/// Answers a challenge that is still open, and ends one whose time is over.
pub(super) fn answer_once(
    work: &mut Work<'_>,
    caller: &Caller,
    (id, message): (GameId, MessageId),
    (answer, lots): (ChallengeAnswer, Lots),
    judges_deadlines: bool,
) -> Result<Answered> {
    let record = work.challenge(id)?;
    let mut record = record
        .filter(|record| record.place.channel == caller.place.channel)
        .ok_or_else(|| Error::refused(Refusal::UnknownGame))?;
    record.message.get_or_insert(message);
    let challenge = &record.challenge;
    let closed = match challenge.answer(caller.member, answer, caller.at()) {
        Ok(closed) => closed,
        Err(GameRefusal::ChallengeExpired) if !judges_deadlines => {
            return Err(Error::refused(Refusal::ComingBack));
        }
        Err(GameRefusal::ChallengeExpired) => {
            let expired = challenge.closed(ChallengeEnding::Expired, caller.at());
            return Ok(Answered::Expired(close(work, record, expired)?));
        }
        Err(refusal) => return Err(Error::refused(refusal)),
    };
    if !closed.is_accepted() {
        return Ok(Answered::Closed(close(work, record, closed)?));
    }
    record.challenge = closed;
    let acted = accept(work, caller, &record, answer, message, lots)?;
    Ok(Answered::Began(Box::new(acted)))
}

/// Begins the game of a challenge that has been accepted.
fn accept(
    work: &mut Work<'_>,
    caller: &Caller,
    record: &ChallengeRecord,
    answer: ChallengeAnswer,
    message: MessageId,
    lots: Lots,
) -> Result<Acted> {
    work.save_challenge(record)?;
    let challenge = &record.challenge;
    let challenger = work.member(challenge.challenger)?;
    if challenger.settings.blocked.contains(&caller.member) {
        return Err(Error::refused(Refusal::NotWelcome));
    }
    let pair = [challenge.challenger, caller.member];
    let stake = match challenge.first {
        FirstMove::Random => stake(work, pair, caller.at())?,
        FirstMove::Challenger | FirstMove::Opponent | FirstMove::OpponentChooses => Stake::Casual,
    };
    let players = challenge.players(caller.member, answer, lots.beginner);
    // The challenger has done nothing since the challenge was made.
    let touched_by = |seat| match players.at(seat) {
        Player::Member(member) if member == caller.member => caller.at(),
        Player::Member(_) | Player::Bot(_) => InteractionId(challenge.id.0).at(),
    };
    let plan = Plan {
        id: challenge.id,
        place: record.place.clone(),
        terms: Terms {
            players,
            piles: challenge.piles,
            clock: challenge.clock,
            stake,
        },
        follows: None,
        touched: [Seat::First, Seat::Second].map(touched_by),
    };
    let mut acted = begin(work, caller, plan, lots)?;
    let seat = players.seat_of(caller.player());
    touched(work, &mut acted, seat, caller.at())?;
    act::show_at(work, caller, &mut acted, message)?;
    Ok(acted)
}

/// Ends a challenge without a game. Who was told of it has nothing to do there any more.
pub(super) fn close(
    work: &mut Work<'_>,
    record: ChallengeRecord,
    challenge: Challenge,
) -> store::Result<ClosedChallenge> {
    let record = ChallengeRecord {
        challenge,
        ..record
    };
    work.save_challenge(&record)?;
    let served = match record.challenge.invited {
        Some(invited) => work.take_notice(record.challenge.id, invited)?,
        None => None,
    };
    Ok(ClosedChallenge { record, served })
}

/// Whether the member may have another open challenge.
fn check_open(work: &mut Work<'_>, caller: &Caller, invited: Option<MemberId>) -> Result<()> {
    let open = work.open_challenges(caller.member, caller.at())?;
    let same = open.iter().find(|record| {
        invited.is_some()
            && record.challenge.invited == invited
            && record.place.channel == caller.place.channel
    });
    if let Some(same) = same {
        let link = same.message.map(|message| (same.place.clone(), message));
        return Err(Error::refused(Refusal::AlreadyChallenged(link)));
    }
    if open.len() >= MOST_OPEN {
        return Err(Error::refused(Refusal::TooManyChallenges));
    }
    Ok(())
}

/// Whether that member may be invited.
fn check_invited(work: &mut Work<'_>, caller: &Caller, invited: MemberId) -> Result<()> {
    let opponent = PlayerId::Member(invited);
    if let Some(running) = work.running_game(caller.place.channel, caller.member, opponent)? {
        return Err(Error::about(Refusal::AlreadyRunning, running));
    }
    let member = work.member(invited)?;
    let settings = &member.settings;
    if settings.welcome == Welcome::Nobody || settings.blocked.contains(&caller.member) {
        return Err(Error::refused(Refusal::NotWelcome));
    }
    let since = caller.at().before(DECLINED_FOR);
    match work.declined(caller.member, invited)? {
        Some(declined) if declined > since => Err(Error::refused(Refusal::DeclinedBefore {
            again: declined.after(DECLINED_FOR),
        })),
        Some(_) | None => Ok(()),
    }
}
