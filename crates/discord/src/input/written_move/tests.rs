//! Which texts are read as which moves, and which are refused.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::heaps::whole_number;
use super::words::Unclear;
use super::{plain_notation, read};
use crate::input::plain::plain;
use crate::text::{Language, Texts, key};
use crate::view::explanation::{Voice, in_sentence};
use crate::view::in_short;
use crate::view::moves::move_arguments;
use nim_games::samples::any_position;
use nim_games::{Draw, Move, Numbers, Position};

#[test]
fn numbers_are_read_as_people_write_them() {
    for (text, number) in [
        ("0", 0),
        ("15", 15),
        ("1,500", 1_500),
        ("12 345 678", 12_345_678),
        ("007", 7),
        ("18446744073709551615", u64::MAX),
    ] {
        assert_eq!(whole_number(text, ","), Ok(number), "{text}");
    }
    for text in [
        "", "1,5", "1,0", "1,,500", ",500", "1500,000", "2.5", "-1", "+1", "x",
    ] {
        assert_eq!(
            whole_number(text, ","),
            Err(Unclear::NotAWholeNumber),
            "{text}"
        );
    }
    assert_eq!(
        whole_number("18446744073709551616", ","),
        Err(Unclear::TooLarge)
    );
}

proptest! {
    /// No typed text causes a panic, in any game or language: every text is read as a move or
    /// refused with a sentence.
    #[test]
    fn anything_may_be_typed(
        text in "([a-cA-C+ ]|take|all|three|left|both|from|heap|[0-9]{1,21}|.){0,12}",
        position in prop::sample::select(vec![
            "wythoff: 9 5", "wythoff: 0 0", "nim: 3 5 7", "nim: 0 0 4", "21: 3/21", "greedy: 4 4",
        ]),
        language in prop::sample::select(vec!["en-US", "de", ""]),
    ) {
        let texts = Texts::load().expect("the texts parse");
        let at: nim_games::Position = position.parse().expect("a position");
        match read(texts.language(language), at, &text) {
            Ok(mv) => drop(at.play(mv)),
            Err(why) => prop_assert!(why.ends_with('.'), "{why}"),
        }
    }
}

/// Every text about a move that a member may see and type back: on buttons, and in sentences of
/// boards, hints and solutions.
fn texts_about(language: Language<'_>, at: Position, mv: Move) -> Vec<String> {
    let mut args = move_arguments(language, at, mv);
    args.set("who", "");
    args.set("short", in_short(language, at, mv));
    let on_board = language.tell(key!("board-took"), &args);
    let winning = language.tell(key!("winning-move"), &args);
    let bold = winning.split("**").nth(1).unwrap_or_default().to_owned();
    let sentence = |voice| in_sentence(language, at, mv, voice, false);
    vec![
        in_short(language, at, mv),
        on_board,
        bold,
        sentence(Voice::Us),
        sentence(Voice::Them),
        language.tell(key!("button-move"), &args),
    ]
}

proptest! {
    #[test]
    fn every_text_about_a_move_can_be_typed_back(position in any_position(), choice: prop::sample::Index) {
        let texts = Texts::load().expect("the texts parse");
        let language = texts.language("en-US");
        let moves: Vec<Move> = position.choices().moves().take(1_000).collect();
        if moves.is_empty() {
            return Ok(());
        }
        let mv = moves[choice.index(moves.len())];
        for sentence in texts_about(language, position, mv) {
            let read = read(language, position, &sentence);
            prop_assert_eq!(read, Ok(mv), "{:?}: {}", position, sentence);
        }
    }
}

