//! A search of the protocol: everything that two members, the bot and its own tasks can do with a
//! few small games, in every order, over a database in memory. The invariants are checked in each
//! state. A violation is printed with the shortest path to it.
//!
//! A state is stored as the list of events that lead to it. To restore it, the events are replayed.
//! An event is tried within a savepoint.
//!
//! Discord's own behaviour is not covered: see the end-to-end tests in `tests/`. An interaction is
//! carried out once and then delivered again in every state that follows.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use futures::FutureExt;
use itertools::Itertools as _;

use super::super::boards::{Unseen, abandon_unseen, note_board};
use super::super::challenge::{answer_once, challenge};
use super::super::deadlines::enforce;
use super::super::delivered::Delivered;
use super::super::notifications::keep_notification;
use super::super::play::{act, find_retyped};
use super::super::privacy::erase;
use super::super::rematch::rematch;
use super::super::service::once;
use super::super::start::start;
use super::super::{
    BotRematch, Caller, ChallengePosition, ChallengeResult, Due, EndIfReplaced, GameFilter,
    GameUpdate, NewChallenge, NewGame, RematchResult, Result, Target, Wanted,
};
use super::{ANNA, BORIS, START, caller, draws, requested_action};
use nim_games::{Animal, Move};
use wythoff_game::records::{
    GameRecord, InteractionId, MessageId, MoveRecord, Notification, NotificationKind,
    NotificationMessage, NotifyVia,
};
use wythoff_game::{
    Action, ChallengeAnswer, ChallengeStart, Clock, GameId, MemberId, NextGame, Outcome, Player,
    Point, Seat, Timestamp, WhoStarts,
};
use wythoff_store::{Tx, testing::Memory};

/// How many states are searched: as many as a debug build manages in half a minute, and more in a
/// release build.
const STATES: usize = if cfg!(debug_assertions) {
    3_000
} else {
    100_000
};

/// The maximum number of changes in a path.
const DEPTH: usize = 7;

/// The channels, and the position of every game.
const HERE: i64 = 20;
const ELSEWHERE: i64 = 21;
const POSITION: &str = "nim: 1 2";

/// Something that a member asks for.
#[derive(Clone, Debug)]
enum Request {
    Start,
    ReplaceGame(GameId, EndIfReplaced),
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

/// An event: a member's interaction, or something that a task of the bot does.
#[derive(Clone)]
enum Event {
    Interaction(Caller, Request),
    /// The deadline worker checks a game or a challenge, long after its deadline.
    Enforce(GameId, Timestamp),
    /// Discord has reported which message shows a game or a challenge, and the bot records it with
    /// the interaction that posted it.
    NoteBoard(GameId, MessageId, InteractionId),
    /// Discord has refused the message of a game or a challenge.
    AbandonUnseen(GameId),
    /// Discord has posted a notification.
    KeepNotification(NotificationMessage),
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interaction(caller, request) => {
                let seconds = caller.at().since(START).as_secs();
                let (member, channel) = (caller.member.0, caller.place.channel.0);
                write!(f, "{seconds} s: member {member} in {channel}: {request:?}")
            }
            Self::Enforce(game, _) => write!(f, "enforce {}", game.0),
            Self::NoteBoard(game, message, _) => write!(f, "board {} is {}", game.0, message.0),
            Self::AbandonUnseen(game) => write!(f, "abandon {}", game.0),
            Self::KeepNotification(notice) => {
                write!(
                    f,
                    "member {} is notified about {}",
                    notice.member.0, notice.game.0
                )
            }
        }
    }
}

/// A notification: the game, the member, its kind, and the ply of the game.
type SentNotification = (GameId, MemberId, &'static str, u32);

/// How a state is reached, and which notifications were sent on the way.
#[derive(Clone, Default)]
struct State {
    path: Vec<usize>,
    sent: BTreeSet<SentNotification>,
}

/// The games of a state, with their moves.
type Games = Vec<(GameRecord, Vec<MoveRecord>)>;

/// The safeguard that a search leaves out, to see that its absence is noticed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OmittedSafeguard {
    Nothing,
    /// An interaction that is delivered again is carried out again.
    Dedup,
    /// A control does not say which point it was shown at.
    Point,
}

