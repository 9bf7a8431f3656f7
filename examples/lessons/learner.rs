//! A learner that plays against a perfect or good player, using what it has learned. Its chance of
//! winning is computed, not sampled by playing. The learner is a model, not a person.

use std::collections::HashMap;

use nim_games::lessons::{Aim, Knowledge, Reach};
use nim_games::{Move, Position, best_defences};

/// A learner. It moves to a position that it believes to be lost. If it cannot, and if it looks
/// ahead, it avoids moves after which the opponent could move to such a position. Otherwise it
/// makes any move. In a lost position it plays a best defence if it has learned to hold out. Moves
/// that seem equally good to it are equally likely, and so are the perfect player's best defences.
pub(crate) struct Learner {
    knowledge: Option<Knowledge>,
    /// The chance that the other player finds a winning move; if not, they make a random move. A
    /// winning move that ends the game immediately is always found.
    opponent_skill: f64,
    chances: HashMap<Position, f64>,
}

impl Learner {
    /// A learner with the given knowledge, if any.
    pub(crate) fn new(knowledge: Option<Knowledge>) -> Self {
        Self {
            knowledge,
            opponent_skill: 1.0,
            chances: HashMap::new(),
        }
    }

    /// The same learner against a player with this `opponent_skill`.
    pub(crate) fn against(self, opponent_skill: f64) -> Self {
        Self {
            opponent_skill,
            ..self
        }
    }

    /// The percentage of the won positions, by weight, from which the learner wins if it is to
    /// move.
    pub(crate) fn share_won(&mut self, positions: &[(Position, f64)]) -> f64 {
        self.share_of(positions, false)
    }

    /// Like [`Self::share`], for the lost positions.
    pub(crate) fn share_won_from_lost(&mut self, positions: &[(Position, f64)]) -> f64 {
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
    fn chance(&mut self, position: Position) -> f64 {
        if position.is_over() {
            return if position.is_lost() { 0.0 } else { 1.0 };
        }
        let position = canonical(position);
        if let Some(&known) = self.chances.get(&position) {
            return known;
        }
        let targets = self.positions_after(position);
        let chances: Vec<f64> = targets
            .into_iter()
            .map(|target| self.chance_after(target))
            .collect();
        let chance = mean(&chances);
        self.chances.insert(position, chance);
        chance
    }

    /// The learner's chance of winning after its own move.
    fn chance_after(&mut self, target: Position) -> f64 {
        if !target.is_lost() {
            return self.chance_if_opponent_can_win(target);
        }
        if target.is_over() {
            return 1.0;
        }
        let defences = best_defences(&target);
        let replies = defences.into_iter().filter_map(|mv| target.play(mv).ok());
        let chances: Vec<f64> = replies.map(|reply| self.chance(reply)).collect();
        mean(&chances)
    }

    /// The learner's chance of winning when the other player is in a won position.
    fn chance_if_opponent_can_win(&mut self, position: Position) -> f64 {
        let best = position
            .best_move()
            .and_then(|best| position.play(best).ok());
        let wins_now = best.is_none_or(|after| after.is_over());
        if wins_now || self.opponent_skill >= 1.0 {
            return 0.0;
        }
        let chance_if_found = best.map_or(0.0, |after| self.chance(after));
        let all = after(position).into_iter();
        let all: Vec<f64> = all.map(|(_, target)| self.chance(target)).collect();
        self.opponent_skill * chance_if_found + (1.0 - self.opponent_skill) * mean(&all)
    }

    /// The positions to which the learner may move.
    pub(crate) fn positions_after(&self, position: Position) -> Vec<Position> {
        let after_each = after(position);
        let all: Vec<Position> = after_each.iter().map(|&(_, target)| target).collect();
        let Some(knowledge) = self.knowledge else {
            return all;
        };
        if knowledge.aim == Aim::HoldOut && position.is_lost() {
            let longest = best_defences(&position).into_iter();
            return longest.filter_map(|mv| position.play(mv).ok()).collect();
        }
        let targets = known_targets(knowledge, &after_each);
        if !targets.is_empty() {
            return targets;
        }
        let mut careful = all.clone();
        careful.retain(|target| known_targets(knowledge, &after(*target)).is_empty());
        if knowledge.looks_ahead && !careful.is_empty() {
            careful
        } else {
            all
        }
    }
}

/// Every move with the position after it.
fn after(position: Position) -> Vec<(Move, Position)> {
    let choices = position.choices();
    let played = |mv| Some((mv, position.play(mv).ok()?));
    choices.moves().filter_map(played).collect()
}

/// A representative of all positions that are equal by symmetry, and so have the same chance.
fn canonical(position: Position) -> Position {
    Position::read(position.variant(), position.options(), &position.twin()).unwrap_or(position)
}

/// The positions that the learner believes to be lost, if a move of the kind that it has learned
/// leads to them.
fn known_targets(knowledge: Knowledge, after: &[(Move, Position)]) -> Vec<Position> {
    let is_learned_kind = |mv: Move, target: &Position| match knowledge.reach {
        Reach::AnyMove => true,
        Reach::OneHeap => {
            target.is_over() || mv.taken().is_some_and(|(from, _)| from.iter().count() == 1)
        }
        Reach::Levelling => target.is_over() || has_levelled(mv, target),
    };
    let targets = after
        .iter()
        .filter(|(mv, target)| is_learned_kind(*mv, target) && knowledge.lost.contains(&**target));
    targets.map(|&(_, target)| target).collect()
}

/// Whether the move reduced a heap so that it is now one of exactly two largest heaps.
fn has_levelled(mv: Move, target: &Position) -> bool {
    let heaps = target.shape().lettered().unwrap_or_default();
    let largest = heaps.iter().max();
    let count = heaps.iter().filter(|&heap| Some(heap) == largest).count();
    let taken_from = mv.taken().and_then(|(from, _)| from.iter().next());
    count == 2 && taken_from.and_then(|heap| heaps.get(heap)) == largest
}

fn mean(chances: &[f64]) -> f64 {
    let count = u32::try_from(chances.len()).unwrap_or(u32::MAX);
    chances.iter().sum::<f64>() / f64::from(count.max(1))
}
