//! The ladder: ten animals in each game, which are beaten one after the other.

use discord_sandbox::Member;
use insta::assert_snapshot;
use nim_games::{Animal, Position, Variant};

use crate::support::{OVER, Says as _, Story, Takes as _, presses, resigns, seconds, until};

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

/// Opens the ladder and plays against the Duckling.
async fn plays_the_duckling(member: &Member) {
    member.types("/wythoff ladder").await;
    member.clicks("Play 🐥 Duckling").await;
    member.sees("against **🐥 Duckling**").await;
}

#[tokio::test]
async fn ten_animals_are_beaten_one_after_the_other() {
    const NAMES: [&str; 10] = [
        "🐥 Duckling",
        "🐇 Rabbit",
        "🦔 Hedgehog",
        "🐿️ Squirrel",
        "🦦 Otter",
        "🦢 Swan",
        "🐬 Dolphin",
        "🐘 Elephant",
        "🦌 Reindeer",
        "🐧 Penguin",
    ];
    let mut story = Story::begin().await;
    let anna = story.anna();
    assert_snapshot!(anna.types("/wythoff ladder").await, @"
    Wythoff (only you can see this):
    🪜 **Wythoff’s game**: ten animals to beat
    ▶️ 🐥 Duckling: *wants you to win.*
    ▫️ 🐇 Rabbit: *hops first, looks later.*
    ▫️ 🦔 Hedgehog: *sees what lies before its nose, half of the time.*
    ▫️ 🐿️ Squirrel: *finds 3 of 10 winning moves.*
    ▫️ 🦦 Otter: *finds nearly half of them.*
    ▫️ 🦢 Swan: *finds two of three.*
    ▫️ 🐬 Dolphin: *finds three of four.*
    ▫️ 🐘 Elephant: *forgets one of seven.*
    ▫️ 🦌 Reindeer: *slips once in seventeen moves.*
    ▫️ 🐧 Penguin: *never slips.*
    Beat 🐥 Duckling on your own, and 🐇 Rabbit is next.
    <animals.png: The ten animals in a row; 0 beaten.>
    [Play 🐥 Duckling] [Show it here]
    ▾ Choose a game: Wythoff’s game
    ");
    anna.clicks("Play 🐥 Duckling").await;
    for (number, name) in (1..).zip(NAMES) {
        anna.sees(&format!("against **{name}**")).await;
        // Stays below the rate limit for clicks.
        story.later(seconds(10));
        let won = win_a_game(&anna).await;
        won.says(&format!("🏆 **@anna beat {name}**"));
        let Some(next) = NAMES.get(number) else {
            won.says("👑 **That’s all ten animals!**");
            won.says("[Play again]");
            break;
        };
        won.says(&format!(
            "🪜 {number} of 10 animals beaten at Wythoff’s game."
        ));
        if number == 5 {
            story.restart_and_catch_up().await;
        }
        anna.clicks(&format!("Next: {next}")).await;
    }
    let ladder = anna.types("/wythoff ladder game:wythoff").await;
    ladder.says("✅ 🐧 Penguin");
    ladder.says("👑 **All ten were beaten**");
    let stats = anna.types("/wythoff stats game:wythoff").await;
    stats.says("🪜 10 of 10 animals beaten 👑");
    story.end().await;
}

#[tokio::test]
async fn a_game_that_is_only_named_is_against_the_animal_that_was_reached() {
    let story = Story::begin().await;
    let anna = story.anna();
    plays_the_duckling(&anna).await;
    win_a_game(&anna).await;
    let board = anna.types("/wythoff start game:wythoff").await;
    board.says("against **🐇 Rabbit**");
    resigns(&anna).await;
    let board = anna.types("/wythoff start game:nim").await;
    board.says("against **🐥 Duckling**");
    resigns(&anna).await;
    // A position that one chooses is the Penguin's.
    let board = anna.types("/wythoff start 10 6 first:me").await;
    board.says("against **🐧 Penguin**");
    story.end().await;
}

#[tokio::test]
async fn starts_are_as_large_as_the_animal_is_strong() {
    let story = Story::begin().await;
    let anna = story.anna();
    for animal in [Animal::Duckling, Animal::Otter, Animal::Penguin] {
        let start = format!("/wythoff start game:wythoff opponent:{animal:?}");
        let board = anna.types(&start).await.to_string();
        // The bot may have moved from a larger start.
        let most = animal
            .starts(Variant::Wythoff)
            .iter()
            .map(|at| at.shape().size())
            .max();
        assert!(Some(position(&board).shape().size()) <= most, "{board}");
        resigns(&anna).await;
    }
    story.end().await;
}

#[tokio::test]
async fn the_button_names_the_animal_that_comes_next() {
    let story = Story::begin().await;
    let anna = story.anna();
    // The Otter is not the animal that she has reached.
    let start = "/wythoff start game:wythoff opponent:Otter";
    anna.types(start).await;
    let won = win_a_game(&anna).await;
    won.does_not_say("🪜");
    anna.clicks("Next: 🦢 Swan").await;
    anna.sees("@anna against **🦢 Swan**").await;
    resigns(&anna).await;
    anna.clicks("Play again").await;
    anna.at_latest().sees("@anna against **🦢 Swan**").await;
    story.end().await;
}

#[tokio::test]
async fn the_usual_rules_count_even_if_they_are_named() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start game:take last:loses most:3")
        .await;
    let on_ladder = "SELECT COUNT(*) FROM games WHERE ladder = 'on'";
    until(story.folder.path(), on_ladder, |count| count == 1).await;
    resigns(&anna).await;
    anna.types("/wythoff start game:take last:wins").await;
    let games = "SELECT COUNT(*) FROM games WHERE ladder = 'off'";
    until(story.folder.path(), games, |count| count == 1).await;
    story.end().await;
}

