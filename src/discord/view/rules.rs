//! The rules.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use super::super::control::{Control, PageAction};
use super::super::message::Message;
use super::super::text::{Language, key};
use super::position::rules_in_short;
use super::{button, plain};
use crate::game::WhoStarts;
use crate::rules::{Ending, Level, Options, Position, Variant};
use crate::service::NewGame;

/// The rules of a game, with an example and the idea behind it. `is_offered`: with a button that starts the game.
pub(in crate::discord) fn rules(
    language: Language<'_>,
    variant: Variant,
    is_offered: bool,
) -> Message {
    let rules = language.of_game(variant, "rules", None, &fluent::FluentArgs::new());
    let opening = Position::openings(variant).first().filter(|_| is_offered);
    let start = opening.and_then(|it| Position::read(variant, it.options, it.position).ok());
    let row = start.map(|start| play_me(language, start, first_to_win(start)));
    Message::private(rules.unwrap_or_default(), row.into_iter().collect())
}

/// The rules of a game as it is played from that position: if the last move loses, that is said.
pub(in crate::discord) fn rules_of(language: Language<'_>, start: Position) -> Message {
    if start.options().ending != Some(Ending::Misere) {
        return rules(language, start.variant(), false);
    }
    let args = fluent::FluentArgs::new();
    let own = language.of_game(start.variant(), "rules", Some("misere"), &args);
    plain(own.unwrap_or_else(|| {
        let rules = language.of_game(start.variant(), "rules", None, &args);
        [
            language.say(key!("rules-misere")),
            rules.unwrap_or_default(),
        ]
        .join("\n")
    }))
}

/// Who has to start from a position for the member to be able to win.
pub(super) fn first_to_win(start: Position) -> WhoStarts {
    if start.is_lost() {
        WhoStarts::Opponent
    } else {
        WhoStarts::Me
    }
}

/// A row with the button that starts a game against the perfect bot.
pub(super) fn play_me(
    language: Language<'_>,
    start: Position,
    first: WhoStarts,
) -> CreateActionRow {
    let new = NewGame {
        start,
        first,
        level: Level::Perfect,
    };
    let control = Control::Page(PageAction::Start(new));
    let start = button(language, control, key!("button-start")).style(ButtonStyle::Primary);
    CreateActionRow::Buttons(vec![start])
}

/// Every game with a line about it, and a select that opens the rules of one.
pub(in crate::discord) fn all_rules(language: Language<'_>) -> Message {
    let mut lines = vec![language.say(key!("all-rules"))];
    lines.extend(Variant::ALL.iter().filter_map(|&variant| {
        let opening = Position::openings(variant).first()?;
        let usual = Position::read(variant, Options::default(), opening.position).ok()?;
        let (game, line) = (language.game_name(variant), rules_in_short(language, usual));
        Some(format!("- **{game}**: {line}"))
    }));
    let option = |&variant: &Variant| {
        CreateSelectMenuOption::new(language.game_name(variant), variant.key())
    };
    let options = Variant::ALL.iter().map(option).collect();
    let control = Control::Page(PageAction::Rules);
    let select = CreateSelectMenu::new(
        control.to_string(),
        CreateSelectMenuKind::String { options },
    );
    let select = select.placeholder(language.say(key!("select-rules")));
    Message::private(lines.join("\n"), vec![CreateActionRow::SelectMenu(select)])
}
