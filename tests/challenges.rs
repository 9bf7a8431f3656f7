//! Members challenge each other: who may answer, what is refused, and which of two simultaneous
//! answers counts.

use discord_sandbox::{Answer, Call};
use insta::assert_snapshot;

use crate::support::{
    Says as _, Story, Takes as _, day, minutes, occupy, seconds, until_queued, until_true,
};

#[tokio::test]
async fn a_challenge_is_accepted_and_two_members_play_to_the_end() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    assert_snapshot!(anna.types("/wythoff challenge member:boris a:3 b:5 first:me").await, @"
    Wythoff (pings @boris):
    ⚔️ @anna challenges @boris to **Wythoff’s game**.
    1 day a move. @anna goes first, so it’s not rated.
    Expires in 1 day.
    You both move one queen: left, down, diagonally. Bring her home to win.
    -# Position (3, 5)
    <board.png: A board: the queen is (3, 5), 3 right of home and 5 above it. She can go up to 3 left, 5 down, or 3 diagonally.>
    [Accept (anna goes first)] [Decline] [Withdraw] [Rules]
    ");
    assert_snapshot!(boris.clicks("Accept").await, @"
    Wythoff (pings @boris):
    @anna against @boris
    You both move one queen: left, down, diagonally. Bring her home to win.
    **@anna to move**; time is up in 1 day.
    -# Wythoff’s game, not rated · Position (3, 5)
    <board.png: A board: the queen is (3, 5), 3 right of home and 5 above it. She can go up to 3 left, 5 down, or 3 diagonally.>
    [← 1] [← 2] [← 3]
    [↓ 1] [↓ 2] [↓ 3] [↓ 4] [↓ 5]
    [↙ 1] [↙ 2] [↙ 3]
    [Resign] [Rules] [🔮 Who wins?]
    ");
    assert_snapshot!(anna.goes(2, "left").await, @"
    Wythoff (pings @boris):
    @anna against @boris
    You both move one queen: left, down, diagonally. Bring her home to win.
    @anna went 2 left.
    **@boris to move**; time is up in 1 day.
    -# Wythoff’s game, not rated · Position (1, 5)
    <board.png: A board: the queen is (1, 5), 1 right of home and 5 above it. She can go up to 1 left, 5 down, or 1 diagonally. The last move went 2 left.>
    [← 1]
    [↓ 1] [↓ 2] [↓ 3] [↓ 4] [↓ 5]
    [↙ 1]
    [Ask to take back] [Resign] [Rules] [🔮 Who wins?]
    ");
    let board = boris.goes(3, "down").await;
    board.says("@anna went 2 left. @boris went 3 down.");
    anna.goes(1, "left").await;
    assert_snapshot!(boris.goes(2, "down").await, @"
    Wythoff (pings @boris):
    🏆 **@boris beat @anna** at Wythoff’s game! @boris reached home.
    -# `/wythoff learn` shows you how to win, step by step; only you see it.
    <game.png: The queen’s path: (3, 5), (1, 5), (1, 2), (0, 2), (0, 0).>
    [Rematch] [Another board] [Review]
    ");
    story.end().await;
}

#[tokio::test]
async fn only_invited_members_answer_and_only_challengers_withdraw() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let eve = story.server.member("eve");
    anna.types("/wythoff challenge member:boris a:3 b:5").await;
    let not_invited = "This challenge is for somebody else.";
    let own_challenge = "This is your own challenge; you can only withdraw it.";
    let not_challenger = "Only the challenger can withdraw this challenge.";
    for (member, button, refusal) in [
        (&eve, "Accept", not_invited),
        (&eve, "Decline", not_invited),
        (&eve, "Withdraw", not_challenger),
        (&anna, "Accept", own_challenge),
        (&boris, "Withdraw", not_challenger),
    ] {
        member.clicks(button).await.says(refusal);
    }
    assert_snapshot!(anna.at(1).clicks("Withdraw").await, @"
    Wythoff (pings @boris):
    @anna withdrew the challenge.
    ");
    story.end().await;
}

#[tokio::test]
async fn after_a_decline_the_same_challenge_is_refused_for_ten_minutes() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let _eve = story.server.member("eve");
    anna.types("/wythoff challenge member:boris").await;
    assert_snapshot!(boris.clicks("Decline").await, @"
    Wythoff (pings @boris):
    @boris declined @anna’s challenge.
    ");
    anna.sees("@anna, @boris would rather not play ").await;
    anna.sees_no("declined @anna’s challenge").await;
    assert_snapshot!(anna.types("/wythoff challenge member:boris a:7 b:9").await, @"
    Wythoff (only you can see this):
    They didn’t take your last challenge. You can ask again in 10 minutes.
    ");
    let other = anna.types("/wythoff challenge member:eve").await;
    other.says("@anna challenges @eve");
    let back = boris.types("/wythoff challenge member:anna").await;
    back.says("@boris challenges @anna");
    story.sandbox.clock().advance(minutes(10));
    let again = anna.types("/wythoff challenge member:boris").await;
    again.says("@anna challenges @boris");
    story.end().await;
}

#[tokio::test]
async fn a_declined_challenge_is_deleted_unless_somebody_wrote_below() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let elsewhere = anna.in_channel("elsewhere");
    // A ping would say it at once.
    anna.types("/wythoff settings").await;
    anna.chooses("When it’s your turn", "never").await;
    anna.types("/wythoff challenge member:boris").await;
    boris.clicks("Decline").await;
    anna.sees("declined @anna’s challenge").await;
    elsewhere.types("/wythoff challenge a:3 b:5").await;
    elsewhere.clicks("Withdraw").await;
    // A public message below the challenge.
    elsewhere.types("/wythoff start 3 5 first:me").await;
    story.later(seconds(96));
    anna.sees_no("declined @anna’s challenge").await;
    // The call by which the bot finds out whether there are messages below.
    let looks_below = |call: &Call| call.path.ends_with("&limit=1") && call.status == Some(200);
    until_true(async || {
        story
            .sandbox
            .calls()
            .iter()
            .filter(|call| looks_below(call))
            .count()
            >= 2
    })
    .await;
    elsewhere.screen().says("withdrew the challenge");
    story.end().await;
}

#[tokio::test]
async fn anyone_may_take_an_open_challenge_and_choose_who_begins() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let challenge =
        "/wythoff challenge a:10 b:6 first:\"the opponent chooses\" clock:\"5 minutes a move\"";
    assert_snapshot!(anna.types(challenge).await, @"
    Wythoff:
    ⚔️ @anna challenges anyone to **Wythoff’s game**.
    5 minutes a move. Whoever accepts decides who goes first, so it’s not rated.
    Expires in 15 minutes.
    You both move one queen: left, down, diagonally. Bring her home to win.
    -# Position (10, 6)
    <board.png: A board: the queen is (10, 6), 10 right of home and 6 above it. She can go up to 10 left, 6 down, or 6 diagonally.>
    [Accept and go first] [Accept (anna goes first)] [Withdraw] [Rules]
    ");
    assert_snapshot!(anna.clicks("Accept and go first").await, @"
    Wythoff (only you can see this):
    This is your own challenge; you can only withdraw it.
    ");
    let board = boris.at(1).clicks("Accept (anna goes first)").await;
    board.says("**@anna to move**; time is up in 5 minutes.");
    story.end().await;
}

#[tokio::test]
async fn impossible_opponents_cannot_be_challenged() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    assert_snapshot!(anna.types("/wythoff challenge member:anna").await, @"
    Wythoff (only you can see this):
    You can’t challenge yourself. Play me with `/wythoff start`.
    ");
    assert_snapshot!(anna.types("/wythoff challenge member:Wythoff a:2 b:2 first:me").await, @"
    Wythoff (only you can see this):
    I don’t take challenges, but I’m always up for a game: try `/wythoff start`.
    [Play me]
    ");
    anna.clicks("Play me").await;
    anna.sees("@anna against **🐧 Penguin**").await;
    let _helper = story.server.bot("helper");
    assert_snapshot!(anna.types("/wythoff challenge member:helper").await, @"
    Wythoff (only you can see this):
    Bots don’t take challenges. Play me with `/wythoff start`.
    ");
    assert_snapshot!(anna.types("/wythoff challenge member:boris a:0 b:0").await, @"
    Wythoff (only you can see this):
    There is no move in that position.
    ");
    assert_snapshot!(anna.types("/wythoff challenge member:nobody").await, @"(Discord says: there is nobody called “nobody”)");
    assert_snapshot!(anna.in_direct_message().types("/wythoff challenge").await, @"
    Wythoff (only you can see this):
    Nobody else can answer a challenge here, but you can play me: `/wythoff start`
    ");
    anna.types("/wythoff challenge member:boris").await;
    story.until_boards_are_noted().await;
    assert_snapshot!(anna.types("/wythoff challenge member:boris").await, @"
    Wythoff (only you can see this):
    You’ve already challenged them here: #games › public message 2
    ");
    boris.clicks("Accept").await;
    assert_snapshot!(boris.types("/wythoff challenge member:anna").await, @"
    Wythoff (only you can see this):
    The two of you already have a game here, at (6, 7): #games › public message 2
    [Show it]
    ");
    story.end().await;
}

#[tokio::test]
async fn a_member_has_at_most_five_open_challenges() {
    let story = Story::begin().await;
    let anna = story.anna();
    for _ in 0..5 {
        anna.types("/wythoff challenge game:wythoff").await;
    }
    assert_snapshot!(anna.types("/wythoff challenge game:wythoff").await, @"
    Wythoff (only you can see this):
    You have 5 open challenges, the most allowed. Withdraw one first, or wait for an answer.
    ");
    anna.at(3).clicks("Withdraw").await;
    let again = anna.types("/wythoff challenge game:wythoff").await;
    again.says("challenges anyone");
    story.end().await;
}

#[tokio::test]
async fn a_challenge_expires_after_a_day_or_15_minutes() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff challenge member:boris").await;
    anna.types("/wythoff challenge clock:\"1 hour a move\"")
        .await;
    story.until_boards_are_noted().await;
    story.sandbox.clock().advance(minutes(16));
    anna.at(2).sees("Nobody answered").await;
    assert!(anna.at(1).latest().contains("[Accept]"));
    story.sandbox.clock().advance(day());
    anna.at(1).sees("Nobody answered").await;
    assert_snapshot!(boris.screen(), @"
    #1 Wythoff (pings @boris):
    Nobody answered @anna’s challenge in time.

    #2 Wythoff:
    Nobody answered @anna’s challenge in time.
    ");
    story.end().await;
}

#[tokio::test]
async fn an_answer_after_the_expiry_is_refused() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff challenge member:boris").await;
    // Only the click ends the challenge so early: automatic expiry waits for interactions that are
    // still in flight.
    story.sandbox.clock().advance(day() + seconds(1));
    assert_snapshot!(boris.clicks("Accept").await, @"
    Wythoff (pings @boris):
    Nobody answered @anna’s challenge in time.
    ");
    boris.sees("This challenge has expired.").await;
    assert_eq!(story.plies(&anna).await, [0; 0]);
    story.end().await;
}

#[tokio::test]
async fn either_an_accept_or_a_simultaneous_withdrawal_counts() {
    let story = Story::begin().await;
    for round in 0..8 {
        let anna = story.server.member(&format!("anna{round}"));
        let boris = story.server.member(&format!("boris{round}"));
        let (anna, boris) = (
            anna.in_channel(&format!("c{round}")),
            boris.in_channel(&format!("c{round}")),
        );
        anna.types(&format!("/wythoff challenge member:boris{round}"))
            .await;
        let (_, _) = tokio::join!(anna.clicks("Withdraw"), boris.clicks("Accept"));
        let has_begun = story.plies(&anna).await.len() == 1;
        let screen = anna.screen();
        assert_eq!(screen.contains("to move"), has_begun, "{screen}");
        assert_eq!(
            screen.contains("withdrew the challenge"),
            !has_begun,
            "{screen}"
        );
        let loser = if has_begun { &anna } else { &boris };
        loser
            .sees("This challenge is over; nothing was changed.")
            .await;
    }
    story.end().await;
}

#[tokio::test]
async fn only_one_of_several_simultaneous_accepts_counts() {
    let story = Story::begin().await;
    let anna = story.anna();
    let others: Vec<_> = (0..6)
        .map(|n| story.server.member(&format!("member{n}")))
        .collect();
    anna.types("/wythoff challenge a:10 b:6").await;
    let accept = anna.control("Accept").expect("a button");
    let mut tasks = tokio::task::JoinSet::new();
    for member in others.clone() {
        let accept = accept.clone();
        tasks.spawn(async move { member.at(1).forges(&accept, &[]).await });
    }
    while tasks.join_next().await.is_some() {}
    let mut games = 0;
    for member in &others {
        games += story.plies(member).await.len();
    }
    assert_eq!((games, story.plies(&anna).await.len()), (1, 1));
    story.end().await;
}

#[tokio::test]
async fn a_challenge_is_answered_after_a_restart() {
    let mut story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff challenge member:boris a:3 b:5 first:me")
        .await;
    story.restart().await;
    boris.clicks("Accept").await.says("@anna to move");
    story.end().await;
}

#[tokio::test]
async fn only_one_of_two_simultaneous_challenges_pings() {
    let story = Story::begin().await;
    let [anna, _boris] = story.pair();
    let [here, there] = ["here", "there"].map(|channel| anna.in_channel(channel));
    let line = "/wythoff challenge member:boris a:3 b:5";
    let release = occupy(&story).await;
    let release = async {
        until_queued(&story, 2).await;
        release.send(()).expect("the writer waits");
    };
    let (first, second, ()) = tokio::join!(here.types(line), there.types(line), release);
    let pings = [&first, &second].map(|answer| answer.to_string().contains("pings @boris"));
    assert_eq!(pings.iter().filter(|&&pings| pings).count(), 1);
    // The challenger is told why the other challenge did not ping.
    let quiet = if pings[0] { &there } else { &here };
    quiet.sees("this one comes without a ping").await;
    story.end().await;
}

#[tokio::test]
async fn repeated_challenges_ping_rarely_and_are_stopped() {
    let story = Story::begin().await;
    let [anna, _boris] = story.pair();
    let line = "/wythoff challenge member:boris a:3 b:5";
    let mut pings = Vec::new();
    for _challenge in 0..9 {
        let challenge = anna.types(line).await.to_string();
        pings.push(challenge.contains("pings @boris"));
        anna.clicks("Withdraw").await;
        story.later(minutes(4));
    }
    let [yes, no] = [true, false];
    assert_eq!(pings, [yes, no, no, no, no, no, no, no, no]);
    assert!(anna.screen().contains("this one comes without a ping"));
    story.later(minutes(6));
    assert_snapshot!(anna.types(line).await, @"
    Wythoff (only you can see this):
    You’ve challenged them enough for now. You can ask again in 18 minutes.
    ");
    story.end().await;
}

#[tokio::test]
async fn a_game_with_a_member_always_has_a_clock() {
    let story = Story::begin().await;
    let [anna, _] = story.pair();
    let unlimited = "/wythoff challenge member:boris clock:\"no limit\"";
    let refused = anna.types(unlimited).await;
    assert!(matches!(refused, Answer::Client(_)), "{refused}");
    story.end().await;
}

#[tokio::test]
async fn a_challenge_says_why_it_is_not_rated() {
    let story = Story::begin().await;
    let [anna, _] = story.pair();
    let said = "Not rated: here, going first decides who wins";
    for (channel, challenge) in [
        ("one", "member:boris game:take most:1 position:5"),
        ("two", "game:take most:1 position:5"),
        ("three", "member:boris game:nim last:loses position:6"),
        (
            "four",
            "member:boris game:\"Nim with a sweep\" last:loses position:\"2 2 3\"",
        ),
    ] {
        let challenge = format!("/wythoff challenge {challenge}");
        anna.in_channel(channel).types(&challenge).await.says(said);
    }
    story.end().await;
}
