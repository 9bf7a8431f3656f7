//! Users as Discord sends them, and their names.

use icu_properties::CodePointSetData;
use icu_properties::props::{BidiControl, DefaultIgnorableCodePoint};
use serde::Deserialize;

use crate::input::digits::{PermissionBits, Snowflake};
use wythoff_game::MemberId;

/// A member of a server.
#[derive(Debug, Deserialize)]
pub(crate) struct Member {
    pub(crate) user: User,
    #[serde(default)]
    pub(crate) permissions: PermissionBits,
}

#[derive(Debug, Deserialize)]
pub(crate) struct User {
    pub(crate) id: Snowflake,
    pub(crate) username: String,
    pub(crate) global_name: Option<String>,
    #[serde(default)]
    pub(crate) bot: bool,
}

impl User {
    /// The global name, sanitised. A member's nickname on one server must not be shown on another.
    pub(crate) fn name(&self) -> String {
        sanitised(self.global_name.as_deref().unwrap_or(&self.username))
    }

    /// The user as a [`ChosenUser`].
    pub(crate) fn to_chosen_user(&self) -> ChosenUser {
        ChosenUser {
            member: MemberId(self.id.0),
            name: Some(self.name()),
            is_bot: self.bot,
        }
    }
}

/// A user named by an option or a form, or the target of a command in the Apps menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChosenUser {
    pub(crate) member: MemberId,
    /// The name, if it is known.
    pub(crate) name: Option<String>,
    pub(crate) is_bot: bool,
}

/// A name without invisible characters (control characters, line separators, marks that change the
/// writing direction, and all other characters that Unicode defines as not displayed), of 32
/// characters at most, the last of which is `…` if more are cut off; `?` if nothing is left.
pub(crate) fn sanitised(name: &str) -> String {
    let (ignorable, bidi_controls) = (
        CodePointSetData::new::<DefaultIgnorableCodePoint>(),
        CodePointSetData::new::<BidiControl>(),
    );
    let is_kept = |&c: &char| {
        !c.is_control()
            && !matches!(c, '\u{2028}' | '\u{2029}')
            && !ignorable.contains(c)
            && !bidi_controls.contains(c)
    };
    let mut kept: Vec<char> = name.chars().filter(is_kept).take(33).collect();
    if kept.len() > 32 {
        kept.truncate(31);
        kept.push('…');
    }
    match kept.into_iter().collect::<String>().trim() {
        "" => "?".to_owned(),
        kept => kept.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_removed_from_names() {
        assert_eq!(sanitised("@everyone **x**"), "@everyone **x**");
        assert_eq!(sanitised(" \u{202e}evil\u{2066}\n "), "evil");
        assert_eq!(sanitised("\u{200b}"), "?");
        // The Arabic letter mark, a Hangul filler, a tag character.
        assert_eq!(sanitised("a\u{61c}b\u{3164}c\u{e0041}"), "abc");
    }
}
