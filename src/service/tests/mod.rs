//! Use cases over a real database, without Discord and without a clock.

mod search;
mod stored;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;

use super::challenge::{answer_once, challenge};
use super::deadlines::enforce;
use super::play::{Asked, act};
use super::rematch::rematch;
use super::start::{StartDraws, start, start_anew};
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
use crate::store::{Read, Store, Tx, tests::temporary};
use nim_games::{Draw, Draws, Level, Move, wythoff};

const ANNA: MemberId = MemberId(10);
const BORIS: MemberId = MemberId(11);
const SERVER: i64 = 30;
const START: Timestamp = Timestamp(1_700_000_000_000);

/// Some members on a server, and what they have done.
struct Table {
    _folder: tempfile::TempDir,
    store: Store,
    now: Timestamp,
    channel: i64,
}

impl Table {
    async fn new() -> Self {
        let (folder, store) = temporary().await;
        Self {
            _folder: folder,
            store,
            now: START,
            channel: 20,
        }
    }

    /// An interaction of a member, a second after the one before it.
    fn caller(&mut self, member: MemberId) -> Caller {
        self.now = self.now.plus(Duration::from_secs(1));
        caller(member, self.now, self.channel)
    }

    async fn starts(&mut self, member: MemberId, piles: [u64; 2]) -> Result<GameUpdate> {
        let new = new_game(piles);
        self.changes(member, move |tx, caller| {
            start(tx, caller, new, draws(0)).boxed()
        })
        .await
    }

    /// Carries out what a member asks for.
    async fn changes<T: Send + 'static>(
        &mut self,
        member: MemberId,
        change: impl for<'t> FnOnce(&'t mut Tx, &'t Caller) -> BoxFuture<'t, Result<T>> + Send + 'static,
    ) -> Result<T> {
        let caller = self.caller(member);
        let changing = self
            .store
            .change(move |tx| async move { change(tx, &caller).await }.boxed());
        changing.done().await
    }

    async fn moves(&mut self, member: MemberId, game: GameId, amount: u64) -> Result<GameUpdate> {
        let mv = Move::take([amount]);
        self.acts(member, game, Action::Move { mv, seen: None })
            .await
    }

    async fn acts(&mut self, member: MemberId, game: GameId, action: Action) -> Result<GameUpdate> {
        let target = Target::Control {
            game,
            message: Some(MessageId(1)),
        };
        let asked = asked(target, action);
        self.changes(member, |tx, caller| {
            async move { act(tx, caller, &asked).await }.boxed()
        })
        .await
    }

    async fn challenges(&mut self, member: MemberId, invited: MemberId) -> Result<GameId> {
        let new = NewChallenge {
            invited: Some(invited),
            invited_name: None,
            start: ChallengeFrom::Position("wythoff: 3 5".parse().expect("a position")),
            first: ChallengeStart::Fixed(WhoStarts::Random),
            clock: Some(Clock::Hour),
        };
        let made = self.changes(member, |tx, caller| {
            async move { challenge(tx, caller, &new, draws(0)).await }.boxed()
        });
        Ok(made.await?.record.challenge.id)
    }

    async fn answers(
        &mut self,
        member: MemberId,
        id: GameId,
        answer: ChallengeAnswer,
    ) -> Result<ChallengeResult> {
        self.changes(member, move |tx, caller| {
            answer_once(tx, caller, id, MessageId(2), answer, draws(0), true).boxed()
        })
        .await
    }

    /// A game between Anna and Boris, which `loser` resigns.
    async fn plays(&mut self, loser: MemberId) -> GameUpdate {
        let id = self.challenges(ANNA, BORIS).await.expect("challenged");
        let begun = self.answers(BORIS, id, ChallengeAnswer::Accept).await;
        let Ok(ChallengeResult::Began { .. }) = begun else {
            panic!("expected a game, not {begun:?}");
        };
        self.acts(loser, id, Action::Resign { seen: None })
            .await
            .expect("resigned")
    }
}

/// An action that a member asks for, while deadlines are enforced.
fn asked(target: Target, action: Action) -> Asked {
    Asked {
        target,
        action,
        draws: draws(0).reply,
        enforces_deadlines: Arc::new(AtomicBool::new(true)),
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
        other => panic!("expected a refusal, not {other:?}"),
    }
}

