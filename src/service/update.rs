//! What a use case has changed in a game, for showing it.

use crate::game::Refusal as GameRefusal;
use crate::records::{GameRecord, MessageId, Notification, NotificationMessage};

/// The result of an action.
#[derive(Clone, Debug)]
pub struct GameUpdate {
    /// The game now. The message with the control, if there was one, is its board.
    pub record: GameRecord,
    /// The message that was its board before, if it was another one.
    pub old_board: Option<MessageId>,
    /// Why the action itself was refused: its time was over, and that has ended the game.
    pub refused: Option<GameRefusal>,
    /// The notifications to send.
    pub notifications: Vec<Notification>,
    /// The messages of notifications that are obsolete, to be deleted.
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
