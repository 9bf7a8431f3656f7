//! The puzzle of the day: one try each, results, streaks, and the post in a server.

use std::time::Duration;

use discord_sandbox::Member;
use insta::assert_snapshot;
use nim_games::Position;

use crate::support::{
    OVER, Says as _, Story, Takes as _, day, hours, presses, resigns, until_true,
};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// The game of each weekday, as it is written before the colon of a position. Stories begin on a
/// Monday.
const WEEK: [&str; 7] = [
    "wythoff",
    "take normal most=5",
    "take normal most=5",
    "nim",
    "wythoff",
    "nim misere",
    "wythoff",
];

/// The position in a message that asks for a winning move.
fn position_to_solve(message: &str, game: &str) -> Option<Position> {
    let (_, rest) = message.split_once("You’re at (")?;
    let (heaps, _) = rest.split_once(')')?;
    let position = format!("{game}: {}", heaps.replace(',', ""));
    Some(position.parse().expect("a position"))
}

/// Makes the winning move. Returns the next message.
async fn make_winning_move(member: &Member, at: Position) -> String {
    presses(member, at, at.best_move().expect("won")).await
}

/// Opens the puzzle of the day, and solves what is left of it without a slip. Returns the last
/// message.
async fn solves(member: &Member, game: &str) -> String {
    let mut message = member.types("/wythoff daily").await.to_string();
    while let Some(at) = position_to_solve(&message, game) {
        message = make_winning_move(member, at).await;
    }
    message
}

