//! Messages: content, embeds, components, attachments, mentions.

use serde_json::Value;
use twilight_model::channel::message::component::{ActionRow, Button, ButtonStyle, SelectMenu};
use twilight_model::channel::message::{AllowedMentions, Component, Embed, MentionType};
use twilight_validate::message as limits;

use super::{all_different, parse, require};
use crate::refusal::Refusal;

/// The size of the largest file, in bytes
/// (<https://discord.com/developers/docs/reference#uploading-files>).
const LARGEST_FILE: usize = 10 * 1024 * 1024;

/// A file uploaded with a request body.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// The number in `files[n]`.
    pub(crate) number: u64,
    pub(crate) filename: String,
    pub(crate) bytes: Vec<u8>,
}

/// Judges the fields of a new message or of an edit. The caller judges whether the result may be
/// empty.
pub(crate) fn judge(body: &Value, files: &[File]) -> Result<(), Refusal> {
    require(body.is_object(), "", "the body is not an object")?;
    if let Some(content) = non_null(body, "content") {
        let content: String = parse("content", content)?;
        limits::content(&content)
            .map_err(|problem| Refusal::bad_body("content", problem.to_string()))?;
    }
    if let Some(embeds) = non_null(body, "embeds") {
        judge_embeds(&parse::<Vec<Embed>>("embeds", embeds)?)?;
    }
    if let Some(components) = non_null(body, "components") {
        // Ids exceed the integers that JavaScript represents exactly, so a number would be misread.
        require(
            !has_number_as_id(components),
            "components",
            "an id is a number",
        )?;
        judge_components(&parse::<Vec<Component>>("components", components)?)?;
    }
    if let Some(mentions) = non_null(body, "allowed_mentions") {
        judge_mentions(&parse::<AllowedMentions>("allowed_mentions", mentions)?)?;
    }
    judge_files(body, files)
}

/// Whether a message with these fields would show nothing.
pub(crate) fn is_empty(body: &Value, files: &[File]) -> bool {
    let is_blank = |name| match non_null(body, name) {
        None => true,
        Some(Value::String(text)) => text.trim().is_empty(),
        Some(Value::Array(values)) => values.is_empty(),
        Some(_) => false,
    };
    is_blank("content") && is_blank("embeds") && is_blank("components") && files.is_empty()
}

fn non_null<'b>(body: &'b Value, name: &str) -> Option<&'b Value> {
    body.get(name).filter(|value| !value.is_null())
}

fn judge_embeds(embeds: &[Embed]) -> Result<(), Refusal> {
    limits::embeds(embeds).map_err(|problem| Refusal::bad_body("embeds", problem.to_string()))?;
    for embed in embeds {
        let shows_something = embed.title.is_some()
            || embed.description.is_some()
            || !embed.fields.is_empty()
            || embed.image.is_some()
            || embed.thumbnail.is_some()
            || embed.author.is_some()
            || embed.footer.is_some();
        require(shows_something, "embeds", "an embed is empty")?;
        let are_filled = embed
            .fields
            .iter()
            .all(|field| !field.name.trim().is_empty() && !field.value.trim().is_empty());
        require(are_filled, "embeds", "a field has no name or no value")?;
    }
    Ok(())
}

fn judge_components(components: &[Component]) -> Result<(), Refusal> {
    limits::components(components, false)
        .map_err(|problem| Refusal::bad_body("components", problem.to_string()))?;
    let mut ids = Vec::new();
    for component in components {
        let Component::ActionRow(row) = component else {
            return Err(Refusal::bad_body(
                "components",
                "only rows are allowed here",
            ));
        };
        judge_row(row, &mut ids)?;
    }
    require(
        all_different(ids),
        "components",
        "two components have the same custom_id",
    )
}

