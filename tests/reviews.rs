//! Looking back on finished games.

use insta::assert_snapshot;

use crate::support::{Story, position};

#[tokio::test]
async fn a_review_names_the_turning_point_and_judges_every_move() {
    let story = Story::begin().await;
    let anna = story.anna();
    let boris = story.server.member("boris");
    anna.types("/wythoff start 10 5 first:me").await;
    anna.chooses("From the right pile", "1").await;
    while anna.control("Resign").is_some() {
        let pile = if anna.control("From the left pile").is_some() {
            "From the left pile"
        } else {
            "From the right pile"
        };
        anna.chooses(pile, "1").await;
    }
    assert_snapshot!(anna.clicks("Review").await, @"
    Wythoff (only you can see this):
    **Looking back on the game**
    **The turning point was move 1:** @anna threw the win away, and never got another chance.
    @anna: 0 % accuracy (kept 0 of 1 won position).
    Wythoff: 100 % accuracy (kept 4 of 4 won positions).
    1. (10, 5) @anna took 1 from the right pile. ✗ **Threw the win away.** Right was: 7 from the left pile.
    2. (10, 4) Wythoff took 3 from the left pile. ✓ Kept the win.
    3. (7, 4) @anna took 1 from the left pile. Could not win; held out as long as possible.
    4. (6, 4) Wythoff took 1 from each pile. ✓ Kept the win.
    5. (5, 3) @anna took 1 from the left pile. Could not win; held out as long as possible.
    6. (4, 3) Wythoff took 2 from each pile. ✓ Kept the win.
    Page 1 of 2
    <game.png: The way of the game from (10, 5), over the cold squares in blue, in 8 moves. The turning point, (10, 5), has a ring around it.>
    [Later]
    ");
    let theirs = boris.clicks("Review").await.to_string();
    assert!(
        theirs.contains("Looking back on the game"),
        "anybody who sees the board may look back: {theirs}"
    );
    story.end().await;
}

#[tokio::test]
async fn a_long_review_has_pages_which_turn_in_place() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    for _ in 0..5 {
        anna.types("/wythoff move left 1").await;
    }
    anna.types("/wythoff resign").await;
    anna.fills(&[]).await;
    assert_snapshot!(anna.types("/wythoff review").await, @"
    Wythoff (only you can see this):
    **Looking back on the game**
    **The turning point was move 1:** @anna threw the win away, and never got another chance.
    @anna: 0 % accuracy (kept 0 of 1 won position).
    Wythoff: 100 % accuracy (kept 5 of 5 won positions).
    1. (300, 240) @anna took 1 from the left pile. ✗ **Threw the win away.** Right was: 143 from each pile.
    2. (299, 240) Wythoff took 145 from each pile. ✓ Kept the win.
    3. (154, 95) @anna took 1 from the left pile. Could not win; held out as long as possible.
    4. (153, 95) Wythoff took 2 from each pile. ✓ Kept the win.
    5. (151, 93) @anna took 1 from the left pile. Could not win; held out as long as possible.
    6. (150, 93) Wythoff took 1 from each pile. ✓ Kept the win.
    Page 1 of 2
    [Later]
    ");
    assert_snapshot!(anna.clicks("Later").await, @"
    Wythoff (only you can see this):
    7. (149, 92) @anna took 1 from the left pile. Could not win; held out as long as possible.
    8. (148, 92) Wythoff took 2 from each pile. ✓ Kept the win.
    9. (146, 90) @anna took 1 from the left pile. Could not win; held out as long as possible.
    10. (145, 90) Wythoff took 2 from each pile. ✓ Kept the win.
    Page 2 of 2
    [Earlier]
    ");
    let first = anna.clicks("Earlier").await.to_string();
    assert!(first.contains("Looking back on the game"), "{first}");
    story.end().await;
}

#[tokio::test]
async fn old_games_are_offered_by_completion_and_running_ones_are_not_reviewed() {
    let story = Story::begin().await;
    let anna = story.anna();
    assert_snapshot!(anna.types("/wythoff review").await, @"
    Wythoff (only you can see this):
    You have no finished game here in which anybody moved. With the option `game` you can look back on games that you played elsewhere.
    ");
    anna.types("/wythoff start 2 2 first:me").await;
    anna.chooses("From both piles", "2").await;
    anna.types("/wythoff start 10 6 first:me").await;
    anna.chooses("From the left pile", "1").await;
    anna.clicks("Resign").await;
    anna.fills(&[]).await;
    anna.types("/wythoff start 20 20 first:me").await;
    let talk = anna.in_channel("talk");
    let offered = talk.completes("/wythoff review game:").await;
    assert_eq!(
        offered,
        [
            "Lost against Wythoff from (10, 6), 2 moves",
            "Won against Wythoff from (2, 2), 1 move"
        ]
    );
    assert_snapshot!(talk.types("/wythoff review").await, @"
    Wythoff (only you can see this):
    You have no finished game here in which anybody moved. With the option `game` you can look back on games that you played elsewhere.
    ");
    let running = anna
        .control("Resign")
        .expect("a running game")
        .replace("resign", "review");
    assert_snapshot!(anna.forges(&running, &[]).await, @"
    Wythoff (only you can see this):
    That game is not over yet.
    ");
    story.end().await;
}

#[tokio::test]
async fn a_game_that_ended_before_anybody_moved_has_nothing_to_review() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    anna.clicks("Resign").await;
    anna.fills(&[]).await;
    assert_snapshot!(anna.clicks("Review").await, @"
    Wythoff (only you can see this):
    **Looking back on the game**
    Nobody made a move.
    ");
    story.end().await;
}

#[tokio::test]
async fn resigning_a_won_position_is_the_turning_point() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 13 9 first:me level:beginner")
        .await;
    anna.chooses("From both piles", "3").await;
    anna.clicks("Resign").await;
    anna.fills(&[]).await;
    let review = anna.clicks("Review").await.to_string();
    let position = position(&anna.at(1).latest());
    let could_win = !wythoff::rules::wythoff::is_cold(position);
    assert_eq!(
        review.contains("The turning point was the resignation"),
        could_win,
        "{review}"
    );
    assert!(could_win, "with this seed the beginner errs");
    story.end().await;
}
