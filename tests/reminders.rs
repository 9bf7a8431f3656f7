//! What reminders of the puzzle say, and when they rest.

use crate::daily::solves;
use crate::support::{Says as _, Story, day, hours, minutes, until};

/// Waits until the reminders that are due have been sent.
async fn sent(story: &Story) {
    let now = story.sandbox.clock().now_ms();
    let next = "SELECT CASE WHEN to_send IS NULL THEN due ELSE 0 END FROM reminders";
    until(story.folder.path(), next, |next| next > now).await;
}

/// How many reminders have been sent.
fn count(story: &Story) -> usize {
    let messages = story.sandbox.messages().into_iter();
    let text = "today’s puzzle is waiting";
    let is_reminder = |message: &serde_json::Value| message["content"].to_string().contains(text);
    messages.filter(is_reminder).count()
}

#[tokio::test]
async fn somebody_who_never_plays_is_soon_left_in_peace() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff settings").await;
    anna.clicks("Puzzle reminder: off").await;
    for _ in 0..7 {
        story.later(day());
        sent(&story).await;
    }
    assert_eq!(count(&story), 7);
    for _ in 0..7 {
        story.later(day());
        sent(&story).await;
    }
    assert_eq!(count(&story), 8, "once a week");
    story.end().await;
}

/// It can be ended until an hour after midnight only.
#[tokio::test]
async fn a_try_that_was_left_does_not_hide_the_streak() {
    let story = Story::begin().await;
    let anna = story.anna();
    for _ in 0..3 {
        solves(&story, &anna).await;
        story.later(day());
    }
    anna.types("/wythoff settings").await;
    anna.clicks("Puzzle reminder: off").await;
    anna.types("/wythoff daily").await;
    story.later(day() + hours(1));
    sent(&story).await;
    anna.sees("🔥 3 so far: solve it, and it’s 4. Miss it, and the streak ends.")
        .await;
    story.end().await;
}

/// Who asks for reminders before the hour at which they usually play is reminded on the same day.
#[tokio::test]
async fn a_reminder_that_is_asked_for_before_its_hour_comes_today() {
    let story = Story::begin().await;
    let anna = story.anna();
    story.later(hours(6));
    for _ in 0..3 {
        solves(&story, &anna).await;
        story.later(day());
    }
    story.later(hours(15));
    anna.types("/wythoff settings").await;
    let settings = anna.clicks("Puzzle reminder: off").await.to_string();
    settings.says("at 18:00");
    story.later(hours(9) + minutes(1));
    anna.sees("@anna, today’s puzzle is waiting").await;
    story.end().await;
}
