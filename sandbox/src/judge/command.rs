//! Slash commands, as sent for registration.

use std::collections::HashMap;

use serde_json::{Value, json};
use twilight_model::application::command::{
    Command, CommandOption, CommandOptionType, CommandOptionValue,
};
use twilight_validate::command as limits;

use super::{LOCALES, all_different, parse, require};
use crate::refusal::Refusal;

/// How many commands a list may have: Discord's limit for global slash commands.
const MAX_COMMANDS: usize = 100;

/// How many characters the names, descriptions and values of a command may have together
/// (<https://discord.com/developers/docs/interactions/application-commands#slash-commands>).
const MAX_CHARACTERS: usize = 8000;

/// Judges a whole list of commands.
pub(crate) fn judge_all(commands: &[Value]) -> Result<(), Refusal> {
    require(commands.len() <= MAX_COMMANDS, "", "more than 100 commands")?;
    // A command in a member's context menu may share its name with a slash command.
    let names_of_kind = |kind: u64| {
        let fits = move |command: &&Value| command["type"].as_u64().unwrap_or(1) == kind;
        let names = commands.iter().filter(fits);
        names
            .filter_map(|command| command["name"].as_str())
            .collect::<Vec<_>>()
    };
    for kind in 1..=3 {
        let are_different = all_different(names_of_kind(kind));
        require(are_different, "", "two commands have the same name")?;
    }
    commands.iter().try_for_each(judge)
}

/// Judges a command.
pub(crate) fn judge(command: &Value) -> Result<(), Refusal> {
    // Twilight expects a command as Discord sends it, so the fields that Discord sets are added if
    // missing.
    let mut complete = command.clone();
    require(complete.is_object(), "", "a command is not an object")?;
    for (name, value) in [
        ("version", json!("1")),
        ("type", json!(1)),
        ("default_member_permissions", Value::Null),
    ] {
        if complete.get(name).is_none() {
            complete[name] = value;
        }
    }
    // Only a slash command needs a description.
    if complete["type"] != 1 && complete.get("description").is_none() {
        complete["description"] = json!("");
    }
    let command: Command = parse("", &complete)?;
    // Twilight's limit for all texts together is half of Discord's.
    let is_short = limits::command_characters(&command) <= MAX_CHARACTERS;
    require(is_short, "", "the texts of a command are too long")?;
    let head = Command {
        options: Vec::new(),
        ..command.clone()
    };
    limits::command(&head).map_err(|problem| Refusal::bad_body("", problem.to_string()))?;
    judge_locales(command.name_localizations.as_ref())?;
    judge_locales(command.description_localizations.as_ref())?;
    judge_options(&command.options)
}

fn judge_options(options: &[CommandOption]) -> Result<(), Refusal> {
    limits::options(options)
        .map_err(|problem| Refusal::bad_body("options", problem.to_string()))?;
    let is_nested = |option: &CommandOption| {
        matches!(
            option.kind,
            CommandOptionType::SubCommand | CommandOptionType::SubCommandGroup
        )
    };
    let nested_count = options.iter().filter(|option| is_nested(option)).count();
    require(
        nested_count == 0 || nested_count == options.len(),
        "options",
        "subcommands are mixed with options",
    )?;
    for option in options {
        judge_option(option)?;
        judge_options(option.options.as_deref().unwrap_or_default())?;
    }
    Ok(())
}

