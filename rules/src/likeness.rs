//! What an answer tells about positions, and whether that helps in another position.

use std::cmp::Ordering;

use itertools::Itertools as _;

use super::clearing::{PieceGame, piece_games};
use super::{
    Choices, Counting, Ending, Explanation, Map, Move, Options, Position, Refutation, Shape,
    Variant, grundy,
};

/// How many winning moves of a position are considered. A player who has more needs no help.
const MOST_TARGETS: usize = 32;

/// From a position with more moves than this, nobody finds the winning ones by asking about all others.
const MOST_ASKED: u128 = 400;

/// The largest heap on a map of squares, and the most numbers on a map of good numbers.
const LARGEST_MAP: u64 = 40;
const LONGEST_STRIP: u64 = 200;

/// What an answer tells: which positions it says are lost for the player to move, and which ones it
/// is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// Positions that are said to be lost.
    pub lost: Vec<Position>,
    /// Positions that somebody asked about or played from.
    pub asked: Vec<Position>,
    /// Which numbers it says are good, in games of counting: those that leave this remainder, the second number, by
    /// one more than the largest step, the first.
    pub numbers: Vec<(u64, u64)>,
}

impl Told {
    /// An answer that tells which of these positions are lost.
    #[must_use]
    pub fn lost(positions: impl IntoIterator<Item = Position>) -> Self {
        Self {
            lost: positions.into_iter().filter(|at| at.is_lost()).collect(),
            ..Self::default()
        }
    }

    /// The solution of a position, with its reasons, and with the map of its game if `with_map`.
    ///
    /// ```
    /// use nim_games::{Position, Told};
    ///
    /// let at = |written: &str| written.parse::<Position>().unwrap();
    /// let solution = Told::solution(at("wythoff: 9 2"), false);
    /// assert!(solution.helps_win(&at("wythoff: 2 7")));
    /// assert!(!solution.helps_win(&at("wythoff: 3 9")));
    /// // Heaps that cancel do not disguise it.
    /// let solution = Told::solution(at("grundy: 11 3 5 13"), false);
    /// assert!(solution.helps_win(&at("grundy: 11")));
    /// let solution = Told::solution(at("grundy: 5 3 8 13"), false);
    /// assert!(solution.helps_win(&at("grundy: 5 1 7 4")));
    /// let solution = Told::solution(at("100 most=8: 0/30"), false);
    /// assert!(solution.helps_win(&at("21 most=8: 18/49")));
    /// let solution = Told::solution(at("take misere most=3: 7"), false);
    /// assert!(solution.helps_win(&at("take misere most=3: 11 8")));
    /// let map = Told::solution(at("wythoff: 5 9"), true);
    /// assert!(map.helps_win(&at("wythoff: 2 7")));
    /// // It names all good numbers.
    /// let solution = Told::solution(at("21: 0/21"), false);
    /// assert!(solution.helps_win(&at("21: 10/21")));
    /// // Where a move ends the game, no map is needed.
    /// let solution = Told::solution(at("wythoff: 12 12"), true);
    /// assert!(!solution.helps_win(&at("wythoff: 9 6")));
    /// let solution = Told::solution(at("100: 99/100"), true);
    /// assert!(!solution.helps_win(&at("100: 11/100")));
    /// // Where it is over, there is nothing to tell.
    /// let over = Told::solution(at("21: 21/21"), true);
    /// assert!(!over.helps_at(&at("21: 10/21")));
    /// ```
    #[must_use]
    pub fn solution(at: Position, with_map: bool) -> Self {
        if at.is_over() {
            return Self::default();
        }
        let explanation = Explanation::of(at);
        let refuted = explanation.refutations.iter();
        let mut lost = vec![explanation.lost_position];
        lost.extend(refuted.map(|refutation| refutation.after_answer));
        lost.extend(at.targets());
        // Where a move ends the game, nobody learns anything from that.
        lost.retain(|lost| !lost.is_over());
        let mut solution = Self::lost(lost).and(Self::asked([at]));
        if explanation.lost_position.is_over() {
            return solution;
        }
        solution.numbers.extend(at.good_numbers());
        if with_map {
            solution.and(Self::map(at))
        } else {
            solution
        }
    }

