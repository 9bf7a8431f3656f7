//! The puzzle of the day: a member's try, practice, and results.

use std::collections::HashSet;

use futures::FutureExt;

use super::daily_summary::summary;
use super::help::{
    check_or_mark, is_puzzle_between_members, mark_helped, refuse_puzzle_between_members,
};
use super::practice::take_up_slip;
use super::{Caller, Error, Result, Service};
use nim_games::{IllegalMove, Told};
use wythoff_game::records::{
    DailySummary, DailyTry, Limit, MonthTable, Post, PracticeNews, Span, Stars, Streak, WeekTable,
    late_day,
};
use wythoff_game::{Attempt, AttemptOutcome, Day, MemberId, Step, Timestamp, Tried};
use wythoff_store::{Pending, Read, Tx};

/// A member's try and, once it is over, how others did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Daily {
    pub daily_try: DailyTry,
    /// The results, once the try is over.
    pub summary: Option<DailySummary>,
    /// Yesterday, if the member's try of that day can still be ended.
    pub late: Option<Day>,
    /// The puzzles that count for the star of its week.
    pub stars: Stars,
    /// Whether the puzzle is hard, and the member has tried no other.
    pub is_hard_first: bool,
    /// Whether a running game with another member has the same solution, so that no move is accepted
    /// until that is over.
    pub is_blocked: bool,
    /// Whether to ask the member, who manages the server, if puzzles should be posted there.
    pub asks_to_post: bool,
    /// How many running games against the bot are marked now, since the latest move helps there.
    pub marked_games: usize,
}

/// Why a result is not shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotShared {
    SharedBefore,
    /// There is no such try, for example after an erasure, or it is not over.
    Unknown,
}

/// Why a move in a try changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotTried {
    /// The try has gone on since the message was drawn, or is over, or its day is.
    Outdated,
    /// The rules forbid it.
    Illegal(IllegalMove),
}

impl Service {
    /// A member's try at the puzzle of a day. A try that has not begun is returned as one without
    /// moves.
    pub async fn daily(&self, caller: &Caller, day: Day) -> wythoff_store::Result<Daily> {
        let daily = |mut tx: Read| async move {
            let it = tx.daily(caller.member, day).await?;
            let it = it.unwrap_or(DailyTry::new(caller.member, day, caller.place.guild));
            with_summary(&mut tx, caller, it).await
        };
        self.store.read(daily).await
    }

    /// Opens the puzzle of a day: today's, which begins the member's try, or an earlier one, to
    /// practise it. Yesterday's goes on, as long as it counts.
    pub fn open_daily(&self, caller: Caller, day: Day) -> Pending<Daily, Error> {
        self.change(caller, move |tx, caller| {
            async move {
                let mut it = find_or_begin(tx, caller, day).await?;
                if !it.counts_at(caller.at()) {
                    // An earlier puzzle may have the same solution as today's, and what was found in it is shown.
                    check_or_mark(tx, caller, &Told::solution(day.puzzle(), false)).await?;
                    it.practice.get_or_insert_with(|| day.attempt());
                }
                tx.save_daily(&it).await?;
                Ok(with_summary(tx, caller, it).await?)
            }
            .boxed()
        })
    }

    /// Makes a move in a try, or in practice once the try is over; or gives a hint there. `seen` is the
    /// [`DailyTry::progress_number`] that the member saw. `can_post` tells whether the member manages
    /// the server, and the bot may write in the channel. The inner result is [`NotTried`] if the move changes nothing.
    pub fn try_daily(
        &self,
        caller: Caller,
        day: Day,
        (seen, can_post): (u32, bool),
        step: Step,
    ) -> Pending<(Daily, Result<Tried, NotTried>), Error> {
        self.change(caller, move |tx, caller| {
            async move {
                let (mut daily, tried) = try_daily(tx, caller, (day, seen), step).await?;
                let has_ended = daily.daily_try.practice.is_none() && daily.summary.is_some();
                if let Some(guild) = caller.place.guild.filter(|_| can_post && has_ended) {
                    daily.asks_to_post = tx.ask_for_daily_posts(guild).await?;
                }
                Ok((daily, tried))
            }
            .boxed()
        })
    }

    /// Begins a try that does not count, if the one that counts is over, or its day.
    pub fn practise_daily(&self, caller: Caller, day: Day) -> Pending<Daily, Error> {
        self.change(caller, move |tx, caller| {
            async move {
                check_or_mark(tx, caller, &Told::asked([day.puzzle()])).await?;
                let mut it = find_or_begin(tx, caller, day).await?;
                if it.is_over() || !it.counts_at(caller.at()) {
                    it.practice = Some(day.attempt());
                    tx.save_daily(&it).await?;
                }
                Ok(with_summary(tx, caller, it).await?)
            }
            .boxed()
        })
    }

