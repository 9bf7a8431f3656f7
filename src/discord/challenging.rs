//! Answering what two members have to do with each other beyond moves: challenges, and going on from a finished game.

use super::answering::InteractionContext;
use super::intent::Invited;
use super::outcome::{Origin, Outcome};
use super::reply::{FollowUp, Reply, Response};
use super::text::key;
use super::view;
use crate::game::{ChallengeAnswer, GameId, NextGame, Refusal as GameRefusal};
use crate::records::{MessageId, Notification, NotifyVia};
use crate::service::{BotRematch, ChallengeResult, Challenged, NewChallenge, RematchResult};

impl InteractionContext {
    pub(super) async fn challenge(self, new: NewChallenge, invited: Option<Invited>) -> Reply {
        if !self.permissions.has_company {
            return self.private(key!("refused-challenge-alone"));
        }
        if let Some(invited) = invited.filter(|invited| invited.is_bot) {
            return if self.bot.itself.get() == Some(&invited.user) {
                Reply::private(view::offer_start(self.language(), &new))
            } else {
                self.private(key!("refused-challenge-bot"))
            };
        }
        let pending = self.bot.service.challenge(self.caller.clone(), new);
        self.outcome(pending, Origin::Command, Outcome::Challenged)
            .await
    }

    pub(super) fn challenged(&self, challenged: &Challenged) -> Reply {
        let is_ping = |notification: &Notification| notification.via == NotifyVia::Ping;
        let (pinged, told): (Vec<Notification>, Vec<Notification>) =
            challenged.notification.iter().copied().partition(is_ping);
        let pings: Vec<_> = pinged
            .iter()
            .map(|notification| notification.member)
            .collect();
        let message = self.bot.challenge(&challenged.record).pinging(&pings);
        Reply {
            board: Some(challenged.record.challenge.id),
            pings,
            ..Reply::only(Response::Message(message))
        }
        .then(told.into_iter().map(FollowUp::Notify))
    }

    pub(super) async fn answer_challenge(
        self,
        origin: Origin,
        id: GameId,
        answer: ChallengeAnswer,
        message: MessageId,
    ) -> Reply {
        let pending = self
            .bot
            .service
            .answer(self.caller.clone(), id, answer, message);
        self.outcome(pending, origin, move |answered| {
            Outcome::Answered(id, answered)
        })
        .await
    }

    pub(super) fn answered(&self, id: GameId, answered: ChallengeResult, origin: Origin) -> Reply {
        let (closed, why) = match answered {
            ChallengeResult::Began(update) => return self.show_update(&update, origin),
            ChallengeResult::Closed(closed) => (closed, None),
            ChallengeResult::Expired(closed) => (closed, Some(GameRefusal::ChallengeExpired)),
        };
        let why = why.map(|why| view::plain(view::game_refusal(self.language(), why)));
        let update = Response::Update(self.bot.challenge(&closed.record));
        Reply {
            board: Some(id),
            ..Reply::only(update)
        }
        .then(why.map(FollowUp::Say))
        .then(closed.obsolete.map(FollowUp::Remove))
    }

    /// Goes on from a finished game: the next one is a new message; until both agree, the finished board says who wants what.
    pub(super) async fn rematch(
        self,
        origin: Origin,
        from: GameId,
        next_game: NextGame,
        message: MessageId,
    ) -> Reply {
        let service = &self.bot.service;
        let pending = service.rematch(self.caller.clone(), from, next_game, message);
        self.outcome(pending, origin, move |rematch_result| {
            Outcome::Rematch(from, rematch_result)
        })
        .await
    }

    /// Goes on from a finished game against the bot: the next one is a new message.
    pub(super) async fn rematch_bot(self, origin: Origin, from: GameId, next: BotRematch) -> Reply {
        let pending = self
            .bot
            .service
            .rematch_bot(self.caller.clone(), from, next);
        self.outcome(pending, origin, |update| {
            Outcome::RematchBegan(Box::new(update))
        })
        .await
    }

    pub(super) fn rematch_result(
        &self,
        from: GameId,
        rematch_result: RematchResult,
        origin: Origin,
    ) -> Reply {
        match rematch_result {
            RematchResult::Began(update) => {
                let is_between_members = update.record.game.players().level().is_none();
                // The finished board stops saying who wants what.
                let finished = is_between_members.then_some(FollowUp::Refresh(from));
                self.show_update(&update, Origin::Command).then(finished)
            }
            RematchResult::Offered(update) => self.show_update(&update, origin),
        }
    }
}
