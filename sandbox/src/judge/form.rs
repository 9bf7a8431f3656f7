//! Forms.

use serde_json::Value;
use twilight_model::channel::message::Component;
use twilight_validate::component as limits;

use super::{all_different, parse, require};
use crate::refusal::Refusal;

/// Judges a form
/// (<https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-modal>).
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
    let fields: Vec<Component> = parse("components", &form["components"])?;
    require(
        (1..=5).contains(&fields.len()),
        "components",
        "a form has 1 to 5 fields",
    )?;
    let mut ids = Vec::new();
    for field in &fields {
        let Component::Label(label) = field else {
            let problem = "each field must be in a label: rows are deprecated";
            return Err(Refusal::bad_body("components", problem));
        };
        limits::label(label)
            .map_err(|problem| Refusal::bad_body("components", problem.to_string()))?;
        if let Component::TextInput(input) = &*label.component {
            require(
                input.min_length <= input.max_length || input.max_length.is_none(),
                "components",
                "min_length is above max_length",
            )?;
            ids.push(input.custom_id.as_str());
        } else if let Component::SelectMenu(select) = &*label.component {
            // A user select has no list of options.
            let option_count = select.options.as_ref().map(Vec::len);
            require(
                option_count.is_none_or(|count| (1..=25).contains(&count)),
                "components",
                "a select has 1 to 25 options",
            )?;
            ids.push(select.custom_id.as_str());
        } else {
            return Err(Refusal::bad_body(
                "components",
                "this component cannot be a field of a form",
            ));
        }
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
        let field = |n: usize| json!({ "type": 18, "label": "a", "component": { "type": 4, "custom_id": n.to_string(), "style": 1 } });
        json!({ "title": title, "custom_id": "f", "components": (0..fields).map(field).collect::<Vec<_>>() })
    }

    #[test]
    fn forms_have_1_to_5_fields_and_a_title_of_at_most_45() {
        judge(&form("a", 1)).expect("a small form");
        judge(&form(&"a".repeat(45), 5)).expect("a large form");
        judge(&form("", 1)).expect_err("no title");
        judge(&form(&"a".repeat(46), 1)).expect_err("a long title");
        judge(&form("a", 0)).expect_err("no field");
        judge(&form("a", 6)).expect_err("six fields");
        let mut row = form("a", 1);
        row["components"] = json!([{ "type": 1, "components": [{ "type": 4, "custom_id": "a", "label": "a", "style": 1 }] }]);
        judge(&row).expect_err("a row");
    }

    #[test]
    fn a_select_in_a_form_has_1_to_25_options() {
        let form_with = |options: usize| {
            let option = |n: usize| json!({ "label": "a", "value": n.to_string() });
            let options: Vec<Value> = (0..options).map(option).collect();
            let select = json!({ "type": 3, "custom_id": "s", "options": options });
            json!({ "title": "a", "custom_id": "f", "components": [{ "type": 18, "label": "a", "component": select }] })
        };
        judge(&form_with(25)).expect("the most allowed");
        judge(&form_with(0)).expect_err("no options");
        judge(&form_with(26)).expect_err("too many");
    }
}
