//! The slash commands as they are registered: names, descriptions, choices and limits, in every language.

use serenity::all::{
    CommandOptionType, CreateCommand, CreateCommandOption, InstallationContext, InteractionContext,
};

use super::control::Reach;
use super::intent::LARGEST_PILE;
use super::text::{Key, Texts, clock_key, key};
use crate::game::{ChallengeStart, WhoStarts};
use crate::records::{Order, Word};
use crate::rules::Level;
use crate::rules::wythoff::Pile;

/// The commands to register. `installations` are the ways in which the application can be installed.
#[must_use]
pub fn definitions(texts: &Texts, installations: &[InstallationContext]) -> Vec<CreateCommand> {
    let mut contexts = vec![InteractionContext::Guild, InteractionContext::BotDm];
    if installations.contains(&InstallationContext::User) {
        contexts.push(InteractionContext::PrivateChannel);
    }
    let root = Naming::of(texts, key!("command-wythoff"));
    let mut command = CreateCommand::new(root.name())
        .description(root.description())
        .integration_types(installations.to_vec())
        .contexts(contexts);
    for (tag, name, description) in &root.localised {
        command = command
            .name_localized(*tag, name)
            .description_localized(*tag, description);
    }
    vec![command.set_options(subcommands(texts))]
}

fn subcommands(texts: &Texts) -> Vec<CreateCommandOption> {
    let sub = |key, options: Vec<CreateCommandOption>| {
        named(texts, key, CommandOptionType::SubCommand).set_sub_options(options)
    };
    let pile = |key| pile(texts, key).required(true);
    let game =
        || named(texts, key!("option-game"), CommandOptionType::String).set_autocomplete(true);
    vec![
        sub(
            key!("command-start"),
            vec![
                pile(key!("option-a")),
                pile(key!("option-b")),
                first(texts),
                level(texts),
            ],
        ),
        sub(key!("command-challenge"), challenge(texts)),
        sub(
            key!("command-move"),
            vec![from(texts), amount(texts), game()],
        ),
        sub(key!("command-board"), vec![game()]),
        sub(key!("command-resign"), vec![game()]),
        sub(key!("command-hint"), vec![game()]),
        sub(
            key!("command-solve"),
            vec![pile(key!("option-a")), pile(key!("option-b"))],
        ),
        sub(
            key!("command-review"),
            vec![
                named(
                    texts,
                    key!("option-finished-game"),
                    CommandOptionType::String,
                )
                .set_autocomplete(true),
            ],
        ),
        sub(key!("command-games"), vec![]),
        sub(
            key!("command-stats"),
            vec![named(
                texts,
                key!("option-member-of-stats"),
                CommandOptionType::User,
            )],
        ),
        sub(
            key!("command-leaderboard"),
            vec![scope(texts), order(texts)],
        ),
        sub(key!("command-settings"), vec![]),
        sub(key!("command-privacy"), vec![]),
        sub(key!("command-rules"), vec![]),
    ]
}

fn pile(texts: &Texts, key: Key) -> CreateCommandOption {
    named(texts, key, CommandOptionType::Integer)
        .min_int_value(0)
        .max_int_value(LARGEST_PILE)
}

fn challenge(texts: &Texts) -> Vec<CreateCommandOption> {
    let first = choices(
        texts,
        key!("option-first-of-challenge"),
        |first| match first {
            ChallengeStart::Fixed(WhoStarts::Random) => key!("choice-random"),
            ChallengeStart::Fixed(WhoStarts::Me) => key!("choice-me"),
            ChallengeStart::Fixed(WhoStarts::Opponent) => key!("choice-opponent"),
            ChallengeStart::OpponentChooses => key!("choice-opponent-chooses"),
        },
    );
    let clock = choices(texts, key!("option-clock"), clock_key);
    vec![
        named(texts, key!("option-member"), CommandOptionType::User),
        pile(texts, key!("option-a-of-challenge")),
        pile(texts, key!("option-b-of-challenge")),
        first,
        clock,
    ]
}

fn scope(texts: &Texts) -> CreateCommandOption {
    choices(texts, key!("option-scope"), |reach| match reach {
        Reach::Server => key!("choice-server"),
        Reach::Everywhere => key!("choice-everywhere"),
    })
}

fn order(texts: &Texts) -> CreateCommandOption {
    choices(texts, key!("option-by"), |order| match order {
        Order::Rating => key!("choice-rating"),
        Order::Wins => key!("choice-wins"),
        Order::Accuracy => key!("choice-accuracy"),
        Order::Streak => key!("choice-streak"),
    })
}

fn first(texts: &Texts) -> CreateCommandOption {
    choices(texts, key!("option-first"), |first| match first {
        WhoStarts::Random => key!("choice-random"),
        WhoStarts::Me => key!("choice-me"),
        WhoStarts::Opponent => key!("choice-bot"),
    })
}

fn level(texts: &Texts) -> CreateCommandOption {
    choices(texts, key!("option-level"), |level| match level {
        Level::Perfect => key!("choice-perfect"),
        Level::Good => key!("choice-good"),
        Level::Beginner => key!("choice-beginner"),
    })
}

fn from(texts: &Texts) -> CreateCommandOption {
    let from = choices(texts, key!("option-pile"), |pile| match pile {
        Pile::Left => key!("choice-left"),
        Pile::Right => key!("choice-right"),
        Pile::Both => key!("choice-both"),
    });
    from.required(true)
}

fn amount(texts: &Texts) -> CreateCommandOption {
    named(texts, key!("option-amount"), CommandOptionType::Integer)
        .min_int_value(1)
        .max_int_value(LARGEST_PILE)
        .required(true)
        .set_autocomplete(true)
}

/// An option with a choice for each value.
fn choices<T: Word>(texts: &Texts, key: Key, name: impl Fn(T) -> Key) -> CreateCommandOption {
    let option = named(texts, key, CommandOptionType::String);
    T::all().fold(option, |option, value| {
        let (name, languages) = (name(value), texts.languages());
        let localised = languages.map(|(tag, language)| (tag, language.say(name)));
        let default = texts.language("").say(name);
        option.add_string_choice_localized(default, value.word(), localised)
    })
}

fn named(texts: &Texts, key: Key, kind: CommandOptionType) -> CreateCommandOption {
    let naming = Naming::of(texts, key);
    let option = CreateCommandOption::new(kind, naming.name(), naming.description());
    naming
        .localised
        .iter()
        .fold(option, |option, (tag, name, description)| {
            option
                .name_localized(*tag, name)
                .description_localized(*tag, description)
        })
}

/// The name and the description of a command or an option in each language. The first is the default.
struct Naming {
    localised: Vec<(&'static str, String, String)>,
}

impl Naming {
    fn of(texts: &Texts, key: Key) -> Self {
        let localise = |(tag, language): (_, super::text::Language<'_>)| {
            (
                tag,
                language.say(key),
                language.attribute(key, "description"),
            )
        };
        Self {
            localised: texts.languages().map(localise).collect(),
        }
    }

    fn name(&self) -> &str {
        self.localised.first().map_or("", |(_, name, _)| name)
    }

    fn description(&self) -> &str {
        self.localised
            .first()
            .map_or("", |(_, _, description)| description)
    }
}
