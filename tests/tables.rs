//! Tables: games for everybody in a channel.

use std::collections::{BTreeMap, BTreeSet};

use discord_sandbox::{Answer, Fault, Member};
use insta::assert_snapshot;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use wythoff_game::records::TableRecord;
use wythoff_game::{MemberId, TablePhase};
use wythoff_store::Read;

use crate::erasure::erase;
use crate::support::{Says as _, Story, hours, minutes, seconds, until, until_true};

const UNDRAWN: &str = "SELECT COUNT(*) FROM tables WHERE undrawn > 0 OR message IS NULL";

/// The latest table of a member.
async fn table_of(story: &Story, member: &Member) -> TableRecord {
    let id = MemberId(member.id().0.cast_signed());
    let read = |mut tx: Read| async move { tx.tables_of(id).await };
    let tables: wythoff_store::Result<Vec<TableRecord>> = story.store.read(read).await;
    tables.expect("they are read").remove(0)
}

/// Waits until the messages of all tables show how they stand.
async fn drawn(story: &Story) {
    until(story.folder.path(), UNDRAWN, |count| count == 0).await;
}

/// Members of these names sit down at a table that the first one sets with this command.
async fn seated(story: &Story, command: &str, names: &[&str]) -> Vec<Member> {
    let members = names.iter().map(|name| story.server.member(name));
    let members: Vec<Member> = members.collect();
    members[0].types(command).await;
    sat_down(story, &members).await;
    members
}

/// All but the first one, who has set the table, sit down there.
async fn sat_down(story: &Story, members: &[Member]) {
    for member in &members[1..] {
        assert_eq!(member.clicks("Join").await, Answer::Acknowledged);
    }
    drawn(story).await;
}

/// Like `seated`, and the table begins.
async fn begun(story: &Story, command: &str, names: &[&str]) -> Vec<Member> {
    let members = seated(story, command, names).await;
    assert_eq!(members[0].clicks("Begin").await, Answer::Acknowledged);
    drawn(story).await;
    members
}

/// Who is on turn, if the table is not over.
async fn on_turn<'m>(story: &Story, members: &'m [Member]) -> Option<&'m Member> {
    let table = table_of(story, &members[0]).await.table;
    let TablePhase::Playing { turn, .. } = table.phase else {
        return None;
    };
    let on_turn = table.seats[turn].sitter.member();
    let is_on_turn = |it: &&Member| Some(MemberId(it.id().0.cast_signed())) == on_turn;
    members.iter().find(is_on_turn)
}

/// Who is on turn presses the first or the last of the numbers.
async fn counts(story: &Story, members: &[Member], is_largest: bool) {
    let member = on_turn(story, members).await.expect("it is not over");
    let mut numbers = (1..=150).map(|number: u32| number.to_string());
    let mut shown = numbers.by_ref().filter(|it| member.control(it).is_some());
    let number = if is_largest {
        shown.last()
    } else {
        shown.next()
    };
    let clicked = member.clicks(&number.expect("a number")).await;
    assert_eq!(clicked, Answer::Acknowledged);
    drawn(story).await;
}

