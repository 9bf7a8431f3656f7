//! The post of the puzzle during its day: who has solved it so far, and what happens where nobody plays.

use discord_sandbox::Fault;

use crate::daily::{fails, goes_on, posts, slips, solves, today};
use crate::erasure::erase;
use crate::support::{Says as _, Story, day, hours, minutes, until};

/// A story in whose channel the puzzle is posted each day.
async fn with_posts() -> Story {
    let story = Story::begin().await;
    let anna = story.anna().managing();
    solves(&story, &anna).await;
    anna.clicks("Post it every day").await;
    story
}

const UNDRAWN: &str = "SELECT COUNT(*) FROM servers WHERE daily_undrawn > 0";

#[tokio::test]
async fn the_post_names_who_has_solved_it_and_so_does_a_reminder() {
    let mut story = with_posts().await;
    let anna = story.anna();
    let [boris, carla, dan] = ["boris", "carla", "dan"].map(|name| story.server.member(name));
    dan.types("/wythoff settings").await;
    dan.clicks("Puzzle reminder: off").await;
    story.later(hours(23));
    let early = posts(&story).len();
    assert_eq!(early, 0, "it comes at the hour at which it was asked for");
    story.later(hours(1));
    anna.sees("Tuesday").await;
    let known = "SELECT COUNT(*) FROM servers WHERE daily_message IS NOT NULL";
    until(story.folder.path(), known, |count| count == 1).await;
    solves(&story, &boris).await;
    anna.sees("✅ Solved today: 🥇 boris no slip\n").await;
    // Who has failed is not named, and nothing is lost while Discord refuses.
    fails(&story, &anna).await;
    story.rate_limit_for_an_hour("PATCH");
    solves(&story, &carla).await;
    until(story.folder.path(), UNDRAWN, |count| count == 1).await;
    story.sandbox.clear_faults();
    story.restart().await;
    anna.sees("✅ Solved today: 🥇 boris no slip · 🥇 carla no slip\n")
        .await;
    until(story.folder.path(), UNDRAWN, |count| count == 0).await;
    // Somebody who leaves is not named any more once it is drawn again.
    erase(&boris).await;
    solves(&story, &dan).await;
    anna.sees("✅ Solved today: 🥇 carla no slip · 🥇 dan no slip\n")
        .await;
    dan.types("/wythoff daily").await;
    story.end().await;
}

#[tokio::test]
async fn a_reminder_tells_of_the_others() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    solves(&story, &anna).await;
    solves(&story, &boris).await;
    boris.clicks("Remind me tomorrow").await;
    story.later(hours(13));
    solves(&story, &anna).await;
    story.later(hours(11));
    boris.sees("@boris, today’s puzzle is waiting").await;
    let reminder = boris.screen();
    reminder.says("✅ Solved today: 🥇 anna no slip\n🏁 This week so far: anna 12 · boris 6.");
    story.end().await;
}

/// A day later, once it is decided whether the puzzle is posted, and done.
async fn a_day_later(story: &Story) {
    story.later(day());
    let now = story.sandbox.clock().now_ms();
    let next = "SELECT CASE WHEN daily_to_post IS NULL THEN daily_due ELSE 0 END FROM servers";
    until(story.folder.path(), next, |next| next > now).await;
}

/// Where posts are switched off, the latest one becomes its result once its day is over.
#[tokio::test]
async fn a_post_that_is_switched_off_still_becomes_its_result() {
    let story = with_posts().await;
    let anna = story.anna().managing();
    let boris = story.server.member("boris");
    a_day_later(&story).await;
    anna.types("/wythoff settings").await;
    anna.clicks("Server settings").await;
    anna.clicks("Daily puzzle: on").await;
    solves(&story, &boris).await;
    anna.sees("✅ Solved today: 🥇 boris no slip\n").await;
    story.later(day());
    story.until_marked_alive().await;
    anna.sees("Tuesday: **solved by the only one** who tried.")
        .await;
    assert_eq!(posts(&story).len(), 1);
    story.end().await;
}

/// After a week without a try it comes on Mondays only, until somebody plays again.
#[tokio::test]
async fn where_nobody_plays_the_puzzle_comes_once_a_week() {
    let story = with_posts().await;
    let anna = story.anna();
    // From Tuesday to the next Monday.
    for _ in 0..7 {
        a_day_later(&story).await;
    }
    assert_eq!(posts(&story).len(), 7);
    for _ in 0..6 {
        a_day_later(&story).await;
    }
    assert_eq!(posts(&story).len(), 7, "nothing until Monday");
    a_day_later(&story).await;
    assert_eq!(posts(&story).len(), 8);
    anna.sees("I post it only on Mondays and on the first of a month, until somebody does.")
        .await;
    solves(&story, &anna).await;
    a_day_later(&story).await;
    assert_eq!(posts(&story).len(), 9);
    story.end().await;
}

