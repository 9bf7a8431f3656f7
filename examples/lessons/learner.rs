//! A learner that plays by what it knows against a perfect or good player. Its chance of winning is
//! computed, not sampled by playing. The learner is a model, not a person.

use std::collections::HashMap;

use nim_games::lessons::{Aim, Knowledge, Reach};
use nim_games::{Move, Position, best_defences};

/// A learner. It moves to a position that it believes to be lost. If it cannot, and if it looks
/// ahead, it avoids moves after which the opponent can. Otherwise it makes any move. In a lost
/// position it plays a best defence if it has learnt to hold out. Equally good moves are equally
/// likely, also among the perfect player's best defences.
pub(crate) struct Learner {
    knows: Option<Knowledge>,
    /// The chance that the other player finds a winning move that does not end the game at once.
    /// Otherwise it plays a random move.
    skill: f64,
    chances: HashMap<Position, f64>,
}

impl Learner {
    /// A learner with the given knowledge, if any.
    pub(crate) fn new(knows: Option<Knowledge>) -> Self {
        Self {
            knows,
            skill: 1.0,
            chances: HashMap::new(),
        }
    }

    /// The same learner against a player with this `skill`.
    pub(crate) fn against(self, skill: f64) -> Self {
        Self { skill, ..self }
    }

    /// The percentage of the won positions, by weight, from which the learner wins if it is to
    /// move.
    pub(crate) fn share(&mut self, positions: &[(Position, f64)]) -> f64 {
        self.share_of(positions, false)
    }

    /// Like [`Self::share`], for the lost positions.
    pub(crate) fn share_of_lost(&mut self, positions: &[(Position, f64)]) -> f64 {
        self.share_of(positions, true)
    }

    fn share_of(&mut self, positions: &[(Position, f64)], are_lost: bool) -> f64 {
        let (mut won, mut all) = (0.0, 0.0);
        for &(position, weight) in positions {
            if position.is_lost() == are_lost && !position.is_over() {
                won += weight * self.chance(position);
                all += weight;
            }
        }
        100.0 * won / all
    }

    /// The learner's chance of winning from a position in which it is to move.
    fn chance(&mut self, at: Position) -> f64 {
        if at.is_over() {
            return if at.is_lost() { 0.0 } else { 1.0 };
        }
        let at = canonical(at);
        if let Some(&known) = self.chances.get(&at) {
            return known;
        }
        let moves = self.positions_after(at);
        let chances: Vec<f64> = moves
            .into_iter()
            .map(|left| self.chance_after(left))
            .collect();
        let chance = mean(&chances);
        self.chances.insert(at, chance);
        chance
    }

    /// The learner's chance of winning after its own move.
    fn chance_after(&mut self, left: Position) -> f64 {
        if !left.is_lost() {
            return self.chance_against_a_win(left);
        }
        if left.is_over() {
            return 1.0;
        }
        let defences = best_defences(&left);
        let replies = defences.into_iter().filter_map(|mv| left.play(mv).ok());
        let chances: Vec<f64> = replies.map(|reply| self.chance(reply)).collect();
        mean(&chances)
    }

    /// The learner's chance of winning when the other player is in a won position.
    fn chance_against_a_win(&mut self, at: Position) -> f64 {
        let best = at.best_move().and_then(|best| at.play(best).ok());
        let wins_now = best.is_none_or(|after| after.is_over());
        if wins_now || self.skill >= 1.0 {
            return 0.0;
        }
        let found = best.map_or(0.0, |after| self.chance(after));
        let others = after(at).into_iter();
        let others: Vec<f64> = others.map(|(_, other)| self.chance(other)).collect();
        self.skill * found + (1.0 - self.skill) * mean(&others)
    }

    /// The positions to which the learner may move.
    pub(crate) fn positions_after(&self, at: Position) -> Vec<Position> {
        let after_each = after(at);
        let all: Vec<Position> = after_each.iter().map(|&(_, left)| left).collect();
        let Some(knows) = self.knows else {
            return all;
        };
        if knows.aim == Aim::HoldOut && at.is_lost() {
            let longest = best_defences(&at).into_iter();
            return longest.filter_map(|mv| at.play(mv).ok()).collect();
        }
        let targets = reached(knows, &after_each);
        if !targets.is_empty() {
            return targets;
        }
        let mut careful = all.clone();
        careful.retain(|left| reached(knows, &after(*left)).is_empty());
        if knows.looks_ahead && !careful.is_empty() {
            careful
        } else {
            all
        }
    }
}

/// Every move with the position after it.
fn after(at: Position) -> Vec<(Move, Position)> {
    let choices = at.choices();
    let played = |mv| Some((mv, at.play(mv).ok()?));
    choices.moves().filter_map(played).collect()
}

/// A representative of all positions that are equal by symmetry, and so have the same chance.
fn canonical(at: Position) -> Position {
    Position::read(at.variant(), at.options(), &at.twin()).unwrap_or(at)
}

/// The positions known to be lost, after moves of the kind that was learnt.
fn reached(knows: Knowledge, after: &[(Move, Position)]) -> Vec<Position> {
    let is_by_that = |mv: Move, left: &Position| match knows.reach {
        Reach::AnyMove => true,
        Reach::OneHeap => {
            left.is_over() || mv.taken().is_some_and(|(from, _)| from.iter().count() == 1)
        }
        Reach::Levelling => left.is_over() || is_level(mv, left),
    };
    let targets = after
        .iter()
        .filter(|(mv, left)| is_by_that(*mv, left) && knows.lost.holds(&**left));
    targets.map(|&(_, left)| left).collect()
}

/// Whether the move reduced a heap so that exactly two are largest now, this one among them.
fn is_level(mv: Move, left: &Position) -> bool {
    let heaps = left.shape().lettered().unwrap_or_default();
    let largest = heaps.iter().max();
    let count = heaps.iter().filter(|&heap| Some(heap) == largest).count();
    let taken_from = mv.taken().and_then(|(from, _)| from.iter().next());
    count == 2 && taken_from.and_then(|heap| heaps.get(heap)) == largest
}

fn mean(chances: &[f64]) -> f64 {
    let count = u32::try_from(chances.len()).unwrap_or(u32::MAX);
    chances.iter().sum::<f64>() / f64::from(count.max(1))
}
