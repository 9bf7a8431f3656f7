//! How the process ends on SIGTERM, SIGINT or SIGKILL, and what the next process draws.

use std::path::Path;
use std::time::Duration;

use discord_sandbox::{Fault, Sandbox};

use crate::support::{
    Binary, OVER, Says as _, Takes as _, best_choice, minutes, position, seconds, until,
    until_boards_are_noted,
};

#[tokio::test]
async fn a_game_survives_a_kill_and_its_old_buttons_work() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let anna = sandbox.server("A server").member("anna");
    let bot = Binary::start(&sandbox, folder.path()).await;
    let mut board = anna
        .types("/wythoff start 31 24 first:me")
        .await
        .to_string();
    let mut bot = Some(bot);
    while !board.contains(OVER) {
        // A kill follows each answer to a move, so what was answered must be on disk.
        if board.contains(" went ") {
            bot.take().expect("it runs").kill().await;
            sandbox.disconnected().await;
            bot = Some(Binary::start(&sandbox, folder.path()).await);
        }
        let (amount, direction) = best_choice(position(&board));
        let before = board.clone();
        board = anna.goes(amount, direction).await.to_string();
        assert_ne!(before, board, "the old controls work");
    }
    board.says("@anna reached home.");
}

#[tokio::test]
async fn a_board_left_stale_by_a_kill_is_drawn_after_the_restart() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let anna = sandbox.server("A server").member("anna");
    let bot = Binary::start(&sandbox, folder.path()).await;
    anna.types("/wythoff start 31 24 first:me").await;
    until_boards_are_noted(folder.path()).await;
    sandbox.inject(Fault::on("POST", "/callback").without_answer());
    let moving = anna.goes(1, "left");
    let killing = kill_after(&sandbox, folder.path(), bot, "SELECT COUNT(*) FROM plies");
    tokio::join!(moving, killing);
    anna.latest().does_not_say(" went ");
    let bot = Binary::start(&sandbox, folder.path()).await;
    anna.sees("@anna went 1 left.").await;
    bot.kill().await;
}

#[tokio::test]
async fn a_game_unseen_after_two_kills_gets_a_board() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let anna = sandbox.server("A server").member("anna");
    for (command, done) in [
        (
            "/wythoff start 31 24 first:me",
            "SELECT COUNT(*) FROM games",
        ),
        ("/wythoff move A1", "SELECT COUNT(*) FROM plies"),
    ] {
        let bot = Binary::start(&sandbox, folder.path()).await;
        sandbox.inject(Fault::on("POST", "/callback").without_answer());
        let killing = kill_after(&sandbox, folder.path(), bot, done);
        tokio::join!(anna.types(command), killing);
    }
    anna.screen().does_not_say("31 24");
    let bot = Binary::start(&sandbox, folder.path()).await;
    anna.sees("@anna went 1 left.").await;
    bot.kill().await;
}

#[tokio::test]
async fn where_the_bot_is_no_member_a_board_is_redrawn_too() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let anna = sandbox.server("A server").member("anna");
    let anna = anna.in_private_channel();
    let bot = Binary::start(&sandbox, folder.path()).await;
    anna.types("/wythoff start 31 24 first:me").await;
    let tokens = "SELECT COUNT(*) FROM tokens";
    until(folder.path(), tokens, |tokens| tokens == 1).await;
    sandbox.inject(Fault::on("POST", "/callback").without_answer());
    let killing = kill_after(&sandbox, folder.path(), bot, "SELECT COUNT(*) FROM plies");
    tokio::join!(anna.goes(1, "left"), killing);
    anna.screen().does_not_say("went 1");
    let bot = Binary::start(&sandbox, folder.path()).await;
    anna.sees("@anna went 1 left.").await;
    // After a quarter of an hour, Discord no longer accepts the token.
    sandbox.clock().advance(minutes(16));
    anna.types("/wythoff games").await;
    until(folder.path(), tokens, |tokens| tokens == 0).await;
    bot.kill().await;
}

#[tokio::test]
async fn a_board_delayed_until_the_kill_is_drawn_after_the_restart() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let server = sandbox.server("A server");
    let (anna, boris) = (server.member("anna"), server.member("boris"));
    let bot = Binary::start(&sandbox, folder.path()).await;
    anna.types("/wythoff start 31 24 first:me").await;
    until_boards_are_noted(folder.path()).await;
    anna.types("/wythoff resign").await;
    let limit = Fault::on("PATCH", "/messages/").rate_limited(minutes(10), false);
    sandbox.inject(limit);
    anna.clicks("Resign").await;
    sandbox.called("PATCH", "/messages/").await;
    for _ in 0..9 {
        // Each step is too short to count as downtime.
        sandbox.clock().advance(seconds(20));
        boris.types("/wythoff rules game:wythoff").await;
        let earliest = sandbox.clock().now_ms() - 31_000;
        let alive = "SELECT at FROM marks WHERE name = 'alive'";
        until(folder.path(), alive, |at| at >= earliest).await;
    }
    bot.kill().await;
    sandbox.disconnected().await;
    anna.screen().does_not_say(OVER);
    let bot = Binary::start(&sandbox, folder.path()).await;
    anna.sees(OVER).await;
    bot.kill().await;
}

