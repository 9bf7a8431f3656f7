//! What jobs decide on without a database: values in memory, as of an empty one at first. For tests of use cases as plain functions.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::hash::Hasher;
use std::sync::Arc;

use super::super::cache::{GameEntry, Key, Known, Member, Value};
use super::super::work::Changes;
use super::super::{Result, Work};
use crate::game::{FormerId, GameId, MemberId, Person};
use crate::records::{
    ChallengeRecord, ChannelId, GameRecord, InteractionId, PlayedAt, Pseudonyms, Ranking, Stage,
};
use crate::rules::Variant;

/// What is stored.
#[derive(Clone)]
pub(crate) struct Values {
    /// Members, servers, games, rankings and limits. Lists are derived from them.
    stored: BTreeMap<Key, Value>,
    applied: BTreeSet<InteractionId>,
    finish: i64,
}

/// Values that jobs can read.
pub(crate) struct Loaded<'v> {
    values: &'v Values,
    known: Known,
}

/// What a job has changed.
pub(crate) struct Changed(Changes);

/// A stored game, and what is stored beside it.
pub(crate) struct StoredGame<'v> {
    pub(crate) record: &'v GameRecord,
    pub(crate) plies: &'v [PlayedAt],
    pub(crate) finish: Option<i64>,
    pub(crate) version: i64,
}

impl Values {
    pub(crate) fn none() -> Self {
        Self {
            stored: BTreeMap::new(),
            applied: BTreeSet::new(),
            finish: 0,
        }
    }

    /// Decides as the writing task does: as often as something is missing, and keeps what is changed if nothing is refused.
    pub(crate) fn decide<T, E>(
        &mut self,
        job: impl Fn(&mut Work<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let (outcome, changed) = self.load().decide(job)?;
        *self = self.after(changed);
        Ok(outcome)
    }

    pub(crate) fn load(&self) -> Loaded<'_> {
        let pseudonyms = Arc::new(Pseudonyms::new(b"a test"));
        let mut known = Known::new(self.finish, pseudonyms);
        for (&key, value) in &self.stored {
            known.keep_for_group(key, value.clone());
        }
        Loaded {
            values: self,
            known,
        }
    }

    /// What is stored after that.
    pub(crate) fn after(&self, Changed(mut changes): Changed) -> Self {
        changes.bump_versions();
        let mut after = self.clone();
        after.applied.extend(changes.applied);
        let finish = changes.rated.last().map(|end| end.finish);
        after.finish = finish.unwrap_or(after.finish);
        for (key, change) in changes.values {
            if change.now == nothing(key) {
                after.stored.remove(&key);
            } else if is_stored(key) {
                after.stored.insert(key, change.now);
            }
        }
        after
    }

    /// Whether that was decided on the games as they are stored, which is what a version is for.
    pub(crate) fn is_up_to_date(&self, Changed(changes): &Changed) -> bool {
        changes.values.iter().all(|(&key, change)| {
            let (Key::Game(id), Value::Game(before)) = (key, &change.before) else {
                return true;
            };
            before.version == self.entry(id).map_or(0, |entry| entry.version)
        })
    }

    /// The same with one game as it was before.
    pub(crate) fn with_old(&self, id: GameId, before: &Self) -> Self {
        let mut mixed = self.clone();
        let key = Key::Game(id);
        match before.stored.get(&key) {
            Some(old) => drop(mixed.stored.insert(key, old.clone())),
            None => drop(mixed.stored.remove(&key)),
        }
        mixed
    }

    /// The same after the statements of an erasure, which need a database.
    pub(crate) fn forget(&mut self, member: MemberId, former: FormerId) {
        let is_of =
            |key: &Key| matches!(*key, Key::Member(of) | Key::Ranking(of, _) if of == member);
        self.stored.retain(|key, _| !is_of(key));
        for value in self.stored.values_mut() {
            if let Value::Game(entry) = value {
                forget(Arc::make_mut(entry), member, former);
            }
        }
    }