/// Whoever has erased everything is not named by a result that was waiting.
#[tokio::test]
async fn a_result_that_waits_names_nobody_who_is_gone() {
    let mut story = with_posts().await;
    let anna = story.anna();
    let boris = story.server.member("boris");
    story.later(day());
    anna.sees("Tuesday").await;
    let known = "SELECT COUNT(*) FROM servers WHERE daily_message IS NOT NULL";
    until(story.folder.path(), known, |count| count == 1).await;
    solves(&story, &boris).await;
    anna.sees("✅ Solved today: 🥇 boris no slip\n").await;
    until(story.folder.path(), UNDRAWN, |count| count == 0).await;
    let limited = Fault::on("PATCH", "/channels/").rate_limited(crate::support::seconds(11), false);
    story.sandbox.inject(limited);
    story.later(day());
    anna.sees("Wednesday").await;
    erase(&boris).await;
    story.sandbox.clear_faults();
    story.restart().await;
    anna.sees("Tuesday: nobody here has tried it.").await;
    story.end().await;
}

/// Who is gone, hidden or does not want to be listed is not named any more.
#[tokio::test]
async fn who_leaves_is_not_named_by_the_post() {
    let story = with_posts().await;
    let anna = story.anna().managing();
    let [boris, carla, dan] = ["boris", "carla", "dan"].map(|name| story.server.member(name));
    solves(&story, &boris).await;
    a_day_later(&story).await;
    anna.sees("🥇 boris").await;
    for member in [&boris, &carla, &dan] {
        solves(&story, member).await;
    }
    anna.sees("✅ Solved today: 🥇 boris no slip · 🥇 carla no slip · 🥇 dan no slip\n")
        .await;
    carla.types("/wythoff settings").await;
    carla.chooses("Leaderboards", "nowhere").await;
    erase(&boris).await;
    anna.types("/wythoff settings").await;
    anna.clicks("Server settings").await;
    anna.clicks("Daily puzzle: on").await;
    anna.clicks("More …").await;
    anna.picks("Hide from leaderboards here …", &[&dan]).await;
    let names = |what| posts(&story)[0].contains(what);
    crate::support::until_true(async || !names("Solved today") && !names("boris")).await;
    story.end().await;
}

/// An old message can be edited only so often, which is not tried at each solution.
#[tokio::test]
async fn a_refused_edit_of_the_post_is_not_repeated_at_once() {
    let story = with_posts().await;
    a_day_later(&story).await;
    let refused = Fault::on("PATCH", "/channels/").refused_with(429, 30046);
    story.sandbox.inject(refused.times(100));
    for number in 0..8 {
        solves(&story, &story.server.member(&format!("member{number}"))).await;
    }
    until(story.folder.path(), UNDRAWN, |count| count == 1).await;
    let edits = story.sandbox.calls().into_iter();
    let edits = edits.filter(|call| call.method == "PATCH").count();
    assert!(edits <= 2, "{edits} edits");
    story.end().await;
}

/// The answer to the post is lost, and Discord gives the same message for its nonce.
#[tokio::test]
async fn a_solution_after_a_post_whose_answer_is_lost_is_in_it() {
    let mut story = with_posts().await;
    let anna = story.anna();
    let boris = story.server.member("boris");
    story.later(hours(23));
    let lost = Fault::on("POST", "/channels/").with_lost_answer();
    story.sandbox.inject(lost.times(100));
    story.later(hours(1));
    anna.sees("Which move?").await;
    solves(&story, &boris).await;
    story.sandbox.clear_faults();
    story.restart().await;
    anna.sees("✅ Solved today: 🥇 boris no slip\n").await;
    story.end().await;
}

/// Somebody is quicker than the post.
#[tokio::test]
async fn a_solution_while_the_post_is_on_its_way_is_in_it() {
    let story = with_posts().await;
    let anna = story.anna();
    let boris = story.server.member("boris");
    story.later(hours(23));
    let slow = Fault::on("POST", "/channels/").delayed(crate::support::seconds(2));
    story.sandbox.inject(slow);
    story.later(hours(1));
    let to_post = "SELECT COUNT(*) FROM servers WHERE daily_to_post IS NOT NULL";
    until(story.folder.path(), to_post, |count| count == 1).await;
    solves(&story, &boris).await;
    anna.sees("✅ Solved today: 🥇 boris no slip\n").await;
    story.end().await;
}

/// The hour can be changed before the day's puzzle has come, without losing one or posting two.
#[tokio::test]
async fn a_manager_chooses_the_hour_of_the_puzzle() {
    let story = with_posts().await;
    let anna = story.anna().managing();
    anna.types("/wythoff settings").await;
    anna.clicks("Server settings")
        .await
        .says("comes to #games at 12:00");
    anna.clicks("An hour later").await;
    anna.clicks("An hour later")
        .await
        .says("comes to #games at 14:00");
    story.later(hours(25));
    story.until_marked_alive().await;
    assert_eq!(posts(&story).len(), 0);
    anna.clicks("An hour earlier").await;
    story.later(hours(1) / 2);
    anna.sees("Tuesday: ").await;
    story.later(hours(2));
    story.until_marked_alive().await;
    assert_eq!(posts(&story).len(), 1);
    for _ in 13..17 {
        anna.clicks("An hour later").await;
    }
    let latest = anna.clicks("An hour later").await;
    latest.says("at 18:00 each day");
    latest.does_not_say("An hour later");
    story.end().await;
}

