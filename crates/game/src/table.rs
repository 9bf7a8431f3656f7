//! A table: a game for two to twelve, who move in turn, as a state machine. Members sit down, animals may sit with
//! them, and whoever is last wins. It is another thing than a [`Game`](crate::Game), which is between two.

use std::time::Duration;

use thiserror::Error;

use super::{MemberId, Timestamp};
use nim_games::{
    Animal, BadPosition, Ending, IllegalMove, Move, Numbers, Position, TableRules, reply_among,
};

/// How many can sit at a table.
pub const MOST_SEATS: usize = 12;

/// How many of them can be animals.
pub const MOST_ANIMALS: usize = 3;

/// How long members can sit down before it closes.
const SEATED_WITHIN: Duration = Duration::from_mins(15);

/// After how long others than the host may begin.
pub const OTHERS_BEGIN_AFTER: Duration = Duration::from_mins(2);

/// After how long a member on turn is called, if turns take longer than that twice.
const CALLED_AFTER: Duration = Duration::from_mins(1);

/// How many rounds the race to 100 has. More follow while several have won as many.
const ROUNDS: u32 = 3;

/// How long a turn may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnTime {
    FifteenSeconds,
    ThirtySeconds,
    Minute,
    TwoMinutes,
    FiveMinutes,
    TenMinutes,
}

impl TurnTime {
    #[must_use]
    pub const fn duration(self) -> Duration {
        match self {
            Self::FifteenSeconds => Duration::from_secs(15),
            Self::ThirtySeconds => Duration::from_secs(30),
            Self::Minute => Duration::from_mins(1),
            Self::TwoMinutes => Duration::from_mins(2),
            Self::FiveMinutes => Duration::from_mins(5),
            Self::TenMinutes => Duration::from_mins(10),
        }
    }
}

/// Who sits at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sitter {
    Member(MemberId),
    Animal(Animal),
    /// Somebody who has erased everything.
    Gone,
}

/// A seat at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSeat {
    pub sitter: Sitter,
    /// How many were out before, if they are out.
    pub out: Option<u32>,
    /// How many rounds they have won.
    pub won: u32,
}

/// Something that happened at a table. Seats are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableEvent {
    Moved(usize, Move),
    /// They have said that number.
    Said(usize, u64),
    /// They have made the last move, and are out.
    Out(usize),
    /// Their time ran out, and so they are out.
    Late(usize),
    /// They have left, and so are out.
    Left(usize),
    /// They have made the last move, and won the round.
    WonRound(usize),
}

/// The state of a table.
#[expect(
    clippy::large_enum_variant,
    reason = "there are few tables, and it is copied where positions are copied anyway"
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablePhase {
    /// Members sit down.
    Gathering { since: Timestamp, until: Timestamp },
    Playing {
        /// The position before the last move of the round.
        before: Position,
        now: Position,
        /// The seat on turn.
        turn: usize,
        since: Timestamp,
        deadline: Timestamp,
    },
    /// It is over. Nobody has won if it never began, or if everybody has erased everything.
    Ended {
        winner: Option<usize>,
        at: Timestamp,
    },
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub rules: TableRules,
    pub time: TurnTime,
    /// The seats, in the order of play. Before it begins, the first member is the host.
    pub seats: Vec<TableSeat>,
    pub phase: TablePhase,
    /// The number of the round, from 1 on; 0 before the first.
    pub round: u32,
    /// Counts what has happened, so that a button tells what its reader has seen.
    pub step: u32,
    /// What has happened since a member moved last.
    pub latest: Vec<TableEvent>,
}

/// Why something at a table is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TableRefusal {
    #[error("all seats are taken")]
    Full,
    #[error("there are enough animals")]
    ManyAnimals,
    #[error("already at this table")]
    Seated,
    #[error("not at this table")]
    NotSeated,
    #[error("only the host can do that")]
    NotHost,
    #[error("others than the host can begin later")]
    TooEarly(Timestamp),
    #[error("one cannot play alone")]
    Alone,
    #[error("it has begun")]
    Begun,
    #[error("it has not begun")]
    NotBegun,
    #[error("it is over")]
    Ended,
    #[error("this member is out")]
    Out,
    #[error("somebody else is on turn")]
    NotYourTurn,
    #[error("the button shows an earlier turn")]
    Outdated,
    #[error("the time has run out")]
    OutOfTime,
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error("no start: {0}")]
    NoStart(#[from] BadPosition),
}

type Result<T = (), E = TableRefusal> = std::result::Result<T, E>;

