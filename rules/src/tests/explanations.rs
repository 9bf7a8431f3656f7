//! Checks every claim of an explanation: its moves by making them, its laws against the position,
//! without the theory behind them.

use itertools::Itertools as _;

use super::*;

/// A law or a clue (`law`) from the explanation of `at`. `lost` is the position that the winning
/// move leaves, or `at` itself if there is no winning move.
struct Claims<'c> {
    law: &'c Reason,
    lost: Position,
    at: Position,
    winning: Option<Move>,
}

impl Claims<'_> {
    /// Whether every claim is true.
    fn are_true(&self) -> bool {
        let results = [
            self.check_ends(),
            self.check_wythoff(),
            self.check_heaps(),
            self.check_others(),
        ];
        let mut results = results.into_iter().flatten();
        let result = results.next();
        result.unwrap_or_else(|| panic!("no check for {}", self.law.name)) && self.ending_is_right()
    }

    /// Whether the ending, if mentioned, is the actual one.
    fn ending_is_right(&self) -> bool {
        let mut facts = self.law.facts.iter();
        let stated = facts.find(|(name, _)| *name == "ending");
        stated.is_none_or(|(_, ending)| *ending == Fact::from(self.lost.ending()))
    }

    /// Whether every heap of the lost position has an equal partner.
    fn are_paired(&self) -> bool {
        let counts = self.sizes().into_iter().filter(|&size| size > 0).counts();
        counts.values().all(|count| count % 2 == 0)
    }

    /// Checks laws about ends, counts and stones. `None` for other laws.
    fn check_ends(&self) -> Option<bool> {
        let lost = self.lost;
        Some(match self.law.name {
            "lost-nothing-left" => lost.is_over(),
            // The next three texts say who has won.
            "lost-grundy-end" => lost.is_over() && self.text("ending") == lost.ending().to_string(),
            "lost-wythoff-home" => lost.is_over() && lost.ending() == Ending::Normal,
            "lost-wythoff-misere-home" => lost.is_over() && lost.ending() == Ending::Misere,
            "lost-race-said" => self.is_below_target_by(0),
            "lost-race-last" => lost.ending() == Ending::Misere && self.is_below_target_by(1),
            "lost-last-one" | "lost-wythoff-step" => {
                lost.ending() == Ending::Misere && lost.shape().size() == 1
            }
            "lost-race" => {
                let counting = lost.shape().counting().expect("a count");
                let good: Vec<u64> = (counting.count.max(1)..=counting.target)
                    .filter(|&number| is_good(lost, number))
                    .collect();
                let stated = self.text("good").split([',', '…', ' ']);
                let stated: Vec<u64> = stated.filter_map(|number| number.parse().ok()).collect();
                // If there are many, only the first ones and the last are listed.
                let are_right = stated.iter().all(|number| good.contains(number))
                    && [stated.first(), stated.last()] == [good.first(), good.last()]
                    && (self.text("good").contains('…') || stated == good);
                self.number("count") == counting.count
                    && self.number("cycle") == counting.most + 1
                    && self.number("next") == counting.count + counting.most + 1
                    && are_right
            }
            "lost-building-odd" => {
                let Shape::Stacks(stacks, in_hand) = lost.shape() else {
                    return Some(false);
                };
                (stacks.iter().sum::<u64>() + in_hand) % 2 == 1 && in_hand % 2 == 1
            }
            "lost-building-last" => {
                let Shape::Stacks(_, in_hand) = lost.shape() else {
                    return Some(false);
                };
                let leaves_balance = |mv| {
                    let next = lost.play(mv).expect("legal");
                    let Shape::Stacks(stacks, 0) = next.shape() else {
                        return true;
                    };
                    powers(stacks).all(|(_, count)| count % 2 == 0)
                };
                in_hand == 1 && !lost.choices().moves().any(leaves_balance)
            }
            "lost-building-start" => {
                let stacks = self.number("stacks");
                let start = |stones: u64| format!("building: {stones}/{stacks}");
                let is_lost = |stones: &u64| {
                    let start: Position = start(*stones).parse().expect("a start");
                    start.is_lost()
                };
                let losing: Vec<u64> = (2..=60).step_by(2).filter(is_lost).collect();
                self.lists("losing", &losing)
            }
            "lost-building-pairs" => {
                let Shape::Stacks(stacks, in_hand) = lost.shape() else {
                    return Some(false);
                };
                let count = |size: u64| stacks.iter().filter(|&&stack| stack == size).count();
                in_hand > 0 && in_hand % 2 == 0 && stacks.iter().all(|&size| count(size) % 2 == 0)
            }
            _ => return None,
        })
    }

    /// Checks laws about Wythoff's game.
    fn check_wythoff(&self) -> Option<bool> {
        let lost = self.lost;
        Some(match self.law.name {
            "lost-wythoff" | "lost-multi-pair" => self.is_only_cold_pair(),
            "lost-wythoff-doors" | "lost-multi-pairs" => {
                self.sorted() == [1, 2] && lost.ending() == Ending::Normal
            }
            "lost-wythoff-two-twos" | "lost-multi-two-twos" => {
                self.sorted() == [2, 2] && lost.ending() == Ending::Misere
            }
            "reason-wythoff-same-difference" | "reason-multi-same-difference" => {
                let difference = |at: Position| self.about(at).difference();
                self.number("difference") == difference(self.at)
                    && difference(self.at) == difference(lost)
            }
            "reason-wythoff-partner" => {
                let [small, large] = [self.number("of"), self.number("partner")];
                let mut stated = vec![small, large];
                stated.sort_unstable();
                let is_kept = self
                    .at
                    .shape()
                    .lettered()
                    .is_some_and(|piles| piles.contains(&small));
                self.sorted() == stated && is_kept
            }
            _ => return None,
        })
    }

    /// Checks laws about heaps.
    fn check_heaps(&self) -> Option<bool> {
        let lost = self.lost;
        Some(match self.law.name {
            "lost-nim-balance" => self.balances(2),
            "lost-nim-pair" => {
                let left: Vec<u64> = self.sizes().into_iter().filter(|&size| size > 0).collect();
                lost.ending() == Ending::Normal && left.len() == 2 && left.first() == left.last()
            }
            "lost-multi-balance" => {
                let sizes = self.sizes();
                // A sweep is possible, and takes from an odd number of heaps.
                self.balances(2) && sizes.len() % 2 == 1 && sizes.iter().all(|&size| size > 0)
            }
            "lost-nim-pairs" => lost.ending() == Ending::Normal && self.are_paired(),
            "lost-candy" => {
                let pairs = if self.are_paired() { "yes" } else { "no" };
                let margin = lost.margin().expect("candies");
                self.balances(2) && self.text("pairs") == pairs && self.margin_is(margin)
            }
            "lost-clear-odd" | "lost-nim-odd-ones" | "lost-multi-odd-ones" => {
                // Each move takes a single object, except that a sweep takes all.
                let size = lost.shape().size();
                let takes_one_or_all = |mv| {
                    let left = lost.play(mv).expect("legal").shape().size();
                    left + 1 == size || left == 0 && self.law.name == "lost-multi-odd-ones"
                };
                size % 2 == 1
                    && lost.ending() == Ending::Misere
                    && lost.choices().moves().all(takes_one_or_all)
            }
            "lost-take-balance" => {
                let rests = self.rests();
                self.limit_is_right()
                    && self.lists("rests", &rests)
                    && self.sums_are_those_of(&rests)
                    && powers(&rests).all(|(_, count)| count % 2 == 0)
            }
            "lost-take-multiples" => {
                let (cycle, most) = (self.number("cycle"), lost.options().most);
                most.is_some_and(|most| cycle == most.saturating_add(1))
                    && self.sizes().iter().all(|size| size % cycle == 0)
            }
            "lost-take-odd-ones" => {
                let rests = self.rests();
                let are_ones =
                    rests.iter().all(|&rest| rest <= 1) && rests.iter().sum::<u64>() % 2 == 1;
                self.limit_is_right() && are_ones && lost.ending() == Ending::Misere
            }
            "lost-greedy" => {
                let sizes = self.sizes();
                let largest = sizes.iter().copied().max().unwrap_or(0);
                let count = sizes.iter().filter(|&&size| size == largest).count() as u64;
                self.number("size") == largest
                    && self.number("count") == count
                    && count.is_multiple_of(2)
            }
            "lost-moore-balance" => self.cycle_is_right() && self.balances(self.number("cycle")),
            "lost-moore-ones" => {
                let sizes = self.sizes();
                self.cycle_is_right()
                    && sizes.iter().all(|&size| size <= 1)
                    && sizes.iter().sum::<u64>() % self.number("cycle") == 1
                    && lost.ending() == Ending::Misere
            }
            "lost-moore-limit" => {
                let options = lost.options();
                let step = options.most.expect("a limit") + 1;
                let group = options.heaps.expect("heaps") + 1;
                let filled: Vec<u64> = self.sizes().into_iter().filter(|&size| size > 0).collect();
                let count = filled.len() as u64;
                let missing = (count < group).then_some(0);
                let mut rests = filled.iter().map(|size| size % step).chain(missing);
                count <= group
                    && rests.all(|rest| rest == self.number("rest"))
                    && self.number("step") == step
                    && self.number("heaps") == count
                    && (self.text("few") == "yes") == (count < group)
                    && lost.ending() == Ending::Normal
            }
            _ => return None,
        })
    }

    /// Checks laws about values, candies and boards of dots.
    fn check_others(&self) -> Option<bool> {
        let lost = self.lost;
        Some(match self.law.name {
            "lost-grundy-last" => {
                let splits = self.number("splits");
                // Every game from there is that long.
                let is_so_long = |at: &Position| at.moves_to_end() == Some(splits.into());
                is_so_long(&lost) && splits.is_multiple_of(2) == (lost.ending() == Ending::Normal)
            }
            "lost-grundy-copy" => {
                let Shape::Sizes(heaps) = lost.shape() else {
                    return Some(false);
                };
                let mut left: Vec<u16> = heaps.iter().copied().filter(|&heap| heap > 2).collect();
                left.sort_unstable();
                let (pairs, rest) = left.as_chunks::<2>();
                rest.is_empty()
                    && pairs.iter().all(|[one, other]| one == other)
                    && lost.ending() == Ending::Normal
            }
            "lost-grundy" | "lost-grundy-ones" | "lost-circular" | "lost-graph" => {
                self.values_are_right()
            }
            "lost-graph-copy" => {
                let pieces = lost.pieces().expect("pieces").terms;
                let pairs = pieces.into_iter().map(|piece| piece.name).counts();
                lost.ending() == Ending::Normal && pairs.values().all(|count| count % 2 == 0)
            }
            "lost-tactix-rows" => {
                let Shape::Cells(layout, left) = lost.shape() else {
                    return Some(false);
                };
                let rows: Vec<u64> = layout
                    .pieces(left)
                    .iter()
                    .map(|row| row.count().into())
                    .collect();
                // A piece is a row if a single move can take all of it.
                let is_row = |&row: &Cells| lost.play(Move::Clear(row)).is_ok();
                self.sums_are_those_of(&rows)
                    && layout.pieces(left).iter().all(is_row)
                    && powers(&rows).all(|(_, count)| count % 2 == 0)
            }
            "reason-candy" => {
                let margin = lost.margin().expect("candies");
                let choices = self.at.choices();
                let after = choices.moves().map(|mv| self.at.play(mv).expect("legal"));
                let lost_positions = after.filter(|next| next.is_lost());
                let margins: Vec<i128> = lost_positions.filter_map(|next| next.margin()).collect();
                // The best move leaves the opponent the smallest margin. Of moves that gain the
                // same amount, only the first is said to gain most, and only if another gains less.
                let is_best = margins.iter().min() == Some(&margin);
                let gains_more = margins.iter().max() > Some(&margin);
                let must_say_most = gains_more && self.at.best_move() == self.winning;
                (self.text("most") == "yes") == must_say_most
                    && (self.text("pairs") == "yes") == self.are_paired()
                    && (!must_say_most || is_best)
                    && self.margin_is(-margin)
                    && powers(&self.sizes()).all(|(_, count)| count % 2 == 0)
            }
            "lost-circular-copy" => {
                let rows = lost.to_string();
                let mut rows: Vec<usize> = rows
                    .split('-')
                    .map(str::len)
                    .filter(|&row| row > 0)
                    .collect();
                // The first and the last cell in the text are neighbours in the circle.
                let text = lost.to_string();
                if text.starts_with('o') && text.ends_with('o') && rows.len() == 3 {
                    let end = rows.pop().unwrap_or(0);
                    rows[0] += end;
                }
                rows.len() == 2 && rows[0] == rows[1] && lost.ending() == Ending::Normal
            }
            "lost-circular-full" => {
                !lost.to_string().contains('-') && lost.ending() == Ending::Normal
            }
            "lost-tactix-turn" => {
                lost.choices()
                    .moves()
                    .all(|mv| move_can_be_copied(lost, mv))
                    && lost.ending() == Ending::Normal
            }
            _ => return None,
        })
    }
}

