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
    Take any number from one pile, or the same number from both. Whoever takes the last one wins.
    **@anna to move.**
    -# Wythoff’s game · Position (10, 5)
    <board.png: A board of squares from home, (0, 0), to (10, 5). The queen is on (10, 5). She can go up to 10 to the left, 5 down, or 5 diagonally.>
    ▾ From the left pile: Take 1, leaving (9, 5) | Take 2, leaving (8, 5) | … | Take 10, leaving (0, 5)
    ▾ From the right pile: Take 1, leaving (10, 4) | Take 2, leaving (10, 3) | … | Take 5, leaving (10, 0)
    ▾ From both piles: Take 1, leaving (9, 4) | Take 2, leaving (8, 3) | … | Take 5, leaving (5, 0)
    [Hint] [Resign] [Rules]
    ");
    let mut board = anna.latest();
    board = plays_best(&anna, board).await;
    assert_snapshot!(board, @"
    Wythoff:
    🏆 **@anna beat 🐧 Penguin** at Wythoff’s game! @anna took the last one.
    🪙 **Nim Champ!** @anna wins the coin of Wythoff’s game: a first win against me at my best, with no hint and nothing taken back.
    *“You made none. I bow.”*
    -# Position (0, 0)
    <game.png: The queen’s path from (10, 5) in 5 moves, each numbered where it landed; the cold squares are blue.>
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
    assert_snapshot!(anna.chooses("From both piles", "Take 2, leaving (8, 4)").await, @"
    Wythoff:
    @anna against **🐧 Penguin**
    @anna took 2 from each pile. Penguin took 1 from the left pile.
    **@anna to move.**
    -# Wythoff’s game · Position (7, 4)
    <board.png: A board of squares from home, (0, 0), to (10, 6). The queen is on (7, 4). She can go up to 7 to the left, 4 down, or 4 diagonally. The last move took 1 from the left pile.>
    ▾ From the left pile: Take 1, leaving (6, 4) | Take 2, leaving (5, 4) | … | Take 7, leaving (0, 4)
    ▾ From the right pile: Take 1, leaving (7, 3) | Take 2, leaving (7, 2) | … | Take 4, leaving (7, 0)
    ▾ From both piles: Take 1, leaving (6, 3) | Take 2, leaving (5, 2) | … | Take 4, leaving (3, 0)
    [Hint] [Take back] [Resign] [Rules]
    ");
    board.clone_from(&anna.latest());
    board = plays_best(&anna, board).await;
    assert_snapshot!(board, @"
    Wythoff:
    **🐧 Penguin beat @anna** at Wythoff’s game. Penguin took the last one.
    -# New here? `/wythoff learn` shows you how to win, step by step; only you see it.
    *“Perfectly cold. Try again.”*
    -# Position (0, 0)
    <game.png: The queen’s path from (10, 6) in 8 moves, each numbered where it landed; the cold squares are blue.>
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
    board.says("Dolphin took 3 from each pile.");
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
    board.says("[1 from the right]");
    board.does_not_say("from the left");
    let won = anna.takes(5, "the right").await;
    won.says("@anna took the last one.");
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
    Take any number from one pile, or the same number from both. Whoever takes the last one wins.
    **@anna to move.**
    -# Wythoff’s game · Position (9007199254740991, 5)
    <board.png: Two bars: 9007199254740991 objects in the left pile, 5 in the right pile.>
    ▾ From the left pile: Take 1, leaving (9007199254740990, 5) | Take 2, leaving (9007199254740989, 5) | … | Take 25, leaving (9007199254740966, 5)
    ▾ From the right pile: Take 1, leaving (9007199254740991, 4) | Take 2, leaving (9007199254740991, 3) | … | Take 5, leaving (9007199254740991, 0)
    ▾ From both piles: Take 1, leaving (9007199254740990, 4) | Take 2, leaving (9007199254740989, 3) | … | Take 5, leaving (9007199254740986, 0)
    [Other move…] [Hint] [Resign] [Rules]
    ");
    assert_snapshot!(anna.clicks("Other move…").await, @"
    [Form] Make a different move
    Your move*: [A1, or “3 from the left”; both piles: AB3]
    ");
    let mv = "9,007,199,254,740,983 left";
    let board = anna.fills(&[("Your move", mv)]).await;
    board
        .says("@anna took 9007199254740983 from the left pile. Penguin took 5 from the left pile.");
    board.says("<board.png: Two bars: 3 objects in the left pile, 5 in the right pile.");
    let elsewhere = anna.in_channel("talk");
    let board = elsewhere
        .types("/wythoff start 9007199254740991 9007199254740990 first:bot")
        .await;
    board.says("Penguin took 9007199254740989 from each pile.");
    story.end().await;
}

#[tokio::test]
async fn resigning_asks_first() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    assert_snapshot!(anna.clicks("Resign").await, @"
    Wythoff (only you can see this):
    Do you want to resign your game against the bot at (10, 6)?
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
    <board.png: A board of squares from home, (0, 0), to (10, 6). The queen is on (10, 6). She can go up to 10 to the left, 6 down, or 6 diagonally.>
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
    anna.at(1).takes(1, "the left").await;
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
    anna.takes(5, "the right").await.does_not_say("Nim Champ");
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
    other.says("🪙 **Nim Champ!** @anna wins the coin of Take at most …");

    let stats = anna.types("/wythoff stats game:wythoff").await;
    stats.says("🪙 Nim Champ: Wythoff’s game, ");
    stats.says("<coins.png: Coins that say Nim Champ: Wythoff’s game.>");
    let stats = anna.types("/wythoff stats").await;
    stats.says("🪙 Nim Champ: Wythoff’s game, ");
    stats.says("<coins.png: Coins that say Nim Champ: Wythoff’s game, Take at most ….>");
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
