//! Questions: a member shows a position to the channel, everybody answers in private, and the asker closes it.

use discord_sandbox::{Answer, Call, Fault, Member};
use insta::assert_snapshot;

use crate::erasure::erase;
use crate::support::{Says as _, Story, day, hours, minutes, resigns, until, until_true};

/// What is not drawn yet.
const UNDRAWN: &str = "SELECT COUNT(*) FROM questions WHERE undrawn > 0";

const ASK: &str = "/wythoff ask game:nim position:\"1 2\"";

/// Presses *Answer* on the question that `member` sees at the bottom, and chooses a move.
async fn answers(member: &Member, mv: &str) -> Answer {
    member.clicks("Answer").await;
    member.clicks(mv).await
}

/// Waits until Discord has refused a call with this status.
async fn until_refused(story: &Story, status: u16) {
    let is_refused = |call: &Call| call.status == Some(status);
    until_true(async || story.sandbox.calls().iter().any(is_refused)).await;
}

#[tokio::test]
async fn everybody_answers_and_the_asker_closes_the_question() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    assert_snapshot!(anna.types(ASK).await, @"
    Wythoff:
    **@anna asks: what would you play here?**
    -# Take any number from one heap. Taking the last one wins.
    -# Nim · no answers yet · @anna sees who answers what, and closes it (with *Answer*); then those who found it are named
    -# Position (1, 2)
    <board.png: Rows of counters: A 1, B 2.>
    [Answer]
    ");
    let question = anna.at_latest();
    let boris = story.server.member("boris");
    assert_snapshot!(boris.clicks("Answer").await, @"
    Wythoff (only you can see this):
    **What would you play here?** You can change your answer until the question is closed.
    -# Take any number from one heap. Taking the last one wins.
    -# Position (1, 2)
    <board.png: Rows of counters: A 1, B 2.>
    [1 from A]
    [1 from B] [2 from B]
    ");
    let answered = boris.clicks("2 from B").await;
    answered.says("✍️ **Your answer: 2 from B.**");
    question.sees("one answer").await;
    // A restart changes nothing, and who has changed their mind counts once.
    story.restart().await;
    let changed = boris.clicks("1 from B").await;
    changed.says("Your answer: 1 from B.");
    let carla = story.server.member("carla");
    answers(&carla, "1 from A").await;
    question.sees("2 answers").await;
    // Only who asked sees the answers.
    assert_snapshot!(question.clicks("Answer").await, @"
    Wythoff (only you can see this):
    **Your question.** 2 answers; only you see whose: 
    ▫️ @boris: 1 from B
    ▫️ @carla: 1 from A
    [Close it]
    ");
    assert_snapshot!(anna.clicks("Close it").await, @"
    Wythoff (only you can see this):
    Closed. The message in the channel, if it’s still there, shows how often each move was answered, and the solution.
    ✅ @boris: 1 from B
    ▫️ @carla: 1 from A
    ");
    question.sees_no("[Answer]").await;
    assert_snapshot!(carla.at(2).screen(), @"
    #1 Wythoff:
    **@anna asked: what would you play here?**
    **Take 1 from heap B**, which leaves (1, 1).
    **1 of 2 found it:** @boris
    ▫️ 1 from A: 1 of 2
    ✅ 1 from B: 1 of 2
    💡 Two equal heaps are left: whatever one player takes from one heap, the other takes from the other heap.
    -# Nim · 2 answers
    -# Position (1, 2)
    <board.png: Rows of counters: A 1, B 2. The winning move: 1 from B.>

    #2 Wythoff (only you can see this):
    ✍️ **Your answer: 1 from A.** You can change it until the question is closed.
    -# Take any number from one heap. Taking the last one wins.
    -# Position (1, 2)
    <board.png: Rows of counters: A 1, B 2.>
    [1 from A]
    [1 from B] [2 from B]
    ");
    // Too late.
    let late = boris.clicks("2 from B").await;
    late.says("That question is closed.");
    story.later(15 * day());
    story.until_marked_alive().await;
    let questions = "SELECT COUNT(*) FROM questions";
    until(story.folder.path(), questions, |count| count == 0).await;
    story.end().await;
}

#[tokio::test]
async fn a_manager_can_close_a_question_whose_asker_is_gone() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types(ASK).await;
    let question = anna.at_latest();
    let boris = story.server.member("boris");
    answers(&boris, "1 from B").await.says("Your answer");
    assert!(boris.control("Close it").is_none());
    erase(&anna).await;
    story.later(minutes(2));
    question.sees("**Somebody asks").await;
    let manager = story.server.member("dan").managing();
    manager.clicks("Answer").await;
    manager.clicks("Close it").await.says("Closed.");
    question.sees("✅ 1 from B: 1 of 1").await;
    erase(&boris).await;
    story.later(minutes(2));
    question.sees_no("1 from B: 1").await;
    story.end().await;
}

#[tokio::test]
async fn a_question_is_drawn_later_if_discord_fails_and_costs_nothing_if_it_is_gone() {
    let mut story = Story::begin().await;
    let anna = story.anna();
    anna.types(ASK).await;
    let question = anna.at_latest();
    let boris = story.server.member("boris");
    boris.clicks("Answer").await;
    story.rate_limit_for_an_hour("PATCH");
    boris.clicks("2 from B").await.says("Your answer");
    until(story.folder.path(), UNDRAWN, |count| count == 1).await;
    story.sandbox.clear_faults();
    story.restart().await;
    question.sees("one answer").await;
    // The bot may not see the channel for a while.
    let closed = Fault::on("PATCH", "/channels/").refused_with(403, 50001);
    story.sandbox.inject(closed);
    let carla = story.server.member("carla");
    answers(&carla, "1 from A").await.says("Your answer");
    until_refused(&story, 403).await;
    // The bot may note the refusal only after the first of them.
    story.later(hours(7));
    story.until_marked_alive().await;
    story.later(hours(7));
    question.sees("2 answers").await;
    let gone = Fault::on("PATCH", "/channels/").refused_with(404, 10008);
    story.sandbox.inject(gone.times(9));
    boris.clicks("1 from B").await.says("Your answer");
    until(story.folder.path(), UNDRAWN, |count| count == 0).await;
    story.end().await;
}

#[tokio::test]
async fn not_everything_can_be_asked() {
    let story = Story::begin().await;
    let anna = story.anna();
    let over = anna.types("/wythoff ask game:nim position:\"0 0\"").await;
    over.says("There’s no move left");
    let nowhere = anna.in_direct_message().types(ASK).await;
    nowhere.says("A question needs a channel where I may write");
    for number in 2..5 {
        let ask = format!("/wythoff ask game:nim position:\"1 {number}\"");
        anna.types(&ask).await.says("what would you play here?");
        let again = anna.types(&ask).await;
        again.says("You’ve asked that here already");
    }
    let many = anna.types("/wythoff ask game:nim position:\"1 5\"").await;
    many.says("You have three open questions already. Close one of them first:");
    many.says("[Close Nim (1, 2)]");
    anna.clicks("Close Nim (1, 2)").await.says("Closed.");
    anna.types(ASK).await.says("what would you play here?");
    // Nobody else may help in a game between members.
    let (boris, carla) = (story.server.member("boris"), story.server.member("carla"));
    boris
        .types("/wythoff challenge member:carla game:nim position:\"2 1\"")
        .await;
    carla.clicks("Accept").await;
    let refused = boris.types(ASK).await;
    refused.says("in a game of yours with a member");
    story.end().await;
}

/// A solution names all good numbers.
#[tokio::test]
async fn no_question_names_the_numbers_that_win_in_a_game_of_members() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let carla = story.server.member("carla");
    anna.types("/wythoff challenge member:boris game:21 position:10/21")
        .await;
    boris.clicks("Accept").await;
    let own = anna.types("/wythoff ask game:21 position:0/21").await;
    own.says("in a game of yours with a member");
    let others = carla.types("/wythoff ask game:21 position:1/21").await;
    others.says("This would help in a game that is being played here");
    // At a position that is lost, the numbers help as much.
    let [dan, emil] = ["dan", "emil"].map(|name| story.server.member(name));
    dan.types("/wythoff challenge member:emil game:21 position:0/25")
        .await;
    emil.clicks("Accept").await;
    for asked in [
        "/wythoff solve game:21 position:0/21",
        "/wythoff ask game:21 position:4/25",
    ] {
        let asked = emil.types(asked).await;
        asked.says("in a game of yours with a member");
    }
    let long = "/wythoff solve game:100 position:5/400";
    anna.types("/wythoff challenge member:carla game:100 position:100/400")
        .await;
    carla.clicks("Accept").await;
    anna.types(long)
        .await
        .says("in a game of yours with a member");
    story.end().await;
}

/// Before it is forgotten, a question closes by itself.
#[tokio::test]
async fn a_question_that_nobody_closes_tells_its_solution_after_three_days() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types(ASK).await;
    let question = anna.at_latest();
    let boris = story.server.member("boris");
    answers(&boris, "1 from B").await.says("Your answer");
    story.later(3 * day());
    story.until_marked_alive().await;
    question.sees("**1 of 1 found it:** @boris").await;
    story.later(12 * day());
    story.until_marked_alive().await;
    question.sees("**1 of 1 found it:** @boris").await;
    story.end().await;
}

/// While that would help the asker in a game elsewhere, it waits.
#[tokio::test]
async fn a_question_does_not_close_by_itself_while_its_asker_plays_there() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    let talk = anna.in_channel("talk");
    talk.types(ASK).await;
    story.later(2 * day() + hours(23));
    anna.types("/wythoff challenge member:boris game:nim position:\"1 2\" clock:\"3 days a move\"")
        .await;
    boris.clicks("Accept").await;
    story.later(hours(2));
    story.until_marked_alive().await;
    let open = "SELECT COUNT(*) FROM questions WHERE closed = 0";
    until(story.folder.path(), open, |questions| questions == 1).await;
    resigns(&boris).await;
    story.later(hours(2));
    talk.sees("Take 1 from heap B").await;
    story.end().await;
}

