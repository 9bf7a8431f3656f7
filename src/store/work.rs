//! What a job reads and changes: values. Reading a value that is not loaded yet fails the job with [`Error::Missing`]. The value is loaded,
//! and the job runs again.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::cache::{GameEntry, Key, Known, Member, Server, Value};
use super::{Error, Result};
use crate::game::{GameId, MemberId, Timestamp};
use crate::records::{
    InteractionId, MemberSettings, MessageId, Notification, ObsoleteMessage, Pseudonyms, Ranking,
    RatedResult, ServerSettings, Solved,
};
use crate::rules::{Position, Variant};

/// The changes of a job or of a group.
#[derive(Debug, Default)]
pub(super) struct Changes {
    pub(super) applied: Vec<InteractionId>,
    pub(super) values: HashMap<Key, Change>,
    pub(super) rated: Vec<RatedResult>,
    pub(super) limited: Vec<LimitRow>,
    /// Limits that are taken back: the kind, the pseudonym and the time.
    pub(super) unlimited: Vec<(&'static str, String, i64)>,
    pub(super) unsent: Unsent,
    /// Statements for rare changes of many rows. They are executed last, in this order.
    pub(super) wide: Vec<Statement>,
    /// Whether they change values that may be cached.
    pub(super) forgets: bool,
    /// Whether they erase data, which must not remain in the files.
    pub(super) erases: bool,
}

/// Notifications that are to be sent, and messages that are to be deleted; and those that have been.
#[derive(Debug, Default)]
pub(super) struct Unsent {
    pub(super) to_send: Vec<Notification>,
    pub(super) sent: Vec<Notification>,
    pub(super) to_delete: Vec<(ObsoleteMessage, Timestamp)>,
    pub(super) deleted: Vec<MessageId>,
}

impl Unsent {
    fn is_empty(&self) -> bool {
        let Self {
            to_send,
            sent,
            to_delete,
            deleted,
        } = self;
        to_send.is_empty() && sent.is_empty() && to_delete.is_empty() && deleted.is_empty()
    }

    fn add(&mut self, later: Self) {
        self.to_send.extend(later.to_send);
        self.sent.extend(later.sent);
        self.to_delete.extend(later.to_delete);
        self.deleted.extend(later.deleted);
    }
}

/// A row of `limits`: the kind, the pseudonym, when it happened, and until when it is kept.
type LimitRow = (&'static str, String, i64, i64);

/// A statement for a rare change of many rows. Its parameters are the text, if there is one, then the numbers.
#[derive(Debug)]
pub(super) struct Statement {
    pub(super) sql: Cow<'static, str>,
    pub(super) text: Option<String>,
    pub(super) numbers: Vec<i64>,
}

/// A value before and after a change.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) before: Value,
    pub(super) now: Value,
}

impl Changes {
    pub(super) fn is_empty(&self) -> bool {
        let Self {
            applied,
            values,
            rated,
            limited,
            unlimited,
            unsent,
            wide,
            forgets: _,
            erases: _,
        } = self;
        let limits = limited.is_empty() && unlimited.is_empty();
        let values = applied.is_empty() && values.is_empty() && rated.is_empty();
        values && limits && unsent.is_empty() && wide.is_empty()
    }

    /// Adds the later changes of another job.
    pub(super) fn extend(&mut self, later: Self) {
        self.applied.extend(later.applied);
        self.rated.extend(later.rated);
        self.limited.extend(later.limited);
        self.unlimited.extend(later.unlimited);
        self.unsent.add(later.unsent);
        self.wide.extend(later.wide);
        self.forgets |= later.forgets;
        self.erases |= later.erases;
        for (key, change) in later.values {
            self.put(key, change.before, change.now);
        }
    }

    fn put(&mut self, key: Key, before: Value, now: Value) {
        match self.values.get_mut(&key) {
            Some(change) => change.now = now,
            None => drop(self.values.insert(key, Change { before, now })),
        }
    }

    /// Increments the versions of changed games.
    pub(super) fn bump_versions(&mut self) {
        for change in self.values.values_mut() {
            if let (Value::Game(before), Value::Game(now)) = (&change.before, &mut change.now)
                && before.game.is_some()
                && before.game != now.game
            {
                Arc::make_mut(now).version = before.version + 1;
            }
        }
    }

    /// Puts these values into the cache, once they are stored.
    pub(super) fn keep(self, known: &mut Known) {
        for (key, change) in self.values {
            known.insert(key, change.now);
        }
        known.finish = self.rated.last().map_or(known.finish, |end| end.finish);
        known.forget_answers();
        if self.forgets {
            known.forget();
        }
    }
}

/// The values that a job sees: those loaded, with the changes of its group and its own. Functions fail with [`Error::Missing`], and with
/// [`Error::Corrupt`] if a row holds what this program never writes.
#[derive(Debug)]
pub struct Work<'g> {
    pub(super) known: &'g mut Known,
    group: &'g Changes,
    pub(super) own: Changes,
    pub(super) missing: BTreeSet<Key>,
}