#[tokio::test]
async fn a_chosen_start_does_not_count() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 2 2 first:me opponent:Duckling")
        .await;
    let won = anna.goes(2, "diagonally").await;
    won.says("🏆 **@anna beat 🐥 Duckling**");
    won.does_not_say("🪜");
    let ladder = anna.types("/wythoff ladder").await;
    ladder.says("Beat 🐥 Duckling on your own, and 🐇 Rabbit is next.");
    story.end().await;
}

/// (3, 5) is lost for who begins, but the Duckling does not know.
#[tokio::test]
async fn a_win_that_the_animal_gave_away_is_told_as_that() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 3 5 first:me opponent:Duckling")
        .await;
    anna.types("/wythoff move A1").await;
    win_a_game(&anna).await;
    let why = anna.clicks("Why?").await;
    why.says("Duckling let the win slip, and @anna never did.");
    let more = anna.clicks("Tell me more").await;
    more.says("Duckling let the win slip, and @anna never did.");
    more.does_not_say("First ");
    story.end().await;
}

#[tokio::test]
async fn of_two_games_against_an_animal_one_win_counts() {
    let story = Story::begin().await;
    let anna = story.anna();
    let elsewhere = anna.in_channel("elsewhere");
    for here in [&anna, &elsewhere] {
        plays_the_duckling(here).await;
    }
    win_a_game(&anna)
        .await
        .says("🪜 1 of 10 animals beaten at Wythoff’s game.");
    story.later(seconds(10));
    let won = win_a_game(&elsewhere).await;
    won.does_not_say("🪜");
    let ladder = anna.types("/wythoff ladder").await;
    ladder.says("Beat 🐇 Rabbit on your own");
    story.end().await;
}

#[tokio::test]
async fn a_win_with_help_does_not_count_and_a_loss_costs_nothing() {
    let story = Story::begin().await;
    let anna = story.anna();
    plays_the_duckling(&anna).await;
    let hint = anna.clicks("Hint").await;
    hint.says("With a hint, a win in this game doesn’t count");
    let won = win_a_game(&anna).await;
    won.says("🪜 Not for the ladder: there was help.");
    won.says("[Play again]");
    // The solution of another position counts as help: its map also shows the cold squares of
    // this position.
    plays_the_duckling(&anna).await;
    anna.types("/wythoff solve 30 31").await.says("Go ");
    story.later(seconds(10));
    let won = win_a_game(&anna).await;
    won.says("🪜 Not for the ladder: there was help.");
    plays_the_duckling(&anna).await;
    anna.sees("@anna to move.").await;
    let current = position(&anna.screen());
    presses(&anna, current, current.best_move().expect("won")).await;
    anna.clicks("Take back").await;
    story.later(seconds(10));
    let won = win_a_game(&anna).await;
    won.says("🪜 Not for the ladder: a move was taken back.");
    plays_the_duckling(&anna).await;
    anna.sees("@anna to move.").await;
    resigns(&anna).await;
    let ladder = anna.types("/wythoff ladder").await;
    ladder.says("Beat 🐥 Duckling on your own");
    story.end().await;
}

#[tokio::test]
async fn the_ladder_of_the_game_that_was_played_last_is_shown() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start game:21 position:0/21 first:me")
        .await;
    anna.clicks("+1").await;
    resigns(&anna).await;
    let ladder = anna.types("/wythoff ladder").await;
    ladder.says("🪜 **21**: ten animals to beat");
    story.end().await;
}
