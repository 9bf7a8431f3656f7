//! Moves as people write them: in notation, `A3`, or in words, `3 from the left`, `three from a`, `all from d`; and `3` where only one list of
//! moves is left.

use crate::discord::input::intent::sanitised;
use crate::discord::input::option::MAX_MOVE;
use crate::discord::text::{Key, Language, key, tell};
use crate::discord::view::{refused_heap, takes_nothing};
use crate::rules::{
    Cells, Choices, HeapSet, List, ListKind, MAX_CELLS, MAX_HEAPS, Move, Position, letter, marked,
};

/// How long a move in words may be, in bytes. The form takes fewer characters.
const MAX_WRITTEN: usize = 200;

/// A move in notation, which means the same in every position. A number alone is none: what it means depends on the position.
pub(in crate::discord) fn plain_notation(given: &str) -> Option<Move> {
    let begins = given.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let is_number = begins && !given.contains('=');
    let fits = |mv: &Move| mv.to_string().len() <= MAX_MOVE;
    given.parse().ok().filter(|mv| !is_number && fits(mv))
}

/// The move that a text means in a position, or why it means none.
pub(in crate::discord) fn read(
    language: Language<'_>,
    at: Position,
    given: &str,
) -> Result<Move, String> {
    if let Some(mv) = plain_notation(given) {
        return Ok(mv);
    }
    let given = given.trim();
    if given.is_empty() {
        return Err(language.say(key!("refused-no-move")));
    }
    let heaps = at.shape().lettered().unwrap_or_default().len();
    if heaps > 0 && names_no_heap(given) {
        return Err(refused_heap(language, at.variant(), heaps));
    }
    let example = at.choices().moves().next().map(|mv| mv.to_string());
    let example = example.unwrap_or_default();
    match at.choices() {
        Choices::Lists(lists) => match lists.first().map(|list| list.kind) {
            Some(ListKind::Split(_)) => split_in_words(given).ok_or_else(|| {
                unreadable(language, key!("refused-unreadable-move"), given, &example)
            }),
            Some(ListKind::Place) => placed(language, at, given, &example),
            Some(ListKind::Take(_) | ListKind::Count) | None => {
                of_one_list(language, at, &lists, given, &example)
            }
        },
        Choices::Sheet(_) => of_several_heaps(language, at, given, &example),
        Choices::Cells { sets, .. } => match cells_in_words(language, &sets, given) {
            Some(Dots::Meant(cells)) => Ok(Move::Clear(cells)),
            Some(Dots::OutOfReach) => {
                let cells = at.shape().cells();
                Err(tell!(language, key!("refused-no-such-cell"), "cells" => cells))
            }
            None => Err(unreadable(
                language,
                key!("refused-unreadable-move"),
                given,
                &example,
            )),
        },
    }
}

fn unreadable(language: Language<'_>, why: Key, given: &str, example: &str) -> String {
    tell!(language, why, "given" => sanitised(given), "move" => example)
}

/// A split as `7 into 2 and 5`, or `2 and 5`.
fn split_in_words(given: &str) -> Option<Move> {
    let numbers = given.split(|c: char| !c.is_ascii_digit());
    let numbers = numbers.filter(|digits| !digits.is_empty());
    let numbers: Vec<u64> = numbers
        .map(|digits| digits.parse().ok())
        .collect::<Option<_>>()?;
    let (heap, one, other) = match *numbers {
        [one, other] => (one.checked_add(other)?, one, other),
        [heap, one, other] if one.checked_add(other) == Some(heap) => (heap, one, other),
        _ => return None,
    };
    let part = one.min(other);
    (given.len() <= MAX_WRITTEN && part > 0).then_some(Move::Split { heap, part })
}

/// What a text says of the dots of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dots {
    Meant(Cells),
    /// A number that no board has.
    OutOfReach,
}

