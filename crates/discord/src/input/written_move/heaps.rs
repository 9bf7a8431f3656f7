//! Amounts that are taken from heaps: `3 from the left`, or `2 from a and 3 from c`.

use super::words::{Token, Unclear, Words, tokens};
use crate::text::key;
use nim_games::{Choices, HeapSet, List, ListKind, MAX_HEAPS, Move, Position};

/// What a token of the text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Amount(Amount),
    /// The heaps that an amount refers to.
    Heaps(ListKind),
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
    /// A number that has to be everything that is there: "all 3".
    AllOf(u64),
}

impl Amount {
    /// The number of objects that this amount means for a list. "All" has a meaning only for heaps
    /// to take from.
    fn number_for(self, at: Position, kind: ListKind) -> Result<u64, Unclear> {
        match (self, kind) {
            (Self::Number(number), _) => Ok(number),
            (Self::One, _) => Ok(1),
            (Self::All, ListKind::Take(heaps)) => Ok(all_of(at, heaps)),
            (Self::AllOf(number), ListKind::Take(heaps)) if number == all_of(at, heaps) => {
                Ok(number)
            }
            (Self::AllOf(_), _) => Err(Unclear::Unreadable),
            (Self::All, ListKind::Count | ListKind::Split(_) | ListKind::Place) => {
                Err(Unclear::NotAWholeNumber)
            }
        }
    }
}

/// A move with one amount from one list. If the text names no list, `lists` has to contain exactly
/// one.
pub(super) fn read_one_list(
    words: Words<'_>,
    at: Position,
    lists: &[List],
    text: &str,
) -> Result<Move, Unclear> {
    let mut meanings = Reader::new(words, at, lists).meanings(text)?;
    meanings.retain(|meaning| *meaning != Meaning::Comma);
    if let Some(mv) = each_with_its_amount(&meanings) {
        return Ok(mv);
    }
    join_names(&mut meanings, lists);
    let (amount, named) = amount_and_name(&meanings)?;
    let kind = match (named, lists) {
        (Some(named), _) => named,
        (None, [only]) => only.kind,
        (None, _) => return Err(Unclear::WhichHeap),
    };
    let amount = amount.number_for(at, kind)?;
    // `List::mv` does not use `most`; whether the move is legal is checked later.
    let list = List { kind, most: amount };
    let mv = list.mv(amount);
    // "Everything left" may be all that remains, or all of the left pile.
    let all = HeapSet::first(at.shape().lettered().unwrap_or_default().len());
    let everything = Move::take_from(all, amount);
    let has_two_readings = says_what_remains(words, text) && everything != mv;
    if has_two_readings && at.play(everything).is_ok() {
        return Err(Unclear::TwoReadings(Box::new([mv, everything])));
    }
    Ok(mv)
}

/// The move of a text that gives each of several heaps an amount: "1 left and 1 down", "left 1 down 1".
/// Whether a move may take from them together is checked later.
fn each_with_its_amount(meanings: &[Meaning]) -> Option<Move> {
    let parts = meanings.iter().filter(|it| **it != Meaning::And);
    let parts: Vec<Meaning> = parts.copied().collect();
    let (mut amounts, mut named) = ([0; MAX_HEAPS], HeapSet::first(0));
    for part in parts.chunks(2) {
        let ([Meaning::Amount(amount), Meaning::Heaps(kind)]
        | [Meaning::Heaps(kind), Meaning::Amount(amount)]) = *part
        else {
            return None;
        };
        let (Amount::Number(_) | Amount::One, ListKind::Take(heaps)) = (amount, kind) else {
            return None;
        };
        for heap in heaps.iter() {
            if named.iter().any(|known| known == heap) {
                return None;
            }
            *amounts.get_mut(heap)? = match amount {
                Amount::Number(number) => number,
                Amount::One | Amount::All | Amount::AllOf(_) => 1,
            };
            named = named.with(HeapSet::one(heap));
        }
    }
    (parts.len() > 2).then_some(Move::Take(amounts))
}

/// Makes one name of two that are joined by "and", if a list takes from both: "left and down".
fn join_names(meanings: &mut Vec<Meaning>, lists: &[List]) {
    let joined = |names: &[Meaning]| match *names {
        [
            Meaning::Heaps(ListKind::Take(one)),
            Meaning::And,
            Meaning::Heaps(ListKind::Take(other)),
        ] if one
            .iter()
            .all(|heap| other.iter().all(|known| known != heap)) =>
        {
            let both = ListKind::Take(one.with(other));
            let exists = lists.iter().any(|list| list.kind == both);
            exists.then_some(Meaning::Heaps(both))
        }
        _ => None,
    };
    let mut found = (0..).zip(meanings.windows(3)).filter_map(|(at, names)| {
        let joined = joined(names)?;
        Some((at, joined))
    });
    if let Some((at, both)) = found.next() {
        meanings.splice(at..at + 3, [both]);
    }
}

