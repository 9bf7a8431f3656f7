//! Whole games by selects, and what happens at their ends.

use insta::assert_snapshot;

use crate::support::{OVER, Story, best_choice, position};

#[tokio::test]
async fn whoever_begins_from_a_hot_position_and_knows_the_theory_wins() {
    let story = Story::begin().await;
    let anna = story.anna();
    assert_snapshot!(anna.types("/wythoff start 10 5 first:me").await, @"
    Wythoff:
    **Wythoff’s game**: @anna against Wythoff (level: perfect)
    **@anna to move.**
    Take any number from one pile, or the same number from both. Whoever takes the last one wins.
    ```
    left   ●●●●● ●●●●● 10
    right  ●●●●● 5
    ```
    Position (10, 5)
    <board.png: A board of squares from home, (0, 0), to (10, 5). The queen is on (10, 5). She can go up to 10 to the left, 5 down, and 5 both at once.>
    ▾ From the left pile: Take 1, leaves (9, 5) | Take 2, leaves (8, 5) | … | Take 10, leaves (0, 5)
    ▾ From the right pile: Take 1, leaves (10, 4) | Take 2, leaves (10, 3) | … | Take 5, leaves (10, 0)
    ▾ From both piles: Take 1, leaves (9, 4) | Take 2, leaves (8, 3) | … | Take 5, leaves (5, 0)
    [Hint] [Resign] [Rules]
    ");
    let mut board = anna.latest();
    while !board.contains(OVER) {
        let (select, amount) = best_choice(position(&board));
        board = anna.chooses(select, &amount).await.to_string();
    }
    assert_snapshot!(board, @"
    Wythoff:
    **Wythoff’s game**: @anna against Wythoff (level: perfect)
    Wythoff took 1 from the left pile.
    @anna took 2 from the right pile.
    🏁 **@anna took the last one and wins**, after 5 moves.
    ```
    left   0
    right  0
    ```
    Position (0, 0)
    <board.png: A board of squares from home, (0, 0), to (10, 5). The queen is home. The last move took 2 from the right pile.>
    [Rematch] [New piles] [Review] [Rules]
    ");
    assert_eq!(
        anna.screen().matches("Wythoff:").count(),
        1,
        "one message served the whole game"
    );
    story.end().await;
}

#[tokio::test]
async fn whoever_begins_from_a_cold_position_loses_to_the_perfect_bot() {
    let story = Story::begin().await;
    let anna = story.anna();
    let mut board = anna.types("/wythoff start 10 6 first:me").await.to_string();
    assert_snapshot!(anna.chooses("From both piles", "Take 2, leaves (8, 4)").await, @"
    Wythoff:
    **Wythoff’s game**: @anna against Wythoff (level: perfect)
    @anna took 2 from each pile.
    Wythoff took 1 from the left pile.
    **@anna to move.**
    ```
    left   ●●●●● ●● 7
    right  ●●●● 4
    ```
    Position (7, 4)
    <board.png: A board of squares from home, (0, 0), to (10, 6). The queen is on (7, 4). She can go up to 7 to the left, 4 down, and 4 both at once. The last move took 1 from the left pile.>
    ▾ From the left pile: Take 1, leaves (6, 4) | Take 2, leaves (5, 4) | … | Take 7, leaves (0, 4)
    ▾ From the right pile: Take 1, leaves (7, 3) | Take 2, leaves (7, 2) | … | Take 4, leaves (7, 0)
    ▾ From both piles: Take 1, leaves (6, 3) | Take 2, leaves (5, 2) | … | Take 4, leaves (3, 0)
    [Hint] [Resign] [Rules]
    ");
    board.clone_from(&anna.latest());
    while !board.contains(OVER) {
        let (select, amount) = best_choice(position(&board));
        board = anna.chooses(select, &amount).await.to_string();
    }
    assert_snapshot!(board, @"
    Wythoff:
    **Wythoff’s game**: @anna against Wythoff (level: perfect)
    @anna took 1 from the left pile.
    Wythoff took 1 from each pile.
    🏁 **Wythoff took the last one and wins**, after 8 moves.
    ```
    left   0
    right  0
    ```
    Position (0, 0)
    <board.png: A board of squares from home, (0, 0), to (10, 6). The queen is home. The last move took 1 from each pile.>
    [Rematch] [New piles] [Review] [Rules]
    ");
    story.end().await;
}

#[tokio::test]
async fn the_bot_begins_with_its_move_made() {
    let story = Story::begin().await;
    let anna = story.anna();
    assert_snapshot!(anna.types("/wythoff start 13 9 first:bot level:good").await, @"
    Wythoff:
    **Wythoff’s game**: Wythoff against @anna (level: good)
    Wythoff took 3 from each pile.
    **@anna to move.**
    Take any number from one pile, or the same number from both. Whoever takes the last one wins.
    ```
    left   ●●●●● ●●●●● 10
    right  ●●●●● ● 6
    ```
    Position (10, 6)
    <board.png: A board of squares from home, (0, 0), to (13, 9). The queen is on (10, 6). She can go up to 10 to the left, 6 down, and 6 both at once. The last move took 3 from each pile.>
    ▾ From the left pile: Take 1, leaves (9, 6) | Take 2, leaves (8, 6) | … | Take 10, leaves (0, 6)
    ▾ From the right pile: Take 1, leaves (10, 5) | Take 2, leaves (10, 4) | … | Take 6, leaves (10, 0)
    ▾ From both piles: Take 1, leaves (9, 5) | Take 2, leaves (8, 4) | … | Take 6, leaves (4, 0)
    [Hint] [Resign] [Rules]
    ");
    story.end().await;
}

#[tokio::test]
async fn an_empty_pile_has_no_select_and_two_cannot_be_started_with() {
    let story = Story::begin().await;
    let anna = story.anna();
    assert_snapshot!(anna.types("/wythoff start 0 0").await, @"
    Wythoff (only you can see this):
    With both piles empty there is nothing to take. Put at least one object into a pile.
    ");
    assert_snapshot!(anna.types("/wythoff start 0 5 first:me").await, @"
    Wythoff:
    **Wythoff’s game**: @anna against Wythoff (level: perfect)
    **@anna to move.**
    Take any number from one pile, or the same number from both. Whoever takes the last one wins.
    ```
    left   0
    right  ●●●●● 5
    ```
    Position (0, 5)
    <board.png: A board of squares from home, (0, 0), to (0, 5). The queen is on (0, 5). She can go up to 0 to the left, 5 down, and 0 both at once.>
    ▾ From the right pile: Take 1, leaves (0, 4) | Take 2, leaves (0, 3) | … | Take 5, leaves (0, 0)
    [Hint] [Resign] [Rules]
    ");
    assert_snapshot!(anna.chooses("From the right pile", "5").await, @"
    Wythoff:
    **Wythoff’s game**: @anna against Wythoff (level: perfect)
    @anna took 5 from the right pile.
    🏁 **@anna took the last one and wins**, after 1 move.
    ```
    left   0
    right  0
    ```
    Position (0, 0)
    <board.png: A board of squares from home, (0, 0), to (0, 5). The queen is home. The last move took 5 from the right pile.>
    [Rematch] [New piles] [Review] [Rules]
    ");
    story.end().await;
}

#[tokio::test]
async fn the_largest_piles_are_played_perfectly() {
    let story = Story::begin().await;
    let anna = story.anna();
    assert_snapshot!(anna.types("/wythoff start 9007199254740991 5 first:me").await, @"
    Wythoff:
    **Wythoff’s game**: @anna against Wythoff (level: perfect)
    **@anna to move.**
    Take any number from one pile, or the same number from both. Whoever takes the last one wins.
    ```
    left   9007199254740991
    right  ●●●●● 5
    ```
    Position (9007199254740991, 5)
    <board.png: Two bars: 9007199254740991 objects in the left pile, 5 in the right pile.>
    ▾ From the left pile: Take 1, leaves (9007199254740990, 5) | Take 2, leaves (9007199254740989, 5) | … | Take 25, leaves (9007199254740966, 5)
    ▾ From the right pile: Take 1, leaves (9007199254740991, 4) | Take 2, leaves (9007199254740991, 3) | … | Take 5, leaves (9007199254740991, 0)
    ▾ From both piles: Take 1, leaves (9007199254740990, 4) | Take 2, leaves (9007199254740989, 3) | … | Take 5, leaves (9007199254740986, 0)
    [Other amount…] [Hint] [Resign] [Rules]
    ");
    assert_snapshot!(anna.clicks("Other amount…").await, @"
    [Form] Take another amount
    From the left pile: [1 to 9,007,199,254,740,991; for both piles, the same twice]
    From the right pile: [1 to 5; for both piles, the same twice]
    ");
    let amount = "9,007,199,254,740,983";
    assert_snapshot!(anna.fills(&[("From the left pile", amount)]).await, @"
    Wythoff:
    **Wythoff’s game**: @anna against Wythoff (level: perfect)
    @anna took 9,007,199,254,740,983 from the left pile.
    Wythoff took 5 from the left pile.
    **@anna to move.**
    ```
    left   ●●● 3
    right  ●●●●● 5
    ```
    Position (3, 5)
    <board.png: Two bars: 3 objects in the left pile, 5 in the right pile. The last move took 5 from the left pile.>
    ▾ From the left pile: Take 1, leaves (2, 5) | Take 2, leaves (1, 5) | Take 3, leaves (0, 5)
    ▾ From the right pile: Take 1, leaves (3, 4) | Take 2, leaves (3, 3) | … | Take 5, leaves (3, 0)
    ▾ From both piles: Take 1, leaves (2, 4) | Take 2, leaves (1, 3) | Take 3, leaves (0, 2)
    [Hint] [Resign] [Rules]
    ");
    let elsewhere = anna.in_channel("talk");
    let board = elsewhere
        .types("/wythoff start 9007199254740991 9007199254740990 first:bot")
        .await
        .to_string();
    assert!(
        board.contains("Wythoff took 9,007,199,254,740,989 from each pile."),
        "{board}"
    );
    story.end().await;
}

#[tokio::test]
async fn a_rematch_swaps_who_begins_and_a_second_press_gets_its_link() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 2 2 first:me").await;
    anna.chooses("From both piles", "2").await;
    assert_snapshot!(anna.clicks("Rematch").await, @"
    Wythoff:
    **Wythoff’s game**: Wythoff against @anna (level: perfect)
    Wythoff took 2 from each pile.
    🏁 **Wythoff took the last one and wins**, after 1 move.
    ```
    left   0
    right  0
    ```
    Position (0, 0)
    <board.png: A board of squares from home, (0, 0), to (2, 2). The queen is home. The last move took 2 from each pile.>
    [Rematch] [New piles] [Review] [Rules]
    ");
    story.boards_are_noted().await;
    assert_snapshot!(anna.at(1).clicks("Rematch").await, @"
    Wythoff (only you can see this):
    You already play on from that game: #games › public message 2
    ");
    assert_snapshot!(anna.at(1).clicks("New piles").await, @"
    Wythoff (only you can see this):
    You already play on from that game: #games › public message 2
    ");
    story.end().await;
}

#[tokio::test]
async fn new_piles_are_drawn_and_the_other_one_begins() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 2 2 first:bot").await;
    let board = anna.clicks("New piles").await.to_string();
    assert_snapshot!(board, @"
    Wythoff:
    **Wythoff’s game**: @anna against Wythoff (level: perfect)
    **@anna to move.**
    Take any number from one pile, or the same number from both. Whoever takes the last one wins.
    ```
    left   ●●●●● ●●●●● ●●●●● 15
    right  ●●●●● ●●●●● ●●●●● ●●●●● ●●● 23
    ```
    Position (15, 23)
    <board.png: A board of squares from home, (0, 0), to (15, 23). The queen is on (15, 23). She can go up to 15 to the left, 23 down, and 15 both at once.>
    ▾ From the left pile: Take 1, leaves (14, 23) | Take 2, leaves (13, 23) | … | Take 15, leaves (0, 23)
    ▾ From the right pile: Take 1, leaves (15, 22) | Take 2, leaves (15, 21) | … | Take 23, leaves (15, 0)
    ▾ From both piles: Take 1, leaves (14, 22) | Take 2, leaves (13, 21) | … | Take 15, leaves (0, 8)
    [Hint] [Resign] [Rules]
    ");
    story.end().await;
}

#[tokio::test]
async fn resigning_asks_first() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    assert_snapshot!(anna.clicks("Resign").await, @"
    [Form] Resign this game?
    Submit to resign, or close this to play on: [Nothing to fill in; the position is (10, 6)]
    ");
    assert_snapshot!(anna.fills(&[]).await, @"
    Wythoff:
    **Wythoff’s game**: @anna against Wythoff (level: perfect)
    🏁 @anna resigned. **Wythoff wins.**
    ```
    left   ●●●●● ●●●●● 10
    right  ●●●●● ● 6
    ```
    Position (10, 6)
    <board.png: A board of squares from home, (0, 0), to (10, 6). The queen is on (10, 6). She can go up to 10 to the left, 6 down, and 6 both at once.>
    [Rematch] [New piles] [Review] [Rules]
    ");
    story.end().await;
}
