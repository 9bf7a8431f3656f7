//! What people type, in plain characters: one form for full-width and other variants of a character,
//! the digits of any script, and some commas and full stops.

use icu_normalizer::ComposingNormalizerBorrowed;
use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;
use serde::{Deserialize, Deserializer};

/// The text in plain characters: NFKC, with ASCII digits, commas and full stops.
pub(crate) fn plain(typed: &str) -> String {
    let nfkc = ComposingNormalizerBorrowed::new_nfkc();
    let categories = CodePointMapData::<GeneralCategory>::new();
    // NFKC would make 32 of 3², and three full stops of an ellipsis, which means a range.
    let stays = |c: char| c == '…' || categories.get(c) == GeneralCategory::OtherNumber;
    let mut plain = String::with_capacity(typed.len());
    for piece in typed.split_inclusive(stays) {
        let text = piece.trim_end_matches(stays);
        for c in nfkc.normalize(text).chars() {
            match c {
                // Unlike ",", these never group digits: 3、500 is two numbers.
                '、' | '،' => plain.push_str(", "),
                '。' => plain.push('.'),
                // A hyphen that does not break becomes this one.
                '‐' => plain.push('-'),
                c => plain.push(plain_digit(c).unwrap_or(c)),
            }
        }
        plain.push_str(piece.strip_prefix(text).unwrap_or_default());
    }
    plain
}

/// Deserialises a text that was typed, in plain characters.
pub(super) fn deserialize_plain<'de, D: Deserializer<'de>>(typed: D) -> Result<String, D::Error> {
    String::deserialize(typed).map(|typed| plain(&typed))
}

/// The ASCII digit for a digit of another script. In Unicode the ten digits of a script are
/// consecutive and begin with 0
/// (<https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-4/#G134153>).
fn plain_digit(c: char) -> Option<char> {
    let categories = CodePointMapData::<GeneralCategory>::new();
    let is_digit = |code: u32| categories.get32(code) == GeneralCategory::DecimalNumber;
    let code = u32::from(c);
    if c.is_ascii() || !is_digit(code) {
        return None;
    }
    let digits_before = (0..code).rev().take_while(|&code| is_digit(code)).count();
    let value = u32::try_from(digits_before % 10).ok()?;
    char::from_digit(value, 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_gets_plain_characters() {
        for (typed, expected) in [
            ("Ａ３", "A3"),
            ("３，５，７", "3,5,7"),
            ("３、５、７", "3, 5, 7"),
            ("3،5", "3, 5"),
            ("P3＋C4", "P3+C4"),
            ("８／３", "8/3"),
            ("４ｘ４", "4x4"),
            ("ＮＩＭ", "NIM"),
            ("捡石子", "捡石子"),
            ("5…7", "5…7"),
            ("A2²", "A2²"),
            ("ooo—ooo", "ooo—ooo"),
            ("١٢ from the left", "12 from the left"),
            ("३ ५ ७", "3 5 7"),
            ("𝟗𝟘", "90"),
            ("½ ² VIII", "½ ² VIII"),
        ] {
            assert_eq!(plain(typed), expected);
        }
    }
}
