//! Why a position is won or lost, in words: the most instructive moves with their refutations, and
//! the law of the game. All of it comes from an [`Explanation`].

use fluent::FluentArgs;

use crate::text::{Language, key, tell, yes_or_no};
use crate::view::moves::{move_arguments, objects_taken};
use crate::view::position::position_text;
use nim_games::{Explanation, Move, Position, Refutation};

/// The maximum length of an explanation. People do not read longer ones. An explanation can be
/// longer only if the position or move at its beginning has very long numbers.
pub(crate) const MAX_LENGTH: usize = 300;

/// The largest number of refutations in an explanation.
const MAX_EXAMPLES: usize = 2;

/// Who the players in an explanation are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Voice {
    /// The reader, who is to move, and the bot.
    Us,
    /// Any two players.
    Them,
}

impl Voice {
    const fn word(self) -> &'static str {
        match self {
            Self::Us => "us",
            Self::Them => "them",
        }
    }
}

/// Why a position is lost, or a winning move and why it wins.
pub(crate) fn explained(language: Language<'_>, explanation: &Explanation, voice: Voice) -> String {
    let head = head(language, explanation);
    explained_with_head(&head, language, explanation, voice)
}

/// Like [`explained`], but with the given beginning.
pub(crate) fn explained_with_head(
    head: &str,
    language: Language<'_>,
    explanation: &Explanation,
    voice: Voice,
) -> String {
    let (law, mut examples) = (
        [law(language, explanation)],
        examples(language, explanation, voice),
    );
    loop {
        let [first, second] = if explanation.winning.is_some() {
            [&law[..], &examples]
        } else {
            [&examples, &law[..]]
        };
        let parts = [head]
            .into_iter()
            .chain(first.iter().chain(second).map(String::as_str));
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        let text = parts.join(" ");
        if text.chars().count() <= MAX_LENGTH || examples.pop().is_none() {
            return text;
        }
    }
}

/// The beginning of an explanation: that the position is lost, or the winning move. Empty if the
/// game is over.
pub(crate) fn head(language: Language<'_>, explanation: &Explanation) -> String {
    let at = explanation.at;
    match explanation.winning {
        Some(winning) => {
            language.tell(key!("winning-move"), &move_arguments(language, at, winning))
        }
        None if at.is_over() => String::new(),
        None => {
            let args = fluent::fluent_args!["position" => position_text(at)];
            language.tell_for_game(at.variant(), key!("solution-lost"), &args)
        }
    }
}

/// The law of the game, or what else is known about the position.
pub(crate) fn law(language: Language<'_>, explanation: &Explanation) -> String {
    match (&explanation.law, explanation.winning) {
        (Some(law), _) => language.reason(law),
        (None, Some(winning)) if explanation.lost_position.is_over() => {
            let args = move_arguments(language, explanation.at, winning);
            language.tell(key!("explained-last-move"), &args)
        }
        (None, _) if explanation.refutes_every_move() => String::new(),
        (None, winning) => {
            let count = explanation.lost_position.choices().count();
            let count = u64::try_from(count).unwrap_or(u64::MAX);
            let whose = winning.map_or("own", |_| "others");
            tell!(language, key!("explained-tabulated"), "count" => count, "whose" => whose)
        }
    }
}

/// The most instructive moves, each with its refutation.
pub(crate) fn examples(
    language: Language<'_>,
    explanation: &Explanation,
    voice: Voice,
) -> Vec<String> {
    let is_won = explanation.winning.is_some();
    let examples = explanation.refutations.iter().take(MAX_EXAMPLES);
    examples
        .map(|example| refuted(language, explanation.lost_position, example, is_won, voice))
        .collect()
}

/// A move and its refutation. `is_reply` says whether the move is the opponent's reply to a winning
/// move.
pub(crate) fn refuted(
    language: Language<'_>,
    lost: Position,
    refutation: &Refutation,
    is_reply: bool,
    voice: Voice,
) -> String {
    let Refutation {
        mv,
        after_move,
        answer,
        after_answer,
    } = *refutation;
    let end = match answer {
        None => "lost",
        Some(_) if after_answer.is_over() => "won",
        Some(_) => "on",
    };
    // The position after the last move is not worth showing.
    let sentence_part =
        |at, mv, shows_position| in_sentence(language, at, mv, voice, shows_position);
    let args = fluent::fluent_args![
        "who" => voice.word(), "whose" => if is_reply { "others" } else { "own" }, "end" => end,
        "move" => sentence_part(lost, mv, answer.is_some()),
        "answer" => answer.map(|answer| sentence_part(after_move, answer, !after_answer.is_over())).unwrap_or_default()
    ];
    language.tell(key!("explained-refuted"), &args)
}

/// A move as part of a sentence, in short form, with the position after it if `shows_position`.
pub(crate) fn in_sentence(
    language: Language<'_>,
    at: Position,
    mv: Move,
    voice: Voice,
    shows_position: bool,
) -> String {
    let mut args: FluentArgs<'static> = move_arguments(language, at, mv);
    args.set("who", voice.word());
    if let Move::Take(_) = mv {
        args.set("what", objects_taken(language, at, mv, Some("short")));
    }
    args.set("shown", yes_or_no(shows_position));
    language.tell(key!("explained-move"), &args)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::text::Texts;
    use nim_games::samples::any_position;

    proptest! {
        #[test]
        fn an_explanation_is_short_but_has_no_room_for_more(position in any_position()) {
            let texts = Texts::load().expect("texts");
            for (_, language) in texts.languages() {
                for voice in [Voice::Us, Voice::Them] {
                    let best = Explanation::of(position);
                    let lost = Explanation::of(best.lost_position);
                    for explanation in [best, lost] {
                        let text = explained(language, &explanation, voice);
                        let length = |text: &str| text.chars().count();
                        let rest = length(&text) - length(&head(language, &explanation));
                        prop_assert!(rest <= MAX_LENGTH, "{text}");
                        let examples = examples(language, &explanation, voice);
                        let has_example = examples.iter().any(|example| text.contains(example));
                        prop_assert!(!has_example || length(&text) <= MAX_LENGTH, "{text}");
                        let first = examples.first();
                        if let Some(example) = first.filter(|example| !text.contains(example.as_str())) {
                            let longer = length(&text) + 1 + length(example);
                            prop_assert!(longer > MAX_LENGTH, "it has room for {example}: {text}");
                        }
                    }
                }
            }
        }
    }
}
