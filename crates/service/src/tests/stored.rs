//! Use cases whose results persist, over a real database file.

use std::collections::HashSet;
use std::sync::Arc;

use sqlx::{AnyConnection, Executor};

use super::*;
use crate::{Chance, Erased, GameFilter, Service};
use wythoff_game::Day;
use wythoff_game::records::{DailyChannel, NotificationMessage, ServerChange, Switch};
use wythoff_store::testing::temporary_store;

/// A service over an empty database.
struct Bench {
    _folder: tempfile::TempDir,
    store: Arc<Store>,
    service: Service,
    now: Timestamp,
}

impl Bench {
    async fn undrawn(&self) -> Vec<(GameId, Timestamp)> {
        let undrawn = |mut view: Read| async move { view.undrawn(1 << 12).await };
        self.service.store().read(undrawn).await.expect("read")
    }

    async fn new() -> Self {
        let (folder, store) = temporary_store().await;
        let store = Arc::new(store);
        Self {
            _folder: folder,
            store: store.clone(),
            service: Service::new(store, Chance::seeded(1)),
            now: START,
        }
    }

    /// An interaction of a member, some time after the one before it.
    fn caller(&mut self, member: MemberId, later: Duration) -> Caller {
        self.now = self.now.plus(later);
        caller(member, self.now, 20)
    }

    /// A connection separate from the service's own.
    async fn connect(&self) -> AnyConnection {
        self.store.connect().await
    }

    /// A member's game against the bot.
    async fn start_game(&mut self) -> GameId {
        let caller = self.caller(ANNA, SECOND);
        let new = NewGame {
            start: wythoff::Wythoff::of([10, 6]).into(),
            first: WhoStarts::Me,
            animal: Some(Animal::Penguin),
        };
        let begun = self.service.start(caller, new).done().await;
        begun.expect("begun").record.game.id()
    }

    /// Boris challenges Anna, and she accepts, so their game begins.
    async fn play_challenge(&mut self) {
        let id = self.challenge_anna().await.expect("challenged");
        let caller = self.caller(ANNA, SECOND);
        let accept = self
            .service
            .answer(caller, id, ChallengeAnswer::Accept, MessageId(2));
        accept.done().await.expect("accepted");
    }

    /// A challenge from Boris to Anna.
    async fn challenge_anna(&mut self) -> Result<GameId> {
        let caller = self.caller(BORIS, SECOND);
        let new = NewChallenge {
            invited: Some(ANNA),
            invited_name: None,
            start: ChallengePosition::Position("wythoff: 3 5".parse().expect("a position")),
            first: ChallengeStart::Fixed(WhoStarts::Opponent),
            clock: Some(Clock::FiveMinutes),
            games: wythoff_game::Games::One,
        };
        let made = self.service.challenge(caller, new).done().await;
        Ok(made?.record.challenge.id)
    }

    async fn erase_anna(&mut self, later: Duration) -> Erased {
        let caller = self.caller(ANNA, later);
        self.service.erase(caller).done().await.expect("erased")
    }
}

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_mins(1);

#[tokio::test]
async fn an_older_board_does_not_replace_a_newer_one() {
    let mut bench = Bench::new().await;
    let game = bench.start_game().await;
    let [first, second] = [(); 2].map(|()| bench.caller(ANNA, SECOND).interaction);
    let (older, newer) = (MessageId(7), MessageId(8));
    let noted = bench.service.note_board(game, newer, second).await;
    assert_eq!(noted.expect("noted").expect("a game").obsolete, None);
    // The older one was posted first, but is recorded second.
    let noted = bench.service.note_board(game, older, first).await;
    let noted = noted.expect("noted").expect("a game");
    let obsolete = noted.obsolete.map(|obsolete| obsolete.message);
    assert_eq!(obsolete, Some(older));
    let record = bench.service.game(game).await.expect("read");
    assert_eq!(record.expect("a game").board, Some(newer));
}

