//! Forms: fields, each with a label. Serenity 0.12 knows only rows of text inputs, which Discord
//! has deprecated (<https://discord.com/developers/docs/components/reference#label>). [`Form`]
//! serialises to the body that Discord documents.

use serde::Serialize;
use serde_json::{Value, json};

use wythoff_game::MemberId;

/// Discord's numbers for the types of components that a form uses.
const STRING_SELECT: u8 = 3;
const TEXT_INPUT: u8 = 4;
const USER_SELECT: u8 = 5;
const LABEL: u8 = 18;

/// The maximum length of a form's title, and of a label
/// (<https://discord.com/developers/docs/components/reference#label-label-structure>).
const MAX_TITLE: usize = 45;

#[derive(Clone, Debug, Serialize)]
pub struct Form {
    custom_id: String,
    title: String,
    components: Vec<Value>,
}

/// An option of a select.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Choice {
    pub(super) label: String,
    pub(super) value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) description: Option<String>,
    #[serde(rename = "default")]
    pub(super) is_chosen: bool,
}

impl Form {
    /// A form without fields. Discord returns its id when the form is submitted.
    pub(super) fn new(custom_id: String, title: &str) -> Self {
        Self {
            custom_id,
            title: title.chars().take(MAX_TITLE).collect(),
            components: Vec::new(),
        }
    }

    /// Adds a one-line text field for up to `max_length` characters.
    pub(super) fn text(self, name: &str, label: &str, hint: &str, max_length: u16) -> Self {
        self.labelled(
            label,
            &json!({
                "type": TEXT_INPUT, "custom_id": name, "style": 1, "required": true, "max_length": max_length, "placeholder": hint,
            }),
        )
    }

    /// Adds a select in which one option can be chosen.
    pub(super) fn choice(self, name: &str, label: &str, choices: &[Choice]) -> Self {
        self.labelled(
            label,
            &json!({ "type": STRING_SELECT, "custom_id": name, "required": true, "options": choices }),
        )
    }

    /// Adds a select for one member, which may be left empty.
    pub(super) fn member(self, name: &str, label: &str, chosen: Option<MemberId>) -> Self {
        let chosen = chosen.map(|member| json!({ "id": member.0.to_string(), "type": "user" }));
        let chosen: Vec<Value> = chosen.into_iter().collect();
        self.labelled(
            label,
            &json!({
                "type": USER_SELECT, "custom_id": name, "required": false, "min_values": 0, "max_values": 1, "default_values": chosen,
            }),
        )
    }

    fn labelled(mut self, label: &str, component: &Value) -> Self {
        let label: String = label.chars().take(MAX_TITLE).collect();
        let labelled = json!({ "type": LABEL, "label": label, "component": component });
        self.components.push(labelled);
        self
    }
}