    /// Notes that a member shares the result of a try that is over, once. Returns it with those that others
    /// have shared there.
    pub fn share_daily(
        &self,
        caller: Caller,
        day: Day,
    ) -> Pending<Result<(DailyTry, Vec<DailyTry>), NotShared>, Error> {
        self.change(caller, move |tx, caller| {
            async move {
                let it = tx.daily(caller.member, day).await?;
                let Some(mut it) = it.filter(DailyTry::is_over) else {
                    return Ok(Err(NotShared::Unknown));
                };
                if it.is_shared {
                    return Ok(Err(NotShared::SharedBefore));
                }
                it.is_shared = true;
                tx.save_daily(&it).await?;
                let others = match it.guild.filter(|_| it.guild == caller.place.guild) {
                    Some(here) => tx.shared_dailies(here, &it).await?,
                    None => Vec::new(),
                };
                Ok(Ok((it, others)))
            }
            .boxed()
        })
    }

    /// An earlier puzzle that a member has not tried yet; if there is none, one that is not solved; or any.
    /// Those to choose from are given by `fits`.
    pub async fn another_daily(
        &self,
        caller: &Caller,
        fits: impl Fn(Day) -> bool + Send,
    ) -> wythoff_store::Result<Option<Day>> {
        let today = Day::of(caller.at());
        let tries = |mut tx: Read| async move { tx.all_dailies(caller.member).await };
        let tries = self.store.read(tries).await?;
        let all: Vec<Day> = (1..today.number())
            .map(Day::numbered)
            .filter(|&day| fits(day))
            .collect();
        let without = |known: &dyn Fn(&DailyTry) -> bool| -> Vec<Day> {
            let known: HashSet<Day> = tries
                .iter()
                .filter(|it| known(it))
                .map(|it| it.day)
                .collect();
            let left = all.iter().copied();
            left.filter(|day| !known.contains(day)).collect()
        };
        let new = without(&|_any| true);
        let unsolved = without(&|it| it.is_solved() || it.is_practised);
        let left = [new, unsolved, all].into_iter();
        let mut left = left.skip_while(Vec::is_empty);
        Ok(self.chance.one_of(&left.next().unwrap_or_default()))
    }

    /// The puzzles that a member has solved, on their day or in practice.
    pub async fn solved_dailies(&self, member: MemberId) -> wythoff_store::Result<HashSet<Day>> {
        let tries = |mut tx: Read| async move { tx.all_dailies(member).await };
        let tries = self.store.read(tries).await?.into_iter();
        let solved = tries.filter(|it| it.is_solved() || it.is_practised);
        Ok(solved.map(|it| it.day).collect())
    }

    /// Who of a server has won most games in the month of a day.
    pub async fn month_table(&self, server: i64, day: Day) -> wythoff_store::Result<MonthTable> {
        let table = |mut tx: Read| async move { tx.month_table(server, day).await };
        self.store.read(table).await
    }

    pub async fn daily_table(&self, server: i64, span: Span) -> wythoff_store::Result<WeekTable> {
        let table = |mut tx: Read| async move { tx.daily_table(server, span).await };
        self.store.read(table).await
    }
}

/// A try with its summary, if it is over.
async fn with_summary(
    tx: &mut Read,
    caller: &Caller,
    it: DailyTry,
) -> wythoff_store::Result<Daily> {
    let counts = it.practice.is_none() && it.counts_at(caller.at()) && !it.is_over();
    let late = late_try(tx, caller, &it).await?;
    Ok(Daily {
        summary: if it.is_over() {
            Some(summary(tx, caller, &it, late).await?)
        } else {
            None
        },
        late,
        stars: tx.stars(it.member, it.day).await?,
        is_hard_first: is_hard_first(tx, &it).await?,
        is_blocked: counts && is_puzzle_between_members(tx, it.member, it.attempt.now()).await?,
        asks_to_post: false,
        marked_games: 0,
        daily_try: it,
    })
}

/// The day before, if the member's try of that day can still be ended.
async fn late_try(
    tx: &mut Read,
    caller: &Caller,
    it: &DailyTry,
) -> wythoff_store::Result<Option<Day>> {
    let Some(day) = late_day(caller.at()).filter(|&late| it.day == late.plus(1)) else {
        return Ok(None);
    };
    let late = tx.daily(caller.member, day).await?;
    let late = late.filter(|late| late.counts_at(caller.at()) && !late.is_over());
    Ok(late.map(|late| late.day))
}

/// Whether a puzzle is hard, and the first one that the member tries.
async fn is_hard_first(tx: &mut Read, it: &DailyTry) -> wythoff_store::Result<bool> {
    if !it.day.is_hard() || it.practice.is_some() || !it.attempt.steps().is_empty() {
        return Ok(false);
    }
    let tries = tx.all_dailies(it.member).await?;
    Ok(tries.iter().all(|known| known.day == it.day))
}

