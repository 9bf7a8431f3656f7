//! The protocol, searched: everything that two members, the bot and its own tasks can do with a few small games, in every order. Each state is
//! checked for what has to hold whatever happens. A violation is printed with the shortest path to it.
//!
//! Left out: what Discord does (`tests`), and what a database does (`stored`). An interaction is carried out once and then delivered again in
//! every state that follows.

use itertools::Itertools as _;
use std::collections::{BTreeSet, HashSet, VecDeque};
use std::fmt;
use std::rc::Rc;
use std::time::Duration;

use super::super::boards::{abandon_unseen, note_board};
use super::super::challenge::{answer_once, challenge};
use super::super::deadlines::judge;
use super::super::delivered::Delivered;
use super::super::notifications::keep_notification;
use super::super::play::{act, retyped};
use super::super::privacy::erase;
use super::super::rematch::{rematch, rematch_bot};
use super::super::start::{start, start_anew};
use super::super::{
    BotRematch, Caller, ChallengeFrom, ChallengeResult, Due, GameFilter, GameUpdate, GivenUp,
    NewChallenge, NewGame, RematchResult, Result, Target, once,
};
use super::{ANNA, BORIS, START, caller, draws};
use crate::game::{
    Action, ChallengeAnswer, ChallengeStart, Clock, FormerId, GameId, MemberId, NextGame, Outcome,
    Player, Point, Timestamp, WhoStarts,
};
use crate::records::{
    GameRecord, InteractionId, MessageId, Notification, NotificationKind, NotificationMessage,
    NotifyVia,
};
use crate::rules::{Level, Move, Position};
use crate::store::{
    self, Work,
    tests::values::{Changed, Values},
};

/// How many states are searched: what a debug build does in about a minute, or all that was asked for.
const STATES: usize = if cfg!(debug_assertions) {
    20_000
} else {
    1_000_000
};

/// How many changes a path has at most.
const DEPTH: usize = 7;

/// The channels, and the position of every game.
const HERE: i64 = 20;
const ELSEWHERE: i64 = 21;
const POSITION: &str = "nim: 1 2";

/// What can happen.
#[derive(Clone, Debug)]
enum What {
    Start,
    StartAnew(GameId, GivenUp),
    Press(GameId, Point, Move),
    Type(Move),
    TakeBack(GameId, Point),
    Resign(GameId, Option<Point>),
    Challenge(MemberId),
    Answer(GameId, ChallengeAnswer),
    Vote(GameId, NextGame),
    RematchBot(GameId, BotRematch),
    Erase,
}

/// An event: of a member, by an interaction, or of a task of the bot's.
#[derive(Clone)]
enum Event {
    By(Caller, What),
    /// The deadline worker looks at a game or a challenge, long after its time is over.
    Judge(GameId, Timestamp),
    /// Discord has said which message shows a game or a challenge, posted by that interaction.
    NoteBoard(GameId, MessageId, InteractionId),
    /// Discord has refused the message of a game or a challenge.
    AbandonUnseen(GameId),
    /// Discord has posted a notification.
    KeepNotification(NotificationMessage),
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::By(caller, what) => {
                let seconds = caller.at().since(START).as_secs();
                let (member, channel) = (caller.member.0, caller.place.channel.0);
                write!(f, "{seconds} s: member {member} in {channel}: {what:?}")
            }
            Self::Judge(game, _) => write!(f, "judge {}", game.0),
            Self::NoteBoard(game, message, _) => write!(f, "board {} is {}", game.0, message.0),
            Self::AbandonUnseen(game) => write!(f, "abandon {}", game.0),
            Self::KeepNotification(notice) => {
                write!(f, "told {} of {}", notice.member.0, notice.game.0)
            }
        }
    }
}

