//! The slash commands as they are registered: names, descriptions, choices and limits, in every language.

use serenity::all::{
    CommandOptionType, CommandType, CreateCommand, CreateCommandOption, InstallationContext,
    InteractionContext,
};

use crate::discord::input::control::Reach;
use crate::discord::input::option::{choices, completed, named};
use crate::discord::input::position_options;
use crate::discord::text::{Texts, clock_key, first_key, key};
use crate::game::WhoStarts;
use crate::records::Order;
use crate::rules::Level;

/// The commands to register. `installations` are the ways in which the application can be installed.
#[must_use]
pub fn definitions(texts: &Texts, installations: &[InstallationContext]) -> Vec<CreateCommand> {
    let mut contexts = vec![InteractionContext::Guild, InteractionContext::BotDm];
    if installations.contains(&InstallationContext::User) {
        contexts.push(InteractionContext::PrivateChannel);
    }
    let (key, usual) = (key!("command-wythoff"), texts.language(""));
    let command = CreateCommand::new(usual.say(key))
        .description(usual.described(key))
        .integration_types(installations.to_vec())
        .contexts(contexts.clone());
    let command = texts.languages().fold(command, |command, (tag, language)| {
        command
            .name_localized(tag, language.say(key))
            .description_localized(tag, language.described(key))
    });
    // On members there is somebody else.
    contexts.retain(|context| *context != InteractionContext::BotDm);
    let key = key!("command-on-member");
    let on_member = CreateCommand::new(usual.say(key))
        .kind(CommandType::User)
        .integration_types(installations.to_vec())
        .contexts(contexts);
    let languages = texts.languages();
    let on_member = languages.fold(on_member, |command, (tag, language)| {
        command.name_localized(tag, language.say(key))
    });
    vec![command.set_options(subcommands(texts)), on_member]
}

fn subcommands(texts: &Texts) -> Vec<CreateCommandOption> {
    let sub = |key, options: Vec<CreateCommandOption>| {
        named(texts, key, CommandOptionType::SubCommand).set_sub_options(options)
    };
    let user = |key| named(texts, key, CommandOptionType::User);
    let game = || completed(texts, key!("option-game"));
    let which = || completed(texts, key!("option-which"));
    let position = || position_options::options(texts);
    let with = |first: Vec<CreateCommandOption>, others: Vec<CreateCommandOption>| {
        first.into_iter().chain(others).collect()
    };
    let move_to_make = completed(texts, key!("option-move")).required(true);
    vec![
        sub(
            key!("command-start"),
            with(position(), vec![first(texts), level(texts)]),
        ),
        sub(
            key!("command-challenge"),
            with(
                vec![user(key!("option-member"))],
                with(position(), challenge_terms(texts)),
            ),
        ),
        sub(key!("command-move"), vec![move_to_make, which()]),
        sub(key!("command-board"), vec![which()]),
        sub(key!("command-resign"), vec![which()]),
        sub(key!("command-hint"), vec![which()]),
        sub(key!("command-solve"), position()),
        sub(
            key!("command-review"),
            vec![completed(texts, key!("option-which-finished"))],
        ),
        sub(key!("command-games"), vec![]),
        sub(
            key!("command-stats"),
            vec![user(key!("option-member-of-stats")), game()],
        ),
        sub(
            key!("command-leaderboard"),
            vec![game(), scope(texts), order(texts)],
        ),
        sub(key!("command-settings"), vec![]),
        sub(key!("command-privacy"), vec![]),
        sub(key!("command-rules"), vec![game()]),
        sub(key!("command-learn"), vec![game()]),
    ]
}

/// Who starts, and the clock.
fn challenge_terms(texts: &Texts) -> Vec<CreateCommandOption> {
    let first = choices(texts, key!("option-first-of-challenge"), first_key);
    vec![first, choices(texts, key!("option-clock"), clock_key)]
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Discord's limit for names, descriptions and values of a command
    /// (<https://discord.com/developers/docs/interactions/application-commands#slash-commands>).
    const MAX_CHARACTERS: usize = 8000;

    #[test]
    fn the_command_fits_into_the_limit_of_a_command() {
        let texts = Texts::load().expect("the texts parse");
        for command in definitions(
            &texts,
            &[InstallationContext::Guild, InstallationContext::User],
        ) {
            let written = serde_json::to_value(&command).expect("commands are JSON");
            let length = length(&written);
            assert!(length < MAX_CHARACTERS, "{length}");
        }
    }

    /// The characters of every name, description and value. The longest localisation of each counts, not all of them.
    fn length(value: &serde_json::Value) -> usize {
        match value {
            serde_json::Value::Object(fields) => fields
                .iter()
                .map(|(field, value)| match field.as_str() {
                    "name" | "description" | "value" => {
                        value.as_str().map_or(0, |text| text.chars().count())
                    }
                    "options" | "choices" => length(value),
                    _ => 0,
                })
                .sum(),
            serde_json::Value::Array(values) => values.iter().map(length).sum(),
            serde_json::Value::Null
            | serde_json::Value::Bool(_)
            | serde_json::Value::Number(_)
            | serde_json::Value::String(_) => 0,
        }
    }
}
