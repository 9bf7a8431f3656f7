//! What a job sees and changes: values. A question whose answer is not known yet fails the job with [`Error::Missing`]; the answer is
//! fetched, and the job runs again.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::known::{Answer, Key, Known, Member, Numbered, Running, Server};
use super::rows::{ChannelId, Form, GameRecord, InteractionId, PlayedAt, RatedEnd, members};
use super::{ChallengeRecord, Error, MessageId, Notice, ServerSettings};
use crate::game::{Event, GameId, MemberId, Outcome, Player, PlayerId, Timestamp};

/// The changes of one job, or of a group: what is changed is here as it is to be.
#[derive(Debug, Default)]
pub(super) struct Changes {
    pub(super) applied: Vec<InteractionId>,
    pub(super) members: HashMap<MemberId, Change<Member>>,
    pub(super) servers: HashMap<i64, Change<Server>>,
    pub(super) numbers: HashMap<GameId, Change<Numbered>>,
    pub(super) rated: Vec<RatedEnd>,
    /// Answers that have changed.
    answers: HashMap<Key, Answer>,
    /// Questions whose answers have changed, nobody here knows to what.
    stale: HashSet<Key>,
}

/// A value as it is stored, and as it is to be.
#[derive(Debug)]
pub(super) struct Change<T> {
    pub(super) before: Arc<T>,
    pub(super) now: Arc<T>,
}

impl<T> Clone for Change<T> {
    fn clone(&self) -> Self {
        Self {
            before: self.before.clone(),
            now: self.now.clone(),
        }
    }
}

impl Changes {
    pub(super) fn is_empty(&self) -> bool {
        self.applied.is_empty()
            && self.members.is_empty()
            && self.servers.is_empty()
            && self.numbers.is_empty()
            && self.rated.is_empty()
    }

    /// What is changed of what is known.
    pub(super) fn keys(&self) -> impl Iterator<Item = Key> {
        let members = self.members.keys().copied().map(Key::Member);
        let servers = self.servers.keys().copied().map(Key::Server);
        let numbers = self.numbers.keys().copied().map(Key::Number);
        members.chain(servers).chain(numbers)
    }

    /// Adds what another job has changed after these.
    pub(super) fn extend(&mut self, later: Self) {
        self.applied.extend(later.applied);
        extend(&mut self.members, later.members);
        extend(&mut self.servers, later.servers);
        extend(&mut self.numbers, later.numbers);
        self.rated.extend(later.rated);
        self.answers.extend(later.answers);
        self.stale.extend(later.stale);
    }

    /// Counts what is counted by the store: versions, and the order in which rated games end.
    pub(super) fn number(&mut self) {
        for change in self.numbers.values_mut() {
            if change.before.game.is_some() && change.before.game != change.now.game {
                Arc::make_mut(&mut change.now).version = change.before.version + 1;
            }
        }
        for end in &self.rated {
            if let Some(change) = self.numbers.get_mut(&end.game) {
                Arc::make_mut(&mut change.now).finish = Some(end.finish);
            }
        }
    }

    /// Makes these known, once they are stored.
    pub(super) fn keep(self, known: &mut Known) {
        for (id, change) in self.members {
            known.meet(id, change.now);
        }
        for (id, change) in self.servers {
            known.servers.insert(id, change.now);
        }
        for (id, change) in self.numbers {
            known.numbers.insert(id, change.now);
        }
        known.finish += i64::try_from(self.rated.len()).unwrap_or(0);
        known.answers.clear();
    }
}

fn extend<K: Eq + std::hash::Hash, T>(
    earlier: &mut HashMap<K, Change<T>>,
    later: HashMap<K, Change<T>>,
) {
    for (key, change) in later {
        earlier
            .entry(key)
            .and_modify(|known| known.now = change.now.clone())
            .or_insert(change);
    }
}

/// What one job sees: what is known, with the changes of the group, and its own.
#[derive(Debug)]
pub struct Work<'g> {
    known: &'g mut Known,
    group: &'g Changes,
    pub(super) own: Changes,
    pub(super) missing: BTreeSet<Key>,
    /// Whether it asks for something that the group has changed, and that only the database can tell then.
    pub(super) must_save: bool,
}

impl<'g> Work<'g> {
    pub(super) fn new(known: &'g mut Known, group: &'g Changes) -> Self {
        Self {
            known,
            group,
            own: Changes::default(),
            missing: BTreeSet::new(),
            must_save: false,
        }
    }

