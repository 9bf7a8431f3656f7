//! What people see: values in, messages out. Every word comes from the locale files.

mod answer;
mod board;
mod review;
mod teaching;

pub(super) use answer::{apology, fault, games, link, plain, refusal, running_here};
pub(super) use board::{board, moved_away, other_amount_form, resign_form};
pub(super) use review::review;
pub(super) use teaching::{hint, rules, solution};

use serenity::all::{ButtonStyle, CreateButton};

use super::control::Control;
use super::text::{Key, Language, key};
use crate::game::{MemberId, Player};
use crate::rules::wythoff::Pile;

/// A member in the text of a message: Discord shows the name that each reader knows, and nobody is pinged.
fn mention(MemberId(member): MemberId) -> String {
    format!("<@{member}>")
}

fn player(language: Language<'_>, player: Player) -> String {
    match player {
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
    CreateButton::new(control.to_string())
        .label(language.say(label))
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
