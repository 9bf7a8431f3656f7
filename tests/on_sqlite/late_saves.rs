//! Changes that are saved late because another program holds the lock on the database. These
//! stories are only about SQLite: on PostgreSQL, the bot gives up waiting for a lock before it
//! would answer that it is still saving.

use discord_sandbox::{Answer, Fault};
use insta::assert_snapshot;
use sqlx::Executor;

use crate::support::{
    Says as _, Story, Takes as _, hold_up_the_commit, let_it_commit, open, takes_one, until_boards,
};

#[tokio::test]
async fn a_choice_on_a_locked_database_is_shown_once_saved() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    story.until_boards_are_noted().await;
    let lock = hold_up_the_commit(&story).await;
    let choice = anna.goes(1, "left").await;
    assert_eq!(choice, Answer::Acknowledged);
    let_it_commit(lock).await;
    anna.sees("@anna went 1 left.").await;
    story.end().await;
}

#[tokio::test]
async fn a_start_that_is_saved_late_posts_its_board() {
    let story = Story::begin().await;
    let anna = story.anna();
    let lock = hold_up_the_commit(&story).await;
    assert_snapshot!(anna.types("/wythoff start 10 6 first:me").await, @"
    Wythoff (only you can see this):
    Still saving; your board will show if it worked.
    ");
    let_it_commit(lock).await;
    anna.sees("Position (10, 6)").await;
    story.until_boards_are_noted().await;
    // The board that was posted later is edited like any other.
    let board = anna.types("/wythoff move A1").await;
    board.says("@anna went 1 left.");
    until_boards(&anna, 1).await;
    story.end().await;
}

#[tokio::test]
async fn a_challenge_that_is_saved_late_pings_whoever_is_challenged() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let lock = hold_up_the_commit(&story).await;
    let said = anna.types("/wythoff challenge member:boris a:3 b:5").await;
    said.says("Still saving");
    let_it_commit(lock).await;
    boris.sees("@anna challenges @boris").await;
    let challenge = boris.latest();
    assert!(
        challenge.starts_with("Wythoff (pings @boris):"),
        "{challenge}"
    );
    story.until_boards_are_noted().await;
    boris.clicks("Accept").await.says("-# Wythoff’s game");
    story.end().await;
}

#[tokio::test]
async fn a_setting_that_is_saved_late_is_shown_once_saved() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff settings").await;
    let lock = hold_up_the_commit(&story).await;
    let setting = anna.clicks("Challenges: from anyone").await;
    assert_eq!(setting, Answer::Acknowledged);
    let_it_commit(lock).await;
    anna.sees("[Challenges: from nobody]").await;
    anna.sees("✓ Saved.").await;
    story.end().await;
}

#[tokio::test]
async fn a_move_whose_late_save_fails_can_be_made_again() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    story.until_boards_are_noted().await;
    let mut other = open(story.folder.path()).await;
    let fails = "CREATE TRIGGER failing BEFORE UPDATE ON games
        BEGIN SELECT RAISE(ROLLBACK, 'the disk fails'); END";
    other.execute(fails).await.expect("made");
    let lock = hold_up_the_commit(&story).await;
    let choice = anna.goes(1, "left").await;
    assert_eq!(choice, Answer::Acknowledged);
    let_it_commit(lock).await;
    anna.sees("That could not be saved.").await;
    // The board is drawn anew: its select no longer shows the choice.
    story.sandbox.called("PATCH", "/webhooks/").await;
    other.execute("DROP TRIGGER failing").await.expect("gone");
    takes_one(&anna.at(1)).await;
    story.end().await;
}

#[tokio::test]
async fn a_late_move_is_shown_although_its_response_was_lost() {
    // Either the first response is lost, or the edit that follows the save.
    for (fault, answer) in [
        (Fault::on("POST", "/callback").times(2), Answer::Failed),
        (Fault::on("PATCH", "/webhooks/"), Answer::Acknowledged),
    ] {
        let story = Story::begin().await;
        let anna = story.anna();
        anna.types("/wythoff start 10 6 first:me").await;
        story.until_boards_are_noted().await;
        let lock = hold_up_the_commit(&story).await;
        story.sandbox.inject(fault.refused_with(404, 10_015));
        assert_eq!(anna.goes(1, "left").await, answer);
        let_it_commit(lock).await;
        anna.sees("@anna went 1 left.").await;
        story.end().await;
    }
}

#[tokio::test]
async fn a_late_typed_move_is_shown_although_its_response_was_lost() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    story.until_boards_are_noted().await;
    let lock = hold_up_the_commit(&story).await;
    let lost = Fault::on("POST", "/callback").times(2);
    story.sandbox.inject(lost.refused_with(404, 10_015));
    let typed = anna.types("/wythoff move A1").await;
    assert_eq!(typed, Answer::Failed);
    let_it_commit(lock).await;
    anna.sees("@anna went 1 left.").await;
    until_boards(&anna, 1).await;
    story.end().await;
}
