//! A gateway that misbehaves, and interactions that the bot cannot read.

use std::time::{Duration, Instant};

use discord_sandbox::{Answer, Greeting, HangUp, Sandbox, Server};
use serde_json::json;
use sqlx::Connection;

use crate::support::{
    Binary, Says as _, Story, Takes as _, execute, hours, minutes, open, seconds, takes_one,
    until_true,
};

/// Waits until the bot logs that it delays an IDENTIFY.
async fn until_identify_is_delayed(bot: &Binary) {
    until_true(async || {
        bot.log()
            .contains("waiting before sending another IDENTIFY")
    })
    .await;
}

#[tokio::test]
async fn a_final_refusal_ends_the_process_with_its_exit_code() {
    for (close_code, exit_code, expected) in [
        (4010, 70, "wants other shards (close code 4010)"),
        (4011, 70, "wants other shards (close code 4011)"),
        (4013, 78, "intents"),
        (4014, 78, "intents"),
    ] {
        let sandbox = Sandbox::start().await.expect("a sandbox");
        let folder = tempfile::tempdir().expect("a folder");
        sandbox.set_greeting(Greeting::Close(close_code));
        let mut bot = Binary::launch(&sandbox, folder.path());
        assert_eq!(bot.ended().await.code(), Some(exit_code), "{}", bot.log());
        let log = bot.log();
        assert!(log.contains(expected), "{close_code}: {log}");
        assert_eq!(sandbox.identifies(), 1, "it does not try again by itself");
    }
}

#[tokio::test]
async fn invalid_sessions_are_retried_with_growing_pauses() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    sandbox.set_greeting(Greeting::InvalidSession);
    let bot = Binary::launch(&sandbox, folder.path());
    until_identify_is_delayed(&bot).await;
    assert!(sandbox.identifies() <= 3, "{}", sandbox.identifies());
    bot.kill().await;
}

#[tokio::test]
async fn identifies_are_counted_across_restarts() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let mut bot = Binary::start(&sandbox, folder.path()).await;
    bot.signal("TERM");
    assert_eq!(bot.ended().await.code(), Some(0));
    sandbox.disconnected().await;
    assert_eq!(sandbox.identifies(), 1);
    let mut database = open(folder.path()).await;
    let known: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM identifies")
        .fetch_one(&mut database)
        .await
        .expect("a count");
    assert_eq!(known, 1, "it was noted");
    // Adds nine more, as if the bot had started ten times within two minutes.
    for n in 1..10 {
        sqlx::query("INSERT INTO identifies SELECT at + $1, shard, taken FROM identifies LIMIT 1")
            .bind(i64::from(n))
            .execute(&mut database)
            .await
            .expect("noted");
    }
    database.close().await.expect("closed");
    let bot = Binary::launch(&sandbox, folder.path());
    until_identify_is_delayed(&bot).await;
    assert_eq!(
        sandbox.identifies(),
        1,
        "an eleventh within two minutes has to wait"
    );
    bot.kill().await;
}

#[tokio::test]
async fn without_session_starts_left_the_bot_waits() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let anna = sandbox.server("A server").member("anna");
    sandbox.limit_session_starts(0, seconds(6));
    let bot = Binary::launch(&sandbox, folder.path());
    until_identify_is_delayed(&bot).await;
    assert_eq!(sandbox.identifies(), 0);
    sandbox.ready().await;
    let board = anna.types("/wythoff start 10 6 first:me").await;
    board.says("Position (10, 6)");
    bot.kill().await;
}

#[tokio::test]
async fn an_unreadable_interaction_gets_a_generic_answer() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let anna = sandbox.server("A server").member("anna-the-unmistakable");
    let mut bot = Binary::start(&sandbox, folder.path()).await;
    anna.types("/wythoff start 10 6 first:me").await;
    for (field, value) in [
        ("type", Some(json!(99))),
        ("locale", None),
        (
            "data",
            Some(json!({ "something": "anna-the-unmistakable" })),
        ),
    ] {
        sandbox.alter_interactions(field, value);
        let said = anna.types("/wythoff rules game:wythoff").await.to_string();
        assert!(
            said.contains("Something went wrong on my side, and nothing was changed."),
            "{field}: {said}"
        );
        sandbox.restore_interactions();
    }
    // A field that the bot does not need may hold anything.
    sandbox.alter_interactions("entitlements", Some(json!("none")));
    let rules = anna.types("/wythoff rules game:wythoff").await.to_string();
    assert!(
        rules.contains("**Rules**") || rules.contains("queen"),
        "{rules}"
    );
    sandbox.restore_interactions();
    sandbox.alter_interactions("locale", None);
    assert!(anna.completes("/wythoff review which:").await.is_empty());
    sandbox.restore_interactions();
    let board = anna.at(1).goes(1, "left").await;
    board.says("@anna-the-unmistakable went 1");
    bot.signal("TERM");
    assert_eq!(bot.ended().await.code(), Some(0));
    let log = bot.log();
    assert_eq!(
        log.matches("an interaction cannot be read").count(),
        4,
        "{log}"
    );
    log.says("incident=");
    log.does_not_say("anna-the-unmistakable");
    log.does_not_say(".secret");
}

#[tokio::test]
async fn after_each_close_code_the_bot_reconnects() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    for code in [4000, 4003, 4007, 4009] {
        let reconnected = story.sandbox.connection();
        story.sandbox.disconnect(code);
        reconnected.await;
        assert_ne!(anna.types("/wythoff board").await, Answer::Failed);
    }
    // `resumes` has one number for each resume: how many events were sent again.
    assert_eq!(story.sandbox.resumes(), [0], "it resumes only after 4000");
    story.end().await;
}

