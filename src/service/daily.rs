//! The puzzle of the day: a member's try, its results, and posting it in servers.

use futures::FutureExt;

use super::solve::refuse_help_with_game;
use super::{Caller, Error, Refusal, Result, Service};
use crate::chain::chain;
use crate::game::{Attempt, Day, MemberId, Timestamp, Tried};
use crate::records::{ChannelId, DailyPost, DailySummary, DailyTry, Streak};
use crate::store::{self, Pending, Read, Tx};
use nim_games::{Draws, IllegalMove, Map, Move, Position};

/// A member's try and, once it is over, how others did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Daily {
    /// The try.
    pub daily_try: DailyTry,
    /// The results, once the try is over.
    pub summary: Option<DailySummary>,
}

/// Why a move in a try changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotTried {
    /// The try has gone on since the message was drawn, or is over, or its day is not today.
    Outdated,
    /// The rules forbid it.
    Illegal(IllegalMove),
}

impl Service {
    /// A member's try at the puzzle of a day. A try that has not begun is returned as one without
    /// moves.
    pub async fn daily(&self, caller: &Caller, day: Day) -> store::Result<Daily> {
        let (member, guild) = (caller.member, caller.place.guild);
        let daily = |mut tx: Read| async move {
            let it = tx.daily(member, day).await?;
            with_summary(
                &mut tx,
                it.unwrap_or(DailyTry::begun(member, day, guild)),
                guild,
            )
            .await
        };
        self.store.read(daily).await
    }

    /// Opens the puzzle of a day, which begins the member's try.
    pub fn open_daily(&self, caller: Caller, day: Day) -> Pending<Daily, Error> {
        self.change(caller, move |tx, caller| {
            async move {
                let it = find_or_begin(tx, caller, day).await?;
                tx.save_daily(&it).await?;
                Ok(with_summary(tx, it, caller.place.guild).await?)
            }
            .boxed()
        })
    }

    /// Makes a move in a try, or in practice once the try is over. `seen` is the
    /// [`DailyTry::progress_number`] that the member saw. The inner result is [`NotTried`] if the
    /// move changes nothing.
    pub fn try_daily(
        &self,
        caller: Caller,
        day: Day,
        seen: u32,
        mv: Move,
    ) -> Pending<(Daily, Result<Tried, NotTried>), Error> {
        let draws = self.chance.draws();
        self.change(caller, move |tx, caller| {
            try_daily(tx, caller, day, seen, (mv, draws)).boxed()
        })
    }

    /// Begins a try that does not count, if the one that counts is over.
    pub fn practise_daily(&self, caller: Caller, day: Day) -> Pending<Daily, Error> {
        self.change(caller, move |tx, caller| {
            async move {
                let asked = [day.puzzle()];
                refuse_help_with_game(tx, caller, &asked, GivesAway::Play).await?;
                let mut it = find_or_begin(tx, caller, day).await?;
                if it.is_over() {
                    it.practice = Some(Attempt::at(day.puzzle()));
                    tx.save_daily(&it).await?;
                }
                Ok(with_summary(tx, it, caller.place.guild).await?)
            }
            .boxed()
        })
    }

    /// Refuses to answer if that would help with the puzzle of the day.
    pub async fn check_no_help_with_puzzle(
        &self,
        caller: &Caller,
        asked: Vec<Position>,
    ) -> Result<()> {
        let day = Day::of(caller.at());
        if asked.iter().all(|at| is_unlike_puzzle(day, at)) {
            return Ok(());
        }
        let check = |mut tx: Read| async move {
            refuse_help_with_puzzle(&mut tx, caller, &asked, GivesAway::Solution).await
        };
        self.store.read(check).await
    }

    /// Notes, for each server in which the puzzle of the day is due, that it is to be posted there.
    /// Returns these servers, each with the day.
    pub(super) async fn begin_due_daily_posts(
        &self,
        now: Timestamp,
    ) -> store::Result<Vec<(i64, Day)>> {
        let due = |mut tx: Read| async move { tx.due_dailies(now).await };
        let (servers, today) = (self.store.read(due).await?, Day::of(now));
        let mut begun = Vec::new();
        for server in servers {
            let posting = self
                .store
                .change(move |tx| tx.begin_daily_post(server, now).boxed());
            match posting.done().await {
                Ok(true) => begun.push((server, today)),
                Ok(false) => {}
                Err(error) => {
                    tracing::error!(server, error = chain(&error), "a due puzzle was not noted");
                }
            }
        }
        Ok(begun)
    }

    /// What to post in a server, if the puzzle of that day is still to be posted there.
    pub async fn daily_to_post(&self, server: i64, day: Day) -> store::Result<Option<DailyPost>> {
        let post = |mut tx: Read| async move { tx.daily_to_post(server, day).await };
        self.store.read(post).await
    }

    /// Notes that a puzzle has been posted in a server, or that Discord refused the post.
    pub async fn note_daily_post(
        &self,
        place: (i64, ChannelId),
        day: Day,
        is_refused: bool,
    ) -> store::Result<()> {
        self.store
            .change_later(move |tx| tx.end_daily_post(place, day, is_refused).boxed())
            .await
    }
}

