//! `stats`: a member's statistics, for one game or for all of them.

pub(crate) mod view;

use serenity::all::{CommandOptionType, CreateCommandOption};

use crate::commands::command::Command;
use crate::context::{Answer, Context};
use crate::controls::NoControl;
use crate::input::option::{BadOptions, GivenOptions, localised_option, text_with_completion};
use crate::input::user::ChosenUser;
use crate::text::{Key, Language, Texts, key};
use nim_games::Variant;

pub(super) struct Stats {
    variant: Option<Variant>,
    user: Option<ChosenUser>,
}

impl Command for Stats {
    const NAME: &'static str = "stats";
    const TEXT: Key = key!("command-stats");
    type Control = NoControl;

    fn options(texts: &Texts) -> Vec<CreateCommandOption> {
        let member = key!("option-member-of-stats");
        vec![
            localised_option(texts, member, CommandOptionType::User),
            text_with_completion(texts, key!("option-game")),
        ]
    }

    fn read(given: GivenOptions<'_>) -> Result<Self, BadOptions> {
        Ok(Self {
            variant: given.game()?,
            user: given.user()?,
        })
    }

    async fn answer(self, context: Context) -> Answer {
        let (service, caller) = (&context.bot.service, &context.caller);
        let member = self.user.as_ref().map_or(caller.member, |user| user.member);
        let name = self.user.and_then(|user| user.name);
        let name = name.unwrap_or_else(|| caller.name.clone());
        if context.bot.user.get() == Some(&member) {
            return Err(key!("stats-of-the-bot").into());
        }
        let message = if let Some(variant) = self.variant {
            let stats = service.stats(caller, member, variant).await?;
            let language = language(&context, stats.tallies.is_empty()).await;
            view::stats(language, &stats, &name)
        } else {
            let overview = service.overview(caller, member).await?;
            let language = language(&context, overview.games.is_empty()).await;
            view::overview(language, &overview, &name)
        };
        Ok(context.public(message))
    }
}

/// The language of the message. If there are no statistics, the message is private, so it is in the
/// caller's own language.
async fn language(context: &Context, is_empty: bool) -> Language<'_> {
    if is_empty {
        context.language().await
    } else {
        context.public_language().await
    }
}
