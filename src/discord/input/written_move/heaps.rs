//! Amounts that are taken from heaps: `3 from the left`, or `2 from a and 3 from c`.

use super::words::{Token, Unclear, Words, tokens};
use crate::discord::text::key;
use nim_games::{HeapSet, List, ListKind, MAX_HEAPS, Move, Position};

/// What a token of the text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Amount(Amount),
    /// The heaps that an amount refers to.
    Of(ListKind),
    /// The amount is taken from each of the heaps that follow.
    Each,
    And,
    Comma,
}

/// An amount in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Amount {
    Number(u64),
    /// The word for 1. After a name it can stand for the heap: "the left one".
    One,
    /// Everything that is there.
    All,
}

impl Amount {
    /// The number of objects that this amount means for a list. "All" has a meaning only for heaps
    /// to take from.
    fn of(self, at: Position, kind: ListKind) -> Result<u64, Unclear> {
        match (self, kind) {
            (Self::Number(number), _) => Ok(number),
            (Self::One, _) => Ok(1),
            (Self::All, ListKind::Take(taken)) => Ok(all_of(at, taken)),
            (Self::All, ListKind::Count | ListKind::Split(_) | ListKind::Place) => {
                Err(Unclear::NoWholeNumber)
            }
        }
    }
}

/// A move with one amount from one list. If the text names no list, `lists` has to contain exactly
/// one.
pub(super) fn of_one_list(
    words: Words<'_>,
    at: Position,
    lists: &[List],
    given: &str,
) -> Result<Move, Unclear> {
    let mut said = Reader::new(words, at, lists).said(given)?;
    said.retain(|said| *said != Said::Comma);
    let (amount, named) = amount_and_name(&said)?;
    let kind = match (named, lists) {
        (Some(named), _) => named,
        (None, [only]) => only.kind,
        (None, _) => return Err(Unclear::WhichHeap),
    };
    let amount = amount.of(at, kind)?;
    let list = List { kind, most: amount };
    Ok(list.mv(amount))
}

/// A move that takes from several heaps: a separate amount from each, `2 from a and 3 from c`, or
/// the same from each, `2 each from a and c`. No heap may be named twice.
pub(super) fn of_several(words: Words<'_>, at: Position, given: &str) -> Result<Move, Unclear> {
    let mut said = Reader::new(words, at, &[]).said(given)?;
    if let [amount @ Said::Amount(_), Said::Each, named @ ..] = said.as_slice() {
        let spread = named.iter().flat_map(|&said| {
            if let Said::Of(_) = said {
                vec![*amount, said, Said::And]
            } else {
                vec![said]
            }
        });
        said = spread.collect();
    }
    let parts = said.split(|said| matches!(said, Said::And | Said::Comma));
    let mut amounts = [0; MAX_HEAPS];
    for part in parts.filter(|part| !part.is_empty()) {
        let (amount, Some(kind @ ListKind::Take(from))) = amount_and_name(part)? else {
            return Err(Unclear::WhichHeap);
        };
        let amount = amount.of(at, kind)?;
        for heap in from.iter() {
            let known = amounts.get_mut(heap).ok_or(Unclear::NoSuchHeap)?;
            if std::mem::replace(known, amount) > 0 {
                return Err(Unclear::Unreadable);
            }
        }
    }
    if amounts == [0; MAX_HEAPS] {
        return Err(Unclear::Empty);
    }
    Ok(Move::Take(amounts))
}

/// The only amount that is said, and the only list that is named.
fn amount_and_name(said: &[Said]) -> Result<(Amount, Option<ListKind>), Unclear> {
    let mut amounts = Vec::new();
    let mut named = None;
    for (index, &said_here) in said.iter().enumerate() {
        let is_after_name = index
            .checked_sub(1)
            .is_some_and(|before| matches!(said.get(before), Some(Said::Of(_))));
        match said_here {
            Said::Amount(amount) => amounts.push((amount, is_after_name)),
            Said::Of(kind) if named.is_none_or(|named| named == kind) => named = Some(kind),
            Said::Of(_) | Said::Each | Said::And | Said::Comma => return Err(Unclear::Unreadable),
        }
    }
    if amounts.len() > 1 {
        amounts.retain(|&amount| amount != (Amount::One, true));
    }
    match *amounts {
        [(amount, _)] => Ok((amount, named)),
        _ => Err(Unclear::Unreadable),
    }
}

/// Reads texts about the lists of one position.
struct Reader<'a> {
    words: Words<'a>,
    /// How many heaps there are.
    heaps: usize,
    /// The lists and their names, including the lists of heaps that are now empty.
    names: Vec<(ListKind, String)>,
}