    fn missing<T>(&mut self, key: Key) -> Result<T, Error> {
        self.missing.insert(key);
        Err(Error::Missing)
    }

    fn answer(&mut self, key: Key) -> Result<Answer, Error> {
        let (own, group) = (&self.own, self.group);
        if let Some(answer) = own.answers.get(&key) {
            return Ok(answer.clone());
        }
        if own.stale.contains(&key) || group.stale.contains(&key) {
            self.must_save = true;
            return Err(Error::Missing);
        }
        let known = group
            .answers
            .get(&key)
            .or_else(|| self.known.answers.get(&key));
        match known {
            Some(answer) => Ok(answer.clone()),
            None => self.missing(key),
        }
    }

    /// Whether an interaction has been applied.
    ///
    /// # Errors
    /// [`Error::Missing`], as everywhere here.
    pub fn is_applied(&mut self, interaction: InteractionId) -> Result<bool, Error> {
        match self.answer(Key::Applied(interaction))? {
            Answer::Applied(is_applied) => Ok(is_applied),
            _other => Err(Error::Nonsense("answer")),
        }
    }

    /// Remembers that an interaction was applied.
    pub fn remember(&mut self, interaction: InteractionId) {
        self.own.applied.push(interaction);
    }

    /// A member.
    ///
    /// # Errors
    /// [`Error::Missing`]
    pub fn member(&mut self, id: MemberId) -> Result<Arc<Member>, Error> {
        let changed = self.own.members.get(&id);
        let changed = changed.or_else(|| self.group.members.get(&id));
        let known = changed.map(|change| change.now.clone());
        match known.or_else(|| self.known.members.get(&id)) {
            Some(member) => Ok(member),
            None => self.missing(Key::Member(id)),
        }
    }

    fn change_member(
        &mut self,
        id: MemberId,
        change: impl FnOnce(&mut Member),
    ) -> Result<(), Error> {
        let before = self.member(id)?;
        let mut now = (*before).clone();
        change(&mut now);
        put(&mut self.own.members, id, before, now);
        Ok(())
    }

    /// Keeps the name under which a member was last seen.
    ///
    /// # Errors
    /// [`Error::Missing`]
    pub fn see_member(&mut self, id: MemberId, name: &str) -> Result<(), Error> {
        let member = self.member(id)?;
        if member.name.as_deref() == Some(name) {
            return Ok(());
        }
        // Who has perhaps come back: the blocks of before are ordinary ones again.
        for &blocker in &member.blocked_by {
            self.change_member(blocker, |blocker| {
                blocker.settings.blocked.push(id);
                blocker.settings.blocked.sort();
            })?;
        }
        self.change_member(id, |member| {
            member.name = Some(name.to_owned());
            member.blocked_by.clear();
            member.pseudonym = None;
        })
    }

    /// What a server has set; nothing for direct messages.
    ///
    /// # Errors
    /// [`Error::Missing`]
    pub fn server_settings(&mut self, server: Option<i64>) -> Result<ServerSettings, Error> {
        match server {
            Some(server) => Ok(self.server(server)?.settings.clone()),
            None => Ok(ServerSettings::default()),
        }
    }

    fn server(&mut self, id: i64) -> Result<Arc<Server>, Error> {
        let changed = self.own.servers.get(&id);
        let changed = changed.or_else(|| self.group.servers.get(&id));
        let known = changed.map(|change| change.now.clone());
        match known.or_else(|| self.known.servers.get(&id)) {
            Some(server) => Ok(server),
            None => self.missing(Key::Server(id)),
        }
    }

    /// Notes that something happens in a server.
    ///
    /// # Errors
    /// [`Error::Missing`]
    pub fn see_server(&mut self, id: i64) -> Result<(), Error> {
        let before = self.server(id)?;
        if !before.is_present {
            let now = Server {
                is_present: true,
                ..(*before).clone()
            };
            put(&mut self.own.servers, id, before, now);
        }
        Ok(())
    }

    fn number(&mut self, id: GameId) -> Result<Arc<Numbered>, Error> {
        let changed = self.own.numbers.get(&id);
        let changed = changed.or_else(|| self.group.numbers.get(&id));
        let known = changed.map(|change| change.now.clone());
        match known.or_else(|| self.known.numbers.get(&id)) {
            Some(number) => Ok(number),
            None => self.missing(Key::Number(id)),
        }
    }

    fn change_number(
        &mut self,
        id: GameId,
        change: impl FnOnce(&mut Numbered),
    ) -> Result<(), Error> {
        let before = self.number(id)?;
        let mut now = (*before).clone();
        change(&mut now);
        put(&mut self.own.numbers, id, before, now);
        Ok(())
    }

