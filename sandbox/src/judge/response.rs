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
    interaction: u8,
    response: &Value,
    files: &[(String, Vec<u8>)],
) -> Result<(), Refusal> {
    let (completes, is_form) = (interaction == 4, interaction == 5);
    let files: Vec<message::File> = (0..)
        .zip(files)
        .map(|(number, (filename, bytes))| message::File {
            number,
            filename: filename.clone(),
            bytes: bytes.clone(),
        })
        .collect();
    let data = &response["data"];
    match response["type"].as_u64() {
        Some(4) if !completes => {
            require(
                !message::is_empty(data, &files),
                "data",
                "the message is empty",
            )?;
            message::judge(data, &files)
        }
        Some(7) if matches!(interaction, 3 | 5) => message::judge(data, &files),
        Some(5) if !completes => Ok(()),
        Some(6) if matches!(interaction, 3 | 5) => Ok(()),
        Some(8) if completes => choices(&data["choices"]),
        Some(9) if !completes && !is_form => form::judge(data),
        _ => Err(Refusal::bad_body(
            "type",
            "not a response to this kind of interaction",
        )),
    }
}

/// Judges autocomplete choices.
pub(crate) fn choices(choices: &Value) -> Result<(), Refusal> {
    let bad = |problem: &str| Err(Refusal::bad_body("data.choices", problem));
    let Some(choices) = choices.as_array() else {
        return bad("no choices");
    };
    if choices.len() > 25 {
        return bad("more than 25 choices");
    }
    for choice in choices {
        let named = choice["name"]
            .as_str()
            .is_some_and(|name| (1..=100).contains(&name.chars().count()));
        let valued = choice["value"].is_number()
            || choice["value"]
                .as_str()
                .is_some_and(|value| value.chars().count() <= 100);
        if !named || !valued {
            return bad("a name or value of a choice is missing or longer than 100 characters");
        }
    }
    Ok(())
}
