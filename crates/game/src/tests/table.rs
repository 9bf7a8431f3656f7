//! Tables: random walks, and who is late, leaves or wins.

use std::collections::HashSet;
use std::time::Duration;

use proptest::prelude::*;

use crate::{MemberId, Sitter, Table, TableEvent, TablePhase, TableRefusal, Timestamp, TurnTime};
use nim_games::{Animal, Draw, Move, Numbers, TableGame, TableRules};

const GAMES: [TableGame; 3] = [TableGame::TwentyOne, TableGame::Hundred, TableGame::Nim];

fn rules(game: TableGame) -> (TableRules, TurnTime) {
    let rules = TableRules {
        game,
        most: None,
        target: None,
    };
    (rules, TurnTime::ThirtySeconds)
}

fn numbers(seed: u64) -> Numbers {
    Numbers::of([Draw::new(seed), Draw::new(!seed)])
}

/// A table at which members 1 to `count` sit, and that has begun at 0.
fn begun(game: TableGame, count: i64, seed: u64) -> Table {
    let at = Timestamp(0);
    let mut table = Table::new(rules(game), MemberId(1), at);
    for member in 2..=count {
        table.join(MemberId(member), at).expect("a seat");
    }
    table
        .begin(MemberId(1), at, &mut numbers(seed))
        .expect("begun");
    table
}

/// The member on turn.
fn on_turn(table: &Table) -> Option<MemberId> {
    let TablePhase::Playing { turn, .. } = table.phase else {
        return None;
    };
    table.seats[turn].sitter.member()
}

/// What holds at each table at any time.
fn check(table: &Table) {
    let left = table.left_from(0).count();
    match table.phase {
        TablePhase::Gathering { .. } => assert_eq!(left, table.seats.len()),
        TablePhase::Playing { turn, now, .. } => {
            assert!(
                table.seats[turn].out.is_none(),
                "nobody who is out is on turn"
            );
            assert!(on_turn(table).is_some(), "an animal has moved at once");
            assert!(!now.is_over());
            assert!(left > 1);
        }
        TablePhase::Ended { winner, .. } => {
            if let Some(winner) = winner {
                assert!(table.seats[winner].out.is_none(), "the winner is there");
            }
        }
    }
    let mut out: Vec<u32> = table.seats.iter().filter_map(|seat| seat.out).collect();
    out.sort_unstable();
    let places: Vec<u32> = (0..).take(out.len()).collect();
    assert_eq!(out, places, "each is out after the others");
}

#[derive(Clone, Copy, Debug)]
enum Does {
    Moves(u64),
    IsLate,
    Erases,
}

fn any_action() -> impl Strategy<Value = Does> {
    prop_oneof![
        20 => any::<u64>().prop_map(Does::Moves),
        1 => Just(Does::IsLate),
        1 => Just(Does::Erases),
    ]
}

proptest! {
    #[test]
    fn a_random_walk_ends_with_one_winner(
        game in prop::sample::select(GAMES.to_vec()), members in 1..=9_i64, animals in 0..=3_usize,
        actions in prop::collection::vec(any_action(), 800), seed in any::<u64>(),
    ) {
        let mut at = Timestamp(0);
        let mut table = Table::new(rules(game), MemberId(1), at);
        for member in 2..=members {
            table.join(MemberId(member), at).expect("a seat");
        }
        for &animal in Animal::ALL.iter().take(animals) {
            table.add_animal(MemberId(1), animal, at).expect("a seat");
        }
        let mut numbers = numbers(seed);
        check(&table);
        match table.begin(MemberId(1), at, &mut numbers) {
            Err(why) => {
                prop_assert_eq!((why, table.seats.len()), (TableRefusal::Alone, 1));
                return Ok(());
            }
            Ok(()) => check(&table),
        }
        let mut actions = actions.into_iter();
        while let Some(member) = on_turn(&table) {
            at = at.plus(Duration::from_secs(1));
            let TablePhase::Playing { now, deadline, .. } = table.phase else { break };
            let before = table.clone();
            match actions.next().unwrap_or(Does::IsLate) {
                Does::Moves(number) => {
                    let mut own = self::numbers(number);
                    let mv = now.choices().random_move(&mut own).expect("not over");
                    // Nobody else can, and nobody who has seen another turn.
                    for other in (1..=members).map(MemberId).filter(|&it| it != member) {
                        prop_assert!(table.play((other, table.step), mv, at, &mut numbers).is_err());
                    }
                    let outdated = table.play((member, table.step + 1), mv, at, &mut numbers);
                    prop_assert_eq!(outdated, Err(TableRefusal::Outdated));
                    let late = table.play((member, table.step), mv, deadline.plus(Duration::from_millis(1)), &mut numbers);
                    prop_assert_eq!(late, Err(TableRefusal::OutOfTime));
                    prop_assert_eq!(&table, &before, "a refusal changes nothing");
                    table.play((member, table.step), mv, at, &mut numbers).expect("legal");
                }
                Does::IsLate => {
                    at = deadline.plus(Duration::from_secs(5));
                    table.time_out(at, &mut numbers).expect("a start");
                    let seat = table.seat_of(member).expect("a seat");
                    prop_assert!(table.seats[seat].out.is_some());
                }
                Does::Erases => {
                    table.forget(member, at, &mut numbers).expect("a start");
                    prop_assert_eq!(table.seat_of(member), None);
                    prop_assert!(table.seats.iter().any(|seat| seat.sitter == Sitter::Gone));
                }
            }
            prop_assert!(table.step > before.step, "an old button is outdated");
            check(&table);
        }
        prop_assert!(table.is_over());
        prop_assert_eq!(table.deadline(), None);
    }
}

