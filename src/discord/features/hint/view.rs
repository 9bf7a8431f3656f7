//! A hint: a winning move and why it wins, or that there is none.

use crate::discord::features::solve::view::{lost, reasoned};
use crate::discord::message::Message;
use crate::discord::picture::Picture;
use crate::discord::text::{Language, key};
use crate::discord::view::description::strip_in_words;
use crate::discord::view::ended::legend;
use crate::discord::view::moves::move_arguments;
use crate::discord::view::plain;
use crate::game::Game;
use crate::rules::Level;

/// A winning move and why it wins, or that there is none, and what to do then.
pub(in crate::discord) fn hint(language: Language<'_>, game: &Game) -> Message {
    let position = game.position();
    if let Some(best) = position.best_move() {
        return plain(reasoned(language, position, best));
    }
    let defence = position.defences().first().copied();
    let choices = position.choices();
    let advice = match (game.players().level(), defence) {
        _ if choices.count() == 1 => language.say(key!("hint-only-move")),
        _ if choices.is_one_at_a_time() => language.say(key!("hint-settled")),
        (Some(Level::Good | Level::Beginner), _) => language.say(key!("hint-opponent-errs")),
        (Some(Level::Perfect) | None, Some(defence)) => {
            let args = move_arguments(language, position, defence);
            language.tell_of(position.variant(), key!("hint-hold-out"), &args)
        }
        (Some(Level::Perfect) | None, None) => language.say(key!("hint-play-on")),
    };
    let mut lines = vec![lost(language, position), advice];
    let Some(picture) = Picture::of_count(position) else {
        return plain(lines.join("\n"));
    };
    lines.extend(legend(language, &picture));
    let in_words = strip_in_words(language, &picture);
    plain(lines.join("\n")).showing(picture, in_words)
}