#[tokio::test]
async fn a_puzzle_is_tried_once_and_its_result_gives_away_no_move() {
    let story = Story::begin().await;
    let anna = story.anna();
    assert_snapshot!(anna.types("/wythoff daily").await, @"
    Wythoff (only you can see this):
    🧩 **Daily 1464, Monday: Wythoff’s game**
    You can win this, whatever I do. If a move gives the win away, I take it back: that’s a slip, and you get 5. Everyone gets the same puzzle and one try. The next one comes in 12 hours, at 00:00 your time.
    You’re at (12, 10). **Which move wins?**
    -# You both move one queen: left, down, diagonally. Bring her home to win.
    -# Position (12, 10)
    <board.png: A board: the queen is (12, 10), 12 right of home and 10 above it. She can go up to 12 left, 10 down, or 10 diagonally.>
    ▾ Left …: 1, to (11, 10) | 2, to (10, 10) | … | 12, to (0, 10)
    ▾ Down …: 1, to (12, 9) | 2, to (12, 8) | … | 10, to (12, 0)
    ▾ Diagonally …: 1, to (11, 9) | 2, to (10, 8) | … | 10, to (2, 0)
    [Yesterday’s solution]
    ");
    let wrong = anna.goes(1, "left").await;
    wrong.says("✗ You go 1 left, and I go 9 diagonally. That’s taken back; try again.\nYou’re at (12, 10). **Which move wins?** (1 of 5 slips)");
    let repeated = anna.goes(1, "left").await;
    repeated.says("✗ You’ve tried that one. It doesn’t count again.");
    repeated.says("(1 of 5 slips)");
    let right = anna.goes(6, "left").await;
    right.says("✅ **Right.**\nYou go 6 left. I go 2 diagonally.");
    assert_snapshot!(solves(&anna, "wythoff").await, @"
    Wythoff (only you can see this):
    🧩 **Daily 1464, Monday: Wythoff’s game**
    **Solved with 1 slip.**
    🔥 Streak: 1 day played
    You’re the first to play here today.
    -# Slips today (1 player), and yours so far (1 day)
    ```
    0
    1 ▇▇▇▇▇▇▇▇ 1  ▇▇▇▇▇▇▇▇ 1
    2
    3
    4
    5
    ✗
    ```
    ```
    Wythoff daily 1464, Monday: Wythoff’s game. Solved with 1 slip, day 1 in a row
    🟨🟩🟩🟩🟩
    1 slip, at once, at once, at once, at once
    ```
    The next puzzle comes in 12 hours, along with the solution to this one.
    [Share here] [Play it again] [Yesterday’s solution]
    ");
    assert_snapshot!(anna.clicks("Share here").await, @"
    Wythoff:
    @anna tried today’s puzzle:
    Wythoff daily 1464, Monday: Wythoff’s game. Solved with 1 slip, day 1 in a row
    🟨🟩🟩🟩🟩
    1 slip, at once, at once, at once, at once
    [Play today’s puzzle]
    ");
    // Only where the try was begun has it a place, and only a server has somebody to share it with.
    let another = story.sandbox.server("Another server");
    let elsewhere = anna.in_server(&another).types("/wythoff daily").await;
    elsewhere.says("**Solved with 1 slip.**");
    elsewhere.does_not_say("first to play here");
    let share = anna.control("Share here").expect("a button");
    let alone = anna.in_direct_message();
    alone
        .types("/wythoff daily")
        .await
        .does_not_say("Share here");
    let shared = alone.forges(&share, &[]).await;
    shared.says("I don’t know this button or menu");
    let again = anna.control("Play it again").expect("a button");
    let practice = anna.clicks("Play it again").await;
    practice.says("-# Just for practice: it doesn’t change your result.\nYou’re at (12, 10).");
    let mut message = anna.goes(2, "left").await.to_string();
    message.says("(1 of 5 slips)");
    while let Some(at) = position_to_solve(&message, "wythoff") {
        message = make_winning_move(&anna, at).await;
    }
    message.says("-# Played again: solved with 1 slip.");
    message.says("**Solved with 1 slip.**\n🔥 Streak: 1 day played");
    let boris = story.server.member("boris");
    boris
        .clicks("Play today’s puzzle")
        .await
        .says("You’re at (12, 10).");
    // Practice comes after the try.
    let forged = boris.forges(&again, &[]).await;
    forged.says("You’re at (12, 10).");
    forged.does_not_say("Just for practice");
    // The map in yesterday's solution would show the squares of today's puzzle.
    let yesterday = boris.clicks("Yesterday’s solution").await;
    yesterday.says("That would help with today’s puzzle.");
    anna.types("/wythoff daily").await;
    let yesterday = anna.clicks("Yesterday’s solution").await;
    yesterday.says(
        "Daily 1463, Sunday: Wythoff’s game, home loses**\nYou could win from (47, 50).\n**Go ",
    );
    story.end().await;
}

#[tokio::test]
async fn the_sixth_slip_ends_the_try() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff daily").await;
    for slips in 1..=5 {
        let wrong = anna.goes(slips, "left").await;
        let slips = if slips < 5 {
            format!("({slips} of 5 slips)")
        } else {
            "(5 slips; one more ends it)".to_owned()
        };
        wrong.says(&slips);
    }
    let over = anna.goes(7, "left").await;
    over.says("That’s one slip too many.\n**Not solved this time.** Tomorrow I’ll tell you how it’s won.\n🔥 Streak: 1 day played");
    over.says("Not solved, day 1 in a row\n⬛\nnot found");
    story.later(hours(12));
    anna.types("/wythoff daily").await.says("Tuesday");
    let reason = anna.clicks("Yesterday’s solution").await;
    reason.says("You could win from (12, 10).\n**Go 7 diagonally**");
    story.end().await;
}

#[tokio::test]
async fn a_stale_message_or_doubled_click_gives_no_second_try() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff daily").await;
    let select = anna.control("Left …").expect("a select");
    anna.types("/wythoff daily").await;
    anna.goes(1, "left").await.says("(1 of 5 slips)");
    // A choice on the first message, which does not show the slip.
    let first = anna.at(1);
    let outdated = first.forges(&select, &["6"]).await;
    outdated.says("That message was out of date, so it didn’t count.");
    outdated.says("(1 of 5 slips)");
    story.restart().await;
    story.sandbox.deliver_times(2);
    anna.goes(2, "left").await.says("(2 of 5 slips)");
    story.sandbox.deliver_times(1);
    let now = anna.types("/wythoff daily").await;
    now.says("(2 of 5 slips)");
    solves(&anna, "wythoff")
        .await
        .says("**Solved with 2 slips.**");
    let over = first.forges(&select, &["6"]).await;
    over.says("That message was out of date, so it didn’t count.");
    over.says("**Solved with 2 slips.**");
    story.end().await;
}

#[tokio::test]
async fn a_control_of_an_earlier_practice_makes_no_move_in_another_position() {
    let story = Story::begin().await;
    let anna = story.anna();
    solves(&anna, "wythoff").await;
    let again = anna.control("Play it again").expect("a button");
    anna.clicks("Play it again").await;
    anna.goes(6, "left").await.says("You’re at (4, 8)");
    let button = anna.control("← 1").expect("a button");
    anna.forges(&again, &[]).await.says("You’re at (12, 10)");
    // Another position after as many moves.
    anna.goes(7, "diagonally").await;
    let outdated = anna.forges(&button, &[]).await;
    outdated.says("That message was out of date, so it didn’t count.");
    story.end().await;
}

#[tokio::test]
async fn until_the_try_is_over_no_other_command_helps() {
    let story = Story::begin().await;
    let anna = story.anna();
    let assert_refused = |said: &str| said.says("That would help with today’s puzzle.");
    // A game that can reach today’s position.
    anna.types("/wythoff start 14 10 first:me").await;
    let answer = anna.types("/wythoff move A2").await.to_string();
    assert_refused(&answer);
    anna.types("/wythoff move A1").await;
    for command in [
        "/wythoff solve 10 12",
        "/wythoff solve game:multi position:\"12 10\"",
        "/wythoff start 12 10",
        "/wythoff start 10 12 first:bot",
    ] {
        assert_refused(&anna.types(command).await.to_string());
    }
    anna.types("/wythoff solve 12 9").await.says("Go ");
    // During the try, positions that can still occur in it are refused, too.
    anna.types("/wythoff daily").await;
    anna.goes(6, "left").await.says("✅ **Right.**");
    assert_refused(&anna.types("/wythoff solve 4 8").await.to_string());
    assert_refused(&anna.types("/wythoff solve 3 7").await.to_string());
    let twin = "/wythoff solve game:multi position:\"8 4\"";
    assert_refused(&anna.types(twin).await.to_string());
    // A map of larger piles would show the squares of today's puzzle.
    assert_refused(&anna.types("/wythoff solve 35 34").await.to_string());
    assert_refused(&anna.types("/wythoff hint").await.to_string());
    anna.types("/wythoff board").await;
    let taken_back = anna.clicks("Take back").await.to_string();
    assert_refused(&taken_back);
    resigns(&anna).await;
    anna.sees(OVER).await;
    assert_refused(&anna.clicks("Why?").await.to_string());
    assert_refused(&anna.types("/wythoff review").await.to_string());
    anna.types("/wythoff learn game:wythoff").await;
    assert_refused(&anna.clicks("Begin").await.to_string());
    // Afterwards nothing is refused.
    solves(&anna, "wythoff").await.says("**Solved");
    anna.types("/wythoff solve 10 12")
        .await
        .says("Go 7 diagonally");
    anna.types("/wythoff review").await.says("10)");
    story.end().await;
}

#[tokio::test]
async fn a_choice_refused_for_the_puzzle_can_be_made_again() {
    let story = Story::begin().await;
    let anna = story.anna();
    let twice = async |member: &Member, label: &str, value: &str| {
        for _ in 0..2 {
            let said = member.at(1).chooses(label, value).await.to_string();
            assert!(!said.contains("chosen already"), "{said}");
        }
        member.sees("That would help with today’s puzzle.").await;
    };
    let talk = anna.in_channel("talk");
    talk.types("/wythoff start 14 10 first:me").await;
    // It would leave today's position to the bot.
    twice(&talk, "Left …", "2").await;
    anna.types("/wythoff learn game:wythoff").await;
    // The exercise (3, 7), which may still occur in the puzzle after its first move.
    anna.chooses("Choose a lesson …", "3").await;
    anna.types("/wythoff daily").await;
    anna.goes(6, "left").await;
    anna.at(1).clicks("↓ 2").await;
    anna.sees("That would help with today’s puzzle.").await;
    story.end().await;
}

#[tokio::test]
async fn a_game_through_todays_position_ends_without_its_solution() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff challenge member:boris a:14 b:10 first:me")
        .await;
    boris.clicks("Accept").await;
    anna.types("/wythoff move A2").await;
    boris.types("/wythoff move A1").await;
    resigns(&anna).await;
    let over = boris.latest();
    over.says(OVER);
    over.does_not_say("would have");
    over.does_not_say(".png");
    story.end().await;
}