/// Whether a text says "all left", and no noun follows. Then "left" means what remains, or the left pile.
fn says_what_remains(words: Words<'_>, text: &str) -> bool {
    let tokens = tokens(text, |_| false);
    let is_of_kind = |token: Option<&Token>, kind| matches!(token, Some(Token::Word(word)) if words.is_of_kind(kind, word));
    (0..tokens.len()).any(|at| {
        let (next, after) = (tokens.get(at + 1), tokens.get(at + 2));
        let names_heap = matches!(after, Some(Token::Word(word)) if words.is_noun(word));
        is_of_kind(tokens.get(at), "all") && is_of_kind(next, "remaining") && !names_heap
    })
}

/// A move that takes from several heaps: a separate amount from each, `2 from a and 3 from c`, or
/// the same amount from each, `2 each from a and c`. No heap may be named twice.
pub(super) fn read_several_heaps(
    words: Words<'_>,
    at: Position,
    text: &str,
) -> Result<Move, Unclear> {
    let mut meanings = Reader::new(words, at, &[]).meanings(text)?;
    let without_commas = meanings.iter().filter(|it| **it != Meaning::Comma);
    let without_commas: Vec<Meaning> = without_commas.copied().collect();
    if let Some(mv) = each_with_its_amount(&without_commas) {
        return Ok(mv);
    }
    if let [Meaning::Amount(_), Meaning::Each] = *meanings {
        return Err(Unclear::WhichHeap);
    }
    if let [amount @ Meaning::Amount(_), Meaning::Each, named @ ..] = meanings.as_slice() {
        let spread = named.iter().flat_map(|&meaning| {
            if let Meaning::Heaps(_) = meaning {
                vec![*amount, meaning, Meaning::And]
            } else {
                vec![meaning]
            }
        });
        meanings = spread.collect();
    }
    let parts = meanings.split(|meaning| matches!(meaning, Meaning::And | Meaning::Comma));
    let (mut amounts, mut named) = ([0; MAX_HEAPS], HeapSet::first(0));
    for part in parts.filter(|part| !part.is_empty()) {
        let (amount, named_here) = amount_and_name(part)?;
        let heap_count = at.shape().lettered().unwrap_or_default().len();
        let only = (heap_count == 1).then_some(ListKind::Take(HeapSet::one(0)));
        let Some(kind @ ListKind::Take(from)) = named_here.or(only) else {
            return Err(Unclear::WhichHeap);
        };
        for heap in from.iter() {
            // "All from all" is all of each.
            let of_heap = match amount {
                Amount::All => ListKind::Take(HeapSet::one(heap)),
                Amount::Number(_) | Amount::One | Amount::AllOf(_) => kind,
            };
            let amount = amount.number_for(at, of_heap)?;
            *amounts.get_mut(heap).ok_or(Unclear::NoSuchHeap)? = amount;
            if named.iter().any(|known| known == heap) {
                return Err(Unclear::Unreadable);
            }
            named = named.with(HeapSet::one(heap));
        }
    }
    if amounts == [0; MAX_HEAPS] {
        return Err(Unclear::TakesNothing);
    }
    Ok(Move::Take(amounts))
}

/// The amount and the list that the words name. There has to be exactly one amount, and at most
/// one list.
fn amount_and_name(meanings: &[Meaning]) -> Result<(Amount, Option<ListKind>), Unclear> {
    let mut amounts = Vec::new();
    let mut named = None;
    for (index, &meaning) in meanings.iter().enumerate() {
        let is_after_name = index
            .checked_sub(1)
            .is_some_and(|previous| matches!(meanings.get(previous), Some(Meaning::Heaps(_))));
        match meaning {
            Meaning::Amount(amount) => amounts.push((amount, is_after_name)),
            Meaning::Heaps(kind) if named.is_none_or(|named| named == kind) => named = Some(kind),
            Meaning::Heaps(_) | Meaning::Each | Meaning::And | Meaning::Comma => {
                return Err(Unclear::Unreadable);
            }
        }
    }
    if amounts.len() > 1 {
        amounts.retain(|&amount| amount != (Amount::One, true));
    }
    match *amounts {
        [(amount, _)] => Ok((amount, named)),
        [(Amount::All, _), (Amount::Number(number), _)] => Ok((Amount::AllOf(number), named)),
        _ => Err(Unclear::Unreadable),
    }
}

