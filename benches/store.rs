//! How long the store takes for batches of changes: starts, moves, recorded boards, ends of rated
//! games. Each figure is for a whole batch, from the first queued change to the last answer, on a
//! real file with one sync per batch.

#![expect(
    clippy::expect_used,
    reason = "a benchmark that cannot go on has failed"
)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use futures::future::join_all;
use nim_games::wythoff::Wythoff;
use nim_games::{Animal, Move};
use tokio::runtime::Runtime;
use wythoff_game::records::{ChannelId, InteractionId, MessageId, Place};
use wythoff_game::{
    Action, ChallengeAnswer, ChallengeStart, GameId, MemberId, Timestamp, WhoStarts,
};
use wythoff_service::{Caller, ChallengePosition, Chance, NewChallenge, NewGame, Service, Target};
use wythoff_store::{Database, Store};

/// How many changes are queued together.
const SIZES: [i64; 3] = [1, 16, 64];

struct Bench {
    service: Service,
    last_id: i64,
    _folder: tempfile::TempDir,
}

impl Bench {
    async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let address = format!("sqlite://{}", folder.path().join("bench.db").display());
        let database = Database::at(&address).expect("an address");
        let store = Store::open(database).await.expect("a database");
        Self {
            service: Service::new(Arc::new(store), Chance::seeded(1)),
            last_id: InteractionId::first_at(Timestamp(1_800_000_000_000)).0,
            _folder: folder,
        }
    }

    /// A caller in a channel, with a new interaction.
    fn caller(&mut self, member: i64, channel: i64) -> Caller {
        // A millisecond later than the one before.
        self.last_id += 1 << 22;
        Caller {
            interaction: InteractionId(self.last_id),
            member: MemberId(member),
            name: format!("member {member}"),
            place: Place {
                guild: Some(30),
                channel: ChannelId(channel),
                editable: true,
                language: "en-US".to_owned(),
            },
            wants_help: false,
            is_for_all: false,
        }
    }

    fn new_callers(&mut self, count: i64) -> Vec<Caller> {
        (0..count)
            .map(|_| {
                let unused = self.last_id + 1;
                self.caller(unused, unused + 1)
            })
            .collect()
    }

    async fn start_all(&self, callers: &[Caller]) -> Duration {
        let terms = NewGame {
            start: Wythoff::of([10, 6]).into(),
            first: WhoStarts::Me,
            animal: Some(Animal::Penguin),
        };
        let started_at = Instant::now();
        let starts = callers
            .iter()
            .map(|caller| self.service.start(caller.clone(), terms).done());
        for start in join_all(starts).await {
            start.expect("started");
        }
        started_at.elapsed()
    }

    /// The same members with new interactions, each with the game that the member has started.
    fn later_callers(&mut self, callers: &[Caller]) -> Vec<(GameId, Caller)> {
        let mut later = Vec::new();
        for caller in callers {
            let game = GameId(caller.interaction.0);
            later.push((game, self.caller(caller.member.0, caller.place.channel.0)));
        }
        later
    }

    async fn act_all(&self, callers: Vec<(GameId, Caller)>, action: Action) -> Duration {
        let started_at = Instant::now();
        let acts = callers.into_iter().map(|(game, caller)| {
            let message = Some(MessageId(game.0 + 1));
            let target = Target::Control { game, message };
            self.service.act(caller, target, action).done()
        });
        for act in join_all(acts).await {
            act.expect("acted");
        }
        started_at.elapsed()
    }

    async fn note_all_boards(&self, callers: &[Caller]) -> Duration {
        let started_at = Instant::now();
        let boards = callers.iter().map(|caller| {
            let id = caller.interaction;
            self.service
                .note_board(GameId(id.0), MessageId(id.0 + 1), id)
        });
        for board in join_all(boards).await {
            board.expect("noted");
        }
        started_at.elapsed()
    }

    /// Rated games between new members, each with the member who accepted it.
    async fn rated_games(&mut self, count: i64) -> Vec<(GameId, Caller)> {
        let challengers = self.new_callers(count);
        let terms = NewChallenge {
            invited: None,
            invited_name: None,
            start: ChallengePosition::Position(Wythoff::of([10, 6]).into()),
            first: ChallengeStart::Fixed(WhoStarts::Random),
            games: wythoff_game::Games::One,
            clock: None,
        };
        let offers = challengers
            .iter()
            .map(|caller| self.service.challenge(caller.clone(), terms.clone()).done());
        for challenge in join_all(offers).await {
            challenge.expect("challenged");
        }
        let mut accepted = Vec::new();
        for challenger in &challengers {
            let game = GameId(challenger.interaction.0);
            let caller = self.caller(challenger.member.0 + 7, challenger.place.channel.0);
            let message = MessageId(game.0 + 1);
            let answer = ChallengeAnswer::Accept;
            let pending = self.service.answer(caller.clone(), game, answer, message);
            pending.done().await.expect("accepted");
            let later = self.caller(caller.member.0, caller.place.channel.0);
            accepted.push((game, later));
        }
        accepted
    }
}

/// What is measured, by name.
const KINDS: [(&str, Kind); 4] = [
    ("start", Kind::Start),
    ("move", Kind::Move),
    ("board noted", Kind::BoardNoted),
    ("rated end", Kind::RatedEnd),
];

#[derive(Clone, Copy)]
enum Kind {
    Start,
    Move,
    /// Queued together with a start: alone, it would be held back for a moment.
    BoardNoted,
    RatedEnd,
}

impl Bench {
    /// Queues `size` changes at once. Returns the time taken, excluding the preparation.
    async fn time_batch(&mut self, kind: Kind, size: i64) -> Duration {
        if matches!(kind, Kind::RatedEnd) {
            let games = self.rated_games(size).await;
            return self.act_all(games, Action::Resign { seen: None }).await;
        }
        let callers = self.new_callers(size);
        let time_to_start = self.start_all(&callers).await;
        match kind {
            Kind::Start | Kind::RatedEnd => time_to_start,
            Kind::Move => {
                let action = Action::Move {
                    mv: Move::take([1]),
                    seen: None,
                };
                let later_callers = self.later_callers(&callers);
                self.act_all(later_callers, action).await
            }
            Kind::BoardNoted => {
                let other = self.new_callers(1);
                let (time_to_note, _) =
                    tokio::join!(self.note_all_boards(&callers), self.start_all(&other));
                time_to_note
            }
        }
    }
}

fn store(criterion: &mut Criterion) {
    let runtime = Runtime::new().expect("a runtime");
    let mut bench = runtime.block_on(Bench::new());
    let mut group = criterion.benchmark_group("store");
    for (name, kind) in KINDS {
        for size in SIZES {
            group.bench_function(BenchmarkId::new(name, size), |bencher| {
                bencher.iter_custom(|times| {
                    runtime.block_on(async {
                        let mut total = Duration::ZERO;
                        for _ in 0..times {
                            total += bench.time_batch(kind, size).await;
                        }
                        total
                    })
                });
            });
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_millis(500));
    targets = store
}
criterion_main!(benches);
