//! An attempt to win a position against the perfect player, or to find the first few winning moves, in
//! which a few moves that give the win away are taken back. A hint costs as much as such a move.

use std::fmt;
use std::str::FromStr;

use nim_games::{Animal, Draws, IllegalMove, Move, OFFERED, Position, reply};

/// The most slips that are taken back, where a hint counts as one. The next one ends the attempt.
pub const MAX_SLIPS: usize = 5;

/// What happened in an attempt, in order: a move of either side, or a hint, which is written `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Move(Move),
    Hint,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(mv) => mv.fmt(f),
            Self::Hint => f.write_str("?"),
        }
    }
}

impl FromStr for Step {
    type Err = <Move as FromStr>::Err;

    fn from_str(written: &str) -> Result<Self, Self::Err> {
        match written {
            "?" => Ok(Self::Hint),
            mv => mv.parse().map(Self::Move),
        }
    }
}

/// An attempt. The position was won at the start, and is won before each move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    start: Position,
    /// How many winning moves solve it; `None` if it has to be won.
    to_find: Option<usize>,
    now: Position,
    steps: Vec<Step>,
    /// The moves in the current position that gave the win away.
    slips: Vec<Move>,
    /// Every move that gave the win away, with the position before it.
    all_slips: Vec<(Position, Move)>,
    /// What became of the member's moves and hints, in order.
    marks: Vec<Mark>,
    /// The hint, if there was one: how many moves had been found before, and the moves that it names.
    hint: Option<(usize, Vec<Move>)>,
    /// The winning moves and the replies, in order.
    path: Vec<Move>,
    /// The latest winning move, the reply to it, and the position before them.
    latest: Option<(Move, Move, Position)>,
    outcome: Option<AttemptOutcome>,
}

/// What became of a move of the member, or that there was a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A winning move was found.
    Found,
    Slip,
    Hint,
}

/// How an attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptOutcome {
    /// It was won, or enough winning moves were found.
    Solved,
    /// There were too many slips.
    Failed,
}

/// What a move in an attempt did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// It keeps the win. Contains the bot's reply, unless the attempt is over.
    Right(Option<Move>),
    /// It gives the win away, and is taken back.
    Wrong,
    /// It already gave the win away in this position, and changes nothing.
    Again,
    /// It was no move: a hint was given.
    Hinted,
}

impl Attempt {
    /// An attempt that begins. It is solved by so many winning moves, or only by the last one.
    #[must_use]
    pub const fn at(start: Position, to_find: Option<usize>) -> Self {
        Self {
            start,
            to_find,
            now: start,
            steps: Vec::new(),
            slips: Vec::new(),
            all_slips: Vec::new(),
            marks: Vec::new(),
            hint: None,
            path: Vec::new(),
            latest: None,
            outcome: None,
        }
    }

    /// The attempt after the given steps, which are those of [`Self::steps`].
    ///
    /// # Errors
    /// [`IllegalMove`] if the rules forbid a move.
    pub fn replayed(self, steps: &[Step]) -> Result<Self, IllegalMove> {
        let mut attempt = self;
        let mut steps = steps.iter().copied();
        while let Some(step) = steps.next() {
            let Step::Move(mv) = step else {
                attempt.note_hint();
                continue;
            };
            let before = attempt.now;
            // What solves it has changed: earlier attempts may have gone on.
            if attempt.make_move(mv)?
                && let Some(Step::Move(answer)) = steps.next()
            {
                attempt.answer((mv, answer, before))?;
            }
        }
        Ok(attempt)
    }

    /// The attempt after a hint in the current position. `None` if there is no hint any more.
    #[must_use]
    pub fn hinted(mut self) -> Option<Self> {
        self.can_hint().then(|| {
            self.note_hint();
            self
        })
    }

    /// Whether there can be a hint: one in an attempt, not for the last slip, and only where it leaves something to
    /// find.
    #[must_use]
    pub fn can_hint(&self) -> bool {
        let is_open = self.outcome.is_none() && self.hint.is_none();
        is_open && self.count_slips() < MAX_SLIPS && self.moves_to_name().len() == OFFERED
    }

    fn note_hint(&mut self) {
        self.steps.push(Step::Hint);
        self.marks.push(Mark::Hint);
        self.hint = Some((self.count_found(), self.moves_to_name()));
    }

    /// What a hint names: a winning move among others that were not tried here.
    fn moves_to_name(&self) -> Vec<Move> {
        let best = self.now.best_move();
        best.map_or_else(Vec::new, |best| self.now.offered_moves(best, &self.slips))
    }

    /// The moves named by the hint, if it was given in the current position. One of them wins.
    #[must_use]
    pub fn hint(&self) -> Option<&[Move]> {
        let (after, moves) = self.hint.as_ref()?;
        let is_here = *after == self.count_found() && self.outcome.is_none();
        is_here.then_some(moves.as_slice())
    }

    /// The attempt after a move, with the bot's reply to it.
    ///
    /// # Errors
    /// [`IllegalMove`] if the rules forbid it.
    pub fn tried(mut self, mv: Move, draws: Draws) -> Result<(Self, Tried), IllegalMove> {
        if self.slips.contains(&mv) {
            return Ok((self, Tried::Again));
        }
        let before = self.now;
        if !self.make_move(mv)? {
            return Ok((self, Tried::Wrong));
        }
        let answer = reply(&self.now, Animal::Penguin, draws).filter(|_| self.outcome.is_none());
        if let Some(answer) = answer {
            self.answer((mv, answer, before))?;
        }
        Ok((self, Tried::Right(answer)))
    }

