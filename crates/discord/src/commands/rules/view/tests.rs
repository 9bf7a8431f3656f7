//! What the pages of rules say.

use super::*;
use crate::text::Texts;
use nim_games::{Ending, Variant};

/// The maximum length of the idea and of how to find the winning moves: people do not read
/// longer texts.
const MAX_TEXT: usize = 300;

/// The maximum length of an additional page, opened only by readers who want to know more.
const MAX_EXTRA_PAGE: usize = 900;

/// Every usual opening with each ending, every named one, and games with options.
fn openings() -> Vec<Position> {
    let usual = Variant::ALL.iter().flat_map(|&variant| {
        let endings = [Ending::Normal, Ending::Misere].into_iter();
        endings.filter_map(move |ending| Position::usual(variant, Options::of_ending(ending)).ok())
    });
    let named = Variant::ALL.iter().flat_map(|&variant| {
        let openings = Position::openings(variant).iter();
        openings.filter_map(move |it| Position::read(variant, it.options, it.position).ok())
    });
    let limited = [
        "moore most=2: 3 3 3",
        "moore misere most=2: 3 3 3",
        "moore heaps=1 most=3: 3 5",
        "moore heaps=3: 3 4 5 6",
        "graph most=2: P3",
        "graph misere most=2: P3",
        "take most=9: 20",
        "21 most=5: 0/34",
    ];
    let limited = limited.map(|written| written.parse().expect(written));
    usual.chain(named).chain(limited).collect()
}

/// Restates "How to find it" of some games, and checks that it names exactly the moves that win.
#[test]
fn how_to_find_it_names_exactly_the_winning_moves() {
    fn powers_come_in(count: usize, sizes: &[u64]) -> bool {
        (0..4).all(|bit| sizes.iter().filter(|&size| size & 1 << bit != 0).count() % count == 0)
    }
    fn largest_are_even(sizes: &[u64]) -> bool {
        let largest = sizes.iter().max().copied().unwrap_or(0);
        largest == 0 || sizes.iter().filter(|&&size| size == largest).count() % 2 == 0
    }
    fn ones(sizes: &[u64]) -> usize {
        sizes.iter().filter(|&&size| size == 1).count()
    }
    fn rests(sizes: &[u64]) -> Vec<u64> {
        sizes.iter().map(|size| size % 4).collect()
    }
    fn has_two(sizes: &[u64]) -> bool {
        sizes.iter().any(|&size| size >= 2)
    }
    type ToLeave = fn(&[u64]) -> bool;
    let pages: [(&str, &str, ToLeave); 7] = [
        ("nim:", "make all even", |left| powers_come_in(2, left)),
        (
            "nim misere:",
            "If it has only ones: leave an odd number",
            |left| {
                if has_two(left) {
                    powers_come_in(2, left)
                } else {
                    ones(left) % 2 == 1
                }
            },
        ),
        ("greedy:", "Count the largest heaps", largest_are_even),
        ("greedy misere:", "leave an even number of them", |left| {
            if has_two(left) {
                largest_are_even(left)
            } else {
                ones(left) % 2 == 1
            }
        }),
        ("take most=3:", "each power occurs an even number", |left| {
            powers_come_in(2, &rests(left))
        }),
        ("take misere most=3:", "leave an odd number of 1s", |left| {
            let rests = rests(left);
            if has_two(&rests) {
                powers_come_in(2, &rests)
            } else {
                ones(&rests) % 2 == 1
            }
        }),
        ("moore:", "It has to be in a multiple of 3 heaps", |left| {
            powers_come_in(3, left)
        }),
    ];
    let texts = Texts::load().expect("texts");
    let language = texts.language("en-US");
    for (game, phrase, is_to_be_left) in pages {
        for sizes in (1..=4)
            .flat_map(|heaps| itertools::Itertools::combinations_with_replacement(1..=6_u64, heaps))
        {
            let written = format!("{game} {}", itertools::join(&sizes, " "));
            let at: Position = written.parse().expect("a position");
            let args = rules_arguments(at);
            let page = language.game_text(at.variant(), "find", None, &args);
            let page = page.expect("a page");
            assert!(
                page.contains(phrase),
                "it has changed, restate it here: {page}"
            );
            for mv in at.choices().moves() {
                let next = at.play(mv).expect("legal");
                let Some(left) = next.shape().lettered() else {
                    panic!("heaps")
                };
                let is_named = is_to_be_left(left);
                assert_eq!(is_named, next.is_lost(), "{at}: {mv}: {page}");
            }
        }
    }
}

#[test]
fn the_pairs_on_the_page_of_the_golden_ratio_are_cold() {
    let texts = Texts::load().expect("texts");
    let language = texts.language("en-US");
    for ending in [Ending::Normal, Ending::Misere] {
        let opening = Position::usual(Variant::Wythoff, Options::of_ending(ending));
        let opening = opening.expect("an opening");
        let args = rules_arguments(opening);
        let page = language.game_text(Variant::Wythoff, "ratio", None, &args);
        let page = page.expect("a page");
        let (_, pairs) = page.split_once("Fibonacci numbers: ").expect("pairs");
        let (pairs, _) = pairs.split_once(").\n").expect("pairs");
        for pair in pairs.split("), ") {
            let piles = pair.trim_matches(['(', ')']).replace(',', "");
            let at = Position::read(Variant::Wythoff, opening.options(), &piles);
            assert!(at.expect("piles").is_lost(), "{piles}");
        }
    }
}

#[test]
fn every_page_of_every_game_has_its_text_and_fits_on_a_phone() {
    let texts = Texts::load().expect("texts");
    let mut long = Vec::new();
    for (_, language) in texts.languages() {
        for opening in openings() {
            let variant = opening.variant();
            {
                for name in ["idea", "find"] {
                    let text = language.game_text(variant, name, None, &rules_arguments(opening));
                    let text = text.unwrap_or_else(|| panic!("{variant} has no {name}"));
                    let length = text.chars().count();
                    if length > MAX_TEXT {
                        long.push(format!("{length}: {text}"));
                    }
                }
                let rules = Rules {
                    language,
                    has_start_button: true,
                    has_examples: true,
                    has_tables: true,
                    readers: Readers::One,
                    rendering: 0,
                };
                let extra_pages = EXTRA_PAGES.map(|(page, _)| rules.extra_page_text(opening, page));
                for text in extra_pages.into_iter().flatten() {
                    let length = text.chars().count();
                    if length > MAX_EXTRA_PAGE {
                        long.push(format!("{length}: {text}"));
                    }
                }
            }
        }
    }
    assert!(long.is_empty(), "{long:#?}");
}
