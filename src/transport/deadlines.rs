//! The deadline worker: a task that carries out what is due, and marks that the bot is alive.
//!
//! It asks the database what is due next and sleeps until then, so nothing is polled. Nothing is
//! enforced while the connection is lost: a player who cannot move loses no time.

use std::sync::Arc;
use std::time::Duration;

use futures::{FutureExt, StreamExt};
use tokio::time::sleep;

use super::delivery::MAX_LATENESS;
use super::outbox::{Outbox, UnshownGuard};
use super::responder::FIRST_RESPONSE;
use super::shard_status::ShardStatus;
use super::time::DiscordTime;
use crate::chain::chain;
use crate::discord::{Bot, FollowUp, carry_out_due, next_due};
use crate::game::{GameId, Timestamp};
use crate::service::{ExtendedDeadlines, MARK_EVERY};
use crate::store;

/// The pause after an error of the database.
const PAUSE: Duration = Duration::from_secs(1);

/// How long after an interaction its first response may still arrive.
const ANSWERED_WITHIN: Duration = FIRST_RESPONSE.saturating_add(MAX_LATENESS);

/// How many possibly stale boards are drawn at a time, and after how many the progress is saved.
const AT_ONCE: usize = 4;
const SAVE_EVERY: usize = 8;

/// Runs the deadline worker for as long as this future is polled.
pub async fn watch_deadlines(
    bot: Arc<Bot>,
    outbox: Arc<Outbox>,
    time: Arc<DiscordTime>,
    shard_status: Arc<ShardStatus>,
) {
    tokio::select! {
        () = take_over_from_the_dead(&bot, &outbox, &time) => {}
        () = recover(&bot, &outbox) => {}
        () = watch_deadlines_once_connected(&bot, &outbox, &time, &shard_status) => {}
    }
}

/// Tries to save something while nothing can be saved. Where a balancer sends nothing to a bot that
/// is not ready, nothing else would show that the database has recovered.
async fn recover(bot: &Bot, outbox: &Outbox) {
    loop {
        sleep(PAUSE).await;
        if bot.service().is_failing() {
            note_stale_since(bot, outbox).await;
        }
    }
}

async fn watch_deadlines_once_connected(
    bot: &Arc<Bot>,
    outbox: &Arc<Outbox>,
    time: &Arc<DiscordTime>,
    shard_status: &ShardStatus,
) {
    shard_status.until_all_connected().await;
    // This is read now, before the first mark of this process overwrites the last one of the
    // previous process.
    let unshown_since = loop {
        match bot.service().unshown_since().await {
            Ok(since) => break since,
            Err(error) => tracing::warn!(
                error = chain(&error),
                "it could not be read since when boards may be stale; trying again"
            ),
        }
        sleep(PAUSE).await;
    };
    if let Some(since) = unshown_since {
        let guard = outbox.count_as_unshown(since);
        let catching_up = catch_up(bot.clone(), outbox.clone(), time.clone(), guard);
        drop(tokio::spawn(catching_up));
    }
    watch_while_connected(bot, outbox, time, shard_status).await;
}

async fn watch_while_connected(
    bot: &Arc<Bot>,
    outbox: &Arc<Outbox>,
    time: &Arc<DiscordTime>,
    shard_status: &ShardStatus,
) {
    loop {
        shard_status.until_all_connected().await;
        let moved = time.moved();
        let marked_at = time.now();
        if !mark(bot, outbox, time, Duration::ZERO).await {
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

/// Takes over the work of processes that shared the database and died. Those that died together
/// are taken over together, so that their boards are drawn once.
async fn take_over_from_the_dead(bot: &Arc<Bot>, outbox: &Arc<Outbox>, time: &Arc<DiscordTime>) {
    loop {
        let next = || bot.service().next_death(|| time.now());
        let mut dead = vec![next().await];
        while let Some(another) = next().now_or_never() {
            dead.push(another);
        }
        dead.dedup_by(|(death, _), (before, _)| death.id == before.id);
        tracing::warn!(
            count = dead.len(),
            "another process has died; this one takes over its work"
        );
        let Some(since) = dead.iter().map(|&(_, since)| since).min() else {
            continue;
        };
        let guard = outbox.count_as_unshown(since);
        // Also saves since when this process has unshown changes, those of the dead process
        // included: if this one dies as well, another one takes over from that time.
        for (death, _) in dead {
            let buried = bot.service().bury(death, outbox.stale_since());
            if let Err(error) = buried.done().await {
                let error = chain(&error);
                tracing::warn!(error, "the row of a dead process was not deleted; retrying");
            }
        }
        let catching_up = catch_up(bot.clone(), outbox.clone(), time.clone(), guard);
        drop(tokio::spawn(catching_up));
    }
}

/// Draws the boards that may be stale, which are those that have changed since `guard.since()`:
/// either a process was killed between a move and its board, or there were too many retries to
/// remember.
///
/// It begins with the oldest changes and saves its progress, so that the next process goes on from
/// there if this one is killed.
async fn catch_up(
    bot: Arc<Bot>,
    outbox: Arc<Outbox>,
    time: Arc<DiscordTime>,
    mut guard: UnshownGuard,
) {
    let (service, since) = (bot.service(), guard.since());
    let stale = loop {
        match service.possibly_outdated_boards(since).await {
            Ok(stale) => break stale,
            Err(error) => tracing::warn!(
                error = chain(&error),
                "the stale boards could not be looked up; trying again"
            ),
        }
        // Meanwhile, `guard` makes the boards count as unshown.
        sleep(MARK_EVERY).await;
    };
    for next in stale.chunks(SAVE_EVERY) {
        if let Some(&(_, at)) = next.first() {
            guard = outbox.count_as_unshown(at);
            note_stale_since(&bot, &outbox).await;
        }
        if let Some(&(_, at)) = next.last() {
            until_answered(&time, at).await;
        }
        draw(&outbox, next.iter().copied(), FollowUp::CatchUp).await;
    }
    drop(guard);
    try_unsent(&bot, &outbox, Timestamp(i64::MAX)).await;
    note_stale_since(&bot, &outbox).await;
}

/// Saves since when boards have been stale: if this process dies, the next one draws them.
async fn note_stale_since(bot: &Bot, outbox: &Outbox) {
    let noted = bot.service().note_stale_since(outbox.stale_since());
    if let Err(error) = noted.done().await {
        let error = chain(&error);
        tracing::warn!(
            error,
            "the time since when boards are stale was not saved; trying again with the next mark"
        );
    }
}

/// Waits until the first response to a change made at `at` has arrived, or never will: a process
/// that is still answering the interaction, perhaps this one, shows the board itself.
async fn until_answered(time: &DiscordTime, at: Timestamp) {
    // If the clock was set back, nothing is answered later than now.
    let answered = at.min(time.now()).plus(ANSWERED_WITHIN);
    while time.now() < answered {
        time.sleep_until(answered).await;
    }
}

/// Draws boards, a few at a time. Each comes with the time since when it may be stale.
async fn draw(
    outbox: &Outbox,
    stale: impl Iterator<Item = (GameId, Timestamp)>,
    show: impl Fn(GameId) -> FollowUp,
) {
    let draw = |(game, since)| outbox.carry_out(since, show(game));
    futures::stream::iter(stale)
        .for_each_concurrent(AT_ONCE, draw)
        .await;
}

/// Retries the notifications and deletions that have been pending since `before` or earlier, and
/// the posts of the daily puzzle.
async fn try_unsent(bot: &Bot, outbox: &Outbox, before: Timestamp) {
    match bot.service().unsent(before).await {
        Ok(unsent) => outbox.retry_unsent(unsent, bot.service().is_shared()).await,
        Err(error) => tracing::warn!(
            error = chain(&error),
            "pending follow-ups could not be read; trying again with the next mark"
        ),
    }
}

/// Carries out what is due while the bot is connected. The alive mark was renewed at `marked_at`,
/// when tests had moved the clock by `moved` in all.
async fn watch(
    bot: &Arc<Bot>,
    outbox: &Arc<Outbox>,
    time: &Arc<DiscordTime>,
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
            if !mark(bot, outbox, time, clock_shift).await {
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
                outbox.send(now, None, follow_up).await;
            }
            true
        });
        if !carried_out.await.unwrap_or(false) {
            sleep(PAUSE).await;
        }
    }
}

