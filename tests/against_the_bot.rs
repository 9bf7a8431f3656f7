//! Whole games played with selects, and how games end.

use insta::assert_snapshot;

use crate::support::{OVER, Says as _, Story, Takes as _, plays_best};

#[tokio::test]
async fn perfect_play_from_a_hot_position_beats_the_bot() {
    let story = Story::begin().await;
    let anna = story.anna();
    assert_snapshot!(anna.types("/wythoff start 10 5 first:me").await, @"
    Wythoff:
    @anna against **🐧 Penguin**
    *“I make no mistakes.”*
    You both move one queen: left, down, diagonally. Bring her home to win.
    **@anna to move.**
    -# Wythoff’s game · Position (10, 5)
    <board.png: A board: the queen is (10, 5), 10 right of home and 5 above it. She can go up to 10 left, 5 down, or 5 diagonally.>
    [← 1] [← 2] [← 3] [← 4] [← 5]
    [← 6] [← 7] [← 8] [← 9] [← 10]
    [↓ 1] [↓ 2] [↓ 3] [↓ 4] [↓ 5]
    [↙ 1] [↙ 2] [↙ 3] [↙ 4] [↙ 5]
    [Hint (no prize)] [Resign] [Rules]
    ");
    let mut board = anna.latest();
    board = plays_best(&anna, board).await;
    assert_snapshot!(board, @"
    Wythoff:
    🏆 **@anna beat 🐧 Penguin** at Wythoff’s game! Penguin went 1 left. @anna reached home.
    🪙 **Nim Champ!** @anna wins the coin of Wythoff’s game: a first win against me at my best, with no hint and nothing taken back.
    *“You made none. I bow.”*
    <game.png: A trophy for beating 🐧 Penguin. The queen’s path: (10, 5), (3, 5), (1, 5), (1, 2), (0, 2), (0, 0).>
    [Play again] [Why?] [More…]
    ");
    assert_eq!(
        anna.screen().matches("Wythoff:").count(),
        1,
        "one message served the whole game"
    );
    story.end().await;
}

#[tokio::test]
async fn a_player_who_begins_from_a_cold_position_loses() {
    let story = Story::begin().await;
    let anna = story.anna();
    let mut board = anna.types("/wythoff start 10 6 first:me").await.to_string();
    assert_snapshot!(anna.chooses("Diagonally …", "Take 2, leaving (8, 4)").await, @"(Discord says: there is no option “Take 2, leaving (8, 4)”)");
    board.clone_from(&anna.latest());
    board = plays_best(&anna, board).await;
    assert_snapshot!(board, @"
    Wythoff:
    **🐧 Penguin beat @anna** at Wythoff’s game. Penguin reached home.
    -# `/wythoff learn` shows you how to win, step by step; only you see it.
    *“Perfectly cold. Try again.”*
    -# Green: this kept the win.
    <board.png: A board: the queen is (9, 6), 9 right of home and 6 above it. She can go up to 9 left, 6 down, or 6 diagonally. The winning move: 2 diagonally.>
    [Play again] [Why?] [More…]
    ");
    story.end().await;
}

#[tokio::test]
async fn a_game_that_the_bot_begins_shows_its_first_move() {
    let story = Story::begin().await;
    let anna = story.anna();
    let board = anna
        .types("/wythoff start 13 9 first:bot opponent:Dolphin")
        .await;
    board.says("@anna against **🐬 Dolphin**");
    board.says("Dolphin went 3 diagonally.");
    board.says("Position (10, 6)");
    story.end().await;
}

#[tokio::test]
async fn empty_piles_have_no_moves_and_cannot_start_a_game() {
    let story = Story::begin().await;
    let anna = story.anna();
    assert_snapshot!(anna.types("/wythoff start 0 0").await, @"
    Wythoff (only you can see this):
    There is no move in that position.
    ");
    let board = anna.types("/wythoff start 0 5 first:me").await;
    board.says("[↓ 1]");
    board.does_not_say(" left]");
    let won = anna.goes(5, "down").await;
    won.says("@anna reached home.");
    story.end().await;
}

#[tokio::test]
async fn the_largest_piles_are_played_perfectly() {
    let story = Story::begin().await;
    let anna = story.anna();
    assert_snapshot!(anna.types("/wythoff start 9007199254740991 5 first:me").await, @"
    Wythoff:
    @anna against **🐧 Penguin**
    *“I make no mistakes.”*
    You both move one queen: left, down, diagonally. Bring her home to win.
    **@anna to move.**
    -# Wythoff’s game · Position (9007199254740991, 5)
    <board.png: Two bars: the queen is (9007199254740991, 5), 9007199254740991 right of home and 5 above it. She can go up to 9007199254740991 left, 5 down, or 5 diagonally.>
    ▾ Left …: 1, to (9007199254740990, 5) | 2, to (9007199254740989, 5) | … | 25, to (9007199254740966, 5)
    ▾ Down …: 1, to (9007199254740991, 4) | 2, to (9007199254740991, 3) | … | 5, to (9007199254740991, 0)
    ▾ Diagonally …: 1, to (9007199254740990, 4) | 2, to (9007199254740989, 3) | … | 5, to (9007199254740986, 0)
    [Other move…] [Hint (no prize)] [Resign] [Rules]
    ");
    assert_snapshot!(anna.clicks("Other move…").await, @"
    [Form] Make a different move
    Your move*: [1 left, 2 diagonally, or where to: (1, 2)]
    ");
    let mv = "9,007,199,254,740,983 left";
    let board = anna.fills(&[("Your move", mv)]).await;
    board.says("@anna went 9007199254740983 left. Penguin went 5 left.");
    board.says("<board.png: Two bars: the queen is (3, 5)");
    let elsewhere = anna.in_channel("talk");
    let board = elsewhere
        .types("/wythoff start 9007199254740991 9007199254740990 first:bot")
        .await;
    board.says("Penguin went 9007199254740989 diagonally.");
    story.end().await;
}

#[tokio::test]
async fn resigning_asks_first() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    assert_snapshot!(anna.clicks("Resign").await, @"
    Wythoff (only you can see this):
    Do you want to resign your game against 🐧 Penguin at (10, 6)?
    [Resign] [Keep playing]
    ");
    assert_snapshot!(anna.clicks("Keep playing").await, @"
    Wythoff (only you can see this):
    Okay, the game goes on.
    ");
    anna.at(1).clicks("Resign").await;
    let resign = anna.control("Resign").expect("a button");
    assert_snapshot!(anna.clicks("Resign").await, @"
    Wythoff (only you can see this):
    You resigned.
    ");
    anna.at(1).sees(OVER).await;
    assert_snapshot!(anna.at(1).latest(), @"
    Wythoff:
    **🐧 Penguin beat @anna** at Wythoff’s game. @anna resigned.
    *“Perfectly cold. Try again.”*
    -# Position (10, 6)
    <board.png: A board: the queen is (10, 6), 10 right of home and 6 above it. She can go up to 10 left, 6 down, or 6 diagonally.>
    [Play again] [More…]
    ");
    // A game that is over cannot be resigned.
    assert_snapshot!(anna.forges(&resign, &[]).await, @"
    Wythoff (only you can see this):
    That game is over; nothing was changed.
    ");
    story.end().await;
}

#[tokio::test]
async fn a_player_who_moves_after_the_question_does_not_resign() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    anna.clicks("Resign").await;
    anna.at(1).goes(1, "left").await;
    assert_snapshot!(anna.clicks("Resign").await, @"
    Wythoff (only you can see this):
    The game has moved on since that board was shown, so this didn’t count.
    ");
    assert_eq!(story.plies(&anna).await, [2]);
    story.end().await;
}

#[tokio::test]
async fn the_first_win_against_the_perfect_bot_earns_a_coin() {
    let story = Story::begin().await;
    let anna = story.anna();
    let coin = "🪙 **Nim Champ!** @anna wins the coin of Wythoff’s game: a first win against me at my best, with no hint and nothing taken back.";
    // There is no coin after a hint, if a single move wins, or at another level.
    let board = anna.types("/wythoff start 10 5 first:me").await.to_string();
    anna.clicks("Hint").await;
    plays_best(&anna, board).await.does_not_say("Nim Champ");
    anna.types("/wythoff start 0 5 first:me").await;
    anna.goes(5, "down").await.does_not_say("Nim Champ");
    anna.types("/wythoff start 10 5 first:me opponent:Squirrel")
        .await;
    plays_best(&anna, anna.latest())
        .await
        .does_not_say("Nim Champ");
    anna.types("/wythoff stats").await.does_not_say("Nim Champ");

    anna.types("/wythoff start 10 5 first:me").await;
    let won = plays_best(&anna, anna.latest()).await;
    won.says(coin);
    // The message of that game keeps showing the coin, even after another game has followed it.
    anna.clicks("Play again").await;
    anna.screen().says(coin);
    // A coin is earned once for each kind of game.
    plays_best(&anna, anna.latest())
        .await
        .does_not_say("Nim Champ");
    anna.types("/wythoff start game:take position:6 first:me last:wins")
        .await;
    let board = anna.types("/wythoff move A2").await.to_string();
    let left = (1..=3).find(|left| board.contains(&format!("Position ({left})")));
    let last = format!("/wythoff move A{}", left.expect("some are left"));
    let other = anna.types(&last).await;
    other.says("🪙 **Nim Champ!** @anna wins the coin of Sticks");

    let stats = anna.types("/wythoff stats game:wythoff").await;
    stats.says("🪙 Nim Champ: Wythoff’s game, ");
    stats.says("<coins.png: Coins that say Nim Champ: Wythoff’s game.>");
    let stats = anna.types("/wythoff stats").await;
    stats.says("🪙 Nim Champ: Wythoff’s game, ");
    stats.says("<coins.png: Coins that say Nim Champ: Wythoff’s game, Sticks.>");
    anna.types("/wythoff privacy").await;
    anna.clicks("Export").await;
    anna.sees("<wythoff.json: ").await;
    let file = anna.file("wythoff.json").expect("a file");
    let export: serde_json::Value = serde_json::from_slice(&file).expect("JSON");
    let games = export["nim_champ"].as_array().expect("coins").iter();
    let games: Vec<_> = games.map(|coin| coin["game"].as_str()).collect();
    assert_eq!(games, [Some("wythoff"), Some("take")]);
    story.end().await;
}
