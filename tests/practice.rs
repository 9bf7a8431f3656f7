//! Practice: a win that was thrown away comes back until it is learned.

use discord_sandbox::Member;
use insta::assert_snapshot;
use nim_games::Position;
use wythoff_game::Day;

use crate::daily::solves;
use crate::support::{
    OVER, Says as _, Story, Takes as _, day, execute, hours, plays_best, presses, resigns,
};

/// The position that a message asks about.
fn asked_position(message: &str) -> Option<Position> {
    let (_, rest) = message.split_once("You’re at (")?;
    let (piles, _) = rest.split_once(')')?;
    let position = format!("wythoff: {}", piles.replace(',', ""));
    Some(position.parse().expect("a position"))
}

/// Practises everything that is due, without a mistake. Returns the messages.
async fn practises(member: &Member) -> Vec<String> {
    let mut messages = vec![member.types("/wythoff practice").await.to_string()];
    while let Some(at) = messages.last().and_then(|message| asked_position(message)) {
        let found = presses(member, at, at.best_move().expect("won")).await;
        let is_last = !found.contains("[Next]");
        messages.push(found);
        if !is_last {
            messages.push(member.clicks("Next").await.to_string());
        }
    }
    messages
}

/// Loses a game against the bot in which the first move throws a win away. Returns the last
/// board.
async fn throws_win_away(member: &Member, start: &str) -> String {
    member
        .types(&format!("/wythoff start {start} first:me opponent:Penguin"))
        .await;
    let mut board = member.goes(1, "left").await.to_string();
    while !board.contains(OVER) {
        let (_, rest) = board.rsplit_once("Position (").expect("a position");
        let (piles, _) = rest.split_once(')').expect("a position");
        let at = format!("wythoff: {}", piles.replace(',', ""));
        let at: Position = at.parse().expect("a position");
        let mv = at.choices().moves().last().expect("it goes on");
        board = presses(member, at, mv).await;
    }
    board
}

#[tokio::test]
async fn a_thrown_away_win_comes_back_after_1_3_and_7_days() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    let nothing = anna.types("/wythoff practice").await;
    nothing.says("Nothing to practice yet.");
    throws_win_away(&anna, "5 9").await;
    anna.types("/wythoff practice")
        .await
        .says("One position comes back on 08 Jan 2030.");
    story.later(day());
    assert_snapshot!(anna.types("/wythoff practice").await, @"
    Wythoff (only you can see this):
    🔁 **Wythoff’s game.** You let this win slip, in a game from 1 day ago.
    You’re at (5, 9). **Which move wins?**
    -# You both move one queen: left, down, diagonally. Bring her home to win.
    -# Position (5, 9)
    <board.png: A board: the queen is (5, 9), 5 right of home and 9 above it. She can go up to 5 left, 9 down, or 5 diagonally.>
    [← 1] [← 2] [← 3] [← 4] [← 5]
    [↓ 1] [↓ 2] [↓ 3] [↓ 4] [↓ 5]
    [↓ 6] [↓ 7] [↓ 8] [↓ 9]
    [↙ 1] [↙ 2] [↙ 3] [↙ 4] [↙ 5]
    ");
    let left = anna.control("← 1").expect("a button");
    // After a wrong move, finding the right one does not count.
    anna.goes(2, "left")
        .await
        .says("✗ You go 2 left, and I go 4 down. Try again.");
    let right = anna.goes(6, "down").await;
    right.says("✅ **Right.**");
    right.says("-# ⬜⬜⬜ 3 more times in a row, and it’s learned.");
    right.says("One position comes back on 09 Jan 2030.");
    for (days, is_same) in [(1, true), (3, false), (7, false)] {
        story.later(day() * (days - 1));
        if days > 1 {
            anna.types("/wythoff practice")
                .await
                .says("One position comes back on ");
        }
        story.later(day());
        story.restart().await;
        // What helps with a puzzle waits for it.
        solves(&story, &anna).await;
        let question = anna.types("/wythoff practice").await.to_string();
        let expected = if is_same {
            "You let this win slip"
        } else {
            "It’s like a win that you let slip"
        };
        question.says(expected);
        let at = asked_position(&question).expect("a position");
        assert_eq!(at.to_string() == "5 9", is_same, "{at}");
        let found = presses(&anna, at, at.best_move().expect("won")).await;
        if days == 3 {
            found.says("-# 🟩🟩⬜ Once more, and it’s learned.");
        }
        if days == 7 {
            found.says("🎓 **Learned: you found it three times in a row.**");
            found.says("Nothing left to practice: you’ve learned it all.");
            found.says("You’ve learned one position so far.");
        }
    }
    let old = anna.at(1).forges(&left, &["1"]).await;
    old.says("You’re not practicing that one any more, so it doesn’t come back.");
    story.end().await;
}

