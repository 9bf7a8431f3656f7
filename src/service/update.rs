//! What a use case has changed: for saving it, once, and for showing it.

use crate::game::{Event, Refusal as GameRefusal, Timestamp};
use crate::records::{GameRecord, MemberSettings, Notification, ObsoleteMessage, ServerSettings};
use crate::store::{self, Work};

/// What a job has changed, to be saved at its end.
pub(super) trait Change {
    /// Saves it.
    fn save(&mut self, _work: &mut Work<'_>, _at: Timestamp) -> store::Result<()> {
        Ok(())
    }
}

/// The result of an action.
#[derive(Clone, Debug)]
pub struct GameUpdate {
    /// The game now. The message with the control, if there was one, is its board.
    pub record: GameRecord,
    /// Why the action itself was refused: its time was over, and that has ended the game.
    pub refused: Option<GameRefusal>,
    /// Whether a player has just lost for the first time, and is told that there are lessons.
    pub tells_of_lessons: bool,
    /// The notifications to send.
    pub notifications: Vec<Notification>,
    /// The messages to delete: notifications that are obsolete, and what was the board before.
    pub obsolete: Vec<ObsoleteMessage>,
    /// What has happened in the game and is not saved yet.
    pub(super) events: Vec<Event>,
}

impl GameUpdate {
    pub(crate) const fn of(record: GameRecord) -> Self {
        Self {
            record,
            refused: None,
            tells_of_lessons: false,
            notifications: Vec::new(),
            obsolete: Vec::new(),
            events: Vec::new(),
        }
    }
}

impl Change for GameUpdate {
    fn save(&mut self, work: &mut Work<'_>, at: Timestamp) -> store::Result<()> {
        work.save_game(&mut self.record, &self.events, at)?;
        self.events.clear();
        for &notification in &self.notifications {
            work.note_to_send(notification);
        }
        for &obsolete in &self.obsolete {
            work.note_to_delete(obsolete, at);
        }
        Ok(())
    }
}

impl Change for GameRecord {
    fn save(&mut self, work: &mut Work<'_>, at: Timestamp) -> store::Result<()> {
        work.save_game(self, &[], at)
    }
}

// Of these nothing is left to save: there is one statement or value for the change itself.
impl Change for () {}
impl Change for MemberSettings {}
impl Change for ServerSettings {}
