//! Autocompletion of options.

mod moves;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use self::moves::complete_move;
use crate::commands::daily::view::puzzle_in_a_line;
use crate::context::InteractionContext;
use crate::input::interaction::Value;
use crate::input::option::{GivenOptions, check_length, named_openings};
use crate::input::plain::plain;
use crate::input::written_position;
use crate::text::{Key, Language, key, tell};
use crate::view;
use nim_games::{Options, Position, Variant};
use wythoff_game::records::GameRecord;
use wythoff_game::{Day, GameId, Outcome, PlayerId};
use wythoff_service::{Error, GameFilter, Refusal, Target};

/// How many completions Discord shows
/// (<https://discord.com/developers/docs/interactions/application-commands#autocomplete>).
pub(super) const MAX_COMPLETIONS: usize = 25;

/// The maximum length of a completion's label, and of its value
/// (<https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-option-choice-structure>).
pub(super) const MAX_LABEL: usize = 100;

/// The option that is being completed, with the values of other options that it depends on.
#[derive(Debug)]
pub(crate) enum Completion {
    /// A move in notation, in the game that the option `which` names, if it is given.
    Move {
        which: Option<String>,
        typed: String,
    },
    /// A position of the given game, or of any game if none is given.
    Position {
        variant: Option<Variant>,
        typed: String,
    },
    /// A kind of game.
    Variant(String),
    /// A running game, in this channel only if `is_here`.
    RunningGame {
        typed: String,
        is_here: bool,
    },
    FinishedGame(String),
    /// An earlier puzzle of the day.
    Puzzle(String),
    Nothing,
}

impl Completion {
    /// Reads a command that is still being typed: required options may be missing, and values may
    /// be incomplete.
    pub(crate) fn read(command: &str, given: GivenOptions<'_>) -> Self {
        let focused = given.options.iter().find(|option| option.focused);
        let Some((name, Some(Value::Text(typed)))) =
            focused.map(|option| (option.name.as_str(), &option.value))
        else {
            return Self::Nothing;
        };
        let typed = typed.trim().to_owned();
        match name {
            "move" => Self::Move {
                which: given.which().ok().flatten(),
                typed,
            },
            "position" => Self::Position {
                variant: given.game().ok().flatten(),
                typed: written_position::notation(given.language(), &typed)
                    .unwrap_or_else(|_two_readings| typed.clone()),
            },
            "game" => Self::Variant(typed),
            "which" if command == "review" => Self::FinishedGame(typed),
            "which" => Self::RunningGame {
                typed,
                is_here: command != "resign",
            },
            "day" => Self::Puzzle(typed),
            _ => Self::Nothing,
        }
    }
}

impl InteractionContext {
    /// The suggestions. Empty if there are none, or if the database cannot be read.
    pub(crate) async fn complete(&self, completion: Completion) -> Vec<(String, String)> {
        match completion {
            Completion::Move { which, typed } => {
                let positions = self.positions(which).await;
                complete_move(self.language().await, &positions, &typed)
            }
            Completion::Position { variant, typed } => {
                complete_position(self.language().await, variant, &typed)
            }
            Completion::Variant(typed) => complete_variant(self.language().await, &typed),
            Completion::RunningGame { typed, is_here } => {
                let games = self.bot.service.running_games(self.caller.member).await;
                let mut games = games.unwrap_or_default();
                games.retain(|it| !is_here || it.place.channel == self.caller.place.channel);
                self.choices(&games, key!("completion-running-game"), &typed)
                    .await
            }
            Completion::FinishedGame(typed) => {
                let games = self.bot.service.finished_games(self.caller.member).await;
                let games = games.unwrap_or_default();
                self.choices(&games, key!("completion-finished-game"), &typed)
                    .await
            }
            Completion::Puzzle(typed) => {
                let today = Day::of(self.caller.at());
                let solved = self.bot.service.solved_dailies(self.caller.member).await;
                let solved = solved.unwrap_or_default();
                puzzles(self.language().await, today, &solved, &typed)
            }
            Completion::Nothing => Vec::new(),
        }
    }

