//! Challenges: making one, and answering it.

pub(in crate::discord) mod view;

use futures::FutureExt;

use crate::discord::context::InteractionContext;
use crate::discord::input::intent::Invited;
use crate::discord::input::position_options::{USUAL_GAME, usual_challenge};
use crate::discord::reply::{FollowUp, Reply, Response};
use crate::discord::text::key;
use crate::discord::view::{game_refusal, plain};
use crate::game::{
    ChallengeAnswer, ChallengeStart, GameId, MemberId, Refusal as GameRefusal, WhoStarts,
};
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
        if let Some(refused) = self.refuse_bot(invited, new.start, new.first).await {
            return refused;
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

    /// Bots take no challenges. This one offers a game instead.
    async fn refuse_bot(
        &self,
        invited: Option<Invited>,
        from: ChallengeFrom,
        first: ChallengeStart,
    ) -> Option<Reply> {
        let bot = invited.filter(|invited| invited.is_bot)?;
        Some(if self.bot.user.get() == Some(&bot.user) {
            Reply::private(view::offer_start(self.language().await, from, first))
        } else {
            self.private(key!("refused-challenge-bot")).await
        })
    }

    /// Opens the form for a challenge, to that user if one is named.
    pub(in crate::discord) async fn challenge_form(
        self: Box<Self>,
        whom: Option<(Invited, String)>,
    ) -> Reply {
        if !self.permissions.is_public {
            return self.private(key!("refused-challenge-alone")).await;
        }
        let invited = whom.as_ref().map(|(invited, _)| *invited);
        let (from, first) = (
            usual_challenge(USUAL_GAME),
            ChallengeStart::Fixed(WhoStarts::Random),
        );
        if let Some(refused) = self.refuse_bot(invited, from, first).await {
            return refused;
        }
        if invited.is_some_and(|invited| invited.user == self.caller.member) {
            return self.private(key!("refused-yourself")).await;
        }
        let form = view::form(self.language().await, whom.as_ref());
        Reply::only(Response::Form(form))
    }

    /// The challenge that a filled-in form asks for: to the member that its id names, or to the one who was chosen.
    pub(in crate::discord) async fn challenge_by_form(
        self: Box<Self>,
        whom: Option<MemberId>,
        chosen: Option<(Invited, String)>,
        fields: &[(String, String)],
    ) -> Reply {
        let Some((from, first, clock)) = view::read_form(fields) else {
            return self.private(key!("refused-old-control")).await;
        };
        let (invited, invited_name) = match whom {
            Some(user) => {
                let known = self.bot.service.member(user).await.ok();
                // Nobody gets the form for a bot.
                let is_bot = false;
                let name = known.and_then(|member| member.name.clone());
                (Some(Invited { user, is_bot }), name)
            }
            None => chosen.unzip(),
        };
        let new = NewChallenge {
            invited: invited.map(|invited| invited.user),
            invited_name,
            start: from,
            first,
            clock,
        };
        self.challenge(new, invited).await
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
            ChallengeResult::Began {
                update,
                is_unrated_now,
            } => {
                let language = self.language().await;
                let told =
                    is_unrated_now.then(|| plain(language.say(key!("challenge-unrated-now"))));
                let board = self.show_update(*update).await;
                return board.then(told.map(FollowUp::SendPrivate));
            }
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
