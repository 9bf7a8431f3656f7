//! The ids of buttons, selects and forms: which game, at which ply, and what to do.
//!
//! Written as `w1:<game>:<ply>:<verb>…`, at most 100 characters. The number after the `w` is the version: controls live on old
//! messages for years, and one that this program does not understand is told from one that it misunderstands.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::game::{GameId, Ply};
use crate::rules::wythoff::{Level, Pile, Position};
use crate::service::{Beginner, NewGame};

const VERSION: &str = "w1";

/// What a control stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// The game.
    pub game: GameId,
    /// The ply of the board that the control is on.
    pub ply: Ply,
    /// What to do.
    pub verb: Verb,
}

/// What a control does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// The select for moves from there; its values are the amounts.
    Take {
        /// Where it takes from.
        pile: Pile,
        /// Different on every rendering: a client sends nothing when an option is chosen that it shows as chosen already, so a
        /// board that is to be chosen from again needs a new select.
        rendering: u64,
    },
    /// Opens the form for other amounts, and is the form's id.
    OtherAmount,
    /// Asks for a hint.
    Hint,
    /// Opens the form that asks whether to resign, and is the form's id.
    Resign,
    /// Shows the rules.
    Rules,
    /// Plays the same piles again, with the other one beginning.
    Rematch,
    /// Plays on with other piles.
    NewPiles,
    /// Shows the review of the game.
    Review,
    /// Turns a review to that page, counted from 0.
    ReviewPage(u32),
    /// Shows the board of the game.
    Show,
    /// Abandons the game and begins that one instead.
    StartAnew(NewGame),
}

impl Verb {
    /// Whether the control belongs to a board of a running game, of an ended one, or to neither.
    pub(super) const fn is_for_running(self) -> Option<bool> {
        match self {
            Self::Take { .. } | Self::OtherAmount | Self::Hint | Self::Resign => Some(true),
            Self::Rematch | Self::NewPiles => Some(false),
            Self::Rules | Self::Review | Self::ReviewPage(_) | Self::Show | Self::StartAnew(_) => {
                None
            }
        }
    }
}

/// The id belongs to no control of this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the control cannot be read")]
pub struct Unreadable;

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VERSION}:{}:{}:", self.game.0, self.ply)?;
        match self.verb {
            Verb::Take { pile, rendering } => write!(f, "take:{}:{rendering}", pile_word(pile)),
            Verb::OtherAmount => f.write_str("other"),
            Verb::Hint => f.write_str("hint"),
            Verb::Resign => f.write_str("resign"),
            Verb::Rules => f.write_str("rules"),
            Verb::Rematch => f.write_str("rematch"),
            Verb::NewPiles => f.write_str("piles"),
            Verb::Review => f.write_str("review"),
            Verb::ReviewPage(page) => write!(f, "page:{page}"),
            Verb::Show => f.write_str("show"),
            Verb::StartAnew(NewGame {
                piles,
                first,
                level,
            }) => {
                let (first, level) = (beginner_word(first), level_word(level));
                write!(f, "anew:{}:{}:{first}:{level}", piles.left, piles.right)
            }
        }
    }
}

impl FromStr for Control {
    type Err = Unreadable;

    fn from_str(id: &str) -> Result<Self, Unreadable> {
        let words: Vec<&str> = id.split(':').collect();
        let [VERSION, game, ply, verb @ ..] = words.as_slice() else {
            return Err(Unreadable);
        };
        let verb = match *verb {
            ["take", pile, rendering] => Verb::Take {
                pile: named(&Pile::ALL, pile_word, pile)?,
                rendering: number(rendering)?,
            },
            ["other"] => Verb::OtherAmount,
            ["hint"] => Verb::Hint,
            ["resign"] => Verb::Resign,
            ["rules"] => Verb::Rules,
            ["rematch"] => Verb::Rematch,
            ["piles"] => Verb::NewPiles,
            ["review"] => Verb::Review,
            ["page", page] => Verb::ReviewPage(number(page)?),
            ["show"] => Verb::Show,
            ["anew", left, right, first, level] => Verb::StartAnew(NewGame {
                piles: Position::new(number(left)?, number(right)?),
                first: named(&BEGINNERS, beginner_word, first)?,
                level: named(&Level::ALL, level_word, level)?,
            }),
            _ => return Err(Unreadable),
        };
        Ok(Self {
            game: GameId(number(game)?),
            ply: number(ply)?,
            verb,
        })
    }
}