/// What a member was told: the game, the kind, and how many moves had been made.
type Told = (GameId, MemberId, &'static str, u32);

/// What is stored, and what was told on the way.
#[derive(Clone)]
struct State {
    values: Values,
    told: BTreeSet<Told>,
    former: Option<MemberId>,
}

/// How a state was reached.
struct Step {
    event: usize,
    before: Option<Rc<Step>>,
}

/// What is searched, and what is left out to see that it is missed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Without {
    Nothing,
    /// An interaction that is delivered again is carried out again.
    Dedup,
    /// A control does not say which point it was shown at.
    Point,
    /// A change that was decided on an old game is saved.
    Version,
}

/// The result of a search.
struct Found {
    states: usize,
    /// The depth to which every path was followed.
    complete: usize,
    violation: Option<String>,
}

/// Collects events. Each interaction is two seconds after the one before it.
struct Catalogue {
    events: Vec<Event>,
    interactions: u64,
}

impl Catalogue {
    fn at(&mut self, seconds: u64, member: MemberId, channel: i64, what: What) -> GameId {
        let caller = caller(member, START.after(Duration::from_secs(seconds)), channel);
        let id = GameId(caller.interaction.0);
        self.events.push(Event::By(caller, what));
        id
    }

    fn by(&mut self, member: MemberId, channel: i64, what: What) -> GameId {
        self.interactions += 1;
        self.at(2 * self.interactions, member, channel, what)
    }

    /// Everything that can happen.
    fn all() -> Vec<Event> {
        let mut all = Self {
            events: Vec::new(),
            interactions: 0,
        };
        let moves = ["A1", "B1", "B2"].map(|mv| mv.parse().expect("a move"));
        let against_bot = all.by(ANNA, HERE, What::Start);
        let elsewhere = all.by(ANNA, ELSEWHERE, What::Start);
        let made = all.by(ANNA, HERE, What::Challenge(BORIS));
        let returned = all.by(BORIS, HERE, What::Challenge(ANNA));
        all.against_the_bot(against_bot, &moves);
        all.between_members(made, &moves);
        all.by(ANNA, HERE, What::Answer(returned, ChallengeAnswer::Accept));
        all.by(
            BORIS,
            HERE,
            What::Answer(returned, ChallengeAnswer::Withdraw),
        );
        for mv in moves {
            all.by(ANNA, HERE, What::Type(mv));
            all.by(BORIS, HERE, What::Type(mv));
        }
        // The same again, as a member types it who has seen no answer.
        all.by(ANNA, HERE, What::Type(moves[1]));
        all.by(ANNA, HERE, What::Start);
        for member in [ANNA, BORIS] {
            all.by(member, ELSEWHERE, What::Erase);
        }
        let late = 600;
        all.at(
            late,
            BORIS,
            HERE,
            What::Answer(made, ChallengeAnswer::Accept),
        );
        all.at(
            late + 2,
            ANNA,
            HERE,
            What::Press(made, point(0, 0), moves[1]),
        );
        all.at(late + 4, BORIS, HERE, What::Resign(made, None));
        all.at(late + 6, ANNA, HERE, What::Start);
        all.tasks(&[against_bot, elsewhere, made, returned]);
        all.events
    }

    fn against_the_bot(&mut self, game: GameId, moves: &[Move; 3]) {
        for at in [point(0, 0), point(2, 0), point(0, 1)] {
            for &mv in moves {
                self.by(ANNA, HERE, What::Press(game, at, mv));
            }
        }
        // Of a board that somebody else looks at.
        self.by(BORIS, HERE, What::Press(game, point(0, 0), moves[0]));
        self.by(ANNA, HERE, What::TakeBack(game, point(2, 0)));
        self.by(ANNA, HERE, What::TakeBack(game, point(2, 0)));
        self.by(ANNA, HERE, What::Resign(game, Some(point(0, 0))));
        self.by(ANNA, HERE, What::Resign(game, Some(point(2, 0))));
        for told in [GivenUp::WithoutResult, GivenUp::AsALoss] {
            self.by(ANNA, HERE, What::StartAnew(game, told));
        }
        for next in [BotRematch::Again, BotRematch::OtherSide] {
            self.by(ANNA, HERE, What::RematchBot(game, next));
        }
    }

