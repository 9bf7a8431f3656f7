//! Editing messages: boards as they are now, what gathers in a message, and the messages of first responses.

use std::time::Duration;

use super::super::calls::Attempts;
use futures::FutureExt;

use super::{REDRAWS, Visible, Worker, rendering};
use crate::reply_to::ReplyTo;
use crate::rest::codes::{TOO_MANY_EDITS, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE};
use crate::rest::{Failure, ORIGINAL, Route};
use wythoff_discord::{Board, Message, PostToDraw};
use wythoff_game::GameId;
use wythoff_game::chain::chain;
use wythoff_game::records::Post;

/// When to edit a message again that Discord refuses to edit now.
const EDIT_AGAIN: Duration = Duration::from_mins(10);

impl Worker {
    /// Draws a message again, with what has gathered there, one edit at a time. It may have been deleted;
    /// and a channel that is closed to the bot may be open again later.
    pub(super) async fn redraw_post(&self, post: Post) -> Result<(), Failure> {
        // What Discord refuses to edit now is not tried again at each change.
        let until = self.held.lock().get(&post).copied();
        let now = self.time.now();
        if until.is_some_and(|until| until > now) {
            return Err(Failure::LeftAlone);
        }
        let current = || self.bot.post_to_draw(post, self.time.now());
        let Some(PostToDraw { shown_in, .. }) = current().await? else {
            return Ok(());
        };
        let Some(shown_in) = shown_in else {
            return self.post_first(post).await;
        };
        let _turn = self.messages.take(shown_in).await;
        // Another redraw may have shown everything meanwhile.
        let Some(first) = current().await?.filter(|first| first.undrawn > 0) else {
            return Ok(());
        };
        for _ in 0..REDRAWS {
            let drawn = match self.edit_post(post).await {
                Ok(Some(drawn)) => drawn,
                Ok(None) => return Ok(()),
                Err(failure)
                    if matches!(failure.code(), Some(UNKNOWN_MESSAGE | UNKNOWN_CHANNEL)) =>
                {
                    self.note_post_drawn(post, first.undrawn).await;
                    return Err(failure);
                }
                Err(failure) if failure.is_passing() => return Err(failure),
                // The channel may be open to the bot again later. Until then such calls are not made.
                Err(Failure::Refused { status: 403, .. }) => return Err(Failure::LeftAlone),
                // For example, there were too many edits.
                Err(failure) => {
                    tracing::debug!(error = chain(&failure), "an edit is left for later");
                    let mut held = self.held.lock();
                    held.retain(|_, until| *until > now);
                    held.insert(post, self.time.now().plus(EDIT_AGAIN));
                    return Err(Failure::LeftAlone);
                }
            };
            self.held.lock().remove(&post);
            self.note_post_drawn(post, drawn.undrawn).await;
            // Another process may have drawn it meanwhile as it was before.
            match current().await? {
                Some(now) if !now.message.shows_the_same_as(&drawn.message) => {}
                Some(_) | None => return Ok(()),
            }
        }
        Ok(())
    }

    /// Edits the message of a post. What it shows may change while an attempt waits. Returns what it shows, or `None` if
    /// nothing is to be shown any more.
    async fn edit_post(&self, post: Post) -> Result<Option<PostToDraw>, Failure> {
        let edit = async |attempts| {
            let Some(mut now) = self.bot.post_to_draw(post, self.time.now()).await? else {
                return Ok(None);
            };
            self.bot.draw_pictures(&mut now.message).await;
            let (Some(shown_in), channel) = (now.shown_in, now.place.channel) else {
                return Ok(None);
            };
            let edit = self.rest.edit(channel, shown_in, &now.message);
            let edited = self.calls.make(attempts, Route::Edit(channel), edit);
            edited.await.map(|()| Some(now))
        };
        self.calls.retry(edit).await
    }

