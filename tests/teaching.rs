//! Hints, solutions and rules.

use insta::assert_snapshot;

use crate::support::{OVER, Says as _, Story, Takes as _, plays_best, resigns};

#[tokio::test]
async fn a_hint_asks_then_shows_the_move_then_its_reason() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 13 9 first:me").await;
    assert_snapshot!(anna.clicks("Hint").await, @"
    Wythoff (only you can see this):
    **You can win here.** Which of these three is the right move?
    -# 🔎 With a hint, a win in this game doesn’t count.
    [3 diagonally] [1 left] [4 left]
    [Show me]
    ");
    assert_snapshot!(anna.clicks("Show me").await, @"
    Wythoff (only you can see this):
    **Go 3 diagonally**: then you can win, whatever 🐧 Penguin does.
    <board.png: A board: the queen is (13, 9), 13 right of home and 9 above it. She can go up to 13 left, 9 down, or 9 diagonally. The winning move: 3 diagonally.>
    [Play it] [Tell me more]
    ");
    assert_snapshot!(anna.clicks("Tell me more").await, @"
    Wythoff (only you can see this):
    **Go 3 diagonally**, to (10, 6). On that diagonal, only this square is cold: whoever has to move from it loses. If I go 4 left, you go 6 diagonally and win. If I go 1 left, you go 2 diagonally.
    -# Blue squares are cold: whoever has to move from there loses. The line ends where the winning move lands.
    <map.png: A board of squares from (0, 0) to (13, 9), where the queen is. Cold squares: (1, 2), (2, 1), (3, 5), (4, 7), (5, 3), (7, 4), (10, 6), (13, 8).>
    [Play it]
    ");
    anna.clicks("Play it").await;
    anna.sees("@anna went 3 diagonally.").await;
    let hint = anna.types("/wythoff hint").await.to_string();
    assert!(
        hint.contains("**You can win here.**"),
        "whatever the bot did at (10, 6), anna can win: {hint}"
    );
    story.end().await;
}

#[tokio::test]
async fn the_rules_have_pages_about_theory_and_history() {
    let story = Story::begin().await;
    let anna = story.anna();
    let first = anna.types("/wythoff rules game:wythoff").await;
    first.says("▾ More about it …: ");
    let ratio = anna.chooses("More about it …", "The golden ratio").await;
    ratio.says("number k is (⌊kφ⌋, ⌊kφ²⌋)");
    ratio.says("<map.png: The board up to (34, 34). The cold squares lie along two lines");
    anna.chooses("More about it …", "Why it is so")
        .await
        .says("(4, 6) becomes (3, 5)");
    anna.chooses("More about it …", "Where it comes from")
        .await
        .says("捡石子");
    let solved = anna.types("/wythoff solve 6 10").await;
    solved.says("It is cold pair number 4: 4 times the golden ratio (φ = 1.618…), rounded down, is 6; and 6 + 4 = 10.");
    let nim = anna.types("/wythoff rules game:nim").await;
    nim.says("▾ More about it …: ");
    let table = anna.chooses("More about it …", "What to leave").await;
    let cold_triples = "1 1 1**, 1 2 3, 1 4 5, 1 6 7, 1 8 9, 2 4 6, 2 5 7, 3 4 7, 3 5 6";
    table.to_string().replace('\u{a0}', " ").says(cold_triples);
    let example = anna.chooses("More about it …", "3, 4, 5").await;
    example.says("Anna takes 2 from heap A: (1, 4, 5).\nBoris takes 3 from heap C: (1, 4, 2).");
    example.says("**Anna took the last one and wins.**");
    anna.chooses("More about it …", "Where it comes from")
        .await
        .says("Nimatron");
    let other = anna.types("/wythoff rules game:candy").await;
    other.does_not_say("Where it comes from");
    let completed = anna.completes("/wythoff start game:kay").await;
    assert_eq!(completed, ["kayles (Graph Nim)"]);
    let kayles = anna.types("/wythoff start game:Kayles first:me").await;
    kayles.says("Take one dot, or up to 2 that are connected.");
    // "What to leave" is not offered now: its table contains (2, 4, 6), and leaving that would win
    // the game against Boris.
    let boris = story.server.member("boris");
    anna.types("/wythoff challenge member:boris game:nim position:\"2 4 7\" first:me")
        .await;
    boris.clicks("Accept").await;
    anna.types("/wythoff rules game:nim").await;
    let absent = anna.chooses("More about it …", "What to leave").await;
    absent.says("there is no option “What to leave”");
    anna.chooses("More about it …", "Why it is so")
        .await
        .says("**Every move from even leads to odd.**");
    story.end().await;
}

#[tokio::test]
async fn a_wrong_guess_is_refuted_and_a_right_one_explained() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 12 9 first:me").await;
    assert_snapshot!(anna.clicks("Hint").await, @"
    Wythoff (only you can see this):
    **You can win here.** Which of these three is the right move?
    -# 🔎 With a hint, a win in this game doesn’t count.
    [1 left] [5 diagonally] [3 left]
    [Show me]
    ");
    assert_snapshot!(anna.clicks("3 left").await, @"
    Wythoff (only you can see this):
    ✗ **3 left** lets the win go. You go 3 left, and I go 9 diagonally and win.
    **You can win here.** Which of these three is the right move?
    [1 left] [5 diagonally] [3 left] (off)
    [Show me]
    ");
    assert_snapshot!(anna.clicks("5 diagonally").await, @"
    Wythoff (only you can see this):
    ✓ **Right.** **Go 5 diagonally**: then you can win, whatever 🐧 Penguin does.
    <board.png: A board: the queen is (12, 9), 12 right of home and 9 above it. She can go up to 12 left, 9 down, or 9 diagonally. The winning move: 5 diagonally.>
    [Play it] [Tell me more]
    ");
    story.end().await;
}

#[tokio::test]
async fn a_hint_whose_game_has_gone_on_says_so() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start position:\"3 5 7\" first:me")
        .await;
    anna.clicks("Hint").await;
    // She sees both her board and the hint.
    anna.at(1).takes(1, "A").await;
    assert_snapshot!(anna.clicks("Show me").await, @"
    Wythoff (only you can see this):
    The game has moved on since that board was shown, so this didn’t count.
    ");
    anna.clicks("Hint").await;
    anna.at(1).clicks("Resign").await;
    anna.clicks("Resign").await;
    anna.sees(OVER).await;
    let over = anna.clicks("Show me").await;
    over.says("That game is over");
    story.end().await;
}

#[tokio::test]
async fn a_hint_from_a_lost_position_refutes_moves_then_says_why() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start position:\"1 4 5\" first:me")
        .await;
    assert_snapshot!(anna.clicks("Hint").await, @"
    Wythoff (only you can see this):
    No move wins now. Taking 1 from heap A holds out longest.
    -# 🔎 With a hint, a win in this game doesn’t count.
    [Why is it lost?]
    ");
    assert_snapshot!(anna.clicks("Why is it lost?").await, @"
    Wythoff (only you can see this):
    You take 5 from C: (1, 4, 0), and I take 3 from B: (1, 1, 0). You take 1 from A: (0, 4, 5), and I take 1 from C: (0, 4, 4).
    [What’s the rule?]
    ");
    assert_snapshot!(anna.clicks("What’s the rule?").await, @"
    Wythoff (only you can see this):
    **(1, 4, 5) is lost.** Cut into 1, 2, 4 …: 1, 4, 5 = 4+1. Now **every piece has a twin.** Each move spoils that, and the reply mends it.
    -# Each line is a heap, cut into pieces of 1, 2, 4 …; below, how many of each: always an even number.
    <board.png: Rows of counters: A 1, B 4, C 5.>
    <map.png: A table of powers of two: A 1: 1; B 4: 4; C 5: 4+1. How often each occurs: 4: 2, 1: 2.>
    ");
    story.end().await;
}

#[tokio::test]
async fn nobody_is_told_to_hold_out_if_all_moves_are_equal() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start position:\"1 1 1\" last:loses opponent:Dolphin first:me")
        .await;
    assert_snapshot!(anna.clicks("Hint").await, @"
    Wythoff (only you can see this):
    No move wins now. From here on, nobody can change how it ends.
    -# 🔎 With a hint, a win in this game doesn’t count.
    [Why is it lost?]
    ");
    anna.types("/wythoff move A1").await;
    let over = anna.types("/wythoff move 1").await;
    over.says("@anna took the last one.");
    let review = anna.types("/wythoff review").await.to_string();
    review.does_not_say("held out");
    story.end().await;
}

#[tokio::test]
async fn from_a_cold_position_a_hint_says_how_to_hold_out() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me opponent:Squirrel")
        .await;
    assert_snapshot!(anna.clicks("Hint").await, @"
    Wythoff (only you can see this):
    No move wins now. But 🐿️ Squirrel makes mistakes: keep the game long, and wait for one.
    -# 🔎 With a hint, a win in this game doesn’t count.
    [Why is it lost?]
    ");
    story.end().await;
}

#[tokio::test]
async fn solve_explains_any_position() {
    let story = Story::begin().await;
    let anna = story.anna();
    let mut said = Vec::new();
    for piles in [
        "0 0",
        "5 0",
        "2 2",
        "1 2",
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
    **(0, 0) is home:** whoever moved there has won.
    <board.png: The queen is home.>
    [Show it here]
    5 0: Wythoff (only you can see this):
    **Wythoff’s game**
    **(5, 0) is hot:** whoever moves can win.
    **Go 5 left**, to (0, 0). That is the last move, and it wins.
    <board.png: A board: the queen is (5, 0), 5 right of home and 0 above it. She can only go left. The winning move: 5 left.>
    [Show it here] [Ask here]
    2 2: Wythoff (only you can see this):
    **Wythoff’s game**
    **(2, 2) is hot:** whoever moves can win.
    **Go 2 diagonally**, to (0, 0). That is the last move, and it wins.
    Other winning moves: 1 down; 1 left.
    <board.png: A board: the queen is (2, 2), 2 right of home and 2 above it. She can go up to 2 left, 2 down, or 2 diagonally. The winning move: 2 diagonally.>
    [Show it here] [Ask here]
    1 2: Wythoff (only you can see this):
    **Wythoff’s game**
    **(1, 2) is cold:** whoever has to move from it loses. You go 1 left, and I go 2 down and win. You go 1 down, and I go 1 diagonally and win. Every move from there ends in line with home, and the reply goes there.
    It is cold pair number 1: 1 times the golden ratio (φ = 1.618…), rounded down, is 1; and 1 + 1 = 2.
    -# Blue squares are cold: whoever has to move from there loses.
    <map.png: A board of squares from (0, 0) to (1, 2), where the queen is. Cold squares: (1, 2).>
    [Show it here] [Ask here]
    25 30: Wythoff (only you can see this):
    **Wythoff’s game**
    **(25, 30) is hot:** whoever moves can win.
    **Go 17 diagonally**, to (8, 13). On that diagonal, only this square is cold: whoever has to move from it loses. If I go 5 down, you go 8 diagonally and win. If I go 1 down, you go 2 diagonally.
    -# Blue squares are cold: whoever has to move from there loses. The line ends where the winning move lands.
    <map.png: A board of squares from (0, 0) to (25, 30), where the queen is. Cold squares: (1, 2), (2, 1), (3, 5), (4, 7), (5, 3), (6, 10), (7, 4), (8, 13), (9, 15), (10, 6), (11, 18), (12, 20), (13, 8), (14, 23), (15, 9), (16, 26), (17, 28), (18, 11), (20, 12), (23, 14).>
    [Show it here] [Ask here]
    9007199254740991 9007199254740990: Wythoff (only you can see this):
    **Wythoff’s game**
    **(9007199254740991, 9007199254740990) is hot:** whoever moves can win.
    **Go 9007199254740989 diagonally**, to (2, 1). Every move from there ends in line with home, and the reply goes there. If I go 1 left, you go 1 diagonally and win. If I go 2 left, you go 1 down and win.
    Another winning move: 3440443971868337 left.
    <board.png: Two bars: the queen is (9007199254740991, 9007199254740990), 9007199254740991 right of home and 9007199254740990 above it. She can go up to 9007199254740991 left, 9007199254740990 down, or 9007199254740990 diagonally. The winning move: 9007199254740989 diagonally.>
    [Show it here] [Ask here]
    ");
    story.end().await;
}

#[tokio::test]
async fn the_rules_are_pages_with_an_example_to_play() {
    let story = Story::begin().await;
    let anna = story.anna();
    assert_snapshot!(anna.types("/wythoff rules game:wythoff").await, @"
    Wythoff (only you can see this):
    **Wythoff’s game**
    You both move one queen: left, down, diagonally. Bring her home to win.
    Try a move on this board, just to see: I’ll answer.
    <board.png: A board: the queen is (3, 4), 3 right of home and 4 above it. She can go up to 3 left, 4 down, or 3 diagonally.>
    ▾ Your move: go 1 left | go 2 left | … | go 3 diagonally
    [Play me]
    ▾ More about it …: How to move
    [Show it here]
    ");
    assert_snapshot!(anna.chooses("Your move", "A2B2").await, @"
    Wythoff (only you can see this):
    You go 2 diagonally. I go 1 diagonally. And now?
    <board.png: A board: the queen is (0, 1), 0 right of home and 1 above it. She can only go down.>
    ▾ Your move: go 1 down
    [Play me]
    ▾ More about it …: How to move | An example | … | Where it comes from
    ");
    assert_snapshot!(anna.chooses("Your move", "B1").await, @"
    Wythoff (only you can see this):
    You go 1 down. **You win.**
    <board.png: The queen is home.>
    [Play me]
    ▾ More about it …: How to move | An example | … | Where it comes from
    ");
    let anew = anna.chooses("More about it …", "How to move").await;
    anew.says("Try a move on this board, just to see: I’ll answer.");
    anna.chooses("Your move", "B4").await.says("**I win.**");
    assert_snapshot!(anna.chooses("More about it …", "An example").await, @"
    Wythoff (only you can see this):
    **Whoever brings her home, to (0, 0), wins.** It’s the same game with two piles: a step left takes one from the first, a step down one from the second.

    **An example.** From (3, 4), Anna goes 2 diagonally: (1, 2). Boris goes 1 diagonally: (0, 1). Anna goes 1 down: (0, 0). **Anna reached home and wins.**
    <board.png: A board: the queen is (3, 4), 3 right of home and 4 above it. She can go up to 3 left, 4 down, or 3 diagonally.>
    [Play me]
    ▾ More about it …: An example
    [Show it here]
    ");
    assert_snapshot!(anna.chooses("More about it …", "The idea").await, @"
    Wythoff (only you can see this):
    A square is *cold* if whoever moves from it loses, like (1, 2): each of its four moves ends in line with home, and the reply goes there. No move leads from cold to cold. All others are *hot*: some move leads to a cold one. **Go to a cold square each time, and you win.**
    [Play me]
    ▾ More about it …: The idea
    [Show it here]
    ");
    assert_snapshot!(anna.chooses("More about it …", "How to win").await, @"
    Wythoff (only you can see this):
    The cold pairs, in either order: (0, 0), (1, 2), (3, 5), (4, 7), (6, 10) … Each begins with the smallest number not used yet, and its difference is one more than the last. If yours is cold, no move wins. Otherwise go to one with your first number, your second, or their difference.

    **From (3, 4):** **Go 2 diagonally**, to (1, 2). Every move from there ends in line with home, and the reply goes there. If I go 1 left, you go 2 down and win. If I go 1 down, you go 1 diagonally and win.
    -# `/wythoff solve` explains any other position. In a game against me, Hint explains the one you’re in.
    -# Blue squares are cold: whoever has to move from there loses. The line ends where the winning move lands.
    <map.png: A board of squares from (0, 0) to (3, 4), where the queen is. Cold squares: (1, 2), (2, 1).>
    [Play me]
    ▾ More about it …: How to win
    [Show it here]
    ");
    story.end().await;
}

#[tokio::test]
async fn where_the_last_one_loses_the_rules_say_so_on_every_page() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start position:\"1 2 3\" last:loses first:me")
        .await;
    anna.clicks("Rules").await;
    let mut said = Vec::new();
    for page in ["An example", "The idea", "How to win"] {
        said.push(anna.chooses("More about it …", page).await.to_string());
    }
    assert_snapshot!(said.join("\n"), @"
    Wythoff (only you can see this):
    **Whoever takes the last one loses.**

    **An example.** From (1, 1, 2), Anna takes 1 from heap C: (1, 1, 1). Boris takes 1 from heap C: (1, 1, 0). Anna takes 1 from heap A: (0, 1, 0). Boris takes 1 from heap B: (0, 0, 0). Boris had to take the last one: **Anna wins.**
    <board.png: Rows of counters: A 1, B 1, C 2.>
    ▾ More about it …: An example
    [Show it here]
    Wythoff (only you can see this):
    Two equal heaps of two or more are a loss for whoever moves: the other player copies each move in the other heap, until only ones would be left: then leave an odd number of them. With more heaps, whoever moves loses when their powers of two pair up, as in 1, 2 and 3 = 2+1, unless all are ones.
    ▾ More about it …: The idea
    [Show it here]
    Wythoff (only you can see this):
    Look at what your move would leave. If that has a heap of two or more: make each power of two occur an even number of times, 3 = 2+1. If it has only ones: leave an odd number. If you can do neither, no move wins.

    **From (1, 1, 2):** **Take 1 from heap C**, which leaves (1, 1, 1). Only ones are left, an odd number of them. Each move takes one, so whoever moves takes the last one and loses. If I take 1 from C: (1, 1, 0), you take 1 from A: (0, 1, 0). If I take 1 from A: (0, 1, 1), you take 1 from B: (0, 0, 1).
    -# `/wythoff solve` explains any other position. In a game against me, Hint explains the one you’re in.
    <board.png: Rows of counters: A 1, B 1, C 2. The winning move: 1 from C.>
    ▾ More about it …: How to win
    [Show it here]
    ");
    story.end().await;
}

#[tokio::test]
async fn a_hint_in_a_lost_position_counts_like_any_other() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me opponent:Squirrel")
        .await;
    let hint = anna.clicks("Hint").await;
    hint.says("With a hint, a win in this game doesn’t count");
    resigns(&anna).await;
    let stats = anna.types("/wythoff stats game:wythoff").await;
    stats.says("1 game (1 with a solution shown)");
    story.end().await;
}

#[tokio::test]
async fn a_solution_says_in_how_many_games_it_helps() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 13 9 first:me").await;
    let solved = anna.types("/wythoff solve 10 6").await;
    solved.says("This helps in a game that you’re playing against me");
    let won = plays_best(&anna, anna.at(1).latest()).await;
    won.does_not_say("Nim Champ");
    let solved = anna.types("/wythoff solve 10 6").await;
    solved.does_not_say("This helps in");
    story.end().await;
}

#[tokio::test]
async fn a_game_in_which_a_solution_was_shown_is_no_best_win() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 2 2 first:me").await;
    anna.clicks("Hint").await;
    let won = anna.at(1).goes(2, "diagonally").await;
    won.says("🪜 Not for the ladder: it began from a chosen position.");
    let stats = anna.types("/wythoff stats game:wythoff").await;
    stats.says("1 game (1 with a solution shown), 1 won");
    stats.does_not_say("Best wins");
    story.end().await;
}

#[tokio::test]
async fn answers_name_the_game_that_they_are_about() {
    let story = Story::begin().await;
    let anna = story.anna();
    let here = anna.in_channel("counting");
    here.types("/wythoff start game:21 first:me").await;
    assert_snapshot!(here.types("/wythoff move +0").await, @"
    Wythoff (only you can see this):
    Your game against 🐥 Duckling at 21, at 0: We’re at 0: say a higher number.
    ");
    let here = anna.in_channel("taking");
    here.types("/wythoff start game:take position:21 most:4 last:loses first:me")
        .await;
    let here = anna.in_channel("misere");
    here.types("/wythoff start game:wythoff position:\"2 2\" last:loses first:me")
        .await;
    assert_snapshot!(here.types("/wythoff hint").await, @"
    Wythoff (only you can see this):
    No move wins now. Going 2 left holds out longest.
    -# 🔎 With a hint, a win in this game doesn’t count.
    [Why is it lost?]
    ");
    assert_snapshot!(here.types("/wythoff games").await, @"
    Wythoff (only you can see this):
    Your 3 current games:
    - **Your turn** against 🐥 Duckling at 21, at 0: #counting › public message 1
    - **Your turn** against 🐧 Penguin at Sticks, at most 4, (21) (last one loses): #taking › public message 1
    - **Your turn** against 🐧 Penguin at (2, 2) (home loses): #misere › public message 1
    ");
    story.end().await;
}

#[tokio::test]
async fn a_hint_with_huge_heaps_fits_on_a_screen() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start position:\"999999999999999999 123456789012345678 5\" first:me")
        .await;
    assert_snapshot!(anna.types("/wythoff hint").await, @"
    Wythoff (only you can see this):
    **You can win here.** Which of these three is the right move?
    -# 🔎 With a hint, a win in this game doesn’t count.
    [999999999999999999 from A] [876543210987654324 from A] [1 from A]
    [Show me]
    ");
    story.end().await;
}

#[tokio::test]
async fn the_rules_of_a_named_opening_are_its_own() {
    let story = Story::begin().await;
    let anna = story.anna();
    let rules = anna.types("/wythoff rules game:kayles").await;
    rules.says("up to 2 that are connected");
    let find = anna.chooses("More about it …", "How to win").await;
    find.says("With a limit the values differ");
    anna.clicks("Play me").await;
    anna.sees("Dots in a row: 1, 2, 3, 4, 5, 6, 7, 8.").await;
    resigns(&anna).await;
    for rules in ["game:marienbad", "game:nim last:loses"] {
        anna.types(&format!("/wythoff rules {rules}")).await;
        let wins = anna.chooses("More about it …", "An example").await;
        wins.says("**Whoever takes the last one loses.**");
    }
    let refused = anna.types("/wythoff rules game:21 last:loses").await;
    refused.says("has no option");
    let refused = anna.types("/wythoff rules last:loses").await;
    refused.says("Use `game` to say which game you mean");
    anna.types("/wythoff rules game:wythoff last:loses").await;
    let ratio = anna.chooses("More about it …", "The golden ratio").await;
    ratio.does_not_say("(1, 2)");
    ratio.says("(3, 3) safe");
    let proof = anna.chooses("More about it …", "Why it is so").await;
    proof.says("first (0, 1) and (2, 2)");
    story.end().await;
}

#[tokio::test]
async fn lessons_are_offered_only_where_they_hold() {
    let story = Story::begin().await;
    let anna = story.anna();
    // The name of an opening names its rules, whatever the position is.
    let lost = anna.types("/wythoff solve game:marienbad position:\"1 1 1\"");
    lost.await.says("**(1, 1, 1) is lost.**");
    anna.types("/wythoff solve game:kayles position:P7")
        .await
        .says("P7");
    let none = anna.types("/wythoff learn game:kayles").await;
    none.says("My lessons for Graph Nim are for other rules: `/wythoff learn game:graph`");
    none.does_not_say("[Begin]");
    anna.types("/wythoff learn game:marienbad").await;
    anna.clicks("Begin").await.says("the last one loses");
    // A lost game without lessons does not use up the line that points to them.
    anna.types("/wythoff start game:graph position:P1+P1 most:2 first:me opponent:Penguin")
        .await;
    let lost = anna.types("/wythoff move 1").await;
    lost.says(OVER);
    lost.does_not_say("/wythoff learn");
    anna.types("/wythoff start 3 5 first:me opponent:Penguin")
        .await;
    let lost = anna.types("/wythoff move A3").await;
    lost.says(OVER);
    lost.says("/wythoff learn");
    story.end().await;
}

/// What would have won is not told where others play from there.
#[tokio::test]
async fn the_end_of_a_game_helps_nobody_else_in_the_channel() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let carla = story.server.member("carla");
    anna.types("/wythoff challenge member:boris game:wythoff position:14,3")
        .await;
    boris.clicks("Accept").await;
    let elsewhere = carla.in_channel("elsewhere");
    for (member, helps) in [(&carla, true), (&elsewhere, false)] {
        member
            .types("/wythoff start game:wythoff position:14,3 first:me opponent:penguin")
            .await;
        member.goes(1, "left").await;
        resigns(member).await;
        let screen = member.screen();
        assert_eq!(screen.contains("could have won"), !helps, "{screen}");
    }
    story.end().await;
}
