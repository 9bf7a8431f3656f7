//! Games played with typed commands and with the form for other moves; completion.

use discord_sandbox::{Answer, Fault};
use insta::assert_snapshot;

use crate::support::{OVER, Says as _, Story, position, resigns, until_boards};

#[tokio::test]
async fn a_whole_game_is_played_with_typed_moves() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 4 4 first:me").await;
    let board = anna.types("/wythoff move A1").await;
    board.says("@anna went 1 left. Penguin went 2 diagonally.");
    until_boards(&anna, 1).await;
    let mut moves = 0;
    while !anna.latest().contains(OVER) {
        let at = position(&anna.latest());
        let pile = if at[0] > 0 { "A" } else { "B" };
        anna.types(&format!("/wythoff move {pile}1")).await;
        moves += 1;
        assert!(moves < 10, "the game does not end");
    }
    anna.latest()
        .says("@anna could have won by going 4 diagonally on the first move.");
    assert_snapshot!(anna.types("/wythoff move A1").await, @"
    Wythoff (only you can see this):
    You have no game going here. `/wythoff start` starts one, and `/wythoff games` lists any elsewhere.
    ");
    story.end().await;
}

#[tokio::test]
async fn completion_offers_only_legal_amounts() {
    let story = Story::begin().await;
    let anna = story.anna();
    assert_eq!(
        anna.completes("/wythoff move A").await,
        [""; 0],
        "there is no game yet"
    );
    anna.types("/wythoff start 12 4 first:me").await;
    assert_eq!(
        anna.completes("/wythoff move B").await,
        ["B1: 1 down", "B2: 2 down", "B3: 3 down", "B4: 4 down"]
    );
    assert_eq!(
        anna.completes("/wythoff move A1").await,
        ["A1: 1 left", "A10: 10 left", "A11: 11 left", "A12: 12 left"]
    );
    assert_eq!(anna.completes("/wythoff move Ax").await, [""; 0]);
    assert_eq!(
        anna.completes("/wythoff move AB1 which:").await,
        ["Against 🐧 Penguin at (12, 4)"]
    );
    assert_eq!(
        anna.in_channel("talk")
            .completes("/wythoff board which:")
            .await,
        [""; 0],
        "it is played elsewhere"
    );
    story.end().await;
}

#[tokio::test]
async fn the_form_for_any_move_can_be_closed_and_reopened() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 40 30 first:me").await;
    assert_snapshot!(anna.clicks("Other move…").await, @"
    [Form] Make a different move
    Your move*: [1 left, 2 diagonally, or where to: (1, 2)]
    ");
    // Closing a form sends nothing; the button can be clicked again.
    anna.clicks("Other move…").await;
    let mut said = Vec::new();
    for input in [
        "3",
        "A3B4",
        "left",
        "1,5 left",
        "0 left",
        "A41",
        "99999999999999999999999 left",
        "-1 left",
        "B31",
        "31 from both",
        "+3",
    ] {
        anna.clicks("Other move…").await;
        said.push(format!(
            "{input}: {}",
            anna.fills(&[("Your move", input)]).await
        ));
    }
    assert_snapshot!(said.join("\n"), @"
    3: Wythoff (only you can see this):
    Which one? Write it like this: 1 left. Nothing was changed.
    A3B4: Wythoff (only you can see this):
    Diagonally, the queen goes as many left as down. Nothing was changed.
    left: Wythoff (only you can see this):
    I can’t read “left” as a move. Write it like this: 1 left. Nothing was changed.
    1,5 left: Wythoff (only you can see this):
    “1,5 left” is not a whole number. Nothing was changed.
    0 left: Wythoff (only you can see this):
    Go at least one step.
    A41: Wythoff (only you can see this):
    The queen can go at most 40 left.
    99999999999999999999999 left: Wythoff (only you can see this):
    One of those numbers is too large. The largest is 18446744073709551615.
    -1 left: Wythoff (only you can see this):
    Go at least one step.
    B31: Wythoff (only you can see this):
    The queen can go at most 30 down.
    31 from both: Wythoff (only you can see this):
    The queen can go at most 30 diagonally.
    +3: Wythoff (only you can see this):
    That isn’t a move in this game.
    ");
    anna.clicks("Other move…").await;
    let board = anna.fills(&[("Your move", " ab 28 ")]).await;
    board.says("@anna went 28 diagonally.");
    story.end().await;
}

#[tokio::test]
async fn a_command_without_a_game_is_refused() {
    let story = Story::begin().await;
    let anna = story.anna();
    for command in ["board", "move A1", "resign", "hint"] {
        let said = anna.types(&format!("/wythoff {command}")).await;
        said.says("You have no game going here.");
    }
    let games = anna.types("/wythoff games").await;
    games.says("You have no current games. `/wythoff start` starts one.");
    for which in ["x", "123", "99999999999999999999999"] {
        let said = anna.types(&format!("/wythoff board which:{which}")).await;
        said.says("I don’t know that game. `/wythoff games` lists your current games.");
    }
    story.end().await;
}

#[tokio::test]
async fn resigning_by_command_shows_the_end_on_the_board() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 3 5 first:me opponent:Squirrel")
        .await;
    story.until_boards_are_noted().await;
    resigns(&anna).await;
    anna.at(1).latest().says("[Play again]");
    story.end().await;
}

