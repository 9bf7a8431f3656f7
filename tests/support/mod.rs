//! The basis of stories: a sandbox with the bot connected, in this process or as the real binary.

mod binary;
mod database;
pub(crate) mod front;
mod host;
mod pressing;
pub(crate) mod secrets;
mod strace;

use std::ffi::OsString;
use std::fmt::Display;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use discord_sandbox::{Fault, Member, Refusal, Sandbox, Server};
use nim_games::Position;
use nim_games::wythoff::{Pair, winning_moves};
use serde_json::Value;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, timeout};
use tokio_util::sync::CancellationToken;
use wythoff::app::{App, RunError};
use wythoff::config::Config;
use wythoff_game::records::GameRecord;
use wythoff_game::{MemberId, Timestamp};
use wythoff_service::Chance;
use wythoff_store::{Read, Store};

pub(crate) use self::binary::Binary;
pub(crate) use self::database::{
    address, check_invariants, columns, execute, hold_up_the_commit, hold_up_the_commit_in,
    is_on_sqlite, let_it_commit, occupy, open, until, until_boards_are_noted, until_queued,
};
pub(crate) use self::host::Host;
pub(crate) use self::pressing::{Takes, button, presses};
pub(crate) use self::strace::Strace;

/// Noon on Monday, 7 January 2030. On a fixed day, the puzzle of the day is always the same. Until
/// it is solved, the bot refuses to say anything about it.
const MONDAY_MS: i64 = 1_894_017_600_000;

/// Sets the clock of a sandbox to a fixed day.
pub(crate) fn set_clock_to_monday(sandbox: &Sandbox) {
    let wait = MONDAY_MS - sandbox.clock().now_ms();
    let wait = u64::try_from(wait).expect("stories run before 2030");
    sandbox.clock().advance(Duration::from_millis(wait));
}

/// What marks the board of a game that has been won.
pub(crate) const OVER: &str = "** at ";

/// A story with the bot in this process. Its random numbers come from a fixed seed, so that it is
/// the same every time. It must be ended with `end`.
pub(crate) struct Story {
    pub(crate) sandbox: Sandbox,
    pub(crate) server: Server,
    pub(crate) store: Arc<Store>,
    pub(crate) folder: tempfile::TempDir,
    pub(crate) host: Host,
    bot: Option<JoinHandle<Result<(), RunError>>>,
    stop: CancellationToken,
    has_ended: bool,
}

impl Story {
    pub(crate) async fn begin() -> Self {
        Self::begin_in(Sandbox::start().await.expect("a sandbox")).await
    }

    /// Begins in a sandbox that has been prepared.
    pub(crate) async fn begin_in(sandbox: Sandbox) -> Self {
        let host = Host::of(&sandbox);
        Self::begin_on(sandbox, host).await
    }

    /// Begins in a sandbox that has been prepared, on a host with a clock of its own.
    pub(crate) async fn begin_on(sandbox: Sandbox, host: Host) -> Self {
        secrets::watch();
        set_clock_to_monday(&sandbox);
        let folder = tempfile::tempdir().expect("a temporary folder");
        let server = sandbox.server("A server");
        let (store, bot, stop) = connect(&sandbox, folder.path(), &host).await;
        Self {
            sandbox,
            server,
            store,
            folder,
            host,
            bot,
            stop,
            has_ended: false,
        }
    }

    /// A member of the server whose name is `anna`.
    pub(crate) fn anna(&self) -> Member {
        self.server.member("anna")
    }

    /// Two members of the server, called `anna` and `boris`.
    pub(crate) fn pair(&self) -> [Member; 2] {
        [self.anna(), self.server.member("boris")]
    }

    /// Two members who play from (3, 5), with `anna` to move. `clock` is the time per move, such as
    /// "5 minutes".
    pub(crate) async fn playing(&self, clock: &str) -> [Member; 2] {
        let [anna, boris] = self.pair();
        let challenge =
            format!("/wythoff challenge member:boris a:3 b:5 first:me clock:\"{clock} a move\"");
        anna.types(&challenge).await;
        boris.clicks("Accept").await;
        self.until_boards_are_noted().await;
        [anna, boris]
    }

    /// Moves the clock on.
    pub(crate) fn later(&self, by: Duration) {
        self.sandbox.clock().advance(by);
    }

    /// Lets two minutes pass, in which a member who is on turn stays silent, and is told.
    pub(crate) async fn stays_silent(&self, name: &str) {
        self.later(minutes(2));
        let told = format!("@{name}, it’s your turn");
        self.server.member(name).sees(&told).await;
        self.until_notifications_sent(1).await;
    }

