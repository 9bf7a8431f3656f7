//! The texts of heap games with extra rules: Moore's Nim, Nim with a sweep, Grundy's game, Building
//! Nim, Candy Nim.

use insta::assert_snapshot;

use crate::support::{Says as _, Story, seconds, transcript};

#[tokio::test]
async fn the_rules_of_each_game() {
    let story = Story::begin().await;
    let lines = [
        "/wythoff rules game:moore",
        "/wythoff rules game:multi",
        "/wythoff rules game:grundy",
        "/wythoff rules game:building",
        "/wythoff rules game:candy",
    ];
    assert_snapshot!(transcript(&story.anna(), &lines).await, @"
    /wythoff rules game:moore
    Wythoff (only you can see this):
    **Moore’s Nim**
    Take any number from up to 2 heaps at once. Taking the last one wins.
    Try a move on this board, just to see: I’ll answer.
    <board.png: Rows of counters: A 1, B 2, C 2.>
    ▾ Your move: take 1 from A: (0, 2, 2) | take 1 from B: (1, 1, 2) | … | take 2 each from B and C: (1, 0, 0)
    [Play me]
    ▾ More about it …: How to move
    [Show it here]

    /wythoff rules game:multi
    Wythoff (only you can see this):
    **Nim with a sweep**
    Take from one heap, or the same from all (if none is empty). Taking the last one wins.
    Try a move on this board, just to see: I’ll answer.
    <board.png: Rows of counters: A 1, B 2, C 2.>
    ▾ Your move: take 1 from A: (0, 2, 2) | take 1 from B: (1, 1, 2) | … | take 1 from each: (0, 1, 1)
    [Play me]
    ▾ More about it …: How to move
    [Show it here]

    /wythoff rules game:grundy
    Wythoff (only you can see this):
    **Grundy’s game**
    Split one heap into two unequal heaps. Whoever makes the last split wins.
    Try a move on this board, just to see: I’ll answer.
    <board.png: Rows of counters: heaps of (5).>
    ▾ Your move: split 5 into 1 and 4 | split 5 into 2 and 3
    [Play me]
    ▾ More about it …: How to move
    [Show it here]

    /wythoff rules game:building
    Wythoff (only you can see this):
    **Building Nim**
    Put one stone a turn; then take any from one stack. Taking the last one wins.
    Try a move on this board, just to see: I’ll answer.
    <board.png: Rows of counters: stacks of 2, 1, 0, and one stone in hand.>
    ▾ Your move: put a stone on A | put a stone on B | put a stone on C
    [Play me]
    ▾ More about it …: How to move
    [Show it here]

    /wythoff rules game:candy
    Wythoff (only you can see this):
    **Candy Nim**
    Eat as many as you like from one heap. Whoever eats the last one wins.
    Try a move on this board, just to see: I’ll answer.
    <board.png: Rows of counters: A 1, B 2, C 2.>
    ▾ Your move: take 1 from A: (0, 2, 2) | take 1 from B: (1, 1, 2) | … | take 2 from C: (1, 2, 0)
    [Play me]
    ▾ More about it …: How to move
    [Show it here]
    ");
    story.end().await;
}

#[tokio::test]
async fn why_a_move_of_moores_nim_wins() {
    let story = Story::begin().await;
    let lines = [
        "/wythoff solve position:\"3 4 5 6\" game:moore",
        "/wythoff solve position:\"1 1 1\" game:moore last:loses",
        "/wythoff solve position:\"1 1 1 2\" game:moore most:1",
    ];
    assert_snapshot!(transcript(&story.anna(), &lines).await, @r#"
    /wythoff solve position:"3 4 5 6" game:moore
    Wythoff (only you can see this):
    **Moore’s Nim**
    **(3, 4, 5, 6) is a win** for whoever moves:
    **Take 2 from heap A and 1 from heap D**, which leaves (1, 4, 5, 5). Cut into 1, 2, 4 …: 1, 4, 5 = 4+1, 5 = 4+1. Now **equal pieces come in groups of 3.** Each move spoils that, and the reply mends it. If I take 5 each from C and D: (1, 4, 0, 0), you take 1 from A and 4 from B and win.
    -# Each line is a heap, cut into pieces of 1, 2, 4 …; below, how many of each: always a multiple of 3.
    <board.png: Rows of counters: A 3, B 4, C 5, D 6. The winning move: 2 from A and 1 from D.>
    <map.png: A table of powers of two: A 1: 1; B 4: 4; C 5: 4+1; D 5: 4+1. How often each occurs: 4: 3, 1: 3.>
    [Show it here] [Ask here]

    /wythoff solve position:"1 1 1" game:moore last:loses
    Wythoff (only you can see this):
    **Moore’s Nim, the last one loses**
    **(1, 1, 1) is a win** for whoever moves:
    **Take 1 each from heaps B and C**, which leaves (1, 0, 0). Only one is left, and whoever takes it loses. If I take 1 from A, I lose at once.
    Other winning moves: 1 each from A and C; 1 each from A and B.
    <board.png: Rows of counters: A 1, B 1, C 1. The winning move: 1 each from B and C.>
    [Show it here] [Ask here]

    /wythoff solve position:"1 1 1 2" game:moore most:1
    Wythoff (only you can see this):
    **Moore’s Nim, from 2 heaps at once, at most 1 from each**
    **(1, 1, 1, 2) is a win** for whoever moves:
    **Take 1 each from heaps A and D**, which leaves (0, 1, 1, 1). Cut into 1, 2, 4 …: 1, 1, 1. Now **equal pieces come in groups of 3.** Each move spoils that, and the reply mends it. If I take 1 each from C and D: (0, 1, 0, 0), you take 1 from B and win.
    Other winning moves: 1 each from B and D; 1 each from C and D.
    <board.png: Rows of counters: A 1, B 1, C 1, D 2. The winning move: 1 each from A and D.>
    [Show it here] [Ask here]
    "#);
    story.end().await;
}

#[tokio::test]
async fn why_a_sweep_wins() {
    let story = Story::begin().await;
    let lines = [
        "/wythoff solve position:\"3 4 5\" game:multi",
        "/wythoff solve position:\"3 4\" game:multi",
        "/wythoff solve position:\"3 4 5 6\" game:multi last:loses",
    ];
    assert_snapshot!(transcript(&story.anna(), &lines).await, @r#"
    /wythoff solve position:"3 4 5" game:multi
    Wythoff (only you can see this):
    **Nim with a sweep**
    **(3, 4, 5) is a win** for whoever moves:
    **Take 2 from heap A**, which leaves (1, 4, 5). Cut into 1, 2, 4 …: 1, 4, 5 = 4+1. Now **every piece has a twin.** Each move, even a sweep, spoils that, and the reply mends it. If I take 5 from C: (1, 4, 0), you take 3 from B: (1, 1, 0). If I take 1 from C: (1, 4, 4), you take 1 from A: (0, 4, 4).
    Another winning move: 2 from each.
    -# Each line is a heap, cut into pieces of 1, 2, 4 …; below, how many of each: always an even number.
    <board.png: Rows of counters: A 3, B 4, C 5. The winning move: 2 from A.>
    <map.png: A table of powers of two: A 1: 1; B 4: 4; C 5: 4+1. How often each occurs: 4: 2, 1: 2.>
    [Show it here] [Ask here]

    /wythoff solve position:"3 4" game:multi
    Wythoff (only you can see this):
    **Nim with a sweep**
    **(3, 4) is a win** for whoever moves:
    **Take 2 from each heap**, which leaves (1, 2). Every move from there leaves one heap, or two equal ones, and the reply takes it all. If I take 2 from B: (1, 0), you take 1 from A and win. If I take 1 from B: (1, 1), you take 1 from each and win.
    <board.png: Rows of counters: A 3, B 4. The winning move: 2 from each.>
    [Show it here] [Ask here]

    /wythoff solve position:"3 4 5 6" game:multi last:loses
    Wythoff (only you can see this):
    **Nim with a sweep, the last one loses**
    **(3, 4, 5, 6) is a win** for whoever moves:
    **Take 3 from each heap**, which leaves (0, 1, 2, 3). Cut into 1, 2, 4 …: 1, 2, 3 = 2+1. Now **every piece has a twin.** Each move spoils that, and the reply mends it. If only ones would be left, it leaves an odd number of them. If I take 3 from D: (0, 1, 2, 0), you take 2 from C: (0, 1, 0, 0).
    Other winning moves: 2 from D; 4 from B; 2 from C.
    <board.png: Rows of counters: A 3, B 4, C 5, D 6. The winning move: 3 from each.>
    [Show it here] [Ask here]
    "#);
    story.end().await;
}

#[tokio::test]
async fn why_a_split_wins() {
    let story = Story::begin().await;
    let lines = [
        "/wythoff solve position:\"18\" game:grundy",
        "/wythoff solve position:\"18\" game:grundy last:loses",
    ];
    assert_snapshot!(transcript(&story.anna(), &lines).await, @r#"
    /wythoff solve position:"18" game:grundy
    Wythoff (only you can see this):
    **Grundy’s game**
    **(18) is a win** for whoever moves:
    **Split 18 into 3 and 15.** Each heap counts like a Nim heap: 3 as 1, 15 as 1. Here these cancel out: if a split spoils that, the reply mends it. If I split 15 into 7 and 8, you split 8 into 2 and 6. If I split 3 into 1 and 2, you split 15 into 3 and 12.
    Another winning move: split 18 into 6 and 12.
    -# Each line is what a part counts as, cut into pieces of 1, 2, 4 …; below, how many of each: always an even number.
    <board.png: Rows of counters: heaps of (18). The winning move: split 18 into 3 and 15.>
    <map.png: A table of powers of two: 3: 1; 15: 1. How often each occurs: 1: 2.>
    [Show it here] [Ask here]

    /wythoff solve position:"18" game:grundy last:loses
    Wythoff (only you can see this):
    **Grundy’s game, the last split loses**
    **(18) is lost.** You split 18 into 8 and 10, and I split 8 into 2 and 6. You split 18 into 1 and 17, and I split 17 into 2 and 15. I know no simple rule here, so I worked it out to the end: each of the 8 moves loses.
    <board.png: Rows of counters: heaps of (18).>
    [Show it here] [Ask here]
    "#);
    story.end().await;
}

#[tokio::test]
async fn why_a_move_of_building_nim_wins() {
    let story = Story::begin().await;
    let lines = [
        "/wythoff solve position:8/3 game:building",
        "/wythoff solve position:7/3 game:building",
        "/wythoff solve position:\"1+2 1 0\" game:building",
    ];
    assert_snapshot!(transcript(&story.anna(), &lines).await, @r#"
    /wythoff solve position:8/3 game:building
    Wythoff (only you can see this):
    **Building Nim**
    **8/3 is a win** for whoever moves:
    **Put a stone on A.** On 3 stacks, an even number of stones wins for whoever begins, except 2, 6, 14, 30: I worked that out, up to 60. If I put a stone on A, you put a stone on A. If I put a stone on B, you put a stone on A.
    Other winning moves: a stone on B; a stone on C.
    <board.png: Rows of counters: stacks of 0, 0, 0, and 8 stones in hand. The winning move: a stone on A.>
    [Show it here] [Ask here]

    /wythoff solve position:7/3 game:building
    Wythoff (only you can see this):
    **Building Nim**
    **7/3 is lost.** You put a stone on A, and I put a stone on A. You put a stone on B, and I put a stone on A. The number of stones is odd, so in the end the stacks can’t pair up, as in Nim. Whoever places the next stone also places the last one: then the other player starts Nim, and wins.
    <board.png: Rows of counters: stacks of 0, 0, 0, and 7 stones in hand.>
    [Show it here] [Ask here]

    /wythoff solve position:"1+2 1 0" game:building
    Wythoff (only you can see this):
    **Building Nim**
    **1+(2, 1, 0) is a win** for whoever moves:
    **Put a stone on B.** Two equal heaps are left: whatever one player takes from one heap, the other takes from the other heap. If I take 2 from B: (2, 0, 0), you take 2 from A and win. If I take 1 from A: (1, 2, 0), you take 1 from B: (1, 1, 0).
    <board.png: Rows of counters: stacks of 2, 1, 0, and one stone in hand. The winning move: a stone on B.>
    [Show it here] [Ask here]
    "#);
    story.end().await;
}

#[tokio::test]
async fn why_a_move_of_candy_nim_wins() {
    let story = Story::begin().await;
    let lines = [
        "/wythoff solve position:\"4 5 6\" game:candy",
        "/wythoff solve position:\"3 5 6\" game:candy",
        "/wythoff solve position:\"1 5 4 (2-3)\"",
    ];
    assert_snapshot!(transcript(&story.anna(), &lines).await, @r#"
    /wythoff solve position:"4 5 6" game:candy
    Wythoff (only you can see this):
    **Candy Nim**
    **(4, 5, 6) is a win** for whoever moves:
    **Take 5 from heap C**, which leaves (4, 5, 1). Cut into 1, 2, 4 …, **every piece has a twin**: that wins the last candy. Of the moves that do it, none gets more candies. How many candies one gets is just for fun: with best play, whoever makes this move ends up 1 ahead.
    Other winning moves: 3 from B; 1 from A.
    -# Each line is a heap, cut into pieces of 1, 2, 4 …; below, how many of each: always an even number.
    <board.png: Rows of counters: A 4, B 5, C 6. The winning move: 5 from C.>
    <map.png: A table of powers of two: A 4: 4; B 5: 4+1; C 1: 1. How often each occurs: 4: 2, 1: 2.>
    [Show it here] [Ask here]

    /wythoff solve position:"3 5 6" game:candy
    Wythoff (only you can see this):
    **Candy Nim**
    **(3, 5, 6) is lost.** You take 6 from C: (3, 5, 0), and I take 2 from B: (3, 3, 0). Cut into 1, 2, 4 …: 3 = 2+1, 5 = 4+1, 6 = 4+2. Now **every piece has a twin**, so the last candy goes to the other player. With best play, the player to move ends up 6 ahead.
    No move gets you more than taking 1 from heap A.
    -# Each line is a heap, cut into pieces of 1, 2, 4 …; below, how many of each: always an even number.
    <board.png: Rows of counters: A 3, B 5, C 6.>
    <map.png: A table of powers of two: A 3: 2+1; B 5: 4+1; C 6: 4+2. How often each occurs: 4: 2, 2: 2, 1: 2.>
    [Show it here] [Ask here]

    /wythoff solve position:"1 5 4 (2-3)"
    Wythoff (only you can see this):
    **Candy Nim**
    **(1, 5, 4) is lost.** You take 5 from B: (1, 0, 4), and I take 3 from C: (1, 0, 1). Cut into 1, 2, 4 …: 1, 4, 5 = 4+1. Now **every piece has a twin**, so the last candy goes to the other player. With best play, the player to move ends up 3 ahead.
    No move gets you more than taking 3 from heap B.
    -# Each line is a heap, cut into pieces of 1, 2, 4 …; below, how many of each: always an even number.
    <board.png: Rows of counters: A 1, B 5, C 4.>
    <map.png: A table of powers of two: A 1: 1; B 5: 4+1; C 4: 4. How often each occurs: 4: 2, 1: 2.>
    [Show it here] [Ask here]
    "#);
    story.end().await;
}

#[tokio::test]
async fn unplayable_positions_and_options_are_refused() {
    let story = Story::begin().await;
    let lines = [
        "/wythoff start game:moore heaps:9",
        "/wythoff start game:moore most:2 position:\"13 4\"",
        "/wythoff start game:moore most:2 position:\"1 2 3 4 5 6\"",
        "/wythoff start game:multi position:\"7\"",
        "/wythoff start game:multi position:\"3 4 5 21\"",
        "/wythoff start game:grundy position:\"30 11\"",
        "/wythoff start game:grundy position:\"3 0\"",
        "/wythoff start game:building position:\"61/3\"",
        "/wythoff start game:building position:\"8/9\"",
        "/wythoff start game:building position:\"x\"",
        "/wythoff start game:candy position:\"101 2\"",
        "/wythoff start game:nim heaps:2",
    ];
    assert_snapshot!(transcript(&story.anna(), &lines).await, @r#"
    /wythoff start game:moore heaps:9
    Wythoff (only you can see this):
    The option `heaps` is a number from 1 to 8.

    /wythoff start game:moore most:2 position:"13 4"
    Wythoff (only you can see this):
    With `most`, a heap of Moore’s Nim has at most 12 here.

    /wythoff start game:moore most:2 position:"1 2 3 4 5 6"
    Wythoff (only you can see this):
    With the option `most`, Moore’s Nim has at most 5 heaps here.

    /wythoff start game:multi position:"7"
    Wythoff (only you can see this):
    Nim with a sweep is played with 2 to 5 heaps.

    /wythoff start game:multi position:"3 4 5 21"
    Wythoff (only you can see this):
    Nim with a sweep with 4 heaps can have at most 20 per heap here.

    /wythoff start game:grundy position:"30 11"
    Wythoff (only you can see this):
    Grundy’s game is played with at most 40 in all.

    /wythoff start game:grundy position:"3 0"
    Wythoff (only you can see this):
    A heap holds at least one.

    /wythoff start game:building position:"61/3"
    Wythoff (only you can see this):
    There can be 1 to 60 stones.

    /wythoff start game:building position:"8/9"
    Wythoff (only you can see this):
    Building Nim is played with 2 to 7 stacks.

    /wythoff start game:building position:"x"
    Wythoff (only you can see this):
    Write the stones and the stacks, such as `8/3`. If some stones are placed already, write it like `4+3 0 2`.

    /wythoff start game:candy position:"101 2"
    Wythoff (only you can see this):
    Candy Nim with 2 heaps can have at most 100 per heap here.

    /wythoff start game:nim heaps:2
    Wythoff (only you can see this):
    Nim has no option `heaps`. These games have it: Moore’s Nim.
    "#);
    story.end().await;
}

#[tokio::test]
async fn illegal_moves_are_refused_in_the_words_of_the_game() {
    let story = Story::begin().await;
    let anna = story.anna();
    let mut answers = Vec::new();
    for (start, moves) in [
        (
            "game:moore",
            ["A1B1C1", "3 from a, 1 from b and 2 from d", "x"],
        ),
        ("game:multi", ["A1B1", "A9B9C9", "2 from two"]),
        (
            "game:grundy position:8",
            ["8=4+4", "7=3+4", "8 into 3 and 4"],
        ),
        ("game:building position:8/3", ["A1", "+D", "on a and b"]),
        ("game:building position:\"2 1 0\"", ["+A", "C1", "B2"]),
    ] {
        story.later(seconds(10));
        anna.types(&format!("/wythoff start {start} first:me"))
            .await;
        let lines = moves.map(|mv| format!("/wythoff move \"{mv}\""));
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        answers.push(format!("{start}\n{}", transcript(&anna, &lines).await));
        anna.types("/wythoff resign").await;
        anna.clicks("Resign").await;
    }
    assert_snapshot!(answers.join("\n\n"), @r#"
    game:moore
    /wythoff move "A1B1C1"
    Wythoff (only you can see this):
    Your game against 🐥 Duckling at Moore’s Nim (1, 3, 1): A move takes from 2 heaps at most.

    /wythoff move "3 from a, 1 from b and 2 from d"
    Wythoff (only you can see this):
    The heaps go from A to C.

    /wythoff move "x"
    Wythoff (only you can see this):
    The heaps go from A to C.

    game:multi
    /wythoff move "A1B1"
    Wythoff (only you can see this):
    Your game against 🐥 Duckling at Nim with a sweep (2, 3, 3): Take from one heap, or the same number from every heap. Nothing was changed.

    /wythoff move "A9B9C9"
    Wythoff (only you can see this):
    Your game against 🐥 Duckling at Nim with a sweep (2, 3, 3): You can take at most 2 from each heap.

    /wythoff move "2 from two"
    Wythoff (only you can see this):
    I can’t read “2 from two” as a move. Write it like this: 1 from A. Nothing was changed.

    game:grundy position:8
    /wythoff move "8=4+4"
    Wythoff (only you can see this):
    Your game against 🐧 Penguin at Grundy’s game (8): Split a heap into two unequal parts.

    /wythoff move "7=3+4"
    Wythoff (only you can see this):
    Your game against 🐧 Penguin at Grundy’s game (8): There is no heap of 7.

    /wythoff move "8 into 3 and 4"
    Wythoff (only you can see this):
    3 and 4 don’t add up to 8. Nothing was changed.

    game:building position:8/3
    /wythoff move "A1"
    Wythoff (only you can see this):
    Your game against 🐧 Penguin at Building Nim: First put all the stones on the stacks, one per turn.

    /wythoff move "+D"
    Wythoff (only you can see this):
    Your game against 🐧 Penguin at Building Nim: The stacks are A to C.

    /wythoff move "on a and b"
    Wythoff (only you can see this):
    I can’t read “on a and b” as a move. Write it like this: a stone on A. Nothing was changed.

    game:building position:"2 1 0"
    /wythoff move "+A"
    Wythoff (only you can see this):
    Your game against 🐧 Penguin at Building Nim (2, 1, 0): All stones are placed. Now take any number from one stack.

    /wythoff move "C1"
    Wythoff (only you can see this):
    Your game against 🐧 Penguin at Building Nim (2, 1, 0): Stack C is empty.

    /wythoff move "B2"
    Wythoff (only you can see this):
    Your game against 🐧 Penguin at Building Nim (2, 1, 0): You can take at most 1 from stack B.
    "#);
    story.end().await;
}

#[tokio::test]
async fn a_board_of_building_nim() {
    let story = Story::begin().await;
    let anna = story.anna();
    let board = anna.types("/wythoff start game:building position:4/2 first:me");
    assert_snapshot!(board.await, @"
    Wythoff:
    @anna against **🐧 Penguin**
    *“I make no mistakes.”*
    Put one stone a turn; then take any from one stack. Taking the last one wins.
    **@anna to move.**
    -# Building Nim
    <board.png: Rows of counters: stacks of 0, 0, and 4 stones in hand.>
    [Stone on A] [Stone on B]
    [Hint (no prize)] [Resign] [Rules]
    ");
    for _ in 0..2 {
        anna.clicks("Stone on A").await;
    }
    anna.latest()
        .says("@anna put a stone on A. Penguin put a stone on B.");
    anna.latest()
        .says("[1 from A] [2 from A]\n[1 from B] [2 from B]");
    story.end().await;
}

#[tokio::test]
async fn a_board_and_a_review_of_candy_nim() {
    let story = Story::begin().await;
    let anna = story.anna();
    let board = anna.types("/wythoff start game:candy position:\"3 5 6\" first:me");
    assert_snapshot!(board.await, @"
    Wythoff:
    @anna against **🐧 Penguin**
    *“I make no mistakes.”*
    Eat as many as you like from one heap. Whoever eats the last one wins.
    **@anna to move.**
    -# Candy Nim · Position (3, 5, 6)
    <board.png: Rows of counters: A 3, B 5, C 6.>
    [1 from A] [2 from A] [3 from A]
    [1 from B] [2 from B] [3 from B] [4 from B] [5 from B]
    [1 from C] [2 from C] [3 from C] [4 from C] [5 from C]
    [6 from C]
    [Hint (no prize)] [Resign] [Rules]
    ");
    let moved = anna.types("/wythoff move \"C1\"").await;
    moved.says(
        "Eaten, just for glory: @anna 1, Penguin 3.\n-# Candy Nim · Position (0, 5, 5) (1-3)",
    );
    moved.says("[5 from B]\n[1 from C]");
    assert_snapshot!(anna.clicks("Hint").await, @"
    Wythoff (only you can see this):
    No move wins now, and none gets you more than taking 1 from heap B.
    -# 🔎 With a hint, a win in this game doesn’t count.
    [Why is it lost?]
    ");
    anna.types("/wythoff resign").await;
    anna.clicks("Resign").await;
    let review = anna.types("/wythoff review").await;
    review.says("Couldn’t win. 4 candies fewer than possible.");
    let text = anna.clicks("Notation").await;
    text.says("Penguin had to find a winning move once, and did once.");
    story.end().await;
}

#[tokio::test]
async fn a_board_of_grundys_game() {
    let story = Story::begin().await;
    let anna = story.anna();
    let board = anna.types("/wythoff start game:grundy position:\"8 4 2 1\" first:me");
    assert_snapshot!(board.await, @"
    Wythoff:
    @anna against **🐧 Penguin**
    *“I make no mistakes.”*
    Split one heap into two unequal heaps. Whoever makes the last split wins.
    **@anna to move.**
    -# Grundy’s game · Position (8, 4, 2, 1)
    <board.png: Rows of counters: heaps of (8, 4, 2, 1).>
    [8 = 1 + 7] [8 = 2 + 6] [8 = 3 + 5]
    [4 = 1 + 3]
    [Hint (no prize)] [Resign] [Rules]
    ");
    story.end().await;
}

#[tokio::test]
async fn typed_moves_are_completed() {
    let story = Story::begin().await;
    let anna = story.anna();
    let mut results = Vec::new();
    for (start, inputs) in [
        ("game:moore", ["", "A2", "a2c"]),
        ("game:multi position:\"3 4 5\"", ["", "AB", "ABC"]),
        ("game:grundy position:\"9 5\"", ["", "9=", "5=1"]),
        ("game:building position:8/3", ["", "+", "B"]),
        ("game:candy", ["", "c", "C1"]),
    ] {
        anna.types(&format!("/wythoff start {start} first:me"))
            .await;
        for input in inputs {
            let choices = anna.completes(&format!("/wythoff move {input}")).await;
            results.push(format!(
                "{start} {input:?}: {} in all: {}",
                choices.len(),
                choices.into_iter().take(6).collect::<Vec<_>>().join(" | ")
            ));
        }
        anna.types("/wythoff resign").await;
        anna.clicks("Resign").await;
    }
    assert_snapshot!(results.join("\n"), @r#"
    game:moore "": 5 in all: A1: 1 from A | B1: 1 from B | B2: 2 from B | B3: 3 from B | C1: 1 from C
    game:moore "A2": 0 in all: 
    game:moore "a2c": 0 in all: 
    game:multi position:"3 4 5" "": 15 in all: A1: 1 from A | A2: 2 from A | A3: 3 from A | B1: 1 from B | B2: 2 from B | B3: 3 from B
    game:multi position:"3 4 5" "AB": 3 in all: ABC1: 1 from each | ABC2: 2 from each | ABC3: 3 from each
    game:multi position:"3 4 5" "ABC": 3 in all: ABC1: 1 from each | ABC2: 2 from each | ABC3: 3 from each
    game:grundy position:"9 5" "": 6 in all: 9=1+8: split 9 into 1 and 8 | 9=2+7: split 9 into 2 and 7 | 9=3+6: split 9 into 3 and 6 | 9=4+5: split 9 into 4 and 5 | 5=1+4: split 5 into 1 and 4 | 5=2+3: split 5 into 2 and 3
    game:grundy position:"9 5" "9=": 4 in all: 9=1+8: split 9 into 1 and 8 | 9=2+7: split 9 into 2 and 7 | 9=3+6: split 9 into 3 and 6 | 9=4+5: split 9 into 4 and 5
    game:grundy position:"9 5" "5=1": 1 in all: 5=1+4: split 5 into 1 and 4
    game:building position:8/3 "": 3 in all: +A: a stone on A | +B: a stone on B | +C: a stone on C
    game:building position:8/3 "+": 3 in all: +A: a stone on A | +B: a stone on B | +C: a stone on C
    game:building position:8/3 "B": 1 in all: +B: a stone on B
    game:candy "": 10 in all: A1: 1 from A | A2: 2 from A | A3: 3 from A | B1: 1 from B | B2: 2 from B | B3: 3 from B
    game:candy "c": 0 in all: 
    game:candy "C1": 0 in all:
    "#);
    story.end().await;
}
