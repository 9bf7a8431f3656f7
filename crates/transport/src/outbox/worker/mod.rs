//! Carrying out follow-ups.
//!
//! A message is edited with its latest token, or as the bot if there is none or Discord refuses it.
//! After an edit the board is compared with the game, which may have changed meanwhile. `edit` edits,
//! `post` posts, `remove` deletes, `daily` posts
//! puzzles, `role` gives roles.

mod daily;
mod edit;
mod post;
mod remove;
mod role;

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use parking_lot::Mutex;

use super::backoff::Backoff;
use super::calls::Calls;
use super::drawn::Drawn;
use super::edits::Edits;
use super::keyed_mutex::KeyedMutex;
use super::sent::Sent;
use super::tokens::Tokens;
use crate::reply_to::ReplyTo;
use crate::rest::{Failure, Rest, Route};
use crate::time::DiscordTime;
use wythoff_discord::{Bot, FollowUp, Message};
use wythoff_game::chain::chain;
use wythoff_game::records::{DailyTo, InteractionId, MessageId, Notification, Post};
use wythoff_game::{Day, GameId, MemberId, Timestamp};
use wythoff_service::Unseen;
use wythoff_store::Tx;

/// How many times a board is drawn at most, if the game keeps changing meanwhile.
const REDRAWS: u32 = 5;

/// How long the first board of a game may take to appear before the game is abandoned.
const FIRST_BOARD: Duration = Duration::from_mins(1);

/// Carries out the follow-ups.
pub(super) struct Worker {
    bot: Arc<Bot>,
    rest: Arc<Rest>,
    tokens: Arc<Tokens>,
    edits: Arc<Edits>,
    backoff: Arc<Backoff>,
    drawn: Arc<Drawn>,
    time: Arc<DiscordTime>,
    calls: Calls,
    /// One edit of a message at a time.
    messages: KeyedMutex<MessageId>,
    sent: Sent,
    /// The messages that Discord lets nobody edit for now, each until when.
    held: Mutex<HashMap<Post, Timestamp>>,
    /// The number of the next post.
    posts: AtomicU64,
}

/// Whether a message shows what it should.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visible {
    Yes,
    No,
    /// No message is known that shows it.
    Unknown,
}

impl Worker {
    pub(super) fn new(
        (bot, rest): (Arc<Bot>, Arc<Rest>),
        (tokens, edits): (Arc<Tokens>, Arc<Edits>),
        (backoff, drawn): (Arc<Backoff>, Arc<Drawn>),
        time: Arc<DiscordTime>,
    ) -> Self {
        Self {
            bot,
            rest,
            tokens,
            edits,
            backoff,
            drawn,
            calls: Calls::new(),
            messages: KeyedMutex::default(),
            sent: Sent::default(),
            held: Mutex::default(),
            // Begins at a random number, so that processes have different ones.
            posts: AtomicU64::new(RandomState::new().hash_one(())),
            time,
        }
    }

    /// Carries out a follow-up: one line for each kind. If it fails temporarily, this call gives up, and `backoff`
    /// schedules a retry.
    pub(super) async fn carry_out(&self, reply_to: Option<ReplyTo>, follow_up: FollowUp) {
        let reply_to = reply_to.as_ref();
        let keys = follow_up.retry_keys();
        // What is drawn from now on is at least as new.
        let before = match follow_up.draws() {
            Some(game) => self.bot.changed(game).await.map(|at| (game, at)),
            None => None,
        };
        let outcome = match follow_up {
            FollowUp::SendPrivate(message) => self.send_private(reply_to, message).await,
            FollowUp::EditResponse { message, game } => {
                self.edit_response(reply_to, message, game).await
            }
            FollowUp::PostBoard { game, pings, then } => {
                let posted = self.post_board(reply_to, game, &pings).await;
                // If the board or the notification fails, the database still has it.
                for notification in then.into_iter().filter(|_| posted.is_ok()) {
                    let _logged = self.send_notification(reply_to, notification).await;
                }
                posted
            }
            FollowUp::PostMessage(message) => self.post_message(message).await,
            FollowUp::RedrawBoard(game) => match self.redraw_board(reply_to, game).await {
                // Its message may be on its way.
                Ok(Visible::Unknown) => return,
                drawn => drawn.map(drop),
            },
            FollowUp::ShowOrPost(game) => self.show_or_post(reply_to, game).await,
            FollowUp::CatchUp(game) => match self.adopt_boards(game).await {
                Ok(_) => self.show_or_post(None, game).await,
                Err(failure) => Err(failure),
            },
            FollowUp::RedrawMessage(board) => self.redraw_message(reply_to, board).await,
            FollowUp::Notify(notification) => self.send_notification(reply_to, notification).await,
            FollowUp::PostDaily(_, day) if day < Day::of(self.time.now()) => {
                self.forget_earlier_dailies().await
            }
            FollowUp::PostDaily(DailyTo::Server(server), day) => self.post_daily(server, day).await,
            FollowUp::PostDaily(DailyTo::Member(member), day) => self.remind(member, day).await,
            FollowUp::RedrawPost(post) => self.redraw_post(post).await,
            FollowUp::ChangeRole(change) => self.change_role(change).await,
            FollowUp::Delete(obsolete) => {
                let outcome = self.delete(obsolete).await;
                let failure = "it was not saved that a message needs no deleting any more";
                self.note_final(&outcome, failure, move |tx| {
                    tx.note_deleted(obsolete.message).boxed()
                })
                .await;
                outcome
            }
            FollowUp::ClearAway(closed) => self.clear_away(closed).await,
            FollowUp::DeletePrivate => self.delete_private(reply_to).await,
        };
        let failure = outcome.as_ref().err();
        for key in keys {
            self.backoff.conclude(key, failure, self.time.now());
        }
        if let Some((game, changed)) = before.filter(|_| is_final(&outcome)) {
            self.drawn.add(game, changed);
        }
        match outcome {
            Ok(()) => {}
            Err(failure @ Failure::TooMany { .. }) => {
                tracing::debug!(error = chain(&failure), "a follow-up is left for later");
            }
            Err(failure @ (Failure::Archived | Failure::LeftAlone | Failure::Suspended)) => {
                tracing::debug!(error = chain(&failure), "a follow-up is left out for now");
            }
            Err(failure) => tracing::warn!(error = chain(&failure), "a follow-up failed"),
        }
    }

