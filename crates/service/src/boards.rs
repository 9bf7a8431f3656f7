//! The messages that show games, and abandoning a game that nobody can have seen.

use std::time::Duration;

use futures::FutureExt;

use super::Service;
use super::challenge::close;
use super::notifications::{notifications, replace_notification};
use super::pairs::rated;
use super::settle::after_change;
use super::start::RATED_WITHIN;
use wythoff_game::records::{
    ChallengeRecord, GameRecord, InteractionId, Limit, MessageId, NotificationKind, ObsoleteMessage,
};
use wythoff_game::{Action, ChallengeEnding, GameId, Pair, Timestamp};
use wythoff_store::Tx;

/// How long after a board was drawn again a repeated move is taken as a new one.
const SEEN_AFTER: Duration = Duration::from_secs(30);

/// Why nobody can have seen a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// Its first message has not come in time.
    Late,
    /// Discord refuses that message for good.
    Refused,
}

/// What follows from ending a game or challenge that nobody has seen.
#[derive(Clone, Debug, Default)]
pub struct Abandoned {
    /// The messages of obsolete notifications.
    pub obsolete: Vec<ObsoleteMessage>,
    /// The finished game before it, whose board changes with it.
    pub before: Option<GameId>,
}

/// The result of noting that a message shows a game.
#[derive(Clone, Copy, Debug)]
pub struct NotedBoard {
    /// The message to delete: the one that showed the game before, or this one if the board is
    /// already in a later message.
    pub obsolete: Option<ObsoleteMessage>,
    /// When the game or challenge changed last.
    pub changed: Timestamp,
}

impl Service {
    /// Notes that a message shows a game or a challenge. The message of an earlier interaction does
    /// not replace that of a later one.
    pub async fn note_board(
        &self,
        game: GameId,
        board: MessageId,
        by: InteractionId,
    ) -> wythoff_store::Result<Option<NotedBoard>> {
        self.delivered.note(game, by);
        self.change_later(move |tx| note_board(tx, game, board, by).boxed())
            .await
    }

    /// Notes that the board of a game, as it was at that time, was drawn again. A member who has had
    /// no answer sees that only a while later.
    pub fn note_redrawn(&self, game: GameId, at: Timestamp) {
        let seen = at.plus(SEEN_AFTER);
        self.delivered.note(game, InteractionId::first_at(seen));
    }

    /// Ends a game or challenge that nobody can have seen. A member who has done something in it
    /// has seen it. Returns `None` if nothing was ended.
    pub async fn abandon_unseen(
        &self,
        game: GameId,
        why: Unseen,
    ) -> wythoff_store::Result<Option<Abandoned>> {
        self.change_later(move |tx| abandon_unseen(tx, game, why).boxed())
            .await
    }
}

pub(super) async fn note_board(
    tx: &mut Tx,
    game: GameId,
    board: MessageId,
    by: InteractionId,
) -> wythoff_store::Result<Option<NotedBoard>> {
    if let Some(changed) = tx.show_new_game(game, board, by).await? {
        return Ok(Some(NotedBoard {
            obsolete: None,
            changed,
        }));
    }
    let Some(record) = tx.game(game).await? else {
        return note_challenge_message(tx, game, board, by).await;
    };
    let other = record.board.filter(|&known| known != board);
    let obsolete = if record.shown > by {
        other.map(|_| board)
    } else {
        tx.show_game(game, board, by).await?;
        other
    };
    let obsolete = obsolete.map(|message| record.obsolete_board(message));
    if let Some(obsolete) = obsolete {
        tx.note_to_delete(obsolete, by.at()).await?;
    }
    Ok(Some(NotedBoard {
        obsolete,
        changed: record.changed,
    }))
}

/// A challenge keeps its first message.
async fn note_challenge_message(
    tx: &mut Tx,
    challenge: GameId,
    message: MessageId,
    by: InteractionId,
) -> wythoff_store::Result<Option<NotedBoard>> {
    let Some(record) = tx.challenge(challenge).await? else {
        return Ok(None);
    };
    if record.message.is_none() {
        tx.show_challenge(challenge, message, by.at()).await?;
    }
    let is_second = record.message.is_some_and(|first| first != message);
    let obsolete = is_second.then(|| record.obsolete_message(message));
    if let Some(obsolete) = obsolete {
        tx.note_to_delete(obsolete, by.at()).await?;
    }
    Ok(Some(NotedBoard {
        obsolete,
        changed: record.changed,
    }))
}

pub(super) async fn abandon_unseen(
    tx: &mut Tx,
    game: GameId,
    why: Unseen,
) -> wythoff_store::Result<Option<Abandoned>> {
    let at = InteractionId(game.0).at();
    let Some(record) = tx.game(game).await? else {
        let unseen = tx.challenge(game).await?.filter(ChallengeRecord::is_unseen);
        let Some(unseen) = unseen else {
            return Ok(None);
        };
        let ending = ChallengeEnding::Withdrawn;
        let withdrawn = unseen.challenge.closed(ending, at);
        let closed = close(tx, unseen, withdrawn).await?;
        tx.note_drawn(&[(game, closed.record.changed)]).await?;
        return Ok(Some(Abandoned {
            obsolete: closed.obsolete.into_iter().collect(),
            before: None,
        }));
    };
    // The second of two games is expected, however late it comes.
    let is_expected =
        why == Unseen::Late && matches!(record.game.terms().pair, Pair::Second { .. });
    if is_expected {
        return Ok(None);
    }
    abandon(tx, record, at).await
}

/// Ends a pair after its first game. The players hear how that game ended, not that a second one has begun.
async fn end_pair(
    tx: &mut Tx,
    first: &GameRecord,
    second: GameId,
    at: Timestamp,
) -> wythoff_store::Result<()> {
    if let Some(pair) = first.rated_pair() {
        tx.limit(Limit::rated(pair), first.begun, RATED_WITHIN)
            .await?;
    }
    for (member, _) in first.members() {
        replace_notification(tx, second, member, at).await?;
    }
    for notification in notifications(tx, first, NotificationKind::Ended, None, at).await? {
        tx.note_to_send(notification).await?;
    }
    Ok(())
}

/// Ends a game if nobody can have seen it. If it is the second of two, the first decides.
pub(super) async fn abandon(
    tx: &mut Tx,
    record: GameRecord,
    at: Timestamp,
) -> wythoff_store::Result<Option<Abandoned>> {
    let (game, player) = (record.game.id(), record.game.players().first.id());
    if !record.is_unseen() {
        return Ok(None);
    }
    let Ok(ended) = record.game.apply(player, Action::Abandon, at) else {
        return Ok(None);
    };
    let (before, pair) = (record.follows, record.game.terms().pair);
    let mut update = after_change(tx, record, ended, None, at).await?;
    // The finished game before this one can be followed by a new game again.
    if let Some(before) = before
        && let Some(mut before) = tx.game(before).await?
    {
        before.is_followed = false;
        before.touch(at);
        tx.save_game(&before).await?;
        update.record.follows = None;
        if let Pair::Second { .. } = pair {
            update.rated = rated(tx, &before, None).await?;
            end_pair(tx, &before, game, at).await?;
        }
    }
    // Nobody has seen the game, so nobody is told that it is over.
    update.notifications.clear();
    update.save(tx, at).await?;
    tx.note_drawn(&[(game, update.record.changed)]).await?;
    Ok(Some(Abandoned {
        obsolete: update.obsolete,
        before,
    }))
}
