//! Time: moves just before and after a deadline, players who never turn up, and time that is given
//! back.

use discord_sandbox::Member;
use insta::assert_snapshot;

use crate::support::{
    Binary, OVER, Says as _, Story, Takes as _, boards, day, hours, minutes, seconds, takes_one,
    until, until_boards,
};

#[tokio::test]
async fn a_player_who_runs_out_of_time_forfeits() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("5 minutes").await;
    anna.goes(1, "left").await;
    boris.goes(1, "left").await;
    story.later(minutes(5) + seconds(6));
    anna.sees(OVER).await;
    until_boards(&anna, 1).await;
    // One message says so, and pings both players.
    assert_snapshot!(anna.screen(), @"
    #1 Wythoff (pings @anna, pings @boris):
    🏆 **@boris beat @anna** at Wythoff’s game! @anna ran out of time.
    -# Position (1, 5)
    <game.png: The queen’s path: (3, 5), (2, 5), (1, 5).>
    [Rematch] [Another board] [Review]
    ");
    anna.clicks("Review").await;
    let review = anna.clicks("Turning point").await;
    review.says("**@anna ran out of time** in a game that could still be won.");
    story.end().await;
}

#[tokio::test]
async fn a_move_at_the_last_moment_counts_and_one_after_it_does_not() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("5 minutes").await;
    anna.goes(1, "left").await;
    boris.goes(1, "left").await;
    story.later(minutes(4) + seconds(57));
    anna.goes(1, "left").await.says("@boris to move");
    // Only the click ends the game so early: an automatic forfeit waits for interactions that are
    // still in flight.
    story.later(minutes(5) + seconds(1));
    let late = boris.at(1).goes(1, "down").await;
    late.says("🏆 **@anna beat @boris** at Wythoff’s game! @boris ran out of time.");
    boris
        .at_latest()
        .sees("Time was up for this move, so it didn’t count.")
        .await;
    story.end().await;
}

#[tokio::test]
async fn a_no_show_is_excused_once_a_day() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("5 minutes").await;
    story.later(minutes(6));
    anna.sees("didn’t move in time").await;
    until_boards(&anna, 1).await;
    assert_snapshot!(anna.latest(), @"
    Wythoff (pings @anna):
    No result in Wythoff’s game: @anna didn’t move in time.
    -# Position (3, 5)
    <board.png: A board: the queen is (3, 5), 3 right of home and 5 above it. She can go up to 3 left, 5 down, or 3 diagonally.>
    [Rematch] [Another board]
    ");
    anna.types("/wythoff challenge member:boris a:3 b:5 first:me clock:\"5 minutes a move\"")
        .await;
    boris.clicks("Accept").await;
    story.later(minutes(6));
    anna.sees("@anna ran out of time.").await;
    story.end().await;
}

#[tokio::test]
async fn a_game_against_the_bot_waits_for_years() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    anna.goes(1, "left").await;
    story.later(1_000 * day());
    anna.types("/wythoff games").await.says("Your current game");
    anna.goes(1, "left").await.says("**@anna to move.**");
    story.end().await;
}

#[tokio::test]
async fn a_deadline_during_downtime_is_extended() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.playing("1 hour").await;
    anna.goes(1, "left").await;
    boris.goes(1, "left").await;
    story.later(minutes(30));
    // So that the restarted bot knows when it was last connected.
    story.until_marked_alive().await;
    story.stop().await;
    story.later(hours(5));
    story.restart().await;
    anna.at(1).sees("time is up in 29 minutes").await;
    story.later(minutes(28));
    anna.goes(1, "left").await.says("@boris to move");
    story.end().await;
}

#[tokio::test]
async fn no_game_is_forfeited_while_the_machine_sleeps() {
    let story = Story::begin().await;
    let [carla, dmitri] = ["carla", "dmitri"].map(|name| story.server.member(name));
    let [carla, dmitri] = [carla, dmitri].map(|member| member.in_channel("talk"));
    carla
        .types("/wythoff challenge member:dmitri a:3 b:5 first:me clock:\"5 minutes a move\"")
        .await;
    dmitri.clicks("Accept").await;
    carla.goes(1, "left").await;
    dmitri.goes(1, "left").await;
    let [anna, boris] = story.playing("5 minutes").await;
    anna.goes(1, "left").await;
    boris.goes(1, "left").await;
    story.until_marked_alive().await;
    story.host.sleep(hours(2));
    // The move seems to come hours after the deadline. The lost time is given back at the same
    // moment, so the move either counts or has to be made again.
    let said = anna.goes(1, "left").await.to_string();
    assert!(
        !story.plies(&anna).await.is_empty(),
        "the game goes on: {said}"
    );
    // Otherwise it would be up hours ago.
    carla.at(1).sees("time is up in ").await;
    if !said.contains("@boris to move") {
        said.says("about to give the lost time back");
        anna.at(1).sees("time is up in ").await;
        takes_one(&anna.at(1)).await;
    }
    carla.goes(1, "left").await.says("@dmitri to move");
    // From here on the clocks run as usual.
    story.later(minutes(6));
    boris.sees("@boris ran out of time.").await;
    story.end().await;
}

#[tokio::test]
async fn setting_the_host_clock_costs_at_most_one_answer() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    story.host.step(2_500);
    let mut pile = ["A", "B"].into_iter().cycle();
    let mut moves = async |expected: &str| {
        let pile = pile.next().expect("a pile");
        let board = anna.types(&format!("/wythoff move {pile}1")).await;
        let board = board.to_string();
        board.says(expected);
    };
    moves("@anna went 1 left.").await;
    moves("@anna went 1 down.").await;
    // Discord accepted the answers to these moves, so they were not late. Therefore the next delay
    // counts as one second, not three and a half.
    story.host.step(1_000);
    moves("@anna went 1 left.").await;
    story.host.step(3_500);
    moves("That took too long to reach me.").await;
    moves("@anna went 1 left.").await;
    moves("@anna went 1 down.").await;
    story.end().await;
}

