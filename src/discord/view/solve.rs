//! The solution of a position, always with the reason.

use super::super::message::Message;
use super::super::text::{Language, key, tell};
use super::{move_arguments, plain};
use crate::rules::wythoff::{Explanation, Position, Reason, WinningMove, explain};

/// Whether a position is lost or won for the player to move, every winning move, and why.
pub(in crate::discord) fn solution(language: Language<'_>, position: Position) -> Message {
    let text = match explain(position) {
        Explanation::Cold { .. } => why_cold(language, position),
        Explanation::Hot(moves) => {
            let mut lines = vec![tell!(
                language, key!("solution-hot"), "position" => position.to_string(),
                "count" => moves.len()
            )];
            let line = |winning| format!("- {}", reasoned(language, position, winning));
            lines.extend(moves.into_iter().map(line));
            lines.join("\n")
        }
    };
    plain(text)
}

pub(super) fn why_cold(language: Language<'_>, position: Position) -> String {
    if position.is_home() {
        return language.say(key!("cold-home"));
    }
    tell!(
        language, key!("cold"), "position" => position.to_string(),
        "difference" => language.number(position.difference())
    )
}

pub(super) fn reasoned(language: Language<'_>, position: Position, winning: WinningMove) -> String {
    let args = move_arguments(language, position, winning.mv);
    let mv = language.tell(key!("winning-move"), &args);
    format!("{mv} {}", reason(language, position, winning))
}

fn reason(language: Language<'_>, position: Position, winning: WinningMove) -> String {
    match winning.reason {
        Reason::LastMove => language.say(key!("reason-last-move")),
        Reason::SameDifference { difference } => {
            tell!(
                language, key!("reason-same-difference"),
                "difference" => language.number(difference), "pair" => winning.to.to_string()
            )
        }
        Reason::Partner { of } => {
            let (stays, partner) = if of == winning.to.left && position.left == of {
                ("left", winning.to.right)
            } else {
                ("right", winning.to.left)
            };
            tell!(
                language, key!("reason-partner"), "stays" => stays, "of" => language.number(of),
                "partner" => language.number(partner), "pair" => winning.to.to_string()
            )
        }
    }
}
