//! Help: what an answer tells, and where that helps. One rule for all: in a running game with another
//! member it is refused, a puzzle of the day that still counts is asked about first, and everything else
//! is only marked (`GameRecord::is_helped`, `DailyTry::is_helped`).

use std::collections::BTreeSet;
use std::time::Duration;

use futures::FutureExt;

use super::{Caller, Error, HelpedPuzzle, Refusal, Result, Service};
use nim_games::{Position, Told};
use wythoff_game::records::{
    BossRecord, ChannelId, DailyTry, GameRecord, InteractionId, MessageId, Place, late_day,
};
use wythoff_game::{Boss, Day, GameId, MemberId, Pair, PlayerId, Timestamp};
use wythoff_store::{Pending, Read, Tx};

impl Service {
    /// The number of unmarked running games against the bot in which an answer helps. Nothing is
    /// changed: [`Self::note_told`] marks them, and the tries of a caller who wants help.
    ///
    /// # Errors
    /// [`Refusal::BeingPlayed`], [`Refusal::HelpsWithPuzzle`], or those of the store.
    pub async fn check_told(&self, caller: &Caller, told: &Told) -> Result<usize> {
        let check = |mut tx: Read| async move {
            refuse_between_members(&mut tx, caller, told).await?;
            refuse_against_bosses(&mut tx, caller, told).await?;
            refuse_for_all(&mut tx, caller, told).await?;
            refuse_for_askers(&mut tx, caller, told).await?;
            if !caller.wants_help {
                let tries = tries_helped(&mut tx, (caller.member, caller.at()), told).await?;
                refuse_with_puzzle(&tries, caller)?;
            }
            let helped = helped(&mut tx, caller.member, told, None).await?;
            Ok(helped.iter().filter(|record| !record.is_helped).count())
        };
        self.store.read(check).await
    }

    /// Marks the running games against the bot in which an answer helps, since it is shown. Returns how
    /// many were not marked before.
    ///
    /// # Errors
    /// As for [`Self::check_told`].
    pub fn note_told(&self, caller: Caller, told: Told) -> Pending<usize, Error> {
        self.change(caller, move |tx, caller| {
            async move {
                refuse_for_askers(tx, caller, &told).await?;
                check_or_mark(tx, caller, &told).await?;
                let marked = mark_helped(tx, caller.member, &told, None).await?;
                Ok(marked.len())
            }
            .boxed()
        })
    }

    /// Marks the tries at the puzzle of the day that an answer helps with, if the caller wants help.
    ///
    /// # Errors
    /// As for [`Self::check_told`].
    pub fn note_help_wanted(&self, caller: Caller, told: Told) -> Pending<(), Error> {
        // The interaction still counts as new: the answer may change something, too.
        self.store
            .change(move |tx| async move { check_or_mark(tx, &caller, &told).await }.boxed())
    }
}

/// Refuses an answer that helps in a running game of the caller with another member, or with the puzzle
/// of the day. If they want help with that, their tries are marked instead.
pub(super) async fn check_or_mark(tx: &mut Tx, caller: &Caller, told: &Told) -> Result<()> {
    refuse_between_members(tx, caller, told).await?;
    refuse_against_bosses(tx, caller, told).await?;
    refuse_for_all(tx, caller, told).await?;
    let helped = tries_helped(tx, (caller.member, caller.at()), told).await?;
    if !caller.wants_help {
        return refuse_with_puzzle(&helped, caller);
    }
    for mut it in helped {
        it.guild = it.guild.or(caller.place.guild);
        mark_try(tx, it).await?;
    }
    Ok(())
}

/// Refuses an answer that helps with these tries, if there are any.
fn refuse_with_puzzle(helped: &[DailyTry], caller: &Caller) -> Result<()> {
    let today = Day::of(caller.at());
    let with = match helped {
        [] => return Ok(()),
        [it] if it.day < today => HelpedPuzzle::Yesterdays,
        [_] => HelpedPuzzle::Todays,
        [..] => HelpedPuzzle::Both,
    };
    Err(Error::refused(Refusal::HelpsWithPuzzle(with)))
}

