//! Taking moves back in a running game: against the bot, and by agreement between members.

use insta::assert_snapshot;

use crate::support::{Says as _, Story, Takes as _, minutes, plays_best, position, seconds};

#[tokio::test]
async fn a_round_can_be_taken_back_again_and_again() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    assert_eq!(
        anna.control("Take back"),
        None,
        "there is nothing to take back"
    );
    let first_select = anna.control("Left …").expect("a select");
    anna.goes(1, "left").await;
    let take_back_button = anna.control("Take back").expect("a button");
    anna.goes(1, "down").await;
    let select_after_two_rounds = anna.control("Left …").expect("a select");
    let back = anna.clicks("Take back").await;
    back.says(", a move was taken back · ");
    anna.sees("A move was taken back, so this game doesn’t count toward stats.")
        .await;
    assert_eq!(story.plies(&anna).await, [2]);
    // Of two clicks in a row only one counts.
    let board = anna.at(1);
    board
        .forges(&take_back_button, &[])
        .await
        .says("Position (300, 240)");
    board
        .forges(&take_back_button, &[])
        .await
        .says("Position (300, 240)");
    anna.sees("The game has moved on since that board was shown")
        .await;
    board.latest().says(", a move was taken back · ");
    // A control that was shown at this position works again. One that was shown at another position
    // of the same ply does not.
    let moved = board.forges(&first_select, &["2"]).await;
    moved.says("@anna went 2 left.");
    board.goes(1, "down").await;
    let late = board
        .forges(&select_after_two_rounds, &["1"])
        .await
        .to_string();
    late.does_not_say("@anna went 1 left.");
    assert_eq!(story.plies(&anna).await, [4]);
    story.end().await;
}

#[tokio::test]
async fn a_whole_game_is_taken_back_round_by_round() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 300 240 first:me").await;
    let mut boards = vec![anna.latest()];
    for round in 0..6 {
        let pile = ["Left …", "Down …"][round % 2];
        boards.push(anna.chooses(pile, "1").await.to_string());
    }
    boards.pop();
    while let Some(before) = boards.pop() {
        let back = anna.clicks("Take back").await.to_string();
        assert_eq!(position(&back), position(&before));
        let moves_shown = |board: &str| {
            let moves = board.lines().filter(|line| line.contains(" took "));
            moves.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(moves_shown(&back), moves_shown(&before));
    }
    assert_eq!(anna.control("Take back"), None, "all is taken back");
    story.end().await;
}

#[tokio::test]
async fn a_game_with_moves_taken_back_counts_in_no_statistics() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff start 12 9 first:me").await;
    anna.goes(1, "left").await;
    anna.clicks("Take back").await;
    story.restart().await;
    let mut board = anna.at(1).latest();
    board.says(", a move was taken back · ");
    board = plays_best(&anna, board).await;
    board.says("@anna reached home.");
    assert_snapshot!(anna.types("/wythoff stats game:wythoff").await, @"
    Wythoff (only you can see this):
    **anna** at Wythoff’s game
    No finished games yet.
    ");
    story.end().await;
}

