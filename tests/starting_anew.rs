//! A second game in the same channel, and lists of games.

use insta::assert_snapshot;

use crate::support::{Says as _, Story, Takes as _, until_boards};

#[tokio::test]
async fn a_second_start_offers_the_running_game_or_a_new_one() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    story.until_boards_are_noted().await;
    assert_snapshot!(anna.types("/wythoff start 4 3 first:me").await, @"
    Wythoff (only you can see this):
    You already have a game against me here, at (10, 6): #games › public message 1
    Keep playing it, or give it up for a new game? It would end without a result.
    [Show it] [New game]
    ");
    assert_snapshot!(anna.clicks("Show it").await, @"
    Wythoff (only you can see this):
    Done; the board appears at the bottom of the channel.
    ");
    // The question and the older board are gone.
    anna.sees_no("New game").await;
    until_boards(&anna, 1).await;
    anna.types("/wythoff start 4 3 first:me").await;
    let [show, new_game] = ["Show it", "New game"].map(|label| anna.control(label).expect(label));
    anna.clicks("New game").await;
    anna.sees("Position (4, 3)").await;
    anna.sees_no("New game").await;
    anna.sees("was abandoned.").await;
    // Late clicks on the deleted question.
    anna.types("/wythoff games").await;
    assert_snapshot!(anna.at_latest().forges(&show, &[]).await, @"
    Wythoff (only you can see this):
    That game is over; nothing was changed.
    ");
    story.until_boards_are_noted().await;
    let again = anna.at_latest().forges(&new_game, &[]).await;
    again.says("at (4, 3): #games › public message 2");
    story.end().await;
}

#[tokio::test]
async fn games_in_several_channels_are_listed_with_links() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    let talk = anna.in_channel("talk");
    talk.types("/wythoff start 20 9 first:me opponent:Squirrel")
        .await;
    story.until_boards_are_noted().await;
    assert_snapshot!(talk.types("/wythoff games").await, @"
    Wythoff (only you can see this):
    Your 2 current games:
    - **Your turn** against 🐧 Penguin at (10, 6): #games › public message 1
    - **Your turn** against 🐿️ Squirrel at (20, 9): #talk › public message 1
    ");
    story.end().await;
}

#[tokio::test]
async fn a_game_that_is_played_elsewhere_is_named_with_its_link() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    story.until_boards_are_noted().await;
    let hint = anna.control("Hint").expect("a button");
    let game = hint.split(':').nth(1).expect("the game");
    let talk = anna.in_channel("talk");
    assert_snapshot!(talk.types(&format!("/wythoff move A1 which:{game}")).await, @"
    Wythoff (only you can see this):
    That game is somewhere else: #games › public message 1
    ");
    let board = anna.types(&format!("/wythoff move A1 which:{game}")).await;
    board.says("@anna went 1 left.");
    story.end().await;
}

#[tokio::test]
async fn nobody_has_more_than_25_games() {
    let story = Story::begin().await;
    let anna = story.anna();
    for n in 0..25 {
        anna.in_channel(&format!("channel-{n}"))
            .types("/wythoff start 10 6 first:me")
            .await;
    }
    assert_snapshot!(anna.types("/wythoff start 10 6").await, @"
    Wythoff (only you can see this):
    You have 25 current games, the most allowed. Finish one first: `/wythoff games` lists them, and `/wythoff resign which:` gives one up from anywhere.
    ");
    story.until_boards_are_noted().await;
    let list = anna.types("/wythoff games").await.to_string();
    list.says("Your 25 current games:");
    let mut pages = list;
    for page in 1..=2 {
        let label = format!("Page {page} of 3, next ▶");
        pages += &anna.clicks(&label).await.to_string();
    }
    pages.says("[Page 3 of 3, next ▶]");
    for n in 0..25 {
        assert_eq!(pages.matches(&format!("#channel-{n} ")).count(), 1, "{n}");
    }
    anna.clicks("Page 3 of 3, next ▶").await.says("#channel-0 ");
    story.end().await;
}

#[tokio::test]
async fn the_most_urgent_game_is_listed_first() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 hour").await;
    for n in 0..13 {
        anna.in_channel(&format!("channel-{n}"))
            .types("/wythoff start 9007199254740991 9007199254740990 first:me")
            .await;
    }
    let carla = story.server.member("carla");
    carla
        .types("/wythoff challenge member:anna a:3 b:5 first:\"the opponent\" clock:\"5 minutes a move\"")
        .await;
    anna.clicks("Accept").await;
    story.until_boards_are_noted().await;
    let list = anna.types("/wythoff games").await.to_string();
    let lines: Vec<&str> = list.lines().skip(2).take(3).collect();
    lines[0].says("against @carla at (3, 5), time is up in 5 minutes");
    lines[1].says("against @boris at (3, 5), time is up in 1 hour");
    lines[2].does_not_say("time is up");
    boris
        .types("/wythoff games")
        .await
        .says("their time is up in 1 hour");
    story.end().await;
}

#[tokio::test]
async fn a_game_goes_on_after_a_restart_with_its_old_buttons() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    story.restart().await;
    let board = anna.goes(10, "left").await;
    board.says("Penguin reached home.");
    let calls = story.sandbox.calls();
    let registered = calls.iter().filter(|call| call.method == "PUT").count();
    assert_eq!(
        registered, 1,
        "a restart does not register the same commands again"
    );
    story.end().await;
}
