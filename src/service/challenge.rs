//! Challenges: making one, answering it, and letting it expire.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::begin::{Plan, begin, check_size, drawn_piles, stake};
use super::progress::{About, Tell, touched, way_to};
use super::{Acted, Caller, Error, Refusal, Service, act};
use crate::game::{
    Challenge, ChallengeAnswer, ChallengeEnding, ChallengePhase, Clock, FirstMove, GameId,
    MemberId, Player, PlayerId, Players, Refusal as GameRefusal, Stake, Terms,
};
use crate::rules::wythoff::Position;
use crate::store::{
    self, ChallengeRecord, GameRecord, InteractionId, MessageId, Notice, Pending, Place, Snapshot,
    Transaction, Welcome,
};

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
        self.change(caller, move |mut changes, caller| {
            Box::pin(async move {
                let view = &mut changes.view();
                let drawn = drawn_piles(view, &caller.place, lots.piles).await?;
                let piles = Position::new(
                    new.left.unwrap_or(drawn.left),
                    new.right.unwrap_or(drawn.right),
                );
                let settings = match caller.place.guild {
                    Some(server) => view.server_settings(server).await?,
                    None => store::ServerSettings::default(),
                };
                let clock = new.clock.or(settings.clock).unwrap_or(Clock::Day);
                let challenge = Challenge::offer(
                    GameId(caller.interaction.0),
                    (caller.member, new.invited),
                    piles,
                    (new.first, clock),
                    caller.at(),
                );
                let challenge = challenge.map_err(Error::refused)?;
                check_size(view, &caller.place, piles).await?;
                check_open(view, &caller, new.invited).await?;
                let mut tell = None;
                if let Some(invited) = new.invited {
                    check_invited(view, &caller, invited).await?;
                    tell = to_tell(view, &caller, challenge.id, invited).await?;
                }
                let place = Place {
                    language: settings
                        .language
                        .unwrap_or_else(|| caller.place.language.clone()),
                    ..caller.place
                };
                if let Some(server) = place.guild {
                    changes.see_server(server).await?;
                }
                let record = ChallengeRecord {
                    challenge,
                    place,
                    message: None,
                    names: [Some(caller.name), new.invited_name],
                };
                changes.add_challenge(&record).await?;
                Ok(Challenged { record, tell })
            })
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
        self.change(caller, move |mut changes, caller| {
            Box::pin(async move {
                let record = changes.view().challenge(id).await?;
                let mut record = record
                    .filter(|record| record.place.channel == caller.place.channel)
                    .ok_or_else(|| Error::refused(Refusal::UnknownGame))?;
                if record.message.is_none() {
                    changes.show_challenge(id, message).await?;
                    record.message = Some(message);
                }
                let challenge = &record.challenge;
                let closed = match challenge.answer(caller.member, answer, caller.at()) {
                    Ok(closed) => closed,
                    Err(GameRefusal::ChallengeExpired)
                        if !judges_deadlines.load(Ordering::Acquire) =>
                    {
                        return Err(Error::refused(Refusal::ComingBack));
                    }
                    Err(GameRefusal::ChallengeExpired) => {
                        let expired = challenge.closed(ChallengeEnding::Expired, caller.at());
                        let closed = close(&mut changes, record, expired).await?;
                        return Ok(Answered::Expired(closed));
                    }
                    Err(refusal) => return Err(Error::refused(refusal)),
                };
                if !is_accepted(&closed) {
                    let closed = close(&mut changes, record, closed).await?;
                    return Ok(Answered::Closed(closed));
                }
                changes.close_challenge(&closed).await?;
                let view = &mut changes.view();
                let challenger = view.member_settings(challenge.challenger).await?;
                if challenger.blocked.contains(&caller.member) {
                    return Err(Error::refused(Refusal::NotWelcome));
                }
                let pair = [challenge.challenger, caller.member];
                let stake = match challenge.first {
                    FirstMove::Random => stake(view, pair, caller.at()).await?,
                    FirstMove::Challenger | FirstMove::Opponent | FirstMove::OpponentChooses => {
                        Stake::Casual
                    }
                };
                let players = challenge.players(caller.member, answer, lots.beginner);
                let plan = Plan {
                    id,
                    place: record.place.clone(),
                    terms: Terms {
                        players,
                        piles: challenge.piles,
                        clock: challenge.clock,
                        stake,
                    },
                    follows: None,
                    touched: last_touched(players, challenge, &caller),
                };
                let mut acted = begin(&mut changes, &caller, plan, lots).await?;
                let seat = players.seat_of(caller.player());
                touched(&mut changes, &mut acted, seat, caller.at()).await?;
                act::show_at(&mut changes, &caller, &mut acted, message).await?;
                Ok(Answered::Began(Box::new(acted)))
            })
        })
    }

    /// What is to be seen under a number.
    ///
    /// # Errors
    /// What the store says.
    pub async fn shown(&self, id: GameId) -> Result<Option<Shown>, store::Error> {
        self.store
            .read(move |mut view| {
                Box::pin(async move {
                    // The challenge first: were it accepted in between, there is the game.
                    let challenge = view.challenge(id).await?;
                    if let Some(game) = view.game(id).await? {
                        return Ok(Some(Shown::Game(game)));
                    }
                    Ok(challenge.map(Shown::Challenge))
                })
            })
            .await
    }
}

