//! Messages of challenges that were declined or withdrawn. After a minute they are of no use to
//! anybody, and go. Kept in memory only: where the process ends before, they stay.

use std::collections::VecDeque;
use std::time::Duration;

use parking_lot::Mutex;

use crate::discord::reply::Board;
use crate::game::{ChallengePhase, Timestamp};
use crate::records::ChallengeRecord;

/// How long they stay: longer than a process that starts looks back for boards to draw again.
const STAY: Duration = Duration::from_secs(65);

/// How many are kept. Of more, the oldest stay on Discord.
const MOST: usize = 1_000;

/// The messages, the oldest first, each with the time when it goes.
#[derive(Debug, Default)]
pub(in crate::discord) struct Closed(Mutex<VecDeque<(Timestamp, Board)>>);

impl Closed {
    /// Adds the message of a challenge that has just been closed.
    pub(in crate::discord) fn add(&self, record: &ChallengeRecord) {
        let (ChallengePhase::Closed { at, .. }, Some(message)) =
            (record.challenge.phase, record.message)
        else {
            return;
        };
        let message = Board {
            game: record.challenge.id,
            channel: record.place.channel,
            message,
            editable: record.place.editable,
        };
        let mut waiting = self.0.lock();
        waiting.push_back((at.after(STAY), message));
        if waiting.len() > MOST {
            waiting.pop_front();
        }
    }

    /// When the next one goes.
    pub(in crate::discord) fn next(&self) -> Option<Timestamp> {
        let waiting = self.0.lock();
        waiting.front().map(|&(at, _)| at)
    }

    /// Takes out those that go now.
    pub(in crate::discord) fn due(&self, now: Timestamp) -> Vec<Board> {
        let mut waiting = self.0.lock();
        let count = waiting.iter().take_while(|&&(at, _)| at <= now).count();
        waiting.drain(..count).map(|(_, message)| message).collect()
    }
}
