//! Posting messages once: boards, notifications; `daily` posts puzzles and reminders. In a channel as the bot if it may
//! write there, else by the token of an interaction in that channel.

use std::sync::atomic::Ordering;

use futures::FutureExt;
use parking_lot::Mutex;
use ring::digest::{SHA256, digest};

use super::{Visible, Worker, rendering};
use crate::outbox::calls::Attempts;
use crate::outbox::tokens::TokenRoute;
use crate::reply_to::ReplyTo;
use crate::rest::codes::{CANNOT_MESSAGE, INVALID_RECIPIENT, NO_MUTUAL_SERVER};
use crate::rest::{Failure, Route};
use wythoff_discord::{Message, PublicMessage};
use wythoff_game::chain::chain;
use wythoff_game::records::{
    InteractionId, MessageId, Notification, NotificationMessage, NotifyVia, Place,
};
use wythoff_game::{GameId, MemberId};
use wythoff_service::Unseen;

/// The longest nonce (<https://discord.com/developers/docs/resources/message#create-message>).
const NONCE: usize = 25;

/// A message to post once, in one or more attempts.
pub(super) struct Post {
    /// Lets Discord recognise a repeated post by the bot: at most [`NONCE`] characters.
    pub(super) nonce: String,
    /// The text of a call by token that was not answered. It may have been posted.
    maybe_posted: Mutex<Option<String>>,
}

impl Post {
    /// A post that only this process may repeat. Its nonce is a number.
    fn numbered(number: u64) -> Self {
        Self::named(number.to_string())
    }

    /// The post of a notification. Every process gives it the same nonce: if this process ends
    /// before recording the post, the next process posts again, and Discord recognises the
    /// repetition.
    fn of_notification(notification: Notification) -> Self {
        let Notification {
            game, member, at, ..
        } = notification;
        let text = format!("{} {} {}", game.0, member.0, at.0);
        let mut nonce = hex::encode(digest(&SHA256, text.as_bytes()));
        nonce.truncate(NONCE);
        Self::named(nonce)
    }

    pub(super) fn named(nonce: String) -> Self {
        Self {
            nonce,
            maybe_posted: Mutex::default(),
        }
    }
}

impl Worker {
    fn new_post(&self) -> Post {
        Post::numbered(self.posts.fetch_add(1, Ordering::Relaxed))
    }

    /// Posts a public message. Returns `None` if there is no way to.
    pub(super) async fn post(
        &self,
        attempts: Attempts,
        reply_to: Option<&ReplyTo>,
        place: &Place,
        message: &Message,
        post: &Post,
    ) -> Result<Option<MessageId>, Failure> {
        let reply_to_here = reply_to.filter(|reply_to| reply_to.channel == place.channel);
        let mut refused = None;
        // The bot itself posts, unless a token may already have posted the message.
        if place.editable && post.maybe_posted.lock().is_none() {
            let own = self.rest.post(place.channel, message, &post.nonce);
            match self
                .calls
                .make(attempts, Route::Post(place.channel), own)
                .await
            {
                Ok(posted) => return Ok(Some(posted)),
                Err(failure) if failure.is_retryable() || reply_to_here.is_none() => {
                    return Err(failure);
                }
                // For example, the bot can see the channel but not write in it.
                Err(failure) => refused = Some(failure),
            }
        }
        match reply_to_here {
            // It may have been posted, and the bot cannot check. A duplicate is worse than no post,
            // which does little harm: the next command shows the board anyway.
            Some(_) if !place.editable && post.maybe_posted.lock().is_some() => Ok(None),
            Some(reply_to) => self
                .post_by_token(attempts, reply_to, place, message, post)
                .await
                .map(Some),
            None => refused.map_or(Ok(None), Err),
        }
    }