#[test]
fn moves_are_read_as_people_write_them() {
    let texts = Texts::load().expect("the texts parse");
    let language = texts.language("en-US");
    for (position, text, mv) in [
        ("wythoff: 9 5", "A3", "A3"),
        ("wythoff: 9 5", " b 2 ", "B2"),
        ("wythoff: 9 5", "ab2", "A2B2"),
        ("wythoff: 9 5", "3 from the left", "A3"),
        ("wythoff: 9 5", "3 left", "A3"),
        ("wythoff: 9 5", "Down: 2", "B2"),
        ("wythoff: 9 5", "2 from both", "A2B2"),
        ("wythoff: 9 5", "2 from each pile", "A2B2"),
        ("wythoff: 9 0", "3", "A3"),
        ("wythoff: 9 0", "3 down", "B3"),
        ("wythoff: 99999 5", "12,345 left", "A12345"),
        ("nim: 3 5 7", "2 from b", "B2"),
        ("nim: 3 5 7", "take 2 from heap a", "A2"),
        ("nim: 3 5 7", "a: 2", "A2"),
        ("nim: 3 5 7", "from a take 2", "A2"),
        ("nim: 3 5 7", "Remove 2 of C, please", "C2"),
        ("wythoff: 9 5", "2 from a", "A2"),
        ("nim: 3 5 7", "Take 2 stones from heap a.", "A2"),
        ("wythoff: 9 5", "one from the left one", "A1"),
        ("wythoff: 9 5", "left one", "A1"),
        ("moore: 3 4 5 6", "2 from a and 3 from c", "A2C3"),
        ("moore: 3 4 5 6", "A2, C3, please", "A2C3"),
        ("moore: 3 4 5 6", "all from a", "A3"),
        ("grundy: 9 7", "7 into 2 and 5", "7=2+5"),
        ("grundy: 9 7", "split the 7 heap into 5 and 2", "7=2+5"),
        ("grundy: 9 7", "2 and 5", "7=2+5"),
        ("grundy: 9 7", "Split 9 into 4 and 5, please.", "9=4+5"),
        ("grundy: 9 7", "7 = 2 + 5", "7=2+5"),
        ("building: 4/3", "put a stone on b", "+B"),
        ("building: 4/3", "one on stack a, please", "+A"),
        ("circular: 10", "dots 5 and 6", "5.6"),
        ("nim: 3 5 7", "c4", "C4"),
        ("nim: 0 5 0", "4", "B4"),
        ("21: 3/21", "2", "+2"),
        ("21: 3/21", "+2", "+2"),
        ("21: 3/21", "add 2", "+2"),
        ("21: 3/21", "three", "+3"),
        ("nim: 3 5 7", "Three from C", "C3"),
        ("nim: 3 5 7", "take one from b", "B1"),
        ("nim: 3 5 7", "all from b", "B5"),
        ("nim: 3 5 7", "two from the c heap", "C2"),
        ("nim: 3 5 7", "All of a, please", "A3"),
        ("nim: 0 5 0", "everything", "B5"),
        ("nim: 0 5 0", "all from a", "A1"),
        ("wythoff: 9 5", "twelve from the left one", "A12"),
        ("wythoff: 9 5", "all left", "A9"),
        ("wythoff: 5 5", "all from both", "A5B5"),
        ("wythoff: 9 5", "take 2 from the left one", "A2"),
        // The dots between are included only if the text says so.
        ("circular: 10", "5 to 7", "5.6.7"),
        ("circular: 10", "5-7", "5.6.7"),
        ("circular: 10", "5, 6 and 7", "5.6.7"),
        ("circular: 10", "5 7", "5.7"),
        ("circular: 10", "5 and 7", "5.7"),
        ("tactix: 4x4", "1 4", "1.4"),
        ("100: 30/100", "say 40", "+10"),
        ("100: 30/100", "add 7, and say 37", "+7"),
        ("candy: 3 5 6", "eat 2 from b", "B2"),
        ("building: 4/3", "a stone on c", "+C"),
        ("multi: 3 4 5", "1 from all", "A1B1C1"),
        ("wythoff: 9 5", "2 from all", "A2B2"),
        ("moore: 3 4 5 6", "1 each from C and D", "C1D1"),
        ("moore: 3 4 5 6", "1 each from heaps A, C and D", "A1C1D1"),
        ("nim: 3 5 7", "٢ from b", "B2"),
        ("nim: 3 5 7", "Ａ３", "A3"),
        ("wythoff: 9 5", "each 5", "A5B5"),
        // The game says that a pile is empty.
        ("wythoff: 9 0", "2 from both", "A2B2"),
        ("multi: 3 0 5", "1 from each heap", "A1B1C1"),
        ("wythoff: 9 5", "2 left and down", "A2B2"),
        ("wythoff: 9 5", "2 down and left", "A2B2"),
        ("nim: 3 5 7", "all 3 from a", "A3"),
        ("grundy: 9 7", "split the 9 into four and five", "9=4+5"),
        // Whatever can be joined, "to" means the numbers between, or a line of the grid.
        ("circular: 10", "1 to 9", "1.2.3.4.5.6.7.8.9"),
        ("circular: 10", "9 to 1", "1.9.10"),
        ("circular: 10", "10 to 2", "1.2.10"),
        ("circular: 10", "3 to 1", "1.2.3"),
        ("circular: 10", "dots five and six", "5.6"),
        ("graph: S5+P1", "2 to 4", "2.3.4"),
        ("graph: S5+P3", "4 to 2", "2.3.4"),
        ("graph: K5+P1", "5 to 1", "1.2.3.4.5"),
        ("graph: K4+P1", "1 to 3", "1.2.3"),
        ("tactix: 4x4", "1 to 13", "1.5.9.13"),
        ("tactix: 2x3", "1 to 4", "1.4"),
        ("tactix: 2x3", "4 to 1", "1.4"),
        ("tactix: 2x2x3", "3 to 9", "3.9"),
        ("wythoff: 5 2", "(1, 2)", "A4"),
        ("wythoff: 5 2", "4,1", "A1B1"),
        ("tactix: oooo/-ooo/oooo/oooo", "1 to 13", "1.5.9.13"),
    ] {
        let at = position.parse().expect("a position");
        assert_eq!(
            read(language, at, &plain(text)).map(|mv| mv.to_string()),
            Ok(mv.to_owned()),
            "{text}"
        );
    }
}

