//! Plays in the sandbox to collect interactions that can be mutated: those of most commands, and of
//! up to `MAX_PRESSES` controls.

use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{Clock, Id, Member, Sandbox, Server};
use futures::future::BoxFuture;
use serde_json::Value;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use wythoff::app::App;
use wythoff::config::Config;
use wythoff_game::Timestamp;
use wythoff_service::Chance;
use wythoff_transport::HostClock;

/// The maximum number of controls to press.
const MAX_PRESSES: usize = 400;

/// The interactions that people have sent, and the resulting database.
pub(crate) struct Tour {
    pub(crate) sent: Vec<Value>,
    pub(crate) folder: TempDir,
    pub(crate) now: Timestamp,
}

const COMMANDS: [&str; 52] = [
    "/wythoff start 10 6 first:me",
    "/wythoff move A1",
    "/wythoff move AB2",
    "/wythoff hint",
    "/wythoff board",
    "/wythoff games",
    "/wythoff solve 10 6",
    "/wythoff solve position:\"3 5 7\"",
    "/wythoff solve position:5/100",
    "/wythoff review",
    "/wythoff stats game:wythoff",
    "/wythoff leaderboard game:wythoff",
    "/wythoff leaderboard game:nim by:wins",
    "/wythoff settings",
    "/wythoff privacy",
    "/wythoff rules game:wythoff",
    "/wythoff rules game:21",
    "/wythoff learn game:wythoff",
    "/wythoff learn",
    "/wythoff learn game:moore",
    "/wythoff learn game:tactix",
    "/wythoff learn game:grundy",
    "/wythoff learn game:21",
    "/wythoff resign",
    "/wythoff start 2 2 first:me",
    "/wythoff start position:\"3 5 7\" first:me",
    "/wythoff move A1",
    "/wythoff move \"2 from b\"",
    "/wythoff start game:take first:me",
    "/wythoff start game:21 first:me",
    "/wythoff move +2",
    "/wythoff start game:100 last:loses",
    "/wythoff start game:greedy",
    "/wythoff start position:\"2 3 4 5 6\" first:me",
    "/wythoff challenge member:boris a:3 b:5 clock:\"5 minutes\"",
    "/wythoff challenge member:boris",
    "/wythoff challenge member:boris game:nim first:opponent-chooses",
    "/wythoff challenge",
    "/wythoff start",
    "/wythoff stats",
    "/wythoff leaderboard",
    "/wythoff solve",
    "/wythoff review",
    "/wythoff stats game:nim",
    "/wythoff start first:me",
    "/wythoff start game:nim",
    "/wythoff start 40 30",
    "/wythoff start 0 0",
    "/wythoff start 99999 3",
    "/wythoff start position:\"1 1 1\" last:loses",
    "/wythoff move all",
    "/wythoff resign",
];

/// Games in which a move takes several clicks, or which are not played with heaps.
const DRAFTED_GAMES: [&str; 7] = [
    "moore position:\"3 4 5\"",
    "nim position:\"1 2 3 4 5\"",
    "grundy position:9",
    "building position:5/3",
    "circular position:\"ooo-oooo\"",
    "tactix position:2x3",
    "graph position:P3+C4",
];

const COMPLETIONS: [&str; 5] = [
    "/wythoff move ",
    "/wythoff move A",
    "/wythoff hint which:",
    "/wythoff review which:",
    "/wythoff start position:3",
];

/// Runs the tour against a bot in this process.
pub(crate) async fn tour() -> anyhow::Result<Tour> {
    let sandbox = Sandbox::start().await?;
    let folder = tempfile::tempdir()?;
    let stop = CancellationToken::new();
    let bot_task = tokio::spawn(bot(&sandbox, &folder).await?.run(stop.clone()));
    sandbox.ready().await;
    let server = sandbox.server("A server");
    let (anna, boris) = (server.member("anna").managing(), server.member("boris"));
    walk(&sandbox, &server, [&anna, &boris]).await;
    stop.cancel();
    bot_task.await??;
    Ok(Tour {
        sent: sandbox.sent(),
        now: Timestamp(sandbox.clock().now_ms()),
        folder,
    })
}