    /// The running game that the option `which` names by its id, or by its completion label.
    /// Returns `None` if the option is not given.
    pub(crate) async fn running_game(
        &self,
        which: Option<String>,
    ) -> Result<Option<GameId>, Error> {
        let games = self.bot.service.running_games(self.caller.member);
        self.game_named(which, games, key!("completion-running-game"))
            .await
    }

    /// Like `running_game`, for a finished game.
    pub(crate) async fn finished_game(
        &self,
        which: Option<String>,
    ) -> Result<Option<GameId>, Error> {
        let games = self.bot.service.finished_games(self.caller.member);
        self.game_named(which, games, key!("completion-finished-game"))
            .await
    }

    async fn game_named(
        &self,
        which: Option<String>,
        games: impl Future<Output = wythoff_store::Result<Vec<GameRecord>>>,
        text: Key,
    ) -> Result<Option<GameId>, Error> {
        let Some(which) = which else {
            return Ok(None);
        };
        if let Ok(id) = which.trim().parse() {
            return Ok(Some(GameId(id)));
        }
        let games = games.await?;
        let mut matching = Vec::new();
        for record in games {
            let label = self.label(&record, text).await;
            // What was typed has plain characters.
            if plain(&label).to_lowercase() == which.trim().to_lowercase() {
                matching.push(record.game.id());
            }
        }
        match *matching {
            [game] => Ok(Some(game)),
            _ => Err(Error::Refused {
                why: Refusal::UnknownGame,
                game: None,
            }),
        }
    }

    /// The positions in which a typed move could be made: several if it is not yet clear which game
    /// is meant.
    async fn positions(&self, which: Option<String>) -> Vec<Position> {
        let game = self.running_game(which).await.ok().flatten();
        let target = Target::Command(game, GameFilter::OnTurn);
        let candidates = match self.bot.service.find(&self.caller, target).await {
            Ok(record) => vec![record],
            Err(Error::Refused {
                why: Refusal::Ambiguous(candidates),
                ..
            }) => candidates,
            Err(_) => Vec::new(),
        };
        let positions = candidates.iter().map(|record| record.game.position());
        positions.collect()
    }

    /// Games as choices. The id of a game is too large for Discord's integers, so it is sent as
    /// text.
    async fn choices(&self, games: &[GameRecord], text: Key, typed: &str) -> Vec<(String, String)> {
        let mut choices = Vec::new();
        for record in games {
            let label = self.label(record, text).await;
            if plain(&label).to_lowercase().contains(&typed.to_lowercase()) {
                choices.push((label, record.game.id().0.to_string()));
            }
        }
        choices.truncate(MAX_COMPLETIONS);
        choices
    }

    /// What completion shows for a game.
    async fn label(&self, record: &GameRecord, text: Key) -> String {
        let (game, players) = (&record.game, record.game.players());
        let winner = game.outcome().and_then(Outcome::winner);
        let ending = match winner.map(|seat| players.at(seat).id()) {
            Some(PlayerId::Member(member)) if member == self.caller.member => "won",
            Some(_) => "lost",
            None => "open",
        };
        let (opponent, language) = (self.opponent(record).await, self.language().await);
        let label = |opponent: &str| {
            tell!(
                language, text, "opponent" => opponent, "position" => view::with_name(language, game.position()),
                "start" => view::with_name(language, game.start_position()), "moves" => game.ply(), "ending" => ending
            )
        };
        shortened(&opponent, label)
    }
}

/// A label that contains a name. If the label is too long, the name is shortened first, and then
/// the label is truncated.
fn shortened(name: &str, label: impl Fn(&str) -> String) -> String {
    let full = label(name);
    let excess = full.chars().count().saturating_sub(MAX_LABEL);
    if excess == 0 {
        return full;
    }
    // Cut one more character, to make room for the ellipsis.
    let kept_length = name.chars().count().saturating_sub(excess + 1).max(1);
    let cut: String = name.chars().take(kept_length).collect();
    label(&format!("{cut}…")).chars().take(MAX_LABEL).collect()
}