#[tokio::test]
async fn a_repeated_click_in_practice_counts_once() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("7 days").await;
    // From the cold (3, 5) Anna has no win, and Boris throws his away.
    anna.types("/wythoff move A1").await;
    boris.types("/wythoff move B1").await;
    anna.types("/wythoff move B1").await;
    boris.types("/wythoff resign").await;
    boris.clicks("Resign").await;
    boris.sees(OVER).await;
    // Moves on to the morning: at noon, the position would come back in two and a half days, which
    // may be rounded up or down.
    story.later(hours(20));
    let his = boris.types("/wythoff practice").await.to_string();
    assert_eq!(asked_position(&his).expect("a position").to_string(), "2 5");
    story.sandbox.deliver_times(2);
    boris.goes(4, "down").await.says("✅ **Right.**");
    story.sandbox.deliver_times(1);
    boris
        .types("/wythoff practice")
        .await
        .says("comes back on 11 Jan 2030");
    story.end().await;
}

#[tokio::test]
async fn a_sixth_position_waits_until_tomorrow() {
    let story = Story::begin().await;
    let anna = story.anna();
    for start in ["5 9", "4 9", "9 2", "2 6", "8 3", "4 11"] {
        throws_win_away(&anna, start).await;
    }
    story.later(day());
    let messages = practises(&anna).await;
    let last = messages.last().expect("a message");
    last.says("That’s enough for today: up to 5 a day. You’re practicing 6 positions.");
    // The puzzle of the next day is Wythoff's game.
    story.later(day() * 2);
    anna.types("/wythoff practice")
        .await
        .says("Which move wins?");
    story.end().await;
}

#[tokio::test]
async fn an_old_position_is_not_called_learned_after_an_erasure() {
    let story = Story::begin().await;
    let anna = story.anna();
    throws_win_away(&anna, "5 9").await;
    story.later(day());
    anna.types("/wythoff practice").await;
    let left = anna.control("← 1").expect("a button");
    crate::erasure::erase(&anna).await;
    let gone = anna.at_latest().forges(&left, &["1"]).await;
    gone.says("You’re not practicing that one any more");
    story.end().await;
}

#[tokio::test]
async fn over_a_year_at_most_five_positions_are_found_on_each_day() {
    let story = Story::begin().await;
    let anna = story.anna();
    let starts = [
        "5 9", "4 9", "9 2", "2 6", "8 3", "4 11", "9 12", "15 6", "3 13",
    ];
    // Nothing is asked about the puzzles of these days.
    let member = anna.id().0;
    let rows = (21_921..22_290).map(|day| format!("({member}, {day}, '', 0, 1)"));
    let rows = rows.collect::<Vec<_>>().join(", ");
    let sql = format!("INSERT INTO dailies (member, day, moves, slips, helped) VALUES {rows}");
    execute(story.folder.path(), sql.leak()).await;
    let mut mentions = 0;
    for today in 0..365 {
        if today % 4 == 0 {
            let start = starts[(today / 4) % starts.len()];
            let last_board = throws_win_away(&anna, start).await;
            mentions += usize::from(last_board.contains("`/wythoff practice`"));
        }
        let messages = practises(&anna).await;
        let found = messages
            .iter()
            .filter(|it| it.contains("**Right.**") || it.contains("🎓"));
        let found: Vec<_> = found
            .map(|it| it.chars().take(90).collect::<String>())
            .collect();
        assert!(found.len() <= 5, "{found:#?}");
        story.later(day());
    }
    let last = practises(&anna).await;
    last.last().expect("a message").says("You’ve learned ");
    assert!(mentions > 10, "{mentions}");
    story.end().await;
}

