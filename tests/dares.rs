//! Dares: who has beaten an animal lets others try it from the same start.

use discord_sandbox::{Fault, Member};
use insta::assert_snapshot;

use crate::erasure::erase;
use crate::support::{Says as _, Story, day, hours, minutes, until};

/// What is not drawn yet.
const UNDRAWN: &str = "SELECT COUNT(*) FROM dares WHERE undrawn > 0";

/// `anna` beats an animal from two equal rows, and dares the server.
async fn dare(story: &Story) -> Member {
    let anna = story.anna();
    anna.types("/wythoff start game:nim position:\"1 2\" first:me opponent:otter")
        .await;
    anna.types("/wythoff move B1").await;
    anna.types("/wythoff move A1").await;
    anna.sees("beat").await;
    story.until_boards_are_noted().await;
    anna
}

#[tokio::test]
async fn others_try_what_one_has_won_and_the_results_gather() {
    let mut story = Story::begin().await;
    let anna = dare(&story).await;
    anna.clicks("More…").await;
    assert_snapshot!(anna.clicks("Dare the server").await, @"
    Wythoff:
    **@anna beat 🦦 Otter from here in 2 moves. Can you?**
    -# Nim · one try each, only you see it · closes in 3 days
    -# Position (1, 2)
    <board.png: Rows of counters: A 1, B 2.>
    [I’ll try]
    ");
    let dare = anna.at_latest();
    // It is her own.
    anna.clicks("I’ll try").await.says("It’s your own dare");
    let boris = story.server.member("boris");
    assert_snapshot!(boris.clicks("I’ll try").await, @"
    Wythoff (only you can see this):
    **Your move!** Beat 🦦 Otter.
    -# Take any number from one heap. Taking the last one wins.
    -# Position (1, 2)
    <board.png: Rows of counters: A 1, B 2.>
    [1 from A]
    [1 from B] [2 from B]
    ");
    // A restart changes nothing, and the message from before still works.
    story.restart().await;
    boris.clicks("1 from B").await.says("Your move!");
    let last = ["1 from A", "1 from B"];
    let last = last.into_iter().find(|&last| boris.control(last).is_some());
    let won = boris.clicks(last.expect("a heap is left")).await;
    won.says("🏆 **You beat 🦦 Otter in 2 moves!** @anna needed 2.");
    dare.sees("🏆 @boris 2 moves").await;
    let carla = story.server.member("carla");
    carla.at(2).clicks("I’ll try").await;
    carla.clicks("2 from B").await.says("wins this time");
    dare.sees("beat @carla").await;
    assert_snapshot!(dare.latest(), @"
    Wythoff (only you can see this):
    It’s your own dare: you’ve won it already.
    ");
    // One try each.
    carla.at(2).clicks("I’ll try").await.says("wins this time");
    story.later(3 * day() + minutes(1));
    let dan = story.server.member("dan");
    dan.at(2)
        .clicks("I’ll try")
        .await
        .says("That dare is closed.");
    dare.sees_no("I’ll try").await;
    boris.at(2).screen().says("closed");
    story.later(12 * day());
    story.until_marked_alive().await;
    until(story.folder.path(), "SELECT COUNT(*) FROM dares", |count| {
        count == 0
    })
    .await;
    story.end().await;
}

#[tokio::test]
async fn a_dare_is_drawn_later_if_discord_fails_and_after_an_erasure() {
    let mut story = Story::begin().await;
    let anna = dare(&story).await;
    anna.types("/wythoff dare").await.says("Can you?");
    let dare = anna.at_latest();
    let boris = story.server.member("boris");
    boris.clicks("I’ll try").await;
    story.rate_limit_for_an_hour("PATCH");
    boris.clicks("2 from B").await.says("wins this time");
    until(story.folder.path(), UNDRAWN, |count| count == 1).await;
    story.sandbox.clear_faults();
    story.restart().await;
    dare.sees("beat @boris").await;
    erase(&boris).await;
    story.later(minutes(2));
    dare.sees_no("beat @boris").await;
    erase(&anna).await;
    story.later(minutes(2));
    dare.sees("**Somebody beat").await;
    story.end().await;
}

#[tokio::test]
async fn not_every_game_is_a_dare() {
    let story = Story::begin().await;
    let anna = dare(&story).await;
    for _ in 0..3 {
        anna.types("/wythoff dare").await.says("Can you?");
    }
    let too_many = anna.types("/wythoff dare").await;
    too_many.says("You have three open dares already.");
    anna.types("/wythoff start game:nim position:\"1 2\" first:me opponent:otter")
        .await;
    anna.types("/wythoff move A1").await.says("Otter beat");
    let lost = anna.types("/wythoff dare").await;
    lost.says("You can dare others with a game that you’ve won against an animal.");
    // In a direct message nobody else would see it.
    let direct = anna.in_direct_message();
    direct
        .types("/wythoff start game:nim position:\"1 2\" first:me opponent:otter")
        .await;
    direct.types("/wythoff move B1").await;
    direct.types("/wythoff move A1").await;
    let nowhere = direct.types("/wythoff dare").await;
    nowhere.says("A dare needs a channel where I may write");
    story.end().await;
}

/// The animal would show how to play there.
#[tokio::test]
async fn a_dare_from_a_position_of_a_game_between_members_waits() {
    let story = Story::begin().await;
    let anna = dare(&story).await;
    anna.types("/wythoff dare").await;
    let (boris, carla) = (story.server.member("boris"), story.server.member("carla"));
    boris
        .types("/wythoff challenge member:carla game:nim position:\"2 1\"")
        .await;
    carla.clicks("Accept").await;
    let refused = boris.at(2).clicks("I’ll try").await;
    refused.says("in a game of yours with a member");
    story.end().await;
}

#[tokio::test]
async fn a_dare_whose_message_is_gone_costs_nothing() {
    let story = Story::begin().await;
    let anna = dare(&story).await;
    anna.types("/wythoff dare").await;
    let boris = story.server.member("boris");
    boris.clicks("I’ll try").await;
    let gone = Fault::on("PATCH", "/channels/").refused_with(404, 10008);
    story.sandbox.inject(gone.times(9));
    boris.clicks("2 from B").await.says("wins this time");
    until(story.folder.path(), UNDRAWN, |count| count == 0).await;
    story.later(hours(1));
    story.end().await;
}
