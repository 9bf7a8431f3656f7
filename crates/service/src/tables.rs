//! Tables: games for everybody in a channel, who sit down and move in turn.

use futures::FutureExt;

use super::{Caller, Due, Error, Result, Service};
use nim_games::{Animal, BadTable, Draws, Move, Numbers, TableRules};
use wythoff_game::chain::chain;
use wythoff_game::records::{InteractionId, MessageId, Post, Switch, TableRecord};
use wythoff_game::{MemberId, Sitter, Table, TableRefusal, Timestamp, TurnTime};
use wythoff_store::{Pending, Read, Tx};

/// Why there is no new table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotSet {
    /// There are no such rules.
    Bad(BadTable),
    /// One in this channel is not over.
    Here(Box<TableRecord>),
}

/// Why something at a table is not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAtTable {
    /// Its server was forgotten, or another bot has made it.
    Gone,
    Refused(TableRefusal),
}

/// What somebody does at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableAction {
    Join,
    Leave,
    Add(Animal),
    Begin,
    /// Moves, if that many steps had been made where the member saw it.
    Move(u32, Move),
}

/// What the message of a table shows.
#[derive(Clone, Debug)]
pub struct TableToShow {
    pub record: TableRecord,
    /// The name of each seat's member. Empty for others.
    pub names: Vec<String>,
    /// Whether the winner gets the crown: of several members, a member who is listed in the server.
    pub is_crowned: bool,
    /// Whether its end offers to invite the Penguin, which has never been in the server.
    pub offers_penguin: bool,
    /// How many changes of it are not drawn.
    pub undrawn: i64,
}

impl Service {
    /// Sets a table in the channel. The caller sits down first.
    pub fn set_table(
        &self,
        caller: Caller,
        rules: (TableRules, TurnTime),
    ) -> Pending<Result<TableToShow, NotSet>, Error> {
        self.change(caller, move |tx, caller| set(tx, caller, rules).boxed())
    }

    /// Does something at a table, whose message is `message`. Returns it as it is then.
    pub fn act_at_table(
        &self,
        caller: Caller,
        (id, message): (InteractionId, MessageId),
        action: TableAction,
    ) -> Pending<Result<TableRecord, NotAtTable>, Error> {
        let draws = self.chance.draws();
        self.change(caller, move |tx, caller| {
            act(tx, caller, (id, message), (action, draws)).boxed()
        })
    }

    /// A table. `None` if there is none any more.
    pub async fn table_to_show(
        &self,
        id: InteractionId,
    ) -> wythoff_store::Result<Option<TableToShow>> {
        let read = |mut tx: Read| async move {
            let undrawn = tx.count_undrawn(Post::Table(id)).await?;
            let Some(record) = tx.table(id).await? else {
                return Ok(None);
            };
            to_show(&mut tx, record, undrawn).await.map(Some)
        };
        self.store.read(read).await
    }

    /// Goes on at each table at which the time had run out by `overdue_at`.
    pub(super) async fn time_out_tables(
        &self,
        overdue_at: Timestamp,
        now: Timestamp,
    ) -> wythoff_store::Result<Vec<Due>> {
        let due = |mut tx: Read| async move { tx.due_tables(overdue_at).await };
        let mut tables = Vec::new();
        for id in self.store.read(due).await? {
            let draws = self.chance.draws();
            let going_on = self
                .store
                .change(move |tx| time_out(tx, id, (overdue_at, now), draws).boxed());
            match going_on.done().await {
                Ok(()) => tables.push(Due::Table(id)),
                Err(error) => {
                    tracing::error!(id = id.0, error = chain(&error), "a table does not go on");
                }
            }
        }
        tables.extend(self.call_slow_members(now).await?);
        Ok(tables)
    }

    /// Calls each member who has been on turn for a while, where turns are long and pings are wanted.
    async fn call_slow_members(&self, now: Timestamp) -> wythoff_store::Result<Vec<Due>> {
        let slow = move |mut tx: Read| async move { tx.slow_tables(now).await };
        let mut called = Vec::new();
        for id in self.store.read(slow).await? {
            let calling: Pending<_, wythoff_store::Error> = self.store.change(move |tx| {
                async move {
                    let is_first = tx.note_called(id, now).await?;
                    let Some(mut record) = tx.table(id).await?.filter(|_| is_first) else {
                        return Ok(None);
                    };
                    let settings = tx.server_settings(record.place.guild).await?;
                    record.place.language = settings.language.unwrap_or(record.place.language);
                    Ok((settings.pings == Switch::On).then_some(record))
                }
                .boxed()
            });
            called.extend(calling.done().await?.map(Box::new).map(Due::SlowTurn));
        }
        Ok(called)
    }
}