#[test]
fn a_move_may_say_who_makes_it() {
    let texts = Texts::load().expect("the texts parse");
    let language = texts.language("en-US");
    for (position, text, mv) in [
        ("nim: 3 5 7", "I take 3 from c", "C3"),
        ("nim: 3 5 7", "2 off b", "B2"),
        ("building: 8+0 0 0", "I put a stone on b", "+B"),
        ("circular: 10", "from 3 to 4", "3.4"),
    ] {
        let at = position.parse().expect("a position");
        let read = read(language, at, &plain(text)).map(|mv| mv.to_string());
        assert_eq!(read, Ok(mv.to_owned()), "{text}");
    }
}

#[test]
fn texts_that_are_not_understood_are_refused() {
    let texts = Texts::load().expect("the texts parse");
    let language = texts.language("en-US");
    for (position, text) in [
        ("wythoff: 9 5", ""),
        ("wythoff: 9 5", "left"),
        ("wythoff: 9 5", "3"),
        ("wythoff: 9 5", "3 left down"),
        // The mouse never goes right.
        ("wythoff: 9 5", "3 right"),
        ("wythoff: 9 5", "2.5 left"),
        ("wythoff: 9 5", "-3 left"),
        ("nim: 3 5 7", "2"),
        ("nim: 3 5 7", "take 2 from a large heap"),
        ("nim: 3 5 7", "take 2 from a heap"),
        ("nim: 3 5 7", "a heap minus 2"),
        ("wythoff: 9 5", "2 from a pile"),
        ("nim: 3 5 7", "Z9"),
        ("nim: 3 5 7", "i 2"),
        ("21: 3/21", "many"),
        ("21: 1/21", "say 3 more"),
        ("21: 1/21", "+ say 3"),
        ("nim: 3 5 7", "one third"),
        ("nim: 30 50 70", "take the first two"),
        ("21: 3/21", "all"),
        ("nim: 3 5 7", "all"),
        ("nim: 3 5 7", "all from a heap"),
        // A word that is not understood is not skipped.
        ("wythoff: 9 5", "take 2 from the large left one"),
        ("wythoff: 9 5", "all but two left"),
        ("nim: 0 5 0", "all but two"),
        ("nim: 0 5 0", "leave 2"),
        ("nim: 0 5 0", "take 2 heaps"),
        ("nim: 3 5 7", "don't take 2 from a"),
        ("nim: 3 5 17", "C1 2"),
        ("nim: 3 5 7", "–1 from a"),
        ("nim: 3 5 7", "2 from a or b"),
        ("moore: 3 4 5 6", "A2, A3"),
        ("moore: 3 4 5 6", "0 from a and 3 from a"),
        ("21: 3/21", "add 5 and say 99999999999999999999"),
        ("moore: 3 4 5 6", "2 from a, b"),
        ("grundy: 9 7", "take 2 from 7"),
        ("grundy: 9 7", "7-2"),
        ("grundy: 9 7", "split 7 by taking 2"),
        ("grundy: 9 7", "split 2 and 5"),
        ("grundy: 9 7", "2.5"),
        ("grundy: 9 7", "7 into 2 and 4"),
        ("building: 4/3", "put 2 on b"),
        ("building: 4/3", "one on a and one on b"),
        ("building: 4/3", "g"),
        ("graph: P5+S4", "S1"),
        ("graph: P5+S4", "take 2 of the star"),
        ("graph: P5+S4", "take 2"),
        ("circular: 10", "2 dots"),
        ("circular: 10", "5 5"),
        ("circular: 10", "1 to 2 to 3"),
        ("graph: C5+P2", "5 to 1"),
        ("tactix: 4x4", "row 4"),
        ("tactix: 4x4", "column 2"),
        ("100: 30/100", "say 30"),
        ("100: 30/100", "add 7 and say 38"),
        ("moore: 3 4 5 6", "1 each from C and D and 2 from A"),
        ("moore: 3 4 5 6", "each 1 from C"),
        ("moore: 1 2 3 4 5 6 7 8", "each 1"),
        ("wythoff: 5 5", "take everything left"),
        ("circular: 10", "take 2 of the dots"),
        ("circular: 10", "2 from 3"),
        ("circular: 10", "one of 2"),
        ("circular: 10", "two"),
        ("tactix: oooo/oooo/oooo/oooo", "5 off 6"),
        ("nim: 3 5 7", "all 3 from b"),
        ("nim: 3 5 7", "2 from a and b"),
        ("grundy: 9 7", "8=3+6"),
        ("grundy: 9 7", "7 into 0 and 7"),
    ] {
        let at = position.parse().expect("a position");
        assert!(read(language, at, text).is_err(), "{text}");
    }
}

