//! Registering the slash commands, if they differ from those that Discord has.

use std::time::Duration;

use serde_json::Value;
use serenity::all::{CreateCommand, InstallationContext};
use tokio::time::sleep;

use super::error::ConnectionError;
use super::rest::{Application, Failure, Rest};
use super::shard_status::ShardStatus;
use wythoff_discord::{Texts, definitions};
use wythoff_game::chain::chain;

/// The first pause after a failure that may be temporary. Each further one doubles it.
const FIRST_PAUSE: Duration = Duration::from_millis(500);

/// The longest such pause, and the pause after Discord has refused the commands.
const LONGEST_PAUSE: Duration = Duration::from_hours(1);

/// Registers the commands, and tries again until Discord has accepted them. Meanwhile the bot plays
/// with those that Discord has.
///
/// # Errors
/// [`ConnectionError::TokenRefused`].
pub(super) async fn keep_registering(
    rest: &Rest,
    application: &Application,
    texts: &Texts,
    status: &ShardStatus,
) -> Result<(), ConnectionError> {
    let (mut pause, mut told) = (FIRST_PAUSE, None);
    loop {
        let failure = match register(rest, application, texts).await {
            Ok(()) => break,
            Err(failure) if failure.is_unauthorised() => return Err(ConnectionError::TokenRefused),
            Err(failure) => failure,
        };
        // Each reason once.
        let why = Some(failure.to_string());
        if told != why {
            told = why;
            tracing::warn!(
                error = chain(&failure),
                "the commands are not registered; the bot plays with those that Discord has, and keeps trying"
            );
        }
        let wait = if failure.may_be_temporary() {
            failure.wait().max(pause)
        } else {
            LONGEST_PAUSE
        };
        sleep(wait.min(LONGEST_PAUSE)).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
    status.mark_registered();
    Ok(())
}

/// Registers the commands of this program, unless Discord already has exactly these.
async fn register(rest: &Rest, application: &Application, texts: &Texts) -> Result<(), Failure> {
    let installations = application.installations();
    if !installations.contains(&InstallationContext::User) {
        tracing::info!(
            "members cannot install the bot for themselves: in the developer portal, \"User Install\" is off under Installation"
        );
    }
    let ours = values(&definitions(texts, &installations));
    let (theirs, foreign) = split(rest.commands(application).await?, &ours);
    let is_registered = is_same(&ours, &theirs);
    let registered = if is_registered {
        tracing::debug!("the commands are registered already");
        theirs
    } else {
        let all = [ours.clone(), foreign].concat();
        let registered = rest.replace_commands(application, &all).await?;
        tracing::info!("the commands had changed and were registered");
        registered
    };
    if let Some(id) = id_of(&registered, &ours) {
        texts.link_commands(id);
    }
    Ok(())
}

/// The id of our command among those that are registered.
fn id_of(registered: &[Value], ours: &[Value]) -> Option<u64> {
    let ours = ours.first()?;
    let mut registered = registered.iter();
    let command = registered.find(|command| command["name"] == ours["name"])?;
    command["id"].as_str()?.parse().ok()
}

fn values(commands: &[CreateCommand]) -> Vec<Value> {
    let values = commands.iter().map(serde_json::to_value);
    values.filter_map(Result::ok).collect()
}

/// Separates registered commands into those of the types that we make, and all others, such as the
/// Entry Point command of an activity. Discord refuses a list without the latter (50240).
fn split(registered: Vec<Value>, ours: &[Value]) -> (Vec<Value>, Vec<Value>) {
    // A command without a type is a slash command.
    let kind = |command: &Value| command["type"].as_u64().unwrap_or(1);
    let is_ours = |command: &Value| ours.iter().any(|own| kind(own) == kind(command));
    registered.into_iter().partition(is_ours)
}

fn is_same(ours: &[Value], theirs: &[Value]) -> bool {
    let normal = |values: &[Value]| normalised(Value::Array(values.to_vec()));
    normal(ours) == normal(theirs)
}

/// A value without the fields that only Discord sets and those that have their default.
fn normalised(value: Value) -> Value {
    const SET_BY_DISCORD: [&str; 5] = [
        "id",
        "application_id",
        "version",
        "default_permission",
        "dm_permission",
    ];
    match value {
        Value::Array(values) => {
            let mut values: Vec<Value> = values.into_iter().map(normalised).collect();
            // Contexts and installations are sets. The order of commands and options counts.
            if values.iter().all(Value::is_number) {
                values.sort_by_key(Value::as_i64);
            }
            Value::Array(values)
        }
        Value::Object(fields) => {
            let kept = fields
                .into_iter()
                .filter(|(name, _)| !SET_BY_DISCORD.contains(&name.as_str()));
            let kept = kept.map(|(name, value)| (name, normalised(value)));
            Value::Object(
                kept.filter(|(name, value)| !is_default(name, value))
                    .collect(),
            )
        }
        plain @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => plain,
    }
}

fn is_default(name: &str, value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(values) => values.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        // A command without a type is a slash command.
        Value::Number(number) => name == "type" && number.as_u64() == Some(1),
        Value::String(_) | Value::Bool(true) => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn ours() -> Vec<Value> {
        values(&definitions(
            &Texts::load().expect("the texts parse"),
            &[InstallationContext::Guild, InstallationContext::User],
        ))
    }

    #[test]
    fn registered_commands_equal_ours_despite_discords_fields() {
        let mut theirs = ours();
        let command = theirs[0].as_object_mut().expect("a command");
        command.insert("id".into(), json!("1"));
        command.insert("version".into(), json!("2"));
        command.insert("nsfw".into(), json!(false));
        command.insert("default_member_permissions".into(), Value::Null);
        command.insert("integration_types".into(), json!([1, 0]));
        assert!(is_same(&ours(), &theirs));
    }

    #[test]
    fn a_changed_description_or_localisation_is_seen() {
        for pointer in [
            "/description",
            "/options/0/options/0/description_localizations/en-US",
        ] {
            let mut theirs = ours();
            *theirs[0].pointer_mut(pointer).expect(pointer) = json!("something else");
            assert!(!is_same(&ours(), &theirs), "{pointer}");
        }
        assert!(!is_same(&ours(), &[]));
    }
}
