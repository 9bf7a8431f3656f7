//! The puzzle of the day: one try each, results, streaks, the week, and the post in a server.

use std::time::Duration;

use discord_sandbox::{Fault, Member, Server};
use insta::assert_snapshot;
use nim_games::{Ending, Move, Position, Told, Variant};
use wythoff_game::records::{DailyTry, GameRecord, Race};
use wythoff_game::{Day, MemberId, Timestamp};
use wythoff_store::Read;

use crate::support::{
    Says as _, Story, Takes as _, button, day, hours, minutes, presses, resigns, seconds,
    until_true,
};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// A member's try at the puzzle of a day.
async fn try_of(story: &Story, member: &Member, day: Day) -> Option<DailyTry> {
    let member = MemberId(member.id().0.cast_signed());
    let read = |mut tx: Read| async move { tx.daily(member, day).await };
    let it: wythoff_store::Result<Option<DailyTry>> = story.store.read(read).await;
    it.expect("it is read")
}

pub(crate) fn today(story: &Story) -> Day {
    Day::of(Timestamp(story.sandbox.clock().now_ms()))
}

/// Solves what is left of a puzzle that is open. Returns the last message.
pub(crate) async fn goes_on(story: &Story, member: &Member, day: Day) -> String {
    let mut message = String::new();
    loop {
        let it = try_of(story, member, day).await.expect("it is open");
        let attempt = it.current();
        if attempt.outcome().is_some() {
            return message;
        }
        let best = attempt.now().best_move().expect("won");
        message = presses(member, attempt.now(), best).await;
    }
}

/// The command that solves a position, with every option.
pub(crate) fn solve(at: Position) -> String {
    let options = at.options();
    // Unless told otherwise, the last stick loses.
    let is_take = at.variant() == Variant::Take;
    let ending = options.ending.or(is_take.then_some(Ending::Normal));
    let last = ending.map(|ending| match ending {
        Ending::Normal => " last:wins".to_owned(),
        Ending::Misere => " last:loses".to_owned(),
    });
    let most = options.most.map(|most| format!(" most:{most}"));
    let heaps = options.heaps.map(|heaps| format!(" heaps:{heaps}"));
    let options: String = [last, most, heaps].into_iter().flatten().collect();
    format!(
        "/wythoff solve game:{}{options} position:\"{at}\"",
        at.variant()
    )
}

/// Opens the puzzle of the day, and solves what is left of it without a slip.
pub(crate) async fn solves(story: &Story, member: &Member) -> String {
    member.types("/wythoff daily").await;
    goes_on(story, member, today(story)).await
}

/// Makes so many slips in a puzzle that is open, and goes on where there are no more of them. Returns
/// the last message.
pub(crate) async fn slips(story: &Story, member: &Member, slips: usize) -> String {
    let (mut message, mut made) = (String::new(), 0);
    while made < slips {
        let it = try_of(story, member, today(story))
            .await
            .expect("it is open");
        let (at, known) = (it.attempt.now(), it.attempt.slips());
        let is_slip = |mv: &Move| {
            let is_new = !known.contains(&(at, *mv));
            is_new && at.play(*mv).is_ok_and(|after| !after.is_lost())
        };
        let slip = at.choices().moves().find(is_slip);
        made += usize::from(slip.is_some());
        let mv = slip.or_else(|| at.best_move()).expect("won");
        message = presses(member, at, mv).await;
    }
    message
}

/// Fails at the puzzle of the day.
pub(crate) async fn fails(story: &Story, member: &Member) -> String {
    member.types("/wythoff daily").await;
    slips(story, member, 6).await
}

/// The story on Friday, on which Wythoff's game comes from (12, 7).
async fn on_friday() -> Story {
    let story = Story::begin().await;
    story.later(4 * day());
    story
}

#[tokio::test]
async fn a_puzzle_is_tried_once_and_its_result_gives_away_no_move() {
    let story = on_friday().await;
    let anna = story.anna();
    assert_snapshot!(anna.types("/wythoff daily").await, @"
    Wythoff (only you can see this):
    🧩 **Puzzle 1468**, Friday: Wythoff’s game
    You can win this. **Which move?** Up to 3 good moves solve it.
    -# You both move one queen: left, down, diagonally. Bring her home to win.
    -# ❤️❤️❤️❤️❤️❤️ A slip costs one. The end: in 12 hours.
    -# Position (12, 7)
    <board.png: A board: the queen is (12, 7), 12 right of home and 7 above it. She can go up to 12 left, 7 down, or 7 diagonally.>
    ▾ Left …: 1, to (11, 7) | 2, to (10, 7) | … | 12, to (0, 7)
    ▾ Down …: 1, to (12, 6) | 2, to (12, 5) | … | 7, to (12, 0)
    ▾ Diagonally …: 1, to (11, 6) | 2, to (10, 5) | … | 7, to (5, 0)
    [Hint for a ❤️]
    ");
    assert_snapshot!(anna.goes(1, "left").await, @"
    Wythoff (only you can see this):
    🧩 **Puzzle 1468**, Friday: Wythoff’s game
    ✗ 1 left? **That gives the win away**, so it’s taken back.
    You can win this. **Which move?** Up to 3 good moves solve it.
    -# You both move one queen: left, down, diagonally. Bring her home to win.
    -# ❤️❤️❤️❤️❤️🖤 A slip costs one. The end: in 12 hours.
    -# Position (12, 7)
    <board.png: A board: the queen is (12, 7), 12 right of home and 7 above it. She can go up to 12 left, 7 down, or 7 diagonally.>
    ▾ Left …: ✗ 1, to (11, 7) | 2, to (10, 7) | … | 12, to (0, 7)
    ▾ Down …: 1, to (12, 6) | 2, to (12, 5) | … | 7, to (12, 0)
    ▾ Diagonally …: 1, to (11, 6) | 2, to (10, 5) | … | 7, to (5, 0)
    [Hint for a ❤️]
    ");
    let repeated = anna.goes(1, "left").await;
    repeated.says("✗ You’ve tried that one. It doesn’t count again.");
    anna.goes(8, "left")
        .await
        .says("✅ **Right.**\nYou go 8 left. I go ");
    assert_snapshot!(goes_on(&story, &anna, today(&story)).await, @"
    Wythoff (only you can see this):
    🧩 **Solved, @anna!** One slip.
    You go 2 diagonally. **Now I can’t stop you.**
    💡 Your first move: **Go 8 left**, to (4, 7). The 7 stays, and only 4 makes it cold: whoever has to move from there loses.
    🔥 **1 day solved**
    -# Your week: ✅ 5 points
    -# A new puzzle comes every day at 00:00.
    <game.png: The queen’s path: (12, 7), (4, 7), (3, 6), (3, 5), (3, 4), (1, 2), (0, 2), (0, 0).>
    [Share it here] [⏱️ Race] [Remind me tomorrow] [Why?]
    ");
    let share = anna.control("Share it here").expect("a button");
    assert_snapshot!(anna.clicks("Share it here").await, @"
    Wythoff:
    @anna Wythoff 1468 🟧🟩🟩🟩 🔥1
    Wythoff’s game. Can you solve it, too?
    [Play]
    ");
    anna.forges(&share, &[])
        .await
        .says("You’ve shared it already.");
    let boris = story.server.member("boris");
    solves(&story, &boris).await;
    boris
        .clicks("Share it here")
        .await
        .says("🔥1\nSolved here, too: @anna 🟧🟩🟩🟩\nWythoff’s game. Can you");
    // Only where the try was begun has it a place, and only a server has somebody to share it with.
    let another = story.sandbox.server("Another server");
    let elsewhere = anna.in_server(&another).types("/wythoff daily").await;
    elsewhere.says("**Solved, @anna!** One slip.");
    let alone = anna.in_direct_message();
    alone
        .types("/wythoff daily")
        .await
        .does_not_say("Share it here");
    let shared = alone.forges(&share, &[]).await;
    shared.says("I don’t know this button or menu");
    anna.clicks("Why?").await.says("**Go 8 left**, to (4, 7).");
    let again = anna.control("Play it again").expect("a button");
    let practice = anna.clicks("Play it again").await;
    practice.says("Just for practice");
    anna.forges(&again, &[]).await.says("Just for practice");
    let over = goes_on(&story, &anna, today(&story)).await;
    over.says("For practice: solved without a slip.");
    over.says("**Solved, @anna!** One slip.");
    story.end().await;
}

#[tokio::test]
async fn a_streak_ends_once_and_a_day_off_stays_one() {
    let story = Story::begin().await;
    let anna = story.anna();
    for _ in 0..2 {
        solves(&story, &anna).await;
        story.later(day());
    }
    // Wednesday is a day off, and on Thursday the streak goes on.
    story.later(day());
    solves(&story, &anna).await.says("🔥 **3 days solved**");
    story.later(day());
    fails(&story, &anna)
        .await
        .says("Your streak of 3 ends here.");
    story.later(day());
    fails(&story, &anna).await.does_not_say("streak");
    story.later(day());
    let anew = solves(&story, &anna).await;
    anew.says("Your week: 🎯🎯🧊🎯❌❌🎯");
    anew.does_not_say("had ended");
    // Nobody has said so if days were missed.
    story.later(day());
    solves(&story, &anna).await;
    story.later(3 * day());
    solves(&story, &anna)
        .await
        .says("Your streak of 2 had ended; a new one begins.");
    story.end().await;
}

#[tokio::test]
async fn the_end_of_a_streak_is_told_once_across_a_monday() {
    let story = Story::begin().await;
    let anna = story.anna();
    for _ in 0..2 {
        solves(&story, &anna).await;
        story.later(day());
    }
    // From Wednesday to Sunday.
    story.later(4 * day());
    fails(&story, &anna)
        .await
        .says("Your streak of 2 had ended. A new one begins tomorrow.");
    story.later(day());
    let monday = solves(&story, &anna).await;
    monday.says("🔥 **1 day solved**");
    monday.does_not_say("had ended");
    story.end().await;
}

#[tokio::test]
async fn the_reminder_is_in_the_settings() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff settings").await;
    let saved = anna.clicks("Puzzle reminder: off").await;
    saved.says("✓ Saved.");
    saved.says("[Puzzle reminder: every day]");
    story.later(day());
    anna.sees("@anna, today’s puzzle is waiting").await;
    anna.types("/wythoff settings").await;
    anna.clicks("Puzzle reminder: every day")
        .await
        .says("[Puzzle reminder: off]");
    let reminders = "SELECT COUNT(*) FROM reminders";
    crate::support::until(story.folder.path(), reminders, |count| count == 0).await;
    story.end().await;
}

/// Its channel may be gone.
#[tokio::test]
async fn a_reminder_that_a_channel_refuses_is_a_direct_message() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff settings").await;
    anna.clicks("Puzzle reminder: off").await;
    let gone = Fault::on("POST", "/channels/").refused_with(404, 10003);
    story.sandbox.inject(gone);
    story.later(day());
    let direct = anna.in_direct_message();
    direct.sees("today’s puzzle is waiting").await;
    story.end().await;
}

/// Discord has refused to write to the member before, so nobody asks it again for a while.
#[tokio::test]
async fn a_reminder_to_closed_direct_messages_is_a_mention() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    boris.types("/wythoff settings").await;
    boris.chooses("When it’s your turn", "direct").await;
    boris.clicks("Puzzle reminder: off").await;
    let refused = || Fault::on("POST", "/users/@me/channels").refused_with(403, 50007);
    story.sandbox.inject(refused());
    story.later(hours(23) + minutes(55));
    anna.types("/wythoff challenge member:boris a:3 b:5").await;
    boris.sees("@boris, @anna challenges you to").await;
    story.sandbox.inject(refused());
    story.later(minutes(5));
    boris.sees("@boris, today’s puzzle is waiting").await;
    story.end().await;
}

/// The channel may be open again.
#[tokio::test]
async fn an_earlier_refusal_costs_no_post() {
    let story = Story::begin().await;
    let anna = story.anna().managing();
    solves(&story, &anna).await;
    anna.clicks("Post it every day").await;
    story.later(hours(23) + minutes(58));
    let refused = Fault::on("POST", "/channels/").refused_with(403, 50013);
    story.sandbox.inject(refused);
    anna.types("/wythoff start 3 5").await;
    anna.types("/wythoff board").await;
    story.later(minutes(2));
    story.later(minutes(15));
    anna.sees("Tuesday").await;
    story.end().await;
}

#[tokio::test]
async fn a_post_becomes_its_result_after_a_failure_of_discord() {
    let mut story = Story::begin().await;
    let anna = story.anna().managing();
    solves(&story, &anna).await;
    anna.clicks("Post it every day").await;
    story.later(day());
    anna.sees("Tuesday").await;
    let known = "SELECT COUNT(*) FROM servers WHERE daily_message IS NOT NULL";
    crate::support::until(story.folder.path(), known, |count| count == 1).await;
    // Longer than the next puzzle waits.
    let limited = Fault::on("PATCH", "/channels/").rate_limited(seconds(11), false);
    story.sandbox.inject(limited);
    story.later(day());
    anna.sees("Wednesday").await;
    // Nor does a restart lose it.
    story.sandbox.clear_faults();
    story.restart().await;
    let is_result = || posts(&story)[0].contains("nobody here has tried it");
    until_true(async || is_result()).await;
    story.end().await;
}

/// It would speak of yesterday's puzzle.
#[tokio::test]
async fn a_reminder_that_could_not_be_sent_is_not_sent_the_next_day() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    story.later(hours(11));
    anna.types("/wythoff settings").await;
    anna.clicks("Puzzle reminder: off").await;
    story.rate_limit_for_an_hour("POST");
    story.later(day());
    story.sandbox.called("POST", "/channels/").await;
    story.stop().await;
    story.sandbox.clear_faults();
    story.later(hours(2));
    story.restart().await;
    let to_send = "SELECT COUNT(*) FROM reminders WHERE to_send IS NOT NULL";
    crate::support::until(story.folder.path(), to_send, |count| count == 0).await;
    anna.screen().does_not_say("today’s puzzle is waiting");
    story.end().await;
}

