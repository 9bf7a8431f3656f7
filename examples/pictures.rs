//! Makes the pictures of games in `docs`: `cargo run --example pictures`. Members of the sandbox
//! play in a browser, and screenshots are taken. Needs chromedriver. The pictures are written to
//! `docs`, or to the folder given as an argument.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use discord_sandbox::{Page, Sandbox};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tokio_util::sync::CancellationToken;
use wythoff::app::App;
use wythoff::config::Config;
use wythoff_service::Chance;
use wythoff_transport::SystemClock;

/// Who plays.
const PEOPLE: [(&str, &str); 2] = [("anna", "en-US"), ("boris", "en-US")];

/// The width and height of the window: normally, and when it has to fit a whole message.
const PAGE: (u32, u32) = (900, 900);
const TALL: (u32, u32) = (900, 1600);

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let folder = tempfile::tempdir().context("there is no place for the database")?;
    let sandbox = Sandbox::start().await.context("the sandbox failed")?;
    let database = format!("sqlite://{}", folder.path().join("wythoff.db").display());
    let config = Config::read(|name| {
        Ok(match name {
            "DISCORD_TOKEN" => Some(sandbox.token()),
            "DISCORD_API_URL" => Some(sandbox.url()),
            "DATABASE_URL" => Some(database.clone()),
            _ => None,
        })
    })?;
    let stop = CancellationToken::new();
    let app = App::start(config, Chance::seeded(7), Arc::new(SystemClock::start())).await?;
    let bot = tokio::spawn(app.run(stop.clone()));
    sandbox.ready().await;

    let server = sandbox.server("Sandbox");
    let page = Page::new(
        &sandbox,
        &server,
        &PEOPLE,
        Some("/wythoff start 12 9 first:me"),
        || (),
    );
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("http://{}", listener.local_addr()?);
    let serving = tokio::spawn(page.serve(listener));
    let camera = Camera::open(&address).await?;
    photograph(&camera).await?;
    camera.client.close().await?;
    serving.abort();
    stop.cancel();
    Ok(bot.await??)
}

/// Plays and takes the pictures.
async fn photograph(camera: &Camera) -> anyhow::Result<()> {
    camera.resize(TALL).await?;
    // A game against the bot, with a mistake in it.
    camera.type_line("/wythoff start 12 9 first:me").await?;
    camera.wait_for("Position (12, 9)").await?;
    camera.choose("Down …", "1").await?;
    camera.wait_for("@anna went 1 down.").await?;
    camera
        .save_screenshot("article:last-of-type", "board.png")
        .await?;
    camera.resize(PAGE).await?;
    camera.send_keys("/wythoff mo").await?;
    camera.wait_for("Make a move in your game here").await?;
    camera.save_screenshot("body", "page.png").await?;
    camera.clear_line().await?;
    camera.resize(TALL).await?;
    while !camera.text().await?.contains(" beat ") {
        for (list, button) in [("Left …", "← 1"), ("Down …", "↓ 1")] {
            if camera.has(&format!("//select[@aria-label='{list}']")).await {
                camera.choose(list, "1").await?;
                camera.wait_until_settled().await?;
            } else if camera.has(&format!("//button[.='{button}']")).await {
                camera.click(button).await?;
                camera.wait_until_settled().await?;
            }
        }
    }
    camera
        .save_screenshot("article:last-of-type", "end.png")
        .await?;
    camera.click("More…").await?;
    camera.wait_for("After your game").await?;
    camera.click("Review").await?;
    camera.wait_for(", move 1:").await?;
    camera
        .save_screenshot("article:last-of-type", "review.png")
        .await?;
    // Games between members.
    camera
        .type_line("/wythoff challenge member:boris a:7 b:5")
        .await?;
    camera.wait_for("challenges @boris").await?;
    camera
        .save_screenshot("article:last-of-type", "challenge.png")
        .await?;
    // The front door.
    camera.type_line("/wythoff start").await?;
    camera.wait_for("Today’s puzzle").await?;
    camera
        .save_screenshot("article:last-of-type", "door.png")
        .await
}

/// A browser with the page open, and its driver.
struct Camera {
    client: Client,
    folder: PathBuf,
    _driver: Child,
}

