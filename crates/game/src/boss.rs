//! The Penguin as everybody's opponent: the members of a server vote for their moves, and the one with most votes is
//! made. The first move that gives the win away ends the game, since the Penguin makes no mistakes.

use std::time::Duration;

use thiserror::Error;

use super::{Attempt, AttemptOutcome, Day, Step, Timestamp};
use nim_games::{Animal, Draws, IllegalMove, Move, Numbers, Position, Variant};

/// How long after the first vote for a move the votes are counted.
const COUNTED_AFTER: Duration = Duration::from_hours(1);

/// How often a hint is given.
const HINT_EVERY: Duration = Duration::from_hours(24);

/// How long after a game has begun the next one comes.
const COMES_EVERY: Duration = Duration::from_hours(24 * 7);

/// How long after a game has ended the next one comes, at least.
const RESTS: Duration = Duration::from_hours(24);

/// So many winning moves, one after the other, beat the Penguin, unless fewer do.
const TO_FIND: usize = 6;

/// The most moves of a start: more would scatter the votes.
const MOST_MOVES: u128 = 40;

/// The animals from whose starts its own are drawn.
const LIKE: [Animal; 4] = [
    Animal::Squirrel,
    Animal::Otter,
    Animal::Swan,
    Animal::Dolphin,
];

/// A game of everybody against the Penguin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boss {
    attempt: Attempt,
    begun: Timestamp,
    /// When the votes are counted, if there are any.
    counted_at: Option<Timestamp>,
    /// When the latest hint was given, and after how many steps.
    hint: Option<(Timestamp, usize)>,
    ended: Option<Timestamp>,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BossOutcome {
    Beaten,
    /// The move gave the win away at that position.
    Lost(Position, Move),
    /// It was switched off.
    Left,
}

/// Why a vote, or a hint, is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BossRefusal {
    #[error("it is over")]
    Over,
    #[error("the votes for that move have been counted")]
    Counted,
    #[error("the next hint is given later")]
    HintLater(Timestamp),
    #[error("there are too few moves for a hint")]
    NoHint,
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

impl Boss {
    /// A game that begins at a position that can be won.
    #[must_use]
    pub const fn at(start: Position, begun: Timestamp) -> Self {
        Self {
            attempt: Attempt::at(start, Some(TO_FIND)),
            begun,
            counted_at: None,
            hint: None,
            ended: None,
        }
    }

    /// A game as it was stored.
    ///
    /// # Errors
    /// [`IllegalMove`] if the rules forbid one of the steps.
    pub fn restored(
        (start, begun): (Position, Timestamp),
        steps: &[Step],
        counted_at: Option<Timestamp>,
        hint: Option<(Timestamp, usize)>,
        ended: Option<Timestamp>,
    ) -> Result<Self, IllegalMove> {
        Ok(Self {
            attempt: Attempt::at(start, Some(TO_FIND)).replayed(steps)?,
            begun,
            counted_at,
            hint,
            ended,
        })
    }

    /// Where a game begins: at a start of another kind of game than the last time and than the puzzles of today and
    /// tomorrow, with which what is played would help. Returns `None` if `is_allowed` holds for none.
    #[must_use]
    pub fn drawn(
        last: Option<Variant>,
        today: Day,
        numbers: &mut Numbers,
        is_allowed: impl Fn(&Position) -> bool,
    ) -> Option<Position> {
        let puzzles = [today, today.plus(1)].map(|day| day.puzzle().variant());
        let (mut games, others): (Vec<Variant>, Vec<Variant>) = (Variant::ALL.iter().copied())
            .partition(|game| !puzzles.contains(game) && Some(*game) != last);
        let fits = |at: &Position| {
            let is_small = at.choices().count() <= MOST_MOVES;
            is_small && !at.is_lost() && !at.is_decided_by_who_begins() && is_allowed(at)
        };
        shuffle(&mut games, numbers);
        games.into_iter().chain(others).find_map(|game| {
            let starts = LIKE.iter().flat_map(|animal| animal.starts(game));
            let starts: Vec<Position> = starts.filter(fits).collect();
            let chosen = numbers.draw().below(starts.len().max(1) as u128);
            starts.get(usize::try_from(chosen).ok()?).copied()
        })
    }

    #[must_use]
    pub const fn start(&self) -> Position {
        self.attempt.start()
    }

    #[must_use]
    pub const fn now(&self) -> Position {
        self.attempt.now()
    }

    /// The moves so far, without the one that gave the win away.
    #[must_use]
    pub const fn attempt(&self) -> &Attempt {
        &self.attempt
    }

    #[must_use]
    pub const fn begun(&self) -> Timestamp {
        self.begun
    }

