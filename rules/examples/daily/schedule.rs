//! Which puzzle comes on which day.

use std::collections::HashMap;
use std::ops::Range;

use itertools::Itertools as _;
use nim_games::{Choices, Draw, Ending, Map, Numbers, Position, Variant};

use super::games::{GAMES, Game, shuffle};
use super::model::Model;

/// The range of chances of each day of the week, from Monday.
const RANGES: [Range<f64>; 7] = [
    0.75..1.1,
    0.64..0.75,
    0.54..0.64,
    0.43..0.54,
    0.33..0.43,
    0.23..0.33,
    0.10..0.23,
];

/// The chances on the two Sundays of five on which Wythoff's game comes.
const HARDEST: Range<f64> = 0.03..0.23;

/// When Wythoff's game comes, in five weeks that repeat: the day from 0, the rules, and the square
/// to find. Boards of 15 columns have only these cold squares, so each comes as seldom as it can: with the
/// same ending after five weeks, with the other one after two at least.
const WYTHOFF: [(usize, &str, &str); 10] = [
    (1, "wythoff", "3 5"),
    (5, "wythoff", "6 10"),
    (7, "wythoff", "1 2"),
    (13, "wythoff", "8 13"),
    (16, "wythoff misere", "3 5"),
    (18, "wythoff", "4 7"),
    (21, "wythoff misere", "2 2"),
    (26, "wythoff misere", "6 10"),
    (32, "wythoff misere", "4 7"),
    (34, "wythoff misere", "8 13"),
];
const CYCLE: usize = 35;

/// How many days the list has.
const DAYS: usize = 21 * CYCLE;

/// Within how many days no two puzzles have a winning move to the same position.
const APART: usize = 30;

/// How many first moves do not win, at least: on Mondays so many that one has to think, on other days more
/// than the slips that are taken back.
const TO_MISS: [u128; 2] = [4, 6];

/// In how much of a count lessons show what to say.
const LESSONS: u64 = 23;

/// A puzzle, and what is known about it.
#[derive(Clone)]
pub(crate) struct Puzzle {
    pub(crate) position: Position,
    /// The chance that the model player solves it.
    pub(crate) chance: f64,
    /// The positions to which the winning moves lead.
    targets: Vec<String>,
}

/// A position as the list writes it: with every option.
pub(crate) fn written(at: &Position) -> String {
    format!("{} {}: {at}", at.variant(), at.options()).replace(" :", ":")
}

/// Every day's puzzle, from a Monday.
pub(crate) fn schedule() -> Vec<Puzzle> {
    let mut numbers = Numbers::of([Draw::new(71), Draw::new(2026)]);
    let pools = GAMES.iter().map(|rules| {
        let mut all = (rules.iter().flat_map(|game| puzzles(game, &mut numbers))).collect_vec();
        shuffle(&mut all, &mut numbers);
        all
    });
    let mut schedule = Schedule {
        pools: pools.collect(),
        latest: HashMap::new(),
        puzzles: Vec::new(),
    };
    for day in 0..DAYS {
        schedule.add(day);
    }
    schedule.puzzles
}

/// A list in the making.
struct Schedule {
    /// The puzzles of each game, that which has not come for longest first.
    pools: Vec<Vec<Puzzle>>,
    /// The day on which each game came last.
    latest: HashMap<usize, usize>,
    puzzles: Vec<Puzzle>,
}

impl Schedule {
    /// Adds the puzzle of the next day.
    fn add(&mut self, day: usize) {
        let (game, place) = self.find(day).expect("a puzzle for each day");
        let puzzle = self.pools[game].remove(place);
        self.pools[game].push(puzzle.clone());
        self.latest.insert(game, day);
        self.puzzles.push(puzzle);
    }

