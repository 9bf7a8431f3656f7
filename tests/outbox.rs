//! Follow-ups when Discord is slow, refuses them, rate-limits them, or does not say whether they
//! were carried out.

use std::time::Duration;

use discord_sandbox::{Answer, Fault, Member};

use crate::support::{
    Says as _, Story, Takes as _, boards, day, execute, hours, minutes, seconds, until,
    until_boards, until_true,
};

#[tokio::test]
async fn a_rate_limit_holds_up_nobody_but_those_who_ran_into_it() {
    let story = Story::begin().await;
    let members: Vec<Member> = (0..11)
        .map(|n| story.server.member(&format!("member-{n}")))
        .map(|member| member.in_channel(&member.id().to_string()))
        .collect();
    for member in &members {
        member.types("/wythoff start 10 6 first:me").await;
    }
    let (last, first_ten) = members.split_last().expect("members");
    // Each member's older board is deleted when a newer one is posted.
    let fault = Fault::on("DELETE", "/webhooks/");
    story
        .sandbox
        .inject(fault.rate_limited(seconds(120), false).times(10));
    let count_limited = || {
        let calls = story.sandbox.calls();
        calls.iter().filter(|call| call.status == Some(429)).count()
    };
    for member in first_ten {
        member.types("/wythoff board").await;
    }
    until_true(async || count_limited() >= 10).await;
    last.types("/wythoff board").await;
    until_boards(last, 1).await;
    for member in first_ten {
        assert_eq!(boards(member), 2, "the deletion still waits");
    }
    assert_eq!(count_limited(), 10, "each was asked to wait once");
    story.end().await;
}

#[tokio::test]
async fn a_rate_limited_channel_delays_no_other() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.playing("1 hour").await;
    let crowded = anna.in_channel("crowded");
    crowded.types("/wythoff challenge a:3 b:5").await;
    story.until_boards_are_noted().await;
    story.stop().await;
    // More open challenges than follow-ups can be in progress at once.
    let copies = "WITH RECURSIVE copies (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < 4500)
        INSERT INTO challenges SELECT id + n, guild, channel, editable, language, message + n, challenger, invited, variant, rules, start,
            first, clock, phase, until, invited_name, rated, changed, drawn, in_all, games FROM challenges, copies WHERE phase = 'open'";
    execute(story.folder.path(), copies).await;
    let fault = Fault::on("PATCH", &format!("/channels/{}/", crowded.channel().0));
    story
        .sandbox
        .inject(fault.rate_limited(minutes(10), false).times(10_000));
    story.restart().await;
    story.later(minutes(59));
    anna.goes(1, "left").await;
    // Boris's deadline and those of the challenges pass at the same time.
    story.later(day() + minutes(1));
    boris.sees("@boris didn’t move in time.").await;
    story.until_marked_alive().await;
    story.end().await;
}

#[tokio::test]
async fn notifications_survive_an_outage_and_a_restart() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    story.stays_silent("anna").await;
    story.rate_limit_for_an_hour("POST");
    anna.goes(1, "left").await;
    story.sandbox.called("POST", "/channels/").await;
    story.later(hours(1));
    story.sandbox.clear_faults();
    story.restart().await;
    boris.sees("@boris, it’s your turn").await;
    story.until_notifications_sent(1).await;
    // Likewise, a notification stays until it can be deleted.
    story.rate_limit_for_an_hour("DELETE");
    boris.at(1).goes(1, "down").await;
    story.sandbox.called("DELETE", "/channels/").await;
    assert!(boris.screen().contains("@boris, it’s your turn"));
    story.sandbox.clear_faults();
    story.restart().await;
    boris.sees_no("@boris, it’s your turn").await;
    until_nothing_is_pending(&story).await;
    story.end().await;
}

