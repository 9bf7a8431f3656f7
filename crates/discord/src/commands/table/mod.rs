//! `table`: a game for everybody in a channel. Members sit down, animals may sit with them, and they move in turn;
//! whoever is last wins.

pub(crate) mod view;

use serenity::all::CreateCommandOption;

use crate::commands::command::{Click, Clickable, Command};
use crate::context::{Answer, Context, InteractionContext};
use crate::controls::table::TableControl;
use crate::input::option::{BadOptions, GivenOptions, choices, number};
use crate::reply::{FollowUp, PublicMessage, Reply, Response};
use crate::text::{Key, Texts, key};
use nim_games::{Animal, TableGame, TableRules};
use wythoff_game::TurnTime;
use wythoff_game::records::{InteractionId, MessageId, Post, Switch, TableRecord, Word as _};
use wythoff_service::{NotAtTable, NotSet, TableAction};

/// The rules unless others are chosen.
const USUAL: (TableRules, TurnTime) = (
    TableRules {
        game: TableGame::TwentyOne,
        most: None,
        target: None,
    },
    TurnTime::ThirtySeconds,
);

pub(super) struct SetTable(TableRules, TurnTime);

impl Command for SetTable {
    const NAME: &'static str = "table";
    const TEXT: Key = key!("command-table");
    type Control = TableControl;

    fn options(texts: &Texts) -> Vec<CreateCommandOption> {
        vec![
            choices(texts, key!("option-table-game"), view::game_key),
            number(texts, key!("option-table-target"), 1),
            number(texts, key!("option-table-most"), 1),
            choices(texts, key!("option-table-time"), view::time_key),
        ]
    }

    fn read(given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        let rules = TableRules {
            game: given.word("game")?.unwrap_or(TableGame::TwentyOne),
            most: given.number("most")?,
            target: given.number("target")?,
        };
        Ok(Self(rules, given.word("time")?.unwrap_or(USUAL.1)))
    }

    async fn answer(self, context: Context) -> Answer {
        set(&context, (self.0, self.1)).await
    }
}

impl Clickable for TableControl {
    async fn click(self, click: Click, context: Context) -> Answer {
        let (id, action) = match self {
            Self::Set => return set(&context, USUAL).await,
            Self::Again(id) => {
                let known = context.bot.service.table_to_show(id).await?;
                let rules = known.map_or(USUAL, |known| {
                    (known.record.table.rules, known.record.table.time)
                });
                return set(&context, rules).await;
            }
            Self::Join(id) => (id, TableAction::Join),
            Self::Leave(id) => (id, TableAction::Leave),
            Self::Begin(id) => (id, TableAction::Begin),
            Self::Add(id) => {
                let animal = Animal::from_word(click.value());
                (
                    id,
                    TableAction::Add(animal.ok_or(key!("refused-old-control"))?),
                )
            }
            Self::Move(id, step, mv) => (id, TableAction::Move(step, mv)),
            Self::Moves(id, step) => {
                let mv = click.value().parse();
                let mv = mv.map_err(|_not_ours| key!("refused-old-control"))?;
                (id, TableAction::Move(step, mv))
            }
        };
        act(&context, (id, click.message), action).await
    }
}

/// Sets a table. The bot has to be able to edit the message, or nobody would see how it goes on.
async fn set(context: &Context, rules: (TableRules, TurnTime)) -> Answer {
    if !context.permissions.can_gather() {
        return Err(key!("table-nowhere").into());
    }
    let service = &context.bot.service;
    if let Some(guild) = context.caller.place.guild
        && service
            .is_quiet(guild, context.caller.place.channel)
            .await?
    {
        return Err(key!("table-quiet").into());
    }
    let pending = service.set_table(context.caller.clone(), rules);
    context
        .change(pending, |context, made| async move {
            match made {
                Ok(shown) => {
                    let post = Post::Table(shown.record.id);
                    let language = context.public_language().await;
                    context.gathering(post, view::table(language, &shown))
                }
                Err(NotSet::Bad(bad)) => Reply::private(view::bad(context.language().await, bad)),
                Err(NotSet::Here(record)) => {
                    Reply::private(view::is_here(context.language().await, &record))
                }
            }
        })
        .await
}

/// Does something at a table. One task edits its message, so that several clicks cannot show it out of order.
async fn act(
    context: &Context,
    (id, message): (InteractionId, MessageId),
    action: TableAction,
) -> Answer {
    let service = &context.bot.service;
    let pending = service.act_at_table(context.caller.clone(), (id, message), action);
    context
        .change(pending, move |context, done| async move {
            let redraw = FollowUp::RedrawPost(Post::Table(id));
            match done {
                Ok(record) => {
                    let begun = (action == TableAction::Begin).then(|| begun(&context, &record));
                    let call = match begun {
                        Some(call) => call.await,
                        None => None,
                    };
                    let follow_ups = [redraw].into_iter().chain(call);
                    Reply::only(Response::Acknowledge).then(follow_ups)
                }
                Err(NotAtTable::Gone) => context.private(key!("table-gone")).await,
                Err(NotAtTable::Refused(why)) => {
                    let language = context.language().await;
                    Reply::private(view::refusal(language, why, id)).then([redraw])
                }
            }
        })
        .await
}

/// Calls those who have sat down, perhaps a while ago, unless the server wants no pings.
async fn begun(context: &InteractionContext, record: &TableRecord) -> Option<FollowUp> {
    let guild = record.place.guild?;
    let settings = context.bot.service.server_settings(guild).await.ok()?;
    let language = context.public_language().await;
    (settings.pings == Switch::On).then(|| {
        FollowUp::PostMessage(PublicMessage {
            place: record.place.clone(),
            message: view::call(language, record),
            post: None,
        })
    })
}
