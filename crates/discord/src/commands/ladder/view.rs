//! The ladder as a message: the animals, and which of them the member has beaten.

use serenity::all::{ButtonStyle, CreateActionRow, CreateSelectMenuOption};

use crate::controls::Control;
use crate::controls::id::animal_code;
use crate::controls::ladder::LadderControl;
use crate::message::Message;
use crate::picture::{Climbed, Picture};
use crate::text::{Language, key, tell};
use crate::view::{animal_name, game_options, labelled_button, relative, select, show_button};
use nim_games::Animal;
use wythoff_game::records::{GameRecord, Ladder, OnLadder, Word};
use wythoff_game::{Outcome, Player};

/// The ladder of a game.
pub(super) fn ladder(language: Language<'_>, ladder: &Ladder, can_show: bool) -> Message {
    let (variant, reached) = (ladder.variant, ladder.reached);
    let game = language.game_name(variant);
    let mut lines = vec![tell!(language, key!("ladder-title"), "game" => game)];
    lines.extend(Animal::ALL.into_iter().map(|animal| {
        let state = match (ladder.has_beaten(animal), animal == reached) {
            (true, _) => "beaten",
            (false, true) => "reached",
            (false, false) => "ahead",
        };
        tell!(
            language, key!("ladder-animal"), "state" => state, "name" => animal_name(language, animal),
            "animal" => animal.word()
        )
    }));
    lines.push(match (ladder.topped, reached.next()) {
        (Some(at), _) => tell!(language, key!("ladder-topped"), "when" => relative(at)),
        (None, next) => tell!(
            language, key!("ladder-state"), "name" => animal_name(language, reached),
            "next" => next.map_or_else(String::new, |next| animal_name(language, next)),
            "is-last" => if next.is_some() { "no" } else { "yes" }
        ),
    });
    let play = LadderControl::Play(variant, reached);
    let label =
        tell!(language, key!("button-ladder-play"), "name" => animal_name(language, reached));
    let play = labelled_button(play.id(), &label).style(ButtonStyle::Primary);
    let beaten = Animal::ALL.into_iter().filter(|&animal| animal < reached);
    let beaten: Vec<_> = beaten
        .map(|animal| {
            CreateSelectMenuOption::new(animal_name(language, animal), animal_code(animal))
        })
        .collect();
    let earlier = (!beaten.is_empty()).then(|| {
        let control = LadderControl::ChooseAnimal(variant).id();
        select(language, control, beaten, key!("select-animal"))
    });
    let games = game_options(language, Some(variant));
    let games = select(
        language,
        LadderControl::ChooseGame.id(),
        games,
        key!("select-game"),
    );
    let show = can_show.then(|| show_button(language, LadderControl::Show(variant)));
    let buttons = [play].into_iter().chain(show);
    let mut rows = vec![CreateActionRow::Buttons(buttons.collect())];
    rows.extend(earlier);
    rows.push(games);
    let climbed = Climbed::of(ladder);
    let picture = Picture::Animals(vec![(language.game_name(variant), climbed)]);
    let in_words = tell!(language, key!("picture-ladder"), "count" => ladder.beaten());
    Message::private(lines.join("\n"), rows).showing(picture, in_words)
}

/// What the end of a game means for the ladder, in a line.
pub(crate) fn news(language: Language<'_>, record: &GameRecord) -> Option<String> {
    let animal = record.game.players().animal()?;
    let winner = record.game.outcome().and_then(Outcome::winner)?;
    let is_won = matches!(record.game.players().at(winner), Player::Member(_));
    match record.ladder {
        OnLadder::Off if is_won && record.was_helped() => Some(not_counted(language, record)),
        OnLadder::Off | OnLadder::On => None,
        OnLadder::Beaten => Some(tell!(
            language, key!("board-ladder"), "number" => animal.number(),
            "game" => language.game_name(record.variant())
        )),
        OnLadder::Helped => Some(not_counted(language, record)),
    }
}

/// That a win does not count for the ladder, and why.
fn not_counted(language: Language<'_>, record: &GameRecord) -> String {
    let why = match record.ladder {
        OnLadder::Off => "chosen",
        _ if record.is_helped => "hinted",
        OnLadder::On | OnLadder::Beaten | OnLadder::Helped => "taken-back",
    };
    tell!(language, key!("board-ladder-not-counted"), "why" => why)
}
