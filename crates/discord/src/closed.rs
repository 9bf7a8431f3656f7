//! Messages of challenges that were declined or withdrawn. Soon nobody needs them, and they are
//! deleted. The list is kept in memory only: if the process ends first, the messages stay.

use std::collections::VecDeque;
use std::time::Duration;

use parking_lot::Mutex;

use crate::reply::Board;
use wythoff_game::records::ChallengeRecord;
use wythoff_game::{ChallengePhase, Timestamp};

/// How long these messages stay before they are deleted: long enough to be read.
const STAY: Duration = Duration::from_secs(95);

/// How many messages are kept in the list. When there are more, the oldest are dropped from the
/// list and stay on Discord.
const MAX_KEPT: usize = 1_000;

/// The messages, oldest first, each with the time at which to delete it.
#[derive(Debug, Default)]
pub(crate) struct ClosedChallenges(Mutex<VecDeque<(Timestamp, Board)>>);

impl ClosedChallenges {
    /// Adds the message of a challenge that has just been closed.
    pub(crate) fn add(&self, record: &ChallengeRecord) {
        let (ChallengePhase::Closed { at, .. }, Some(message)) =
            (record.challenge.phase, Board::of_challenge(record))
        else {
            return;
        };
        let mut waiting = self.0.lock();
        waiting.push_back((at.plus(STAY), message));
        if waiting.len() > MAX_KEPT {
            waiting.pop_front();
        }
    }

    /// When the next message is to be deleted.
    pub(crate) fn next_due(&self) -> Option<Timestamp> {
        let waiting = self.0.lock();
        waiting.front().map(|&(at, _)| at)
    }

    /// Removes and returns the messages that are due for deletion.
    pub(crate) fn take_due(&self, now: Timestamp) -> Vec<Board> {
        let mut waiting = self.0.lock();
        let count = waiting.iter().take_while(|&&(at, _)| at <= now).count();
        waiting.drain(..count).map(|(_, message)| message).collect()
    }
}
