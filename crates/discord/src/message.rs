//! Messages: text, controls, files and a picture. [`Message`] serialises to the body that Discord
//! documents.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use serenity::all::{CreateActionRow, CreateAllowedMentions};

use crate::picture::Picture;
use wythoff_game::MemberId;

/// The flag of a private message
/// (<https://discord.com/developers/docs/resources/message#message-object-message-flags>).
pub(super) const EPHEMERAL: u64 = 1 << 6;

/// A message. It pings only the members that `pinging` names.
#[derive(Clone, Debug, Serialize)]
pub struct Message {
    content: String,
    components: Vec<Row>,
    allowed_mentions: CreateAllowedMentions,
    #[serde(skip_serializing_if = "Option::is_none")]
    flags: Option<u64>,
    // An empty list is sent, too: in an edit it removes the old files. `None` is not sent, which
    // keeps them.
    #[serde(
        serialize_with = "serialize_attachments",
        skip_serializing_if = "Option::is_none"
    )]
    attachments: Option<Vec<Attachment>>,
    /// The pictures to draw, each with its description.
    #[serde(skip)]
    pictures: Vec<(Picture, String)>,
    /// The text for a message without a picture. Once that text has become the content
    /// (`lacks_picture`), this is the text that goes with the picture.
    #[serde(skip)]
    other_text: Option<String>,
    #[serde(skip)]
    lacks_picture: bool,
}

/// A row of controls.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Row {
    /// Buttons, or a select of texts.
    Plain(CreateActionRow),
    /// A row that serenity cannot serialise.
    Other(Value),
}

/// A file that goes with a message.
#[derive(Clone, Debug)]
pub struct Attachment {
    pub name: String,
    /// What it shows, in words, for screen readers.
    pub description: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl Message {
    /// A public message.
    pub(super) fn public(content: String, components: Vec<CreateActionRow>) -> Self {
        Self {
            content,
            components: components.into_iter().map(Row::Plain).collect(),
            allowed_mentions: CreateAllowedMentions::new(),
            flags: None,
            attachments: Some(Vec::new()),
            pictures: Vec::new(),
            other_text: None,
            lacks_picture: false,
        }
    }

    /// The same message with one more picture and its description. The picture is left out if it
    /// cannot be drawn in time.
    pub(super) fn showing(mut self, picture: Picture, description: String) -> Self {
        self.pictures.push((picture, description));
        self
    }

    /// The same message, with `text` as its text if it is sent without a picture.
    pub(super) fn or_saying(mut self, text: String) -> Self {
        self.other_text = Some(text);
        self
    }

    /// The same message with one more line of text.
    pub(super) fn with_line(mut self, line: &str) -> Self {
        for text in [&mut self.content].into_iter().chain(&mut self.other_text) {
            text.push('\n');
            text.push_str(line);
        }
        self
    }

    /// Takes the pictures that are to be drawn, and their descriptions.
    pub(super) fn take_pictures(&mut self) -> Vec<(Picture, String)> {
        std::mem::take(&mut self.pictures)
    }

    /// Switches to the text for a message without a picture.
    pub(super) fn go_without_picture(&mut self) {
        if let Some(other_text) = self.other_text.as_mut().filter(|_| !self.lacks_picture) {
            std::mem::swap(&mut self.content, other_text);
            self.lacks_picture = true;
        }
    }

    /// The same message without files, with the text for a message without a picture.
    #[must_use]
    pub fn without_files(mut self) -> Self {
        self.go_without_picture();
        self.attachments = self.attachments.map(|_| Vec::new());
        self
    }

    /// Turns the message into an edit that keeps the picture already shown, unless a new one is
    /// drawn in time.
    pub(super) fn keeping_picture(mut self) -> Self {
        self.attachments = None;
        self
    }

    /// The same message, which pings `members` if it mentions them.
    pub(super) fn pinging(mut self, members: &[MemberId]) -> Self {
        let ids = members
            .iter()
            .filter_map(|member| u64::try_from(member.0).ok());
        self.allowed_mentions = CreateAllowedMentions::new().users(ids.filter(|&id| id > 0));
        self
    }

    /// Adds a file.
    pub(super) fn attach(&mut self, attachment: Attachment) {
        self.attachments.get_or_insert_default().push(attachment);
    }

    /// The files that go with the message.
    #[must_use]
    pub fn attachments(&self) -> &[Attachment] {
        self.attachments.as_deref().unwrap_or_default()
    }

    /// A private message: only the member who interacted sees it.
    #[must_use]
    pub fn private(content: String, components: Vec<CreateActionRow>) -> Self {
        Self::public(content, components).into_private()
    }

    /// Makes the message private.
    pub(super) fn into_private(mut self) -> Self {
        self.flags = Some(EPHEMERAL);
        self
    }

    /// The same message for everybody to see, under a heading, with other controls.
    pub(super) fn shown_to_all(mut self, heading: &str, rows: Vec<CreateActionRow>) -> Self {
        for text in [&mut self.content].into_iter().chain(&mut self.other_text) {
            *text = format!("{heading}\n{text}");
        }
        self.flags = None;
        self.attachments.get_or_insert_default();
        self.with_rows(rows.into_iter().map(Row::Plain).collect())
    }

    /// The same message with one more row of controls.
    pub(super) fn and_row(mut self, row: CreateActionRow) -> Self {
        self.components.push(Row::Plain(row));
        self
    }

    /// The same message with the given rows of controls.
    pub(super) fn with_rows(self, components: Vec<Row>) -> Self {
        Self { components, ..self }
    }

    /// Whether this message has the same text and the same number of rows of controls as another
    /// one. The ids of the controls, which change with every rendering, are not compared.
    #[must_use]
    pub fn shows_the_same_as(&self, other: &Self) -> bool {
        let text = |message: &Self| match &message.other_text {
            Some(with_picture) if message.lacks_picture => with_picture.clone(),
            _ => message.content.clone(),
        };
        text(self) == text(other) && self.components.len() == other.components.len()
    }

    /// The text.
    #[must_use]
    pub fn content(&self) -> &str {
        &self.content
    }

    /// Whether this is a private message.
    #[must_use]
    pub const fn is_private(&self) -> bool {
        self.flags.is_some()
    }
}

#[expect(clippy::ref_option, reason = "serde passes fields by reference")]
/// Describes the files of a message, each with its index among the files sent along
/// (<https://discord.com/developers/docs/reference#uploading-files>).
fn serialize_attachments<S: Serializer>(
    attachments: &Option<Vec<Attachment>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let indexed = attachments.iter().flatten().enumerate();
    serializer.collect_seq(indexed.map(|(id, attachment)| {
        json!({ "id": id, "filename": attachment.name, "description": attachment.description })
    }))
}