    /// The game and the place in its pool.
    fn find(&self, day: usize) -> Option<(usize, usize)> {
        let recent = || self.puzzles.iter().rev().take(APART - 1);
        // The list begins again after its end.
        let next = || self.puzzles.iter().take((day + APART).saturating_sub(DAYS));
        let is_near = |puzzle: &Puzzle| {
            let mut near = recent().chain(next());
            near.any(|near| {
                let is_shared = |target| near.targets.contains(target);
                puzzle.targets.iter().any(is_shared) || looks(puzzle) == looks(near)
            })
        };
        let slot = WYTHOFF.iter().find(|slot| slot.0 == day % CYCLE);
        let fits = |puzzle: &Puzzle| suits(puzzle, day) && !is_near(puzzle);
        let Some((_, rules, square)) = slot else {
            let yesterday = self.puzzles.last();
            let yesterday = yesterday.map(|puzzle| Kind::of(puzzle.position));
            let kind = |game: usize| Some(Kind::of(self.pools[game][0].position));
            let others = (1..GAMES.len())
                .sorted_by_key(|game| (kind(*game) == yesterday, self.latest.get(game)));
            let others = others.collect_vec();
            let is_reversed = |puzzle: &Puzzle| puzzle.position.ending() == Ending::Misere;
            let was_reversed = self.puzzles.last().is_none_or(is_reversed);
            let find = |may_be_reversed: bool| {
                let fits =
                    |puzzle: &Puzzle| fits(puzzle) && (may_be_reversed || !is_reversed(puzzle));
                let mut found =
                    (others.iter()).map(|&game| (game, self.pools[game].iter().position(fits)));
                found.find_map(|(game, place)| Some((game, place?)))
            };
            // Two days in a row on which the last move loses are too many, and the first one should not be such
            // a day.
            return find(!was_reversed).or_else(|| find(true));
        };
        let square: Position = format!("{rules}: {square}").parse().ok()?;
        let leads_there = |puzzle: &Puzzle| fits(puzzle) && puzzle.targets == [key(&square)];
        Some((0, self.pools[0].iter().position(leads_there)?))
    }
}

/// Whether a puzzle is as hard as the day of the week asks for.
pub(crate) fn suits(puzzle: &Puzzle, day: usize) -> bool {
    let weekday = day % 7;
    let (at, is_monday) = (puzzle.position, weekday == 0);
    let losing = at.choices().count() - at.winning_moves().count() as u128;
    if losing < TO_MISS[usize::from(!is_monday)] {
        return false;
    }
    if let Some(counting) = at.shape().counting() {
        // Nobody guesses here: people find the step at the second count, and the multiples with it.
        return (1..4).contains(&weekday) && counting.target - counting.count > LESSONS;
    }
    // The idea, to pair up the heaps, is soon found.
    let is_soon_found = [Variant::Greedy, Variant::Candy].contains(&at.variant());
    let range = match weekday {
        6 if at.variant() == Variant::Wythoff => &HARDEST,
        _ => &RANGES[weekday],
    };
    range.contains(&puzzle.chance)
        && (!is_monday || is_small(&at))
        && (!is_soon_found || weekday < 5)
}

/// What is seen of a puzzle, whoever wins with the last move.
fn looks(puzzle: &Puzzle) -> (Variant, String) {
    let at = &puzzle.position;
    (at.variant(), at.twin())
}

/// A position up to the order of heaps or the turn of a board, with its rules.
fn key(at: &Position) -> String {
    format!("{} {}: {}", at.variant(), at.options(), at.twin())
}

/// What a game looks like. Two days in a row should differ.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    Board,
    Count,
    Heaps,
    Dots,
}

impl Kind {
    pub(crate) fn of(at: Position) -> Self {
        if at.map() == Some(Map::Squares) {
            Self::Board
        } else if at.shape().counting().is_some() {
            Self::Count
        } else if at.shape().cells() > 0 {
            Self::Dots
        } else {
            Self::Heaps
        }
    }
}

/// The puzzles of a game.
fn puzzles(game: &Game, numbers: &mut Numbers) -> Vec<Puzzle> {
    let mut model = Model::naive();
    let rated = game.positions(numbers).into_iter().filter_map(|at| {
        let winning: Vec<Position> = at
            .winning_moves()
            .filter_map(|mv| at.play(mv).ok())
            .collect();
        let (wins, moves) = (winning.len() as u128, at.choices().count());
        let is_puzzle = wins > 0 && 3 * wins <= moves && !model.is_won_at_once(at);
        is_puzzle.then(|| Puzzle {
            position: at,
            chance: model.solves(at),
            targets: winning.iter().map(key).sorted().dedup().collect(),
        })
    });
    rated.collect()
}

/// Whether a position is small enough for a Monday: at most 20 moves, or nine dots.
fn is_small(at: &Position) -> bool {
    match at.choices() {
        Choices::Cells { left, .. } => left.count() <= 9,
        choices @ (Choices::Lists(_) | Choices::Sheet(_)) => choices.count() <= 20,
    }
}
