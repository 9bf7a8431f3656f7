//! How a rated game changes the ratings and standings of its players when it ends.

use super::{CountsTowards, GameRecord, RatingAfterGame, Scope, Standing};
use crate::rating::{Rating, after_draw, after_game};
use crate::{Accuracy, GameId, MemberId, Outcome, Pair, Player, PlayerId, Stake};
use nim_games::Variant;

/// The rating and the standings of a member in one game of the family.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// The rating after the latest rated game.
    pub rated: Option<RatingAfterGame>,
    /// The standings, with their scopes.
    pub standings: Vec<(Scope, Standing)>,
}

/// The changes that a rated game makes when it ends.
#[derive(Clone, Debug)]
pub struct RatedResult {
    pub game: GameId,
    /// The variant that was played.
    pub variant: Variant,
    /// The players, the winner first, with their ratings and standings after it.
    pub rankings: [(MemberId, Ranking); 2],
    /// Their rating changes.
    pub changes: [f64; 2],
    /// The leaderboards that it counts towards.
    pub scopes: Vec<Scope>,
}

impl GameRecord {
    /// The winner and the loser of a rated game that has ended with a result.
    #[must_use]
    pub fn rated_result(&self) -> Option<[MemberId; 2]> {
        let winner = self.game.outcome().and_then(Outcome::winner)?;
        let players = self.game.players();
        let (won, lost) = (players.at(winner), players.at(winner.other()));
        match (self.game.terms().stake, won, lost) {
            (Stake::Rated, Player::Member(won), Player::Member(lost)) => Some([won, lost]),
            _other => None,
        }
    }

    /// Whether it makes one all of a pair.
    fn is_drawn_pair(&self) -> bool {
        let winner = self.game.outcome().and_then(Outcome::winner);
        matches!(self.game.terms().pair, Pair::Second { ahead } if winner == Some(ahead.other()))
    }

    /// The leaderboards that it counts towards.
    fn scopes(&self) -> Vec<Scope> {
        let everywhere =
            (self.counts_towards == CountsTowards::Everywhere).then_some(Scope::Everywhere);
        let server = self.place.guild.map(Scope::Server);
        server.into_iter().chain(everywhere).collect()
    }

    /// The accuracy of a player.
    fn accuracy_of(&self, member: MemberId) -> Accuracy {
        let seat = self.game.players().seat_of(PlayerId::Member(member));
        let seat_and_accuracies = seat.zip(self.accuracies);
        seat_and_accuracies.map_or_else(Accuracy::default, |(seat, accuracies)| accuracies.at(seat))
    }
}

impl Ranking {
    /// The rating, and the wins in a row.
    fn rating_and_streak(&self) -> (Rating, i64) {
        let known = self.rated.map(|rated| (rated.rating, rated.streak));
        known.unwrap_or_default()
    }

    /// The rating and the standings after a game that counts in `scopes`. `rated.streak` is 0
    /// if it is not won.
    fn after(
        mut self,
        member: MemberId,
        rated: RatingAfterGame,
        in_game: Accuracy,
        scopes: &[Scope],
    ) -> Self {
        let has_won = rated.streak > 0;
        self.rated = Some(rated);
        for &scope in scopes {
            if self.standings.iter().all(|(known, _)| *known != scope) {
                self.standings.push((scope, Standing::none(member)));
            }
        }
        for (scope, standing) in &mut self.standings {
            standing.rating = rated.rating;
            if scopes.contains(scope) {
                standing.games += 1;
                standing.wins += i64::from(has_won);
                standing.accuracy.kept += in_game.kept;
                standing.accuracy.won += in_game.won;
                standing.streak = if has_won { standing.streak + 1 } else { 0 };
            }
        }
        self
    }
}

impl RatedResult {
    /// What a finished game changes. If it is the second of two, `first` is the other one, and both count
    /// together. The players come with their ratings and standings before.
    #[must_use]
    pub fn of(
        record: &GameRecord,
        first: Option<&GameRecord>,
        [winner, loser]: [(MemberId, &Ranking); 2],
    ) -> Self {
        let (winner_before, streak) = winner.1.rating_and_streak();
        let (loser_before, _) = loser.1.rating_and_streak();
        let ((winner_after, loser_after), streak) = if record.is_drawn_pair() {
            (after_draw(winner_before, loser_before), 0)
        } else {
            (after_game(winner_before, loser_before), streak + 1)
        };
        let scopes = record.scopes();
        let ranking = |(member, ranking): (MemberId, &Ranking), rating, streak| {
            let rated = RatingAfterGame { rating, streak };
            let games = [Some(record), first].into_iter().flatten();
            let accuracy = games.fold(Accuracy::default(), |sum, game| {
                let here = game.accuracy_of(member);
                Accuracy {
                    kept: sum.kept + here.kept,
                    won: sum.won + here.won,
                }
            });
            let ranking = ranking.clone();
            (member, ranking.after(member, rated, accuracy, &scopes))
        };
        Self {
            game: record.game.id(),
            variant: record.variant(),
            rankings: [
                ranking(winner, winner_after, streak),
                ranking(loser, loser_after, 0),
            ],
            changes: [
                winner_after.rating - winner_before.rating,
                loser_after.rating - loser_before.rating,
            ],
            scopes,
        }
    }
}