struct SearchResult {
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
    fn add_at(&mut self, seconds: u64, member: MemberId, channel: i64, request: Request) -> GameId {
        let caller = caller(member, START.plus(Duration::from_secs(seconds)), channel);
        let id = GameId(caller.interaction.0);
        self.events.push(Event::Interaction(caller, request));
        id
    }

    fn add(&mut self, member: MemberId, channel: i64, request: Request) -> GameId {
        self.interactions += 1;
        self.add_at(2 * self.interactions, member, channel, request)
    }

    /// Everything that can happen.
    fn all() -> Vec<Event> {
        let mut all = Self {
            events: Vec::new(),
            interactions: 0,
        };
        let moves = ["A1", "B1", "B2"].map(|mv| mv.parse().expect("a move"));
        let against_bot = all.add(ANNA, HERE, Request::Start);
        let elsewhere = all.add(ANNA, ELSEWHERE, Request::Start);
        let challenge_id = all.add(ANNA, HERE, Request::Challenge(BORIS));
        let counter_challenge = all.add(BORIS, HERE, Request::Challenge(ANNA));
        all.against_the_bot(against_bot, &moves);
        all.between_members(challenge_id, &moves);
        all.add(
            ANNA,
            HERE,
            Request::Answer(counter_challenge, ChallengeAnswer::Accept),
        );
        all.add(
            BORIS,
            HERE,
            Request::Answer(counter_challenge, ChallengeAnswer::Withdraw),
        );
        for mv in moves {
            all.add(ANNA, HERE, Request::Type(mv));
            all.add(BORIS, HERE, Request::Type(mv));
        }
        // A member who has seen no answer types the same move again.
        all.add(ANNA, HERE, Request::Type(moves[1]));
        all.add(ANNA, HERE, Request::Start);
        for member in [ANNA, BORIS] {
            all.add(member, ELSEWHERE, Request::Erase);
        }
        // Ten minutes after the start, so the clock of five minutes has run out.
        let late = 600;
        all.add_at(
            late,
            BORIS,
            HERE,
            Request::Answer(challenge_id, ChallengeAnswer::Accept),
        );
        all.add_at(
            late + 2,
            ANNA,
            HERE,
            Request::Press(challenge_id, point(0, 0), moves[1]),
        );
        all.add_at(late + 4, BORIS, HERE, Request::Resign(challenge_id, None));
        all.add_at(late + 6, ANNA, HERE, Request::Start);
        all.add_tasks(&[against_bot, elsewhere, challenge_id, counter_challenge]);
        all.events
    }

    fn against_the_bot(&mut self, game: GameId, moves: &[Move; 3]) {
        for at in [point(0, 0), point(2, 0), point(0, 1)] {
            for &mv in moves {
                self.add(ANNA, HERE, Request::Press(game, at, mv));
            }
        }
        // Boris presses a button on Anna's board.
        self.add(BORIS, HERE, Request::Press(game, point(0, 0), moves[0]));
        self.add(ANNA, HERE, Request::TakeBack(game, point(2, 0)));
        self.add(ANNA, HERE, Request::TakeBack(game, point(2, 0)));
        self.add(ANNA, HERE, Request::Resign(game, Some(point(0, 0))));
        self.add(ANNA, HERE, Request::Resign(game, Some(point(2, 0))));
        for announced in [EndIfReplaced::WithoutResult, EndIfReplaced::AsALoss] {
            self.add(ANNA, HERE, Request::ReplaceGame(game, announced));
        }
        for next in [BotRematch::Again, BotRematch::OtherSide] {
            self.add(ANNA, HERE, Request::RematchBot(game, next));
        }
    }

