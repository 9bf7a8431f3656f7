//! Challenges: from the invitation to the start of a game.

use super::{Clock, GRACE, GameId, Games, MemberId, Person, Player, Players, Refusal, Timestamp};
use nim_games::{Draw, Position};

/// An invitation to a game, for one member or for anyone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// Its id, which becomes that of the game.
    pub id: GameId,
    /// Who invites.
    pub challenger: Person,
    /// Who is invited. `None` for anyone.
    pub invited: Option<Person>,
    /// The position to play from.
    pub start: Position,
    /// How it decides who starts.
    pub first: ChallengeStart,
    /// The time for each move, or for all of them.
    pub clock: Clock,
    pub games: Games,
    pub phase: ChallengePhase,
}

/// Who makes the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhoStarts {
    /// Drawn at random.
    Random,
    /// The member who asks for the game.
    Me,
    Opponent,
}

impl WhoStarts {
    /// Whether the member who asks for the game makes the first move.
    #[must_use]
    pub fn asker_starts(self, draw: Draw) -> bool {
        match self {
            Self::Random => draw.below(2) == 0,
            Self::Me => true,
            Self::Opponent => false,
        }
    }
}

/// How a challenge decides who starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengeStart {
    /// The challenger has decided.
    Fixed(WhoStarts),
    /// The challenger picks the position, the opponent picks who starts.
    OpponentChooses,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengePhase {
    /// It can be accepted.
    Open {
        /// When it expires.
        until: Timestamp,
    },
    /// It is over.
    Closed {
        ending: ChallengeEnding,
        /// When it ended.
        at: Timestamp,
    },
}

