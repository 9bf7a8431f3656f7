//! What the members do, and which of their moves they have seen confirmed.

use std::time::Duration;

use discord_sandbox::{Answer, Member, Server};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use wythoff::discord::Control;
use wythoff::game::GameId;
use wythoff::rules::Move;

const NAMES: [&str; 10] = [
    "anna", "boris", "carla", "dmitri", "elena", "farid", "greta", "hugo", "ines", "jonas",
];

/// How many channels the members share.
const CHANNELS: u32 = 5;

/// The first member plays in all of them: more channels than a member may have games.
const CHANNELS_OF_THE_FIRST: u32 = 30;

/// Heaps that can be taken from.
#[derive(Clone, Copy)]
struct List {
    /// As a select names them.
    select: &'static str,
    /// As a command names them, before the amount.
    command: &'static str,
    /// As moves name them.
    letters: &'static str,
    /// As a board names them.
    board: &'static str,
}

const fn list(
    select: &'static str,
    command: &'static str,
    letters: &'static str,
    board: &'static str,
) -> List {
    List {
        select,
        command,
        letters,
        board,
    }
}

/// Those of Wythoff's game, then those of other games.
const LISTS: [List; 6] = [
    list(
        "From the left pile",
        "/wythoff move left ",
        "A",
        "the left pile",
    ),
    list(
        "From the right pile",
        "/wythoff move right ",
        "B",
        "the right pile",
    ),
    list("From both piles", "/wythoff move both ", "AB", "each pile"),
    list("From heap A", "/nim move A", "A", "heap A"),
    list("From heap B", "/nim move B", "B", "heap B"),
    list("From heap C", "/nim move C", "C", "heap C"),
];

/// Positions of other games.
const POSITIONS: [&str; 4] = [
    "position:\"2 3 4\"",
    "variant:nim position:\"1 2 3 4 5\" last:loses",
    "variant:take position:\"5 6\" most:2",
    "variant:greedy position:\"3 6 9\"",
];

/// A select of strings, as Discord counts components.
const SELECT: u8 = 3;

/// A move that somebody has tried to make.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    /// The interaction.
    pub(crate) interaction: i64,
    /// Who has made it.
    pub(crate) member: i64,
    /// The move.
    pub(crate) mv: Move,
    /// The ply of the board on which it was chosen. `None` if it was typed.
    pub(crate) seen: Option<u32>,
    /// Whether the answer showed that it was made.
    pub(crate) is_confirmed: bool,
    /// Whether the same member took moves back afterwards, as far as that member knows.
    pub(crate) may_be_taken_back: bool,
}

/// A select as it was once shown.
struct Shown {
    select: &'static str,
    id: String,
    game: GameId,
    ply: u32,
}

/// Somebody who plays.
pub(crate) struct Person {
    name: &'static str,
    member: Member,
    channels: u32,
    rng: StdRng,
    attempts: Vec<Attempt>,
    /// What was shown before, for clicks on a board that has not been updated yet.
    shown: Vec<Shown>,
}

impl Person {
    pub(crate) fn all(server: &Server, seed: u64) -> Vec<Self> {
        let numbered = NAMES.into_iter().zip(1..);
        numbered
            .map(|(name, number): (_, u64)| Self {
                name,
                member: server.member(name),
                channels: if number == 1 {
                    CHANNELS_OF_THE_FIRST
                } else {
                    CHANNELS
                },
                rng: StdRng::seed_from_u64(seed.wrapping_mul(31).wrapping_add(number)),
                attempts: Vec::new(),
                shown: Vec::new(),
            })
            .collect()
    }

    /// Plays until `end`. Returns every move that was tried.
    pub(crate) async fn play(mut self, stop: CancellationToken) -> Vec<Attempt> {
        while !stop.is_cancelled() {
            let channel = self.rng.random_range(0..self.channels);
            let here = self.member.in_channel(&format!("table-{channel}"));
            self.act(&here).await;
            let pause = self.rng.random_range(5..120);
            sleep(Duration::from_millis(pause)).await;
        }
        self.attempts
    }

    async fn act(&mut self, here: &Member) {
        match self.rng.random_range(0..100) {
            0..40 => self.choose_a_move(here).await,
            40..54 => self.type_a_move(here).await,
            54..64 => self.start(here).await,
            64..72 => self.challenge(here).await,
            72..82 => {
                let answers = ["Accept", "Accept", "Accept", "Decline", "Withdraw"];
                self.click(here, &answers).await;
            }
            82..88 => {
                let again = [
                    "Rematch",
                    "New piles",
                    "New position",
                    "Try again",
                    "Swap sides",
                    "Harder",
                    "Easier",
                    "Start anew",
                ];
                self.click(here, &again).await;
            }
            88..90 => self.take_back(here).await,
            90..93 => {
                here.types("/wythoff resign").await;
                here.clicks("Resign").await;
            }
            93..95 => self.set(here).await,
            95..99 => {
                let looks = [
                    "/wythoff board",
                    "/wythoff hint",
                    "/wythoff stats",
                    "/wythoff leaderboard",
                    "/wythoff games",
                    "/wythoff review",
                ];
                if let Some(line) = looks.choose(&mut self.rng) {
                    here.types(line).await;
                }
            }
            _ => self.erase(here).await,
        }
    }

