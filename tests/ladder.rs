//! The ladder: ten opponents, who are met one after the other.

use discord_sandbox::Member;
use insta::assert_snapshot;
use nim_games::Position;

use crate::support::{OVER, Says as _, Story, presses, resigns, seconds};

/// The last position in a text.
fn position(text: &str) -> Position {
    let found = text.rsplit_once("Position (");
    let (_, rest) = found.unwrap_or_else(|| panic!("a position: {text}"));
    let (piles, _) = rest.split_once(')').expect("a position");
    let position = format!("wythoff: {}", piles.replace(',', ""));
    position.parse().expect("a position")
}

/// Wins the game on the latest board. Returns the final board.
async fn win_a_game(member: &Member) -> String {
    member.sees("@anna to move.").await;
    let mut current = position(&member.screen());
    loop {
        let board = presses(member, current, current.best_move().expect("won")).await;
        if board.contains(OVER) {
            return board;
        }
        current = position(&board);
    }
}

#[tokio::test]
async fn leaving_a_game_after_a_hint_counts_as_announced() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff ladder").await;
    anna.clicks("Play 🐥 Duckling").await;
    anna.sees("(level: 🐥 Duckling)").await;
    let hint = anna.clicks("Hint").await;
    hint.says("With a hint, a win doesn’t count on the ladder.");
    story.until_boards_are_noted().await;
    let asked = anna.types("/wythoff start game:21").await;
    asked.says("You’ve had help in it, so it would count as a loss.");
    anna.clicks("New game").await;
    let ladder = anna.types("/wythoff ladder").await;
    ladder.says("you lost the last game");
    story.end().await;
}

#[tokio::test]
async fn the_ladder_is_climbed_to_the_top() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    assert_snapshot!(anna.types("/wythoff ladder").await, @"
    Wythoff (only you can see this):
    🪜 **The ladder: Wythoff’s game**
    ▶️ 1. 🐥 Duckling: *splashes about. Sometimes that’s right.*
    ▫️ 2. 🐇 Rabbit
    ▫️ 3. 🦔 Hedgehog
    ▫️ 4. 🐿️ Squirrel
    ▫️ 5. 🦦 Otter
    ▫️ 6. 🦢 Swan
    ▫️ 7. 🐬 Dolphin
    ▫️ 8. 🐘 Elephant
    ▫️ 9. 🦌 Reindeer
    ▫️ 10. 🐧 Penguin
    -# Against 🐥 Duckling: no games yet. Win two of three to meet the next. Every game starts in a position that you can win. A win with a hint or a move taken back doesn’t count.
    [Play 🐥 Duckling]
    ▾ Choose a game: Wythoff’s game
    ");
    anna.clicks("Play 🐥 Duckling").await;
    anna.sees("(level: 🐥 Duckling)").await;
    // The last rung needs three wins in a row.
    for (rung, needed) in (1..=10).map(|rung| (rung, if rung < 10 { 2 } else { 3 })) {
        for won in 1..=needed {
            // Stays below the rate limit for clicks.
            story.later(seconds(10));
            // Checks only the buttons: a redrawn board has no line about the ladder.
            let over = win_a_game(&anna).await;
            over.says("[Next game] [Ladder]");
            if (rung, won) == (10, 3) {
                break;
            }
            anna.clicks("Next game").await;
            if won == needed {
                let ladder = anna.types("/wythoff ladder").await;
                ladder.says(&format!("▶️ {}.", rung + 1));
            }
            if rung == 5 && won == 1 {
                story.restart_and_catch_up().await;
            }
        }
    }
    let ladder = anna.types("/wythoff ladder game:wythoff").await;
    ladder.says("✅ 10. 🐧 Penguin");
    ladder.says("🪙 **You reached the top**");
    let stats = anna.types("/wythoff stats game:wythoff").await;
    stats.says("🪜 Ladder: 10 of 10, 🐧 Penguin, and the coin for reaching the top 🪙");
    story.end().await;
}

#[tokio::test]
async fn a_lost_copy_of_a_game_counts() {
    let story = Story::begin().await;
    let anna = story.anna();
    let elsewhere = anna.in_channel("elsewhere");
    for here in [&anna, &elsewhere] {
        here.types("/wythoff ladder").await;
        here.clicks("Play 🐥 Duckling").await;
        here.sees("(level: 🐥 Duckling)").await;
    }
    win_a_game(&anna).await;
    resigns(&elsewhere).await;
    anna.types("/wythoff ladder")
        .await
        .says("you won 1 of the last 2 games");
    // A game does not become a new one if every move in it is taken back.
    anna.clicks("Play 🐥 Duckling").await;
    anna.sees("@anna to move.").await;
    let current = position(&anna.screen());
    presses(&anna, current, current.best_move().expect("won")).await;
    anna.clicks("Take back").await;
    let question = anna.types("/wythoff start game:21").await;
    question.says("so it would count as a loss");
    // A win after a move was taken back does not count.
    story.later(seconds(10));
    let won = win_a_game(&anna).await;
    won.says("🪜 This win doesn’t count on the ladder: a move was taken back.");
    let ladder = anna.types("/wythoff ladder").await;
    ladder.says("you won 1 of the last 2 games");
    story.end().await;
}

#[tokio::test]
async fn of_two_copies_of_a_game_one_win_counts() {
    let story = Story::begin().await;
    let anna = story.anna();
    let elsewhere = anna.in_channel("elsewhere");
    for here in [&anna, &elsewhere] {
        here.types("/wythoff ladder").await;
        here.clicks("Play 🐥 Duckling").await;
        here.sees("(level: 🐥 Duckling)").await;
    }
    win_a_game(&anna).await.says("🪜 1 won.");
    story.later(seconds(10));
    let won = win_a_game(&elsewhere).await;
    won.says("🪜 This win doesn’t count on the ladder: it didn’t begin where your next game does.");
    story.end().await;
}

#[tokio::test]
async fn a_win_with_help_does_not_count_and_a_resignation_does() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff ladder").await;
    anna.clicks("Play 🐥 Duckling").await;
    anna.sees("(level: 🐥 Duckling)").await;
    anna.clicks("Hint").await;
    let won = win_a_game(&anna).await;
    won.says("🪜 This win doesn’t count on the ladder: a solution was shown.");
    anna.types("/wythoff ladder").await.says("no games yet");
    // The solution of another position counts as help: its map also shows the cold squares of
    // this position.
    anna.types("/wythoff ladder").await;
    anna.clicks("Play 🐥 Duckling").await;
    anna.sees("@anna to move.").await;
    // The bot moves first in every other game.
    anna.screen()
        .says("Wythoff against @anna (level: 🐥 Duckling)");
    anna.types("/wythoff solve 30 31").await.says("Take");
    let won = win_a_game(&anna).await;
    won.says("🪜 This win doesn’t count on the ladder: a solution was shown.");
    anna.types("/wythoff ladder").await.says("no games yet");
    anna.clicks("Play 🐥 Duckling").await;
    anna.sees("@anna to move.").await;
    resigns(&anna).await;
    anna.types("/wythoff ladder")
        .await
        .says("you lost the last game");
    story.end().await;
}