async fn to_show(
    tx: &mut Read,
    record: TableRecord,
    undrawn: i64,
) -> wythoff_store::Result<TableToShow> {
    let mut names = Vec::new();
    for seat in &record.table.seats {
        names.push(match seat.sitter {
            Sitter::Member(member) => tx.member(member).await?.name.unwrap_or_default(),
            Sitter::Animal(_) | Sitter::Gone => String::new(),
        });
    }
    let offers_penguin = match record.place.guild {
        Some(guild) if record.table.is_over() && record.table.round > 0 => {
            tx.boss(guild).await?.is_none()
        }
        Some(_) | None => false,
    };
    let is_crowned = match (record.place.guild, record.table.winner()) {
        (Some(guild), Some(Sitter::Member(winner))) => {
            let crowned = tx.table_winners(guild, record.table.phase.since());
            crowned.await?.contains(&winner)
        }
        (Some(_) | None, _) => false,
    };
    Ok(TableToShow {
        record,
        names,
        is_crowned,
        offers_penguin,
        undrawn,
    })
}

async fn set(
    tx: &mut Tx,
    caller: &Caller,
    rules: (TableRules, TurnTime),
) -> Result<Result<TableToShow, NotSet>> {
    if let Err(bad) = rules.0.check() {
        return Ok(Err(NotSet::Bad(bad)));
    }
    if let Some(id) = tx.open_table_in(caller.place.channel).await?
        && let Some(record) = tx.table(id).await?
    {
        return Ok(Err(NotSet::Here(Box::new(record))));
    }
    // Then what is known of the server can be deleted once the bot has left it.
    tx.active_server_settings(&caller.place).await?;
    let record = TableRecord {
        id: caller.interaction,
        place: caller.place.clone(),
        message: None,
        table: Table::new(rules, caller.member, caller.at()),
    };
    tx.save_table(&record).await?;
    Ok(Ok(to_show(tx, record, 0).await?))
}

async fn act(
    tx: &mut Tx,
    caller: &Caller,
    (id, message): (InteractionId, MessageId),
    (action, draws): (TableAction, Draws),
) -> Result<Result<TableRecord, NotAtTable>> {
    let Some(mut record) = tx.table(id).await? else {
        return Ok(Err(NotAtTable::Gone));
    };
    if record.message != Some(message) {
        tx.note_message_of(Post::Table(id), message).await?;
        record.message = Some(message);
    }
    let (table, by, at) = (&mut record.table, caller.member, caller.at());
    let mut numbers = Numbers::of([draws.skill, draws.choice]);
    let done = match action {
        TableAction::Join => table.join(by, at),
        TableAction::Leave => table.leave(by, at),
        TableAction::Add(animal) => table.add_animal(by, animal, at),
        TableAction::Begin => table.begin(by, at, &mut numbers),
        TableAction::Move(step, mv) => table.play((by, step), mv, at, &mut numbers),
    };
    match done {
        Ok(()) => {
            tx.save_table(&record).await?;
            Ok(Ok(record))
        }
        Err(why) => {
            // The message may show less than it should.
            tx.note_change_of(Post::Table(id)).await?;
            Ok(Err(NotAtTable::Refused(why)))
        }
    }
}

/// Checks the time again, because it may have been extended in the meantime.
async fn time_out(
    tx: &mut Tx,
    id: InteractionId,
    (overdue_at, now): (Timestamp, Timestamp),
    draws: Draws,
) -> wythoff_store::Result<()> {
    let Some(mut record) = tx.table(id).await? else {
        return Ok(());
    };
    let mut numbers = Numbers::of([draws.skill, draws.choice]);
    let is_overdue = record.table.deadline().is_some_and(|due| due < overdue_at);
    if is_overdue && record.table.time_out(now, &mut numbers).is_ok() {
        tx.save_table(&record).await?;
    }
    Ok(())
}

/// A member who erases everything gets up from each table, or is out there.
pub(super) async fn leave_tables(
    tx: &mut Tx,
    (member, at): (MemberId, Timestamp),
    draws: Draws,
) -> wythoff_store::Result<()> {
    let mut numbers = Numbers::of([draws.skill, draws.choice]);
    for mut record in tx.tables_of(member).await? {
        let is_over = record.table.is_over();
        if !is_over && record.table.forget(member, at, &mut numbers).is_ok() {
            tx.save_table(&record).await?;
        }
    }
    Ok(())
}
