//! How a game changes: by the actions of players, and when the time runs out.

use super::course::{MOST_TAKEN_BACK, REMEMBERED_MOVES};
use super::{
    Absence, Action, Agreement, Event, Game, LatestMove, Outcome, Phase, PlayedMove, PlayerId, Ply,
    Point, Refusal, RematchVotes, Seat, Stake, Timestamp,
};
use nim_games::Move;

/// A game after a change, and the events of that change.
pub type ChangedGame = (Game, Vec<Event>);

impl Game {
    /// The game after an action of a player, and what happened.
    ///
    /// ```
    /// use wythoff_game::{Action, Game, GameId, MemberId, Outcome, Player, Players, Refusal, Terms, Timestamp};
    /// use nim_games::Animal;
    /// use nim_games::Move;
    ///
    /// let me = Player::Member(MemberId(7));
    /// let players = Players { first: me, second: Player::Bot(Animal::Penguin) };
    /// let terms = Terms::against_the_bot(players, "wythoff: 2 2".parse().unwrap());
    /// let game = Game::start(GameId(1), terms, Timestamp(0)).unwrap();
    ///
    /// let take_all = Action::Move { mv: Move::take([2, 2]), seen: Some(game.point()) };
    /// let (won, _events) = game.apply(me.id(), take_all, Timestamp(5)).unwrap();
    /// assert_eq!(won.outcome().and_then(Outcome::winner), Some(wythoff_game::Seat::First));
    /// assert_eq!(won.apply(me.id(), Action::Resign { seen: None }, Timestamp(6)), Err(Refusal::Ended));
    /// ```
    ///
    /// # Errors
    /// A [`Refusal`] says why the action is impossible.
    pub fn apply(
        &self,
        by: PlayerId,
        action: Action,
        now: Timestamp,
    ) -> Result<ChangedGame, Refusal> {
        let seat = self.players().seat_of(by).ok_or(Refusal::NotAPlayer)?;
        match self.phase {
            Phase::Running { .. } => match action {
                Action::Abandon => self.abandoned(now),
                Action::Move { .. }
                | Action::TakeBack { .. }
                | Action::Agree { .. }
                | Action::Resign { .. }
                    if self.is_over_for(Some(seat), now) =>
                {
                    Err(Refusal::OutOfTime)
                }
                Action::Move { mv, seen } => self.moved(self.check_turn(by, seen)?, mv, now),
                Action::TakeBack { seen } => self.taken_back(by, seen, now),
                Action::Agree {
                    on,
                    asked_by,
                    asked_at,
                    seen,
                } => {
                    let seat = self.check_in_play(by, Some(seen))?;
                    // A move and its taking back lead to the same point.
                    if self.phase.since() > asked_at {
                        return Err(Refusal::OutdatedBoard);
                    }
                    self.agreed(on, (asked_by, seat), now)
                }
                Action::Resign { seen } => {
                    let winner = self.check_in_play(by, seen)?.other();
                    Ok(self.ended(Outcome::Resignation { winner }, now))
                }
                Action::Rematch(_) => Err(Refusal::StillRunning),
            },
            Phase::Ended { outcome, at, votes } => match action {
                Action::Rematch(next_game) => {
                    let votes = votes.with(seat, Some(next_game));
                    let mut next = self.clone();
                    next.phase = Phase::Ended { outcome, at, votes };
                    Ok((next, Vec::new()))
                }
                Action::Move { .. }
                | Action::TakeBack { .. }
                | Action::Agree { .. }
                | Action::Resign { .. }
                | Action::Abandon => Err(Refusal::Ended),
            },
        }
    }

    /// The player's seat, if it is the player's turn. `seen` is the point that the player saw on
    /// a board.
    ///
    /// # Errors
    /// The [`Refusal`] that a move would get.
    pub fn check_turn(&self, by: PlayerId, seen: Option<Point>) -> Result<Seat, Refusal> {
        let seat = self.check_in_play(by, seen)?;
        if seat == self.seat_on_turn() {
            Ok(seat)
        } else {
            Err(Refusal::NotYourTurn)
        }
    }

    /// The player's seat, if the game is running and `seen` is not stale.
    ///
    /// # Errors
    /// The [`Refusal`] that an action would get.
    pub fn check_in_play(&self, by: PlayerId, seen: Option<Point>) -> Result<Seat, Refusal> {
        let seat = self.players().seat_of(by).ok_or(Refusal::NotAPlayer)?;
        match self.phase {
            Phase::Ended { .. } => Err(Refusal::Ended),
            Phase::Running { .. } if self.has_moved_on(seen) => Err(Refusal::OutdatedBoard),
            Phase::Running { .. } => Ok(seat),
        }
    }

    /// Whether the game is at a different point from the one that a board showed.
    fn has_moved_on(&self, seen: Option<Point>) -> bool {
        seen.is_some_and(|seen| seen != self.point())
    }