/// A thread that is archived cannot be edited until it is opened again.
#[tokio::test]
async fn an_answer_in_an_archived_thread_is_drawn_later() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types(ASK).await;
    let question = anna.at_latest();
    let archived = Fault::on("PATCH", "/channels/").refused_with(400, 50083);
    story.sandbox.inject(archived);
    let boris = story.server.member("boris");
    answers(&boris, "1 from A").await.says("Your answer");
    until_refused(&story, 400).await;
    story.later(hours(1));
    story.until_marked_alive().await;
    story.later(hours(1));
    question.sees("one answer").await;
    story.end().await;
}

/// Whoever shows that the bot may see the channel again need not wait for the answers.
#[tokio::test]
async fn an_answer_in_a_channel_that_is_open_again_is_drawn_at_once() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types(ASK).await;
    let question = anna.at_latest();
    let closed = Fault::on("PATCH", "/channels/").refused_with(403, 50001);
    story.sandbox.inject(closed);
    let (boris, carla) = (story.server.member("boris"), story.server.member("carla"));
    answers(&boris, "1 from A").await.says("Your answer");
    until_refused(&story, 403).await;
    answers(&carla, "2 from B").await.says("Your answer");
    question.sees("2 answers").await;
    story.end().await;
}

#[tokio::test]
async fn solutions_reviews_and_exercises_lead_to_a_question() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types("/wythoff solve game:nim position:\"2 3\"").await;
    anna.clicks("Ask here")
        .await
        .says("@anna asks: what would you play here?");
    anna.types("/wythoff start game:nim position:\"1 2\" first:me opponent:penguin")
        .await;
    anna.types("/wythoff move A1").await.says("beat");
    anna.types("/wythoff review").await;
    anna.clicks("Ask here").await.says("-# Position (1, 2)");
    anna.types("/wythoff learn game:nim").await;
    anna.clicks("Begin").await;
    anna.clicks("Ask here").await.says("@anna asks");
    story.end().await;
}

