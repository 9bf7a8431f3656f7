//! The Penguin as everybody's opponent in a server: members vote, the move with most votes is made, and the Penguin
//! replies. A game begins each week where a server wants that.

use futures::FutureExt;

use super::help::spoils;
use super::start::check_size;
use super::{Caller, Due, Error, Result, Service};
use nim_games::{Draws, Move, Numbers, Told};
use wythoff_game::chain::chain;
use wythoff_game::records::{BossRecord, MessageId, Place, Post};
use wythoff_game::{Boss, BossOutcome, BossRefusal, Day, MemberId, Timestamp};
use wythoff_store::{Pending, Read, Tx};

/// Why there is no vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoVote {
    /// It does not sit in that server any more, or another game has begun.
    Gone,
    Refused(BossRefusal),
}

/// The game against the Penguin, as a member sees it in private.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnVote {
    pub guild: i64,
    /// The number of the game.
    pub number: u64,
    pub boss: Boss,
    /// What the member has voted for.
    pub vote: Option<Move>,
}

/// What the message of the Penguin shows.
#[derive(Clone, Debug)]
pub struct BossToShow {
    pub record: BossRecord,
    /// How many have voted for each move, the one with most votes first.
    pub votes: Vec<(Move, u64)>,
    /// Who has voted in the game.
    pub voters: Vec<MemberId>,
    /// In how many servers the Penguin was beaten.
    pub beaten: u64,
    /// How many changes of it are not drawn.
    pub undrawn: i64,
}

/// A game in a server, by its number, and how many steps there were where a member saw it.
pub type BossSeen = (i64, u64, usize);

impl Service {
    /// The game against the Penguin, with what the caller has voted for. `message` is that of the game.
    pub fn open_boss(
        &self,
        caller: Caller,
        (guild, number): (i64, u64),
        message: MessageId,
    ) -> Pending<Result<OwnVote, NoVote>, Error> {
        self.change(caller, move |tx, caller| {
            async move {
                let found = find(tx, caller, (guild, number)).await?;
                if let Ok((record, _)) = &found
                    && record.message != Some(message)
                {
                    tx.note_message_of(Post::Boss(guild), message).await?;
                }
                Ok(found.map(|(_, own)| own))
            }
            .boxed()
        })
    }

    /// The game against the Penguin, with what the caller has voted for.
    pub async fn own_vote(
        &self,
        caller: &Caller,
        (guild, number): (i64, u64),
    ) -> wythoff_store::Result<Result<OwnVote, NoVote>> {
        let read = |mut tx: Read| async move {
            let found = find(&mut tx, caller, (guild, number)).await?;
            Ok::<_, wythoff_store::Error>(found.map(|(_, own)| own))
        };
        self.store.read(read).await
    }

    /// The caller votes for a move, in place of an earlier vote.
    pub fn vote(
        &self,
        caller: Caller,
        seen: BossSeen,
        mv: Move,
    ) -> Pending<Result<OwnVote, NoVote>, Error> {
        self.change(caller, move |tx, caller| vote(tx, caller, seen, mv).boxed())
    }

    /// Gives a hint to all, once a day.
    pub fn hint_against_boss(
        &self,
        caller: Caller,
        (guild, number): (i64, u64),
    ) -> Pending<Result<(), NoVote>, Error> {
        self.change(caller, move |tx, caller| {
            async move {
                let mut record = match find(tx, caller, (guild, number)).await? {
                    Ok((record, _)) => record,
                    Err(why) => return Ok(Err(why)),
                };
                let hinted = record
                    .latest
                    .as_mut()
                    .map(|boss| boss.give_hint(caller.at()));
                if let Some(Err(why)) = hinted {
                    return Ok(Err(NoVote::Refused(why)));
                }
                tx.save_boss(&record).await?;
                Ok(Ok(()))
            }
            .boxed()
        })
    }

    /// Whether everybody in a server plays the Penguin each week.
    pub async fn has_boss(&self, guild: i64) -> wythoff_store::Result<bool> {
        let read = |mut tx: Read| async move { tx.boss(guild).await };
        let known = self.store.read(read).await?;
        Ok(known.is_some_and(|record| record.is_on()))
    }

    /// The Penguin in a server, with what its message shows. `None` if it has never been there.
    pub async fn boss_to_show(&self, guild: i64) -> wythoff_store::Result<Option<BossToShow>> {
        let read = |mut tx: Read| async move {
            let undrawn = tx.count_undrawn(Post::Boss(guild)).await?;
            let Some(record) = tx.boss(guild).await? else {
                return Ok(None);
            };
            Ok(Some(BossToShow {
                record,
                votes: tx.votes_for(guild).await?,
                voters: tx.boss_voters(guild).await?,
                beaten: tx.count_beaten().await?,
                undrawn,
            }))
        };
        self.store.read(read).await
    }

    /// Begins each game that was due by `overdue_at`, and counts the votes that were.
    pub(super) async fn go_on_against_bosses(
        &self,
        overdue_at: Timestamp,
        now: Timestamp,
    ) -> wythoff_store::Result<Vec<Due>> {
        let due = |mut tx: Read| async move { tx.due_bosses(overdue_at).await };
        let mut bosses = Vec::new();
        for guild in self.store.read(due).await? {
            let draws = self.chance.draws();
            let going_on = self
                .store
                .change(move |tx| go_on(tx, guild, (overdue_at, now), draws).boxed());
            match going_on.done().await {
                Ok(()) => bosses.push(Due::Boss(guild)),
                Err(error) => {
                    tracing::error!(guild, error = chain(&error), "the Penguin does not go on");
                }
            }
        }
        Ok(bosses)
    }
}

