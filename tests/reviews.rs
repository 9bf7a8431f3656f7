//! Reviews of finished games.

use insta::assert_snapshot;

use crate::daily::{solve, solves, today};
use crate::support::{Says as _, Story, Takes as _, minutes, position, resigns};

#[tokio::test]
async fn a_review_names_the_turning_point_and_judges_every_move() {
    let story = Story::begin().await;
    let anna = story.anna();
    let boris = story.server.member("boris");
    anna.types("/wythoff start 10 5 first:me").await;
    anna.goes(1, "down").await;
    while anna.control("Resign").is_some() {
        let at = position(&anna.latest());
        let direction = if at[0] > 0 { "left" } else { "down" };
        anna.goes(1, direction).await;
    }
    assert_snapshot!(anna.types("/wythoff review").await, @"
    Wythoff (only you can see this):
    **@anna, move 1:** went 1 down.
    ✗ **Threw the win away.** Better: 7 left.
    -# Wythoff’s game: @anna against Penguin
    -# Position (10, 5)
    <board.png: A board: the queen is (10, 5), 10 right of home and 5 above it. She can go up to 10 left, 5 down, or 5 diagonally. The move made: 1 down. The winning move: 7 left.>
    [◀ Back] (off) [Next ▶] [Turning point] (off)
    [Try again from here] [Notation] [Show it here] [Ask here]
    ");
    // Anybody who sees the board may ask.
    let theirs = boris.clicks("Why?").await;
    theirs.says("only you can see this");
    story.end().await;
}

#[tokio::test]
async fn a_review_says_if_it_helps_in_a_running_game() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 5 first:me").await;
    anna.goes(1, "down").await;
    resigns(&anna).await;
    anna.types("/wythoff start 10 5 first:me").await;
    let reviewed = anna.types("/wythoff review").await;
    reviewed.says("that game now counts as played with a hint");
    let next = anna.clicks("Why?").await;
    next.does_not_say("counts as played with a hint");
    story.end().await;
}

#[tokio::test]
async fn a_review_works_in_another_channel() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    for _ in 0..5 {
        anna.types("/wythoff move A1").await;
    }
    resigns(&anna).await;
    let talk = anna.in_channel("talk");
    let offered = talk.completes("/wythoff review which:").await;
    let review = format!("/wythoff review which:\"{}\"", offered[0]);
    talk.types(&review).await.says("**@anna, move 1:**");
    let next = talk.control("Next ▶").expect("a button");
    talk.clicks("Next ▶").await.says("**Penguin, move 1:**");
    talk.clicks("Notation").await.says("300 240:");
    talk.types(&review).await;
    let board = talk.clicks("Try again from here").await;
    board.says("**@anna to move.**");
    // Others look back on it where it was played.
    let boris = story.server.member("boris").in_channel("talk");
    let refused = boris.at(1).forges(&next, &[]).await;
    refused.says("I don’t know that game");
    story.end().await;
}

#[tokio::test]
async fn a_review_has_a_page_for_each_move_and_turns_in_place() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    for _ in 0..5 {
        anna.types("/wythoff move A1").await;
    }
    resigns(&anna).await;
    assert_snapshot!(anna.types("/wythoff review").await, @"
    Wythoff (only you can see this):
    **@anna, move 1:** went 1 left.
    ✗ **Threw the win away.** Better: 143 diagonally.
    -# Wythoff’s game: @anna against Penguin
    -# Position (300, 240)
    <board.png: Two bars: the queen is (300, 240), 300 right of home and 240 above it. She can go up to 300 left, 240 down, or 240 diagonally. The move made: 1 left. The winning move: 143 diagonally.>
    [◀ Back] (off) [Next ▶] [Turning point] (off)
    [Try again from here] [Notation] [Show it here] [Ask here]
    ");
    let next = anna.clicks("Next ▶").await;
    next.says("**Penguin, move 1:** went 145 diagonally.\n✓ Kept the win.");
    next.says("[◀ Back] [Next ▶] [Turning point]");
    for _ in 2..10 {
        anna.clicks("Next ▶").await;
    }
    let last = anna.latest();
    last.says("**Penguin, move 5:**");
    last.says("[◀ Back] [Next ▶] (off) [Turning point]");
    let first = anna.clicks("Turning point").await;
    first.says("**@anna, move 1:** went 1 left.\n✗");
    first.says("[◀ Back] (off) [Next ▶] [Turning point] (off)");
    story.end().await;
}