/// Cells by their numbers: `5 6 7`, or `5 to 7` with what lies between them, if only one way leads from one to the other.
fn cells_in_words(language: Language<'_>, sets: &[Cells], given: &str) -> Option<Dots> {
    if given.len() > MAX_WRITTEN {
        return None;
    }
    let to = language.attribute(key!("written-move"), "to");
    let says_to = words_of(given).iter().any(|word| is_in(&to, word));
    let is_range = says_to || given.contains(['-', '–', '…']);
    let numbers = given.split(|c: char| !c.is_ascii_digit());
    let cell = |digits: &str| {
        let number: usize = digits.parse().ok()?;
        number.checked_sub(1).filter(|&cell| cell < MAX_CELLS)
    };
    let cells: Vec<Option<usize>> = numbers
        .filter(|digits| !digits.is_empty())
        .map(cell)
        .collect();
    let Some(cells) = cells.iter().copied().collect::<Option<Vec<usize>>>() else {
        return Some(Dots::OutOfReach);
    };
    let filled = match *cells.as_slice() {
        [one, other] if is_range => marked(sets, Cells::one(one), other),
        _ => None,
    };
    let meant = filled.unwrap_or_else(|| cells.into_iter().collect());
    (!meant.is_empty()).then_some(Dots::Meant(meant))
}

/// The stack that a text names by its letter.
fn placed(
    language: Language<'_>,
    at: Position,
    given: &str,
    example: &str,
) -> Result<Move, String> {
    let stacks = at.shape().lettered().unwrap_or_default().len();
    let words = words_of(given);
    let is_named = |stack: &usize| words.contains(&letter(*stack).to_string().to_lowercase());
    let named: Vec<usize> = (0..stacks).filter(is_named).collect();
    match *named {
        [stack] if given.len() <= MAX_WRITTEN => {
            Ok(Move::Place(u8::try_from(stack).unwrap_or(u8::MAX)))
        }
        _ => Err(unreadable(
            language,
            key!("refused-unreadable-move"),
            given,
            example,
        )),
    }
}

/// Amounts from several heaps, each as from one: `2 from a and 3 from c`.
fn of_several_heaps(
    language: Language<'_>,
    at: Position,
    given: &str,
    example: &str,
) -> Result<Move, String> {
    let and = language.attribute(key!("written-move"), "and");
    let mut parts = vec![String::new()];
    for word in given.replace([',', ';', '&'], " , ").split_whitespace() {
        if word == "," || is_in(&and, &word.to_lowercase()) {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(' ');
            part.push_str(word);
        }
    }
    parts.retain(|part| !part.is_empty());
    let mut amounts = [0; MAX_HEAPS];
    for part in &parts {
        let mv = match plain_notation(part) {
            Some(mv) => mv,
            None => of_one_list(language, at, &[], part, example)?,
        };
        let Some((from, amount)) = mv.taken() else {
            return Err(unreadable(
                language,
                key!("refused-unreadable-move"),
                given,
                example,
            ));
        };
        for heap in from.iter() {
            if let Some(known) = amounts.get_mut(heap) {
                *known = amount;
            }
        }
    }
    if amounts == [0; MAX_HEAPS] {
        return Err(language.say(key!("refused-no-move")));
    }
    Ok(Move::Take(amounts))
}

