//! The page of the sandbox in a real browser: a headless Chromium, driven by mouse and keyboard as
//! by a person.
//!
//! Without Chromium these stories are skipped, with a notice; `.ci/run` installs and requires it.

use std::process::Stdio;
use std::time::Duration;

use discord_sandbox::Page;
use fantoccini::elements::Element;
use fantoccini::key::Key;
use fantoccini::{Client, ClientBuilder, Locator};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;

use nim_games::Variant;

use crate::support::{Story, resigns, until_true, with_timeout};

/// How many times to try to start `chromedriver`.
const STARTS: usize = 5;

/// A browser window with the page open, as `anna` in `#games`.
struct Window {
    story: Story,
    client: Client,
    page: JoinHandle<std::io::Result<()>>,
    _driver: Child,
}

impl Window {
    /// Opens the window. Returns `None` where there is no browser.
    async fn open() -> Option<Self> {
        let (driver, port) = start_driver().await?;
        let story = Story::begin().await;
        let people = [("anna", "en-US"), ("boris", "pt-BR")];
        let suggested = Some("/wythoff start 12 9 first:me");
        let page = Page::new(&story.sandbox, &story.server, &people, suggested, || ());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let page = tokio::spawn(page.serve(listener));
        let mut arguments = vec!["--headless=new", "--disable-gpu", "--disable-dev-shm-usage"];
        // Chromium's own sandbox does not work as root in a container.
        arguments.extend(["--no-sandbox", "--window-size=1200,1400"]);
        let wanted = json!({ "goog:chromeOptions": { "args": arguments } });
        let client = ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new())
            .capabilities(wanted.as_object().expect("an object").clone())
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .expect("a browser");
        client.goto(&address).await.expect("the page");
        let window = Self {
            story,
            client,
            page,
            _driver: driver,
        };
        window.sees("# games").await;
        Some(window)
    }

    /// Waits until the page shows a text.
    async fn sees(&self, text: &str) {
        until_true(async || self.text().await.contains(text)).await;
    }

    async fn text(&self) -> String {
        let text = self.runs("return document.body.innerText").await;
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Runs a script in the page.
    async fn runs(&self, script: &str) -> Value {
        let done = self.client.execute(script, vec![]).await;
        done.expect("a value")
    }

    /// The height in pixels of the latest message that contains `text`, once its images have
    /// loaded.
    async fn height_of(&self, text: &str) -> i64 {
        let measure = format!(
            "const one = [...document.querySelectorAll('.message')].filter((one) => one.innerText.includes('{text}')).at(-1);
            const isThere = one && [...one.querySelectorAll('img')].every((image) => image.complete && image.naturalHeight);
            return isThere ? Math.round(one.getBoundingClientRect().height) : 0"
        );
        with_timeout(async {
            loop {
                let height = self.runs(&measure).await.as_i64().expect("a number");
                if height > 0 {
                    return height;
                }
            }
        })
        .await
    }

    /// Types into the input line, and presses Enter.
    async fn types(&self, line: &str) {
        self.keys(line).await;
        self.keys(&Key::Enter.to_string()).await;
    }

    /// Like [`Self::types`], but waits until the line has been sent: anything typed before that
    /// would be added to it.
    async fn sends(&self, line: &str) {
        self.types(line).await;
        with_timeout(async {
            let typed = "return document.getElementById('line').value";
            while self.runs(typed).await != "" {
                tokio::task::yield_now().await;
            }
        })
        .await;
    }

    /// Types into the input line.
    async fn keys(&self, keys: &str) {
        let line = self.find("#line").await;
        line.send_keys(keys).await.expect("typed");
    }

    async fn find(&self, css: &str) -> Element {
        self.element(Locator::Css(css)).await
    }

    async fn element(&self, locator: Locator<'_>) -> Element {
        let wait = self.client.wait().at_most(Duration::from_secs(30));
        wait.for_element(locator).await.expect("an element")
    }

    /// Clicks the last button with the given label.
    async fn clicks(&self, label: &str) {
        let path = format!("(//button[normalize-space()='{label}'])[last()]");
        // The page may draw the message again between finding the button and clicking it.
        with_timeout(async {
            while let Err(error) = self.element(Locator::XPath(&path)).await.click().await {
                assert!(error.is_stale_element_reference(), "{error}");
            }
        })
        .await;
    }

    /// Chooses in the last select of the given name.
    async fn chooses(&self, select: &str, value: &str) {
        let path = format!("(//select[@aria-label='{select}'])[last()]");
        let select = self.element(Locator::XPath(&path)).await;
        select.select_by_value(value).await.expect("chosen");
    }

    /// Presses keys wherever the focus is.
    async fn presses(&self, keys: &[Key]) {
        for key in keys {
            let focused = self.client.active_element().await.expect("a focus");
            focused.send_keys(&key.to_string()).await.expect("pressed");
        }
    }

    async fn close(self) {
        self.client.close().await.expect("closed");
        self.page.abort();
        self.story.end().await;
    }
}