    /// Posts by the token of an interaction, unless an earlier attempt has done so.
    async fn post_by_token(
        &self,
        attempts: Attempts,
        reply_to: &ReplyTo,
        place: &Place,
        message: &Message,
        post: &Post,
    ) -> Result<MessageId, Failure> {
        let maybe_posted = post.maybe_posted.lock().clone();
        if let Some(content) = maybe_posted.filter(|_| place.editable) {
            let look = self
                .rest
                .find_response(place.channel, reply_to.interaction, Some(&content));
            let route = Route::Read(place.channel);
            if let Some(found) = self.calls.make(attempts, route, look).await? {
                self.tokens
                    .remember(found, reply_to.clone(), TokenRoute::Id)
                    .await;
                return Ok(found);
            }
        }
        let call = self.rest.follow_up(reply_to, message);
        let route = Route::PostBy(reply_to.interaction);
        let posted = self.calls.make(attempts, route, call).await;
        match &posted {
            Ok(posted) => {
                self.tokens
                    .remember(*posted, reply_to.clone(), TokenRoute::Id)
                    .await;
            }
            Err(failure) if failure.may_have_arrived() => {
                *post.maybe_posted.lock() = Some(message.content().to_owned());
            }
            Err(_) => {}
        }
        posted
    }

    /// Posts a message that shows no game, as the bot.
    pub(super) async fn post_message(&self, it: PublicMessage) -> Result<(), Failure> {
        let (place, mut message) = (it.place, it.message);
        self.bot.draw_pictures(&mut message).await;
        let post = self.new_post();
        let attempt = async |attempts| self.post(attempts, None, &place, &message, &post).await;
        let posted = self.calls.retry_patiently(attempt).await?;
        if let (Some(gathering), Some(message)) = (it.post, posted) {
            self.bot.note_message_of(gathering, message).await;
        }
        Ok(())
    }

    /// Posts the board of a game, and deletes the messages that it replaces. Returns
    /// [`Visible::No`] if there is nothing to post or no way to post it. If the post is refused for
    /// good, the game is abandoned, unless somebody may have seen it.
    pub(super) async fn try_to_post_board(
        &self,
        reply_to: Option<&ReplyTo>,
        game: GameId,
        pings: &[MemberId],
    ) -> Result<Visible, Failure> {
        let post = self.new_post();
        let posted = self
            .calls
            .retry(async |attempts| {
                let board = self.bot.board_to_post(game, pings, rendering(reply_to));
                let Some((place, mut message)) = board.await? else {
                    return Ok(None);
                };
                self.bot.draw_pictures(&mut message).await;
                let posted = self.post(attempts, reply_to, &place, &message, &post);
                Ok(posted.await?.map(|posted| (posted, message)))
            })
            .await;
        match posted {
            Ok(None) => Ok(Visible::No),
            Ok(Some((posted, message))) => {
                self.note_posted(reply_to, (game, posted), pings).await;
                // A second attempt may have returned the message of the first, which may be stale.
                let now = self.bot.current_board(game, rendering(reply_to)).await?;
                match now {
                    Some((board, now))
                        if board.message == posted && !now.shows_the_same_as(&message) =>
                    {
                        self.redraw_message(reply_to, board).await?;
                    }
                    Some(_) | None => {}
                }
                Ok(Visible::Yes)
            }
            Err(failure) => {
                // After a temporary failure the board may have been posted after all, or may be
                // later, so only another failure abandons the game.
                if !failure.may_be_temporary() {
                    self.abandon_unseen(game, Unseen::Refused).await?;
                }
                Err(failure)
            }
        }
    }

    /// Notes that the board of a game was posted. It notifies the members that it pings, so that earlier notifications,
    /// and the earlier board, are obsolete.
    async fn note_posted(
        &self,
        reply_to: Option<&ReplyTo>,
        (game, posted): (GameId, MessageId),
        pings: &[MemberId],
    ) {
        // Without an interaction, the board is as new as the message itself.
        let shown_by = reply_to.map_or(InteractionId(posted.0), |reply_to| reply_to.interaction);
        let noted = self.bot.note_board(game, posted, shown_by).await;
        let mut obsolete = Vec::new();
        for &member in pings {
            let replaced = self.bot.replace_notification(game, member, shown_by.at());
            obsolete.extend(replaced.await);
        }
        obsolete.extend(noted.and_then(|noted| noted.obsolete));
        for message in obsolete {
            self.delete_now(message).await;
        }
    }