    /// What answers a move that wins nothing, said where the move was made.
    ///
    /// ```
    /// use nim_games::{Position, Told};
    ///
    /// let at = |written: &str| written.parse::<Position>().unwrap();
    /// let wrong = at("nim: 6 4 1").choices().moves().next().unwrap();
    /// let told = Told::refutation(at("nim: 6 4 1"), wrong);
    /// assert!(told.lost.iter().all(|lost| lost.is_lost()) && !told.lost.is_empty());
    /// ```
    #[must_use]
    pub fn refutation(at: Position, mv: Move) -> Self {
        Self::lost(Refutation::of(at, mv).map(|it| it.after_answer))
    }

    /// The map of the game of a position, up to there.
    #[must_use]
    pub fn map(at: Position) -> Self {
        Self::lost(at.mapped())
    }

    /// A position that somebody plays from, or asks about.
    #[must_use]
    pub fn asked(positions: impl IntoIterator<Item = Position>) -> Self {
        Self {
            asked: positions.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Both answers.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.lost.extend(other.lost);
        self.asked.extend(other.asked);
        self.numbers.extend(other.numbers);
        self
    }

    /// Whether it tells to which position a winning move from `won` leads, or is about a position like it: then it
    /// tells of each move whether it wins.
    #[must_use]
    pub fn helps_win(&self, won: &Position) -> bool {
        let mut targets = won.targets();
        let is_solved = |asked: &Position| asked.wins_like(won) || asked.shares_a_win_with(won);
        targets.any(|target| {
            self.names_numbers_of(&target) || self.lost.iter().any(|lost| lost.is_like(&target))
        }) || self.asked.iter().any(|asked| asked.is_like(won))
            || !self.lost.is_empty() && self.asked.iter().any(is_solved)
    }

    /// Whether it names the good numbers of a game of counting, of which a position is one or not.
    fn names_numbers_of(&self, at: &Position) -> bool {
        let numbers = at.good_numbers();
        numbers.is_some_and(|numbers| self.numbers.contains(&numbers))
    }

    /// Whether it helps somebody who is playing at `now`: it helps to win there, or is about
    /// a position like it. Good numbers help at each turn of a game.
    ///
    /// ```
    /// use nim_games::Told;
    ///
    /// let at = |written: &str| written.parse().unwrap();
    /// let told = Told::solution(at("100: 11/440"), false);
    /// assert!(told.helps_at(&at("100: 0/440")));
    /// assert!(!told.helps_at(&at("100: 1/441")));
    /// ```
    #[must_use]
    pub fn helps_at(&self, now: &Position) -> bool {
        let mut told = self.lost.iter().chain(&self.asked);
        self.helps_win(now)
            || !now.is_over() && self.names_numbers_of(now)
            || told
                .any(|told| told.is_like(now) || told.wins_like(now) || told.shares_a_win_with(now))
    }

    /// Whether somebody who plays at `now` could find a winning move by asking such questions, even
    /// if each answer only rules out a move.
    #[must_use]
    pub fn helps_search(&self, now: &Position) -> bool {
        let choices = now.choices();
        let rules_out = |asked: &Position| {
            let mut after = choices.moves().filter_map(|mv| now.play(mv).ok());
            choices.count() <= MOST_ASKED && after.any(|after| after.is_like(asked))
        };
        self.helps_at(now) || self.asked.iter().any(rules_out)
    }
}

impl Position {
    /// The positions to which its winning moves lead, unless the game is over there: at most 32.
    pub fn targets(&self) -> impl Iterator<Item = Self> {
        let winning = self.winning_moves().take(MOST_TARGETS);
        let after = winning.filter_map(|mv| self.play(mv).ok());
        after.filter(|after| !after.is_over())
    }