/// Starts `chromedriver` on a port of its own choice. It needs the same port for IPv4 and IPv6, and
/// ends if either is taken, for example by another story; it is then started again.
async fn start_driver() -> Option<(Child, u16)> {
    for _ in 0..STARTS {
        let started = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn();
        let Ok(mut driver) = started else {
            let is_required = crate::support::test_setting("BROWSER_STORIES").is_some();
            assert!(
                !is_required,
                "there is no chromedriver, and the browser stories must run"
            );
            #[expect(clippy::print_stderr, reason = "whoever runs the tests should know")]
            {
                eprintln!("there is no chromedriver: a browser story is skipped");
            }
            return None;
        };
        if let Some(port) = port_of(&mut driver).await {
            return Some((driver, port));
        }
    }
    panic!("chromedriver ended {STARTS} times before it listened")
}

/// The port that `chromedriver` listens on. Returns `None` if it ends before it listens.
async fn port_of(driver: &mut Child) -> Option<u16> {
    let mut lines = BufReader::new(driver.stdout.take().expect("its output")).lines();
    while let Some(line) = lines.next_line().await.expect("its output") {
        if let Some((_, port)) = line.split_once("successfully on port ") {
            // Keeps reading, so that `chromedriver` can go on writing.
            tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
            return Some(port.trim_end_matches('.').parse().expect("a port"));
        }
    }
    None
}

#[tokio::test]
async fn a_whole_game_is_played_by_typing_and_choosing() {
    let Some(window) = Window::open().await else {
        return;
    };
    window.types("/wythoff start 5 3 first:me").await;
    window.sees("Position (5, 3)").await;
    window.clicks("← 4").await;
    while !window.text().await.contains(" beat ") {
        let text = window.text().await;
        if text.contains("to move") {
            let pile = if text.contains("← 1") { "A" } else { "B" };
            window.sends(&format!("/wythoff move {pile}1")).await;
        }
    }
    window.clicks("More…").await;
    window.clicks("Review").await;
    window.sees(", move 1:").await;
    window.find("article img[src^='/attachments/']").await;
    window.close().await;
}

#[tokio::test]
async fn another_member_is_refused_but_can_send_a_challenge() {
    let Some(window) = Window::open().await else {
        return;
    };
    window.types("/wythoff start 2 2 first:me").await;
    window.sees("Position (2, 2)").await;
    window.clicks("B boris").await;
    window.clicks("Resign").await;
    window.sees("This is not your game.").await;
    window.sees("Only you can see this").await;
    window
        .types("/wythoff challenge member:anna a:3 b:5 first:me")
        .await;
    window.sees("challenges @anna").await;
    window.clicks("A anna").await;
    window.clicks("Accept (boris goes first)").await;
    window.sees("@boris to move; time is up in").await;
    window.close().await;
}

#[tokio::test]
async fn two_members_play_then_review_the_game_and_are_ranked() {
    let Some(window) = Window::open().await else {
        return;
    };
    window
        .types("/wythoff challenge member:boris a:1 b:2")
        .await;
    window.sees("challenges @boris").await;
    window.clicks("B boris").await;
    window.clicks("Accept").await;
    window.sees(", rated").await;
    // The first player cannot win.
    let [loser, winner] = if window.text().await.contains("@anna to move") {
        ["anna", "boris"]
    } else {
        ["boris", "anna"]
    };
    let switch = |name: &str| format!("{} {name}", name[..1].to_uppercase());
    window.clicks(&switch(loser)).await;
    window.clicks("↓ 1").await;
    window.sees(&format!("@{winner} to move")).await;
    window.clicks(&switch(winner)).await;
    window.clicks("↙ 1").await;
    window.sees(&format!("@{winner} reached home.")).await;
    window.clicks("Review").await;
    window.sees(", move 1:").await;
    window.clicks("Next ▶").await;
    window.sees("Kept the win.").await;
    window
        .types("/wythoff leaderboard game:wythoff by:wins")
        .await;
    window.sees(&format!("1. {winner}: 1 win in 1 game")).await;
    window.close().await;
}