#[test]
fn a_refusal_says_what_is_wrong() {
    let texts = Texts::load().expect("the texts parse");
    let language = texts.language("en-US");
    for (position, text, why) in [
        (
            "grundy: 9 7",
            "8=3+6",
            "3 and 6 don’t add up to 8. Nothing was changed.",
        ),
        (
            "100: 30/100",
            "add 7 and say 38",
            "30 and 7 don’t add up to 38. Nothing was changed.",
        ),
        ("100: 30/100", "say 29", "We’re at 30: say a higher number."),
        (
            "100: 3/100",
            "+3 → 5",
            "3 and 3 don’t add up to 5. Nothing was changed.",
        ),
        (
            "100: 7/100",
            "7 more and say 12",
            "7 and 7 don’t add up to 12. Nothing was changed.",
        ),
        (
            "nim: 3 5 7",
            "take the largest one",
            "I can’t read “take the largest one” as a move. Write it like this: 1 from A. Nothing was changed.",
        ),
        (
            "nim: 3 7 5",
            "2 from the second largest",
            "I can’t read “2 from the second largest” as a move. Write it like this: 1 from A. Nothing was changed.",
        ),
        ("grundy: 9 7", "7 into 0 and 7", "Split a heap into two."),
        (
            "nim: 3 5 7",
            "two from the largest of the fourth",
            "The heaps go from A to C.",
        ),
        (
            "wythoff: 25 42",
            "28 48",
            "I can’t read “28 48” as a move. Write it like this: 1 left. Nothing was changed.",
        ),
        (
            "wythoff: 25 42",
            "(26, 43)",
            "The queen only goes left, down or diagonally. Nothing was changed.",
        ),
        ("wythoff: 25 42", "(25, 42)", "Go at least one step."),
        (
            "wythoff: 9 5",
            "take 2, 2",
            "I can’t read “take 2, 2” as a move. Write it like this: 1 left. Nothing was changed.",
        ),
        (
            "wythoff: 5 5",
            "take everything left",
            "I can read that two ways. Write `A5` or `A5B5`.",
        ),
    ] {
        let at = position.parse().expect("a position");
        assert_eq!(read(language, at, text), Err(why.to_owned()), "{text}");
    }
}