#[tokio::test]
async fn whoever_says_the_target_is_out_until_one_is_left() {
    let story = Story::begin().await;
    let names = ["anna", "boris", "carla"];
    let members = names.map(|name| story.server.member(name));
    let [anna, boris, carla] = &members;
    assert_snapshot!(anna.types("/wythoff table target:15").await, @"
    Wythoff:
    🪑 **21 for everyone:** count in turn, up to 3 at a time. Whoever must say **15** is out 💥 The last one left wins 👑
    **At the table:** @anna
    -# @anna can begin now, the others in 2 minutes. A turn takes at most 30 seconds.
    [Join] [Begin] (off) [Leave]
    ▾ Add an animal…: 🐥 Duckling | 🐇 Rabbit | … | 🐧 Penguin
    ");
    anna.types("/wythoff table")
        .await
        .says("There’s a table here already.");
    for member in [boris, carla] {
        assert_eq!(member.clicks("Join").await, Answer::Acknowledged);
    }
    drawn(&story).await;
    boris
        .clicks("Begin")
        .await
        .says("You can begin in 2 minutes");
    assert_eq!(anna.clicks("Begin").await, Answer::Acknowledged);
    drawn(&story).await;
    let first = on_turn(&story, &members).await.expect("a member");
    assert_snapshot!(anna.screen(), @"
    #1 Wythoff:
    **21 for everyone:** whoever must say **15** is out 💥
    **@anna, your turn:** time is up in 30 seconds.
    -# Then carla, boris.
    <table.png: A strip of numbers up to 15; the count is at 0.>
    [1] [2] [3]

    #2 Wythoff (only you can see this):
    There’s a table here already. #games › public message 1

    #3 Wythoff (pings @anna, pings @boris, pings @carla):
    @anna @carla @boris: the table begins! #games › public message 1
    ");
    // Whoever is not on turn, or does not sit there, is told so; and so is who clicks twice.
    let other = members.iter().find(|it| it.id() != first.id());
    let other = other.expect("another one");
    other.clicks("1").await.says("It’s not your turn.");
    let dan = story.server.member("dan");
    dan.clicks("1").await.says("You don’t sit at this table.");
    let mut turns = 0;
    while on_turn(&story, &members).await.is_some() {
        counts(&story, &members, true).await;
        turns += 1;
    }
    assert!(turns <= 12, "two counts to 15 by threes");
    anna.screen()
        .says("is the last one left!** 3 sat down, 2 rounds.");
    anna.screen().says("<table.png: ");
    let winner = winner(&story, &members).await;
    winner
        .types("/wythoff stats")
        .await
        .says("🪑 Tables: 1 played, 1 won");
    // The crown is before the name on the boards of the server, for a day.
    winner
        .types("/wythoff start 10 6 first:me")
        .await
        .says("👑");
    story.end().await;
}

/// Who has won the table.
async fn winner<'m>(story: &Story, members: &'m [Member]) -> &'m Member {
    let table = table_of(story, &members[0]).await.table;
    let TablePhase::Ended { winner, .. } = table.phase else {
        panic!("it is over")
    };
    let winner = table.seats[winner.expect("a winner")].sitter.member();
    let has_won = |it: &&Member| Some(MemberId(it.id().0.cast_signed())) == winner;
    members.iter().find(has_won).expect("a member")
}

#[tokio::test]
async fn who_is_late_is_out_and_a_restart_changes_nothing() {
    let mut story = Story::begin().await;
    let members = begun(&story, "/wythoff table", &["anna", "boris", "carla"]).await;
    counts(&story, &members, true).await;
    let late = on_turn(&story, &members).await.expect("a member").clone();
    story.restart().await;
    // What the bot was away for is given back.
    story.later(seconds(25));
    late.screen().says("your turn");
    story.later(seconds(11));
    drawn(&story).await;
    members[0].sees("was too late, and is out.").await;
    late.clicks("1").await.says("You’re out at this table.");
    counts(&story, &members, false).await;
    // The last one wins.
    story.later(minutes(1));
    drawn(&story).await;
    members[0].sees("is the last one left!").await;
    story.end().await;
}

#[tokio::test]
async fn a_slow_member_is_called_once_where_turns_are_long() {
    let story = Story::begin().await;
    let command = "/wythoff table time:\"5 minutes\"";
    let members = begun(&story, command, &["anna", "boris"]).await;
    let first = on_turn(&story, &members).await.expect("a member");
    story.later(seconds(50));
    counts(&story, &members, true).await;
    let slow = on_turn(&story, &members).await.expect("the other one");
    assert_ne!(slow.id(), first.id());
    story.later(seconds(70));
    slow.sees("it’s your turn at the table: time is up in")
        .await;
    story.later(minutes(1));
    counts(&story, &members, true).await;
    let calls = members[0].screen();
    assert_eq!(calls.matches("your turn at the table").count(), 1);
    story.end().await;
}

