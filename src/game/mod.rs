//! One game between two players, from its start to its end, as a pure state machine.
//!
//! [`Game::apply`] answers every action in every phase: with the next state and the events that lead to it, or with a
//! [`Refusal`] that says why not. Nothing here knows where the game is played, how it is stored, or what time it is: the time
//! is an argument.

#![deny(clippy::float_arithmetic, clippy::wildcard_enum_match_arm)]

mod action;
mod player;
mod refusal;
mod review;
mod timestamp;

pub use action::{Action, Event};
pub use player::{MemberId, Player, PlayerId, Players, Seat};
pub use refusal::Refusal;
pub use review::{Accuracy, Review, ReviewedMove, Verdict};
pub use timestamp::Timestamp;

use crate::rules::wythoff::{Level, Move, Position};

/// A game's number: the snowflake of the interaction that made it, so that no interaction can make two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(pub i64);

/// How many moves have been made; the one who began moves at even plies.
pub type Ply = u32;

/// How many of the latest moves a game remembers: one round, which is what a board tells.
const REMEMBERED: usize = 2;

/// One game in one of its phases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    id: GameId,
    players: Players,
    start: Position,
    position: Position,
    ply: Ply,
    latest: Vec<Move>,
    phase: Phase,
}

/// Where a game is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Somebody is to move.
    Running {
        /// When the last move was made, or the game began.
        since: Timestamp,
    },
    /// It is over.
    Ended {
        /// How it ended.
        outcome: Outcome,
        /// When it ended.
        at: Timestamp,
    },
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The winner brought the queen home.
    LastMove {
        /// Who made the last move.
        winner: Seat,
    },
    /// The other player gave up.
    Resignation {
        /// Who did not.
        winner: Seat,
    },
    /// It was given up without a result, as when a new game takes its place.
    Abandonment,
}

impl Outcome {
    /// Who won, if anybody did.
    #[must_use]
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Self::LastMove { winner } | Self::Resignation { winner } => Some(winner),
            Self::Abandonment => None,
        }
    }
}

impl Game {
    /// A game that begins now; nobody has moved.
    ///
    /// ```
    /// use wythoff::game::{Game, GameId, MemberId, Player, Players, Refusal, Seat, Timestamp};
    /// use wythoff::rules::wythoff::{Level, Position};
    ///
    /// let players = Players { first: Player::Member(MemberId(7)), second: Player::Bot(Level::Good) };
    /// let game = Game::start(GameId(1), players, Position::new(10, 6), Timestamp(0)).unwrap();
    /// assert_eq!((game.ply(), game.to_move()), (0, Some(Seat::First)));
    /// assert_eq!(Game::start(GameId(1), players, Position::HOME, Timestamp(0)), Err(Refusal::NothingToTake));
    /// ```
    ///
    /// # Errors
    /// [`Refusal::NothingToTake`] where both piles are empty.
    pub fn start(
        id: GameId,
        players: Players,
        start: Position,
        now: Timestamp,
    ) -> Result<Self, Refusal> {
        if start.is_home() {
            return Err(Refusal::NothingToTake);
        }
        let phase = Phase::Running { since: now };
        Ok(Self {
            id,
            players,
            start,
            position: start,
            ply: 0,
            latest: Vec::new(),
            phase,
        })
    }

    /// A game as it was stored. `latest` holds its last moves, oldest first.
    #[must_use]
    pub fn restore(
        id: GameId,
        players: Players,
        start: Position,
        (position, ply): (Position, Ply),
        latest: Vec<Move>,
        phase: Phase,
    ) -> Self {
        Self {
            id,
            players,
            start,
            position,
            ply,
            latest,
            phase,
        }
    }

