//! Reminders of the puzzle of the day, for members who have asked for them.

use std::time::Duration;

use futures::FutureExt;

use super::notifications::notify_via;
use super::practice::due_practice;
use super::{Caller, Due, Error, Service};
use wythoff_game::chain::chain;
use wythoff_game::records::{
    DailyReminder, DailyTo, NotifyBy, NotifyVia, ReminderToSend, Solvers, Streak, WeekTable,
    late_day,
};
use wythoff_game::{Day, MemberId, Timestamp};
use wythoff_store::{Pending, Read, Tx};

const DAY: Duration = Duration::from_hours(24);

impl Service {
    /// Reminds a member once, tomorrow, or each day, at the hour at which they usually play: from today on, if that
    /// hour is still to come and they have not begun. A daily reminder stays daily. Returns when it comes first,
    /// whether it is daily, and how it is sent.
    pub fn remind(
        &self,
        caller: Caller,
        is_daily: bool,
    ) -> Pending<(Timestamp, bool, NotifyVia), Error> {
        self.change(caller, move |tx, caller| {
            async move {
                let mut begun = tx.latest_tries_begun(caller.member).await?;
                begun.push(caller.at());
                let before = tx.reminder(caller.member).await?;
                let is_daily = is_daily || before.is_some_and(|before| before.is_daily);
                let (today, usual_time) = (Day::of(caller.at()), usual_time(&begun));
                let comes_today = is_daily
                    && today.start().plus(usual_time) > caller.at()
                    && !has_begun(tx, caller.member, today).await?;
                let first = if comes_today { today } else { today.plus(1) };
                let due = first.start().plus(usual_time);
                let reminder = DailyReminder {
                    member: caller.member,
                    is_daily,
                    due: Some(due),
                    to_send: None,
                    place: caller.place.clone(),
                    since: today,
                };
                // Then what is known of the server can be deleted once the bot has left it.
                tx.active_server_settings(&caller.place).await?;
                tx.save_reminder(&reminder).await?;
                let is_refused = tx.member(caller.member).await?.settings.is_direct_refused;
                let refused = is_refused.then_some(NotifyVia::Direct);
                let via = reminder_via(tx, &reminder, refused).await?;
                Ok((due, is_daily, via.unwrap_or(NotifyVia::Direct)))
            }
            .boxed()
        })
    }

    /// Stops a member's reminders.
    pub fn stop_reminding(&self, caller: Caller) -> Pending<(), Error> {
        self.change(caller, |tx, caller| {
            async move { Ok(tx.delete_reminder(caller.member).await?) }.boxed()
        })
    }

    /// Notes, for each member whose reminder is due, that it is to be sent. Returns these members,
    /// each with the day.
    pub(super) async fn begin_due_reminders(
        &self,
        now: Timestamp,
    ) -> wythoff_store::Result<Vec<Due>> {
        let due = |mut tx: Read| async move { tx.due_reminders(now).await };
        let mut begun = Vec::new();
        for member in self.store.read(due).await? {
            let beginning = self
                .store
                .change(move |tx| begin_reminder(tx, member, now).boxed());
            match beginning.done().await {
                Ok(is_sent) => {
                    let to = (DailyTo::Member(member), Day::of(now));
                    begun.push(Due::Daily(is_sent.then_some(to)));
                }
                Err(error) => {
                    tracing::error!(error = chain(&error), "a due reminder was not noted");
                }
            }
        }
        Ok(begun)
    }

    /// The reminder of a day, if it is still to be sent and the member has not begun to play. `refused`: how
    /// Discord delivers nothing to the member.
    pub async fn reminder_to_send(
        &self,
        member: MemberId,
        (day, now): (Day, Timestamp),
        refused: Option<NotifyVia>,
    ) -> wythoff_store::Result<Option<ReminderToSend>> {
        let read = |mut tx: Read| async move {
            let reminder = tx.reminder(member).await?;
            let Some(reminder) = reminder.filter(|it| it.to_send == Some(day)) else {
                return Ok(None);
            };
            if has_begun(&mut tx, member, day).await? {
                return Ok(None);
            }
            let Some(via) = reminder_via(&mut tx, &reminder, refused).await? else {
                return Ok(None);
            };
            let latest = tx.latest_streak(member, day.minus(1)).await?;
            let yesterday = tx.daily(member, day.minus(1)).await?;
            // Yesterday's puzzle may still be ended. If it is over, its result has told of the streak.
            let is_open = (yesterday.iter())
                .any(|it| it.begun.is_some() && !it.is_over() && it.counts_at(now));
            let is_told = yesterday.is_some_and(|it| it.is_over());
            let solved_on = |day| Streak::including(day, latest).days - 1;
            let streak = if is_open { 0 } else { solved_on(day) };
            let server = match reminder.place.guild {
                None => tx.latest_daily_guild(member).await?,
                server @ Some(_) => server,
            };
            let (solvers, so_far, week) = match server {
                Some(server) => in_server(&mut tx, server, (day, now)).await?,
                None => (Solvers::default(), None, None),
            };
            let away = days_away(&mut tx, &reminder, day).await?;
            let becomes_rare = reminder.is_daily && away == DAILY_FOR;
            Ok(Some(ReminderToSend {
                member,
                via,
                place: reminder.place,
                streak,
                solvers,
                so_far,
                week,
                becomes_rare,
                practice: due_practice(&mut tx, member, now).await?,
                is_last_chance: solved_on(day.plus(1)) == 0,
                // On the first day on which it cannot go on.
                ended: if streak == 0 && !is_open && !is_told {
                    solved_on(day.minus(1))
                } else {
                    0
                },
            }))
        };
        self.store.read(read).await
    }