    /// The positions on a map of its game, won and lost: squares that are not larger, or counts on the
    /// way to the same target. Empty if there is no such map, or if it would not fit on a picture.
    fn mapped(&self) -> Vec<Self> {
        let read = |notation: String| Self::read(self.variant(), self.options(), &notation).ok();
        match (self.map(), self.shape()) {
            (Some(Map::Squares), Shape::Heaps(&[left @ ..=LARGEST_MAP, down @ ..=LARGEST_MAP])) => {
                let squares = (0..=left).cartesian_product(0..=down);
                let squares = squares.filter_map(|(left, down)| read(format!("{left} {down}")));
                squares.collect()
            }
            (Some(Map::GoodNumbers), Shape::Count(Counting { target, .. })) => {
                let counts = target.saturating_sub(LONGEST_STRIP)..target;
                let counts = counts.filter_map(|count| read(format!("{count}/{target}")));
                counts.collect()
            }
            (_, _) => Vec::new(),
        }
    }

    /// Which numbers are good in a game of counting, as in [`Told::numbers`].
    fn good_numbers(&self) -> Option<(u64, u64)> {
        let counting = self.shape().counting()?;
        let cycle = counting.most.checked_add(1)?;
        Some((cycle, counting.first_good % cycle))
    }

    /// Whether the player to move loses because the other one can copy each move to the very end.
    ///
    /// ```
    /// use nim_games::Position;
    ///
    /// let at = |written: &str| written.parse::<Position>().unwrap();
    /// assert!(at("nim: 4 1 4 1").is_copied());
    /// assert!(at("candy: 7 7 0").is_copied());
    /// assert!(at("graph: P3+P3").is_copied());
    /// assert!(!at("nim: 1 2 3").is_copied());
    /// assert!(!at("nim misere: 4 1 4 1").is_copied());
    /// assert!(!at("multi: 1 2").is_copied());
    /// ```
    #[must_use]
    pub fn is_copied(&self) -> bool {
        const LAWS: [&str; 6] = [
            "lost-nim-pair",
            "lost-nim-pairs",
            "lost-grundy-copy",
            "lost-circular-copy",
            "lost-graph-copy",
            "lost-building-pairs",
        ];
        let is_named = || self.law().is_some_and(|law| LAWS.contains(&law.name));
        let is_paired = || self.core().is_some_and(|heaps| heaps.is_empty());
        let is_candy = matches!(self.shape(), Shape::Candies(..));
        self.is_lost() && !self.is_over() && if is_candy { is_paired() } else { is_named() }
    }

    /// Whether the two are the same position of the same game, apart from symmetries, such as the
    /// order of heaps.
    ///
    /// ```
    /// use nim_games::Position;
    ///
    /// let at = |written: &str| written.parse::<Position>().unwrap();
    /// assert!(at("nim: 3 5 7").is_twin_of(&at("nim: 7 0 5 3")));
    /// assert!(!at("nim: 3 5 7").is_twin_of(&at("nim misere: 3 5 7")));
    /// ```
    #[must_use]
    pub fn is_twin_of(&self, other: &Self) -> bool {
        let rules = |at: &Self| (at.variant(), at.ending(), at.options());
        rules(self) == rules(other) && self.twin() == other.twin()
    }

