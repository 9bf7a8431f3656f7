//! The form for other amounts: which move it asks for, as people write numbers.

use fluent::fluent_args;

use super::answering::InteractionContext;
use super::intent::sanitised;
use super::text::key;
use crate::rules::wythoff::{Move, Pile};

impl InteractionContext {
    /// The move that a filled-in form asks for, or why it asks for none.
    pub(super) fn amount(&self, fields: &[(String, String)]) -> Result<Move, String> {
        let language = self.language();
        let separator = language.say(key!("digit-group-separator"));
        let number = |name| {
            let given = fields
                .iter()
                .find(|(field, _)| field == name)
                .map_or("", |(_, given)| given.trim());
            if given.is_empty() {
                return Ok(None);
            }
            let below_zero = given.strip_prefix(['-', '−']);
            if below_zero.is_some_and(|number| whole_number(number, &separator).is_some()) {
                return Err(language.say(key!("refused-takes-nothing")));
            }
            whole_number(given, &separator).map(Some).ok_or_else(|| {
                language.tell(
                    key!("refused-no-number"),
                    &fluent_args!["given" => sanitised(given)],
                )
            })
        };
        match (number("left")?, number("right")?) {
            (None, None) => Err(language.say(key!("refused-no-amount"))),
            (Some(amount), None) => Ok(Move::new(Pile::Left, amount)),
            (None, Some(amount)) => Ok(Move::new(Pile::Right, amount)),
            (Some(left), Some(right)) if left == right => Ok(Move::new(Pile::Both, left)),
            (Some(_), Some(_)) => Err(language.say(key!("refused-unlike-amounts"))),
        }
    }
}

/// A number as people write it: digits alone, or in groups of three. Anything else is none: "1,5" may mean one and a half. What is
/// too large is as large as can be, which is more than any pile holds.
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
    use super::whole_number;

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
}