    /// When the votes are counted, if there are any.
    #[must_use]
    pub const fn counted_at(&self) -> Option<Timestamp> {
        self.counted_at
    }

    /// When the latest hint was given, and after how many steps.
    #[must_use]
    pub const fn latest_hint(&self) -> Option<(Timestamp, usize)> {
        self.hint
    }

    #[must_use]
    pub const fn ended(&self) -> Option<Timestamp> {
        self.ended
    }

    /// How many steps there have been: a control tells what its reader has seen.
    #[must_use]
    pub fn step(&self) -> usize {
        self.attempt.steps().len()
    }

    /// How it has ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<BossOutcome> {
        self.ended?;
        Some(match (self.attempt.slips(), self.attempt.outcome()) {
            (&[(at, mv), ..], _) => BossOutcome::Lost(at, mv),
            ([], Some(AttemptOutcome::Solved)) => BossOutcome::Beaten,
            ([], _) => BossOutcome::Left,
        })
    }

    /// When the next one comes.
    #[must_use]
    pub fn next_comes(&self) -> Option<Timestamp> {
        let ended = self.ended?;
        Some(self.begun.plus(COMES_EVERY).max(ended.plus(RESTS)))
    }

    /// Whether a member may vote for a move. `step` tells what they have seen.
    ///
    /// # Errors
    /// If it is over, their button shows an earlier move, the votes are due to be counted, or the rules forbid it.
    pub fn check_vote(&self, step: usize, mv: Move, at: Timestamp) -> Result<(), BossRefusal> {
        if self.ended.is_some() {
            return Err(BossRefusal::Over);
        }
        if step != self.step() || self.counted_at.is_some_and(|due| at > due) {
            return Err(BossRefusal::Counted);
        }
        self.now().play(mv)?;
        Ok(())
    }

    /// Notes that there is a vote.
    pub fn note_vote(&mut self, at: Timestamp) {
        self.counted_at.get_or_insert(at.plus(COUNTED_AFTER));
    }

    /// The move that the members have chosen is made, and the Penguin replies.
    ///
    /// # Errors
    /// If it is over, or the rules forbid it.
    pub fn play(&mut self, mv: Move, at: Timestamp, draws: Draws) -> Result<(), BossRefusal> {
        if self.ended.is_some() {
            return Err(BossRefusal::Over);
        }
        let (attempt, _) = self.attempt.clone().tried(mv, draws)?;
        self.attempt = attempt;
        self.counted_at = None;
        if self.attempt.outcome().is_some() || !self.attempt.slips().is_empty() {
            self.ended = Some(at);
        }
        Ok(())
    }

    /// The votes are counted later, or once there is another one.
    pub fn put_off(&mut self, at: Option<Timestamp>) {
        self.counted_at = at.map(|at| at.plus(COUNTED_AFTER));
    }

    /// The Penguin leaves.
    pub fn leave(&mut self, at: Timestamp) {
        self.ended.get_or_insert(at);
        self.counted_at = None;
    }

    /// The moves that the hint for this position names, if it was given. One of them wins.
    #[must_use]
    pub fn hint(&self) -> Option<Vec<Move>> {
        let (_, after) = self.hint?;
        (after == self.step() && self.ended.is_none()).then(|| self.moves_to_name())
    }

    fn moves_to_name(&self) -> Vec<Move> {
        let best = self.now().best_move();
        best.map_or_else(Vec::new, |best| self.now().offered_moves(best, &[]))
    }

    /// A hint for all, once a day.
    ///
    /// # Errors
    /// If it is over, there was a hint today, or a hint would say everything.
    pub fn give_hint(&mut self, at: Timestamp) -> Result<(), BossRefusal> {
        if self.ended.is_some() {
            return Err(BossRefusal::Over);
        }
        let next = self.hint.map(|(given, _)| given.plus(HINT_EVERY));
        if let Some(next) = next.filter(|&next| at < next) {
            return Err(BossRefusal::HintLater(next));
        }
        if self.moves_to_name().len() < 2 {
            return Err(BossRefusal::NoHint);
        }
        self.hint = Some((at, self.step()));
        Ok(())
    }
}

