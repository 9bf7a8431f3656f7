//! The real bot, connected to a simulated Discord on this machine. Play without an account: in the
//! browser or, with `--prompt`, at a line prompt, which also accepts piped input.

use std::io::{self, IsTerminal, Write};
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Parser;
use discord_sandbox::{Clock, Page, Prompt, Sandbox};
use futures::future::BoxFuture;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use wythoff::app::App;
use wythoff::config::{Config, LogFormat};
use wythoff::telemetry;
use wythoff_game::Timestamp;
use wythoff_service::Chance;
use wythoff_transport::HostClock;

/// The four members, and the languages of their clients.
const PEOPLE: [(&str, &str); 4] = [
    ("anna", "en-US"),
    ("carlos", "es-ES"),
    ("joana", "pt-BR"),
    ("li", "zh-CN"),
];

/// Play with the bot without a Discord account.
#[derive(Parser)]
struct Arguments {
    /// Type at a line prompt instead of in the browser
    #[arg(long)]
    prompt: bool,
    /// The port of the page; by default 8080, or a free one if that is taken
    #[arg(long)]
    port: Option<u16>,
    /// A new file for the database, which stays there; by default, a temporary one
    #[arg(long)]
    database: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let _telemetry =
        telemetry::start("error", LogFormat::Text, None).map_err(anyhow::Error::from_boxed)?;
    let folder = tempfile::tempdir().context("there is no place for the database")?;
    let sandbox = Sandbox::start()
        .await
        .context("the sandbox cannot be started")?;
    let database = arguments
        .database
        .unwrap_or_else(|| folder.path().join("wythoff.db"));
    // Each session has a Discord of its own, which knows nothing of earlier games.
    ensure!(
        !database.exists(),
        "{} exists already; each session needs a new database",
        database.display()
    );
    let bot = Bot {
        sandbox: sandbox.clone(),
        database: format!("sqlite://{}", database.display()),
    };
    let (restart, restarts) = mpsc::unbounded_channel();
    let stop = CancellationToken::new();
    let session = async {
        sandbox.ready().await;
        let server = sandbox.server("Sandbox");
        let result = if arguments.prompt {
            play(Prompt::new(server, &PEOPLE.map(|(name, _)| name))).await
        } else {
            let suggested = Some("/wythoff start");
            let _for_the_crown = server.role("Champion");
            let page = Page::new(&sandbox, &server, &PEOPLE, suggested, move || {
                let _stopped_already = restart.send(());
            });
            serve(page, arguments.port).await
        };
        stop.cancel();
        result
    };
    tokio::try_join!(bot.run(restarts, stop.clone()), session).map(drop)
}

/// The real bot, connected to the sandbox.
struct Bot {
    sandbox: Sandbox,
    database: String,
}

impl Bot {
    /// Runs until it is stopped. Restarts on request.
    async fn run(
        self,
        mut restarts: mpsc::UnboundedReceiver<()>,
        stop: CancellationToken,
    ) -> anyhow::Result<()> {
        loop {
            let config = Config::read(|name| {
                Ok(match name {
                    "DISCORD_TOKEN" => Some(self.sandbox.token()),
                    "DISCORD_API_URL" => Some(self.sandbox.url()),
                    "DATABASE_URL" => Some(self.database.clone()),
                    _ => None,
                })
            })?;
            let clock = Arc::new(SandboxClock(self.sandbox.clock().clone()));
            let app = App::start(config, Chance::from_system()?, clock).await?;
            let stop_app = stop.child_token();
            let run = app.run(stop_app.clone());
            tokio::pin!(run);
            tokio::select! {
                ended = &mut run => ended?,
                Some(()) = restarts.recv() => {
                    stop_app.cancel();
                    run.await?;
                }
            }
            if stop.is_cancelled() {
                return Ok(());
            }
        }
    }
}

/// The sandbox's clock, used as the host's clock, so that time can be moved forward.
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

/// Serves the page until Ctrl-C.
#[expect(clippy::print_stdout, reason = "prints the address of the page")]
async fn serve(page: Page, port: Option<u16>) -> anyhow::Result<()> {
    let host = Ipv4Addr::LOCALHOST;
    let listener = match TcpListener::bind((host, port.unwrap_or(8080))).await {
        Err(error) if port.is_none() && error.kind() == io::ErrorKind::AddrInUse => {
            TcpListener::bind((host, 0)).await
        }
        result => result,
    };
    let listener = listener.context("cannot listen on the port of the page")?;
    println!("http://{}", listener.local_addr()?);
    tokio::select! {
        served = page.serve(listener) => served.context("the page stopped working"),
        stopped = tokio::signal::ctrl_c() => stopped.context("cannot listen for Ctrl-C"),
    }
}

#[expect(clippy::print_stdout, reason = "this is a prompt")]
async fn play(mut prompt: Prompt) -> anyhow::Result<()> {
    let is_piped = !io::stdin().is_terminal();
    println!("You are a member of a server with Wythoff in it. Try /wythoff start, or `help`.");
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    loop {
        print!("{}", prompt.prefix());
        io::stdout().flush()?;
        let Some(line) = lines.next_line().await? else {
            break;
        };
        if is_piped {
            println!("{line}");
        }
        match prompt.run(&line).await {
            Some(output) => println!("{output}\n"),
            None => break,
        }
    }
    Ok(())
}