#[tokio::test]
async fn a_server_can_limit_the_size_of_piles() {
    let mut table = Table::new().await;
    let settings = ServerSettings {
        largest_heap: Some(9),
        ..ServerSettings::default()
    };
    let set = table.changes(ANNA, |tx, _| {
        async move { Ok(tx.set_server(SERVER, &settings).await?) }.boxed()
    });
    set.await.expect("set");
    let refused = table.starts(ANNA, [10, 6]).await;
    assert_eq!(refusal(refused), Refusal::HeapTooLarge { most: 9 });
    table.starts(ANNA, [9, 6]).await.expect("begun");
}

#[tokio::test]
async fn accepted_challenges_do_not_count_towards_the_limit() {
    let mut table = Table::new().await;
    // The limit is nine an hour, but accepted challenges do not count.
    for _game in 0..10 {
        table.plays(BORIS).await;
    }
    for _challenge in 0..9 {
        let id = table.challenges(ANNA, BORIS).await.expect("challenged");
        let withdrawn = table.answers(ANNA, id, ChallengeAnswer::Withdraw).await;
        withdrawn.expect("withdrawn");
    }
    let tenth = table.challenges(ANNA, BORIS).await;
    assert!(matches!(refusal(tenth), Refusal::ChallengedTooOften { .. }));
}

#[tokio::test]
async fn a_game_without_a_result_does_not_count_towards_the_limit() {
    let mut table = Table::new().await;
    let id = table.challenges(ANNA, BORIS).await.expect("challenged");
    table
        .answers(BORIS, id, ChallengeAnswer::Accept)
        .await
        .expect("begun");
    table.now = table.now.plus(2 * Clock::Hour.each_move());
    let now = table.now;
    let enforced = table
        .store
        .change(move |tx| enforce(tx, id, now, now).boxed());
    let Ok(Some(Due::Ended(ended))) = enforced.done().await else {
        panic!("the game did not end");
    };
    assert_eq!(ended.record.game.terms().stake, Stake::Rated);
    assert_eq!(ended.record.game.outcome(), Some(Outcome::NoShow));
    for _game in 0..3 {
        let next = table.plays(BORIS).await.record;
        assert_eq!(next.game.terms().stake, Stake::Rated);
    }
}

#[tokio::test]
async fn the_first_to_vote_is_told_that_the_rematch_has_begun() {
    let mut table = Table::new().await;
    let from = table.plays(BORIS).await.record.game.id();
    let mut results = Vec::new();
    for member in [ANNA, BORIS] {
        table.now = table.now.plus(Duration::from_mins(2));
        let voted = table.changes(member, move |tx, caller| {
            let (next, message) = (NextGame::Rematch, MessageId(2));
            rematch(tx, caller, from, next, message, draws(0)).boxed()
        });
        results.push(voted.await.expect("voted"));
    }
    let Some(RematchResult::Began(next)) = results.pop() else {
        panic!("the rematch did not begin");
    };
    let told = next
        .notifications
        .iter()
        .map(|notification| (notification.member, notification.kind));
    let told: Vec<_> = told.collect();
    assert_eq!(told, [(ANNA, NotificationKind::Begun)]);
}

#[tokio::test]
async fn a_late_move_is_refused_and_the_opponent_notified() {
    let mut table = Table::new().await;
    let id = table.challenges(ANNA, BORIS).await.expect("challenged");
    table
        .answers(BORIS, id, ChallengeAnswer::Accept)
        .await
        .expect("begun");
    table.now = table.now.plus(Clock::Hour.each_move());
    let late = table.moves(ANNA, id, 1).await.expect("it ends");
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

#[tokio::test]
async fn a_replaced_game_is_lost_unless_its_time_had_run_out() {
    let winner = Seat::Second;
    for (later, ends) in [
        (Duration::ZERO, Outcome::Resignation { winner }),
        (Clock::Week.each_move(), Outcome::Abandonment),
    ] {
        let mut table = Table::new().await;
        let old = table.starts(ANNA, [10, 6]).await.expect("begun");
        let old = old.record.game.id();
        table.moves(ANNA, old, 1).await.expect("moved");
        table.now = table.now.plus(later);
        let anew = table.changes(ANNA, move |tx, caller| {
            start_anew(
                tx,
                caller,
                old,
                GivenUp::AsALoss,
                new_game([3, 5]),
                draws(0),
            )
            .boxed()
        });
        anew.await.expect("begun");
        let given_up = |mut tx: Read| async move { tx.game(old).await };
        let given_up: crate::store::Result<_> = table.store.read(given_up).await;
        let given_up = given_up.expect("read").expect("known");
        assert_eq!(given_up.game.outcome(), Some(ends));
    }
}
