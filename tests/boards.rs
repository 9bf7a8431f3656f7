//! The games that are played on boards of dots: Circular Nim, TacTix, Graph Nim. Their texts, and
//! how dots are marked and taken.

use insta::assert_snapshot;

use crate::support::{Says as _, Story, transcript, until};

#[tokio::test]
async fn the_rules_of_each_game() {
    let story = Story::begin().await;
    let lines = [
        "/wythoff rules game:circular",
        "/wythoff rules game:tactix",
        "/wythoff rules game:graph",
    ];
    assert_snapshot!(transcript(&story.anna(), &lines).await, @"
    /wythoff rules game:circular
    Wythoff (only you can see this):
    **Circular Nim**
    Take one, two or three neighbors in the circle. Gaps stay. Taking the last one wins.
    Try a move on this board, just to see: I’ll answer.
    <board.png: Dots in a circle: 1, 2, 3, gap, 5, 6, gap.>
    ▾ Your move: take dot 1 | take dot 2 | … | take dots 1, 2 and 3
    [Play me]
    ▾ More about it …: How to move
    [Show it here]

    /wythoff rules game:tactix
    Wythoff (only you can see this):
    **TacTix, the last one loses**
    Take one dot, or neighbors in one row or column. Taking the last one loses.
    Try a move on this board, just to see: I’ll answer.
    <board.png: Row 1: 1, 2, 3. Row 2: 4, 5, 6.>
    ▾ Your move: take dot 1 | take dot 2 | … | take dots 4, 5 and 6
    [Play me]
    ▾ More about it …: How to move
    [Show it here]

    /wythoff rules game:graph
    Wythoff (only you can see this):
    **Graph Nim**
    Take one dot, or any number that are connected. Taking the last one wins.
    Try a move on this board, just to see: I’ll answer.
    <board.png: Dots in a row: 1, 2, 3. Dots in a row: 4.>
    ▾ Your move: take dot 1 | take dot 2 | … | take dots 1, 2 and 3
    [Play me]
    ▾ More about it …: How to move
    [Show it here]
    ");
    story.end().await;
}

#[tokio::test]
async fn a_game_is_chosen_from_the_list_and_played() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff rules").await;
    let page = anna.chooses("Choose a game", "Graph Nim").await;
    let page = page.to_string();
    assert!(page.contains("<board.png: "), "its picture: {page}");
    anna.clicks("Play me").await;
    anna.sees("-# Graph Nim").await;
    anna.sees("**@anna to move.**").await;
    story.end().await;
}

#[tokio::test]
async fn rules_opened_from_a_game_show_its_limit() {
    let story = Story::begin().await;
    let anna = story.anna();
    let start = "/wythoff start game:graph position:P3+C4 most:1 last:loses first:me";
    anna.types(start).await.says("\nTake one dot. Taking");
    let rules = anna.clicks("Rules").await;
    rules.says("Take one dot. Taking the last one loses.");
    rules.says("▾ Your move: take dot 1 | take dot 2 | … | take dot 4\n");
    story.end().await;
}

