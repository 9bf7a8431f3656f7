//! What a use case has changed in a game, to be saved once and then shown.

use super::Caller;
use wythoff_game::records::{
    GameRecord, MessageId, MoveRecord, Notification, ObsoleteMessage, PracticeNews, RatedResult,
};
use wythoff_game::{Event, PlayedMove, Refusal as GameRefusal, Timestamp};
use wythoff_store::Tx;

/// The result of an action.
#[derive(Clone, Debug)]
pub struct GameUpdate {
    /// The game now. Its board is the message with the control, if there was one.
    pub record: GameRecord,
    /// Why the action was refused: the time had run out, which ended the game. Otherwise `None`.
    pub refused: Option<GameRefusal>,
    /// Whether a player has just lost for the first time, and is told that there are lessons.
    pub tells_of_lessons: bool,
    /// What the member is told about practice.
    pub practice: PracticeNews,
    /// The notifications to send.
    pub notifications: Vec<Notification>,
    /// The messages to delete: obsolete notifications, and the previous board.
    pub obsolete: Vec<ObsoleteMessage>,
    /// The second of two games, which begins when this one has ended.
    pub next: Option<Box<Self>>,
    /// Whether the game has just begun, and is not stored yet.
    pub(super) is_new: bool,
    /// Events of the game that are not saved yet.
    pub(super) events: Vec<Event>,
    /// What the end of a rated game changes, if that is not saved yet.
    pub(super) rated: Option<RatedResult>,
}

impl GameUpdate {
    #[must_use]
    pub const fn of(record: GameRecord) -> Self {
        Self {
            record,
            refused: None,
            tells_of_lessons: false,
            practice: PracticeNews::None,
            notifications: Vec::new(),
            obsolete: Vec::new(),
            next: None,
            is_new: false,
            events: Vec::new(),
            rated: None,
        }
    }

    /// A game that has just begun.
    pub(super) fn begun(record: GameRecord) -> Self {
        Self {
            is_new: true,
            ..Self::of(record)
        }
    }

    /// Turns the message with the control into the board of the game.
    pub(super) fn show_at(&mut self, caller: &Caller, message: MessageId) {
        let before = self.record.board.replace(message);
        self.record.shown = caller.interaction;
        let before = before.filter(|&before| before != message);
        let obsolete = before.map(|before| self.record.obsolete_board(before));
        self.obsolete.extend(obsolete);
    }

    /// Saves the update, which changes what the board shows.
    pub(super) async fn save(&mut self, tx: &mut Tx, at: Timestamp) -> wythoff_store::Result<()> {
        let id = self.record.game.id();
        self.record.touch(at);
        if self.is_new {
            tx.begin_game(&self.record).await?;
        } else {
            tx.save_game(&self.record).await?;
        }
        self.is_new = false;
        let (mut first, mut moves) = (0, Vec::new());
        for event in std::mem::take(&mut self.events) {
            match event {
                Event::Moved { ply, mv, branch } => {
                    if moves.is_empty() {
                        first = ply;
                    }
                    moves.push(MoveRecord::new(mv, branch, at));
                }
                Event::TakenBack { to } => {
                    tx.delete_plies_after(id, to).await?;
                    // The game remembers only its latest moves. With those deleted, earlier moves
                    // are the latest, so they are read.
                    let remaining = tx.plies(id).await?;
                    let remaining: Vec<PlayedMove> = remaining.iter().map(|it| it.played).collect();
                    self.record.game.remember(&remaining);
                }
                Event::Ended(_) => {}
            }
        }
        tx.add_plies(id, first, &moves).await?;
        if let Some(end) = self.rated.take() {
            tx.rate(&end).await?;
        }
        for &notification in &self.notifications {
            tx.note_to_send(notification).await?;
        }
        for &obsolete in &self.obsolete {
            tx.note_to_delete(obsolete, at).await?;
        }
        if let Some(next) = &mut self.next {
            Box::pin(next.save(tx, at)).await?;
        }
        Ok(())
    }

    /// Saves the update, and returns it.
    pub(super) async fn save_and_return(
        mut self,
        tx: &mut Tx,
        at: Timestamp,
    ) -> wythoff_store::Result<Self> {
        self.save(tx, at).await?;
        Ok(self)
    }
}
