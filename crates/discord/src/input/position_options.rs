//! The options that choose a game and a position: the piles of Wythoff's game as numbers, or a game
//! and a position in its notation; and the options of the rules.

use serenity::all::CreateCommandOption;

use crate::input::option::{
    BadOptions, GivenOptions, MAX_START, check_length, choices, number, only_position,
    opening_named, text_with_completion,
};
use crate::input::written_position::{self, TwoReadings};
use crate::text::{Texts, key};
use nim_games::{Ending, Options, Position, Size, Variant};
use wythoff_service::ChallengePosition;

/// The game that is meant if none is named: the one that the bot is named after.
pub(crate) const USUAL_GAME: Variant = Variant::Wythoff;

/// What the options say.
pub(crate) enum GivenPosition {
    Nothing,
    Game(Variant, Options),
    /// The positions that are meant: several if no game is named and the notation fits several
    /// games.
    Positions(Vec<Position>),
}

/// The option `last` as it is registered.
pub(crate) fn last(texts: &Texts) -> CreateCommandOption {
    choices(texts, key!("option-last"), |ending| match ending {
        Ending::Normal => key!("choice-last-wins"),
        Ending::Misere => key!("choice-last-loses"),
    })
}

/// The options as they are registered.
pub(crate) fn options(texts: &Texts) -> Vec<CreateCommandOption> {
    vec![
        number(texts, key!("option-a"), 0),
        number(texts, key!("option-b"), 0),
        text_with_completion(texts, key!("option-game")),
        text_with_completion(texts, key!("option-position")),
        last(texts),
        number(texts, key!("option-most"), 1),
        number(texts, key!("option-heaps"), 1),
    ]
}

/// Reads the options.
///
/// # Errors
/// If there is no such position, or if options contradict each other.
pub(crate) fn read(given: GivenOptions<'_>) -> Result<GivenPosition, BadOptions> {
    let (variant, options) = (given.game()?, read_rules(given)?);
    let opening = given.text("game")?.and_then(opening_named);
    let options = variant.map_or(options, |variant| Position::usual_options(variant, options));
    let opening_name = opening.and_then(|(_, opening)| opening.name);
    let written = given.text("position")?.or(opening_name);
    let piles = (given.number("a")?, given.number("b")?);
    let other_game = variant.filter(|&variant| variant != USUAL_GAME);
    if let (Some(other), true) = (other_game, piles != (None, None)) {
        return Err(BadOptions::PilesOfOtherGame(other));
    }
    match piles {
        (None, None) => {}
        (Some(_), None) => return Err(BadOptions::OnePile { missing: "b" }),
        (None, Some(_)) => return Err(BadOptions::OnePile { missing: "a" }),
        (Some(_), Some(_)) if written.is_some() => return Err(BadOptions::PilesAndPosition),
        (Some(a), Some(b)) => {
            let position = position(USUAL_GAME, options, &format!("{a} {b}"))?;
            return Ok(GivenPosition::Positions(vec![position]));
        }
    }
    let Some(written) = written else {
        return match (variant, options.first_given()) {
            (Some(variant), _) => Ok(GivenPosition::Game(variant, options)),
            (None, Some(option)) => Err(BadOptions::OptionOfWhichGame(option)),
            (None, None) => Ok(GivenPosition::Nothing),
        };
    };
    let notation = written_position::notation(given.language(), written);
    let notation = notation.map_err(|readings| match readings {
        // No position is that long, however it is meant.
        TwoReadings { ref one_number, .. } if one_number.len() > MAX_START => BadOptions::TooLong,
        readings @ TwoReadings { .. } => BadOptions::Ambiguous(readings),
    })?;
    let meant = match variant {
        Some(variant) => vec![position(variant, options, &notation)?],
        None => Position::meanings(options, &notation)
            .map_err(|(variant, problem)| BadOptions::Position(variant, problem))?,
    };
    let meant: Result<_, _> = meant.into_iter().map(check_length).collect();
    meant.map(GivenPosition::Positions)
}

/// Reads the options of the rules: whether the last move wins or loses, and the limits of a move.
/// The option `game` can also name an opening, such as `marienbad`. Its rules then hold for any position.
fn read_rules(given: GivenOptions<'_>) -> Result<Options, BadOptions> {
    let options = Options {
        ending: given.word("last")?,
        most: given.number("most")?,
        heaps: given.number("heaps")?,
    };
    let opening = given.text("game")?.and_then(opening_named);
    let named = opening.map(|(_, opening)| opening.options);
    Ok(options.or(named.unwrap_or_default()))
}

fn position(variant: Variant, options: Options, notation: &str) -> Result<Position, BadOptions> {
    let read = Position::read(variant, options, notation);
    read.map_err(|problem| BadOptions::Position(variant, problem))
}

/// The usual opening of a game with the given options.
pub(crate) fn opening(variant: Variant, options: Options) -> Result<Position, BadOptions> {
    let read = Position::usual(variant, options);
    read.map_err(|problem| BadOptions::Position(variant, problem))
}

/// A position of the game that the option `game` names, with the options of its rules: those of the
/// opening with that name, unless others are given.
pub(crate) fn named_game(given: GivenOptions<'_>) -> Result<Option<Position>, BadOptions> {
    let options = read_rules(given)?;
    let Some(variant) = given.game()? else {
        return match options.first_given() {
            Some(option) => Err(BadOptions::OptionOfWhichGame(option)),
            None => Ok(None),
        };
    };
    let named = given.text("game")?.and_then(opening_named);
    match named {
        Some((_, named)) => position(variant, options, named.position).map(Some),
        None => opening(variant, options).map(Some),
    }
}

/// A challenge from a random position of a game, with its usual options.
pub(crate) fn drawn_challenge(variant: Variant, size: Size) -> ChallengePosition {
    let options = Position::usual_options(variant, Options::default());
    ChallengePosition::Drawn(variant, options, size)
}

impl GivenPosition {
    /// The positions: the usual opening if only a game is named. Returns `None` if nothing is
    /// given.
    pub(crate) fn positions(self) -> Result<Option<Vec<Position>>, BadOptions> {
        match self {
            Self::Nothing => Ok(None),
            Self::Game(variant, options) => {
                opening(variant, options).map(|start| Some(vec![start]))
            }
            Self::Positions(meant) => Ok(Some(meant)),
        }
    }

    /// The position of a challenge. If none is given, it is drawn at random, small unless another
    /// size is given.
    pub(crate) fn for_challenge(self, size: Option<Size>) -> Result<ChallengePosition, BadOptions> {
        let drawn_size = size.unwrap_or(Size::Small);
        match self {
            Self::Nothing => Ok(drawn_challenge(USUAL_GAME, drawn_size)),
            Self::Game(variant, options) => {
                Ok(ChallengePosition::Drawn(variant, options, drawn_size))
            }
            Self::Positions(_) if size.is_some() => Err(BadOptions::SizeAndPosition),
            Self::Positions(meant) => only_position(meant).map(ChallengePosition::Position),
        }
    }
}
