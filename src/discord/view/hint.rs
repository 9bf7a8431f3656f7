//! A hint: a winning move and why it wins, or that there is none.

use super::super::message::Message;
use super::super::text::{Language, key};
use super::plain;
use super::solve::{reasoned, why_cold};
use crate::game::Game;
use crate::rules::Level;
use crate::rules::wythoff::{Explanation, explain};

/// A winning move and why it wins, or that there is none, and what to do then.
pub(in crate::discord) fn hint(language: Language<'_>, game: &Game) -> Message {
    let text = match explain(game.position()) {
        Explanation::Hot(moves) => {
            let best = moves
                .first()
                .map(|&winning| reasoned(language, game.position(), winning));
            best.unwrap_or_default()
        }
        Explanation::Cold { .. } => {
            let cold = why_cold(language, game.position());
            let advice = match game.players().level() {
                Some(Level::Good | Level::Beginner) => language.say(key!("hint-opponent-errs")),
                Some(Level::Perfect) | None => language.say(key!("hint-hold-out")),
            };
            [cold, advice].join("\n")
        }
    };
    plain(text)
}
