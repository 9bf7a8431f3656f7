//! Use cases as plain functions over values: no database (`stored` has one), no Discord, no time but that of the interactions.

mod search;
mod stored;

use std::time::Duration;

use super::challenge::{answer_once, challenge};
use super::deadlines::judge;
use super::play::act;
use super::rematch::rematch;
use super::start::{StartDraws, start, start_anew};
use super::update::Change;
use super::{
    Caller, ChallengeFrom, ChallengeResult, Due, Error, GameUpdate, GivenUp, NewChallenge, NewGame,
    Refusal, RematchResult, Result, Target,
};
use crate::game::{
    Action, ChallengeAnswer, ChallengeStart, Clock, GameId, MemberId, NextGame, Outcome,
    Refusal as GameRefusal, Seat, Stake, Timestamp, WhoStarts,
};
use crate::records::{
    ChannelId, InteractionId, MessageId, NotificationKind, Place, ServerSettings,
};
use crate::rules::{Draw, Draws, Level, Move, wythoff};
use crate::store::{self, Work, tests::values::Values};

const ANNA: MemberId = MemberId(10);
const BORIS: MemberId = MemberId(11);
const SERVER: i64 = 30;
const START: Timestamp = Timestamp(1_700_000_000_000);

/// Some members on a server, and what they have done.
struct Table {
    values: Values,
    now: Timestamp,
    channel: i64,
}

impl Table {
    fn new() -> Self {
        Self {
            values: Values::none(),
            now: START,
            channel: 20,
        }
    }

    /// An interaction of a member, a second after the one before it.
    fn caller(&mut self, member: MemberId) -> Caller {
        self.now = self.now.after(Duration::from_secs(1));
        caller(member, self.now, self.channel)
    }

    fn starts(&mut self, member: MemberId, piles: [u64; 2]) -> Result<GameUpdate> {
        let caller = self.caller(member);
        let new = new_game(piles);
        self.changes(&caller, |work, caller| start(work, caller, new, draws(0)))
    }