pub(super) const BEGINNERS: [Beginner; 3] = [Beginner::Random, Beginner::Me, Beginner::Bot];

/// The word for a pile, in control ids and as the value of a choice.
pub(super) const fn pile_word(pile: Pile) -> &'static str {
    match pile {
        Pile::Left => "left",
        Pile::Right => "right",
        Pile::Both => "both",
    }
}

/// The word for who begins.
pub(super) const fn beginner_word(first: Beginner) -> &'static str {
    match first {
        Beginner::Random => "random",
        Beginner::Me => "me",
        Beginner::Bot => "bot",
    }
}

/// The word for a level.
pub(super) const fn level_word(level: Level) -> &'static str {
    match level {
        Level::Perfect => "perfect",
        Level::Good => "good",
        Level::Beginner => "beginner",
    }
}

/// The value that goes by that word.
pub(super) fn named<T: Copy>(
    all: &[T],
    word: fn(T) -> &'static str,
    wanted: &str,
) -> Result<T, Unreadable> {
    all.iter()
        .copied()
        .find(|&value| word(value) == wanted)
        .ok_or(Unreadable)
}

/// Digits only: `FromStr` would also take a plus sign, and one control would have two names.
fn number<T: FromStr>(digits: &str) -> Result<T, Unreadable> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    if plain {
        digits.parse().map_err(|_| Unreadable)
    } else {
        Err(Unreadable)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_verb() -> impl Strategy<Value = Verb> {
        let pile = prop::sample::select(Pile::ALL.to_vec());
        let first = prop::sample::select(BEGINNERS.to_vec());
        let level = prop::sample::select(Level::ALL.to_vec());
        let piles = (0..1_u64 << 53, 0..1_u64 << 53);
        let anew = (piles, first, level).prop_map(|((left, right), first, level)| {
            Verb::StartAnew(NewGame {
                piles: Position::new(left, right),
                first,
                level,
            })
        });
        let plain = [
            Verb::OtherAmount,
            Verb::Hint,
            Verb::Resign,
            Verb::Rules,
            Verb::Rematch,
            Verb::NewPiles,
            Verb::Show,
            Verb::Review,
            Verb::ReviewPage(0),
            Verb::ReviewPage(u32::MAX),
        ];
        let take =
            (pile, any::<u64>()).prop_map(|(pile, rendering)| Verb::Take { pile, rendering });
        prop_oneof![prop::sample::select(plain.to_vec()), take, anew]
    }

    proptest! {
        #[test]
        fn an_id_reads_back_as_what_was_written_and_fits(game in 0..i64::MAX, ply: u32, verb in any_verb()) {
            let control = Control { game: GameId(game), ply, verb };
            let id = control.to_string();
            prop_assert!(id.len() <= 100, "{id}");
            prop_assert_eq!(id.parse(), Ok(control));
        }

        #[test]
        fn any_string_is_read_or_refused(id in "\\PC*") {
            if let Ok(control) = id.parse::<Control>() {
                prop_assert_eq!(control.to_string(), id);
            }
        }

        #[test]
        fn an_almost_right_id_is_read_or_refused(id in "w1:[0-9+-]{0,22}:[0-9]{0,12}:(take|anew|hint)(:[a-z0-9]{0,8}){0,5}") {
            let _read_or_refused = id.parse::<Control>();
        }
    }
}