/// What matters is where the solution appears, and who will read it.
#[tokio::test]
async fn closing_a_question_helps_nobody_in_a_game() {
    let story = Story::begin().await;
    let anna = story.anna().managing();
    let [boris, carla, dan] = ["boris", "carla", "dan"].map(|name| story.server.member(name));
    // Dan's question comes first, then he plays from its position elsewhere.
    dan.types(ASK).await;
    let question = dan.at_latest();
    let elsewhere = story.sandbox.server("Elsewhere");
    let there = dan.in_server(&elsewhere);
    there
        .types("/wythoff start game:nim position:\"1 2\" first:me opponent:penguin")
        .await;
    let manager = anna.at_latest();
    manager.clicks("Answer").await;
    manager.clicks("Close it").await.says("Closed.");
    question.sees("**Take 1 from heap B**").await;
    let won = there.types("/wythoff move 1 from b").await;
    won.does_not_say("no hint");
    let marked = "SELECT COUNT(*) FROM games WHERE hinted = 1";
    until(story.folder.path(), marked, |games| games == 1).await;
    // A game between members at that position, where the question stands.
    carla.types("/wythoff ask game:nim position:\"2 3\"").await;
    let asked = carla.at_latest();
    boris
        .types("/wythoff challenge member:dan game:nim position:\"2 3\"")
        .await;
    dan.clicks("Accept").await;
    asked.clicks("Answer").await;
    let refused = asked.clicks("Close it").await;
    refused.says("This would help in a game that is being played here.");
    story.end().await;
}