#[tokio::test]
async fn a_notification_sent_before_its_member_acted_is_deleted() {
    let mut bench = Bench::new().await;
    let game = bench.start_game().await;
    let notice = |at| NotificationMessage {
        game,
        member: ANNA,
        channel: ChannelId(20),
        message: MessageId(9),
        editable: true,
        at,
    };
    let active = bench.now;
    let late = notice(active.minus(SECOND));
    let kept = bench.service.keep_notification(late).await;
    assert_eq!(kept.expect("noted"), Some(late.obsolete()));
    let kept = bench.service.keep_notification(notice(active)).await;
    assert_eq!(kept.expect("noted"), None);
}

#[tokio::test]
async fn a_challenge_declined_by_an_erasure_cannot_be_repeated() {
    let mut bench = Bench::new().await;
    bench.challenge_anna().await.expect("challenged");
    bench.erase_anna(SECOND).await;
    let unsent = bench.service.unsent(bench.now).await.expect("read");
    assert!(unsent.to_send.is_empty(), "nobody has said no");
    let again = bench.challenge_anna().await;
    assert!(
        matches!(refusal(again), Refusal::DeclinedBefore { .. }),
        "it was declined before"
    );
}

#[tokio::test]
async fn erasing_ones_data_excuses_a_no_show_only_once_a_day() {
    let mut bench = Bench::new().await;
    bench.service.enforce_deadlines(true);
    let mut outcomes = Vec::new();
    for _ in 0..2 {
        bench.play_challenge().await;
        let erased = bench.erase_anna(6 * MINUTE).await;
        let [ended] = &erased.resigned[..] else {
            panic!("expected one game to have ended");
        };
        // She knows that she has left.
        let notified: Vec<MemberId> = ended.notifications.iter().map(|it| it.member).collect();
        assert_eq!(notified, [BORIS]);
        outcomes.push(ended.record.game.outcome());
    }
    let excused: Vec<bool> = outcomes
        .iter()
        .map(|outcome| *outcome == Some(Outcome::NoShow))
        .collect();
    assert_eq!(excused, [true, false]);
}

#[tokio::test]
async fn an_erasure_sees_a_challenge_declined_just_before_it() {
    let mut bench = Bench::new().await;
    let id = bench.challenge_anna().await.expect("challenged");
    let [anna, boris] = [ANNA, BORIS].map(|member| bench.caller(member, SECOND));
    // Both are queued before either is carried out.
    let decline = bench
        .service
        .answer(anna, id, ChallengeAnswer::Decline, MessageId(2));
    let erase = bench.service.erase(boris);
    decline.done().await.expect("declined");
    erase.done().await.expect("erased");
    let again = bench.challenge_anna().await;
    assert!(matches!(refusal(again), Refusal::DeclinedBefore { .. }));
}

#[tokio::test]
async fn a_typed_move_can_be_repeated_after_its_answer_is_delivered() {
    let mut bench = Bench::new().await;
    let game = bench.start_game().await;
    let type_move = async |bench: &mut Bench| {
        let caller = bench.caller(ANNA, SECOND);
        let by = caller.interaction;
        let action = Action::Move {
            mv: Move::take([1]),
            seen: None,
        };
        let target = Target::Command(Some(game), GameFilter::Any);
        let typed = bench.service.act(caller, target, action).done().await;
        (typed.expect("typed").record.game.ply(), by)
    };
    let (ply, first) = type_move(&mut bench).await;
    // The answer is not known to have been delivered, so the move is not made a second time.
    let (ply_after_repeat, _) = type_move(&mut bench).await;
    assert_eq!(ply_after_repeat, ply);
    bench.service.delivered.note(game, first);
    let (ply_after_delivery, _) = type_move(&mut bench).await;
    assert!(ply_after_delivery > ply);
}

