//! `resign`: asks for confirmation, then resigns.

use serenity::all::{ButtonStyle, CreateActionRow, CreateCommandOption};

use crate::commands::command::{Click, Clickable, Command};
use crate::context::{Answer, Context, InGame, Purpose};
use crate::controls::play::PlayControl;
use crate::controls::resign::ResignControl;
use crate::controls::{Control, Seen};
use crate::follow_ups::follow_ups_or;
use crate::input::option::{BadOptions, GivenOptions, text_with_completion};
use crate::message::Message;
use crate::reply::{FollowUp, Reply};
use crate::text::{Key, Language, Texts, key, tell};
use crate::view::controls::keep_playing;
use crate::view::{button, game_arguments, game_refusal, link_to_board, plain};
use wythoff_game::records::GameRecord;
use wythoff_game::{Action, Agreement};
use wythoff_service::{Caller, GameFilter, GameUpdate, Target};

pub(super) struct Resign {
    which: Option<String>,
}

impl Command for Resign {
    const NAME: &'static str = "resign";
    const TEXT: Key = key!("command-resign");
    type Control = ResignControl;

    fn options(texts: &Texts) -> Vec<CreateCommandOption> {
        vec![text_with_completion(texts, key!("option-which"))]
    }

    fn read(given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        let which = given.which()?;
        Ok(Self { which })
    }

    async fn answer(self, context: Context) -> Answer {
        context.set_purpose(Purpose::InGame(InGame::Resign));
        let game = context.running_game(self.which).await?;
        let here = Target::Command(None, GameFilter::Any);
        ask(&context, game.map_or(here, Target::Own)).await
    }
}

impl Clickable for ResignControl {
    async fn click(self, _click: Click, context: Context) -> Answer {
        match self {
            Self::Ask(seen) => ask(&context, context.target(seen)).await,
            Self::Confirm(seen) => {
                let resign = Action::Resign {
                    seen: Some(seen.point),
                };
                let (caller, target) = (context.caller.clone(), Target::Own(seen.game));
                let pending = context.bot.service.act(caller, target, resign);
                context.change(pending, resigned).await
            }
            Self::KeepPlaying => {
                let text = context.language().await.say(key!("kept-playing"));
                Ok(Reply::update(plain(text)))
            }
        }
    }
}

async fn ask(context: &Context, target: Target) -> Answer {
    let record = context.game_in_play(target).await?;
    let language = context.language().await;
    Ok(Reply::private(question(language, &record, &context.caller)))
}

async fn resigned(context: Context, update: GameUpdate) -> Reply {
    let language = context.language().await;
    let text = match update.refused {
        None => {
            let is_elsewhere = update.record.place.channel != context.caller.place.channel;
            let next = update.next.as_ref().filter(|_| is_elsewhere);
            let link = next.map(|next| link_to_board(&next.record));
            tell!(language, key!("resigned"), "next" => link.unwrap_or_else(|| "none".to_owned()))
        }
        // The time had already run out, which ended the game.
        Some(why) => game_refusal(language, why),
    };
    let end = FollowUp::ShowOrPost(update.record.game.id());
    Reply::update(plain(text)).then(follow_ups_or(&update, end))
}

fn question(language: Language<'_>, record: &GameRecord, caller: &Caller) -> Message {
    let confirm = ResignControl::Confirm(Seen::of(&record.game));
    let confirm = button(language, confirm.id(), key!("button-resign")).style(ButtonStyle::Danger);
    let end = PlayControl::Ask(Seen::of(&record.game), Agreement::End).id();
    // The other member is asked in the channel of the game.
    let can_ask =
        record.game.players().animal().is_none() && record.place.channel == caller.place.channel;
    let end = can_ask.then(|| button(language, end, key!("button-ask-to-end")));
    let buttons = [confirm].into_iter().chain(end);
    let buttons = buttons.chain([keep_playing(language)]);
    Message::private(
        language.tell(
            key!("ask-to-resign"),
            &game_arguments(language, record, caller.member),
        ),
        vec![CreateActionRow::Buttons(buttons.collect())],
    )
}
