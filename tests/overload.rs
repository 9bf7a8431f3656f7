//! Too much work: a member who sends too many interactions. The limit on interactions that are
//! handled at the same time is tested beside its constant, and measured in `docs/performance.md`.

use discord_sandbox::Answer;
use futures::future::join_all;

use crate::support::{Says as _, Story, Takes as _, seconds};

fn count(answers: &[Answer], text: &str) -> usize {
    let says = |answer: &&Answer| answer.to_string().contains(text);
    answers.iter().filter(says).count()
}

#[tokio::test]
async fn a_flood_of_commands_is_refused_and_harms_nobody_else() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff start 300 240 first:me").await;
    story.later(seconds(10));
    // All of these begin at once, in this order.
    let (answers, choices, attempt, board) = tokio::join!(
        join_all((0..60).map(|_| anna.types("/wythoff games"))),
        anna.completes("/wythoff move A"),
        anna.goes(1, "left"),
        boris.types("/wythoff start 10 6 first:me"),
    );
    let refused = count(&answers, "That was too quick for me");
    let answered = count(&answers, "against 🐧 Penguin");
    assert_eq!(answered + refused, 60, "every command is answered");
    assert!((20..=30).contains(&refused), "{refused} were refused");
    assert!(choices.is_empty(), "{choices:?}");
    let attempt = attempt.to_string();
    attempt.says("This one changed nothing");
    assert_eq!(story.plies(&anna).await, [0]);
    let board = board.to_string();
    board.says("Position (10, 6)");
    story.later(seconds(10));
    let moved = anna.at(1).goes(2, "left").await;
    moved.says("went 2 left.");
    story.end().await;
}