/// An amount, and what it is taken from or added to: one of those lists if none is named.
fn of_one_list(
    language: Language<'_>,
    at: Position,
    lists: &[List],
    given: &str,
    example: &str,
) -> Result<Move, String> {
    let amount = match amount(language, given) {
        Ok(amount) => amount,
        Err(Unclear::Unreadable) => {
            return Err(unreadable(
                language,
                key!("refused-unreadable-move"),
                given,
                example,
            ));
        }
        Err(Unclear::NoWholeNumber) => {
            return Err(unreadable(
                language,
                key!("refused-no-number"),
                given,
                example,
            ));
        }
        Err(Unclear::Negative) => return Err(takes_nothing(language, at)),
    };
    let mut named = named_lists(language, at, lists, given);
    let kind = match (named.pop(), named.pop(), lists) {
        (Some(only), None, _) => only,
        (None, None, [only]) => only.kind,
        _ => {
            return Err(tell!(language, key!("refused-which-heap"), "move" => example));
        }
    };
    let amount = match (amount, kind) {
        (Amount::Number(number), _) => number,
        (Amount::All, ListKind::Take(taken)) => all_of(at, taken),
        (Amount::All, ListKind::Count | ListKind::Split(_) | ListKind::Place) => {
            return Err(unreadable(
                language,
                key!("refused-no-number"),
                given,
                example,
            ));
        }
    };
    let list = List { kind, most: amount };
    Ok(list.mv(amount))
}

/// How much a text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Amount {
    Number(u64),
    /// Everything that is there.
    All,
}

/// Why a text does not say how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unclear {
    Unreadable,
    NoWholeNumber,
    Negative,
}

/// How much a text says, in digits or, if it has none, in a word.
fn amount(language: Language<'_>, given: &str) -> Result<Amount, Unclear> {
    if given.len() > MAX_WRITTEN {
        return Err(Unclear::Unreadable);
    }
    let Some((words, number)) = split(given) else {
        return amount_in_words(language, given).ok_or(Unclear::Unreadable);
    };
    let separator = language.say(key!("digit-group-separator"));
    let number = whole_number(number, &separator).ok_or(Unclear::NoWholeNumber)?;
    if words.trim_end().ends_with(['-', '−']) {
        return Err(Unclear::Negative);
    }
    Ok(Amount::Number(number))
}

/// The first number that is written as a word, or "all".
fn amount_in_words(language: Language<'_>, given: &str) -> Option<Amount> {
    let numbers = language.attribute(key!("written-move"), "numbers");
    let all = language.attribute(key!("written-move"), "all");
    let given = words_of(given);
    let number = given.iter().find_map(|word| {
        let mut numbers = (1..).zip(numbers.split_whitespace());
        numbers.find_map(|(number, known)| (known == word).then_some(Amount::Number(number)))
    });
    let says_all = || given.iter().any(|word| is_in(&all, word));
    number.or_else(|| says_all().then_some(Amount::All))
}

/// Everything in those heaps. If they differ no move takes that, and the game says what is wrong; of an empty heap, too.
fn all_of(at: Position, taken: HeapSet) -> u64 {
    let heaps = at.shape().lettered().unwrap_or_default();
    let sizes = taken.iter().filter_map(|heap| heaps.get(heap));
    sizes.copied().max().unwrap_or(0).max(1)
}

/// The words of a text, in lower case.
fn words_of(given: &str) -> Vec<String> {
    let words = given.split(|c: char| !c.is_alphabetic());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Whether a word stands in a list of words.
fn is_in(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|known| known == word)
}

/// Whether it is a move in notation but for its letter, which no heap has: `Z9`.
fn names_no_heap(given: &str) -> bool {
    let mut rest = given.chars().filter(|c| !c.is_whitespace());
    let is_letter = rest.next().is_some_and(|c| c.is_ascii_alphabetic());
    let mut digits = rest.peekable();
    let is_first = given
        .chars()
        .next()
        .is_some_and(|c| c.to_ascii_uppercase() >= letter(MAX_HEAPS));
    is_letter && is_first && digits.peek().is_some() && digits.all(|c| c.is_ascii_digit())
}

/// What stands before the first digit, and everything from the first digit to the last.
fn split(given: &str) -> Option<(&str, &str)> {
    let first = given.find(|c: char| c.is_ascii_digit())?;
    let last = given.rfind(|c: char| c.is_ascii_digit())?;
    Some((given.get(..first)?, given.get(first..=last)?))
}

