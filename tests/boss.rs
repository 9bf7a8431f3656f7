//! Everybody in a server against the Penguin.

use std::collections::BTreeMap;

use discord_sandbox::{Answer, Fault, Member};
use nim_games::{Move, Position};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use wythoff_game::records::BossRecord;
use wythoff_game::{Boss, BossOutcome};
use wythoff_store::Read;

use crate::erasure::erase;
use crate::support::{Says as _, Story, day, hours, minutes, presses, until, until_true};

const UNDRAWN: &str = "SELECT COUNT(*) FROM bosses WHERE undrawn > 0 OR message IS NULL";

/// Waits until the message shows how it stands.
async fn drawn(story: &Story) {
    until(story.folder.path(), UNDRAWN, |count| count == 0).await;
}

/// The Penguin in the server of the story.
async fn record(story: &Story) -> BossRecord {
    let guild = story.server.id().0.cast_signed();
    let read = |mut tx: Read| async move { tx.boss(guild).await };
    let known: wythoff_store::Result<Option<BossRecord>> = story.store.read(read).await;
    known.expect("it is read").expect("it was there")
}

/// The latest game.
async fn game(story: &Story) -> Boss {
    record(story).await.latest.expect("a game")
}

/// Anna, who manages the server, invites the Penguin, and it comes.
async fn invited(story: &Story) -> Member {
    let anna = story.anna().managing();
    anna.types("/wythoff settings").await;
    anna.clicks("Server settings").await;
    anna.clicks("More …").await;
    let settings = anna.clicks("Penguin of the week: off").await;
    settings.says("[Penguin of the week: on]");
    story.until_marked_alive().await;
    until(
        story.folder.path(),
        "SELECT COUNT(*) FROM bosses WHERE message IS NOT NULL",
        |count| count == 1,
    )
    .await;
    anna
}

/// A member opens the game and votes for a move.
async fn votes(member: &Member, at: Position, mv: Move) -> String {
    member.clicks("Vote").await.says("ote for");
    // Pages of earlier moves have buttons, too.
    let latest = member.screen().matches("\n#").count() + 1;
    presses(&member.at(latest), at, mv).await
}

/// The votes are counted: later, while what is played would give the puzzle of the day away.
async fn counted(story: &Story) {
    let before = game(story).await;
    let mut now = before.clone();
    while now.step() == before.step() {
        story.later(hours(1) + minutes(1));
        let due = now.counted_at();
        until_true(async || game(story).await.counted_at() != due).await;
        now = game(story).await;
    }
    drawn(story).await;
}

/// A move that wins, or gives the win away.
fn a_move(at: Position, wins: bool) -> Move {
    let choices = at.choices();
    let leads = |mv: &Move| at.play(*mv).is_ok_and(|after| after.is_lost() == wins);
    choices.moves().find(leads).expect("there is one")
}

#[tokio::test]
async fn everybody_votes_and_beats_the_penguin() {
    let mut story = Story::begin().await;
    let anna = invited(&story).await;
    anna.sees("🐧 **Everybody against the Penguin:**").await;
    anna.sees("The Penguin waits").await;
    let [boris, carla, dan] = ["boris", "carla", "dan"].map(|name| story.server.member(name));
    // Nobody votes, and the Penguin waits.
    story.later(5 * hours(1));
    while game(&story).await.outcome().is_none() {
        let at = game(&story).await.now();
        let (right, wrong) = (a_move(at, true), a_move(at, false));
        for (member, mv) in [
            (&boris, wrong),
            (&carla, wrong),
            (&carla, right),
            (&dan, right),
        ] {
            votes(member, at, mv).await;
        }
        anna.sees("The count:").await;
        story.restart().await;
        counted(&story).await;
    }
    assert_eq!(game(&story).await.outcome(), Some(BossOutcome::Beaten));
    anna.sees("🎉 **You’ve beaten the Penguin").await;
    anna.sees("You’re the first server that has beaten the Penguin!")
        .await;
    for member in [&boris, &carla, &dan] {
        member.types("/wythoff stats").await.says("🪙 Nim Champ");
    }
    assert_eq!(record(&story).await.won, 1);
    // Another game comes a week after this one began.
    story.later(7 * day());
    until(
        story.folder.path(),
        "SELECT COALESCE(MAX(games), 0) FROM bosses WHERE ended IS NULL",
        |games| games == 2,
    )
    .await;
    story.end().await;
}

#[tokio::test]
async fn one_wrong_move_loses_and_the_message_says_what_won() {
    let story = Story::begin().await;
    let anna = invited(&story).await;
    let boris = story.server.member("boris");
    let at = game(&story).await.now();
    // What would help is not told: neither here, nor to whom has voted.
    let solve = format!(
        "/wythoff solve game:{} position:\"{at}\"",
        at.variant().key()
    );
    anna.types(&solve)
        .await
        .says("That would help against the Penguin");
    votes(&boris, at, a_move(at, false)).await;
    boris
        .in_direct_message()
        .types(&solve)
        .await
        .says("That would help against the Penguin");
    counted(&story).await;
    anna.sees("🐧 **The Penguin wins").await;
    anna.sees("What wins here:").await;
    assert!(matches!(
        game(&story).await.outcome(),
        Some(BossOutcome::Lost(..))
    ));
    anna.types(&solve).await;
    assert!(boris.find_control("Vote").is_none());
    story.end().await;
}

