//! The Penguin in a server: where it comes, its latest game, and who has voted.

use super::{MessageId, Place};
use crate::{Boss, BossOutcome, BossRefusal, Timestamp};
use nim_games::{Draws, Move};

/// The Penguin in a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BossRecord {
    pub guild: i64,
    /// The channel in which it sits.
    pub place: Place,
    /// When the next game begins, if one is awaited.
    pub next: Option<Timestamp>,
    /// How many games have begun.
    pub games: u64,
    /// How many of them were won.
    pub won: u64,
    /// The message of the latest game, once it is known.
    pub message: Option<MessageId>,
    /// How many members voted for the move that was made last, and how many voted.
    pub counted: (u64, u64),
    /// The latest game.
    pub latest: Option<Boss>,
}

impl BossRecord {
    /// The Penguin is to come, for the first time.
    #[must_use]
    pub const fn awaited(guild: i64, place: Place, at: Timestamp) -> Self {
        Self {
            guild,
            place,
            next: Some(at),
            games: 0,
            won: 0,
            message: None,
            counted: (0, 0),
            latest: None,
        }
    }

    /// The game that is played.
    #[must_use]
    pub fn running(&self) -> Option<&Boss> {
        self.latest.as_ref().filter(|boss| boss.ended().is_none())
    }

    /// Whether it sits in the server, or is awaited.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.next.is_some() || self.running().is_some()
    }

    /// When something is to be done: the next game begins, or votes are counted.
    #[must_use]
    pub fn due(&self) -> Option<Timestamp> {
        self.running().map_or(self.next, Boss::counted_at)
    }

    /// A game begins.
    pub fn begin(&mut self, boss: Boss) {
        self.latest = Some(boss);
        self.next = None;
        self.games += 1;
        self.counted = (0, 0);
        self.message = None;
    }

    /// The move for which `votes` of `all` have voted is made.
    ///
    /// # Errors
    /// If no game is played, or the rules forbid it.
    pub fn play(
        &mut self,
        (mv, votes, all): (Move, u64, u64),
        at: Timestamp,
        draws: Draws,
    ) -> Result<(), BossRefusal> {
        let boss = self.latest.as_mut().ok_or(BossRefusal::Over)?;
        boss.play(mv, at, draws)?;
        self.next = boss.next_comes();
        self.won += u64::from(boss.outcome() == Some(BossOutcome::Beaten));
        self.counted = (votes, all);
        Ok(())
    }

    /// It is switched off.
    pub fn switch_off(&mut self, at: Timestamp) {
        if let Some(boss) = &mut self.latest {
            boss.leave(at);
        }
        self.next = None;
    }
}

/// A member's vote in the latest game of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BossVote {
    pub guild: i64,
    /// `None` once it was counted.
    pub mv: Option<Move>,
}
