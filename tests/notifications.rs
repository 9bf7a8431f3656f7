//! Absent members are notified once, as their settings say; members who are present are left in
//! peace.

use discord_sandbox::Fault;
use insta::assert_snapshot;

use crate::support::{
    OVER, Says as _, Story, Takes as _, day, hours, minutes, resigns, seconds, until_boards,
};

#[tokio::test]
async fn an_absent_player_is_mentioned_once_until_they_move() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    anna.goes(1, "left").await;
    boris.goes(1, "left").await;
    // Before a bot stops, it sends all pending notifications.
    story.restart().await;
    assert!(
        !anna.screen().contains("it’s your turn"),
        "both are present"
    );
    story.stays_silent("anna").await;
    anna.goes(1, "left").await;
    boris.sees("@boris, it’s your turn").await;
    assert_snapshot!(boris.at_latest().latest(), @"
    Wythoff (pings @boris):
    @boris, it’s your turn against @anna: #games › public message 1
    ");
    story.until_notifications_sent(1).await;
    boris.at(1).goes(1, "down").await;
    boris.sees_no("it’s your turn").await;
    story.end().await;
}

#[tokio::test]
async fn whoever_stays_silent_is_told_of_the_turn_after_a_minute() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    anna.goes(1, "left").await;
    story.later(seconds(50));
    boris.goes(1, "left").await;
    // By now anna has been silent for more than a minute, but not since her turn began.
    story.later(seconds(50));
    assert!(!anna.screen().contains("it’s your turn"));
    story.later(seconds(16));
    anna.sees("@anna, it’s your turn against @boris").await;
    story.until_notifications_sent(1).await;
    // Once; and it is taken back when she moves.
    story.later(minutes(30));
    story.restart().await;
    assert_eq!(anna.screen().matches("it’s your turn").count(), 1);
    anna.at(1).goes(1, "left").await;
    anna.sees_no("@anna, it’s your turn").await;
    story.end().await;
}

#[tokio::test]
async fn a_reminder_replaces_the_mention_when_a_third_is_left() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("15 minutes").await;
    story.stays_silent("anna").await;
    anna.goes(1, "left").await;
    boris.sees("@boris, it’s your turn").await;
    story.until_notifications_sent(1).await;
    story.later(minutes(10) + seconds(6));
    boris.sees("your time to move").await;
    boris.sees_no("it’s your turn").await;
    assert_snapshot!(boris.at_latest().latest(), @"
    Wythoff (pings @boris):
    ⏳ @boris, your time to move against @anna runs out in 5 minutes: #games › public message 1
    ");
    story.until_notifications_sent(1).await;
    boris.at(1).goes(1, "down").await;
    boris.sees_no("⏳").await;
    story.end().await;
}

#[tokio::test]
async fn an_old_board_is_posted_again_as_the_notification() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    story.later(hours(2));
    anna.goes(1, "left").await;
    boris.sees("went 1 left").await;
    until_boards(&boris, 1).await;
    boris.screen().says("#1 Wythoff (pings @boris):");
    story.end().await;
}

#[tokio::test]
async fn a_typed_move_posts_a_board_that_mentions_whoever_is_away() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    story.stays_silent("anna").await;
    anna.types("/wythoff move A1").await;
    let board = boris.latest();
    assert!(board.starts_with("Wythoff (pings @boris):"), "{board}");
    story.restart().await;
    assert!(!boris.screen().contains("@boris, it’s your turn"));
    story.end().await;
}

#[tokio::test]
async fn players_are_notified_of_the_acceptance_and_the_end() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff challenge member:boris a:3 b:5 first:me clock:\"1 hour a move\"")
        .await;
    // Otherwise it would look as if nobody had posted it for ten minutes.
    story.until_boards_are_noted().await;
    story.later(minutes(10));
    boris.clicks("Accept").await;
    anna.sees("has begun, and you go first").await;
    assert_snapshot!(anna.at(2).latest(), @"
    Wythoff (pings @anna):
    @anna, your game with @boris has begun, and you go first: #games › public message 1
    ");
    story.until_notifications_sent(1).await;
    anna.at(1).goes(1, "left").await;
    anna.sees_no("has begun").await;
    boris.at(1).goes(1, "left").await;
    story.later(minutes(30));
    // Now the board is no longer the latest message.
    anna.types("/wythoff leaderboard game:wythoff").await;
    resigns(&anna).await;
    // The board itself announces the end, so it is posted again.
    until_boards(&boris, 1).await;
    let end = boris.latest();
    assert!(end.starts_with("Wythoff (pings @boris):"), "{end}");
    end.says("@anna resigned.");
    story.end().await;
}

#[tokio::test]
async fn only_those_who_asked_get_direct_messages() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    boris.types("/wythoff settings").await;
    let chosen = boris.chooses("When it’s your turn", "direct").await;
    chosen.says("When it’s your turn: send me a direct message");
    story.stays_silent("anna").await;
    anna.at(1).goes(1, "left").await;
    boris.in_direct_message().sees("it’s your turn").await;
    assert_snapshot!(boris.in_direct_message().screen(), @"
    #1 Wythoff:
    @boris, it’s your turn against @anna: #games › public message 1
    ");
    assert!(!boris.screen().contains("@boris, it’s your turn"));
    story.until_notifications_sent(1).await;
    boris.at(1).goes(1, "left").await;
    boris.in_direct_message().sees_no("it’s your turn").await;
    assert_eq!(anna.in_direct_message().screen(), "");
    story.end().await;
}