#[tokio::test]
async fn who_has_won_the_week_is_told_with_the_first_result() {
    let story = Story::begin().await;
    let anna = story.anna();
    let next_monday = |weeks: i64| today(&story).plus(7 * weeks).0;
    let (second, third) = (next_monday(1), next_monday(2));
    let latest = "SELECT MAX(monday) FROM crowns";
    let crowned = "SELECT COUNT(*) FROM crowns WHERE member > 0";
    // Nobody wins a week alone.
    solves(&story, &anna).await.does_not_say("won last week");
    story.later(7 * day());
    story.until_marked_alive().await;
    crate::support::until(story.folder.path(), latest, |monday| monday == second).await;
    crate::support::until(story.folder.path(), crowned, |crowns| crowns == 0).await;
    solves(&story, &anna).await.does_not_say("won last week");
    solves(&story, &story.server.member("boris")).await;
    story.later(7 * day());
    story.until_marked_alive().await;
    crate::support::until(story.folder.path(), latest, |monday| monday == third).await;
    crate::support::until(story.folder.path(), crowned, |crowns| crowns == 2).await;
    let monday = solves(&story, &anna).await;
    monday.says("👑 **You won last week here!** The crown is yours until Sunday.");
    story.later(day());
    solves(&story, &anna).await.does_not_say("won last week");
    story.end().await;
}

/// What happened in one server is not told in another.
#[tokio::test]
async fn last_week_is_told_in_its_server() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    solves(&story, &anna).await;
    solves(&story, &boris).await;
    story.later(7 * day());
    story.until_marked_alive().await;
    let crowned = "SELECT COUNT(*) FROM crowns WHERE member > 0";
    crate::support::until(story.folder.path(), crowned, |crowns| crowns == 2).await;
    solves(&story, &anna).await.says("won last week here");
    let elsewhere = story.sandbox.server("B");
    let there = anna.in_server(&elsewhere);
    let told = there.types("/wythoff daily").await;
    told.does_not_say("last week");
    story.end().await;
}

#[tokio::test]
async fn a_move_that_was_tried_is_greyed() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff daily").await;
    assert_snapshot!(slips(&story, &anna, 1).await, @"
    Wythoff (only you can see this):
    🧩 **Puzzle 1464**, Monday (easy): Building Nim
    ✗ A stone on A? **That gives the win away**, so it’s taken back.
    You can win this. **Which move?** Up to 3 good moves solve it.
    -# Put one stone a turn; then take any from one stack. Taking the last one wins.
    -# ❤️❤️❤️❤️❤️🖤 A slip costs one. The end: in 12 hours.
    <board.png: Rows of counters: stacks of 0, 0, 0, 1, 2, and 5 stones in hand.>
    [Stone on A] (off) [Stone on B] [Stone on C] [Stone on D] [Stone on E]
    [Hint for a ❤️]
    ");
    story.end().await;
}