impl Claims<'_> {
    /// The same law about another position.
    const fn about(&self, lost: Position) -> Self {
        Self { lost, ..*self }
    }

    fn fact(&self, name: &str) -> &Fact {
        let mut facts = self.law.facts.iter();
        let fact = facts.find(|(known, _)| *known == name);
        &fact
            .unwrap_or_else(|| panic!("{} has no {name}", self.law.name))
            .1
    }

    fn number(&self, name: &str) -> u64 {
        match self.fact(name) {
            Fact::Number(number) => *number,
            Fact::Text(text) => panic!("{name} is {text}"),
        }
    }

    fn text(&self, name: &str) -> &str {
        match self.fact(name) {
            Fact::Text(text) => text,
            Fact::Number(number) => panic!("{name} is {number}"),
        }
    }

    fn sizes(&self) -> Vec<u64> {
        self.lost.shape().lettered().expect("heaps").to_vec()
    }

    fn sorted(&self) -> Vec<u64> {
        let mut sizes = self.sizes();
        sizes.sort_unstable();
        sizes
    }

    fn difference(&self) -> u64 {
        match self.sorted().as_slice() {
            [small, large] => large - small,
            _ => panic!("no pair"),
        }
    }

    /// Whether the fact lists the numbers in order: all of them, or the first ones followed by `…`.
    fn lists(&self, name: &str, numbers: &[u64]) -> bool {
        let listed: Vec<&str> = self.text(name).split(", ").collect();
        let (listed, is_all) = match listed.as_slice() {
            [first @ .., "…"] => (first, false),
            all => (all, true),
        };
        let mut pairs = listed.iter().zip(numbers);
        !listed.is_empty()
            && listed.len() <= numbers.len()
            && is_all == (listed.len() == numbers.len())
            && pairs.all(|(text, number)| *text == number.to_string())
    }

    /// Whether the count is below the target by `distance`, and the target is stated.
    fn is_below_target_by(&self, distance: u64) -> bool {
        let counting = self.lost.shape().counting().expect("a count");
        self.number("target") == counting.target && counting.target - counting.count == distance
    }

    /// Whether the limit of Sticks, the largest heap, and whether there is one heap or
    /// several, are stated correctly.
    fn limit_is_right(&self) -> bool {
        let (sizes, most) = (self.sizes(), self.lost.options().most.expect("a limit"));
        let heaps = if sizes.len() == 1 { "one" } else { "several" };
        self.number("cycle") == most.saturating_add(1)
            && self.text("heaps") == heaps
            && sizes.iter().max() == Some(&self.number("size"))
    }

    /// Whether `cycle` is one more than the number of heaps a move may take from at once.
    fn cycle_is_right(&self) -> bool {
        let at_once = self.lost.options().heaps.expect("a number of heaps");
        self.number("cycle") == at_once + 1
    }

    /// Whether the sums of powers of two, if given, are correct and are those of the heaps.
    fn sums_are_right(&self) -> bool {
        self.sums_are_those_of(&self.sizes())
    }

    /// Whether the sums of powers of two, if given, are correct and are those of the given sizes.
    fn sums_are_those_of(&self, sizes: &[u64]) -> bool {
        let sums = self.text("sums");
        let mut sizes = sizes.to_vec();
        sizes.sort_unstable();
        sizes.retain(|&size| size > 0);
        let is_long = sizes.len() > 5 || sizes.last().is_none_or(|&largest| largest >= 64);
        if sums == "none" || is_long {
            return sums == "none" && is_long;
        }
        let mut stated = Vec::new();
        for sum in sums.split(", ") {
            let (number, parts) = sum.split_once(" = ").unwrap_or((sum, sum));
            let parts: Vec<u64> = parts
                .split('+')
                .map(|part| part.parse().expect("a number"))
                .collect();
            let number: u64 = number.parse().expect("a number");
            if parts.iter().sum::<u64>() != number
                || !parts.iter().all(|part| part.is_power_of_two())
                || !parts.is_sorted_by(|part, next| part > next)
            {
                return false;
            }
            stated.push(number);
        }
        stated == sizes
    }

    fn balances(&self, cycle: u64) -> bool {
        self.sums_are_right() && powers(&self.sizes()).all(|(_, count)| count.is_multiple_of(cycle))
    }

    fn rests(&self) -> Vec<u64> {
        let cycle = self.number("cycle");
        self.sizes().iter().map(|size| size % cycle).collect()
    }

    /// Whether the pair is stated correctly, and no other cold pair shares a number or the
    /// difference with it. Other pairs are searched only if the piles are small.
    fn is_only_cold_pair(&self) -> bool {
        let [small, large] = self.sorted()[..] else {
            return false;
        };
        let is_stated = (self.number("small"), self.number("large")) == (small, large);
        let is_other = |other: [u64; 2]| other != [small, large] && other != [large, small];
        let shares = |[left, right]: [u64; 2]| {
            [small, large]
                .iter()
                .any(|pile| [left, right].contains(pile))
                || left.abs_diff(right) == large - small
        };
        let most = if large <= 60 { 2 * large } else { 0 };
        let squares = (0..=most).flat_map(|left| (0..=most).map(move |right| [left, right]));
        let options = self.lost.options();
        let is_lost = |[left, right]: [u64; 2]| {
            let pair = Position::read(Variant::Wythoff, options, &format!("{left} {right}"));
            pair.expect("a pair").is_lost()
        };
        // (0, 0) can be left out: in misère play it is won, and in normal play no other cold pair
        // has the difference 0.
        let mut others = squares.filter(|&pair| pair != [0, 0] && is_other(pair) && shares(pair));
        is_stated && self.number("difference") == large - small && !others.any(is_lost)
    }

    /// Whether the stated sizes and values are those of the pieces, computed from their moves
    /// alone, and whether they make the position lost.
    fn values_are_right(&self) -> bool {
        let entries = self.text("values").split(", ");
        let entries = entries.filter(|entry| !entry.is_empty()).map(|entry| {
            let (piece, value) = entry.rsplit_once(':').expect("a value");
            let size = piece.trim_start_matches(char::is_alphabetic);
            [size, value].map(|number| number.parse::<u64>().expect("a number"))
        });
        let mut stated: Vec<[u64; 2]> = entries.collect();
        stated.sort_unstable();
        let values = || stated.iter().map(|[_, value]| value);
        let sum = values().fold(0, |sum, value| sum ^ value);
        let are_ones = values().all(|&value| value <= 1);
        let is_lost = match self.law.name {
            "lost-grundy-ones" => are_ones && sum == 1,
            // In misère play, a sum of 0 is lost only while a value above 1 is left.
            _ => sum == 0 && (self.lost.ending() == Ending::Normal || !are_ones),
        };
        is_lost && stated == pieces(self.lost) && self.part_values_are_right()
    }

    /// Whether each named part has the stated value on its own. `+P-` adds an empty part, since one
    /// part alone is not a board.
    fn part_values_are_right(&self) -> bool {
        let entries = self.text("values").split(", ");
        let mut entries = entries.map(|entry| entry.rsplit_once(':').expect("a value"));
        let (variant, options) = (self.lost.variant(), self.lost.options());
        let value = |name: &str| {
            let part = Position::read(variant, options, &format!("{name}+P-"));
            pieces(part.expect("a part"))[0][1].to_string()
        };
        variant != Variant::Graph || entries.all(|(name, stated)| value(name) == stated)
    }

    /// Whether the margin, and who is ahead, are stated correctly.
    fn margin_is(&self, margin: i128) -> bool {
        let ahead = match self.text("ahead") {
            "mine" => 1,
            "theirs" => -1,
            _ => 0,
        };
        margin.signum() == ahead && self.text("margin") == margin.unsigned_abs().to_string()
    }
}