#[test]
fn whoever_says_the_target_is_out() {
    let rules = TableRules {
        target: Some(10),
        ..rules(TableGame::TwentyOne).0
    };
    let rules = (rules, TurnTime::Minute);
    let mut table = Table::new(rules, MemberId(1), Timestamp(0));
    table.join(MemberId(2), Timestamp(0)).expect("a seat");
    let mut numbers = numbers(1);
    table
        .begin(MemberId(1), Timestamp(0), &mut numbers)
        .expect("begun");
    let first = on_turn(&table).expect("a member");
    for (turn, step) in ["+3", "+3", "+3", "+1"].into_iter().enumerate() {
        let member = on_turn(&table).expect("a member");
        assert_eq!(member == first, turn % 2 == 0);
        let mv = step.parse().expect("a move");
        table
            .play((member, table.step), mv, Timestamp(0), &mut numbers)
            .expect("legal");
    }
    let TablePhase::Ended { winner, .. } = table.phase else {
        panic!("it is over")
    };
    let winner = winner.expect("a winner");
    assert_eq!(table.seats[winner].sitter, Sitter::Member(first));
}

#[test]
fn the_last_one_left_wins() {
    let mut table = begun(TableGame::TwentyOne, 3, 7);
    let mut numbers = numbers(7);
    let first = on_turn(&table).expect("a member");
    let mv = "+1".parse().expect("a move");
    table
        .play((first, table.step), mv, Timestamp(0), &mut numbers)
        .expect("legal");
    for _ in 0..2 {
        let deadline = table.deadline().expect("it runs");
        table
            .time_out(deadline.plus(Duration::from_secs(5)), &mut numbers)
            .expect("a start");
    }
    let TablePhase::Ended { winner, .. } = table.phase else {
        panic!("it is over")
    };
    assert_eq!(winner, table.seat_of(first));
}

#[test]
fn a_round_of_a_race_that_begins_anew_keeps_its_number() {
    let mut table = begun(TableGame::Hundred, 3, 7);
    let mut numbers = numbers(7);
    let deadline = table.deadline().expect("it runs");
    table
        .time_out(deadline.plus(Duration::from_secs(5)), &mut numbers)
        .expect("a start");
    assert_eq!(table.round, 1);
}

#[test]
fn a_table_is_set_and_begins_as_it_should() {
    let at = Timestamp(0);
    let later = |minutes| at.plus(Duration::from_mins(minutes));
    let (host, other) = (MemberId(1), MemberId(2));
    let mut table = Table::new(rules(TableGame::Nim), host, at);
    let mut numbers = numbers(3);
    assert_eq!(table.join(host, at), Err(TableRefusal::Seated));
    assert_eq!(table.leave(other, at), Err(TableRefusal::NotSeated));
    table.join(other, at).expect("a seat");
    let refused = table.add_animal(other, Animal::Otter, at);
    assert_eq!(refused, Err(TableRefusal::NotHost));
    let early = table.begin(other, later(1), &mut numbers);
    assert_eq!(early, Err(TableRefusal::TooEarly(later(2))));
    // The host gets up, and the other one becomes the host.
    table.leave(host, at).expect("up");
    assert_eq!(table.host(), Some(other));
    let alone = table.begin(other, later(1), &mut numbers);
    assert_eq!(alone, Err(TableRefusal::Alone));
    for animal in [Animal::Otter; 3] {
        table.add_animal(other, animal, at).expect("a seat");
    }
    let many = table.add_animal(other, Animal::Otter, at);
    assert_eq!(many, Err(TableRefusal::ManyAnimals));
    for member in 10..18 {
        table.join(MemberId(member), at).expect("a seat");
    }
    assert_eq!(table.join(host, at), Err(TableRefusal::Full));
    assert_eq!(table.join(host, later(16)), Err(TableRefusal::OutOfTime));
    table.begin(other, at, &mut numbers).expect("begun");
    assert_eq!(table.join(host, at), Err(TableRefusal::Begun));
}

