//! One game between two players, from the challenge to its end, as a pure state machine.
//!
//! [`Game::apply`] answers every action in every phase: with the next state and the events that lead to it, or with a
//! [`Refusal`] that says why not. Nothing here knows where the game is played, how it is stored, or what time it is: the time
//! is an argument.

#![deny(clippy::float_arithmetic, clippy::wildcard_enum_match_arm)]

mod action;
mod challenge;
mod clock;
mod course;
mod phase;
mod player;
mod refusal;
mod reply;
mod review;
mod timestamp;

use self::course::{REMEMBERED, TOLD};
pub use action::{Action, Event};
pub use challenge::{Challenge, ChallengeAnswer, ChallengeEnding, ChallengePhase, FirstMove};
pub use clock::{Clock, Stake};
pub use course::{Course, Played, Point};
pub use phase::{Absence, Outcome, Phase, Sequel, Wishes};
pub use player::{MemberId, Player, PlayerId, Players, Seat};
pub use refusal::Refusal;
pub use review::{Accuracy, Cause, Review, ReviewedMove, TurningPoint, Verdict};
pub use timestamp::Timestamp;

use crate::rules::wythoff::{Level, Move, Position};

/// A game's number: the snowflake of the interaction that made it, so that no interaction can make two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(pub i64);

/// How many moves have been made; the one who began moves at even plies.
pub type Ply = u32;

/// What is agreed before a game begins, and never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Who plays; the first begins.
    pub players: Players,
    /// The piles to begin with.
    pub piles: Position,
    /// The time for each move.
    pub clock: Clock,
    /// What is at stake.
    pub stake: Stake,
}

impl Terms {
    /// The terms of every game against the bot: nothing is at stake, and the bot waits for a week.
    #[must_use]
    pub const fn against_the_bot(players: Players, piles: Position) -> Self {
        Self {
            players,
            piles,
            clock: Clock::Week,
            stake: Stake::Casual,
        }
    }
}

/// One game in one of its phases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    id: GameId,
    terms: Terms,
    course: Course,
    phase: Phase,
}

impl Game {
    /// A game that begins now; nobody has moved.
    ///
    /// ```
    /// use wythoff::game::{Game, GameId, MemberId, Player, Players, Refusal, Seat, Terms, Timestamp};
    /// use wythoff::rules::wythoff::{Level, Position};
    ///
    /// let players = Players { first: Player::Member(MemberId(7)), second: Player::Bot(Level::Good) };
    /// let terms = |piles| Terms::against_the_bot(players, piles);
    /// let game = Game::start(GameId(1), terms(Position::new(10, 6)), Timestamp(0)).unwrap();
    /// assert_eq!((game.ply(), game.to_move()), (0, Some(Seat::First)));
    /// assert_eq!(Game::start(GameId(1), terms(Position::HOME), Timestamp(0)), Err(Refusal::NothingToTake));
    /// ```
    ///
    /// # Errors
    /// [`Refusal::NothingToTake`] where both piles are empty.
    pub fn start(id: GameId, terms: Terms, now: Timestamp) -> Result<Self, Refusal> {
        if terms.piles.is_home() {
            return Err(Refusal::NothingToTake);
        }
        Ok(Self {
            id,
            terms,
            course: Course {
                position: terms.piles,
                ply: 0,
                latest: Vec::new(),
                taken_back: 0,
            },
            phase: thinking(terms.clock, now),
        })
    }

    /// A game as it was stored.
    #[must_use]
    pub const fn restore(id: GameId, terms: Terms, course: Course, phase: Phase) -> Self {
        Self {
            id,
            terms,
            course,
            phase,
        }
    }

    /// Remembers the latest of its moves. What was taken back leaves room for earlier ones.
    pub fn remember(&mut self, moves: impl ExactSizeIterator<Item = Played>) {
        let older = moves.len().saturating_sub(REMEMBERED);
        self.course.latest = moves.skip(older).collect();
    }

