//! Challenges: making one, and answering it.

pub(in crate::discord) mod view;

use futures::FutureExt;

use crate::discord::context::InteractionContext;
use crate::discord::input::intent::Invited;
use crate::discord::reply::{FollowUp, Reply, Response};
use crate::discord::text::key;
use crate::discord::view::{game_refusal, plain};
use crate::game::{ChallengeAnswer, GameId, Refusal as GameRefusal};
use crate::records::{MessageId, Notification};
use crate::service::{ChallengeFrom, ChallengeResult, Challenged, NewChallenge};

impl InteractionContext {
    pub(in crate::discord) async fn challenge(
        self: Box<Self>,
        new: NewChallenge,
        invited: Option<Invited>,
    ) -> Reply {
        if !self.permissions.is_public {
            return self.private(key!("refused-challenge-alone")).await;
        }
        if let Some(invited) = invited.filter(|invited| invited.is_bot) {
            return if self.bot.user.get() == Some(&invited.user) {
                Reply::private(view::offer_start(self.language().await, &new))
            } else {
                self.private(key!("refused-challenge-bot")).await
            };
        }
        if let ChallengeFrom::Position(start) = new.start {
            self.bot.prepare(start).await;
        }
        let pending = self.bot.service.challenge(self.caller.clone(), new);
        self.change(pending, |context, challenged| {
            context.challenged(challenged).boxed()
        })
        .await
    }

    async fn challenged(&self, challenged: Challenged) -> Reply {
        let (pinged, others): (Vec<_>, Vec<_>) = challenged
            .notification
            .iter()
            .copied()
            .partition(Notification::is_ping);
        let pings: Vec<_> = pinged
            .iter()
            .map(|notification| notification.member)
            .collect();
        let quiet = if challenged.stays_quiet {
            let text = self.language().await.say(key!("challenge-quiet"));
            Some(plain(text))
        } else {
            None
        };
        let message = self.bot.challenge(&challenged.record).pinging(&pings);
        Reply {
            board: Some(challenged.record.challenge.id),
            pings,
            ..Reply::only(Response::Message(message))
        }
        .then(others.into_iter().map(FollowUp::Notify))
        .then(quiet.map(FollowUp::SendPrivate))
    }

    pub(in crate::discord) async fn answer_challenge(
        self: Box<Self>,
        id: GameId,
        answer: ChallengeAnswer,
        message: MessageId,
    ) -> Reply {
        let service = &self.bot.service;
        let pending = service.answer(self.caller.clone(), id, answer, message);
        self.change(pending, move |context, result| {
            context.answered(id, result).boxed()
        })
        .await
    }

    async fn answered(&self, id: GameId, result: ChallengeResult) -> Reply {
        let (closed, why) = match result {
            ChallengeResult::Began(update) => return self.show_update(*update).await,
            ChallengeResult::Closed(closed) => {
                self.bot.closed.add(&closed.record);
                (closed, None)
            }
            ChallengeResult::Expired(closed) => {
                let expired = GameRefusal::ChallengeExpired;
                let text = game_refusal(self.language().await, expired);
                (closed, Some(plain(text)))
            }
        };
        Reply {
            board: Some(id),
            ..Reply::only(Response::Update(self.bot.challenge(&closed.record)))
        }
        .then(why.map(FollowUp::SendPrivate))
        .then(closed.obsolete.map(FollowUp::Delete))
    }
}
