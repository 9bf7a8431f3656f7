//! Typed commands where several games could be meant: the bot asks, and never guesses.

use insta::assert_snapshot;

use crate::support::{OVER, Story, until_boards, within_reason};

/// `anna` plays against the bot and against `boris` in the same channel, and is to move in both.
async fn two_games(story: &Story) -> [discord_sandbox::Member; 2] {
    let [anna, boris] = story.playing("1 day").await;
    anna.types("/wythoff start 12 9 first:me").await;
    story.boards_are_noted().await;
    [anna, boris]
}

#[tokio::test]
async fn a_typed_move_asks_which_game_is_meant_and_is_carried_out_there() {
    let story = Story::begin().await;
    let [anna, boris] = two_games(&story).await;
    assert_snapshot!(anna.types("/wythoff move left 1").await, @"
    Wythoff (only you can see this):
    Several games here wait for you. In which one do you want to make that move?
    [Against the bot at (12, 9)] [Against boris at (3, 5)]
    ");
    assert_snapshot!(anna.clicks("Against boris").await, @"
    Wythoff (only you can see this):
    Done; the board appears at the bottom of the channel.
    ");
    boris.sees("@anna took 1 from the left pile.").await;
    anna.sees_no("In which one").await;
    until_boards(&anna, 2).await;
    // Now there is only one game in which it is her turn.
    let board = anna.types("/wythoff move left 2").await.to_string();
    assert!(
        board.contains("@anna took 2 from the left pile."),
        "{board}"
    );
    assert!(board.contains("@anna against Wythoff"), "{board}");
    until_boards(&anna, 2).await;
    story.end().await;
}

#[tokio::test]
async fn a_choice_that_comes_too_late_is_not_carried_out() {
    let story = Story::begin().await;
    let [anna, _boris] = two_games(&story).await;
    anna.types("/wythoff move left 1").await;
    let board = anna.at(2);
    board.chooses("From the left pile", "2").await;
    assert_snapshot!(anna.clicks("Against the bot").await, @"
    Wythoff (only you can see this):
    The game has moved on since that board was shown, so this did not count.
    ");
    story.end().await;
}

#[tokio::test]
async fn board_and_resign_ask_and_a_hint_is_about_the_game_against_the_bot() {
    let story = Story::begin().await;
    let [anna, _boris] = two_games(&story).await;
    assert_snapshot!(anna.types("/wythoff board").await, @"
    Wythoff (only you can see this):
    You have several games here. Which board do you want to see?
    [Against the bot at (12, 9)] [Against boris at (3, 5)]
    ");
    anna.clicks("Against the bot").await;
    anna.sees_no("Which board").await;
    within_reason(async {
        while !anna.at_latest().latest().contains("@anna against Wythoff") {
            tokio::task::yield_now().await;
        }
    })
    .await;
    until_boards(&anna, 2).await;
    let hint = anna.types("/wythoff hint").await.to_string();
    assert!(hint.contains("Which of these three squares"), "{hint}");
    assert_snapshot!(anna.types("/wythoff resign").await, @"
    Wythoff (only you can see this):
    You have several games here. Which one do you want to resign?
    [Against the bot at (12, 9)] [Against boris at (3, 5)] [Play on]
    ");
    anna.clicks("Against boris").await;
    anna.sees(OVER).await;
    assert!(anna.screen().contains("@boris wins"), "{}", anna.screen());
    story.end().await;
}

#[tokio::test]
async fn the_games_are_listed_where_it_is_the_turn_in_none() {
    let story = Story::begin().await;
    let [anna, _boris] = story.playing("1 day").await;
    anna.chooses("From the left pile", "1").await;
    let carla = story.server.member("carla");
    carla
        .types("/wythoff challenge member:anna a:10 b:7 first:me")
        .await;
    anna.clicks("Accept").await;
    story.boards_are_noted().await;
    assert_snapshot!(anna.types("/wythoff move left 1").await, @"
    Wythoff (only you can see this):
    You have several games here, and it is not your turn in any of them:
    - Against @carla at (10, 7): #games › public message 2
    - Against @boris at (2, 5): #games › public message 1
    ");
    assert_snapshot!(anna.types("/wythoff hint").await, @"
    Wythoff (only you can see this):
    Hints are for games against the bot only.
    ");
    story.end().await;
}

#[tokio::test]
async fn while_it_is_open_which_game_is_meant_amounts_say_nothing_of_what_they_leave() {
    let story = Story::begin().await;
    let [anna, _boris] = two_games(&story).await;
    let offered = anna.completes("/wythoff move right 1").await;
    assert_eq!(offered, ["1"]);
    anna.at(1).chooses("From the left pile", "1").await;
    let offered = anna.completes("/wythoff move right 1").await;
    assert_eq!(offered, ["Take 1, leaves (12, 8)"]);
    story.end().await;
}

#[tokio::test]
async fn a_move_typed_by_the_wrong_root_is_told_the_right_one() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/nim start variant:21 first:me").await;
    story.boards_are_noted().await;
    assert_snapshot!(anna.types("/wythoff move left 3").await, @"
    Wythoff (only you can see this):
    `/wythoff move` is for Wythoff’s game, which you don’t play here. Type:
    - `/nim move +3` against the bot at 21 (0/21)
    ");
    let board = anna.types("/nim move +1").await.to_string();
    assert!(board.contains("@anna added 1"), "{board}");
    // Either root acts on any game.
    for line in ["/wythoff hint", "/wythoff games", "/wythoff board"] {
        let said = anna.types(line).await.to_string();
        assert!(!said.contains("no running game"), "{line}: {said}");
    }
    story.end().await;
}