    /// The game after its time has run out. Between members it ends in a forfeit, or in a no-show
    /// if the player to move has never moved and `absence` is excused. Against the bot it ends
    /// without a result.
    ///
    /// ```
    /// use wythoff_game::{Absence, Clock, Game, GameId, MemberId, Outcome, Pair, Player, Players, Seat, Stake, Terms, Timestamp};
    ///
    /// let players = Players { first: Player::Member(MemberId(1)), second: Player::Member(MemberId(2)) };
    /// let terms = Terms { players, start: "wythoff: 10 6".parse().unwrap(), clock: Clock::FiveMinutes, stake: Stake::Rated, pair: Pair::None };
    /// let game = Game::start(GameId(9), terms, Timestamp(0)).unwrap();
    /// assert!(!game.is_overdue(Timestamp(300_000)) && game.is_overdue(Timestamp(300_001)));
    ///
    /// let outcome = |absence| game.timed_out(absence, Timestamp(300_001)).unwrap().0.outcome().unwrap();
    /// assert_eq!(outcome(Absence::Excused), Outcome::NoShow);
    /// assert_eq!(outcome(Absence::Counts), Outcome::Forfeit { winner: Seat::Second });
    /// ```
    ///
    /// # Errors
    /// [`Refusal::Ended`] if it has already ended.
    pub fn timed_out(&self, absence: Absence, now: Timestamp) -> Result<ChangedGame, Refusal> {
        let seat = self.to_move().ok_or(Refusal::Ended)?;
        let outcome = if self.players().animal().is_some() {
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

    /// Only a game against the bot, or one without a move, can be abandoned. Otherwise the opponent
    /// would be denied a result.
    fn abandoned(&self, now: Timestamp) -> Result<ChangedGame, Refusal> {
        if self.players().animal().is_none() && self.course.ply > 0 {
            return Err(Refusal::CannotAbandon);
        }
        Ok(self.ended(Outcome::Abandonment, now))
    }

    fn moved(&self, seat: Seat, mv: Move, now: Timestamp) -> Result<ChangedGame, Refusal> {
        let (before, branch) = (self.course.position, self.course.taken_back);
        let position = before.play(mv)?;
        let mut next = self.clone();
        next.phase = self.phase.after_move(self.terms.clock, now);
        let course = &mut next.course;
        course.position = position;
        course.ply += 1;
        let played = PlayedMove { mv, branch };
        course.latest.push(LatestMove { played, before });
        if course.latest.len() > REMEMBERED_MOVES {
            course.latest.remove(0);
        }
        let ply = course.ply;
        let mut events = vec![Event::Moved { ply, mv, branch }];
        if position.is_over() {
            // The opponent is next to move. The final position is lost for the opponent in normal
            // play, and won if the last move loses.
            let winner = if position.is_lost() {
                seat
            } else {
                seat.other()
            };
            let (ended, end) = next.ended(Outcome::LastMove { winner }, now);
            events.extend(end);
            next = ended;
        }
        Ok((next, events))
    }

    /// The game after the player's last move and the bot's reply to it have been taken back.
    fn taken_back(
        &self,
        by: PlayerId,
        seen: Point,
        now: Timestamp,
    ) -> Result<ChangedGame, Refusal> {
        if self.players().animal().is_none() {
            return Err(Refusal::CannotTakeBack);
        }
        self.check_turn(by, Some(seen))?;
        self.without_latest(2, now)
    }

    /// What both players have agreed on: who asked, and who agrees.
    fn agreed(
        &self,
        on: Agreement,
        (asked_by, by): (Seat, Seat),
        now: Timestamp,
    ) -> Result<ChangedGame, Refusal> {
        if by == asked_by {
            return Err(Refusal::OwnRequest);
        }
        self.check_agreement(on, asked_by)?;
        match on {
            Agreement::TakeBack => self.without_latest(self.moves_since_own(asked_by), now),
            Agreement::End => Ok(self.ended(Outcome::Abandonment, now)),
        }
    }

    /// How many moves a player's latest one and the answer to it are.
    fn moves_since_own(&self, seat: Seat) -> Ply {
        if self.seat_on_turn() == seat { 2 } else { 1 }
    }

    /// Whether a player of a game between members can ask for something.
    ///
    /// # Errors
    /// [`Refusal::CannotTakeBack`], [`Refusal::NothingToTakeBack`], [`Refusal::TakenBackBefore`].
    pub fn check_agreement(&self, on: Agreement, seat: Seat) -> Result<(), Refusal> {
        match on {
            _ if self.players().animal().is_some() => Err(Refusal::CannotTakeBack),
            Agreement::TakeBack if self.ply() < self.moves_since_own(seat) => {
                Err(Refusal::NothingToTakeBack)
            }
            Agreement::TakeBack
                if self.terms().stake == Stake::Rated
                    && self.times_taken_back() >= MOST_TAKEN_BACK =>
            {
                Err(Refusal::TakenBackBefore)
            }
            Agreement::TakeBack | Agreement::End => Ok(()),
        }
    }

    /// The game as it was that many moves ago.
    fn without_latest(&self, moves: Ply, now: Timestamp) -> Result<ChangedGame, Refusal> {
        let mut next = self.clone();
        let course = &mut next.course;
        for _ in 0..moves {
            let latest = course.latest.pop().ok_or(Refusal::NothingToTakeBack)?;
            course.position = latest.before;
        }
        course.ply = course
            .ply
            .checked_sub(moves)
            .ok_or(Refusal::NothingToTakeBack)?;
        course.taken_back += 1;
        let to = course.ply;
        next.phase = self.phase.taken_back(self.terms.clock, now, moves);
        Ok((next, vec![Event::TakenBack { to }]))
    }

    fn ended(&self, outcome: Outcome, at: Timestamp) -> ChangedGame {
        let votes = RematchVotes::default();
        let mut ended = self.clone();
        ended.phase = Phase::Ended { outcome, at, votes };
        (ended, vec![Event::Ended(outcome)])
    }
}