    /// A number that is the same for the same values, and differs for others as far as 128 bits can.
    pub(crate) fn digest(&self, more: &impl std::fmt::Debug) -> u128 {
        let mut digest = Digest::default();
        write!(
            digest,
            "{:?}{:?}{}{more:?}",
            self.stored, self.applied, self.finish
        )
        .expect("a digest takes everything");
        digest.finish()
    }

    pub(crate) fn is_applied(&self, interaction: InteractionId) -> bool {
        self.applied.contains(&interaction)
    }

    fn entry(&self, id: GameId) -> Option<&GameEntry> {
        match self.stored.get(&Key::Game(id)) {
            Some(Value::Game(entry)) => Some(entry),
            _ => None,
        }
    }

    fn entries(&self) -> impl Iterator<Item = (GameId, &GameEntry)> {
        self.stored
            .iter()
            .filter_map(|(key, value)| match (key, value) {
                (&Key::Game(id), Value::Game(entry)) => Some((id, entry.as_ref())),
                _ => None,
            })
    }

    pub(crate) fn game(&self, id: GameId) -> Option<StoredGame<'_>> {
        stored_game(self.entry(id)?)
    }

    pub(crate) fn games(&self) -> impl Iterator<Item = StoredGame<'_>> {
        self.entries().filter_map(|(_, entry)| stored_game(entry))
    }

    pub(crate) fn challenge(&self, id: GameId) -> Option<&ChallengeRecord> {
        self.entry(id)?.challenge.as_ref()
    }

    /// The games and challenges that a member was notified of, by messages that are stored.
    pub(crate) fn notified(&self) -> impl Iterator<Item = (GameId, MemberId)> {
        self.entries().flat_map(|(id, entry)| {
            let notices = entry.notifications.iter();
            notices.map(move |notice| (id, notice.member))
        })
    }

    pub(crate) fn members(&self) -> impl Iterator<Item = (MemberId, &Member)> {
        self.stored
            .iter()
            .filter_map(|(key, value)| match (key, value) {
                (&Key::Member(id), Value::Member(member)) => Some((id, member.as_ref())),
                _ => None,
            })
    }

    pub(crate) fn rankings(&self) -> impl Iterator<Item = (MemberId, Variant, &Ranking)> {
        self.stored
            .iter()
            .filter_map(|(key, value)| match (key, value) {
                (&Key::Ranking(member, variant), Value::Ranking(ranking)) => {
                    Some((member, variant, ranking.as_ref()))
                }
                _ => None,
            })
    }

    /// What the database answers.
    fn answer(&self, key: Key) -> Value {
        if let Some(value) = self.stored.get(&key) {
            return value.clone();
        }
        let ids = |is_meant: &dyn Fn(&GameEntry) -> bool| {
            let meant = self.entries().filter(|(_, entry)| is_meant(entry));
            Value::List(Arc::new(meant.map(|(id, _)| id.0).collect()))
        };
        match key {
            Key::Applied(id) if self.applied.contains(&id) => Value::List(Arc::new(vec![1])),
            Key::TypedMove(channel, member) => ids(&|entry| was_typed(entry, channel, member)),
            Key::ChallengesBy(member) => ids(&|entry| is_open(entry, member, true)),
            Key::ChallengesWith(member) => ids(&|entry| is_open(entry, member, false)),
            Key::NotifiedAbout(member) => {
                let notices = self.entries().flat_map(|(_, entry)| &entry.notifications);
                let of_member = notices.filter(|notice| notice.member == member);
                let rows = of_member.flat_map(|notice| {
                    let editable = i64::from(notice.editable);
                    let (channel, message) = (notice.channel.0, notice.message.0);
                    [notice.game.0, channel, message, editable, notice.at.0]
                });
                Value::List(Arc::new(rows.collect()))
            }
            Key::Applied(_)
            | Key::Member(_)
            | Key::Server(_)
            | Key::Game(_)
            | Key::Limited(_)
            | Key::Ranking(..)
            | Key::Solved(..)
            | Key::IdInUse(_)
            | Key::LastConnected
            | Key::Deadlines => nothing(key),
        }
    }
}

