//! The deadline worker: a task that carries out what is due, and marks that the bot is alive.
//!
//! It asks the database what is due next and sleeps until then, so nothing is polled. Nothing is
//! enforced while the connection is lost, and an absence of more than a minute is given back.

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use tokio::time::{sleep, timeout};

use super::outbox::Outbox;
use super::shard_status::ShardStatus;
use super::sweep::sweep_regularly;
use super::time::DiscordTime;
use super::to_show::ToShow;
use wythoff_discord::{Bot, carry_out_due, next_due};
use wythoff_game::Timestamp;
use wythoff_game::chain::chain;
use wythoff_service::MARK_EVERY;

/// The pause after an error of the database.
const PAUSE: Duration = Duration::from_secs(1);

/// How long saving the alive mark may take. After that, deadlines are not enforced until it is saved.
const MARKED_WITHIN: Duration = Duration::from_secs(20);

/// Runs the deadline worker for as long as this future is polled. `at_start` is what the process before has
/// left to show.
pub async fn watch_deadlines(
    bot: Arc<Bot>,
    outbox: Arc<Outbox>,
    time: Arc<DiscordTime>,
    shard_status: Arc<ShardStatus>,
    at_start: wythoff_store::Result<ToShow>,
) {
    tokio::select! {
        () = recover(&bot) => {}
        () = sweep_regularly(&bot, &outbox, &time, at_start) => {}
        () = watch_while_connected(&bot, &outbox, &time, &shard_status) => {}
    }
}

/// Tries to save something while nothing can be saved. Where a balancer sends nothing to a bot that
/// is not ready, nothing else would show that the database has recovered.
async fn recover(bot: &Bot) {
    loop {
        sleep(PAUSE).await;
        if bot.store().is_failing()
            && let Err(error) = bot.store().change(|tx| tx.touch().boxed()).done().await
        {
            tracing::warn!(error = chain(&error), "still nothing can be saved");
        }
    }
}

async fn watch_while_connected(
    bot: &Arc<Bot>,
    outbox: &Arc<Outbox>,
    time: &DiscordTime,
    shard_status: &ShardStatus,
) {
    loop {
        shard_status.until_all_connected().await;
        let moved = time.moved();
        let marked_at = time.now();
        if !mark(bot, time, Duration::ZERO).await {
            sleep(PAUSE).await;
            continue;
        }
        shard_status.mark_noted();
        tokio::select! {
            () = shard_status.until_interrupted() => {}
            () = watch(bot, outbox, time, marked_at, moved) => {}
        }
        bot.service().enforce_deadlines(false);
    }
}

/// Carries out what is due while the bot is connected. The alive mark was renewed at `marked_at`,
/// when tests had moved the clock by `moved` in all.
async fn watch(
    bot: &Arc<Bot>,
    outbox: &Arc<Outbox>,
    time: &DiscordTime,
    marked_at: Timestamp,
    mut moved: Duration,
) {
    let mut next_mark = marked_at.plus(MARK_EVERY);
    loop {
        let now = time.now();
        if now >= next_mark {
            // Time during which the process was stopped or the machine was asleep counts as a gap,
            // but not the time by which a test moved the clock.
            let clock_shift = time.moved().saturating_sub(moved);
            if !mark(bot, time, clock_shift).await {
                // What can be saved before the next mark must not end games whose deadlines that mark extends.
                bot.service().enforce_deadlines(false);
                sleep(PAUSE).await;
                continue;
            }
            moved += clock_shift;
            next_mark = now.plus(MARK_EVERY);
        }
        match next_due(bot, now).await {
            Ok(Some(next)) if next <= now => {
                metrics::histogram!("wythoff_deadline_lateness_seconds").record(now.since(next));
            }
            Ok(next) => {
                time.sleep_until(next.map_or(next_mark, |next| next.min(next_mark)))
                    .await;
                continue;
            }
            Err(_logged) => {
                sleep(PAUSE).await;
                continue;
            }
        }
        // In a separate task, which goes on if the connection is lost: changes that have been made
        // must still be shown.
        let (bot, outbox) = (bot.clone(), outbox.clone());
        let carried_out = tokio::spawn(async move {
            let Some(follow_ups) = carry_out_due(&bot, now).await else {
                return false;
            };
            for follow_up in follow_ups {
                outbox.send(None, follow_up).await;
            }
            true
        });
        if !carried_out.await.unwrap_or(false) {
            sleep(PAUSE).await;
        }
    }
}

