//! Autocompletion of options.

use super::context::InteractionContext;
use super::intent::Completion;
use super::reply::Choice;
use super::text::{Key, key, tell};
use super::view;
use crate::game::{GameId, Outcome, PlayerId};
use crate::records::GameRecord;
use crate::rules::wythoff::{Move, Position};
use crate::service::{Error, GameFilter, Refusal, Target};

/// How many completions Discord shows
/// (<https://discord.com/developers/docs/interactions/application-commands#autocomplete>).
const MAX_COMPLETIONS: usize = 25;

impl InteractionContext {
    /// The suggestions. Empty if there are none, or if the database cannot be read.
    pub(super) async fn complete(&self, completion: Completion) -> Vec<(String, Choice)> {
        match completion {
            Completion::Amount { pile, game, typed } => {
                let Some(pile) = pile else { return Vec::new() };
                let positions = self.positions(game).await;
                let most = positions.iter().map(|position| position.most(pile)).max();
                let language = self.language().await;
                let label = |amount| match positions.as_slice() {
                    [only] => view::taking(language, *only, Move::new(pile, amount)),
                    // It depends on the game, which the member has to choose.
                    _several => language.number(amount),
                };
                amounts(most.unwrap_or(0), &typed)
                    .into_iter()
                    .map(|amount| (label(amount), Choice::Number(amount)))
                    .collect()
            }
            Completion::RunningGame => {
                let games = self.bot.service.running_games(self.caller.member).await;
                let mut games = games.unwrap_or_default();
                games.retain(|record| record.place.channel == self.caller.place.channel);
                self.choices(&games, key!("completion-running-game")).await
            }
            Completion::FinishedGame => {
                let games = self.bot.service.finished_games(self.caller.member).await;
                let games = games.unwrap_or_default();
                self.choices(&games, key!("completion-finished-game")).await
            }
            Completion::Nothing => Vec::new(),
        }
    }

    /// The positions in which a typed move could be made: several if the game is not clear yet.
    async fn positions(&self, game: Option<GameId>) -> Vec<Position> {
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

    /// Games as choices. The id of a game is longer than Discord's numbers, so it is a text.
    async fn choices(&self, games: &[GameRecord], text: Key) -> Vec<(String, Choice)> {
        let mut choices = Vec::new();
        for record in games.iter().take(MAX_COMPLETIONS) {
            let (game, players) = (&record.game, record.game.players());
            let winner = game.outcome().and_then(Outcome::winner);
            let ending = match winner.map(|seat| players.at(seat).id()) {
                Some(PlayerId::Member(member)) if member == self.caller.member => "won",
                Some(_) => "lost",
                None => "open",
            };
            let (opponent, language) = (self.opponent(record).await, self.language().await);
            let shown = tell!(
                language, text, "opponent" => opponent, "position" => game.position().to_string(),
                "start" => game.start_position().to_string(), "moves" => game.ply(), "ending" => ending
            );
            choices.push((shown, Choice::Text(game.id().0.to_string())));
        }
        choices
    }
}

/// The numbers from 1 to `most` that begin with the typed digits, smallest first, as many as can be shown.
fn amounts(most: u64, typed: &str) -> Vec<u64> {
    if typed.is_empty() {
        return (1..=most).take(MAX_COMPLETIONS).collect();
    }
    let Ok(typed) = typed.parse::<u64>() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let (mut low, mut high) = (typed, typed);
    while low > 0 && low <= most && found.len() < MAX_COMPLETIONS {
        found.extend((low..=high.min(most)).take(MAX_COMPLETIONS - found.len()));
        low = low.saturating_mul(10);
        high = high.saturating_mul(10).saturating_add(9);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::amounts;

    #[test]
    fn amounts_begin_with_what_was_typed_and_are_legal() {
        assert_eq!(amounts(3, ""), [1, 2, 3]);
        assert_eq!(
            amounts(120, "1"),
            [
                1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 100, 101, 102, 103, 104, 105, 106, 107,
                108, 109, 110, 111, 112, 113
            ]
        );
        assert_eq!(amounts(30, "4"), [4]);
        assert_eq!(amounts(u64::MAX, "9007199254740991").len(), 25);
        for nothing in ["0", "x", "-1", "31", "99999999999999999999999"] {
            assert_eq!(amounts(30, nothing), [0; 0], "{nothing}");
        }
    }
}