    /// Posts a message for the first time. Its nonce is the same after a restart, so that Discord recognises a repetition.
    async fn post_first(&self, post: Post) -> Result<(), Failure> {
        let attempt = async |attempts| {
            let current = self.bot.post_to_draw(post, self.time.now()).await?;
            let Some(mut now) = current.filter(|now| now.shown_in.is_none()) else {
                return Ok(None);
            };
            self.bot.draw_pictures(&mut now.message).await;
            let named = super::post::Post::named(now.nonce.clone());
            let posted = self.post(attempts, None, &now.place, &now.message, &named);
            Ok(posted.await?.map(|message| (message, now.undrawn)))
        };
        match self.calls.retry(attempt).await {
            Ok(Some((message, undrawn))) => {
                self.bot.note_message_of(post, message).await;
                self.note_post_drawn(post, undrawn).await;
                Ok(())
            }
            Ok(None) => Ok(()),
            Err(failure) if failure.is_passing() => Err(failure),
            Err(failure) => {
                tracing::debug!(error = chain(&failure), "a message is posted later");
                Err(Failure::LeftAlone)
            }
        }
    }

    async fn note_post_drawn(&self, post: Post, changes: i64) {
        if changes > 0 {
            let failure = "it was not saved that a message is drawn";
            let saving = self
                .bot
                .save(failure, move |tx| tx.note_post_drawn(post, changes).boxed());
            saving.await;
        }
    }

    /// Edits the first response to show a message.
    pub(super) async fn edit_response(
        &self,
        reply_to: Option<&ReplyTo>,
        mut message: Message,
        game: Option<GameId>,
    ) -> Result<(), Failure> {
        let Some(reply_to) = reply_to else {
            // Nothing can be said in private. The board shows the outcome.
            return match game {
                Some(game) => self.redraw_board(None, game).await.map(drop),
                None => Ok(()),
            };
        };
        self.bot.draw_pictures(&mut message).await;
        match (self.edit_original(reply_to, &message).await, game) {
            (Ok(()), Some(game)) => self.redraw_if_changed(reply_to, game, &message).await,
            // The board shows the outcome.
            (Err(_), Some(game)) => self.show_or_post(Some(reply_to), game).await,
            // For example, a file is too large for Discord, or for something on the way there. Without an apology,
            // the member would wait forever for the deferred response.
            (Err(failure), None) if !message.attachments().is_empty() => {
                let apology = self.bot.apology(reply_to.interaction);
                self.edit_original(reply_to, &apology).await?;
                Err(failure)
            }
            (edited, None) => edited,
        }
    }

    async fn edit_original(&self, reply_to: &ReplyTo, message: &Message) -> Result<(), Failure> {
        let edit = async |attempts| {
            let call = self.rest.edit_by_token(reply_to, ORIGINAL, message);
            let route = Route::EditBy(reply_to.interaction);
            self.calls.make(attempts, route, call).await
        };
        self.calls.retry_patiently(edit).await
    }