    /// Notes that the reminder of a day was sent, or cannot be.
    pub async fn note_reminded(&self, member: MemberId, day: Day) -> wythoff_store::Result<()> {
        self.change_later(move |tx| end_reminder(tx, member, day).boxed())
            .await
    }
}

/// What a reminder tells of a server: who has solved the puzzle, the best of the week so far, and the table of last
/// week, unless tries of it may still be ended.
async fn in_server(
    tx: &mut Read,
    server: i64,
    (day, now): (Day, Timestamp),
) -> wythoff_store::Result<(Solvers, Option<WeekTable>, Option<WeekTable>)> {
    let last_week = match late_day(now) {
        Some(_) => None,
        None => tx.last_week(server, day).await?,
    };
    let solvers = tx.solvers(server, day).await?;
    Ok((solvers, tx.week_so_far(server, day).await?, last_week))
}

/// How a reminder is sent. `None` if it cannot be.
async fn reminder_via(
    tx: &mut Read,
    reminder: &DailyReminder,
    refused: Option<NotifyVia>,
) -> wythoff_store::Result<Option<NotifyVia>> {
    let (place, notify_by) = (
        &reminder.place,
        tx.member(reminder.member).await?.settings.notify_by,
    );
    let can_ping = place.editable
        && refused != Some(NotifyVia::Ping)
        && place.guild.is_some()
        && notify_via(tx, NotifyBy::Ping, place.guild).await?.is_some();
    // Where the puzzle itself comes each day, mentions would only pile up below it.
    let daily = tx.server_settings(place.guild).await?.daily;
    let comes_there = daily.is_some_and(|daily| daily.channel == place.channel);
    Ok(match notify_by {
        NotifyBy::Ping if can_ping && !comes_there => Some(NotifyVia::Ping),
        _ if refused == Some(NotifyVia::Direct) => can_ping.then_some(NotifyVia::Ping),
        // Somebody who wants no messages about games has asked for this one.
        NotifyBy::Ping | NotifyBy::Direct | NotifyBy::Never => Some(NotifyVia::Direct),
    })
}

/// The time of day at which a member usually plays: the median of these.
fn usual_time(begun: &[Timestamp]) -> Duration {
    let mut times: Vec<Duration> = begun
        .iter()
        .map(|&at| at.since(Day::of(at).start()))
        .collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// For how many days a member is reminded each day without playing. After that, they hear of it once a week.
const DAILY_FOR: i64 = 7;

/// Whether no reminder comes today.
async fn rests(tx: &mut Read, reminder: &DailyReminder, today: Day) -> wythoff_store::Result<bool> {
    let away = days_away(tx, reminder, today).await?;
    Ok(away > DAILY_FOR && away % 7 != 0)
}

/// For how many days a member has not played, since they asked for reminders.
async fn days_away(
    tx: &mut Read,
    reminder: &DailyReminder,
    today: Day,
) -> wythoff_store::Result<i64> {
    let begun = tx.latest_tries_begun(reminder.member).await?;
    let latest = begun.into_iter().map(Day::of).chain([reminder.since]).max();
    Ok(latest.map_or(0, |latest| today.0 - latest.0))
}

async fn has_begun(tx: &mut Read, member: MemberId, day: Day) -> wythoff_store::Result<bool> {
    let it = tx.daily(member, day).await?;
    // Who has only looked may have forgotten it.
    Ok(it.is_some_and(|it| !it.attempt.steps().is_empty() || it.is_over()))
}

/// Notes that a reminder is to be sent, and when the next one is due. Returns `false` if it is not
/// due, or if the member has begun to play.
async fn begin_reminder(
    tx: &mut Tx,
    member: MemberId,
    now: Timestamp,
) -> wythoff_store::Result<bool> {
    let reminder = tx.reminder(member).await?;
    let Some(mut reminder) = reminder.filter(|it| it.due.is_some_and(|due| due <= now)) else {
        return Ok(false);
    };
    let today = Day::of(now);
    let mut next = reminder.due.filter(|_| reminder.is_daily);
    while let Some(due) = next.filter(|&due| due <= now) {
        next = Some(due.plus(DAY));
    }
    // After an absence over midnight, the usual hour of today may still come.
    let comes_later = next.is_some_and(|next| Day::of(next) == today);
    let rests = reminder.is_daily && rests(tx, &reminder, today).await?;
    let is_wanted = !comes_later && !rests && !has_begun(tx, member, today).await?;
    reminder.due = next;
    reminder.to_send = is_wanted.then_some(today);
    if reminder.due.is_none() && !is_wanted {
        tx.delete_reminder(member).await?;
    } else {
        tx.save_reminder(&reminder).await?;
    }
    Ok(is_wanted)
}

async fn end_reminder(tx: &mut Tx, member: MemberId, day: Day) -> wythoff_store::Result<()> {
    match tx.reminder(member).await? {
        Some(mut reminder) if reminder.to_send == Some(day) => {
            reminder.to_send = None;
            if reminder.due.is_none() {
                tx.delete_reminder(member).await
            } else {
                tx.save_reminder(&reminder).await
            }
        }
        Some(_) | None => Ok(()),
    }
}
