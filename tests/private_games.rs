//! Games against the bot whose boards only their member sees.

use insta::assert_snapshot;

use crate::support::{Says as _, Story, Takes as _};

#[tokio::test]
async fn only_its_member_sees_a_private_game() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.pair();
    assert_snapshot!(anna.types("/wythoff start game:wythoff a:1 b:3 first:me opponent:duckling private:yes").await, @"
    Wythoff (only you can see this):
    @anna against **🐥 Duckling**
    *“Quack! Show me how it goes.”*
    You both move one queen: left, down, diagonally. Bring her home to win.
    **@anna to move.**
    -# Wythoff’s game · Position (1, 3)
    <board.png: A board: the queen is (1, 3), 1 right of home and 3 above it. She can go up to 1 left, 3 down, or 1 diagonally.>
    [← 1]
    [↓ 1] [↓ 2] [↓ 3]
    [↙ 1]
    [Hint (no prize)] [Resign] [Rules]
    ");
    boris.screen().does_not_say("Duckling");
    anna.goes(1, "down").await.says("only you can see this");
    // A restart and a typed move show it to nobody else.
    story.restart().await;
    let typed = anna.types("/wythoff board").await;
    typed.says("only you can see this");
    typed.says("Duckling");
    boris.screen().does_not_say("Duckling");
    anna.types("/wythoff resign").await;
    let next = anna.types("/wythoff start game:nim private:yes").await;
    next.says("only you can see this");
    // Another one asks first, and is carried whole.
    let question = anna.types("/wythoff start game:nim private:yes").await;
    question.says("You already have a game");
    story.end().await;
}

#[tokio::test]
async fn in_a_channel_that_is_not_for_games_they_are_private() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let anna = anna.managing();
    anna.types("/wythoff settings").await;
    anna.clicks("Server settings").await;
    anna.clicks("More …").await;
    let set = anna
        .clicks("New games against me in this channel: everybody sees them")
        .await;
    set.says("[New games against me in this channel: only their players see them]");
    let mine = boris.types("/wythoff start game:nim").await;
    mine.says("only you can see this");
    anna.screen().does_not_say("@boris against");
    // Unless the member wants to show it.
    let shown = anna.types("/wythoff start game:nim private:no").await;
    shown.does_not_say("only you can see this");
    boris.screen().says("@anna against");
    // Members play each other as before.
    anna.types("/wythoff challenge member:boris a:3 b:5")
        .await
        .does_not_say("only you can see this");
    story.end().await;
}