#[test]
fn squares_and_amounts_of_each_heap_are_read() {
    let texts = Texts::load().expect("the texts parse");
    let language = texts.language("en-US");
    for (position, text, mv) in [
        ("wythoff: 9 5", "go to (7, 3), please", "A2B2"),
        ("wythoff: 5 5", "go home", "A5B5"),
        ("wythoff: 9 5", "3 left 3 down", "A3B3"),
        ("wythoff: 9 5", "left 1, down 1", "A1B1"),
        ("wythoff: 9 5", "two left and two down", "A2B2"),
        ("wythoff: 9 5", "I go to (7, 3)", "A2B2"),
        ("wythoff: 9 5", "The queen goes 3 left", "A3"),
        ("wythoff: 9 5", "go to square (7, 3)", "A2B2"),
        ("wythoff: 5000 0", "1,000", "A1000"),
        ("wythoff: 5000 0", "take 2,000", "A2000"),
        ("moore: 3 4 5 6", "2 from a 3 from b", "A2B3"),
        ("building: 8/3", "1 on a", "+A"),
        ("building: 8/3", "put my stone on the second stack", "+B"),
        ("100: 30/100", "30 → 40", "+10"),
        ("nim: 30 5 7", "twenty from the first heap", "A20"),
        ("nim: 3 5 7", "three from the largest", "C3"),
        ("grundy: 15", "15 in 4, 11", "15=4+11"),
        (
            "grundy: 15",
            "split the heap of 15 into three and twelve",
            "15=3+12",
        ),
    ] {
        let at = position.parse().expect("a position");
        let mv = mv.parse().expect("a move");
        assert_eq!(read(language, at, text), Ok(mv), "{text}");
    }
}

/// The words of all games, and numbers, as they occur in sentences.
const WORDS: &str = "take took remove from of off the my please a b c d left down both each sweep heap piles stack stones dots one two three all \
    everything but leave by and plus to through put place on onto add more split into second large star row not s z 1 2 3 5 7 12 2.5 1,200 \
    , ; : + - = & .";

/// A sentence without the "of" in "the heap of 7". `None` if there is none.
fn without_of<'s>(sentence: &[&'s str], is_noun: &impl Fn(&str) -> bool) -> Option<Vec<&'s str>> {
    let is_of = |index: usize| {
        ["of", "from", "off"].contains(&sentence[index]) && is_noun(sentence[index - 1])
    };
    let of = (1..sentence.len()).find(|&index| is_of(index))?;
    Some([&sentence[..of], &sentence[of + 1..]].concat())
}

/// Where the queen goes: from (9, 5).
fn square_of(game: &str, sentence: &[&str]) -> Option<String> {
    let idle = |word: &&&str| ["the", "my", "please"].contains(*word);
    let leading = |word: &&&str| ["take", "took", "remove", "off", "to"].contains(*word);
    let square = sentence.iter().filter(|word| !idle(word) && **word != ".");
    let square: Vec<&str> = square.skip_while(leading).copied().collect();
    if let ("wythoff", &[left, ",", down]) = (game, square.as_slice())
        && let (Ok(left), Ok(down)) = (left.parse::<u64>(), down.parse::<u64>())
    {
        let steps = [9_u64.checked_sub(left)?, 5_u64.checked_sub(down)?];
        return Some(Move::take(steps).to_string());
    }
    None
}