/// The size and the value of each independent piece, sorted: the value is the smallest number that
/// none of its moves leaves.
fn pieces(at: Position) -> Vec<[u64; 2]> {
    let mut pieces: Vec<[u64; 2]> = match (at.shape(), at.choices()) {
        (Shape::Sizes(sizes), _) => {
            let values = heap_values(sizes.iter().copied().max().unwrap_or(0).into());
            let heaps = sizes.iter().copied().filter(|&size| size > 2);
            heaps
                .map(|size| [size.into(), values[usize::from(size)]])
                .collect()
        }
        (Shape::Cells(layout, left), Choices::Cells { sets, .. }) => {
            let mut known = HashMap::new();
            let pieces = layout.pieces(left).into_iter();
            let value = |piece: Cells| {
                [
                    piece.count().into(),
                    value_of_cells(piece, &sets, &mut known),
                ]
            };
            pieces.map(value).collect()
        }
        (_, _) => panic!("no pieces"),
    };
    pieces.sort_unstable();
    pieces
}

fn value_of_cells(cells: Cells, sets: &[Cells], known: &mut HashMap<u32, u64>) -> u64 {
    if let Some(&value) = known.get(&cells.0) {
        return value;
    }
    let mut after = HashSet::new();
    for set in sets.iter().filter(|set| set.are_within(cells)) {
        after.insert(value_of_cells(cells.without(*set), sets, known));
    }
    let mut values = 0..=after.len() as u64;
    let value = values
        .find(|value| !after.contains(value))
        .expect("one is free");
    known.insert(cells.0, value);
    value
}

