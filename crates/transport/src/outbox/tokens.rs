//! Tokens for editing messages. Those of the latest interactions are kept in memory. Where the bot
//! has no access, it can edit only with a token, so tokens for such messages are also stored in the
//! database, for the next process.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use futures::FutureExt;
use parking_lot::Mutex;

use crate::reply_to::ReplyTo;
use crate::rest::ORIGINAL;
use wythoff_discord::Bot;
use wythoff_game::Timestamp;
use wythoff_game::chain::chain;
use wythoff_game::records::{EditToken, InteractionId, MessageId, TOKEN_LIFE};
use wythoff_store::Read;

/// How many tokens are kept, about 400 bytes each. The oldest are dropped first. The bot
/// needs none where it has access to the channel.
const MOST: usize = 1 << 13;

/// The latest token for each message.
#[derive(Debug)]
pub(super) struct Tokens {
    bot: Arc<Bot>,
    known: Mutex<Known>,
}

/// How a token addresses a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenRoute {
    /// As `@original`: the first response, or the message with the control.
    Original,
    /// By its id: a follow-up message.
    Id,
}

impl TokenRoute {
    /// The part of the URL that names the message.
    pub(super) fn url_segment(self, message: MessageId) -> String {
        match self {
            Self::Original => ORIGINAL.to_owned(),
            Self::Id => message.0.to_string(),
        }
    }
}

#[derive(Debug, Default)]
struct Known {
    by_message: HashMap<MessageId, (ReplyTo, TokenRoute)>,
    /// The messages in the order of their tokens. A message with two tokens is listed twice.
    order: VecDeque<(InteractionId, MessageId)>,
}

impl Tokens {
    pub(super) fn new(bot: Arc<Bot>) -> Self {
        Self {
            bot,
            known: Mutex::default(),
        }
    }

    /// Notes that a token can edit a message.
    pub(super) async fn remember(&self, message: MessageId, reply_to: ReplyTo, route: TokenRoute) {
        let kept = reply_to.needs_token.then(|| EditToken {
            message,
            application: reply_to.application.cast_signed(),
            interaction: reply_to.interaction,
            channel: reply_to.channel,
            token: reply_to.token.clone(),
            by_id: route == TokenRoute::Id,
        });
        self.known.lock().insert(message, reply_to, route);
        if let Some(token) = kept {
            let saving = self.bot.save("a token could not be stored", move |tx| {
                let token = token.clone();
                async move { tx.keep_edit_token(&token).await }.boxed()
            });
            saving.await;
        }
    }

    /// The latest token for a message. `editable` is whether the bot can edit it without one.
    pub(super) async fn get(
        &self,
        (message, editable): (MessageId, bool),
        now: Timestamp,
    ) -> Option<(ReplyTo, TokenRoute)> {
        let known = self.known.lock().get(message, now);
        if known.is_some() || editable {
            return known;
        }
        let oldest = InteractionId::first_at(now.minus(TOKEN_LIFE));
        let kept = move |mut view: Read| async move { view.edit_token(message, oldest).await };
        match self.bot.store().read(kept).await {
            Ok(kept) => kept.map(from_kept),
            Err(error) => {
                tracing::warn!(error = chain(&error), "a token could not be read");
                None
            }
        }
    }
}

fn from_kept(kept: EditToken) -> (ReplyTo, TokenRoute) {
    let route = if kept.by_id {
        TokenRoute::Id
    } else {
        TokenRoute::Original
    };
    let reply_to = ReplyTo {
        application: kept.application.cast_unsigned(),
        interaction: kept.interaction,
        channel: kept.channel,
        token: kept.token,
        needs_token: true,
    };
    (reply_to, route)
}

impl Known {
    /// Adds a token. Expired ones are dropped.
    fn insert(&mut self, message: MessageId, reply_to: ReplyTo, route: TokenRoute) {
        let oldest_alive = InteractionId::first_at(reply_to.interaction.at().minus(TOKEN_LIFE));
        self.order.push_back((reply_to.interaction, message));
        self.by_message.insert(message, (reply_to, route));
        while let Some(&(interaction, message)) = self.order.front()
            && (self.order.len() > MOST || interaction < oldest_alive)
        {
            self.order.pop_front();
            let is_latest = self
                .by_message
                .get(&message)
                .is_some_and(|(reply_to, _)| reply_to.interaction == interaction);
            if is_latest {
                self.by_message.remove(&message);
            }
        }
    }

    /// The latest token for a message, unless it has expired: Discord counts calls with an expired
    /// one against the bot.
    fn get(&self, message: MessageId, now: Timestamp) -> Option<(ReplyTo, TokenRoute)> {
        let (reply_to, route) = self.by_message.get(&message)?;
        let is_alive = now < reply_to.interaction.at().plus(TOKEN_LIFE);
        is_alive.then(|| (reply_to.clone(), *route))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use wythoff_game::Timestamp;
    use wythoff_game::records::ChannelId;

    fn reply_to(interaction: i64) -> ReplyTo {
        ReplyTo {
            application: 1,
            interaction: InteractionId(interaction),
            channel: ChannelId(2),
            token: "token".to_owned(),
            needs_token: true,
        }
    }

    #[test]
    fn the_oldest_tokens_are_dropped_first() {
        let mut tokens = Known::default();
        let now = Timestamp(1_700_000_000_000);
        let first = InteractionId::first_at(now).0;
        let count = i64::try_from(MOST).expect("small") + 10;
        for n in 0..count {
            tokens.insert(MessageId(n), reply_to(first + n), TokenRoute::Original);
        }
        let get = |message| tokens.get(MessageId(message), now);
        assert!(get(9).is_none() && get(10).is_some());
        let lengths = (tokens.by_message.len(), tokens.order.len());
        assert_eq!(lengths, (MOST, MOST));
    }

    #[test]
    fn a_message_keeps_its_latest_token_until_it_expires() {
        let mut tokens = Known::default();
        let time = |minutes| Timestamp(1_700_000_000_000).plus(Duration::from_mins(minutes));
        let at = |minutes| InteractionId::first_at(time(minutes)).0;
        tokens.insert(MessageId(1), reply_to(at(0)), TokenRoute::Id);
        tokens.insert(MessageId(2), reply_to(at(1)), TokenRoute::Id);
        tokens.insert(MessageId(1), reply_to(at(10)), TokenRoute::Original);
        tokens.insert(MessageId(3), reply_to(at(17)), TokenRoute::Id);
        let get = |message, minutes| tokens.get(MessageId(message), time(minutes));
        let (kept, route) = get(1, 24).expect("a token");
        assert_eq!((kept.interaction.0, route), (at(10), TokenRoute::Original));
        assert!(get(1, 25).is_none(), "it has expired");
        assert!(get(2, 10).is_none(), "it was dropped");
    }
}
