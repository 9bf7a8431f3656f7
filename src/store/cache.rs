//! The cache: values of the database by their keys.
//!
//! Whatever a group asks for is kept until the group is saved, so a job may read more than the cache holds. Members, servers and games are kept
//! from group to group, the most recently used of them. All of them are committed; the changes of a group are in its [`super::work::Changes`].

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashlink::LruCache;
use sqlx::AnyConnection;

use super::Result;
use crate::game::{FormerId, GameId, MemberId, PlayerId};
use crate::records::{
    ChallengeRecord, ChannelId, GameRecord, InteractionId, Limit, MemberSettings,
    NotificationMessage, PlayedAt, Pseudonyms, Ranking, ServerSettings, Solved,
};
use crate::rules::Variant;

/// How many values are kept. A game takes about a kilobyte, the others less.
const KEPT: usize = 4096;

/// What a value is read by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// Whether an interaction has been applied within the last day.
    Applied(InteractionId),
    /// A member, with the running games.
    Member(MemberId),
    /// A server.
    Server(i64),
    /// A challenge and the game that it became, which have the same id, with their notifications.
    Game(GameId),
    /// The games of a member in a channel in which a move was typed lately.
    TypedMove(ChannelId, MemberId),
    /// The open challenges of a member.
    ChallengesBy(MemberId),
    /// When what limits somebody happened.
    Limited(Limit),
    /// The rating and the standings of a member in a game of the family.
    Ranking(MemberId, Variant),
    /// What a member has solved in the lessons of a game.
    Solved(MemberId, Variant),
    /// The open challenges that a member has made or received.
    ChallengesWith(MemberId),
    /// The messages of the member's latest notifications: the game, the channel, the message, whether it is editable, and the time of each.
    NotifiedAbout(MemberId),
    /// Whether an id is in use.
    IdInUse(FormerId),
    /// When the bot was last known to be connected.
    LastConnected,
    /// The games and challenges with a message that shows a deadline and that the bot can edit by itself.
    Deadlines,
}

impl Key {
    /// Whether its value is kept from group to group.
    const fn is_kept(self) -> bool {
        matches!(self, Self::Member(_) | Self::Server(_) | Self::Game(_))
    }
}

/// A value of the database.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Member(Arc<Member>),
    Server(Arc<Server>),
    Game(Arc<GameEntry>),
    Ranking(Arc<Ranking>),
    Solved(Arc<Solved>),
    /// The row holds that, which this program never writes. Only who reads it is told.
    Corrupt(&'static str),
    /// Everything else: ids of games and challenges, times, and 1 for an interaction that was applied.
    List(Arc<Vec<i64>>),
}

/// A member. One who has never been seen has no name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// The name last seen.
    pub name: Option<String>,
    /// The settings.
    pub settings: MemberSettings,
    /// The running games, ordered by id.
    pub running: Vec<Running>,
    /// Whether the member was told that there are lessons.
    pub told_of_lessons: bool,
    /// Who blocked this member before the member's erasure. Restored together with the name.
    pub blocked_by: Vec<MemberId>,
    /// The pseudonym under which they did.
    pub pseudonym: Option<String>,
}

/// A running game of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    /// The game.
    pub game: GameId,
    /// Where it is played.
    pub channel: ChannelId,
    /// The opponent.
    pub opponent: PlayerId,
}

/// A server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Server {
    /// The settings.
    pub(super) settings: ServerSettings,
    /// Whether the bot is in it.
    pub(super) is_present: bool,
}

/// A challenge and the game that it became.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GameEntry {
    pub(super) game: Option<GameRecord>,
    /// The moves of the game.
    pub(super) plies: Arc<Vec<PlayedAt>>,
    /// How often the game was changed.
    pub(super) version: i64,
    /// Its number among the rated games that have ended, in order.
    pub(super) finish: Option<i64>,
    pub(super) challenge: Option<ChallengeRecord>,
    /// The messages of notifications about either.
    pub(super) notifications: Vec<NotificationMessage>,
    /// The game that follows this one.
    pub(super) successor: Option<GameId>,
}

