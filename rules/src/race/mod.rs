//! Counting up: 21, whose last number loses, and the race to 100, whose last number wins.
//!
//! Two players in turn add from 1 to `most` to a count that begins at 0, up to a target. The
//! published rules allow any number of players; this version is for two. The game 21 also begins at
//! 0; for the rule that the first player has to say 1, there is the opening `1/21`.
//!
//! It is Sticks with one heap: the rest, which is the distance to the target. A
//! position is lost if the rest is a multiple of `most` + 1; in 21, if it is one more than such a
//! multiple.

pub(super) mod lessons;

use std::fmt;

use super::map::Map;
use super::play::reason;
use super::setup::whole_number;
use super::{
    BadPosition, Choices, Counting, Ending, IllegalMove, List, ListKind, Move, Numbers, Opening,
    OptionName, Options, Reason, Result, Rules, Setup, Shape, Variant,
};

/// The largest target.
const MAX_TARGET: u64 = 9_999;
/// The largest limit of a move.
const MAX_MOST: u64 = 25;

/// A count, its target, the limit of a move, and the ending.
///
/// ```
/// use nim_games::{Options, Rules, Setup, Variant, race::Race};
///
/// let position = Race::read(Variant::Hundred, Options::default(), "0/100").unwrap();
/// assert_eq!(position.winning_moves().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["+1"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Race {
    count: u64,
    target: u64,
    most: u64,
    ending: Ending,
}

impl Race {
    const fn rest(&self) -> u64 {
        self.target - self.count
    }

    const fn cycle(&self) -> u64 {
        self.most + 1
    }

    /// The smallest rest that is lost.
    const fn lost_rest(&self) -> u64 {
        match self.ending {
            Ending::Normal => 0,
            Ending::Misere => 1,
        }
    }

    /// How far the rest is above the nearest lost rest that does not exceed it.
    const fn excess(&self) -> u64 {
        // In misère play a rest of 0 is won: it is one below the lost rest, 1.
        (self.rest() + self.cycle() - self.lost_rest()) % self.cycle()
    }

    /// The first number that is good to say from here on.
    const fn next_good(&self) -> u64 {
        self.count + self.excess()
    }
}

impl fmt::Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.count, self.target)
    }
}

impl Rules for Race {
    fn variant(&self) -> Variant {
        match self.ending {
            Ending::Misere => Variant::TwentyOne,
            Ending::Normal => Variant::Hundred,
        }
    }

    fn ending(&self) -> Ending {
        self.ending
    }

    fn choices(&self) -> Choices {
        Choices::of([List {
            kind: ListKind::Count,
            most: self.most.min(self.rest()),
        }])
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let Move::Count(amount) = mv else {
            return Err(IllegalMove::OtherGame);
        };
        let most = self.most.min(self.rest());
        match amount {
            0 => Err(IllegalMove::Nothing),
            _ if amount > most => Err(IllegalMove::TooFar { most }),
            _ => {
                self.count += amount;
                Ok(())
            }
        }
    }

    fn is_lost(&self) -> bool {
        self.excess() == 0
    }

    fn winning_moves(&self) -> Box<dyn Iterator<Item = Move> + '_> {
        let amount = self.excess();
        let is_legal = amount > 0 && amount <= self.most.min(self.rest());
        Box::new(is_legal.then_some(Move::Count(amount)).into_iter())
    }

    fn law(&self) -> Option<Reason> {
        Some(if self.choices().is_empty() {
            reason!("lost-race-said", "target" => self.target)
        } else if self.ending == Ending::Misere && self.rest() == 1 {
            reason!("lost-race-last", "target" => self.target)
        } else {
            let next = self.count + self.cycle();
            reason!("lost-race", "count" => self.count, "cycle" => self.cycle(), "next" => next, "good" => good_numbers(self))
        })
    }

    fn map(&self) -> Option<Map> {
        Some(Map::GoodNumbers)
    }

    fn moves_to_end(&self) -> Option<u128> {
        let (cycle, rest) = (u128::from(self.cycle()), u128::from(self.rest()));
        Some(2 * (rest / cycle) + rest % cycle)
    }

    /// Any move: whatever is added, the opponent completes the cycle.
    fn defences(&self) -> Vec<Move> {
        if self.is_lost() {
            self.choices().moves().collect()
        } else {
            Vec::new()
        }
    }

    fn options(&self) -> Options {
        let most = (self.most != usual_most(self.variant())).then_some(self.most);
        Options {
            most,
            ..Options::default()
        }
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Count(Counting {
            count: self.count,
            target: self.target,
            most: self.most,
            // Cannot underflow: the target is at least 1, and the lost rest at most 1.
            first_good: (self.target - self.lost_rest()) % self.cycle(),
        })
    }

    fn is_usual(&self) -> bool {
        let is_hundred = self.variant() == Variant::Hundred;
        self.target == if is_hundred { 100 } else { 21 }
    }
}