#[tokio::test]
async fn an_outdated_notification_is_not_sent_after_an_outage() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    story.stays_silent("anna").await;
    story.rate_limit_for_an_hour("POST");
    anna.goes(1, "left").await;
    story.sandbox.called("POST", "/channels/").await;
    boris.goes(1, "down").await;
    story.sandbox.clear_faults();
    story.restart().await;
    until_nothing_is_pending(&story).await;
    assert!(!boris.screen().contains("@boris, it’s your turn"));
    story.end().await;
}

/// Waits until no notifications or deletions are pending.
async fn until_nothing_is_pending(story: &Story) {
    let pending = "SELECT (SELECT COUNT(*) FROM notifications_to_send) + (SELECT COUNT(*) FROM messages_to_delete)";
    until(story.folder.path(), pending, |pending| pending == 0).await;
}

#[tokio::test]
async fn a_board_that_can_no_longer_be_edited_is_replaced() {
    let story = Story::begin().await;
    let [anna, _] = story.playing("5 minutes").await;
    story.until_boards_are_noted().await;
    let fault = Fault::on("PATCH", "/channels/");
    story.sandbox.inject(fault.refused_with(429, 30046));
    story.later(minutes(6));
    anna.sees("No result").await;
    until_boards(&anna, 1).await;
    story.end().await;
}

#[tokio::test]
async fn a_move_whose_delivery_is_unknown_is_shown_eventually() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    story.until_boards_are_noted().await;
    for fault in [
        Fault::on("POST", "/callback"),
        Fault::on("GET", "@original"),
    ] {
        story.sandbox.inject(fault.refused(502).times(1_000));
    }
    let answer = anna.goes(1, "left").await;
    assert_eq!(answer, Answer::Failed);
    // The bot cannot learn what became of its answer, so it redraws the board in any case.
    story.sandbox.called("PATCH", "/messages/").await;
    story.sandbox.clear_faults();
    anna.sees("@anna went 1 left.").await;
    story.end().await;
}

#[tokio::test]
async fn an_absent_player_is_notified_even_if_a_response_is_lost() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    story.stays_silent("anna").await;
    let fault = Fault::on("POST", "/callback");
    story
        .sandbox
        .inject(fault.refused_with(404, 10_015).times(2));
    let answer = anna.goes(1, "left").await;
    assert_eq!(answer, Answer::Failed);
    boris.sees("@boris, it’s your turn").await;
    boris.at(1).sees("@anna went 1 left.").await;
    story.end().await;
}

#[tokio::test]
async fn an_older_board_never_permanently_replaces_a_newer_one() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    story.until_boards_are_noted().await;
    // The answer to a move is lost, and the edit that repairs the board is slow.
    let fault = Fault::on("POST", "/callback");
    story
        .sandbox
        .inject(fault.refused_with(404, 10_015).times(2));
    let slow = Fault::on("PATCH", "/webhooks/").delayed(Duration::from_millis(1_500));
    story.sandbox.inject(slow);
    story
        .sandbox
        .inject(Fault::on("PATCH", "/channels/").delayed(Duration::from_millis(1_500)));
    let lost = tokio::spawn({
        let anna = anna.clone();
        async move { anna.goes(1, "left").await }
    });
    story.sandbox.call_begun("PATCH", "/messages/").await;
    // Meanwhile, a click updates the board, and then a newer move is made on it.
    anna.goes(1, "down").await;
    let newest = anna.goes(2, "down").await.to_string();
    newest.says("@anna went 2 down.");
    story.sandbox.called("PATCH", "/messages/").await;
    assert_eq!(lost.await.expect("clicked"), Answer::Failed);
    anna.at(1).sees("@anna went 2 down.").await;
    assert_eq!(anna.at(1).latest(), newest);
    story.end().await;
}

