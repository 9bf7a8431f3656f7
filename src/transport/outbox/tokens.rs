//! The tokens by which messages can be edited where the bot is no member.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use parking_lot::Mutex;

use crate::game::Timestamp;
use crate::records::{InteractionId, MessageId};
use crate::transport::reply_to::ReplyTo;
use crate::transport::rest::ORIGINAL;

/// How long Discord accepts an interaction's token
/// (<https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response>).
pub(super) const TOKEN_LIFE: Duration = Duration::from_mins(15);

/// How many tokens are kept, of four hundred bytes each. The oldest are dropped first. The bot
/// needs none where it is a member.
const MOST: usize = 1 << 13;

/// The latest token for each message.
#[derive(Debug, Default)]
pub(super) struct Tokens(Mutex<Known>);

/// How a token addresses a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::transport) enum TokenRoute {
    /// As `@original`: the first response, or the message with the control.
    Original,
    /// By its id: a follow-up message.
    Id,
}

impl TokenRoute {
    /// The part of the URL that names the message.
    pub(super) fn written(self, message: MessageId) -> String {
        match self {
            Self::Original => ORIGINAL.to_owned(),
            Self::Id => message.0.to_string(),
        }
    }
}

#[derive(Debug, Default)]
struct Known {
    by_message: HashMap<MessageId, (ReplyTo, TokenRoute)>,
    /// The messages in the order of their tokens. A message with two tokens is in it twice.
    order: VecDeque<(InteractionId, MessageId)>,
}

impl Tokens {
    /// Notes that a token can edit that message. Expired tokens are dropped.
    pub(super) fn remember(&self, message: MessageId, reply_to: ReplyTo, name: TokenRoute) {
        let mut known = self.0.lock();
        let oldest_alive = InteractionId::first_at(reply_to.interaction.at().minus(TOKEN_LIFE));
        known.order.push_back((reply_to.interaction, message));
        known.by_message.insert(message, (reply_to, name));
        while let Some(&(interaction, message)) = known.order.front()
            && (known.order.len() > MOST || interaction < oldest_alive)
        {
            known.order.pop_front();
            let is_latest = known
                .by_message
                .get(&message)
                .is_some_and(|(reply_to, _)| reply_to.interaction == interaction);
            if is_latest {
                known.by_message.remove(&message);
            }
        }
    }

    /// The latest token for a message, unless it has expired: Discord counts calls with an expired
    /// one against the bot.
    pub(super) fn of(&self, message: MessageId, now: Timestamp) -> Option<(ReplyTo, TokenRoute)> {
        let known = self.0.lock();
        let (reply_to, name) = known.by_message.get(&message)?;
        let is_alive = now < reply_to.interaction.at().plus(TOKEN_LIFE);
        is_alive.then(|| (reply_to.clone(), *name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Timestamp;
    use crate::records::ChannelId;

    fn reply_to(interaction: i64) -> ReplyTo {
        ReplyTo {
            application: 1,
            interaction: InteractionId(interaction),
            channel: ChannelId(2),
            token: "token".to_owned(),
        }
    }

    #[test]
    fn of_too_many_the_oldest_go_first() {
        let tokens = Tokens::default();
        let now = Timestamp(1_700_000_000_000);
        let first = InteractionId::first_at(now).0;
        let count = i64::try_from(MOST).expect("small") + 10;
        for n in 0..count {
            tokens.remember(MessageId(n), reply_to(first + n), TokenRoute::Original);
        }
        let of = |message| tokens.of(MessageId(message), now);
        assert!(of(9).is_none() && of(10).is_some());
        let known = tokens.0.lock();
        assert_eq!((known.by_message.len(), known.order.len()), (MOST, MOST));
    }

    #[test]
    fn a_message_keeps_its_latest_token_until_it_expires() {
        let tokens = Tokens::default();
        let time = |minutes| Timestamp(1_700_000_000_000).plus(Duration::from_mins(minutes));
        let at = |minutes| InteractionId::first_at(time(minutes)).0;
        let of = |message, minutes| tokens.of(MessageId(message), time(minutes));
        tokens.remember(MessageId(1), reply_to(at(0)), TokenRoute::Id);
        tokens.remember(MessageId(2), reply_to(at(1)), TokenRoute::Id);
        tokens.remember(MessageId(1), reply_to(at(10)), TokenRoute::Original);
        tokens.remember(MessageId(3), reply_to(at(17)), TokenRoute::Id);
        let (kept, name) = of(1, 24).expect("a token");
        assert_eq!((kept.interaction.0, name), (at(10), TokenRoute::Original));
        assert!(of(1, 25).is_none(), "it has expired");
        assert!(of(2, 10).is_none(), "it was dropped");
    }
}
