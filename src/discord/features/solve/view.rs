//! The solution of a position, always with the reason.

use crate::discord::message::Message;
use crate::discord::text::{Language, key, tell};
use crate::discord::view::moves::move_arguments;
use crate::discord::view::plain;
use crate::discord::view::position::{shown, title};
use crate::rules::{Move, Position};

/// How many winning moves are shown.
const MAX_MOVES: usize = 10;

/// How many characters all solutions may have before moves go without their reasons. A message holds 2000.
const WITH_REASONS: usize = 1000;

/// For each position, with its game: whether it is lost or won for the player to move, its winning moves, and why.
pub(in crate::discord) fn solutions(language: Language<'_>, positions: &[Position]) -> Message {
    let solutions = positions.iter().map(|&position| {
        let game = title(language, position);
        let title = tell!(language, key!("solution-title"), "game" => game);
        let most = WITH_REASONS / positions.len();
        format!("{title}\n{}", solution(language, position, most))
    });
    plain(solutions.collect::<Vec<_>>().join("\n\n"))
}

fn solution(language: Language<'_>, position: Position, most: usize) -> String {
    let mut moves: Vec<Move> = position.winning_moves().take(MAX_MOVES + 1).collect();
    if moves.is_empty() {
        return lost(language, position);
    }
    let args = fluent::fluent_args!["position" => shown(position), "count" => moves.len()];
    let mut lines = vec![language.tell_of(position.variant(), key!("solution-won"), &args)];
    let has_more = moves.len() > MAX_MOVES;
    moves.truncate(MAX_MOVES);
    // The reason is the same for many, and said once then. A drawing stands for all.
    let (mut said, mut is_drawn) = (String::new(), false);
    for mv in moves {
        let why = language.reason(&position.why(mv));
        let mv = winning(language, position, mv);
        let is_drawing = why.contains("```");
        let is_long = lines.iter().map(String::len).sum::<usize>() > most;
        lines.push(if why == said || is_long || is_drawing && is_drawn {
            format!("- {mv}")
        } else {
            format!("- {mv} {why}")
        });
        (said, is_drawn) = (why, is_drawn || is_drawing);
    }
    lines.extend(has_more.then(|| language.say(key!("solution-more"))));
    lines.join("\n")
}

/// That a position is not won, and why.
pub(in crate::discord) fn lost(language: Language<'_>, position: Position) -> String {
    let why = language.reason(&position.why_lost());
    if position.is_over() {
        return why;
    }
    let args = fluent::fluent_args!["position" => shown(position), "why" => why];
    language.tell_of(position.variant(), key!("solution-lost"), &args)
}

/// A winning move and why it wins.
pub(in crate::discord) fn reasoned(language: Language<'_>, position: Position, mv: Move) -> String {
    let why = language.reason(&position.why(mv));
    format!("{} {why}", winning(language, position, mv))
}

fn winning(language: Language<'_>, position: Position, mv: Move) -> String {
    language.tell(
        key!("winning-move"),
        &move_arguments(language, position, mv),
    )
}
