//! What the members do apart from moving: they start games, challenge, resign, look around, change
//! settings, block others and erase their data, in two servers and in direct messages.

use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{Answer, Member, Sandbox, Server};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::moves::{Attempt, ShownControl};

const NAMES: [&str; 10] = [
    "anna", "boris", "carla", "dmitri", "elena", "farid", "greta", "hugo", "ines", "jonas",
];

/// How many channels the members share.
const CHANNELS: u32 = 5;

/// How many channels the first member plays in: more than the number of games a member may have.
const CHANNELS_OF_THE_FIRST: u32 = 30;

/// How long members may sit down at a table before it begins.
const GATHERING: Duration = Duration::from_millis(500);

/// Options that start games other than Wythoff's, most of them with a position.
const POSITIONS: [&str; 16] = [
    "position:\"2 3 4\"",
    "game:21",
    "game:100 position:\"80/100\"",
    "game:nim position:\"1 2 3 4 5\" last:loses",
    "game:take position:\"5 6\" most:2",
    "game:greedy position:\"3 6 9\"",
    "game:moore position:\"3 4 5 6\"",
    "game:moore position:\"2 3 4 4\" most:2 last:loses",
    "game:multi position:\"3 4 5\"",
    "game:multi position:\"2 3 4 5\" last:loses",
    "game:grundy position:\"9 8\"",
    "game:building position:6/3",
    "game:candy position:\"3 4 5\"",
    "game:circular position:7",
    "game:tactix position:2x3",
    "game:graph position:P2+C4 most:2",
];

/// Somebody who plays.
pub(crate) struct Person {
    pub(crate) name: String,
    /// Whether this is a dense round.
    pub(crate) is_dense: bool,
    pub(crate) sandbox: Sandbox,
    /// In a dense round, the channel of most of this member's games.
    own_channel: String,
    names: Arc<[String]>,
    /// This member in each server.
    memberships: Vec<Member>,
    /// The others, who can be blocked.
    others: Vec<Member>,
    channels: u32,
    pub(crate) rng: StdRng,
    pub(crate) attempts: Vec<Attempt>,
    /// Controls that were shown earlier, for clicks on a stale board.
    pub(crate) shown: Vec<ShownControl>,
}

impl Person {
    /// All members. In a dense round there are `dense_members` of them. The first one manages the
    /// servers.
    pub(crate) fn all(
        sandbox: &Sandbox,
        servers: &[Server],
        seed: u64,
        dense_members: Option<usize>,
    ) -> Vec<Self> {
        let [first, ..] = servers else {
            return Vec::new();
        };
        let names: Arc<[String]> = match dense_members {
            Some(members) => (0..members)
                .map(|number| format!("member-{number}"))
                .collect(),
            None => NAMES.map(str::to_owned).into(),
        };
        let members: Vec<Member> = names.iter().map(|name| first.member(name)).collect();
        let numbered = names.iter().zip(&members).zip(1..);
        numbered
            .map(|((name, member), number): ((&String, _), u64)| {
                let is_first = number == 1;
                let memberships = servers.iter().map(|server| {
                    let membership = member.in_server(server);
                    if is_first {
                        membership.managing()
                    } else {
                        membership
                    }
                });
                Self {
                    name: name.clone(),
                    is_dense: dense_members.is_some(),
                    sandbox: sandbox.clone(),
                    own_channel: format!("own-{number}"),
                    names: names.clone(),
                    memberships: memberships.collect(),
                    others: members
                        .iter()
                        .filter(|other| other.id() != member.id())
                        .cloned()
                        .collect(),
                    channels: if is_first {
                        CHANNELS_OF_THE_FIRST
                    } else {
                        CHANNELS
                    },
                    rng: StdRng::seed_from_u64(seed.wrapping_mul(31).wrapping_add(number)),
                    attempts: Vec::new(),
                    shown: Vec::new(),
                }
            })
            .collect()
    }

    /// Plays until `stop`. Returns every move that was tried.
    pub(crate) async fn play(mut self, stop: CancellationToken) -> Vec<Attempt> {
        while !stop.is_cancelled() {
            // In a dense round nobody acts while the bot is disconnected, since no answer can come.
            // Only a member who acts just as it disconnects may still wait for an answer.
            if self.is_dense && !self.sandbox.is_connected() {
                sleep(Duration::from_millis(20)).await;
                continue;
            }
            if let Some(here) = self.choose_channel() {
                if self.is_dense && self.rng.random_ratio(19, 20) {
                    self.act_quickly(&here).await;
                } else {
                    self.act(&here).await;
                }
            }
            // The bot turns away a member who sends more than five interactions a second for long.
            // In a dense round members send about that many.
            let pause = if self.is_dense { 170..230 } else { 5..120 };
            let pause = self.rng.random_range(pause);
            sleep(Duration::from_millis(pause)).await;
        }
        self.attempts
    }

