//! The question whether to resign.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::super::control::{BoardAction, Control, PageAction};
use super::super::message::Message;
use super::super::text::{Language, key};
use super::{about, button};
use crate::game::MemberId;
use crate::records::GameRecord;

/// Asks whether to resign.
pub(in crate::discord) fn ask_to_resign(
    language: Language<'_>,
    record: &GameRecord,
    member: MemberId,
) -> Message {
    let args = about(language, record, member);
    let control = |verb| Control::of(&record.game, verb);
    let resign = button(
        language,
        control(BoardAction::ConfirmResign),
        key!("button-resign"),
    )
    .style(ButtonStyle::Danger);
    let buttons = vec![resign, keep_playing(language)];
    Message::private(
        language.tell(key!("ask-to-resign"), &args),
        vec![CreateActionRow::Buttons(buttons)],
    )
}

pub(super) fn keep_playing(language: Language<'_>) -> CreateButton {
    let control = Control::Page(PageAction::KeepPlaying);
    let label = key!("button-play-on");
    button(language, control, label)
}