#[tokio::test]
async fn typed_commands_are_completed() {
    let Some(window) = Window::open().await else {
        return;
    };
    window.keys("/wythoff sta").await;
    window.sees("Play against the bot").await;
    let key = |key: Key| key.to_string();
    window.keys(&key(Key::Tab)).await;
    window.keys("4 4 first:me op").await;
    window.sees("Which animal").await;
    window.keys(&key(Key::Tab)).await;
    window.keys("sq").await;
    window.keys(&key(Key::Tab)).await;
    let line = window
        .find("#line")
        .await
        .prop("value")
        .await
        .expect("a value");
    assert_eq!(
        line.as_deref().map(str::trim_end),
        Some("/wythoff start 4 4 first:me opponent:Squirrel")
    );
    window.keys(&key(Key::Enter)).await;
    window.sees("against 🐿️ Squirrel").await;
    // The bot's own suggestions. If they come too late, further typing requests them again.
    window.keys("/wythoff move A").await;
    let suggestion = Locator::Css("#suggestions [role='option']");
    with_timeout(async {
        while window.client.find(suggestion).await.is_err() {
            window.keys(&format!(" {}", Key::Backspace)).await;
            let wait = window.client.wait().at_most(Duration::from_secs(4));
            let _found_or_not = wait.for_element(suggestion).await;
        }
    })
    .await;
    window.close().await;
}

#[tokio::test]
async fn a_form_is_filled_in_and_the_page_checks_options() {
    let Some(window) = Window::open().await else {
        return;
    };
    window.types("/wythoff start a:x b:6").await;
    window.sees("“x” is not a whole number").await;
    window
        .runs("document.querySelector('#line').value = ''")
        .await;
    window.types("/wythoff start 30 30 first:me").await;
    window.clicks("Other move…").await;
    let field = window.find("dialog[open] input").await;
    field.send_keys("29 from the left").await.expect("typed");
    window.clicks("Submit").await;
    window.sees("@anna went 29 left.").await;
    window.close().await;
}

#[tokio::test]
async fn a_reload_in_the_middle_changes_nothing() {
    let Some(window) = Window::open().await else {
        return;
    };
    window.types("/wythoff start 10 6 first:me").await;
    window.sees("Position (10, 6)").await;
    window.client.refresh().await.expect("reloaded");
    window.sees("Position (10, 6)").await;
    window.find("article img").await;
    let picture = window
        .runs("return document.querySelector('article img').src")
        .await;
    window.chooses("Left …", "1").await;
    window.sees("@anna went 1 left.").await;
    // A page that has not shown the previous picture yet can still load it.
    let fetch = format!("return fetch({picture}).then((answer) => answer.status)");
    assert_eq!(window.runs(&fetch).await, 200);
    window.close().await;
}

#[tokio::test]
async fn a_late_answer_fails_and_the_panel_shows_why() {
    let Some(window) = Window::open().await else {
        return;
    };
    window.clicks("Panel").await;
    window.clicks("Next answer late").await;
    window.types("/wythoff rules").await;
    window.sees("Wythoff is thinking…").await;
    window.sees("This interaction failed").await;
    window.sees("POST /interactions/").await;
    window.types("/wythoff rules").await;
    window.sees("Rules for which game?").await;
    window.close().await;
}

#[tokio::test]
async fn a_game_can_be_played_with_the_keyboard_alone() {
    let Some(window) = Window::open().await else {
        return;
    };
    window.types("/wythoff start 2 2 first:me").await;
    window.sees("Position (2, 2)").await;
    // Shift and Tab from the input line, past Rules, Resign and Hint, to the last select.
    let back = "\u{E008}\u{E004}";
    for _ in 0..4 {
        let focused = window.client.active_element().await.expect("a focus");
        focused.send_keys(back).await.expect("pressed");
    }
    window.presses(&[Key::Down, Key::Down, Key::Enter]).await;
    window.sees("reached home.").await;
    // The keyboard focus stays in the message.
    let is_there = "return document.activeElement.closest('article') !== null";
    assert_eq!(window.runs(is_there).await, true);
    window.close().await;
}

#[tokio::test]
async fn messages_of_others_are_announced_and_do_not_scroll() {
    let Some(window) = Window::open().await else {
        return;
    };
    let size = window.client.set_window_size(900, 600);
    size.await.expect("a smaller window");
    // The empty channel suggests a command.
    window.clicks("/wythoff start 12 9 first:me").await;
    window.sees("Position (12, 9)").await;
    let number = async |expression: &str| {
        let read = format!("return Math.round({expression})");
        window.runs(&read).await.as_i64().expect("a number")
    };
    let top = "document.querySelector('#messages').scrollTop";
    let below = "(one => one.scrollHeight - one.scrollTop - one.clientHeight)(document.querySelector('#messages'))";
    with_timeout(async { while number(below).await > 2 {} }).await;
    assert!(number(top).await > 0, "one's own action scrolls into view");
    let top_before = number(top).await;
    let boris = window.story.server.member("boris");
    boris.types("/wythoff start 10 6 first:me").await;
    window.find("#news:not([hidden])").await;
    // Within a pixel: the browser rounds.
    let moved = number(top).await - top_before;
    assert!(moved.abs() <= 1, "{moved} pixels");
    window.clicks("New messages ↓").await;
    with_timeout(async { while number(below).await > 2 {} }).await;
    window.find("#news[hidden]").await;
    window.close().await;
}