    /// Says that nothing can stand under a number: it is that of an interaction which has never been met.
    pub fn is_new(&mut self, id: GameId) {
        if self.known.numbers.get(&id).is_none() {
            self.known.numbers.insert(id, Arc::default());
        }
    }

    /// A game by its number.
    ///
    /// # Errors
    /// [`Error::Missing`]
    pub fn game(&mut self, id: GameId) -> Result<Option<GameRecord>, Error> {
        Ok(self.number(id)?.game.clone())
    }

    /// The game that goes on from a finished one.
    ///
    /// # Errors
    /// [`Error::Missing`]
    pub fn successor(&mut self, of: GameId) -> Result<Option<GameRecord>, Error> {
        match self.number(of)?.successor {
            Some(next) => self.game(next),
            None => Ok(None),
        }
    }

    /// A member's running games, those shown last first: all of them, or those in a channel.
    ///
    /// # Errors
    /// [`Error::Missing`]
    pub fn running_games(
        &mut self,
        member: MemberId,
        here: Option<ChannelId>,
    ) -> Result<Vec<GameRecord>, Error> {
        let member = self.member(member)?;
        let running = member.running.iter();
        let meant = running.filter(|running| here.is_none_or(|here| here == running.channel));
        let mut games = self.games(meant.map(|running| running.game))?;
        games.sort_by_key(|record| std::cmp::Reverse(record.shown));
        Ok(games)
    }

    /// Asks for all of them at once.
    fn games(&mut self, ids: impl Iterator<Item = GameId>) -> Result<Vec<GameRecord>, Error> {
        let found: Vec<_> = ids.map(|id| self.game(id)).collect();
        let found: Result<Vec<_>, Error> = found.into_iter().collect();
        Ok(found?.into_iter().flatten().collect())
    }

    /// The running game of a member with that opponent in a channel: there is at most one.
    ///
    /// # Errors
    /// [`Error::Missing`]
    pub fn running_game(
        &mut self,
        channel: ChannelId,
        member: MemberId,
        opponent: PlayerId,
    ) -> Result<Option<GameRecord>, Error> {
        let member = self.member(member)?;
        let is_it = |running: &&Running| running.channel == channel && running.opponent == opponent;
        match member.running.iter().find(is_it) {
            Some(running) => self.game(running.game),
            None => Ok(None),
        }
    }

    /// The games of a member in a channel in which a move was typed, the latest first.
    ///
    /// # Errors
    /// [`Error::Missing`]
    pub fn typed_games(
        &mut self,
        member: MemberId,
        channel: ChannelId,
    ) -> Result<Vec<GameRecord>, Error> {
        let ids = self.numbers(Key::Typed(channel, member))?;
        let mut games = self.games(ids.into_iter())?;
        games.sort_by_key(|record| std::cmp::Reverse(record.typed));
        Ok(games)
    }

    fn numbers(&mut self, key: Key) -> Result<Vec<GameId>, Error> {
        match self.answer(key)? {
            Answer::Numbers(numbers) => Ok(numbers),
            _other => Err(Error::Nonsense("answer")),
        }
    }

    /// Adds a number to an answer that is known, since it was asked for before.
    fn add_number(&mut self, key: Key, id: GameId) -> Result<(), Error> {
        let mut numbers = self.numbers(key)?;
        if !numbers.contains(&id) {
            numbers.push(id);
            self.own.answers.insert(key, Answer::Numbers(numbers));
        }
        Ok(())
    }

