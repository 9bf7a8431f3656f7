//! Where games are played: direct messages, servers without the bot, groups. Also
//! odd names, and a wrong clock.

use std::time::Duration;

use discord_sandbox::Sandbox;
use insta::assert_snapshot;

use crate::support::{Host, Says as _, Story, Takes as _, minutes, until_boards};

#[tokio::test]
async fn a_game_is_played_in_a_direct_message() {
    let story = Story::begin().await;
    let anna = story.anna().in_direct_message();
    anna.types("/wythoff start 2 2 first:me").await;
    story.until_boards_are_noted().await;
    assert_snapshot!(anna.types("/wythoff games").await, @"
    Wythoff (only you can see this):
    Your current game:
    - **Your turn** against 🐧 Penguin at (2, 2): #direct message › public message 1
    ");
    anna.goes(2, "diagonally").await.says("@anna reached home.");
    story.end().await;
}

#[tokio::test]
async fn a_game_is_played_where_only_the_member_installed_the_bot() {
    let story = Story::begin().await;
    let server = story.sandbox.server("Elsewhere").without_bot();
    for anna in [
        server.member("anna"),
        server.member("berta").in_private_channel(),
    ] {
        anna.types("/wythoff start 4 4 first:me").await;
        anna.types("/wythoff move A1").await;
        // The older board is deleted with the token of the interaction that posted it, since the
        // bot is no member of the server.
        until_boards(&anna, 1).await;
        let board = anna.latest();
        board.says("went 1 left.");
    }
    story.end().await;
}

#[tokio::test]
async fn commands_match_the_allowed_ways_of_installation() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    sandbox.allow_user_install(false);
    let story = Story::begin_in(sandbox).await;
    let call = story.sandbox.called("PUT", "/commands").await;
    let command = &call.body.expect("commands")[0];
    assert_eq!(command["integration_types"], serde_json::json!([0]));
    assert_eq!(command["contexts"], serde_json::json!([0, 1]));
    story.end().await;
}

#[tokio::test]
async fn a_name_cannot_ping_or_format_anything() {
    let story = Story::begin().await;
    let anna = story.anna().display_name("@everyone **x** \u{202e}");
    let boris = story.server.member("boris");
    anna.types("/wythoff start 10 6 first:me").await;
    anna.goes(1, "left").await;
    boris.screen().does_not_say("pings");
    let bodies = story
        .sandbox
        .calls()
        .into_iter()
        .filter_map(|call| call.body);
    assert!(
        bodies
            .into_iter()
            .all(|body| !body.to_string().contains("everyone")),
        "texts mention members instead of naming them"
    );
    story.end().await;
}

#[tokio::test]
async fn a_host_clock_an_hour_behind_does_no_harm() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let host = Host::of(&sandbox);
    host.step(-3_600_000);
    let story = Story::begin_on(sandbox, host).await;
    let [anna, boris] = story.playing("1 hour").await;
    anna.goes(1, "left").await.says("time is up in 1 hour");
    let board = boris.goes(1, "left").await;
    board.says("time is up in 1 hour");
    story.later(minutes(57));
    let board = anna.goes(1, "down").await.to_string();
    assert!(board.contains("@boris to move"), "anna is in time: {board}");
    story.later(minutes(61));
    boris.sees("@boris ran out of time.").await;
    story.end().await;
}

#[tokio::test]
async fn a_board_with_an_expired_token_is_deleted_as_the_bot() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    story.sandbox.clock().advance(Duration::from_mins(20));
    anna.types("/wythoff board").await;
    story.sandbox.called("DELETE", "/channels/").await;
    until_boards(&anna, 1).await;
    story.end().await;
}

#[tokio::test]
async fn a_resignation_is_posted_if_the_board_cannot_be_edited() {
    let story = Story::begin().await;
    let anna = story
        .sandbox
        .server("Elsewhere")
        .without_bot()
        .member("anna");
    anna.types("/wythoff start 10 6 first:me").await;
    story.until_boards_are_noted().await;
    // Afterwards the token of the board has expired, and the bot is no member of the server.
    story.later(minutes(20));
    anna.clicks("Resign").await;
    assert_snapshot!(anna.clicks("Resign").await, @"
    Wythoff (only you can see this):
    You resigned.
    ");
    anna.sees("@anna resigned.").await;
    anna.at_latest().latest().does_not_say("only you can see");
    story.end().await;
}

#[tokio::test]
async fn a_language_without_texts_is_answered_in_english() {
    let story = Story::begin().await;
    let anna = story
        .sandbox
        .server("Um servidor")
        .locale("pt-BR")
        .member("anna")
        .locale("pt-BR");
    let board = anna.types("/wythoff start 3 5 first:me").await;
    board.says("@anna to move.");
    assert!(
        anna.types("/wythoff rules game:wythoff")
            .await
            .to_string()
            .contains("You both move one queen")
    );
    story.end().await;
}

#[tokio::test]
async fn a_challenge_needs_a_place_where_others_see_the_answers() {
    let story = Story::begin().await;
    let closed = story
        .sandbox
        .server("A server without external apps")
        .without_bot()
        .without_external_apps();
    let anna = closed.member("anna");
    let refused = anna.types("/wythoff challenge game:wythoff").await;
    refused.says("Nobody else can answer a challenge here");
    let open = story
        .sandbox
        .server("A server with external apps")
        .without_bot();
    let anna = anna.in_server(&open);
    let boris = open.member("boris");
    anna.types("/wythoff challenge a:3 b:5 first:me").await;
    boris.clicks("Accept").await.says("@anna to move");
    let group = anna.in_private_channel();
    let challenge = group.types("/wythoff challenge game:wythoff").await;
    challenge.says("challenges anyone");
    // Others are there, too.
    let private = group.types("/wythoff start game:nim private:yes").await;
    private.says("(only you can see this)");
    story.end().await;
}