#[tokio::test]
async fn the_last_one_left_wins_and_a_table_that_nobody_begins_closes() {
    let story = Story::begin().await;
    let members = begun(
        &story,
        "/wythoff table time:\"15 seconds\"",
        &["anna", "boris", "carla"],
    )
    .await;
    for _ in 0..2 {
        story.later(seconds(21));
        drawn(&story).await;
    }
    members[0]
        .sees("is the last one left!** 3 sat down, 2 rounds. The crown is theirs for a day.")
        .await;
    // One that nobody begins closes.
    members[1].clicks("Another round").await;
    drawn(&story).await;
    story.later(minutes(16));
    drawn(&story).await;
    members[0]
        .sees("Nobody began, so the table is closed.")
        .await;
    story.end().await;
}

/// The winner's crown stays when the other one erases everything; whom no leaderboard shows is promised none.
#[tokio::test]
async fn a_crown_is_promised_only_to_who_gets_it() {
    let story = Story::begin().await;
    let table = "/wythoff table time:\"15 seconds\"";
    let members = begun(&story, table, &["anna", "boris"]).await;
    let late = on_turn(&story, &members).await.expect("it runs");
    let winner = members.iter().find(|it| it.id() != late.id());
    let winner = winner.expect("the other one");
    story.later(seconds(21));
    drawn(&story).await;
    winner.sees("The crown is theirs for a day.").await;
    erase(late).await;
    winner
        .types("/wythoff start game:nim position:\"3 5 7\"")
        .await
        .says("👑");
    winner.types("/wythoff settings").await;
    winner.chooses("Leaderboards", "nowhere").await;
    let (elsewhere, carla) = (winner.in_channel("other"), story.server.member("carla"));
    elsewhere.types(table).await;
    carla.in_channel("other").clicks("Join").await;
    drawn(&story).await;
    elsewhere.clicks("Begin").await;
    drawn(&story).await;
    let both = [elsewhere.clone(), carla];
    while on_turn(&story, &both)
        .await
        .is_some_and(|it| it.id() == elsewhere.id())
    {
        counts(&story, &both, false).await;
    }
    story.later(seconds(21));
    drawn(&story).await;
    elsewhere
        .sees("is the last one left!** 2 sat down, one round.\n")
        .await;
    story.end().await;
}

#[tokio::test]
async fn animals_sit_down_and_move_at_once() {
    let story = Story::begin().await;
    let members = seated(&story, "/wythoff table game:nim", &["anna", "boris"]).await;
    members[1]
        .chooses("Add an animal…", "🐥 Duckling")
        .await
        .says("Only who has sat here longest can do that.");
    for animal in ["🐥 Duckling", "🐧 Penguin", "🦦 Otter"] {
        members[0].chooses("Add an animal…", animal).await;
    }
    members[0]
        .chooses("Add an animal…", "🦢 Swan")
        .await
        .says("Three animals are enough");
    members[0].clicks("Begin").await;
    drawn(&story).await;
    for _ in 0..100 {
        let Some(member) = on_turn(&story, &members).await else {
            break;
        };
        let table = table_of(&story, member).await.table;
        let TablePhase::Playing { now, .. } = table.phase else {
            break;
        };
        let mv = now.choices().moves().next().expect("not over");
        let screen = member.screen();
        if screen.contains("▾ Take …") {
            member.chooses("Take …", &mv.to_string()).await;
        } else {
            let first = screen
                .split_once('[')
                .and_then(|(_, it)| it.split_once(']'));
            member.clicks(first.expect("a button").0).await;
        }
        drawn(&story).await;
    }
    assert!(table_of(&story, &members[0]).await.table.is_over());
    story.end().await;
}