/// Forty thousand games: half of them run, half are over, and Anna was notified of each.
const FILL: &str = "
    INSERT INTO members (id, name) VALUES (10, 'anna'), (11, 'boris');
    INSERT INTO games (id, channel, editable, language, shown, first_player, second_player, clock, rated, variant, rules, start,
        position, size, ply, taken_back, hinted, everywhere, first_kept, first_won, second_kept, second_won, phase, winner, begun,
        since, deadline, message, first_active, second_active)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40960)
    SELECT i, i, 1, 'en-US', 1, CASE WHEN i % 2 = 1 THEN 10 ELSE 12 END, 11, 86400, 0, 'wythoff', '', '3 5', '3 5', 8, 0, 0, 0, 1,
        CASE WHEN i % 2 = 1 THEN 0 END, CASE WHEN i % 2 = 1 THEN 0 END, CASE WHEN i % 2 = 1 THEN 0 END, CASE WHEN i % 2 = 1 THEN 0 END,
        CASE WHEN i % 2 = 1 THEN 'resignation' ELSE 'running' END, CASE WHEN i % 2 = 1 THEN 'second' END, 1700000000000, 1700000000000,
        CASE WHEN i % 2 = 1 THEN NULL ELSE 1700086400000 END, i, 1, 1 FROM n;
    INSERT INTO notifications (game, member, channel, message, editable, at) SELECT id, 10, channel, id, 1, 1 FROM games";

#[tokio::test]
async fn exports_erasures_and_extensions_scale_to_large_databases() {
    let mut bench = Bench::new().await;
    let mut database = bench.connect().await;
    database.execute(FILL).await.expect("filled");
    bench.now = Timestamp(1_700_000_000_000);
    let marked = bench.service.mark_alive(bench.now, Duration::ZERO).await;
    assert_eq!(marked.expect("marked"), Duration::ZERO);
    let hour = Duration::from_hours(1);
    let marked = bench
        .service
        .mark_alive(bench.now.plus(hour), Duration::ZERO);
    let marked = marked.await.expect("marked");
    assert_eq!(marked, hour);
    let undrawn = bench.undrawn().await;
    assert_eq!(undrawn.len(), 4096, "as many as are looked at together");
    let due = bench.service.next_due(bench.now).await.expect("found");
    assert!(due.is_some_and(|due| due > Timestamp(1_700_086_400_000).plus(hour)));
    let export = bench.service.export(ANNA).await.expect("exported");
    assert_eq!(
        (export.games.len(), export.notifications.len()),
        (20_480, 40_960)
    );
    let erased = bench.erase_anna(2 * hour).await;
    // Only the latest messages are to be deleted. The others no longer name anybody.
    assert!(erased.notifications.len() < 1000);
    let traces = "SELECT (SELECT COUNT(*) FROM notifications WHERE member = 10)
        + (SELECT COUNT(*) FROM games WHERE 10 IN (first_player, second_player))";
    let traces: i64 = sqlx::query_scalar(traces)
        .fetch_one(&mut database)
        .await
        .expect("a number");
    assert_eq!(traces, 0);
}

#[tokio::test]
async fn a_change_is_undrawn_until_that_very_change_is_drawn() {
    let mut bench = Bench::new().await;
    let game = bench.start_game().await;
    let changed = async || {
        let undrawn = bench.undrawn().await;
        undrawn
            .iter()
            .find(|&&(id, _)| id == game)
            .map(|&(_, at)| at)
    };
    let drawn = async |at| {
        let noting = bench
            .service
            .store()
            .change(move |tx| async move { tx.note_drawn(&[(game, at)]).await }.boxed());
        noting.done().await.expect("noted");
    };
    let begun = changed().await.expect("nobody has drawn it");
    drawn(begun.minus(SECOND)).await;
    assert_eq!(changed().await, Some(begun), "an earlier state was drawn");
    drawn(begun).await;
    assert_eq!(changed().await, None);
}

#[tokio::test]
async fn a_board_that_was_posted_before_an_erasure_and_noted_after_it_is_undrawn() {
    let mut bench = Bench::new().await;
    let game = bench.start_game().await;
    let posted_by = InteractionId(game.0);
    bench.erase_anna(SECOND).await;
    assert_eq!(bench.undrawn().await, [], "nobody knows a board to draw");
    let noted = bench.service.note_board(game, MessageId(7), posted_by);
    let noted = noted.await.expect("noted").expect("there is such a game");
    assert_eq!(bench.undrawn().await, [(game, noted.changed)]);
}