    fn between_members(&mut self, made: GameId, moves: &[Move; 3]) {
        for answer in [ChallengeAnswer::Accept, ChallengeAnswer::Decline] {
            self.by(BORIS, HERE, What::Answer(made, answer));
        }
        self.by(ANNA, HERE, What::Answer(made, ChallengeAnswer::Accept));
        self.by(ANNA, HERE, What::Answer(made, ChallengeAnswer::Withdraw));
        for ply in 0..3 {
            for &mv in moves {
                // Of the two, one is on turn.
                for member in [ANNA, BORIS] {
                    self.by(member, HERE, What::Press(made, point(ply, 0), mv));
                }
            }
        }
        for member in [ANNA, BORIS] {
            self.by(member, HERE, What::Resign(made, None));
            for next in [NextGame::Rematch, NextGame::NewPosition] {
                self.by(member, HERE, What::Vote(made, next));
            }
        }
    }

    fn tasks(&mut self, games: &[GameId]) {
        for (number, &game) in (1..).zip(games) {
            let by = InteractionId(game.0);
            let long_after = START.after(Duration::from_hours(24 * 30));
            let message = MessageId(number);
            self.events.extend([
                Event::Judge(game, long_after),
                Event::NoteBoard(game, message, by),
                Event::AbandonUnseen(game),
            ]);
            for member in [ANNA, BORIS] {
                let place = caller(member, START, HERE).place;
                self.events
                    .push(Event::KeepNotification(NotificationMessage {
                        game,
                        member,
                        channel: place.channel,
                        message: MessageId(100 + number),
                        editable: true,
                        at: START.after(Duration::from_secs(70)),
                    }));
            }
        }
    }
}

const fn point(ply: u32, branch: u32) -> Point {
    Point { ply, branch }
}

/// What is known after an event.
#[derive(Default)]
struct Outcomes {
    /// The games as they were shown.
    shown: Vec<GameRecord>,
    notifications: Vec<Notification>,
}

impl Outcomes {
    fn of(update: GameUpdate) -> Self {
        Self {
            shown: vec![update.record],
            notifications: update.notifications,
        }
    }
}

/// Carries out an event on values.
fn carry_out(values: &Values, event: &Event, without: Without) -> Option<(Outcomes, Changed)> {
    let mut loaded = values.load();
    match event {
        Event::By(caller, what) => {
            let job = |work: &mut Work<'_>| -> Result<Outcomes> {
                if without == Without::Dedup {
                    work.remember(caller.interaction);
                    work.set_member_name(caller.member, &caller.name)?;
                    let mut changed = changed_by(work, caller, what, without)?;
                    super::Change::save(&mut changed, work, caller.at())?;
                    return Ok(changed.0);
                }
                let change =
                    |work: &mut Work<'_>, caller: &Caller| changed_by(work, caller, what, without);
                Ok(once(work, caller, false, change)?.0)
            };
            loaded.decide(job).ok()
        }
        Event::Judge(game, now) => {
            let job = |work: &mut Work<'_>| judge(work, *game, *now, *now);
            let (due, changed) = loaded.decide::<_, store::Error>(job).ok()?;
            let outcomes = match due? {
                Due::Ended(update) | Due::Reminded(update) => Outcomes::of(update),
                Due::Expired(_) => Outcomes::default(),
            };
            Some((outcomes, changed))
        }
        Event::NoteBoard(game, message, by) => {
            let job = |work: &mut Work<'_>| {
                note_board(work, *game, *message, *by)?;
                work.game(*game)
            };
            let (shown, changed) = loaded.decide::<_, store::Error>(job).ok()?;
            let outcomes = Outcomes {
                shown: shown.into_iter().collect(),
                ..Outcomes::default()
            };
            Some((outcomes, changed))
        }
        Event::AbandonUnseen(game) => {
            let job = |work: &mut Work<'_>| abandon_unseen(work, *game);
            let (_, changed) = loaded.decide::<_, store::Error>(job).ok()?;
            Some((Outcomes::default(), changed))
        }
        Event::KeepNotification(notice) => {
            let job = |work: &mut Work<'_>| keep_notification(work, *notice);
            let (_, changed) = loaded.decide::<_, store::Error>(job).ok()?;
            Some((Outcomes::default(), changed))
        }
    }
}

