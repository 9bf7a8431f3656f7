//! Who watches a game says who will win it, and its end names those who were right.

use insta::assert_snapshot;

use crate::erasure::erase;
use crate::support::{Says as _, Story, Takes as _, hours, resigns, seconds, until};

#[tokio::test]
async fn who_watches_says_who_wins_and_the_end_names_them() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.playing("1 hour").await;
    let (carla, dan) = (story.server.member("carla"), story.server.member("dan"));
    assert_snapshot!(carla.clicks("← 1").await, @"
    Wythoff (only you can see this):
    This is not your game. `/wythoff start game:wythoff` starts one of your own.
    [Play your own] [🔮 Who wins?]
    ");
    assert_snapshot!(carla.clicks("🔮 Who wins?").await, @"
    Wythoff (only you can see this):
    🔮 **Who wins,** @anna or @boris?
    [anna] [boris]
    ");
    let noted = carla.clicks("boris").await;
    noted.says("🔮 You say @boris wins.");
    story.restart().await;
    dan.clicks("← 1").await;
    dan.clicks("🔮 Who wins?").await;
    dan.clicks("anna").await.says("You say @anna wins.");
    // On the board, where everybody sees it, it changes nothing.
    let board = dan.at(1).latest();
    dan.at(1)
        .clicks("🔮 Who wins?")
        .await
        .says("Wythoff (only you can see this):\n🔮 You’ve said that @anna wins.");
    anna.at(1)
        .clicks("🔮 Who wins?")
        .await
        .says("(only you can see this)");
    assert_eq!(dan.at(1).latest(), board);
    // Once is enough, and it is not for players.
    dan.at(1).clicks("← 1").await;
    let again = dan.clicks("🔮 Who wins?").await;
    again.says("🔮 You’ve said that @anna wins.");
    anna.goes(1, "left").await;
    resigns(&anna).await;
    boris.sees("🔮 @carla saw it coming (one didn’t).").await;
    let late = dan.at(1).clicks("Review").await;
    late.says("(only you can see this)");
    let stats = carla.types("/wythoff stats").await;
    stats.says("🔮 Winners foreseen: 1 of 1");
    let stats = dan.types("/wythoff stats").await;
    stats.says("🔮 Winners foreseen: 0 of 1");
    erase(&carla).await;
    let left = "SELECT COUNT(*) FROM predictions";
    until(story.folder.path(), left, |count| count == 1).await;
    story.end().await;
}

#[tokio::test]
async fn a_winner_is_not_predicted_late() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 hour").await;
    let carla = story.server.member("carla");
    carla.clicks("← 1").await;
    resigns(&anna).await;
    boris.sees("resigned").await;
    let over = carla.clicks("🔮 Who wins?").await;
    over.says("That game is over.");
    let own = carla.types("/wythoff start game:nim").await;
    own.says("@carla against");
    story.end().await;
}

#[tokio::test]
async fn an_erasure_gives_no_second_say() {
    let story = Story::begin().await;
    story.playing("1 hour").await;
    let carla = story.server.member("carla");
    carla.clicks("← 1").await;
    carla.clicks("🔮 Who wins?").await;
    carla.clicks("boris").await.says("You say @boris wins.");
    erase(&carla).await;
    carla.at(1).clicks("← 1").await;
    let again = carla.clicks("🔮 Who wins?").await;
    again.says("nobody has a second say");
    story.end().await;
}

#[tokio::test]
async fn nobody_predicts_once_the_time_of_who_is_on_turn_is_up() {
    let story = Story::begin().await;
    story.playing("1 hour").await;
    let carla = story.server.member("carla");
    carla.clicks("← 1").await;
    carla.clicks("🔮 Who wins?").await;
    // The game ends a little later, so that a move sent in time can still arrive.
    story.later(hours(1) + seconds(1));
    carla.clicks("boris").await.says("It’s too late for that");
    story.end().await;
}