impl Table {
    /// A table at which its host sits.
    #[must_use]
    pub fn new((rules, time): (TableRules, TurnTime), host: MemberId, at: Timestamp) -> Self {
        Self {
            rules,
            time,
            seats: vec![TableSeat::of(Sitter::Member(host))],
            phase: TablePhase::Gathering {
                since: at,
                until: at.plus(SEATED_WITHIN),
            },
            round: 0,
            step: 0,
            latest: Vec::new(),
        }
    }

    /// Who may begin at once, and add animals: the member who has sat here longest.
    #[must_use]
    pub fn host(&self) -> Option<MemberId> {
        self.members().next()
    }

    /// The members at the table, out or not.
    pub fn members(&self) -> impl Iterator<Item = MemberId> {
        self.seats.iter().filter_map(|seat| seat.sitter.member())
    }

    /// The seat of a member.
    #[must_use]
    pub fn seat_of(&self, member: MemberId) -> Option<usize> {
        let is_theirs = |seat: &TableSeat| seat.sitter == Sitter::Member(member);
        self.seats.iter().position(is_theirs)
    }

    /// The seats that are not out, in the order of play, from the given one on.
    pub fn left_from(&self, first: usize) -> impl Iterator<Item = usize> {
        let all = self.seats.len();
        let round = (0..all).map(move |after| (first + after) % all.max(1));
        round.filter(|&seat| self.is_in(seat))
    }