    /// Looks for messages that show a game or a challenge and are newer than the one that is known:
    /// a process may have sent them without recording them. The newest becomes the board. Returns
    /// whether there are any.
    pub(super) async fn adopt_boards(&self, game: GameId) -> Result<bool, Failure> {
        let (Some(place), Some(bot)) = (self.bot.where_to_look(game).await?, self.bot.user())
        else {
            return Ok(false);
        };
        let look = async |attempts| {
            let look = self.rest.find_boards(place, bot, game);
            self.calls.make(attempts, Route::Read(place.0), look).await
        };
        let found = match self.calls.retry(look).await {
            Err(failure) if failure.may_be_temporary() => return Err(failure),
            Err(failure) => {
                // For example, the bot can write in the channel but not read its messages.
                tracing::warn!(
                    error = chain(&failure),
                    "a channel could not be searched for a board"
                );
                Vec::new()
            }
            Ok(found) => found,
        };
        for &(message, by) in &found {
            let noted = self.bot.note_board(game, message, by).await;
            if let Some(obsolete) = noted.and_then(|noted| noted.obsolete) {
                self.delete_now(obsolete).await;
            }
        }
        Ok(!found.is_empty())
    }

    /// Sends a notification: in the channel of the game, or in a direct message. If that is refused for
    /// good, the member is mentioned in the channel instead, unless the server wants no pings.
    pub(super) async fn notify(
        &self,
        reply_to: Option<&ReplyTo>,
        notification: Notification,
    ) -> Result<(), Failure> {
        let sent = self.try_to_notify(reply_to, notification).await;
        let Err(failure) = sent else {
            return sent;
        };
        if notification.via != NotifyVia::Direct || failure.may_be_temporary() {
            return Err(failure);
        }
        if let Some(CANNOT_MESSAGE | INVALID_RECIPIENT | NO_MUTUAL_SERVER) = failure.code() {
            self.note_direct(notification.member, true).await;
        }
        match self.bot.service().instead_of_direct(notification).await? {
            Some(mention) => self.try_to_notify(reply_to, mention).await,
            None => Err(failure),
        }
    }

    /// Notes whether Discord has refused a direct message to a member.
    async fn note_direct(&self, member: MemberId, is_refused: bool) {
        let failure = "it was not saved whether a direct message was refused";
        let saving = self.bot.save(failure, move |tx| {
            tx.note_direct(member, is_refused).boxed()
        });
        saving.await;
    }

    async fn try_to_notify(
        &self,
        reply_to: Option<&ReplyTo>,
        notification: Notification,
    ) -> Result<(), Failure> {
        let post = Post::of_notification(notification);
        let posted = self
            .calls
            .retry(async |attempts| {
                let current = self.bot.notification_to_send(notification).await?;
                let Some((place, message)) = current else {
                    return Ok(None);
                };
                let (channel, editable, posted) = match notification.via {
                    NotifyVia::Ping => {
                        let posted = self.post(attempts, reply_to, &place, &message, &post);
                        (place.channel, place.editable, posted.await?)
                    }
                    NotifyVia::Direct => {
                        let open = self.rest.direct_channel(notification.member);
                        let channel = self.calls.make(attempts, Route::OpenDirect, open).await?;
                        let own = self.rest.post(channel, &message, &post.nonce);
                        let route = Route::Post(channel);
                        let posted = self.calls.make(attempts, route, own).await?;
                        self.note_direct(notification.member, false).await;
                        (channel, true, Some(posted))
                    }
                };
                let notice = posted.map(|message| NotificationMessage {
                    game: notification.game,
                    member: notification.member,
                    channel,
                    message,
                    editable,
                    at: notification.at,
                });
                Ok(notice.map(|notice| (notice, message)))
            })
            .await?;
        let Some((notice, sent)) = posted else {
            return Ok(());
        };
        if let Some(unwanted) = self.bot.note_notification(notice).await {
            self.delete_now(unwanted).await;
        }
        // Meanwhile the board may have been posted again, as another message.
        match self.bot.notification(notification).await? {
            Some((_, now)) if now.content() != sent.content() => {
                self.update_notification_link(notification.game).await
            }
            Some(_) | None => Ok(()),
        }
    }
}
