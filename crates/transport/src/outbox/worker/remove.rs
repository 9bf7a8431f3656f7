//! Deleting messages: old boards, notifications, closed challenges, and private messages whose
//! control was clicked.

use super::Worker;
use super::edit::Edited;
use crate::outbox::calls::Attempts;
use crate::reply_to::ReplyTo;
use crate::rest::codes::UNKNOWN_MESSAGE;
use crate::rest::{Failure, ORIGINAL, Route};
use wythoff_discord::{Board, FollowUp};
use wythoff_game::GameId;
use wythoff_game::records::{ChannelId, MessageId, ObsoleteKind, ObsoleteMessage};

impl Worker {
    /// Deletes a message that was a board, unless it has become the board again. If it cannot be
    /// deleted, an edit removes its controls and makes it link to the board.
    async fn retire(&self, retired: Board) -> Result<(), Failure> {
        let Board {
            game,
            channel,
            message,
            editable,
        } = retired;
        let removed = {
            let _turn = self.messages.take(message).await;
            let remove = async |attempts| {
                if self.bot.link_to_new_board(retired).await?.is_none() {
                    return Ok(None);
                }
                let removed = self.delete_message(attempts, (channel, message), editable);
                removed.await.map(Some)
            };
            self.calls.retry(remove).await
        };
        match removed {
            Ok(None) => return Ok(()),
            Ok(Some(Deleted::Gone)) => {
                // A click on it may have made it the board meanwhile.
                if self.bot.is_board(retired).await? {
                    let reply_to = self
                        .tokens
                        .get((message, editable), self.time.now())
                        .await
                        .map(|(reply_to, _)| reply_to);
                    Box::pin(self.try_to_post_board(reply_to.as_ref(), game, &[])).await?;
                }
                return self.update_notification_link(game).await;
            }
            // It is gone.
            Err(failure) if failure.code() == Some(UNKNOWN_MESSAGE) => {
                return self.update_notification_link(game).await;
            }
            Err(failure) if failure.may_be_temporary() => return Err(failure),
            Ok(Some(Deleted::StillThere)) | Err(_) => {}
        }
        let edited = self
            .edit(retired, async || {
                Ok(self.bot.link_to_new_board(retired).await?)
            })
            .await?;
        match edited {
            // A click may have made it the board again meanwhile.
            Some(Edited::Settled(_) | Edited::Overlapped) if self.bot.is_board(retired).await? => {
                let redraw = Box::pin(self.redraw_board(None, retired.game));
                redraw.await.map(drop)
            }
            Some(Edited::Settled(_) | Edited::Overlapped | Edited::Impossible) | None => Ok(()),
        }
    }

    /// Updates the link in the notification of the player to move, after another message has become
    /// the board.
    pub(super) async fn update_notification_link(&self, game: GameId) -> Result<(), Failure> {
        let Some((notice, notification)) = self.bot.service().turn_notification(game).await? else {
            return Ok(());
        };
        let target = Board {
            game,
            channel: notice.channel,
            message: notice.message,
            editable: notice.editable,
        };
        let show = async || {
            Ok(self
                .bot
                .notification(notification)
                .await?
                .map(|(_, message)| message))
        };
        self.edit(target, show).await.map(drop)
    }

    /// Deletes an obsolete message.
    pub(super) async fn delete(&self, obsolete: ObsoleteMessage) -> Result<(), Failure> {
        let ObsoleteMessage {
            game,
            channel,
            message,
            editable,
            kind,
        } = obsolete;
        match kind {
            ObsoleteKind::Board => {
                let board = Board {
                    game,
                    channel,
                    message,
                    editable,
                };
                self.retire(board).await
            }
            ObsoleteKind::Notification => self.remove((channel, message), editable).await.map(drop),
        }
    }

    /// Like [`Self::delete`], but as part of another follow-up. If the deletion fails, that
    /// follow-up goes on, and the deletion is retried later.
    pub(super) async fn delete_now(&self, obsolete: ObsoleteMessage) {
        let delete = FollowUp::Delete(obsolete);
        Box::pin(self.carry_out(None, delete)).await;
    }

    /// Deletes the private message whose control was clicked. A failure does no harm.
    pub(super) async fn delete_private(&self, reply_to: Option<&ReplyTo>) -> Result<(), Failure> {
        let Some(reply_to) = reply_to else {
            return Ok(());
        };
        let delete = async |attempts| {
            let call = self.rest.delete_by_token(reply_to, ORIGINAL);
            let route = Route::DeleteBy(reply_to.interaction);
            self.calls.make(attempts, route, call).await
        };
        self.calls.retry_patiently(delete).await
    }

    /// Deletes the message of a closed challenge. It stays if there are messages below it, which
    /// may be about it, or if the bot may not read the channel.
    pub(super) async fn clear_away(&self, closed: Board) -> Result<(), Failure> {
        let Board {
            channel,
            message,
            editable,
            ..
        } = closed;
        if !editable {
            return Ok(());
        }
        let is_last = async |attempts| {
            let call = self.rest.is_last(channel, message);
            self.calls.make(attempts, Route::Read(channel), call).await
        };
        if self.calls.retry(is_last).await? {
            self.remove((channel, message), editable).await?;
        }
        Ok(())
    }

    /// Deletes a message, which may be gone already.
    pub(super) async fn remove(
        &self,
        (channel, message): (ChannelId, MessageId),
        editable: bool,
    ) -> Result<Deleted, Failure> {
        let _turn = self.messages.take(message).await;
        let removed = self
            .calls
            .retry(async |attempts| {
                self.delete_message(attempts, (channel, message), editable)
                    .await
            })
            .await;
        match removed {
            Err(failure) if failure.code() == Some(UNKNOWN_MESSAGE) => Ok(Deleted::Gone),
            removed => removed,
        }
    }

    async fn delete_message(
        &self,
        attempts: Attempts,
        (channel, message): (ChannelId, MessageId),
        editable: bool,
    ) -> Result<Deleted, Failure> {
        let token = self.tokens.get((message, editable), self.time.now());
        if let Some((reply_to, token_route)) = token.await {
            let segment = token_route.url_segment(message);
            let call = self.rest.delete_by_token(&reply_to, &segment);
            let route = Route::DeleteBy(reply_to.interaction);
            match self.calls.make(attempts, route, call).await {
                Err(failure)
                    if failure.is_retryable() || failure.code() == Some(UNKNOWN_MESSAGE) =>
                {
                    return Err(failure);
                }
                Err(_refused) => {}
                Ok(()) => return Ok(Deleted::Gone),
            }
        }
        if !editable {
            return Ok(Deleted::StillThere);
        }
        let call = self.rest.delete(channel, message);
        let deleted = self.calls.make(attempts, Route::Delete(channel), call);
        deleted.await.map(|()| Deleted::Gone)
    }
}

/// What has become of a message that was to be deleted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Deleted {
    Gone,
    /// The bot has no access to it, and no token can delete it.
    StillThere,
}
