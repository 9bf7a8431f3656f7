//! Registering the slash commands, if they differ from those that Discord has.

use serde_json::Value;
use serenity::all::{CreateCommand, InstallationContext};

use super::rest::{Application, Failure, Rest};
use crate::discord::{Texts, definitions};

/// Registers the commands of this program, unless Discord already has exactly these.
///
/// # Errors
/// [`Failure`] if Discord cannot be reached, or refuses them.
pub async fn register(
    rest: &Rest,
    application: &Application,
    texts: &Texts,
) -> Result<(), Failure> {
    let installations = application.installations();
    if !installations.contains(&InstallationContext::User) {
        tracing::info!(
            "members cannot install the bot for themselves: in the developer portal, \"User Install\" is off under Installation"
        );
    }
    let ours = definitions(texts, &installations);
    let theirs = rest.commands(application).await?;
    if is_same(&ours, &theirs) {
        tracing::debug!("the commands are registered already");
        return Ok(());
    }
    rest.replace_commands(application, &ours).await?;
    tracing::info!("the commands had changed and were registered");
    Ok(())
}

fn is_same(ours: &[CreateCommand], theirs: &Value) -> bool {
    let Ok(ours) = serde_json::to_value(ours) else {
        return false;
    };
    normalised(ours) == normalised(theirs.clone())
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

    fn ours() -> Vec<CreateCommand> {
        definitions(
            &Texts::load().expect("the texts parse"),
            &[InstallationContext::Guild, InstallationContext::User],
        )
    }

    #[test]
    fn registered_commands_equal_ours_despite_discords_fields() {
        let mut theirs = serde_json::to_value(ours()).expect("commands are JSON");
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
            "/0/description",
            "/0/options/0/options/0/description_localizations/en-US",
        ] {
            let mut theirs = serde_json::to_value(ours()).expect("commands are JSON");
            *theirs.pointer_mut(pointer).expect(pointer) = json!("something else");
            assert!(!is_same(&ours(), &theirs), "{pointer}");
        }
        assert!(!is_same(&ours(), &json!([])));
    }
}