#[tokio::test]
async fn streaks_survive_midnights_restarts_and_late_clicks() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.pair();
    for (number, game) in WEEK.iter().enumerate() {
        let streak = format!("🔥 Streak: {}", number + 1);
        solves(&anna, game).await.says(&streak);
        match number {
            0 => solves(&boris, game)
                .await
                .says("Place 1 of 2 in this server today"),
            1 => boris.types("/wythoff stats").await.says(", streak 1 day"),
            // He missed Tuesday, which is forgiven.
            2 => {
                let forgiven = solves(&boris, game).await;
                forgiven.says("🔥 Streak: 2 days played (one missed day in seven is forgiven)");
                forgiven.says("day 2 of a streak");
            }
            3 => {
                // He sends his last click a second before midnight. It arrives after midnight.
                let mut message = boris.types("/wythoff daily").await.to_string();
                while let Some(at) = position_to_solve(&message, game) {
                    let best = at.best_move().expect("won");
                    if !at.play(best).expect("legal").is_over() {
                        message = make_winning_move(&boris, at).await;
                        continue;
                    }
                    let now = story.sandbox.clock().now_ms();
                    let midnight = now - now.rem_euclid(DAY_MS) + DAY_MS;
                    let wait = u64::try_from(midnight - now - 1_000);
                    story.later(Duration::from_millis(wait.expect("it is noon")));
                    story.sandbox.hold_events();
                    let pressing = make_winning_move(&boris, at);
                    let passing = async {
                        until_true(async || story.sandbox.count_held() > 0).await;
                        story.later(Duration::from_millis(1_500));
                        story.sandbox.release_events();
                    };
                    (message, ()) = tokio::join!(pressing, passing);
                }
                message.says("🔥 Streak: 3 days played");
                story.later(Duration::from_millis(12 * 60 * 60 * 1_000 - 500));
                continue;
            }
            4 => {
                boris.types("/wythoff stats").await.says(", streak 3 days");
                story.restart().await;
            }
            // He missed Friday, too, and only one missed day in seven is forgiven.
            5 => solves(&boris, game).await.says("🔥 Streak: 1 day played\n"),
            _ => {}
        }
        story.later(day());
    }
    story.end().await;
}