impl<'a> Reader<'a> {
    fn new(words: Words<'a>, at: Position, lists: &[List]) -> Self {
        let heaps = at.shape().lettered().unwrap_or_default().len();
        let mut taken: Vec<HeapSet> = (0..heaps).map(HeapSet::one).collect();
        let others = lists.iter().filter_map(|list| match list.kind {
            ListKind::Take(heaps) => Some(heaps),
            ListKind::Count | ListKind::Split(_) | ListKind::Place => None,
        });
        let others: Vec<HeapSet> = others.filter(|heaps| !taken.contains(heaps)).collect();
        taken.extend(others);
        let language = words.language;
        let name = |heaps: HeapSet| language.of_heaps(at.variant(), heaps, Some("words"), 0);
        let names = taken.into_iter();
        Self {
            words,
            heaps,
            names: names
                .map(|heaps| (ListKind::Take(heaps), name(heaps).to_lowercase()))
                .collect(),
        }
    }

    fn said(&self, given: &str) -> Result<Vec<Said>, Unclear> {
        let language = self.words.language;
        let separator = language.say(key!("digit-group-separator"));
        let joins = |c: char| c.is_whitespace() || c == '.' || separator.contains(c);
        let tokens = tokens(given, joins);
        let mut said = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            let next = tokens.get(index + 1);
            let before = index.checked_sub(1).and_then(|before| tokens.get(before));
            let is_from =
                matches!(before, Some(Token::Word(before)) if self.words.is("from", before));
            let piece = match token {
                Token::Word(word) if is_from && has_amount(&said) && self.words.is("all", word) => {
                    Some(Said::Of(ListKind::Take(HeapSet::first(self.heaps))))
                }
                Token::Word(word) => self.word(word, next)?,
                Token::Number(number) => {
                    let number = whole_number(number, &separator);
                    let number = number.ok_or(Unclear::NoWholeNumber)?;
                    Some(Said::Amount(Amount::Number(number)))
                }
                Token::Mark(',' | ';') => Some(Said::Comma),
                Token::Mark('&') => Some(Said::And),
                Token::Mark(':') => None,
                Token::Mark('-' | '–' | '−')
                    if matches!(next, Some(Token::Number(_))) && !has_amount(&said) =>
                {
                    return Err(Unclear::Negative);
                }
                Token::Mark(_) => return Err(Unclear::Unreadable),
            };
            let is_amount = matches!(piece, Some(Said::Amount(_)));
            // "2 heaps" does not mean 2 from a heap.
            if is_amount && matches!(next, Some(Token::Word(next)) if self.words.is("heaps", next))
            {
                return Err(Unclear::Unreadable);
            }
            said.extend(piece);
        }
        Ok(said)
    }

    /// What a word says. `None` if it has no meaning of its own; an error if it is not understood.
    fn word(&self, word: &str, next: Option<&Token>) -> Result<Option<Said>, Unclear> {
        let words = self.words;
        if words.is_article(word, next) {
            return Ok(None);
        }
        let mut names = self.names.iter();
        let is_name = |(_, names): &&(ListKind, String)| {
            let mut names = names.split_whitespace();
            names.any(|name| name == word)
        };
        if let Some((named, _)) = names.find(is_name) {
            Ok(Some(Said::Of(*named)))
        } else if let Some(number) = words.number(word) {
            let amount = match number {
                1 => Amount::One,
                number => Amount::Number(number),
            };
            Ok(Some(Said::Amount(amount)))
        } else if words.is("all", word) {
            Ok(Some(Said::Amount(Amount::All)))
        } else if words.is_idle(word) || words.is_noun(word) || words.is("take", word) {
            Ok(None)
        } else if words.is("each", word) {
            Ok(Some(Said::Each))
        } else if words.is("and", word) {
            Ok(Some(Said::And))
        } else if word.chars().count() == 1 {
            Err(Unclear::NoSuchHeap)
        } else {
            Err(Unclear::Unreadable)
        }
    }
}

fn has_amount(said: &[Said]) -> bool {
    said.iter().any(|said| matches!(said, Said::Amount(_)))
}

/// The size of the largest heap in `taken`, but at least 1. If the heaps differ or are empty, the
/// resulting move is illegal, and the game explains why.
fn all_of(at: Position, taken: HeapSet) -> u64 {
    let heaps = at.shape().lettered().unwrap_or_default();
    let sizes = taken.iter().filter_map(|heap| heaps.get(heap));
    sizes.copied().max().unwrap_or(0).max(1)
}

/// A number as people write it: digits, perhaps in groups of three. Returns `None` for anything
/// else: "1,5" may mean one and a half. A number that is too large becomes `u64::MAX`, which is
/// more than any heap holds.
pub(super) fn whole_number(given: &str, separator: &str) -> Option<u64> {
    let groups: Vec<&str> = given
        .split(|c: char| c.is_whitespace() || separator.contains(c))
        .collect();
    let are_digits = groups
        .iter()
        .all(|group| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()));
    let (first, others) = groups.split_first()?;
    let are_grouped =
        others.is_empty() || first.len() <= 3 && others.iter().all(|group| group.len() == 3);
    (are_digits && are_grouped).then(|| groups.concat().parse().unwrap_or(u64::MAX))
}
