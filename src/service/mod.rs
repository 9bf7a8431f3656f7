//! Use cases: what members can do, as load, decide, save. Knows the store and the random numbers; knows nothing of Discord, messages or
//! languages.
//!
//! Every change is one job of the store's writer, and is applied once: a game has the id of the interaction that made it, and applied
//! interactions are remembered. Functions fail with a [`store::Error`] if the store does.

#![expect(clippy::missing_errors_doc, reason = "said above")]

mod boards;
mod caller;
mod challenge;
mod chance;
mod deadlines;
mod dedup;
mod delivered;
mod error;
mod find;
mod hint;
mod leaderboard;
mod lessons;
mod notifications;
mod play;
mod privacy;
mod rematch;
mod review;
mod set_aside;
mod settings;
mod settle;
mod solve;
mod start;
mod stats;
#[cfg(test)]
mod tests;
mod update;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use boards::NotedBoard;
pub use caller::Caller;
pub use challenge::{
    ChallengeFrom, ChallengeResult, Challenged, ClosedChallenge, GameOrChallenge, NewChallenge,
};
pub use chance::Chance;
pub use deadlines::{Due, ExtendedDeadlines, MARK_EVERY, SMALLEST_GAP, UNSHOWN};
pub use error::{Error, Refusal, Result};
pub use find::GameFilter;
pub use play::Target;
pub use privacy::{Erased, Export};
pub use rematch::{BotRematch, RematchResult};
pub use review::Finished;
pub use settings::MAX_BLOCKED;
pub use start::{GivenUp, NewGame};
use update::Change;
pub use update::GameUpdate;

use self::dedup::{SeenInteractions, dedup};
use self::delivered::Delivered;
use self::set_aside::SetAside;
use crate::game::{GameId, MemberId};
use crate::records::{GameRecord, InteractionId, ServerSettings};
use crate::store::{self, Key, Member, Pending, Store, Work};

/// Carries out a change that an interaction asks for, unless it was applied before, and saves what it returns.
fn once<T: Change>(
    work: &mut Work<'_>,
    caller: &Caller,
    declare_new: bool,
    change: impl FnOnce(&mut Work<'_>, &Caller) -> Result<T>,
) -> Result<T> {
    dedup(work, caller, declare_new)?;
    let mut changed = change(work, caller)?;
    changed.save(work, caller.at())?;
    Ok(changed)
}

/// What members can do.
#[derive(Debug)]
pub struct Service {
    store: Arc<Store>,
    chance: Chance,
    seen: SeenInteractions,
    /// Whether deadlines have been extended by the time that the bot was away.
    judges_deadlines: Arc<AtomicBool>,
    set_aside: SetAside,
    delivered: Delivered,
    exports: futures::lock::Mutex<()>,
}

impl Service {
    /// The use cases over that store.
    #[must_use]
    pub fn new(store: Arc<Store>, chance: Chance) -> Self {
        Self {
            chance,
            seen: SeenInteractions::since(store.newest_applied()),
            judges_deadlines: Arc::default(),
            set_aside: SetAside::default(),
            delivered: Delivered::default(),
            exports: futures::lock::Mutex::default(),
            store,
        }
    }

    /// Notes that an event of an interaction has arrived. Returns whether it is the first one.
    pub fn mark_seen(&self, interaction: InteractionId) -> bool {
        self.seen.insert(interaction)
    }

    /// Queues a change that an interaction asks for, and saves what the job returns. An interaction that was applied before is refused. `keys`
    /// are those that the job is known to read, besides the caller and the server.
    fn change<T: Change + Send + 'static>(
        &self,
        caller: Caller,
        keys: &[Key],
        job: impl Fn(&mut Work<'_>, &Caller) -> Result<T> + Send + 'static,
    ) -> Pending<T, Error> {
        let mut keys = keys.to_vec();
        keys.push(Key::Member(caller.member));
        keys.extend(caller.place.guild.map(Key::Server));
        let declare_new = self.seen.declare_new(caller.interaction);
        self.store
            .change(keys, move |work| once(work, &caller, declare_new, &job))
    }

    /// Reads committed values. `key` is one that the job is known to read.
    pub async fn look<T, E: From<store::Error>>(
        &self,
        key: Key,
        job: impl Fn(&mut Work<'_>) -> Result<T, E> + Send,
    ) -> Result<T, E> {
        self.store.look(vec![key], job).await
    }

    /// A game as it is now.
    pub async fn game(&self, id: GameId) -> store::Result<Option<GameRecord>> {
        self.look(Key::Game(id), |work| work.game(id)).await
    }

    /// A member's running games everywhere: first those in which it is the member's turn, then by when they were last shown.
    pub async fn running_games(&self, member: MemberId) -> store::Result<Vec<GameRecord>> {
        let running = |work: &mut Work<'_>| work.running_games(member, None);
        let mut games = self.look(Key::Member(member), running).await?;
        games.sort_by_key(|record| !record.is_turn_of(member));
        Ok(games)
    }

    /// A member's name and settings.
    pub async fn member(&self, id: MemberId) -> store::Result<Arc<Member>> {
        self.look(Key::Member(id), |work| work.member(id)).await
    }

    /// The settings of a server.
    pub async fn server_settings(&self, server: i64) -> store::Result<ServerSettings> {
        let set = |work: &mut Work<'_>| work.server_settings(Some(server));
        self.look(Key::Server(server), set).await
    }

    /// A member from the cache. It is there after a change by the member.
    #[must_use]
    pub fn known_member(&self, id: MemberId) -> Option<Arc<Member>> {
        self.store.known_member(id)
    }

    /// Saves something about a game or a challenge that nobody waits for.
    async fn note<T: Send + 'static>(
        &self,
        game: GameId,
        job: impl Fn(&mut Work<'_>) -> store::Result<T> + Clone + Send + 'static,
    ) -> store::Result<T> {
        self.store.note(vec![Key::Game(game)], job).await
    }
}