    /// This member in the channel where they act next, which is usually in the first server.
    fn choose_channel(&mut self) -> Option<Member> {
        let [first, rest @ ..] = self.memberships.as_slice() else {
            return None;
        };
        if self.is_dense && self.rng.random_ratio(9, 10) {
            return Some(first.in_channel(&self.own_channel));
        }
        let membership = match self.rng.random_range(0..100) {
            0..8 => return Some(first.in_direct_message()),
            8..20 => rest.choose(&mut self.rng)?,
            _ => first,
        };
        let channel = self.rng.random_range(0..self.channels);
        Some(membership.in_channel(&format!("table-{channel}")))
    }

    async fn act(&mut self, here: &Member) {
        match self.rng.random_range(0..100) {
            0..20 => self.choose_a_move(here).await,
            20..24 => self.sit_at_a_table(&here.in_channel("table-of-all")).await,
            24..32 => self.press_a_move(here).await,
            32..36 => self.fill_in_a_move(here).await,
            36..50 => self.type_a_move(here).await,
            50..54 => self.request_completions(here).await,
            54..64 => self.start(here).await,
            64..72 => self.challenge(here).await,
            72..82 => {
                let answers = ["Accept", "Accept", "Accept", "Decline", "Withdraw"];
                self.click(here, &answers).await;
            }
            82..88 => {
                let next_games = [
                    "Rematch",
                    "Another square",
                    "New position",
                    "Play again",
                    "Next: ",
                    "New game",
                ];
                self.click(here, &next_games).await;
            }
            88..90 => self.take_back(here).await,
            90 => self.click(here, &["Agree", "End without result"]).await,
            91..93 => {
                here.types("/wythoff resign").await;
                here.clicks("Resign").await;
            }
            93..95 => self.change_settings(here).await,
            95..97 => self.join_in(here).await,
            97..99 => {
                let lookups = [
                    "/wythoff board",
                    "/wythoff start",
                    "/wythoff hint",
                    "/wythoff stats",
                    "/wythoff leaderboard",
                    "/wythoff games",
                    "/wythoff review",
                    "/wythoff solve 10 6",
                    "/wythoff solve position:5/21",
                    "/wythoff rules",
                    "/wythoff leaderboard game:nim",
                ];
                if let Some(line) = lookups.choose(&mut self.rng) {
                    here.types(line).await;
                }
            }
            _ => self.erase(here).await,
        }
    }

    /// Acts as in a dense round: mostly makes moves.
    async fn act_quickly(&mut self, here: &Member) {
        match self.rng.random_range(0..100) {
            0..90 => self.move_somehow(here).await,
            90..92 => self.choose_a_move(here).await,
            92 => self.press_a_move(here).await,
            93..96 => self.type_a_move(here).await,
            96..98 => self.challenge(here).await,
            98 => self.click(here, &["Accept", "Decline"]).await,
            _ => self.take_back(here).await,
        }
    }

    /// Begins a game that lasts for a while. Usually 100, which has the smallest board, since the
    /// sandbox is the bottleneck.
    pub(crate) async fn start_long_game(&mut self, here: &Member) {
        let size = self.rng.random_range(10..=30);
        let position = match self.rng.random_range(0..8) {
            0 => format!("/wythoff start {size} 11"),
            1 => format!("/wythoff start position:\"{size} 12 13\""),
            _ => "/wythoff start game:100".to_owned(),
        };
        let line = format!("{position} first:me opponent:rabbit");
        self.answer(here.types(&line)).await;
    }

    async fn start(&mut self, here: &Member) {
        let [left, right] = [self.rng.random_range(3..=12), self.rng.random_range(3..=12)];
        let first = ["", " first:me", " first:\"the bot\""];
        let animal = ["", " opponent:penguin", " opponent:duckling"];
        let (first, animal) = (first.choose(&mut self.rng), animal.choose(&mut self.rng));
        if let (Some(first), Some(animal)) = (first, animal) {
            let position = match POSITIONS.choose(&mut self.rng) {
                Some(position) if self.rng.random_bool(0.5) => format!("/wythoff start {position}"),
                _ => format!("/wythoff start {left} {right}"),
            };
            let seen = ["", "", " private:yes"];
            let seen = seen.choose(&mut self.rng).unwrap_or(&"");
            here.types(&format!("{position}{first}{animal}{seen}"))
                .await;
        }
    }

    async fn challenge(&mut self, here: &Member) {
        let names = self.names.clone();
        let others: Vec<&String> = names.iter().filter(|&name| *name != self.name).collect();
        let Some(other) = others.choose(&mut self.rng) else {
            return;
        };
        let terms = [
            "",
            "",
            " first:me",
            " clock:\"5 minutes a move\"",
            " games:2",
            " games:2 clock:\"5 minutes each, +5 s a move\"",
        ];
        let terms = terms.choose(&mut self.rng);
        let [left, right] = [self.rng.random_range(2..=6), self.rng.random_range(2..=6)];
        let whom = if self.rng.random_bool(0.2) {
            String::new()
        } else {
            format!(" member:{other}")
        };
        let position = match POSITIONS.choose(&mut self.rng) {
            Some(position) if self.rng.random_bool(0.5) => {
                format!("/wythoff challenge{whom} {position}")
            }
            _ => format!("/wythoff challenge{whom} a:{left} b:{right}"),
        };
        let line = format!("{position}{}", terms.unwrap_or(&""));
        here.types(&line).await;
    }