/// The words by which a text may name lists of moves. A single letter may be an article: it names a heap only if the text is a move without
/// it, and if it is no article of a heap, as in "2 from a large heap" or "2 from a heap".
fn naming_words(language: Language<'_>, given: &str) -> Vec<String> {
    let words = words_of(given);
    let of_heaps = language.attribute(key!("written-move"), "heaps");
    let articles = language.attribute(key!("written-move"), "articles");
    let known = [
        language.say(key!("written-move")),
        language.attribute(key!("written-move"), "numbers"),
        language.attribute(key!("written-move"), "all"),
    ];
    let is_letter = |word: &str| word.chars().count() == 1;
    let is_known = |word: &str| known.iter().any(|known| is_in(known, word));
    let is_plain = words
        .iter()
        .all(|word| is_letter(word) || is_known(word) || is_in(&of_heaps, word));
    let names = |&(index, word): &(usize, &String)| {
        let next = words.get(index + 1);
        let is_before_heap = next.is_some_and(|next| is_in(&of_heaps, next));
        let is_article = is_before_heap && is_in(&articles, word);
        !is_letter(word) || is_plain && !is_article
    };
    let naming = words.iter().enumerate().filter(names);
    naming.map(|(_, word)| word.clone()).collect()
}

/// The lists of moves that a text names, also those that are empty now.
fn named_lists(language: Language<'_>, at: Position, lists: &[List], given: &str) -> Vec<ListKind> {
    let words = naming_words(language, given);
    let heaps = at.shape().lettered().unwrap_or_default().len();
    let mut kinds: Vec<ListKind> = (0..heaps)
        .map(|heap| ListKind::Take(HeapSet::one(heap)))
        .collect();
    let others = lists.iter().map(|list| list.kind);
    let others: Vec<ListKind> = others.filter(|kind| !kinds.contains(kind)).collect();
    kinds.extend(others);
    kinds.retain(|kind| {
        let ListKind::Take(heaps) = *kind else {
            return false;
        };
        let names = language
            .of_heaps(at.variant(), heaps, Some("words"), 0)
            .to_lowercase();
        names
            .split_whitespace()
            .any(|name| words.iter().any(|word| word == name))
    });
    kinds
}

