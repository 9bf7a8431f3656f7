//! The deadline worker: a task that carries out what is due, and marks that the bot is alive.
//!
//! It asks the database what is due next and sleeps until then, so nothing is polled. Nothing is judged while the connection is
//! lost: a player who cannot move loses no time.

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use tokio::time::sleep;

use super::outbox::{Outbox, Waiting};
use super::shard_status::ShardStatus;
use super::time::DiscordTime;
use crate::discord::{Bot, FollowUp, due, next_due};
use crate::game::{GameId, Timestamp};
use crate::service::{ExtendedDeadlines, MARK_EVERY};

/// The pause after an error of the database.
const PAUSE: Duration = Duration::from_secs(1);

/// How many boards that may be behind are drawn at a time.
const AT_ONCE: usize = 4;

/// Runs the deadline worker while it is polled.
pub async fn watch_deadlines(
    bot: Arc<Bot>,
    outbox: Arc<Outbox>,
    time: Arc<DiscordTime>,
    shard_status: Arc<ShardStatus>,
) {
    shard_status.all_connected().await;
    // Before the first mark overwrites the last one of the process before.
    match bot.service().unshown_since().await {
        Ok(Some(since)) => {
            let waiting = outbox.wait(since);
            drop(tokio::spawn(catch_up(bot.clone(), outbox.clone(), waiting)));
        }
        Ok(None) => {}
        Err(error) => tracing::warn!(
            error = &error as &dyn std::error::Error,
            "boards that may be behind are not drawn again"
        ),
    }
    loop {
        shard_status.all_connected().await;
        if !mark(&bot, &outbox, &time, Duration::ZERO).await {
            sleep(PAUSE).await;
            continue;
        }
        shard_status.mark();
        tokio::select! {
            () = shard_status.interrupted() => {}
            () = watch(&bot, &outbox, &time) => {}
        }
        bot.service().judge_deadlines(false);
    }
}

/// Draws the boards that the processes before may have left behind, if one was killed between a move and its board. If a board fails, the next
/// click repairs it.
async fn catch_up(bot: Arc<Bot>, outbox: Arc<Outbox>, waiting: Waiting) {
    let (service, since) = (bot.service(), waiting.since());
    let behind = loop {
        match service.possibly_outdated_boards(since).await {
            Ok(behind) => break behind,
            Err(error) => tracing::warn!(
                error = &error as &dyn std::error::Error,
                "boards that may be behind were not found; trying again"
            ),
        }
        // Meanwhile they stay noted.
        sleep(MARK_EVERY).await;
    };
    draw(&outbox, behind.into_iter().map(|game| (game, since))).await;
    drop(waiting);
    try_unsent(&bot, &outbox, Timestamp(i64::MAX)).await;
    if let Err(error) = service.note_behind(outbox.behind_since()).done().await {
        tracing::warn!(
            error = &error as &dyn std::error::Error,
            "that no board is behind is noted with the next mark"
        );
    }
}

/// Draws boards that have not been drawn since then, a few at a time.
async fn draw(outbox: &Outbox, behind: impl Iterator<Item = (GameId, Timestamp)>) {
    let draw = |(game, since)| outbox.carry_out(since, FollowUp::ShowOrPost(game));
    futures::stream::iter(behind)
        .for_each_concurrent(AT_ONCE, draw)
        .await;
}

/// Tries again what is to be sent and to be deleted since before then.
async fn try_unsent(bot: &Bot, outbox: &Outbox, before: Timestamp) {
    match bot.service().unsent(before).await {
        Ok(unsent) => outbox.try_again(unsent).await,
        Err(error) => tracing::warn!(
            error = &error as &dyn std::error::Error,
            "what is to be sent was not found; trying again with the next mark"
        ),
    }
}

/// Carries out what is due while the bot is connected.
async fn watch(bot: &Arc<Bot>, outbox: &Arc<Outbox>, time: &DiscordTime) {
    let mut mark_next = time.now().after(MARK_EVERY);
    let mut moved = time.moved();
    loop {
        let now = time.now();
        if now >= mark_next {
            // A gap counts, too, if the process was stopped or the machine asleep; but not if a test moved the clock.
            let excused = time.moved().saturating_sub(moved);
            if !mark(bot, outbox, time, excused).await {
                sleep(PAUSE).await;
                continue;
            }
            moved += excused;
            mark_next = now.after(MARK_EVERY);
        }
        match next_due(bot, now).await {
            Ok(Some(next)) if next <= now => {
                metrics::histogram!("wythoff_deadline_lateness_seconds").record(now.since(next));
            }
            Ok(next) => {
                time.sleep_until(next.map_or(mark_next, |next| next.min(mark_next)))
                    .await;
                continue;
            }
            Err(_logged) => {
                sleep(PAUSE).await;
                continue;
            }
        }
        // In a separate task, so that decided changes are shown even if the connection is lost.
        let (bot_now, queue) = (bot.clone(), outbox.clone());
        let carried_out = tokio::spawn(async move {
            let Some(follow_ups) = due(&bot_now, now).await else {
                return false;
            };
            for follow_up in follow_ups {
                queue.send(None, follow_up).await;
            }
            true
        });
        if !carried_out.await.unwrap_or(false) {
            sleep(PAUSE).await;
        }
    }
}

/// Notes that the bot is connected, and extends deadlines by the time that it was not. From then on deadlines are judged. Boards that show a
/// deadline are drawn again, one after the other; then those that could not be drawn before.
async fn mark(bot: &Arc<Bot>, outbox: &Arc<Outbox>, time: &DiscordTime, excused: Duration) -> bool {
    let jumps = time.jumps();
    let now = time.now();
    let marked = bot
        .service()
        .mark_alive(now, excused, outbox.behind_since());
    match marked.await {
        Ok(ExtendedDeadlines { by, shown }) => {
            if !by.is_zero() {
                tracing::info!(?by, "the bot was away; every deadline was extended");
            }
            time.unless_jumped(jumps, || bot.service().judge_deadlines(true));
            let (bot, outbox) = (bot.clone(), outbox.clone());
            tokio::spawn(async move {
                for game in shown {
                    outbox.carry_out(now, FollowUp::RedrawBoard(game)).await;
                }
                draw(&outbox, outbox.boards_to_try().into_iter()).await;
                try_unsent(&bot, &outbox, now.before(MARK_EVERY)).await;
                if let Some(since) = outbox.take_overflow() {
                    let waiting = outbox.wait(since);
                    catch_up(bot, outbox, waiting).await;
                }
            });
            true
        }
        Err(error) => {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "the mark that the bot is alive was not saved"
            );
            false
        }
    }
}
