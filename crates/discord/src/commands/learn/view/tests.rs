//! What the pages of lessons say.

use super::*;
use crate::text::Texts;
use nim_games::Fact;

/// The maximum length of the text of a lesson, in characters: people do not read longer ones.
const MAX_LESSON: usize = 300;

#[test]
fn lessons_are_short_and_quote_their_facts() {
    let texts = Texts::load().expect("texts");
    for (_, language) in texts.languages() {
        let lessons = Lessons {
            language,
            can_ask: false,
            rendering: 0,
        };
        for exercises in Variant::ALL.iter().flat_map(|&variant| lessons_of(variant)) {
            let first = exercises[0];
            let (text, title) = (lessons.lesson_text(first, None), lessons.title(first));
            assert!(text.chars().count() <= MAX_LESSON, "{text}");
            let previous = first.lesson.checked_sub(1);
            let previous = previous.and_then(|lesson| Exercise { lesson, ..first }.lesson());
            let at = first.position().expect("a position");
            let lesson = first.lesson().expect("a lesson");
            if !lesson.knowledge.looks_ahead || lesson.knowledge.aim != Aim::Win {
                // The facts checked below are quoted only by lessons that look ahead and aim to
                // win.
                continue;
            }
            for (name, fact) in lesson.facts(previous, at) {
                let (Fact::Text(fact_text), true) =
                    (&fact, ["pairs", "values", "last"].contains(&name))
                else {
                    continue;
                };
                assert!(
                    text.contains(fact_text.as_str()),
                    "{title}: {text} lacks {fact_text}"
                );
                assert!(
                    fact_text.len() < 3 || !title.contains(fact_text.as_str()),
                    "the title {title} gives away {fact_text}"
                );
            }
        }
    }
}