/// Renews the alive mark, and extends deadlines by as long as the bot was not connected. From
/// then on deadlines are enforced, and boards that show an old one are drawn again. Returns whether
/// the mark was saved.
async fn mark(
    bot: &Arc<Bot>,
    outbox: &Arc<Outbox>,
    time: &Arc<DiscordTime>,
    clock_shift: Duration,
) -> bool {
    let jumps = time.jumps();
    let now = time.now();
    let (owned, outbox, clock) = (bot.clone(), outbox.clone(), time.clone());
    // In a separate task, which goes on if the connection is lost: the boards must be drawn again
    // all the same.
    let marking = tokio::spawn(async move {
        let stale_since = outbox.stale_since();
        let marked = owned.service().mark_alive(now, clock_shift, stale_since);
        let ExtendedDeadlines { by, shown } = marked.await?;
        if !by.is_zero() {
            tracing::info!(?by, "the bot was away; every deadline was extended");
        }
        tokio::spawn(redraw(owned, outbox, clock, shown));
        Ok::<_, store::Error>(())
    });
    match marking.await {
        Ok(Ok(())) => {
            time.unless_jumped(jumps, || bot.service().enforce_deadlines(true));
            true
        }
        Ok(Err(error)) => {
            tracing::error!(error = chain(&error), "the alive mark was not saved");
            false
        }
        Err(_logged_by_the_panic_hook) => false,
    }
}

/// Draws the boards whose deadlines were extended, one after the other, and then what could not be
/// shown before.
async fn redraw(bot: Arc<Bot>, outbox: Arc<Outbox>, time: Arc<DiscordTime>, extended: Vec<GameId>) {
    let now = time.now();
    for game in extended {
        outbox.carry_out(now, FollowUp::RedrawBoard(game)).await;
    }
    let due = outbox.take_due_boards().into_iter();
    draw(&outbox, due, FollowUp::ShowOrPost).await;
    try_unsent(&bot, &outbox, now.minus(MARK_EVERY)).await;
    if let Some(since) = outbox.take_overflow() {
        let guard = outbox.count_as_unshown(since);
        catch_up(bot, outbox, time, guard).await;
    }
}

#[cfg(test)]
mod tests {
    use tokio::task::yield_now;

    use super::*;
    use crate::discord::Texts;
    use crate::game::{Action, ChallengeAnswer, ChallengeStart, Clock, MemberId, WhoStarts};
    use crate::records::{ChannelId, InteractionId, MessageId, Place};
    use crate::service::{
        Caller, ChallengePosition, Chance, Error, NewChallenge, Refusal, Service, Target,
    };
    use crate::store::tests::temporary_store;
    use crate::transport::rest::Rest;
    use crate::transport::time::SystemClock;
    use crate::transport::token::Token;

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
            mark(&self.bot, &self.outbox, &self.time, Duration::ZERO).await
        }

        /// Whether a member who acts in the game after its deadline is asked to try again.
        async fn is_put_off(&self) -> bool {
            let late = self.time.now().plus(2 * Clock::Week.time_per_move());
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
        let watching = watch_deadlines(bot.clone(), outbox.clone(), time.clone(), status.clone());
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
