//! A server that takes the bot's permissions away while games are played there, and gives them
//! back.

use discord_sandbox::{Call, Fault, Member};
use insta::assert_snapshot;
use wythoff::app::RunError;
use wythoff_transport::ConnectionError;

use crate::support::{Says as _, Story, Takes as _, day, minutes, seconds, until_true};

fn count_refused(calls: &[Call]) -> usize {
    let is_refused = |call: &&Call| matches!(call.status, Some(401 | 403 | 429));
    calls.iter().filter(is_refused).count()
}

#[tokio::test]
async fn a_hundred_games_go_on_where_the_bot_has_lost_its_permissions() {
    let story = Story::begin().await;
    let members: Vec<Member> = (0..100)
        .map(|n| story.server.member(&format!("member-{n}")))
        .map(|member| member.in_channel(&format!("channel-{}", member.id().0 % 20)))
        .collect();
    for member in &members {
        member.types("/wythoff start 300 240 first:me").await;
    }
    story.until_boards_are_noted().await;
    story.server.permit_bot(false);
    for quarter in 1..=4 {
        story.later(minutes(15));
        for (n, member) in members.iter().enumerate() {
            let moved = if n % 2 == 0 {
                member.types("/wythoff move A1").await
            } else {
                member.clicks("Rules").await;
                member.types("/wythoff board").await;
                member.at_latest().goes(1, "left").await
            };
            let moved = moved.to_string();
            moved.says(" went 1 left.");
            assert_eq!(story.plies(member).await, [2 * quarter]);
        }
    }
    let refused = count_refused(&story.sandbox.calls());
    assert!(refused < 100, "{refused} calls were refused");
    story.end().await;
}

#[tokio::test]
async fn boards_are_edited_again_once_permissions_are_back() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("5 minutes").await;
    anna.goes(1, "left").await;
    boris.goes(1, "left").await;
    story.server.permit_bot(false);
    story.later(minutes(20));
    until_true(async || story.plies(&anna).await.len() != 1).await;
    story.server.permit_bot(true);
    // Each interaction says which permissions the bot has. Once one of them shows that the
    // permissions are back, the bot no longer leaves the channel alone.
    anna.types("/wythoff challenge member:boris a:3 b:5 clock:\"5 minutes a move\"")
        .await;
    boris.clicks("Accept").await;
    story.until_boards_are_noted().await;
    story.later(minutes(6));
    anna.sees("No result").await;
    story.end().await;
}

#[tokio::test]
async fn a_channel_without_send_messages_is_left_alone_whoever_plays() {
    let story = Story::begin().await;
    let _server = story.server.clone().without_writing();
    let [anna, boris] = story.pair();
    for game in 1..=2 {
        anna.types("/wythoff challenge member:boris a:3 b:5 first:me clock:\"5 minutes a move\"")
            .await;
        boris.clicks("Accept").await;
        anna.goes(1, "left").await;
        boris.goes(1, "left").await;
        story.later(minutes(5) + seconds(6));
        anna.at(game).sees("@anna ran out of time.").await;
        until_true(async || count_refused(&story.sandbox.calls()) >= 2).await;
    }
    story.until_marked_alive().await;
    // The bot has tried to show the end of the first game only: with its picture, and without.
    assert_eq!(count_refused(&story.sandbox.calls()), 2);
    story.end().await;
}

#[tokio::test]
async fn a_board_refused_by_the_breaker_is_drawn_later() {
    let story = Story::begin().await;
    for n in 0..100 {
        let member = story.server.member(&format!("member-{n}"));
        let rival = story.server.member(&format!("rival-{n}"));
        let [member, rival] = [member, rival].map(|it| it.in_channel(&format!("channel-{n}")));
        let challenge = format!("/wythoff challenge member:rival-{n} clock:\"1 hour a move\"");
        member.types(&challenge).await;
        rival.clicks("Accept").await;
    }
    story.later(minutes(2));
    story.until_notifications_sent(100).await;
    let [anna, _] = story.playing("1 hour").await;
    // The token of an interaction would be refused, too, if it ended before its answer is drawn.
    story.until_all_is_drawn().await;
    let missing_permissions = Fault::on("POST", "/channels/").refused_with(403, 50013);
    story.sandbox.inject(missing_permissions.times(100));
    story.later(minutes(59));
    until_true(async || count_refused(&story.sandbox.calls()) >= 100).await;
    story.later(minutes(2));
    until_true(async || story.plies(&anna).await.is_empty()).await;
    for _ in 0..3 {
        story.later(minutes(1));
        story.until_marked_alive().await;
    }
    let board = anna.latest();
    board.says("to move");
    story.later(minutes(11));
    anna.sees("No result").await;
    assert_eq!(count_refused(&story.sandbox.calls()), 100);
    story.end().await;
}

#[tokio::test]
async fn a_revoked_token_ends_the_bot() {
    let mut story = Story::begin().await;
    let [anna, _] = story.playing("1 hour").await;
    // A refused interaction token says nothing about the bot's own token.
    let interaction_token_refused = Fault::on("POST", "/callback").refused_with(401, 50027);
    story.sandbox.inject(interaction_token_refused);
    anna.types("/wythoff games").await;
    anna.types("/wythoff games").await;
    // Once may be a mistake.
    let once = Fault::on("PATCH", "/channels/").refused_with(401, 0);
    story.sandbox.inject(once);
    anna.goes(1, "left").await;
    for (method, path) in [("POST", "/channels/"), ("GET", "/users/@me")] {
        let refused = Fault::on(method, path).refused_with(401, 0);
        story.sandbox.inject(refused.times(100));
    }
    story.later(minutes(61));
    let why = story.end_reason().await;
    assert!(
        matches!(why, RunError::Connection(ConnectionError::TokenRefused)),
        "{why}"
    );
    story.end().await;
}

#[tokio::test]
async fn a_game_is_played_in_words_where_no_files_may_be_attached() {
    let story = Story::begin().await;
    let _server = story.server.clone().without_files();
    let [anna, boris] = story.pair();
    let challenge = "/wythoff challenge member:boris game:nim position:\"3 5\" first:me";
    anna.types(challenge).await.says("A  ●●● 3");
    assert_snapshot!(boris.clicks("Accept").await, @"
    Wythoff (pings @boris):
    @anna against @boris
    Take any number from one heap. Taking the last one wins.
    **@anna to move**; time is up in 1 day.
    ```
    A  ●●● 3
    B  ●●●●● 5
    ```
    -# Nim, not rated · Position (3, 5)
    [1 from A] [2 from A] [3 from A]
    [1 from B] [2 from B] [3 from B] [4 from B] [5 from B]
    [Resign] [Rules] [🔮 Who wins?]
    ");
    story.until_boards_are_noted().await;
    boris.types("/wythoff games").await;
    // The board is posted again below newer messages. When the time is up, the bot edits it as
    // itself.
    anna.types("/wythoff move A3").await.says("B  ●●●●●");
    story.later(2 * day());
    boris.sees("didn’t move in time").await;
    story.end().await;
}