/// The member's try, or one that begins now and is not saved yet. If it begins now, its server is noted,
/// so that what is known of the server can be deleted once the bot has left it.
async fn find_or_begin(tx: &mut Tx, caller: &Caller, day: Day) -> wythoff_store::Result<DailyTry> {
    let mut known = tx.daily(caller.member, day).await?;
    // A puzzle that is opened outside a server, as from a reminder, counts where the latest one did.
    let guild = match caller.place.guild {
        None => tx.latest_daily_guild(caller.member).await?,
        here @ Some(_) => here,
    };
    tx.active_server_settings(&caller.place).await?;
    let is_today = Day::of(caller.at()) == day;
    if let Some(it) = known.as_mut().filter(|it| it.guild.is_none()) {
        // One that was begun in a direct message counts where it is looked at first.
        it.guild = guild.filter(|_| it.counts_at(caller.at()));
        if let Some(guild) = it.guild.filter(|_| it.is_solved()) {
            tx.note_change_of(Post::Daily(guild, day)).await?;
        }
    }
    let it = match known {
        Some(it) if it.begun.is_some() || it.is_over() || !is_today => return Ok(it),
        Some(it) => it,
        None => DailyTry {
            // Who has tried it before an erasure has been helped.
            is_helped: has_tried_before(tx, caller.member, day).await?,
            ..DailyTry::new(caller.member, day, guild)
        },
    };
    Ok(DailyTry {
        begun: is_today.then(|| caller.at()),
        guild,
        ..it
    })
}

/// Whether a member had tried the puzzle of a day before they erased everything.
async fn has_tried_before(
    tx: &mut Read,
    member: MemberId,
    day: Day,
) -> wythoff_store::Result<bool> {
    let limit = Limit::Tried(member, day);
    let tried = tx.limit_events_since(limit, Timestamp(0)).await?;
    Ok(!tried.is_empty())
}

/// The current attempt after a step.
fn taken(it: &DailyTry, step: Step) -> Result<(Attempt, Tried), NotTried> {
    let attempt = it.current().clone();
    match step {
        Step::Move(mv) => attempt.tried(mv, it.draws()).map_err(NotTried::Illegal),
        Step::Hint => {
            let hinted = attempt.hinted().ok_or(NotTried::Outdated);
            hinted.map(|attempt| (attempt, Tried::Hinted))
        }
    }
}

async fn try_daily(
    tx: &mut Tx,
    caller: &Caller,
    (day, seen): (Day, u32),
    step: Step,
) -> Result<(Daily, Result<Tried, NotTried>)> {
    let mut it = find_or_begin(tx, caller, day).await?;
    let (is_practice, at) = (it.practice.is_some(), it.current().now());
    let may_go_on = is_practice || it.counts_at(caller.at());
    let is_over = it.current().outcome().is_some();
    if it.progress_number() != seen || is_over || !may_go_on {
        return Ok((with_summary(tx, caller, it).await?, Err(NotTried::Outdated)));
    }
    let refuted = match step {
        Step::Move(mv) if is_practice => Told::refutation(at, mv),
        Step::Move(_) | Step::Hint => Told::default(),
    };
    let solution = Told::solution(at, false).and(refuted);
    if is_practice {
        // A later position may be like that of today's puzzle.
        check_or_mark(tx, caller, &solution).await?;
    } else {
        refuse_puzzle_between_members(tx, caller, at).await?;
    }
    let (attempt, tried) = match taken(&it, step) {
        Ok(tried) => tried,
        Err(why) => return Ok((with_summary(tx, caller, it).await?, Err(why))),
    };
    // What it tells of the position is worth knowing in a game, too.
    let told = match (step, tried) {
        (Step::Move(mv), Tried::Right(_)) => Told::asked([at]).and(Told::lost(at.play(mv).ok())),
        (Step::Move(_), _) if !is_practice => Told::asked([at]),
        (Step::Move(_) | Step::Hint, _) => solution,
    };
    let marked_games = mark_helped(tx, caller.member, &told, None).await?.len();
    if is_practice {
        it.is_practised |= attempt.outcome() == Some(AttemptOutcome::Solved);
        it.practice = Some(attempt);
    } else {
        it.attempt = attempt;
        if it.is_solved() && !it.is_helped {
            let latest = tx.latest_streak(caller.member, day.minus(1)).await?;
            it.streak = Some(Streak::including(day, latest));
        }
    }
    tx.save_daily(&it).await?;
    if let Some(guild) = it.guild.filter(|_| it.is_solved() && !is_practice) {
        tx.note_change_of(Post::Daily(guild, day)).await?;
    }
    go_on_with_streak(tx, &it).await?;
    let asks_again =
        it.is_over() && !is_practice && take_up_slip(tx, &it, Day::of(caller.at())).await?;
    let mut daily = Daily {
        marked_games,
        ..with_summary(tx, caller, it).await?
    };
    if let Some(summary) = daily.summary.as_mut().filter(|_| asks_again) {
        summary.practice = PracticeNews::AsksAgain;
    }
    Ok((daily, Ok(tried)))
}

/// If the next day's puzzle is solved already, since this try was ended after midnight, the streak of that
/// day now goes on from this one.
async fn go_on_with_streak(tx: &mut Tx, ended: &DailyTry) -> wythoff_store::Result<()> {
    let next = tx.daily(ended.member, ended.day.plus(1)).await?;
    if let (Some(streak), Some(mut next)) = (ended.streak, next)
        && next.streak.is_some()
    {
        next.streak = Some(Streak::including(next.day, Some((ended.day, streak))));
        tx.save_daily(&next).await?;
    }
    Ok(())
}