#[tokio::test]
async fn an_error_stays_on_the_page_until_something_succeeds() {
    let Some(window) = Window::open().await else {
        return;
    };
    window.types("/wythoff start a:x b:6").await;
    window.sees("“x” is not a whole number").await;
    let boris = window.story.server.member("boris");
    boris.types("/wythoff start 10 6 first:me").await;
    window.sees("Position (10, 6)").await;
    let text = window.text().await;
    let (problem, board) = (text.find("“x”"), text.find("Position (10, 6)"));
    assert!(problem.is_some(), "it is still there: {text}");
    assert!(problem < board, "it is above the board: {text}");
    window
        .runs("document.querySelector('#line').value = ''")
        .await;
    window.types("/wythoff rules").await;
    window.sees("Rules for which game?").await;
    with_timeout(async { while window.text().await.contains("“x”") {} }).await;
    window.close().await;
}

#[tokio::test]
async fn enter_takes_the_first_suggestion() {
    let Some(window) = Window::open().await else {
        return;
    };
    window.types("/wythoff sta").await;
    window.sees("how far left home is").await;
    window.types("4 4 first:m").await;
    // Enter accepted the suggestion “me”; now the command is complete.
    window.keys(&Key::Enter.to_string()).await;
    window.sees("@anna to move.").await;
    window.clicks("Panel").await;
    window.find("#panel:not([hidden])").await;
    window.presses(&[Key::Escape]).await;
    window.find("#panel[hidden]").await;
    let chosen = window.find("#people [aria-checked='true']").await;
    chosen
        .send_keys(&Key::Right.to_string())
        .await
        .expect("pressed");
    let next = "return document.activeElement.matches(\"[aria-checked='true']\") && document.activeElement.innerText.includes('boris')";
    with_timeout(async { while window.runs(next).await != true {} }).await;
    window.close().await;
}

#[tokio::test]
async fn every_board_and_every_end_fits_on_a_phone() {
    let Some(window) = Window::open().await else {
        return;
    };
    // A window cannot be as narrow as a phone, but the page in it can.
    let size = window.client.set_window_size(600, 1_400);
    size.await.expect("a smaller window");
    let narrow = "document.body.style.width = '390px'";
    window.runs(narrow).await;
    let anna = window.story.server.member("anna");
    let mut too_high = Vec::new();
    for game in Variant::ALL {
        anna.types(&format!("/wythoff start game:{game} first:me"))
            .await;
        let running = window.height_of("anna to move").await;
        resigns(&anna).await;
        // Waits until the page no longer shows a running game.
        let is_over = "return !document.body.innerText.includes('anna to move')";
        with_timeout(async { while window.runs(is_over).await != true {} }).await;
        let ended = window.height_of(" beat @anna at ").await;
        if running > 700 || ended > 720 {
            too_high.push(format!("{game}: {running}, {ended}"));
        }
    }
    assert!(too_high.is_empty(), "{too_high:?}");
    window.close().await;
}

#[tokio::test]
async fn a_puzzle_its_result_and_the_ladder_fit_on_a_phone() {
    let Some(window) = Window::open().await else {
        return;
    };
    let size = window.client.set_window_size(600, 1_400);
    size.await.expect("a smaller window");
    window.runs("document.body.style.width = '390px'").await;
    window.sends("/wythoff daily").await;
    window.sees("Which move?").await;
    assert!(window.height_of("Which move?").await < 900);
    window.clicks("Stone on A").await;
    window.sees("❤️❤️❤️❤️❤️🖤").await;
    window.clicks("Stone on E").await;
    window.sees("❤️❤️❤️❤️🖤🖤").await;
    assert!(window.height_of("❤️❤️❤️❤️🖤🖤").await < 900);
    window.sends("/wythoff ladder").await;
    window.sees("Play 🐥 Duckling").await;
    assert!(window.height_of("Play 🐥 Duckling").await < 900);
    window.clicks("Play 🐥 Duckling").await;
    window.sees("@anna against 🐥 Duckling").await;
    window.close().await;
}
