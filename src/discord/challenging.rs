//! Answering what two members have to do with each other beyond moves: challenges, and going on from a finished game.

use super::answering::Answering;
use super::outcome::{Origin, Outcome};
use super::reply::{FollowUp, Reply, Response};
use super::request::Invited;
use super::text::key;
use super::view;
use crate::game::{ChallengeAnswer, GameId, Refusal as GameRefusal, Sequel};
use crate::records::{MessageId, Tell, Way};
use crate::service::{Answered, Challenged, GoneOn, NewChallenge, Next};

impl Answering {
    pub(super) async fn challenge(self, new: NewChallenge, invited: Option<Invited>) -> Reply {
        if !self.rights.has_company {
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
        let is_ping = |tell: &Tell| tell.way == Way::Ping;
        let (pinged, told): (Vec<Tell>, Vec<Tell>) =
            challenged.tell.iter().copied().partition(is_ping);
        let pings: Vec<_> = pinged.iter().map(|tell| tell.member).collect();
        let message = self.bot.challenge(&challenged.record).pinging(&pings);
        Reply {
            board: Some(challenged.record.challenge.id),
            pings,
            ..Reply::only(Response::Message(message))
        }
        .then(told.into_iter().map(FollowUp::Tell))
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

    pub(super) fn answered(&self, id: GameId, answered: Answered, origin: Origin) -> Reply {
        let (closed, why) = match answered {
            Answered::Began(acted) => return self.acted(&acted, origin),
            Answered::Closed(closed) => (closed, None),
            Answered::Expired(closed) => (closed, Some(GameRefusal::ChallengeExpired)),
        };
        let why = why.map(|why| view::plain(view::game_refusal(self.language(), why)));
        let update = Response::Update(self.bot.challenge(&closed.record));
        Reply {
            board: Some(id),
            ..Reply::only(update)
        }
        .then(why.map(FollowUp::Say))
        .then(closed.served.map(FollowUp::Remove))
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
        self.outcome(pending, origin, move |gone_on| {
            Outcome::GoneOn(from, gone_on)
        })
        .await
    }

    /// Goes on from a finished game against the bot: the next one is a new message.
    pub(super) async fn play_on(self, origin: Origin, from: GameId, next: Next) -> Reply {
        let pending = self.bot.service.play_on(self.caller.clone(), from, next);
        self.outcome(pending, origin, |acted| Outcome::PlayedOn(Box::new(acted)))
            .await
    }

    pub(super) fn gone_on(&self, from: GameId, gone_on: GoneOn, origin: Origin) -> Reply {
        match gone_on {
            GoneOn::Began(acted) => {
                let is_between_members = acted.record.game.players().level().is_none();
                // The finished board stops saying who wants what.
                let finished = is_between_members.then_some(FollowUp::Refresh(from));
                self.acted(&acted, Origin::Command).then(finished)
            }
            GoneOn::Offered(acted) => self.acted(&acted, origin),
        }
    }
}