/// A kind of value with its key.
pub(super) trait Kind: Clone {
    type Id: Copy;
    fn key(id: Self::Id) -> Key;
    fn wrap(value: Arc<Self>) -> Value;
    fn unwrap(value: Value) -> Option<Arc<Self>>;
}

macro_rules! kinds {
    ($($value:ident = $kind:ty, $given:pat, $id:ty: $key:expr;)*) => {$(
        impl Kind for $kind {
            type Id = $id;
            fn key($given: $id) -> Key {
                $key
            }
            fn wrap(value: Arc<Self>) -> Value {
                Value::$value(value)
            }
            fn unwrap(value: Value) -> Option<Arc<Self>> {
                if let Value::$value(value) = value { Some(value) } else { None }
            }
        }
    )*};
}

kinds! {
    Member = Member, id, MemberId: Key::Member(id);
    Server = Server, id, i64: Key::Server(id);
    Game = GameEntry, id, GameId: Key::Game(id);
    Ranking = Ranking, (member, variant), (MemberId, Variant): Key::Ranking(member, variant);
    Solved = Solved, (member, variant), (MemberId, Variant): Key::Solved(member, variant);
}

impl<'g> Work<'g> {
    pub(super) fn new(known: &'g mut Known, group: &'g Changes) -> Self {
        Self {
            known,
            group,
            own: Changes::default(),
            missing: BTreeSet::new(),
        }
    }

    fn value(&mut self, key: Key) -> Result<Value> {
        let own = self.own.values.get(&key);
        let changed = own.or_else(|| self.group.values.get(&key));
        let value = changed.map(|change| change.now.clone());
        match value.or_else(|| self.known.get(key)) {
            Some(Value::Corrupt(what)) => Err(Error::Corrupt(what)),
            Some(value) => Ok(value),
            None => {
                self.missing.insert(key);
                Err(Error::Missing)
            }
        }
    }

    pub(super) fn get<K: Kind>(&mut self, id: K::Id) -> Result<Arc<K>> {
        K::unwrap(self.value(K::key(id))?).ok_or(Error::Corrupt("answer"))
    }

    pub(super) fn edit<K: Kind>(&mut self, id: K::Id, edit: impl FnOnce(&mut K)) -> Result<()> {
        let before = self.get::<K>(id)?;
        let mut now = (*before).clone();
        edit(&mut now);
        self.own
            .put(K::key(id), K::wrap(before), K::wrap(Arc::new(now)));
        Ok(())
    }

    pub(super) fn list(&mut self, key: Key) -> Result<Arc<Vec<i64>>> {
        if let Value::List(list) = self.value(key)? {
            Ok(list)
        } else {
            Err(Error::Corrupt("answer"))
        }
    }

    pub(super) fn edit_list(&mut self, key: Key, edit: impl FnOnce(&mut Vec<i64>)) -> Result<()> {
        let before = self.list(key)?;
        let mut now = (*before).clone();
        edit(&mut now);
        self.own
            .put(key, Value::List(before), Value::List(Arc::new(now)));
        Ok(())
    }

    /// Executes a statement after the changes of this job. Such a job is a group of its own.
    pub(super) fn execute(&mut self, sql: impl Into<Cow<'static, str>>, numbers: &[i64]) {
        self.execute_on(None, sql, numbers);
    }

    /// The same with a text before the numbers.
    pub(super) fn execute_on(
        &mut self,
        text: Option<String>,
        sql: impl Into<Cow<'static, str>>,
        numbers: &[i64],
    ) {
        self.own.wide.push(Statement {
            sql: sql.into(),
            text,
            numbers: numbers.to_vec(),
        });
    }

    /// Declares that the statements change values that may be cached.
    pub(super) fn forget(&mut self) {
        self.own.forgets = true;
    }

    pub(super) fn pseudonyms(&self) -> Arc<Pseudonyms> {
        self.known.pseudonyms.clone()
    }

    /// Whether an interaction has been applied.
    pub fn is_applied(&mut self, interaction: InteractionId) -> Result<bool> {
        Ok(self.list(Key::Applied(interaction))?.contains(&1))
    }

    /// Remembers that an interaction was applied.
    pub fn remember(&mut self, interaction: InteractionId) {
        self.own.applied.push(interaction);
    }

    /// A member.
    pub fn member(&mut self, id: MemberId) -> Result<Arc<Member>> {
        self.get(id)
    }

    /// Saves a member's name.
    pub fn set_member_name(&mut self, id: MemberId, name: &str) -> Result<()> {
        let member = self.member(id)?;
        if member.name.as_deref() == Some(name) {
            return Ok(());
        }
        // A member who has come back after an erasure: earlier blocks are ordinary ones again.
        for &blocker in &member.blocked_by {
            self.edit(blocker, |blocker: &mut Member| {
                let blocked = &mut blocker.settings.blocked;
                blocked.push(id);
                blocked.sort();
                blocked.dedup();
            })?;
        }
        self.edit(id, |member: &mut Member| {
            member.name = Some(name.to_owned());
            member.blocked_by.clear();
            member.pseudonym = None;
        })
    }

