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
use super::play::{ActionRequest, act};
use super::privacy::erase;
use super::rematch::rematch;
use super::start::{StartDraws, random_start, start};
use super::{
    Caller, ChallengePosition, ChallengeResult, Due, EndIfReplaced, Error, GameUpdate,
    NewChallenge, NewGame, Refusal, RematchResult, Result, Target, Wanted,
};
use nim_games::{Animal, Draw, Draws, Move, Options, Size, Variant, wythoff};
use wythoff_game::records::{
    ChannelId, InteractionId, MessageId, NotificationKind, Place, ServerSettings,
};
use wythoff_game::{
    Action, ChallengeAnswer, ChallengeEnding, ChallengeStart, Clock, GameId, MemberId, NextGame,
    Outcome, Refusal as GameRefusal, Seat, Stake, Timestamp, WhoStarts,
};
use wythoff_store::{Read, Store, Tx, testing::temporary_store};

const ANNA: MemberId = MemberId(10);
const BORIS: MemberId = MemberId(11);
const SERVER: i64 = 30;
const START: Timestamp = Timestamp(1_700_000_000_000);

/// A database with the games of some members, and the time.
struct Scenario {
    _folder: tempfile::TempDir,
    store: Store,
    now: Timestamp,
    channel: i64,
}

impl Scenario {
    async fn new() -> Self {
        let (folder, store) = temporary_store().await;
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

    async fn start_game(&mut self, member: MemberId, piles: [u64; 2]) -> Result<GameUpdate> {
        let new = new_game(piles);
        self.change(member, move |tx, caller| {
            start(tx, caller, new.into(), draws(0)).boxed()
        })
        .await
    }

    /// Carries out what a member asks for.
    async fn change<T: Send + 'static>(
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

    async fn make_move(
        &mut self,
        member: MemberId,
        game: GameId,
        amount: u64,
    ) -> Result<GameUpdate> {
        let mv = Move::take([amount]);
        self.act(member, game, Action::Move { mv, seen: None })
            .await
    }

    async fn act(&mut self, member: MemberId, game: GameId, action: Action) -> Result<GameUpdate> {
        let target = Target::Control {
            game,
            message: Some(MessageId(1)),
        };
        let requested_action = requested_action(target, action);
        self.change(member, |tx, caller| {
            async move { act(tx, caller, &requested_action).await }.boxed()
        })
        .await
    }

    async fn challenge_member(&mut self, member: MemberId, invited: MemberId) -> Result<GameId> {
        let new = NewChallenge {
            invited: Some(invited),
            invited_name: None,
            start: ChallengePosition::Position("wythoff: 3 5".parse().expect("a position")),
            first: ChallengeStart::Fixed(WhoStarts::Random),
            clock: Some(Clock::Hour),
            games: wythoff_game::Games::One,
        };
        let made = self.change(member, |tx, caller| {
            async move { challenge(tx, caller, &new, draws(0)).await }.boxed()
        });
        Ok(made.await?.record.challenge.id)
    }

    async fn answer_challenge(
        &mut self,
        member: MemberId,
        id: GameId,
        answer: ChallengeAnswer,
    ) -> Result<ChallengeResult> {
        self.change(member, move |tx, caller| {
            answer_once(tx, caller, id, MessageId(2), answer, draws(0), true).boxed()
        })
        .await
    }

    /// A game between Anna and Boris, which `loser` resigns.
    async fn play_game(&mut self, loser: MemberId) -> GameUpdate {
        let id = self
            .challenge_member(ANNA, BORIS)
            .await
            .expect("challenged");
        let begun = self
            .answer_challenge(BORIS, id, ChallengeAnswer::Accept)
            .await;
        let Ok(ChallengeResult::Began { .. }) = begun else {
            panic!("expected a game, not {begun:?}");
        };
        self.act(loser, id, Action::Resign { seen: None })
            .await
            .expect("resigned")
    }
}

/// An action that a member asks for, while deadlines are enforced.
fn requested_action(target: Target, action: Action) -> ActionRequest {
    ActionRequest {
        target,
        action,
        draws: draws(0).reply,
        enforces_deadlines: Arc::new(AtomicBool::new(true)),
    }
}

/// An interaction of a member in a channel of the server.
pub(super) fn caller(member: MemberId, now: Timestamp, channel: i64) -> Caller {
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
        wants_help: false,
        is_for_all: false,
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
    let mut scenario = Scenario::new().await;
    let settings = ServerSettings {
        largest_heap: Some(9),
        ..ServerSettings::default()
    };
    let set = scenario.change(ANNA, |tx, _| {
        async move { Ok(tx.set_server_settings(SERVER, &settings).await?) }.boxed()
    });
    set.await.expect("set");
    let refused = scenario.start_game(ANNA, [10, 6]).await;
    assert_eq!(refusal(refused), Refusal::HeapTooLarge { most: 9 });
    scenario.start_game(ANNA, [9, 6]).await.expect("begun");
}

#[tokio::test]
async fn accepted_challenges_do_not_count_towards_the_limit() {
    let mut scenario = Scenario::new().await;
    // The limit is nine an hour, not counting the accepted ones.
    for _game in 0..10 {
        scenario.play_game(BORIS).await;
    }
    for _challenge in 0..9 {
        let id = scenario
            .challenge_member(ANNA, BORIS)
            .await
            .expect("challenged");
        let withdrawn = scenario
            .answer_challenge(ANNA, id, ChallengeAnswer::Withdraw)
            .await;
        withdrawn.expect("withdrawn");
    }
    let tenth = scenario.challenge_member(ANNA, BORIS).await;
    assert!(matches!(refusal(tenth), Refusal::ChallengedTooOften { .. }));
}

#[tokio::test]
async fn a_game_without_a_result_does_not_count_towards_the_limit() {
    let mut scenario = Scenario::new().await;
    let id = scenario
        .challenge_member(ANNA, BORIS)
        .await
        .expect("challenged");
    scenario
        .answer_challenge(BORIS, id, ChallengeAnswer::Accept)
        .await
        .expect("begun");
    scenario.now = scenario.now.plus(2 * Clock::Hour.time());
    let now = scenario.now;
    let enforced = scenario
        .store
        .change(move |tx| enforce(tx, id, now, now).boxed());
    let Ok(Some(Due::Ended(ended))) = enforced.done().await else {
        panic!("the game did not end");
    };
    assert_eq!(ended.record.game.terms().stake, Stake::Rated);
    assert_eq!(ended.record.game.outcome(), Some(Outcome::NoShow));
    for _game in 0..3 {
        let next = scenario.play_game(BORIS).await.record;
        assert_eq!(next.game.terms().stake, Stake::Rated);
    }
}

#[tokio::test]
async fn the_first_to_vote_is_told_that_the_rematch_has_begun() {
    let mut scenario = Scenario::new().await;
    let from = scenario.play_game(BORIS).await.record.game.id();
    let mut results = Vec::new();
    for member in [ANNA, BORIS] {
        scenario.now = scenario.now.plus(Duration::from_mins(2));
        let voted = scenario.change(member, move |tx, caller| {
            let (next, message) = (NextGame::Rematch, MessageId(2));
            rematch(tx, caller, from, next, message, draws(0)).boxed()
        });
        results.push(voted.await.expect("voted"));
    }
    let Some(RematchResult::Began(next)) = results.pop() else {
        panic!("the rematch did not begin");
    };
    let notified = next
        .notifications
        .iter()
        .map(|notification| (notification.member, notification.kind));
    let notified: Vec<_> = notified.collect();
    assert_eq!(notified, [(ANNA, NotificationKind::Begun)]);
}

#[tokio::test]
async fn an_erasure_within_the_grace_takes_nothing_from_the_opponent() {
    let mut scenario = Scenario::new().await;
    let id = scenario.challenge_member(ANNA, BORIS).await;
    let id = id.expect("challenged");
    let accepted = scenario.answer_challenge(BORIS, id, ChallengeAnswer::Accept);
    accepted.await.expect("begun");
    for member in [ANNA, BORIS] {
        scenario.make_move(member, id, 1).await.expect("moved");
    }
    // The next interaction is a second too late for Anna, whose move may still be on its way.
    scenario.now = scenario.now.plus(Clock::Hour.time());
    let erased = scenario.change(BORIS, |tx, caller| {
        async move { erase(tx, caller, draws(0).reply, true).await }.boxed()
    });
    let erased = erased.await.expect("erased");
    let outcome = erased.resigned[0].record.game.outcome();
    let winner = Seat::First;
    assert_eq!(outcome, Some(Outcome::Resignation { winner }));
}

#[tokio::test]
async fn a_strangers_click_within_the_grace_closes_no_challenge() {
    let mut scenario = Scenario::new().await;
    let id = scenario.challenge_member(ANNA, BORIS).await;
    let id = id.expect("challenged");
    let until = scenario.now.plus(Clock::Hour.challenge_lifetime());
    scenario.now = until;
    for (member, answer) in [
        (MemberId(12), ChallengeAnswer::Decline),
        (ANNA, ChallengeAnswer::Withdraw),
    ] {
        let early = scenario.answer_challenge(member, id, answer).await;
        assert_eq!(refusal(early), GameRefusal::ChallengeExpired.into());
    }
    // The answer was sent in time, and arrives now.
    scenario.now = until.minus(Duration::from_secs(1));
    let accepted = scenario.answer_challenge(BORIS, id, ChallengeAnswer::Accept);
    assert!(matches!(accepted.await, Ok(ChallengeResult::Began { .. })));
}

#[tokio::test]
async fn an_overdue_challenge_expires_with_an_erasure() {
    let mut scenario = Scenario::new().await;
    let id = scenario.challenge_member(ANNA, BORIS).await;
    let id = id.expect("challenged");
    scenario.now = scenario.now.plus(Clock::Hour.challenge_lifetime());
    let erased = scenario.change(BORIS, |tx, caller| {
        async move { erase(tx, caller, draws(0).reply, true).await }.boxed()
    });
    let closed = erased.await.expect("erased").closed;
    let phase = closed[0].record.challenge.phase;
    assert_eq!(phase.ending(), Some(ChallengeEnding::Expired), "{id:?}");
}

#[tokio::test]
async fn a_late_move_is_refused_and_the_opponent_notified() {
    let mut scenario = Scenario::new().await;
    let id = scenario
        .challenge_member(ANNA, BORIS)
        .await
        .expect("challenged");
    scenario
        .answer_challenge(BORIS, id, ChallengeAnswer::Accept)
        .await
        .expect("begun");
    scenario.now = scenario.now.plus(Clock::Hour.time());
    // A move that was sent in time may still be on its way, so the opponent cannot end the game yet.
    let early = scenario.make_move(BORIS, id, 1).await;
    assert_eq!(refusal(early), GameRefusal::NotYourTurn.into());
    let late = scenario.make_move(ANNA, id, 1).await.expect("it ends");
    assert_eq!(late.refused, Some(GameRefusal::OutOfTime));
    let notified = late.notifications.iter();
    let notified: Vec<_> = notified.map(|notification| notification.member).collect();
    assert_eq!(notified, [BORIS]);
}

/// A game against the bot in which the member makes the first move.
#[test]
fn a_random_start_respects_the_largest_heap() {
    let settings = ServerSettings {
        largest_heap: Some(9),
        ..ServerSettings::default()
    };
    for draw in [0, 7, u64::MAX] {
        let game = (Variant::Wythoff, Options::default());
        let start = random_start(&settings, game, Size::Usual, [Draw::new(draw); 2]);
        let heaps = start.expect("a start");
        let heaps = heaps.shape().lettered().unwrap_or_default().to_vec();
        assert!(heaps.iter().all(|&heap| heap <= 9), "{heaps:?}");
    }
}

fn new_game(piles: [u64; 2]) -> NewGame {
    NewGame {
        start: wythoff::Wythoff::of(piles).into(),
        first: WhoStarts::Me,
        animal: Some(Animal::Penguin),
    }
}

#[tokio::test]
async fn a_replaced_game_is_lost() {
    let mut scenario = Scenario::new().await;
    let old = scenario.start_game(ANNA, [10, 6]).await.expect("begun");
    let old = old.record.game.id();
    scenario.make_move(ANNA, old, 1).await.expect("moved");
    let anew = scenario.change(ANNA, move |tx, caller| {
        let wanted = Wanted {
            replaces: Some((old, EndIfReplaced::AsALoss)),
            ..new_game([3, 5]).into()
        };
        start(tx, caller, wanted, draws(0)).boxed()
    });
    anew.await.expect("begun");
    let replaced_game = |mut tx: Read| async move { tx.game(old).await };
    let replaced_game: wythoff_store::Result<_> = scenario.store.read(replaced_game).await;
    let replaced_game = replaced_game.expect("read").expect("known");
    let winner = Seat::Second;
    let lost = Outcome::Resignation { winner };
    assert_eq!(replaced_game.game.outcome(), Some(lost));
}
