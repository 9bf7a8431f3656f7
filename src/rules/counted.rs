//! Games that are counted out, since no formula is known: what their tables say, and why a move wins in words that need no theory.

use super::play::reason;
use super::{Move, Reason, Rules};

/// A position whose game is counted out.
pub(super) trait CountedOut: Rules + Copy {
    /// How many moves the game lasts if whoever wins hurries and the other one does not.
    fn remoteness(&self) -> u16;
}

/// The position after a move that is known to be legal.
fn after<R: Rules + Copy>(at: &R, mv: Move) -> Option<R> {
    let mut next = *at;
    next.play(mv).is_ok().then_some(next)
}

/// The winning moves, the quickest first.
pub(super) fn winning_moves<R: CountedOut>(at: &R) -> Vec<Move> {
    let choices = at.choices();
    let wins = choices.moves().filter_map(|mv| {
        let next = after(at, mv)?;
        next.is_lost().then(|| (next.remoteness(), mv))
    });
    let mut wins: Vec<(u16, Move)> = wins.collect();
    // Stable: of moves that are equally quick, the first one stays the first.
    wins.sort_by_key(|&(moves, _)| moves);
    wins.into_iter().map(|(_, mv)| mv).collect()
}

/// The moves that make a lost position last longest.
pub(super) fn defences<R: CountedOut>(at: &R) -> Vec<Move> {
    let longest = at.remoteness().checked_sub(1);
    if !at.is_lost() {
        return Vec::new();
    }
    let choices = at.choices();
    let holds = |mv: &Move| after(at, *mv).map(|next| next.remoteness()) == longest;
    choices.moves().filter(holds).collect()
}

/// Why a move wins that leaves this position: the two strongest replies, and what answers them.
pub(super) fn why<R: Rules + Copy>(left: &R) -> Reason {
    match answers(left).as_slice() {
        [] => reason!("reason-last-move"),
        [(reply, answer)] => {
            reason!("reason-counted-one", "reply" => reply.clone(), "answer" => answer.clone())
        }
        [(first, answer), (second, other), ..] => reason!(
            "reason-counted-out", "first" => first.clone(), "answer" => answer.clone(), "second" => second.clone(), "other" => other.clone()
        ),
    }
}

/// Why a position is lost, in the same way.
pub(super) fn why_lost<R: Rules + Copy>(at: &R) -> Reason {
    let count = at.choices().count().to_string();
    match answers(at).as_slice() {
        [] => reason!("lost-nothing-left"),
        [(reply, answer)] => {
            reason!("lost-counted-one", "reply" => reply.clone(), "answer" => answer.clone())
        }
        [(first, answer), (second, other), ..] => reason!(
            "lost-counted-out", "count" => count, "first" => first.clone(), "answer" => answer.clone(), "second" => second.clone(),
            "other" => other.clone()
        ),
    }
}

/// Up to two of the moves that hold out longest in a lost position, each with the move that wins then.
fn answers<R: Rules + Copy>(at: &R) -> Vec<(String, String)> {
    let mut replies = at.defences();
    for smallest in at.choices().smallest() {
        if !replies.contains(&smallest) {
            replies.push(smallest);
        }
    }
    let answered = |reply: Move| {
        let next = after(at, reply)?;
        let answer = next.winning_moves().next()?;
        Some((format!("{reply:#}"), format!("{answer:#}")))
    };
    replies.into_iter().filter_map(answered).take(2).collect()
}
