//! Reviews of finished games.

use insta::assert_snapshot;

use crate::support::{Says as _, Story, Takes as _, day, minutes, position, resigns};

#[tokio::test]
async fn a_review_names_the_turning_point_and_judges_every_move() {
    let story = Story::begin().await;
    let anna = story.anna();
    let boris = story.server.member("boris");
    anna.types("/wythoff start 10 5 first:me").await;
    anna.takes(1, "the right").await;
    while anna.control("Resign").is_some() {
        let at = position(&anna.latest());
        let pile = if at[0] > 0 { "the left" } else { "the right" };
        anna.takes(1, pile).await;
    }
    assert_snapshot!(anna.types("/wythoff review").await, @"
    Wythoff (only you can see this):
    **Looking back on the game**
    **The turning point was move 1:** @anna threw the win away, and never got another chance.
    (10, 5) was @anna’s to win: 7 from the left pile, leaving (3, 5). The pile of 5 stays, and its only cold partner is 3. If one player takes 2 from the right: (3, 3), the other takes 3 from each and wins.
    @anna: 0% accuracy (kept 0 of 1 winning position).
    Penguin: 100% accuracy (kept 4 of 4 winning positions).
    1. @anna took 1 from the right pile, leaving (10, 4). ✗ **Threw the win away.** Better: 7 from the left, leaving (3, 5).
    2. Penguin took 3 from the left pile, leaving (7, 4). ✓ Kept the win.
    3. @anna took 1 from the left pile, leaving (6, 4). Couldn’t win, but held out as long as possible.
    4. Penguin took 1 from each pile, leaving (5, 3). ✓ Kept the win.
    5. @anna took 1 from the left pile, leaving (4, 3). Couldn’t win, but held out as long as possible.
    6. Penguin took 2 from each pile, leaving (2, 1). ✓ Kept the win.
    Page 1 of 2
    -# Blue squares are cold: whoever has to move from there loses. Each move’s number is where it landed; a dashed ring marks the turning point.
    <game.png: The queen’s path from (10, 5) in 8 moves, each numbered where it landed; the cold squares are blue. The turning point, number 1, has a dashed ring around it.>
    [First] (off) [Earlier] (off) [Turning point] (off) [Later] [Last]
    [Try again from here] [As text]
    ");
    // Anybody who sees the board may ask.
    let theirs = boris.clicks("Why?").await;
    theirs.says("only you can see this");
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
    talk.types(&review).await.says("Page 1 of 2");
    let later = talk.control("Later").expect("a button");
    talk.clicks("Later").await.says("Page 2 of 2");
    talk.clicks("As text").await.says("300 240:");
    talk.types(&review).await;
    let board = talk.clicks("Try again from here").await;
    board.says("**@anna to move.**");
    // Others look back on it where it was played.
    let boris = story.server.member("boris").in_channel("talk");
    let refused = boris.at(1).forges(&later, &[]).await;
    refused.says("I don’t know that game");
    story.end().await;
}

#[tokio::test]
async fn a_long_review_has_pages_which_turn_in_place() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    for _ in 0..5 {
        anna.types("/wythoff move A1").await;
    }
    resigns(&anna).await;
    assert_snapshot!(anna.types("/wythoff review").await, @"
    Wythoff (only you can see this):
    **Looking back on the game**
    **The turning point was move 1:** @anna threw the win away, and never got another chance.
    (300, 240) was @anna’s to win: 143 from each pile, leaving (157, 97). That keeps the difference at 60, and only one cold pair has that. If one player takes 60 from the left: (97, 97), the other takes 97 from each and wins.
    @anna: 0% accuracy (kept 0 of 1 winning position).
    Penguin: 100% accuracy (kept 5 of 5 winning positions).
    1. @anna took 1 from the left pile, leaving (299, 240). ✗ **Threw the win away.** Better: 143 from each, leaving (157, 97).
    2. Penguin took 145 from each pile, leaving (154, 95). ✓ Kept the win.
    3. @anna took 1 from the left pile, leaving (153, 95). Couldn’t win, but held out as long as possible.
    4. Penguin took 2 from each pile, leaving (151, 93). ✓ Kept the win.
    5. @anna took 1 from the left pile, leaving (150, 93). Couldn’t win, but held out as long as possible.
    6. Penguin took 1 from each pile, leaving (149, 92). ✓ Kept the win.
    Page 1 of 2
    -# In the picture: (300, 240), where the game turned
    <board.png: Two bars: 300 objects in the left pile, 240 in the right pile. The move made: 1 from the left. The winning move: 143 from each.>
    [First] (off) [Earlier] (off) [Turning point] (off) [Later] [Last]
    [Try again from here] [As text]
    ");
    let last = anna.clicks("Later").await;
    last.says("\n7. @anna took 1 from the left pile, leaving (148, 92).");
    last.says("Page 2 of 2\n-# In the picture: (300, 240), where the game turned");
    last.says("[First] [Earlier] [Turning point] [Later] (off) [Last] (off)");
    let first = anna.clicks("Earlier").await;
    first.says("Looking back on the game");
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
    anna.takes(2, "each").await;
    anna.types("/wythoff start 10 6 first:me").await;
    anna.takes(1, "the left").await;
    resigns(&anna).await;
    anna.types("/wythoff start 20 20 first:me").await;
    let talk = anna.in_channel("talk");
    let offered = talk.completes("/wythoff review which:").await;
    assert_eq!(
        offered,
        [
            "Lost against the bot from (10, 6), 2 moves",
            "Won against the bot from (2, 2), 1 move"
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
    Your game against the bot at (20, 20): That game is not over yet.
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
    **Looking back on the game**
    Nobody made a move.
    <board.png: A board of squares from home, (0, 0), to (10, 6). The queen is on (10, 6). She can go up to 10 to the left, 6 down, or 6 diagonally.>
    [As text]
    ");
    story.end().await;
}

#[tokio::test]
async fn a_game_without_a_result_has_no_turning_point() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 12 9 first:me").await;
    anna.takes(1, "the right").await;
    story.later(day() * 7 + minutes(1));
    anna.sees("was abandoned.").await;
    let review = anna.types("/wythoff review").await;
    review.says("The game has no result.");
    review.says("1. @anna took 1 from the right pile, leaving (12, 8). ✗");
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
    anna.takes(5, "each").await;
    resigns(&anna).await;
    // The public board does not say who threw what away.
    boris.at(1).latest().does_not_say("could");
    let review = boris.clicks("Review").await.to_string();
    assert!(
        review.contains(
            "**The turning point was the resignation:** at (7, 4), @anna could still have won.\n"
        ),
        "{review}"
    );
    story.end().await;
}
