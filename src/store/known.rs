//! What is known of the database without asking it again: the values that jobs decide on, by what they are asked for.
//!
//! Members, servers, and what stands under a number are kept from group to group, the latest used of them; answers to rarer questions
//! until the group has been saved. All of it is committed: what a group has changed is in its [`super::work::Changes`].

use std::collections::{BTreeSet, HashMap};
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use sqlx::{AnyConnection, Row};

use super::limits::Pseudonyms;
use super::rows::{ChannelId, Form, GameRecord, InteractionId, PlayedAt};
use super::settings::{MemberSettings, ServerSettings};
use super::transaction::Forgotten;
use super::{ChallengeRecord, Error, Notice};
use crate::game::{GameId, MemberId, PlayerId, Timestamp};

/// How many of each are kept at least; twice as many at most. A game takes about a kilobyte.
const KEPT: usize = 1024;

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
    Number(GameId),
    /// The games of a member in a channel in which a move was typed last.
    Typed(ChannelId, MemberId),
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
}

/// A member as the database knows one; without a name where it does not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// The name last seen.
    pub name: Option<String>,
    /// What the member has set.
    pub settings: MemberSettings,
    /// The games that run.
    pub running: Vec<Running>,
    /// Who blocked this member before everything about the member was erased: to be restored with the name.
    pub blocked_by: Vec<MemberId>,
    /// By which pseudonym, where anybody did.
    pub pseudonym: Option<String>,
}

impl Member {
    /// Whether it is the same, in whatever order the games are.
    fn is_like(&self, other: &Self) -> bool {
        let sorted = |member: &Self| {
            let mut member = member.clone();
            member.running.sort_by_key(|running| running.game);
            member
        };
        sorted(self) == sorted(other)
    }
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
    pub settings: ServerSettings,
    /// Whether it is known, and not missing.
    pub is_present: bool,
}

/// What stands under a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbered {
    /// The game.
    pub game: Option<GameRecord>,
    /// Its moves, the first one first.
    pub plies: Arc<Vec<PlayedAt>>,
    /// How often the game was changed.
    pub version: i64,
    /// The how-manyth rated game it was to end.
    pub finish: Option<i64>,
    /// The challenge.
    pub challenge: Option<ChallengeRecord>,
    /// The messages by which somebody was told something about either.
    pub notices: Vec<Notice>,
    /// The game that goes on from this one.
    pub successor: Option<GameId>,
}

/// The answer to a question that is not kept.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Answer {
    Applied(bool),
    /// Games or challenges.
    Numbers(Vec<GameId>),
    /// When that was, the latest first.
    Times(Vec<Timestamp>),
    Form(Form),
}

/// What is known.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) members: Recent<MemberId, Member>,
    pub(super) servers: Recent<i64, Server>,
    pub(super) numbers: Recent<GameId, Numbered>,
    pub(super) answers: HashMap<Key, Answer>,
    /// The number of the rated game that was the latest to end.
    pub(super) finish: i64,
    pub(super) pseudonyms: Arc<Pseudonyms>,
    pub(super) languages: Arc<Languages>,
}

/// Which language a member has chosen, as far as that is known without a trip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// This one.
    Language(String),
    /// None: Discord's own is followed.
    Nothing,
    /// That would have to be asked.
    Unknown,
}

/// The languages that members have chosen, of those members who are known: for whoever only wants to know that, without a trip.
#[derive(Debug, Default)]
pub(super) struct Languages(Mutex<Recent<MemberId, Option<String>>>);

impl Languages {
    pub(super) fn of(&self, member: MemberId) -> Chosen {
        let mut languages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match languages.get(&member).as_deref() {
            Some(Some(language)) => Chosen::Language(language.clone()),
            Some(None) => Chosen::Nothing,
            None => Chosen::Unknown,
        }
    }

    fn set(&self, member: MemberId, language: Option<String>) {
        let mut languages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        languages.insert(member, Arc::new(language));
    }

    fn forget(&self, member: Option<MemberId>) {
        let mut languages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match member {
            Some(member) => languages.remove(&member),
            None => *languages = Recent::default(),
        }
    }
}

impl Known {
    /// Nothing yet but what has to be known.
    pub(super) fn new(finish: i64, pseudonyms: Arc<Pseudonyms>) -> Self {
        Self {
            languages: Arc::default(),
            members: Recent::default(),
            servers: Recent::default(),
            numbers: Recent::default(),
            answers: HashMap::new(),
            finish,
            pseudonyms,
        }
    }