    async fn choose_a_move(&mut self, here: &Member) {
        let Some(&list) = LISTS.choose(&mut self.rng) else {
            return;
        };
        let amount = self.rng.random_range(1..=4);
        let before = here.screen();
        let own = self.own_board(here, &before);
        let board = own.unwrap_or_else(|| here.clone());
        let Some((message, id)) = board.finds(list.select) else {
            return;
        };
        let control = id.parse::<Control>().ok();
        let Some((game, point)) = control.and_then(Control::shows) else {
            return;
        };
        let now = Shown {
            select: list.select,
            id,
            game,
            ply: point.ply,
        };
        let (older, is_late) = (self.older(&now), self.rng.random_bool(0.3));
        let older = older.filter(|_| is_late);
        let (used, seen) = older.unwrap_or((now.id.clone(), now.ply));
        let answer = here
            .uses(message, SELECT, &used, &[amount.to_string()])
            .await;
        self.note(here, (list, amount, Some(seen)), &before, &answer);
        self.shown.push(now);
    }

    /// The same select at another point of the same game: its id and its ply.
    fn older(&mut self, now: &Shown) -> Option<(String, u32)> {
        let older = self.shown.iter().filter(|shown| {
            shown.select == now.select && shown.game == now.game && shown.ply != now.ply
        });
        let older: Vec<&Shown> = older.collect();
        let shown = older.choose(&mut self.rng)?;
        Some((shown.id.clone(), shown.ply))
    }

    /// Usually the latest board on which this person is to move.
    fn own_board(&mut self, here: &Member, screen: &str) -> Option<Member> {
        if self.rng.random_bool(0.2) {
            return None;
        }
        let turn = format!("**@{} to move", self.name);
        let messages = screen.split("\n\n#").enumerate();
        let own = messages
            .filter(|(_, message)| message.contains(&turn))
            .last();
        own.map(|(index, _)| here.at(index + 1))
    }

    async fn type_a_move(&mut self, here: &Member) {
        let Some(&list) = LISTS.choose(&mut self.rng) else {
            return;
        };
        let amount = self.rng.random_range(1..=4);
        let line = format!("{}{amount}", list.command);
        let before = here.screen();
        let answer = here.types(&line).await;
        self.note(here, (list, amount, None), &before, &answer);
    }

    fn note(
        &mut self,
        here: &Member,
        (list, amount, seen): (List, i64, Option<u32>),
        before: &str,
        answer: &Answer,
    ) {
        if matches!(answer, Answer::Client(_)) {
            return;
        }
        let told = format!("@{} took {amount} from {}.", self.name, list.board);
        // A screen from before may show the same move made earlier.
        let is_news = !before.contains(&told);
        let is_confirmed = is_news
            && match answer {
                Answer::Message(board) | Answer::Update(board) => board.contains(&told),
                Answer::Form(_) | Answer::Acknowledged | Answer::Client(_) | Answer::Failed => {
                    false
                }
            };
        let mv = format!("{}{amount}", list.letters).parse();
        if let (Some(interaction), Ok(mv)) = (here.last_interaction(), mv) {
            self.attempts.push(Attempt {
                interaction: interaction.0.cast_signed(),
                member: here.id().0.cast_signed(),
                mv,
                seen,
                is_confirmed,
                may_be_taken_back: false,
            });
        }
    }

    async fn start(&mut self, here: &Member) {
        let [left, right] = [self.rng.random_range(3..=12), self.rng.random_range(3..=12)];
        let first = ["", " first:me", " first:\"the bot\""];
        let level = ["", " level:good", " level:beginner"];
        let (first, level) = (first.choose(&mut self.rng), level.choose(&mut self.rng));
        if let (Some(first), Some(level)) = (first, level) {
            let position = match POSITIONS.choose(&mut self.rng) {
                Some(position) if self.rng.random_bool(0.5) => format!("/nim start {position}"),
                _ => format!("/wythoff start {left} {right}"),
            };
            here.types(&format!("{position}{first}{level}")).await;
        }
    }

    async fn challenge(&mut self, here: &Member) {
        let others: Vec<&&str> = NAMES.iter().filter(|&&name| name != self.name).collect();
        let Some(other) = others.choose(&mut self.rng) else {
            return;
        };
        let terms = ["", "", " first:me", " clock:\"5 minutes\""].choose(&mut self.rng);
        let [left, right] = [self.rng.random_range(2..=6), self.rng.random_range(2..=6)];
        let whom = if self.rng.random_bool(0.2) {
            String::new()
        } else {
            format!(" member:{other}")
        };
        let position = match POSITIONS.choose(&mut self.rng) {
            Some(position) if self.rng.random_bool(0.5) => {
                format!("/nim challenge{whom} {position}")
            }
            _ => format!("/wythoff challenge{whom} a:{left} b:{right}"),
        };
        let line = format!("{position}{}", terms.unwrap_or(&""));
        here.types(&line).await;
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
            attempt.may_be_taken_back = true;
        }
    }

    async fn set(&mut self, here: &Member) {
        here.types("/wythoff settings").await;
        let choices = [
            ("When it is your turn", "direct"),
            ("When it is your turn", "ping"),
            ("When it is your turn", "never"),
            ("Leaderboards", "nowhere"),
            ("Leaderboards", "servers"),
            ("Leaderboards", "everywhere"),
        ];
        if let Some((select, value)) = choices.choose(&mut self.rng) {
            here.chooses(select, value).await;
        }
    }

    async fn erase(&mut self, here: &Member) {
        here.types("/wythoff privacy").await;
        here.clicks("Erase…").await;
        let field = "Type “erase” to erase. There is no way back.";
        here.fills(&[(field, "erase")]).await;
    }
}