#[tokio::test]
async fn a_hint_names_three_moves_and_costs_as_much_as_a_slip() {
    let mut story = on_friday().await;
    let anna = story.anna();
    // On a small board there is none before the first slip.
    anna.types("/wythoff daily").await.says("[Hint for a ❤️]");
    anna.goes(1, "left").await;
    let hinted = anna.clicks("Hint for a ❤️").await;
    assert_snapshot!(hinted, @"
    Wythoff (only you can see this):
    🧩 **Puzzle 1468**, Friday: Wythoff’s game
    💡 **One of these wins.** Which one?
    -# You both move one queen: left, down, diagonally. Bring her home to win.
    -# ❤️❤️❤️❤️🖤🖤 A slip costs one. The end: in 12 hours.
    -# Position (12, 7)
    <board.png: A board: the queen is (12, 7), 12 right of home and 7 above it. She can go up to 12 left, 7 down, or 7 diagonally.>
    [← 8] [← 6] [← 5]
    ");
    let again = anna.types("/wythoff daily").await;
    again.says("[← 8] [← 6] [← 5]");
    let wrong = anna.clicks("← 6").await;
    wrong.says("✗ 6 left? **That gives the win away**, so it’s taken back.");
    wrong.says("💡 **One of these wins.** Which one?");
    let right = anna.clicks("← 8").await;
    right.says("✅ **Right.**");
    assert!(
        !right.to_string().contains("Hint"),
        "there is one in a try: {right}"
    );
    assert_snapshot!(goes_on(&story, &anna, today(&story)).await, @"
    Wythoff (only you can see this):
    🧩 **Solved, @anna!** 2 slips and a hint.
    You go 2 diagonally. **Now I can’t stop you.**
    💡 Your first move: **Go 8 left**, to (4, 7). The 7 stays, and only 4 makes it cold: whoever has to move from there loses.
    🔥 **1 day solved**
    -# Your week: ✅ 3 points
    -# A new puzzle comes every day at 00:00.
    <game.png: The queen’s path: (12, 7), (4, 7), (3, 6), (3, 5), (3, 4), (1, 2), (0, 2), (0, 0).>
    [Share it here] [⏱️ Race] [Remind me tomorrow] [Why?]
    ");
    assert_snapshot!(anna.clicks("Share it here").await, @"
    Wythoff:
    @anna Wythoff 1468 🟧💡🟧🟩🟩🟩 🔥1
    Wythoff’s game. Can you solve it, too?
    [Play]
    ");
    let it = try_of(&story, &anna, today(&story)).await.expect("a try");
    assert_eq!((it.attempt.slips().len(), it.attempt.count_slips()), (2, 3));
    story.restart().await;
    anna.types("/wythoff daily")
        .await
        .says("2 slips and a hint.");
    anna.types("/wythoff leaderboard by:daily")
        .await
        .says("__anna__ **3**");
    story.end().await;
}

#[tokio::test]
async fn a_move_in_the_puzzle_marks_a_game_with_the_same_solution() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start game:wythoff position:12,7 first:me")
        .await;
    story.later(4 * day());
    anna.types("/wythoff daily").await;
    anna.goes(1, "left").await.says("gives the win away");
    let id = MemberId(anna.id().0.cast_signed());
    let games = |mut tx: Read| async move { tx.running_games(id, None).await };
    let games: wythoff_store::Result<Vec<GameRecord>> = story.store.read(games).await;
    let games = games.expect("they are read");
    assert!(games.iter().all(|game| game.is_helped));
    story.end().await;
}

#[tokio::test]
async fn the_sixth_slip_ends_the_try_with_the_solution_on_the_board() {
    let story = on_friday().await;
    let anna = story.anna();
    anna.types("/wythoff daily").await;
    slips(&story, &anna, 5).await.says("One ❤️ left!");
    assert_snapshot!(slips(&story, &anna, 1).await, @"
    Wythoff (only you can see this):
    🧩 **Not solved this time, @anna.** That was the last ❤️.
    What wins here: **Go 8 left**, to (4, 7).
    💡 The 7 stays, and only 4 makes it cold: whoever has to move from there loses.
    -# Your week: ❌
    -# A new puzzle comes every day at 00:00.
    -# 🔁 I’ll ask you again tomorrow, in `/wythoff practice`.
    <board.png: A board: the queen is (12, 7), 12 right of home and 7 above it. She can go up to 12 left, 7 down, or 7 diagonally. The winning move: 8 left.>
    [Why?] [Share it here] [An easy one] [Remind me tomorrow]
    ");
    story.end().await;
}

#[tokio::test]
async fn whoever_fails_later_is_told_what_won_there() {
    let story = on_friday().await;
    let anna = story.anna();
    anna.types("/wythoff daily").await;
    anna.goes(8, "left").await;
    slips(&story, &anna, 6).await;
    let it = try_of(&story, &anna, today(&story)).await;
    let lost_at = it.expect("a try").attempt.now();
    let why = anna.clicks("Why?").await;
    let lost_at = lost_at.to_string().replace(' ', ", ");
    why.says(&format!("You could win from ({lost_at})"));
    why.says("[Play it again] [How to win] [Learn]");
    anna.clicks("How to win")
        .await
        .says("Each begins with the smallest number not used yet");
    anna.clicks("Learn").await.says("Wythoff’s game");
    story.end().await;
}

/// *Why?* and `solve` refuse it there, too.
#[tokio::test]
async fn a_result_names_no_move_that_helps_in_a_running_game() {
    let story = on_friday().await;
    let [anna, boris] = story.pair();
    let failed = fails(&story, &anna).await;
    failed.says("What wins here: **Go 8 left**");
    failed.says("The winning move: 8 left");
    solves(&story, &boris).await;
    anna.types("/wythoff challenge member:boris a:12 b:7 first:me")
        .await;
    boris.clicks("Accept").await;
    let shown = anna.types("/wythoff daily").await;
    shown.says("Not solved this time");
    shown.does_not_say("What wins here");
    shown.does_not_say("winning move");
    anna.clicks("Why?")
        .await
        .says("This would help in a game of yours");
    story.end().await;
}

#[tokio::test]
async fn who_finds_the_same_moves_meets_the_same_replies() {
    let story = on_friday().await;
    let [anna, boris] = story.pair();
    let (mut paths, mut result) = (Vec::new(), String::new());
    for member in [&anna, &boris] {
        result = solves(&story, member).await;
        let it = try_of(&story, member, today(&story)).await;
        paths.push(it.expect("a try").attempt.path().to_vec());
    }
    assert_eq!(paths.first(), paths.last());
    result.says("\nHere: 🥇 anna no slip · 🥇 boris no slip\n");
    story.end().await;
}

/// What somebody got wrong is nobody else's business.
#[tokio::test]
async fn statistics_of_others_do_not_say_what_they_failed() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    fails(&story, &boris).await;
    let own = boris.types("/wythoff stats").await;
    own.says("not solved");
    own.says("in practice");
    let others = anna.types("/wythoff stats member:boris").await;
    others.does_not_say("not solved");
    others.does_not_say("in practice");
    story.end().await;
}

/// What was found in it earlier is not shown unasked either.
#[tokio::test]
async fn an_old_puzzle_with_todays_solution_is_asked_about_again() {
    let story = Story::begin().await;
    let anna = story.anna();
    let old = today(&story).number() + 4 - 35;
    anna.types(&format!("/wythoff daily day:{old}")).await;
    goes_on(&story, &anna, Day::numbered(old)).await;
    story.later(4 * day());
    let asked = anna.types(&format!("/wythoff daily day:{old}")).await;
    asked.says("This would help with today’s puzzle.");
    asked.does_not_say("queen’s path");
    story.end().await;
}

#[tokio::test]
async fn an_erasure_gives_no_second_try_that_counts() {
    let story = Story::begin().await;
    let anna = story.anna();
    fails(&story, &anna).await;
    crate::erasure::erase(&anna).await;
    let again = solves(&story, &anna).await;
    again.says("🔎 Something helped");
    again.does_not_say("day solved");
    let table = anna.types("/wythoff leaderboard by:daily").await;
    table.says("Nobody is on it yet.");
    story.later(2 * day());
    solves(&story, &anna).await.says("**1 day solved**");
    story.end().await;
}

/// Tries in a row, whether or not a day off lies between.
#[tokio::test]
async fn tries_without_a_slip_are_counted_across_a_day_off() {
    let story = Story::begin().await;
    let anna = story.anna();
    for days in [1, 2, 1] {
        solves(&story, &anna).await;
        story.later(days * day());
    }
    let result = solves(&story, &anna).await;
    result.says("Without a slip, 4 times in a row!");
    result.says("4 days solved");
    story.end().await;
}

#[tokio::test]
async fn whose_first_puzzle_is_a_sundays_may_warm_up() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    story.later(6 * day());
    let first = anna.types("/wythoff daily").await;
    first.says("Sunday’s puzzle is the hardest of the week. First time? Warm up with an easy one.");
    let easy = anna.clicks("An easy one").await;
    easy.says(", Monday (easy): ");
    easy.says("Just for practice");
    let warm = anna.types("/wythoff daily").await;
    warm.does_not_say("First time?");
    // Nor is it offered to somebody who plays that puzzle again.
    fails(&story, &boris).await;
    boris.clicks("Why?").await;
    let again = boris.clicks("Play it again").await;
    again.says("Just for practice");
    again.does_not_say("First time?");
    story.end().await;
}

#[tokio::test]
async fn a_stale_message_or_doubled_click_gives_no_second_try() {
    let mut story = on_friday().await;
    let anna = story.anna();
    anna.types("/wythoff daily").await;
    let select = anna
        .control("← 1")
        .or(anna.control("Left …"))
        .expect("a select");
    anna.types("/wythoff daily").await;
    anna.goes(1, "left").await.says("❤️❤️❤️❤️❤️🖤");
    // A choice on the first message, which does not show the slip.
    let first = anna.at(1);
    let outdated = first.forges(&select, &["6"]).await;
    outdated.says("That message was out of date, so it didn’t count.");
    story.restart().await;
    story.sandbox.deliver_times(2);
    anna.goes(2, "left").await.says("❤️❤️❤️❤️🖤🖤");
    story.sandbox.deliver_times(1);
    solves(&story, &anna).await.says("2 slips.");
    let over = first.forges(&select, &["6"]).await;
    over.says("That message was out of date, so it didn’t count.");
    over.says("**Solved, @anna!** 2 slips.");
    story.end().await;
}

#[tokio::test]
async fn what_helps_is_asked_about_and_marks_the_try() {
    let story = on_friday().await;
    let anna = story.anna();
    let asks = |said: &str| said.says("This would help with today’s puzzle. Show it anyway?");
    // Each names (4, 7), which wins today: as a solution, as a lost position, in a kindred game, on a
    // map, on a page.
    for command in [
        "/wythoff solve 10 4",
        "/wythoff solve 7 4",
        "/wythoff solve game:multi position:\"4 9\"",
        "/wythoff solve 12 11",
    ] {
        asks(&anna.types(command).await.to_string());
    }
    anna.types("/wythoff rules game:wythoff").await;
    asks(&anna.chooses("More about it …", "table").await.to_string());
    // These do not.
    anna.types("/wythoff solve 2 5").await.says("Go 4 down");
    anna.types("/wythoff daily").await.does_not_say("🔎");
    anna.types("/wythoff solve 10 4").await;
    anna.clicks("Show it anyway").await.says("Go 3 left");
    anna.types("/wythoff daily")
        .await
        .says("🔎 Something helped");
    // It is not asked again, and the try counts for nothing.
    anna.types("/wythoff solve 7 4").await.says("(7, 4)");
    let over = solves(&story, &anna).await;
    over.says("-# Your week: 🔎");
    over.does_not_say("🔥");
    anna.types("/wythoff leaderboard by:daily")
        .await
        .says("Nobody is on it yet.");
    story.end().await;
}

#[tokio::test]
async fn an_answer_that_is_wanted_and_then_refused_marks_nothing() {
    let story = on_friday().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff solve 10 4").await;
    let anyway = anna.control("Show it anyway").expect("a button");
    anna.types("/wythoff challenge member:boris a:10 b:4 first:me")
        .await;
    boris.clicks("Accept").await;
    anna.forges(&anyway, &[]).await.says("I’ll stay out of it");
    anna.types("/wythoff daily").await.does_not_say("🔎");
    story.end().await;
}

#[tokio::test]
async fn help_with_yesterdays_puzzle_names_it() {
    let story = on_friday().await;
    let anna = story.anna();
    anna.types("/wythoff daily").await;
    story.later(hours(12));
    anna.types("/wythoff solve 10 4")
        .await
        .says("This would help with yesterday’s puzzle, which still counts.");
    story.end().await;
}

#[tokio::test]
async fn while_yesterdays_still_counts_nothing_is_said_of_the_streak() {
    let story = on_friday().await;
    let anna = story.anna();
    let friday = today(&story);
    anna.types("/wythoff daily").await;
    anna.goes(8, "left").await;
    story.later(hours(12));
    let over = solves(&story, &anna).await;
    over.says("Yesterday’s puzzle isn’t finished");
    over.says("[Finish yesterday’s]");
    over.does_not_say("🔥");
    over.does_not_say("[Share it here]");
    anna.clicks("Finish yesterday’s").await;
    goes_on(&story, &anna, friday).await;
    let over = anna.types("/wythoff daily").await.to_string();
    over.says("🔥 **2 days solved**");
    over.says("[Share it here]");
    story.end().await;
}

#[tokio::test]
async fn a_question_from_before_a_restart_or_another_day_marks_nothing() {
    let mut story = on_friday().await;
    let anna = story.anna();
    anna.types("/wythoff solve 10 4").await;
    story.restart().await;
    anna.clicks("Show it anyway")
        .await
        .says("I’ve forgotten what it was. Please ask me again.");
    anna.types("/wythoff daily").await.does_not_say("🔎");
    anna.types("/wythoff solve 10 4").await;
    story.later(2 * day());
    anna.clicks("Show it anyway").await.says("Go 3 left");
    anna.types("/wythoff daily").await.does_not_say("🔎");
    story.end().await;
}

#[tokio::test]
async fn a_solution_of_a_puzzle_marks_the_games_in_which_it_helps() {
    let story = on_friday().await;
    let anna = story.anna();
    solves(&story, &anna).await;
    anna.types("/wythoff start 10 4 first:me opponent:penguin")
        .await;
    anna.types("/wythoff daily").await;
    anna.clicks("Why?")
        .await
        .says("This helps in a game that you’re playing against me");
    story.end().await;
}

#[tokio::test]
async fn a_move_of_the_bot_that_helps_is_made_and_marks_the_try() {
    let story = on_friday().await;
    let anna = story.anna();
    anna.types("/wythoff start 4 10 first:me opponent:penguin")
        .await;
    anna.types("/wythoff daily").await.does_not_say("🔎");
    // The Penguin goes to (4, 7), which wins today, too.
    anna.types("/wythoff move B1").await;
    assert_eq!(story.position(&anna).await.to_string(), "4 7");
    anna.types("/wythoff daily")
        .await
        .says("🔎 Something helped");
    story.end().await;
}

#[tokio::test]
async fn a_member_with_a_game_against_another_is_refused_help_there() {
    let story = on_friday().await;
    let [anna, boris] = story.pair();
    for member in [&anna, &boris] {
        solves(&story, member).await;
    }
    anna.types("/wythoff challenge member:boris a:12 b:7").await;
    boris.clicks("Accept").await;
    anna.types("/wythoff daily").await;
    let refused = anna.clicks("Why?").await;
    refused.says("I’ll stay out of it until that game is over.");
    // Ruling out one move after the other is no way, either.
    anna.types("/wythoff solve 11 7")
        .await
        .says("I’ll stay out of it until that game is over.");
    // Nor is a game in which the bot would play the winning move there.
    for game in ["a:40 b:7", "a:4 b:33"] {
        let started = format!("/wythoff start {game} first:\"the bot\" opponent:Penguin");
        let refused = anna.types(&started).await;
        refused.says("I’ll stay out of it until that game is over.");
    }
    resigns(&anna).await;
    anna.types("/wythoff daily").await;
    anna.clicks("Why?").await;
    anna.clicks("Play it again").await.says("Just for practice");
    story.end().await;
}

#[tokio::test]
async fn a_start_that_is_left_to_the_bot_tells_that_it_is_lost() {
    let story = on_friday().await;
    let anna = story.anna();
    anna.types("/wythoff daily").await;
    anna.types("/wythoff challenge member:Wythoff a:4 b:7")
        .await;
    // Everybody would see it.
    anna.clicks("Play me")
        .await
        .says("This would give a puzzle away");
    anna.types("/wythoff start 12 9 first:\"the bot\" opponent:Penguin")
        .await
        .says("This would give a puzzle away");
    // From (6, 15) it goes to (6, 10), which shows nothing of (4, 7).
    let boris = story.server.member("boris");
    boris
        .types("/wythoff start 6 15 first:\"the bot\" opponent:Penguin")
        .await
        .says("(6, 10)");
    anna.types("/wythoff start 4 7 first:\"the bot\" private:yes")
        .await;
    anna.types("/wythoff daily").await.says("🔎");
    story.end().await;
}

#[tokio::test]
async fn a_long_game_with_a_member_stops_no_puzzle_with_another_solution() {
    let story = on_friday().await;
    let [anna, boris] = story.pair();
    // The puzzle, (10, 4), is a move away from it.
    anna.types("/wythoff challenge member:boris a:10 b:20")
        .await;
    boris.clicks("Accept").await;
    solves(&story, &anna).await.says("**Solved, @anna!**");
    story.end().await;
}

#[tokio::test]
async fn a_try_begun_before_midnight_may_be_ended_until_one() {
    let story = on_friday().await;
    let [anna, boris] = story.pair();
    let friday = today(&story);
    for member in [&anna, &boris] {
        member.types("/wythoff daily").await;
        member.goes(8, "left").await;
    }
    story.later(hours(12));
    anna.types("/wythoff daily")
        .await
        .says("Yesterday’s puzzle isn’t finished");
    anna.clicks("Finish yesterday’s")
        .await
        .says("Yesterday’s puzzle still counts.");
    goes_on(&story, &anna, friday)
        .await
        .says("🔥 **1 day solved**");
    // Today's goes on from it.
    solves(&story, &anna).await.says("🔥 **2 days solved**");
    story.later(hours(1));
    let late = boris.goes(1, "left").await;
    late.says("This puzzle is over.\n[Today’s puzzle] [Solution] [Play it again]");
    boris
        .types("/wythoff daily")
        .await
        .does_not_say("Yesterday’s");
    boris
        .at(1)
        .clicks("Solution")
        .await
        .says("You could win from (12, 7).");
    boris
        .at(1)
        .clicks("Play it again")
        .await
        .says("Just for practice");
    goes_on(&story, &boris, friday)
        .await
        .says("For practice: solved without a slip.");
    boris
        .types("/wythoff stats")
        .await
        .says("🧩 Puzzles solved: 1; ");
    story.end().await;
}

#[tokio::test]
async fn a_streak_is_of_solved_days_and_one_day_off_in_seven_is_forgiven() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.pair();
    let mut told = Vec::new();
    for number in 1..=12 {
        let over = match number {
            3 => fails(&story, &anna).await,
            6 => {
                story.restart().await;
                String::new()
            }
            _ => solves(&story, &anna).await,
        };
        let streak = over.lines().find(|line| line.starts_with('🔥'));
        told.push(streak.unwrap_or("-").to_owned());
        if number == 4 {
            over.says("Your week: 🎯🎯🧊🎯");
        }
        story.later(day());
    }
    assert_snapshot!(told.join("\n"), @"
    🔥 **1 day solved**
    🔥 **2 days solved**
    -
    🔥 **3 days solved** 🧊 One missed puzzle is forgiven; another one before Wednesday ends the streak.
    🔥 **4 days solved**
    -
    🔥 **1 day solved**
    🔥 **2 days solved** (your longest: 4)
    🔥 **3 days solved** (your longest: 4)
    🔥 **4 days solved** One more, and it’s your longest!
    🔥 **5 days solved** Your longest yet!
    🔥 **6 days solved**
    ");
    solves(&story, &boris).await.says("🔥 **1 day solved**\n");
    story.end().await;
}

#[tokio::test]
async fn a_streak_that_has_just_ended_is_none_in_the_stats() {
    let story = Story::begin().await;
    let anna = story.anna();
    for _ in 0..2 {
        solves(&story, &anna).await;
        story.later(day());
    }
    let stats = anna.types("/wythoff stats").await;
    stats.says("🔥2, best 2");
    story.later(day());
    let failed = fails(&story, &anna).await;
    failed.says("Your streak of 2 ends here. A new one begins tomorrow.");
    let stats = anna.types("/wythoff stats").await;
    stats.says("🔥0, best 2");
    story.end().await;
}

#[tokio::test]
async fn where_the_bot_may_not_write_no_daily_post_is_offered() {
    let story = Story::begin().await;
    let absent = story.sandbox.server("Absent").without_bot();
    let silent = story.sandbox.server("Silent").without_writing();
    for (server, name) in [(absent, "carlos"), (silent, "dora")] {
        let manager = server.member(name).managing();
        let result = solves(&story, &manager).await;
        result.does_not_say("Post the puzzle here every day?");
        manager.types("/wythoff settings").await;
        manager.clicks("Server settings").await;
        let refused = manager.clicks("Daily puzzle: off").await;
        refused.says("I’m not allowed to write in this channel.");
    }
    story.end().await;
}

#[tokio::test]
async fn seven_days_are_celebrated_with_a_picture() {
    let story = Story::begin().await;
    let anna = story.anna();
    for _ in 1..7 {
        solves(&story, &anna).await.does_not_say("streak.png");
        story.later(day());
    }
    let over = solves(&story, &anna).await;
    over.says("🔥 **7 days solved** 🎉");
    over.says("<streak.png: 🎉 7 days!>");
    story.end().await;
}

/// The texts of the posts in the channel.
pub(crate) fn posts(story: &Story) -> Vec<String> {
    let messages = story.sandbox.messages().into_iter();
    let content = messages.map(|message| message["content"].as_str().expect("a text").to_owned());
    content
        .filter(|text| text.contains("🧩 **Puzzle "))
        .collect()
}

#[tokio::test]
async fn each_puzzle_is_posted_once_and_becomes_its_result() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.pair();
    let anna = anna.managing();
    let over = solves(&story, &anna).await;
    over.says("Post the puzzle here every day?");
    assert_snapshot!(anna.clicks("Post it every day").await, @"
    Wythoff (only you can see this):
    From now on the puzzle comes here each day at 12:00; the first one on 08 Jan 2030 12:00. In `/wythoff settings` you can switch that off.
    🧩 **Solved, @anna!** 🎯 Without a slip!
    You put a stone on E. **Now I can’t stop you: just copy each of my moves.**
    🔥 **1 day solved**
    -# Your week: 🎯 6 points
    -# A new puzzle comes every day at 00:00.
    <board.png: Rows of counters: stacks of 0, 0, 0, 1, 2, and 5 stones in hand. The winning move: a stone on D.>
    [Share it here] [⏱️ Race] [Remind me tomorrow] [Why?]
    ");
    story.until_marked_alive().await;
    assert_eq!(posts(&story).len(), 0, "not at once in the night");
    story.later(day());
    boris.sees("Tuesday").await;
    assert_snapshot!(posts(&story)[0], @"
    🧩 **Puzzle 1465**, Tuesday: Counting to 37, adding at most 7
    You can win. **Which move?**
    **Careful: Count up, adding 1 to 7 each time. Whoever has to say 37 loses.**
    -# Yesterday: 🥇 anna no slip
    -# The end: <t:1894147200:R>.
    ");
    solves(&story, &boris).await;
    fails(&story, &anna).await.does_not_say("every day?");
    story.later(day());
    boris.sees("Wednesday").await;
    let shown = posts(&story);
    assert_snapshot!(shown[0], @"
    🧩 **Puzzle 1465**, Tuesday: **solved by 1 of 2**
    🥇 boris no slip
    ");
    assert_eq!(shown.len(), 2);
    story.restart_and_catch_up().await;
    assert_eq!(posts(&story).len(), 2);
    boris
        .at(1)
        .clicks("Solution")
        .await
        .says("**Add 7, and say 20.**");
    boris
        .at(1)
        .clicks("Play it again")
        .await
        .says("Just for practice");
    // If the bot is down for a whole day, the puzzle of that day is not posted.
    story.stop().await;
    story.later(2 * day());
    story.restart().await;
    boris.sees("Friday").await;
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
async fn a_post_becomes_its_result_although_the_next_comes_elsewhere() {
    let story = Story::begin().await;
    let anna = story.anna().managing();
    let elsewhere = anna.in_channel("puzzles");
    solves(&story, &anna).await;
    anna.clicks("Post it every day").await;
    story.later(day());
    anna.sees("The end: ").await;
    elsewhere.types("/wythoff settings").await;
    elsewhere.clicks("Server settings").await;
    elsewhere.clicks("Daily puzzle: on").await;
    elsewhere
        .clicks("Daily puzzle: off")
        .await
        .says("comes to #puzzles at");
    story.later(day());
    elsewhere.sees("The end: ").await;
    anna.sees("nobody here has tried it").await;
    assert_eq!(posts(&story).len(), 2);
    story.end().await;
}

#[tokio::test]
async fn the_settings_warn_if_the_bot_may_not_post() {
    let story = Story::begin().await;
    let anna = story.anna().managing();
    anna.types("/wythoff settings").await;
    anna.clicks("Server settings").await;
    anna.clicks("Daily puzzle: off")
        .await
        .says("The puzzle of the day comes to #games at 12:00");
    let _server = story.server.clone().without_writing();
    story.later(day());
    let refused = "SELECT COUNT(*) FROM servers WHERE daily_refused = 1";
    crate::support::until(story.folder.path(), refused, |servers| servers == 1).await;
    anna.types("/wythoff settings").await;
    anna.clicks("Server settings")
        .await
        .says("⚠️ I’m not allowed to post the daily puzzle in #games.");
    story.end().await;
}

#[tokio::test]
async fn on_monday_the_week_is_won_and_the_crown_is_worn_until_the_next() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let anna = anna.managing();
    let there: Server = story.sandbox.server("Another server");
    solves(&story, &anna).await;
    anna.clicks("Post it every day").await;
    solves(&story, &boris).await;
    story.later(day());
    solves(&story, &anna).await;
    fails(&story, &boris).await;
    assert_snapshot!(anna.types("/wythoff leaderboard").await, @"
    Wythoff:
    🧩 **Puzzles here, this week**
    1. __anna__ **12** `6 6`
    2. boris **6** `6 ·`
    -# 6 points a puzzle, minus 1 for each slip and for a hint. Days from Monday on; · means no points.
    [This week] (off) [Last week] [All time]
    ");
    story.later(6 * day());
    boris.sees("won last week").await;
    let monday = posts(&story).pop().expect("a post");
    monday.says("👑 **anna** won last week with 12 points and wears the crown here this week. Then boris 6.\n🧩 **Puzzle ");
    story.until_marked_alive().await;
    let crowned = "SELECT COUNT(*) FROM crowns WHERE member > 0";
    crate::support::until(story.folder.path(), crowned, |crowns| crowns == 1).await;
    anna.types("/wythoff start game:nim")
        .await
        .says("👑 @anna against");
    // On a Monday morning, last week's is what one looks for.
    anna.types("/wythoff leaderboard by:daily")
        .await
        .says("1. 👑 __anna__ **12** `6 6 · · · · ·`");
    anna.clicks("This week").await.says("Nobody is on it yet.");
    anna.clicks("All time")
        .await
        .says("1. 👑 __anna__ **12**\n2. boris **6**");
    let elsewhere = anna.in_server(&there);
    elsewhere.types("/wythoff leaderboard by:daily").await;
    elsewhere
        .clicks("All time")
        .await
        .says("Nobody is on it yet.");
    story.later(7 * day());
    // The result of that Monday's puzzle still names the winner.
    boris
        .sees("🏁 **anna** won last week with 12 points. Then boris 6.\n🧩 **Puzzle 1471**, Monday: nobody here has tried it. Will you?")
        .await;
    story.until_marked_alive().await;
    crate::support::until(story.folder.path(), crowned, |crowns| crowns == 0).await;
    anna.types("/wythoff board").await.does_not_say("👑");
    story.end().await;
}

/// Five puzzles of a week give a star, however many slips they took, and whenever they were solved.
#[tokio::test]
async fn five_puzzles_of_a_week_give_a_star() {
    let story = Story::begin().await;
    let anna = story.anna();
    fails(&story, &anna).await;
    for weekday in 1..5 {
        story.later(day());
        let said = solves(&story, &anna).await;
        let missing = 5 - weekday;
        if weekday < 3 {
            said.does_not_say("⭐");
        } else if missing > 1 {
            said.says(&format!("⭐ {missing} more puzzles of this week"));
        } else {
            said.says("⭐ One more puzzle of this week");
        }
    }
    // Monday's, at last.
    let monday = today(&story).monday();
    anna.types(&format!("/wythoff daily day:{}", monday.number()))
        .await;
    let said = goes_on(&story, &anna, monday).await;
    said.says("⭐ **Five puzzles this week: that’s a star!**");
    anna.types("/wythoff stats")
        .await
        .says("⭐ One week with five puzzles");
    story.end().await;
}

/// Whose crown it is to be is not known before the tries of Sunday are over.
#[tokio::test]
async fn a_crown_of_the_week_before_last_is_none_on_monday_morning() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    solves(&story, &anna).await;
    fails(&story, &boris).await;
    story.later(day());
    solves(&story, &anna).await;
    solves(&story, &boris).await;
    // On the second Monday anna is crowned, and then boris has more.
    story.later(6 * day());
    let crowned = "SELECT COUNT(*) FROM crowns WHERE member > 0";
    story.until_marked_alive().await;
    crate::support::until(story.folder.path(), crowned, |crowns| crowns == 1).await;
    fails(&story, &anna).await;
    solves(&story, &boris).await;
    story.later(day());
    solves(&story, &boris).await;
    solves(&story, &anna).await;
    // Monday, 0:20.
    story.later(5 * day() + hours(12) + minutes(20));
    solves(&story, &anna)
        .await
        .does_not_say("You won last week");
    let stats = anna.types("/wythoff stats").await;
    stats.says("👑 One week won");
    // The others do not change what has been.
    crate::erasure::erase(&boris).await;
    anna.types("/wythoff stats").await.says("👑 One week won");
    story.end().await;
}

#[tokio::test]
async fn earlier_puzzles_are_there_for_practice() {
    let story = on_friday().await;
    let anna = story.anna();
    let unknown = anna.types("/wythoff daily day:0").await;
    unknown.says("There’s no such puzzle. They’re numbered from 1 to 1468 (today); dates look like 2030-01-11.");
    for bad in [
        "1469",
        "9223372036854775807",
        "2026-01-04",
        "2031-01-01",
        "2030-02-30",
        "soon",
    ] {
        let said = anna.types(&format!("/wythoff daily day:{bad}")).await;
        said.says("There’s no such puzzle.");
    }
    let old = anna.types("/wythoff daily day:2030-01-10").await;
    old.says("🧩 **Puzzle 1467**, Thursday");
    old.says("Just for practice");
    let thursday = today(&story).minus(1);
    assert_snapshot!(goes_on(&story, &anna, thursday).await, @"
    Wythoff (only you can see this):
    🧩 **Puzzle 1467**, Thursday: Grundy’s game
    -# For practice: solved without a slip.
    You split 8 into 1 and 7. **Now I can’t stop you.**
    -# The game, board by board: a blue number is your move, an orange one is mine.
    <game.png: The game, move by move: split 13 into 2 and 11; split 11 into 1 and 10; split 5 into 1 and 4; split 10 into 2 and 8; split 8 into 1 and 7; split 4 into 1 and 3; split 3 into 1 and 2; split 7 into 1 and 6; split 6 into 2 and 4; split 4 into 1 and 3; split 3 into 1 and 2.>
    [Today’s puzzle] [Play it again] [Solution]
    ▾ Another one …: Any | An easy one | … | Graph Nim
    ");
    let puzzles = anna.completes("/wythoff daily day:146").await.join(" | ");
    puzzles.says("1467, Thursday 2030-01-10: Grundy’s game ✅ | 1466, ");
    anna.chooses("Another one …", "easy")
        .await
        .says(", Monday (easy): ");
    anna.at(1).chooses("Another one …", "any").await;
    anna.types("/wythoff daily day:2")
        .await
        .says("🧩 **Puzzle 2**, Tuesday: ");
    anna.types("/wythoff stats")
        .await
        .says("🧩 Puzzles solved: 1; 1467 more can be played");
    story.end().await;
}

#[tokio::test]
async fn an_erasure_takes_the_tries_and_the_crown() {
    let story = Story::begin().await;
    let anna = story.anna();
    solves(&story, &anna).await;
    solves(&story, &story.server.member("boris")).await;
    story.later(7 * day());
    story.until_marked_alive().await;
    let crowned = "SELECT COUNT(*) FROM crowns WHERE member > 0";
    crate::support::until(story.folder.path(), crowned, |crowns| crowns == 2).await;
    crate::erasure::erase(&anna).await;
    crate::support::until(story.folder.path(), crowned, |crowns| crowns == 1).await;
    story.end().await;
}

/// A late click is judged by the time at which it was made.
#[tokio::test]
async fn a_click_before_one_that_arrives_later_counts() {
    let story = on_friday().await;
    let anna = story.anna();
    let friday = today(&story);
    anna.types("/wythoff daily").await;
    let now = story.sandbox.clock().now_ms();
    let one = now - now.rem_euclid(DAY_MS) + DAY_MS + 60 * 60 * 1_000;
    let wait = u64::try_from(one - now - 1_000).expect("it is noon");
    story.later(Duration::from_millis(wait));
    story.sandbox.hold_events();
    let pressing = anna.goes(8, "left");
    let passing = async {
        crate::support::until_true(async || story.sandbox.count_held() > 0).await;
        story.later(Duration::from_millis(1_500));
        story.sandbox.release_events();
    };
    let (message, ()) = tokio::join!(pressing, passing);
    message.says("✅ **Right.**");
    assert!(try_of(&story, &anna, friday).await.is_some());
    story.end().await;
}

#[tokio::test]
async fn a_reminder_comes_at_the_usual_hour_unless_the_try_has_begun() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.pair();
    for _ in 0..3 {
        solves(&story, &anna).await;
        story.later(day());
    }
    story.later(hours(7));
    solves(&story, &anna).await;
    let tomorrow = anna.control("Remind me tomorrow").expect("a button");
    assert_snapshot!(anna.clicks("Remind me tomorrow").await, @"
    Wythoff (only you can see this):
    I’ll remind you here on 11 Jan 2030 12:00, unless you’ve begun by then.
    [Remind me every day] [No more reminders]
    ");
    assert_snapshot!(anna.clicks("Remind me every day").await, @"
    Wythoff (only you can see this):
    I’ll remind you here every day at 12:00, unless you’ve begun by then; the next time on 11 Jan 2030 12:00.
    [No more reminders]
    ");
    // The button from before does not end that.
    let again = anna.forges(&tomorrow, &[]).await;
    again.says("I’ll remind you here every day at 12:00");
    story.later(hours(16));
    story.until_marked_alive().await;
    let text = "@anna, today’s puzzle is waiting";
    let reminders = |story: &Story| {
        let messages = story.sandbox.messages().into_iter();
        let text = text.replace("@anna", &format!("<@{}>", anna.id().0));
        messages
            .filter(|message| {
                message["content"]
                    .as_str()
                    .is_some_and(|it| it.contains(&text))
            })
            .count()
    };
    assert_eq!(reminders(&story), 0, "it is 11:00");
    story.later(hours(1));
    anna.sees(text).await;
    assert_snapshot!(anna.latest(), @"
    Wythoff (pings @anna):
    🧩 @anna, today’s puzzle is waiting: Wythoff’s game. 🔥 4 so far: solve it, and it’s 5.
    [Play] [No more reminders]
    ");
    // It is sent once.
    story.restart_and_catch_up().await;
    assert_eq!(reminders(&story), 1);
    // Who has begun is not reminded.
    story.later(hours(12));
    anna.types("/wythoff daily").await;
    slips(&story, &anna, 1).await;
    story.later(hours(14));
    story.until_marked_alive().await;
    assert_eq!(reminders(&story), 1);
    // By direct message, if that is what the member wants.
    anna.types("/wythoff settings").await;
    anna.chooses("When it’s your turn", "direct").await;
    story.later(day());
    let direct = anna.in_direct_message();
    direct.sees(text).await;
    // It counts in the server where the puzzle before did.
    direct.clicks("Play").await;
    let nowhere = "SELECT COUNT(*) FROM dailies WHERE guild IS NULL";
    crate::support::until(story.folder.path(), nowhere, |tries| tries == 0).await;
    direct
        .at(1)
        .clicks("No more reminders")
        .await
        .says("All right, no more reminders.");
    story.later(day());
    story.until_marked_alive().await;
    assert_eq!(reminders(&story), 2);
    // Without a reminder, it counts where the one before did.
    direct.types("/wythoff daily").await;
    crate::support::until(story.folder.path(), nowhere, |tries| tries == 0).await;
    boris.types("/wythoff daily").await;
    story.end().await;
}

#[tokio::test]
async fn where_the_puzzle_comes_each_day_reminders_are_direct_messages() {
    let story = Story::begin().await;
    let anna = story.anna().managing();
    solves(&story, &anna).await;
    let answered = anna.clicks("Post it every day").await;
    answered.says("From now on the puzzle comes here each day");
    answered.does_not_say("Post the puzzle here every day?");
    let reminder = anna.clicks("Remind me tomorrow").await;
    reminder.says("I’ll remind you by direct message on 08 Jan 2030 12:00");
    story.later(day());
    let direct = anna.in_direct_message();
    direct.sees("@anna, today’s puzzle is waiting").await;
    // Nobody would see a result there.
    let result = solves(&story, &direct).await;
    result.says("-# To share it, ");
    result.does_not_say("[Share it here]");
    let shown = anna.types("/wythoff daily").await;
    shown.says("[Share it here]");
    shown.does_not_say("To share it");
    story.end().await;
}

/// A member's race.
async fn race_of(story: &Story, member: &Member) -> Race {
    let member = MemberId(member.id().0.cast_signed());
    let read = |mut tx: Read| async move { tx.race(member).await };
    let race: wythoff_store::Result<Option<Race>> = story.store.read(read).await;
    race.expect("it is read").expect("it has begun")
}

/// The position of a member's race.
async fn position_in_race(story: &Story, member: &Member) -> Position {
    race_of(story, member).await.position()
}

/// Makes moves in a race that win, or that do not. Returns the last message.
async fn taps(story: &Story, member: &Member, count: usize, wins: bool) -> String {
    let mut message = String::new();
    for _ in 0..count {
        let at = position_in_race(story, member).await;
        let choices = at.choices();
        let mut moves = choices.moves();
        let fits = |mv: &Move| at.play(*mv).is_ok_and(|after| after.is_lost() == wins);
        message = presses(member, at, moves.find(fits).expect("a move")).await;
    }
    message
}

/// A button of the current position of a race.
async fn button_in_race(story: &Story, member: &Member) -> String {
    let at = position_in_race(story, member).await;
    let label = button(at, at.best_move().expect("won"));
    member.control(&label).expect("a button")
}

#[tokio::test]
async fn a_race_is_judged_by_the_time_of_each_tap() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.pair();
    solves(&story, &anna).await;
    // The clock runs while a story does, so the second is not certain.
    let door = anna.clicks("⏱️ Race").await;
    assert_snapshot!(door, @"
    Wythoff (only you can see this):
    ⏱️ **Three minutes against the clock.** Each board has a winning move: tap it, and the next board comes. The third mistake ends the race.
    [Ready? Go!]
    ");
    let race = anna.clicks("Ready? Go!").await.to_string();
    let (before, after) = race.split_once("12:03:").expect("the end of the race");
    assert_snapshot!(format!("{before}12:03:{}", &after[2..]), @"
    Wythoff (only you can see this):
    ⏱️ **Three minutes.** 0 found · the end: in 3 minutes, at 12:03: · three mistakes end it
    **Wythoff’s game**
    -# You both move one queen: left, down, diagonally. Bring her home to win.
    -# Position (4, 3)
    <board.png: A board: the queen is (4, 3), 4 right of home and 3 above it. She can go up to 4 left, 3 down, or 3 diagonally.>
    [← 1] [← 2] [← 3] [← 4]
    [↓ 1] [↓ 2] [↓ 3]
    [↙ 1] [↙ 2] [↙ 3]
    ");
    taps(&story, &anna, 7, true).await.says("7 found");
    let old = button_in_race(&story, &anna).await;
    // A restart changes nothing.
    story.restart().await;
    let mistaken = taps(&story, &anna, 2, false).await;
    mistaken.says("✗ That wasn’t it: you could ");
    mistaken.says("7 found · the end: in 3 minutes, at 12:03:");
    mistaken.says(" · the next mistake ends it");
    anna.forges(&old, &[]).await.says("7 found");
    story.later(Duration::from_mins(2));
    taps(&story, &anna, 1, true).await.says("8 found");
    story.later(Duration::from_secs(70));
    let over = taps(&story, &anna, 1, true).await;
    assert_snapshot!(over, @"
    Wythoff (only you can see this):
    ⏱️ **Time’s up!** You found **8** winning moves. That’s your best!
    -# The best here this week: anna 8.
    [Race again] [Share it here]
    ");
    assert_snapshot!(anna.clicks("Share it here").await, @"
    Wythoff:
    ⏱️ @anna found **8** winning moves in three minutes.
    [⏱️ Race]
    ");
    // A race elsewhere takes no record away.
    let direct = anna.in_direct_message();
    direct.types("/wythoff daily").await;
    direct.clicks("⏱️ Race").await.says("Your best: **8**.");
    direct.clicks("Ready? Go!").await;
    solves(&story, &boris).await;
    boris.clicks("⏱️ Race").await;
    boris.clicks("Ready? Go!").await;
    taps(&story, &boris, 3, false).await.says("**Three mistakes:** the race is over. You found none this time.\n-# The best here this week: anna 8.");
    // It ends even if nobody taps.
    boris.clicks("Race again").await;
    taps(&story, &boris, 1, true).await;
    story.later(Duration::from_mins(3));
    boris
        .sees("**Time’s up!** You found **1** winning move.")
        .await;
    // Another race takes the place of one that runs; an erasure ends it.
    boris.clicks("Race again").await;
    let earlier = button_in_race(&story, &boris).await;
    boris.types("/wythoff daily").await;
    boris.clicks("⏱️ Race").await;
    boris.clicks("Ready? Go!").await;
    boris.forges(&earlier, &[]).await.says("That race is gone.");
    crate::erasure::erase(&boris).await;
    boris
        .at_latest()
        .forges(&earlier, &[])
        .await
        .says("That race is gone.");
    story.end().await;
}

/// A tap that was meant for a position which another one has replaced counts for neither.
#[tokio::test]
async fn a_race_passes_over_a_position_of_a_game_between_members() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    solves(&story, &anna).await;
    anna.clicks("⏱️ Race").await;
    anna.clicks("Ready? Go!").await;
    let race = anna.at_latest();
    // A move that is possible in both positions.
    let (at, next, mv) = loop {
        let now = race_of(&story, &anna).await;
        let mut after = now;
        after.replace();
        let (at, after) = (now.position(), after.position());
        let choices = at.choices();
        match choices.moves().find(|mv| after.play(*mv).is_ok()) {
            Some(mv) => break (at, after, mv),
            None => drop(taps(&story, &anna, 1, true).await),
        }
    };
    let label = button(at, mv);
    let old = anna.control(&label).expect("a button");
    let challenge = solve(at).replace("solve", "challenge member:boris");
    anna.types(&challenge).await;
    boris.clicks("Accept").await;
    let replaced = race.forges(&old, &[]).await;
    replaced.says("That one is in a game of yours. Another one:");
    assert_eq!(position_in_race(&story, &anna).await, next);
    let late = race.forges(&old, &[]).await;
    late.says("three mistakes end it");
    late.does_not_say("That wasn’t it");
    story.end().await;
}

/// On each of two weeks, whatever names the position that wins today's puzzle asks first; the usual
/// start and the first lesson of every game are there all the same.
#[tokio::test]
async fn nothing_names_what_wins_today_unasked() {
    let story = Story::begin().await;
    let anna = story.anna();
    for &variant in Variant::ALL {
        let puzzle = today(&story).puzzle();
        let targets: Vec<Position> = puzzle.targets().collect();
        assert!(!targets.is_empty(), "{puzzle}");
        for at in targets.iter().chain([&puzzle]) {
            let said = anna.types(&solve(*at)).await;
            said.says("This would help with today’s puzzle.");
            story.later(Duration::from_secs(1));
        }
        let game = anna.types(&format!("/wythoff start game:{variant}")).await;
        game.says("against **");
        resigns(&anna).await;
        let course = anna.types(&format!("/wythoff learn game:{variant}")).await;
        course.says(" lessons done");
        story.later(day());
    }
    story.end().await;
}

/// Three weeks of four members in two servers.
#[tokio::test]
async fn three_weeks() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.pair();
    let anna = anna.managing();
    let chess = story.sandbox.server("Chess club");
    let [carlos, dora] = ["carlos", "dora"].map(|name| chess.member(name));
    let members = [
        ("anna", &anna),
        ("boris", &boris),
        ("carlos", &carlos),
        ("dora", &dora),
    ];
    let mut streaks = [const { Vec::new() }; 4];
    for number in 1..=21 {
        let friday = number == 5;
        for ((name, member), streaks) in members.into_iter().zip(&mut streaks) {
            let over = match (name, number) {
                // Boris fails on Wednesdays, which is forgiven; carlos plays every other day.
                ("boris", 3 | 10 | 17) => fails(&story, member).await,
                ("carlos", day) if day % 2 == 0 => continue,
                // Dora is helped once, and goes on after midnight once.
                ("dora", 2) => {
                    member.types("/wythoff daily").await;
                    let at = today(&story).puzzle();
                    let target = at.targets().next().expect("a target");
                    member.types(&solve(target)).await;
                    member.clicks("Show it anyway").await;
                    goes_on(&story, member, today(&story)).await
                }
                ("dora", 5) => {
                    member.types("/wythoff daily").await;
                    member.goes(8, "left").await;
                    continue;
                }
                _ => solves(&story, member).await,
            };
            let streak = over
                .split("🔥 **")
                .nth(1)
                .and_then(|rest| rest.split(' ').next());
            streaks.push(streak.unwrap_or("-").to_owned());
            if (name, number) == ("anna", 1) {
                anna.clicks("Post it every day").await;
                anna.types("/wythoff daily").await;
                anna.clicks("Remind me tomorrow").await;
            }
        }
        if friday {
            story.later(hours(12) + Duration::from_mins(30));
            dora.types("/wythoff daily").await;
            dora.clicks("Finish yesterday’s").await;
            goes_on(&story, &dora, today(&story).minus(1))
                .await
                .says("🔥");
            story.later(hours(11) + Duration::from_mins(30));
        } else {
            story.later(day());
        }
        let number_of_day = today(&story).number();
        boris.sees(&format!("**Puzzle {number_of_day}**")).await;
        if number % 5 == 0 {
            story.restart_and_catch_up().await;
        }
    }
    assert_snapshot!(streaks.map(|streaks| streaks.join(" ")).join("\n"), @"
    1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21
    1 2 - 3 4 5 6 7 8 - 9 10 11 12 13 14 - 15 16 17 18
    1 2 1 2 1 2 1 2 1 2 1
    1 - 2 3 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
    ");
    // One post a day, of which the last one still runs.
    let all = posts(&story);
    assert_eq!(all.len(), 21);
    assert!(
        all[..20].iter().all(|post| post.contains("solved by")),
        "{all:#?}"
    );
    all[20].says(
        "👑 **anna** won last week with 42 points and wears the crown here this week: crown number 3! Then boris 36.",
    );
    story.until_marked_alive().await;
    anna.types("/wythoff start game:21")
        .await
        .says("👑 @anna against");
    dora.types("/wythoff leaderboard by:daily")
        .await
        .says("1. 👑 __dora__ **42**");
    dora.clicks("All time").await.says("2. carlos **66**");
    carlos
        .types("/wythoff daily day:1460")
        .await
        .says("Just for practice");
    carlos
        .types("/wythoff stats")
        .await
        .says("🧩 Puzzles solved: 11; 1474 more can be played 🔥1, best 2\n-# On their day: 🎯 no slip **11**");
    dora.types("/wythoff stats").await.says("👑 3 weeks won");
    story.end().await;
}

#[tokio::test]
async fn a_second_day_off_ends_the_streak_and_says_so() {
    let story = Story::begin().await;
    let anna = story.anna();
    // On Friday and Saturday there are enough wrong moves to fail.
    story.later(2 * day());
    for _ in 0..2 {
        solves(&story, &anna).await;
        story.later(day());
    }
    fails(&story, &anna)
        .await
        .says("🧊 That’s forgiven: your streak of 2 goes on if you solve tomorrow’s.");
    anna.clicks("Remind me tomorrow").await;
    story.later(day());
    anna.sees("🔥 2 so far: solve it, and it’s 3. Miss it, and the streak ends.")
        .await;
    fails(&story, &anna)
        .await
        .says("Your streak of 2 ends here.");
    // The day before is shown as what came of it, and its week up to today.
    anna.types("/wythoff daily day:yesterday").await;
    let yesterday = anna.clicks("Result").await;
    yesterday.says("Your streak of 2 ends here. A new one begins tomorrow.");
    yesterday.says("Your week: ➖➖🎯🎯❌❌");
    story.end().await;
}

#[tokio::test]
async fn an_earlier_puzzle_with_the_same_solution_is_asked_about() {
    let story = on_friday().await;
    let anna = story.anna();
    // Five weeks ago (4, 7) was to be found, too.
    let earlier = today(&story).minus(35);
    anna.types(&format!("/wythoff daily day:{}", earlier.number()))
        .await
        .says("This would help with today’s puzzle.");
    anna.clicks("Show it anyway").await.says("Which move?");
    let at = earlier.puzzle();
    let found = presses(&anna, at, at.best_move().expect("won")).await;
    found.says("✅ **Right.**");
    anna.types("/wythoff daily")
        .await
        .says("🔎 Something helped");
    story.end().await;
}

/// What answers a wrong move may be what wins elsewhere.
#[tokio::test]
async fn a_wrong_move_whose_answer_solves_todays_puzzle_is_asked_about() {
    let story = on_friday().await;
    let anna = story.anna();
    let puzzle = today(&story).puzzle();
    let telling = |at: Position| {
        let is_telling = |mv: &Move| Told::refutation(at, *mv).helps_win(&puzzle);
        let tells_more = Told::solution(at, false).helps_win(&puzzle);
        let mv = at.choices().moves().find(is_telling);
        mv.filter(|_| !tells_more)
    };
    let earlier = (1..).map(|days| today(&story).minus(days));
    let mut earlier = earlier.filter_map(|day| Some((day, telling(day.puzzle())?)));
    let (day, mv) = earlier.next().expect("there is one");
    anna.types(&format!("/wythoff daily day:{}", day.number()))
        .await
        .says("Which move?");
    presses(&anna, day.puzzle(), mv).await;
    anna.sees("This would help with today’s puzzle.").await;
    anna.types("/wythoff daily").await.does_not_say("🔎");
    story.end().await;
}

/// Playing at its position tells of each move whether it wins.
#[tokio::test]
async fn a_game_at_the_position_of_the_puzzle_marks_it_with_the_first_move() {
    let story = on_friday().await;
    let anna = story.anna();
    anna.types("/wythoff start 12 7 first:me opponent:Penguin private:yes")
        .await;
    anna.types("/wythoff daily").await.does_not_say("🔎");
    anna.types("/wythoff move A1").await;
    anna.types("/wythoff daily")
        .await
        .says("🔎 Something helped");
    // An erasure does not wash that off.
    crate::erasure::erase(&anna).await;
    anna.types("/wythoff daily")
        .await
        .says("🔎 Something helped");
    story.end().await;
}

#[tokio::test]
async fn a_day_off_that_the_next_day_has_made_good_is_forgiven() {
    let story = Story::begin().await;
    let anna = story.anna();
    solves(&story, &anna).await;
    story.later(3 * day());
    solves(&story, &anna).await;
    story.later(day());
    let friday = today(&story);
    anna.types("/wythoff daily").await;
    anna.goes(1, "left").await;
    story.later(hours(12));
    solves(&story, &anna).await.says("Your week: 🎯➖➖🎯⏳🎯");
    anna.clicks("Finish yesterday’s").await;
    let mut over = String::new();
    for step in 2..7 {
        assert!(try_of(&story, &anna, friday).await.is_some());
        over = anna.goes(step, "left").await.to_string();
    }
    over.says("🧊 That’s forgiven: your streak goes on.");
    over.does_not_say("Today’s puzzle is there, too.");
    story.end().await;
}

#[tokio::test]
async fn a_puzzle_that_a_game_with_a_member_stops_says_so() {
    let story = on_friday().await;
    let [anna, boris] = story.pair();
    // Nobody can have it wait on purpose.
    boris
        .types("/wythoff challenge member:anna a:12 b:7")
        .await
        .says("That’s the position you’re at in a puzzle.");
    boris
        .types("/wythoff challenge member:anna a:13 b:7 first:me")
        .await;
    anna.clicks("Accept").await;
    boris.goes(1, "left").await;
    let stopped = anna.types("/wythoff daily").await;
    stopped.says("I’ll stay out of it until that game is over.");
    stopped.does_not_say("▾");
    anna.at(1).clicks("Resign").await;
    anna.clicks("Resign").await;
    solves(&story, &anna).await.says("🔥 **1 day solved**");
    story.end().await;
}

#[tokio::test]
async fn a_first_puzzle_in_a_direct_message_counts_where_it_is_looked_at() {
    let story = Story::begin().await;
    let anna = story.anna();
    let direct = anna.in_direct_message();
    solves(&story, &direct).await;
    anna.types("/wythoff leaderboard by:daily").await.says(
        "Wythoff (only you can see this):\n🧩 **Puzzles here, this week**\nNobody is on it yet.",
    );
    anna.types("/wythoff daily").await;
    anna.types("/wythoff leaderboard by:daily")
        .await
        .says("anna__ **6**");
    for other in ["game:nim", "scope:everywhere"] {
        let refused = anna
            .types(&format!("/wythoff leaderboard by:daily {other}"))
            .await;
        refused.says("That table is this server’s, of all games.");
    }
    story.end().await;
}

/// On its last two days, the post says how close the week is.
#[tokio::test]
async fn a_week_ends_with_its_standing() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let anna = anna.managing();
    solves(&story, &anna).await;
    anna.clicks("Post it every day").await;
    boris.types("/wythoff daily").await;
    slips(&story, &boris, 1).await;
    goes_on(&story, &boris, today(&story)).await;
    story.later(day());
    boris.sees("Tuesday").await;
    let tuesday = posts(&story).pop().expect("a post");
    tuesday.does_not_say("This week so far");
    story.later(4 * day());
    boris
        .sees("🏁 This week so far: anna 6 · boris 5. Tomorrow’s can decide who wears the crown!")
        .await;
    let over = solves(&story, &boris).await;
    over.says(
        "🏁 **+6 points.** This week so far: boris 11 · anna 6. Tomorrow’s can decide who wears the crown!",
    );
    // The post counts what was solved meanwhile.
    boris.sees("🏁 This week so far: boris 11 · anna 6.").await;
    story.later(day());
    boris
        .sees("boris 11 · anna 6. Today’s puzzle can decide who wears the crown!")
        .await;
    story.later(day() / 2);
    story.until_marked_alive().await;
    story.later(day() / 2);
    let after = solves(&story, &anna).await;
    after.says("👑 boris won last week with 11; you had 6. Your turn now.");
    story.end().await;
}

#[tokio::test]
async fn the_position_of_a_slip_is_practised() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff daily").await;
    slips(&story, &anna, 1).await;
    goes_on(&story, &anna, today(&story)).await;
    let nothing = anna.types("/wythoff practice").await;
    nothing.says("Done for now. One position comes back");
    story.later(day());
    let position = anna.types("/wythoff practice").await;
    position.says("You let this win slip, in a puzzle from 1 day ago.");
    story.end().await;
}

/// A member who has left is not asked every day.
#[tokio::test]
async fn reminders_say_that_a_streak_has_ended_and_become_rare() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff settings").await;
    anna.clicks("Puzzle reminder: off").await;
    for _ in 0..2 {
        solves(&story, &anna).await;
        story.later(day());
    }
    story.later(2 * day());
    anna.sees("Your streak of 2 has ended; a new one begins whenever you like.")
        .await;
    let waiting = "SELECT COUNT(*) FROM reminders WHERE to_send IS NOT NULL";
    let reminders = || anna.screen().matches("today’s puzzle is waiting").count();
    for days_away in 4..=9 {
        let is_reminded = days_away <= 7;
        crate::support::until(story.folder.path(), waiting, |count| count == 0).await;
        let before = reminders();
        story.later(day());
        let due = "SELECT COUNT(*) FROM reminders WHERE due > (SELECT at FROM marks WHERE name = 'alive')";
        story.until_marked_alive().await;
        crate::support::until(story.folder.path(), due, |count| count == 1).await;
        crate::support::until(story.folder.path(), waiting, |count| count == 0).await;
        if is_reminded {
            until_true(async || reminders() > before).await;
        } else {
            assert_eq!(reminders(), before, "after {days_away} days");
        }
    }
    story.end().await;
}

#[tokio::test]
async fn a_result_says_how_many_made_no_slip() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    fails(&story, &boris).await;
    solves(&story, &anna).await;
    anna.types("/wythoff daily")
        .await
        .says("Solved by 1 of 2 everywhere. **Only you made no slip!**");
    boris
        .types("/wythoff daily")
        .await
        .says("Solved by 1 of 2 everywhere, one without a slip.");
    story.end().await;
}
