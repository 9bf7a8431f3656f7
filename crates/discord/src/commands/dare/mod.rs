//! `dare`: posts the start of a game that a member has won against an animal. Everybody has one try at it, in
//! a message that only they see; the results gather below the dare.

pub(crate) mod view;

use serenity::all::CreateCommandOption;

use crate::commands::choice;
use crate::commands::command::{Click, Clickable, Command, Submission};
use crate::context::{Answer, Context, InteractionContext};
use crate::controls::Control;
use crate::controls::dare::DareControl;
use crate::drafts::Draft;
use crate::input::option::{BadOptions, GivenOptions, text_with_completion};
use crate::reply::{FollowUp, Reply};
use crate::text::{Key, Texts, key};
use crate::view::{illegal, plain};
use nim_games::Move;
use wythoff_game::GameId;
use wythoff_game::records::{Dare as Record, InteractionId, MessageId, Post};
use wythoff_service::{DareToShow, Error, Finished, NoTry, NotDared, Refusal, TriedDare};

pub(super) struct Dare {
    which: Option<String>,
}

impl Command for Dare {
    const NAME: &'static str = "dare";
    const TEXT: Key = key!("command-dare");
    type Control = DareControl;

    fn options(texts: &Texts) -> Vec<CreateCommandOption> {
        vec![text_with_completion(texts, key!("option-which-finished"))]
    }

    fn read(given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        let which = given.which()?;
        Ok(Self { which })
    }

    async fn answer(self, context: Context) -> Answer {
        let game = context.finished_game(self.which).await?;
        let which = game.map_or(Finished::LatestHere, Finished::Game);
        match context.bot.service.finished(&context.caller, which).await {
            Ok(record) => make(&context, record.game.id()).await,
            Err(Error::Refused {
                why: Refusal::NoFinishedGameHere,
                ..
            }) => Err(key!("dare-not-won").into()),
            Err(why) => Err(why.into()),
        }
    }
}

impl Clickable for DareControl {
    async fn click(self, click: Click, context: Context) -> Answer {
        match self {
            Self::Make(game) => make(&context, game).await,
            Self::Try(dare) => begin(&context, dare, click.message).await,
            Self::Choose { dare, step, choice } => {
                let now = find(&context, dare).await?;
                if now.tried.moves.len() != step {
                    let now = TriedDare {
                        is_outdated: true,
                        ..now
                    };
                    return Ok(Reply::update(page(&context, &now, Draft::Nothing).await));
                }
                let at = now.dare.position(&now.tried);
                let page = |draft| page(&context, &now, draft);
                let make = |mv| make_move(&context, (&now, step), mv);
                choice::carry_out(&context, at, (choice, click.value(), self.id()), page, make)
                    .await
            }
        }
    }

    async fn submit(self, form: Submission, context: Context) -> Answer {
        let Self::Choose { dare, step, .. } = self else {
            return Err(key!("refused-old-control").into());
        };
        let now = find(&context, dare).await?;
        let at = now.dare.position(&now.tried);
        let mv = choice::read_form(&context, at, &form).await?;
        make_move(&context, (&now, step), mv).await
    }
}

/// Posts a dare. The bot has to be able to edit it, or results could not gather there.
async fn make(context: &Context, game: GameId) -> Answer {
    if !context.permissions.can_gather() {
        return Err(key!("dare-nowhere").into());
    }
    let pending = context.bot.service.dare(context.caller.clone(), game);
    context
        .change(pending, |context, dared| async move {
            match dared {
                Ok(dare) => {
                    let language = context.public_language().await;
                    let post = Post::Dare(dare.id);
                    let new = DareToShow {
                        dare,
                        results: Vec::new(),
                        count: 0,
                        undrawn: 0,
                    };
                    context.gathering(post, view::dare(language, &new, context.caller.at()))
                }
                Err(NotDared::Helped) => context.private(key!("dare-helped")).await,
                Err(NotDared::Already) => context.private(key!("dare-already")).await,
                Err(NotDared::NotWon) => context.private(key!("dare-not-won")).await,
                Err(NotDared::TooMany) => context.private(key!("dare-too-many")).await,
            }
        })
        .await
}

/// Begins a try, or shows it. The message of the dare is now known, so it can be drawn again.
async fn begin(context: &Context, dare: InteractionId, message: MessageId) -> Answer {
    let (service, caller) = (&context.bot.service, context.caller.clone());
    if let Some(known) = service.dare_to_show(dare).await? {
        context.bot.prepare(known.dare.start).await;
    }
    let pending = service.try_dare(caller, dare, message);
    context
        .change(pending, move |context, begun| async move {
            match begun {
                Ok(now) => Reply::private(page(&context, &now, Draft::Nothing).await),
                Err(why) => no_try(&context, why).await,
            }
            .then([FollowUp::RedrawPost(Post::Dare(dare))])
        })
        .await
}

async fn make_move(context: &Context, (now, step): (&TriedDare, usize), mv: Move) -> Answer {
    let at = now.dare.position(&now.tried);
    if now.tried.moves.len() == step
        && let Err(why) = at.play(mv)
    {
        return Err(plain(illegal(context.language().await, why, at)).into());
    }
    let Record { id, .. } = now.dare;
    let service = &context.bot.service;
    let pending = service.move_in_dare(context.caller.clone(), (id, step), mv);
    context
        .change(pending, move |context, moved| async move {
            match moved {
                Ok(now) => {
                    let page = page(&context, &now, Draft::Nothing).await;
                    let is_over = now.tried.is_won.is_some() && !now.is_outdated;
                    Reply::update(page)
                        .then(is_over.then_some(FollowUp::RedrawPost(Post::Dare(id))))
                }
                Err(why) => no_try(&context, why).await,
            }
        })
        .await
}

/// The caller's try, if there still is one.
async fn find(
    context: &Context,
    dare: InteractionId,
) -> Result<TriedDare, crate::context::Failure> {
    let found = context.bot.service.dare_try(&context.caller, dare).await?;
    found.map_err(|why| refusal(why).into())
}

async fn page(
    context: &InteractionContext,
    now: &TriedDare,
    draft: Draft,
) -> crate::message::Message {
    view::attempt(context.language().await, now, context.rendering(), draft)
}

async fn no_try(context: &InteractionContext, why: NoTry) -> Reply {
    context.private(refusal(why)).await
}

const fn refusal(why: NoTry) -> Key {
    match why {
        NoTry::Gone => key!("dare-gone"),
        NoTry::Over => key!("dare-over"),
        NoTry::Own => key!("dare-own"),
        NoTry::Tried => key!("dare-tried"),
    }
}