    /// Whether what is known of one position is also known of the other: they are twins; or,
    /// without pairs of equal heaps, the same heaps are left, at least one of two or more, and both or neither are played
    /// like Wythoff's game; or the same connected pieces of a board are left; or their pieces have the same values
    /// as heaps of Nim or of Moore's Nim, without those that cancel, where they may all be doubled. Who wins with
    /// the last move does not matter.
    ///
    /// ```
    /// use nim_games::Position;
    ///
    /// let at = |written: &str| written.parse::<Position>().unwrap();
    /// assert!(at("nim: 3 5 6").is_like(&at("take most=9: 5 3 6 8 8")));
    /// assert!(at("multi: 3 5").is_like(&at("wythoff: 5 3")));
    /// assert!(at("multi misere: 2 2").is_like(&at("wythoff misere: 2 2")));
    /// assert!(at("moore misere heaps=3 most=3: 11").is_like(&at("take misere most=3: 11")));
    /// assert!(at("moore heaps=4 most=3: 5 8").is_like(&at("moore heaps=2 most=3: 5 8")));
    /// assert!(at("moore heaps=2 most=3: 1 4 2").is_like(&at("moore heaps=2 most=3: 5 8 6")));
    /// assert!(!at("grundy: 9 7").is_like(&at("nim: 2 2")));
    /// assert!(at("tactix: --ooo/ooooo/ooooo").is_like(&at("tactix: -oo/-oo/ooo/ooo/ooo/---")));
    /// assert!(at("21: 4/21").is_like(&at("take most=3: 17")));
    /// assert!(!at("21: 4/21").is_like(&at("100: 83/100")));
    /// assert!(!at("21: 4/21").is_like(&at("grundy: 17")));
    /// assert!(!at("nim: 3 5 9").is_like(&at("moore heaps=2: 3 5 9")));
    /// assert!(at("graph: P3+P5+P7").is_like(&at("nim: 3 5 7")));
    /// assert!(at("take most=4: 2 3 12").is_like(&at("nim: 2 3 2")));
    /// assert!(at("nim: 6 10 14").is_like(&at("nim: 3 5 7")));
    /// assert!(at("graph misere most=7: K3+K5+K7").is_like(&at("nim: 3 5 7")));
    /// assert!(at("graph misere most=5: P5+P4").is_like(&at("graph misere: P5+P4")));
    /// assert!(at("graph misere most=3: K8").is_like(&at("21: 13/21")));
    /// assert!(at("graph most=3: C7").is_like(&at("circular: 7")));
    /// assert!(at("tactix: oo/oo/--").is_like(&at("tactix: 2x2")));
    /// assert!(at("tactix: oo--o").is_like(&at("tactix: o-oo")));
    /// assert!(at("graph: P4+C5+K2+K2").is_like(&at("graph: P4+C5")));
    /// assert!(at("nim: 2 8 6 1 1").is_like(&at("nim: 1 4 3")));
    /// assert!(at("moore heaps=2: 2 4 8 12").is_like(&at("moore heaps=2: 1 2 4 6")));
    /// assert!(at("graph most=2: P5+P3+P2").is_like(&at("tactix: o--oo-/o-o-oo/--oo-o")));
    /// assert!(at("graph misere most=2: C4+P3").is_like(&at("tactix misere: oo---/oo-oo/---o-")));
    /// assert!(!at("graph misere most=3: C4+P3").is_like(&at("tactix misere: oo---/oo-oo/---o-")));
    /// assert!(at("grundy: 1 3 3 5 7").is_like(&at("grundy: 5 4")));
    /// assert!(at("greedy: 7 5 3").is_like(&at("greedy: 7 2 5 2")));
    /// assert!(!at("wythoff: 3 5").is_like(&at("nim: 3 5")));
    /// assert!(!at("nim: 3 3").is_like(&at("nim: 5 5")));
    /// assert!(!at("moore heaps=2: 1 1 0 1").is_like(&at("21: 20/21")));
    /// ```
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        // That a single one is left says nothing, unless it is a remainder.
        let are_remainders = self.cycle_of_remainders().is_some();
        let says_something = |core: &Vec<u64>| {
            core.iter().any(|&heap| heap > 1) || !core.is_empty() && are_remainders
        };
        let core = self.core().filter(says_something);
        let is_same_core =
            self.core_counts_for() == other.core_counts_for() && core == other.core();
        let has_same_values = || {
            [false, true].into_iter().any(|cancels| {
                let values = self.values(cancels);
                values.is_some() && values == other.values(cancels)
            })
        };
        let is_same_board = || {
            let is_board = |at: &Self| matches!(at.shape(), Shape::Cells(..));
            if !is_board(self) || !is_board(other) {
                return false;
            }
            let board = self.board();
            board.is_some() && board == other.board()
        };
        self.is_twin_of(other)
            || core.is_some() && is_same_core
            || is_same_board()
            || has_same_values()
    }

