//! Which root reads which options: the one place that knows what the roots differ in.

use serenity::all::CreateCommandOption;

use super::{Root, nim, wythoff};
use crate::discord::input::option::{BadOptions, Given, GivenMove, completed};
use crate::discord::text::{Texts, key};
use crate::rules::{ListKind, Position, Variant};
use crate::service::ChallengeFrom;

/// The options of a root's subcommands that are about positions and moves.
pub(in crate::discord) struct RootOptions {
    /// Of a game to start.
    pub(in crate::discord) start: Vec<CreateCommandOption>,
    /// Of a challenge.
    pub(in crate::discord) challenge: Vec<CreateCommandOption>,
    /// Of a move.
    pub(in crate::discord) mv: Vec<CreateCommandOption>,
    /// Of a position to solve.
    pub(in crate::discord) solve: Vec<CreateCommandOption>,
    /// Which game.
    pub(in crate::discord) variant: Option<CreateCommandOption>,
}

impl Root {
    pub(in crate::discord) fn options(self, texts: &Texts) -> RootOptions {
        match self {
            Self::Wythoff => RootOptions {
                start: wythoff::position(texts),
                challenge: wythoff::challenge(texts),
                mv: wythoff::mv(texts),
                solve: wythoff::position(texts),
                variant: None,
            },
            Self::Nim => RootOptions {
                start: nim::start(texts, key!("option-position")),
                challenge: nim::start(texts, key!("option-position-of-challenge")),
                mv: nim::mv(texts),
                solve: nim::solve(texts),
                variant: Some(completed(texts, key!("option-variant"))),
            },
        }
    }

    /// The positions that options give: several if they can be of several games.
    pub(in crate::discord) fn read_positions(
        self,
        given: Given<'_>,
    ) -> Result<Vec<Position>, BadOptions> {
        match self {
            Self::Wythoff => Ok(vec![wythoff::read_position(given)?]),
            Self::Nim => nim::read_positions(given),
        }
    }

    /// The game that options name.
    pub(in crate::discord) fn read_variant(
        self,
        given: Given<'_>,
    ) -> Result<Option<Variant>, BadOptions> {
        match self {
            Self::Wythoff => Ok(None),
            Self::Nim => given.variant(),
        }
    }

    /// The position of a challenge.
    pub(in crate::discord) fn read_challenge(
        self,
        given: Given<'_>,
    ) -> Result<ChallengeFrom, BadOptions> {
        match self {
            Self::Wythoff => wythoff::read_challenge(given),
            Self::Nim => nim::read_challenge(given),
        }
    }

    /// The move that options give.
    pub(in crate::discord) fn read_move(self, given: Given<'_>) -> Result<GivenMove, BadOptions> {
        match self {
            Self::Wythoff => wythoff::read_move(given),
            Self::Nim => nim::read_move(given),
        }
    }

    /// Where the move takes from whose amount is being typed.
    pub(in crate::discord) fn read_list(self, given: Given<'_>) -> Option<ListKind> {
        match self {
            Self::Wythoff => wythoff::read_list(given),
            Self::Nim => None,
        }
    }
}
