//! Events that come late, twice or not at all, and answers that do not get through.

use std::time::Duration;

use discord_sandbox::{Answer, Call, Fault};

use crate::support::{
    Binary, OVER, Says as _, Story, Takes as _, boards, minutes, resigns, until, until_boards,
    until_boards_are_noted, until_true,
};

#[tokio::test]
async fn the_same_event_three_times_counts_once() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    story.sandbox.deliver_times(3);
    anna.types("/wythoff start 300 240 first:me").await;
    anna.goes(1, "left").await;
    anna.types("/wythoff move B1").await;
    story.sandbox.deliver_times(1);
    anna.types("/wythoff rules game:wythoff").await;
    let answers = story.sandbox.calls().into_iter();
    let answers = answers.filter(|call| call.path.contains("/callback"));
    assert_eq!(answers.count(), 4, "one answer to each interaction");
    // Before a bot stops, it handles every event that it has received.
    story.restart().await;
    assert_eq!(
        story.plies(&anna).await,
        [4],
        "two moves with their replies"
    );
    until_boards(&anna, 1).await;
    story.end().await;
}

#[tokio::test]
async fn a_move_with_a_lost_response_and_a_deleted_board_is_shown() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    story.until_boards_are_noted().await;
    let board_id = story.sandbox.messages()[0]["id"].as_str().map(str::parse);
    story
        .sandbox
        .delete_message(board_id.expect("an id").expect("a number"));
    let too_late = Fault::on("POST", "/callback").refused_with(404, 10_062);
    story.sandbox.inject(too_late);
    anna.types("/wythoff move A1").await;
    anna.sees("@anna went 1 left.").await;
    until_boards(&anna, 1).await;
    story.end().await;
}

#[tokio::test]
async fn a_change_reported_as_failed_is_never_made() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    // From these, the bot learns how quickly interactions can arrive.
    for _ in 0..5 {
        anna.types("/wythoff games").await;
    }
    story.sandbox.hold_events();
    assert_eq!(anna.types("/wythoff move A1").await, Answer::Failed);
    story.sandbox.release_events();
    // Events arrive in order, so once the next command has been answered, the late one has been
    // handled, too.
    let board = anna.types("/wythoff move B1").await;
    board.says("@anna went 1 down.");
    assert_eq!(story.plies(&anna).await, [2], "one move with its reply");
    story.end().await;
}

#[tokio::test]
async fn an_answer_that_discord_refuses_is_replaced_by_an_apology() {
    let story = Story::begin().await;
    let anna = story.anna();
    story
        .sandbox
        .inject(Fault::on("POST", "/callback").refused_with(400, 50035));
    let said = anna.types("/wythoff rules game:wythoff").await;
    said.says("Something went wrong while I was answering");
    story.end().await;
}

#[tokio::test]
async fn a_late_public_reply_is_posted_and_a_private_one_is_not() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 2 2 first:me").await;
    anna.goes(2, "diagonally").await;
    let too_late = || Fault::on("POST", "/callback").refused_with(404, 10_062);
    for line in ["/wythoff solve 10 6", "/wythoff stats game:wythoff"] {
        story.sandbox.inject(too_late());
        assert_eq!(anna.types(line).await, Answer::Failed, "{line}");
    }
    anna.sees("**anna**").await;
    anna.screen().does_not_say("(10, 6)");
    // If Discord refuses a response for another reason, an apology replaces it, and the bot posts
    // nothing.
    story
        .sandbox
        .inject(Fault::on("POST", "/callback").refused_with(400, 50035));
    let said = anna.types("/wythoff stats game:wythoff").await;
    said.says("Something went wrong");
    // Before a bot stops, it posts everything that is pending.
    story.stop().await;
    assert_eq!(
        anna.screen().matches("**anna**").count(),
        1,
        "{}",
        anna.screen()
    );
    story.end().await;
}

