//! Lessons: exercises that are solved with buttons, what is stored about them, and who is pointed
//! to them.

use insta::assert_snapshot;
use nim_games::lessons::Exercise;
use nim_games::{Move, Position, Variant};

use crate::erasure::erase;
use crate::support::{Says as _, Story, Takes as _, presses, resigns, seconds};

#[tokio::test]
async fn a_newcomer_solves_exercises_and_goes_on_where_they_were() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    assert_snapshot!(anna.types("/wythoff learn").await, @"
    Wythoff (only you can see this):
    **Lessons.** Each has a few positions to solve. Which game?
    ▾ Choose a game: Wythoff’s game | Nim | … | Graph Nim
    ");
    assert_snapshot!(anna.chooses("Choose a game", "wythoff").await, @"
    Wythoff (only you can see this):
    **Learn Wythoff’s game**: 0 of 13 lessons done.
    ▶️ 1. Go home (0 of 6)
    ▫️ 2. No way out (0 of 7)
    ▫️ 3. Diagonally (0 of 6)
    ▫️ 4. Cross out (0 of 7)
    ▫️ 5. And again (0 of 7)
    ▫️ 6. The list’s rule (0 of 7)
    ▫️ 7. Build it yourself (0 of 8)
    ▫️ 8. When you’re lost (0 of 4)
    **The other way round: home loses**
    ▫️ 1. The last step loses (0 of 6)
    ▫️ 2. The next cold square (0 of 7)
    ▫️ 3. Cross out (0 of 7)
    ▫️ 4. The list’s rule (0 of 7)
    ▫️ 5. Build it yourself (0 of 7)
    ▾ Choose a lesson …: 1. Go home | 2. No way out | … | 5. Build it yourself (last loses)
    [Begin] [Rules] [Practice]
    ");
    assert_snapshot!(anna.clicks("Begin").await, @"
    Wythoff (only you can see this):
    **Wythoff’s game, lesson 1** (1 of 6)
    It’s your move from (0, 5). **Which move wins, if any?**
    -# You both move one queen: left, down, diagonally. Bring her home to win.
    -# Position (0, 5)
    <board.png: A board: the queen is (0, 5), 0 right of home and 5 above it. She can only go down.>
    [↓ 1] [↓ 2] [↓ 3] [↓ 4] [↓ 5]
    [No move wins] [All lessons] [Ask here]
    ");
    let wrong = anna.goes(2, "down").await;
    wrong.says("✗ You go 2 down, and I go 3 down and win. Try again.");
    assert_snapshot!(anna.goes(5, "down").await, @"
    Wythoff (only you can see this):
    **Wythoff’s game, lesson 1** (1 of 6)
    ✅ **Right.** You go 5 down.
    In line with home (left, down or diagonally), one move goes there. So go home, and never leave me the queen in line with it.
    <board.png: The queen is home.>
    [Next] [All lessons]
    ");
    for amount in [3, 1, 4] {
        anna.clicks("Next").await;
        let direction = if amount == 3 { "left" } else { "diagonally" };
        anna.goes(amount, direction).await.says("✅ **Right.**");
    }
    story.restart().await;
    // After a restart an old message still works, and every answer still counts once.
    anna.clicks("Next").await;
    anna.clicks("All lessons").await;
    let course = anna.types("/wythoff learn game:wythoff").await;
    course.says("0 of 13 lessons done");
    course.says("▶️ 1. Go home (4 of 6)");
    anna.clicks("Keep going").await.says("lesson 1** (5 of 6)");
    let course = anna.types("/wythoff learn game:wythoff").await;
    course.says("[Keep going]");
    let third = anna.chooses("Choose a lesson …", "2").await;
    third.says("lesson 3** (1 of 6)");
    // Two moves win here. If the member finds the other one, the lesson also shows its own move.
    let other = anna.goes(1, "left").await.to_string();
    let shown = "Your move wins, too. By this lesson’s rule, you go 3 diagonally.";
    assert!(other.contains("✅") && other.contains(shown), "{other}");
    story.end().await;
}

/// What to press for an exercise: a move, or `None` for the answer that no move wins.
fn solution(at: Position, exercise: Exercise) -> Option<Move> {
    let moves = at.winning_moves().chain(at.defences()).map(Some);
    let mut answers = moves
        .chain([None])
        .filter(|&answer| exercise.is_solved_by(answer));
    answers.next().expect("a solution")
}

#[tokio::test]
async fn every_exercise_of_every_game_is_solved() {
    let story = Story::begin().await;
    let anna = story.anna();
    // So that nothing is asked about the puzzle.
    crate::daily::solves(&story, &anna).await;
    for &variant in Variant::ALL {
        let course = anna.types(&format!("/wythoff learn game:{variant}")).await;
        let mut seen = course.to_string();
        seen.says(" 0 of ");
        anna.clicks("Begin").await;
        for exercise in Exercise::all(variant) {
            // Stays below the rate limit for clicks.
            story.later(seconds(3));
            let at = exercise.position().expect("a position");
            seen = match solution(at, exercise) {
                Some(mv) => presses(&anna, at, mv).await,
                None => anna.clicks("No move wins").await.to_string(),
            };
            assert!(seen.contains("✅ **Right"), "{variant} {at}: {seen}");
            let has_more = seen.contains("[Next");
            assert!(has_more || seen.contains("solved everything"), "{seen}");
            if has_more {
                anna.clicks("Next").await;
            }
        }
        seen.says("[Play me]");
    }
    story.end().await;
}

#[tokio::test]
async fn a_refused_choice_does_not_stay_in_an_exercise() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff learn game:moore").await;
    anna.clicks("Begin").await;
    for exercise in Exercise::all(Variant::Moore).take(4) {
        let at = exercise.position().expect("a position");
        presses(&anna, at, solution(at, exercise).expect("won")).await;
        anna.clicks("Next").await;
    }
    for heap in ["From heap A", "From heap B"] {
        anna.chooses(heap, "1").await;
    }
    let third = anna.chooses("From heap C", "1").await;
    third.says("▾ From heap C: Leave C alone");
    third.says("[Take 1 each from A and B]");
    story.end().await;
}

#[tokio::test]
async fn a_lesson_at_the_position_of_a_game_with_a_member_waits() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff challenge member:boris a:7 b:3").await;
    boris.clicks("Accept").await;
    anna.types("/wythoff learn game:wythoff").await;
    // The first exercise is (3, 7), the same position with the piles swapped.
    anna.chooses("Choose a lesson …", "3").await;
    anna.sees("I’ll stay out of it").await;
    boris.types("/wythoff resign").await;
    boris.clicks("Resign").await;
    anna.chooses("Choose a lesson …", "3").await;
    anna.goes(2, "down").await.says("Right");
    story.end().await;
}

#[tokio::test]
async fn solved_exercises_are_exported_and_erased() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff learn game:wythoff").await;
    anna.clicks("Begin").await;
    anna.goes(5, "down").await;
    let stats = anna.types("/wythoff stats game:wythoff").await;
    stats.says("Lessons: 1 of 86 positions solved");
    let other = anna.types("/wythoff stats game:nim").await.to_string();
    other.does_not_say("Lessons");
    anna.types("/wythoff privacy").await;
    anna.clicks("Export").await;
    anna.sees("<wythoff.json: ").await;
    let file = anna.file("wythoff.json").expect("a file");
    let export: serde_json::Value = serde_json::from_slice(&file).expect("JSON");
    assert_eq!(export["solved_in_lessons"][0]["position"], "0 5");
    erase(&anna).await;
    let learn = anna.types("/wythoff learn game:wythoff").await;
    learn.says("0 of 13 lessons done");
    story.end().await;
}

#[tokio::test]
async fn a_first_loss_tells_of_lessons_once() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 1 2 first:me").await;
    let lost = anna.goes(1, "left").await;
    lost.says("`/wythoff learn` shows you how to win");
    let review = anna.clicks("Review").await.to_string();
    review.does_not_say("learn");
    anna.types("/wythoff start 1 2 first:me").await;
    let second = anna.goes(1, "left").await.to_string();
    assert!(
        second.contains("Wythoff") && !second.contains("learn"),
        "{second}"
    );
    // A winner is not pointed to the lessons, nor is a player who resigns.
    let boris = story.server.member("boris");
    boris.types("/wythoff start 1 1 first:me").await;
    let won = boris.goes(1, "diagonally").await.to_string();
    won.does_not_say("learn");
    boris.types("/wythoff start 5 9 first:me").await;
    let count_lesson_tips = || boris.screen().matches("/wythoff learn").count();
    let before = count_lesson_tips();
    resigns(&boris).await;
    assert_eq!(count_lesson_tips(), before);
    story.end().await;
}