#[test]
fn a_race_has_three_rounds() {
    for seed in 0..20 {
        let mut table = begun(TableGame::Hundred, 3, seed);
        let mut numbers = numbers(seed);
        while let Some(member) = on_turn(&table) {
            let TablePhase::Playing { now, .. } = table.phase else {
                break;
            };
            let mv = nim_games::reply_among(&now, 2, &mut numbers).expect("not over");
            table
                .play((member, table.step), mv, Timestamp(0), &mut numbers)
                .expect("legal");
        }
        let won: Vec<u32> = table.seats.iter().map(|seat| seat.won).collect();
        let TablePhase::Ended { winner, .. } = table.phase else {
            panic!("it is over")
        };
        let winner = winner.expect("a winner");
        let most = won.iter().max().copied();
        assert_eq!(most, Some(won[winner]));
        assert!(won.iter().sum::<u32>() >= 3);
        let firsts = won.iter().filter(|&&it| Some(it) == most).count();
        assert_eq!(firsts, 1, "{won:?}");
    }
}

/// What can happen at a table.
#[derive(Clone, Copy, Debug)]
enum Event {
    Joins(MemberId),
    GetsUp(MemberId),
    AddsAnimal(MemberId),
    Begins(MemberId),
    /// A move, after that many steps.
    Plays(MemberId, u32, Move),
    TimeIsUp,
    Erases(MemberId),
}

impl Event {
    /// Everything that three members can try: on turn or not, by a button of now or of before.
    fn all(table: &Table) -> Vec<Self> {
        let moves = match table.phase {
            TablePhase::Playing { now, .. } => now.choices().moves().collect(),
            TablePhase::Gathering { .. } | TablePhase::Ended { .. } => Vec::new(),
        };
        let by = |member| {
            let steps = [table.step, table.step.wrapping_sub(1)];
            let plays = moves
                .iter()
                .flat_map(move |&mv| steps.map(|step| Self::Plays(member, step, mv)));
            let others = [
                Self::Joins(member),
                Self::GetsUp(member),
                Self::AddsAnimal(member),
                Self::Begins(member),
                Self::Erases(member),
            ];
            others.into_iter().chain(plays)
        };
        let members = (1..=3).map(MemberId).flat_map(by);
        members.chain([Self::TimeIsUp]).collect()
    }

    fn happens(self, table: &mut Table) -> Result<(), TableRefusal> {
        let (now, numbers) = (Timestamp(0), &mut numbers(5));
        match self {
            Self::Joins(member) => table.join(member, now),
            Self::GetsUp(member) => table.leave(member, now),
            Self::AddsAnimal(member) => table.add_animal(member, Animal::Otter, now),
            Self::Begins(member) => table.begin(member, now, numbers),
            Self::Plays(member, step, mv) => table.play((member, step), mv, now, numbers),
            Self::TimeIsUp => table.time_out(now, numbers),
            Self::Erases(member) => table.forget(member, now, numbers),
        }
    }
}

/// What decides how a table can go on.
fn state(table: &Table) -> String {
    let is_late = |event: &TableEvent| matches!(event, TableEvent::Late(_));
    let was_late = table.latest.iter().any(is_late);
    format!("{:?} {:?} {was_late}", table.seats, table.phase)
}

/// Everything that three members and an animal can do at a table with few moves, in every order.
#[test]
fn every_way_from_a_table_leads_to_its_end() {
    let rules = TableRules {
        most: Some(2),
        target: Some(15),
        ..rules(TableGame::TwentyOne).0
    };
    let first = Table::new((rules, TurnTime::Minute), MemberId(1), Timestamp(0));
    let mut known = HashSet::from([state(&first)]);
    let mut to_visit = vec![first];
    let mut ended = 0;
    while let Some(table) = to_visit.pop() {
        check(&table);
        let mut goes_on = false;
        for event in Event::all(&table) {
            let mut after = table.clone();
            if let Err(why) = event.happens(&mut after) {
                assert_eq!(after, table, "{event:?}: {why}");
                continue;
            }
            // A second click comes too late.
            if let Event::Plays(member, ..) = event {
                assert_eq!(on_turn(&table), Some(member), "{event:?}");
                assert!(event.happens(&mut after.clone()).is_err(), "{event:?}");
            }
            assert!(
                !table.is_over() || matches!(event, Event::TimeIsUp | Event::Erases(_)),
                "{event:?}"
            );
            goes_on |= after != table;
            if after.seats.len() <= 4 && known.insert(state(&after)) {
                to_visit.push(after);
            }
        }
        assert!(goes_on || table.is_over(), "{table:?}");
        ended += usize::from(table.is_over());
    }
    assert!(ended > 100, "{ended} of {}", known.len());
}