/// Refuses an answer that helps in a running game of the caller with another member.
pub(super) async fn refuse_between_members(
    tx: &mut Read,
    caller: &Caller,
    told: &Told,
) -> Result<()> {
    let helps = |record: &GameRecord| {
        positions_of(record)
            .iter()
            .any(|now| told.helps_search(now))
    };
    let games = games_with_members(tx, caller.member).await?;
    match games.into_iter().find(helps) {
        Some(record) => Err(Error::about(Refusal::BeingPlayed, record)),
        None => Ok(()),
    }
}

/// Refuses an answer that helps in a game of everybody against the Penguin: of the server, or where the caller has voted.
async fn refuse_against_bosses(tx: &mut Read, caller: &Caller, told: &Told) -> Result<()> {
    let voted = tx.boss_votes(caller.member).await?;
    let voted = voted.into_iter().map(|vote| vote.guild);
    let guilds: BTreeSet<i64> = voted.chain(caller.place.guild).collect();
    for guild in guilds {
        let record = tx.boss(guild).await?;
        let now = record.as_ref().and_then(BossRecord::running).map(Boss::now);
        if now.is_some_and(|now| told.helps_search(&now)) {
            return Err(Error::refused(Refusal::HelpsAgainstPenguin));
        }
    }
    Ok(())
}

/// Refuses an answer for everybody that helps in a running game between members in the channel, or with a puzzle
/// that others may still be trying.
pub(super) async fn refuse_for_all(tx: &mut Read, caller: &Caller, told: &Told) -> Result<()> {
    if !caller.is_for_all {
        return Ok(());
    }
    let here = (caller.place.channel, caller.at());
    match spoils(tx, here, told).await? {
        Some(why) => Err(Error::refused(why)),
        None => Ok(()),
    }
}

/// The caller, as somebody who tells everybody in a place.
pub(super) fn for_all(caller: &Caller, place: Place) -> Caller {
    Caller {
        is_for_all: true,
        place,
        ..caller.clone()
    }
}

/// Why not everybody in a channel should read an answer then: it helps with a puzzle that somebody may still be
/// trying, or in a running game between members there.
pub(super) async fn spoils(
    tx: &mut Read,
    (channel, at): (ChannelId, Timestamp),
    told: &Told,
) -> wythoff_store::Result<Option<Refusal>> {
    let mut days = [Day::of(at)].into_iter().chain(late_day(at));
    if days.any(|day| told.helps_win(&day.puzzle())) {
        return Ok(Some(Refusal::SpoilsPuzzle));
    }
    let running = tx.running_games_in(channel).await?;
    let between_members = running
        .iter()
        .filter(|record| record.game.players().animal().is_none());
    let helps = between_members
        .flat_map(positions_of)
        .any(|now| told.helps_search(&now));
    Ok(helps.then_some(Refusal::BeingPlayedHere))
}

/// How long after a dare or a question was made its message may still be unknown. Later, nobody has seen it.
pub(super) const POSTED_WITHIN: Duration = Duration::from_mins(1);

/// How long a question is protected from others: later, nobody may be able to close it any more.
const ASKED_FOR: Duration = Duration::from_hours(3 * 24);

/// Refuses an answer for everybody that helps with somebody else's open dare or question in the channel.
pub(super) async fn refuse_for_askers(tx: &mut Read, caller: &Caller, told: &Told) -> Result<()> {
    if !caller.is_for_all {
        return Ok(());
    }
    let since = caller.at().minus(ASKED_FOR);
    let posted_by = caller.at().minus(POSTED_WITHIN);
    let is_seen =
        |id: InteractionId, message: Option<MessageId>| message.is_some() || id.at() > posted_by;
    let dares = tx.dares_in(caller.place.channel).await?.into_iter();
    let dares = dares.filter(|it| !it.is_over(caller.at()) && is_seen(it.id, it.message));
    let questions = tx
        .open_questions_in(caller.place.channel)
        .await?
        .into_iter();
    let questions = questions.filter(|it| it.id.at() >= since && is_seen(it.id, it.message));
    let asked = questions.map(|it| (it.by, it.position));
    let asked = asked.chain(dares.map(|it| (it.by, it.start)));
    let mut asked = asked.filter(|&(by, _)| by != Some(caller.member));
    // Only an answer about that very position gives it away.
    if asked.any(|(_, at)| told.asked.iter().any(|told| told.is_like(&at))) {
        return Err(Error::refused(Refusal::AnswersQuestion));
    }
    Ok(())
}