#[tokio::test]
async fn an_older_notification_does_not_replace_a_newer_one() {
    let mut bench = Bench::new().await;
    let game = bench.start_game().await;
    let notice = |message, at| NotificationMessage {
        game,
        member: ANNA,
        channel: ChannelId(20),
        message: MessageId(message),
        editable: true,
        at,
    };
    let older = notice(9, bench.now.plus(SECOND));
    let newer = notice(10, bench.now.plus(MINUTE));
    let kept = bench.service.keep_notification(newer).await;
    assert_eq!(kept.expect("noted"), None);
    // The older one was posted first, but is recorded second.
    let kept = bench.service.keep_notification(older).await;
    assert_eq!(kept.expect("noted"), Some(older.obsolete()));
    let replaced = bench
        .service
        .replace_notification(game, ANNA, bench.now)
        .await;
    assert_eq!(replaced.expect("replaced"), Some(newer.obsolete()));
}

#[tokio::test]
async fn an_erasure_is_refused_until_deadlines_have_been_extended() {
    let mut bench = Bench::new().await;
    bench.play_challenge().await;
    let caller = bench.caller(ANNA, 6 * MINUTE);
    let erased = bench.service.erase(caller).done().await;
    assert_eq!(refusal(erased), Refusal::ExtendingDeadlines);
    bench.service.enforce_deadlines(true);
    assert_eq!(bench.erase_anna(SECOND).await.resigned.len(), 1);
}

/// How many deadlines are due at `now`, after the statement was executed on the database and the
/// servers were compared.
async fn due_after(bench: &Bench, statement: &'static str, now: Timestamp) -> usize {
    let mut database = bench.connect().await;
    database.execute(statement).await.expect("executed");
    let present = HashSet::from([SERVER]);
    let compared = bench.service.compare_servers(present, (0, 1), now);
    compared.done().await.expect("compared");
    bench.service.handle_due(now).await.expect("handled").len()
}

impl Bench {
    /// Changes a setting of the server.
    async fn set_server(&mut self, change: ServerChange) {
        let caller = self.caller(ANNA, SECOND);
        let changing = self.service.change_server(caller, SERVER, change);
        changing.done().await.expect("changed");
    }

    /// Notes which servers the bot is in.
    async fn is_in(&self, servers: &[i64]) {
        let present = servers.iter().copied().collect();
        let comparing = self.service.compare_servers(present, (0, 1), self.now);
        comparing.done().await.expect("compared");
    }

    /// How many puzzles are begun to be posted now.
    async fn count_due(&mut self, later: Duration) -> usize {
        self.now = self.now.plus(later);
        let due = self.service.handle_due(self.now).await;
        due.expect("handled").len()
    }

    /// How many puzzles are still to be posted.
    async fn count_to_post(&self) -> usize {
        let unsent = self.service.unsent(self.now).await;
        unsent.expect("read").dailies.len()
    }
}

#[tokio::test]
async fn a_puzzle_is_posted_once_and_only_where_it_is_wanted() {
    const DAY: Duration = Duration::from_hours(24);
    let mut bench = Bench::new().await;
    bench.is_in(&[SERVER]).await;
    let on = ServerChange::Daily(Some(DailyChannel {
        channel: ChannelId(20),
        language: "en-US".to_owned(),
        hour: 18,
        is_refused: false,
    }));
    let tomorrow = Day::of(bench.now).end().plus(Duration::from_hours(18));
    bench.set_server(on.clone()).await;
    assert_eq!(bench.count_due(SECOND).await, 0);
    let wait = tomorrow.since(bench.now);
    assert_eq!(
        bench.count_due(wait.saturating_sub(SECOND)).await,
        0,
        "not yet"
    );
    assert_eq!(bench.count_due(SECOND).await, 1, "at that hour");
    assert_eq!(bench.count_to_post().await, 1);
    // Another process, or the same one later, has nothing to begin.
    assert_eq!(bench.count_due(SECOND).await, 0);
    // Another setting does not post it again.
    bench.set_server(ServerChange::Pings(Switch::Off)).await;
    assert_eq!(bench.count_due(SECOND).await, 0);
    // Yesterday's is not posted today.
    bench.now = bench.now.plus(DAY);
    let marked = bench.service.mark_alive(bench.now, Duration::ZERO);
    marked.await.expect("marked");
    assert_eq!(bench.count_to_post().await, 0);
    assert_eq!(bench.count_due(SECOND).await, 1);
    // What is due already is not posted once it is switched off.
    bench.set_server(ServerChange::Daily(None)).await;
    assert_eq!(bench.count_to_post().await, 0);
    assert_eq!(bench.count_due(DAY).await, 0);
    // Nor in a server that the bot has left.
    bench.set_server(on).await;
    bench.is_in(&[]).await;
    assert_eq!(bench.count_due(2 * DAY).await, 0);
    bench.is_in(&[SERVER]).await;
    assert_eq!(bench.count_due(SECOND).await, 1);
}