fn shuffle(games: &mut [Variant], numbers: &mut Numbers) {
    for unsorted in (1..games.len()).rev() {
        let chosen = numbers.draw().below(unsorted as u128 + 1);
        games.swap(unsorted, usize::try_from(chosen).unwrap_or(unsorted));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use nim_games::{Draw, reply};

    const NOW: Timestamp = Timestamp(0);

    fn numbers(seed: u64) -> Numbers {
        Numbers::of([Draw::new(seed), Draw::new(!seed)])
    }

    fn draws(seed: u64) -> Draws {
        let mut numbers = numbers(seed);
        Draws {
            skill: numbers.draw(),
            choice: numbers.draw(),
        }
    }

    fn drawn(week: i64, seed: u64) -> Position {
        let day = Day(20_787 + 7 * week);
        Boss::drawn(None, day, &mut numbers(seed), |_| true).expect("a start")
    }

    #[test]
    fn each_week_has_another_game_that_can_be_won() {
        let mut games = HashSet::new();
        for week in 0..60 {
            let start = drawn(week, week.unsigned_abs());
            assert!(
                !start.is_lost() && !start.is_decided_by_who_begins(),
                "{start}"
            );
            games.insert(start.variant());
            let again = Boss::drawn(Some(start.variant()), Day(20_787), &mut numbers(3), |_| {
                true
            });
            assert_ne!(again.map(|at| at.variant()), Some(start.variant()));
        }
        assert!(games.len() >= 9, "{games:?}");
        assert_eq!(
            Boss::drawn(None, Day(20_787), &mut numbers(3), |_| false),
            None
        );
    }

    #[test]
    fn whoever_finds_every_move_beats_the_penguin() {
        for seed in 0..60 {
            let mut boss = Boss::at(drawn(0, seed), NOW);
            while boss.outcome().is_none() {
                let mv = boss.now().best_move().expect("it can be won");
                assert_eq!(boss.check_vote(boss.step(), mv, NOW), Ok(()));
                boss.note_vote(NOW);
                assert_eq!(boss.counted_at(), Some(NOW.plus(COUNTED_AFTER)));
                boss.play(mv, NOW, draws(seed)).expect("legal");
                assert_eq!(boss.counted_at(), None);
            }
            assert_eq!(
                boss.outcome(),
                Some(BossOutcome::Beaten),
                "{}",
                boss.start()
            );
            assert!(boss.attempt().count_found() <= TO_FIND);
        }
    }

    #[test]
    fn the_first_mistake_ends_it() {
        let start = drawn(0, 1);
        let mut boss = Boss::at(start, NOW);
        let wrong = start
            .choices()
            .moves()
            .find(|&mv| start.play(mv).is_ok_and(|it| !it.is_lost()));
        let wrong = wrong.expect("there is one");
        boss.note_vote(NOW);
        boss.play(wrong, NOW, draws(1)).expect("legal");
        assert_eq!(boss.outcome(), Some(BossOutcome::Lost(start, wrong)));
        assert_eq!(boss.play(wrong, NOW, draws(1)), Err(BossRefusal::Over));
        assert_eq!(boss.check_vote(0, wrong, NOW), Err(BossRefusal::Over));
        assert_eq!(boss.next_comes(), Some(NOW.plus(COMES_EVERY)));
        assert!(
            reply(
                &start.play(wrong).expect("legal"),
                Animal::Penguin,
                draws(1)
            )
            .is_some()
        );
    }

    #[test]
    fn a_vote_is_for_the_move_that_is_shown_and_in_time() {
        let start = drawn(0, 2);
        let mut boss = Boss::at(start, NOW);
        let best = start.best_move().expect("it can be won");
        boss.note_vote(NOW);
        let due = NOW.plus(COUNTED_AFTER);
        boss.note_vote(due);
        assert_eq!(boss.counted_at(), Some(due), "counted after the first vote");
        assert_eq!(boss.check_vote(0, best, due), Ok(()));
        let late = due.plus(Duration::from_millis(1));
        assert_eq!(boss.check_vote(0, best, late), Err(BossRefusal::Counted));
        boss.play(best, NOW, draws(2)).expect("legal");
        assert_eq!(boss.check_vote(0, best, NOW), Err(BossRefusal::Counted));
        boss.leave(NOW);
        assert_eq!(boss.outcome(), Some(BossOutcome::Left));
    }

    #[test]
    fn there_is_a_hint_a_day() {
        let mut boss = Boss::at(drawn(0, 4), NOW);
        assert_eq!(boss.hint(), None);
        boss.give_hint(NOW).expect("a hint");
        let named = boss.hint().expect("it is there");
        let wins = |mv: &&Move| boss.now().play(**mv).is_ok_and(|left| left.is_lost());
        assert_eq!(named.iter().filter(wins).count(), 1);
        let tomorrow = NOW.plus(HINT_EVERY);
        assert_eq!(boss.give_hint(NOW), Err(BossRefusal::HintLater(tomorrow)));
        let best = boss.now().best_move().expect("it can be won");
        boss.play(best, NOW, draws(4)).expect("legal");
        assert_eq!(boss.hint(), None, "it was for the move before");
        if boss.outcome().is_none() {
            boss.give_hint(tomorrow).expect("another one");
        }
    }
}
