//! Everybody against the Penguin: a member opens the game, and votes for a move in private.

pub(crate) mod view;

use crate::commands::choice;
use crate::commands::command::{Click, Clickable, Submission};
use crate::context::{Answer, Context, Failure, InteractionContext};
use crate::controls::Control;
use crate::controls::boss::{BossControl, BossGame};
use crate::drafts::Draft;
use crate::message::Message;
use crate::reply::{FollowUp, Reply, Response};
use crate::text::key;
use crate::view::{illegal, plain};
use nim_games::Move;
use wythoff_game::records::{MessageId, Post, ServerChange, Switch};
use wythoff_service::{NoVote, OwnVote};

impl Clickable for BossControl {
    async fn click(self, click: Click, context: Context) -> Answer {
        match self {
            Self::Invite => invite(&context).await,
            Self::Open(game) => open(&context, game, click.message).await,
            Self::Hint(game) => hint(&context, game).await,
            Self::Choose { game, step, choice } => {
                let now = find(&context, game, step).await?;
                let at = now.boss.now();
                let page = |draft| page(&context, &now, draft);
                let make = |mv| vote(&context, &now, mv);
                choice::carry_out(&context, at, (choice, click.value(), self.id()), page, make)
                    .await
            }
        }
    }

    async fn submit(self, form: Submission, context: Context) -> Answer {
        let Self::Choose { game, step, .. } = self else {
            return Err(key!("refused-old-control").into());
        };
        let now = find(&context, game, step).await?;
        let mv = choice::read_form(&context, now.boss.now(), &form).await?;
        vote(&context, &now, mv).await
    }
}

/// A manager invites the Penguin to the channel.
async fn invite(context: &Context) -> Answer {
    let server = crate::commands::settings::managed_server(context)?;
    if !context.permissions.can_gather() {
        return Err(key!("boss-nowhere").into());
    }
    let change = ServerChange::Penguin(Switch::On);
    let service = &context.bot.service;
    let pending = service.change_server(context.caller.clone(), server, change);
    context
        .change(pending, move |context, _| async move {
            context.private(key!("boss-invited")).await
        })
        .await
}

/// Opens a game, to vote. Its message is now known.
async fn open(context: &Context, game: BossGame, message: MessageId) -> Answer {
    let service = &context.bot.service;
    let pending = service.open_boss(context.caller.clone(), game, message);
    context
        .change(pending, move |context, opened| async move {
            match opened {
                Ok(now) => {
                    context.bot.prepare(now.boss.now()).await;
                    Reply::private(page(&context, &now, Draft::Nothing).await)
                }
                Err(why) => no_vote(&context, why).await,
            }
            .then([FollowUp::RedrawPost(Post::Boss(game.0))])
        })
        .await
}

/// A hint for all.
async fn hint(context: &Context, game: BossGame) -> Answer {
    let service = &context.bot.service;
    let pending = service.hint_against_boss(context.caller.clone(), game);
    context
        .change(pending, move |context, hinted| async move {
            match hinted {
                Ok(()) => Reply::only(Response::Acknowledge),
                Err(why) => no_vote(&context, why).await,
            }
            .then([FollowUp::RedrawPost(Post::Boss(game.0))])
        })
        .await
}

async fn vote(context: &Context, now: &OwnVote, mv: Move) -> Answer {
    if let Err(why) = now.boss.now().play(mv) {
        let why = illegal(context.language().await, why, now.boss.now());
        return Err(plain(why).into());
    }
    let (guild, seen) = (now.guild, (now.guild, now.number, now.boss.step()));
    let service = &context.bot.service;
    let pending = service.vote(context.caller.clone(), seen, mv);
    context
        .change(pending, move |context, voted| async move {
            match voted {
                Ok(now) => Reply::update(page(&context, &now, Draft::Nothing).await),
                Err(why) => no_vote(&context, why).await,
            }
            .then([FollowUp::RedrawPost(Post::Boss(guild))])
        })
        .await
}

/// The game as the caller sees it, if it is still where they saw it.
async fn find(context: &Context, game: BossGame, step: usize) -> Result<OwnVote, Failure> {
    let service = &context.bot.service;
    let found = service.own_vote(&context.caller, game).await?;
    match found {
        Ok(now) if now.boss.step() == step => Ok(now),
        Ok(_) => Err(key!("boss-counted").into()),
        Err(why) => Err(plain(view::no_vote(context.language().await, why)).into()),
    }
}

async fn page(context: &InteractionContext, now: &OwnVote, draft: Draft) -> Message {
    view::own_vote(context.language().await, now, context.rendering(), draft)
}

async fn no_vote(context: &InteractionContext, why: NoVote) -> Reply {
    Reply::private(plain(view::no_vote(context.language().await, why)))
}