    fn between_members(&mut self, challenge_id: GameId, moves: &[Move; 3]) {
        for answer in [ChallengeAnswer::Accept, ChallengeAnswer::Decline] {
            self.add(BORIS, HERE, Request::Answer(challenge_id, answer));
        }
        self.add(
            ANNA,
            HERE,
            Request::Answer(challenge_id, ChallengeAnswer::Accept),
        );
        self.add(
            ANNA,
            HERE,
            Request::Answer(challenge_id, ChallengeAnswer::Withdraw),
        );
        for ply in 0..3 {
            for &mv in moves {
                // At most one of the two is to move, but both try.
                for member in [ANNA, BORIS] {
                    self.add(
                        member,
                        HERE,
                        Request::Press(challenge_id, point(ply, 0), mv),
                    );
                }
            }
        }
        for member in [ANNA, BORIS] {
            self.add(member, HERE, Request::Resign(challenge_id, None));
            for next in [NextGame::Rematch, NextGame::NewPosition] {
                self.add(member, HERE, Request::Vote(challenge_id, next));
            }
        }
    }

    fn add_tasks(&mut self, games: &[GameId]) {
        for (number, &game) in (1..).zip(games) {
            let interaction = InteractionId(game.0);
            let long_after = START.plus(Duration::from_hours(24 * 30));
            let message = MessageId(number);
            self.events.extend([
                Event::Enforce(game, long_after),
                Event::NoteBoard(game, message, interaction),
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
                        at: START.plus(Duration::from_secs(70)),
                    }));
            }
        }
    }
}

const fn point(ply: u32, branch: u32) -> Point {
    Point { ply, branch }
}

#[derive(Default)]
struct EventResult {
    shown: Option<GameRecord>,
    notifications: Vec<Notification>,
}

impl From<GameUpdate> for EventResult {
    fn from(update: GameUpdate) -> Self {
        Self {
            shown: Some(update.record),
            notifications: update.notifications,
        }
    }
}

/// Carries out an event. Returns `None` if it is refused, or if nothing was due.
async fn carry_out(tx: &mut Tx, event: &Event, omitted: OmittedSafeguard) -> Option<EventResult> {
    let done: Result<EventResult> = match event {
        Event::Interaction(caller, request) => {
            carry_out_request(tx, caller, request, omitted).await
        }
        Event::Enforce(game, now) => match enforce(tx, *game, *now, *now).await {
            Ok(Some(Due::Ended(update) | Due::Reminded(update))) => Ok(update.into()),
            Ok(Some(
                Due::Expired(_)
                | Due::Unseen(_)
                | Due::Daily(_)
                | Due::DailyEnded(..)
                | Due::Table(_)
                | Due::Boss(_)
                | Due::SlowTurn(_),
            )) => Ok(EventResult::default()),
            Ok(None) => return None,
            Err(error) => Err(error.into()),
        },
        Event::NoteBoard(game, message, interaction) => {
            record_board(tx, *game, *message, *interaction).await
        }
        Event::AbandonUnseen(game) => match abandon_unseen(tx, *game, Unseen::Late).await {
            Ok(_) => Ok(EventResult::default()),
            Err(error) => Err(error.into()),
        },
        Event::KeepNotification(notice) => match keep_notification(tx, *notice).await {
            Ok(_) => Ok(EventResult::default()),
            Err(error) => Err(error.into()),
        },
    };
    match done {
        Ok(event_result) => Some(event_result),
        Err(super::Error::Refused { .. }) => None,
        // The safety net: a game has the id of its interaction, so it cannot be saved twice.
        Err(_) if omitted == OmittedSafeguard::Dedup => None,
        Err(fault) => panic!("{event:?}: {fault:?}"),
    }
}

/// Records a message as the one that shows the game.
async fn record_board(
    tx: &mut Tx,
    game: GameId,
    message: MessageId,
    interaction: InteractionId,
) -> Result<EventResult> {
    note_board(tx, game, message, interaction).await?;
    Ok(EventResult {
        shown: tx.game(game).await?,
        notifications: Vec::new(),
    })
}

