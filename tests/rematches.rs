//! The next game after a finished one: both players have to want the same.

use insta::assert_snapshot;

use crate::support::{Says as _, Story, day, hours, minutes, resigns};

#[tokio::test]
async fn a_rematch_begins_when_both_want_it_with_sides_swapped() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    resigns(&anna).await;
    assert_snapshot!(anna.clicks("Rematch").await, @"
    Wythoff (pings @boris):
    🏆 **@boris beat @anna** at Wythoff’s game! @anna resigned.
    @anna wants a rematch. The next game begins once both have pressed the same button; the offer stands until 08 Jan 2030 12:00. It’s not rated, like this one. @boris goes first.
    -# Position (3, 5)
    <board.png: A board: the queen is (3, 5), 3 right of home and 5 above it. She can go up to 3 left, 5 down, or 3 diagonally.>
    [Rematch] [Another board]
    ");
    assert_snapshot!(anna.clicks("Rematch").await, @"
    Wythoff (only you can see this):
    You’ve already offered that; now your opponent has to agree.
    ");
    let eve = story.server.member("eve");
    assert_snapshot!(eve.at(1).clicks("Rematch").await, @"
    Wythoff (only you can see this):
    This is not your game. `/wythoff start game:wythoff` starts one of your own.
    [Play your own]
    ");
    let both = boris.at(1).clicks("Another board").await;
    both.says("@anna wants a rematch. @boris wants another game, from another board.");
    let rematch = anna.at(1).control("Rematch").expect("a button");
    let board = boris.at(1).clicks("Rematch").await;
    board.says("@boris against @anna");
    board.says("-# Wythoff’s game, not rated");
    board.says("**@boris to move**; time is up in 1 day.");
    board.says("Position (3, 5)");
    boris.at(1).sees_no("wants").await;
    boris.at(1).sees_no("Rematch").await;
    story.until_boards_are_noted().await;
    // Which message that is depends on whether the ping for it is still there.
    let again = anna.at(1).forges(&rematch, &[]).await;
    again.says("That game already has a follow-up: #games › public message ");
    story.end().await;
}

#[tokio::test]
async fn nobody_plays_a_rematch_with_somebody_who_has_blocked_them() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    resigns(&anna).await;
    anna.clicks("Rematch").await;
    anna.types("/wythoff settings").await;
    anna.picks("Block challenges from …", &[&boris]).await;
    let refused = boris.at(1).clicks("Rematch").await;
    refused.says("Their settings don’t allow this challenge.");
    let refused = anna.at(1).clicks("Rematch").await;
    refused.says("You’ve blocked challenges from them");
    story.end().await;
}

#[tokio::test]
async fn one_offer_after_the_other_pings_only_once() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    resigns(&anna).await;
    anna.types("/wythoff challenge member:boris a:4 b:6").await;
    boris.clicks("Accept").await.says("to move");
    story.until_boards_are_noted().await;
    resigns(&anna).await;
    story.later(minutes(5));
    anna.at(1).clicks("Rematch").await;
    boris.sees("wants to play again").await;
    story.until_notifications_sent(1).await;
    anna.at(3).clicks("Rematch").await;
    story.later(minutes(11));
    anna.at(3).clicks("Another board").await;
    story.until_all_is_drawn().await;
    let offers = boris.screen().matches("wants to play again").count();
    assert_eq!(offers, 1);
    story.end().await;
}

#[tokio::test]
async fn an_offer_of_a_rematch_holds_for_a_day() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    resigns(&anna).await;
    anna.clicks("Rematch").await;
    story.later(day() + minutes(1));
    let offer = boris.at(1).clicks("Rematch").await;
    offer.says("@boris wants a rematch.");
    offer.does_not_say("@anna wants a rematch.");
    story.later(hours(23));
    let board = anna.at(1).clicks("Rematch").await;
    board.says("@boris against @anna");
    resigns(&anna).await;
    story.end().await;
}

#[tokio::test]
async fn an_offer_in_a_quick_game_ends_as_soon_as_a_challenge_would() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("5 minutes").await;
    resigns(&anna).await;
    anna.clicks("Rematch").await;
    story.later(minutes(16));
    let offer = boris.at(1).clicks("Rematch").await;
    offer.says("@boris wants a rematch.");
    offer.does_not_say("@anna wants a rematch.");
    story.end().await;
}

#[tokio::test]
async fn who_has_declined_a_challenge_gets_no_offer_of_a_rematch_either() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    resigns(&anna).await;
    anna.types("/wythoff challenge member:boris a:4 b:6").await;
    boris.clicks("Decline").await;
    let refused = anna.at(1).clicks("Rematch").await;
    refused.says("They didn’t take your last challenge.");
    boris
        .at(1)
        .clicks("Rematch")
        .await
        .says("@boris wants a rematch.");
    story.end().await;
}

#[tokio::test]
async fn only_who_wants_no_challenges_can_offer_a_rematch() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    resigns(&anna).await;
    boris.types("/wythoff settings").await;
    boris.clicks("Challenges: from anyone").await;
    let refused = anna.at(1).clicks("Rematch").await;
    refused.says("Their settings don’t allow this challenge.");
    boris.at(1).clicks("Rematch").await;
    anna.at(1)
        .clicks("Rematch")
        .await
        .says("@boris against @anna");
    story.end().await;
}

#[tokio::test]
async fn new_piles_are_drawn_when_both_want_them() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    resigns(&anna).await;
    anna.clicks("Another board").await;
    let board = boris.clicks("Another board").await;
    board.says(", not rated");
    board.does_not_say("Position (3, 5)");
    story.end().await;
}

#[tokio::test]
async fn an_absent_player_is_told_of_the_offer() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    resigns(&anna).await;
    story.later(minutes(5));
    anna.at(1).clicks("Rematch").await;
    boris.sees("wants to play again").await;
    assert_snapshot!(boris.at_latest().latest(), @"
    Wythoff (pings @boris):
    @boris: @anna wants to play again (not rated): #games › public message 1
    ");
    story.until_notifications_sent(1).await;
    boris.at(1).clicks("Rematch").await;
    boris.sees_no("wants to play again").await;
    story.end().await;
}

#[tokio::test]
async fn both_see_the_same_board_whatever_their_language() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let (anna, boris) = (anna.locale("es-ES"), boris.locale("pt-BR"));
    anna.types("/wythoff challenge member:boris a:3 b:5 first:me")
        .await;
    boris.clicks("Accept").await;
    assert_eq!(anna.latest(), boris.latest());
    story.end().await;
}

/// Another board is another one, even where a size has a single board.
#[tokio::test]
async fn another_board_is_never_the_same() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff challenge member:boris game:tactix size:small")
        .await;
    let board = boris.clicks("Accept").await.to_string();
    let picture = |board: &str| {
        let mut lines = board.lines().filter(|line| line.contains("<board.png"));
        lines.next().expect("a picture").to_owned()
    };
    story.until_boards_are_noted().await;
    resigns(&anna).await;
    anna.clicks("Another board").await;
    let next = boris.clicks("Another board").await.to_string();
    assert_ne!(picture(&board), picture(&next));
    story.end().await;
}
