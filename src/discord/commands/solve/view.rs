//! The solution of a position, always with the reason.

use itertools::Itertools as _;

use crate::discord::message::Message;
use crate::discord::text::{Language, key, tell};
use crate::discord::view::explanation::{Voice, explained};
use crate::discord::view::legends::with_pictures;
use crate::discord::view::moves::{in_short, move_arguments};
use crate::discord::view::plain;
use crate::discord::view::position::{shown, title};
use nim_games::{Explanation, Move, Position};

/// How many other winning moves are named.
const MAX_OTHERS: usize = 9;

/// For each position, with its game: whether it is lost or won for the player to move, its winning
/// moves, and why.
pub(in crate::discord) fn solutions(language: Language<'_>, positions: &[Position]) -> Message {
    let solutions = positions.iter().map(|&position| {
        let game = title(language, position);
        let title = tell!(language, key!("solution-title"), "game" => game);
        format!("{title}\n{}", solution(language, position))
    });
    let text = itertools::join(solutions, "\n\n");
    match positions {
        [position] => with_pictures(language, text, vec![], &Explanation::of(*position)),
        _ => plain(text),
    }
}

fn solution(language: Language<'_>, position: Position) -> String {
    let explanation = Explanation::of(position);
    let why = explained(language, &explanation, Voice::Us);
    let Some(winning) = explanation.winning else {
        let remark = position.remark().map(|remark| language.reason(&remark));
        let best = best_defence(language, position);
        return [Some(why), remark, best].into_iter().flatten().join("\n");
    };
    let args = fluent::fluent_args!["position" => shown(position)];
    let won = language.tell_of(position.variant(), key!("solution-won"), &args);
    let others = others(language, position, winning);
    [Some(won), Some(why), others]
        .into_iter()
        .flatten()
        .join("\n")
}

/// The best move in a position without a winning move, in games that have a text for it.
fn best_defence(language: Language<'_>, position: Position) -> Option<String> {
    let defence = position.defences().first().copied()?;
    let args = move_arguments(language, position, defence);
    language.of_game(position.variant(), "best-of-the-lost", None, &args)
}

/// The other winning moves.
fn others(language: Language<'_>, position: Position, first: Move) -> Option<String> {
    let moves: Vec<Move> = position
        .winning_moves()
        .filter(|&mv| mv != first)
        .take(MAX_OTHERS + 1)
        .collect();
    let shown = moves.iter().take(MAX_OTHERS);
    let shown = shown.map(|&mv| in_short(language, position, mv)).join("; ");
    let more = if moves.len() > MAX_OTHERS {
        "some"
    } else {
        "none"
    };
    (!moves.is_empty()).then(|| {
        tell!(language, key!("solution-others"), "moves" => shown, "count" => moves.len(), "more" => more)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::input::option::LARGEST_NUMBER;
    use crate::discord::text::Texts;
    use nim_games::wythoff::Wythoff;

    /// The k-th cold pair, from an exact integer square root: the smaller number is floor(k phi) =
    /// floor((k + sqrt(5 k^2)) / 2), and the larger one is k more.
    fn cold_pair(k: u64) -> [u64; 2] {
        let wide = u128::from(k);
        let small = u128::midpoint(wide, (5 * wide * wide).isqrt());
        let small = u64::try_from(small).expect("it fits");
        [small, small + k]
    }

    #[test]
    fn a_cold_pair_has_its_number_and_its_formula_at_every_size() {
        let texts = Texts::load().expect("the texts parse");
        let language = texts.language("en-US");
        // The last pair whose numbers are both below 2^53.
        let last = (0..53).rev().fold(0, |last, bit| {
            let next = last | 1 << bit;
            let fits = cold_pair(next)[1] <= LARGEST_NUMBER;
            if fits { next } else { last }
        });
        for k in (1..=1_000).chain(last - 100..=last) {
            let [small, large] = cold_pair(k);
            for piles in [[small, large], [large, small]] {
                let said = solutions(language, &[Wythoff::of(piles).into()]);
                let formula = format!("cold pair number {k}: ⌊{k}φ⌋ = {small}, ⌊{k}φ²⌋ = {large}.");
                assert!(said.content().contains(&formula), "{}", said.content());
            }
        }
        let said = solutions(language, &[Wythoff::of([13, 9]).into()]);
        assert!(!said.content().contains('φ'), "{}", said.content());
    }
}
