//! Digits of any script, as people type them.

use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;

/// The text with the digits of other scripts replaced by ASCII digits.
pub(in crate::discord) fn with_plain_digits(text: &str) -> String {
    text.chars().map(|c| plain_digit(c).unwrap_or(c)).collect()
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
    fn digits_of_any_script_become_ascii() {
        for (typed, plain) in [
            ("A３", "A3"),
            ("١٢ from the left", "12 from the left"),
            ("३ ५ ७", "3 5 7"),
            ("𝟗𝟘", "90"),
            ("½ ² Ⅷ", "½ ² Ⅷ"),
        ] {
            assert_eq!(with_plain_digits(typed), plain);
        }
    }
}