/// The numbers that are good to say, from the count on, itself included if it is one. (Nobody can say
/// 0.) If there are more than three, the first two and the last.
fn good_numbers(position: &Race) -> String {
    let all = (position.next_good()..=position.target)
        .step_by(usize::try_from(position.cycle()).unwrap_or(usize::MAX))
        .filter(|&number| number > 0);
    let all: Vec<u64> = all.collect();
    match all.as_slice() {
        [one, two, .., last] if all.len() > 3 => format!("{one}, {two}, … {last}"),
        few => super::play::listed(few),
    }
}

fn usual_most(variant: Variant) -> u64 {
    if variant == Variant::Hundred { 10 } else { 3 }
}

impl Setup for Race {
    fn read(variant: Variant, options: Options, notation: &str) -> Result<Self> {
        let number = |word: &str| whole_number(word.trim(), BadPosition::NotACount, MAX_TARGET);
        let (count, target) = notation.split_once('/').ok_or(BadPosition::NotACount)?;
        Self::of(variant, options, number(count)?, number(target)?)
    }

    fn drawn(
        variant: Variant,
        mut options: Options,
        _: u64,
        numbers: &mut Numbers,
    ) -> Result<Self> {
        let most = numbers.between(2, 10);
        options.most = options.most.or(Some(most));
        Self::of(variant, options, 0, numbers.between(15, 120))
    }

    fn openings(variant: Variant) -> &'static [Opening] {
        const MOST_5: Options = Options::of_most(5);
        const TWENTY_ONE: &[Opening] = &[
            Opening::plain("0/21"),
            Opening::with("0/34", MOST_5),
            // For games in which the first player has to say 1.
            Opening {
                name: Some("one"),
                ..Opening::plain("1/21")
            },
        ];
        const HUNDRED: &[Opening] = &[Opening::plain("0/100")];
        if variant == Variant::Hundred {
            HUNDRED
        } else {
            TWENTY_ONE
        }
    }

    /// Within one move of the last number below the target that is good to say.
    fn example_start(&self) -> Self {
        let distance = match self.ending {
            Ending::Normal => self.cycle() + 1,
            Ending::Misere => self.cycle(),
        };
        let count = self.target.saturating_sub(distance);
        let start = Self { count, ..*self };
        // If the target is near, `start` begins at 0, which may be lost.
        let further = Self {
            count: count + 1,
            ..*self
        };
        if start.is_lost() && further.count < self.target {
            further
        } else {
            start
        }
    }
}

impl Race {
    fn of(variant: Variant, options: Options, count: u64, target: u64) -> Result<Self> {
        let most = options
            .only(&[OptionName::Most])?
            .most
            .unwrap_or(usual_most(variant));
        if !(1..=MAX_MOST).contains(&most) {
            return Err(BadPosition::Most { most: MAX_MOST });
        }
        if !(1..=MAX_TARGET).contains(&target) {
            return Err(BadPosition::Target { most: MAX_TARGET });
        }
        if count > target {
            return Err(BadPosition::PastTarget { target });
        }
        let ending = if variant == Variant::Hundred {
            Ending::Normal
        } else {
            Ending::Misere
        };
        Ok(Self {
            count,
            target,
            most,
            ending,
        })
    }
}
