//! The role that goes with the crown of a server: who gets it, when it is taken away, and when it cannot be given.

use discord_sandbox::{Fault, Member, Role};

use crate::daily::solves;
use crate::support::{Says as _, Story, day, minutes, until_true};

const SELECT: &str = "Role that comes with the crown …";

/// The page of settings with the role, for somebody who manages the server.
async fn opens_settings(manager: &Member) {
    manager.types("/wythoff settings").await;
    manager.clicks("Server settings").await;
    manager.clicks("More …").await;
}

/// Anna, who manages the server, and Boris. Anna wins the week that ends as this returns.
async fn anna_wins_a_week(story: &Story) -> [Member; 2] {
    let [anna, boris] = story.pair();
    let anna = anna.managing();
    solves(story, &anna).await;
    solves(story, &boris).await;
    story.later(day());
    solves(story, &anna).await;
    story.later(6 * day());
    [anna, boris]
}

/// Like [`anna_wins_a_week`], with a role for Anna.
async fn anna_has(story: &Story, role: &Role) -> [Member; 2] {
    let [anna, boris] = anna_wins_a_week(story).await;
    opens_settings(&anna).await;
    anna.picks_role(SELECT, Some(role))
        .await
        .says("👑 The crown comes with @");
    role.is_held_by(&[&anna]).await;
    [anna, boris]
}

#[tokio::test]
async fn a_role_goes_with_the_crown_and_is_taken_away_with_it() {
    let mut story = Story::begin().await;
    let role = story.server.role("Champion");
    let [anna, boris] = anna_has(&story, &role).await;
    // To whom it was given is known after a restart.
    story.restart().await;
    // Another one wins the next week.
    solves(&story, &boris).await;
    solves(&story, &anna).await;
    story.later(day());
    solves(&story, &boris).await;
    story.later(6 * day());
    role.is_held_by(&[&boris]).await;
    // Hidden members wear no crown until they are shown again.
    opens_settings(&anna).await;
    anna.picks("Hide from leaderboards here …", &[&boris]).await;
    role.is_held_by(&[]).await;
    anna.picks("Hide from leaderboards here …", &[]).await;
    role.is_held_by(&[&boris]).await;
    story.end().await;
}

#[tokio::test]
async fn another_role_or_none_takes_the_first_away() {
    let story = Story::begin().await;
    let (first, second) = (story.server.role("First"), story.server.role("Second"));
    let [anna, _boris] = anna_has(&story, &first).await;
    anna.picks_role(SELECT, Some(&second)).await;
    first.is_held_by(&[]).await;
    second.is_held_by(&[&anna]).await;
    anna.picks_role(SELECT, None)
        .await
        .does_not_say("comes with @");
    second.is_held_by(&[]).await;
    story.end().await;
}

#[tokio::test]
async fn an_erasure_takes_the_role_away() {
    let story = Story::begin().await;
    let role = story.server.role("Champion");
    let [anna, _boris] = anna_has(&story, &role).await;
    crate::erasure::erase(&anna).await;
    role.is_held_by(&[]).await;
    let kept = "SELECT COUNT(*) FROM crown_roles";
    crate::support::until(story.folder.path(), kept, |roles| roles == 0).await;
    story.end().await;
}

#[tokio::test]
async fn a_role_is_given_although_discord_fails() {
    let story = Story::begin().await;
    let role = story.server.role("Champion");
    let [anna, _boris] = anna_wins_a_week(&story).await;
    // The first answer is lost, the second call fails.
    let lost = Fault::on("PUT", "/roles/").with_lost_answer();
    story.sandbox.inject(lost);
    story
        .sandbox
        .inject(Fault::on("PUT", "/roles/").refused(503));
    opens_settings(&anna).await;
    anna.picks_role(SELECT, Some(&role)).await;
    let given = "SELECT COUNT(*) FROM crown_roles WHERE given = 1";
    crate::support::until(story.folder.path(), given, |roles| roles == 1).await;
    role.is_held_by(&[&anna]).await;
    story.end().await;
}

#[tokio::test]
async fn a_role_with_powers_or_that_the_bot_may_not_give_is_refused() {
    const KICK_MEMBERS: u64 = 1 << 1;
    const MANAGE_ROLES: &str =
        "I’m not allowed to give roles. Let me manage roles, and move my own role above that one.";
    let story = Story::begin().await;
    let powers = story.server.role("Moderator").permitting(KICK_MEMBERS);
    let plain = story.server.role("Champion").permitting(1 << 10);
    let anna = story.anna().managing();
    opens_settings(&anna).await;
    anna.picks_role(SELECT, Some(&powers))
        .await
        .says("I only give roles that carry no powers here");
    story.server.let_give_roles(false);
    anna.picks_role(SELECT, Some(&plain))
        .await
        .says(MANAGE_ROLES);
    story.end().await;
}

