//! A game, and what can be said of it.

use nim_games::{Animal, Move, Position};

use crate::course::{REMEMBERED_MOVES, SHOWN_MOVES};
use crate::{
    Course, GRACE, GameId, LatestMove, NextGame, Outcome, Phase, PlayedMove, Player, Players, Ply,
    Point, Refusal, Seat, Terms, Timestamp,
};

/// One game in one of its phases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub(crate) id: GameId,
    pub(crate) terms: Terms,
    pub(crate) course: Course,
    pub(crate) phase: Phase,
}

impl Game {
    /// A game that starts now.
    ///
    /// ```
    /// use wythoff_game::{Game, GameId, MemberId, Player, Players, Refusal, Seat, Terms, Timestamp};
    /// use nim_games::Animal;
    ///
    /// let players = Players { first: Player::Member(MemberId(7)), second: Player::Bot(Animal::Dolphin) };
    /// let terms = |start: &str| Terms::against_the_bot(players, start.parse().unwrap());
    /// let game = Game::start(GameId(1), terms("wythoff: 10 6"), Timestamp(0)).unwrap();
    /// assert_eq!((game.ply(), game.to_move()), (0, Some(Seat::First)));
    /// assert_eq!(Game::start(GameId(1), terms("wythoff: 0 0"), Timestamp(0)), Err(Refusal::NothingToTake));
    /// ```
    ///
    /// # Errors
    /// [`Refusal::NothingToTake`] if the game would be over from the start.
    pub fn start(id: GameId, terms: Terms, now: Timestamp) -> Result<Self, Refusal> {
        if terms.start.is_over() {
            return Err(Refusal::NothingToTake);
        }
        Ok(Self {
            id,
            terms,
            course: Course {
                position: terms.start,
                ply: 0,
                latest: Vec::new(),
                taken_back: 0,
            },
            phase: Phase::running(terms.clock, now),
        })
    }

    /// Rebuilds a game from its stored parts.
    #[must_use]
    pub const fn restore(id: GameId, terms: Terms, course: Course, phase: Phase) -> Self {
        Self {
            id,
            terms,
            course,
            phase,
        }
    }

    /// Sets the latest moves from `moves`, which are all moves of the game. This is needed after
    /// moves were taken back, when earlier moves become the latest again.
    pub fn remember(&mut self, moves: &[PlayedMove]) {
        let mut before = self.terms.start;
        let mut latest = Vec::with_capacity(moves.len());
        for &played in moves {
            latest.push(LatestMove { played, before });
            before = before.play(played.mv).unwrap_or(before);
        }
        let older = latest.len().saturating_sub(REMEMBERED_MOVES);
        self.course.latest = latest.split_off(older);
    }

    /// The last moment at which the next move is accepted. `None` if the game is over.
    #[must_use]
    pub const fn deadline(&self) -> Option<Timestamp> {
        match self.phase {
            Phase::Running { deadline, .. } => Some(deadline),
            Phase::Ended { .. } => None,
        }
    }

    /// Whether the time for the next move has run out.
    #[must_use]
    pub fn is_overdue(&self, now: Timestamp) -> bool {
        matches!(self.phase, Phase::Running { deadline, .. } if now > deadline)
    }

    /// Whether the time for the next move has run out, as far as the player in `seat` is concerned:
    /// for the player on turn at once, for everybody else only when a move that was sent in time must
    /// have arrived.
    #[must_use]
    pub fn is_over_for(&self, seat: Option<Seat>, now: Timestamp) -> bool {
        let is_own = seat.is_some() && seat == self.to_move();
        self.is_overdue(if is_own { now } else { now.minus(GRACE) })
    }

    /// Whether the player to move has never moved in this game.
    #[must_use]
    pub const fn mover_has_never_moved(&self) -> bool {
        self.course.ply < 2 && self.course.taken_back == 0
    }

    /// When to remind the player whose turn it is: when a third of the time that there was for the move is
    /// left.
    /// `None` in a game against the bot.
    #[must_use]
    pub fn reminder(&self) -> Option<Timestamp> {
        match self.phase {
            Phase::Running {
                since, deadline, ..
            } if self.players().animal().is_none() => {
                Some(deadline.minus(deadline.since(since) / 3))
            }
            Phase::Running { .. } | Phase::Ended { .. } => None,
        }
    }

    /// The next game that a player votes for.
    #[must_use]
    pub const fn vote_of(&self, seat: Seat) -> Option<NextGame> {
        match self.phase {
            Phase::Ended { votes, .. } => votes.at(seat),
            Phase::Running { .. } => None,
        }
    }

    /// The game without the vote of a player for the next one.
    #[must_use]
    pub fn without_vote_of(&self, seat: Seat) -> Self {
        let mut without = self.clone();
        if let Phase::Ended { votes, .. } = &mut without.phase {
            *votes = votes.with(seat, None);
        }
        without
    }