    /// From now on Discord rate-limits every call to a channel with the given method.
    pub(crate) fn rate_limit_for_an_hour(&self, method: &str) {
        let fault = Fault::on(method, "/channels/");
        let limited = fault.rate_limited(hours(1), false).times(1_000);
        self.sandbox.inject(limited);
    }

    /// Waits until the bot has noted for every game which message is its board.
    pub(crate) async fn until_boards_are_noted(&self) {
        until_boards_are_noted(self.folder.path()).await;
    }

    /// Waits until the bot has noted that every change is drawn.
    pub(crate) async fn until_all_is_drawn(&self) {
        let undrawn = "SELECT (SELECT COUNT(*) FROM games WHERE drawn < changed)
            + (SELECT COUNT(*) FROM challenges WHERE drawn < changed)";
        until(self.folder.path(), undrawn, |undrawn| undrawn == 0).await;
    }

    /// Waits until the bot notes again that it is connected.
    pub(crate) async fn until_marked_alive(&self) {
        let now = Timestamp(self.sandbox.clock().now_ms());
        // It takes half a minute at most.
        self.later(seconds(31));
        until_true(async || alive(&self.store).await >= Some(now)).await;
    }

    /// Waits until the bot has stored exactly `count` sent notifications.
    pub(crate) async fn until_notifications_sent(&self, count: i64) {
        until(
            self.folder.path(),
            "SELECT COUNT(*) FROM notifications",
            |stored| stored == count,
        )
        .await;
    }

    /// How many moves have been made in a member's running games.
    pub(crate) async fn plies(&self, member: &Member) -> Vec<u32> {
        let member = MemberId(member.id().0.cast_signed());
        let games = |mut tx: Read| async move { tx.running_games(member, None).await };
        let games: wythoff_store::Result<Vec<GameRecord>> = self.store.read(games).await;
        games
            .expect("the games")
            .iter()
            .map(|record| record.game.ply())
            .collect()
    }

    /// The position of a member's only running game.
    pub(crate) async fn position(&self, member: &Member) -> Position {
        let member = MemberId(member.id().0.cast_signed());
        let games = |mut tx: Read| async move { tx.running_games(member, None).await };
        let games: wythoff_store::Result<Vec<GameRecord>> = self.store.read(games).await;
        match games.expect("the games").as_slice() {
            [record] => record.game.position(),
            games => panic!("{} games are running", games.len()),
        }
    }

    /// Stops the bot.
    pub(crate) async fn stop(&mut self) {
        self.stop.cancel();
        if let Some(bot) = self.bot.take() {
            bot.await
                .expect("the bot does not panic")
                .expect("the bot stops cleanly");
        }
    }

    /// Waits until the bot ends by itself. Returns why.
    pub(crate) async fn end_reason(&mut self) -> RunError {
        let bot = self.bot.take().expect("it runs");
        let ended = with_timeout(bot).await.expect("the bot does not panic");
        ended.expect_err("it ends for a reason")
    }

    /// Stops the bot, if it runs, and starts it again on the same database.
    pub(crate) async fn restart(&mut self) {
        self.stop().await;
        // On a busy machine, the bot may have stopped without closing its store.
        self.store.close().await;
        self.sandbox.disconnected().await;
        (self.store, self.bot, self.stop) =
            connect(&self.sandbox, self.folder.path(), &self.host).await;
    }

    /// Restarts the bot, and waits until it has redrawn the boards that may be stale.
    pub(crate) async fn restart_and_catch_up(&mut self) {
        let restarted = self.sandbox.clock().now_ms();
        self.restart().await;
        // When the bot was last connected, or 0 while boards are to be drawn.
        let caught_up = "SELECT COALESCE(MAX(CASE WHEN EXISTS (SELECT 1 FROM games WHERE drawn < changed)
            OR EXISTS (SELECT 1 FROM challenges WHERE drawn < changed) THEN 0 ELSE at END), 0) FROM marks WHERE name = 'alive'";
        until(self.folder.path(), caught_up, |at| at >= restarted).await;
    }

    /// Ends the story. The bot has to stop cleanly, and must not have sent a body that Discord
    /// rejects as invalid, or a message whose text alone decides who is pinged.
    pub(crate) async fn end(mut self) {
        self.stop().await;
        check_manners(&self.sandbox);
        secrets::check_that_none_leaked();
        check_invariants(self.folder.path()).await;
        self.has_ended = true;
    }
}

impl Drop for Story {
    fn drop(&mut self) {
        assert!(
            self.has_ended || std::thread::panicking(),
            "a story ends with end(), which checks what no story may skip"
        );
    }
}

