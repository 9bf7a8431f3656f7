//! Attempts at a puzzle.

use crate::{Attempt, AttemptOutcome, Mark, Tried};
use nim_games::{Draw, Draws, Move};

const DRAWS: Draws = Draws {
    skill: Draw::new(0),
    choice: Draw::new(0),
};

fn attempt_at(written: &str) -> Attempt {
    Attempt::at(written.parse().expect("a position"), None)
}

/// Tries moves, and checks that the attempt can be replayed after each.
fn try_all(mut attempt: Attempt, moves: &[&str]) -> (Attempt, Vec<Tried>) {
    let mut tried = Vec::new();
    for mv in moves {
        let (next, result) = attempt
            .tried(mv.parse().expect("a move"), DRAWS)
            .expect("legal");
        let replayed = Attempt::at(next.start(), next.to_find()).replayed(next.steps());
        assert_eq!(replayed, Ok(next.clone()));
        attempt = next;
        tried.push(result);
    }
    (attempt, tried)
}

#[test]
fn a_slip_is_taken_back_and_counted_once() {
    let (attempt, tried) = try_all(attempt_at("nim: 1 2"), &["A1", "A1", "B2", "B1"]);
    let answer = Some("A1".parse().expect("a move"));
    assert_eq!(
        tried,
        [
            Tried::Wrong,
            Tried::Again,
            Tried::Wrong,
            Tried::Right(answer)
        ]
    );
    assert_eq!((attempt.count_slips(), attempt.outcome()), (2, None));
    let (attempt, _) = try_all(attempt, &["B1"]);
    assert_eq!(attempt.outcome(), Some(AttemptOutcome::Solved));
    assert_eq!(
        attempt.marks(),
        [Mark::Slip, Mark::Slip, Mark::Found, Mark::Found]
    );
}

#[test]
fn the_sixth_slip_ends_the_attempt() {
    let (attempt, _) = try_all(attempt_at("nim: 3 7"), &["A1", "A2", "A3", "B1", "B2"]);
    assert_eq!(attempt.outcome(), None);
    let (attempt, _) = try_all(attempt, &["B3"]);
    assert_eq!(attempt.outcome(), Some(AttemptOutcome::Failed));
}

#[test]
fn a_few_winning_moves_may_be_enough() {
    let start = "nim: 3 8 5 1".parse().expect("a position");
    let (attempt, _) = try_all(Attempt::at(start, Some(2)), &["B1"]);
    assert_eq!(attempt.outcome(), None);
    let second = attempt.now().best_move().expect("won").to_string();
    let (attempt, tried) = try_all(attempt, &[&second]);
    assert_eq!(tried, [Tried::Right(None)]);
    assert_eq!(attempt.outcome(), Some(AttemptOutcome::Solved));
    assert!(!attempt.now().is_over());
    let (before, last) = attempt.given_up_after().expect("it goes on");
    assert_eq!(before.play(last), Ok(attempt.now()));
}

#[test]
fn a_solved_game_is_played_out_and_won() {
    for (written, to_find) in [
        ("nim: 5 8", 2),
        ("wythoff misere: 13 5", 3),
        ("graph: P3+P5", 1),
    ] {
        let start = written.parse().expect("a position");
        let mut attempt = Attempt::at(start, Some(to_find));
        while let (None, Some(mv)) = (attempt.outcome(), attempt.now().best_move()) {
            (attempt, _) = attempt.tried(mv, DRAWS).expect("legal");
        }
        let moves = attempt.played_out(DRAWS);
        assert!(moves.starts_with(attempt.path()));
        let end = moves
            .iter()
            .try_fold(start, |at, mv| at.play(*mv))
            .expect("legal");
        // After an odd number of moves the bot is to move, and has lost if the game is lost for it there.
        assert!(end.is_over());
        assert_eq!(moves.len() % 2 == 1, end.is_lost(), "{written}");
    }
}

#[test]
fn where_every_move_wins_nothing_is_left_to_find() {
    let start = "nim: 1 2".parse().expect("a position");
    let (attempt, _) = try_all(Attempt::at(start, Some(3)), &["B1"]);
    assert_eq!(attempt.outcome(), Some(AttemptOutcome::Solved));
    let (before, last) = attempt.given_up_after().expect("it goes on");
    assert_eq!((before, last.to_string()), (start, "B1".to_owned()));
    // A puzzle that has to be won is not over.
    let (attempt, _) = try_all(Attempt::at(start, None), &["B1"]);
    assert_eq!(attempt.outcome(), None);
}

#[test]
fn where_only_copying_is_left_it_is_over() {
    let start = "nim: 5 2 5 1".parse().expect("a position");
    let (attempt, _) = try_all(Attempt::at(start, Some(3)), &["B1"]);
    assert_eq!(attempt.outcome(), Some(AttemptOutcome::Solved));
    // One from before that was so went on.
    let steps = ["B1", "A1", "C1"].map(|step| step.parse().expect("a step"));
    let replayed = Attempt::at(start, Some(3)).replayed(&steps);
    assert_eq!(replayed.expect("legal").count_found(), 2);
}

#[test]
fn a_hint_names_three_moves_once_and_costs_a_slip() {
    let (attempt, _) = try_all(attempt_at("nim: 3 7"), &["A1"]);
    let hinted = attempt.hinted().expect("a hint");
    let named = hinted.hint().expect("it is here").to_vec();
    let wins = |mv: &Move| hinted.now().play(*mv).is_ok_and(|left| left.is_lost());
    assert_eq!((named.len(), hinted.count_slips()), (3, 2));
    assert_eq!(named.iter().filter(|mv| wins(mv)).count(), 1);
    assert!(
        !named.contains(&"A1".parse().expect("a move")),
        "it was tried"
    );
    assert_eq!(hinted.clone().hinted(), None, "there is only one");
    let (found, _) = try_all(hinted, &["A2", "B4"]);
    assert_eq!(
        found.marks(),
        [Mark::Slip, Mark::Hint, Mark::Slip, Mark::Found]
    );
    assert_eq!((found.hint(), found.is_hinted()), (None, true));
    let (last, _) = try_all(attempt_at("nim: 3 7"), &["A1", "A2", "A3", "B1", "B2"]);
    assert_eq!(last.hinted(), None, "the next slip ends it");
}

#[test]
fn in_misere_play_the_bot_makes_the_last_move() {
    let (attempt, tried) = try_all(attempt_at("nim misere: 3"), &["A3", "A2"]);
    let answer = Some("A1".parse().expect("a move"));
    assert_eq!(tried, [Tried::Wrong, Tried::Right(answer)]);
    assert_eq!(attempt.outcome(), Some(AttemptOutcome::Solved));
    assert_eq!(attempt.given_up_after(), None);
}