#[tokio::test]
async fn who_erases_everything_is_out() {
    let story = Story::begin().await;
    let members = begun(&story, "/wythoff table", &["anna", "boris", "carla"]).await;
    let gone = on_turn(&story, &members).await.expect("a member").clone();
    erase(&gone).await;
    let others: Vec<Member> = members
        .into_iter()
        .filter(|it| it.id() != gone.id())
        .collect();
    drawn(&story).await;
    others[0].sees("somebody has left.").await;
    others[0]
        .screen()
        .does_not_say(&format!("<@{}>", gone.id()));
    assert!(on_turn(&story, &others).await.is_some());
    // A host who erases everything before it begins makes room for the next.
    let elsewhere: Vec<Member> = others.iter().map(|it| it.in_channel("elsewhere")).collect();
    elsewhere[0].types("/wythoff table").await;
    elsewhere[1].clicks("Join").await;
    drawn(&story).await;
    erase(&elsewhere[0]).await;
    drawn(&story).await;
    elsewhere[1].sees("can begin now").await;
    story.end().await;
}

#[tokio::test]
async fn twelve_sit_down_at_once_and_no_more() {
    let story = Story::begin().await;
    story.anna().types("/wythoff table").await;
    let names = (0..13).map(|number| format!("member-{number}"));
    let members: Vec<Member> = names.map(|name| story.server.member(&name)).collect();
    let joining = members.iter().map(|member| member.clicks("Join"));
    let answers = futures::future::join_all(joining).await;
    let seated = answers.iter().filter(|it| **it == Answer::Acknowledged);
    assert_eq!(seated.count(), 11);
    let refused: Vec<String> = answers.iter().map(ToString::to_string).collect();
    assert_eq!(
        refused
            .iter()
            .filter(|it| it.contains("All twelve seats are taken."))
            .count(),
        2
    );
    drawn(&story).await;
    story.anna().sees("[Join] (off)").await;
    story.end().await;
}

#[tokio::test]
async fn a_table_needs_a_channel_for_games() {
    let story = Story::begin().await;
    let anna = story.anna();
    anna.in_direct_message()
        .types("/wythoff table")
        .await
        .says("A table needs a channel where I may write");
    for (options, refused) in [
        ("game:nim target:20", "Nim has no target, and no limit"),
        ("most:9", "One may add from 2 to 5 at most."),
        ("target:1000", "The target can be from 10 to 60."),
    ] {
        anna.types(&format!("/wythoff table {options}"))
            .await
            .says(refused);
    }
    story.end().await;
}

#[tokio::test]
async fn a_race_has_three_rounds() {
    let story = Story::begin().await;
    let members = begun(
        &story,
        "/wythoff table game:100 target:30",
        &["anna", "boris"],
    )
    .await;
    while on_turn(&story, &members).await.is_some() {
        counts(&story, &members, true).await;
    }
    members[0].sees("wins the race!").await;
    story.end().await;
}

#[tokio::test]
async fn the_time_that_the_bot_was_away_is_given_back() {
    let mut story = Story::begin().await;
    let members = begun(
        &story,
        "/wythoff table time:\"2 minutes\"",
        &["anna", "boris"],
    )
    .await;
    story.until_marked_alive().await;
    story.stop().await;
    story.later(hours(1));
    story.restart().await;
    members[0].sees("time is up in 1 minute").await;
    counts(&story, &members, true).await;
    members[0].sees("said **3**.").await;
    story.end().await;
}

/// How many tables are played by chance.
const TABLES: u64 = 3;

/// At several tables chance moves, somebody is late now and then, and Discord fails to edit the messages. Who is out,
/// or has won rounds, is counted from what the messages tell: that decides who has won.
#[tokio::test]
async fn the_messages_alone_tell_who_has_won() {
    let story = Story::begin().await;
    for seed in 0..TABLES {
        let mut chance = StdRng::seed_from_u64(seed);
        let channel = format!("table-{seed}");
        let game = ["21", "100 target:30", "nim"][usize::try_from(seed % 3).expect("small")];
        let count = chance.random_range(2..=11);
        let names: Vec<String> = (0..count).map(|nth| format!("player{nth:02}")).collect();
        let member = |name: &String| story.server.member(name).in_channel(&channel);
        let members: Vec<Member> = names.iter().map(member).collect();
        let [host, ..] = members.as_slice() else {
            unreachable!("two at least")
        };
        host.types(&format!("/wythoff table game:{game}")).await;
        sat_down(&story, &members).await;
        host.chooses("Add an animal…", "🐇 Rabbit").await;
        host.clicks("Begin").await;
        drawn(&story).await;
        let mut told = Told::default();
        while let Some(member) = on_turn(&story, &members).await {
            if chance.random_ratio(1, 20) {
                let failing = Fault::on("PATCH", "/channels/").refused(500);
                story.sandbox.inject(failing.times(2));
            }
            let is_late = chance.random_ratio(1, 15);
            if is_late {
                let step = table_of(&story, member).await.table.step;
                story.later(seconds(36));
                until_true(async || table_of(&story, member).await.table.step > step).await;
            } else {
                moves(&story, member, &mut chance).await;
            }
            drawn(&story).await;
            told.read(&host.screen(), is_late);
        }
        told.check(seed, &names);
    }
    story.end().await;
}