impl Camera {
    async fn open(address: &str) -> anyhow::Result<Self> {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .context("there is no chromedriver")?;
        let output = driver.stdout.take().context("chromedriver says nothing")?;
        let mut lines = BufReader::new(output).lines();
        let port = loop {
            let line = lines.next_line().await?.context("chromedriver ended")?;
            if let Some((_, port)) = line.split_once("successfully on port ") {
                break port.trim_end_matches('.').to_owned();
            }
        };
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        let arguments = ["--headless=new", "--no-sandbox", "--hide-scrollbars"];
        let capabilities = json!({ "goog:chromeOptions": { "args": arguments } });
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities.as_object().cloned().unwrap_or_default());
        let client = builder.connect(&format!("http://127.0.0.1:{port}")).await?;
        client.goto(address).await?;
        let folder = std::env::args_os().nth(1).map(PathBuf::from);
        let folder = folder.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("docs"));
        std::fs::create_dir_all(&folder)?;
        let camera = Self {
            client,
            folder,
            _driver: driver,
        };
        camera.wait_for("# games").await?;
        Ok(camera)
    }

    /// Resizes the window.
    async fn resize(&self, (width, height): (u32, u32)) -> anyhow::Result<()> {
        Ok(self.client.set_window_size(width, height).await?)
    }

    async fn text(&self) -> anyhow::Result<String> {
        let text = self
            .client
            .execute("return document.body.innerText", vec![]);
        Ok(text.await?.as_str().unwrap_or_default().to_owned())
    }

    /// Waits until the page shows the given text.
    async fn wait_for(&self, text: &str) -> anyhow::Result<()> {
        while !self.text().await?.contains(text) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Waits until nothing has changed for a while.
    async fn wait_until_settled(&self) -> anyhow::Result<()> {
        let mut before = String::new();
        loop {
            tokio::time::sleep(Duration::from_millis(250)).await;
            let now = self.text().await?;
            if now == before {
                return Ok(());
            }
            before = now;
        }
    }

    async fn send_keys(&self, keys: &str) -> anyhow::Result<()> {
        let line = self.client.find(Locator::Css("#line")).await?;
        Ok(line.send_keys(keys).await?)
    }

    async fn type_line(&self, line: &str) -> anyhow::Result<()> {
        self.send_keys(&format!("{line}\u{E007}")).await
    }

    async fn clear_line(&self) -> anyhow::Result<()> {
        self.send_keys("\u{E00C}").await?;
        let clear = "document.querySelector('#line').value = ''";
        self.client.execute(clear, vec![]).await?;
        Ok(())
    }

    async fn has(&self, path: &str) -> bool {
        self.client.find(Locator::XPath(path)).await.is_ok()
    }

    async fn click(&self, label: &str) -> anyhow::Result<()> {
        let path = format!("(//button[normalize-space()='{label}'])[last()]");
        let button = self
            .client
            .wait()
            .for_element(Locator::XPath(&path))
            .await?;
        Ok(button.click().await?)
    }

    async fn choose(&self, select: &str, value: &str) -> anyhow::Result<()> {
        let path = format!("(//select[@aria-label='{select}'])[last()]");
        let select = self
            .client
            .wait()
            .for_element(Locator::XPath(&path))
            .await?;
        Ok(select.select_by_value(value).await?)
    }

    /// Saves a screenshot of the given element.
    async fn save_screenshot(&self, css: &str, name: &str) -> anyhow::Result<()> {
        self.wait_until_settled().await?;
        let script = "const one = [...document.querySelectorAll(arguments[0])].at(-1); one.scrollIntoView({ block: 'end' }); \
            return Promise.all([...document.images].map((image) => image.decode().catch(() => 0))).then(() => 0)";
        self.client.execute(script, vec![json!(css)]).await?;
        let element = self.client.find_all(Locator::Css(css)).await?.pop();
        let picture = element.context("no such element")?.screenshot().await?;
        let path = self.folder.join(name);
        std::fs::write(&path, compressed(&picture)?).with_context(|| format!("{}", path.display()))
    }
}

/// The same PNG, compressed as much as possible.
fn compressed(picture: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut reader = png::Decoder::new(Cursor::new(picture)).read_info()?;
    let size = reader
        .output_buffer_size()
        .context("the picture has no valid size")?;
    let mut pixels = vec![0; size];
    let info = reader.next_frame(&mut pixels)?;
    let mut written = Vec::new();
    let mut encoder = png::Encoder::new(&mut written, info.width, info.height);
    encoder.set_color(info.color_type);
    encoder.set_depth(info.bit_depth);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels.get(..info.buffer_size()).unwrap_or_default())?;
    writer.finish()?;
    Ok(written)
}