/// How often each power of two occurs.
fn powers(numbers: &[u64]) -> impl Iterator<Item = (u64, u64)> + use<> {
    let numbers = numbers.to_vec();
    (0..64).rev().map(move |bit| {
        let containing = numbers.iter().filter(|&&number| number >> bit & 1 == 1);
        (1 << bit, containing.count() as u64)
    })
}

/// Whether the player who has to move from the given number loses.
fn is_good(position: Position, number: u64) -> bool {
    let counting = position.shape().counting().expect("a count");
    let at = format!("{number}/{}", counting.target);
    let at = Position::read(position.variant(), position.options(), &at);
    at.is_ok_and(|at| at.is_lost())
}

/// Whether the board is symmetric under a half turn, and a move can be answered by taking the cells
/// opposite.
fn move_can_be_copied(position: Position, mv: Move) -> bool {
    let (Move::Clear(cells), Shape::Cells(layout, left)) = (mv, position.shape()) else {
        return false;
    };
    let turned = |cells: Cells| {
        cells
            .iter()
            .map(|cell| layout.cells() - 1 - cell)
            .collect::<Cells>()
    };
    let after = position.play(mv).expect("legal");
    turned(left) == left && after.play(Move::Clear(turned(cells))).is_ok()
}

/// Whether a lost position is certain to have a law: its pieces have values, or it is not
/// tabulated.
fn must_have_law(lost: Position) -> bool {
    !lost.is_over() && (lost.pieces().is_some() || !lost.is_tabulated())
}

