//! Clicks by the wrong person, on the wrong message, at the wrong time.

use discord_sandbox::Fault;
use insta::assert_snapshot;

use crate::support::{Says as _, Story, Takes as _};

#[tokio::test]
async fn a_strangers_click_gets_a_private_reason() {
    let story = Story::begin().await;
    let anna = story.anna();
    let boris = story.server.member("boris");
    anna.types("/wythoff start 10 6 first:me").await;
    let refusal = "This is not your game. `/wythoff start game:wythoff` starts one of your own.";
    for button in ["Hint", "Resign"] {
        boris.clicks(button).await.says(refusal);
    }
    boris.goes(1, "left").await.says(refusal);
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
async fn a_stale_control_repairs_its_message_and_changes_nothing() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    let old = anna.control("Left …").expect("a select");
    let board = anna.goes(1, "left").await.to_string();
    let repaired = anna.forges(&old, &["2"]).await.to_string();
    assert_eq!(
        repaired.split("▾").next(),
        board.split("▾").next(),
        "the board shows the same position"
    );
    anna.sees("has moved on").await;
    assert_snapshot!(anna.latest(), @"
    Wythoff (only you can see this):
    The game has moved on since that board was shown, so this didn’t count.
    ");
    story.end().await;
}

#[tokio::test]
async fn a_click_on_an_undeletable_old_board_links_to_the_board() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    let old = anna.control("Left …").expect("a select");
    for path in ["/webhooks/", "/channels/"] {
        let fault = Fault::on("DELETE", path);
        story.sandbox.inject(fault.refused_with(403, 50_013));
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
    let take = anna.control("↙ 1").expect("a button");
    let hint = anna.control("Hint").expect("a button");
    let resign = anna.control("Resign").expect("a button");
    anna.goes(2, "diagonally").await;
    for control in [take, hint, resign] {
        let repaired = anna.at(1).forges(&control, &[]).await;
        repaired.says("@anna reached home.");
    }
    anna.sees("That game is over; nothing was changed.").await;
    story.end().await;
}

#[tokio::test]
async fn a_control_of_another_version_redraws_its_board() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    story.until_boards_are_noted().await;
    let known = anna.control("Hint").expect("a button");
    let board = anna.forges(&known.replacen("w2", "w1", 1), &[]).await;
    board.says("**@anna to move.**");
    anna.sees("I don’t know this button or menu; it may come from another version of me.")
        .await;
    story.end().await;
}

#[tokio::test]
async fn every_control_id_is_answered() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 10 6 first:me").await;
    let known = anna.control("Hint").expect("a button");
    let mut said = std::collections::BTreeSet::new();
    for id in [
        "x",
        "w1",
        "w2:::",
        "w9:1:2:hint",
        "w2:1:0:hint",
        "w2:-1:0:hint",
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
    let is_expected = |said: &String| {
        said.contains("I don’t know this button or menu; it may come from another version of me. `/wythoff board` shows you a fresh board.")
            || said.contains("I don’t know that game.")
            || said.contains("Position (10, 6)")
    };
    assert!(said.iter().all(is_expected), "{said:#?}");
    story.end().await;
}
