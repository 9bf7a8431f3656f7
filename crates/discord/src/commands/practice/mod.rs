//! `practice`: positions in which the member threw a win away come back, in messages that only the
//! member sees, until they are learned.

mod view;

use view::Page;

use crate::commands::choice;
use crate::commands::command::{Click, Clickable, Command, Submission};
use crate::context::{Answer, Context, Failure};
use crate::controls::Control;
use crate::controls::practice::PracticeControl;
use crate::input::option::{BadOptions, GivenOptions};
use crate::reply::Reply;
use crate::text::{Key, key};
use crate::view::{illegal, plain};
use nim_games::Move;
use wythoff_game::GameId;
use wythoff_game::records::Practice as Item;

pub(super) struct Practice;

impl Command for Practice {
    const NAME: &'static str = "practice";
    const TEXT: Key = key!("command-practice");
    type Control = PracticeControl;

    fn read(_given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        Ok(Self)
    }

    async fn answer(self, context: Context) -> Answer {
        let list = context.bot.service.practice_list(&context.caller).await?;
        Ok(Reply::private(page(&context).await.next(&list)))
    }
}

impl Clickable for PracticeControl {
    async fn click(self, click: Click, context: Context) -> Answer {
        let Self::Choose {
            game,
            stage,
            choice,
        } = self
        else {
            let list = context.bot.service.practice_list(&context.caller).await?;
            let next = page(&context).await.next(&list);
            return Ok(match self {
                Self::Open => Reply::private(next),
                Self::Next | Self::Choose { .. } => Reply::update(next),
            });
        };
        let item = item(&context, game).await?;
        let page = async |draft| {
            let page = page(&context).await;
            page.question((&item, stage), None, draft)
        };
        let make = |mv| practise(&context, (item, stage), mv);
        let chosen = (choice, click.value(), self.id());
        choice::carry_out(&context, item.shown(stage), chosen, page, make).await
    }

    async fn submit(self, form: Submission, context: Context) -> Answer {
        let Self::Choose { game, stage, .. } = self else {
            return Err(key!("refused-old-control").into());
        };
        let item = item(&context, game).await?;
        let mv = choice::read_form(&context, item.shown(stage), &form).await?;
        practise(&context, (item, stage), mv).await
    }
}

async fn page(context: &Context) -> Page<'_> {
    Page {
        language: context.language().await,
        rendering: context.rendering(),
    }
}

/// The position from the given game, if the member still practises it.
async fn item(context: &Context, game: GameId) -> Result<Item, Failure> {
    let (service, member) = (&context.bot.service, context.caller.member);
    let item = service.practice_of(member, game).await?;
    Ok(item.ok_or(key!("practice-gone"))?)
}

/// Makes a move in the position that was shown at the given stage.
async fn practise(context: &Context, (item, stage): (Item, usize), mv: Move) -> Answer {
    let at = item.shown(stage);
    if let Err(why) = at.play(mv) {
        return Err(plain(illegal(context.language().await, why, at)).into());
    }
    let service = &context.bot.service;
    let pending = service.try_practice(context.caller.clone(), (item, stage), mv);
    context
        .change(pending, move |context, (result, list)| async move {
            let page = page(&context).await;
            Reply::update(page.after((&item, stage), mv, result, &list))
        })
        .await
}