#[tokio::test]
async fn a_mention_posted_just_before_the_kill_is_not_posted_again() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let server = sandbox.server("A server");
    let (anna, boris) = (server.member("anna"), server.member("boris"));
    let bot = Binary::start(&sandbox, folder.path()).await;
    anna.types("/wythoff challenge member:boris a:31 b:24 first:me")
        .await;
    boris.clicks("Accept").await;
    until_boards_are_noted(folder.path()).await;
    sandbox.clock().advance(minutes(2));
    let posts = || Fault::on("POST", "/messages");
    sandbox.inject(posts().with_lost_answer());
    sandbox.inject(posts().without_answer().times(100));
    anna.goes(1, "left").await;
    boris.sees("@boris, it’s your turn").await;
    sandbox.call_begun("POST", "/messages").await;
    bot.kill().await;
    sandbox.disconnected().await;
    sandbox.clear_faults();
    let bot = Binary::start(&sandbox, folder.path()).await;
    let unsent = "SELECT COUNT(*) FROM notifications_to_send";
    until(folder.path(), unsent, |unsent| unsent == 0).await;
    let mentions = boris.screen().matches("@boris, it’s your turn").count();
    assert_eq!(mentions, 1, "{}", boris.screen());
    bot.kill().await;
}

#[tokio::test]
async fn a_move_unshown_at_a_clock_jump_is_shown_after_the_restart() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let server = sandbox.server("A server");
    let (anna, boris) = (server.member("anna"), server.member("boris"));
    let bot = Binary::start(&sandbox, folder.path()).await;
    anna.types("/wythoff start 31 24 first:me").await;
    until_boards_are_noted(folder.path()).await;
    sandbox.inject(Fault::on("POST", "/callback").without_answer());
    let limit = Fault::on("PATCH", "/messages/").rate_limited(minutes(10), false);
    sandbox.inject(limit.times(1_000));
    let moving = tokio::spawn({
        let anna = anna.clone();
        async move { anna.goes(1, "left").await }
    });
    until(folder.path(), "SELECT COUNT(*) FROM plies", |plies| {
        plies > 0
    })
    .await;
    // The bot notes one jump before it gives up on the first response, and one after that.
    for _ in 0..2 {
        sandbox.clock().advance(minutes(4));
        let earliest = sandbox.clock().now_ms() - 31_000;
        boris.types("/wythoff rules game:wythoff").await;
        let alive = "SELECT at FROM marks WHERE name = 'alive'";
        until(folder.path(), alive, |at| at >= earliest).await;
        sandbox.called("PATCH", "/messages/").await;
    }
    bot.kill().await;
    sandbox.disconnected().await;
    moving.await.expect("no panic");
    sandbox.clear_faults();
    anna.latest().does_not_say(" went ");
    let bot = Binary::start(&sandbox, folder.path()).await;
    anna.sees("@anna went 1 left.").await;
    bot.kill().await;
}

/// Kills the bot as soon as a query of its database gives a number above 0.
async fn kill_after(sandbox: &Sandbox, folder: &Path, bot: Binary, query: &'static str) {
    until(folder, query, |number| number > 0).await;
    bot.kill().await;
    sandbox.disconnected().await;
}

#[tokio::test]
async fn a_move_that_is_under_way_is_answered_before_the_process_ends() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let anna = sandbox.server("A server").member("anna");
    let mut bot = Binary::start(&sandbox, folder.path()).await;
    anna.types("/wythoff start 10 6 first:me").await;
    sandbox.inject(Fault::on("POST", "/callback").delayed(Duration::from_millis(500)));
    let choice = tokio::spawn({
        let anna = anna.clone();
        async move { anna.goes(1, "left").await.to_string() }
    });
    sandbox.call_begun("POST", "/callback").await;
    bot.signal("TERM");
    let board = choice.await.expect("no panic");
    board.says("@anna went 1 left.");
    assert_eq!(bot.ended().await.code(), Some(0), "{}", bot.log());
}

#[tokio::test]
async fn a_second_signal_ends_the_process_at_once() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let anna = sandbox.server("A server").member("anna");
    let mut bot = Binary::start(&sandbox, folder.path()).await;
    sandbox.inject(
        Fault::on("POST", "/callback")
            .without_answer()
            .times(u32::MAX),
    );
    let start = tokio::spawn(async move { anna.types("/wythoff start 10 6 first:me").await });
    sandbox.call_begun("POST", "/callback").await;
    bot.signal("INT");
    sandbox.disconnected().await;
    bot.signal("INT");
    assert_eq!(bot.ended().await.code(), Some(1));
    start.abort();
}

#[tokio::test]
async fn without_discord_the_bot_retries_until_it_is_stopped() {
    let sandbox = Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    sandbox.inject(
        Fault::on("GET", "/applications/@me")
            .with_html()
            .times(u32::MAX),
    );
    let mut bot = Binary::launch(&sandbox, folder.path());
    sandbox.called("GET", "/applications/@me").await;
    bot.signal("TERM");
    assert_eq!(bot.ended().await.code(), Some(0), "{}", bot.log());
}
