//! Posting: where the game is, or not at all, and once. As the bot where the bot is a member, else by the token of an interaction in that
//! very channel.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Visible, Worker, rendering};
use crate::discord::Message;
use crate::game::{GameId, MemberId};
use crate::records::{InteractionId, MessageId, Notice, Place, Tell, Way};

use crate::transport::outbox::Envelope;
use crate::transport::outbox::calls::Attempts;
use crate::transport::outbox::tokens::Name;
use crate::transport::rest::{Failure, Route};

/// A message that is to be posted once, however often that is tried.
struct Post {
    /// By which Discord knows the bot's own posts again.
    nonce: String,
    /// What was sent by a token without an answer; it may be there.
    perhaps: Mutex<Option<String>>,
}

impl Post {
    fn perhaps(&self) -> MutexGuard<'_, Option<String>> {
        self.perhaps.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Worker {
    fn new_post(&self) -> Post {
        Post {
            nonce: self.posts.fetch_add(1, Ordering::Relaxed).to_string(),
            perhaps: Mutex::default(),
        }
    }

    /// Posts a message that everybody sees in that place; none where there is no way to.
    async fn post(
        &self,
        (attempts, envelope): (Attempts, Option<&Envelope>),
        place: &Place,
        message: &Message,
        post: &Post,
    ) -> Result<Option<MessageId>, Failure> {
        let here = envelope.filter(|envelope| envelope.channel == place.channel);
        let mut refused = None;
        // Not where a token may have posted it already.
        if place.editable && post.perhaps().is_none() {
            let own = self.rest.post(place.channel, message, &post.nonce);
            match self
                .calls
                .make(attempts, Route::Post(place.channel), own)
                .await
            {
                Ok(posted) => return Ok(Some(posted)),
                Err(failure) if failure.is_passing() || here.is_none() => return Err(failure),
                // As where the bot may see but not write.
                Err(failure) => refused = Some(failure),
            }
        }
        match here {
            // It may be there already, where nobody can look. Twice is worse than not at all: the next command shows the board.
            Some(_) if !place.editable && post.perhaps().is_some() => Ok(None),
            Some(envelope) => self
                .post_by_token((attempts, envelope), place, message, post)
                .await
                .map(Some),
            None => refused.map_or(Ok(None), Err),
        }
    }

    /// Posts by the token of an interaction, unless an earlier attempt has done so without our knowing.
    async fn post_by_token(
        &self,
        (attempts, envelope): (Attempts, &Envelope),
        place: &Place,
        message: &Message,
        post: &Post,
    ) -> Result<MessageId, Failure> {
        let perhaps = post.perhaps().clone();
        if let Some(content) = perhaps.filter(|_| place.editable) {
            let look = self
                .rest
                .find_follow_up(place.channel, envelope.interaction, &content);
            let route = Route::Read(place.channel);
            if let Some(found) = self.calls.make(attempts, route, look).await? {
                self.tokens.remember(found, envelope.clone(), Name::Id);
                return Ok(found);
            }
        }
        let call = self
            .rest
            .follow_up(envelope.application, &envelope.token, message);
        let route = Route::PostBy(envelope.interaction);
        let posted = self.calls.make(attempts, route, call).await;
        match &posted {
            Ok(posted) => self.tokens.remember(*posted, envelope.clone(), Name::Id),
            Err(failure) if failure.is_open() => {
                *post.perhaps() = Some(message.content().to_owned());
            }
            Err(_) => {}
        }
        posted
    }

    pub(super) async fn post_board(
        &self,
        envelope: Option<&Envelope>,
        game: GameId,
        pings: &[MemberId],
    ) -> Result<Visible, Failure> {
        let post = self.new_post();
        let posted = self
            .calls
            .patiently(async |attempts| {
                let board = self.bot.board_to_post(game, pings, rendering(envelope));
                let Some((place, mut message)) = board.await? else {
                    return Ok(None);
                };
                self.bot.illustrate(&mut message).await;
                let posted = self.post((attempts, envelope), &place, &message, &post);
                Ok(posted.await?.map(|posted| (posted, message)))
            })
            .await;
        match posted {
            Ok(None) => Ok(Visible::No),
            Ok(Some((posted, message))) => {
                // What time has posted is as new as the message itself.
                let by = envelope.map_or(InteractionId(posted.0), |envelope| envelope.interaction);
                let (retired, _) = self.bot.delivered(game, posted, by).await;
                // The board itself tells them now.
                for &member in pings {
                    if let Some(notice) = self.bot.told_otherwise(game, member).await {
                        self.take_away(notice).await?;
                    }
                }
                if let Some(retired) = retired {
                    self.retire(retired).await?;
                }
                // A second attempt may have been answered with what the first had posted.
                let now = self.bot.current_board(game, rendering(envelope)).await?;
                match now {
                    Some((board, now))
                        if board.message == posted && !now.shows_the_same_as(&message) =>
                    {
                        self.redraw(envelope, board).await?;
                    }
                    Some(_) | None => {}
                }
                Ok(Visible::Yes)
            }
            Err(failure) => {
                // Where it is not certain that nobody has seen it, the game stays.
                if let Some(envelope) = envelope.filter(|_| !failure.is_passing()) {
                    self.bot.undelivered(game, envelope.interaction).await;
                }
                Err(failure)
            }
        }
    }

    /// Tells somebody who is away about a game: where it is played, or in a direct message.
    pub(super) async fn tell(
        &self,
        envelope: Option<&Envelope>,
        tell: Tell,
    ) -> Result<(), Failure> {
        let post = self.new_post();
        let posted = self
            .calls
            .patiently(async |attempts| {
                let Some((place, message)) = self.bot.telling(tell).await? else {
                    return Ok(None);
                };
                let (channel, editable, posted) = match tell.way {
                    Way::Ping => {
                        let posted = self.post((attempts, envelope), &place, &message, &post);
                        (place.channel, place.editable, posted.await?)
                    }
                    Way::Direct => {
                        let open = self.rest.direct_channel(tell.member);
                        let channel = self.calls.make(attempts, Route::OpenDirect, open).await?;
                        let own = self.rest.post(channel, &message, &post.nonce);
                        let route = Route::Post(channel);
                        let posted = self.calls.make(attempts, route, own).await?;
                        (channel, true, Some(posted))
                    }
                };
                let notice = posted.map(|message| Notice {
                    game: tell.game,
                    member: tell.member,
                    channel,
                    message,
                    editable,
                    at: tell.at,
                });
                Ok(notice.map(|notice| (notice, message)))
            })
            .await?;
        let Some((notice, sent)) = posted else {
            return Ok(());
        };
        if let Some(unwanted) = self.bot.told(notice).await {
            self.take_away(unwanted).await?;
        }
        // The board may have moved while this was on its way.
        match self.bot.telling(tell).await? {
            Some((_, now)) if now.content() != sent.content() => self.point_anew(tell.game).await,
            Some(_) | None => Ok(()),
        }
    }
}