#[tokio::test]
async fn the_binary_enforces_deadlines_in_discords_time() {
    let sandbox = discord_sandbox::Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let server = sandbox.server("A server");
    let (anna, boris) = (server.member("anna"), server.member("boris"));
    let binary = Binary::start(&sandbox, folder.path()).await;
    anna.types("/wythoff challenge member:boris a:3 b:5 first:me clock:\"5 minutes a move\"")
        .await;
    boris.clicks("Accept").await;
    anna.goes(1, "left").await;
    boris.goes(1, "left").await;
    // The machine's own clock runs as usual; interactions show that Discord's is faster. Each step
    // is too small to be taken for a pause in which nobody could move.
    for _ in 0..20 {
        sandbox.clock().advance(seconds(20));
        boris.types("/wythoff rules game:wythoff").await;
        let earliest = sandbox.clock().now_ms() - 31_000;
        until(
            folder.path(),
            "SELECT at FROM marks WHERE name = 'alive'",
            |at| at >= earliest,
        )
        .await;
    }
    boris.sees("@anna ran out of time.").await;
    binary.kill().await;
}

#[tokio::test]
async fn a_host_clock_an_hour_off_changes_no_deadline() {
    let sandbox = discord_sandbox::Sandbox::start().await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let server = sandbox.server("A server");
    let (anna, boris) = (server.member("anna"), server.member("boris"));
    // Discord's clock is an hour ahead of the machine's, which the bot has to find out before
    // anybody does anything.
    sandbox.clock().advance(hours(1));
    let binary = Binary::start(&sandbox, folder.path()).await;
    anna.types("/wythoff challenge member:boris a:3 b:5 first:me clock:\"1 hour a move\"")
        .await;
    boris.clicks("Accept").await;
    anna.goes(1, "left").await;
    binary.kill().await;
    sandbox.disconnected().await;
    let binary = Binary::start(&sandbox, folder.path()).await;
    let board = boris.types("/wythoff board").await;
    board.says("time is up in 1 hour");
    binary.kill().await;
}

#[tokio::test]
async fn the_old_board_shows_the_end_where_the_bot_may_not_write() {
    let story = Story::begin().await;
    let _server = story.server.clone().without_writing();
    let [anna, boris] = story.playing("5 minutes").await;
    anna.goes(1, "left").await;
    boris.goes(1, "left").await;
    story.later(minutes(5) + seconds(6));
    anna.sees("@anna ran out of time.").await;
    assert_eq!(boards(&anna), 1);
    story.end().await;
}

#[tokio::test]
async fn where_the_bot_is_no_member_an_overdue_board_awaits_a_click() {
    let story = Story::begin().await;
    let _server = story.server.clone().without_bot();
    let [anna, boris] = story.playing("5 minutes").await;
    anna.goes(1, "left").await;
    boris.goes(1, "left").await;
    // Longer than a token lives, so that nothing but a click can touch the board.
    story.later(minutes(20));
    while story.plies(&anna).await.len() == 1 {
        tokio::task::yield_now().await;
    }
    anna.latest().says("to move");
    let eve = story.server.member("eve");
    eve.goes(1, "down").await.says("ran out of time");
    eve.sees("This is not your game.").await;
    story.end().await;
}

/// Two members with five minutes each for the whole game, and five seconds more for each move.
async fn playing_against_the_clock(story: &Story) -> [Member; 2] {
    let [anna, boris] = story.pair();
    let challenge =
        "/wythoff challenge member:boris a:3 b:5 first:me clock:\"5 minutes each, +5 s a move\"";
    let challenged = anna.types(challenge).await;
    challenged.says("5 minutes each, +5 s a move.");
    boris.clicks("Accept").await.says("@boris has 5:00 left.");
    story.until_boards_are_noted().await;
    [anna, boris]
}

#[tokio::test]
async fn time_for_all_moves_runs_down_and_each_move_adds_some() {
    let story = Story::begin().await;
    let [anna, boris] = playing_against_the_clock(&story).await;
    story.later(minutes(2));
    let board = anna.goes(1, "left").await;
    board.says("@anna has 3:0");
    board.says("time is up in 5 minutes");
    story.later(minutes(4));
    boris.goes(1, "left").await.says("@boris has 1:0");
    story.later(minutes(3) + seconds(15));
    anna.sees("@anna ran out of time.").await;
    story.end().await;
}

#[tokio::test]
async fn a_move_taken_back_gives_no_time_back() {
    let story = Story::begin().await;
    let [anna, boris] = playing_against_the_clock(&story).await;
    story.later(minutes(2));
    anna.goes(1, "left").await;
    anna.clicks("Ask to take back").await;
    let board = boris.clicks("Agree").await;
    board.says("**@anna to move**; time is up in ");
    story.end().await;
}

#[tokio::test]
async fn time_for_all_moves_does_not_run_while_the_bot_is_away() {
    let mut story = Story::begin().await;
    let [anna, _boris] = playing_against_the_clock(&story).await;
    story.until_marked_alive().await;
    story.stop().await;
    story.later(hours(1));
    story.restart().await;
    anna.goes(1, "left").await.says("@anna has 4:");
    story.end().await;
}