/// The outcome of a use case, with what is left to save.
struct Unsaved(Outcomes, Option<GameUpdate>);

impl super::Change for Unsaved {
    fn save(&mut self, work: &mut Work<'_>, at: Timestamp) -> store::Result<()> {
        let Some(mut update) = self.1.take() else {
            return Ok(());
        };
        update.save(work, at)?;
        self.0 = Outcomes::of(update);
        Ok(())
    }
}

impl From<GameUpdate> for Unsaved {
    fn from(update: GameUpdate) -> Self {
        Self(Outcomes::default(), Some(update))
    }
}

/// What a member's event changes.
fn changed_by(
    work: &mut Work<'_>,
    caller: &Caller,
    what: &What,
    without: Without,
) -> Result<Unsaved> {
    let draws = draws(0);
    let new = NewGame {
        start: POSITION.parse().expect("a position"),
        first: WhoStarts::Me,
        level: Level::Perfect,
    };
    let at = |seen: Point| Some(seen).filter(|_| without != Without::Point);
    let on_board = |game| Target::Control {
        game,
        message: Some(MessageId(1)),
    };
    let acts = |work: &mut Work<'_>, target, action| {
        act(work, caller, target, action, draws.reply, true).map(Unsaved::from)
    };
    match *what {
        What::Start => start(work, caller, new, draws).map(Unsaved::from),
        What::StartAnew(game, told) => {
            start_anew(work, caller, (game, told), new, draws).map(Unsaved::from)
        }
        What::Press(game, seen, mv) => {
            let seen = at(seen);
            acts(work, on_board(game), Action::Move { mv, seen })
        }
        What::Type(mv) => {
            let target = Target::Command(None, GameFilter::OnTurn);
            let action = Action::Move { mv, seen: None };
            match retyped(work, caller, target, action, &Delivered::default())? {
                Some(known) => Ok(GameUpdate::of(known).into()),
                None => acts(work, target, action),
            }
        }
        What::TakeBack(game, seen) => acts(work, on_board(game), Action::TakeBack { seen }),
        What::Resign(game, seen) => acts(work, on_board(game), Action::Resign { seen }),
        What::Challenge(invited) => {
            let new = NewChallenge {
                invited: Some(invited),
                invited_name: None,
                start: ChallengeFrom::Position(new.start),
                first: ChallengeStart::Fixed(WhoStarts::Random),
                clock: Some(Clock::FiveMinutes),
            };
            let made = challenge(work, caller, &new, draws)?;
            let notifications = made.notification.into_iter().collect();
            let shown = Vec::new();
            Ok(Unsaved(
                Outcomes {
                    shown,
                    notifications,
                },
                None,
            ))
        }
        What::Answer(game, answer) => {
            match answer_once(work, caller, game, MessageId(1), answer, draws, true)? {
                ChallengeResult::Began { update, .. } => Ok((*update).into()),
                ChallengeResult::Closed(_) | ChallengeResult::Expired(_) => {
                    Ok(Unsaved(Outcomes::default(), None))
                }
            }
        }
        What::Vote(game, next) => match rematch(work, caller, game, next, MessageId(1), draws)? {
            RematchResult::Began(update) | RematchResult::Voted(update) => Ok(update.into()),
        },
        What::RematchBot(game, next) => {
            rematch_bot(work, caller, game, next, draws).map(Unsaved::from)
        }
        What::Erase => {
            let erased = erase(work, caller, draws.who_starts, true)?;
            let resigned = erased.resigned.into_iter();
            let notifications = resigned.flat_map(|update| update.notifications).collect();
            let shown = Vec::new();
            Ok(Unsaved(
                Outcomes {
                    shown,
                    notifications,
                },
                None,
            ))
        }
    }
}