/// Reads texts about the lists of one position.
struct Reader<'a> {
    words: Words<'a>,
    heap_count: usize,
    /// The largest heap, if there is only one.
    largest: Option<usize>,
    /// The lists and their names, including the lists of heaps that are now empty.
    names: Vec<(ListKind, String)>,
}

impl<'a> Reader<'a> {
    fn new(words: Words<'a>, at: Position, lists: &[List]) -> Self {
        let heap_count = at.shape().lettered().unwrap_or_default().len();
        let mut heap_sets: Vec<HeapSet> = (0..heap_count).map(HeapSet::one).collect();
        let others = lists.iter().filter_map(|list| match list.kind {
            ListKind::Take(heaps) => Some(heaps),
            ListKind::Count | ListKind::Split(_) | ListKind::Place => None,
        });
        let mut others: Vec<HeapSet> = others.filter(|heaps| !heap_sets.contains(heaps)).collect();
        // "Both" keeps its name while a pile is empty, so that the move is understood, and the game says
        // why it is illegal.
        let all = HeapSet::first(heap_count);
        if !lists.is_empty() && !others.contains(&all) && takes_from_all(at.example_start()) {
            others.push(all);
        }
        heap_sets.extend(others);
        let language = words.language;
        let name = |heaps: HeapSet| language.heaps_text(at.variant(), heaps, Some("words"), 0);
        let sizes = at.shape().lettered().unwrap_or_default().iter();
        let largest = sizes.clone().max().and_then(|largest| {
            let mut places = sizes.enumerate().filter(|(_, size)| *size == largest);
            let first = places.next().map(|(place, _)| place);
            first.filter(|_| places.next().is_none())
        });
        Self {
            words,
            heap_count,
            largest,
            names: heap_sets
                .into_iter()
                .map(|heaps| (ListKind::Take(heaps), name(heaps).to_lowercase()))
                .collect(),
        }
    }

