//! First responses and messages, judged without knowing the state they apply to.

use serde_json::Value;

use super::{form, message, require};
use crate::refusal::Refusal;

/// Judges the body of a new message, or of an edit, without its files.
///
/// # Errors
/// Discord's refusal.
pub fn judge_message(body: &Value) -> Result<(), Refusal> {
    message::judge(body, &[])
}

/// Judges a first response to an interaction of the given type, without knowing the previous state.
/// `files` are the names and contents of its files.
///
/// # Errors
/// Discord's refusal.
pub fn judge_response(
    interaction_type: u8,
    response: &Value,
    files: &[(String, Vec<u8>)],
) -> Result<(), Refusal> {
    let (is_completion, is_form) = (interaction_type == 4, interaction_type == 5);
    let files: Vec<message::File> = (0..)
        .zip(files)
        .map(|(number, (filename, bytes))| message::File {
            number,
            filename: filename.clone(),
            bytes: bytes.clone(),
        })
        .collect();
    let data = &response["data"];
    // 4: a message. 5: a message to follow. 6: no change. 7: a changed message. 8: choices. 9: a
    // form (<https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-interaction-callback-type>).
    match response["type"].as_u64() {
        Some(4) if !is_completion => {
            require(
                !message::is_empty(data, &files),
                "data",
                "the message is empty",
            )?;
            message::judge(data, &files)
        }
        Some(7) if matches!(interaction_type, 3 | 5) => message::judge(data, &files),
        Some(5) if !is_completion => Ok(()),
        Some(6) if matches!(interaction_type, 3 | 5) => Ok(()),
        Some(8) if is_completion => judge_choices(&data["choices"]),
        Some(9) if !is_completion && !is_form => form::judge(data),
        _ => Err(Refusal::bad_body(
            "type",
            "not a response to this kind of interaction",
        )),
    }
}

/// Judges autocomplete choices.
pub(crate) fn judge_choices(choices: &Value) -> Result<(), Refusal> {
    let refuse = |problem: &str| Err(Refusal::bad_body("data.choices", problem));
    let Some(choices) = choices.as_array() else {
        return refuse("no choices");
    };
    if choices.len() > 25 {
        return refuse("more than 25 choices");
    }
    for choice in choices {
        let has_name = choice["name"]
            .as_str()
            .is_some_and(|name| (1..=100).contains(&name.chars().count()));
        let has_value = choice["value"].is_number()
            || choice["value"]
                .as_str()
                .is_some_and(|value| value.chars().count() <= 100);
        if !has_name || !has_value {
            return refuse("a name or value of a choice is missing or longer than 100 characters");
        }
    }
    Ok(())
}