/// The state after an event that changes something, or what is wrong with it.
fn next(
    state: &State,
    event: &Event,
    (outcomes, changed): (Outcomes, Changed),
) -> std::result::Result<State, String> {
    let before = &state.values;
    let mut after = state.clone();
    after.values = before.after(changed);
    for shown in &outcomes.shown {
        let stored = after.values.game(shown.game.id());
        let stored = stored.ok_or("a game that was shown is not stored")?;
        if stored.record != shown {
            return Err(format!("shown: {shown:?}\nstored: {:?}", stored.record));
        }
    }
    check_point(before, event)?;
    for notification in &outcomes.notifications {
        let ply = after.values.game(notification.game);
        let ply = ply.map_or(0, |game| game.record.game.ply());
        let kind = match notification.kind {
            NotificationKind::Turn => "turn",
            NotificationKind::Reminder => "reminder",
            NotificationKind::Begun => "begun",
            NotificationKind::Ended => "ended",
            NotificationKind::RematchVote(_) => "vote",
            NotificationKind::Challenged => "challenged",
        };
        assert_eq!(notification.via, NotifyVia::Ping);
        let told = (notification.game, notification.member, kind, ply);
        if !after.told.insert(told) {
            return Err(format!("told twice: {told:?}"));
        }
    }
    if let Event::By(caller, What::Erase) = event {
        let former = FormerId(-caller.member.0);
        after.values.forget(caller.member, former);
        after.former = Some(caller.member);
    }
    check_final(before, &after.values)?;
    check_state(&after)?;
    Ok(after)
}

/// A control acts on the point that its board showed.
fn check_point(before: &Values, event: &Event) -> std::result::Result<(), String> {
    let Event::By(caller, What::Press(game, seen, _) | What::TakeBack(game, seen)) = event else {
        return Ok(());
    };
    let stored = before.game(*game).ok_or("a move in no game")?;
    let game = &stored.record.game;
    let is_overdue = game.is_overdue(caller.at());
    if game.point() == *seen || is_overdue {
        Ok(())
    } else {
        Err(format!(
            "a board of {seen:?} was used at {:?}",
            game.point()
        ))
    }
}

/// What has ended stays as it is, and what changes gets another version.
fn check_final(before: &Values, after: &Values) -> std::result::Result<(), String> {
    for old in before.games() {
        let new = after.game(old.record.game.id()).ok_or("a game is gone")?;
        if old.record != new.record && old.version == new.version {
            return Err(format!("changed without a version: {:?}", new.record));
        }
        let ended = |game: &GameRecord| game.game.outcome();
        let is_same = ended(old.record) == ended(new.record)
            && old.plies == new.plies
            && old.finish == new.finish
            // An erasure takes those of the member away.
            && new.record.rating_changes().iter().all(|change| old.record.rating_changes().contains(change));
        if ended(old.record).is_some() && !is_same {
            return Err(format!("was: {:?}\nis: {:?}", old.record, new.record));
        }
    }
    Ok(())
}