fn judge_option(option: &CommandOption) -> Result<(), Refusal> {
    let refusal = |problem: &dyn std::fmt::Display| {
        Refusal::bad_body(format!("options.{}", option.name), problem.to_string())
    };
    limits::option_name(&option.name).map_err(|problem| refusal(&problem))?;
    limits::description(&option.description).map_err(|problem| refusal(&problem))?;
    for name in option.name_localizations.iter().flat_map(HashMap::values) {
        limits::option_name(name).map_err(|problem| refusal(&problem))?;
    }
    for description in option
        .description_localizations
        .iter()
        .flat_map(HashMap::values)
    {
        limits::description(description).map_err(|problem| refusal(&problem))?;
    }
    judge_locales(option.name_localizations.as_ref())?;
    judge_locales(option.description_localizations.as_ref())?;
    let choices = option.choices.as_deref().unwrap_or_default();
    require(
        choices.len() <= 25,
        "options.choices",
        "more than 25 choices",
    )?;
    let names = choices.iter().map(|choice| choice.name.as_str()).collect();
    require(
        all_different(names),
        "options.choices",
        "two choices have the same name",
    )?;
    for choice in choices {
        limits::choice(choice).map_err(|problem| refusal(&problem))?;
        judge_locales(choice.name_localizations.as_ref())?;
    }
    let has_completion = option.autocomplete.unwrap_or(false);
    require(
        !has_completion || choices.is_empty(),
        "options",
        "completion and choices exclude each other",
    )?;
    let is_ordered = match (option.min_value, option.max_value) {
        (Some(CommandOptionValue::Integer(min)), Some(CommandOptionValue::Integer(max))) => {
            min <= max
        }
        (Some(CommandOptionValue::Number(min)), Some(CommandOptionValue::Number(max))) => {
            min <= max
        }
        _ => true,
    };
    require(is_ordered, "options", "min_value is above max_value")
}

fn judge_locales(localised: Option<&HashMap<String, String>>) -> Result<(), Refusal> {
    let are_known = localised
        .into_iter()
        .flat_map(HashMap::keys)
        .all(|locale| LOCALES.contains(&locale.as_str()));
    require(are_known, "localizations", "an unknown locale")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(options: &Value) -> Value {
        json!({ "name": "a", "description": "b", "options": options })
    }

    fn option(name: &str, fields: &Value) -> Value {
        let mut option = json!({ "type": 4, "name": name, "description": "b" });
        for (name, value) in fields.as_object().into_iter().flatten() {
            option[name] = value.clone();
        }
        option
    }

    #[test]
    fn an_ordinary_command_passes() {
        let options = json!([
            option("a", &json!({ "required": true })),
            option("b", &json!({ "autocomplete": true }))
        ]);
        judge(&command(&options)).expect("two options");
        judge(&command(
            &json!([{ "type": 1, "name": "s", "description": "b", "options": options }]),
        ))
        .expect("nested");
    }

    #[test]
    fn a_command_is_as_long_as_discord_lets_it_be() {
        let long = |count: usize| {
            let option = |n| {
                json!({ "type": 1, "name": format!("s{n}"), "description": "b".repeat(100), "options": [
                    { "type": 4, "name": "c".repeat(32), "description": "d".repeat(100) },
                    { "type": 4, "name": "e".repeat(32), "description": "f".repeat(100) },
                ] })
            };
            let options = (0..count).map(option).collect::<Vec<_>>();
            judge(&command(&json!(options)))
        };
        long(20).expect("7 342 characters");
        long(25).expect_err("too long");
    }

    #[test]
    fn commands_that_discord_refuses_are_refused() {
        let refused_options = [
            json!([option("a", &json!({})), option("a", &json!({}))]),
            json!([
                option("a", &json!({})),
                option("b", &json!({ "required": true }))
            ]),
            json!([option("A", &json!({}))]),
            json!([option(
                "a",
                &json!({ "autocomplete": true, "choices": [{ "name": "x", "value": 1 }] })
            )]),
            json!([option("a", &json!({ "min_value": 2, "max_value": 1 }))]),
            json!([option("a", &json!({ "name_localizations": { "xx": "a" } }))]),
            json!([option("a", &json!({ "type": 1 })), option("b", &json!({}))]),
            json!([{ "type": 1, "name": "s", "description": "", "options": [] }]),
            json!([{ "type": 1, "name": "s", "description": "b", "options": [option("Bad", &json!({}))] }]),
        ];
        for options in refused_options {
            judge(&command(&options)).expect_err(&options.to_string());
        }
        judge_all(&[command(&json!([])), command(&json!([]))]).expect_err("the same command twice");
    }
}
