//! The menu: all games at a glance, and a select that starts one.

use serenity::all::{CreateActionRow, CreateSelectMenuOption};

use crate::discord::commands::challenge::ChallengeControl;
use crate::discord::commands::command::Control;
use crate::discord::commands::id::Id;
use crate::discord::message::Message;
use crate::discord::picture::{Board, Picture};
use crate::discord::text::{Key, Language, Texts, key};
use crate::discord::view::position::heap_names;
use crate::discord::view::{button, game_options, select};
use nim_games::{Options, Position, Variant};

/// The value of the option that picks a random game.
const ANY: &str = "any";

/// A picture of all games, a select with the given id, and, where others see the answer, a button for
/// a challenge.
pub(super) fn menu(language: Language<'_>, id: Id, can_challenge: bool) -> Message {
    let any = CreateSelectMenuOption::new(language.say(key!("menu-any")), ANY);
    let any = any.description(language.say(key!("menu-any-what")));
    let mut options = game_options(language, None);
    options.push(any);
    let games = select(language, id, options, key!("select-game"));
    let challenge = ChallengeControl::Form(None).id();
    let challenge = button(language, challenge, key!("button-challenge"));
    let challenge = can_challenge.then(|| CreateActionRow::Buttons(vec![challenge]));
    let rows = [games].into_iter().chain(challenge).collect();
    let (picture, in_words) = (picture(language), language.say(key!("picture-games")));
    Message::private(language.say(key!("menu")), rows).showing(picture, in_words)
}

/// The chosen game. If the member chose a random one, the time in `interaction_id` decides which.
pub(super) fn chosen_game(value: &str, interaction_id: u64) -> Result<Variant, Key> {
    let random_variant = || {
        // The snowflake's milliseconds, modulo the number of games.
        let games = u64::try_from(Variant::ALL.len()).ok()?;
        let index = usize::try_from((interaction_id >> 22) % games).ok()?;
        Variant::ALL.get(index).copied()
    };
    let variant = match value {
        ANY => random_variant(),
        key => Variant::from_key(key),
    };
    variant.ok_or(key!("refused-old-control"))
}

/// The picture of the menu, in the fallback language.
#[must_use]
pub fn games_picture(texts: &Texts) -> Picture {
    picture(texts.language(""))
}

/// A small board of each game, after a move, with its name.
fn picture(language: Language<'_>) -> Picture {
    let board = |&variant: &Variant| {
        let start = Position::usual(variant, Options::default()).ok()?;
        let mv = start.best_move().or_else(|| start.choices().largest())?;
        let board = Board {
            start,
            before: Some(start),
            ..Board::at(start.play(mv).ok()?, heap_names(language, start))
        };
        Some((board, language.game_name(variant)))
    };
    Picture::Games(Variant::ALL.iter().filter_map(board).collect())
}