    /// The game after `by` has done `action`, and what happened; or why that cannot be.
    ///
    /// ```
    /// use wythoff::game::{Action, Game, GameId, MemberId, Outcome, Player, Players, Phase, Refusal, Timestamp};
    /// use wythoff::rules::wythoff::{Level, Move, Pile, Position};
    ///
    /// let me = Player::Member(MemberId(7));
    /// let players = Players { first: me, second: Player::Bot(Level::Perfect) };
    /// let game = Game::start(GameId(1), players, Position::new(2, 2), Timestamp(0)).unwrap();
    ///
    /// let take_all = Action::Move { mv: Move::new(Pile::Both, 2), seen: Some(0) };
    /// let (won, _events) = game.apply(me.id(), take_all, Timestamp(5)).unwrap();
    /// assert_eq!(won.outcome().and_then(Outcome::winner), Some(wythoff::game::Seat::First));
    /// assert_eq!(won.apply(me.id(), Action::Resign, Timestamp(6)), Err(Refusal::Ended));
    /// ```
    ///
    /// # Errors
    /// A [`Refusal`]; the game is as it was.
    pub fn apply(
        &self,
        by: PlayerId,
        action: Action,
        now: Timestamp,
    ) -> Result<(Self, Vec<Event>), Refusal> {
        let seat = self.players.seat_of(by).ok_or(Refusal::NotAPlayer)?;
        match self.phase {
            Phase::Running { .. } => match action {
                Action::Move { mv, seen } => self.moved(seat, mv, seen, now),
                Action::Resign => Ok(self.ended(
                    Outcome::Resignation {
                        winner: seat.other(),
                    },
                    now,
                )),
                Action::Abandon => Ok(self.ended(Outcome::Abandonment, now)),
            },
            Phase::Ended { .. } => match action {
                Action::Move { .. } | Action::Resign | Action::Abandon => Err(Refusal::Ended),
            },
        }
    }

    fn moved(
        &self,
        seat: Seat,
        mv: Move,
        seen: Option<Ply>,
        now: Timestamp,
    ) -> Result<(Self, Vec<Event>), Refusal> {
        if seen.is_some_and(|ply| ply != self.ply) {
            return Err(Refusal::Behind);
        }
        if seat != self.seat_to_move() {
            return Err(Refusal::NotYourTurn);
        }
        let position = self.position.play(mv)?;
        let mut next = Self {
            position,
            ply: self.ply + 1,
            phase: Phase::Running { since: now },
            ..self.clone()
        };
        next.latest.push(mv);
        if next.latest.len() > REMEMBERED {
            next.latest.remove(0);
        }
        let mut events = vec![Event::Moved { ply: next.ply, mv }];
        if position.is_home() {
            let (ended, end) = next.ended(Outcome::LastMove { winner: seat }, now);
            events.extend(end);
            next = ended;
        }
        Ok((next, events))
    }

    fn ended(&self, outcome: Outcome, at: Timestamp) -> (Self, Vec<Event>) {
        (
            Self {
                phase: Phase::Ended { outcome, at },
                ..self.clone()
            },
            vec![Event::Ended(outcome)],
        )
    }

    fn seat_to_move(&self) -> Seat {
        Self::seat_at(self.ply)
    }

    /// Who is to move after that many moves.
    const fn seat_at(ply: Ply) -> Seat {
        if ply.is_multiple_of(2) {
            Seat::First
        } else {
            Seat::Second
        }
    }

    /// Its number.
    #[must_use]
    pub const fn id(&self) -> GameId {
        self.id
    }

    /// Who plays; the first began.
    #[must_use]
    pub const fn players(&self) -> Players {
        self.players
    }

    /// The position that it began with.
    #[must_use]
    pub const fn start_position(&self) -> Position {
        self.start
    }

    /// The position now, or at the end.
    #[must_use]
    pub const fn position(&self) -> Position {
        self.position
    }

    /// How many moves have been made.
    #[must_use]
    pub const fn ply(&self) -> Ply {
        self.ply
    }

    /// The latest moves with who made each, oldest first: at most two.
    pub fn latest(&self) -> impl Iterator<Item = (Seat, Move)> {
        let last = self.seat_to_move().other();
        let seats = [last.other(), last];
        seats
            .into_iter()
            .skip(REMEMBERED.saturating_sub(self.latest.len()))
            .zip(self.latest.iter().copied())
    }

    /// Where it is in its life.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// How it ended, if it has.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Running { .. } => None,
            Phase::Ended { outcome, .. } => Some(outcome),
        }
    }

    /// Who is to move, while it runs.
    #[must_use]
    pub fn to_move(&self) -> Option<Seat> {
        match self.phase {
            Phase::Running { .. } => Some(self.seat_to_move()),
            Phase::Ended { .. } => None,
        }
    }

    /// The level of the bot, if the bot is to move.
    #[must_use]
    pub fn bot_to_move(&self) -> Option<Level> {
        match self.players.at(self.to_move()?) {
            Player::Bot(level) => Some(level),
            Player::Member(_) => None,
        }
    }
}

#[cfg(test)]
mod tests;