/// Each change is drawn, but not more often.
#[tokio::test]
async fn a_popular_question_is_not_edited_more_often_than_it_changes() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types(ASK).await;
    let question = anna.at_latest();
    let names: Vec<String> = (0..12).map(|number| format!("member{number}")).collect();
    let members: Vec<Member> = names.iter().map(|name| story.server.member(name)).collect();
    let slow = Fault::on("PATCH", "/channels/").rate_limited(crate::support::seconds(2), false);
    story.sandbox.inject(slow);
    for member in &members {
        answers(member, "2 from B").await;
    }
    question.sees("12 answers").await;
    until(story.folder.path(), UNDRAWN, |count| count == 0).await;
    let count_edits = || {
        let calls = story.sandbox.calls().into_iter();
        calls.filter(|call| call.method == "PATCH").count()
    };
    let edits = count_edits();
    assert!(edits <= 13, "{edits} edits");
    // Looking at it changes nothing.
    for member in &members {
        member.clicks("Answer").await;
    }
    anna.types("/wythoff games").await;
    assert_eq!(count_edits(), edits);
    story.end().await;
}

/// Nor by a solution that somebody shows.
#[tokio::test]
async fn an_open_question_is_not_answered_for_everybody() {
    let story = Story::begin().await;
    let [anna, boris] = story.pair();
    anna.types("/wythoff ask game:nim position:\"3 5 7 2\"")
        .await;
    let solve = "/wythoff solve game:nim position:\"2 3 5 7\"";
    boris.types(solve).await.says("Take");
    let refused = boris.clicks("Show it here").await;
    refused.says("This would give away what an open question or dare here asks.");
    // Nor by a question of one's own.
    let asked = boris
        .types("/wythoff ask game:nim position:\"2 3 5 7\"")
        .await;
    asked.says("This would give away what an open question or dare here asks.");
    anna.at(1).clicks("Answer").await;
    anna.clicks("Close it").await.says("Closed.");
    boris.types(solve).await;
    let shown = boris.clicks("Show it here").await;
    shown.says("@boris shows this");
    story.end().await;
}

/// Without a position, it is an earlier puzzle.
#[tokio::test]
async fn an_earlier_puzzle_is_asked_about() {
    let story = Story::begin().await;
    let anna = story.anna();
    let asked = anna.types("/wythoff ask game:tactix").await;
    asked.says("**@anna asks: what would you play here?**");
    asked.says("-# TacTix");
    let any = anna.types("/wythoff ask").await;
    any.says("what would you play here?");
    story.end().await;
}

/// A teacher may not want to name anybody.
#[tokio::test]
async fn a_question_names_nobody_if_that_is_wanted() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types(&format!("{ASK} names:no"))
        .await
        .does_not_say("are named");
    let boris = story.server.member("boris");
    answers(&boris, "1 from B").await.says("Your answer");
    anna.at(1).clicks("Answer").await;
    anna.clicks("Close it").await;
    anna.at(1).sees("**1 of 1 found it!**").await;
    story.end().await;
}

/// Whoever does not want to be listed is only counted, and an erasure takes a name away.
#[tokio::test]
async fn a_question_names_those_who_found_it() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.types(ASK).await;
    let [boris, carla, dan] = ["boris", "carla", "dan"].map(|name| story.server.member(name));
    for member in [&boris, &carla, &dan] {
        answers(member, "1 from B").await.says("Your answer");
    }
    carla.types("/wythoff settings").await;
    carla.chooses("Leaderboards", "nowhere").await;
    anna.at(1).clicks("Answer").await;
    anna.clicks("Close it").await;
    anna.at(1)
        .sees("**3 of 3 found it:** @boris @dan and 1 more")
        .await;
    erase(&boris).await;
    anna.at(1)
        .sees("**2 of 2 found it:** @dan and 1 more")
        .await;
    story.end().await;
}