#[tokio::test]
async fn a_notification_appears_once_although_the_answer_was_lost() {
    for (bot_may_write, call) in [(true, "/messages"), (false, "/webhooks/")] {
        let story = Story::begin().await;
        if !bot_may_write {
            let _server = story.server.clone().without_writing();
        }
        let [anna, boris] = story.playing("1 day").await;
        if bot_may_write {
            story.stays_silent("anna").await;
        } else {
            story.later(minutes(2));
        }
        let fault = Fault::on("POST", call);
        story.sandbox.inject(fault.with_lost_answer());
        anna.goes(1, "left").await;
        story.until_notifications_sent(1).await;
        let notifications = boris.screen().matches("@boris, it’s your turn").count();
        assert_eq!(notifications, 1, "{}", boris.screen());
        story.end().await;
    }
}

#[tokio::test]
async fn a_game_with_a_move_outlives_its_lost_first_board() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    let hangs = Fault::on("POST", "/callback").without_answer();
    story.sandbox.inject(hangs);
    let start = tokio::spawn({
        let anna = anna.clone();
        async move { anna.types("/wythoff start 300 240 first:me").await }
    });
    story.sandbox.call_begun("POST", "/callback").await;
    let calls = story.sandbox.calls();
    let hanging = calls.iter().find(|call| call.path.contains("/callback"));
    let path = hanging.expect("it is under way").path.as_str();
    let token = path.rsplit('/').nth(1).expect("a token");
    for fault in [
        Fault::on("POST", path).without_answer(),
        // The first fault that fits a call is used. This one changes nothing, so the bot learns at
        // once that its first answer never arrived. Because of the one after it, the bot does not
        // learn which message its next answer created.
        Fault::on("GET", token).delayed(Duration::ZERO),
        Fault::on("GET", "@original").refused(502),
    ] {
        story.sandbox.inject(fault.times(1_000));
    }
    story
        .sandbox
        .inject(Fault::on("POST", "/callback").with_lost_answer());
    let board = anna.types("/wythoff move A1").await.to_string();
    board.says("@anna went 1 left.");
    assert_eq!(start.await.expect("typed"), Answer::Failed);
    // The bot finds out that its first answer never arrived.
    story.sandbox.called("GET", token).await;
    story.stop().await;
    story.sandbox.clear_faults();
    // The next process may post the board anew, and delete the old one.
    story.restart_and_catch_up().await;
    assert_eq!(story.plies(&anna).await, [2], "the game goes on");
    let board = anna.goes(1, "down").await;
    board.says("@anna went 1 down.");
    story.end().await;
}

/// The ids of the public messages that still exist.
fn message_ids(story: &Story) -> Vec<String> {
    let messages = story.sandbox.messages();
    let ids = messages.iter().map(|message| message["id"].to_string());
    ids.collect()
}

#[tokio::test]
async fn an_old_board_that_is_the_board_again_is_not_deleted() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    story.until_boards_are_noted().await;
    let before = message_ids(&story);
    let fault = Fault::on("DELETE", "/webhooks/");
    story.sandbox.inject(fault.rate_limited(seconds(1), false));
    anna.types("/wythoff board").await;
    story.sandbox.called("DELETE", "/webhooks/").await;
    // While the deletion waits, somebody makes a move on the old board.
    let old = anna.at(1);
    let board = old.goes(1, "left").await;
    board.says("@anna went 1 left.");
    // Before a bot stops, it makes all pending deletions.
    story.stop().await;
    assert_eq!(message_ids(&story), before, "{}", anna.screen());
    story.end().await;
}

#[tokio::test]
async fn a_board_deleted_during_a_move_is_posted_again() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    story.until_boards_are_noted().await;
    let fault = Fault::on("DELETE", "/webhooks/");
    story.sandbox.inject(fault.delayed(seconds(1)));
    anna.types("/wythoff board").await;
    story.sandbox.call_begun("DELETE", "/webhooks/").await;
    let old = anna.at(1);
    let board = old.goes(1, "left").await;
    board.says("@anna went 1 left.");
    story.stop().await;
    assert_eq!(boards(&anna), 1, "{}", anna.screen());
    let board = anna.latest();
    board.says("@anna went 1 left.");
    story.end().await;
}
