//! Member actions in a lean Discord, and the first responses to them.

use serde::Deserialize;
use serde_json::value::RawValue;

use discord_sandbox::Id;

/// What a member does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Act<'a> {
    /// A command, as the `data` of its interaction.
    Command(&'a str),
    /// A click on the message of the given answer, and the `data` of its interaction.
    Click(&'a Answer, &'a str),
}

/// A first response.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// The message that the response creates or edits.
    pub(crate) message: Id,
    /// The type of the response: 4 for a new message, 7 for an edit.
    pub(crate) kind: u8,
    pub(super) content: String,
    pub(super) components: String,
    pub(super) embeds: String,
    pub(super) has_files: bool,
}

#[derive(Deserialize)]
struct FirstResponse<'a> {
    #[serde(rename = "type")]
    kind: u8,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Data<'a> {
    #[serde(borrow)]
    content: Option<&'a RawValue>,
    #[serde(borrow)]
    components: Option<&'a RawValue>,
    #[serde(borrow)]
    embeds: Option<&'a RawValue>,
}

impl Answer {
    /// Parses a response from JSON or from a multipart form with files.
    pub(super) fn read(message: Id, body: &[u8]) -> Option<Self> {
        let (json, has_files) = if body.first() == Some(&b'{') {
            (body, false)
        } else {
            (json_part(body)?, true)
        };
        let response: FirstResponse<'_> = serde_json::from_slice(json).ok()?;
        let data: Option<Data<'_>> = match response.data {
            Some(data) => serde_json::from_str(data.get()).ok(),
            None => None,
        };
        let text =
            |raw: Option<&RawValue>, default: &str| raw.map_or(default, RawValue::get).to_owned();
        let data = data.as_ref();
        Some(Self {
            message,
            kind: response.kind,
            content: text(data.and_then(|data| data.content), "\"\""),
            components: text(data.and_then(|data| data.components), "[]"),
            embeds: text(data.and_then(|data| data.embeds), "[]"),
            has_files,
        })
    }

    /// Whether its text contains the given text.
    #[must_use]
    pub(crate) fn says(&self, text: &str) -> bool {
        self.content.contains(text)
    }

    /// The first select or button on the message: its id, and whether it is a select.
    #[must_use]
    pub(crate) fn control(&self) -> Option<(&str, bool)> {
        let (before, rest) = self.components.split_once("\"custom_id\":\"")?;
        let (id, after) = rest.split_once('"')?;
        let row = after.split_once(']').map_or(after, |(row, _)| row);
        let is_select = before.contains("\"type\":3") || row.contains("\"options\":");
        Some((id, is_select))
    }
}

/// The JSON part of a multipart form.
fn json_part(body: &[u8]) -> Option<&[u8]> {
    let position_of =
        |bytes: &[u8], mark: &[u8]| bytes.windows(mark.len()).position(|window| window == mark);
    let name = position_of(body, b"payload_json")?;
    let rest = body.get(name..)?;
    let start = position_of(rest, b"\r\n\r\n")? + 4;
    let rest = rest.get(start..)?;
    rest.get(..position_of(rest, b"\r\n--")?)
}