#[tokio::test]
async fn a_rematch_board_that_cannot_be_delivered_is_posted() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    resigns(&anna).await;
    story.sandbox.inject(
        Fault::on("POST", "/callback")
            .refused_with(404, 10_015)
            .times(2),
    );
    assert_eq!(anna.clicks("Play again").await, Answer::Failed);
    anna.at_latest().sees("@anna to move").await;
    story.end().await;
}

#[tokio::test]
async fn a_first_board_that_cannot_be_delivered_is_posted_by_the_bot() {
    let story = Story::begin().await;
    let anna = story.anna();
    let refused = || {
        Fault::on("POST", "/callback")
            .refused_with(404, 10_015)
            .times(2)
    };
    story.sandbox.inject(refused());
    let lost = anna.types("/wythoff start 10 6 first:me").await;
    assert_eq!(lost, Answer::Failed);
    anna.sees("Position (10, 6)").await;
    anna.goes(1, "left").await;
    resigns(&anna).await;
    // Starting again before the lost board is posted shows the same game.
    story.sandbox.inject(refused());
    let slow = Fault::on("POST", "/messages").delayed(Duration::from_secs(5));
    story.sandbox.inject(slow);
    let count_posts = || {
        let calls = story.sandbox.calls();
        let is_post = |call: &&Call| {
            let is_answered = call.status.is_some();
            is_answered && call.method == "POST" && call.path.ends_with("/messages")
        };
        calls.iter().filter(is_post).count()
    };
    let before = count_posts();
    let lost = tokio::spawn({
        let anna = anna.clone();
        async move { anna.types("/wythoff start 30 24 first:me").await }
    });
    story.sandbox.call_begun("POST", "/messages").await;
    let board = anna.types("/wythoff start 9 5 first:me").await;
    board.says("Position (30, 24)");
    assert_eq!(lost.await.expect("typed"), Answer::Failed);
    until_true(async || count_posts() > before).await;
    // One of this game's two boards is left, besides the board of the earlier game.
    until_boards(&anna, 2).await;
    story.end().await;
}

#[tokio::test]
async fn a_game_whose_first_board_cannot_be_shown_is_abandoned() {
    let story = Story::begin().await;
    let _server = story.server.clone().without_writing();
    let anna = story.anna();
    story.sandbox.inject(
        Fault::on("POST", "/callback")
            .refused_with(404, 10_015)
            .times(2),
    );
    let lost = anna.types("/wythoff start 10 6 first:me").await;
    assert_eq!(lost, Answer::Failed);
    let games = anna.types("/wythoff games").await;
    games.says("You have no current games.");
    let board = anna.types("/wythoff start 10 6 first:me").await.to_string();
    assert!(
        board.contains("Position (10, 6)"),
        "a new one can begin: {board}"
    );
    story.end().await;
}

#[tokio::test]
async fn a_first_board_is_given_up_after_a_minute() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    let refused = Fault::on("POST", "/callback")
        .refused_with(404, 10_015)
        .times(2);
    let down = Fault::on("POST", "/messages").refused(503).times(1_000);
    story.sandbox.inject(refused);
    story.sandbox.inject(down);
    let lost = anna.types("/wythoff start 10 6 first:me").await;
    assert_eq!(lost, Answer::Failed);
    story.sandbox.called("POST", "/messages").await;
    story.stop().await;
    story.later(minutes(2));
    story.sandbox.clear_faults();
    story.restart_and_catch_up().await;
    assert_eq!(story.plies(&anna).await, [0; 0], "no game is left");
    anna.screen().does_not_say("Position");
    story.end().await;
}

