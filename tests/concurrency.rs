//! Controls whose change waits in the queue while another change is carried out. They are checked
//! against the state after that change, not against the state when they were clicked.

use discord_sandbox::{Answer, Member};

use crate::support::{OVER, Says as _, Story, Takes as _, occupy, until_queued};

/// Queues the changes of both actions before the first is carried out. Returns the answer to the
/// second.
async fn queued_together(
    story: &Story,
    first: impl Future<Output = Answer> + Send,
    second: impl Future<Output = Answer> + Send,
) -> String {
    // The bot's own late change would be taken for the first action.
    story.until_boards_are_noted().await;
    let release = occupy(story).await;
    let second = async {
        until_queued(story, 1).await;
        second.await
    };
    let release = async {
        until_queued(story, 2).await;
        release.send(()).expect("the writer waits");
    };
    let (_first, second, ()) = tokio::join!(first, second, release);
    second.to_string()
}

/// `anna` has moved once in Nim, and is to move again.
async fn in_nim(story: &Story) -> Member {
    let anna = story.anna();
    anna.types("/wythoff start game:nim position:\"30 50 7\" first:me")
        .await;
    anna.takes(1, "A").await;
    anna
}

/// The answer to a control that belongs to an earlier state of the game.
const MOVED_ON: &str = "The game has moved on since that board was shown";

#[tokio::test]
async fn no_control_acts_on_a_game_that_has_moved_on() {
    for control in [
        "a select",
        "a button for a move",
        "the form",
        "Take back",
        "Resign",
    ] {
        let story = Story::begin().await;
        let anna = if control == "a button for a move" {
            let anna = story.anna();
            anna.types("/wythoff start game:21 first:me").await;
            anna
        } else {
            in_nim(&story).await
        };
        let board = anna.at(1);
        let before = story.plies(&anna).await;
        // If a control takes two steps, the first one is taken here.
        match control {
            "the form" => drop(board.clicks("Other move…").await),
            "Resign" => drop(board.clicks("Resign").await),
            _ => {}
        }
        let moves = async {
            match control {
                "a button for a move" => board.clicks("+1").await,
                _ => board.takes(1, "B").await,
            }
        };
        let waits = async {
            match control {
                "a select" => board.takes(1, "C").await,
                "a button for a move" => board.clicks("+2").await,
                "the form" => anna.fills(&[("Your move", "C1")]).await,
                "Take back" => board.clicks("Take back").await,
                _ => anna.clicks("Resign").await,
            }
        };
        let reply = queued_together(&story, moves, waits).await;
        if control == "Resign" {
            assert!(reply.contains(MOVED_ON), "{control}: {reply}");
        } else {
            anna.at_latest().sees(MOVED_ON).await;
        }
        let after: Vec<u32> = before.iter().map(|plies| plies + 2).collect();
        assert_eq!(story.plies(&anna).await, after, "{control}: {reply}");
        story.end().await;
    }
}

#[tokio::test]
async fn a_choice_among_games_is_refused_if_the_game_has_moved_on() {
    let story = Story::begin().await;
    let [anna, _boris] = story.playing("1 day").await;
    anna.types("/wythoff start 12 9 first:me").await;
    anna.types("/wythoff move A1").await;
    let board = anna.at(2);
    let reply = queued_together(
        &story,
        board.goes(2, "left"),
        anna.clicks("Against 🐧 Penguin"),
    )
    .await;
    reply.says(MOVED_ON);
    story.end().await;
}

#[tokio::test]
async fn a_game_is_not_replaced_if_that_has_become_a_loss() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    let question = anna.types("/wythoff start game:21").await;
    question.says("It would end without a result.");
    let board = anna.at(1);
    let reply = queued_together(&story, board.goes(1, "left"), anna.clicks("New game")).await;
    reply.says(MOVED_ON);
    let question = anna.types("/wythoff start game:21").await;
    question.says("You’ve moved in it, so it would count as a loss.");
    assert_eq!(story.plies(&anna).await, [2]);
    anna.clicks("New game").await;
    anna.sees("-# 21").await;
    assert_eq!(story.plies(&anna).await.len(), 1);
    let stats = anna.types("/wythoff stats game:wythoff").await;
    stats.says("1 game, 0 won");
    story.end().await;
}

#[tokio::test]
async fn a_game_is_resigned_or_won_and_not_both() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 2 2 first:me").await;
    let board = anna.at(1);
    board.clicks("Resign").await;
    let reply = queued_together(&story, board.goes(2, "diagonally"), anna.clicks("Resign")).await;
    reply.says("That game is over; nothing was changed.");
    anna.sees("@anna reached home.").await;
    story.end().await;
}

#[tokio::test]
async fn only_the_first_of_two_follow_up_games_is_started() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 2 2 first:me").await;
    anna.goes(2, "diagonally").await;
    let board = anna.at(1);
    let reply = queued_together(
        &story,
        board.clicks("Play again"),
        board.clicks("Play again"),
    )
    .await;
    reply.says("That game already has a follow-up");
    assert_eq!(story.plies(&anna).await.len(), 1);
    story.end().await;
}

#[tokio::test]
async fn a_vote_for_a_rematch_waits_for_the_votes_before_it() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    anna.clicks("Resign").await;
    anna.clicks("Resign").await;
    anna.sees(OVER).await;
    let [hers, his] = [&anna, &boris].map(|member| member.at(1));
    // Both vote for a rematch, and neither has seen the other's vote.
    let reply = queued_together(&story, hers.clicks("Rematch"), his.clicks("Rematch")).await;
    reply.does_not_say("only you can see this");
    anna.at_latest().sees("to move").await;
    assert_eq!(story.plies(&anna).await, [0]);
    story.end().await;
}

#[tokio::test]
async fn a_challenge_declined_during_its_withdrawal_stays_declined() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff challenge member:boris a:3 b:5").await;
    let reply = queued_together(&story, boris.clicks("Decline"), anna.clicks("Withdraw")).await;
    reply.says("declined");
    story.end().await;
}