    /// Saves a game as it is now, with what has happened in it.
    ///
    /// # Errors
    /// [`Error::Missing`]; [`Error::TooLarge`] where it cannot be stored.
    pub fn save_game(
        &mut self,
        record: &mut GameRecord,
        events: &[Event],
        at: Timestamp,
    ) -> Result<(), Error> {
        record.check()?;
        if !events.is_empty() {
            record.remind = record.game.reminder();
        }
        let id = record.game.id();
        let before = self.number(id)?.game.clone();
        let on_turn = before.as_ref().and_then(|before| {
            let seat = before.game.to_move()?;
            Some(before.game.players().at(seat))
        });
        if before.is_none() {
            self.begin(record)?;
        }
        let follows = before.as_ref().and_then(|before| before.follows);
        if follows != record.follows {
            if let Some(former) = follows {
                self.change_number(former, |former| former.successor = None)?;
            }
            if let Some(former) = record.follows {
                self.change_number(former, |former| former.successor = Some(id))?;
            }
        }
        let was_running = before.is_none_or(|before| before.game.outcome().is_none());
        if was_running && record.game.outcome().is_some() {
            self.end(record, on_turn, at)?;
        }
        if record.typed.is_some()
            && let Some(by) = record.typed_by()
        {
            // Asked for before, by whoever typed.
            let _not_asked = self.add_number(Key::Typed(record.place.channel, by), id);
        }
        self.change_number(id, |number| {
            let plies = Arc::make_mut(&mut number.plies);
            for event in events {
                match *event {
                    Event::Moved { mv, branch, .. } => plies.push(PlayedAt::new(mv, branch, at)),
                    Event::TakenBack { to } => plies.truncate(usize::try_from(to).unwrap_or(0)),
                    Event::Ended(_) | Event::Wished(..) => {}
                }
            }
            if record.game.outcome().is_some() {
                record.moves = plies.iter().map(|ply| ply.played.mv).collect();
            }
            number.game = Some(record.clone());
        })
    }

    fn begin(&mut self, record: &GameRecord) -> Result<(), Error> {
        for (member, opponent) in members(record.game.players()) {
            let running = Running {
                game: record.game.id(),
                channel: record.place.channel,
                opponent,
            };
            self.change_member(member, |member| member.running.push(running))?;
        }
        if let Some(pair) = record.rated_pair() {
            let key = rated(pair);
            let mut times = self.times(key)?;
            times.insert(0, record.begun);
            self.own.answers.insert(key, Answer::Times(times));
        }
        Ok(())
    }

    fn end(
        &mut self,
        record: &GameRecord,
        absent: Option<Player>,
        at: Timestamp,
    ) -> Result<(), Error> {
        let id = record.game.id();
        for (member, _) in members(record.game.players()) {
            self.change_member(member, |member| {
                member.running.retain(|running| running.game != id);
            })?;
        }
        match (record.game.outcome(), absent) {
            (Some(Outcome::NoShow), Some(Player::Member(absent))) => {
                let times = Answer::Times(vec![at]);
                self.own.answers.insert(Key::NoShow(absent), times);
            }
            _other => {}
        }
        // It is none of their rated games then.
        let has_result = record.game.outcome().and_then(Outcome::winner).is_some();
        if let (false, Some(pair)) = (has_result, record.rated_pair()) {
            self.own.answers.remove(&rated(pair));
            self.own.stale.insert(rated(pair));
        }
        Ok(())
    }

    fn times(&mut self, key: Key) -> Result<Vec<Timestamp>, Error> {
        match self.answer(key)? {
            Answer::Times(times) => Ok(times),
            _other => Err(Error::Nonsense("answer")),
        }
    }

    /// How many rated games the two have begun since then, but for those that ended without a result.
    ///
    /// # Errors
    /// [`Error::Missing`]
    pub fn rated_games_since(
        &mut self,
        pair: [MemberId; 2],
        since: Timestamp,
    ) -> Result<usize, Error> {
        let begun = self.times(rated(pair))?;
        Ok(begun.into_iter().filter(|&begun| begun > since).count())
    }

    /// When a game ended last because that member never turned up.
    ///
    /// # Errors
    /// [`Error::Missing`]
    pub fn no_show(&mut self, member: MemberId) -> Result<Option<Timestamp>, Error> {
        Ok(self.times(Key::NoShow(member))?.into_iter().max())
    }

    /// A challenge by its number.
    ///
    /// # Errors
    /// [`Error::Missing`]
    pub fn challenge(&mut self, id: GameId) -> Result<Option<ChallengeRecord>, Error> {
        let Some(mut record) = self.number(id)?.challenge.clone() else {
            return Ok(None);
        };
        // As the challenger is called now.
        let [name, _] = &mut record.names;
        name.clone_from(&self.member(record.challenge.challenger)?.name);
        Ok(Some(record))
    }

    /// Saves a challenge as it is now.
    ///
    /// # Errors
    /// [`Error::Missing`]; [`Error::TooLarge`] where it cannot be stored.
    pub fn save_challenge(&mut self, record: &ChallengeRecord) -> Result<(), Error> {
        let challenge = &record.challenge;
        for size in [challenge.piles.left, challenge.piles.right] {
            super::rows::pile_size(size)?;
        }
        if self.number(challenge.id)?.challenge.is_none() {
            self.add_number(Key::Challenges(challenge.challenger), challenge.id)?;
        }
        if let Some((invited, at)) = record.declined() {
            let key = Key::Declined(challenge.challenger, invited);
            self.own.answers.insert(key, Answer::Times(vec![at]));
        }
        let mut stored = record.clone();
        let [name, invited] = &mut stored.names;
        *name = None;
        if !challenge.is_open() {
            *invited = None;
        }
        self.change_number(challenge.id, |number| number.challenge = Some(stored))
    }