async fn connect(
    sandbox: &Sandbox,
    folder: &Path,
    host: &Host,
) -> (
    Arc<Store>,
    Option<JoinHandle<Result<(), RunError>>>,
    CancellationToken,
) {
    let config =
        Config::read(|name| Ok(variable(sandbox, folder, name))).expect("the settings are right");
    let app = App::start(config, Chance::seeded(1), Arc::new(host.clone()))
        .await
        .expect("the bot starts");
    let store = app.store().clone();
    let marked_before = alive(&store).await;
    let stop = CancellationToken::new();
    let bot = Some(tokio::spawn(app.run(stop.clone())));
    sandbox.ready().await;
    until_true(async || alive(&store).await != marked_before).await;
    (store, bot, stop)
}

/// When the bot last noted that it is connected.
async fn alive(store: &Store) -> Option<Timestamp> {
    let alive = |mut tx: Read| async move { tx.alive().await };
    let alive: wythoff_store::Result<_> = store.read(alive).await;
    alive.expect("a read")
}

fn variable(sandbox: &Sandbox, folder: &Path, name: &str) -> Option<String> {
    match name {
        "DISCORD_TOKEN" => Some(sandbox.token()),
        "DISCORD_API_URL" => Some(sandbox.url()),
        "DATABASE_URL" => Some(address(folder)),
        "INTERACTIONS" => uses_http(sandbox).then(|| "http".to_owned()),
        "HTTP_LISTEN" => uses_http(sandbox).then(|| ensure_endpoint(sandbox)),
        _ => None,
    }
}

/// Whether a story uses HTTP. With `TEST_TRANSPORT=http` all of them do.
pub(crate) fn uses_http(sandbox: &Sandbox) -> bool {
    sandbox.endpoint().is_some() || test_setting("TEST_TRANSPORT").is_some_and(|it| it == "http")
}

/// Makes a sandbox send its requests to the bot by HTTP: gives it an endpoint, unless it has one.
/// Returns the address on which the bot has to listen. With a proxy in between, the endpoint ends
/// with `?bot=` and the address of the bot.
pub(crate) fn ensure_endpoint(sandbox: &Sandbox) -> String {
    const PATH: &str = "/interactions";
    let endpoint = sandbox.endpoint().unwrap_or_else(|| {
        let endpoint = format!("http://{}{PATH}", free_address());
        sandbox.set_endpoint(Some(&endpoint));
        endpoint
    });
    if let Some((_, bot)) = endpoint.split_once("?bot=") {
        return bot.to_owned();
    }
    let address = endpoint.strip_prefix("http://");
    let address = address.and_then(|address| address.strip_suffix(PATH));
    address.expect("an endpoint of the bot").to_owned()
}

fn check_manners(sandbox: &Sandbox) {
    assert!(
        !sandbox.was_endpoint_removed(),
        "a false signature was accepted"
    );
    // An endpoint that does not pass Discord's test is a mistake of the operator.
    let is_of_endpoint = |refusal: &Refusal| {
        let problem = refusal.problem.as_ref();
        problem.is_some_and(|(place, _)| place == "interactions_endpoint_url")
    };
    let bad: Vec<_> = sandbox
        .refusals()
        .into_iter()
        .filter(|refusal| refusal.code == 50035 && !is_of_endpoint(refusal))
        .collect();
    assert!(bad.is_empty(), "Discord refused bodies: {bad:?}");
    for call in sandbox.calls() {
        let Some(body) = call.body else { continue };
        let is_message =
            |body: &Value| body.get("content").is_some() || body.get("components").is_some();
        for message in [&body, &body["data"]] {
            let is_form = message.get("title").is_some();
            if is_message(message) && !is_form {
                assert_eq!(
                    message["allowed_mentions"]["parse"],
                    serde_json::json!([]),
                    "{} {message}",
                    call.path
                );
            }
        }
    }
}

/// The position that a board shows: the last pair in the text.
pub(crate) fn position(board: &str) -> Pair {
    let mut pairs = board
        .lines()
        .filter_map(|line| Some(line.strip_prefix("-# ")?.split_once("Position (")?.1));
    let pair = pairs
        .next_back()
        .unwrap_or_else(|| panic!("no position in: {board}"));
    let (left, right) = pair.trim_end_matches(')').split_once(", ").expect("a pair");
    [left, right].map(|pile| pile.parse().expect("a number"))
}

/// A winning move, or the smallest move if no move wins: how far, and where to, as on
/// the buttons.
pub(crate) fn best_choice(piles: Pair) -> (u64, &'static str) {
    let winning = winning_moves(piles).into_iter().flatten().next();
    let [left, right] = piles;
    assert!(left + right > 0, "the game is not over");
    let smallest = if left > 0 { [1, 0] } else { [0, 1] };
    match winning.unwrap_or(smallest) {
        [amount, 0] => (amount, "left"),
        [0, amount] => (amount, "down"),
        [amount, _] => (amount, "diagonally"),
    }
}