/// Refuses a move in a try at `at` if what wins there would help in a running game of the caller with
/// another member. Every move, since a refusal of some would tell which of them win. Nobody chooses the
/// puzzle, so it does not matter that it rules out a move elsewhere.
pub(super) async fn refuse_puzzle_between_members(
    tx: &mut Read,
    caller: &Caller,
    at: Position,
) -> Result<()> {
    if is_puzzle_between_members(tx, caller.member, at).await? {
        return Err(Error::refused(Refusal::BeingPlayed));
    }
    Ok(())
}

/// Refuses to begin a game between members where the caller's try at a puzzle of the day is: until that game were over,
/// the puzzle would have to wait.
pub(super) async fn refuse_puzzle_as_start(
    tx: &mut Read,
    caller: &Caller,
    start: &Position,
) -> Result<()> {
    let tries = open_tries(tx, caller.member, caller.at()).await?;
    if tries.iter().any(|it| it.attempt.now().is_like(start)) {
        return Err(Error::refused(Refusal::IsPuzzle));
    }
    Ok(())
}

/// Whether [`refuse_puzzle_between_members`] refuses.
pub(super) async fn is_puzzle_between_members(
    tx: &mut Read,
    member: MemberId,
    at: Position,
) -> wythoff_store::Result<bool> {
    let told = Told::lost(at.targets()).and(Told::asked([at]));
    let positions = positions_with_members(tx, member).await?;
    Ok(positions.iter().any(|now| told.helps_at(now)))
}

/// Marks what a move, and the reply of the bot, help with: the member's tries, and their other games against the bot.
pub(super) async fn mark_told(
    tx: &mut Tx,
    caller: &Caller,
    told: &Told,
    during: GameId,
) -> wythoff_store::Result<()> {
    for it in tries_helped(tx, (caller.member, caller.at()), told).await? {
        mark_try(tx, it).await?;
    }
    if !told.lost.is_empty() && has_other_games(tx, caller.member, during).await? {
        mark_helped(tx, caller.member, told, Some(during)).await?;
    }
    Ok(())
}

async fn mark_try(tx: &mut Tx, mut it: DailyTry) -> wythoff_store::Result<()> {
    it.is_helped = true;
    tx.save_daily(&it).await
}

/// The member's tries at the puzzle of the day that an answer helps with, without those that are over
/// or marked already.
pub(super) async fn tries_helped(
    tx: &mut Read,
    (member, at): (MemberId, Timestamp),
    told: &Told,
) -> wythoff_store::Result<Vec<DailyTry>> {
    if told.lost.is_empty() && told.asked.is_empty() {
        return Ok(Vec::new());
    }
    let mut tries = open_tries(tx, member, at).await?;
    tries.retain(|it| told.helps_win(&it.attempt.now()));
    Ok(tries)
}

async fn has_other_games(
    tx: &mut Read,
    member: MemberId,
    during: GameId,
) -> wythoff_store::Result<bool> {
    let running = tx.running_games_with_opponents(member).await?;
    Ok(running.iter().any(|&(game, ..)| game != during))
}

/// The member's running games against the bot in which an answer helps, except `during`.
pub(super) async fn helped(
    tx: &mut Read,
    member: MemberId,
    told: &Told,
    during: Option<GameId>,
) -> wythoff_store::Result<Vec<GameRecord>> {
    let mut running = tx.running_games(member, None).await?;
    running.retain(|record| {
        let is_against_bot = record.game.players().animal().is_some();
        let is_other = Some(record.game.id()) != during;
        is_against_bot && is_other && told.helps_at(&record.game.position())
    });
    Ok(running)
}