/// Carries out a member's request.
async fn carry_out_request(
    tx: &mut Tx,
    caller: &Caller,
    request: &Request,
    omitted: OmittedSafeguard,
) -> Result<EventResult> {
    let draws = draws(0);
    let new = NewGame {
        start: POSITION.parse().expect("a position"),
        first: WhoStarts::Me,
        animal: Some(Animal::Penguin),
    };
    let at = |seen: Point| Some(seen).filter(|_| omitted != OmittedSafeguard::Point);
    let on_board = |game| Target::Control {
        game,
        message: Some(MessageId(1)),
    };
    let action_request = match *request {
        Request::Start => {
            let begun = start(tx, caller, new.into(), draws).await;
            return begun.map(EventResult::from);
        }
        Request::ReplaceGame(game, announced) => {
            let wanted = Wanted {
                replaces: Some((game, announced)),
                ..new.into()
            };
            let update = start(tx, caller, wanted, draws).await;
            return update.map(EventResult::from);
        }
        Request::Press(game, seen, mv) => {
            let seen = at(seen);
            requested_action(on_board(game), Action::Move { mv, seen })
        }
        Request::Type(mv) => {
            let target = Target::Command(None, GameFilter::OnTurn);
            let typed = requested_action(target, Action::Move { mv, seen: None });
            if let Some(known) = find_retyped(
                tx,
                caller,
                (typed.target, typed.action),
                &Delivered::default(),
            )
            .await?
            {
                return Ok(GameUpdate::of(known).into());
            }
            typed
        }
        Request::TakeBack(game, seen) => {
            requested_action(on_board(game), Action::TakeBack { seen })
        }
        Request::Resign(game, seen) => requested_action(on_board(game), Action::Resign { seen }),
        Request::Challenge(invited) => {
            let new = NewChallenge {
                invited: Some(invited),
                invited_name: None,
                start: ChallengePosition::Position(new.start),
                first: ChallengeStart::Fixed(WhoStarts::Random),
                clock: Some(Clock::FiveMinutes),
                games: wythoff_game::Games::One,
            };
            let challenged = challenge(tx, caller, &new, draws).await?;
            return Ok(EventResult {
                shown: None,
                notifications: challenged.notification.into_iter().collect(),
            });
        }
        Request::Answer(game, answer) => {
            return match answer_once(tx, caller, game, MessageId(1), answer, draws, true).await? {
                ChallengeResult::Began { update, .. } => Ok((*update).into()),
                ChallengeResult::Closed(_) | ChallengeResult::Expired(_) => {
                    Ok(EventResult::default())
                }
            };
        }
        Request::Vote(game, next) => {
            return match rematch(tx, caller, game, next, MessageId(1), draws).await? {
                RematchResult::Began(update) | RematchResult::Voted(update) => Ok(update.into()),
            };
        }
        Request::RematchBot(game, next) => {
            let finished = tx.game(game).await?;
            let finished = finished.expect("a game that has been played");
            let wanted = Wanted {
                follows: Some(game),
                ..next.setup(&finished).into()
            };
            let next = start(tx, caller, wanted, draws).await;
            return next.map(EventResult::from);
        }
        Request::Erase => {
            let erased = erase(tx, caller, draws.reply, true).await?;
            let resigned = erased.resigned.into_iter();
            return Ok(EventResult {
                shown: None,
                notifications: resigned.flat_map(|update| update.notifications).collect(),
            });
        }
    };
    act(tx, caller, &action_request)
        .await
        .map(EventResult::from)
}

async fn games(tx: &mut Tx) -> Games {
    let mut games = Vec::new();
    for id in tx.all_ids().await {
        let record = tx.game(id).await.expect("read").expect("a game");
        games.push((record, tx.plies(id).await.expect("read")));
    }
    games
}

fn find_game(games: &Games, id: GameId) -> Option<&(GameRecord, Vec<MoveRecord>)> {
    games.iter().find(|(record, _)| record.game.id() == id)
}