/// A try with its summary, if it is over. Its rank is that in the server where it was begun, so it is
/// given only there: in `guild`.
async fn with_summary(tx: &mut Read, it: DailyTry, guild: Option<i64>) -> store::Result<Daily> {
    if !it.is_over() {
        return Ok(Daily {
            daily_try: it,
            summary: None,
        });
    }
    let server_rank = match it.guild.filter(|_| it.guild == guild) {
        Some(guild) => {
            let (better, all) = tx.daily_rank(guild, &it).await?;
            Some((better.unsigned_abs() + 1, all.unsigned_abs()))
        }
        None => None,
    };
    let summary = DailySummary {
        of_day: tx.daily_counts(it.day).await?,
        own: tx.own_daily_counts(it.member).await?,
        server_rank,
    };
    Ok(Daily {
        daily_try: it,
        summary: Some(summary),
    })
}

/// The member's try, or one that begins now and is not saved yet. Then its server is noted, so that
/// what is known of the server can be deleted once the bot has left it.
async fn find_or_begin(tx: &mut Tx, caller: &Caller, day: Day) -> store::Result<DailyTry> {
    if let Some(it) = tx.daily(caller.member, day).await? {
        return Ok(it);
    }
    let guild = caller.place.guild;
    tx.active_server_settings(guild).await?;
    Ok(DailyTry::begun(caller.member, day, guild))
}

async fn try_daily(
    tx: &mut Tx,
    caller: &Caller,
    day: Day,
    seen: u32,
    (mv, draws): (Move, Draws),
) -> Result<(Daily, Result<Tried, NotTried>)> {
    let guild = caller.place.guild;
    let mut it = find_or_begin(tx, caller, day).await?;
    let asked = [it.current().now()];
    refuse_help_with_game(tx, caller, &asked, GivesAway::Play).await?;
    let is_over = it.current().outcome().is_some();
    if it.progress_number() != seen || is_over || Day::of(caller.at()) != day {
        return Ok((with_summary(tx, it, guild).await?, Err(NotTried::Outdated)));
    }
    let (attempt, tried) = match it.current().clone().tried(mv, draws) {
        Ok(tried) => tried,
        Err(why) => {
            return Ok((
                with_summary(tx, it, guild).await?,
                Err(NotTried::Illegal(why)),
            ));
        }
    };
    if it.is_over() {
        it.practice = Some(attempt);
    } else {
        it.attempt = attempt;
        if it.is_over() {
            let latest = tx.latest_streak(caller.member, day.minus(1)).await?;
            it.streak = Some(Streak::including(day, latest));
        }
    }
    tx.save_daily(&it).await?;
    Ok((with_summary(tx, it, guild).await?, Ok(tried)))
}

/// What an answer about a position gives away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivesAway {
    /// Its solution, perhaps on a map of the whole game.
    Solution,
    /// How the bot plays from it.
    Play,
}

/// Whether a position cannot help with the puzzle of the day, however far the member's try has got.
fn is_unlike_puzzle(day: Day, at: &Position) -> bool {
    let puzzle = day.puzzle();
    // Positions that follow in the puzzle may be on smaller maps, too.
    let may_be_mapped = puzzle.map() == Some(Map::Squares) && at.map() == puzzle.map();
    !puzzle.may_share_solution_with(at) && !puzzle.may_lead_to(at) && !may_be_mapped
}

/// Refuses to answer about positions that would help with the puzzle of the day: the
/// puzzle itself and, during the member's try, everything that can still occur in it. Once the try
/// is over, nothing is refused.
pub(super) async fn refuse_help_with_puzzle(
    tx: &mut Read,
    caller: &Caller,
    asked: &[Position],
    gives_away: GivesAway,
) -> Result<()> {
    let day = Day::of(caller.at());
    if helps_today(tx, (caller.member, day), asked, gives_away).await? {
        return Err(Error::refused(Refusal::TodaysPuzzle));
    }
    Ok(())
}

/// Whether an answer about these positions would help a member with the puzzle of a day.
pub(super) async fn helps_today(
    tx: &mut Read,
    (member, day): (MemberId, Day),
    asked: &[Position],
    gives_away: GivesAway,
) -> store::Result<bool> {
    if asked.iter().all(|at| is_unlike_puzzle(day, at)) {
        return Ok(false);
    }
    let unsolved = unsolved(tx, member, day).await?;
    let helps = |at: &Position| {
        // The first element is the puzzle itself. If the try has begun, the position in it follows.
        let mut position_in_try = unsolved.iter().skip(1);
        unsolved
            .iter()
            .any(|unsolved| unsolved.may_share_solution_with(at))
            || position_in_try.any(|unsolved| {
                let shows = gives_away == GivesAway::Solution && at.has_map_of(unsolved);
                shows || unsolved.may_lead_to(at)
            })
    };
    Ok(asked.iter().any(helps))
}

/// Refuses to let the bot move from a position if that would solve the puzzle of the day.
pub(super) async fn refuse_to_solve_puzzle(
    tx: &mut Read,
    caller: &Caller,
    at: Position,
) -> Result<()> {
    let day = Day::of(caller.at());
    if is_unlike_puzzle(day, &at) {
        return Ok(());
    }
    let unsolved = unsolved(tx, caller.member, day).await?;
    if unsolved
        .iter()
        .any(|unsolved| unsolved.may_share_solution_with(&at))
    {
        return Err(Error::refused(Refusal::TodaysPuzzle));
    }
    Ok(())
}

/// What the member still has to solve today: the puzzle and, once it was opened, the position that
/// has been reached in it. Nothing once the try is over.
async fn unsolved(tx: &mut Read, member: MemberId, day: Day) -> store::Result<Vec<Position>> {
    Ok(match tx.daily(member, day).await? {
        None => vec![day.puzzle()],
        Some(it) if it.is_over() => Vec::new(),
        Some(it) => vec![day.puzzle(), it.attempt.now()],
    })
}