/// Somebody else may have switched posts on since the question was asked.
#[tokio::test]
async fn an_old_question_about_posts_changes_nothing_once_they_are_on() {
    let story = Story::begin().await;
    let anna = story.anna().managing();
    let boris = story.server.member("boris").managing();
    solves(&story, &anna).await;
    let asked = ["Post it every day", "No, thanks"].map(|label| anna.control(label));
    let asked = asked.map(|control| control.expect("a button"));
    boris.types("/wythoff settings").await;
    boris.clicks("Server settings").await;
    boris.clicks("Daily puzzle: off").await;
    boris.clicks("An hour later").await;
    for control in asked {
        anna.at_latest()
            .forges(&control, &[])
            .await
            .says("The puzzle comes to #games at 13:00 already.");
    }
    story.later(hours(25));
    anna.sees("Tuesday").await;
    story.end().await;
}

/// Before 1:00 nobody knows who has won last week.
#[tokio::test]
async fn who_plays_early_on_monday_is_told_of_last_week_the_next_time() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    solves(&story, &anna).await;
    boris.types("/wythoff daily").await;
    slips(&story, &boris, 1).await;
    goes_on(&story, &boris, today(&story)).await;
    story.later(6 * day() + hours(12) + minutes(20));
    let early = solves(&story, &anna).await;
    early.does_not_say("last week");
    story.later(hours(2));
    story.until_marked_alive().await;
    story.later(day());
    let told = solves(&story, &anna).await;
    told.says("👑 **You won last week here, 6 to boris’s 5: one point!**");
    let told = solves(&story, &boris).await;
    told.says("👑 anna won last week with 6; you had 5. **One point!**");
    story.later(day());
    solves(&story, &anna).await.does_not_say("last week");
    story.end().await;
}

/// Whoever was hidden when the crown was given had more, and is shown again.
#[tokio::test]
async fn a_crown_is_told_although_somebody_had_more() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let carla = story.server.member("carla");
    solves(&story, &boris).await;
    for (member, count) in [(&anna, 1), (&carla, 2)] {
        member.types("/wythoff daily").await;
        slips(&story, member, count).await;
        goes_on(&story, member, today(&story)).await;
    }
    boris.types("/wythoff settings").await;
    boris.chooses("Leaderboards", "nowhere").await;
    story.later(7 * day());
    story.until_marked_alive().await;
    boris.types("/wythoff settings").await;
    boris.chooses("Leaderboards", "everywhere").await;
    let told = solves(&story, &anna).await;
    told.says("👑 **You won last week here, 5 to carla’s 4: one point!**");
    story.end().await;
}

/// A puzzle that was solved in a direct message counts for the server in which it is looked at first, and its post
/// says so.
#[tokio::test]
async fn what_was_solved_in_a_direct_message_is_in_the_post_once_it_counts_here() {
    let story = with_posts().await;
    let [anna, boris] = story.pair();
    story.later(day());
    anna.sees("Tuesday").await;
    let known = "SELECT COUNT(*) FROM servers WHERE daily_message IS NOT NULL";
    until(story.folder.path(), known, |count| count == 1).await;
    solves(&story, &boris.in_direct_message()).await;
    boris.types("/wythoff daily").await;
    anna.sees("✅ Solved today: 🥇 boris no slip\n").await;
    story.end().await;
}

/// Until one, yesterday's tries may still bring points.
#[tokio::test]
async fn a_week_is_not_decided_while_yesterdays_tries_may_be_ended() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    for weekday in 0..5 {
        solves(&story, &anna).await;
        if weekday < 3 {
            solves(&story, &boris).await;
        }
        if weekday < 4 {
            story.later(day());
        }
    }
    boris.types("/wythoff daily").await;
    story.later(hours(12) + minutes(21));
    let early = solves(&story, &anna).await;
    early.says("anna 36 · boris 18");
    early.does_not_say("Nobody can catch");
    story.later(hours(1));
    let late = solves(&story, &story.server.member("dan")).await;
    late.says("Nobody can catch anna any more!");
    story.end().await;
}

/// All who are first in a month are named.
#[tokio::test]
async fn equal_members_share_the_first_place_of_a_month() {
    let story = with_posts().await;
    for name in ["boris", "carla", "dan"] {
        solves(&story, &story.server.member(name)).await;
    }
    story.later(25 * day());
    story
        .anna()
        .sees("Best at the puzzles of January: 🥇 anna 6 · 🥇 boris 6 · 🥇 carla 6 · 🥇 dan 6")
        .await;
    story.end().await;
}
