//! What else can be done after a finished game against the bot.

use fluent::FluentArgs;
use serenity::all::{CreateActionRow, CreateSelectMenuOption};

use crate::controls::dare::DareControl;
use crate::controls::id::animal_code;
use crate::controls::ladder::LadderControl;
use crate::controls::review::ReviewControl;
use crate::controls::rules::RulesControl;
use crate::controls::start::StartControl;
use crate::controls::{Control, Seen};
use crate::message::Message;
use crate::text::{Language, key, tell};
use crate::view::{animal_name, button, game_options, labelled_button, select};
use nim_games::Animal;
use wythoff_game::records::GameRecord;
use wythoff_game::{Outcome, Player};
use wythoff_service::BotRematch;

/// Everything but the next game, in the same order after every game.
pub(super) fn more(
    language: Language<'_>,
    record: &GameRecord,
    animal: Animal,
    can_dare: bool,
) -> Message {
    let opponents = Animal::ALL.into_iter().map(|animal| {
        CreateSelectMenuOption::new(animal_name(language, animal), animal_code(animal))
    });
    let seen = Seen::of(&record.game);
    let opponents = select(
        language,
        StartControl::Against(seen).id(),
        opponents.collect(),
        key!("select-opponent"),
    );
    let games = select(
        language,
        StartControl::StartOther(seen).id(),
        game_options(language, None),
        key!("select-other-game"),
    );
    let text = tell!(language, key!("more"), "animal" => animal_name(language, animal));
    let rows = vec![
        next_games(language, record, animal),
        opponents,
        games,
        look_back(language, record, can_dare),
    ];
    Message::private(text, rows)
}

/// The same game again, with the other side, and another board.
fn next_games(language: Language<'_>, record: &GameRecord, animal: Animal) -> CreateActionRow {
    let seen = Seen::of(&record.game);
    let side = match record.game.players().first {
        Player::Bot(_) => language.say(key!("button-i-begin")),
        Player::Member(_) | Player::Former(_) => {
            tell!(language, key!("button-animal-begins"), "animal" => animal_name(language, animal))
        }
    };
    let no_args = FluentArgs::new();
    let board = language.tell_for_game(record.variant(), key!("button-new-position"), &no_args);
    let next = |next, label: &str| labelled_button(StartControl::Rematch(seen, next).id(), label);
    CreateActionRow::Buttons(vec![
        next(BotRematch::Again, &language.say(key!("button-play-again"))),
        next(BotRematch::OtherSide, &side),
        next(BotRematch::NewPosition, &board),
    ])
}

/// The review, the rules, the ladder, and a dare after a win without help.
fn look_back(language: Language<'_>, record: &GameRecord, can_dare: bool) -> CreateActionRow {
    let game = &record.game;
    let seen = Seen::of(game);
    let winner = game.outcome().and_then(Outcome::winner);
    let has_won = winner.is_some_and(|seat| matches!(game.players().at(seat), Player::Member(_)));
    let can_dare = has_won && can_dare && !record.was_helped();
    let dare = can_dare.then(|| (DareControl::Make(game.id()).id(), key!("button-dare")));
    let buttons = [
        (ReviewControl::Open(seen).id(), key!("button-review")),
        (RulesControl::OfGame(seen).id(), key!("button-rules")),
        (
            LadderControl::Show(record.variant()).id(),
            key!("button-ladder"),
        ),
    ];
    let buttons = buttons.into_iter().chain(dare);
    let buttons = buttons.map(|(id, label)| button(language, id, label));
    CreateActionRow::Buttons(buttons.collect())
}