/// The earlier puzzles whose number or date begins with what was typed, or whose game has it in its
/// name, the latest first.
fn puzzles(
    language: Language<'_>,
    today: Day,
    solved: &HashSet<Day>,
    typed: &str,
) -> Vec<(String, String)> {
    let typed = typed.trim_start_matches('#').to_lowercase();
    let days = (1..today.number()).rev().map(Day::numbered);
    let matching = days.filter_map(|day| {
        let label = puzzle_in_a_line(language, day, solved.contains(&day));
        let number = day.number().to_string();
        let is_meant = number.starts_with(&typed)
            || day.to_string().starts_with(&typed)
            || label.to_lowercase().contains(&typed);
        is_meant.then_some((label, number))
    });
    let mut matching: Vec<_> = matching.take(MAX_COMPLETIONS).collect();
    // The very number first.
    matching.sort_by_key(|(_, number)| *number != typed);
    matching
}

/// The openings of a game that begin with the typed text, and the typed position in its usual form.
/// If no game is given, only the openings that fit exactly one game are returned, labelled with its
/// name.
fn complete_position(
    language: Language<'_>,
    variant: Option<Variant>,
    typed: &str,
) -> Vec<(String, String)> {
    let typed = typed.to_lowercase();
    let Some(variant) = variant else {
        let games = Variant::ALL.iter();
        let unambiguous = games.flat_map(|&variant| {
            let openings = offered_openings(variant).into_iter();
            openings
                .filter(move |(_, value)| {
                    let meant = Position::meanings(Options::default(), value).unwrap_or_default();
                    matches!(meant.as_slice(), [only] if only.variant() == variant)
                })
                .map(move |(label, value)| {
                    (format!("{label} ({})", language.game_name(variant)), value)
                })
        });
        return beginning_with(unambiguous, &typed)
            .take(MAX_COMPLETIONS)
            .collect();
    };
    let mut completions: Vec<(String, String)> =
        beginning_with(offered_openings(variant).into_iter(), &typed).collect();
    if let Ok(read) = Position::read(variant, Options::default(), &typed)
        && check_length(read).is_ok()
        && !completions
            .iter()
            .any(|(label, _)| *label == read.to_string())
    {
        completions.push((read.to_string(), read.to_string()));
    }
    completions
}

/// The openings of a game, as labels and values.
fn offered_openings(variant: Variant) -> Vec<(String, &'static str)> {
    let openings = Position::openings(variant).iter();
    let offered = openings
        .filter(|opening| opening.name.is_some() || opening.options == Options::default())
        .map(|opening| match opening.name {
            Some(name) => (format!("{name}: {}", opening.position), name),
            None => (opening.position.to_owned(), opening.position),
        });
    offered.collect()
}

/// The openings whose label begins with the typed text.
fn beginning_with(
    openings: impl Iterator<Item = (String, &'static str)>,
    typed: &str,
) -> impl Iterator<Item = (String, String)> {
    openings
        .filter(move |(label, _)| label.to_lowercase().starts_with(typed))
        .map(|(label, value)| (label, value.to_owned()))
}

/// The games whose name or key contains the typed text, and the openings whose name begins with it.
fn complete_variant(language: Language<'_>, typed: &str) -> Vec<(String, String)> {
    let typed = typed.to_lowercase();
    let names = Variant::ALL
        .iter()
        .map(|&variant| (variant, language.game_name(variant)));
    let games = names
        .filter(|(variant, name)| {
            let other_names = language.other_names(*variant);
            let mut names = [name.clone(), variant.key().to_owned()]
                .into_iter()
                .chain(other_names);
            names.any(|name| name.to_lowercase().contains(&typed))
        })
        .map(|(variant, name)| (name, variant.key().to_owned()));
    let openings = named_openings()
        .filter_map(|(variant, opening)| Some((variant, opening.name?)))
        .filter(|(_, name)| !typed.is_empty() && name.starts_with(&typed))
        .map(|(variant, name)| {
            let label = format!("{name} ({})", language.game_name(variant));
            (label, name.to_owned())
        });
    games.chain(openings).take(MAX_COMPLETIONS).collect()
}
