//! Events that come late, twice or not at all, and answers that do not get through.

use std::time::Duration;

use discord_sandbox::{Answer, Fault};

use crate::support::Story;

#[tokio::test]
async fn the_same_event_three_times_counts_once() {
    let story = Story::begin().await;
    let anna = story.anna();
    story.sandbox.deliver_times(3);
    anna.types("/wythoff start 10 6 first:me").await;
    anna.chooses("From the left pile", "1").await;
    anna.types("/wythoff move right 1").await;
    story.sandbox.deliver_times(1);
    let games = anna.types("/wythoff games").await.to_string();
    assert!(games.contains("Your running game:"), "{games}");
    let screen = anna.screen();
    assert_eq!(
        screen.matches("**Wythoff’s game**").count(),
        2,
        "one board for the start, one for the typed move: {screen}"
    );
    story.end().await;
}

#[tokio::test]
async fn an_event_that_a_resume_repeats_counts_once() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 30 24 first:me").await;
    anna.chooses("From the left pile", "1").await;
    let board = anna.latest();
    story.sandbox.repeat_on_resume(2);
    let resumed = story.sandbox.connection();
    story.sandbox.ask_to_reconnect();
    resumed.await;
    let games = anna.types("/wythoff games").await.to_string();
    assert!(games.contains("Your running game:"), "{games}");
    assert!(anna.screen().contains(&board), "nothing has moved");
    story.end().await;
}

#[tokio::test]
async fn after_an_invalid_session_the_bot_identifies_again() {
    let story = Story::begin().await;
    let anna = story.anna();
    let identified = story.sandbox.connection();
    story.sandbox.invalidate_sessions();
    identified.await;
    let board = anna
        .types("/wythoff start 30 24 first:me")
        .await
        .to_string();
    assert!(board.contains("Position (30, 24)"), "{board}");
    story.end().await;
}

#[tokio::test]
async fn a_new_game_whose_first_board_cannot_be_delivered_is_abandoned() {
    let story = Story::begin().await;
    let anna = story.anna();
    story
        .sandbox
        .inject(Fault::on("POST", "/callback").refused(404));
    assert_eq!(
        anna.types("/wythoff start 10 6 first:me").await,
        Answer::Failed
    );
    let games = anna.types("/wythoff games").await.to_string();
    assert!(games.contains("You have no running game."), "{games}");
    let board = anna.types("/wythoff start 10 6 first:me").await.to_string();
    assert!(
        board.contains("Position (10, 6)"),
        "a new one can begin: {board}"
    );
    story.end().await;
}

#[tokio::test]
async fn a_first_answer_that_fails_is_tried_again() {
    let story = Story::begin().await;
    let anna = story.anna();
    for fault in [
        Fault::on("POST", "/callback").refused(502),
        Fault::on("POST", "/callback").with_html(),
        Fault::on("POST", "/callback").with_lost_answer(),
        Fault::on("POST", "/callback").rate_limited(Duration::from_millis(10), false),
    ] {
        story.sandbox.inject(fault);
        let board = anna.types("/wythoff start 10 6 first:me").await.to_string();
        assert!(board.contains("Position (10, 6)"), "{board}");
        // The board was noted, though the answer that said which message it is may have been lost.
        story.games(&anna).await;
        anna.clicks("Resign").await;
        let end = anna.fills(&[]).await.to_string();
        assert!(end.contains("@anna resigned"), "{end}");
    }
    story.end().await;
}

#[tokio::test]
async fn a_move_whose_answer_is_lost_stands_and_the_board_is_repaired() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    story
        .sandbox
        .inject(Fault::on("POST", "/callback").refused(404));
    assert_eq!(
        anna.chooses("From the left pile", "1").await,
        Answer::Failed
    );
    anna.sees("@anna took 1 from the left pile.").await;
    story.end().await;
}

#[tokio::test]
async fn what_follows_an_answer_waits_as_long_as_discord_asks() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    story.sandbox.inject(
        Fault::on("PATCH", "/webhooks/")
            .rate_limited(Duration::from_millis(20), false)
            .times(2),
    );
    story
        .sandbox
        .inject(Fault::on("PATCH", "/webhooks/").rate_limited(Duration::from_millis(20), true));
    story
        .sandbox
        .inject(Fault::on("PATCH", "/webhooks/").with_html());
    anna.types("/wythoff board").await;
    anna.at(1).sees_no("▾").await;
    let screen = anna.screen();
    assert_eq!(
        screen.matches("[Hint]").count(),
        1,
        "one board has controls: {screen}"
    );
    story.end().await;
}
