//! The use cases over a store, and how a change is carried out once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use futures::FutureExt;
use futures::future::BoxFuture;

use crate::dedup::SeenInteractions;
use crate::delivered::Delivered;
use crate::set_aside::SetAside;
use crate::{Caller, Chance, Error, Refusal, Result};
use wythoff_game::records::{ChannelId, DailyReminder, GameRecord, InteractionId, ServerSettings};
use wythoff_game::{GameId, MemberId, Timestamp};
use wythoff_store::{Member, Pending, Read, Store, Tx};

/// Carries out a change that an interaction asks for, unless that was done before.
pub(crate) async fn once<T>(
    tx: &mut Tx,
    caller: &Caller,
    change: impl for<'t> FnOnce(&'t mut Tx, &'t Caller) -> BoxFuture<'t, Result<T>>,
) -> Result<T> {
    if !tx
        .claim(caller.interaction, caller.member, &caller.name)
        .await?
    {
        return Err(Error::refused(Refusal::AlreadyHandled));
    }
    change(tx, caller).await
}

/// What members can do.
#[derive(Debug)]
pub struct Service {
    pub(crate) store: Arc<Store>,
    pub chance: Chance,
    pub(crate) seen: SeenInteractions,
    /// Whether deadlines have been extended to make up for the time that the bot was away.
    pub(crate) enforces_deadlines: Arc<AtomicBool>,
    pub(crate) set_aside: SetAside,
    pub(crate) delivered: Delivered,
    /// Locked during an export, so that exports run one at a time.
    pub(crate) exports: futures::lock::Mutex<()>,
}

impl Service {
    /// The use cases over that store.
    #[must_use]
    pub fn new(store: Arc<Store>, chance: Chance) -> Self {
        Self {
            chance,
            seen: SeenInteractions::default(),
            enforces_deadlines: Arc::default(),
            set_aside: SetAside::default(),
            delivered: Delivered::default(),
            exports: futures::lock::Mutex::default(),
            store,
        }
    }

    /// The store, for what needs no decision.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Notes that an event of an interaction has arrived. Returns whether it is the first one.
    pub fn mark_seen(&self, interaction: InteractionId) -> bool {
        self.seen.insert(interaction)
    }

    /// The game that the caller's interaction has changed: the one that it started, or the one in
    /// which it made a typed move.
    pub async fn game_changed_by(
        &self,
        caller: &Caller,
    ) -> wythoff_store::Result<Option<GameRecord>> {
        let (id, member, channel) = (caller.interaction, caller.member, caller.place.channel);
        let changed = |mut tx: Read| async move {
            if let Some(begun) = tx.game(GameId(id.0)).await? {
                return Ok(Some(begun));
            }
            let typed = tx.typed_games(member, channel, id).await?;
            let by = |record: &GameRecord| record.typed.is_some_and(|typed| typed.by == id);
            Ok(typed.into_iter().find(by))
        };
        self.store.read(changed).await
    }

    /// Forgets that an interaction has arrived, since nothing was done about it.
    pub fn forget_seen(&self, interaction: InteractionId) {
        self.seen.remove(interaction);
    }

    /// Queues a change that an interaction asks for. An interaction that was carried out before is
    /// refused.
    pub(crate) fn change<T: Send + 'static>(
        &self,
        caller: Caller,
        change: impl for<'t> FnOnce(&'t mut Tx, &'t Caller) -> BoxFuture<'t, Result<T>> + Send + 'static,
    ) -> Pending<T, Error> {
        self.store
            .change(move |tx| async move { once(tx, &caller, change).await }.boxed())
    }

    /// Like [`Self::change`], for a change of many rows, which is committed on its own.
    pub(crate) fn change_alone<T: Send + 'static>(
        &self,
        caller: Caller,
        change: impl for<'t> FnOnce(&'t mut Tx, &'t Caller) -> BoxFuture<'t, Result<T>> + Send + 'static,
    ) -> Pending<T, Error> {
        self.store
            .change_alone(move |tx| async move { once(tx, &caller, change).await }.boxed())
    }

    /// Saves something that no member waits for. It is retried if it is rolled back.
    pub(crate) async fn change_later<T: Send + 'static>(
        &self,
        change: impl for<'t> Fn(&'t mut Tx) -> BoxFuture<'t, wythoff_store::Result<T>>
        + Clone
        + Send
        + 'static,
    ) -> wythoff_store::Result<T> {
        self.store.change_later(change).await
    }

    /// A game as it is now.
    pub async fn game(&self, id: GameId) -> wythoff_store::Result<Option<GameRecord>> {
        self.store
            .read(|mut tx: Read| async move { tx.game(id).await })
            .await
    }

    /// When a game or a challenge changed last.
    pub async fn changed(&self, id: GameId) -> wythoff_store::Result<Option<Timestamp>> {
        self.store
            .read(|mut tx: Read| async move { tx.changed(id).await })
            .await
    }

    /// A member's running games everywhere. Those in which it is the member's turn come first;
    /// within each group, the last shown comes first.
    pub async fn running_games(&self, member: MemberId) -> wythoff_store::Result<Vec<GameRecord>> {
        let running = |mut tx: Read| async move { tx.running_games(member, None).await };
        let mut games = self.store.read(running).await?;
        games.sort_by_key(|record| !record.is_turn_of(member));
        Ok(games)
    }

    /// A member's name and settings.
    pub async fn member(&self, id: MemberId) -> wythoff_store::Result<Member> {
        self.store
            .read(|mut tx: Read| async move { tx.member(id).await })
            .await
    }

    /// When a member is reminded of the puzzle, if they want that.
    pub async fn reminder(&self, member: MemberId) -> wythoff_store::Result<Option<DailyReminder>> {
        let reminder = |mut tx: Read| async move { tx.reminder(member).await };
        self.store.read(reminder).await
    }

    /// Whether games in a channel of a server are shown only to their players.
    pub async fn is_quiet(&self, server: i64, channel: ChannelId) -> wythoff_store::Result<bool> {
        let is_quiet = |mut tx: Read| async move { tx.is_quiet(server, channel).await };
        self.store.read(is_quiet).await
    }

    /// Whom the leaderboards of a server hide.
    pub async fn hidden_members(&self, server: i64) -> wythoff_store::Result<Vec<MemberId>> {
        let hidden = |mut tx: Read| async move { tx.hidden_members(server).await };
        self.store.read(hidden).await
    }

    pub async fn server_settings(&self, server: i64) -> wythoff_store::Result<ServerSettings> {
        let settings = |mut tx: Read| async move { tx.server_settings(Some(server)).await };
        self.store.read(settings).await
    }
}