#[tokio::test]
async fn completion_offers_finished_games_to_review_and_no_others() {
    let story = Story::begin().await;
    let anna = story.anna();
    assert_snapshot!(anna.types("/wythoff review").await, @"
    Wythoff (only you can see this):
    You have no finished game here with any moves. With the option `which`, you can look back on games you played elsewhere.
    ");
    anna.types("/wythoff start 2 2 first:me").await;
    anna.goes(2, "diagonally").await;
    anna.types("/wythoff start 10 6 first:me").await;
    anna.goes(1, "left").await;
    resigns(&anna).await;
    anna.types("/wythoff start 20 20 first:me").await;
    let talk = anna.in_channel("talk");
    let offered = talk.completes("/wythoff review which:").await;
    assert_eq!(
        offered,
        [
            "Lost against 🐧 Penguin from (10, 6), 2 moves",
            "Won against 🐧 Penguin from (2, 2), 1 move"
        ]
    );
    assert_snapshot!(talk.types("/wythoff review").await, @"
    Wythoff (only you can see this):
    You have no finished game here with any moves. With the option `which`, you can look back on games you played elsewhere.
    ");
    let running = anna
        .control("Resign")
        .expect("a running game")
        .replace("resign", "review");
    assert_snapshot!(anna.forges(&running, &[]).await, @"
    Wythoff (only you can see this):
    Your game against 🐧 Penguin at (20, 20): That game is not over yet.
    ");
    story.end().await;
}

#[tokio::test]
async fn a_game_that_ended_before_anybody_moved_has_nothing_to_review() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    resigns(&anna).await;
    assert_eq!(anna.control("Review"), None);
    let more = anna.control("More…").expect("a button");
    assert_snapshot!(anna.forges(&more.replace("more", "review"), &[]).await, @"
    Wythoff (only you can see this):
    Nobody made a move.
    ");
    story.end().await;
}

#[tokio::test]
async fn a_game_without_a_result_has_no_turning_point() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let challenge = "/wythoff challenge member:boris a:12 b:9 first:me clock:\"5 minutes a move\"";
    anna.types(challenge).await;
    boris.clicks("Accept").await;
    story.until_boards_are_noted().await;
    anna.goes(1, "down").await;
    story.later(minutes(6));
    anna.sees("No result").await;
    let review = anna.types("/wythoff review").await;
    review.says("**@anna, move 1:** went 1 down.\n✗");
    review.does_not_say("[Why?]");
    story.end().await;
}

#[tokio::test]
async fn resigning_a_won_position_is_the_turning_point() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff challenge member:boris a:12 b:9 first:me")
        .await;
    boris.clicks("Accept").await;
    story.until_boards_are_noted().await;
    anna.goes(5, "diagonally").await;
    resigns(&anna).await;
    // The public board does not say who threw what away.
    boris.at(1).latest().does_not_say("could");
    boris.clicks("Review").await;
    let review = boris.clicks("Turning point").await;
    review.says("**@anna resigned** a game that could still be won.");
    story.end().await;
}

/// Others learn from a moment, too.
#[tokio::test]
async fn what_only_one_sees_is_shown_to_everybody() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff start 1 2 first:bot").await;
    anna.types("/wythoff start a:2 b:2 first:me").await;
    anna.clicks("New game").await;
    anna.types("/wythoff move AB2").await;
    anna.sees("beat").await;
    story.until_boards_are_noted().await;
    anna.types("/wythoff review").await;
    assert_snapshot!(anna.clicks("Show it here").await, @"
    Wythoff:
    -# @anna shows this:
    **@anna, move 1:** went 2 diagonally.
    ✓ Kept the win.
    -# Wythoff’s game: @anna against Penguin
    <board.png: The queen is home.>
    [Remove]
    ");
    let shown = anna.at_latest();
    boris.clicks("Remove").await.says("Only who has shown it");
    shown.clicks("Remove").await;
    shown.sees_no("shows this").await;
    anna.types("/wythoff solve 2 1").await;
    let solution = anna.clicks("Show it here").await;
    solution.says("@anna shows this:");
    solution.says("**(2, 1) is cold:**");
    anna.types("/wythoff rules game:nim").await;
    let rules = anna.clicks("Show it here").await;
    rules.says("@anna shows this:\n**Nim**");
    rules.does_not_say("[Show it here]");
    let elsewhere = boris.in_direct_message();
    let ladder = elsewhere.types("/wythoff ladder").await;
    ladder.does_not_say("Show it here");
    boris.types("/wythoff ladder").await;
    let ladder = boris.clicks("Show it here").await;
    ladder.says("@boris shows this:");
    ladder.does_not_say("[Choose a game]");
    let carla = story.server.member("carla").managing();
    carla.clicks("Remove").await;
    carla.sees_no("@boris shows this").await;
    story.end().await;
}

/// Who shows something may know it, but the others play.
#[tokio::test]
async fn what_helps_others_is_not_shown_to_everybody() {
    let story = Story::begin().await;
    let carla = story.server.member("carla");
    solves(&story, &carla).await;
    carla.types(&solve(today(&story).puzzle())).await;
    let spoiler = carla.clicks("Show it here").await;
    spoiler.says("This would give a puzzle away that others here may still be solving.");
    carla
        .types("/wythoff solve game:nim position:\"3 6 9\"")
        .await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff challenge member:boris game:nim position:\"9 3 6\"")
        .await;
    boris.clicks("Accept").await;
    let played = carla.clicks("Show it here").await;
    played.says("This would help in a game that is being played here.");
    let asked = carla
        .types("/wythoff ask game:nim position:\"3 6 9\"")
        .await;
    asked.says("This would help in a game that is being played here.");
    story.end().await;
}