/// What has to hold in every state.
fn check_state(state: &State) -> std::result::Result<(), String> {
    let values = &state.values;
    let mut pairs = HashSet::new();
    let mut finishes = Vec::new();
    for stored in values.games() {
        let (record, id) = (stored.record, stored.record.game.id());
        let start: Position = record.game.start_position();
        let mut position = start;
        for ply in stored.plies {
            let played = position.play(ply.played.mv);
            position =
                played.map_err(|illegal| format!("an illegal move is stored: {illegal:?}"))?;
        }
        if position != record.game.position() || stored.plies.len() != record.game.ply() as usize {
            return Err(format!("not the fold of its moves: {record:?}"));
        }
        let players = record.game.players();
        let is_running = record.game.outcome().is_none();
        if is_running && position.is_over() {
            return Err(format!("it is over and runs: {record:?}"));
        }
        let mut pair = [
            format!("{:?}", players.first),
            format!("{:?}", players.second),
        ];
        pair.sort();
        if is_running && !pairs.insert((record.place.channel, pair)) {
            return Err(format!("a second running game of the two: {record:?}"));
        }
        for (member, known) in values.members() {
            let is_listed = known.running.iter().any(|running| running.game == id);
            let plays = record.members().any(|(playing, _)| playing == member);
            if is_listed != (plays && is_running) {
                return Err(format!("the games of {member:?} are not those that run"));
            }
        }
        if let Some(Outcome::LastMove { winner }) = record.game.outcome() {
            let last = stored.plies.len() % 2 == 1;
            if !position.is_over() || (winner == crate::game::Seat::First) != last {
                return Err(format!("another one has won: {record:?}"));
            }
        }
        if stored.finish.is_some() == record.rating_changes().is_empty() && state.former.is_none() {
            return Err(format!("rated without a number: {record:?}"));
        }
        finishes.extend(stored.finish.map(|finish| (finish, record)));
    }
    for (game, member) in values.notified() {
        let is_open = values
            .challenge(game)
            .is_some_and(|made| made.challenge.is_open());
        let plays = values.game(game).is_some_and(|stored| {
            let players = stored.record.game.players();
            [players.first, players.second].contains(&Player::Member(member))
        });
        if !is_open && !plays {
            return Err(format!("{member:?} keeps a notification about {game:?}"));
        }
    }
    finishes.sort_by_key(|(finish, _)| *finish);
    check_ratings(values, &finishes)
}

/// Each rating is the fold of the games in the order in which they ended.
fn check_ratings(
    values: &Values,
    finishes: &[(i64, &GameRecord)],
) -> std::result::Result<(), String> {
    for ((finish, record), number) in finishes.iter().zip(1..) {
        if *finish != number {
            return Err(format!("number {finish} is not {number}: {record:?}"));
        }
    }
    for (member, _, ranking) in values.rankings() {
        let mut rating = None;
        for (_, record) in finishes {
            let changes = record.rating_changes().iter();
            for change in changes.filter(|change| change.member == member) {
                if rating.is_some_and(|before| before != change.before) {
                    return Err(format!("a rating jumps: {record:?}"));
                }
                rating = Some(change.after);
            }
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a rating is some thousands"
        )]
        let stored = ranking
            .rated
            .map(|rated| rated.rating.rating.round() as i64);
        if stored != rating {
            return Err(format!(
                "{member:?} has {stored:?}, and the games say {rating:?}"
            ));
        }
    }
    Ok(())
}

/// What happens twice changes nothing the second time.
fn check_repeats(
    state: &State,
    events: &[Event],
    done: Option<&Event>,
    without: Without,
) -> std::result::Result<(), (usize, String)> {
    for (index, event) in events.iter().enumerate() {
        let is_done = match event {
            Event::By(caller, _) => state.values.is_applied(caller.interaction),
            Event::Judge(..)
            | Event::NoteBoard(..)
            | Event::AbandonUnseen(_)
            | Event::KeepNotification(_) => done.is_some_and(|done| std::ptr::eq(done, event)),
        };
        if is_done && let Some((outcomes, changed)) = carry_out(&state.values, event, without) {
            let again = next(state, event, (outcomes, changed)).map_err(|why| (index, why))?;
            if again.values.digest(&()) != state.values.digest(&()) {
                return Err((index, "a repeat changed something".to_owned()));
            }
        }
    }
    Ok(())
}

