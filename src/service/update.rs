//! What a use case makes of a game, for whoever shows it.

use crate::game::Refusal as GameRefusal;
use crate::records::{GameRecord, MessageId, Notification, NotificationMessage};

/// What has come of an action.
#[derive(Clone, Debug)]
pub struct GameUpdate {
    /// The game as it is now; with the action's message as its board, if it has one.
    pub record: GameRecord,
    /// The message that was its board before, if that was another one.
    pub old_board: Option<MessageId>,
    /// Why the action did not count although something has changed: its time was over, and the game is.
    pub refused: Option<GameRefusal>,
    /// Who is away and is to be told.
    pub notifications: Vec<Notification>,
    /// Messages by which somebody was told something, and which have served their purpose.
    pub obsolete: Vec<NotificationMessage>,
}

impl GameUpdate {
    pub(crate) const fn of(record: GameRecord) -> Self {
        Self {
            record,
            old_board: None,
            refused: None,
            notifications: Vec::new(),
            obsolete: Vec::new(),
        }
    }
}