#[tokio::test]
async fn a_try_unfinished_at_midnight_does_not_count() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff daily").await;
    anna.goes(1, "left").await;
    story.later(day());
    let over = anna.goes(6, "left").await;
    over.says("Monday: Wythoff’s game**\nThis puzzle is over.\n[Today’s puzzle] [How it’s won]");
    anna.clicks("How it’s won")
        .await
        .says("You could win from (12, 10).");
    anna.types("/wythoff solve 12 10").await.says("Go ");
    solves(&anna, WEEK[1])
        .await
        .says("🔥 Streak: 1 day played\n");
    story.end().await;
}

#[tokio::test]
async fn each_puzzle_is_posted_once_with_yesterdays_results() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.pair();
    let anna = anna.managing();
    solves(&boris, WEEK[0]).await;
    anna.types("/wythoff settings").await;
    anna.clicks("Server settings")
        .await
        .says("[Daily puzzle: off]");
    let set = anna.clicks("Daily puzzle: off").await;
    set.says(
        "The puzzle of the day appears in #games each day at 00:00 your time, with yesterday’s results.\n",
    );
    set.says("[Daily puzzle: on]");
    let posts = |story: &Story| {
        let messages = story.sandbox.messages().into_iter();
        let content =
            messages.map(|message| message["content"].as_str().expect("a text").to_owned());
        content
            .filter(|text| text.starts_with("🧩"))
            .collect::<Vec<_>>()
    };
    // The first is posted at once, to show whether the bot may post there.
    story.until_marked_alive().await;
    boris
        .sees("It’s your move at (12, 10), and you can win.")
        .await;
    assert_eq!(posts(&story).len(), 1);
    story.later(hours(12));
    boris.sees("Tuesday").await;
    assert_snapshot!(posts(&story)[1], @"
    🧩 **Daily 1465, Tuesday: Sticks, at most 5**
    It’s your move at (13, 2, 1), and you can win. **Which move wins?** One try each, until <t:1894147200:R>.
    -# Take at most 5 from one heap. Taking the last one wins.
    **Yesterday here**
    🟩 Without a slip: boris
    -# Position (13, 2, 1)
    ");
    story.restart_and_catch_up().await;
    assert_eq!(posts(&story).len(), 2);
    // If the bot is down for a whole day, the puzzle of that day is not posted.
    story.stop().await;
    story.later(2 * day());
    story.restart().await;
    boris.sees("Thursday").await;
    assert_eq!(posts(&story).len(), 3);
    anna.types("/wythoff settings").await;
    anna.clicks("Server settings").await;
    anna.clicks("Daily puzzle: on")
        .await
        .says("[Daily puzzle: off]");
    story.later(day());
    story.until_marked_alive().await;
    assert_eq!(posts(&story).len(), 3);
    story.end().await;
}

#[tokio::test]
async fn the_settings_warn_if_the_bot_may_not_post() {
    let story = Story::begin().await;
    let anna = story.anna().managing();
    anna.types("/wythoff settings").await;
    anna.clicks("Server settings").await;
    let _server = story.server.clone().without_writing();
    anna.clicks("Daily puzzle: off").await;
    story.until_marked_alive().await;
    let refused = "SELECT COUNT(*) FROM servers WHERE daily_refused = 1";
    crate::support::until(story.folder.path(), refused, |servers| servers == 1).await;
    anna.types("/wythoff settings").await;
    anna.clicks("Server settings")
        .await
        .says("⚠️ I’m not allowed to post the daily puzzle in #games.");
    story.end().await;
}

#[tokio::test]
async fn the_puzzle_is_not_played_again_during_a_game_from_its_position() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    for member in [&anna, &boris] {
        solves(member, "wythoff").await;
    }
    anna.types("/wythoff challenge member:boris a:12 b:10")
        .await;
    boris.clicks("Accept").await;
    anna.types("/wythoff daily").await;
    let refused = anna.clicks("Play it again").await;
    refused.says("I’ll stay out of it until that game is over.");
    resigns(&anna).await;
    anna.types("/wythoff daily").await;
    let again = anna.clicks("Play it again").await;
    again.says("You’re at (12, 10)");
    story.end().await;
}