    /// The next game that both players vote for, if they agree.
    #[must_use]
    pub fn agreed_next_game(&self) -> Option<NextGame> {
        match self.phase {
            Phase::Ended { votes, .. } if votes.first == votes.second => votes.first,
            Phase::Ended { .. } | Phase::Running { .. } => None,
        }
    }

    /// Whether a move can be taken back: only in a running game against the bot, on the member's
    /// turn, once a round has been played.
    #[must_use]
    pub fn can_take_back(&self) -> bool {
        let is_members_turn = self.to_move().is_some() && self.bot_to_move().is_none();
        self.players().animal().is_some() && is_members_turn && self.course.ply >= 2
    }

    /// The seat of the player to move, or of the one who was to move when the game ended.
    #[must_use]
    pub const fn seat_on_turn(&self) -> Seat {
        Self::seat_at(self.course.ply)
    }

    /// The player to move after `ply` moves.
    pub(crate) const fn seat_at(ply: Ply) -> Seat {
        if ply.is_multiple_of(2) {
            Seat::First
        } else {
            Seat::Second
        }
    }

    #[must_use]
    pub const fn id(&self) -> GameId {
        self.id
    }

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
        self.terms.start
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

    /// How many times moves have been taken back. If this is not 0, the game is left out of the
    /// statistics.
    #[must_use]
    pub const fn times_taken_back(&self) -> u32 {
        self.course.taken_back
    }

    /// The position before the latest move, if there was one.
    #[must_use]
    pub fn position_before(&self) -> Option<Position> {
        self.course.latest.last().map(|recent| recent.before)
    }

    /// The current point.
    #[must_use]
    pub fn point(&self) -> Point {
        let last = self.course.latest.last();
        Point {
            ply: self.course.ply,
            branch: last.map_or(0, |recent| recent.played.branch),
        }
    }

    /// The latest moves and who made them, oldest first: at most two.
    pub fn latest(&self) -> impl Iterator<Item = (Seat, Move)> {
        self.latest_with_positions().map(|(seat, _, mv)| (seat, mv))
    }

    /// The latest moves, as in [`Game::latest`], each with the position that it was made from.
    pub fn latest_with_positions(&self) -> impl Iterator<Item = (Seat, Position, Move)> {
        let last = self.seat_on_turn().other();
        let moves = self.course.latest.iter().rev().take(SHOWN_MOVES).rev();
        let seats = [last.other(), last].into_iter();
        seats
            .skip(SHOWN_MOVES.saturating_sub(moves.len()))
            .zip(moves)
            .map(|(seat, recent)| (seat, recent.before, recent.played.mv))
    }

    /// The positions from which the latest moves were made, as many as the game remembers: moves are taken
    /// back by agreement.
    pub fn latest_positions(&self) -> impl Iterator<Item = Position> {
        self.course.latest.iter().map(|latest| latest.before)
    }

    /// A finished game as text: its options, the position at the start, the moves, and the result
    /// for the first and the second player.
    ///
    /// ```
    /// use wythoff_game::{Action, Game, GameId, MemberId, Player, Players, Terms, Timestamp};
    /// use nim_games::{Animal, Move};
    ///
    /// let me = Player::Member(MemberId(7));
    /// let players = Players { first: me, second: Player::Bot(Animal::Dolphin) };
    /// let start = "wythoff: 2 2".parse().unwrap();
    /// let game = Game::start(GameId(1), Terms::against_the_bot(players, start), Timestamp(0)).unwrap();
    /// let take_all = Move::take([2, 2]);
    /// let (won, _) = game.apply(me.id(), Action::Move { mv: take_all, seen: None }, Timestamp(1)).unwrap();
    /// assert_eq!(won.notation(&[take_all]), "2 2: AB2 1-0");
    /// ```
    #[must_use]
    pub fn notation(&self, moves: &[Move]) -> String {
        let start = self.start_position();
        let result = match self.outcome().and_then(Outcome::winner) {
            Some(Seat::First) => "1-0",
            Some(Seat::Second) => "0-1",
            None => "*",
        };
        let moves = moves.iter().map(|mv| format!("{mv:#}"));
        let words = [start.options().to_string(), format!("{start}:")]
            .into_iter()
            .chain(moves);
        let words = words
            .chain([result.to_owned()])
            .filter(|word| !word.is_empty());
        itertools::join(words, " ")
    }

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

    /// The player to move, while the game runs.
    #[must_use]
    pub fn to_move(&self) -> Option<Seat> {
        match self.phase {
            Phase::Running { .. } => Some(self.seat_on_turn()),
            Phase::Ended { .. } => None,
        }
    }

    #[must_use]
    pub fn bot_to_move(&self) -> Option<Animal> {
        match self.players().at(self.to_move()?) {
            Player::Bot(animal) => Some(animal),
            Player::Member(_) | Player::Former(_) => None,
        }
    }
}