#[tokio::test]
async fn between_members_nothing_is_taken_back_unasked() {
    let story = Story::begin().await;
    let [anna, _boris] = story.playing("1 day").await;
    assert_eq!(anna.control("Take back"), None);
    let forged = anna
        .control("Resign")
        .expect("a button")
        .replace("resign", "back");
    assert_snapshot!(anna.forges(&forged, &[]).await, @"
    Wythoff (only you can see this):
    Games between members have no take-backs, unless the other one agrees.
    ");
    story.end().await;
}

/// Who has moved asks, the other one agrees; the message that asked becomes the board.
#[tokio::test]
async fn members_take_a_move_back_by_agreement() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    anna.goes(1, "left").await;
    assert_snapshot!(anna.clicks("Ask to take back").await, @"
    Wythoff (pings @boris):
    @boris, may **@anna** take back their last move? You have until 12:01:00.
    [Agree] [No, go on]
    ");
    story.restart().await;
    anna.clicks("Agree")
        .await
        .says("The other player has to agree.");
    let carl = story.server.member("carl");
    carl.clicks("Agree").await.says("This is not your game.");
    assert_snapshot!(boris.clicks("Agree").await, @"
    Wythoff (pings @boris):
    @anna against @boris
    You both move one queen: left, down, diagonally. Bring her home to win.
    **@anna to move**; time is up in 1 day.
    -# Wythoff’s game, not rated, a move was taken back · Position (3, 5)
    <board.png: A board: the queen is (3, 5), 3 right of home and 5 above it. She can go up to 3 left, 5 down, or 3 diagonally.>
    [← 1] [← 2] [← 3]
    [↓ 1] [↓ 2] [↓ 3] [↓ 4] [↓ 5]
    [↙ 1] [↙ 2] [↙ 3]
    [Resign] [Rules] [🔮 Who wins?]
    ");
    assert_eq!(boris.at_latest().control("Agree"), None);
    // With the answer to it, if there is one; once the game has gone on, nobody can agree any more.
    anna.goes(1, "left").await;
    boris.goes(1, "left").await;
    let asked = boris.clicks("Ask to take back").await;
    asked.says("@anna, may **@boris** take back");
    anna.goes(1, "down").await;
    anna.clicks("Agree").await.says("That offer is over.");
    let again = anna.clicks("Ask to take back").await;
    again.says("You asked just now. Give it a minute.");
    story.later(minutes(2));
    // It would otherwise come at any time.
    boris.sees("@boris, it’s your turn").await;
    anna.clicks("Ask to take back").await;
    story.later(minutes(2));
    boris.clicks("Agree").await.says("That offer is over.");
    // Who does not want to says so.
    anna.clicks("Ask to take back").await;
    carl.clicks("No, go on")
        .await
        .says("This is not your game.");
    let agree = boris.control("Agree").expect("a button");
    let go_on = boris.control("No, go on").expect("a button");
    let declined = boris.clicks("No, go on").await;
    declined.says("@boris would rather go on. The game continues.");
    anna.at_latest()
        .forges(&go_on, &[])
        .await
        .says("would rather go on");
    let late = boris.at_latest().forges(&agree, &[]).await;
    late.says("**@anna to move**");
    let over = anna.at_latest().forges(&go_on, &[]).await;
    over.says("Wythoff (only you can see this):\nThat offer is over.");
    story.end().await;
}

/// Whoever does not want to be told is not pinged, and nobody is again and again.
#[tokio::test]
async fn questions_ping_no_more_than_challenges_do() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    anna.goes(1, "left").await;
    let asked = anna.clicks("Ask to take back").await;
    asked.says("Wythoff (pings @boris):");
    let again = anna.at(1).clicks("Ask to take back").await;
    again.does_not_say("pings");
    story.later(minutes(11));
    boris.types("/wythoff settings").await;
    boris.chooses("When it’s your turn", "never").await;
    let quiet = anna.at(1).clicks("Ask to take back").await;
    quiet.does_not_say("pings");
    story.end().await;
}

#[tokio::test]
async fn members_end_a_game_without_a_result_by_agreement() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    anna.goes(1, "left").await;
    anna.types("/wythoff resign").await;
    anna.clicks("Ask to end it without a result")
        .await
        .says("@boris, shall this game end without a result?");
    let ended = boris.clicks("Agree").await;
    ended.says("No result");
    let stats = anna.types("/wythoff stats game:wythoff").await;
    stats.says("No finished games yet.");
    story.end().await;
}

#[tokio::test]
async fn a_late_click_on_agree_harms_nothing() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    let carl = story.server.member("carl");
    anna.goes(1, "left").await;
    anna.clicks("Ask to take back").await;
    let agree = boris.control("Agree").expect("a button");
    boris.clicks("Agree").await;
    for late in [&carl, &boris] {
        let said = late.at_latest().forges(&agree, &[]).await;
        said.says("Wythoff (only you can see this):\nThat offer is over.");
    }
    anna.latest().says("**@anna to move**");
    // Somebody who does not play is told just that.
    let asked = carl
        .at_latest()
        .forges(
            &agree.replace("agree:take_back:first", "ask:take_back"),
            &[],
        )
        .await;
    asked.does_not_say("Your game");
    story.end().await;
}

#[tokio::test]
async fn an_offer_stays_over_even_if_the_next_move_is_taken_back() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("1 day").await;
    anna.goes(1, "left").await;
    anna.types("/wythoff resign").await;
    anna.clicks("Ask to end it without a result").await;
    let agree = boris.control("Agree").expect("a button");
    let offer = boris.at_latest();
    story.later(seconds(1));
    boris.types("/wythoff move A1").await;
    boris.clicks("Ask to take back").await;
    anna.clicks("Agree").await.says("**@boris to move**");
    offer.forges(&agree, &[]).await.says("That offer is over.");
    anna.types("/wythoff board")
        .await
        .says("**@boris to move**");
    story.end().await;
}

#[tokio::test]
async fn who_has_taken_a_move_back_is_no_no_show() {
    let story = Story::begin().await;
    let [anna, boris] = story.playing("5 minutes").await;
    anna.goes(1, "left").await;
    boris.goes(1, "left").await;
    boris.clicks("Ask to take back").await;
    anna.clicks("Agree").await.says("**@boris to move**");
    story.later(minutes(5) + seconds(6));
    anna.sees("@boris ran out of time.").await;
    story.end().await;
}

#[tokio::test]
async fn what_taking_back_leads_to_is_not_told() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let challenge = "/wythoff challenge member:boris game:nim position:\"9 7 5\" first:me";
    anna.types(challenge).await;
    boris.clicks("Accept").await;
    anna.types("/wythoff move A1").await;
    boris.types("/wythoff move B1").await;
    anna.types("/wythoff move C5").await;
    let solution = boris
        .types("/wythoff solve game:nim position:\"8 7 5\"")
        .await;
    solution.says("This would help in a game of yours with a member");
    story.end().await;
}