/// Ends a challenge without a game. Who was told of it has nothing to do there any more.
pub(super) async fn close(
    changes: &mut Transaction<'_>,
    record: ChallengeRecord,
    challenge: Challenge,
) -> Result<ClosedChallenge, store::Error> {
    changes.close_challenge(&challenge).await?;
    let served = match challenge.invited {
        Some(invited) => changes.take_notice(challenge.id, invited).await?,
        None => None,
    };
    Ok(ClosedChallenge {
        record: ChallengeRecord {
            challenge,
            ..record
        },
        served,
    })
}

/// How the invited member is told.
async fn to_tell(
    view: &mut Snapshot<'_>,
    caller: &Caller,
    challenge: GameId,
    invited: MemberId,
) -> Result<Option<Tell>, Error> {
    let telling = view.member_settings(invited).await?.telling;
    let way = way_to(view, telling, caller.place.guild).await?;
    Ok(way.map(|way| Tell {
        game: challenge,
        member: invited,
        about: About::Challenged,
        way,
        at: caller.at(),
    }))
}

/// The challenger has done nothing since the challenge was made.
fn last_touched(
    players: Players,
    challenge: &Challenge,
    caller: &Caller,
) -> [crate::game::Timestamp; 2] {
    let made = InteractionId(challenge.id.0).at();
    if players.first == Player::Member(challenge.challenger) {
        [made, caller.at()]
    } else {
        [caller.at(), made]
    }
}

const fn is_accepted(challenge: &Challenge) -> bool {
    matches!(
        challenge.phase,
        ChallengePhase::Closed {
            ending: ChallengeEnding::Accepted,
            ..
        }
    )
}

/// Whether the member may have another open challenge.
async fn check_open(
    view: &mut Snapshot<'_>,
    caller: &Caller,
    invited: Option<MemberId>,
) -> Result<(), Error> {
    let open = view.open_challenges(caller.member, caller.at()).await?;
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
async fn check_invited(
    view: &mut Snapshot<'_>,
    caller: &Caller,
    invited: MemberId,
) -> Result<(), Error> {
    let pair = [caller.player(), PlayerId::Member(invited)];
    if let Some(running) = view.running_game(caller.place.channel, pair).await? {
        return Err(Error::about(Refusal::AlreadyRunning, running));
    }
    let settings = view.member_settings(invited).await?;
    if settings.welcome == Welcome::Nobody || settings.blocked.contains(&caller.member) {
        return Err(Error::refused(Refusal::NotWelcome));
    }
    let since = caller.at().before(DECLINED_FOR);
    match view.declined(caller.member, invited, since).await? {
        Some(declined) => Err(Error::refused(Refusal::DeclinedBefore {
            again: declined.after(DECLINED_FOR),
        })),
        None => Ok(()),
    }
}