/// The values that are kept from group to group. A member's language is read from here, too.
#[derive(Clone, Debug)]
pub(super) struct Cache(Arc<Mutex<LruCache<Key, Value>>>);

impl Default for Cache {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(LruCache::new(KEPT))))
    }
}

impl Cache {
    pub(super) fn lock(&self) -> MutexGuard<'_, LruCache<Key, Value>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The values that are loaded.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) cache: Cache,
    /// Values that were asked for. They are kept until the group is saved.
    answers: HashMap<Key, Value>,
    /// The number of the rated game that ended last.
    pub(super) finish: i64,
    pub(super) pseudonyms: Arc<Pseudonyms>,
}

/// A copy is not updated.
impl Clone for Known {
    fn clone(&self) -> Self {
        Self {
            cache: Cache(Arc::new(Mutex::new(self.cache.lock().clone()))),
            answers: self.answers.clone(),
            pseudonyms: self.pseudonyms.clone(),
            ..*self
        }
    }
}

impl Known {
    /// Nothing is loaded yet.
    pub(super) fn new(finish: i64, pseudonyms: Arc<Pseudonyms>) -> Self {
        Self {
            cache: Cache::default(),
            answers: HashMap::new(),
            finish,
            pseudonyms,
        }
    }

    /// Loads what is always needed.
    pub(super) async fn first(connection: &mut AnyConnection) -> Result<Self> {
        let key = sqlx::query_scalar("SELECT value FROM secrets WHERE name = 'pseudonyms'");
        let key: Vec<u8> = key.fetch_one(&mut *connection).await?;
        let finish =
            sqlx::query_scalar("SELECT CAST(COALESCE(MAX(finish), 0) AS BIGINT) FROM games");
        Ok(Self::new(
            finish.fetch_one(connection).await?,
            Arc::new(Pseudonyms::new(&key)),
        ))
    }

    pub(super) fn get(&self, key: Key) -> Option<Value> {
        let answer = self.answers.get(&key).cloned();
        answer.or_else(|| {
            let is_kept = key.is_kept();
            is_kept.then(|| self.cache.lock().get(&key).cloned())?
        })
    }

    /// Keeps a value that was loaded or changed.
    pub(super) fn insert(&mut self, key: Key, value: Value) {
        if key.is_kept() && !matches!(value, Value::Corrupt(_)) {
            self.cache.lock().insert(key, value.clone());
        }
        self.keep_for_group(key, value);
    }

    /// Keeps a value until the group is saved.
    pub(super) fn keep_for_group(&mut self, key: Key, value: Value) {
        self.answers.insert(key, value);
    }

    /// The keys among these whose values are not loaded.
    pub(super) fn lacking(&self, keys: &[Key]) -> BTreeSet<Key> {
        let lacks = |key: &&Key| self.get(**key).is_none();
        keys.iter().filter(lacks).copied().collect()
    }

    /// Forgets what is kept until the group is saved.
    pub(super) fn forget_answers(&mut self) {
        self.answers.clear();
    }

    /// Forgets everything that is kept.
    pub(super) fn forget(&mut self) {
        self.forget_answers();
        self.cache.lock().clear();
    }

    /// Everything that is kept.
    pub(super) fn kept(&self) -> BTreeSet<Key> {
        self.cache.lock().iter().map(|(&key, _)| key).collect()
    }

    /// What differs from the stored values, a line each.
    pub(super) fn differences(&self, stored: &Self) -> Vec<String> {
        let finish = (self.finish != stored.finish)
            .then(|| format!("finish: {}, {}", self.finish, stored.finish));
        let differs = |key: Key| {
            let (known, stored) = (self.get(key), stored.get(key));
            (known != stored).then(|| format!("known: {known:?}\nstored: {stored:?}"))
        };
        finish
            .into_iter()
            .chain(self.kept().into_iter().filter_map(differs))
            .collect()
    }
}