/// What its members do in direct messages, or with a bot that they bring along, does not bring the bot back.
#[tokio::test]
async fn a_server_that_the_bot_has_left_stays_left() {
    const DAY: Duration = Duration::from_hours(24);
    let mut bench = Bench::new().await;
    bench.is_in(&[SERVER]).await;
    let on = ServerChange::Daily(Some(DailyChannel {
        channel: ChannelId(20),
        language: "en-US".to_owned(),
        hour: 18,
        is_refused: false,
    }));
    bench.set_server(on).await;
    let here = bench.caller(ANNA, SECOND);
    let opened = bench.service.open_daily(here, Day::of(bench.now));
    opened.done().await.expect("opened");
    bench.is_in(&[]).await;
    let mut in_private = bench.caller(ANNA, DAY);
    in_private.place.guild = None;
    let opened = bench.service.open_daily(in_private, Day::of(bench.now));
    opened.done().await.expect("opened");
    let mut brought_along = bench.caller(ANNA, SECOND);
    brought_along.place.editable = false;
    let new = NewGame {
        start: wythoff::Wythoff::of([10, 6]).into(),
        first: WhoStarts::Me,
        animal: Some(Animal::Penguin),
    };
    let begun = bench.service.start(brought_along, new).done().await;
    begun.expect("begun");
    assert_eq!(bench.count_due(2 * DAY).await, 0);
}

#[tokio::test]
async fn a_row_damaged_again_is_retried_after_the_shortest_pause() {
    const DAMAGE: &str = "UPDATE games SET position = 'x'";
    const MEND: &str = "UPDATE games SET position = start";
    let mut bench = Bench::new().await;
    bench.play_challenge().await;
    let begun = bench.now;
    let at = |seconds| begun.plus(Duration::from_secs(seconds));
    // At three times: the reminder is due; it is retried; the deadline has passed.
    assert_eq!(due_after(&bench, DAMAGE, at(206)).await, 0);
    assert_eq!(
        due_after(&bench, MEND, at(270)).await,
        1,
        "the reminder is due"
    );
    assert_eq!(due_after(&bench, DAMAGE, at(306)).await, 0);
    let next = bench.service.next_due(at(367)).await.expect("read");
    assert!(next.is_some(), "a minute later it is tried again");
}

#[tokio::test]
async fn a_challenge_is_extended_by_downtime() {
    let mut bench = Bench::new().await;
    let hour = Duration::from_hours(1);
    let mut due = Vec::new();
    for marked in [START, START.plus(hour)] {
        let mark = bench.service.mark_alive(marked, Duration::ZERO);
        mark.await.expect("marked");
        if due.is_empty() {
            // This is a second after the mark.
            bench.challenge_anna().await.expect("challenged");
        }
        let next = bench.service.next_due(marked).await.expect("read");
        due.push(next.expect("it expires"));
    }
    assert_eq!(due[1].since(due[0]) + SECOND, hour);
}

/// Processes share one mark, so there is no gap while any of them is up.
#[tokio::test]
async fn no_time_is_given_back_while_another_process_is_up() {
    let bench = Bench::new().await;
    let another = Service::new(bench.store.clone(), Chance::seeded(2));
    let mark = async |service: &Service, seconds| {
        let at = START.plus(SECOND * seconds);
        let marked = service.mark_alive(at, Duration::ZERO).await;
        marked.expect("marked")
    };
    assert_eq!(mark(&another, 0).await, Duration::ZERO);
    for seconds in (15..600).step_by(30) {
        assert_eq!(mark(&bench.service, seconds).await, Duration::ZERO);
    }
    // The other process comes back after ten minutes.
    assert_eq!(mark(&another, 600).await, Duration::ZERO);
    let both_were_down = mark(&bench.service, 1_200).await;
    assert_eq!(both_were_down, SECOND * 600);
}
