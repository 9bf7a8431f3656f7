//! Going on from a finished game against the bot.

use discord_sandbox::Member;
use insta::assert_snapshot;

use crate::support::{
    Says as _, Story, Takes as _, plays_best, position, resigns, seconds, until_true,
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
async fn a_won_game_is_played_again_at_the_next_level() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 2 2 first:me level:good").await;
    let won = anna.takes(2, "each").await.to_string();
    assert_eq!(
        button_rows(&won),
        [
            "[Play again: perfect] [Swap sides] [New piles] [Level: good] [Level: beginner]",
            "[Another game] [Review] [Why?]"
        ]
    );
    story.until_boards_are_noted().await;
    let board = anna.clicks("Play again").await;
    board.says("@anna against Wythoff (level: perfect)");
    board.says("Position (2, 2)");
    let line =
        "🏁 **@anna beat Wythoff** at Wythoff’s game (level: good): @anna took the last one.";
    until_reduced_to_a_line(&anna, 1, line).await;
    // The line keeps the button for the review.
    anna.at(1).clicks("Review").await.says("Looking back");
    story.end().await;
}

#[tokio::test]
async fn another_game_in_place_of_a_running_one_follows_the_finished_one() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 2 2 first:me").await;
    anna.takes(2, "each").await;
    anna.clicks("Another game").await;
    let games = anna.control("Choose a game").expect("a select");
    anna.types("/wythoff start 10 6 first:me").await;
    story.until_boards_are_noted().await;
    let asked = anna.at_latest().forges(&games, &["nim"]).await;
    asked.says("You already have a game against me here");
    anna.clicks("New game").await;
    anna.sees("**Nim**").await;
    let line =
        "🏁 **@anna beat Wythoff** at Wythoff’s game (level: perfect): @anna took the last one.";
    until_true(async || anna.at(1).latest().contains(&format!("{line}\n"))).await;
    until_true(async || button_rows(&anna.at(1).latest()) == ["[Review]"]).await;
    story.end().await;
}

#[tokio::test]
async fn a_lost_game_is_played_again_at_its_level() {
    let story = Story::begin().await;
    let anna = story.anna();
    // From a cold position the first player loses, so the bot begins the next game.
    anna.types("/wythoff start 3 5 first:me").await;
    resigns(&anna).await;
    assert_eq!(
        button_rows(&anna.at(1).latest()),
        [
            "[Play again] [Swap sides] [New piles] [Level: good] [Level: beginner]",
            "[Another game]"
        ]
    );
    let easier = anna.clicks("Level: good").await.to_string();
    easier.says("Wythoff against @anna (level: good)");
    let board = plays_best(&anna, easier).await;
    board.says("@anna took the last one.");
    let harder = anna.clicks("Play again: perfect").await;
    harder.says("Wythoff against @anna (level: perfect)");
    story.end().await;
}

#[tokio::test]
async fn a_win_with_help_does_not_lead_to_the_next_level() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 2 2 first:me level:good").await;
    anna.takes(1, "the left").await;
    anna.clicks("Take back").await;
    let won = anna.takes(2, "each").await;
    won.says("[Play again] [Swap sides]");
    let board = anna.types("/wythoff start game:wythoff").await;
    board.says("(level: beginner)");
    story.end().await;
}

#[tokio::test]
async fn a_finished_game_has_only_one_follow_up() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 2 2 first:me level:good").await;
    anna.takes(2, "each").await.says("🏁");
    story.until_boards_are_noted().await;
    let button = anna.control("Play again").expect("a button");
    let swapped = anna.clicks("Swap sides").await;
    swapped.says("Wythoff beat @anna");
    swapped.says("Wythoff took the last one.");
    story.until_boards_are_noted().await;
    let refused = anna.at(1).forges(&button, &[]).await.to_string();
    let reason = "That game already has a follow-up: #games › public message 2";
    refused.says(reason);
    let board = anna.at(2).clicks("Play again").await;
    board.says("@anna against Wythoff (level: good)");
    story.end().await;
}

#[tokio::test]
async fn another_game_is_chosen_from_the_menu_and_leaves_a_line() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 2 2 first:me level:beginner")
        .await;
    anna.takes(2, "each").await;
    story.until_boards_are_noted().await;
    let menu = anna.clicks("Another game").await;
    menu.says("only you can see this");
    anna.chooses("Choose a game", "Nim").await;
    anna.sees("**Nim**: @anna against Wythoff (level: beginner)")
        .await;
    anna.sees_no("Which game?").await;
    let line =
        "🏁 **@anna beat Wythoff** at Wythoff’s game (level: beginner): @anna took the last one.";
    until_reduced_to_a_line(&anna, 1, line).await;
    story.end().await;
}

#[tokio::test]
async fn new_piles_can_be_won_at_every_level() {
    let story = Story::begin().await;
    let anna = story.anna();
    for level in ["perfect", "good", "beginner"] {
        anna.types(&format!("/wythoff start 2 2 first:bot level:{level}"))
            .await;
        for _ in 0..5 {
            story.later(seconds(1));
            let board = anna.clicks("New piles").await.to_string();
            let (piles, is_annas_turn) = (position(&board), board.contains("@anna to move."));
            assert!(
                is_annas_turn && !nim_games::wythoff::is_cold(piles),
                "{board}"
            );
            assert_ne!(
                piles[0], piles[1],
                "one move would take everything: {board}"
            );
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
    anna.takes(2, "each").await;
    assert_snapshot!(boris.clicks("Play again").await, @"
    Wythoff (only you can see this):
    This is not your game. `/wythoff start game:wythoff` starts one of your own.
    ");
    story.end().await;
}