#[tokio::test]
async fn one_end_is_tapped_and_then_the_other() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    let board = anna.types("/wythoff start game:circular position:\"ooo-ooooo-\" first:me");
    assert_snapshot!(board.await, @"
    Wythoff:
    @anna against **🐧 Penguin**
    *“I make no mistakes.”*
    Take one, two or three neighbors in the circle. Gaps stay. Taking the last one wins.
    **@anna to move.**
    -# Circular Nim
    <board.png: Dots in a circle: 1, 2, 3, gap, 5, 6, 7, 8, 9, gap.>
    [1] [2] [3] [·] (off) [5]
    [·] (off) [9] [8] [7] [6]
    [Take] (off)
    [Hint (no prize)] [Resign] [Rules]
    ");
    let one = anna.clicks("5").await;
    one.says("Chosen: dot 5.\n");
    one.says("[Take dot 5]");
    // The dot in between is filled in.
    let filled = anna.clicks("7").await;
    filled.says("Chosen: dots 5, 6 and 7.");
    filled.says("[Take dots 5, 6 and 7]");
    // Nothing that no move takes along with them can be tapped.
    filled.says("[9] (off) [8] (off)");
    // The choice is kept; clicking a marked dot unmarks it.
    anna.at(1).clicks("7").await.says("Chosen: dots 5 and 6.\n");
    anna.at(1).clicks("5").await.says("Chosen: dot 6.\n");
    let more = anna.at(1).clicks("7").await;
    more.says("Chosen: dots 6 and 7.\n");
    // The picture stays.
    more.says("<board.png: ");
    // The start is the only change of the game so far.
    let changes = "SELECT COUNT(*) FROM interactions";
    until(story.folder.path(), changes, |count| count == 1).await;
    // The control carries the choice, so it works even after a restart.
    let take = anna.at(1).control("Take dots").expect("a button");
    story.restart().await;
    assert_snapshot!(anna.at(1).forges(&take, &[]).await, @"
    Wythoff:
    @anna against **🐧 Penguin**
    @anna took dots 6 and 7. Penguin took dot 3.
    **@anna to move.**
    -# Circular Nim
    <board.png: Dots in a circle: 1, 2, gap, gap, 5, gap, gap, 8, 9, gap. The last move took dot 3.>
    [1] [2] [·] (off) [·] (off) [5]
    [·] (off) [9] [8] [·] (off) [·] (off)
    [Take] (off)
    [Hint (no prize)] [Take back (no prize)] [Resign] [Rules]
    ");
    story.end().await;
}

#[tokio::test]
async fn a_choice_with_a_gap_is_not_a_move_yet() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start game:circular position:4 first:me")
        .await;
    anna.clicks("1").await;
    // In a circle there are two ways from dot 1 to dot 3.
    let gap = anna.clicks("3").await;
    gap.says("Chosen: dots 1 and 3. Now tap what’s in between.");
    gap.says("[1] [2]\n[4] [3] [Take dots 1 and 3] (off)");
    let press = anna.control("Take dots 1 and 3").expect("a button");
    let forged = anna.forges(&press, &[]).await;
    forged.says("Take dots that are next to each other");
    anna.at(1).clicks("2").await.says("[Take dots 1, 2 and 3]");
    story.end().await;
}

#[tokio::test]
async fn quick_taps_add_up_and_a_duplicate_gets_the_same_answer() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start game:tactix position:4x4 first:me")
        .await;
    let [one, four, five] = ["1", "4", "5"].map(|dot| anna.control(dot).expect("a button"));
    story.sandbox.deliver_times(2);
    anna.forges(&one, &[]).await;
    anna.forges(&one, &[]).await.says("Chosen: dot 1.\n");
    let both = anna.forges(&four, &[]).await;
    both.says("Chosen: dots 1, 2, 3 and 4.\n");
    anna.forges(&five, &[])
        .await
        .says("You can’t take dot 5 in the same move as those");
    let moved = anna.at(1).clicks("Take dots").await;
    moved.says("@anna took dots 1, 2, 3 and 4.");
    assert_eq!(story.plies(&anna).await, [2], "the move was made once");
    anna.at(1).forges(&five, &[]).await.says("@anna to move");
    anna.sees("The game has moved on since that board was shown")
        .await;
    story.end().await;
}

#[tokio::test]
async fn only_the_player_to_move_chooses_dots() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff challenge member:boris game:graph position:\"P3+C4+S5\" first:me")
        .await;
    boris.clicks("Accept (anna goes first)").await;
    boris.clicks("1").await.says("It’s not your turn.");
    assert_snapshot!(anna.at(1).clicks("8").await, @"
    Wythoff (pings @boris):
    @anna against @boris
    Take one dot, or any number that are connected. Taking the last one wins.
    **@anna to move**; time is up in 1 day.
    Chosen: dot 8.
    -# Graph Nim, not rated
    <board.png: Dots in a row: 1, 2, 3. Dots in a circle: 4, 5, 6, 7. Dots in a star: 8, 9, 10, 11, 12; 8 is in the middle.>
    [1] (off) [2] (off) [3] (off)
    [4] (off) [5] (off)
    [7] (off) [6] (off) [Take dot 8]
    [8] [9] [10] [11] [12]
    [Resign] [Rules] [🔮 Who wins?]
    ");
    let eight = anna.control("8").expect("a button");
    let moved = anna.at(1).clicks("Take dot 8").await;
    moved.says("@anna took dot 8.");
    boris.at(1).forges(&eight, &[]).await.says("@boris to move");
    story.end().await;
}

/// Two bars have no home, and so no cross.
#[tokio::test]
async fn bars_are_described_as_bars() {
    let story = Story::begin().await;
    let anna = story.anna();
    let bars = anna.types("/wythoff solve a:100 b:90 last:loses").await;
    bars.says("Two bars: the queen is (100, 90)");
    bars.says("Whoever goes home loses.");
    bars.does_not_say("cross");
    story.end().await;
}