    /// What needs nobody's turn: dares, questions, predictions and the puzzle of the day.
    async fn join_in(&mut self, here: &Member) {
        match self.rng.random_range(0..8) {
            0 => {
                // A game that is won at once, to dare the others with.
                here.types("/wythoff start game:nim position:3 first:me opponent:otter")
                    .await;
                here.types("/wythoff move A3").await;
                here.types("/wythoff dare").await;
            }
            1 => {
                here.clicks("I’ll try").await;
                here.clicks("3 from A").await;
            }
            2 => {
                here.types("/wythoff ask game:nim position:\"1 2\"").await;
            }
            3 => {
                here.clicks("Answer").await;
                self.click(here, &["1 from A", "1 from B", "2 from B"])
                    .await;
            }
            4 => self.click(here, &["Close it", "Close Nim"]).await,
            5 => {
                here.clicks("🔮 Who wins?").await;
                let names: Vec<String> = self.names.to_vec();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                self.click(here, &names).await;
            }
            6 => {
                here.types("/wythoff daily").await;
                self.click(here, &["Share it here", "← 1", "↓ 1", "1 from A", "+1"])
                    .await;
            }
            _ => {
                here.types("/wythoff leaderboard by:month").await;
            }
        }
    }

    /// Sits down at a table, begins it, or moves at it a few times, if it is there.
    async fn sit_at_a_table(&mut self, here: &Member) {
        let tables = [
            "/wythoff table target:12 time:\"15 seconds\"",
            "/wythoff table game:100 target:30 time:\"15 seconds\"",
            "/wythoff table game:nim time:\"15 seconds\"",
        ];
        match self.rng.random_range(0..10) {
            0..2 => {
                if let Some(table) = tables.choose(&mut self.rng) {
                    here.types(table).await;
                    here.chooses("Add an animal…", "rabbit").await;
                    sleep(GATHERING).await;
                    here.clicks("Begin").await;
                }
            }
            2..4 => self.click(here, &["Join", "Join", "Leave"]).await,
            4..6 => self.click(here, &["Begin", "Begin", "Another round"]).await,
            6 => {
                let manager = here.clone().managing();
                manager.clicks("Invite the Penguin").await;
            }
            7 => {
                here.clicks("Vote").await;
                self.press_a_move(here).await;
                self.click(here, &["Hint for all"]).await;
            }
            _ => {
                for _ in 0..5 {
                    let numbers = (1..=30).map(|number: u32| number.to_string());
                    let shown = numbers.filter(|number| here.control(number).is_some());
                    let shown: Vec<String> = shown.collect();
                    if let Some(number) = shown.choose(&mut self.rng) {
                        here.clicks(number).await;
                    }
                    here.chooses("Take …", "A1").await;
                }
            }
        }
    }

    async fn click(&mut self, here: &Member, labels: &[&str]) {
        if let Some(label) = labels.choose(&mut self.rng) {
            here.clicks(label).await;
        }
    }

    async fn take_back(&mut self, here: &Member) {
        if matches!(here.clicks("Take back").await, Answer::Client(_)) {
            return;
        }
        for attempt in &mut self.attempts {
            attempt.may_have_been_taken_back = true;
        }
    }

    /// Looks at the autocomplete suggestions for a half-typed value.
    async fn request_completions(&mut self, here: &Member) {
        let lines = [
            "/wythoff move A",
            "/wythoff move ",
            "/wythoff start game:",
            "/wythoff start position:",
            "/wythoff board which:",
            "/wythoff resign which:",
        ];
        if let Some(line) = lines.choose(&mut self.rng) {
            here.completes(line).await;
        }
    }

    async fn change_settings(&mut self, here: &Member) {
        here.types("/wythoff settings").await;
        let choices = [
            ("When it’s your turn", "direct"),
            ("When it’s your turn", "ping"),
            ("When it’s your turn", "never"),
            ("Leaderboards", "nowhere"),
            ("Leaderboards", "servers"),
            ("Leaderboards", "everywhere"),
        ];
        match self.rng.random_range(0..8) {
            0..5 => {
                if let Some((select, value)) = choices.choose(&mut self.rng) {
                    here.chooses(select, value).await;
                }
            }
            5..7 => {
                // Few members, so that most challenges get through.
                let count = self.rng.random_range(0..3);
                let blocked: Vec<&Member> = self.others.sample(&mut self.rng, count).collect();
                here.picks("Block challenges from …", &blocked).await;
            }
            _ => {
                here.clicks("Server settings").await;
                self.click(here, &["Pings", "Global leaderboard"]).await;
            }
        }
    }

    async fn erase(&mut self, here: &Member) {
        here.types("/wythoff privacy").await;
        here.clicks("Erase…").await;
        let field = "Type “erase” to erase. This can’t be undone.";
        here.fills(&[(field, "erase")]).await;
    }
}
