//! Two games with sides swapped: the second begins by itself, and the two are rated as one.

use insta::assert_snapshot;

use discord_sandbox::Member;

use crate::erasure::erase;
use crate::support::{
    OVER, Says as _, Story, Takes as _, minutes, resigns, seconds, until, until_boards,
};

/// Two games between `anna` and `boris`, with these options.
async fn playing_two(story: &Story, options: &str) -> [Member; 2] {
    let [anna, boris] = story.pair();
    anna.types(&format!(
        "/wythoff challenge member:boris {options} games:\"two games, sides swapped\""
    ))
    .await;
    boris.clicks("Accept").await.says("game 1 of 2");
    story.until_boards_are_noted().await;
    [anna, boris]
}

/// Two games from (1, 2), which whoever goes second wins.
async fn pair(story: &Story) -> [Member; 2] {
    playing_two(story, "a:1 b:2 first:me clock:\"5 minutes a move\"").await
}

const RATINGS: &str = "SELECT COUNT(*) FROM ratings";

#[tokio::test]
async fn the_second_game_begins_by_itself_with_sides_swapped() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let challenge =
        "/wythoff challenge member:boris a:1 b:2 first:me games:\"two games, sides swapped\"";
    assert_snapshot!(anna.types(challenge).await, @"
    Wythoff (pings @boris):
    ⚔️ @anna challenges @boris to **Wythoff’s game**.
    1 day a move. Two games: you swap sides for the second. @anna goes first; rated as one game.
    Expires in 1 day.
    You both move one queen: left, down, diagonally. Bring her home to win.
    -# Position (1, 2)
    <board.png: A board: the queen is (1, 2), 1 right of home and 2 above it. She can go up to 1 left, 2 down, or 1 diagonally.>
    [Accept (anna goes first)] [Decline] [Withdraw] [Rules]
    ");
    assert_snapshot!(boris.clicks("Accept").await, @"
    Wythoff (pings @boris):
    @anna against @boris
    You both move one queen: left, down, diagonally. Bring her home to win.
    **@anna to move**; time is up in 1 day.
    -# Wythoff’s game, rated, game 1 of 2 · Position (1, 2)
    <board.png: A board: the queen is (1, 2), 1 right of home and 2 above it. She can go up to 1 left, 2 down, or 1 diagonally.>
    [← 1]
    [↓ 1] [↓ 2]
    [↙ 1]
    [Resign] [Rules] [🔮 Who wins?]
    ");
    story.until_boards_are_noted().await;
    anna.goes(1, "down").await;
    boris.goes(1, "diagonally").await;
    until_boards(&anna, 2).await;
    assert_snapshot!(anna.screen(), @"
    #1 Wythoff (pings @boris):
    🏆 **@boris beat @anna** at Wythoff’s game! @boris reached home.
    **1 : 0** for @boris. Now the second game, with sides swapped!

    #2 Wythoff:
    @boris against @anna
    You both move one queen: left, down, diagonally. Bring her home to win.
    **@boris to move**; time is up in 1 day.
    -# Wythoff’s game, rated, game 2 of 2: 1 : 0 for @boris · Position (1, 2)
    <board.png: A board: the queen is (1, 2), 1 right of home and 2 above it. She can go up to 1 left, 2 down, or 1 diagonally.>
    [← 1]
    [↓ 1] [↓ 2]
    [↙ 1]
    [Resign] [Rules] [🔮 Who wins?]
    ");
    until(story.folder.path(), RATINGS, |count| count == 0).await;
    story.until_boards_are_noted().await;
    boris.goes(1, "down").await;
    anna.goes(1, "diagonally").await;
    anna.sees("1 : 1").await;
    assert_snapshot!(anna.screen(), @"
    #1 Wythoff (pings @boris):
    🏆 **@boris beat @anna** at Wythoff’s game! @boris reached home.
    **1 : 0** for @boris. Now the second game, with sides swapped!

    #2 Wythoff:
    🏆 **@anna beat @boris** at Wythoff’s game! @anna reached home.
    **1 : 1**: the two games are a draw.
    -# Between you two here: @boris **1 : 1** @anna
    -# `/wythoff learn` shows you how to win, step by step; only you see it.
    <game.png: The queen’s path: (1, 2), (1, 1), (0, 0).>
    [Another board] [Rematch] [Review]
    ");
    // A draw between equals: nobody's rating changes, and both have played one rated game.
    until(story.folder.path(), RATINGS, |count| count == 2).await;
    let stats = anna.types("/wythoff stats game:wythoff").await;
    stats.says("calibrating, 1 of 5");
    let table = "/wythoff leaderboard by:wins game:wythoff";
    assert_snapshot!(anna.types(table).await, @"
    Wythoff (only you can see this):
    🏆 **Leaderboard for Wythoff’s game** in this server by wins
    Nobody is on it. Play rated games with members: `/wythoff challenge game:wythoff`
    — anna: not ranked here
    [This month]
    ▾ Choose a game: Wythoff’s game
    ");
    story.end().await;
}

#[tokio::test]
async fn a_rematch_of_two_games_is_two_games() {
    let story = Story::begin().await;
    let [anna, boris] = pair(&story).await;
    resigns(&anna).await;
    until_boards(&anna, 2).await;
    story.until_boards_are_noted().await;
    resigns(&anna).await;
    anna.sees("**2 : 0**: @boris won both games.").await;
    until(story.folder.path(), RATINGS, |count| count == 2).await;
    story.until_boards_are_noted().await;
    anna.clicks("Rematch").await;
    boris.clicks("Rematch").await.says("game 1 of 2");
    story.end().await;
}

#[tokio::test]
async fn who_runs_out_of_time_gets_the_second_game_and_loses_that_by_staying_away() {
    let story = Story::begin().await;
    let [anna, boris] = pair(&story).await;
    anna.goes(1, "down").await;
    boris.goes(1, "left").await;
    story.later(minutes(5) + seconds(6));
    until_boards(&anna, 2).await;
    anna.sees("game 2 of 2: 1 : 0 for @boris").await;
    story.until_boards_are_noted().await;
    boris.goes(1, "down").await;
    story.later(minutes(5) + seconds(6));
    anna.sees("**2 : 0**: @boris won both games.").await;
    until(story.folder.path(), RATINGS, |count| count == 2).await;
    story.end().await;
}

#[tokio::test]
async fn a_restart_between_the_two_loses_neither() {
    let mut story = Story::begin().await;
    let [anna, boris] = pair(&story).await;
    anna.goes(1, "down").await;
    story.rate_limit_for_an_hour("POST");
    boris.goes(1, "diagonally").await;
    anna.sees(OVER).await;
    story.sandbox.clear_faults();
    story.restart_and_catch_up().await;
    until_boards(&anna, 2).await;
    anna.sees("game 2 of 2").await;
    story.end().await;
}

#[tokio::test]
async fn who_erases_everything_in_the_first_game_loses_the_pair() {
    let story = Story::begin().await;
    let [anna, boris] = pair(&story).await;
    erase(&boris).await;
    anna.sees(OVER).await;
    until_boards(&anna, 1).await;
    let stats = anna.types("/wythoff stats game:wythoff").await;
    stats.says("calibrating, 1 of 5");
    story.end().await;
}

#[tokio::test]
async fn if_both_end_the_second_without_a_result_neither_counts() {
    let story = Story::begin().await;
    let [anna, boris] = pair(&story).await;
    let carla = story.server.member("carla");
    carla.clicks("🔮 Who wins?").await;
    carla.clicks("boris").await.says("🔮 You say");
    resigns(&anna).await;
    until_boards(&anna, 2).await;
    story.until_boards_are_noted().await;
    boris.types("/wythoff resign").await;
    boris.clicks("Ask to end it without a result").await;
    anna.sees("Then the two games have none, and aren’t rated.")
        .await;
    anna.clicks("Agree").await;
    anna.sees("So the two games have no result together, and aren’t rated.")
        .await;
    until(story.folder.path(), RATINGS, |count| count == 0).await;
    let month = boris.types("/wythoff leaderboard by:month").await;
    month.says("Nobody is on it.");
    let stats = boris.types("/wythoff stats game:wythoff").await;
    stats.says("No finished games yet.");
    let foreseen = carla.types("/wythoff stats").await;
    foreseen.does_not_say("🔮");
    story.end().await;
}

/// As on the other leaderboards, two games count once.
#[tokio::test]
async fn two_games_count_once_in_the_month() {
    let story = Story::begin().await;
    let [anna, boris] = pair(&story).await;
    resigns(&anna).await;
    until_boards(&anna, 2).await;
    story.until_boards_are_noted().await;
    let early = boris.types("/wythoff leaderboard by:month").await;
    early.says("Nobody is on it.");
    resigns(&anna).await;
    until(story.folder.path(), RATINGS, |count| count == 2).await;
    let month = boris.types("/wythoff leaderboard by:month").await;
    month.says("1. __boris__ **1** of 1");
    story.end().await;
}

#[tokio::test]
async fn what_the_second_game_begins_with_is_not_told_during_the_first() {
    let story = Story::begin().await;
    let [anna, boris] = playing_two(&story, "game:nim position:\"15 13 9\" first:me").await;
    for (member, mv) in [(&anna, "A5"), (&boris, "B5"), (&anna, "C5"), (&boris, "A5")] {
        member.types(&format!("/wythoff move {mv}")).await;
    }
    let solve = "/wythoff solve game:nim position:\"15 13 9\"";
    let solution = boris.types(solve).await;
    solution.says("This would help in a game of yours with a member");
    story.end().await;
}

#[tokio::test]
async fn a_move_typed_for_the_first_game_is_not_made_in_the_second() {
    let story = Story::begin().await;
    let [anna, boris] = pair(&story).await;
    resigns(&anna).await;
    until_boards(&anna, 2).await;
    story.until_boards_are_noted().await;
    // It was on its way when the second game began.
    let crossing = boris.types("/wythoff move A1").await;
    crossing.says("The game has moved on");
    crossing.does_not_say("went 1 left");
    story.later(seconds(5));
    boris
        .types("/wythoff move A1")
        .await
        .says("@boris went 1 left.");
    story.end().await;
}

#[tokio::test]
async fn who_never_had_a_turn_in_the_first_game_is_no_loser_by_absence() {
    let story = Story::begin().await;
    let [_, boris] = playing_two(
        &story,
        "a:12 b:9 first:\"the opponent\" clock:\"5 minutes a move\"",
    )
    .await;
    resigns(&boris).await;
    until_boards(&boris, 2).await;
    story.until_boards_are_noted().await;
    story.later(minutes(5) + seconds(6));
    // That she leads without a move of hers must not count, either.
    boris
        .sees("So the two games have no result together, and aren’t rated.")
        .await;
    until(story.folder.path(), RATINGS, |count| count == 0).await;
    story.end().await;
}

#[tokio::test]
async fn a_second_game_that_discord_does_not_show_is_lost_by_nobody() {
    let story = Story::begin().await;
    let [anna, boris] = pair(&story).await;
    anna.goes(1, "down").await;
    story.rate_limit_for_an_hour("POST");
    boris.goes(1, "diagonally").await;
    anna.sees(OVER).await;
    story.later(minutes(5) + seconds(6));
    anna.sees("**1 : 0** for @boris, by the first game.").await;
    until(story.folder.path(), RATINGS, |count| count == 2).await;
    story.sandbox.clear_faults();
    story.later(minutes(61));
    story.until_all_is_drawn().await;
    until_boards(&anna, 1).await;
    // It still counts, and can be looked back on, once another two games follow.
    let stats = "/wythoff stats member:boris game:wythoff";
    anna.types(stats).await.says("1 game");
    anna.clicks("Rematch").await;
    boris.clicks("Rematch").await;
    story.until_boards_are_noted().await;
    anna.types(stats).await.says("1 game");
    let review = anna.types("/wythoff review").await;
    review.does_not_say("isn’t over yet");
    story.end().await;
}

/// How the first was judged would tell who wins from the common start.
#[tokio::test]
async fn the_first_game_counts_in_statistics_once_the_second_is_over() {
    let story = Story::begin().await;
    let [anna, boris] = pair(&story).await;
    anna.goes(1, "down").await;
    boris.goes(1, "diagonally").await;
    until_boards(&anna, 2).await;
    story.until_boards_are_noted().await;
    let stats = "/wythoff stats member:boris game:wythoff";
    anna.types(stats).await.does_not_say("Accuracy");
    resigns(&anna).await;
    anna.sees("won both games").await;
    anna.types(stats).await.says("Accuracy: 100%");
    story.end().await;
}

/// The second begins like the first.
#[tokio::test]
async fn nobody_looks_back_on_the_first_game_before_the_second_is_over() {
    let story = Story::begin().await;
    let [anna, boris] = pair(&story).await;
    anna.goes(1, "left").await;
    resigns(&boris).await;
    story.until_boards_are_noted().await;
    let carla = story.server.member("carla");
    carla.sees("game 2 of 2").await;
    assert_eq!(carla.at(1).control("Review"), None);
    boris.goes(1, "left").await;
    resigns(&boris).await;
    story.until_boards_are_noted().await;
    anna.at_latest()
        .clicks("Review")
        .await
        .says("(only you can see this)");
    story.end().await;
}

/// How the first game went tells how the second can be won.
#[tokio::test]
async fn the_first_game_is_reviewed_once_the_second_is_over() {
    let story = Story::begin().await;
    let [anna, boris] = pair(&story).await;
    anna.goes(1, "down").await;
    resigns(&boris).await;
    story.until_boards_are_noted().await;
    let early = "The second of the two games isn’t over yet.";
    boris.types("/wythoff review").await.says(early);
    boris.goes(1, "down").await;
    resigns(&anna).await;
    boris.types("/wythoff review").await.does_not_say(early);
    story.end().await;
}
