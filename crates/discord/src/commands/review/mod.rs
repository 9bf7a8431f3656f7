//! `review`: a finished game, move by move.

pub(crate) mod view;

use serenity::all::CreateCommandOption;

use crate::commands::command::{Click, Clickable, Command};
use crate::context::{Answer, Context};
use crate::controls::review::{ReviewControl, ReviewPage};
use crate::input::option::{BadOptions, GivenOptions, text_with_completion};
use crate::message::Message;
use crate::reply::Reply;
use crate::text::{Key, Language, Texts, key, tell};
use crate::view::why::{explanation, why};
use wythoff_game::records::GameRecord;
use wythoff_service::Finished;

pub(super) struct Review {
    which: Option<String>,
}

impl Command for Review {
    const NAME: &'static str = "review";
    const TEXT: Key = key!("command-review");
    type Control = ReviewControl;

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
        let record = context.bot.service.finished(&context.caller, which).await?;
        let permissions = context.permissions;
        let review = move |language: Language<'_>, record: &GameRecord| {
            view::review(language, record, ReviewPage::Number(0), permissions)
        };
        show(&context, record, false, Reply::private, review).await
    }
}

impl Clickable for ReviewControl {
    /// Anyone may use these controls, not only the players.
    async fn click(self, _click: Click, context: Context) -> Answer {
        let (Self::Open(seen)
        | Self::Page(seen, _)
        | Self::AsText(seen)
        | Self::Why(seen)
        | Self::Explain(seen)) = self;
        let which = Finished::Game(seen.game);
        let record = context.bot.service.finished(&context.caller, which).await?;
        // Only the explanation shows a map of other positions.
        let with_map = matches!(self, Self::Explain(_));
        let reply = match self {
            Self::Page(..) => Reply::update,
            Self::Open(_) | Self::AsText(_) | Self::Why(_) | Self::Explain(_) => Reply::private,
        };
        let permissions = context.permissions;
        let message = move |language: Language<'_>, record: &GameRecord| match self {
            Self::Open(_) => view::review(language, record, ReviewPage::Number(0), permissions),
            Self::Page(_, page) => view::review(language, record, page, permissions),
            Self::AsText(_) => view::as_text(language, record),
            Self::Why(_) => why(language, record),
            Self::Explain(_) => explanation(language, record),
        };
        show(&context, record, with_map, reply, message).await
    }
}

/// Shows something about a finished game, unless that helps in a game with a member, or with today's puzzle without
/// being asked for. Running games against the bot in which it helps are marked, and the message says so.
async fn show(
    context: &Context,
    record: GameRecord,
    with_map: bool,
    reply: fn(Message) -> Reply,
    message: impl FnOnce(Language<'_>, &GameRecord) -> Message + Send + 'static,
) -> Answer {
    let told = record.told(with_map);
    context
        .tell(told, reply, move |language, helped| {
            let message = message(language, &record);
            if helped == 0 {
                return message;
            }
            message.with_line(&tell!(language, key!("told-counts"), "games" => helped))
        })
        .await
}
