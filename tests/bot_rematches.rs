//! Going on from a finished game against the bot.

use insta::assert_snapshot;

use crate::support::{Story, plays_best, position, resigns, seconds};

/// What is offered below a finished game.
fn offered(board: &str) -> Vec<&str> {
    board.lines().filter(|line| line.starts_with('[')).collect()
}

#[tokio::test]
async fn one_tries_again_or_swaps_sides_once_and_knows_what_to_expect() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 2 2 first:me level:good").await;
    let won = anna.chooses("From both piles", "2").await.to_string();
    assert_eq!(
        offered(&won),
        [
            "[Try again] [Swap sides] [New piles] [Harder: perfect]",
            "[Review] [Rules]"
        ]
    );
    assert!(won.contains("Whoever begins from (2, 2) can win."), "{won}");
    let swapped = anna.clicks("Swap sides").await.to_string();
    assert!(
        swapped.contains("Wythoff against @anna (level: good)"),
        "{swapped}"
    );
    assert!(
        swapped.contains("Wythoff took the last one and wins"),
        "{swapped}"
    );
    // The bot began, so trying again swaps sides.
    assert_eq!(
        offered(&swapped),
        [
            "[Try again, I begin] [Wythoff begins again] [New piles] [Easier: beginner]",
            "[Review] [Rules]"
        ]
    );
    story.boards_are_noted().await;
    for label in ["Try again", "New piles", "Harder: perfect"] {
        let said = anna.at(1).clicks(label).await.to_string();
        assert!(
            said.contains("You already play on from that game: #games › public message 2"),
            "{said}"
        );
    }
    let again = anna.at(2).clicks("Try again, I begin").await.to_string();
    assert!(
        again.contains("@anna against Wythoff (level: good)"),
        "{again}"
    );
    assert!(again.contains("Position (2, 2)"), "{again}");
    story.end().await;
}

#[tokio::test]
async fn another_level_is_offered_after_a_win_and_after_a_loss_and_can_be_won() {
    let story = Story::begin().await;
    let anna = story.anna();
    // From a cold position whoever begins loses, so the bot begins there.
    anna.types("/wythoff start 3 5 first:me").await;
    resigns(&anna).await;
    let lost = anna.at(1).latest();
    assert!(
        lost.contains("Whoever begins from (3, 5) loses against best play."),
        "{lost}"
    );
    assert_eq!(
        offered(&lost),
        [
            "[Try again] [Swap sides] [New piles] [Easier: good]",
            "[Rules]"
        ]
    );
    let easier = anna.clicks("Easier: good").await.to_string();
    assert!(
        easier.contains("Wythoff against @anna (level: good)"),
        "{easier}"
    );
    let board = plays_best(&anna, easier).await;
    assert!(
        board.contains("@anna took the last one and wins"),
        "{board}"
    );
    assert!(board.contains("[Harder: perfect]"), "{board}");
    let harder = anna.clicks("Harder: perfect").await.to_string();
    assert!(
        harder.contains("Wythoff against @anna (level: perfect)"),
        "{harder}"
    );
    story.end().await;
}

#[tokio::test]
async fn new_piles_can_be_won_at_every_level() {
    let story = Story::begin().await;
    let anna = story.anna();
    for level in ["perfect", "good", "beginner"] {
        anna.types(&format!("/wythoff start 2 2 first:bot level:{level}"))
            .await;
        for _ in 0..5 {
            story.later(seconds(1));
            let board = anna.clicks("New piles").await.to_string();
            let (now, mine) = (position(&board), board.contains("@anna to move."));
            assert!(mine && !wythoff::rules::wythoff::is_cold(now), "{board}");
            assert_ne!(now[0], now[1], "one move would take everything: {board}");
            resigns(&anna).await;
        }
    }
    story.end().await;
}

#[tokio::test]
async fn who_goes_on_from_a_game_of_somebody_else_is_told_so() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff start 2 2 first:me").await;
    anna.chooses("From both piles", "2").await;
    assert_snapshot!(boris.clicks("Try again").await, @"
    Wythoff (only you can see this):
    This is not your game. `/wythoff start 12 9 first:me` begins one of your own.
    ");
    story.end().await;
}
