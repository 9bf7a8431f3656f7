//! The solution of a position, always with the reason.

use fluent::{FluentArgs, fluent_args};

use super::super::message::Message;
use super::super::text::{Language, key};
use super::pile_argument;
use crate::rules::wythoff::{Explanation, Position, Reason, WinningMove, explain};

/// Whether a position is lost or won for the player to move, every winning move, and why.
pub(in crate::discord) fn solution(language: Language<'_>, position: Position) -> Message {
    let text = match explain(position) {
        Explanation::Cold { .. } => why_cold(language, position),
        Explanation::Hot(moves) => {
            let args = fluent_args!["position" => position.to_string(), "count" => moves.len()];
            let mut lines = vec![language.tell(key!("solution-hot"), &args)];
            lines.extend(
                moves
                    .into_iter()
                    .map(|winning| format!("- {}", reasoned(language, position, winning))),
            );
            lines.join("\n")
        }
    };
    Message::private(text, vec![])
}

pub(super) fn why_cold(language: Language<'_>, position: Position) -> String {
    if position.is_home() {
        return language.say(key!("cold-home"));
    }
    let args = fluent_args![
        "position" => position.to_string(),
        "difference" => language.number(position.difference())
    ];
    language.tell(key!("cold"), &args)
}

pub(super) fn reasoned(language: Language<'_>, position: Position, winning: WinningMove) -> String {
    let args = with_move(language, winning);
    let mv = language.tell(key!("winning-move"), &args);
    format!("{mv} {}", reason(language, position, winning))
}

fn with_move(language: Language<'_>, winning: WinningMove) -> FluentArgs<'static> {
    fluent_args![
        "pile" => pile_argument(winning.mv.pile),
        "amount" => language.number(winning.mv.amount),
        "to" => winning.to.to_string()
    ]
}

fn reason(language: Language<'_>, position: Position, winning: WinningMove) -> String {
    match winning.reason {
        Reason::LastMove => language.say(key!("reason-last-move")),
        Reason::SameDifference { difference } => {
            let args = fluent_args!["difference" => language.number(difference), "pair" => winning.to.to_string()];
            language.tell(key!("reason-same-difference"), &args)
        }
        Reason::Partner { of } => {
            let stays = if of == winning.to.left && position.left == winning.to.left {
                "left"
            } else {
                "right"
            };
            let partner = if stays == "left" {
                winning.to.right
            } else {
                winning.to.left
            };
            let args = fluent_args![
                "stays" => stays,
                "of" => language.number(of),
                "partner" => language.number(partner),
                "pair" => winning.to.to_string()
            ];
            language.tell(key!("reason-partner"), &args)
        }
    }
}
