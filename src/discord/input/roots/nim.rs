//! `/nim`: options to positions of any game, in notation.

use serenity::all::CreateCommandOption;

use crate::discord::input::option::{
    BadOptions, Given, GivenMove, check_length, choice, choices, completed, number, only, text,
};
use crate::discord::input::written_position;
use crate::discord::text::{Key, Texts, key};
use crate::records::words;
use crate::rules::{Ending, Options, Position, Variant};
use crate::service::ChallengeFrom;

/// The game that is meant if none is named.
const GAME: Variant = Variant::Nim;

words! {
    Ending:
        Self::Normal => "wins",
        Self::Misere => "loses";
}

/// The games as choices. There is room for such a list where a game begins; elsewhere there is completion.
fn variants(texts: &Texts) -> CreateCommandOption {
    let option = text(texts, key!("option-variant"));
    Variant::ALL.iter().fold(option, |option, &variant| {
        choice(texts, option, variant.key(), |language| {
            language.game_name(variant)
        })
    })
}

fn rules(texts: &Texts) -> Vec<CreateCommandOption> {
    let last = choices(texts, key!("option-last"), |ending| match ending {
        Ending::Normal => key!("choice-last-wins"),
        Ending::Misere => key!("choice-last-loses"),
    });
    vec![
        last,
        number(texts, key!("option-most"), 1),
        number(texts, key!("option-heaps"), 1),
    ]
}

/// The options of a position to play from, of which the position has that name.
pub(in crate::discord) fn start(texts: &Texts, position: Key) -> Vec<CreateCommandOption> {
    [variants(texts), completed(texts, position)]
        .into_iter()
        .chain(rules(texts))
        .collect()
}

/// The options of a position to solve.
pub(in crate::discord) fn solve(texts: &Texts) -> Vec<CreateCommandOption> {
    let position = completed(texts, key!("option-position-to-solve")).required(true);
    let variant = completed(texts, key!("option-variant"));
    [position, variant]
        .into_iter()
        .chain(rules(texts))
        .collect()
}

/// The options of a move.
pub(in crate::discord) fn mv(texts: &Texts) -> Vec<CreateCommandOption> {
    vec![completed(texts, key!("option-move")).required(true)]
}

/// The positions that options give: several if no game is named and each has such a position. The first opening of the game if no position
/// is given.
pub(in crate::discord) fn read_positions(given: Given<'_>) -> Result<Vec<Position>, BadOptions> {
    let (variant, options) = (given.variant()?, read_rules(given)?);
    let bad = |variant| move |problem| BadOptions::Position(variant, problem);
    let Some(written) = given.text("position")? else {
        let variant = variant.unwrap_or(GAME);
        let opening = Position::openings(variant).first();
        let opening = opening.ok_or(BadOptions::NoSuchVariant)?;
        let read = Position::read(variant, options.or(opening.options), opening.position);
        return Ok(vec![read.map_err(bad(variant))?]);
    };
    let notation = written_position::notation(given.language(), written);
    let notation = notation.map_err(BadOptions::Ambiguous)?;
    let meant = match variant {
        Some(variant) => {
            vec![Position::read(variant, options, &notation).map_err(bad(variant))?]
        }
        None => Position::meant(options, &notation)
            .map_err(|(variant, problem)| BadOptions::Position(variant, problem))?,
    };
    meant.into_iter().map(check_length).collect()
}

/// What the last move does, and how much a move takes.
fn read_rules(given: Given<'_>) -> Result<Options, BadOptions> {
    Ok(Options {
        ending: given.word("last")?,
        most: given.number("most")?,
        heaps: given.number("heaps")?,
    })
}

/// The position of a challenge. It is drawn if it is left out.
pub(in crate::discord) fn read_challenge(given: Given<'_>) -> Result<ChallengeFrom, BadOptions> {
    if given.value("position").is_some() {
        return only(read_positions(given)?).map(ChallengeFrom::Position);
    }
    Ok(ChallengeFrom::Drawn {
        variant: given.variant()?.unwrap_or(GAME),
        options: read_rules(given)?,
        heaps: Vec::new(),
    })
}

/// The move that options give.
pub(in crate::discord) fn read_move(given: Given<'_>) -> Result<GivenMove, BadOptions> {
    let text = given.text("move")?.ok_or(BadOptions::Unknown)?;
    Ok(GivenMove::Text(text.to_owned()))
}
