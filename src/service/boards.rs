//! The messages that show games, and abandoning a game that nobody can have seen.

use super::Service;
use super::challenge::close;
use super::settle::apply_events;
use super::update::Change;
use crate::game::{Action, ChallengeEnding, GameId, Timestamp};
use crate::records::{InteractionId, MessageId, ObsoleteMessage};
use crate::store::{self, Work};

/// A message that shows a game, once that is noted.
#[derive(Clone, Copy, Debug)]
pub struct NotedBoard {
    /// The message that showed the game before, or this one if the board is a later one. It is to be deleted.
    pub obsolete: Option<ObsoleteMessage>,
    /// When the game last changed.
    pub since: Timestamp,
}

impl Service {
    /// Notes that a message shows a game or a challenge. The message of an earlier interaction does not replace that of a later one.
    pub async fn note_board(
        &self,
        game: GameId,
        board: MessageId,
        by: InteractionId,
    ) -> store::Result<Option<NotedBoard>> {
        self.delivered.note(game, by);
        self.note(game, move |work| note_board(work, game, board, by))
            .await
    }

    /// Ends the game or challenge that an interaction began, if nobody can have seen it. A member who has done something in it has seen it.
    /// Returns the messages of notifications that are obsolete.
    pub async fn abandon_unseen(
        &self,
        game: GameId,
        begun_by: InteractionId,
    ) -> store::Result<Vec<ObsoleteMessage>> {
        if game.0 != begun_by.0 {
            return Ok(Vec::new());
        }
        self.note(game, move |work| abandon_unseen(work, game, begun_by))
            .await
    }
}

pub(super) fn note_board(
    work: &mut Work<'_>,
    game: GameId,
    board: MessageId,
    by: InteractionId,
) -> store::Result<Option<NotedBoard>> {
    let Some(mut record) = work.game(game)? else {
        work.show_challenge(game, board)?;
        return Ok(None);
    };
    let other = record.board.filter(|&known| known != board);
    let obsolete = if record.board.is_some() && record.shown > by {
        other.map(|_| board)
    } else {
        record.board = Some(board);
        record.shown = by;
        work.save_game(&mut record, &[], by.at())?;
        other
    };
    let obsolete = obsolete.map(|message| record.was_board(message));
    if let Some(obsolete) = obsolete {
        work.note_to_delete(obsolete, by.at());
    }
    Ok(Some(NotedBoard {
        obsolete,
        since: record.game.phase().since(),
    }))
}

pub(super) fn abandon_unseen(
    work: &mut Work<'_>,
    game: GameId,
    begun_by: InteractionId,
) -> store::Result<Vec<ObsoleteMessage>> {
    let Some(mut record) = work.game(game)? else {
        let unseen = work.challenge(game)?;
        let unseen = unseen.filter(|unseen| unseen.message.is_none() && unseen.challenge.is_open());
        let Some(unseen) = unseen else {
            return Ok(Vec::new());
        };
        let ending = ChallengeEnding::Withdrawn;
        let withdrawn = unseen.challenge.closed(ending, begun_by.at());
        let closed = close(work, unseen, withdrawn)?;
        return Ok(closed.obsolete.into_iter().collect());
    };
    let player = record.game.players().first.id();
    let is_unseen = record.board.is_none() && record.shown == begun_by;
    if !is_unseen || record.has_member_moved() {
        return Ok(Vec::new());
    }
    let Ok(ended) = record.game.apply(player, Action::Abandon, begun_by.at()) else {
        return Ok(Vec::new());
    };
    // The game before it can be followed by another one.
    record.follows = None;
    let mut update = apply_events(work, record, ended, None, begun_by.at())?;
    update.save(work, begun_by.at())?;
    Ok(update.obsolete)
}
