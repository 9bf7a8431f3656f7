//! Answering what two members have to do with each other beyond moves: challenges, and going on from a finished game.

use super::answering::Answering;
use super::outcome::Origin;
use super::reply::{FollowUp, Reply, Response};
use super::request::Invited;
use super::text::key;
use super::view;
use crate::game::{ChallengeAnswer, GameId, Refusal as GameRefusal, Sequel};
use crate::service::{Answered, GoneOn, NewChallenge, Tell, Way};
use crate::store::MessageId;

impl Answering {
    pub(super) async fn challenge(self, new: NewChallenge, invited: Option<Invited>) -> Reply {
        if !self.rights.has_company {
            return self.private(key!("refused-challenge-alone"));
        }
        if let Some(invited) = invited.filter(|invited| invited.is_bot) {
            return if self.bot.itself.get() == Some(&invited.user) {
                Reply::private(view::offer_start(self.language(), new))
            } else {
                self.private(key!("refused-challenge-bot"))
            };
        }
        let pending = self.bot.service.challenge(self.caller.clone(), new);
        self.outcome(pending, Origin::Command, |answering, challenged| {
            let challenge = &challenged.record.challenge;
            let is_ping = |tell: &Tell| tell.way == Way::Ping;
            let (pinged, told): (Vec<Tell>, Vec<Tell>) =
                challenged.tell.into_iter().partition(is_ping);
            let pings: Vec<_> = pinged.iter().map(|tell| tell.member).collect();
            let message = answering.bot.challenge(&challenged.record);
            Reply {
                board: Some(challenge.id),
                ..Reply::only(Response::Message(message.pinging(&pings)))
            }
            .then(told.into_iter().map(FollowUp::Tell))
        })
        .await
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
        self.outcome(pending, origin, move |answering, answered| match answered {
            Answered::Began(acted) => answering.acted(&acted, origin),
            Answered::Closed(record) => Reply {
                board: Some(id),
                ..Reply::only(Response::Update(answering.bot.challenge(&record)))
            },
            Answered::Expired(record) => {
                let why = GameRefusal::ChallengeExpired;
                let why = view::plain(view::game_refusal(answering.language(), why));
                let update = Response::Update(answering.bot.challenge(&record));
                Reply {
                    board: Some(id),
                    ..Reply::only(update)
                }
                .then([FollowUp::Private(why)])
            }
        })
        .await
    }

    /// Goes on from a finished game: the next one is a new message; until both agree, the finished board says who wants what.
    pub(super) async fn go_on(
        self,
        origin: Origin,
        from: GameId,
        sequel: Sequel,
        message: MessageId,
    ) -> Reply {
        let service = &self.bot.service;
        let pending = service.go_on(self.caller.clone(), from, sequel, message);
        self.outcome(pending, origin, move |answering, gone_on| match gone_on {
            GoneOn::Began(acted) => {
                let is_between_members = acted.record.game.players().level().is_none();
                // The finished board stops saying who wants what.
                let finished = is_between_members.then_some(FollowUp::Refresh(from));
                answering.acted(&acted, Origin::Command).then(finished)
            }
            GoneOn::Offered(acted) => answering.acted(&acted, origin),
        })
        .await
    }
}