    /// Whether counting on, or taking from one heap, the same amount wins in both.
    fn wins_like(&self, other: &Self) -> bool {
        if self.is_lost() {
            return false;
        }
        let amount = self.winning_amount();
        amount.is_some() && amount == other.winning_amount()
    }

    /// Whether the same move wins in both: in a piece of the same value, if the values have the same nim-sum.
    fn shares_a_win_with(&self, other: &Self) -> bool {
        // With the last one losing, values alone do not say who wins.
        if self.is_lost() {
            return false;
        }
        let (Some((2, own)), Some((2, others))) = (self.all_values(), other.all_values()) else {
            return false;
        };
        // What a move does to a single piece depends on the piece.
        if own.len() < 2 && !self.is_played_like(other) {
            return false;
        }
        let sum = |values: &[u64]| values.iter().fold(0, |sum, value| sum ^ value);
        let nim_sum = sum(&own);
        let is_shared = |value: &u64| value ^ nim_sum < *value && others.contains(value);
        nim_sum == sum(&others) && own.iter().any(is_shared)
    }

    /// Whether both are played on boards, or are the same game.
    fn is_played_like(&self, other: &Self) -> bool {
        let is_board = |at: &Self| matches!(at.shape(), Shape::Cells(..));
        self.variant() == other.variant() || is_board(self) && is_board(other)
    }

    /// The connected pieces that are left of its board, as games, if it has one.
    fn piece_games(&self) -> Option<Vec<PieceGame>> {
        match (self.shape(), self.choices()) {
            (Shape::Cells(layout, left), Choices::Cells { sets, .. }) => {
                Some(piece_games(&layout, left, &sets))
            }
            (_, _) => None,
        }
    }

    /// [`Self::piece_games`] without pairs. `None` if that is none.
    fn board(&self) -> Option<Vec<PieceGame>> {
        let pieces = without_cancelling(self.piece_games()?.into_iter().sorted(), 2);
        Some(pieces).filter(|pieces| !pieces.is_empty())
    }

    /// In a game of counting, or with a single heap and a limit: one more than the limit, and how much wins
    /// if it is added or taken, or 0.
    fn winning_amount(&self) -> Option<(u64, u64)> {
        let (most, good, now) = match self.shape() {
            Shape::Count(it) => (it.most, it.first_good, it.count),
            Shape::Heaps(heaps) if self.takes_from_one_heap() => {
                return self.amount_to_take(heaps);
            }
            Shape::Cells(layout, left) => return self.amount_to_take(&layout.heaps(left)?),
            Shape::Heaps(_) | Shape::Candies(..) | Shape::Sizes(_) | Shape::Stacks(..) => {
                return None;
            }
        };
        amount(most, good, now)
    }

    /// Whether a move takes any number up to a limit from one heap.
    fn takes_from_one_heap(&self) -> bool {
        self.variant() == Variant::Take
            || self.variant() == Variant::Moore && self.heaps_at_once() == Some(1)
    }

    /// How many heaps are not empty.
    fn filled_heaps(&self) -> u64 {
        let heaps = self.shape().lettered().unwrap_or_default();
        heaps.iter().map(|&heap| u64::from(heap > 0)).sum()
    }

    /// From how many heaps a move may take at most: never from more than are left.
    fn heaps_at_once(&self) -> Option<u64> {
        Some(self.options().heaps?.min(self.filled_heaps().max(1)))
    }

