//! `/nim`: options to positions of any game, in notation.

use serenity::all::CreateCommandOption;

use crate::discord::option::{
    BadOptions, Given, GivenMove, check_length, choice, choices, completed, number, text,
};
use crate::discord::roots::Root;
use crate::discord::text::{Key, Texts, key};
use crate::records::words;
use crate::rules::{Ending, Options, Position, Variant};
use crate::service::ChallengeFrom;

/// The game that is meant if none is named.
pub(in crate::discord) const GAME: Variant = Root::Nim.usual_game();

words! {
    Ending:
        Self::Normal => "wins",
        Self::Misere => "loses";
}

/// The games as choices: a list where there is room, completion elsewhere.
pub(in crate::discord) fn variants(texts: &Texts) -> CreateCommandOption {
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
    vec![last, number(texts, key!("option-most"), 1)]
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

/// The game that an option names. A name that was typed freely may be one in any case.
pub(in crate::discord) fn read_variant(given: Given<'_>) -> Result<Option<Variant>, BadOptions> {
    let named = given
        .text("variant")?
        .map(|name| name.trim().to_lowercase());
    let read = named.map(|name| Variant::from_key(&name).ok_or(BadOptions::NoSuchVariant));
    read.transpose()
}

/// The game that is meant by a position alone: the first that has such a position, or an opening of that name.
fn meant(given: Given<'_>) -> Option<Variant> {
    let notation = given.text("position").ok()??;
    let has_it = |&variant: &Variant| Position::read(variant, Options::default(), notation).is_ok();
    let games = Variant::ALL.iter().copied();
    std::iter::once(GAME).chain(games).find(has_it)
}

fn read_rules(given: Given<'_>) -> Result<(Variant, Options), BadOptions> {
    let variant = read_variant(given)?
        .or_else(|| meant(given))
        .unwrap_or(GAME);
    let (ending, most) = (given.word("last")?, given.number("most")?);
    Ok((variant, Options { ending, most }))
}

/// The position that options give: the first opening of the game if there is none.
pub(in crate::discord) fn read_position(given: Given<'_>) -> Result<Position, BadOptions> {
    let (variant, options) = read_rules(given)?;
    let opening = Position::openings(variant).first();
    let read = match (given.text("position")?, opening) {
        (Some(notation), _) => Position::read(variant, options, notation),
        (None, Some(opening)) => {
            Position::read(variant, options.or(opening.options), opening.position)
        }
        (None, None) => return Err(BadOptions::NoSuchVariant),
    };
    check_length(read.map_err(|problem| BadOptions::Position(variant, problem))?)
}

/// The position of a challenge. It is drawn if it is left out.
pub(in crate::discord) fn read_challenge(given: Given<'_>) -> Result<ChallengeFrom, BadOptions> {
    if given.value("position").is_some() {
        return read_position(given).map(ChallengeFrom::Position);
    }
    let (variant, options) = read_rules(given)?;
    Ok(ChallengeFrom::Drawn {
        variant,
        options,
        heaps: Vec::new(),
    })
}

/// The move that options give.
pub(in crate::discord) fn read_move(given: Given<'_>) -> Result<GivenMove, BadOptions> {
    let text = given.text("move")?.ok_or(BadOptions::Unknown)?;
    Ok(GivenMove::Text(text.to_owned()))
}
