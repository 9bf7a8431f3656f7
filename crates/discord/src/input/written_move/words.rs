//! The words, numbers and marks of a text, and which words mean what.

use crate::text::{Language, key};
use nim_games::Move;

/// Why a text means no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unclear {
    /// Nothing is written.
    Empty,
    /// A word is not understood, or the text as a whole has no meaning or more than one.
    Unreadable,
    NotAWholeNumber,
    /// A number beyond 64 bits, which no heap holds.
    TooLarge,
    /// Zero, or a negative amount.
    TakesNothing,
    /// A square to which no move leads.
    NotThere,
    /// The text does not say which heap.
    WhichHeap,
    /// A letter that no heap has.
    NoSuchHeap,
    /// A number that no dot has.
    NoSuchCell,
    /// The text means either of two moves.
    TwoReadings(Box<[Move; 2]>),
    /// Two numbers that do not add up to a third one.
    WrongSum {
        parts: [u64; 2],
        sum: u64,
    },
}

/// One piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// Letters, in lower case.
    Word(String),
    /// Digits, with the separators between them.
    Number(String),
    /// Any other character except white space.
    Mark(char),
}

/// The tokens of a text, without the marks that end a sentence. Digits belong to the same number if
/// they are adjacent, or separated by a single character for which `joins` holds.
pub(super) fn tokens(text: &str, joins: impl Fn(char) -> bool) -> Vec<Token> {
    let mut rest = text.trim_end_matches(|c: char| c.is_whitespace() || "!.".contains(c));
    let mut tokens = Vec::new();
    while let Some(first) = rest.chars().next() {
        let length = if first.is_ascii_digit() {
            number_length(rest, &joins)
        } else if first.is_alphabetic() {
            let end = rest.find(|c: char| !c.is_alphabetic());
            end.unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(length);
        // Arrows as a keyboard can type them.
        if rest.starts_with("->") || rest.starts_with("=>") {
            tokens.push(Token::Mark('→'));
            rest = rest.get(2..).unwrap_or_default();
            continue;
        }
        // Several dots mean the same as the one character.
        if rest.starts_with("..") {
            tokens.push(Token::Mark('…'));
            rest = rest.trim_start_matches('.');
            continue;
        }
        if first.is_ascii_digit() {
            tokens.push(Token::Number(token.to_owned()));
        } else if first.is_alphabetic() {
            tokens.push(Token::Word(token.to_lowercase()));
        } else if !first.is_whitespace() {
            tokens.push(Token::Mark(first));
        }
        rest = after;
    }
    tokens
}

/// The length in bytes of the number at the beginning of a text.
fn number_length(text: &str, joins: &impl Fn(char) -> bool) -> usize {
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let is_digit_next = chars.peek().is_some_and(|(_, next)| next.is_ascii_digit());
        let belongs = c.is_ascii_digit() || joins(c) && is_digit_next;
        if !belongs {
            return at;
        }
    }
    text.len()
}

/// What words of a written move mean in a language.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    pub(super) language: Language<'a>,
}

impl Words<'_> {
    /// Whether a word is of the given kind. The words of a kind are in an attribute of the text
    /// `written-move`, which has the name of the kind.
    pub(super) fn is_of_kind(self, kind: &str, word: &str) -> bool {
        let known = self.language.attribute(key!("written-move"), kind);
        known.split_whitespace().any(|known| known == word)
    }

    /// Whether a word may occur in a move without having a meaning of its own.
    pub(super) fn is_idle(self, word: &str) -> bool {
        let known = self.language.say(key!("written-move"));
        known.split_whitespace().any(|known| known == word)
    }

    /// Whether a word names heaps or what lies in them.
    pub(super) fn is_noun(self, word: &str) -> bool {
        self.is_of_kind("heaps", word) || self.is_of_kind("things", word)
    }

    /// Whether a word is an article before a noun: the "a" in "2 from a heap" does not name heap A.
    pub(super) fn is_article(self, word: &str, next: Option<&Token>) -> bool {
        let is_before_noun = matches!(next, Some(Token::Word(next)) if self.is_noun(next));
        is_before_noun && self.is_of_kind("articles", word)
    }

    /// The number that a word stands for.
    pub(super) fn number(self, word: &str) -> Option<u64> {
        let place = self.place_in("numbers", word)?;
        u64::try_from(place + 1).ok()
    }

    /// The index of the heap that a word counts: "third".
    pub(super) fn ordinal(self, word: &str) -> Option<usize> {
        self.place_in("ordinals", word)
    }

    fn place_in(self, kind: &str, word: &str) -> Option<usize> {
        let known = self.language.attribute(key!("written-move"), kind);
        known.split_whitespace().position(|known| known == word)
    }
}