    /// In Moore's Nim with a limit, one more than that limit, if only the remainders of the heaps by it count. That
    /// is so if there is at most one heap more than a move may take from.
    fn cycle_of_remainders(&self) -> Option<u64> {
        let (at_once, most) = (self.options().heaps?, self.options().most?);
        let is_covered = self.filled_heaps() <= at_once.saturating_add(1);
        let is_normal = self.ending() == Ending::Normal;
        most.checked_add(1).filter(|_| is_covered && is_normal)
    }

    /// [`Self::winning_amount`] of heaps with a limit, if only one of them counts.
    fn amount_to_take(&self, heaps: &[u64]) -> Option<(u64, u64)> {
        let most = self.options().most?;
        let (is_normal, cycle) = (self.ending() == Ending::Normal, most.checked_add(1)?);
        // Whatever is taken from a heap of a multiple of the cycle, it is answered there.
        let (dead, mut left): (Vec<u64>, Vec<u64>) = heaps
            .iter()
            .filter(|&&heap| heap > 0)
            .partition(|&heap| heap % cycle == 0);
        if left.is_empty() && !is_normal {
            left.extend(dead.first());
        }
        let [heap] = *left else {
            return None;
        };
        // Taking is counting down.
        amount(most, heap, u64::from(!is_normal))
    }

    /// The same position where the last move wins, if its game can be played like that.
    fn in_normal_play(&self) -> Option<Self> {
        let options = Options {
            ending: Some(Ending::Normal),
            ..self.options()
        };
        Self::read(self.variant(), options, &self.to_string()).ok()
    }

    /// How many equal heaps cancel: 2 in Nim, more in Moore's Nim. And the sorted values of its pieces as such
    /// heaps, if the last move wins; those that cancel are left out if `cancels`. More values than cancel are
    /// halved as long as all of them are even. Returns `None` if no values are known, if one move can take
    /// everything, or if they are equal and cancel, which says nothing.
    fn values(&self, cancels: bool) -> Option<(u64, Vec<u64>)> {
        let (cycle, values) = self.all_values()?;
        let most = usize::try_from(cycle).ok()?;
        let values = if cancels {
            without_cancelling(values, most)
        } else {
            values
        };
        let halvings = match values.len().cmp(&most) {
            Ordering::Less => return None,
            Ordering::Equal if values.iter().all_equal() => return None,
            Ordering::Equal => 0,
            Ordering::Greater => values.iter().map(|value| value.trailing_zeros()).min()?,
        };
        let values = values.into_iter().map(|value| value >> halvings);
        Some((cycle, values.collect()))
    }

    /// How many equal heaps cancel, and the sorted values of all pieces. `None` if no values are known.
    fn all_values(&self) -> Option<(u64, Vec<u64>)> {
        let normal = match self.ending() {
            Ending::Normal => *self,
            Ending::Misere => self.in_normal_play()?,
        };
        let (cycle, values): (u64, Vec<u64>) = if let Some(pieces) = normal.piece_games() {
            (
                2,
                pieces
                    .iter()
                    .map(|piece| piece.value)
                    .collect::<Option<_>>()?,
            )
        } else {
            let pieces = normal.pieces()?;
            let values = pieces.terms.iter().map(|term| term.value);
            (pieces.cycle, values.collect())
        };
        let values = values.into_iter().filter(|&value| value > 0);
        Some((cycle, values.sorted().collect()))
    }