    /// Saves the settings of a member whose name is known.
    pub fn set_member(&mut self, id: MemberId, settings: MemberSettings) -> Result<()> {
        self.edit(id, |member: &mut Member| member.settings = settings)
    }

    /// Notes that a member was told that there are lessons. Returns whether that is new.
    pub fn tell_of_lessons(&mut self, id: MemberId) -> Result<bool> {
        let is_new = !self.member(id)?.told_of_lessons;
        if is_new {
            self.edit(id, |member: &mut Member| member.told_of_lessons = true)?;
        }
        Ok(is_new)
    }

    /// What a member has solved in the lessons of a game.
    pub fn solved(&mut self, member: MemberId, variant: Variant) -> Result<Solved> {
        Ok((*self.get::<Solved>((member, variant))?).clone())
    }

    /// Notes that a member has solved a position of a lesson.
    pub fn note_solved(&mut self, member: MemberId, at: Position) -> Result<()> {
        let id = (member, at.variant());
        if self.get::<Solved>(id)?.0.contains(&at) {
            return Ok(());
        }
        self.edit(id, |solved: &mut Solved| solved.0.push(at))
    }

    /// The settings of a server. The defaults for direct messages.
    pub fn server_settings(&mut self, server: Option<i64>) -> Result<ServerSettings> {
        match server {
            Some(server) => Ok(self.get::<Server>(server)?.settings.clone()),
            None => Ok(ServerSettings::default()),
        }
    }

    /// Saves the settings of a server.
    pub fn set_server(&mut self, id: i64, settings: ServerSettings) -> Result<()> {
        self.edit(id, |server: &mut Server| {
            server.settings = settings;
            server.is_present = true;
        })
    }

    /// Notes that the bot is in a server.
    pub fn mark_server_present(&mut self, id: i64) -> Result<()> {
        if self.get::<Server>(id)?.is_present {
            return Ok(());
        }
        self.edit(id, |server: &mut Server| server.is_present = true)
    }

    /// Reads all of them. Those that are missing are loaded together.
    pub(super) fn all<T>(
        &mut self,
        ids: impl IntoIterator<Item = GameId>,
        get: impl Fn(&mut Self, GameId) -> Result<Option<T>>,
    ) -> Result<Vec<T>> {
        let found: Vec<_> = ids.into_iter().map(|id| get(self, id)).collect();
        let found: Result<Vec<_>> = found.into_iter().collect();
        Ok(found?.into_iter().flatten().collect())
    }

    /// The games and challenges that a key asks for: those that are stored, corrected by what this group has changed.
    pub(super) fn meant(
        &mut self,
        key: Key,
        is_meant: impl Fn(&GameEntry) -> bool,
    ) -> Result<Vec<GameId>> {
        let mut ids = self.ids(key)?;
        let mut changed = BTreeMap::new();
        for values in [&self.group.values, &self.own.values] {
            for (&key, change) in values {
                if let (Key::Game(id), Value::Game(now)) = (key, &change.now) {
                    changed.insert(id, is_meant(now));
                }
            }
        }
        ids.retain(|id| !changed.contains_key(id));
        let changed = changed.into_iter().filter(|(_, is_meant)| *is_meant);
        ids.extend(changed.map(|(id, _)| id));
        Ok(ids)
    }

    /// The latest time of a list.
    pub(super) fn latest(&mut self, key: Key) -> Result<Option<Timestamp>> {
        Ok(self.list(key)?.iter().max().copied().map(Timestamp))
    }

    /// The games and challenges of a list.
    pub(super) fn ids(&mut self, key: Key) -> Result<Vec<GameId>> {
        Ok(self.list(key)?.iter().copied().map(GameId).collect())
    }

    pub(super) fn game_entry(&mut self, id: GameId) -> Result<Arc<GameEntry>> {
        self.get(id)
    }

    /// Declares that there is no game with that id: it is that of an interaction that has never been seen.
    pub fn declare_new(&mut self, id: GameId) {
        if self.known.get(Key::Game(id)).is_none() {
            // Not beyond the group: most interactions begin no game.
            let none = Value::Game(Arc::default());
            self.known.keep_for_group(Key::Game(id), none);
        }
    }

    /// The rating and the standings of a member in a game of the family.
    pub fn ranking(&mut self, member: MemberId, variant: Variant) -> Result<Arc<Ranking>> {
        self.get((member, variant))
    }

    /// Saves the changes of a rated game that has just ended. It gets the next number.
    pub fn rate(&mut self, mut end: RatedResult) -> Result<()> {
        let before = self.own.rated.last().or(self.group.rated.last());
        end.finish = before.map_or(self.known.finish, |before| before.finish) + 1;
        self.edit(end.game, |entry: &mut GameEntry| {
            entry.finish = Some(end.finish);
        })?;
        for (member, ranking) in &end.rankings {
            let key = (*member, end.variant);
            self.edit(key, |known: &mut Ranking| known.clone_from(ranking))?;
        }
        self.own.rated.push(end);
        Ok(())
    }
}
