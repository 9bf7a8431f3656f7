//! What a rated game makes of its players, once, when it ends.

use super::{CountsTowards, GameRecord, RatedUpTo, RatingChange, Scope, Standing};
use crate::game::{Accuracy, GameId, MemberId, Outcome, Player, PlayerId, Seat, Stake};
use crate::rating::Rating;

/// The rating of a member, and how the member stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    /// The rating after the latest rated game.
    pub rated: Option<RatedUpTo>,
    /// The standing in each scope that there is one in.
    pub standings: Vec<(Scope, Standing)>,
}

/// What a rated game has made of its players.
#[derive(Clone, Debug)]
pub struct RatedEnd {
    /// The game.
    pub game: GameId,
    /// The how-manyth it was to end. Counted by the store.
    pub finish: i64,
    /// Each player's form after it.
    pub forms: [(MemberId, Form); 2],
    /// By how much each rating has changed.
    pub changes: [f64; 2],
    /// The leaderboards on which it counts.
    pub scopes: Vec<Scope>,
}

impl GameRecord {
    /// Who has won a rated game that has ended, and who has lost.
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

    /// The leaderboards on which it counts.
    fn scopes(&self) -> Vec<Scope> {
        let everywhere =
            (self.counts_towards == CountsTowards::Everywhere).then_some(Scope::Everywhere);
        let server = self.place.guild.map(Scope::Server);
        server.into_iter().chain(everywhere).collect()
    }

    /// How well a player has played.
    fn accuracy_of(&self, member: MemberId) -> Accuracy {
        let seat = self.game.players().seat_of(PlayerId::Member(member));
        let of = |[first, second]: [Accuracy; 2]| match seat {
            Some(Seat::First) => first,
            Some(Seat::Second) => second,
            None => Accuracy::default(),
        };
        self.accuracies.map_or_else(Accuracy::default, of)
    }
}

impl Form {
    /// The rating, and the wins in a row.
    fn known(&self) -> (Rating, i64) {
        let known = self.rated.map(|rated| (rated.rating, rated.streak));
        known.unwrap_or_default()
    }

    /// The form after a game that has won, or ended, a row of wins, and that counts in those scopes.
    fn after(
        mut self,
        member: MemberId,
        rated: RatedUpTo,
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

impl RatedEnd {
    /// What a game that has ended makes of who has won it and of who has lost it, from how they stood.
    #[must_use]
    pub fn of(record: &GameRecord, [won, lost]: [(MemberId, &Form); 2]) -> Self {
        let ((before, streak), (loser_before, _)) = (won.1.known(), lost.1.known());
        let (after, loser_after) = Rating::after_game(before, loser_before);
        let scopes = record.scopes();
        let form = |(member, form): (MemberId, &Form), rating, streak| {
            let rated = RatedUpTo { rating, streak };
            let form = form.clone();
            (
                member,
                form.after(member, rated, record.accuracy_of(member), &scopes),
            )
        };
        Self {
            game: record.game.id(),
            finish: 0,
            forms: [form(won, after, streak + 1), form(lost, loser_after, 0)],
            changes: [
                after.rating - before.rating,
                loser_after.rating - loser_before.rating,
            ],
            scopes,
        }
    }

    /// What it has made of the ratings, in the order of the members.
    #[must_use]
    pub fn rating_changes(&self) -> Vec<RatingChange> {
        let change = |((member, form), change): (&(MemberId, Form), f64)| {
            RatingChange::of(*member, form.known().0.rating, change)
        };
        let mut changes: Vec<_> = self.forms.iter().zip(self.changes).map(change).collect();
        changes.sort_by_key(|change| change.member);
        changes
    }
}