/// Checks the changes of an event. Returns its notifications, or describes the violation.
async fn check_event(
    tx: &mut Tx,
    before: &Games,
    event: &Event,
    event_result: EventResult,
) -> std::result::Result<Vec<SentNotification>, String> {
    if let Some(shown) = event_result.shown {
        let stored = tx.game(shown.game.id()).await.expect("read");
        if stored.as_ref() != Some(&shown) {
            return Err(format!("shown: {shown:?}\nstored: {stored:?}"));
        }
    }
    check_point(before, event)?;
    let mut sent = Vec::new();
    for notification in event_result.notifications {
        let game = tx.game(notification.game).await.expect("read");
        let kind = match notification.kind {
            NotificationKind::Turn => "turn",
            NotificationKind::Reminder => "reminder",
            NotificationKind::Begun => "begun",
            NotificationKind::Ended => "ended",
            NotificationKind::RematchVote(_) => "vote",
            NotificationKind::Challenge => "challenged",
        };
        assert_eq!(notification.via, NotifyVia::Ping);
        let ply = game.map_or(0, |record| record.game.ply());
        sent.push((notification.game, notification.member, kind, ply));
    }
    Ok(sent)
}

/// Checks that a control acts only on the point that its board showed.
fn check_point(before: &Games, event: &Event) -> std::result::Result<(), String> {
    let Event::Interaction(caller, Request::Press(game, seen, _) | Request::TakeBack(game, seen)) =
        event
    else {
        return Ok(());
    };
    let (record, _) = find_game(before, *game).ok_or("a move in no game")?;
    let game = &record.game;
    if game.point() == *seen || game.is_overdue(caller.at()) {
        Ok(())
    } else {
        Err(format!(
            "a board of {seen:?} was used at {:?}",
            game.point()
        ))
    }
}

/// Checks that games that have ended stay as they are.
fn check_final(before: &Games, after: &Games) -> std::result::Result<(), String> {
    for (old, plies) in before {
        let (new, new_plies) = find_game(after, old.game.id()).ok_or("a game is gone")?;
        let is_same = old.game.outcome() == new.game.outcome() && plies == new_plies;
        if old.game.outcome().is_some() && !is_same {
            return Err(format!("was: {old:?}\nis: {new:?}"));
        }
    }
    Ok(())
}

/// Checks the invariants of every state.
async fn check_state(tx: &mut Tx, games: &Games) -> std::result::Result<(), String> {
    let mut pairs = HashSet::new();
    for (record, plies) in games {
        let mut position = record.game.start_position();
        for ply in plies {
            let played = position.play(ply.played.mv);
            position =
                played.map_err(|illegal| format!("an illegal move is stored: {illegal:?}"))?;
        }
        if position != record.game.position() || plies.len() != record.game.ply() as usize {
            return Err(format!("not the fold of its moves: {record:?}"));
        }
        let players = record.game.players();
        let is_running = record.game.outcome().is_none();
        if is_running && position.is_over() {
            return Err(format!("its position is over, but it runs: {record:?}"));
        }
        let mut pair = [players.first, players.second].map(|player| format!("{player:?}"));
        pair.sort();
        if is_running && !pairs.insert((record.place.channel, pair)) {
            return Err(format!("the same two play twice in a channel: {record:?}"));
        }
        if let Some(Outcome::LastMove { winner }) = record.game.outcome() {
            let is_odd = plies.len() % 2 == 1;
            if !position.is_over() || (winner == Seat::First) != is_odd {
                return Err(format!("the wrong player has won: {record:?}"));
            }
        }
    }
    for (game, member) in tx.notified().await {
        let record = tx.challenge(game).await.expect("read");
        let holds = record
            .map(|record| record.challenge)
            .is_some_and(|it| it.is_open() || it.is_declined() && it.challenger == member.into());
        let plays = find_game(games, game).is_some_and(|(record, _)| {
            let players = record.game.players();
            [players.first, players.second].contains(&Player::Member(member))
        });
        if !holds && !plays {
            return Err(format!("{member:?} keeps a notification about {game:?}"));
        }
    }
    match tx.wrong_ratings().await {
        0 => Ok(()),
        wrong => Err(format!("{wrong} ratings are not the fold of the games")),
    }
}

