//! What an erasure means for others: where it is announced, which notifications it deletes, and
//! which limits and blocks outlive it.

use std::time::Duration;

use discord_sandbox::{Answer, Call, Fault, Member};

use crate::support::{
    Says as _, Story, Takes as _, day, hours, minutes, resigns, until_boards, until_true,
};

const ERASE: &str = "Type “erase” to erase. This can’t be undone.";

/// Erases everything about a member, who asks for it in their current channel.
pub(crate) async fn erase(member: &Member) {
    member.types("/wythoff privacy").await;
    member.clicks("Erase…").await;
    let said = member.fills(&[(ERASE, "erase")]).await;
    said.says("Everything about you has been erased.");
}

#[tokio::test]
async fn an_erasure_elsewhere_is_announced_where_the_game_is_played() {
    // After a few minutes, boris is told by a mention; after hours, by a new board.
    for away in [minutes(5), hours(2)] {
        let mut story = Story::begin().await;
        let elsewhere = story.sandbox.server("Another server");
        let [anna, boris] = story.playing("1 day").await;
        anna.goes(1, "left").await;
        story.later(away);
        erase(&anna.in_server(&elsewhere)).await;
        boris.sees("Former player resigned.").await;
        // After a restart, all pending notifications have been sent.
        story.restart().await;
        boris.latest().says("pings @boris");
        assert_eq!(
            elsewhere.member("eve").screen(),
            "",
            "nothing is announced in the other server"
        );
        // There is one board, the original or a new one.
        until_boards(&boris, 1).await;
        boris.clicks("Review").await.says(", move 1:**");
        story.end().await;
    }
}

/// A member erases everything while the answer to another one's action is on its way.
async fn erases_during(story: &Story, member: &Member, action: impl Future<Output = Answer>) {
    let slow = Fault::on("POST", "/callback").times(1);
    let slow = slow.delayed(Duration::from_millis(1_500));
    story.sandbox.inject(slow);
    let talk = member.in_channel("talk");
    let erasing = async {
        story.sandbox.call_begun("POST", "/callback").await;
        erase(&talk).await;
    };
    tokio::join!(action, erasing);
}

#[tokio::test]
async fn an_answer_that_is_late_does_not_outlive_an_erasure() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    erases_during(&story, &boris, anna.clicks("← 1")).await;
    anna.sees("beat Former player").await;
    let screen = anna.screen();
    assert!(!screen.contains("to move"), "{screen}");
    story.end().await;
}

#[tokio::test]
async fn a_challenge_whose_message_is_late_does_not_outlive_an_erasure() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    erases_during(
        &story,
        &boris,
        anna.types("/wythoff challenge member:boris"),
    )
    .await;
    anna.sees("This challenge is over.").await;
    story.end().await;
}

#[tokio::test]
async fn an_erasure_is_not_shown_where_the_bot_cannot_post() {
    let mut story = Story::begin().await;
    let elsewhere = story.sandbox.server("Another server");
    let _server = story.server.clone().without_bot();
    let [anna, boris] = story.playing("1 day").await;
    anna.goes(1, "left").await;
    // Lets the token of that move's interaction expire.
    story.later(hours(2));
    erase(&anna.in_server(&elsewhere)).await;
    story.restart().await;
    assert_eq!(elsewhere.member("eve").screen(), "");
    let board = boris.at(1).goes(1, "left").await;
    board.says("Former player resigned");
    story.end().await;
}

