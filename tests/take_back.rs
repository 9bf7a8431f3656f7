//! Taking moves back in a running game against the bot.

use insta::assert_snapshot;

use crate::support::{Says as _, Story, Takes as _, plays_best, position};

#[tokio::test]
async fn a_round_can_be_taken_back_again_and_again() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    assert_eq!(
        anna.control("Take back"),
        None,
        "there is nothing to take back"
    );
    let first_select = anna.control("Left …").expect("a select");
    anna.goes(1, "left").await;
    let take_back_button = anna.control("Take back").expect("a button");
    anna.goes(1, "down").await;
    let select_after_two_rounds = anna.control("Left …").expect("a select");
    let back = anna.clicks("Take back").await;
    back.says(", a move was taken back · ");
    anna.sees("A move was taken back, so this game doesn’t count toward stats.")
        .await;
    assert_eq!(story.plies(&anna).await, [2]);
    // Of two clicks in a row only one counts.
    let board = anna.at(1);
    board
        .forges(&take_back_button, &[])
        .await
        .says("Position (300, 240)");
    board
        .forges(&take_back_button, &[])
        .await
        .says("Position (300, 240)");
    anna.sees("The game has moved on since that board was shown")
        .await;
    board.latest().says(", a move was taken back · ");
    // A control that was shown at this position works again. One that was shown at another position
    // of the same ply does not.
    let moved = board.forges(&first_select, &["2"]).await;
    moved.says("@anna went 2 left.");
    board.goes(1, "down").await;
    let late = board
        .forges(&select_after_two_rounds, &["1"])
        .await
        .to_string();
    late.does_not_say("@anna went 1 left.");
    assert_eq!(story.plies(&anna).await, [4]);
    story.end().await;
}

#[tokio::test]
async fn a_whole_game_is_taken_back_round_by_round() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    let mut boards = vec![anna.latest()];
    for round in 0..6 {
        let pile = ["Left …", "Down …"][round % 2];
        boards.push(anna.chooses(pile, "1").await.to_string());
    }
    boards.pop();
    while let Some(before) = boards.pop() {
        let back = anna.clicks("Take back").await.to_string();
        assert_eq!(position(&back), position(&before));
        let moves_shown = |board: &str| {
            let moves = board.lines().filter(|line| line.contains(" took "));
            moves.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(moves_shown(&back), moves_shown(&before));
    }
    assert_eq!(anna.control("Take back"), None, "all is taken back");
    story.end().await;
}

#[tokio::test]
async fn a_game_with_moves_taken_back_counts_in_no_statistics() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 12 9 first:me").await;
    anna.goes(1, "left").await;
    anna.clicks("Take back").await;
    story.restart().await;
    let mut board = anna.at(1).latest();
    board.says(", a move was taken back · ");
    board = plays_best(&anna, board).await;
    board.says("@anna reached home.");
    assert_snapshot!(anna.types("/wythoff stats game:wythoff").await, @"
    Wythoff (only you can see this):
    **anna** at Wythoff’s game
    No finished games yet.
    ");
    story.end().await;
}

#[tokio::test]
async fn between_members_nothing_is_taken_back() {
    let story = Story::begin().await;
    let [anna, _boris] = story.playing("1 day").await;
    assert_eq!(anna.control("Take back"), None);
    let forged = anna
        .control("Resign")
        .expect("a button")
        .replace("resign", "back");
    assert_snapshot!(anna.forges(&forged, &[]).await, @"
    Wythoff (only you can see this):
    Games between members have no take-backs.
    ");
    story.end().await;
}