    /// Sends a notification, and notes that it needs no other attempt, if that is so.
    async fn send_notification(
        &self,
        reply_to: Option<&ReplyTo>,
        notification: Notification,
    ) -> Result<(), Failure> {
        let outcome = self.notify(reply_to, notification).await;
        let failure = "it was not saved that a notification needs no sending any more";
        self.note_final(&outcome, failure, move |tx| {
            tx.note_sent(notification).boxed()
        })
        .await;
        outcome
    }

    /// Saves that something needs no other attempt, if that is so.
    async fn note_final(
        &self,
        outcome: &Result<(), Failure>,
        failure: &'static str,
        note: impl for<'t> Fn(&'t mut Tx) -> BoxFuture<'t, wythoff_store::Result<()>>
        + Clone
        + Send
        + 'static,
    ) {
        if is_final(outcome) {
            self.bot.save(failure, note).await;
        }
    }

    /// Sends a private message. If the answer to the call is lost, it may be sent twice: private
    /// messages cannot be searched for.
    async fn send_private(
        &self,
        reply_to: Option<&ReplyTo>,
        mut message: Message,
    ) -> Result<(), Failure> {
        let Some(reply_to) = reply_to else {
            return Ok(());
        };
        self.bot.draw_pictures(&mut message).await;
        let post = async |attempts| {
            let call = self.rest.follow_up(reply_to, &message);
            let route = Route::PostBy(reply_to.interaction);
            self.calls.make(attempts, route, call).await
        };
        self.calls.retry_patiently(post).await.map(drop)
    }

    /// Posts the board of a game. If that is impossible, tries to draw the old board again, and
    /// abandons the game if nobody has seen it.
    async fn post_board(
        &self,
        reply_to: Option<&ReplyTo>,
        game: GameId,
        pings: &[MemberId],
    ) -> Result<(), Failure> {
        match self.try_to_post_board(reply_to, game, pings).await {
            Ok(Visible::Yes) => return Ok(()),
            Err(failure) if failure.may_be_temporary() => return Err(failure),
            // For example, the bot has permission to view the channel, but not to write in it.
            Ok(Visible::No | Visible::Unknown) | Err(_) => {
                self.redraw_board(reply_to, game).await?;
            }
        }
        self.abandon_unseen(game, Unseen::Refused).await.map(drop)
    }

    /// Abandons a game if nobody can have seen it. Returns whether it did.
    async fn abandon_unseen(&self, game: GameId, why: Unseen) -> Result<bool, Failure> {
        let Some(abandoned) = self.bot.abandon_unseen(game, why).await else {
            return Ok(false);
        };
        for obsolete in abandoned.obsolete {
            self.delete_now(obsolete).await;
        }
        if let Some(before) = abandoned.before {
            Box::pin(self.redraw_board(None, before)).await?;
        }
        Ok(true)
    }

    /// Draws the board of a game again, or posts a new one if it cannot be edited or is gone. If
    /// the game has no known board, the channel is searched for it first. If none is found and
    /// `FIRST_BOARD` has passed, the game is abandoned.
    async fn show_or_post(&self, reply_to: Option<&ReplyTo>, game: GameId) -> Result<(), Failure> {
        match self.redraw_board(reply_to, game).await {
            Ok(Visible::Yes) => Ok(()),
            Err(failure) if failure.may_be_temporary() => Err(failure),
            Ok(Visible::No | Visible::Unknown) | Err(_) => {
                if self.adopt_boards(game).await? {
                    return self.redraw_board(reply_to, game).await.map(drop);
                }
                let age = self.time.now().since(InteractionId(game.0).at());
                if age > FIRST_BOARD && self.abandon_unseen(game, Unseen::Late).await? {
                    return Ok(());
                }
                self.try_to_post_board(reply_to, game, &[]).await.map(drop)
            }
        }
    }
}

/// Whether a follow-up has succeeded or failed for good.
fn is_final(outcome: &Result<(), Failure>) -> bool {
    !matches!(outcome, Err(failure) if failure.is_passing())
}

/// A number that makes the ids of this rendering's controls unique. It differs from the
/// interaction's id, which the first response uses for the same purpose.
fn rendering(reply_to: Option<&ReplyTo>) -> u64 {
    reply_to.map_or(1, |reply_to| {
        reply_to.interaction.0.cast_unsigned().wrapping_add(1)
    })
}