/// The running game of a server, and what the caller has voted for.
async fn find(
    tx: &mut Read,
    caller: &Caller,
    (guild, number): (i64, u64),
) -> wythoff_store::Result<Result<(BossRecord, OwnVote), NoVote>> {
    let record = tx.boss(guild).await?;
    let record = record.filter(|it| it.games == number && caller.place.guild == Some(guild));
    let Some(record) = record else {
        return Ok(Err(NoVote::Gone));
    };
    let Some(boss) = record.running().cloned() else {
        return Ok(Err(NoVote::Refused(BossRefusal::Over)));
    };
    let vote = tx.boss_vote(guild, caller.member).await?;
    let own = OwnVote {
        guild,
        number,
        boss,
        vote: vote.and_then(|vote| vote.mv),
    };
    Ok(Ok((record, own)))
}

async fn vote(
    tx: &mut Tx,
    caller: &Caller,
    (guild, number, step): BossSeen,
    mv: Move,
) -> Result<Result<OwnVote, NoVote>> {
    let (mut record, own) = match find(tx, caller, (guild, number)).await? {
        Ok(found) => found,
        Err(why) => return Ok(Err(why)),
    };
    if let Err(why) = own.boss.check_vote(step, mv, caller.at()) {
        return Ok(Err(NoVote::Refused(why)));
    }
    if let Some(boss) = &mut record.latest {
        boss.note_vote(caller.at());
    }
    tx.save_boss(&record).await?;
    tx.save_boss_vote(guild, caller.member, mv).await?;
    let boss = record.latest.unwrap_or(own.boss);
    let vote = Some(mv);
    Ok(Ok(OwnVote { boss, vote, ..own }))
}

/// The Penguin comes to a channel, or leaves the server.
pub(super) async fn switch(
    tx: &mut Tx,
    (guild, is_on): (i64, bool),
    place: Place,
    at: Timestamp,
) -> wythoff_store::Result<()> {
    let known = tx.boss(guild).await?;
    let record = match (known, is_on) {
        (None, true) => BossRecord::awaited(guild, place, at),
        (Some(known), true) if !known.is_on() => BossRecord {
            next: Some(
                at.max(
                    known
                        .latest
                        .as_ref()
                        .and_then(Boss::next_comes)
                        .unwrap_or(at),
                ),
            ),
            place,
            ..known
        },
        (Some(mut known), false) => {
            tx.clear_boss_votes(guild).await?;
            known.switch_off(at);
            known
        }
        (Some(_), true) | (None, false) => return Ok(()),
    };
    tx.save_boss(&record).await
}

/// A game begins, or the votes are counted, if that is still due: another process may have been first.
async fn go_on(
    tx: &mut Tx,
    guild: i64,
    (overdue_at, now): (Timestamp, Timestamp),
    draws: Draws,
) -> wythoff_store::Result<()> {
    let record = tx.boss(guild).await?;
    let is_due = |it: &BossRecord| it.due().is_some_and(|due| due <= overdue_at);
    let Some(record) = record.filter(is_due) else {
        return Ok(());
    };
    if record.running().is_some() {
        count(tx, record, (now, draws)).await
    } else {
        begin(tx, record, (now, draws)).await
    }
}

async fn begin(
    tx: &mut Tx,
    mut record: BossRecord,
    (now, draws): (Timestamp, Draws),
) -> wythoff_store::Result<()> {
    let settings = tx.server_settings(Some(record.guild)).await?;
    let last = record.latest.as_ref().map(|boss| boss.start().variant());
    let mut numbers = Numbers::of([draws.skill, draws.choice]);
    let is_allowed = |at: &_| check_size(&settings, at).is_ok();
    match Boss::drawn(last, Day::of(now), &mut numbers, is_allowed) {
        Some(start) => record.begin(Boss::at(start, now)),
        // The server allows only tiny heaps.
        None => record.switch_off(now),
    }
    tx.forget_boss_voters(record.guild).await?;
    tx.save_boss(&record).await
}

/// The move with most votes is made; lots decide between equal ones. Without votes, which may have been erased, the
/// Penguin waits. It waits, too, while what is played would give a puzzle away.
async fn count(
    tx: &mut Tx,
    mut record: BossRecord,
    (now, draws): (Timestamp, Draws),
) -> wythoff_store::Result<()> {
    let guild = record.guild;
    let Some(boss) = &mut record.latest else {
        return Ok(());
    };
    let variant = boss.start().variant();
    let votes = tx.votes_for(guild).await?;
    let most = votes.iter().map(|&(_, votes)| votes).max();
    let first = votes.iter().filter(|&&(_, votes)| Some(votes) == most);
    let first: Vec<Move> = first.map(|&(mv, _)| mv).collect();
    let mut numbers = Numbers::of([draws.skill, draws.choice]);
    let chosen = numbers.draw().below(first.len().max(1) as u128);
    let chosen = usize::try_from(chosen)
        .ok()
        .and_then(|chosen| first.get(chosen));
    let (Some(&mv), Some(most)) = (chosen, most) else {
        boss.put_off(None);
        return tx.save_boss(&record).await;
    };
    let told = Told::asked([boss.now()]).and(Told::lost(boss.now().play(mv)));
    if spoils(tx, (record.place.channel, now), &told)
        .await?
        .is_some()
    {
        boss.put_off(Some(now));
        return tx.save_boss(&record).await;
    }
    let all = votes.iter().map(|&(_, votes)| votes).sum();
    if let Err(why) = record.play((mv, most, all), now, draws) {
        tracing::error!(guild, error = chain(&why), "a vote is not possible");
    }
    let ended = record.latest.as_ref().and_then(Boss::outcome);
    if ended == Some(BossOutcome::Beaten) {
        tx.give_boss_coins(guild, variant, now).await?;
    }
    tx.clear_boss_votes(guild).await?;
    tx.save_boss(&record).await
}