/// A second, independent parser: without its idle words, a sentence has one of a few forms.
fn second_parser(game: &str, sentence: &[&str]) -> Option<String> {
    if let Some(mv) = square_of(game, sentence) {
        return Some(mv);
    }
    let heaps = ["heap", "piles", "stack"];
    let is_noun = |word: &str| heaps.contains(&word) || word.starts_with("stone");
    let next_is_noun = |index: usize| sentence.get(index + 1).is_some_and(|next| is_noun(next));
    let end = sentence.iter().rposition(|&word| word != ".")? + 1;
    let words = || sentence[..end].iter().copied().enumerate();
    let number_of = |word: &str| match word {
        "one" => Some(1),
        "two" => Some(2),
        "three" => Some(3),
        "1,200" => Some(1_200),
        _ => word.parse::<u64>().ok(),
    };
    // "1 from all" names every heap.
    let has_amount_before = |index: usize| {
        let mut before = sentence[..index].iter();
        before.any(|word| number_of(word).is_some() || *word == "all" || *word == "everything")
    };
    let names_all = |index: usize, word: &str| {
        let is_from = index > 0 && ["from", "of"].contains(&sentence[index - 1]);
        ["all", "everything"].contains(&word) && is_from && has_amount_before(index)
    };
    let words_without = |idle: &str| -> Vec<&str> {
        let idle: Vec<&str> = idle.split(' ').chain(["the", "my", "please"]).collect();
        let kept = words().filter(|&(index, word)| {
            let is_idle = idle.contains(&word) || is_noun(word);
            let is_article = word == "a" && next_is_noun(index);
            !(is_idle || is_article)
        });
        let kept = kept.map(|(index, word)| if names_all(index, word) { "*" } else { word });
        kept.collect()
    };
    // "2 heaps" is a number of heaps, not an amount.
    let counts_heaps = words().any(|(index, word)| {
        let is_amount = number_of(word).is_some() || word == "all" || word == "everything";
        is_amount
            && !names_all(index, word)
            && sentence
                .get(index + 1)
                .is_some_and(|next| heaps.contains(next))
    });
    let take_words = "take took remove from of off :";
    match game {
        "wythoff" | "nim" if !counts_heaps => {
            let mut words = words_without(&format!("{take_words} , ;"));
            // "Left and down" are both.
            let joins = |names: &[&str]| {
                let is = |word: &str, names: [&str; 2]| names.contains(&word);
                let [one, and, other] = *names else {
                    return false;
                };
                let in_order = is(one, ["left", "a"]) && is(other, ["down", "b"]);
                let reversed = is(one, ["down", "b"]) && is(other, ["left", "a"]);
                (in_order || reversed) && ["and", "plus", "&", "+"].contains(&and)
            };
            if game == "wythoff"
                && let Some(at) = words.windows(3).position(joins)
            {
                words.splice(at..at + 3, ["both"]);
            }
            if let Some(mv) = pairs_of(game, &words, &number_of) {
                return Some(mv);
            }
            amount_of(game, &words, &number_of)
        }
        "moore" if !counts_heaps => {
            let words = words_without(take_words);
            pairs_of(game, &words, &number_of).or_else(|| amounts_of(words, &number_of))
        }
        "21" if !counts_heaps => {
            let mut words_left = words_without("add more plus and : , ; +");
            if words_left.len() > 1 {
                return None;
            }
            let amount = number_of(words_left.pop()?)?;
            Some(format!("+{amount}"))
        }
        "building" => placement_of(&words_without("put place add one 1 on onto to + , :")),
        "grundy" => {
            if let Some(others) = without_of(sentence, &is_noun) {
                return second_parser(game, &others);
            }
            let is_idle = |word: &str| ["the", "my", "please"].contains(&word);
            let is_loose_comma = |(index, word): (usize, &str)| {
                let has_said_into = ["into", "=", ":"]
                    .iter()
                    .any(|it| sentence[..index].contains(it));
                let is_before_idle = sentence.get(index + 1).is_some_and(|next| is_idle(next));
                word == "," && !is_before_idle && !has_said_into
            };
            if words().any(is_loose_comma) {
                return None;
            }
            split_of(&words_without(","), &number_of)
        }
        _ => None,
    }
}