    fn meanings(&self, text: &str) -> Result<Vec<Meaning>, Unclear> {
        let language = self.words.language;
        let separator = language.say(key!("digit-group-separator"));
        let joins = |c: char| c.is_whitespace() || c == '.' || separator.contains(c);
        let tokens = tokens(text, joins);
        let mut meanings = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            let next = tokens.get(index + 1);
            let previous = index.checked_sub(1).and_then(|index| tokens.get(index));
            if self.is_loose_ordinal(token, [previous, next]) {
                return Err(Unclear::Unreadable);
            }
            let is_after_from =
                matches!(previous, Some(Token::Word(word)) if self.words.is_of_kind("from", word));
            let meaning = match token {
                Token::Word(word)
                    if is_after_from
                        && has_amount(&meanings)
                        && self.words.is_of_kind("all", word) =>
                {
                    Some(Meaning::Heaps(ListKind::Take(HeapSet::first(
                        self.heap_count,
                    ))))
                }
                // "The largest one" is a heap, not an amount.
                Token::Word(word)
                    if self.words.number(word) == Some(1)
                        && matches!(previous, Some(Token::Word(name)) if self.is_description(name)) =>
                {
                    None
                }
                Token::Word(word) => self.word_meaning(word, next)?,
                Token::Number(number) => {
                    let number = whole_number(number, &separator)?;
                    Some(Meaning::Amount(Amount::Number(number)))
                }
                Token::Mark(',' | ';') => Some(Meaning::Comma),
                Token::Mark('&' | '+') => Some(Meaning::And),
                Token::Mark(':') => None,
                Token::Mark('-' | '–' | '−')
                    if matches!(next, Some(Token::Number(_)))
                        && !has_amount(&meanings)
                        // In "b-2" it is a hyphen.
                        && !matches!(meanings.last(), Some(Meaning::Heaps(_))) =>
                {
                    return Err(Unclear::TakesNothing);
                }
                Token::Mark(_) => return Err(Unclear::Unreadable),
            };
            let is_amount = matches!(meaning, Some(Meaning::Amount(_)));
            // "2 heaps" does not mean 2 from a heap.
            if is_amount
                && matches!(next, Some(Token::Word(next)) if self.words.is_of_kind("heaps", next))
            {
                return Err(Unclear::Unreadable);
            }
            meanings.extend(meaning);
        }
        Ok(meanings)
    }

    /// Whether a word counts beside a number or a description, and so names no heap: "one third", "the first two",
    /// "the second largest".
    fn is_loose_ordinal(&self, token: &Token, neighbours: [Option<&Token>; 2]) -> bool {
        let is_ordinal = matches!(token, Token::Word(word) if self.words.ordinal(word).is_some());
        let [_, next] = neighbours;
        let is_rank =
            matches!(next, Some(Token::Word(word)) if self.words.is_of_kind("largest", word));
        let mut neighbours = neighbours.into_iter().flatten();
        is_ordinal && (is_rank || neighbours.any(|it| self.is_number(it)))
    }

    fn is_number(&self, token: &Token) -> bool {
        match token {
            Token::Number(_) => true,
            Token::Word(word) => self.words.number(word).is_some(),
            Token::Mark(_) => false,
        }
    }

    /// Whether a word describes a heap: "third", "largest".
    fn is_description(&self, word: &str) -> bool {
        self.words.ordinal(word).is_some() || self.words.is_of_kind("largest", word)
    }

    /// What a word says. Returns `None` if the word has no meaning of its own, and an error if it
    /// is not understood.
    fn word_meaning(&self, word: &str, next: Option<&Token>) -> Result<Option<Meaning>, Unclear> {
        let words = self.words;
        if words.is_article(word, next) {
            return Ok(None);
        }
        let mut names = self.names.iter();
        let is_name = |(_, name): &&(ListKind, String)| {
            let mut parts = name.split_whitespace();
            parts.any(|part| part == word)
        };
        let heap = |heap| Meaning::Heaps(ListKind::Take(HeapSet::one(heap)));
        if let Some((kind, _)) = names.find(is_name) {
            Ok(Some(Meaning::Heaps(*kind)))
        } else if let Some(place) = words.ordinal(word) {
            let is_there = place < self.heap_count;
            is_there
                .then(|| Some(heap(place)))
                .ok_or(Unclear::NoSuchHeap)
        } else if words.is_of_kind("largest", word) {
            self.largest.map(heap).map(Some).ok_or(Unclear::WhichHeap)
        } else if let Some(number) = words.number(word) {
            let amount = match number {
                1 => Amount::One,
                number => Amount::Number(number),
            };
            Ok(Some(Meaning::Amount(amount)))
        } else if words.is_of_kind("all", word) {
            Ok(Some(Meaning::Amount(Amount::All)))
        } else if words.is_idle(word) || words.is_noun(word) || words.is_of_kind("take", word) {
            Ok(None)
        } else if words.is_of_kind("each", word) {
            Ok(Some(Meaning::Each))
        } else if words.is_of_kind("and", word) {
            Ok(Some(Meaning::And))
        } else if word.chars().count() == 1 {
            Err(Unclear::NoSuchHeap)
        } else {
            Err(Unclear::Unreadable)
        }
    }
}

/// Whether a move can take from every heap.
fn takes_from_all(at: Position) -> bool {
    let all = HeapSet::first(at.shape().lettered().unwrap_or_default().len());
    match at.choices() {
        Choices::Lists(lists) => lists.iter().any(|list| list.kind == ListKind::Take(all)),
        Choices::Sheet(_) | Choices::Cells { .. } => false,
    }
}

fn has_amount(meanings: &[Meaning]) -> bool {
    meanings
        .iter()
        .any(|meaning| matches!(meaning, Meaning::Amount(_)))
}

/// The size of the largest heap in `from`, but at least 1. If the heaps differ or are empty, the
/// resulting move is illegal, and the game explains why.
fn all_of(at: Position, from: HeapSet) -> u64 {
    let heaps = at.shape().lettered().unwrap_or_default();
    let sizes = from.iter().filter_map(|heap| heaps.get(heap));
    sizes.copied().max().unwrap_or(0).max(1)
}

/// A number as people write it: digits, perhaps in groups of three. Anything else is refused: "1,5"
/// may mean one and a half.
pub(super) fn whole_number(text: &str, separator: &str) -> Result<u64, Unclear> {
    let groups: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || separator.contains(c))
        .collect();
    let are_digits = groups
        .iter()
        .all(|group| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()));
    let are_grouped = groups.split_first().is_some_and(|(first, others)| {
        others.is_empty() || first.len() <= 3 && others.iter().all(|group| group.len() == 3)
    });
    // Two numbers are not one that is written wrongly.
    if are_digits && !are_grouped && text.contains(char::is_whitespace) {
        return Err(Unclear::Unreadable);
    }
    if !(are_digits && are_grouped) {
        return Err(Unclear::NotAWholeNumber);
    }
    groups.concat().parse().map_err(|_| Unclear::TooLarge)
}