    /// A member's open challenges, the latest first.
    ///
    /// # Errors
    /// [`Error::Missing`]
    pub fn open_challenges(
        &mut self,
        of: MemberId,
        now: Timestamp,
    ) -> Result<Vec<ChallengeRecord>, Error> {
        let ids = self.numbers(Key::Challenges(of))?;
        let found: Vec<_> = ids.into_iter().map(|id| self.challenge(id)).collect();
        let found: Result<Vec<_>, Error> = found.into_iter().collect();
        let mut open: Vec<_> = found?.into_iter().flatten().collect();
        open.retain(|record| record.challenge.is_open() && !record.challenge.is_overdue(now));
        open.sort_by_key(|record| std::cmp::Reverse(record.challenge.id));
        Ok(open)
    }

    /// When a challenge of that member to that other one was declined last.
    ///
    /// # Errors
    /// [`Error::Missing`]
    pub fn declined(
        &mut self,
        challenger: MemberId,
        invited: MemberId,
    ) -> Result<Option<Timestamp>, Error> {
        let times = self.times(Key::Declined(challenger, invited))?;
        Ok(times.into_iter().max())
    }

    /// Keeps which message shows a challenge.
    ///
    /// # Errors
    /// [`Error::Missing`]
    pub fn show_challenge(&mut self, id: GameId, message: MessageId) -> Result<(), Error> {
        if self.number(id)?.challenge.is_none() {
            return Ok(());
        }
        self.change_number(id, |number| {
            if let Some(record) = &mut number.challenge {
                record.message = Some(message);
            }
        })
    }

    /// The message by which a member was told something about a game or a challenge.
    ///
    /// # Errors
    /// [`Error::Missing`]
    pub fn notice(&mut self, game: GameId, member: MemberId) -> Result<Option<Notice>, Error> {
        let number = self.number(game)?;
        let mut notices = number.notices.iter();
        Ok(notices.find(|notice| notice.member == member).copied())
    }

    /// Keeps the message by which a member was told something, in place of an earlier one.
    ///
    /// # Errors
    /// [`Error::Missing`]
    pub fn keep_notice(&mut self, notice: Notice) -> Result<(), Error> {
        self.take_notice(notice.game, notice.member)?;
        self.change_number(notice.game, |number| {
            number.notices.push(notice);
            number.notices.sort_by_key(|notice| notice.member);
        })
    }

    /// Forgets the message by which a member was told something, and returns it.
    ///
    /// # Errors
    /// [`Error::Missing`]
    pub fn take_notice(&mut self, game: GameId, member: MemberId) -> Result<Option<Notice>, Error> {
        let notice = self.notice(game, member)?;
        if notice.is_some() {
            self.change_number(game, |number| {
                number.notices.retain(|notice| notice.member != member);
            })?;
        }
        Ok(notice)
    }

    /// The rating of a member, and how the member stands.
    ///
    /// # Errors
    /// [`Error::Missing`]
    pub fn form(&mut self, member: MemberId) -> Result<Form, Error> {
        match self.answer(Key::Form(member))? {
            Answer::Form(form) => Ok(form),
            _other => Err(Error::Nonsense("answer")),
        }
    }

    /// Saves what a rated game that has just ended has made of its players: in the order in which games end.
    pub fn rate(&mut self, mut end: RatedEnd) {
        let before = self.group.rated.len() + self.own.rated.len();
        end.finish = self.known.finish + 1 + i64::try_from(before).unwrap_or(0);
        for (member, form) in &end.forms {
            let key = Key::Form(*member);
            self.own.answers.insert(key, Answer::Form(form.clone()));
        }
        self.own.rated.push(end);
    }
}

/// The question when two members have begun rated games.
fn rated([a, b]: [MemberId; 2]) -> Key {
    Key::Rated(a.min(b), a.max(b))
}

fn put<K: Eq + std::hash::Hash, T>(
    changes: &mut HashMap<K, Change<T>>,
    key: K,
    before: Arc<T>,
    now: T,
) {
    let now = Arc::new(now);
    changes
        .entry(key)
        .and_modify(|known| known.now = now.clone())
        .or_insert(Change { before, now });
}
