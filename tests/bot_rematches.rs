//! Going on from a finished game against the bot.

use discord_sandbox::Member;
use insta::assert_snapshot;

use crate::support::{
    OVER, Says as _, Story, Takes as _, plays_best, position, resigns, seconds, until_true,
};

/// The rows of buttons below a finished game.
fn button_rows(board: &str) -> Vec<&str> {
    board.lines().filter(|line| line.starts_with('[')).collect()
}

/// Waits until the message of a finished game has been reduced to `line` and the button for the
/// review, because another game has followed it.
async fn until_reduced_to_a_line(member: &Member, message: usize, line: &str) {
    let line = format!("Wythoff:\n{line}\n[Review]");
    until_true(async || member.at(message).latest() == line).await;
}

#[tokio::test]
async fn a_won_game_is_played_again() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 2 2 first:me opponent:Dolphin")
        .await;
    let won = anna.goes(2, "diagonally").await.to_string();
    assert_eq!(button_rows(&won), ["[Play again] [Why?] [More…]"]);
    story.until_boards_are_noted().await;
    let board = anna.clicks("Play again").await;
    board.says("@anna against **🐬 Dolphin**");
    board.says("Position (2, 2)");
    let line = "🏆 **@anna beat 🐬 Dolphin** at Wythoff’s game! @anna reached home.";
    until_reduced_to_a_line(&anna, 1, line).await;
    // The line keeps the button for the review.
    anna.at(1).clicks("Review").await.says("**@anna, move 1:**");
    story.end().await;
}

#[tokio::test]
async fn a_game_that_a_command_starts_follows_the_finished_one() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 2 2 first:me").await;
    anna.goes(2, "diagonally").await;
    anna.clicks("More…").await;
    let games = anna.control("Another game …").expect("a select");
    anna.types("/wythoff start 10 6 first:me").await;
    story.until_boards_are_noted().await;
    let asked = anna.at_latest().forges(&games, &["nim"]).await;
    asked.says("That game already has a follow-up");
    let line = "🏆 **@anna beat 🐧 Penguin** at Wythoff’s game! @anna reached home.";
    until_true(async || anna.at(1).latest().contains(&format!("{line}\n"))).await;
    until_true(async || button_rows(&anna.at(1).latest()) == ["[Review]"]).await;
    story.end().await;
}

#[tokio::test]
async fn after_a_loss_one_tries_again_from_the_mistake() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 3 1 first:me").await;
    let lost = anna.goes(3, "left").await.to_string();
    lost.says("**🐧 Penguin beat @anna** at Wythoff’s game. Penguin reached home.");
    lost.says("@anna could have won by going 1 left on the first move.");
    assert_eq!(
        button_rows(&lost),
        ["[Try again from there] [Why?] [More…]"]
    );
    let board = anna.clicks("Try again from there").await;
    board.says("@anna against **🐧 Penguin**");
    board.says("Position (3, 1)");
    let won = plays_best(&anna, board.to_string()).await;
    won.says("🏆 **@anna beat 🐧 Penguin**");
    // The board had said how.
    won.does_not_say("Nim Champ");
    story.end().await;
}

#[tokio::test]
async fn everything_else_is_behind_more() {
    let story = Story::begin().await;
    let anna = story.anna();
    // From a cold position the first player loses, so the bot begins the next game.
    anna.types("/wythoff start 3 5 first:me").await;
    resigns(&anna).await;
    let ended = anna.at(1).latest();
    assert_eq!(button_rows(&ended), ["[Play again] [More…]"]);
    assert_snapshot!(anna.clicks("More…").await, @"
    Wythoff (only you can see this):
    **After your game** against 🐧 Penguin
    [Play again] [Let 🐧 Penguin begin] [Another board]
    ▾ Another opponent …: 🐥 Duckling | 🐇 Rabbit | … | 🐧 Penguin
    ▾ Another game …: Wythoff’s game | Nim | … | Graph Nim
    [Review] [Rules] [Ladder]
    ");
    anna.chooses("Another opponent …", "🐬 Dolphin").await;
    anna.sees("@anna against **🐬 Dolphin**").await;
    let board = plays_best(&anna, anna.latest()).await;
    board.says("@anna reached home.");
    story.end().await;
}

#[tokio::test]
async fn a_finished_game_has_only_one_follow_up_at_a_time() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 2 2 first:me opponent:Penguin")
        .await;
    anna.goes(2, "diagonally").await.says(OVER);
    story.until_boards_are_noted().await;
    let button = anna.control("Play again").expect("a button");
    anna.clicks("More…").await;
    anna.clicks("Another board").await;
    anna.at_latest().sees("@anna against").await;
    story.until_boards_are_noted().await;
    let refused = anna.at(1).forges(&button, &[]).await.to_string();
    let reason = "That game already has a follow-up: #games › public message 2";
    refused.says(reason);
    resigns(&anna).await;
    let begun = anna.at(1).forges(&button, &[]).await;
    begun.says("@anna against **🐧 Penguin**");
    story.end().await;
}

#[tokio::test]
async fn another_game_is_chosen_from_a_list_and_leaves_a_line() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 2 2 first:me opponent:Squirrel")
        .await;
    anna.goes(2, "diagonally").await;
    story.until_boards_are_noted().await;
    let more = anna.clicks("More…").await;
    more.says("only you can see this");
    anna.chooses("Another game …", "Nim").await;
    anna.sees("@anna against **🐥 Duckling**").await;
    anna.sees("-# Nim · ").await;
    anna.sees_no("After your game").await;
    let line = "🏆 **@anna beat 🐿️ Squirrel** at Wythoff’s game! @anna reached home.";
    until_reduced_to_a_line(&anna, 1, line).await;
    story.end().await;
}

#[tokio::test]
async fn new_piles_can_be_won_against_every_animal() {
    let story = Story::begin().await;
    let anna = story.anna();
    for animal in ["Penguin", "Dolphin", "Squirrel"] {
        let start = format!("/wythoff start 2 2 first:bot opponent:{animal}");
        anna.types(&start).await;
        for _ in 0..3 {
            story.later(seconds(3));
            anna.clicks("More…").await;
            anna.clicks("Another board").await;
            anna.sees("@anna to move.").await;
            let board = anna.latest();
            assert!(!nim_games::wythoff::is_cold(position(&board)), "{board}");
            resigns(&anna).await;
        }
    }
    story.end().await;
}

#[tokio::test]
async fn going_on_from_another_members_game_is_refused() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff start 2 2 first:me").await;
    anna.goes(2, "diagonally").await;
    assert_snapshot!(boris.clicks("Play again").await, @"
    Wythoff (only you can see this):
    This is not your game. `/wythoff start game:wythoff` starts one of your own.
    [Play your own]
    ");
    story.end().await;
}