/// A number as people write it: digits, perhaps in groups of three. Returns `None` for anything else: "1,5" may mean one and a half. A number
/// that is too large becomes `u64::MAX`, which is more than any heap holds.
fn whole_number(given: &str, separator: &str) -> Option<u64> {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{read, whole_number};
    use crate::discord::text::Texts;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (given, number) in [
            ("0", 0),
            ("15", 15),
            ("1,500", 1_500),
            ("12 345 678", 12_345_678),
            ("007", 7),
            ("18446744073709551616", u64::MAX),
        ] {
            assert_eq!(whole_number(given, ","), Some(number), "{given}");
        }
        for given in [
            "", "1,5", "1,0", "1,,500", ",500", "1500,000", "2.5", "-1", "+1", "x",
        ] {
            assert_eq!(whole_number(given, ","), None, "{given}");
        }
    }

    proptest! {
        /// In no game and no language does anything that is typed do harm, and what is read as a move names what the game has.
        #[test]
        fn anything_may_be_typed(
            given in "([a-cA-C+ ]|take|all|three|left|both|from|heap|[0-9]{1,21}|.){0,12}",
            position in prop::sample::select(vec![
                "wythoff: 9 5", "wythoff: 0 0", "nim: 3 5 7", "nim: 0 0 4", "21: 3/21", "greedy: 4 4",
            ]),
            language in prop::sample::select(vec!["en-US", "de", ""]),
        ) {
            let texts = Texts::load().expect("the texts parse");
            let at: crate::rules::Position = position.parse().expect("a position");
            match read(texts.language(language), at, &given) {
                Ok(mv) => drop(at.play(mv)),
                Err(why) => prop_assert!(why.ends_with('.'), "{why}"),
            }
        }
    }

    #[test]
    fn moves_are_read_as_people_write_them() {
        let texts = Texts::load().expect("the texts parse");
        let language = texts.language("en-US");
        for (position, given, mv) in [
            ("wythoff: 9 5", "A3", "A3"),
            ("wythoff: 9 5", " b 2 ", "B2"),
            ("wythoff: 9 5", "ab2", "A2B2"),
            ("wythoff: 9 5", "3 from the left", "A3"),
            ("wythoff: 9 5", "3 left", "A3"),
            ("wythoff: 9 5", "Right: 2", "B2"),
            ("wythoff: 9 5", "2 from both", "A2B2"),
            ("wythoff: 9 5", "2 from each pile", "A2B2"),
            ("wythoff: 9 0", "3", "A3"),
            ("wythoff: 9 0", "3 right", "B3"),
            ("wythoff: 99999 5", "12,345 left", "A12345"),
            ("nim: 3 5 7", "2 from b", "B2"),
            ("nim: 3 5 7", "take 2 from heap a", "A2"),
            ("nim: 3 5 7", "a: 2", "A2"),
            ("nim: 3 5 7", "from a take 2", "A2"),
            ("nim: 3 5 7", "Remove 2 of C, please", "C2"),
            ("wythoff: 9 5", "2 from a", "A2"),
            ("wythoff: 9 5", "take 2 from the large left one", "A2"),
            ("nim: 3 5 7", "c4", "C4"),
            ("nim: 0 5 0", "4", "B4"),
            ("21: 3/21", "2", "+2"),
            ("21: 3/21", "+2", "+2"),
            ("21: 3/21", "add 2", "+2"),
            ("21: 3/21", "three", "+3"),
            ("nim: 3 5 7", "Three from C", "C3"),
            ("nim: 3 5 7", "take one from b", "B1"),
            ("nim: 3 5 7", "all from b", "B5"),
            ("nim: 3 5 7", "two from the c heap", "C2"),
            ("nim: 3 5 7", "All of a, please", "A3"),
            ("nim: 0 5 0", "everything", "B5"),
            ("nim: 0 5 0", "all from a", "A1"),
            ("wythoff: 9 5", "twelve from the left one", "A12"),
            ("wythoff: 9 5", "all left", "A9"),
            ("wythoff: 5 5", "all from both", "A5B5"),
            ("wythoff: 9 5", "take 2 from the left one", "A2"),
            // What lies between is meant only if somebody says so.
            ("circular: 10", "5 to 7", "5.6.7"),
            ("circular: 10", "5-7", "5.6.7"),
            ("circular: 10", "5, 6 and 7", "5.6.7"),
            ("circular: 10", "5 7", "5.7"),
            ("circular: 10", "5 and 7", "5.7"),
            ("tactix: 4x4", "1 4", "1.4"),
        ] {
            let at = position.parse().expect("a position");
            assert_eq!(
                read(language, at, given).map(|mv| mv.to_string()),
                Ok(mv.to_owned()),
                "{given}"
            );
        }
        for (position, given) in [
            ("wythoff: 9 5", ""),
            ("wythoff: 9 5", "left"),
            ("wythoff: 9 5", "3"),
            ("wythoff: 9 5", "3 left right"),
            ("wythoff: 9 5", "2.5 left"),
            ("wythoff: 9 5", "-3 left"),
            ("nim: 3 5 7", "2"),
            ("nim: 3 5 7", "take 2 from a large heap"),
            ("nim: 3 5 7", "take 2 from a heap"),
            ("nim: 3 5 7", "a heap minus 2"),
            ("wythoff: 9 5", "2 from a pile"),
            ("nim: 3 5 7", "Z9"),
            ("nim: 3 5 7", "i 2"),
            ("21: 3/21", "many"),
            ("21: 3/21", "all"),
            ("nim: 3 5 7", "all"),
            ("nim: 3 5 7", "all from a heap"),
        ] {
            let at = position.parse().expect("a position");
            assert!(read(language, at, given).is_err(), "{given}");
        }
    }
}