#[tokio::test]
async fn the_settings_say_that_a_role_is_out_of_reach() {
    let story = Story::begin().await;
    let role = story.server.role("Champion").above_bot();
    let [anna, _boris] = anna_wins_a_week(&story).await;
    opens_settings(&anna).await;
    anna.picks_role(SELECT, Some(&role)).await;
    let refused = "SELECT COUNT(*) FROM servers WHERE crown_role_refused = 1";
    crate::support::until(story.folder.path(), refused, |servers| servers == 1).await;
    opens_settings(&anna).await;
    anna.sees("⚠️ I’m not allowed to give @Champion. Let me manage roles, move my own role above it, and choose it again.")
        .await;
    assert!(role.holders().is_empty());
    story.end().await;
}

#[tokio::test]
async fn a_role_that_is_not_wanted_any_more_is_not_given_by_a_late_attempt() {
    let story = Story::begin().await;
    let role = story.server.role("Champion");
    let [anna, _boris] = anna_wins_a_week(&story).await;
    story
        .sandbox
        .inject(Fault::on("PUT", "/roles/").refused(503).times(3));
    opens_settings(&anna).await;
    anna.picks_role(SELECT, Some(&role)).await;
    let sandbox = story.sandbox.clone();
    let is_tried = async || {
        sandbox
            .calls()
            .iter()
            .any(|call| call.path.contains("/roles/"))
    };
    until_true(is_tried).await;
    anna.picks_role(SELECT, None).await;
    let kept = "SELECT COUNT(*) FROM crown_roles";
    crate::support::until(story.folder.path(), kept, |roles| roles == 0).await;
    assert!(role.holders().is_empty());
    story.end().await;
}

#[tokio::test]
async fn a_role_that_may_not_be_taken_away_is_taken_once_that_is_allowed() {
    let story = Story::begin().await;
    let role = story.server.role("Champion");
    let [anna, _boris] = anna_has(&story, &role).await;
    story.server.let_give_roles(false);
    anna.picks_role(SELECT, None).await;
    let sandbox = story.sandbox.clone();
    let is_refused = async || {
        let mut calls = sandbox.calls().into_iter();
        calls.any(|call| call.method == "DELETE" && call.status == Some(403))
    };
    until_true(is_refused).await;
    story.server.let_give_roles(true);
    story.later(minutes(11));
    // It may only now have noted the refusal.
    story.until_marked_alive().await;
    story.later(minutes(11));
    role.is_held_by(&[]).await;
    story.end().await;
}

/// Who has left the server gets the role once they are back, and nobody waits for them.
#[tokio::test]
async fn a_role_waits_for_a_member_who_has_left() {
    let story = Story::begin().await;
    let role = story.server.role("Champion");
    let [anna, _boris] = anna_wins_a_week(&story).await;
    let gone = Fault::on("PUT", "/roles/").refused_with(404, 10_007);
    story.sandbox.inject(gone);
    opens_settings(&anna).await;
    anna.picks_role(SELECT, Some(&role)).await;
    let sandbox = story.sandbox.clone();
    let is_refused = async || {
        let mut calls = sandbox.calls().into_iter();
        calls.any(|call| call.method == "PUT" && call.status == Some(404))
    };
    until_true(is_refused).await;
    story.later(minutes(11));
    story.until_marked_alive().await;
    story.later(minutes(11));
    role.is_held_by(&[&anna]).await;
    anna.types("/wythoff settings").await;
    opens_settings(&anna).await;
    anna.latest().does_not_say("⚠️");
    story.end().await;
}

/// Discord may have given it although its answer was lost, and may refuse the next attempt.
#[tokio::test]
async fn a_role_whose_giving_was_refused_later_is_taken_away() {
    let story = Story::begin().await;
    let role = story.server.role("Champion");
    let [anna, _boris] = anna_wins_a_week(&story).await;
    let faults = [
        Fault::on("PUT", "/roles/").with_lost_answer(),
        Fault::on("PUT", "/roles/").refused_with(403, 50_013),
    ];
    for fault in faults {
        story.sandbox.inject(fault);
    }
    opens_settings(&anna).await;
    anna.picks_role(SELECT, Some(&role)).await;
    let refused = "SELECT COUNT(*) FROM servers WHERE crown_role_refused = 1";
    crate::support::until(story.folder.path(), refused, |servers| servers == 1).await;
    role.is_held_by(&[&anna]).await;
    anna.picks_role(SELECT, None).await;
    role.is_held_by(&[]).await;
    story.end().await;
}