#[tokio::test]
async fn a_move_typed_again_before_its_answer_is_there_counts_once() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    story.until_boards_are_noted().await;
    // The first answer takes its time; meanwhile she types the same move again.
    let slow = Fault::on("POST", "/callback").delayed(std::time::Duration::from_millis(400));
    story.sandbox.inject(slow);
    let first = tokio::spawn({
        let anna = anna.clone();
        async move { anna.types("/wythoff move A1").await.to_string() }
    });
    story.sandbox.call_begun("POST", "/callback").await;
    let second = anna.types("/wythoff move A1").await.to_string();
    let first = first.await.expect("no panic");
    first.says("@anna went 1 left.");
    assert_eq!(position(&second), position(&first), "{second}");
    assert_eq!(story.plies(&anna).await, [2]);
    until_boards(&anna, 1).await;
    // Now that she has seen the answer, typing the same again makes another move.
    let third = anna.types("/wythoff move A1").await.to_string();
    assert_ne!(position(&third), position(&first), "{third}");
    assert_eq!(story.plies(&anna).await, [4]);
    story.end().await;
}

#[tokio::test]
async fn an_unanswered_typed_move_counts_once_after_a_restart() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    story.until_boards_are_noted().await;
    let lost = Fault::on("POST", "/callback").refused_with(404, 10_015);
    story.sandbox.inject(lost.times(2));
    assert_eq!(anna.types("/wythoff move A1").await, Answer::Failed);
    story.restart().await;
    let again = anna.types("/wythoff move A1").await;
    again.says("@anna went 1 left.");
    assert_eq!(story.plies(&anna).await, [2], "the move is not made again");
    story.until_boards_are_noted().await;
    until_boards(&anna, 1).await;
    let another = anna.types("/wythoff move A1").await;
    another.says("@anna went 1 left.");
    assert_eq!(story.plies(&anna).await, [4]);
    story.end().await;
}

#[tokio::test]
async fn thirty_typed_moves_leave_one_board() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 9000 8000 first:me").await;
    for _ in 0..30 {
        let board = anna.types("/wythoff move A1").await;
        board.says("@anna went 1 left.");
    }
    until_boards(&anna, 1).await;
    anna.screen().does_not_say("#2 ");
    story.end().await;
}

#[tokio::test]
async fn full_width_characters_are_read_like_others() {
    let story = Story::begin().await;
    let anna = story.anna();
    let board = anna
        .types("/wythoff start game:ＮＩＭ position:３、５、７ first:me")
        .await;
    board.says("Position (3, 5, 7)");
    let offered = anna.completes("/wythoff move move:Ａ").await;
    assert!(!offered.is_empty());
    anna.types("/wythoff move Ａ３")
        .await
        .says("took 3 from heap A");
    let rules = anna.types("/wythoff rules game:捡石子").await;
    rules.says("Wythoff’s game");
    story.end().await;
}

#[tokio::test]
async fn a_range_of_dots_is_never_another_move() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start game:circular position:10 first:me")
        .await;
    let refused = anna.types("/wythoff move \"1 to 9\"").await;
    refused.says("A move takes 3 dots at most.");
    anna.types("/wythoff move \"5 to 7\"")
        .await
        .says("@anna took ");
    story.end().await;
}
