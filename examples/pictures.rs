//! Makes the pictures of the README, by playing against the sandbox and keeping what a member sees: `cargo run --example pictures`.
//! That of the page needs chromedriver, and is left out without it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use discord_sandbox::{Member, Page, Sandbox, Server};
use fantoccini::{ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::process::Command;
use tokio_util::sync::CancellationToken;
use wythoff::app::App;
use wythoff::config::Config;
use wythoff::service::Chance;
use wythoff::transport::SystemClock;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let folder = tempfile::tempdir().context("there is no place for the database")?;
    let sandbox = Sandbox::start().await.context("the sandbox")?;
    let database = format!("sqlite://{}", folder.path().join("wythoff.db").display());
    let config = Config::read(|name| match name {
        "DISCORD_TOKEN" => Some(sandbox.token()),
        "DISCORD_API_URL" => Some(sandbox.url()),
        "DATABASE_URL" => Some(database.clone()),
        _ => None,
    })?;
    let stop = CancellationToken::new();
    let app = App::start(config, Chance::seeded(1), Arc::new(SystemClock::start())).await?;
    let bot = tokio::spawn(app.run(stop.clone()));
    sandbox.ready().await;
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    std::fs::create_dir_all(&target)?;
    let server = sandbox.server("A server");
    let anna = server.member("anna");
    anna.types("/wythoff start 10 6 first:me").await;
    anna.chooses("From both piles", "1").await;
    keep(&anna, "board.png", &target.join("board.png"))?;
    let there = anna.in_channel("review");
    there.types("/wythoff start 13 9 first:me").await;
    while there.control("Resign").is_some() {
        for pile in ["From the left pile", "From the right pile"] {
            if there.control(pile).is_some() {
                there.chooses(pile, "1").await;
            }
        }
    }
    there.clicks("Review").await;
    keep(&there, "game.png", &target.join("review.png"))?;
    photograph(&sandbox, &server, &target.join("page.png")).await?;
    stop.cancel();
    Ok(bot.await??)
}

/// Keeps what the page of the sandbox looks like in a browser.
async fn photograph(sandbox: &Sandbox, server: &Server, to: &Path) -> anyhow::Result<()> {
    let Ok(mut driver) = Command::new("chromedriver").arg("--port=9515").spawn() else {
        return Ok(());
    };
    let page = Page::new(
        sandbox,
        server,
        &[("carla", "en-US"), ("dmitri", "en-US")],
        || (),
    );
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("http://{}", listener.local_addr()?);
    let serving = tokio::spawn(page.serve(listener));
    let arguments = json!({ "goog:chromeOptions": { "args": ["--headless=new", "--no-sandbox", "--window-size=1100,1000"] } });
    let client = loop {
        let mut builder = ClientBuilder::new(HttpConnector::new());
        if let Some(arguments) = arguments.as_object() {
            builder.capabilities(arguments.clone());
        }
        match builder.connect("http://127.0.0.1:9515").await {
            Ok(client) => break client,
            Err(_not_up_yet) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    };
    client.goto(&address).await?;
    let channel = client
        .wait()
        .for_element(Locator::XPath("//nav/button[2]"))
        .await?;
    channel.click().await?;
    let line = client.wait().for_element(Locator::Css("#line")).await?;
    line.send_keys("/wythoff start 10 6 first:me\u{E007}")
        .await?;
    client
        .wait()
        .for_element(Locator::Css("article img"))
        .await?;
    line.send_keys("/wythoff mo").await?;
    client
        .wait()
        .for_element(Locator::Css("[role=option]"))
        .await?;
    std::fs::write(to, client.screenshot().await?)?;
    client.close().await?;
    serving.abort();
    Ok(driver.kill().await?)
}

/// Writes the latest file of that name that a member sees.
fn keep(member: &Member, name: &str, to: &Path) -> anyhow::Result<()> {
    let bytes = member.file(name).with_context(|| format!("no {name}"))?;
    std::fs::write(to, bytes).with_context(|| format!("{} cannot be written", to.display()))
}