    /// The game after `by` has done `action`, and what happened; or why that cannot be.
    ///
    /// ```
    /// use wythoff::game::{Action, Game, GameId, MemberId, Outcome, Player, Players, Refusal, Terms, Timestamp};
    /// use wythoff::rules::wythoff::{Level, Move, Pile, Position};
    ///
    /// let me = Player::Member(MemberId(7));
    /// let players = Players { first: me, second: Player::Bot(Level::Perfect) };
    /// let terms = Terms::against_the_bot(players, Position::new(2, 2));
    /// let game = Game::start(GameId(1), terms, Timestamp(0)).unwrap();
    ///
    /// let take_all = Action::Move { mv: Move::new(Pile::Both, 2), seen: Some(game.point()) };
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
        let seat = self.players().seat_of(by).ok_or(Refusal::NotAPlayer)?;
        match self.phase {
            Phase::Running { deadline, .. } => match action {
                Action::Abandon => self.abandoned(now),
                Action::Move { .. } | Action::TakeBack { .. } | Action::Resign
                    if now > deadline =>
                {
                    Err(Refusal::OutOfTime)
                }
                Action::Move { mv, seen } => self.moved(seat, mv, seen, now),
                Action::TakeBack { seen } => self.taken_back(seat, seen, now),
                Action::Resign => Ok(self.ended(
                    Outcome::Resignation {
                        winner: seat.other(),
                    },
                    now,
                )),
                Action::GoOn(_) => Err(Refusal::StillRunning),
            },
            Phase::Ended {
                outcome,
                at,
                wishes,
            } => match action {
                Action::GoOn(sequel) => {
                    let phase = Phase::Ended {
                        outcome,
                        at,
                        wishes: wishes.with(seat, sequel),
                    };
                    let next = Self {
                        phase,
                        ..self.clone()
                    };
                    Ok((next, vec![Event::Wished(seat, sequel)]))
                }
                Action::Move { .. }
                | Action::TakeBack { .. }
                | Action::Resign
                | Action::Abandon => Err(Refusal::Ended),
            },
        }
    }

    /// Whether the time for the next move is over.
    #[must_use]
    pub fn is_overdue(&self, now: Timestamp) -> bool {
        matches!(self.phase, Phase::Running { deadline, .. } if now > deadline)
    }

    /// The game after its time has run out: between members a forfeit, or no result where the one to move has never moved and
    /// that is excused; against the bot always without a result.
    ///
    /// ```
    /// use wythoff::game::{Absence, Clock, Game, GameId, MemberId, Outcome, Player, Players, Seat, Stake, Terms, Timestamp};
    /// use wythoff::rules::wythoff::Position;
    ///
    /// let players = Players { first: Player::Member(MemberId(1)), second: Player::Member(MemberId(2)) };
    /// let terms = Terms { players, piles: Position::new(10, 6), clock: Clock::FiveMinutes, stake: Stake::Rated };
    /// let game = Game::start(GameId(9), terms, Timestamp(0)).unwrap();
    /// assert!(!game.is_overdue(Timestamp(300_000)) && game.is_overdue(Timestamp(300_001)));
    ///
    /// let outcome = |absence| game.timed_out(absence, Timestamp(300_001)).unwrap().0.outcome().unwrap();
    /// assert_eq!(outcome(Absence::Excused), Outcome::NoShow);
    /// assert_eq!(outcome(Absence::Counts), Outcome::Forfeit { winner: Seat::Second });
    /// ```
    ///
    /// # Errors
    /// [`Refusal::Ended`] where it has ended otherwise.
    pub fn timed_out(
        &self,
        absence: Absence,
        now: Timestamp,
    ) -> Result<(Self, Vec<Event>), Refusal> {
        let seat = self.to_move().ok_or(Refusal::Ended)?;
        let outcome = if self.players().level().is_some() {
            Outcome::Abandonment
        } else if self.mover_has_never_moved() && absence == Absence::Excused {
            Outcome::NoShow
        } else {
            Outcome::Forfeit {
                winner: seat.other(),
            }
        };
        Ok(self.ended(outcome, now))
    }

    /// Whether the one to move has never moved in this game.
    #[must_use]
    pub const fn mover_has_never_moved(&self) -> bool {
        self.course.ply < 2
    }

    /// When to remind the one to move: when a third of the time for the move is left. Never in a game against the bot.
    #[must_use]
    pub fn reminder(&self) -> Option<Timestamp> {
        match self.phase {
            Phase::Running { deadline, .. } if self.players().level().is_none() => {
                Some(deadline.before(self.terms.clock.each_move() / 3))
            }
            Phase::Running { .. } | Phase::Ended { .. } => None,
        }
    }

    /// How both want to go on, where they agree.
    #[must_use]
    pub fn agreed_sequel(&self) -> Option<Sequel> {
        match self.phase {
            Phase::Ended { wishes, .. } if wishes.first == wishes.second => wishes.first,
            Phase::Ended { .. } | Phase::Running { .. } => None,
        }
    }

    /// Only a game against the bot, or one in which nobody has moved, is broken off: another one would cost the opponent a
    /// result.
    fn abandoned(&self, now: Timestamp) -> Result<(Self, Vec<Event>), Refusal> {
        if self.players().level().is_none() && self.course.ply > 0 {
            return Err(Refusal::NotAbandoned);
        }
        Ok(self.ended(Outcome::Abandonment, now))
    }

    fn moved(
        &self,
        seat: Seat,
        mv: Move,
        seen: Option<Point>,
        now: Timestamp,
    ) -> Result<(Self, Vec<Event>), Refusal> {
        if seen.is_some_and(|seen| seen != self.point()) {
            return Err(Refusal::Behind);
        }
        if seat != self.seat_on_turn() {
            return Err(Refusal::NotYourTurn);
        }
        let position = self.course.position.play(mv)?;
        let branch = self.course.taken_back;
        let mut latest = self.course.latest.clone();
        latest.push(Played { mv, branch });
        if latest.len() > REMEMBERED {
            latest.remove(0);
        }
        let mut next = Self {
            course: Course {
                position,
                ply: self.course.ply + 1,
                latest,
                taken_back: branch,
            },
            phase: thinking(self.terms.clock, now),
            ..self.clone()
        };
        let ply = next.course.ply;
        let mut events = vec![Event::Moved { ply, mv, branch }];
        if position.is_home() {
            let (ended, end) = next.ended(Outcome::LastMove { winner: seat }, now);
            events.extend(end);
            next = ended;
        }
        Ok((next, events))
    }

    /// The game after a move of that player, and the bot's reply to it, have been taken back.
    fn taken_back(
        &self,
        seat: Seat,
        seen: Point,
        now: Timestamp,
    ) -> Result<(Self, Vec<Event>), Refusal> {
        if self.players().level().is_none() {
            return Err(Refusal::NotTakenBack);
        }
        if seen != self.point() {
            return Err(Refusal::Behind);
        }
        if seat != self.seat_on_turn() {
            return Err(Refusal::NotYourTurn);
        }
        let Course {
            mut position,
            ply,
            mut latest,
            taken_back,
        } = self.course.clone();
        let before = ply.checked_sub(2).ok_or(Refusal::NothingToTakeBack)?;
        for _ in 0..2 {
            let undone = latest.pop().and_then(|played| position.undo(played.mv));
            position = undone.ok_or(Refusal::NothingToTakeBack)?;
        }
        let next = Self {
            course: Course {
                position,
                ply: before,
                latest,
                taken_back: taken_back + 1,
            },
            phase: thinking(self.terms.clock, now),
            ..self.clone()
        };
        Ok((next, vec![Event::TakenBack { to: before }]))
    }

    /// Whether a player has a move to take back: in a running game against the bot, on the player's turn, after a round.
    #[must_use]
    pub fn can_take_back(&self) -> bool {
        let is_members_turn = self.to_move().is_some() && self.bot_to_move().is_none();
        self.players().level().is_some() && is_members_turn && self.course.ply >= 2
    }

    fn ended(&self, outcome: Outcome, at: Timestamp) -> (Self, Vec<Event>) {
        (
            Self {
                phase: Phase::Ended {
                    outcome,
                    at,
                    wishes: Wishes::default(),
                },
                ..self.clone()
            },
            vec![Event::Ended(outcome)],
        )
    }

    /// Who is to move, or was when the game ended.
    #[must_use]
    pub const fn seat_on_turn(&self) -> Seat {
        Self::seat_at(self.course.ply)
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
        self.terms.players
    }

    /// What was agreed before it began.
    #[must_use]
    pub const fn terms(&self) -> Terms {
        self.terms
    }

    /// The position that it began with.
    #[must_use]
    pub const fn start_position(&self) -> Position {
        self.terms.piles
    }

    /// The position now, or at the end.
    #[must_use]
    pub const fn position(&self) -> Position {
        self.course.position
    }

    /// How many moves have been made.
    #[must_use]
    pub const fn ply(&self) -> Ply {
        self.course.ply
    }

    /// How often moves have been taken back. A game in which any were counts in no statistics.
    #[must_use]
    pub const fn times_taken_back(&self) -> u32 {
        self.course.taken_back
    }

    /// The point that it has come to.
    #[must_use]
    pub fn point(&self) -> Point {
        let last = self.course.latest.last();
        Point {
            ply: self.course.ply,
            branch: last.map_or(0, |played| played.branch),
        }
    }

    /// The latest moves with who made each, oldest first: at most two.
    pub fn latest(&self) -> impl Iterator<Item = (Seat, Move)> {
        let last = self.seat_on_turn().other();
        let moves = self.course.latest.iter().rev().take(TOLD).rev();
        let seats = [last.other(), last].into_iter();
        seats
            .skip(TOLD.saturating_sub(moves.len()))
            .zip(moves.map(|played| played.mv))
    }

    /// A finished game as text: the piles that it began with, its moves, and the result for who began and who answered.
    ///
    /// ```
    /// use wythoff::game::{Action, Game, GameId, MemberId, Player, Players, Terms, Timestamp};
    /// use wythoff::rules::wythoff::{Level, Move, Pile, Position};
    ///
    /// let me = Player::Member(MemberId(7));
    /// let players = Players { first: me, second: Player::Bot(Level::Good) };
    /// let game = Game::start(GameId(1), Terms::against_the_bot(players, Position::new(2, 2)), Timestamp(0)).unwrap();
    /// let take_all = Move::new(Pile::Both, 2);
    /// let (won, _) = game.apply(me.id(), Action::Move { mv: take_all, seen: None }, Timestamp(1)).unwrap();
    /// assert_eq!(won.notation(&[take_all]), "2 2: AB2 1-0");
    /// ```
    #[must_use]
    pub fn notation(&self, moves: &[Move]) -> String {
        let Position { left, right } = self.start_position();
        let result = match self.outcome().and_then(Outcome::winner) {
            Some(Seat::First) => "1-0",
            Some(Seat::Second) => "0-1",
            None => "*",
        };
        let moves = moves.iter().map(ToString::to_string);
        let words: Vec<String> = [format!("{left} {right}:")]
            .into_iter()
            .chain(moves)
            .chain([result.to_owned()])
            .collect();
        words.join(" ")
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
            Phase::Running { .. } => Some(self.seat_on_turn()),
            Phase::Ended { .. } => None,
        }
    }

    /// The level of the bot, if the bot is to move.
    #[must_use]
    pub fn bot_to_move(&self) -> Option<Level> {
        match self.players().at(self.to_move()?) {
            Player::Bot(level) => Some(level),
            Player::Member(_) => None,
        }
    }
}

/// The phase of a game in which somebody begins to think now.
fn thinking(clock: Clock, now: Timestamp) -> Phase {
    Phase::Running {
        since: now,
        deadline: now.after(clock.each_move()),
    }
}

#[cfg(test)]
mod tests;
