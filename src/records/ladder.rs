//! How far a member has climbed the ladder of a game.

use crate::game::{MemberId, Timestamp};
use nim_games::{Animal, Variant};

/// How many games on a rung are taken into account: the latest ones.
const LATEST: usize = 3;

/// How many of the latest games have to be won to pass a rung, and to pass the last rung.
const TO_PASS: usize = 2;
const TO_PASS_THE_LAST: usize = 3;

/// A member's place on the ladder of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// The member.
    pub member: MemberId,
    /// The game.
    pub variant: Variant,
    /// The highest rung that is open.
    pub rung: Animal,
    /// For each of the latest games on that rung, whether the member won it: at most three, the
    /// oldest first.
    pub results: Vec<bool>,
    /// How many games have ended on what was then the highest open rung.
    pub games: u32,
    /// When the last rung was passed.
    pub topped: Option<Timestamp>,
}

/// What the end of a game has changed on the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderStep {
    /// The rung of the game.
    pub rung: Animal,
    /// Whether that rung was passed.
    pub is_passed: bool,
    /// The wins that count: in the latest games on it, or in a row on the last rung.
    pub wins: usize,
    /// How many of the latest three have to be won.
    pub needed: usize,
}

/// What the end of a game means for the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LadderNews {
    /// It has changed something.
    Step(LadderStep),
    /// The member has won, but that does not count.
    DoesNotCount(WhyNot),
}

/// Why a win does not count on the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyNot {
    /// A solution was shown.
    Hinted,
    /// A move was taken back.
    TakenBack,
    /// The game did not begin where the next one has to.
    OtherStart,
}

impl Ladder {
    /// The ladder of a member who has not begun to climb it.
    #[must_use]
    pub const fn new(member: MemberId, variant: Variant) -> Self {
        Self {
            member,
            variant,
            rung: Animal::Duckling,
            results: Vec::new(),
            games: 0,
            topped: None,
        }
    }

    /// Whether the member begins the next game: every other one.
    #[must_use]
    pub const fn member_begins(&self) -> bool {
        self.games.is_multiple_of(2)
    }

    /// How many of the latest games have to be won on a rung.
    #[must_use]
    pub const fn needed(rung: Animal) -> usize {
        match rung {
            Animal::Penguin => TO_PASS_THE_LAST,
            Animal::Duckling
            | Animal::Rabbit
            | Animal::Hedgehog
            | Animal::Squirrel
            | Animal::Otter
            | Animal::Swan
            | Animal::Dolphin
            | Animal::Elephant
            | Animal::Reindeer => TO_PASS,
        }
    }

    /// The wins among the latest games on the highest open rung.
    #[must_use]
    pub fn wins(&self) -> usize {
        self.results.iter().filter(|&&won| won).count()
    }

    /// The wins that count towards passing the highest open rung: those among the latest games, or,
    /// if each of these has to be won, the latest ones in a row.
    fn wins_that_count(&self) -> usize {
        if Self::needed(self.rung) == LATEST {
            let latest = self.results.iter().rev();
            latest.take_while(|&&won| won).count()
        } else {
            self.wins()
        }
    }

    /// Whether the given rung has been passed.
    #[must_use]
    pub fn has_passed(&self, rung: Animal) -> bool {
        rung < self.rung || self.topped.is_some()
    }

    /// Adds the result of a game. A win with help is not added to the results, but a loss with help
    /// is. Both add to `games`. Returns `None` for a win with help, if the game was not on the
    /// highest open rung, or if the last rung has already been passed.
    pub fn add(
        &mut self,
        rung: Animal,
        won: bool,
        alone: bool,
        at: Timestamp,
    ) -> Option<LadderStep> {
        if rung != self.rung || self.topped.is_some() {
            return None;
        }
        self.games = self.games.saturating_add(1);
        if won && !alone {
            return None;
        }
        self.results.push(won);
        if self.results.len() > LATEST {
            self.results.remove(0);
        }
        let step = LadderStep {
            rung,
            is_passed: self.wins_that_count() >= Self::needed(rung),
            wins: self.wins_that_count(),
            needed: Self::needed(rung),
        };
        if step.is_passed {
            self.results.clear();
            match rung.next() {
                Some(next) => self.rung = next,
                None => self.topped = Some(at),
            }
        }
        Some(step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Timestamp = Timestamp(1);

    fn climbed(mut ladder: Ladder, results: &str) -> Ladder {
        for won in results.chars() {
            let rung = ladder.rung;
            let _step = ladder.add(rung, won == 'w', true, AT);
        }
        ladder
    }

    #[test]
    fn two_wins_of_the_last_three_open_the_next_rung() {
        let begun = Ladder::new(MemberId(1), Variant::Wythoff);
        for (results, rung) in [
            ("w", Animal::Duckling),
            ("ww", Animal::Rabbit),
            ("wlw", Animal::Rabbit),
            ("wllw", Animal::Duckling),
            ("wllww", Animal::Rabbit),
            ("wwlww", Animal::Hedgehog),
        ] {
            assert_eq!(climbed(begun.clone(), results).rung, rung, "{results}");
        }
    }

    #[test]
    fn the_last_rung_asks_for_three_in_a_row() {
        let top = Ladder {
            rung: Animal::Penguin,
            ..Ladder::new(MemberId(1), Variant::Wythoff)
        };
        assert_eq!(climbed(top.clone(), "wwlwwlww").topped, None);
        assert_eq!(climbed(top.clone(), "wwlwww").topped, Some(AT));
        let mut finished = climbed(top.clone(), "wwlwww");
        assert_eq!(finished.add(Animal::Penguin, true, true, AT), None);
        let step = climbed(top, "ww").add(Animal::Penguin, false, true, AT);
        assert_eq!(step.map(|step| step.wins), Some(0));
    }

    #[test]
    fn a_win_with_help_does_not_count_and_a_loss_does() {
        let mut ladder = Ladder::new(MemberId(1), Variant::Wythoff);
        assert_eq!(ladder.add(Animal::Duckling, true, false, AT), None);
        assert!(ladder.add(Animal::Duckling, false, false, AT).is_some());
        assert_eq!((ladder.results.clone(), ladder.games), (vec![false], 2));
        assert_eq!(
            ladder.add(Animal::Rabbit, true, true, AT),
            None,
            "another rung"
        );
    }
}