#[tokio::test]
async fn a_position_that_helps_with_the_puzzle_waits_for_its_end() {
    let story = Story::begin().await;
    let anna = story.anna();
    // The puzzle of Friday is Wythoff's game, too. Anna throws a win away at its position on
    // Thursday.
    let puzzle = Day(21_925).puzzle();
    story.later(day() * 3);
    throws_win_away(&anna, &puzzle.to_string()).await;
    story.later(day());
    let start = anna.types("/wythoff start").await;
    start.does_not_say("waiting");
    let waits = anna.types("/wythoff practice").await;
    waits.says("would help with today’s puzzle, so it comes back after that.");
    solves(&story, &anna).await;
    anna.types("/wythoff practice")
        .await
        .says("Which move wins?");
    story.end().await;
}

#[tokio::test]
async fn a_position_of_a_game_with_a_member_waits_for_its_end() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    throws_win_away(&anna, "5 9").await;
    story.later(day());
    anna.types("/wythoff challenge member:boris a:5 b:9 first:me")
        .await;
    boris.clicks("Accept").await;
    anna.types("/wythoff practice")
        .await
        .says("in a game with a member, so it comes back after that");
    // The map of a larger board would show what wins, too.
    for solved in ["9 5", "9 30", "30 4"] {
        let refused = anna.types(&format!("/wythoff solve {solved}")).await;
        refused.says("This would help in a game of yours with a member");
    }
    anna.types("/wythoff solve 30 2").await.says("Go ");
    resigns(&anna).await;
    anna.types("/wythoff practice")
        .await
        .says("**Which move wins?**");
    story.end().await;
}

#[tokio::test]
async fn a_review_offers_to_try_again_from_the_turning_point() {
    let story = Story::begin().await;
    let anna = story.anna();
    throws_win_away(&anna, "5 9").await;
    anna.types("/wythoff review")
        .await
        .says("[Try again from here]");
    let board = anna.clicks("Try again from here").await;
    board.says("**@anna to move.**");
    board.says("Position (5, 9)");
    board.says("against **🐧 Penguin**");
    // The review has shown how to win, so winning proves nothing.
    let won = plays_best(&anna, board.to_string()).await;
    won.does_not_say("Nim Champ");
    won.says("🪜 Not for the ladder: it began from a chosen position.");
    story.end().await;
}

#[tokio::test]
async fn another_try_in_place_of_a_running_game_counts_as_helped() {
    let story = Story::begin().await;
    let anna = story.anna();
    throws_win_away(&anna, "5 9").await;
    anna.types("/wythoff review").await;
    let again = anna.control("Try again from here").expect("a button");
    anna.types("/wythoff start 10 6 first:me").await;
    story.until_boards_are_noted().await;
    let asked = anna.at_latest().forges(&again, &[]).await;
    asked.says("You already have a game against me here");
    anna.clicks("New game").await;
    anna.sees("· Position (5, 9)").await;
    let won = plays_best(&anna, anna.latest()).await;
    won.does_not_say("Nim Champ");
    let stats = anna.types("/wythoff stats game:wythoff").await;
    stats.says("(1 with a solution shown)");
    stats.does_not_say("Best wins");
    story.end().await;
}
