//! Positions as people write them: in notation, perhaps with the digits of large numbers in groups.
//!
//! In notation a comma separates heaps. In some languages it also separates the groups of digits in
//! a number. A text that can be read either way is refused.

use itertools::Itertools as _;

use crate::text::{Language, key};

/// The two readings of a text that can be one number or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TwoReadings {
    /// The position if commas separate heaps.
    pub(crate) several_numbers: String,
    /// The position if commas separate groups of digits.
    pub(crate) one_number: String,
}

/// The written position in notation: groups of digits are joined.
pub(crate) fn notation(language: Language<'_>, written: &str) -> Result<String, TwoReadings> {
    let separator = language.say(key!("digit-group-separator"));
    // Phones make dashes of hyphens.
    let written = written.replace('—', "--").replace(['–', '−'], "-");
    let words = || written.split_whitespace();
    let is_ambiguous = words().any(|word| reading(word, &separator) == Reading::Either);
    let join_groups = |kinds: &[Reading]| {
        let join_word = |word: &str| {
            if kinds.contains(&reading(word, &separator)) {
                word.trim_end_matches(',').replace(&separator, "") + trailing_comma(word)
            } else {
                word.to_owned()
            }
        };
        words().map(join_word).join(" ")
    };
    let all_joined = join_groups(&[Reading::OneNumber, Reading::Either]);
    if is_ambiguous {
        return Err(TwoReadings {
            several_numbers: separated_by_spaces(&join_groups(&[Reading::OneNumber])),
            one_number: separated_by_spaces(&all_joined),
        });
    }
    Ok(all_joined)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    /// Digits in groups of three, at least one of which begins with 0: `10,000`.
    OneNumber,
    /// Digits in groups of three that can also be several numbers: `3,500`.
    Either,
    /// Anything else.
    AsIs,
}

fn reading(word: &str, separator: &str) -> Reading {
    let word = word.trim_matches(['(', ')', ',']);
    let groups: Vec<&str> = word.split(separator).collect();
    let Some((first, others)) = groups
        .split_first()
        .filter(|(_, others)| !others.is_empty())
    else {
        return Reading::AsIs;
    };
    let is_number = |group: &&str| !group.is_empty() && group.bytes().all(|c| c.is_ascii_digit());
    let are_groups = groups.iter().all(is_number)
        && first.len() <= 3
        && !first.starts_with('0')
        && others.iter().all(|group| group.len() == 3);
    if !are_groups {
        Reading::AsIs
    } else if others.iter().any(|group| group.starts_with('0')) {
        Reading::OneNumber
    } else {
        Reading::Either
    }
}

/// The comma at the end of a word, if there is one. It separates heaps.
fn trailing_comma(word: &str) -> &str {
    if word.ends_with(',') { "," } else { "" }
}

/// The written heaps, separated by spaces alone.
fn separated_by_spaces(written: &str) -> String {
    let words = written.split(|c: char| c.is_whitespace() || ",()".contains(c));
    let words = words.filter(|word| !word.is_empty());
    itertools::join(words, " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Texts;

    #[test]
    fn groups_of_digits_are_joined_and_ambiguity_is_refused() {
        let texts = Texts::load().expect("the texts parse");
        let read = |written| notation(texts.language("en-US"), written);
        for (written, notation) in [
            ("3 5 7", "3 5 7"),
            ("3,5,7", "3,5,7"),
            ("(3, 5, 7)", "(3, 5, 7)"),
            ("10,000 5", "10000 5"),
            ("10,000, 5", "10000, 5"),
            ("9,007,199,254,740,001 5", "9007199254740001 5"),
            ("0/21", "0/21"),
            ("marienbad", "marienbad"),
            ("10,00 5", "10,00 5"),
            ("0,000", "0,000"),
        ] {
            assert_eq!(read(written), Ok(notation.to_owned()), "{written}");
        }
        for (written, several, one) in [
            ("3,500 7", "3 500 7", "3500 7"),
            ("100,200", "100 200", "100200"),
            ("100,200 10,000", "100 200 10000", "100200 10000"),
        ] {
            let readings = TwoReadings {
                several_numbers: several.to_owned(),
                one_number: one.to_owned(),
            };
            assert_eq!(read(written), Err(readings), "{written}");
        }
    }
}