#[tokio::test]
async fn a_lost_first_board_is_shown_once_after_a_restart() {
    const START: &str = "/wythoff start 10 6 first:me";
    const CHALLENGE: &str = "/wythoff challenge member:boris a:10 b:6";
    for (line, arrival) in [
        (START, Arrival::Never),
        (START, Arrival::Unknown),
        (START, Arrival::AfterKill),
        (CHALLENGE, Arrival::Never),
        (CHALLENGE, Arrival::Unknown),
        (CHALLENGE, Arrival::AfterKill),
    ] {
        let sandbox = discord_sandbox::Sandbox::start().await.expect("a sandbox");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let server = sandbox.server("A server");
        let (anna, boris) = (server.member("anna"), server.member("boris"));
        let binary = Binary::start(&sandbox, folder.path()).await;
        let callback = Fault::on("POST", "/callback");
        match arrival {
            Arrival::Never => sandbox.inject(callback.without_answer().times(100)),
            Arrival::Unknown => {
                sandbox.inject(callback.with_lost_answer());
                // The bot cannot learn which message it has made.
                sandbox.inject(Fault::on("GET", "@original").without_answer().times(100));
                sandbox.inject(Fault::on("POST", "/callback").without_answer().times(100));
            }
            Arrival::AfterKill => {
                sandbox.inject(callback.delayed(Duration::from_millis(2_500)));
            }
        }
        let typed = tokio::spawn({
            let anna = anna.clone();
            async move { anna.types(line).await }
        });
        sandbox.call_begun("POST", "/callback").await;
        let stored = "SELECT (SELECT COUNT(*) FROM games) + (SELECT COUNT(*) FROM challenges)";
        until(folder.path(), stored, |stored| stored == 1).await;
        if arrival == Arrival::Unknown {
            anna.sees("Position (10, 6)").await;
        }
        binary.kill().await;
        sandbox.disconnected().await;
        sandbox.clear_faults();
        if arrival == Arrival::Unknown {
            // So long that deadlines are extended, and that nobody would wait for the board.
            sandbox.clock().advance(minutes(5));
        }
        let binary = Binary::start(&sandbox, folder.path()).await;
        anna.sees("Position (10, 6)").await;
        let typed = typed.await;
        until_boards_are_noted(folder.path()).await;
        assert_eq!(boards(&anna), 1, "{}", anna.screen());
        if line == CHALLENGE {
            boris.clicks("Decline").await.says("declined");
        } else {
            anna.goes(1, "left").await;
        }
        drop(typed);
        binary.kill().await;
    }
}

/// What becomes of a first answer whose bot is killed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arrival {
    /// It is lost.
    Never,
    /// It arrives, but the bot does not learn that.
    Unknown,
    /// It is on its way during the kill.
    AfterKill,
}

#[tokio::test]
async fn a_board_sent_just_before_a_kill_replaces_the_old_one() {
    for clicked in [None, Some("Hint"), Some("Resign")] {
        let sandbox = discord_sandbox::Sandbox::start().await.expect("a sandbox");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let anna = sandbox.server("A server").member("anna");
        let binary = Binary::start(&sandbox, folder.path()).await;
        anna.types("/wythoff start 300 240 first:me").await;
        until_boards_are_noted(folder.path()).await;
        // Discord gets the answer, but the bot does not learn that.
        sandbox.inject(Fault::on("POST", "/callback").with_lost_answer());
        sandbox.inject(Fault::on("GET", "@original").without_answer().times(100));
        sandbox.inject(Fault::on("POST", "/callback").without_answer().times(100));
        let moved = anna.types("/wythoff move A1").await;
        moved.says("@anna went 1 left.");
        binary.kill().await;
        sandbox.disconnected().await;
        sandbox.clear_faults();
        // The click is answered before the bot looks for what was lost: over HTTP, clicks come in earlier.
        let slowly = Duration::from_secs(1);
        sandbox.inject(Fault::on("GET", "/users/@me").delayed(slowly));
        let binary = Binary::start(&sandbox, folder.path()).await;
        if let Some(clicked) = clicked {
            anna.at(1).clicks(clicked).await;
        }
        if let Some("Resign") = clicked {
            let asked = anna.at(1).clicks("Resign").await;
            asked.says("Do you want to resign");
            anna.clicks("Resign").await.says("You resigned");
            until_true(async || boards(&anna) == 1 && anna.screen().contains("@anna resigned"))
                .await;
        } else {
            until_boards(&anna, 1).await;
            let moved = anna.types("/wythoff move A2").await;
            moved.says("@anna went 2 left.");
            until_boards(&anna, 1).await;
        }
        binary.kill().await;
    }
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
        let board = anna.types("/wythoff start 10 6 first:me").await;
        board.says("Position (10, 6)");
        // The board is noted even if the answer that names its message is lost.
        story.until_boards_are_noted().await;
        resigns(&anna).await;
    }
    story.end().await;
}