/// Whether any user or role id in the value is a number instead of a string. A component's own id
/// is a number, but a small one.
fn has_number_as_id(value: &Value) -> bool {
    match value {
        Value::Array(values) => values.iter().any(has_number_as_id),
        Value::Object(fields) => fields.iter().any(|(name, value)| {
            let is_id =
                name == "id" && fields.contains_key("type") && !fields.contains_key("style");
            is_id && value.as_u64().is_some_and(|id| id > u64::from(u32::MAX))
                || has_number_as_id(value)
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "a message allows only a few of Discord's components"
)]
fn judge_row<'r>(row: &'r ActionRow, ids: &mut Vec<&'r str>) -> Result<(), Refusal> {
    require(!row.components.is_empty(), "components", "a row is empty")?;
    let selects = row
        .components
        .iter()
        .filter(|component| matches!(component, Component::SelectMenu(_)))
        .count();
    require(
        selects == 0 || row.components.len() == 1,
        "components",
        "a select shares its row",
    )?;
    for component in &row.components {
        match component {
            Component::Button(button) => ids.extend(judge_button(button)?),
            Component::SelectMenu(select) => {
                judge_select(select)?;
                ids.push(&select.custom_id);
            }
            _ => {
                return Err(Refusal::bad_body(
                    "components",
                    "a row has a component that no message can have",
                ));
            }
        }
    }
    Ok(())
}

fn judge_button(button: &Button) -> Result<Option<&str>, Refusal> {
    let is_labelled = button
        .label
        .as_ref()
        .is_some_and(|label| !label.trim().is_empty())
        || button.emoji.is_some();
    require(
        is_labelled || button.sku_id.is_some(),
        "components",
        "a button has neither label nor emoji",
    )?;
    let is_link = button.style == ButtonStyle::Link;
    require(
        is_link == button.url.is_some(),
        "components",
        "a link has no url, or another button has one",
    )?;
    require(
        !is_link || button.custom_id.is_none(),
        "components",
        "a link has a custom_id",
    )?;
    let id = button.custom_id.as_deref();
    require(
        is_link || id.is_some_and(|id| !id.is_empty()),
        "components",
        "a button has no custom_id",
    )?;
    Ok(id)
}

fn judge_select(select: &SelectMenu) -> Result<(), Refusal> {
    require(
        !select.custom_id.is_empty(),
        "components",
        "a select has no custom_id",
    )?;
    let Some(options) = &select.options else {
        return Ok(());
    };
    require(!options.is_empty(), "components", "a select has no options")?;
    let are_filled = options
        .iter()
        .all(|option| !option.label.is_empty() && !option.value.is_empty());
    require(
        are_filled,
        "components",
        "an option has no label or no value",
    )?;
    let values = options.iter().map(|option| option.value.as_str()).collect();
    require(
        all_different(values),
        "components",
        "two options have the same value",
    )?;
    let (least, most) = (
        select.min_values.unwrap_or(1),
        select.max_values.unwrap_or(1),
    );
    require(
        least <= most,
        "components",
        "min_values is above max_values",
    )?;
    require(
        usize::from(most) <= options.len(),
        "components",
        "max_values is above the number of options",
    )
}

fn judge_mentions(mentions: &AllowedMentions) -> Result<(), Refusal> {
    let has_both = |kind, ids: usize| mentions.parse.contains(&kind) && ids > 0;
    let has_conflict = has_both(MentionType::Users, mentions.users.len())
        || has_both(MentionType::Roles, mentions.roles.len());
    require(
        !has_conflict,
        "allowed_mentions",
        "parse and a list of ids exclude each other",
    )?;
    require(
        mentions.users.len() <= 100 && mentions.roles.len() <= 100,
        "allowed_mentions",
        "more than 100 ids",
    )
}

fn judge_files(body: &Value, files: &[File]) -> Result<(), Refusal> {
    for file in files {
        require(
            file.bytes.len() <= LARGEST_FILE,
            "files",
            "a file is larger than 10 MiB",
        )?;
        limits::attachment_filename(&file.filename)
            .map_err(|problem| Refusal::bad_body("files", problem.to_string()))?;
    }
    let listed = body
        .get("attachments")
        .and_then(Value::as_array)
        .map_or(&[][..], Vec::as_slice);
    for attachment in listed {
        let description = attachment
            .get("description")
            .and_then(Value::as_str)
            .unwrap_or_default();
        limits::attachment_description(description)
            .map_err(|problem| Refusal::bad_body("attachments", problem.to_string()))?;
    }
    let text = body.to_string();
    for reference in text.split("attachment://").skip(1) {
        let name = reference.split(['"', '\\']).next().unwrap_or_default();
        require(
            files.iter().any(|file| file.filename == name),
            "embeds",
            "an attachment:// url has no file",
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn button(id: &str) -> Value {
        json!({ "type": 2, "style": 1, "label": "x", "custom_id": id })
    }

    fn select(options: &Value) -> Value {
        json!({ "type": 3, "custom_id": "s", "options": options })
    }

    fn row(components: &[Value]) -> Value {
        json!({ "components": [{ "type": 1, "components": components }] })
    }

    fn problem(body: &Value) -> String {
        judge(body, &[])
            .expect_err(&format!("{body}"))
            .problem
            .expect("a bad body")
            .1
    }

    #[test]
    fn an_ordinary_message_passes() {
        let option = json!([{ "label": "a", "value": "1" }]);
        judge(&row(&[button("a"), button("b")]), &[]).expect("two buttons");
        judge(&row(&[select(&option)]), &[]).expect("a select");
        judge(
            &json!({ "content": "x", "allowed_mentions": { "parse": [] }, "components": [] }),
            &[],
        )
        .expect("a text");
    }

    #[test]
    fn messages_that_discord_refuses_are_refused() {
        let option = |value| json!({ "label": "a", "value": value });
        assert!(problem(&row(&[button("a"), button("a")])).contains("same custom_id"));
        assert!(problem(&row(&[])).contains("empty"));
        assert!(
            problem(&row(&[button("a"), select(&json!([option("1")]))])).contains("shares its row")
        );
        assert!(
            problem(&row(&[select(&json!([option("1"), option("1")]))])).contains("same value")
        );
        assert!(problem(&row(&[select(&json!([]))])).contains("no options"));
        assert!(
            problem(&row(&[json!({ "type": 2, "style": 1, "custom_id": "a" })]))
                .contains("neither label nor emoji")
        );
        problem(&row(&[button(&"x".repeat(101))]));
        problem(&json!({ "content": "x".repeat(2001) }));
        problem(&json!({ "components": vec![row(&[button("a")])["components"][0].clone(); 6] }));
        problem(&json!({ "embeds": [{}] }));
        problem(&json!({ "embeds": [{ "type": "rich" }] }));
        problem(
            &json!({ "content": "x", "allowed_mentions": { "parse": ["users"], "users": ["1"] } }),
        );
        problem(
            &json!({ "embeds": [{ "type": "rich", "image": { "url": "attachment://a.png" } }] }),
        );
    }

    #[test]
    fn a_message_that_shows_nothing_is_empty() {
        assert!(is_empty(&json!({ "content": " ", "components": [] }), &[]));
        assert!(!is_empty(&row(&[button("a")]), &[]));
    }
}