/// A stone on a stack of Building Nim.
fn placement_of(words: &[&str]) -> Option<String> {
    let stack = match *words {
        ["a"] => "+A",
        ["b" | "second"] => "+B",
        ["c"] => "+C",
        _ => return None,
    };
    Some(stack.to_owned())
}

/// Amounts from several heaps of Moore's Nim.
fn amounts_of(mut words: Vec<&str>, number_of: &impl Fn(&str) -> Option<u64>) -> Option<String> {
    let separators = [",", ";", "&", "+", "and", "plus"];
    // "1 each from a and c" gives the same amount for each heap.
    if let [amount, "each", ref names @ ..] = words[..]
        && (number_of(amount).is_some() || amount == "all" || amount == "everything")
    {
        let names = names.iter().filter(|name| !separators.contains(name));
        words = names.flat_map(|&name| [amount, name, ","]).collect();
    }
    let parts = words.split(|word| separators.contains(word));
    let parts = parts.filter(|part| !part.is_empty());
    let mut parts: Vec<String> = parts
        .map(|part| amount_of("moore", part, number_of))
        .collect::<Option<_>>()?;
    parts.sort_unstable();
    let mut letters: Vec<char> = parts.iter().flat_map(|part| part.chars()).collect();
    letters.retain(|c| c.is_alphabetic());
    letters.sort_unstable();
    let has_duplicates = letters.windows(2).any(|pair| pair[0] == pair[1]);
    (!has_duplicates).then(|| parts.concat())
}

/// A heap of Grundy's game and its two parts, or the parts alone.
fn split_of(words: &[&str], number_of: &impl Fn(&str) -> Option<u64>) -> Option<String> {
    let words = words.iter().map(|&word| match word {
        "plus" | "+" | "&" => "and",
        "=" | ":" => "into",
        word => word,
    });
    let words: Vec<&str> = words.collect();
    let (heap, one, other) = match *words {
        ["split", "into", one, "and", other]
        | ["into", one, "and", other]
        | [one, "and", other] => (None, one, other),
        ["split", heap, "into", one, "and", other]
        | [heap, "into", one, "and", other]
        | ["split", heap, "into", one, other]
        | [heap, "into", one, other] => (Some(number_of(heap)?), one, other),
        _ => return None,
    };
    let (one, other) = (number_of(one)?, number_of(other)?);
    let heap = heap.unwrap_or(one + other);
    (heap == one + other).then(|| format!("{heap}={}+{}", one.min(other), one.max(other)))
}

/// Two or more heaps, each with its amount: "left 1 down 1".
fn pairs_of(
    game: &str,
    words: &[&str],
    number_of: &impl Fn(&str) -> Option<u64>,
) -> Option<String> {
    let words = words
        .iter()
        .filter(|word| !["and", "plus", "&", "+", ",", ";"].contains(word));
    let words: Vec<&str> = words.copied().collect();
    let heap = |word: &str| match (game, word) {
        ("wythoff", "left") | (_, "a") => Some('A'),
        ("wythoff", "down") | (_, "b" | "second") => Some('B'),
        ("nim" | "moore", "c") => Some('C'),
        ("moore", "d") => Some('D'),
        _ => None,
    };
    let mut amounts = BTreeMap::new();
    for pair in words.chunks(2) {
        let &[one, other] = pair else { return None };
        let (name, amount) = match heap(one) {
            Some(name) => (name, number_of(other)?),
            None => (heap(other)?, number_of(one)?),
        };
        if amounts.insert(name, amount).is_some() {
            return None;
        }
    }
    let parts = amounts
        .iter()
        .map(|(name, amount)| format!("{name}{amount}"));
    (amounts.len() > 1).then(|| parts.collect())
}