async fn bot(sandbox: &Sandbox, folder: &TempDir) -> anyhow::Result<App> {
    let database = format!("sqlite://{}", folder.path().join("fuzz.db").display());
    let config = Config::read(|name| {
        Ok(match name {
            "DISCORD_TOKEN" => Some(sandbox.token()),
            "DISCORD_API_URL" => Some(sandbox.url()),
            "DATABASE_URL" => Some(database.clone()),
            _ => None,
        })
    })?;
    let clock = Arc::new(SandboxClock(sandbox.clock().clone()));
    Ok(App::start(config, Chance::from_system()?, clock).await?)
}

async fn walk(sandbox: &Sandbox, server: &Server, [anna, boris]: [&Member; 2]) {
    let advance_clock = || sandbox.clock().advance(Duration::from_secs(1));
    for line in COMMANDS {
        advance_clock();
        anna.types(line).await;
        boris.types(line).await;
    }
    for line in COMPLETIONS {
        advance_clock();
        anna.completes(line).await;
    }
    for game in DRAFTED_GAMES {
        advance_clock();
        let boris_there = boris.in_channel(game);
        boris_there
            .types(&format!("/wythoff start game:{game} first:me"))
            .await;
        boris_there.completes("/wythoff move ").await;
    }
    let boris_in_forms = boris.in_channel("forms");
    boris_in_forms
        .types("/wythoff start position:\"40 30\" first:me")
        .await;
    for text in ["A1", "2 from b", "nonsense"] {
        advance_clock();
        boris_in_forms.clicks("Other move…").await;
        boris_in_forms.fills(&[("Your move", text)]).await;
    }
    advance_clock();
    anna.types("/wythoff challenge").await;
    anna.fills(&[("Which game", "nim")]).await;
    anna.uses_on("Challenge", boris.id()).await;
    anna.fills(&[("Which game", "21"), ("Who goes first", "me")])
        .await;
    advance_clock();
    boris_in_forms.types("/wythoff privacy").await;
    boris_in_forms.clicks("Erase…").await;
    boris_in_forms
        .fills(&[("Type “erase” to erase. This can’t be undone.", "no")])
        .await;
    let mut pressed = Vec::new();
    while pressed.len() < MAX_PRESSES {
        let messages = sandbox.messages();
        let controls = messages.iter().flat_map(controls_of);
        let mut new = controls.filter(|(_, control)| !pressed.contains(&control.to_string()));
        let Some((message, control)) = new.next() else {
            break;
        };
        drop(new);
        advance_clock();
        pressed.push(control.to_string());
        for member in [boris, anna] {
            press(member, message, &control).await;
        }
    }
    // Also in a direct message, and where the bot is not a member.
    anna.in_direct_message().types("/wythoff start 5 4").await;
    let elsewhere = server.clone().without_bot();
    boris
        .in_server(&elsewhere)
        .types("/wythoff start game:nim")
        .await;
}

async fn press(member: &Member, message: Id, control: &Value) {
    let id = control["custom_id"].as_str().unwrap_or_default();
    let kind = control["type"]
        .as_u64()
        .and_then(|kind| u8::try_from(kind).ok());
    let first = control["options"][0]["value"].as_str().map(str::to_owned);
    let values: Vec<String> = first.into_iter().collect();
    member.uses(message, kind.unwrap_or(2), id, &values).await;
}

/// The controls on a message.
fn controls_of(message: &Value) -> Vec<(Id, Value)> {
    let id = message["id"].as_str().and_then(|id| id.parse().ok());
    let Some(id) = id else {
        return Vec::new();
    };
    let rows = message["components"].as_array().into_iter().flatten();
    let controls = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    let usable = controls.filter(|control| control["disabled"] != true);
    usable.map(|control| (id, control.clone())).collect()
}

/// The sandbox's clock, used as the host's clock.
#[derive(Debug)]
struct SandboxClock(Clock);

impl HostClock for SandboxClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.now_ms())
    }

    fn moved(&self) -> Duration {
        self.0.moved()
    }

    fn until_moved(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.0.until_moved())
    }
}