#[tokio::test]
async fn the_largest_boards() {
    let story = Story::begin().await;
    let lines = [
        "/wythoff start game:tactix position:3x6 first:me",
        "/wythoff start game:tactix position:2x2x3 first:me",
        "/wythoff start game:circular position:18 first:me",
        "/wythoff start game:graph position:P8+P8 first:me",
    ];
    let mut boards = Vec::new();
    for (index, line) in lines.into_iter().enumerate() {
        let anna = story.anna().in_channel(&format!("channel-{index}"));
        let mut board = anna.types(line).await.to_string();
        // Of all but the first board only the buttons are compared.
        if index > 0 {
            board.drain(..board.find("\n[").map_or(0, |at| at + 1));
        }
        boards.push(format!("{line}\n{board}"));
    }
    assert_snapshot!(boards.join("\n\n"), @"
    /wythoff start game:tactix position:3x6 first:me
    Wythoff:
    @anna against **🐧 Penguin**
    *“I make no mistakes.”*
    Take one dot, or neighbors in one row or column. Taking the last one loses.
    **@anna to move.**
    -# TacTix, the last one loses
    <board.png: Row 1: 1, 2, 3, 4, 5, 6. Row 2: 7, 8, 9, 10, 11, 12. Row 3: 13, 14, 15, 16, 17, 18.>
    [1] [2] [3] [4] [5]
    [6] [7] [8] [9] [10]
    [11] [12] [13] [14] [15]
    [16] [17] [18] [Take] (off)
    [Hint (no prize)] [Resign] [Rules]

    /wythoff start game:tactix position:2x2x3 first:me
    [1] [2] [3]
    [4] [5] [6]
    [7] [8] [9]
    [10] [11] [12] [Take] (off)
    [Hint (no prize)] [Resign] [Rules]

    /wythoff start game:circular position:18 first:me
    [1] [2] [3] [4] [5]
    [6] [7] [8] [9] [10]
    [11] [12] [13] [14] [15]
    [16] [17] [18] [Take] (off)
    [Hint (no prize)] [Resign] [Rules]

    /wythoff start game:graph position:P8+P8 first:me
    [1] [2] [3] [4] [5]
    [6] [7] [8] [9] [10]
    [11] [12] [13] [14] [15]
    [16] [Take] (off)
    [Hint (no prize)] [Resign] [Rules]
    ");
    story.end().await;
}

#[tokio::test]
async fn invalid_boards_are_refused() {
    let story = Story::begin().await;
    let anna = story.anna();
    let lines = [
        "/wythoff start game:circular position:ring",
        "/wythoff start game:tactix position:5x5",
        "/wythoff start game:tactix position:4",
        "/wythoff start game:graph position:P3",
        "/wythoff start game:graph position:C2+P1",
        "/wythoff start game:graph position:3+4",
    ];
    assert_snapshot!(transcript(&anna, &lines).await, @"
    /wythoff start game:circular position:ring
    Wythoff (only you can see this):
    Write how many dots the circle has, such as `10`; or `o` for each dot and `-` for each gap, such as `ooo--ooooo`.

    /wythoff start game:tactix position:5x5
    Wythoff (only you can see this):
    TacTix is played with 1 to 18 dots.

    /wythoff start game:tactix position:4
    Wythoff (only you can see this):
    Write how many rows and columns there are, such as `4x4`; or row by row, such as `oooo/o--o`.

    /wythoff start game:graph position:P3
    Wythoff (only you can see this):
    There can be 2 to 8 parts, or a single one if `most` is lower than 8: it limits how many dots a move takes.

    /wythoff start game:graph position:C2+P1
    Wythoff (only you can see this):
    Each C part has 3 to 8 dots.

    /wythoff start game:graph position:3+4
    Wythoff (only you can see this):
    Write parts such as `P3+C4`, each a letter and a number: P for a row, C for a ring, K if all are joined, S for a star. Write what is left of a part with `o` and `-`, such as `Po-o`.
    ");
    story.end().await;
}

#[tokio::test]
async fn invalid_moves_are_refused() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start game:circular position:\"ooo-ooooo-\" first:me")
        .await;
    let lines = [
        "/wythoff move 4",
        "/wythoff move 19",
        "/wythoff move 11",
        "/wythoff move 3.5",
        "/wythoff move \"5 6 7 8\"",
        "/wythoff move nothing",
        "/wythoff move A3",
    ];
    assert_snapshot!(transcript(&anna, &lines).await, @r#"
    /wythoff move 4
    Wythoff (only you can see this):
    Your game against 🐧 Penguin at Circular Nim: Dot 4 is gone.

    /wythoff move 19
    Wythoff (only you can see this):
    The dots go from 1 to 10.

    /wythoff move 11
    Wythoff (only you can see this):
    Your game against 🐧 Penguin at Circular Nim: The dots go from 1 to 10.

    /wythoff move 3.5
    Wythoff (only you can see this):
    Your game against 🐧 Penguin at Circular Nim: Take dots that are next to each other in the circle, with no gaps.

    /wythoff move "5 6 7 8"
    Wythoff (only you can see this):
    Your game against 🐧 Penguin at Circular Nim: A move takes 3 dots at most.

    /wythoff move nothing
    Wythoff (only you can see this):
    I can’t read “nothing” as a move. Write it like this: dot 1. Nothing was changed.

    /wythoff move A3
    Wythoff (only you can see this):
    Your game against 🐧 Penguin at Circular Nim: That isn’t a move in this game.
    "#);
    let moved = anna.types("/wythoff move \"5 to 7\"").await;
    moved.says("@anna took dots 5, 6 and 7.");
    story.end().await;
}

#[tokio::test]
async fn solve_gives_the_best_move_and_the_reason() {
    let story = Story::begin().await;
    let lines = [
        "/wythoff solve position:10 game:circular",
        "/wythoff solve position:\"ooo-ooooo-\"  game:circular",
        "/wythoff solve position:\"ooo-ooo-\"  game:circular last:loses",
        "/wythoff solve position:4x4",
        "/wythoff solve position:4x4 last:wins",
        "/wythoff solve position:P3+C4+S5",
        "/wythoff solve position:ooo-oo",
    ];
    assert_snapshot!(transcript(&story.anna(), &lines).await, @r#"
    /wythoff solve position:10 game:circular
    Wythoff (only you can see this):
    **Circular Nim**
    **10 is lost.** You take dots 8, 9 and 10, and I take dots 3, 4 and 5. You take dot 1, and I take dots 5, 6 and 7. The circle is full, so any move leaves one row. The reply takes one, two or three from its middle, or all of it, leaving two equal rows or nothing. From then on, every move is copied.
    <board.png: Dots in a circle: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10.>
    [Show it here] [Ask here]

    /wythoff solve position:"ooo-ooooo-"  game:circular
    Wythoff (only you can see this):
    **Circular Nim**
    **ooo-ooooo- is a win** for whoever moves:
    **Take dots 5 and 6.** Two equal rows are left: whatever is taken from one, the reply takes the same from the other. If I take dots 7, 8 and 9, you take dots 1, 2 and 3 and win. If I take dot 1, you take dot 7.
    Other winning moves: dots 8 and 9; dots 1 and 2; dots 2 and 3; dots 6 and 7; dots 7 and 8.
    <board.png: Dots in a circle: 1, 2, 3, gap, 5, 6, 7, 8, 9, gap. The winning move: dots 5 and 6.>
    [Show it here] [Ask here]

    /wythoff solve position:"ooo-ooo-"  game:circular last:loses
    Wythoff (only you can see this):
    **Circular Nim, the last one loses**
    **ooo-ooo- is lost.** You take dots 5, 6 and 7, and I take dots 1 and 2. Each row counts like a Nim heap: 3 as 3, 3 as 3. Cut into 1, 2, 4 …, **every piece has a twin.** If a move spoils that, the reply mends it. If only single dots would be left, it leaves an odd number of them.
    -# Each line is what a part counts as, cut into pieces of 1, 2, 4 …; below, how many of each: always an even number.
    <board.png: Dots in a circle: 1, 2, 3, gap, 5, 6, 7, gap.>
    <map.png: A table of powers of two: 3: 2+1; 3: 2+1. How often each occurs: 2: 2, 1: 2.>
    [Show it here] [Ask here]

    /wythoff solve position:4x4
    Wythoff (only you can see this):
    **TacTix, the last one loses**
    **4x4 is lost.** You take dots 13, 14, 15 and 16, and I take dots 5, 6, 7 and 8. You take dot 6, and I take dot 11. I know no simple rule here, so I worked it out to the end: each of the 64 moves loses.
    <board.png: Row 1: 1, 2, 3, 4. Row 2: 5, 6, 7, 8. Row 3: 9, 10, 11, 12. Row 4: 13, 14, 15, 16.>
    [Show it here] [Ask here]

    /wythoff solve position:4x4 last:wins
    Wythoff (only you can see this):
    **TacTix**
    **4x4 is lost.** You take dots 13, 14, 15 and 16, and I take dots 1, 2, 3 and 4. You take dot 2, and I take dot 15. The board looks the same upside down, and no move takes a dot and the one opposite: whatever is taken, the reply takes what lies opposite.
    <board.png: Row 1: 1, 2, 3, 4. Row 2: 5, 6, 7, 8. Row 3: 9, 10, 11, 12. Row 4: 13, 14, 15, 16.>
    [Show it here] [Ask here]

    /wythoff solve position:P3+C4+S5
    Wythoff (only you can see this):
    **Graph Nim**
    **P3+C4+S5 is a win** for whoever moves:
    **Take dots 4, 5, 6 and 7.** Each part counts like a Nim heap: a row of 3 as 3, a star of 5 as 3. Cut into 1, 2, 4 …, **every piece has a twin.** If a move spoils that, the reply mends it. If I take dots 8, 9, 10, 11 and 12, you take dots 1, 2 and 3 and win. If I take dot 1, you take dot 9.
    -# Each line is what a part counts as, cut into pieces of 1, 2, 4 …; below, how many of each: always an even number.
    <board.png: Dots in a row: 1, 2, 3. Dots in a circle: 4, 5, 6, 7. Dots in a star: 8, 9, 10, 11, 12; 8 is in the middle. The winning move: dots 4, 5, 6 and 7.>
    <map.png: A table of powers of two: P3: 2+1; S5: 2+1. How often each occurs: 2: 2, 1: 2.>
    [Show it here] [Ask here]

    /wythoff solve position:ooo-oo
    Wythoff (only you can see this):
    **Circular Nim**
    **ooo-oo is a win** for whoever moves:
    **Take dots 1, 2 and 6.** Two equal rows are left: whatever is taken from one, the reply takes the same from the other. If I take dot 5, you take dot 3 and win. If I take dot 3, you take dot 5 and win.
    Another winning move: dot 1.

    **TacTix, the last one loses**
    **ooo-oo is a win** for whoever moves:
    **Take dot 1.** The lines don’t touch, so they count like Nim heaps, cut into 1, 2, 4 …: 2, 2. Now **every piece has a twin.** If a move spoils that, the reply mends it. If only single dots would be left, it leaves an odd number of them. If I take dots 5 and 6, you take dot 2.
    Another winning move: dot 3.
    "#);
    story.end().await;
}

#[tokio::test]
async fn a_hint_and_a_review() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start game:tactix position:2x3 last:wins first:me")
        .await;
    let hint = anna.clicks("Hint").await.to_string();
    anna.types("/wythoff move 1").await;
    let board = anna.types("/wythoff resign").await.to_string();
    anna.clicks("Resign").await;
    let review = anna.types("/wythoff review").await.to_string();
    hint.says("[dot 1] [dots 2 and 5] [dots 4, 5 and 6]");
    board.says("your game against 🐧 Penguin at TacTix?");
    review.says("**@anna, move 1:** took dot 1.\n✗ **Threw the win away.** Better: dots 2 and 5.");
    anna.sees("🐧 Penguin beat @anna").await;
    let why = anna.at(2).clicks("Why?").await;
    why.says("With **dots 2 and 5**, @anna would have won.");
    let more = anna.clicks("Tell me more").await;
    more.says("It was @anna’s to win: dots 2 and 5. The board looks the same upside down");
    review.says("Row 2: 4, 5, 6. The move made: dot 1. The winning move: dots 2 and 5.");
    story.end().await;
}

#[tokio::test]
async fn autocomplete_lists_moves_with_their_dots() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start game:circular position:\"ooo-ooooo-\" first:me")
        .await;
    let mut lines = Vec::new();
    for typed in ["", "5", "5.6", "9.", "4"] {
        let choices = anna.completes(&format!("/wythoff move {typed}")).await;
        lines.push(format!("\"{typed}\": {choices:?}"));
    }
    assert_snapshot!(lines.join("\n"), @r#"
    "": ["1: dot 1", "2: dot 2", "3: dot 3", "5: dot 5", "6: dot 6", "7: dot 7", "8: dot 8", "9: dot 9", "1.2: dots 1 and 2", "2.3: dots 2 and 3", "5.6: dots 5 and 6", "6.7: dots 6 and 7", "7.8: dots 7 and 8", "8.9: dots 8 and 9", "1.2.3: dots 1, 2 and 3", "5.6.7: dots 5, 6 and 7", "6.7.8: dots 6, 7 and 8", "7.8.9: dots 7, 8 and 9"]
    "5": ["5: dot 5", "5.6: dots 5 and 6", "5.6.7: dots 5, 6 and 7"]
    "5.6": ["5.6: dots 5 and 6", "5.6.7: dots 5, 6 and 7"]
    "9.": ["9: dot 9"]
    "4": []
    "#);
    story.end().await;
}
