//! What is offered while somebody types.

use super::{MAX_LABEL, complete_move, complete_position, shortened};
use crate::input::completion::moves::amounts;
use crate::text::Texts;
use nim_games::{Move, Position, Variant};

#[test]
fn position_completion_ignores_case() {
    let texts = Texts::load().expect("the texts parse");
    for typed in ["p3", "P3"] {
        let found = complete_position(texts.language("en-US"), Some(Variant::Graph), typed);
        assert!(
            found.iter().any(|(_, value)| value == "P3+C4+S5"),
            "{found:?}"
        );
    }
}

#[test]
fn completed_moves_are_legal() {
    let texts = Texts::load().expect("the texts parse");
    for (position, typed, count) in [
        ("moore: 3 4 5 6", "", 18),
        ("moore: 3 4 5 6", "a2", 16),
        ("moore: 3 4 5 6", "a2c1", 1),
        ("moore heaps=3: 3 4 5 6", "a2c1", 11),
        ("moore heaps=3: 3 4 5 6", "a2b1c1", 1),
        ("moore most=2: 3 4 5", "a2b", 2),
        ("moore: 3 4 5 6", "a9c", 0),
        ("moore: 3 4 5 6", "a4", 0),
        ("multi: 3 4 5", "ab", 3),
        ("nim: 3 5 7", "b", 5),
        ("grundy: 9 5", "9=", 4),
        ("circular: 10", "5.", 2),
        ("21: 3/21", "2", 1),
        ("21: 3/21", "+2", 1),
        ("100: 30/100", "1", 2),
        ("nim: 3 5 17", "C1 2", 0),
        ("nim: 0 5 0", "4", 1),
        ("nim: 3 5 7", "2 from b", 1),
    ] {
        let at: Position = position.parse().expect("a position");
        let found = complete_move(texts.language("en-US"), &[at], typed);
        assert_eq!(found.len(), count, "{position} {typed}: {found:?}");
        for (label, notation) in found {
            let mv: Move = notation.parse().expect("notation");
            assert!(at.play(mv).is_ok(), "{position} {typed}: {label}");
        }
    }
}

#[test]
fn in_a_long_label_the_name_is_shortened_first() {
    let label = |name: &str| format!("Against {name} at {}", "9".repeat(70));
    assert_eq!(shortened("anna", label), label("anna"));
    let long = shortened(&"W".repeat(32), label);
    assert_eq!(long.chars().count(), MAX_LABEL);
    assert_eq!(long, label(&format!("{}…", "W".repeat(17))));
    let longer = |name: &str| format!("Against {name} at {}", "9".repeat(170));
    assert_eq!(shortened("anna", longer).chars().count(), MAX_LABEL);
}

#[test]
fn amounts_begin_with_what_was_typed_and_are_legal() {
    assert_eq!(amounts(3, ""), [1, 2, 3]);
    assert_eq!(
        amounts(120, "1"),
        [
            1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 100, 101, 102, 103, 104, 105, 106, 107, 108,
            109, 110, 111, 112, 113
        ]
    );
    assert_eq!(amounts(30, "4"), [4]);
    assert_eq!(amounts(u64::MAX, "9007199254740991").len(), 25);
    for typed in ["0", "x", "-1", "31", "99999999999999999999999"] {
        assert_eq!(amounts(30, typed), [0; 0], "{typed}");
    }
}