/// Marks the member's running games against the bot in which an answer helps. Returns those that were
/// not marked before.
pub(super) async fn mark_helped(
    tx: &mut Tx,
    member: MemberId,
    told: &Told,
    during: Option<GameId>,
) -> wythoff_store::Result<Vec<GameRecord>> {
    let mut marked = helped(tx, member, told, during).await?;
    marked.retain(|record| !record.is_helped);
    for record in &mut marked {
        record.is_helped = true;
        tx.save_game(record).await?;
    }
    Ok(marked)
}

/// Whether an answer helps in a running game of a member with another one.
pub(super) async fn helps_with_member(
    tx: &mut Read,
    member: MemberId,
    told: &Told,
) -> wythoff_store::Result<bool> {
    let positions = positions_with_members(tx, member).await?;
    Ok(positions.iter().any(|now| told.helps_search(now)))
}

/// The positions of the running games of a member with others, and those that can come back.
pub(super) async fn positions_with_members(
    tx: &mut Read,
    member: MemberId,
) -> wythoff_store::Result<Vec<Position>> {
    let games = games_with_members(tx, member).await?;
    Ok(games.iter().flat_map(positions_of).collect())
}

/// The running games of a member with others.
async fn games_with_members(
    tx: &mut Read,
    member: MemberId,
) -> wythoff_store::Result<Vec<GameRecord>> {
    let opponents = tx.running_games_with_opponents(member).await?;
    let is_bot = |&(.., against): &(_, _, PlayerId)| against == PlayerId::Bot;
    if opponents.iter().all(is_bot) {
        return Ok(Vec::new());
    }
    let mut running = tx.running_games(member, None).await?;
    running.retain(|record| record.game.players().animal().is_none());
    Ok(running)
}

/// The position of a running game, and those that can come back: by agreement moves are taken back, and the
/// second of two games begins like the first.
fn positions_of(record: &GameRecord) -> Vec<Position> {
    let game = &record.game;
    let start = (game.terms().pair == Pair::First).then(|| game.start_position());
    let earlier = game.latest_positions().chain(start);
    earlier.chain([game.position()]).collect()
}

/// The member's tries that still count, and that nothing has helped with: today's, which may not have
/// begun, and yesterday's until an hour after midnight.
pub(super) async fn open_tries(
    tx: &mut Read,
    member: MemberId,
    at: Timestamp,
) -> wythoff_store::Result<Vec<DailyTry>> {
    let today = Day::of(at);
    let known = tx.daily(member, today).await?;
    let mut tries = vec![known.unwrap_or(DailyTry::new(member, today, None))];
    if let Some(day) = late_day(at) {
        tries.extend(tx.daily(member, day).await?);
    }
    tries.retain(|it| it.counts_at(at) && !it.is_over() && !it.is_helped);
    Ok(tries)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::caller;

    #[test]
    fn a_question_names_each_puzzle_that_would_be_marked() {
        let (member, yesterday) = (MemberId(10), Day(21_921));
        let today = yesterday.plus(1);
        let caller = caller(member, today.start(), 20);
        let named = |days: &[Day]| {
            let tries = days.iter().map(|&day| DailyTry::new(member, day, None));
            let tries: Vec<DailyTry> = tries.collect();
            match refuse_with_puzzle(&tries, &caller) {
                Err(Error::Refused {
                    why: Refusal::HelpsWithPuzzle(with),
                    ..
                }) => Some(with),
                _ => None,
            }
        };
        assert_eq!(named(&[]), None);
        assert_eq!(named(&[today]), Some(HelpedPuzzle::Todays));
        assert_eq!(named(&[yesterday]), Some(HelpedPuzzle::Yesterdays));
        assert_eq!(named(&[today, yesterday]), Some(HelpedPuzzle::Both));
    }
}