#[tokio::test]
async fn limits_and_blocks_outlive_an_erasure() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.pair();
    let carla = story.server.member("carla");
    for _ in 0..3 {
        anna.types("/wythoff challenge member:boris a:3 b:5").await;
        boris.clicks("Accept").await;
        resigns(&anna).await;
    }
    anna.types("/wythoff challenge member:boris a:3 b:5").await;
    boris.clicks("Decline").await;
    carla.types("/wythoff settings").await;
    carla.picks("Block challenges from …", &[&anna]).await;
    erase(&anna).await;
    story.restart().await;
    let refused = anna.types("/wythoff challenge member:carla").await;
    refused.says("don’t allow this challenge");
    let refused = anna.types("/wythoff challenge member:boris a:3 b:5").await;
    refused.says("They didn’t take your last challenge.");
    story.later(minutes(61));
    anna.types("/wythoff challenge member:boris a:3 b:5").await;
    let fourth = boris.clicks("Accept").await.to_string();
    assert!(
        fourth.contains(", not rated"),
        "an erasure does not reset the limit of rated games: {fourth}"
    );
    resigns(&anna).await;
    story.later(day());
    anna.types("/wythoff challenge member:boris a:3 b:5").await;
    boris.clicks("Accept").await.says(", rated");
    // Carla can still lift her block.
    carla.types("/wythoff settings").await;
    carla.picks("Block challenges from …", &[]).await;
    let challenge = anna
        .in_channel("talk")
        .types("/wythoff challenge member:carla")
        .await;
    challenge.says("@anna challenges @carla");
    story.end().await;
}

/// Plays a game after which one member asks the other, who is away, for a rematch. Returns the
/// other member.
async fn notify_of_rematch(story: &Story) -> Member {
    let [anna, boris] = story.playing("1 day").await;
    resigns(&anna).await;
    story.later(minutes(5));
    anna.at(1).clicks("Rematch").await;
    boris.sees("wants to play again").await;
    story.until_notifications_sent(1).await;
    boris
}

#[tokio::test]
async fn an_erasure_deletes_notifications_of_finished_games() {
    let story = Story::begin().await;
    let boris = notify_of_rematch(&story).await;
    erase(&boris).await;
    boris.sees_no("wants to play again").await;
    story.end().await;
}

#[tokio::test]
async fn an_erasure_retries_deletions_after_a_restart() {
    let mut story = Story::begin().await;
    let boris = notify_of_rematch(&story).await;
    story.rate_limit_for_an_hour("DELETE");
    erase(&boris).await;
    story.sandbox.called("DELETE", "/channels/").await;
    assert!(boris.screen().contains("wants to play again"));
    story.sandbox.clear_faults();
    story.restart().await;
    boris.sees_no("wants to play again").await;
    story.end().await;
}

#[tokio::test]
async fn erasing_a_challenger_deletes_the_notification() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    boris.types("/wythoff settings").await;
    boris.chooses("When it’s your turn", "direct").await;
    anna.types("/wythoff challenge member:boris a:3 b:5").await;
    let boris_in_dm = boris.in_direct_message();
    boris_in_dm.sees("challenges you").await;
    story.until_notifications_sent(1).await;
    erase(&anna).await;
    boris_in_dm.sees_no("challenges you").await;
    story.end().await;
}

/// A board in an archived thread is drawn once the thread is open again.
#[tokio::test]
async fn a_board_in_an_archived_thread_is_drawn_later() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 31 24 first:me").await;
    let board = story.server.member("boris");
    story.until_boards_are_noted().await;
    // Its token is no longer valid then.
    story.later(minutes(20));
    let archived = Fault::on("PATCH", "/channels/").refused_with(400, 50_083);
    story.sandbox.inject(archived.times(1_000));
    let elsewhere = anna.in_channel("elsewhere");
    let offered = elsewhere.completes("/wythoff resign which:").await;
    let resign = format!("/wythoff resign which:\"{}\"", offered[0]);
    elsewhere.types(&resign).await;
    elsewhere.clicks("Resign").await.says("You resigned");
    let refused = |story: &Story| {
        let calls = story.sandbox.calls();
        let refused = calls.iter().filter(|call| call.status == Some(400));
        refused.count()
    };
    until_true(async || refused(&story) > 0).await;
    // What was drawn, or never will be, is noted before the end. The next process tries it again.
    let tried = refused(&story);
    story.restart().await;
    story.later(minutes(1));
    until_true(async || refused(&story) > tried).await;
    story.sandbox.clear_faults();
    story.later(hours(1));
    story.until_marked_alive().await;
    story.later(hours(1));
    board.sees("resigned").await;
    // No new board was posted there, which would have opened the thread for everybody.
    let calls = story.sandbox.calls();
    let posted = |call: &&Call| call.method == "POST" && call.path.contains("/channels/");
    let posted: Vec<&Call> = calls.iter().filter(posted).collect();
    assert!(posted.is_empty(), "{posted:?}");
    story.end().await;
}
