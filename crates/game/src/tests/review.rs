//! What a review says of the moves of a game.

use proptest::prelude::*;

use crate::{Review, Seat, Verdict};
use nim_games::samples::any_position;
use nim_games::{Animal, Draw, Draws, Move, Numbers, Options, Position, Variant, reply};

/// A game of any variant from a random start, with moves picked by `choose`.
fn play_game(
    seed: u64,
    choose: impl Fn(&Position, &mut Numbers) -> Option<Move>,
) -> (Position, Vec<Move>) {
    let mut numbers = Numbers::of([Draw::new(seed), Draw::new(!seed)]);
    let index = usize::try_from(seed).unwrap_or(0) % Variant::ALL.len();
    let start = Position::drawn(Variant::ALL[index], Options::default(), 30, &mut numbers)
        .expect("a start");
    let (mut at, mut moves) = (start, Vec::new());
    while let Some(mv) = choose(&at, &mut numbers) {
        at = at.play(mv).expect("legal");
        moves.push(mv);
    }
    (start, moves)
}

fn random_game(seed: u64) -> (Position, Vec<Move>) {
    play_game(seed, |at, numbers| at.choices().random_move(numbers))
}

/// Even where there are more winning moves than are counted.
#[test]
fn a_move_that_cannot_miss_proves_nothing() {
    let accuracy = |start: &str, moves: [&str; 1]| {
        let start: Position = start.parse().expect("a position");
        let moves = moves.map(|mv| mv.parse::<Move>().expect("a move"));
        Review::of(start, &moves).accuracy(Seat::First).won
    };
    for size in [3, 300] {
        // An odd number of equal heaps: every move wins.
        let start = format!("greedy: {size} {size} {size}");
        assert_eq!(accuracy(&start, ["A1"]), 0, "{size}");
    }
    assert_eq!(accuracy("greedy: 300 300 299", ["A1"]), 0, "not won");
    assert_eq!(accuracy("greedy: 300 299 0", ["A300"]), 1);
}

/// With four heaps, a sweep can lead from one lost position of Nim to another. Some positions
/// have an empty heap: they allow no sweep, and their theory is that of Nim.
#[test]
fn the_longest_defences_with_a_sweep_are_recognised() {
    let sizes = || 0..=4_u64;
    let all = sizes().flat_map(|a| sizes().flat_map(move |b| sizes().map(move |c| (a, b, c))));
    let mut lost = 0;
    for (a, b, c) in all {
        let written = format!("multi: {a} {b} {c} 5");
        let at: Position = written.parse().expect("a position");
        if at.is_lost() {
            lost += 1;
            for mv in at.defences() {
                let verdict = Review::of(at, &[mv]).moves[0].verdict;
                assert_eq!(verdict, Verdict::HeldOut, "{at}: {mv}");
            }
        }
    }
    assert!(lost > 10, "{lost}");
}

#[test]
fn positions_with_four_to_a_hundred_moves_are_worth_practising() {
    for (start, mv, is_worth) in [
        ("wythoff: 1 98", "A1", true),
        ("wythoff: 1 99", "A1", false),
        ("nim: 3 1", "A1", true),
        ("nim: 2 1", "B1", false),
    ] {
        let mv = mv.parse().expect("a move");
        let review = Review::of(start.parse().expect("a position"), &[mv]);
        assert_eq!(review.mistake(Seat::First).is_some(), is_worth, "{start}");
    }
}

#[test]
fn a_move_holds_out_only_if_none_lasts_longer() {
    for (start, mv, verdict) in [
        ("wythoff: 10 6", "A1", Verdict::HeldOut),
        ("wythoff: 10 6", "A10", Verdict::GaveIn),
        ("wythoff: 10 6", "A4", Verdict::GaveIn),
        ("nim: 1 4 5", "A1", Verdict::HeldOut),
        ("nim: 1 4 5", "C5", Verdict::GaveIn),
        ("nim misere: 1 1 1", "A1", Verdict::HeldOut),
        ("grundy: 20", "20=1+19", Verdict::HeldOut),
        ("grundy: 20", "20=9+11", Verdict::GaveIn),
        ("tactix: 4x4", "2", Verdict::GaveIn),
        ("greedy: 3 5 5", "B1", Verdict::CouldNotWin),
    ] {
        let mv = mv.parse().expect("a move");
        let review = Review::of(start.parse().expect("a position"), &[mv]);
        assert_eq!(review.moves[0].verdict, verdict, "{start} {mv}");
    }
}

proptest! {
    #[test]
    fn a_move_keeps_the_win_only_if_it_leaves_a_lost_position(seed: u64) {
        let (start, moves) = random_game(seed);
        for reviewed in Review::of(start, &moves).moves {
            let after = reviewed.before.play(reviewed.mv).expect("legal");
            match reviewed.verdict {
                Verdict::KeptTheWin => prop_assert!(after.is_lost()),
                Verdict::ThrewTheWinAway { right } => {
                    prop_assert!(!after.is_lost());
                    prop_assert!(reviewed.before.play(right).expect("legal").is_lost());
                }
                Verdict::HeldOut | Verdict::GaveIn | Verdict::CouldNotWin => prop_assert!(reviewed.before.is_lost()),
            }
        }
    }

    #[test]
    fn after_the_turning_point_the_winner_keeps_the_win(seed: u64) {
        let (start, moves) = random_game(seed);
        let review = Review::of(start, &moves);
        let last = review.moves.last().expect("there are moves");
        let end = last.before.play(last.mv).expect("legal");
        let winner = if end.is_lost() { last.seat } else { last.seat.other() };
        let turning_ply = review.last_mistake(|_| true).map_or(0, |turning| turning.ply);
        if let Some(turning) = review.last_mistake(|_| true) {
            prop_assert_eq!(turning.seat, winner.other());
        }
        for later in review.moves.iter().filter(|later| later.ply > turning_ply && later.seat == winner) {
            prop_assert_eq!(later.verdict, Verdict::KeptTheWin);
        }
    }

    #[test]
    fn hint_and_review_agree_on_the_longest_defence(position in any_position()) {
        let left = position.best_move().map_or(Ok(position), |best| position.play(best));
        let lost = left.expect("legal");
        for mv in lost.defences().into_iter().take(20).filter(|_| lost.moves_to_end().is_some()) {
            let verdict = Review::of(lost, &[mv]).moves[0].verdict;
            prop_assert_eq!(verdict, Verdict::HeldOut, "{}", mv);
        }
    }

    #[test]
    fn the_perfect_player_keeps_every_win_and_holds_out(seed: u64) {
        let (start, moves) = play_game(seed, |at, numbers| {
            reply(at, Animal::Penguin, Draws { skill: numbers.draw(), choice: numbers.draw() })
        });
        for reviewed in Review::of(start, &moves).moves {
            let good = [Verdict::KeptTheWin, Verdict::HeldOut, Verdict::CouldNotWin];
            prop_assert!(good.contains(&reviewed.verdict), "{reviewed:?}");
        }
    }
}
