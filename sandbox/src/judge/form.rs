//! Forms.

use serde_json::Value;
use twilight_model::channel::message::Component;
use twilight_validate::component as limits;

use super::{all_different, parse, require};
use crate::refusal::Refusal;

/// Judges a form (<https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-modal>).
pub(crate) fn judge(form: &Value) -> Result<(), Refusal> {
    let title: String = parse("title", &form["title"])?;
    require(
        (1..=45).contains(&title.chars().count()),
        "title",
        "a title has 1 to 45 characters",
    )?;
    let id: String = parse("custom_id", &form["custom_id"])?;
    require(
        (1..=100).contains(&id.chars().count()),
        "custom_id",
        "an id has 1 to 100 characters",
    )?;
    let rows: Vec<Component> = parse("components", &form["components"])?;
    require(
        (1..=5).contains(&rows.len()),
        "components",
        "a form has 1 to 5 fields",
    )?;
    let mut ids = Vec::new();
    for row in &rows {
        let Component::ActionRow(row) = row else {
            return Err(Refusal::bad_body("components", "only rows may stand here"));
        };
        let [Component::TextInput(input)] = row.components.as_slice() else {
            return Err(Refusal::bad_body(
                "components",
                "a row of a form holds one text input",
            ));
        };
        #[expect(
            deprecated,
            reason = "forms of rows are still taken, and a row's field carries its own label"
        )]
        let label = input.label.as_deref().unwrap_or_default();
        limits::text_input(input, true)
            .map_err(|problem| Refusal::bad_body("components", problem.to_string()))?;
        require(
            (1..=45).contains(&label.chars().count()),
            "components",
            "a label has 1 to 45 characters",
        )?;
        require(
            input.min_length <= input.max_length || input.max_length.is_none(),
            "components",
            "min above max",
        )?;
        ids.push(input.custom_id.as_str());
    }
    require(
        all_different(ids),
        "components",
        "two fields have the same custom_id",
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn form(title: &str, fields: usize) -> Value {
        let field = |n: usize| json!({ "type": 1, "components": [{ "type": 4, "custom_id": n.to_string(), "label": "a", "style": 1 }] });
        json!({ "title": title, "custom_id": "f", "components": (0..fields).map(field).collect::<Vec<_>>() })
    }

    #[test]
    fn forms_have_one_to_five_fields_and_a_title_of_at_most_45() {
        judge(&form("a", 1)).expect("a small form");
        judge(&form(&"a".repeat(45), 5)).expect("a large form");
        judge(&form("", 1)).expect_err("no title");
        judge(&form(&"a".repeat(46), 1)).expect_err("a long title");
        judge(&form("a", 0)).expect_err("no field");
        judge(&form("a", 6)).expect_err("six fields");
    }
}