/// A change that was decided on a game as it was before is refused by its version.
fn check_old(
    (before, state): (&Values, &State),
    changed: GameId,
    events: &[Event],
    without: Without,
) -> std::result::Result<(), (usize, String)> {
    let old = state.values.with_old(changed, before);
    for (index, event) in events.iter().enumerate() {
        let Event::By(_, What::Press(game, ..) | What::Resign(game, _)) = event else {
            continue;
        };
        if *game != changed {
            continue;
        }
        let Some((outcomes, change)) = carry_out(&old, event, without) else {
            continue;
        };
        if without == Without::Version || state.values.is_up_to_date(&change) {
            next(state, event, (outcomes, change)).map_err(|why| (index, why))?;
            return Err((index, "a change of an old game was saved".to_owned()));
        }
    }
    Ok(())
}

/// Searches breadth first.
fn search(without: Without, states: usize, depth: usize) -> Found {
    let events = Catalogue::all();
    let start = State {
        values: Values::none(),
        told: BTreeSet::new(),
        former: None,
    };
    let mut known = HashSet::from([start.values.digest(&start.told)]);
    let mut queue: VecDeque<(State, usize, Option<Rc<Step>>)> = VecDeque::from([(start, 0, None)]);
    let mut found = Found {
        states: 1,
        complete: 0,
        violation: None,
    };
    while let Some((state, length, path)) = queue.pop_front() {
        found.complete = length;
        if length == depth {
            continue;
        }
        for (index, event) in events.iter().enumerate() {
            if let Event::By(caller, _) = event
                && state.values.is_applied(caller.interaction)
            {
                continue;
            }
            let Some(outcome) = carry_out(&state.values, event, without) else {
                continue;
            };
            let step = |event| {
                Rc::new(Step {
                    event,
                    before: path.clone(),
                })
            };
            let after = match next(&state, event, outcome) {
                Ok(after) => after,
                Err(why) => {
                    found.violation = Some(told(&events, &step(index), None, &why));
                    return found;
                }
            };
            if !known.insert(after.values.digest(&after.told)) {
                continue;
            }
            let mut checked = check_repeats(&after, &events, Some(event), without);
            if let (Ok(()), Some(game)) = (&checked, changed_game(&state.values, &after.values)) {
                checked = check_old((&state.values, &after), game, &events, without);
            }
            if let Err((second, why)) = checked {
                found.violation = Some(told(&events, &step(index), Some(second), &why));
                return found;
            }
            found.states += 1;
            if found.states >= states {
                return found;
            }
            queue.push_back((after, length + 1, Some(step(index))));
        }
    }
    found.complete = depth;
    found
}

/// The game that an event has changed, if it was there before.
fn changed_game(before: &Values, after: &Values) -> Option<GameId> {
    let changed = before.games().find(|old| {
        let new = after.game(old.record.game.id());
        new.is_some_and(|new| new.version != old.version)
    });
    changed.map(|game| game.record.game.id())
}

/// A path, the event that broke it in the end, and what was broken.
fn told(events: &[Event], path: &Rc<Step>, last: Option<usize>, why: &str) -> String {
    let mut steps: Vec<usize> = last.into_iter().collect();
    let mut at = Some(path);
    while let Some(step) = at {
        steps.push(step.event);
        at = step.before.as_ref();
    }
    let steps = steps.iter().rev();
    let lines = steps
        .map(|&event| format!("{:?}", events[event]))
        .join("\n");
    format!("{lines}\n{why}")
}

#[test]
#[expect(clippy::print_stdout, reason = "how far it got is for a person")]
fn whatever_happens_in_whatever_order_everything_holds() {
    let found = search(Without::Nothing, STATES, DEPTH);
    println!(
        "{} states, every path of {} changes",
        found.states, found.complete
    );
    if let Some(violation) = found.violation {
        panic!("{violation}");
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "the path is for a person")]
fn what_is_left_out_is_missed() {
    for without in [Without::Dedup, Without::Point, Without::Version] {
        let found = search(without, STATES, DEPTH);
        let violation = found.violation.expect("a violation");
        println!("{violation}\n");
    }
}
