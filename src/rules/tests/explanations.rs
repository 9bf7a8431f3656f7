//! Every claim of an explanation is checked: its moves by making them, its laws against the position, without the theory that made them.

use super::*;

/// A law, the lost position that it speaks of, and the position and the move that a clue speaks of.
struct Claims<'c> {
    law: &'c Reason,
    lost: Position,
    at: Position,
    winning: Option<Move>,
}

impl Claims<'_> {
    /// Whether all that is claimed is so.
    fn are_so(&self) -> bool {
        let known = [
            self.of_ends(),
            self.of_wythoff(),
            self.of_heaps(),
            self.of_others(),
        ];
        let mut known = known.into_iter().flatten();
        known
            .next()
            .unwrap_or_else(|| panic!("nobody checks {}", self.law.name))
    }

    /// Ends, counts and stones.
    fn of_ends(&self) -> Option<bool> {
        let lost = self.lost;
        Some(match self.law.name {
            "lost-nothing-left"
            | "lost-grundy-end"
            | "lost-wythoff-home"
            | "lost-wythoff-misere-home" => lost.is_over(),
            "lost-race-said" | "lost-race-last" => {
                let counting = lost.shape().counting().expect("a count");
                let left = counting.target - counting.count;
                self.number("target") == counting.target
                    && left <= 1
                    && lost.is_over() == (left == 0)
            }
            "lost-last-one" => lost.ending() == Ending::Misere && lost.shape().size() == 1,
            "lost-race" => {
                let counting = lost.shape().counting().expect("a count");
                let said = self.number("next") - counting.count;
                let is_completed =
                    said == self.number("cycle") || self.number("next") == counting.target;
                let good = self.text("good");
                let good = good
                    .split([',', '…', ' '])
                    .filter_map(|number| number.parse().ok());
                let mut good = good.collect::<Vec<u64>>().into_iter();
                self.number("count") == counting.count
                    && is_completed
                    && self.number("cycle") == counting.most + 1
                    && good.all(|number| is_good(lost, number))
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
                let balanced = |mv| {
                    let left = lost.play(mv).expect("legal");
                    let Shape::Stacks(stacks, 0) = left.shape() else {
                        return true;
                    };
                    powers(stacks).all(|(_, count)| count % 2 == 0)
                };
                in_hand == 1 && !lost.choices().moves().any(balanced)
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

    /// Wythoff's game.
    fn of_wythoff(&self) -> Option<bool> {
        let lost = self.lost;
        Some(match self.law.name {
            "lost-wythoff" => self.wythoff(),
            "lost-wythoff-doors" => self.sorted() == [1, 2] && lost.ending() == Ending::Normal,
            "lost-wythoff-two-twos" => self.sorted() == [2, 2] && lost.ending() == Ending::Misere,
            "reason-wythoff-same-difference" => {
                let difference = |at: Position| self.about(at).difference();
                self.number("difference") == difference(self.at)
                    && difference(self.at) == difference(lost)
            }
            "reason-wythoff-partner" => {
                let [small, large] = [self.number("of"), self.number("partner")];
                let mut told = vec![small, large];
                told.sort_unstable();
                let stays = self
                    .at
                    .shape()
                    .lettered()
                    .is_some_and(|piles| piles.contains(&small));
                self.sorted() == told && stays
            }
            _ => return None,
        })
    }

    /// Heaps.
    fn of_heaps(&self) -> Option<bool> {
        let lost = self.lost;
        Some(match self.law.name {
            "lost-nim-balance" | "lost-multi-balance" | "lost-candy" => self.balances(2),
            "lost-nim-odd-ones" | "lost-multi-odd-ones" => {
                // Each move takes one, whatever the game; a sweep takes all.
                let size = lost.shape().size();
                let takes_one_or_all = |mv| {
                    let left = lost.play(mv).expect("legal").shape().size();
                    left + 1 == size || left == 0 && self.law.name == "lost-multi-odd-ones"
                };
                size % 2 == 1
                    && lost.ending() == Ending::Misere
                    && lost.choices().moves().all(takes_one_or_all)
            }
            "reason-nim-balance" => {
                let before = self.about(self.at);
                let odd = powers(&before.sizes()).filter(|&(_, count)| count % 2 == 1);
                let odd: Vec<u64> = odd.map(|(power, _)| power).collect();
                before.tells_sums()
                    && self.number("count") == odd.len() as u64
                    && self.lists("powers", &odd)
                    && powers(&self.sizes()).all(|(_, count)| count % 2 == 0)
            }
            "lost-take-balance" => {
                let (cycle, rests) = self.rests();
                let is_one_heap = self.text("heaps") == "one";
                let told = is_one_heap || self.lists("rests", &rests);
                told && powers(&rests).all(|(_, count)| count % 2 == 0)
                    && (!is_one_heap || self.number("size").is_multiple_of(cycle))
            }
            "lost-take-odd-ones" => {
                let (cycle, rests) = self.rests();
                let are_ones =
                    rests.iter().all(|&rest| rest <= 1) && rests.iter().sum::<u64>() % 2 == 1;
                let is_one_heap = self.text("heaps") == "one";
                are_ones
                    && lost.ending() == Ending::Misere
                    && (!is_one_heap || self.number("size") % cycle == 1)
            }
            "lost-greedy" => {
                let sizes = self.sizes();
                let largest = sizes.iter().copied().max().unwrap_or(0);
                let count = sizes.iter().filter(|&&size| size == largest).count() as u64;
                self.number("size") == largest
                    && self.number("count") == count
                    && count.is_multiple_of(2)
            }
            "lost-moore-balance" => self.balances(self.number("cycle")),
            "lost-moore-ones" => {
                let sizes = self.sizes();
                sizes.iter().all(|&size| size <= 1)
                    && sizes.iter().sum::<u64>() % self.number("cycle") == 1 % self.number("cycle")
                    && lost.ending() == Ending::Misere
            }
            _ => return None,
        })
    }

    /// What is eaten, and boards of dots.
    fn of_others(&self) -> Option<bool> {
        let lost = self.lost;
        Some(match self.law.name {
            "lost-grundy" | "lost-grundy-ones" | "lost-circular" | "lost-graph" => {
                self.worths_are_so()
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
                // Each row can be taken as a whole, so it is one.
                let is_row = |&row: &Cells| lost.play(Move::Clear(row)).is_ok();
                self.tells_sums_of(&rows)
                    && layout.pieces(left).iter().all(is_row)
                    && powers(&rows).all(|(_, count)| count % 2 == 0)
            }
            "reason-candy" => {
                let best = self.at.winning_moves().next();
                let margin = lost.margin().expect("candies");
                let is_best = self.text("most") == "no" || best == self.winning;
                is_best
                    && self.margin(-margin)
                    && powers(&self.sizes()).all(|(_, count)| count % 2 == 0)
            }
            "lost-circular-copy" => {
                let rows = lost.to_string();
                let mut rows: Vec<usize> = rows
                    .split('-')
                    .map(str::len)
                    .filter(|&row| row > 0)
                    .collect();
                // The ends of the text meet in the circle.
                let text = lost.to_string();
                if text.starts_with('o') && text.ends_with('o') && rows.len() == 3 {
                    let end = rows.pop().unwrap_or(0);
                    rows[0] += end;
                }
                rows.len() == 2 && rows[0] == rows[1]
            }
            "lost-circular-full" => !lost.to_string().contains('-'),
            "lost-tactix-turn" => lost.choices().moves().all(|mv| is_copied(lost, mv)),
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
        let found = facts.find(|(known, _)| *known == name);
        &found
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

    /// Whether numbers are told in that order, perhaps not all.
    fn lists(&self, name: &str, numbers: &[u64]) -> bool {
        let told = self
            .text(name)
            .split(", ")
            .take_while(|&number| number != "…");
        told.zip(numbers)
            .all(|(told, number)| *told == number.to_string())
    }

    /// Whether sums of powers of two are right and those of the heaps, if they are told.
    fn tells_sums(&self) -> bool {
        self.tells_sums_of(&self.sizes())
    }

    fn tells_sums_of(&self, sizes: &[u64]) -> bool {
        let sums = self.text("sums");
        if sums == "none" {
            return true;
        }
        let mut told = Vec::new();
        for sum in sums.split(", ") {
            let (number, parts) = sum.split_once(" = ").unwrap_or((sum, sum));
            let parts: Vec<u64> = parts
                .split('+')
                .map(|part| part.parse().expect("a number"))
                .collect();
            let number: u64 = number.parse().expect("a number");
            if parts.iter().sum::<u64>() != number
                || !parts.iter().all(|part| part.is_power_of_two())
            {
                return false;
            }
            told.push(number);
        }
        let mut sizes = sizes.to_vec();
        sizes.sort_unstable();
        sizes.retain(|&size| size > 0);
        told == sizes
    }

    fn balances(&self, cycle: u64) -> bool {
        self.tells_sums() && powers(&self.sizes()).all(|(_, count)| count.is_multiple_of(cycle))
    }

    fn rests(&self) -> (u64, Vec<u64>) {
        let cycle = self.number("cycle");
        (
            cycle,
            self.sizes().iter().map(|size| size % cycle).collect(),
        )
    }

    /// Whether no other cold pair has a number or the difference of this one. Those of small piles are looked through.
    fn wythoff(&self) -> bool {
        let [small, large] = self.sorted()[..] else {
            return false;
        };
        let is_told = (self.number("small"), self.number("large")) == (small, large);
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
            let read = Position::read(Variant::Wythoff, options, &format!("{left} {right}"));
            read.expect("a pair").is_lost()
        };
        // The end of misère play is won, and that of normal play shares its difference with none but itself.
        let mut others = squares.filter(|&pair| pair != [0, 0] && is_other(pair) && shares(pair));
        is_told && self.number("difference") == large - small && !others.any(is_lost)
    }

    /// Whether the sizes and worths that are told are those of the pieces, as their moves alone make them, and whether they make the position lost.
    fn worths_are_so(&self) -> bool {
        let told = self.text("worths").split(", ");
        let told = told.filter(|told| !told.is_empty()).map(|told| {
            let (piece, worth) = told.rsplit_once(':').expect("a worth");
            let size = piece.trim_start_matches(char::is_alphabetic);
            [size, worth].map(|number| number.parse::<u64>().expect("a number"))
        });
        let mut told: Vec<[u64; 2]> = told.collect();
        told.sort_unstable();
        let worths = || told.iter().map(|[_, worth]| worth);
        let sum = worths().fold(0, |sum, worth| sum ^ worth);
        let are_ones = worths().all(|&worth| worth <= 1);
        let is_lost = match self.law.name {
            "lost-grundy-ones" => are_ones && sum == 1,
            // As long as more than ones are left, whatever the last move does.
            _ => sum == 0 && (self.lost.ending() == Ending::Normal || !are_ones),
        };
        is_lost && told == pieces(self.lost)
    }

    fn margin(&self, margin: i128) -> bool {
        let ahead = match self.text("ahead") {
            "mine" => 1,
            "theirs" => -1,
            _ => 0,
        };
        margin.signum() == ahead && self.text("margin") == margin.unsigned_abs().to_string()
    }
}

/// The size and the worth of each piece that plays by itself, in order: the worth is the smallest number that none of its moves leaves.
fn pieces(at: Position) -> Vec<[u64; 2]> {
    let mut pieces: Vec<[u64; 2]> = match (at.shape(), at.choices()) {
        (Shape::Sizes(sizes), _) => {
            let mut known = Vec::new();
            let heaps = sizes.iter().copied().filter(|&size| size > 2);
            let worth = |size: u16| [size.into(), grundy_worth(size.into(), &mut known)];
            heaps.map(worth).collect()
        }
        (Shape::Cells(layout, left), Choices::Cells { sets, .. }) => {
            let mut known = HashMap::new();
            let pieces = layout.pieces(left).into_iter();
            let worth =
                |piece: Cells| [piece.count().into(), cells_worth(piece, &sets, &mut known)];
            pieces.map(worth).collect()
        }
        (_, _) => panic!("no pieces"),
    };
    pieces.sort_unstable();
    pieces
}

fn grundy_worth(size: usize, known: &mut Vec<u64>) -> u64 {
    while known.len() <= size {
        let heap = known.len();
        let splits = (1..heap).filter(|part| part * 2 < heap);
        let after: HashSet<u64> = splits
            .map(|part| known[part] ^ known[heap - part])
            .collect();
        known.push(
            (0..)
                .find(|worth| !after.contains(worth))
                .expect("there is one"),
        );
    }
    known[size]
}

fn cells_worth(cells: Cells, sets: &[Cells], known: &mut HashMap<u32, u64>) -> u64 {
    if let Some(&worth) = known.get(&cells.0) {
        return worth;
    }
    let mut after = HashSet::new();
    for set in sets.iter().filter(|set| set.are_within(cells)) {
        after.insert(cells_worth(cells.without(*set), sets, known));
    }
    let worth = (0..)
        .find(|worth| !after.contains(worth))
        .expect("there is one");
    known.insert(cells.0, worth);
    worth
}

/// How often each power of two occurs.
fn powers(numbers: &[u64]) -> impl Iterator<Item = (u64, u64)> + use<> {
    let numbers = numbers.to_vec();
    (0..64).rev().map(move |bit| {
        let with = numbers.iter().filter(|&&number| number >> bit & 1 == 1);
        (1 << bit, with.count() as u64)
    })
}

/// Whether nobody who goes on from that number can win.
fn is_good(position: Position, number: u64) -> bool {
    let counting = position.shape().counting().expect("a count");
    let at = format!("{number}/{}", counting.target);
    let at = Position::read(position.variant(), position.options(), &at);
    number == counting.target || at.is_ok_and(|at| at.is_lost())
}

/// Whether what lies opposite can be taken after a move, and the board looks the same when turned half round then.
fn is_copied(position: Position, mv: Move) -> bool {
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

fn check(explanation: &Explanation) -> Result<(), TestCaseError> {
    let Explanation {
        at,
        winning,
        lost,
        law,
        refutations,
    } = explanation;
    prop_assert!(lost.is_lost() || lost.is_over(), "{lost:?}");
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
        prop_assert!(claims.are_so(), "{law:?} of {lost:?}");
    }
    prop_assert_eq!(refutations.is_empty(), lost.is_over());
    for refutation in refutations {
        prop_assert_eq!(lost.play(refutation.mv).ok(), Some(refutation.to));
        match refutation.answer {
            None => prop_assert!(refutation.to.is_over() && !refutation.to.is_lost()),
            Some(answer) => {
                prop_assert_eq!(refutation.to.play(answer).ok(), Some(refutation.leaves));
                prop_assert!(refutation.leaves.is_lost(), "{refutation:?}");
            }
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn every_claim_of_an_explanation_is_so(position in any_position()) {
        let best = Explanation::of(position);
        check(&best)?;
        check(&Explanation::of(best.lost))?;
        for mv in position.winning_moves().take(4) {
            check(&Explanation::of_move(position, mv))?;
        }
    }
}

#[test]
fn every_claim_about_small_positions_is_so() {
    for case in cases() {
        for start in &case.starts {
            let start = Position::read(case.variant, case.options, start).expect("a position");
            let mut numbers = Numbers::of([Draw::new(7), Draw::new(11)]);
            for _ in 0..20 {
                let mut at = start;
                while let Some(mv) = at.choices().any(&mut numbers) {
                    check(&Explanation::of(at)).expect("it is so");
                    at = at.play(mv).expect("legal");
                }
                check(&Explanation::of(at)).expect("it is so");
            }
        }
    }
}
