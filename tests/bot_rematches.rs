//! Going on from a finished game against the bot, and taking moves back in a running one.

use insta::assert_snapshot;

use crate::support::{OVER, Story, best_choice, position, resigns};

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
    let mut board = easier;
    while !board.contains(OVER) {
        let (select, amount) = best_choice(position(&board));
        board = anna.chooses(select, &amount).await.to_string();
    }
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

#[tokio::test]
async fn a_round_is_taken_back_as_often_as_one_likes() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    assert_eq!(
        anna.control("Take back"),
        None,
        "there is nothing to take back"
    );
    let at_the_start = anna.control("From the left pile").expect("a select");
    anna.chooses("From the left pile", "1").await;
    let once = anna.control("Take back").expect("a button");
    anna.chooses("From the right pile", "1").await;
    let twice = anna.control("From the left pile").expect("a select");
    let back = anna.clicks("Take back").await.to_string();
    assert!(
        back.contains("A move was taken back, so this game counts in no statistics."),
        "{back}"
    );
    assert_eq!(story.plies(&anna).await, [2]);
    // Of two clicks in a row one counts.
    let again = anna.forges(&once, &[]).await.to_string();
    assert!(again.contains("Position (300, 240)"), "{again}");
    let doubled = anna.forges(&once, &[]).await.to_string();
    assert!(doubled.contains("Position (300, 240)"), "{doubled}");
    anna.sees("The game has moved on since that board was shown")
        .await;
    assert_snapshot!(anna.at(1).latest(), @"
    Wythoff:
    **Wythoff’s game**: @anna against Wythoff (level: perfect)
    **@anna to move.**
    Moves were taken back 2 times, so this game counts in no statistics.
    Take any number from one pile, or the same number from both. Whoever takes the last one wins.
    ```
    left   300
    right  240
    ```
    Position (300, 240)
    <board.png: Two bars: 300 objects in the left pile, 240 in the right pile.>
    ▾ From the left pile: Take 1, leaves (299, 240) | Take 2, leaves (298, 240) | … | Take 25, leaves (275, 240)
    ▾ From the right pile: Take 1, leaves (300, 239) | Take 2, leaves (300, 238) | … | Take 25, leaves (300, 215)
    ▾ From both piles: Take 1, leaves (299, 239) | Take 2, leaves (298, 238) | … | Take 25, leaves (275, 215)
    [Other move…] [Hint] [Resign] [Rules]
    ");
    // A control of this very position is valid again; one of another position at the same ply is not.
    let moved = anna.at(1).forges(&at_the_start, &["2"]).await.to_string();
    assert!(
        moved.contains("@anna took 2 from the left pile."),
        "{moved}"
    );
    anna.at(1).chooses("From the right pile", "1").await;
    let late = anna.at(1).forges(&twice, &["1"]).await.to_string();
    assert!(!late.contains("@anna took 1 from the left pile."), "{late}");
    assert_eq!(story.plies(&anna).await, [4]);
    story.end().await;
}

#[tokio::test]
async fn a_whole_game_is_taken_back_round_by_round() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    let mut boards = vec![anna.latest()];
    for round in 0..6 {
        let pile = ["From the left pile", "From the right pile"][round % 2];
        boards.push(anna.chooses(pile, "1").await.to_string());
    }
    boards.pop();
    while let Some(before) = boards.pop() {
        let back = anna.clicks("Take back").await.to_string();
        assert_eq!(position(&back), position(&before));
        let told = |board: &str| {
            let moves = board.lines().filter(|line| line.contains(" took "));
            moves.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(told(&back), told(&before));
    }
    assert_eq!(anna.control("Take back"), None, "all is taken back");
    story.end().await;
}

#[tokio::test]
async fn a_game_with_moves_taken_back_counts_in_no_statistics() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 12 9 first:me").await;
    anna.chooses("From the left pile", "1").await;
    anna.clicks("Take back").await;
    story.restart().await;
    let mut board = anna.latest();
    assert!(board.contains("counts in no statistics"), "{board}");
    while !board.contains(OVER) {
        let (select, amount) = best_choice(position(&board));
        board = anna.chooses(select, &amount).await.to_string();
    }
    assert!(
        board.contains("@anna took the last one and wins"),
        "{board}"
    );
    assert_snapshot!(anna.types("/wythoff stats").await, @"
    Wythoff (only you can see this):
    **anna**
    No finished game yet.
    ");
    story.end().await;
}

#[tokio::test]
async fn between_members_nothing_is_taken_back() {
    let story = Story::begin().await;
    let [anna, _boris] = story.playing("1 day").await;
    assert_eq!(anna.control("Take back"), None);
    let forged = anna
        .control("Resign")
        .expect("a button")
        .replace("resign", "back");
    assert_snapshot!(anna.forges(&forged, &[]).await, @"
    Wythoff (only you can see this):
    Between members no move is taken back.
    ");
    story.end().await;
}