#[tokio::test]
async fn a_hint_a_day_is_for_all() {
    let story = Story::begin().await;
    let anna = invited(&story).await;
    let boris = story.server.member("boris");
    assert_eq!(boris.clicks("Hint for all").await, Answer::Acknowledged);
    anna.sees("💡 **One of these wins:**").await;
    boris
        .clicks("Hint for all")
        .await
        .says("There’s a hint a day; the next one in 1 day");
    story.end().await;
}

/// Whoever has erased everything has not voted; without votes, the Penguin waits again.
#[tokio::test]
async fn an_erased_vote_does_not_count() {
    let story = Story::begin().await;
    let anna = invited(&story).await;
    let boris = story.server.member("boris");
    let at = game(&story).await.now();
    votes(&boris, at, a_move(at, true)).await;
    anna.sees("🗳️").await;
    erase(&boris).await;
    story.later(hours(1) + minutes(1));
    until(
        story.folder.path(),
        "SELECT COUNT(*) FROM bosses WHERE due IS NULL",
        |count| count == 1,
    )
    .await;
    anna.sees("The Penguin waits").await;
    assert_eq!(game(&story).await.step(), 0);
    story.end().await;
}

/// A channel that is closed when the game begins shows it once it is open.
#[tokio::test]
async fn a_message_that_is_refused_is_posted_later() {
    let mut story = Story::begin().await;
    story
        .sandbox
        .inject(Fault::on("POST", "/channels/").refused(500).times(20));
    let anna = story.anna().managing();
    anna.types("/wythoff settings").await;
    anna.clicks("Server settings").await;
    anna.clicks("More …").await;
    anna.clicks("Penguin of the week: off").await;
    story.until_marked_alive().await;
    until(
        story.folder.path(),
        "SELECT COUNT(*) FROM bosses WHERE begun IS NOT NULL",
        |count| count == 1,
    )
    .await;
    story.sandbox.clear_faults();
    story.restart().await;
    story.later(minutes(2));
    drawn(&story).await;
    anna.sees("🐧 **Everybody against the Penguin:**").await;
    story.end().await;
}

/// Who switches it off ends the game; its buttons are gone.
#[tokio::test]
async fn the_penguin_leaves_and_comes_back() {
    let story = Story::begin().await;
    let anna = invited(&story).await;
    anna.types("/wythoff settings").await;
    anna.clicks("Server settings").await;
    anna.clicks("More …").await;
    anna.clicks("Penguin of the week: on")
        .await
        .says("[Penguin of the week: off]");
    drawn(&story).await;
    anna.sees("The Penguin has left.").await;
    assert!(anna.find_control("Vote").is_none());
    story.later(20 * day());
    anna.clicks("Penguin of the week: off").await;
    story.until_marked_alive().await;
    until(
        story.folder.path(),
        "SELECT COALESCE(MAX(games), 0) FROM bosses WHERE ended IS NULL",
        |games| games == 2,
    )
    .await;
    story.end().await;
}

/// How many times votes are counted.
const COUNTS: u64 = 3;

/// Twelve members vote as chance has it, and Discord fails to edit the message now and then. The move that the message
/// says was played is one for which, by what the members were told, most have voted.
#[tokio::test]
async fn the_messages_alone_tell_which_move_has_won() {
    let story = Story::begin().await;
    let anna = invited(&story).await;
    let names = (0..12).map(|nth| format!("voter{nth:02}"));
    let voters: Vec<Member> = names.map(|name| story.server.member(&name)).collect();
    let mut chance = StdRng::seed_from_u64(7);
    for _ in 0..COUNTS {
        if game(&story).await.ended().is_some() {
            let games = i64::try_from(record(&story).await.games).expect("few");
            story.later(7 * day());
            until(
                story.folder.path(),
                "SELECT COALESCE(MAX(games), 0) FROM bosses WHERE message IS NOT NULL",
                move |now| now == games + 1,
            )
            .await;
        }
        let at = game(&story).await.now();
        let right = a_move(at, true);
        let moves: Vec<Move> = at.choices().moves().collect();
        let mut told = BTreeMap::new();
        for voter in &voters {
            if chance.random_ratio(1, 6) {
                let failing = Fault::on("PATCH", "/channels/").refused(500);
                story.sandbox.inject(failing.times(2));
            }
            // Some vote twice.
            for _ in 0..chance.random_range(1..3) {
                let any = *moves.choose(&mut chance).expect("there is one");
                let mv = if chance.random_ratio(2, 3) {
                    right
                } else {
                    any
                };
                let answer = votes(voter, at, mv).await;
                let voted = answer.split_once("You vote for ");
                let voted = voted.and_then(|(_, voted)| voted.split_once(".**"));
                let (voted, _) = voted.unwrap_or_else(|| panic!("{answer}"));
                told.insert(voter.id(), voted.to_owned());
            }
        }
        let mut counted_by_us: BTreeMap<String, u64> = BTreeMap::new();
        for voted in told.into_values() {
            *counted_by_us.entry(voted).or_default() += 1;
        }
        let most = counted_by_us.values().copied().max().expect("votes");
        counted(&story).await;
        let is_beaten = game(&story).await.outcome() == Some(BossOutcome::Beaten);
        let shown = if is_beaten {
            "🎉 **You’ve beaten the Penguin".to_owned()
        } else {
            format!("({most} of 12 votes)")
        };
        anna.sees(&shown).await;
        if let Some(BossOutcome::Lost(..)) = game(&story).await.outcome() {
            let first = counted_by_us.iter().filter(|&(_, &votes)| votes == most);
            let lost = first.map(|(voted, _)| format!("{voted} gave the win away"));
            let shown = anna.screen();
            assert!(lost.into_iter().any(|it| shown.contains(&it)), "{shown}");
        }
    }
    story.end().await;
}
