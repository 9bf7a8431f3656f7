//! The root commands. All have the same subcommands; each reads and completes positions and moves in its own way.

mod nim;
pub(in crate::discord) mod options;
mod wythoff;

use crate::rules::Variant;

/// A root command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum Root {
    /// `/wythoff`: one game, with its piles as numbers.
    Wythoff,
    /// `/nim`: every game, in notation.
    Nim,
}

impl Root {
    /// Every root.
    pub(in crate::discord) const ALL: [Self; 2] = [Self::Wythoff, Self::Nim];

    /// Its name, as Discord sends it.
    pub(in crate::discord) const fn name(self) -> &'static str {
        match self {
            Self::Wythoff => "wythoff",
            Self::Nim => "nim",
        }
    }

    /// The root with that name.
    pub(in crate::discord) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|root| root.name() == name)
    }

    /// The root of a game: the one that a board names.
    pub(in crate::discord) fn of(variant: Variant) -> Self {
        if variant == Variant::Wythoff {
            Self::Wythoff
        } else {
            Self::Nim
        }
    }

    /// The game that is meant if none is named.
    pub(in crate::discord) const fn usual_game(self) -> Variant {
        match self {
            Self::Wythoff => Variant::Wythoff,
            Self::Nim => Variant::Nim,
        }
    }

    /// The only game of the root, if it has only one.
    pub(in crate::discord) const fn only_game(self) -> Option<Variant> {
        match self {
            Self::Wythoff => Some(Variant::Wythoff),
            Self::Nim => None,
        }
    }
}
