//! A database that is too busy, or holds a game that cannot be read: members are told that their
//! action failed, and other games go on.

use discord_sandbox::Member;
use sqlx::Executor;

use crate::support::{Says as _, Story, Takes as _, minutes, occupy, open};

#[tokio::test]
async fn a_move_that_waits_too_long_is_withdrawn_and_refused() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    let release = occupy(&story).await;
    anna.goes(1, "left").await.says("Position (10, 6)");
    anna.sees("I’m too busy to do that right now.").await;
    release.send(()).expect("the writer waits");
    // Once this returns, everything queued before it has been dealt with.
    drop(occupy(&story).await);
    let games = anna.types("/wythoff games").await.to_string();
    assert!(games.contains("(10, 6)"), "the move is not made: {games}");
    story.end().await;
}

#[tokio::test]
async fn an_unreadable_game_blocks_no_other_game() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.playing("5 minutes").await;
    let [other_anna, other_boris] = [&anna, &boris].map(|member| member.in_channel("elsewhere"));
    let challenge = "/wythoff challenge member:boris a:3 b:5 first:me clock:\"1 day a move\"";
    other_anna.types(challenge).await;
    other_boris.clicks("Accept").await;
    story.until_boards_are_noted().await;
    story.stop().await;
    let mut database = open(story.folder.path()).await;
    let first = "(SELECT MIN(id) FROM games)";
    let damage = format!("UPDATE games SET position = 'x' WHERE id = {first}");
    database
        .execute(sqlx::AssertSqlSafe(damage))
        .await
        .expect("damaged");
    story.restart().await;
    // The damaged game's deadline passes without effect.
    story.later(minutes(6));
    other_anna.goes(1, "left").await;
    anna.goes(1, "left").await.says("went wrong");
    // Completion choices cannot show an error message, so there are none.
    let none: [&str; 0] = [];
    for half_typed in ["/wythoff board which:", "/wythoff move A"] {
        assert_eq!(anna.completes(half_typed).await, none, "{half_typed}");
    }
    assert_eq!(story.sandbox.refusals(), []);
    // The other game ends at its own deadline.
    wait_for_no_show(&story, &other_boris).await;
    anna.screen().does_not_say(NO_SHOW);
    // Once the game can be read again, it ends, too.
    let mend = format!("UPDATE games SET position = start WHERE id = {first}");
    database
        .execute(sqlx::AssertSqlSafe(mend))
        .await
        .expect("mended");
    wait_for_no_show(&story, &anna).await;
    story.end().await;
}

/// What a board says when a player never made a move.
const NO_SHOW: &str = "didn’t move in time";

async fn wait_for_no_show(story: &Story, member: &Member) {
    for _hour in 0..60 {
        if member.screen().contains(NO_SHOW) {
            return;
        }
        story.later(minutes(59));
        story.until_marked_alive().await;
    }
    member.sees(NO_SHOW).await;
}