/// Checks that nothing changes if any interaction so far, or the task that has just run, is
/// repeated.
async fn check_repeats(
    memory: &mut Memory,
    (events, path): (&[Event], &[usize]),
    omitted: OmittedSafeguard,
) -> std::result::Result<(), (usize, String)> {
    let before = memory.digest().await;
    for (place, &index) in path.iter().enumerate() {
        let is_last = place + 1 == path.len();
        let event = &events[index];
        memory.set_savepoint("repeat").await;
        let again = match event {
            Event::Interaction(caller, request) if omitted != OmittedSafeguard::Dedup => {
                let request = request.clone();
                let again = once(&mut memory.tx, caller, |tx, caller| {
                    async move { carry_out_request(tx, caller, &request, omitted).await }.boxed()
                });
                again.await.is_ok()
            }
            Event::Interaction(..) => carry_out(&mut memory.tx, event, omitted).await.is_some(),
            Event::Enforce(..)
            | Event::NoteBoard(..)
            | Event::AbandonUnseen(_)
            | Event::KeepNotification(_) => {
                is_last && carry_out(&mut memory.tx, event, omitted).await.is_some()
            }
        };
        let is_changed = again && memory.digest().await != before;
        memory.roll_back_to("repeat").await;
        if is_changed {
            return Err((index, "a repeat changed something".to_owned()));
        }
    }
    Ok(())
}

/// Searches breadth first.
async fn search(omitted: OmittedSafeguard, states: usize, depth: usize) -> SearchResult {
    let events = Catalogue::all();
    let mut memory = Memory::new().await;
    let start = State::default();
    let mut known = HashSet::from([digest(&mut memory, &start).await]);
    let mut queue = VecDeque::from([start]);
    let mut result = SearchResult {
        states: 1,
        complete: 0,
        violation: None,
    };
    while let Some(state) = queue.pop_front() {
        result.complete = state.path.len();
        if state.path.len() == depth {
            continue;
        }
        memory.roll_back_to("root").await;
        for &index in &state.path {
            claim_and_carry_out(&mut memory.tx, &events[index], omitted).await;
        }
        memory.set_savepoint("state").await;
        let before = games(&mut memory.tx).await;
        for index in (0..events.len()).filter(|index| !state.path.contains(index)) {
            if has_no_game_yet(&events[index], &before, &state.path, &events) {
                continue;
            }
            let event = &events[index];
            let event_result = claim_and_carry_out(&mut memory.tx, event, omitted).await;
            if let Some(event_result) = event_result {
                let path: Vec<usize> = state.path.iter().copied().chain([index]).collect();
                let after = state_after(
                    &mut memory,
                    &state,
                    &before,
                    (event, path.clone(), event_result),
                );
                match after.await {
                    Err(why) => {
                        result.violation = Some(report(&events, &path, &why));
                        return result;
                    }
                    Ok(after) if known.insert(digest(&mut memory, &after).await) => {
                        let checked = check_new(&mut memory, &before, (&events, &path), omitted);
                        if let Err((repeated, why)) = checked.await {
                            let path: Vec<usize> = path.into_iter().chain(repeated).collect();
                            result.violation = Some(report(&events, &path, &why));
                            return result;
                        }
                        result.states += 1;
                        if result.states >= states {
                            return result;
                        }
                        queue.push_back(after);
                    }
                    Ok(_) => {}
                }
            }
            memory.roll_back_to("state").await;
        }
    }
    result.complete = depth;
    result
}

/// Claims the interaction of an event, and carries out the event.
async fn claim_and_carry_out(
    tx: &mut Tx,
    event: &Event,
    omitted: OmittedSafeguard,
) -> Option<EventResult> {
    if let Event::Interaction(caller, _) = event {
        let claim = tx.claim(caller.interaction, caller.member, &caller.name);
        assert!(
            claim.await.expect("claimed"),
            "the interaction was claimed before"
        );
    }
    carry_out(tx, event, omitted).await
}