#[tokio::test]
async fn a_gateway_that_hangs_up_is_called_again_with_pauses() {
    for (moment, code) in [(HangUp::AfterHello, 1011), (HangUp::BeforeHello, 4008)] {
        let sandbox = Sandbox::start().await.expect("a sandbox");
        let folder = tempfile::tempdir().expect("a folder");
        let anna = sandbox.server("A server").member("anna");
        let bot = Binary::start(&sandbox, folder.path()).await;
        let began = Instant::now();
        let reconnected = sandbox.connection();
        sandbox.hang_up(Some((moment, code)));
        sandbox.disconnect(4000);
        sandbox.turned_away(3).await;
        // The pauses are 1, 2 and 4 seconds, shortened by at most a quarter.
        assert!(began.elapsed() > Duration::from_millis(5250), "{moment:?}");
        sandbox.hang_up(None);
        reconnected.await;
        let log = bot.log();
        let reports = log.matches("keep failing; the bot tries again with growing pauses");
        assert_eq!(reports.count(), 1, "{moment:?}: {log}");
        log.says("close code: ");
        anna.types("/wythoff start 10 6 first:me").await;
        bot.kill().await;
    }
}

/// Where sessions are resumed, Discord may be out of order, while new ones begin.
#[tokio::test]
async fn an_address_that_resumes_nothing_is_tried_once() {
    let story = Story::begin().await;
    let anna = story.anna();
    let reconnected = story.sandbox.connection();
    story.sandbox.hang_up(Some((HangUp::AtResume, 4000)));
    story.sandbox.disconnect(4000);
    story.sandbox.turned_away(1).await;
    reconnected.await;
    assert_ne!(
        anna.types("/wythoff start 10 6 first:me").await,
        Answer::Failed
    );
    story.end().await;
}

#[tokio::test]
async fn a_connection_that_breaks_off_is_resumed() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    let reconnected = story.sandbox.connection();
    story.sandbox.drop_connections();
    reconnected.await;
    assert_ne!(anna.types("/wythoff board").await, Answer::Failed);
    assert_eq!(story.sandbox.resumes(), [0]);
    story.end().await;
}

#[tokio::test]
async fn two_shards_are_one_bot() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    sandbox.offer_shards(2);
    let story = Story::begin_in(sandbox).await;
    // The story has waited until the bot noted that it is connected, which it does only once every
    // shard is.
    assert_eq!(story.sandbox.shards(), [0, 1]);
    let shard = |server: &Server| (server.id().0 >> 22) % 2;
    let mut elsewhere = story.sandbox.server("Another server");
    while shard(&elsewhere) == shard(&story.server) {
        // A server's id contains its creation time in milliseconds.
        story.later(Duration::from_millis(1));
        elsewhere = story.sandbox.server("Another server");
    }
    let anna = story.anna();
    for server in [&story.server, &elsewhere] {
        let anna = anna.in_server(server);
        let board = anna.types("/wythoff start 10 6 first:me").await;
        board.says("Position (10, 6)");
        takes_one(&anna).await;
    }
    // The connections break off, and the shards reconnect.
    let reconnected = story.sandbox.connection();
    story.sandbox.drop_connections();
    reconnected.await;
    story.end().await;
}

#[tokio::test]
async fn an_event_that_a_resume_repeats_counts_once() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    anna.types("/wythoff move A1").await;
    anna.types("/wythoff move B1").await;
    story.sandbox.repeat_on_resume(3);
    let resumed = story.sandbox.connection();
    story.sandbox.ask_to_reconnect();
    resumed.await;
    anna.types("/wythoff rules game:wythoff").await;
    story.restart().await;
    assert_eq!(
        story.plies(&anna).await,
        [4],
        "two moves with their replies"
    );
    story.end().await;
}

#[tokio::test]
async fn a_resume_asks_for_nothing_that_has_arrived() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    for count in 1..=2 {
        anna.types("/wythoff move A1").await;
        let resumed = story.sandbox.connection();
        story.sandbox.ask_to_reconnect();
        resumed.await;
        assert_eq!(story.sandbox.resumes(), vec![0; count]);
    }
    story.end().await;
}

#[tokio::test]
async fn after_an_invalid_session_the_bot_identifies_again() {
    let story = Story::begin().await;
    let anna = story.anna();
    let identified = story.sandbox.connection();
    story.sandbox.invalidate_sessions();
    identified.await;
    let board = anna.types("/wythoff start 30 24 first:me").await;
    board.says("Position (30, 24)");
    story.end().await;
}

#[tokio::test]
async fn a_lost_connection_costs_nobody_time() {
    let story = Story::begin().await;
    let [anna, _boris] = story.playing("5 minutes").await;
    story.until_marked_alive().await;
    let reconnected = story.sandbox.connection();
    story.sandbox.refuse_connections(true);
    story.sandbox.disconnect(4000);
    // The first two attempts come in quick succession; at the third, serenity has noticed that the
    // connection is lost.
    story.sandbox.turned_away(3).await;
    story.later(hours(2));
    story.sandbox.refuse_connections(false);
    reconnected.await;
    anna.at(1).sees("time is up in 4 minutes").await;
    let board = anna.types("/wythoff board").await;
    board.says("is up in 4 minutes");
    story.end().await;
}

#[tokio::test]
async fn boards_are_drawn_while_the_gateway_is_away() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 31 24 first:me").await;
    story.until_all_is_drawn().await;
    story.sandbox.refuse_connections(true);
    story.sandbox.disconnect(4000);
    story.sandbox.turned_away(3).await;
    // As if another process had changed the game, and died.
    execute(
        story.folder.path(),
        "UPDATE games SET changed = changed + 1",
    )
    .await;
    story.later(minutes(2));
    story.until_all_is_drawn().await;
    story.sandbox.refuse_connections(false);
    story.end().await;
}
