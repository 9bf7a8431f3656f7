//! Positions in which members threw a win away, and which they practise until learned.

use super::InteractionId;
use crate::{Day, GameId, MemberId, Ply, Timestamp};
use nim_games::Position;

/// After how many days a position comes back. The index is the number of times in a row that its
/// win has been found.
pub const REPEAT_AFTER_DAYS: [i64; 3] = [1, 3, 7];

/// From this stage on, a sibling of the position is shown.
const SIBLINGS_FROM: usize = 1;

/// The bits of an interaction's id that number those of a millisecond
/// (<https://discord.com/developers/docs/reference#snowflakes>).
const NUMBERED: i64 = (1 << 22) - 1;

/// A position to practise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Practice {
    pub member: MemberId,
    /// The game in which the win was thrown away; for a puzzle, a number of its try that no game has. There is at
    /// most one position from each.
    pub game: GameId,
    /// The number of the move that threw the win away.
    pub ply: Ply,
    /// The position before that move.
    pub position: Position,
    /// How many times in a row the win was found.
    pub stage: usize,
    /// The day on which it comes back.
    pub due: Day,
}

impl Practice {
    /// A number for a try at a puzzle that began then. It is no game's: that many interactions are not numbered in a
    /// millisecond.
    #[must_use]
    pub const fn number_of_try(begun: Timestamp) -> GameId {
        GameId(InteractionId::first_at(begun).0 | NUMBERED)
    }

    /// Whether that is the number of a try at a puzzle.
    #[must_use]
    pub const fn is_of_try(game: GameId) -> bool {
        game.0 & NUMBERED == NUMBERED
    }

    #[must_use]
    pub fn shown(&self, stage: usize) -> Position {
        if stage < SIBLINGS_FROM {
            self.position
        } else {
            let seed = self.game.0.unsigned_abs().wrapping_add(stage as u64);
            self.position.sibling(seed)
        }
    }

    /// The state of practice after a winning move at the first try. `None` if the position has now
    /// been learned.
    #[must_use]
    pub fn after_win(mut self, today: Day) -> Option<Self> {
        self.stage += 1;
        let days = REPEAT_AFTER_DAYS.get(self.stage)?;
        self.due = today.plus(*days);
        Some(self)
    }

    /// The state of practice after a wrong move: practice begins again.
    #[must_use]
    pub const fn after_mistake(self, today: Day) -> Self {
        Self {
            stage: 0,
            due: today.plus(REPEAT_AFTER_DAYS[0]),
            ..self
        }
    }
}

/// What a member has practised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PracticeProgress {
    /// The latest day.
    pub day: Option<Day>,
    /// How many positions were practised on that day.
    pub done: usize,
    /// How many positions have been learned.
    pub learned: u64,
    /// The latest day on which the member was told, at the end of a game, that positions wait.
    pub told: Option<Day>,
}

impl PracticeProgress {
    /// How many positions were practised today.
    #[must_use]
    pub fn done_on(&self, today: Day) -> usize {
        if self.day == Some(today) {
            self.done
        } else {
            0
        }
    }
}

/// What a member can practise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PracticeList {
    /// The positions that are due, the earliest first, as many as may still be practised today.
    pub due: Vec<Practice>,
    /// How many positions there are.
    pub active: usize,
    /// When the next one that is not due comes back.
    pub next: Option<Timestamp>,
    /// What the positions wait for, if some are due and none may be practised.
    pub waits_for: Option<PracticeWaitsFor>,
    pub practised: PracticeProgress,
}

/// What the end of a game says about practice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PracticeNews {
    /// Nothing.
    #[default]
    None,
    /// The win that was thrown away comes back tomorrow.
    AsksAgain,
}

/// What due positions wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PracticeWaitsFor {
    /// The end of a game with another member, in which they would help.
    Game,
    /// The end of a try at a puzzle of the day, with which they would help.
    Puzzle,
    /// Tomorrow: as many were practised today as may be.
    Tomorrow,
}