    /// Draws a board again if it should show something other than `shown`.
    async fn redraw_if_changed(
        &self,
        reply_to: &ReplyTo,
        game: GameId,
        shown: &Message,
    ) -> Result<(), Failure> {
        let now = self.bot.current_board(game, rendering(Some(reply_to)));
        match now.await? {
            Some((_, message)) if !message.shows_the_same_as(shown) => {
                self.redraw_board(Some(reply_to), game).await.map(drop)
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Draws the board of a game again. A deleted board is not an error.
    pub(super) async fn redraw_board(
        &self,
        reply_to: Option<&ReplyTo>,
        game: GameId,
    ) -> Result<Visible, Failure> {
        let since = self.time.now();
        let current = || self.bot.current_board(game, rendering(reply_to));
        let Some((board, _)) = current().await? else {
            return Ok(Visible::Unknown);
        };
        // If another message has become the board meanwhile, the task that made it so updates both
        // messages.
        let show = async || {
            let current = current().await?;
            let still_board = current.filter(|(now, _)| now.message == board.message);
            Ok(still_board.map(|(_, message)| message))
        };
        match self.draw(reply_to, board, show).await {
            Err(failure) if failure.code() == Some(UNKNOWN_MESSAGE) => Ok(Visible::No),
            Ok(Visible::Yes) => {
                self.bot.service().note_redrawn(game, since);
                Ok(Visible::Yes)
            }
            drawn => drawn,
        }
    }

    /// Draws a game again in a message that shows it, which may not be its board.
    pub(super) async fn redraw_message(
        &self,
        reply_to: Option<&ReplyTo>,
        board: Board,
    ) -> Result<(), Failure> {
        let show = async || {
            let now = self.bot.board_to_post(board.game, &[], rendering(reply_to));
            Ok(now.await?.map(|(_, message)| message))
        };
        match self.draw(reply_to, board, show).await {
            // A deleted message is not an error.
            Err(failure) if failure.code() == Some(UNKNOWN_MESSAGE) => Ok(()),
            drawn => drawn.map(drop),
        }
    }

    /// Draws a board, and again if the game has changed meanwhile. If Discord refuses more edits of
    /// an old message, the board is posted again.
    async fn draw<F: Future<Output = Result<Option<Message>, Failure>>>(
        &self,
        reply_to: Option<&ReplyTo>,
        board: Board,
        show: impl Fn() -> F,
    ) -> Result<Visible, Failure> {
        for _ in 0..REDRAWS {
            let drawn = match self.edit(board, &show).await {
                Err(failure) if failure.code() == Some(TOO_MANY_EDITS) => {
                    let post = Box::pin(self.try_to_post_board(reply_to, board.game, &[]));
                    return post.await;
                }
                Err(failure) => return Err(failure),
                // Another message is the board now. The task that made it so updates both messages.
                Ok(None) => return Ok(Visible::Yes),
                Ok(Some(Edited::Impossible)) => return Ok(Visible::No),
                Ok(Some(Edited::Overlapped)) => continue,
                Ok(Some(Edited::Settled(drawn))) => drawn,
            };
            match show().await? {
                Some(now) if !now.shows_the_same_as(&drawn) => {}
                Some(_) | None => return Ok(Visible::Yes),
            }
        }
        Ok(Visible::Yes)
    }

    /// Edits a board, one edit at a time. Returns `None` if there is nothing to show. `show` is
    /// called for every attempt, since the game may go on while an attempt waits.
    pub(super) async fn edit<F: Future<Output = Result<Option<Message>, Failure>>>(
        &self,
        board: Board,
        show: impl Fn() -> F,
    ) -> Result<Option<Edited>, Failure> {
        let _turn = self.messages.take(board.message).await;
        self.calls
            .retry(async |attempts| {
                let Some(mut message) = show().await? else {
                    return Ok(None);
                };
                self.bot.draw_pictures(&mut message).await;
                let edit = self.edits.begin(board.message);
                let sent = self.send_edit(attempts, board, &message).await?;
                let has_overlapped = edit.finish();
                Ok(Some(match sent {
                    Visible::No | Visible::Unknown => Edited::Impossible,
                    Visible::Yes if has_overlapped => Edited::Overlapped,
                    Visible::Yes => Edited::Settled(Box::new(message)),
                }))
            })
            .await
    }

    /// Edits with the latest token. If there is none, or it is refused, edits as the bot where it
    /// can.
    async fn send_edit(
        &self,
        attempts: Attempts,
        board: Board,
        message: &Message,
    ) -> Result<Visible, Failure> {
        if let Some((reply_to, token_route)) = self
            .tokens
            .get((board.message, board.editable), self.time.now())
            .await
        {
            let segment = token_route.url_segment(board.message);
            let call = self.rest.edit_by_token(&reply_to, &segment, message);
            let route = Route::EditBy(reply_to.interaction);
            match self.calls.make(attempts, route, call).await {
                Err(failure)
                    if failure.is_retryable()
                        || matches!(failure.code(), Some(TOO_MANY_EDITS | UNKNOWN_MESSAGE)) =>
                {
                    return Err(failure);
                }
                Err(_refused) => {}
                Ok(()) => return Ok(Visible::Yes),
            }
        }
        if !board.editable {
            return Ok(Visible::No);
        }
        let call = self.rest.edit(board.channel, board.message, message);
        let edited = self.calls.make(attempts, Route::Edit(board.channel), call);
        edited.await.map(|()| Visible::Yes)
    }
}

/// The result of an edit.
pub(super) enum Edited {
    /// The message now shows this.
    Settled(Box<Message>),
    /// A first response was editing the message at the same time, so either may be shown.
    Overlapped,
    /// It cannot be edited: the bot is not a member of the server, and there is no valid token.
    Impossible,
}
