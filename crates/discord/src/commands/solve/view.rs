//! The solution of a position, always with the reason.

use itertools::Itertools as _;
use serenity::all::CreateActionRow;

use crate::commands::ask::view::ask_button;
use crate::context::Permissions;
use crate::controls::show_here::here;
use crate::controls::solve::SolveControl;
use crate::message::Message;
use crate::text::{Language, key, tell};
use crate::view::explanation::{Voice, explained};
use crate::view::legends::with_pictures;
use crate::view::moves::{in_short, move_arguments};
use crate::view::position::{position_text, title};
use crate::view::{plain, show_button};
use nim_games::{Explanation, Move, Position};

/// How many other winning moves are named.
const MAX_OTHERS: usize = 9;

/// For each position: its game, whether the player to move wins, the winning moves, and the reason.
/// `helped`: in how many running games against the bot the answer helps.
pub(crate) fn solutions(
    language: Language<'_>,
    positions: &[Position],
    helped: usize,
    permissions: Permissions,
) -> Message {
    let solutions = positions.iter().map(|&position| {
        let game = title(language, position);
        let title = tell!(language, key!("solution-title"), "game" => game);
        format!("{title}\n{}", solution(language, position))
    });
    let counts = (helped > 0).then(|| tell!(language, key!("told-counts"), "games" => helped));
    let text = [itertools::join(solutions, "\n\n")]
        .into_iter()
        .chain(counts)
        .join("\n");
    match positions {
        [position] => {
            let rows = show_row(language, *position, permissions);
            let rows = rows.into_iter().collect();
            with_pictures(language, text, rows, &Explanation::of(*position))
        }
        _ => plain(text),
    }
}

/// The buttons that show the solution to everybody, or ask everybody about it. `None` if the position is too large
/// for their ids.
fn show_row(
    language: Language<'_>,
    position: Position,
    permissions: Permissions,
) -> Option<CreateActionRow> {
    let show = SolveControl::Show(position);
    let show = (permissions.is_public && here(show).fits()).then(|| show_button(language, show));
    let ask = permissions
        .can_gather()
        .then(|| ask_button(language, position));
    let buttons = show.into_iter().chain(ask.flatten());
    let buttons = buttons.collect_vec();
    (!buttons.is_empty()).then_some(CreateActionRow::Buttons(buttons))
}

fn solution(language: Language<'_>, position: Position) -> String {
    let explanation = Explanation::of(position);
    let why = explained(language, &explanation, Voice::Us);
    let Some(winning) = explanation.winning else {
        let remark = position.remark().map(|remark| language.reason(&remark));
        let best = best_defence(language, position);
        return [Some(why), remark, best].into_iter().flatten().join("\n");
    };
    let args = fluent::fluent_args!["position" => position_text(position)];
    let won = language.tell_for_game(position.variant(), key!("solution-won"), &args);
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
    language.game_text(position.variant(), "best-of-the-lost", None, &args)
}

/// The winning moves other than `best`. Returns `None` if there are none.
fn others(language: Language<'_>, position: Position, best: Move) -> Option<String> {
    let moves: Vec<Move> = position
        .winning_moves()
        .filter(|&mv| mv != best)
        .take(MAX_OTHERS + 1)
        .collect();
    let first = moves.iter().take(MAX_OTHERS);
    let texts = first.map(|&mv| in_short(language, position, mv)).join("; ");
    let more = if moves.len() > MAX_OTHERS {
        "some"
    } else {
        "none"
    };
    (!moves.is_empty()).then(|| {
        tell!(language, key!("solution-others"), "moves" => texts, "count" => moves.len(), "more" => more)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::option::LARGEST_NUMBER;
    use crate::text::Texts;
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
    fn solutions_of_cold_pairs_give_the_number_and_formula() {
        let texts = Texts::load().expect("the texts parse");
        let language = texts.language("en-US");
        // The largest k for which both numbers are below 2^53.
        let last = (0..53).rev().fold(0, |last, bit| {
            let next = last | 1 << bit;
            let fits = cold_pair(next)[1] <= LARGEST_NUMBER;
            if fits { next } else { last }
        });
        for k in (1..=1_000).chain(last - 100..=last) {
            let [small, large] = cold_pair(k);
            for piles in [[small, large], [large, small]] {
                let message = solutions(
                    language,
                    &[Wythoff::of(piles).into()],
                    0,
                    Permissions::default(),
                );
                let formula = format!(
                    "cold pair number {k}: {k} times the golden ratio (φ = 1.618…), rounded down, is {small}; and {small} + {k} = {large}."
                );
                assert!(
                    message.content().contains(&formula),
                    "{}",
                    message.content()
                );
            }
        }
        let message = solutions(
            language,
            &[Wythoff::of([13, 9]).into()],
            0,
            Permissions::default(),
        );
        assert!(!message.content().contains('φ'), "{}", message.content());
    }
}
