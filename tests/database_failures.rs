//! A database that is slow, locked or full: what members were told is what is stored.

use discord_sandbox::{Answer, Member};
use insta::assert_snapshot;
use sqlx::Executor;

use crate::support::{
    Says as _, Story, Takes as _, hold_up_the_commit, is_on_sqlite, let_it_commit, minutes, occupy,
    open, takes_one, until_boards,
};

#[tokio::test]
async fn a_choice_on_a_locked_database_is_shown_once_saved() {
    // PostgreSQL gives up a lock before a player is told to wait.
    if !is_on_sqlite() {
        return;
    }
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    story.boards_are_noted().await;
    let lock = hold_up_the_commit(&story).await;
    let choice = anna.takes(1, "the left").await;
    assert_eq!(choice, Answer::Acknowledged);
    let_it_commit(lock).await;
    anna.sees("@anna took 1 from the left pile.").await;
    story.end().await;
}

#[tokio::test]
async fn a_move_that_waits_too_long_is_withdrawn_and_said_to_be() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    let release = occupy(&story).await;
    anna.takes(1, "the left").await.says("Position (10, 6)");
    anna.sees("I’m too busy to do that right now.").await;
    release.send(()).expect("the writer waits");
    // Once this returns, everything queued before it has been dealt with.
    drop(occupy(&story).await);
    let games = anna.types("/wythoff games").await.to_string();
    assert!(
        games.contains("(10, 6)"),
        "it was never carried out: {games}"
    );
    story.end().await;
}

#[tokio::test]
async fn a_start_that_is_being_saved_posts_its_board_when_it_is_saved() {
    // PostgreSQL gives up a lock before a player is told to wait.
    if !is_on_sqlite() {
        return;
    }
    let story = Story::begin().await;
    let anna = story.anna();
    let lock = hold_up_the_commit(&story).await;
    let start = tokio::spawn({
        let anna = anna.clone();
        async move { anna.types("/wythoff start 10 6 first:me").await.to_string() }
    });
    assert_snapshot!(start.await.expect("typed"), @"
    Wythoff (only you can see this):
    Still saving; your board will show if it worked.
    ");
    let_it_commit(lock).await;
    anna.sees("Position (10, 6)").await;
    story.boards_are_noted().await;
    // The board that was posted later is edited like any other.
    let board = anna.types("/wythoff move A1").await;
    board.says("@anna took 1 from the left pile.");
    until_boards(&anna, 1).await;
    story.end().await;
}

#[tokio::test]
async fn a_challenge_that_is_saved_late_pings_whoever_is_challenged() {
    // PostgreSQL gives up a lock before a player is told to wait.
    if !is_on_sqlite() {
        return;
    }
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let lock = hold_up_the_commit(&story).await;
    let challenge = tokio::spawn({
        let anna = anna.clone();
        async move { anna.types("/wythoff challenge member:boris a:3 b:5").await }
    });
    let said = challenge.await.expect("typed").to_string();
    said.says("Still saving");
    let_it_commit(lock).await;
    boris.sees("@anna challenges @boris").await;
    let challenge = boris.latest();
    assert!(
        challenge.starts_with("Wythoff (pings @boris):"),
        "{challenge}"
    );
    story.boards_are_noted().await;
    boris.clicks("Accept").await.says("**Wythoff’s game**");
    story.end().await;
}

#[tokio::test]
async fn a_setting_that_is_saved_late_is_shown_as_it_is() {
    // PostgreSQL gives up a lock before a player is told to wait.
    if !is_on_sqlite() {
        return;
    }
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff settings").await;
    let lock = hold_up_the_commit(&story).await;
    let setting = tokio::spawn({
        let anna = anna.clone();
        async move { anna.clicks("Challenges: from anyone").await }
    });
    assert_eq!(setting.await.expect("clicked"), Answer::Acknowledged);
    let_it_commit(lock).await;
    anna.sees("[Challenges: from nobody]").await;
    anna.sees("✓ Saved.").await;
    story.end().await;
}

#[tokio::test]
async fn what_turns_out_late_not_to_be_saved_can_be_chosen_again() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    story.boards_are_noted().await;
    let mut other = open(story.folder.path()).await;
    let (fail, mend) = if is_on_sqlite() {
        let fail = "CREATE TRIGGER failing BEFORE UPDATE ON games
            BEGIN SELECT RAISE(ROLLBACK, 'the disk fails'); END";
        (fail, "DROP TRIGGER failing")
    } else {
        let fail = "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'the disk fails' USING ERRCODE = 'disk_full'; END $$;
            CREATE TRIGGER failing BEFORE UPDATE ON games FOR EACH ROW EXECUTE FUNCTION fail()";
        (fail, "DROP TRIGGER failing ON games")
    };
    other.execute(fail).await.expect("made");
    let lock = hold_up_the_commit(&story).await;
    let choice = anna.takes(1, "the left").await;
    assert_eq!(choice, Answer::Acknowledged);
    let_it_commit(lock).await;
    anna.sees("That could not be saved.").await;
    other.execute(mend).await.expect("gone");
    takes_one(&anna.at(1)).await;
    story.end().await;
}

#[tokio::test]
async fn a_game_that_cannot_be_read_is_in_nobodys_way() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.playing("5 minutes").await;
    let elsewhere = [&anna, &boris].map(|member| member.in_channel("elsewhere"));
    let challenge = "/wythoff challenge member:boris a:3 b:5 first:me clock:\"1 day\"";
    elsewhere[0].types(challenge).await;
    elsewhere[1].clicks("Accept").await;
    story.boards_are_noted().await;
    story.stop().await;
    let mut database = open(story.folder.path()).await;
    let first = "(SELECT MIN(id) FROM games)";
    let damage = format!("UPDATE games SET position = 'x' WHERE id = {first}");
    database
        .execute(sqlx::AssertSqlSafe(damage))
        .await
        .expect("damaged");
    story.restart().await;
    // The damaged game's deadline passes without effect. The other game ends at its own deadline.
    story.later(minutes(6));
    elsewhere[0].takes(1, "the left").await;
    anna.takes(1, "the left").await.says("went wrong");
    // Discord cannot show an apology in place of choices.
    let none: [&str; 0] = [];
    for half_typed in ["/wythoff board which:", "/wythoff move A"] {
        assert_eq!(anna.completes(half_typed).await, none, "{half_typed}");
    }
    assert_eq!(story.sandbox.refusals(), []);
    until_it_ends(&story, &elsewhere[1]).await;
    anna.screen().says_no(LATE);
    // Once the game can be read again, it ends, too.
    let mend = format!("UPDATE games SET position = start WHERE id = {first}");
    database
        .execute(sqlx::AssertSqlSafe(mend))
        .await
        .expect("mended");
    until_it_ends(&story, &anna).await;
    story.end().await;
}

/// What a board says when its player never turned up.
const LATE: &str = "didn’t move in time";

async fn until_it_ends(story: &Story, member: &Member) {
    for _hour in 0..60 {
        if member.screen().contains(LATE) {
            return;
        }
        story.later(minutes(59));
        story.is_marked_alive().await;
    }
    member.sees(LATE).await;
}
