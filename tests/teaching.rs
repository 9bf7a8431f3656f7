//! Hints, solutions and rules.

use insta::assert_snapshot;

use crate::support::Story;

#[tokio::test]
async fn a_hint_names_a_winning_move_and_the_reason() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 13 9 first:me").await;
    assert_snapshot!(anna.clicks("Hint").await, @"
    Wythoff (only you can see this):
    **Take 3 from each pile**, which leaves (10, 6). The piles differ by 4, and the cold pair with that difference is (10, 6). Whoever has to move there loses against best play.
    ");
    anna.at(1).chooses("From both piles", "3").await;
    let hint = anna.types("/wythoff hint").await.to_string();
    assert!(
        hint.contains("**Take"),
        "whatever the bot did at (10, 6), anna can win: {hint}"
    );
    story.end().await;
}

#[tokio::test]
async fn where_every_move_comes_to_the_same_nobody_is_told_to_hold_out() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/nim start position:\"1 1 1\" last:loses level:good first:me")
        .await;
    assert_snapshot!(anna.clicks("Hint").await, @"
    Wythoff (only you can see this):
    **(1, 1, 1) is lost:** whoever has to move there loses against best play. Only heaps of 1 are left, an odd number of them, and the last one loses.
    So there is no winning move now. Each move takes just one from here on, so nobody can change how it ends.
    ");
    anna.types("/nim move A1").await;
    let over = anna.types("/nim move 1").await;
    assert_snapshot!(over, @"
    Wythoff:
    **Nim, the last one loses**: @anna against Wythoff (level: good)
    Wythoff took 1 from heap B.
    @anna took 1 from heap C.
    🏁 @anna had to take the last one: **Wythoff wins**, after 3 moves.
    Wythoff could win from the start. Only heaps of 1 are left, an odd number of them, and the last one loses.
    Whoever begins from (1, 1, 1) loses against best play.
    -# Above the line, whoever began could win; below it, the other one. The numbers are the moves.
    Position (0, 0, 0)
    <game.png: A ribbon of 3 moves from (1, 1, 1): a square for each position, above the line while whoever began could win.>
    [Try again] [Swap sides] [New position] [Easier: beginner]
    [Review] [Rules]
    ");
    let review = anna.types("/nim review").await.to_string();
    assert!(!review.contains("held out"), "{review}");
    story.end().await;
}

#[tokio::test]
async fn from_a_cold_position_a_hint_says_how_to_hold_out() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me level:beginner")
        .await;
    assert_snapshot!(anna.clicks("Hint").await, @"
    Wythoff (only you can see this):
    **(10, 6) is cold:** whoever has to move there loses against best play. It is the one cold pair whose piles differ by 4, and no move leads from one cold pair to another.
    So there is no winning move now. But the bot makes mistakes at this level: keep the game long, and wait for one.
    ");
    story.end().await;
}

#[tokio::test]
async fn any_position_is_solved_with_every_reason() {
    let story = Story::begin().await;
    let anna = story.anna();
    let mut said = Vec::new();
    for piles in [
        "0 0",
        "5 0",
        "2 2",
        "1 2",
        "13 9",
        "25 30",
        "9007199254740991 9007199254740990",
    ] {
        said.push(format!(
            "{piles}: {}",
            anna.types(&format!("/wythoff solve {piles}")).await
        ));
    }
    assert_snapshot!(said.join("\n"), @"
    0 0: Wythoff (only you can see this):
    **Wythoff’s game**
    **(0, 0) is the end:** there is nothing left to take, so whoever moved last has won.
    5 0: Wythoff (only you can see this):
    **Wythoff’s game**
    **(5, 0) is hot:** whoever is to move can win. The winning move:
    - **Take 5 from the left pile**, which leaves (0, 0). That is the last move, and it wins.
    2 2: Wythoff (only you can see this):
    **Wythoff’s game**
    **(2, 2) is hot:** whoever is to move can win. The winning moves, the quickest first:
    - **Take 2 from each pile**, which leaves (0, 0). That is the last move, and it wins.
    - **Take 1 from the right pile**, which leaves (2, 1). The left pile stays at 2, and the only number that makes a cold pair with 2 is 1. Whoever has to move at (2, 1) loses against best play.
    - **Take 1 from the left pile**, which leaves (1, 2). The right pile stays at 2, and the only number that makes a cold pair with 2 is 1. Whoever has to move at (1, 2) loses against best play.
    1 2: Wythoff (only you can see this):
    **Wythoff’s game**
    **(1, 2) is cold:** whoever has to move there loses against best play. It is the one cold pair whose piles differ by 1, and no move leads from one cold pair to another.
    13 9: Wythoff (only you can see this):
    **Wythoff’s game**
    **(13, 9) is hot:** whoever is to move can win. The winning moves, the quickest first:
    - **Take 3 from each pile**, which leaves (10, 6). The piles differ by 4, and the cold pair with that difference is (10, 6). Whoever has to move there loses against best play.
    - **Take 1 from the right pile**, which leaves (13, 8). The left pile stays at 13, and the only number that makes a cold pair with 13 is 8. Whoever has to move at (13, 8) loses against best play.
    25 30: Wythoff (only you can see this):
    **Wythoff’s game**
    **(25, 30) is hot:** whoever is to move can win. The winning move:
    - **Take 17 from each pile**, which leaves (8, 13). The piles differ by 5, and the cold pair with that difference is (8, 13). Whoever has to move there loses against best play.
    9007199254740991 9007199254740990: Wythoff (only you can see this):
    **Wythoff’s game**
    **(9007199254740991, 9007199254740990) is hot:** whoever is to move can win. The winning moves, the quickest first:
    - **Take 9007199254740989 from each pile**, which leaves (2, 1). The piles differ by 1, and the cold pair with that difference is (2, 1). Whoever has to move there loses against best play.
    - **Take 3440443971868337 from the left pile**, which leaves (5566755282872654, 9007199254740990). The right pile stays at 9007199254740990, and the only number that makes a cold pair with 9007199254740990 is 5566755282872654. Whoever has to move at (5566755282872654, 9007199254740990) loses against best play.
    ");
    story.end().await;
}

#[tokio::test]
async fn the_rules_are_told_in_private() {
    let story = Story::begin().await;
    let anna = story.anna();
    assert_snapshot!(anna.types("/wythoff rules").await, @"
    Wythoff (only you can see this):
    **Wythoff’s game** is played with two piles. Two players take turns. On your turn, take
    - any number from one pile, or
    - the same number from both.
    Take at least one. **Whoever takes the last one wins.**

    **An example.** From (3, 4), Anna takes 2 from each pile: (1, 2). Boris takes 1 from each pile: (0, 1). Anna takes 1 from the right pile: (0, 0). **Anna has taken the last one, and wins.**

    **The queen.** It is the same game as a queen on a chessboard that only moves left, down or diagonally down-left: the piles are her column and row, and whoever brings her home to (0, 0) wins. Here Q stands on (3, 2), and • marks where she can go:
    ```
    2  • • • Q
    1  . . • •
    0  . • . •
       0 1 2 3
    ```
    **The idea.** (1, 2) is *cold*: whoever has to move there loses against best play. Each cold pair begins with the smallest number not used yet, and its other number is 1, 2, 3, … more: (1, 2), (3, 5), (4, 7), (6, 10), (8, 13) … Their mirror images are cold, too. Every other position is *hot*: some move leads to a cold one. Leave your opponent a cold position each time, and you win.

    `/wythoff solve` tells you about any position, and Hint, in a game against me, about the one that you are in.
    ");
    story.end().await;
}

#[tokio::test]
async fn a_game_in_which_a_solution_was_shown_is_no_best_win() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 2 2 first:me").await;
    let hint = anna.clicks("Hint").await.to_string();
    assert!(hint.contains("Take 2 from each pile"), "{hint}");
    let end = anna.at(1).chooses("From both piles", "2").await.to_string();
    assert!(end.contains("A solution was shown"), "{end}");
    let stats = anna.types("/wythoff stats").await.to_string();
    assert!(
        stats.contains("1 game (1 with a solution shown), 1 won"),
        "{stats}"
    );
    assert!(!stats.contains("Best wins"), "{stats}");
    story.end().await;
}

#[tokio::test]
async fn what_is_said_names_the_game_that_it_is_about() {
    let story = Story::begin().await;
    let anna = story.anna();
    let here = anna.in_channel("counting");
    here.types("/nim start variant:21 first:me").await;
    assert_snapshot!(here.types("/nim move +0").await, @"
    Wythoff (only you can see this):
    Against the bot at 21 (0/21): Add at least one.
    ");
    let here = anna.in_channel("taking");
    here.types("/nim start variant:take position:21 most:4 last:loses first:me")
        .await;
    let here = anna.in_channel("misere");
    here.types("/nim start variant:wythoff position:\"2 2\" last:loses first:me")
        .await;
    assert_snapshot!(here.types("/wythoff hint").await, @"
    Wythoff (only you can see this):
    **(2, 2) is cold** where the last one loses: whoever has to move there loses against best play. No move leads from one cold pair to another.
    So there is no winning move now. Taking 2 from the left pile holds out longest.
    ");
    assert_snapshot!(here.types("/nim games").await, @"
    Wythoff (only you can see this):
    Your 3 running games:
    - **Your turn** against the bot at (2, 2), the last one loses: #misere › public message 1
    - **Your turn** against the bot at Take at most 4 (21), the last one loses: #taking › public message 1
    - **Your turn** against the bot at 21 (0/21): #counting › public message 1
    ");
    story.end().await;
}

#[tokio::test]
async fn a_hint_with_huge_heaps_fits_on_a_screen() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/nim start position:\"999999999999999999 123456789012345678 5\" first:me")
        .await;
    assert_snapshot!(anna.types("/nim hint").await, @"
    Wythoff (only you can see this):
    **Take 876543210987654324 from heap A**, which leaves (123456789012345675, 123456789012345678, 5). Split each heap into powers of two, such as 7 = 4 + 2 + 1. What occurred once too often (576460752303423488, 288230376151711744, 18014398509481984, 4503599627370496, 1125899906842624, …) now occurs an even number of times, as all the others do. Whatever changes that, you can mend.
    ");
    story.end().await;
}
