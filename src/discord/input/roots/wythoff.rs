//! `/wythoff`: options to positions and moves. The piles are numbers, and a move names its pile.

use serenity::all::CreateCommandOption;

use crate::discord::input::option::{BadOptions, Given, GivenMove, choices, number};
use crate::discord::text::{Key, Texts, key};
use crate::records::words;
use crate::rules::wythoff::Wythoff;
use crate::rules::{HeapSet, ListKind, Move, Options, Position, Variant};
use crate::service::ChallengeFrom;

/// Its game.
const GAME: Variant = Variant::Wythoff;

/// Where a move takes from, as an option says it.
#[derive(Clone, Copy)]
enum Pile {
    Left,
    Right,
    Both,
}

impl Pile {
    fn heaps(self) -> HeapSet {
        match self {
            Self::Left => HeapSet::one(0),
            Self::Right => HeapSet::one(1),
            Self::Both => HeapSet::first(2),
        }
    }
}

words! {
    Pile:
        Self::Left => "left",
        Self::Right => "right",
        Self::Both => "both";
}

/// The options of a position.
pub(in crate::discord) fn position(texts: &Texts) -> Vec<CreateCommandOption> {
    let pile = |key: Key| number(texts, key, 0).required(true);
    vec![pile(key!("option-a")), pile(key!("option-b"))]
}

/// The options of a challenge's position.
pub(in crate::discord) fn challenge(texts: &Texts) -> Vec<CreateCommandOption> {
    vec![
        number(texts, key!("option-a-of-challenge"), 0),
        number(texts, key!("option-b-of-challenge"), 0),
    ]
}

/// The options of a move.
pub(in crate::discord) fn mv(texts: &Texts) -> Vec<CreateCommandOption> {
    let from = choices(texts, key!("option-pile"), |pile| match pile {
        Pile::Left => key!("choice-left"),
        Pile::Right => key!("choice-right"),
        Pile::Both => key!("choice-both"),
    });
    let amount = number(texts, key!("option-amount"), 1).required(true);
    vec![from.required(true), amount.set_autocomplete(true)]
}

/// The position that options give.
pub(in crate::discord) fn read_position(given: Given<'_>) -> Result<Position, BadOptions> {
    let pile = |name| given.number(name)?.ok_or(BadOptions::Unknown);
    Ok(Wythoff::of([pile("a")?, pile("b")?]).into())
}

/// The position of a challenge. A pile that is left out is drawn.
pub(in crate::discord) fn read_challenge(given: Given<'_>) -> Result<ChallengeFrom, BadOptions> {
    Ok(ChallengeFrom::Drawn {
        variant: GAME,
        options: Options::default(),
        heaps: vec![given.number("a")?, given.number("b")?],
    })
}

/// The move that options give.
pub(in crate::discord) fn read_move(given: Given<'_>) -> Result<GivenMove, BadOptions> {
    let pile: Pile = given.word("pile")?.ok_or(BadOptions::Unknown)?;
    let amount = given.number("amount")?.ok_or(BadOptions::Unknown)?;
    Ok(GivenMove::Move(Move::take_from(pile.heaps(), amount)))
}

/// The pile that is named, while the amount is being typed.
pub(in crate::discord) fn read_list(given: Given<'_>) -> Option<ListKind> {
    let pile: Pile = given.word("pile").ok().flatten()?;
    Some(ListKind::Take(pile.heaps()))
}