/// Makes the best move against the bot. Returns the board after its reply.
pub(crate) async fn best_move(member: &Member, board: &str) -> String {
    let (amount, direction) = best_choice(position(board));
    member.goes(amount, direction).await.to_string()
}

/// Makes the best moves against the bot until the game is over. Returns the last board.
pub(crate) async fn plays_best(member: &Member, mut board: String) -> String {
    while !board.contains(OVER) {
        board = best_move(member, &board).await;
    }
    board
}

/// A free address on this machine, given out only once. Its port is below the ephemeral ports: the
/// system could give one of those to another story before the caller uses it.
pub(crate) fn free_address() -> SocketAddr {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let first = std::process::id() * 100;
    let port = |next| u16::try_from(20_000 + (first + next) % 12_000).expect("a port");
    loop {
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        let address = SocketAddr::from(([127, 0, 0, 1], port(next)));
        if TcpListener::bind(address).is_ok() {
            return address;
        }
    }
}

/// How often `needle` occurs in `bytes`.
pub(crate) fn occurrences(needle: &[u8], bytes: &[u8]) -> usize {
    let windows = bytes.windows(needle.len());
    windows.filter(|window| *window == needle).count()
}

/// How many boards a member sees, of running and ended games.
pub(crate) fn boards(member: &Member) -> usize {
    let screen = member.screen();
    let marks = [
        " to move**",
        " to move.**",
        OVER,
        "No result in",
        "Expires ",
    ];
    marks.iter().map(|mark| screen.matches(mark).count()).sum()
}

/// Waits until a member sees `count` boards.
pub(crate) async fn until_boards(member: &Member, count: usize) {
    let seen = timeout(LIMIT, look_until(async || boards(member) == count)).await;
    assert!(seen.is_ok(), "not {count} boards: {}", member.screen());
}

/// Resigns the member's only game in the channel, and waits until its end is shown.
pub(crate) async fn resigns(member: &Member) {
    let ends = || member.screen().matches(OVER).count();
    let before = ends();
    let asked = member.types("/wythoff resign").await.to_string();
    assert!(asked.contains("Do you want to resign"), "{asked}");
    let said = member.clicks("Resign").await.to_string();
    assert!(said.contains("You resigned"), "{said}");
    until_true(async || ends() != before).await;
}

/// Takes one from the left pile, and checks that the move counted.
pub(crate) async fn takes_one(member: &Member) {
    let board = member.goes(1, "left").await.to_string();
    assert!(board.contains("went 1 left."), "{board}");
}

/// Types these lines. Returns each with its answer, one below the other.
pub(crate) async fn transcript(member: &Member, lines: &[&str]) -> String {
    let mut transcript = Vec::new();
    for line in lines {
        transcript.push(format!("{line}\n{}", member.types(line).await));
    }
    transcript.join("\n\n")
}

/// `count` seconds.
pub(crate) const fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

/// `count` minutes.
pub(crate) const fn minutes(count: u64) -> Duration {
    Duration::from_mins(count)
}

/// `count` hours.
pub(crate) const fn hours(count: u64) -> Duration {
    Duration::from_hours(count)
}

/// A day.
pub(crate) const fn day() -> Duration {
    hours(24)
}

/// How long to wait for something that has to happen: far longer than it takes.
const LIMIT: Duration = Duration::from_secs(30);

/// Waits for something that has to happen.
pub(crate) async fn with_timeout<T>(wait: impl Future<Output = T>) -> T {
    timeout(LIMIT, wait).await.expect("it came in time")
}

/// Something that was said.
pub(crate) trait Says {
    /// Checks that `text` is in it.
    fn says(&self, text: &str);

    /// Checks that `text` is not in it.
    fn does_not_say(&self, text: &str);
}

impl<T: Display + ?Sized> Says for T {
    #[track_caller]
    fn says(&self, text: &str) {
        let said = self.to_string();
        assert!(said.contains(text), "{text:?} is not in: {said}");
    }

    #[track_caller]
    fn does_not_say(&self, text: &str) {
        let said = self.to_string();
        assert!(!said.contains(text), "{text:?} is in: {said}");
    }
}

/// Waits until a condition holds.
pub(crate) async fn until_true(is_true: impl AsyncFn() -> bool) {
    with_timeout(look_until(is_true)).await;
}

async fn look_until(is_true: impl AsyncFn() -> bool) {
    // The bot needs the processor, too, also if a look takes long.
    let mut looks = tokio::time::interval(Duration::from_millis(1));
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while !is_true().await {
        looks.tick().await;
    }
}

/// An environment variable that says how the stories run, such as on which database, or which tools
/// must be installed.
#[expect(
    clippy::disallowed_methods,
    reason = "not a setting of the bot, but of its stories"
)]
pub(crate) fn test_setting(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}