    /// What is known at first: what is always needed.
    pub(super) async fn first(connection: &mut AnyConnection) -> Result<Self, Error> {
        let pseudonyms = Pseudonyms::of_database(connection).await?;
        let row = sqlx::query("SELECT CAST(COALESCE(MAX(finish), 0) AS BIGINT) FROM games");
        let finish = row.fetch_one(connection).await?.try_get(0)?;
        Ok(Self::new(finish, Arc::new(pseudonyms)))
    }

    /// Knows a member from now on.
    pub(super) fn meet(&mut self, id: MemberId, member: Arc<Member>) {
        self.languages.set(id, member.settings.language.clone());
        self.members.insert(id, member);
    }

    /// Forgets what has been changed elsewhere.
    pub(super) fn forget(&mut self, forgotten: Forgotten) {
        self.answers.clear();
        match forgotten {
            Forgotten::All => {
                self.languages.forget(None);
                *self = Self {
                    languages: self.languages.clone(),
                    ..Self::new(self.finish, self.pseudonyms.clone())
                };
            }
            Forgotten::These(keys) => {
                for key in keys {
                    match key {
                        Key::Member(id) => {
                            self.languages.forget(Some(id));
                            self.members.remove(&id);
                        }
                        Key::Server(id) => self.servers.remove(&id),
                        Key::Number(id) => self.numbers.remove(&id),
                        _answer => {}
                    }
                }
            }
        }
    }

    /// Which of those are not known.
    pub(super) fn lacking(&mut self, keys: &[Key]) -> BTreeSet<Key> {
        let lacks = |key: &&Key| !self.knows(key);
        keys.iter().filter(lacks).copied().collect()
    }

    /// What differs from what is stored: a line for each.
    pub(super) fn differences(&self, stored: &mut Self) -> Vec<String> {
        let mut differences = Vec::new();
        if self.finish != stored.finish {
            differences.push(format!("finish: {} is {}", self.finish, stored.finish));
        }
        let mut differs = |known: &dyn Debug, stored: &dyn Debug, is_alike: bool| {
            if !is_alike {
                differences.push(format!("known: {known:?}\nstored: {stored:?}"));
            }
        };
        for (id, known) in self.members.all() {
            let stored = stored.members.get(&id);
            let alike = stored.as_ref().is_some_and(|stored| known.is_like(stored));
            differs(known, &stored, alike);
        }
        for (id, known) in self.servers.all() {
            let stored = stored.servers.get(&id);
            differs(known, &stored, stored.as_ref() == Some(known));
        }
        for (id, known) in self.numbers.all() {
            let stored = stored.numbers.get(&id);
            differs(known, &stored, stored.as_ref() == Some(known));
        }
        differences
    }

    fn knows(&mut self, key: &Key) -> bool {
        match key {
            Key::Member(id) => self.members.get(id).is_some(),
            Key::Server(id) => self.servers.get(id).is_some(),
            Key::Number(id) => self.numbers.get(id).is_some(),
            _answer => self.answers.contains_key(key),
        }
    }
}

/// Values of which the latest used are kept: two generations of [`KEPT`]. When the young one is full, it becomes the old one, and what
/// was old is forgotten.
#[derive(Debug)]
pub(super) struct Recent<K, V> {
    young: HashMap<K, Arc<V>>,
    old: HashMap<K, Arc<V>>,
}

impl<K, V> Default for Recent<K, V> {
    fn default() -> Self {
        Self {
            young: HashMap::new(),
            old: HashMap::new(),
        }
    }
}

impl<K: Copy + Eq + Hash, V> Recent<K, V> {
    pub(super) fn get(&mut self, key: &K) -> Option<Arc<V>> {
        if let Some(known) = self.young.get(key) {
            return Some(known.clone());
        }
        let known = self.old.remove(key)?;
        self.insert(*key, known.clone());
        Some(known)
    }

    pub(super) fn insert(&mut self, key: K, value: Arc<V>) {
        if self.young.len() >= KEPT {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, value);
    }

    pub(super) fn remove(&mut self, key: &K) {
        self.young.remove(key);
        self.old.remove(key);
    }

    /// Everything that is kept.
    pub(super) fn all(&self) -> impl Iterator<Item = (K, &Arc<V>)> {
        // What is in both was changed since, and the young one counts.
        let old = self
            .old
            .iter()
            .filter(|(key, _)| !self.young.contains_key(key));
        self.young
            .iter()
            .chain(old)
            .map(|(key, value)| (*key, value))
    }
}

/// The newest interaction that has been applied.
pub(super) async fn newest_applied(connection: &mut AnyConnection) -> Result<InteractionId, Error> {
    let newest = sqlx::query("SELECT CAST(COALESCE(MAX(id), 0) AS BIGINT) FROM interactions");
    Ok(InteractionId(
        newest.fetch_one(connection).await?.try_get(0)?,
    ))
}
