//! The puzzles and reminders that this process has sent, so that none is sent again while that cannot be
//! saved.

use std::collections::HashMap;

use parking_lot::Mutex;

use wythoff_game::Day;
use wythoff_game::records::{DailyTo, MessageId};

/// For each, the message, if it is known.
#[derive(Debug, Default)]
pub(super) struct Sent(Mutex<HashMap<(DailyTo, Day), Option<MessageId>>>);

impl Sent {
    /// Those of earlier days are forgotten.
    pub(super) fn add(&self, (to, day): (DailyTo, Day), message: Option<MessageId>) {
        let mut sent = self.0.lock();
        sent.retain(|(_, sent), _| *sent >= day);
        sent.insert((to, day), message);
    }

    pub(super) fn includes(&self, sent: (DailyTo, Day)) -> bool {
        self.0.lock().contains_key(&sent)
    }

    /// The message, if one was sent, and is known.
    pub(super) fn message(&self, sent: (DailyTo, Day)) -> Option<MessageId> {
        self.0.lock().get(&sent).copied().flatten()
    }
}