impl ChallengePhase {
    #[must_use]
    pub const fn ending(self) -> Option<ChallengeEnding> {
        match self {
            Self::Open { .. } => None,
            Self::Closed { ending, .. } => Some(ending),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengeEnding {
    /// It became a game.
    Accepted,
    /// The invited member declined it.
    Declined,
    /// The challenger withdrew it.
    Withdrawn,
    /// Nobody answered in time.
    Expired,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengeAnswer {
    Accept,
    /// Accepts it and starts. For a challenge in which the opponent chooses who starts.
    AcceptAndStart,
    /// Accepts it and lets the challenger start. For a challenge in which the opponent chooses who
    /// starts.
    AcceptAsSecond,
    /// Declines it.
    Decline,
    Withdraw,
}

impl Challenge {
    /// A new challenge.
    ///
    /// # Errors
    /// [`Refusal::NothingToTake`] if the game would already be over, or [`Refusal::Yourself`] if
    /// the challenger invites themselves.
    pub fn offer(
        id: GameId,
        (challenger, invited): (MemberId, Option<MemberId>),
        start: Position,
        (first, clock, games): (ChallengeStart, Clock, Games),
        now: Timestamp,
    ) -> Result<Self, Refusal> {
        if start.is_over() {
            return Err(Refusal::NothingToTake);
        }
        if invited == Some(challenger) {
            return Err(Refusal::Yourself);
        }
        let until = now.plus(clock.challenge_lifetime());
        Ok(Self {
            id,
            challenger: challenger.into(),
            invited: invited.map(Person::from),
            start,
            first,
            clock,
            games,
            phase: ChallengePhase::Open { until },
        })
    }

    /// Whether neither side has been chosen for a member, or both play both.
    #[must_use]
    pub fn is_fair(&self) -> bool {
        self.first == ChallengeStart::Fixed(WhoStarts::Random) || self.games == Games::Two
    }

    #[must_use]
    pub const fn is_accepted(&self) -> bool {
        matches!(self.phase.ending(), Some(ChallengeEnding::Accepted))
    }

    /// Whether it is open. It may be past its deadline.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self.phase, ChallengePhase::Open { .. })
    }

    /// Whether the invited member has declined it.
    #[must_use]
    pub const fn is_declined(&self) -> bool {
        matches!(
            self.phase,
            ChallengePhase::Closed {
                ending: ChallengeEnding::Declined,
                ..
            }
        )
    }

    /// Whether it is open but past its deadline.
    #[must_use]
    pub fn is_overdue(&self, now: Timestamp) -> bool {
        matches!(self.phase, ChallengePhase::Open { until } if now > until)
    }

    /// Whether its time has run out, as far as a member is concerned: for the invited one at once,
    /// for everybody else only when an answer that was sent in time must have arrived.
    #[must_use]
    pub fn is_over_for(&self, by: MemberId, now: Timestamp) -> bool {
        let is_invited = self.invited == Some(by.into());
        self.is_overdue(if is_invited { now } else { now.minus(GRACE) })
    }

    /// The challenge after an answer.
    ///
    /// ```
    /// use wythoff_game::{Challenge, ChallengeAnswer, ChallengeStart, Clock, GameId, Games, MemberId, Refusal, Timestamp, WhoStarts};
    ///
    /// let (anna, boris, eve) = (MemberId(1), MemberId(2), MemberId(3));
    /// let wanted = (ChallengeStart::Fixed(WhoStarts::Random), Clock::Day, Games::One);
    /// let open = Challenge::offer(GameId(9), (anna, Some(boris)), "wythoff: 10 6".parse().unwrap(), wanted, Timestamp(0)).unwrap();
    ///
    /// let accept = |by, at| open.answer(by, ChallengeAnswer::Accept, Timestamp(at));
    /// assert!(accept(boris, 5).is_ok());
    /// assert_eq!(accept(anna, 5), Err(Refusal::OwnChallenge));
    /// assert_eq!(accept(eve, 5), Err(Refusal::NotInvited));
    /// assert_eq!(accept(boris, 25 * 60 * 60 * 1000), Err(Refusal::ChallengeExpired));
    /// ```
    ///
    /// # Errors
    /// A [`Refusal`] says why the answer is impossible.
    pub fn answer(
        &self,
        by: MemberId,
        answer: ChallengeAnswer,
        now: Timestamp,
    ) -> Result<Self, Refusal> {
        match self.phase {
            ChallengePhase::Closed { .. } => return Err(Refusal::ChallengeClosed),
            ChallengePhase::Open { until } if now > until => return Err(Refusal::ChallengeExpired),
            ChallengePhase::Open { .. } => {}
        }
        let by = Person::from(by);
        let is_own = by == self.challenger;
        let ending = match answer {
            ChallengeAnswer::Withdraw if is_own => ChallengeEnding::Withdrawn,
            ChallengeAnswer::Withdraw => return Err(Refusal::NotYourChallenge),
            _accept_or_decline if is_own => return Err(Refusal::OwnChallenge),
            ChallengeAnswer::Decline if self.invited == Some(by) => ChallengeEnding::Declined,
            ChallengeAnswer::Decline => return Err(Refusal::NotInvited),
            _accept if self.invited.is_some_and(|invited| invited != by) => {
                return Err(Refusal::NotInvited);
            }
            ChallengeAnswer::Accept if self.first == ChallengeStart::OpponentChooses => {
                return Err(Refusal::MustChooseWhoStarts);
            }
            ChallengeAnswer::Accept
            | ChallengeAnswer::AcceptAndStart
            | ChallengeAnswer::AcceptAsSecond => ChallengeEnding::Accepted,
        };
        Ok(self.closed(ending, now))
    }

    /// The challenge, closed with the given ending.
    #[must_use]
    pub fn closed(&self, ending: ChallengeEnding, at: Timestamp) -> Self {
        Self {
            phase: ChallengePhase::Closed { ending, at },
            ..self.clone()
        }
    }

    /// The players of the game that starts if `opponent` accepts with the given answer.
    ///
    /// ```
    /// use wythoff_game::{Challenge, ChallengeAnswer, Clock, ChallengeStart, GameId, Games, MemberId, Player, Timestamp};
    /// use nim_games::Draw;
    ///
    /// let (anna, boris) = (MemberId(1), MemberId(2));
    /// let wanted = (ChallengeStart::OpponentChooses, Clock::Day, Games::One);
    /// let open = Challenge::offer(GameId(9), (anna, None), "wythoff: 10 6".parse().unwrap(), wanted, Timestamp(0)).unwrap();
    /// let players = open.players(boris, ChallengeAnswer::AcceptAndStart, Draw::new(0));
    /// assert_eq!(players.first, Player::Member(boris));
    /// ```
    #[must_use]
    pub fn players(&self, opponent: MemberId, answer: ChallengeAnswer, draw: Draw) -> Players {
        let challenger_starts = match self.first {
            ChallengeStart::Fixed(who) => who.asker_starts(draw),
            ChallengeStart::OpponentChooses => answer != ChallengeAnswer::AcceptAndStart,
        };
        let challenger_first = Players {
            first: self.challenger.into(),
            second: Player::Member(opponent),
        };
        if challenger_starts {
            challenger_first
        } else {
            challenger_first.swapped()
        }
    }
}
