//! The messages that show games, and abandoning a game that nobody can have seen.

use super::settle::apply_events;
use super::update::Change;
use super::{GameUpdate, Service};
use crate::game::{Action, ChallengeEnding, GameId};
use crate::records::{InteractionId, MessageId};
use crate::store::{self, Work};

impl Service {
    /// Notes that a message shows a game or a challenge. The message of an earlier interaction does not replace that of a later one.
    pub async fn note_board(
        &self,
        game: GameId,
        board: MessageId,
        by: InteractionId,
    ) -> store::Result<Option<GameUpdate>> {
        self.delivered.note(game, by);
        self.note(game, move |work| {
            let Some(mut record) = work.game(game)? else {
                work.show_challenge(game, board)?;
                return Ok(None);
            };
            let other = record.board.filter(|&known| known != board);
            let old_board = if record.board.is_some() && record.shown > by {
                other.map(|_| board)
            } else {
                record.board = Some(board);
                record.shown = by;
                work.save_game(&mut record, &[], by.at())?;
                other
            };
            Ok(Some(GameUpdate {
                old_board,
                ..GameUpdate::of(record)
            }))
        })
        .await
    }

    /// Ends the game or challenge that an interaction began, if nobody can have seen it. A member who has done something in it has seen it.
    pub async fn abandon_unseen(&self, game: GameId, begun_by: InteractionId) -> store::Result<()> {
        if game.0 != begun_by.0 {
            return Ok(());
        }
        self.note(game, move |work| abandon_unseen(work, game, begun_by))
            .await
    }
}

fn abandon_unseen(work: &mut Work<'_>, game: GameId, begun_by: InteractionId) -> store::Result<()> {
    let Some(mut record) = work.game(game)? else {
        let unseen = work.challenge(game)?;
        if let Some(mut unseen) =
            unseen.filter(|unseen| unseen.message.is_none() && unseen.challenge.is_open())
        {
            let ending = ChallengeEnding::Withdrawn;
            unseen.challenge = unseen.challenge.closed(ending, begun_by.at());
            work.save_challenge(&unseen)?;
        }
        return Ok(());
    };
    let player = record.game.players().first.id();
    let is_unseen = record.board.is_none() && record.shown == begun_by;
    if is_unseen
        && !record.has_member_moved()
        && let Ok(ended) = record.game.apply(player, Action::Abandon, begun_by.at())
    {
        // The game before it can be followed by another one.
        record.follows = None;
        apply_events(work, record, ended, None, begun_by.at())?.save(work, begun_by.at())?;
    }
    Ok(())
}
