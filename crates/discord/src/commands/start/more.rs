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
    let game = &record.game;
    let seen = Seen::of(game);
    let variant = record.variant();
    let review = button(
        language,
        ReviewControl::Open(seen).id(),
        key!("button-review"),
    );
    let rules = button(
        language,
        RulesControl::OfGame(seen).id(),
        key!("button-rules"),
    );
    let label = language.tell_for_game(variant, key!("button-new-position"), &FluentArgs::new());
    let next = |next| StartControl::Rematch(seen, next).id();
    let side = match game.players().first {
        Player::Bot(_) => language.say(key!("button-i-begin")),
        Player::Member(_) | Player::Former(_) => {
            tell!(language, key!("button-animal-begins"), "animal" => animal_name(language, animal))
        }
    };
    let again = next(BotRematch::Again);
    let next_games = vec![
        labelled_button(again, &language.say(key!("button-play-again"))),
        labelled_button(next(BotRematch::OtherSide), &side),
        labelled_button(next(BotRematch::NewPosition), &label),
    ];
    let animals = Animal::ALL.into_iter().map(|animal| {
        CreateSelectMenuOption::new(animal_name(language, animal), animal_code(animal))
    });
    let opponents = StartControl::Against(seen).id();
    let opponents = select(
        language,
        opponents,
        animals.collect(),
        key!("select-opponent"),
    );
    let games = StartControl::StartOther(seen).id();
    let games = select(
        language,
        games,
        game_options(language, None),
        key!("select-other-game"),
    );
    let ladder = button(
        language,
        LadderControl::Show(variant).id(),
        key!("button-ladder"),
    );
    let winner = game.outcome().and_then(Outcome::winner);
    let has_won = winner.is_some_and(|seat| matches!(game.players().at(seat), Player::Member(_)));
    let dare = (has_won && can_dare && !record.was_helped()).then(|| {
        button(
            language,
            DareControl::Make(game.id()).id(),
            key!("button-dare"),
        )
    });
    let text = tell!(language, key!("more"), "animal" => animal_name(language, animal));
    Message::private(
        text,
        vec![
            CreateActionRow::Buttons(next_games),
            opponents,
            games,
            CreateActionRow::Buttons([review, rules, ladder].into_iter().chain(dare).collect()),
        ],
    )
}
