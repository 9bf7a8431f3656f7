//! Moves as people write them: in notation, `A3`, or in words, `3 from the left`; and `3` where only one list of moves is left.

use super::intent::sanitised;
use super::text::{Language, key, tell};
use crate::rules::{HeapSet, List, ListKind, Move, Position};

/// A move in notation, which means the same in every position. A number alone is none: what it means depends on the position.
pub(super) fn plain_notation(given: &str) -> Option<Move> {
    let is_number = given.trim_start().starts_with(|c: char| c.is_ascii_digit());
    given.parse().ok().filter(|_| !is_number)
}

/// The move that a text means in a position, or why it means none.
pub(super) fn read(language: Language<'_>, at: Position, given: &str) -> Result<Move, String> {
    if let Some(mv) = plain_notation(given) {
        return Ok(mv);
    }
    let given = given.trim();
    if given.is_empty() {
        return Err(language.say(key!("refused-no-move")));
    }
    let separator = language.say(key!("digit-group-separator"));
    let example = at.choices().iter().next().map(|mv| mv.to_string());
    let example = example.unwrap_or_default();
    let given_args = fluent::fluent_args!["given" => sanitised(given), "move" => example.as_str()];
    let Some((words, number)) = split(given) else {
        return Err(language.tell(key!("refused-unreadable-move"), &given_args));
    };
    let Some(amount) = whole_number(number, &separator) else {
        return Err(language.tell(key!("refused-no-number"), &given_args));
    };
    if words.trim_end().ends_with(['-', '−']) {
        return Err(language.say(key!("refused-takes-nothing")));
    }
    let choices = at.choices();
    let mut named = named_lists(language, at, given);
    let kind = match (named.pop(), named.pop(), choices.lists()) {
        (Some(only), None, _) => only,
        (None, None, [only]) => only.kind,
        _ => {
            return Err(tell!(language, key!("refused-which-heap"), "move" => example));
        }
    };
    let list = List { kind, most: amount };
    Ok(list.mv(amount))
}

/// What stands before the first digit, and everything from the first digit to the last.
fn split(given: &str) -> Option<(&str, &str)> {
    let first = given.find(|c: char| c.is_ascii_digit())?;
    let last = given.rfind(|c: char| c.is_ascii_digit())?;
    Some((given.get(..first)?, given.get(first..=last)?))
}

/// The lists of moves that a text names, also those that are empty now.
fn named_lists(language: Language<'_>, at: Position, given: &str) -> Vec<ListKind> {
    let given = given.to_lowercase();
    let words: Vec<&str> = given
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty())
        .collect();
    let heaps = at.heaps().unwrap_or_default().len();
    let mut kinds: Vec<ListKind> = (0..heaps)
        .map(|heap| ListKind::Take(HeapSet::one(heap)))
        .collect();
    let others = at.choices();
    let others = others.lists().iter().map(|list| list.kind);
    let others: Vec<ListKind> = others.filter(|kind| !kinds.contains(kind)).collect();
    kinds.extend(others);
    kinds.retain(|kind| {
        let ListKind::Take(heaps) = *kind else {
            return false;
        };
        let names = language
            .of_heaps(at.variant(), heaps, Some("words"), 0)
            .to_lowercase();
        names.split_whitespace().any(|name| words.contains(&name))
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
    use super::super::text::Texts;
    use super::{read, whole_number};

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
            ("nim: 3 5 7", "c4", "C4"),
            ("nim: 0 5 0", "4", "B4"),
            ("21: 3/21", "2", "+2"),
            ("21: 3/21", "+2", "+2"),
            ("21: 3/21", "add 2", "+2"),
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
            ("21: 3/21", "many"),
        ] {
            let at = position.parse().expect("a position");
            assert!(read(language, at, given).is_err(), "{given}");
        }
    }
}
