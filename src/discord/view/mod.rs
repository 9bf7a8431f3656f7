//! What people see: values in, messages out. Every word comes from the locale files.

mod answer;
mod board;
mod challenge;
mod ended;
mod notification;
mod privacy;
mod review;
mod settings;
mod standings;
mod teaching;

pub(super) use answer::{
    apology, ask_to_resign, fault, game_refusal, games, link, link_to_board, named, plain, refusal,
    running_here, which_game,
};
pub(super) use board::{board, moved_away, other_amount_form, taking};
pub(super) use challenge::{challenge, offer_start};
pub(super) use notification::{challenge_notification, notification};
pub(super) use privacy::{erase_form, erased, export, privacy};
pub(super) use review::{as_text, review};
pub(super) use settings::{LARGEST_PILES, Saved, own_settings, server_settings};
pub(super) use standings::{leaderboard, stats};
pub(super) use teaching::{hint, rules, solution};

use serenity::all::{ButtonStyle, CreateButton};

use super::control::Control;
use super::text::{Key, Language, key};
use crate::game::{MemberId, Player, Timestamp};
use crate::rules::wythoff::{Level, Pile};

/// A member in the text of a message: Discord shows the name that each reader knows, and nobody is pinged.
fn mention(MemberId(member): MemberId) -> String {
    format!("<@{member}>")
}

fn player(language: Language<'_>, player: Player) -> String {
    match player {
        // Who has erased everything is known to nobody any more.
        former if former.is_former() => language.say(key!("a-former-player")),
        Player::Member(member) => mention(member),
        Player::Bot(_) => language.say(key!("the-bot")),
    }
}

fn button(
    language: Language<'_>,
    control: Control,
    label: Key,
    style: ButtonStyle,
) -> CreateButton {
    labelled(control, &language.say(label), style)
}

/// A button with that on it, or as much of that as fits
/// (<https://discord.com/developers/docs/components/reference#button-button-structure>).
fn labelled(control: Control, label: &str, style: ButtonStyle) -> CreateButton {
    CreateButton::new(control.to_string())
        .label(label.chars().take(80).collect::<String>())
        .style(style)
}

/// Where a move takes from, as the `$pile` of a text.
const fn pile_argument(pile: Pile) -> &'static str {
    match pile {
        Pile::Left => "left",
        Pile::Right => "right",
        Pile::Both => "both",
    }
}

/// A level, as the `$level` of a text.
const fn level_argument(level: Level) -> &'static str {
    match level {
        Level::Perfect => "perfect",
        Level::Good => "good",
        Level::Beginner => "beginner",
    }
}

/// A point in time as Discord shows it to each reader: "in 3 hours"
/// (<https://discord.com/developers/docs/reference#message-formatting>).
fn relative(at: Timestamp) -> String {
    format!("<t:{}:R>", at.0.div_euclid(1000))
}

/// A name in the text of a message, where nothing in it means anything but itself.
fn escaped(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