    /// Whether nobody can act at it any more.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self.phase, TablePhase::Ended { .. })
    }

    /// Who has won it.
    #[must_use]
    pub fn winner(&self) -> Option<Sitter> {
        match self.phase {
            TablePhase::Ended { winner, .. } => Some(self.seats.get(winner?)?.sitter),
            TablePhase::Gathering { .. } | TablePhase::Playing { .. } => None,
        }
    }

    /// When it is carried on without its members.
    #[must_use]
    pub const fn deadline(&self) -> Option<Timestamp> {
        match self.phase {
            TablePhase::Gathering { until, .. } => Some(until),
            TablePhase::Playing { deadline, .. } => Some(deadline),
            TablePhase::Ended { .. } => None,
        }
    }

    /// When the member on turn is called, where turns are long.
    #[must_use]
    pub fn reminder(&self) -> Option<Timestamp> {
        match self.phase {
            TablePhase::Playing { since, .. } if self.time.duration() >= 2 * CALLED_AFTER => {
                Some(since.plus(CALLED_AFTER))
            }
            TablePhase::Gathering { .. }
            | TablePhase::Playing { .. }
            | TablePhase::Ended { .. } => None,
        }
    }

    /// The member on turn.
    #[must_use]
    pub fn on_turn(&self) -> Option<MemberId> {
        match self.phase {
            TablePhase::Playing { turn, .. } => self.seats.get(turn)?.sitter.member(),
            TablePhase::Gathering { .. } | TablePhase::Ended { .. } => None,
        }
    }

    /// A member sits down.
    ///
    /// # Errors
    /// If they sit already, there is no seat left, or it has begun.
    pub fn join(&mut self, member: MemberId, at: Timestamp) -> Result {
        if self.seat_of(member).is_some() {
            return Err(TableRefusal::Seated);
        }
        self.sit_down(Sitter::Member(member), at)
    }

    /// The host seats an animal.
    ///
    /// # Errors
    /// If somebody else asks, there is no seat left, or it has begun.
    pub fn add_animal(&mut self, by: MemberId, animal: Animal, at: Timestamp) -> Result {
        self.check_gathering(at)?;
        if self.host() != Some(by) {
            return Err(TableRefusal::NotHost);
        }
        if self.seats.len() - self.members().count() >= MOST_ANIMALS {
            return Err(TableRefusal::ManyAnimals);
        }
        self.sit_down(Sitter::Animal(animal), at)
    }

    fn sit_down(&mut self, sitter: Sitter, at: Timestamp) -> Result {
        self.check_gathering(at)?;
        if self.seats.len() >= MOST_SEATS {
            return Err(TableRefusal::Full);
        }
        self.seats.push(TableSeat::of(sitter));
        self.step += 1;
        Ok(())
    }

    /// A member gets up before it begins. Without members it is over.
    ///
    /// # Errors
    /// If they do not sit here, or it has begun.
    pub fn leave(&mut self, member: MemberId, at: Timestamp) -> Result {
        self.check_gathering(at)?;
        let seat = self.seat_of(member).ok_or(TableRefusal::NotSeated)?;
        self.seats.remove(seat);
        self.step += 1;
        if self.members().next().is_none() {
            self.end(None, at);
        }
        Ok(())
    }

    fn check_gathering(&self, at: Timestamp) -> Result {
        match self.phase {
            TablePhase::Gathering { until, .. } if at <= until => Ok(()),
            TablePhase::Gathering { .. } => Err(TableRefusal::OutOfTime),
            TablePhase::Playing { .. } => Err(TableRefusal::Begun),
            TablePhase::Ended { .. } => Err(TableRefusal::Ended),
        }
    }

    /// Begins. Lots decide the order of play.
    ///
    /// # Errors
    /// If the member does not sit here, it is too early for others than the host, or they are alone.
    pub fn begin(&mut self, by: MemberId, at: Timestamp, numbers: &mut Numbers) -> Result {
        self.check_gathering(at)?;
        self.seat_of(by).ok_or(TableRefusal::NotSeated)?;
        let others_from = self.phase.since().plus(OTHERS_BEGIN_AFTER);
        if self.host() != Some(by) && at < others_from {
            return Err(TableRefusal::TooEarly(others_from));
        }
        if self.seats.len() < 2 {
            return Err(TableRefusal::Alone);
        }
        for unsorted in (1..self.seats.len()).rev() {
            let chosen = numbers.draw().below(unsorted as u128 + 1);
            self.seats
                .swap(unsorted, usize::try_from(chosen).unwrap_or(unsorted));
        }
        self.step += 1;
        self.round = 1;
        self.begin_round(0, at, numbers)
    }

    /// A member makes a move. `step` tells what they have seen.
    ///
    /// # Errors
    /// If it is not their turn, it is too late, or the move is illegal.
    pub fn play(
        &mut self,
        (by, step): (MemberId, u32),
        mv: Move,
        at: Timestamp,
        numbers: &mut Numbers,
    ) -> Result {
        let seat = self.seat_of(by).ok_or(TableRefusal::NotSeated)?;
        let (turn, deadline) = match self.phase {
            TablePhase::Gathering { .. } => return Err(TableRefusal::NotBegun),
            TablePhase::Ended { .. } => return Err(TableRefusal::Ended),
            TablePhase::Playing { turn, deadline, .. } => (turn, deadline),
        };
        if !self.is_in(seat) {
            return Err(TableRefusal::Out);
        }
        if seat != turn {
            return Err(TableRefusal::NotYourTurn);
        }
        if step != self.step {
            return Err(TableRefusal::Outdated);
        }
        if at > deadline {
            return Err(TableRefusal::OutOfTime);
        }
        let mut changed = self.clone();
        changed.latest.clear();
        changed.step += 1;
        changed.make_move(mv, at, numbers)?;
        *self = changed;
        Ok(())
    }

    /// The time has run out: it closes, or the one on turn is out.
    ///
    /// # Errors
    /// If there is no start for the next round.
    pub fn time_out(&mut self, at: Timestamp, numbers: &mut Numbers) -> Result {
        match self.phase {
            TablePhase::Gathering { .. } => {
                self.end(None, at);
                Ok(())
            }
            TablePhase::Playing { turn, .. } => {
                self.put_out(turn, TableEvent::Late(turn), at, numbers)
            }
            TablePhase::Ended { .. } => Ok(()),
        }
    }

    /// A member erases everything: they get up, or are out.
    ///
    /// # Errors
    /// If there is no start for the next round.
    pub fn forget(&mut self, member: MemberId, at: Timestamp, numbers: &mut Numbers) -> Result {
        let Some(seat) = self.seat_of(member) else {
            return Ok(());
        };
        if matches!(self.phase, TablePhase::Gathering { until, .. } if at <= until) {
            return self.leave(member, at);
        }
        let was_in = self.is_in(seat);
        if let Some(seat) = self.seats.get_mut(seat) {
            seat.sitter = Sitter::Gone;
        }
        if matches!(self.phase, TablePhase::Playing { .. }) && was_in {
            self.put_out(seat, TableEvent::Left(seat), at, numbers)?;
        }
        Ok(())
    }

    /// Begins the next round with the first seat from the given one on that is not out.
    fn begin_round(&mut self, first: usize, at: Timestamp, numbers: &mut Numbers) -> Result {
        let Some(turn) = self.left_from(first).next() else {
            self.end(None, at);
            return Ok(());
        };
        let start = self.rules.drawn(numbers)?;
        self.give_turn(turn, (start, start), at, numbers)
    }

    /// It is the turn of a seat. An animal moves at once.
    fn give_turn(
        &mut self,
        turn: usize,
        (before, now): (Position, Position),
        at: Timestamp,
        numbers: &mut Numbers,
    ) -> Result {
        self.phase = TablePhase::Playing {
            before,
            now,
            turn,
            since: at,
            deadline: at.plus(self.time.duration()),
        };
        let sitter = self.seats.get(turn).map(|seat| seat.sitter);
        let Some(Sitter::Animal(_)) = sitter else {
            return Ok(());
        };
        let others = self.left_from(turn).count().saturating_sub(1);
        match reply_among(&now, others, numbers) {
            Some(mv) => self.make_move(mv, at, numbers),
            None => Ok(()),
        }
    }

    /// Whoever is on turn makes a move.
    fn make_move(&mut self, mv: Move, at: Timestamp, numbers: &mut Numbers) -> Result {
        let TablePhase::Playing { now, turn, .. } = self.phase else {
            return Ok(());
        };
        let after = now.play(mv)?;
        self.latest.push(match after.shape().counting() {
            Some(counting) => TableEvent::Said(turn, counting.count),
            None => TableEvent::Moved(turn, mv),
        });
        if !after.is_over() {
            let next = self.left_from(turn + 1).next().unwrap_or(turn);
            return self.give_turn(next, (now, after), at, numbers);
        }
        match after.ending() {
            Ending::Misere => self.put_out(turn, TableEvent::Out(turn), at, numbers),
            Ending::Normal => self.win_round(turn, at, numbers),
        }
    }

    /// A seat is out. The last one wins; otherwise a new round begins.
    fn put_out(
        &mut self,
        seat: usize,
        why: TableEvent,
        at: Timestamp,
        numbers: &mut Numbers,
    ) -> Result {
        self.latest.push(why);
        self.take_out(seat);
        self.step += 1;
        let mut left = self.left_from(seat + 1);
        match (left.next(), left.next()) {
            (None, _) => {
                drop(left);
                self.end(None, at);
            }
            (Some(last), None) => {
                drop(left);
                self.end(Some(last), at);
            }
            (Some(next), Some(_)) => {
                drop(left);
                // A race has three rounds, however often one begins anew.
                self.round += u32::from(self.rules.ending() == Ending::Misere);
                return self.begin_round(next, at, numbers);
            }
        }
        Ok(())
    }

    fn take_out(&mut self, seat: usize) {
        let before = self.seats.iter().filter(|seat| seat.out.is_some()).count();
        if let Some(seat) = self.seats.get_mut(seat) {
            seat.out = Some(u32::try_from(before).unwrap_or(u32::MAX));
        }
    }

    /// A seat wins a round. After the last one, whoever has won most wins; those who have won as many play on alone.
    fn win_round(&mut self, winner: usize, at: Timestamp, numbers: &mut Numbers) -> Result {
        self.latest.push(TableEvent::WonRound(winner));
        self.step += 1;
        if let Some(seat) = self.seats.get_mut(winner) {
            seat.won += 1;
        }
        let is_last_round: bool = self.seats.iter().map(|seat| seat.won).sum::<u32>() >= ROUNDS;
        if is_last_round {
            let left: Vec<usize> = self.left_from(0).collect();
            let won = |seat: &usize| self.seats.get(*seat).map_or(0, |seat| seat.won);
            let most = left.iter().map(won).max().unwrap_or(0);
            let (best, others): (Vec<usize>, Vec<usize>) =
                left.iter().partition(|seat| won(seat) == most);
            if let [only] = best[..] {
                self.end(Some(only), at);
                return Ok(());
            }
            for seat in others {
                self.take_out(seat);
            }
        }
        self.round += 1;
        self.begin_round(winner + 1, at, numbers)
    }

    fn end(&mut self, winner: Option<usize>, at: Timestamp) {
        self.phase = TablePhase::Ended { winner, at };
    }

    fn is_in(&self, seat: usize) -> bool {
        self.seats.get(seat).is_some_and(|seat| seat.out.is_none())
    }
}

impl TablePhase {
    /// When it began.
    #[must_use]
    pub const fn since(&self) -> Timestamp {
        match *self {
            Self::Gathering { since, .. } | Self::Playing { since, .. } => since,
            Self::Ended { at, .. } => at,
        }
    }
}

impl Sitter {
    #[must_use]
    pub const fn member(self) -> Option<MemberId> {
        match self {
            Self::Member(member) => Some(member),
            Self::Animal(_) | Self::Gone => None,
        }
    }
}

impl TableSeat {
    const fn of(sitter: Sitter) -> Self {
        Self {
            sitter,
            out: None,
            won: 0,
        }
    }
}
