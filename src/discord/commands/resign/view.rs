//! The question whether to resign.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::discord::input::control::{BoardAction, Control, PageAction};
use crate::discord::message::Message;
use crate::discord::text::{Language, key};
use crate::discord::view::{about, button};
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

pub(in crate::discord) fn keep_playing(language: Language<'_>) -> CreateButton {
    let control = Control::Page(PageAction::KeepPlaying);
    let label = key!("button-play-on");
    button(language, control, label)
}