    /// Positions with the same core are alike only if this is the same, too.
    fn core_counts_for(&self) -> CoreOf {
        match self.shape() {
            Shape::Sizes(_) => CoreOf::Splitting,
            Shape::Count(counting) => CoreOf::OneHeap(counting.most),
            Shape::Heaps(_) | Shape::Candies(..) | Shape::Stacks(..) | Shape::Cells(..) => {
                let is_one = self.core().is_some_and(|core| core.len() == 1);
                match (self.options().most, self.heaps_at_once()) {
                    (Some(most), None | Some(1)) if is_one => CoreOf::OneHeap(most),
                    (_, Some(heaps)) if heaps > 1 => CoreOf::SeveralHeaps(heaps),
                    (_, _) if is_wythoff(self) => CoreOf::Wythoff,
                    (_, _) => CoreOf::Heaps,
                }
            }
        }
    }

    /// The sorted heaps that remain after pairs of equal ones are dropped. Positions with the same
    /// core often have the same solution, even in different games and with different options.
    /// Returns `None` if the position is not made of heaps.
    pub(super) fn core(&self) -> Option<Vec<u64>> {
        let mut heaps: Vec<u64> = match self.shape() {
            Shape::Count(counting) => vec![counting.target - counting.count],
            Shape::Heaps(sizes) | Shape::Candies(sizes, _) | Shape::Stacks(sizes, 0) => {
                sizes.to_vec()
            }
            // While stones are still to be placed, the Nim that follows is unknown.
            Shape::Stacks(..) => return None,
            Shape::Cells(layout, left) => layout.heaps(left)?,
            // Heaps that cannot be split do not count; where the last move wins, none of value 0 does.
            Shape::Sizes(sizes) => {
                let is_normal = self.ending() == Ending::Normal;
                let counts = |&(size, value): &(u16, u16)| size > 2 && (value > 0 || !is_normal);
                let sizes = sizes.iter().copied().zip(grundy::values_of(sizes));
                sizes.filter(counts).map(|(size, _)| size.into()).collect()
            }
        };
        if let Some(cycle) = self.cycle_of_remainders() {
            for heap in &mut heaps {
                *heap %= cycle;
            }
        }
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
        let cancel = !is_wythoff(self) && self.heaps_at_once().is_none_or(|heaps| heaps == 1);
        let mut core = if cancel {
            without_cancelling(heaps, 2)
        } else {
            heaps
        };
        if self.variant() == Variant::Greedy {
            // Only the two largest sizes matter.
            core.drain(..core.len().saturating_sub(2));
        }
        Some(core)
    }
}

/// How a core is played.
#[derive(PartialEq, Eq)]
enum CoreOf {
    /// As in Nim.
    Heaps,
    /// One heap, of which a move takes at most so many.
    OneHeap(u64),
    /// A move takes from at most so many heaps.
    SeveralHeaps(u64),
    /// As in Wythoff's game.
    Wythoff,
    /// A move splits a heap.
    Splitting,
}

/// What is left of a sorted list once every `cycle` equal items have been dropped.
fn without_cancelling<T: PartialEq>(sorted: impl IntoIterator<Item = T>, cycle: usize) -> Vec<T> {
    let mut left: Vec<T> = Vec::new();
    for it in sorted {
        left.push(it);
        let is_full = left.len() >= cycle && left.iter().rev().take(cycle).all_equal();
        if is_full {
            left.truncate(left.len() - cycle);
        }
    }
    left
}

/// How far it is from `now` up to the next good number, and one more than the largest step.
fn amount(most: u64, good: u64, now: u64) -> Option<(u64, u64)> {
    let cycle = most.checked_add(1)?;
    let (good, now) = (good % cycle, now % cycle);
    let amount = good
        .checked_sub(now)
        .unwrap_or_else(|| good + (cycle - now));
    Some((cycle, amount))
}

/// Whether the position is played like Wythoff's game. Nim with a sweep is played like it if there
/// are two heaps. With a third heap that is empty, no sweep is possible, so it is played like Nim.
fn is_wythoff(position: &Position) -> bool {
    let heaps = position.shape().lettered().unwrap_or_default();
    position.variant() == Variant::Wythoff
        || position.variant() == Variant::Multi && heaps.len() == 2
}