/// One amount, and any number of names of one heap.
fn amount_of(
    game: &str,
    words: &[&str],
    number_of: &impl Fn(&str) -> Option<u64>,
) -> Option<String> {
    let name = |word: &str| match (game, word) {
        ("wythoff", "left") | (_, "a") => Some("A"),
        ("wythoff", "down") | (_, "b" | "second") => Some("B"),
        ("nim" | "moore", "c") => Some("C"),
        ("moore", "d") => Some("D"),
        ("wythoff", "both" | "each" | "*") => Some("AB"),
        ("nim", "*") => Some("ABC"),
        ("moore", "*") => Some("ABCD"),
        _ => None,
    };
    let mut words = words.to_vec();
    // "All 3" has to be everything.
    let all = words
        .iter()
        .position(|&word| ["all", "everything"].contains(&word));
    let mut number_of_all = None;
    if let Some(at) = all {
        let mut after = (at + 1..words.len()).filter(|&index| name(words[index]).is_none());
        if let Some(index) = after.next()
            && words[index] != "one"
            && number_of(words[index]).is_some()
        {
            number_of_all = number_of(words.remove(index));
        }
    }
    let amounts = words.iter().filter(|word| name(word).is_none()).count();
    let mut amount = None;
    let mut named = None;
    for (index, word) in words.iter().enumerate() {
        let stands_for_heap =
            amounts > 1 && *word == "one" && index > 0 && name(words[index - 1]).is_some();
        if stands_for_heap {
        } else if let Some(heap) = name(word) {
            if named.replace(heap).is_some_and(|known| known != heap) {
                return None;
            }
        } else if amount.replace(word).is_some() {
            return None;
        }
    }
    let (heap, amount) = (named?, amount?);
    let size = |heap: &str| match (game, heap) {
        ("wythoff", "A" | "AB") => 9,
        ("nim", "ABC" | "C") => 7,
        ("wythoff" | "nim", "B") | ("moore", "C") => 5,
        ("nim" | "moore", "A") => 3,
        ("moore", "B") => 4,
        _ => 6,
    };
    let amount = match *amount {
        "all" | "everything" => {
            let size = size(heap);
            if number_of_all.is_some_and(|number| number != size) {
                return None;
            }
            size
        }
        amount => number_of(amount)?,
    };
    let takes = heap.chars().map(|heap| format!("{heap}{amount}"));
    Some(takes.collect())
}

/// If a random sentence made of the words of all games is read as a move, the second parser reads
/// the same move.
#[test]
fn both_parsers_read_the_same_move() {
    let texts = Texts::load().expect("the texts parse");
    let language = texts.language("en-US");
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let mut numbers = Numbers::of([Draw::new(3), Draw::new(5)]);
    for (game, position, game_words) in [
        (
            "wythoff",
            "wythoff: 9 5",
            "left down each one 2 from heap , take",
        ),
        ("nim", "nim: 3 5 7", "a b c 1 2 from the heap one take"),
        ("moore", "moore: 3 4 5 6", "a b c d 1 2 from and , heap"),
        ("21", "21: 3/21", "add 1 2 more the and"),
        ("building", "building: 9/3", "a b c put stone on one"),
        ("grundy", "grundy: 9 7", "split into 7 2 5 and the heap + ="),
    ] {
        let game_words: Vec<&str> = game_words.split_whitespace().collect();
        let at: Position = position.parse().expect("a position");
        let mut read_as_moves = 0;
        for _ in 0..20_000 {
            let mut draw =
                |below: usize| usize::try_from(numbers.draw().below(below as u128)).expect("small");
            let length = 1 + draw(6);
            let sentence: Vec<&str> = (0..length)
                .map(|_| match draw(4) {
                    0 => words[draw(words.len())],
                    _ => game_words[draw(game_words.len())],
                })
                .collect();
            let text = sentence.join(" ");
            if let (None, Ok(mv)) = (plain_notation(&text), read(language, at, &text)) {
                // While stones are placed, taking some is understood, and refused.
                if game == "building" && at.play(mv).is_err() {
                    continue;
                }
                assert_eq!(
                    Some(mv.to_string()),
                    second_parser(game, &sentence),
                    "{position}: {text}"
                );
                read_as_moves += 1;
            }
        }
        assert!(read_as_moves > 50, "{position}: {read_as_moves}");
    }
}