#[tokio::test]
async fn a_member_who_cannot_get_direct_messages_is_mentioned_instead() {
    let post = || Fault::on("POST", "/messages");
    let open = || Fault::on("POST", "/users/@me/channels");
    for fault in [
        open().refused_with(403, 50007),
        open().refused_with(400, 50033),
        post().refused_with(403, 50007),
        post().refused_with(403, 50278),
    ] {
        let story = Story::begin().await;
        let [anna, boris] = story.playing("1 day").await;
        boris.types("/wythoff settings").await;
        boris.chooses("When it’s your turn", "direct").await;
        story.stays_silent("anna").await;
        story.sandbox.inject(fault);
        anna.at(1).goes(1, "left").await;
        boris.sees("@boris, it’s your turn against @anna").await;
        boris.screen().says("Wythoff (pings @boris):");
        story.until_notifications_sent(1).await;
        let settings = boris.types("/wythoff settings").await;
        settings.says("Discord doesn’t let me write to you");
        // The mention is deleted like any other.
        boris.at(1).goes(1, "left").await;
        boris.sees_no("it’s your turn against").await;
        // Later a direct message arrives again.
        story.later(hours(1));
        anna.types("/wythoff move A1").await;
        boris.in_direct_message().sees("it’s your turn").await;
        story.until_notifications_sent(1).await;
        let settings = boris.types("/wythoff settings").await;
        settings.does_not_say("Discord doesn’t let me write to you");
        story.end().await;
    }
}

#[tokio::test]
async fn a_challenge_to_closed_direct_messages_is_a_mention() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    boris.types("/wythoff settings").await;
    boris.chooses("When it’s your turn", "direct").await;
    let refused = Fault::on("POST", "/users/@me/channels").refused_with(403, 50007);
    story.sandbox.inject(refused);
    anna.types("/wythoff challenge member:boris a:3 b:5").await;
    boris.sees("@boris, @anna challenges you to").await;
    story.until_notifications_sent(1).await;
    boris.clicks("Decline").await;
    boris.sees_no("@boris, @anna challenges you to").await;
    story.end().await;
}

#[tokio::test]
async fn a_direct_message_is_deleted_with_its_challenge() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    boris.types("/wythoff settings").await;
    boris.chooses("When it’s your turn", "direct").await;
    // Who hears of a decline has a notification, too.
    anna.types("/wythoff settings").await;
    anna.chooses("When it’s your turn", "never").await;
    let boris_in_dm = boris.in_direct_message();
    for answer in ["Decline", "Withdraw", "Accept"] {
        anna.types("/wythoff challenge member:boris a:3 b:5").await;
        boris_in_dm.sees("challenges you").await;
        story.until_notifications_sent(1).await;
        story.until_boards_are_noted().await;
        assert!(
            boris_in_dm.screen().contains("challenges you"),
            "the direct message is still there"
        );
        let who = if answer == "Withdraw" { &anna } else { &boris };
        who.clicks(answer).await;
        boris_in_dm.sees_no("challenges you").await;
        story.until_notifications_sent(0).await;
        story.later(hours(2));
    }
    story.end().await;
}

#[tokio::test]
async fn a_member_can_stop_their_notifications() {
    const NOTIFIED: &str = "@boris, it’s your turn against";
    let mut story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    story.stays_silent("anna").await;
    anna.at(1).goes(1, "left").await;
    boris.sees(NOTIFIED).await;
    story.until_notifications_sent(1).await;
    boris.types("/wythoff settings").await;
    boris.chooses("When it’s your turn", "never").await;
    boris.at(1).goes(1, "left").await;
    boris.sees_no(NOTIFIED).await;
    story.later(minutes(2));
    anna.at(1).goes(1, "down").await;
    // Before a bot stops, it sends everything that is pending.
    story.restart().await;
    boris.screen().does_not_say(NOTIFIED);
    assert_eq!(boris.in_direct_message().screen(), "");
    story.end().await;
}

#[tokio::test]
async fn a_server_can_stop_pings() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    let anna = anna.managing();
    anna.types("/wythoff settings").await;
    anna.clicks("Server settings").await;
    anna.clicks("Pings: on").await.says("▾ Largest heap: Largest heap: no limit\n▾ Board language: Board language: same as Discord\n[Pings: off]");
    story.later(minutes(2));
    anna.at(1).goes(1, "left").await;
    story.later(minutes(2));
    boris.at(1).goes(1, "left").await;
    story.later(day() + minutes(1));
    boris.at(1).sees(OVER).await;
    story.restart().await;
    let pings = story
        .sandbox
        .calls()
        .iter()
        .filter(|call| {
            let body = call.body.as_ref();
            body.is_some_and(|body| {
                body["allowed_mentions"]["users"]
                    .as_array()
                    .is_some_and(|users| !users.is_empty())
            })
        })
        .count();
    assert_eq!(pings, 0);
    story.end().await;
}

#[tokio::test]
async fn a_notification_links_to_the_current_board() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    story.stays_silent("anna").await;
    anna.goes(1, "left").await;
    boris.sees("@boris, it’s your turn").await;
    story.until_notifications_sent(1).await;
    anna.types("/wythoff board").await;
    until_boards(&boris, 1).await;
    boris
        .sees("@boris, it’s your turn against @anna: #games › public message 2")
        .await;
    boris.at(2).latest().says("@boris to move");
    story.end().await;
}