impl Loaded<'_> {
    /// Decides on these values. Returns what is to be changed.
    pub(crate) fn decide<T, E>(
        &mut self,
        job: impl Fn(&mut Work<'_>) -> Result<T, E>,
    ) -> Result<(T, Changed), E> {
        let group = Changes::default();
        loop {
            let mut work = Work::new(&mut self.known, &group);
            let outcome = job(&mut work);
            let Work { own, missing, .. } = work;
            if missing.is_empty() {
                return outcome.map(|outcome| (outcome, Changed(own)));
            }
            for key in missing {
                self.known.keep_for_group(key, self.values.answer(key));
            }
        }
    }
}

fn stored_game(entry: &GameEntry) -> Option<StoredGame<'_>> {
    Some(StoredGame {
        record: entry.game.as_ref()?,
        plies: &entry.plies,
        finish: entry.finish,
        version: entry.version,
    })
}

fn was_typed(entry: &GameEntry, channel: ChannelId, member: MemberId) -> bool {
    entry.game.as_ref().is_some_and(|record| {
        let mut members = record.members();
        record.typed.is_some()
            && record.place.channel == channel
            && members.any(|(known, _)| known == member)
    })
}

fn is_open(entry: &GameEntry, member: MemberId, made_by: bool) -> bool {
    let member = Person::Member(member);
    entry.challenge.as_ref().is_some_and(|record| {
        let challenge = &record.challenge;
        let is_invited = !made_by && challenge.invited == Some(member);
        challenge.is_open() && (challenge.challenger == member || is_invited)
    })
}

fn forget(entry: &mut GameEntry, member: MemberId, former: FormerId) {
    entry.notifications.retain(|notice| notice.member != member);
    if let Some(record) = &mut entry.game
        && record
            .members()
            .into_iter()
            .any(|(known, _)| known == member)
    {
        record.game = record.game.clone().with_former(member, former);
        record.board = None;
        if let Stage::Ended { ratings, .. } = &mut record.stage {
            ratings.retain(|change| change.member != member);
        }
        entry.version += 1;
    }
    if let Some(record) = &mut entry.challenge {
        let challenge = &mut record.challenge;
        for person in [Some(&mut challenge.challenger), challenge.invited.as_mut()] {
            if let Some(person) = person
                && *person == Person::Member(member)
            {
                *person = Person::Former(former);
                record.message = None;
                record.names = [None, None];
            }
        }
    }
}

const fn is_stored(key: Key) -> bool {
    matches!(
        key,
        Key::Member(_)
            | Key::Server(_)
            | Key::Game(_)
            | Key::Ranking(..)
            | Key::Solved(..)
            | Key::Limited(_)
    )
}

/// What an empty database answers.
fn nothing(key: Key) -> Value {
    match key {
        Key::Member(_) => Value::Member(Arc::default()),
        Key::Server(_) => Value::Server(Arc::default()),
        Key::Game(_) => Value::Game(Arc::default()),
        Key::Ranking(..) => Value::Ranking(Arc::default()),
        Key::Solved(..) => Value::Solved(Arc::default()),
        Key::Applied(_)
        | Key::TypedMove(..)
        | Key::ChallengesBy(_)
        | Key::Limited(_)
        | Key::ChallengesWith(_)
        | Key::NotifiedAbout(_)
        | Key::IdInUse(_)
        | Key::LastConnected
        | Key::Deadlines => Value::List(Arc::default()),
    }
}

/// Two hashes of a text, with different keys.
#[derive(Default)]
struct Digest {
    first: std::hash::DefaultHasher,
    second: std::hash::DefaultHasher,
    length: u64,
}

impl Digest {
    fn finish(mut self) -> u128 {
        self.second.write_u64(self.length);
        u128::from(self.first.finish()) << 64 | u128::from(self.second.finish())
    }
}

impl Write for Digest {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.first.write(text.as_bytes());
        // Another stream of bytes, so that the two do not collide together.
        self.second.write_u8(0x5a);
        self.second.write(text.as_bytes());
        self.length += 1;
        Ok(())
    }
}