#[tokio::test]
async fn a_click_on_a_deleted_board_posts_a_new_board() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    story.until_boards_are_noted().await;
    let gone = Fault::on("POST", "/callback").refused_with(404, 10008);
    story.sandbox.inject(gone);
    let board = anna.goes(1, "left").await.to_string();
    board.says("@anna went 1 left.");
    // The new message is the board now.
    until_boards(&anna, 1).await;
    anna.goes(1, "down").await;
    assert_eq!(story.plies(&anna).await, [4]);
    story.end().await;
}

#[tokio::test]
async fn follow_ups_wait_as_long_as_discord_asks() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    story.sandbox.inject(
        Fault::on("DELETE", "/webhooks/")
            .rate_limited(Duration::from_millis(20), false)
            .times(2),
    );
    story
        .sandbox
        .inject(Fault::on("DELETE", "/webhooks/").rate_limited(Duration::from_millis(20), true));
    story
        .sandbox
        .inject(Fault::on("DELETE", "/webhooks/").with_html());
    anna.types("/wythoff board").await;
    assert_eq!(boards(&anna), 2, "the older one is still there");
    until_boards(&anna, 1).await;
    story.end().await;
}

#[tokio::test]
async fn a_late_edit_does_not_replace_a_newer_board() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    // The host's clock is ahead, so the bot considers a call in progress too late for Discord
    // before it really is.
    story.host.step(400);
    let late = |part: &str| Fault::on("POST", part).delayed(Duration::from_millis(2_750));
    story.sandbox.inject(late("/callback"));
    let choice = tokio::spawn({
        let anna = anna.clone();
        async move { anna.goes(1, "left").await }
    });
    let count_pending_callbacks = || {
        let calls = story.sandbox.calls().into_iter();
        let unanswered = calls.filter(|call| call.status.is_none());
        unanswered
            .filter(|call| call.path.contains("/callback"))
            .count()
    };
    until_true(async || count_pending_callbacks() >= 1).await;
    // The other attempts at the same answer are late, too.
    let interaction = anna.last_interaction().expect("there is one");
    let others = late(&format!("/interactions/{interaction}/"));
    story.sandbox.inject(others.times(10));
    resigns(&boris).await;
    let board = choice.await.expect("chosen").to_string();
    board.says("@anna went 1 left.");
    anna.sees(OVER).await;
    story.end().await;
}

#[tokio::test]
async fn a_board_that_arrives_after_the_end_of_its_game_shows_the_end() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    let slow = Fault::on("POST", "/callback").delayed(Duration::from_millis(900));
    story.sandbox.inject(slow);
    let typed = tokio::spawn({
        let anna = anna.clone();
        async move { anna.types("/wythoff move A1").await.to_string() }
    });
    story.sandbox.call_begun("POST", "/callback").await;
    resigns(&boris).await;
    let board = typed.await.expect("typed");
    board.says("@anna went 1 left.");
    until_boards(&anna, 1).await;
    anna.sees_no("@boris to move").await;
    anna.sees(OVER).await;
    story.end().await;
}

#[tokio::test]
async fn a_rejected_interaction_token_does_not_end_the_bot() {
    let story = Story::begin().await;
    let anna = story.anna();
    let rejected = Fault::on("POST", "/callback").refused(401);
    story.sandbox.inject(rejected);
    anna.types("/wythoff rules").await;
    let rules = anna.types("/wythoff rules").await;
    rules.says("**Rules** for which game?");
    story.end().await;
}
