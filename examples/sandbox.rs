//! The real bot against a Discord on this machine: play without an account. Type at the prompt, or pipe the lines in.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use discord_sandbox::{Clock, Prompt, Sandbox};
use futures::future::BoxFuture;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio_util::sync::CancellationToken;
use wythoff::app::App;
use wythoff::config::Config;
use wythoff::game::Timestamp;
use wythoff::service::Chance;
use wythoff::telemetry;
use wythoff::transport::HostClock;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    telemetry::start("error").map_err(anyhow::Error::from_boxed)?;
    let folder = tempfile::tempdir().context("there is no place for the database")?;
    let sandbox = Sandbox::start()
        .await
        .context("the sandbox cannot be started")?;
    let database = format!("sqlite://{}", folder.path().join("wythoff.db").display());
    let config = Config::read(|name| match name {
        "DISCORD_TOKEN" => Some(sandbox.token()),
        "DISCORD_API_URL" => Some(sandbox.url()),
        "DATABASE_URL" => Some(database.clone()),
        _ => None,
    })?;
    let stop = CancellationToken::new();
    let bot = tokio::spawn(
        App::start(
            config,
            Chance::from_system()?,
            Arc::new(StandIn(sandbox.clock().clone())),
        )
        .await?
        .run(stop.clone()),
    );
    sandbox.ready().await;
    let server = sandbox.server("Sandbox");
    play(Prompt::new(server, "anna")).await?;
    stop.cancel();
    Ok(bot.await??)
}

/// The sandbox's clock as that of the host, so that time can be moved forward.
#[derive(Debug)]
struct StandIn(Clock);

impl HostClock for StandIn {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.now_ms())
    }

    fn moved(&self) -> Duration {
        self.0.moved()
    }

    fn moving(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.0.moving())
    }
}

#[expect(clippy::print_stdout, reason = "this is a prompt")]
async fn play(mut prompt: Prompt) -> anyhow::Result<()> {
    let is_piped = !std::io::stdin().is_terminal();
    println!(
        "You are a member of a server with Wythoff in it. Try /wythoff start 12 9, or `help`."
    );
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    loop {
        print!("{}", prompt.prefix());
        std::io::stdout().flush()?;
        let Some(line) = lines.next_line().await? else {
            break;
        };
        if is_piped {
            println!("{line}");
        }
        match prompt.run(&line).await {
            Some(shown) => println!("{shown}\n"),
            None => break,
        }
    }
    Ok(())
}