/// Who is on turn makes any move.
async fn moves(story: &Story, member: &Member, chance: &mut StdRng) {
    let table = table_of(story, member).await.table;
    let TablePhase::Playing { now, .. } = table.phase else {
        return;
    };
    let choices: Vec<String> = now.choices().moves().map(|mv| mv.to_string()).collect();
    let mv = choices.choose(chance).expect("not over");
    let numbers = (1..=150).map(|number: u32| number.to_string());
    let shown: Vec<String> = numbers.filter(|it| member.control(it).is_some()).collect();
    let clicked = match shown.choose(chance) {
        Some(number) => member.clicks(number).await,
        None => member.chooses("Take …", mv).await,
    };
    if let Answer::Client(_) = clicked {
        // Few moves of Nim are buttons.
        let screen = member.screen();
        let first = between(&screen, "[", "]")
            .next()
            .expect("a button")
            .to_owned();
        member.clicks(&first).await;
    }
}

/// What the messages of a table have told.
#[derive(Debug, Default)]
struct Told {
    out: BTreeSet<String>,
    rounds: BTreeMap<String, u32>,
    /// How many rounds the latest message told of.
    known: usize,
    winner: Option<String>,
}

impl Told {
    /// A message tells what has happened since a member moved last, so that of before once more if somebody `is_late`.
    fn read(&mut self, screen: &str, is_late: bool) {
        for after in [" is out!", " was too late"] {
            for before in ["💥 ", "⏰ "] {
                self.out
                    .extend(between(screen, before, after).map(str::to_owned));
            }
        }
        let rounds: Vec<&str> = between(screen, "🏁 ", " wins the round!").collect();
        let known = if is_late { self.known } else { 0 };
        for &winner in rounds.iter().skip(known) {
            *self.rounds.entry(winner.to_owned()).or_default() += 1;
        }
        self.known = rounds.len();
        for after in [" is the last one left!", " wins the race!"] {
            let winner = between(screen, "👑 **", after).next();
            self.winner = self.winner.take().or(winner.map(str::to_owned));
        }
    }

    /// Nobody else can have won.
    fn check(&self, seed: u64, names: &[String]) {
        let all = names.iter().cloned().chain(["🐇 Rabbit".to_owned()]);
        let left: Vec<String> = all.filter(|it| !self.out.contains(it)).collect();
        let won = |name: &String| self.rounds.get(name).copied().unwrap_or(0);
        let most = left.iter().map(won).max().unwrap_or(0);
        let best: Vec<String> = left.into_iter().filter(|it| won(it) == most).collect();
        match &self.winner {
            Some(winner) => assert_eq!(best, [winner.as_str()], "{seed}: {self:?}"),
            None => assert!(best.len() <= 1, "{seed}: {self:?}"),
        }
    }
}

/// What stands between two texts, in one line.
fn between<'s>(
    screen: &'s str,
    before: &'static str,
    after: &'static str,
) -> impl Iterator<Item = &'s str> {
    let parts = screen.split(before).skip(1);
    let found = parts.filter_map(move |part| part.split_once(after));
    let found = found.map(|(found, _)| found.trim_start_matches('@'));
    found.filter(|found| found.len() < 20 && !found.contains('\n'))
}
