//! Typed commands where several games could be meant: the bot asks, and never guesses.

use insta::assert_snapshot;

use crate::support::{OVER, Says as _, Story, Takes as _, until_boards, until_true};

/// `anna` plays against the bot and against `boris` in the same channel. It is her turn in both
/// games.
async fn two_games(story: &Story) -> [discord_sandbox::Member; 2] {
    let [anna, boris] = story.playing("1 day").await;
    anna.types("/wythoff start 12 9 first:me").await;
    story.until_boards_are_noted().await;
    [anna, boris]
}

#[tokio::test]
async fn a_typed_move_asks_which_game_is_meant() {
    let story = Story::begin().await;
    let [anna, boris] = two_games(&story).await;
    assert_snapshot!(anna.types("/wythoff move A1").await, @"
    Wythoff (only you can see this):
    It’s your turn in several games here. Which one is that move for?
    [Against 🐧 Penguin at (12, 9)] [Against boris at (3, 5)]
    ");
    assert_snapshot!(anna.clicks("Against boris").await, @"
    Wythoff (only you can see this):
    Done; the board appears at the bottom of the channel.
    ");
    boris.sees("@anna went 1 left.").await;
    anna.sees_no("Which one is that move for").await;
    until_boards(&anna, 2).await;
    // Now there is only one game in which it is her turn.
    let board = anna.types("/wythoff move A2").await;
    board.says("@anna went 2 left.");
    board.says("@anna against **🐧 Penguin**");
    until_boards(&anna, 2).await;
    story.end().await;
}

#[tokio::test]
async fn a_choice_that_comes_too_late_is_not_carried_out() {
    let story = Story::begin().await;
    let [anna, _boris] = two_games(&story).await;
    anna.types("/wythoff move A1").await;
    let board = anna.at(2);
    board.goes(2, "left").await;
    assert_snapshot!(anna.clicks("Against 🐧 Penguin").await, @"
    Wythoff (only you can see this):
    The game has moved on since that board was shown, so this didn’t count.
    ");
    story.end().await;
}

#[tokio::test]
async fn board_and_resign_ask_which_game_and_hint_does_not() {
    let story = Story::begin().await;
    let [anna, _boris] = two_games(&story).await;
    assert_snapshot!(anna.types("/wythoff board").await, @"
    Wythoff (only you can see this):
    You have several games here. Which board do you want to see?
    [Against 🐧 Penguin at (12, 9)] [Against boris at (3, 5)]
    ");
    anna.clicks("Against 🐧 Penguin").await;
    anna.sees_no("Which board").await;
    until_true(async || {
        anna.at_latest()
            .latest()
            .contains("@anna against **🐧 Penguin**")
    })
    .await;
    until_boards(&anna, 2).await;
    // It is about the only game against the bot. Its map would show what wins against Boris, too.
    let hint = anna.types("/wythoff hint").await;
    hint.says("This would help in a game of yours with a member");
    assert_snapshot!(anna.types("/wythoff resign").await, @"
    Wythoff (only you can see this):
    You have several games here. Which one do you want to resign?
    [Against 🐧 Penguin at (12, 9)] [Against boris at (3, 5)] [Keep playing]
    ");
    anna.clicks("Against boris").await;
    anna.sees(OVER).await;
    anna.screen().says("@boris beat @anna");
    story.end().await;
}

#[tokio::test]
async fn a_move_out_of_turn_lists_the_games() {
    let story = Story::begin().await;
    let [anna, _boris] = story.playing("1 day").await;
    anna.goes(1, "left").await;
    let carla = story.server.member("carla");
    carla
        .types("/wythoff challenge member:anna a:10 b:7 first:me")
        .await;
    anna.clicks("Accept").await;
    story.until_boards_are_noted().await;
    assert_snapshot!(anna.types("/wythoff move A1").await, @"
    Wythoff (only you can see this):
    You have several games here, and it’s not your turn in any of them:
    - Against @carla at (10, 7), their time is up in 1 day: #games › public message 2
    - Against @boris at (2, 5), their time is up in 1 day: #games › public message 1
    ");
    assert_snapshot!(anna.types("/wythoff hint").await, @"
    Wythoff (only you can see this):
    Hints are only for games against me.
    ");
    story.end().await;
}

#[tokio::test]
async fn completion_offers_moves_of_all_possible_games() {
    let story = Story::begin().await;
    let [anna, _boris] = two_games(&story).await;
    let offered = anna.completes("/wythoff move B5").await;
    assert_eq!(offered, ["B5: 5 down"]);
    anna.at(2).goes(1, "left").await;
    let offered = anna.completes("/wythoff move B").await;
    assert_eq!(offered.len(), 5, "of the other game: {offered:?}");
    story.end().await;
}

/// It is Anna's turn against the bot in Circular Nim, and against Boris in Nim.
async fn circle_and_nim(story: &Story) -> [discord_sandbox::Member; 2] {
    let [anna, boris] = story.pair();
    anna.types("/wythoff start game:circular position:10 first:me")
        .await;
    anna.types("/wythoff challenge member:boris position:\"3 5 7\" first:me")
        .await;
    boris.clicks("Accept (anna goes first)").await;
    story.until_boards_are_noted().await;
    [anna, boris]
}

#[tokio::test]
async fn a_move_is_made_in_the_only_game_that_it_fits() {
    let story = Story::begin().await;
    let [anna, _boris] = circle_and_nim(&story).await;
    let board = anna.types("/wythoff move 6.7").await;
    board.says("@anna took dots 6 and 7.");
    // A mistyped move is not played in the other game.
    let refusal = anna.types("/wythoff move 1.5").await;
    refusal.says("Your game against 🐧 Penguin at");
    let words = anna.types("/wythoff move \"2 from b\"").await;
    words.says("@anna took 2 from heap B.");
    story.end().await;
}

#[tokio::test]
async fn a_move_that_fits_no_game_is_refused() {
    let story = Story::begin().await;
    let [anna, _boris] = circle_and_nim(&story).await;
    for text in ["banana", "+3", "9=4+5"] {
        let said = anna.types(&format!("/wythoff move {text}")).await;
        let said = said.to_string();
        assert!(
            !said.contains("Which one is that move for"),
            "{text}: {said}"
        );
        assert!(said.contains("only you can see this"), "{text}: {said}");
    }
    story.end().await;
}

#[tokio::test]
async fn a_move_that_fits_several_games_is_asked_about() {
    let story = Story::begin().await;
    let [anna, _boris] = two_games(&story).await;
    let asked = anna.types("/wythoff move \"1 from the left\"").await;
    asked.says("Which one is that move for");
    anna.clicks("Against boris").await;
    anna.sees("@anna went 1 left.").await;
    story.end().await;
}

#[tokio::test]
async fn a_game_is_named_by_the_label_that_completion_shows() {
    let story = Story::begin().await;
    let [anna, _boris] = two_games(&story).await;
    let labels = anna.completes("/wythoff board which:bor").await;
    let [label] = labels.as_slice() else {
        panic!("{labels:?}");
    };
    let board = anna
        .types(&format!("/wythoff board which:\"{label}\""))
        .await;
    board.says("against @boris");
    let unknown = anna.types("/wythoff board which:carla").await;
    unknown.says("I don’t know that game.");
    story.end().await;
}

/// Its channel may be gone.
#[tokio::test]
async fn a_game_is_resigned_from_anywhere_by_its_name() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 12 9 first:me").await;
    let elsewhere = anna.in_channel("elsewhere");
    let nothing = elsewhere.types("/wythoff resign").await;
    nothing.says("You have no game going here");
    let offered = elsewhere.completes("/wythoff resign which:").await;
    let resign = format!("/wythoff resign which:\"{}\"", offered[0]);
    elsewhere.types(&resign).await.says("[Resign]");
    elsewhere.clicks("Resign").await.says("You resigned.");
    anna.sees(OVER).await;
    story.end().await;
}