    /// Decides a job, and saves what it returns.
    fn changes<T: Change>(
        &mut self,
        caller: &Caller,
        job: impl Fn(&mut Work<'_>, &Caller) -> Result<T>,
    ) -> Result<T> {
        self.values.decide(|work| {
            let mut changed = job(work, caller)?;
            changed.save(work, caller.at())?;
            Ok(changed)
        })
    }

    fn moves(&mut self, member: MemberId, game: GameId, amount: u64) -> Result<GameUpdate> {
        let mv = Move::take([amount]);
        self.acts(member, game, Action::Move { mv, seen: None })
    }

    fn acts(&mut self, member: MemberId, game: GameId, action: Action) -> Result<GameUpdate> {
        let caller = self.caller(member);
        let target = Target::Control {
            game,
            message: Some(MessageId(1)),
        };
        let draws = draws(0).reply;
        self.changes(&caller, |work, caller| {
            act(work, caller, target, action, draws, true)
        })
    }

    fn challenges(&mut self, member: MemberId, invited: MemberId) -> Result<GameId> {
        let caller = self.caller(member);
        let new = NewChallenge {
            invited: Some(invited),
            invited_name: None,
            start: ChallengeFrom::Position("wythoff: 3 5".parse().expect("a position")),
            first: ChallengeStart::Fixed(WhoStarts::Random),
            clock: Some(Clock::Hour),
        };
        let made = self.changes(&caller, |work, caller| {
            challenge(work, caller, &new, draws(0))
        });
        Ok(made?.record.challenge.id)
    }

    fn answers(
        &mut self,
        member: MemberId,
        id: GameId,
        answer: ChallengeAnswer,
    ) -> Result<ChallengeResult> {
        let caller = self.caller(member);
        self.changes(&caller, |work, caller| {
            answer_once(work, caller, id, MessageId(2), answer, draws(0), true)
        })
    }

    /// A game of the two that the one who resigns has lost.
    fn plays(&mut self, loser: MemberId) -> GameUpdate {
        let id = self.challenges(ANNA, BORIS).expect("challenged");
        let begun = self.answers(BORIS, id, ChallengeAnswer::Accept);
        let Ok(ChallengeResult::Began { .. }) = begun else {
            panic!("it begins, not {begun:?}");
        };
        self.acts(loser, id, Action::Resign { seen: None })
            .expect("resigned")
    }
}

/// An interaction of a member in a channel of the server.
fn caller(member: MemberId, now: Timestamp, channel: i64) -> Caller {
    Caller {
        interaction: InteractionId::first_at(now),
        member,
        name: format!("member {}", member.0),
        place: Place {
            guild: Some(SERVER),
            channel: ChannelId(channel),
            editable: true,
            language: "en-US".to_owned(),
        },
    }
}

/// The same number for every draw.
fn draws(drawn: u64) -> StartDraws {
    let draw = Draw::new(drawn);
    StartDraws {
        who_starts: draw,
        start: [draw; 2],
        reply: Draws {
            skill: draw,
            choice: draw,
        },
    }
}

fn refusal<T: std::fmt::Debug>(outcome: Result<T>) -> Refusal {
    match outcome {
        Err(Error::Refused { why, .. }) => why,
        other => panic!("it is refused, not {other:?}"),
    }
}

#[test]
fn a_server_may_want_smaller_piles() {
    let mut table = Table::new();
    let settings = ServerSettings {
        largest_heap: Some(9),
        ..ServerSettings::default()
    };
    let set = |work: &mut Work<'_>| work.set_server(SERVER, settings.clone());
    table.values.decide(set).expect("set");
    assert_eq!(
        refusal(table.starts(ANNA, [10, 6])),
        Refusal::HeapTooLarge { most: 9 }
    );
    table.starts(ANNA, [9, 6]).expect("begun");
}

#[test]
fn a_challenge_that_becomes_a_game_does_not_count_against_the_next_one() {
    let mut table = Table::new();
    // Of those that come to nothing, ten within an hour are too many.
    for _game in 0..10 {
        table.plays(BORIS);
    }
    for _challenge in 0..9 {
        let id = table.challenges(ANNA, BORIS).expect("challenged");
        let withdrawn = table.answers(ANNA, id, ChallengeAnswer::Withdraw);
        withdrawn.expect("withdrawn");
    }
    let tenth = table.challenges(ANNA, BORIS);
    assert!(matches!(refusal(tenth), Refusal::ChallengedTooOften { .. }));
}

#[test]
fn a_game_without_a_result_is_none_of_the_three_that_are_rated_that_day() {
    let mut table = Table::new();
    let id = table.challenges(ANNA, BORIS).expect("challenged");
    table
        .answers(BORIS, id, ChallengeAnswer::Accept)
        .expect("begun");
    table.now = table.now.after(2 * Clock::Hour.each_move());
    let now = table.now;
    let judged: store::Result<_> = table.values.decide(|work| judge(work, id, now, now));
    let Ok(Some(Due::Ended(ended))) = judged else {
        panic!("it ends");
    };
    assert_eq!(ended.record.game.terms().stake, Stake::Rated);
    assert_eq!(ended.record.game.outcome(), Some(Outcome::NoShow));
    for _game in 0..3 {
        let next = table.plays(BORIS).record;
        assert_eq!(next.game.terms().stake, Stake::Rated);
    }
}

#[test]
fn whoever_has_waited_for_a_rematch_is_told_that_it_has_begun() {
    let mut table = Table::new();
    let from = table.plays(BORIS).record.game.id();
    let mut results = Vec::new();
    for member in [ANNA, BORIS] {
        table.now = table.now.after(Duration::from_mins(2));
        let caller = table.caller(member);
        let voted = table.changes(&caller, |work, caller| {
            let (next, message) = (NextGame::Rematch, MessageId(2));
            rematch(work, caller, from, next, message, draws(0))
        });
        results.push(voted.expect("voted"));
    }
    let Some(RematchResult::Began(next)) = results.pop() else {
        panic!("both want it");
    };
    let told = next
        .notifications
        .iter()
        .map(|notification| (notification.member, notification.kind));
    let told: Vec<_> = told.collect();
    assert_eq!(told, [(ANNA, NotificationKind::Begun)]);
}

#[test]
fn whoever_moves_too_late_is_told_by_the_answer_and_the_other_by_a_notification() {
    let mut table = Table::new();
    let id = table.challenges(ANNA, BORIS).expect("challenged");
    table
        .answers(BORIS, id, ChallengeAnswer::Accept)
        .expect("begun");
    table.now = table.now.after(Clock::Hour.each_move());
    let late = table.moves(ANNA, id, 1).expect("it ends");
    assert_eq!(late.refused, Some(GameRefusal::OutOfTime));
    let told = late.notifications.iter();
    let told: Vec<_> = told.map(|notification| notification.member).collect();
    assert_eq!(told, [BORIS]);
}

/// A game against the bot, in which the member starts.
fn new_game(piles: [u64; 2]) -> NewGame {
    NewGame {
        start: wythoff::Wythoff::of(piles).into(),
        first: WhoStarts::Me,
        level: Level::Perfect,
    }
}

#[test]
fn a_game_that_makes_room_for_another_is_lost_unless_its_time_was_over() {
    let winner = Seat::Second;
    for (later, ends) in [
        (Duration::ZERO, Outcome::Resignation { winner }),
        (Clock::Week.each_move(), Outcome::Abandonment),
    ] {
        let mut table = Table::new();
        let old = table.starts(ANNA, [10, 6]).expect("begun").record.game.id();
        table.moves(ANNA, old, 1).expect("moved");
        table.now = table.now.after(later);
        let caller = table.caller(ANNA);
        let told = (old, GivenUp::AsALoss);
        let anew = table.changes(&caller, |work, caller| {
            start_anew(work, caller, told, new_game([3, 5]), draws(0))
        });
        anew.expect("begun");
        let given_up: store::Result<_> = table.values.decide(|work| work.game(old));
        let given_up = given_up.expect("read").expect("known");
        assert_eq!(given_up.game.outcome(), Some(ends));
    }
}