    /// Makes a move of the member. Returns whether it keeps the win.
    fn make_move(&mut self, mv: Move) -> Result<bool, IllegalMove> {
        let left = self.now.play(mv)?;
        self.steps.push(Step::Move(mv));
        if !left.is_lost() {
            self.slips.push(mv);
            self.all_slips.push((self.now, mv));
            self.marks.push(Mark::Slip);
            self.outcome = (self.count_slips() > MAX_SLIPS).then_some(AttemptOutcome::Failed);
            return Ok(false);
        }
        self.slips.clear();
        self.marks.push(Mark::Found);
        self.path.push(mv);
        self.arrive(left);
        Ok(true)
    }

    /// Makes the bot's move of a round.
    fn answer(&mut self, round: (Move, Move, Position)) -> Result<(), IllegalMove> {
        let (_, answer, _) = round;
        let left = self.now.play(answer)?;
        self.steps.push(Step::Move(answer));
        self.path.push(answer);
        self.latest = Some(round);
        self.arrive(left);
        Ok(())
    }

    fn arrive(&mut self, now: Position) {
        self.now = now;
        let is_routine = || every_move_wins(&now) || now.is_copied();
        let has_found = |to_find| self.count_found() >= to_find || is_routine();
        let is_solved = now.is_over() || self.to_find.is_some_and(has_found);
        self.outcome = is_solved.then_some(AttemptOutcome::Solved);
    }

    #[must_use]
    pub const fn start(&self) -> Position {
        self.start
    }

    /// How many winning moves solve it; `None` if it has to be won.
    #[must_use]
    pub const fn to_find(&self) -> Option<usize> {
        self.to_find
    }

    /// The position in which the member is to move.
    #[must_use]
    pub const fn now(&self) -> Position {
        self.now
    }

    /// Everything in order, including moves that were taken back and the bot's replies.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The slips in the current position.
    #[must_use]
    pub fn tried_here(&self) -> &[Move] {
        &self.slips
    }

    /// The latest winning move that the bot replied to, the reply, and the position before both.
    /// Returns `None` if there was a slip after the reply.
    #[must_use]
    pub fn latest_round(&self) -> Option<(Move, Move, Position)> {
        self.latest.filter(|_| self.slips.is_empty())
    }

    /// The move that solved it although the game goes on, with the position before it: the rest is
    /// routine, and is not played.
    #[must_use]
    pub fn given_up_after(&self) -> Option<(Position, Move)> {
        let is_solved = self.outcome == Some(AttemptOutcome::Solved) && !self.now.is_over();
        // The last one may be the bot's.
        let own = self.path.len().checked_sub(1)? / 2 * 2;
        let (last, before) = self.path.get(..=own)?.split_last().filter(|_| is_solved)?;
        let played = before.iter().try_fold(self.start, |at, mv| at.play(*mv));
        Some((played.ok()?, *last))
    }

    /// The latest slip that was made good, after the first move: the position, and the winning move found there then.
    #[must_use]
    pub fn made_good(&self) -> Option<(Position, Move)> {
        let &(slipped_at, _) = self.all_slips.last()?;
        let mut at = self.start;
        let mut own = self.path.iter().map_while(|&mv| {
            let before = at;
            at = at.play(mv).ok()?;
            Some((before, mv))
        });
        let found = own.find(|&(before, _)| before == slipped_at)?;
        (slipped_at != self.start).then_some(found)
    }

    /// The game to its end: after the path, the member goes on with winning moves, and the bot replies as
    /// well as it can. `draws` choose between its replies.
    #[must_use]
    pub fn played_out(&self, draws: Draws) -> Vec<Move> {
        let (mut at, mut moves) = (self.now, self.path.clone());
        while !at.is_over() {
            let is_bots = moves.len() % 2 == 1;
            let next = if is_bots {
                reply(&at, Animal::Penguin, draws)
            } else {
                at.best_move()
            };
            let Some((mv, left)) = next.and_then(|mv| Some((mv, at.play(mv).ok()?))) else {
                break;
            };
            moves.push(mv);
            at = left;
        }
        moves
    }

    /// The moves that were not taken back, with the bot's replies.
    #[must_use]
    pub fn path(&self) -> &[Move] {
        &self.path
    }

    /// What became of the member's moves and hints, in order.
    #[must_use]
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// How many winning moves were found.
    #[must_use]
    pub fn count_found(&self) -> usize {
        let is_found = |mark: &&Mark| **mark == Mark::Found;
        self.marks.iter().filter(is_found).count()
    }

    /// Every move that gave the win away, with the position before it.
    #[must_use]
    pub fn slips(&self) -> &[(Position, Move)] {
        &self.all_slips
    }

    /// How often the win was given away. A hint counts as once.
    #[must_use]
    pub fn count_slips(&self) -> usize {
        self.all_slips.len() + usize::from(self.is_hinted())
    }

    /// Whether there was a hint.
    #[must_use]
    pub const fn is_hinted(&self) -> bool {
        self.hint.is_some()
    }

    /// How it ended, if it has.
    #[must_use]
    pub const fn outcome(&self) -> Option<AttemptOutcome> {
        self.outcome
    }
}

/// Whether there is nothing left to find.
fn every_move_wins(at: &Position) -> bool {
    /// More moves than this are not looked at.
    const MOST: u128 = 25;
    let choices = at.choices();
    let wins = |mv: Move| at.play(mv).is_ok_and(|left| left.is_lost());
    (1..=MOST).contains(&choices.count()) && choices.moves().all(wins)
}
