//! What is known of the database without asking it again: the values that jobs decide on, by what they are asked for.
//!
//! Members, servers, and what stands under a number are kept from group to group, the latest used of them; the answers to rarer
//! questions until the group has been saved. All of it is committed: what a group has changed is in its [`super::work::Changes`].

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashlink::LruCache;
use sqlx::AnyConnection;

use super::Result;
use super::pseudonyms::Pseudonyms;
use crate::game::{GameId, MemberId, PlayerId, Timestamp};
use crate::records::{
    ChallengeRecord, ChannelId, Form, GameRecord, InteractionId, MemberSettings,
    NotificationMessage, PlayedAt, ServerSettings,
};

/// How many values are kept. A game takes about a kilobyte, the others less.
const KEPT: usize = 4096;

/// Something that is asked of the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// Whether an interaction has been applied within the last day.
    Applied(InteractionId),
    /// A member, with the games that run.
    Member(MemberId),
    /// A server.
    Server(i64),
    /// What stands under a number: the challenge, the game that came of it, who was told of it.
    Game(GameId),
    /// The games of a member in a channel in which a move was typed last.
    TypedMove(ChannelId, MemberId),
    /// The open challenges of a member.
    Challenges(MemberId),
    /// When a challenge of the one to the other was declined last.
    Declined(MemberId, MemberId),
    /// When rated games of the two have begun, the smaller one first.
    Rated(MemberId, MemberId),
    /// When the member did not turn up last.
    NoShow(MemberId),
    /// The rating of a member, and how the member stands.
    Form(MemberId),
    /// The open challenges that a member has made or received.
    Open(MemberId),
    /// The games and challenges about which a member was told something by a message that is still there.
    Told(MemberId),
    /// What limits a member since then: of each its kind, the two members, and when.
    Limits(MemberId, Timestamp),
    /// Whether a number stands for somebody already.
    Taken(MemberId),
    /// When the bot was last known to be connected.
    Alive,
    /// What is shown in a message that the bot can edit by itself and that says until when something can be done: running games
    /// between members, and open challenges.
    Deadlines,
}

impl Key {
    /// Whether what it asks for is kept from group to group.
    const fn is_kept(self) -> bool {
        matches!(self, Self::Member(_) | Self::Server(_) | Self::Game(_))
    }
}

/// What the database says when it is asked.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Member(Arc<Member>),
    Server(Arc<Server>),
    Game(Arc<GameEntry>),
    Form(Arc<Form>),
    /// Everything else: numbers of games and challenges, times, and 1 for an interaction that was applied.
    List(Arc<Vec<i64>>),
}

/// A member as the database knows one; without a name where it does not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// The name last seen.
    pub name: Option<String>,
    /// What the member has set.
    pub settings: MemberSettings,
    /// The games that run, by their numbers.
    pub running: Vec<Running>,
    /// Who blocked this member before everything about the member was erased: to be restored with the name.
    pub blocked_by: Vec<MemberId>,
    /// By which pseudonym, where anybody did.
    pub pseudonym: Option<String>,
}

/// A running game of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    /// Which it is.
    pub game: GameId,
    /// Where it is played.
    pub channel: ChannelId,
    /// Against whom.
    pub opponent: PlayerId,
}

/// A server as the database knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Server {
    /// What it has set.
    pub(super) settings: ServerSettings,
    /// Whether it is known, and not missing.
    pub(super) is_present: bool,
}

/// What stands under a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GameEntry {
    pub(super) game: Option<GameRecord>,
    /// Its moves, the first one first.
    pub(super) plies: Arc<Vec<PlayedAt>>,
    /// How often the game was changed.
    pub(super) version: i64,
    /// The how-manyth rated game it was to end.
    pub(super) finish: Option<i64>,
    pub(super) challenge: Option<ChallengeRecord>,
    /// The messages by which somebody was told something about either.
    pub(super) notifications: Vec<NotificationMessage>,
    /// The game that goes on from this one.
    pub(super) successor: Option<GameId>,
}

/// What is kept from group to group. Whoever only wants to know a member's language looks here, too.
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

/// What is known.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) cache: Cache,
    /// What is known until the group has been saved.
    answers: HashMap<Key, Value>,
    /// The number of the rated game that was the latest to end.
    pub(super) finish: i64,
    pub(super) pseudonyms: Arc<Pseudonyms>,
}

/// A copy is one of the moment, which is not kept up to date.
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
    /// Nothing yet but what has to be known.
    pub(super) fn new(finish: i64, pseudonyms: Arc<Pseudonyms>) -> Self {
        Self {
            cache: Cache::default(),
            answers: HashMap::new(),
            finish,
            pseudonyms,
        }
    }

    /// What is known at first: what is always needed.
    pub(super) async fn first(connection: &mut AnyConnection) -> Result<Self> {
        let pseudonyms = Pseudonyms::of_database(connection).await?;
        let finish =
            sqlx::query_scalar("SELECT CAST(COALESCE(MAX(finish), 0) AS BIGINT) FROM games");
        Ok(Self::new(
            finish.fetch_one(connection).await?,
            Arc::new(pseudonyms),
        ))
    }

    pub(super) fn get(&self, key: Key) -> Option<Value> {
        if key.is_kept() {
            self.cache.lock().get(&key).cloned()
        } else {
            self.answers.get(&key).cloned()
        }
    }

    pub(super) fn insert(&mut self, key: Key, value: Value) {
        if key.is_kept() {
            self.cache.lock().insert(key, value);
        } else {
            self.answers.insert(key, value);
        }
    }

    /// Which of those are not known.
    pub(super) fn lacking(&self, keys: &[Key]) -> BTreeSet<Key> {
        let lacks = |key: &&Key| self.get(**key).is_none();
        keys.iter().filter(lacks).copied().collect()
    }

    /// Forgets the answers that are not kept.
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

    /// What differs from what is stored: a line for each.
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