/// Whether an event can only be refused, since there is no such game or challenge yet.
fn has_no_game_yet(event: &Event, games: &Games, path: &[usize], events: &[Event]) -> bool {
    let game = match event {
        Event::Interaction(
            _,
            Request::ReplaceGame(game, _)
            | Request::Press(game, ..)
            | Request::TakeBack(game, _)
            | Request::Resign(game, _)
            | Request::Answer(game, _)
            | Request::Vote(game, _)
            | Request::RematchBot(game, _),
        )
        | Event::Enforce(game, _)
        | Event::NoteBoard(game, ..)
        | Event::AbandonUnseen(game) => *game,
        Event::KeepNotification(notice) => notice.game,
        Event::Interaction(
            _,
            Request::Start | Request::Type(_) | Request::Challenge(_) | Request::Erase,
        ) => {
            return false;
        }
    };
    let is_made = |&index: &usize| match &events[index] {
        Event::Interaction(caller, _) => caller.interaction.0 == game.0,
        Event::Enforce(..)
        | Event::NoteBoard(..)
        | Event::AbandonUnseen(_)
        | Event::KeepNotification(_) => false,
    };
    find_game(games, game).is_none() && !path.iter().any(is_made)
}

/// The state after an event, or a description of the violation.
async fn state_after(
    memory: &mut Memory,
    state: &State,
    before: &Games,
    (event, path, event_result): (&Event, Vec<usize>, EventResult),
) -> std::result::Result<State, String> {
    let mut after = State {
        path,
        sent: state.sent.clone(),
    };
    for sent in check_event(&mut memory.tx, before, event, event_result).await? {
        if !after.sent.insert(sent) {
            return Err(format!("sent twice: {sent:?}"));
        }
    }
    Ok(after)
}

/// Checks a state that has not been seen before.
async fn check_new(
    memory: &mut Memory,
    before: &Games,
    (events, path): (&[Event], &[usize]),
    omitted: OmittedSafeguard,
) -> std::result::Result<(), (Option<usize>, String)> {
    let now = games(&mut memory.tx).await;
    check_final(before, &now).map_err(|why| (None, why))?;
    let checked = check_state(&mut memory.tx, &now).await;
    checked.map_err(|why| (None, why))?;
    let repeated = check_repeats(memory, (events, path), omitted).await;
    repeated.map_err(|(index, why)| (Some(index), why))
}

/// A 128-bit hash of a state.
async fn digest(memory: &mut Memory, state: &State) -> [u64; 2] {
    let stored = memory.digest().await;
    [0_u8, 1].map(|salt| {
        let mut hasher = DefaultHasher::new();
        (salt, &stored, &state.sent).hash(&mut hasher);
        hasher.finish()
    })
}

/// A path, and the violation at its end.
fn report(events: &[Event], path: &[usize], why: &str) -> String {
    let mut lines = path.iter().map(|&event| format!("{:?}", events[event]));
    format!("{}\n{why}", lines.join("\n"))
}

#[tokio::test]
#[expect(clippy::print_stdout, reason = "a person reads how far it got")]
async fn the_invariants_hold_in_every_order_of_events() {
    let result = search(OmittedSafeguard::Nothing, STATES, DEPTH).await;
    println!(
        "{} states, every path of {} changes",
        result.states, result.complete
    );
    if let Some(violation) = result.violation {
        panic!("{violation}");
    }
}

#[tokio::test]
#[expect(clippy::print_stdout, reason = "a person reads the path")]
async fn a_missing_safeguard_is_noticed() {
    for omitted in [OmittedSafeguard::Dedup, OmittedSafeguard::Point] {
        let result = search(omitted, STATES, DEPTH).await;
        let violation = result.violation.expect("a violation");
        println!("{violation}\n");
    }
}