/// Checks that the values of the pieces tell who wins, and that a picture of powers shows those
/// pieces.
fn check_map(position: Position) -> Result<(), TestCaseError> {
    if let Some(pieces) = position.pieces() {
        let ones = pieces.terms.iter().filter(|term| term.value == 1).count() as u64;
        let is_endgame =
            position.ending() == Ending::Misere && pieces.terms.iter().all(|term| term.value <= 1);
        let is_lost = if is_endgame {
            ones % pieces.cycle == 1
        } else {
            let values: Vec<u64> = pieces.terms.iter().map(|term| term.value).collect();
            powers(&values).all(|(_, count)| count.is_multiple_of(pieces.cycle))
        };
        prop_assert_eq!(is_lost, position.is_lost(), "{:?}", position);
        prop_assert_eq!(pieces.are_lost(position.ending()), is_lost);
    }
    match position.map() {
        Some(Map::Powers(pieces)) => prop_assert_eq!(Some(pieces), position.pieces()),
        Some(Map::Squares | Map::GoodNumbers) | None => {}
    }
    Ok(())
}

fn check(explanation: &Explanation) -> Result<(), TestCaseError> {
    let Explanation {
        at,
        winning,
        lost_position: lost,
        law,
        refutations,
    } = explanation;
    // In misère play an empty position is won.
    let is_end = winning.is_none() && lost.is_over();
    prop_assert!(lost.is_lost() || is_end, "{lost:?}");
    prop_assert_eq!(winning.is_some(), !at.is_lost() && !at.is_over());
    if let Some(winning) = winning {
        prop_assert_eq!(at.play(*winning).ok(), Some(*lost));
    } else {
        prop_assert_eq!(at, lost);
    }
    if let Some(law) = law {
        let claims = Claims {
            law,
            lost: *lost,
            at: *at,
            winning: *winning,
        };
        prop_assert!(claims.are_true(), "{law:?} of {lost:?}");
    }
    prop_assert!(
        law.is_some() || !must_have_law(*lost),
        "no law for {lost:?}"
    );
    if let (Some(stated), Some(law_of_lost), Some(_)) = (law, lost.law(), winning) {
        // In these cases the clue says more than the law, so the clue must be given.
        let needs_clue = matches!(
            (at.variant(), law_of_lost.name),
            (Variant::Wythoff, "lost-wythoff") | (Variant::Candy, "lost-candy")
        );
        prop_assert!(
            !needs_clue || stated.name.starts_with("reason-"),
            "no clue: {stated:?}"
        );
    }
    let is_doors = law
        .as_ref()
        .is_some_and(|law| law.name == "lost-wythoff-doors");
    if is_doors && lost.variant() == Variant::Wythoff {
        prop_assert!(
            explanation.refutes_every_move(),
            "not every move is refuted"
        );
    }
    let refuted: HashSet<Move> = refutations.iter().map(|refutation| refutation.mv).collect();
    prop_assert_eq!(refuted.len(), refutations.len(), "twice: {:?}", refutations);
    prop_assert_eq!(
        explanation.refutes_every_move(),
        lost.choices().count() == refuted.len() as u128
    );
    prop_assert_eq!(refutations.is_empty(), lost.is_over());
    for refutation in refutations {
        prop_assert_eq!(lost.play(refutation.mv).ok(), Some(refutation.after_move));
        match refutation.answer {
            None => {
                prop_assert!(refutation.after_move.is_over() && !refutation.after_move.is_lost());
            }
            Some(answer) => {
                prop_assert_eq!(
                    refutation.after_move.play(answer).ok(),
                    Some(refutation.after_answer)
                );
                prop_assert!(refutation.after_answer.is_lost(), "{refutation:?}");
                prop_assert!(is_answer_named(*lost, refutation), "{refutation:?}");
                // On boards of dots, in Nim with a sweep, and where moves are copied, the first winning
                // move is the one that is taught, not the quickest.
                let is_copied = lost.law().is_some_and(|law| {
                    ["lost-nim-pair", "lost-nim-pairs", "lost-take-multiples"].contains(&law.name)
                });
                let is_taught = is_copied
                    || matches!(lost.shape(), Shape::Cells(..))
                    || lost.variant() == Variant::Multi;
                let most = if is_taught { 0 } else { 20 };
                let others = refutation.after_move.winning_moves().take(most);
                let mut others =
                    others.filter_map(|mv| refutation.after_move.play(mv).ok()?.moves_to_end());
                let moves = refutation.after_answer.moves_to_end();
                prop_assert!(
                    others.all(|other| moves.is_none_or(|moves| moves <= other)),
                    "it is not the quickest: {refutation:?}"
                );
            }
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn every_claim_of_an_explanation_is_true(position in any_position()) {
        let best = Explanation::of(position);
        check(&best)?;
        check_map(position)?;
        check(&Explanation::of(best.lost_position))?;
        for mv in position.winning_moves().take(4) {
            check(&Explanation::of_move(position, mv))?;
        }
    }
}

#[test]
fn every_claim_about_small_positions_is_true() {
    for case in cases() {
        for start in &case.starts {
            let start = Position::read(case.variant, case.options, start).expect("a position");
            let mut numbers = Numbers::of([Draw::new(7), Draw::new(11)]);
            for _ in 0..20 {
                let mut at = start;
                while let Some(mv) = at.choices().random_move(&mut numbers) {
                    check(&Explanation::of(at)).expect("true claims");
                    check_map(at).expect("a true picture");
                    at = at.play(mv).expect("legal");
                }
                check(&Explanation::of(at)).expect("true claims");
            }
        }
    }
}

/// Whether the answer is the one that the law of the lost position names, if it names one: where moves are
/// copied, as much as the move took, but elsewhere; where heaps are topped up, the rest of the same heap.
fn is_answer_named(lost: Position, refutation: &Refutation) -> bool {
    let (Some(law), Some(answer)) = (lost.law(), refutation.answer) else {
        return true;
    };
    let took =
        |from: Position, mv| from.shape().size() - from.play(mv).expect("legal").shape().size();
    let amounts = [
        took(lost, refutation.mv),
        took(refutation.after_move, answer),
    ];
    match law.name {
        "lost-nim-pair" | "lost-nim-pairs" | "lost-graph-copy" => amounts[0] == amounts[1],
        "lost-take-multiples" => {
            // In notation, the heap comes before the amount.
            let heap = |mv: Move| mv.to_string().trim_end_matches(char::is_numeric).to_owned();
            let [one, other] = [refutation.mv, answer].map(heap);
            one == other
        }
        _ => true,
    }
}