/// Renews the alive mark, and extends deadlines by as long as the bot was not connected. From then on
/// deadlines are enforced. Returns whether the mark was saved.
async fn mark(bot: &Bot, time: &DiscordTime, clock_shift: Duration) -> bool {
    let jumps = time.jumps();
    let marking = bot.service().mark_alive(time.now(), clock_shift);
    let Ok(marked) = timeout(MARKED_WITHIN, marking).await else {
        tracing::error!("the alive mark takes long to save");
        return false;
    };
    match marked {
        Ok(by) => {
            if !by.is_zero() {
                tracing::info!(?by, "the bot was away; every deadline was extended");
            }
            time.unless_jumped(jumps, || bot.service().enforce_deadlines(true));
            true
        }
        Err(error) => {
            tracing::error!(error = chain(&error), "the alive mark was not saved");
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;
    use tokio::task::yield_now;

    use super::*;
    use crate::rest::Rest;
    use crate::time::SystemClock;
    use crate::token::Token;
    use wythoff_discord::Texts;
    use wythoff_game::records::{ChannelId, InteractionId, MessageId, Place};
    use wythoff_game::{
        Action, ChallengeAnswer, ChallengeStart, Clock, GameId, MemberId, WhoStarts,
    };
    use wythoff_service::{
        Caller, ChallengePosition, Chance, Error, NewChallenge, Refusal, Service, Target,
    };
    use wythoff_store::testing::temporary_store;

    /// A bot with a running game.
    struct Bench {
        _folder: tempfile::TempDir,
        bot: Arc<Bot>,
        outbox: Arc<Outbox>,
        time: Arc<DiscordTime>,
        game: GameId,
    }

    fn caller(at: Timestamp) -> Caller {
        Caller {
            interaction: InteractionId::first_at(at),
            member: MemberId(10),
            name: "anna".to_owned(),
            place: Place {
                guild: None,
                channel: ChannelId(20),
                editable: true,
                language: "en-US".to_owned(),
            },
            wants_help: false,
            is_for_all: false,
        }
    }

    impl Bench {
        async fn new() -> Self {
            let (folder, store) = temporary_store().await;
            let service = Service::new(Arc::new(store), Chance::seeded(1));
            let bot = Arc::new(Bot::new(service, Texts::load().expect("texts")));
            let clock = Arc::new(SystemClock::start());
            let token = Token::new("token".to_owned()).expect("a token");
            let rest = Rest::new("http://localhost:9", token, clock.clone());
            let rest = Arc::new(rest.expect("a client"));
            let time = Arc::new(DiscordTime::new(clock));
            let outbox = Arc::new(Outbox::start(bot.clone(), rest, time.clone()));
            let start = "wythoff: 10 6".parse().expect("a position");
            let new = NewChallenge {
                invited: None,
                invited_name: None,
                start: ChallengePosition::Position(start),
                first: ChallengeStart::Fixed(WhoStarts::Me),
                clock: Some(Clock::Week),
                games: wythoff_game::Games::One,
            };
            let made = bot.service().challenge(caller(time.now()), new);
            let game = made.done().await.expect("made").record.challenge.id;
            let boris = Caller {
                interaction: InteractionId(game.0 + 1),
                member: MemberId(11),
                ..caller(time.now())
            };
            let accept = ChallengeAnswer::Accept;
            let begun = bot.service().answer(boris, game, accept, MessageId(1));
            begun.done().await.expect("begun");
            Self {
                _folder: folder,
                bot,
                outbox,
                time,
                game,
            }
        }

        async fn marks(&self) -> bool {
            mark(&self.bot, &self.time, Duration::ZERO).await
        }

        /// Whether a member who acts in the game after its deadline is asked to try again.
        async fn is_put_off(&self) -> bool {
            let late = self.time.now().plus(2 * Clock::Week.time());
            let target = Target::Control {
                game: self.game,
                message: None,
            };
            let resign = Action::Resign { seen: None };
            let acted = self.bot.service().act(caller(late), target, resign);
            matches!(
                acted.done().await,
                Err(Error::Refused {
                    why: Refusal::ExtendingDeadlines,
                    ..
                })
            )
        }
    }

    #[tokio::test]
    async fn a_mark_from_before_a_clock_jump_enforces_nothing() {
        let bench = Bench::new().await;
        let mut marking = Box::pin(bench.marks());
        assert!((&mut marking).now_or_never().is_none(), "it is being saved");
        let hours_later = bench.time.now().plus(Duration::from_hours(2));
        assert!(bench.time.arrival_of(hours_later).is_jump);
        assert!(marking.await);
        assert!(
            bench.is_put_off().await,
            "deadlines must be extended by two hours first"
        );
        assert!(bench.marks().await);
        assert!(!bench.is_put_off().await);
    }

    #[tokio::test]
    async fn nothing_is_enforced_once_the_connection_is_lost() {
        let bench = Bench::new().await;
        let status = Arc::new(ShardStatus::default());
        status.set_shards(1);
        status.mark_connected(0);
        let (bot, outbox, time) = (&bench.bot, &bench.outbox, &bench.time);
        let (bot, outbox, time) = (bot.clone(), outbox.clone(), time.clone());
        let nothing = ToShow::at_start(&bot).await;
        let watching = watch_deadlines(bot, outbox, time, status.clone(), nothing);
        let watching = tokio::spawn(watching);
        // Waits until the worker has renewed the alive mark.
        while status.until_interrupted().now_or_never().is_some() {
            yield_now().await;
        }
        status.mark_disconnected(0);
        // Lets the worker notice.
        yield_now().await;
        assert!(bench.is_put_off().await);
        watching.abort();
    }
}
