//! Clicks by the wrong person, on the wrong message, at the wrong time.

use discord_sandbox::Fault;
use insta::assert_snapshot;

use crate::support::{Story, Takes as _};

#[tokio::test]
async fn a_strangers_click_gets_a_private_reason() {
    let story = Story::begin().await;
    let anna = story.anna();
    let boris = story.server.member("boris");
    anna.types("/wythoff start 10 6 first:me").await;
    let mut said = Vec::new();
    for button in ["Hint", "Resign"] {
        said.push(format!("{button}: {}", boris.clicks(button).await));
    }
    said.push(format!("select: {}", boris.takes(1, "the left").await));
    assert_snapshot!(said.join("\n"), @"
    Hint: Wythoff (only you can see this):
    This is not your game. `/wythoff start game:wythoff` begins one of your own.
    Resign: Wythoff (only you can see this):
    This is not your game. `/wythoff start game:wythoff` begins one of your own.
    select: Wythoff (only you can see this):
    This is not your game. `/wythoff start game:wythoff` begins one of your own.
    ");
    let rules = boris.clicks("Rules").await.to_string();
    assert!(
        rules.contains("only you can see this"),
        "rules are for anyone, in private: {rules}"
    );
    assert!(
        !anna.screen().contains("This is not your game"),
        "others do not see it"
    );
    story.end().await;
}

#[tokio::test]
async fn a_control_of_an_older_board_repairs_the_message_and_changes_nothing() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    let old = anna.control("From the left pile").expect("a select");
    let board = anna.takes(1, "the left").await.to_string();
    let repaired = anna.forges(&old, &["2"]).await.to_string();
    assert_eq!(
        repaired.split("▾").next(),
        board.split("▾").next(),
        "the same game, not moved"
    );
    anna.sees("has moved on").await;
    assert_snapshot!(anna.latest(), @"
    Wythoff (only you can see this):
    The game has moved on since that board was shown, so this didn’t count.
    ");
    story.end().await;
}

#[tokio::test]
async fn a_click_on_a_board_that_cannot_be_taken_away_says_where_the_board_is() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    let old = anna.control("From the left pile").expect("a select");
    for path in ["/webhooks/", "/channels/"] {
        let fault = Fault::on("DELETE", path);
        story.sandbox.inject(fault.refused(403));
    }
    anna.types("/wythoff move A1").await;
    anna.at(1).sees_no("▾").await;
    assert_snapshot!(anna.at(1).forges(&old, &["2"]).await, @"
    Wythoff:
    This game’s board is now here: #games › public message 2
    ");
    story.end().await;
}

#[tokio::test]
async fn a_click_on_an_ended_game_changes_nothing() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 2 2 first:me").await;
    let take = anna.control("1 from each").expect("a button");
    let hint = anna.control("Hint").expect("a button");
    let resign = anna.control("Resign").expect("a button");
    anna.takes(2, "each").await;
    for control in [take, hint, resign] {
        let repaired = anna.at(1).forges(&control, &[]).await.to_string();
        assert!(repaired.contains("@anna took the last one."), "{repaired}");
    }
    anna.sees("That game is over; nothing was changed.").await;
    story.end().await;
}

#[tokio::test]
async fn the_board_of_a_control_of_another_version_is_drawn_anew() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    story.boards_are_noted().await;
    let known = anna.control("Hint").expect("a button");
    let board = anna.forges(&known.replacen("w2", "w1", 1), &[]).await;
    assert!(board.to_string().contains("**@anna to move.**"), "{board}");
    anna.sees("I don’t know this control; it may come from another version of me.")
        .await;
    story.end().await;
}

#[tokio::test]
async fn any_id_at_all_is_answered() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    let known = anna.control("Hint").expect("a button");
    let mut said = std::collections::BTreeSet::new();
    for id in [
        "x",
        "w1",
        "w1:::",
        "w9:1:2:hint",
        "w1:1:0:hint",
        "w1:-1:0:hint",
        &known.replace("hint", "pick:A:0"),
    ] {
        said.insert(anna.at(1).forges(id, &[]).await.to_string());
    }
    said.insert(
        anna.at(1)
            .forges(&known.replace("hint", "pick:A:0"), &["x"])
            .await
            .to_string(),
    );
    said.insert(
        anna.at(1)
            .forges(&known.replace("hint", "rematch:rematch"), &[])
            .await
            .to_string(),
    );
    assert_snapshot!(said.into_iter().collect::<Vec<_>>().join("\n"), @"
    Wythoff (only you can see this):
    I don’t know this control; it may come from another version of me. `/wythoff board` shows you a fresh board.
    Wythoff:
    **Wythoff’s game**: @anna against Wythoff (level: perfect)
    **@anna to move.**
    Take any number from one pile, or the same number from both. Whoever takes the last one wins.
    -# Position (10, 6)
    <board.png: A board of squares from home, (0, 0), to (10, 6). The queen is on (10, 6). She can go up to 10 to the left, 6 down, or 6 diagonally.>
    ▾ From the left pile: Take 1, leaving (9, 6) | Take 2, leaving (8, 6) | … | Take 10, leaving (0, 6)
    ▾ From the right pile: Take 1, leaving (10, 5) | Take 2, leaving (10, 4) | … | Take 6, leaving (10, 0)
    ▾ From both piles: Take 1, leaving (9, 5) | Take 2, leaving (8, 4) | … | Take 6, leaving (4, 0)
    [Hint] [Resign] [Rules]
    ");
    story.end().await;
}
