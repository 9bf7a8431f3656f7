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

    /// Ends a game or challenge that nobody can have seen. A member who has done something in it has seen it. Returns the messages of
    /// notifications that are obsolete, or `None` if it stays.
    pub async fn abandon_unseen(
        &self,
        game: GameId,
    ) -> store::Result<Option<Vec<ObsoleteMessage>>> {
        self.note(game, move |work| abandon_unseen(work, game))
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
) -> store::Result<Option<Vec<ObsoleteMessage>>> {
    let at = InteractionId(game.0).at();
    let Some(mut record) = work.game(game)? else {
        let unseen = work.challenge(game)?;
        let unseen = unseen.filter(|unseen| unseen.message.is_none() && unseen.challenge.is_open());
        let Some(unseen) = unseen else {
            return Ok(None);
        };
        let ending = ChallengeEnding::Withdrawn;
        let withdrawn = unseen.challenge.closed(ending, at);
        let closed = close(work, unseen, withdrawn)?;
        return Ok(Some(closed.obsolete.into_iter().collect()));
    };
    let player = record.game.players().first.id();
    if !record.is_unseen() {
        return Ok(None);
    }
    let Ok(ended) = record.game.apply(player, Action::Abandon, at) else {
        return Ok(None);
    };
    // The game before it can be followed by another one.
    if let Some(before) = record.follows.take()
        && let Some(mut before) = work.game(before)?
    {
        before.is_followed = false;
        before.save(work, at)?;
    }
    let mut update = apply_events(work, record, ended, None, at)?;
    update.save(work, at)?;
    Ok(Some(update.obsolete))
}
