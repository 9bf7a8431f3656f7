//! Dares: who has beaten an animal lets others try it from the same start.

use discord_sandbox::{Answer, Fault, Member};
use insta::assert_snapshot;

use crate::erasure::erase;
use crate::support::{Says as _, Story, day, execute, hours, minutes, seconds, until, until_true};

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
    -# Nim · one try each; how it ends shows here · the end: in 3 days
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
    carla
        .clicks("Play your own")
        .await
        .says("the board appears");
    let dan = story.server.member("dan");
    let late = dan.at(2).control("I’ll try").expect("a button");
    // Nobody has to press anything.
    story.later(3 * day() + minutes(1));
    story.until_marked_alive().await;
    dare.sees_no("I’ll try").await;
    boris.at(2).screen().says("closed");
    dan.at(2)
        .forges(&late, &[])
        .await
        .says("That dare is closed.");
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
    anna.types("/wythoff dare").await.says("Can you?");
    let again = anna.types("/wythoff dare").await;
    again.says("You’ve dared everybody here to do that already.");
    for most in 2..5 {
        anna.types(&format!(
            "/wythoff start game:nim position:{most} first:me opponent:otter"
        ))
        .await;
        anna.types(&format!("/wythoff move A{most}")).await;
        let dare = anna.types("/wythoff dare").await;
        dare.says(if most < 4 {
            "beat 🦦 Otter from here in one move. Can you?"
        } else {
            "You have three open dares already."
        });
    }
    // What helped is no model.
    anna.types("/wythoff start game:nim position:5 first:me opponent:penguin")
        .await;
    anna.types("/wythoff hint").await;
    anna.types("/wythoff move A5").await;
    let helped = anna.types("/wythoff dare").await;
    helped.says("Something helped you in that game.");
    anna.types("/wythoff start game:nim position:\"1 2\" first:me opponent:otter")
        .await;
    anna.types("/wythoff move A1").await.says("Otter beat");
    let lost = anna.types("/wythoff dare").await;
    let new = story.server.member("dan").types("/wythoff dare").await;
    new.says("You can dare others with a game that you’ve won against an animal.");
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

/// Everybody begins where the darer did. In dares of earlier versions the animal could move first, and its first
/// move could be the last one.
#[tokio::test]
async fn where_the_animal_began_others_begin_after_its_move() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start game:nim position:\"1 1\" first:bot opponent:penguin last:wins")
        .await;
    let last = ["A1", "B1"].map(|mv| format!("/wythoff move {mv}"));
    for mv in last {
        anna.types(&mv).await;
    }
    let dare = anna.types("/wythoff dare").await;
    dare.says("beat 🐧 Penguin from here in one move. Can you?");
    dare.says("Position (0, 1)");
    let dare = anna.at_latest();
    // As if the animal could take everything.
    let take_all = "UPDATE dares SET start = '1', begins = 0";
    execute(story.folder.path(), take_all).await;
    let boris = story.server.member("boris");
    boris.clicks("I’ll try").await.says("wins this time");
    dare.sees("beat @boris").await;
    story.end().await;
}

#[tokio::test]
async fn a_dare_whose_answer_is_lost_is_posted_and_known() {
    let story = Story::begin().await;
    let anna = dare(&story).await;
    let too_late = Fault::on("POST", "/callback").refused_with(404, 10_062);
    story.sandbox.inject(too_late);
    assert_eq!(anna.types("/wythoff dare").await, Answer::Failed);
    anna.sees("Can you?").await;
    let known = "SELECT COUNT(*) FROM dares WHERE message IS NOT NULL";
    until(story.folder.path(), known, |count| count == 1).await;
    story.end().await;
}

#[tokio::test]
async fn every_result_is_shown_although_drawings_fail_and_overlap() {
    let story = Story::begin().await;
    let anna = dare(&story).await;
    anna.types("/wythoff dare").await;
    let dare = anna.at_latest();
    let (boris, carla) = (story.server.member("boris"), story.server.member("carla"));
    for member in [&boris, &carla] {
        member.clicks("I’ll try").await;
    }
    let slow = Fault::on("PATCH", "/channels/").rate_limited(seconds(1), false);
    story.sandbox.inject(slow);
    boris.clicks("2 from B").await.says("wins this time");
    carla.clicks("2 from B").await.says("wins this time");
    dare.sees("beat @boris").await;
    dare.sees("beat @carla").await;
    until(story.folder.path(), UNDRAWN, |count| count == 0).await;
    dare.screen().says("beat @boris");
    dare.screen().says("beat @carla");
    // An old message can be edited only so often.
    let dan = story.server.member("dan");
    dan.clicks("I’ll try").await;
    story
        .sandbox
        .inject(Fault::on("PATCH", "/channels/").refused_with(429, 30046));
    dan.clicks("2 from B").await.says("wins this time");
    let limited = || {
        let calls = story.sandbox.calls().into_iter();
        calls.filter(|call| call.status == Some(429)).count()
    };
    until_true(async || limited() == 2).await;
    // The bot may note the refusal only after the first of them.
    story.later(minutes(11));
    story.until_marked_alive().await;
    story.later(minutes(11));
    dare.sees("beat @dan").await;
    story.end().await;
}

#[tokio::test]
async fn an_erasure_gives_no_second_try() {
    let story = Story::begin().await;
    let anna = dare(&story).await;
    anna.types("/wythoff dare").await;
    let dare = anna.at_latest();
    let boris = story.server.member("boris");
    boris.clicks("I’ll try").await;
    boris.clicks("2 from B").await.says("wins this time");
    dare.sees("beat @boris").await;
    erase(&boris).await;
    dare.sees_no("beat @boris").await;
    let again = boris.clicks("I’ll try").await;
    again.says("Everybody has one try, and you’ve had yours.");
    // Nor in the middle of a try.
    let carla = story.server.member("carla");
    carla.clicks("I’ll try").await;
    let begun = carla.at_latest();
    let mv = begun.control("2 from B").expect("a button");
    erase(&carla).await;
    let late = begun.forges(&mv, &[]).await;
    late.says("Everybody has one try, and you’ve had yours.");
    story.end().await;
}
