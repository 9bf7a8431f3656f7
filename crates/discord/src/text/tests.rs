//! Every text exists and is used; numbers are written as people write them.

use std::collections::BTreeSet;
use std::path::Path;

use super::*;
use nim_games::Variant;
use nim_games::lessons::Exercise;

/// Collects every `key!("…")` or `reason!("…")` below a folder.
fn keys_in(folder: &Path, keys: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder of the source") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            keys_in(&path, keys);
            continue;
        }
        let source = std::fs::read_to_string(&path).expect("source is text");
        // `rustfmt` may put the argument of the macro on a line of its own.
        let source: String = source.split_whitespace().collect();
        for macro_name in ["key!(\"", "reason!(\""] {
            let used = source.split(macro_name).skip(1);
            let used = used.filter_map(|rest| rest.split('"').next());
            keys.extend(used.filter(|key| !key.contains('…')).map(str::to_owned));
        }
    }
}

/// Texts that only some games have, without their prefix.
const OF_SOME_GAMES: [&str; 8] = [
    "history",
    "best-of-the-lost",
    "proof",
    "worked",
    "ratio",
    "A",
    "B",
    "AB",
];

fn is_key(name: &str) -> bool {
    let is_key_character = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.starts_with(|first: char| first.is_ascii_lowercase()) && name.chars().all(is_key_character)
}

/// The variants of the enum called `name`, in kebab case.
fn variants_of(source: &str, name: &str) -> Vec<String> {
    let file: syn::File = syn::parse_file(source).expect("source is Rust");
    let item_enum = file.items.into_iter().find_map(|item| {
        if let syn::Item::Enum(item_enum) = item {
            (item_enum.ident == name).then_some(item_enum)
        } else {
            None
        }
    });
    let item_enum = item_enum.expect("the enum is there");
    let names = item_enum
        .variants
        .iter()
        .map(|variant| variant.ident.to_string());
    let kebab = |name: String| {
        let mut kebab = String::new();
        for c in name.chars() {
            if c.is_ascii_uppercase() && !kebab.is_empty() {
                kebab.push('-');
            }
            kebab.push(c.to_ascii_lowercase());
        }
        kebab
    };
    names.map(kebab).collect()
}

/// The text of a refusal can be found by the name of its variant.
#[test]
fn the_text_of_a_refusal_is_named_after_its_variant() {
    let enums = [
        (include_str!("../../../game/src/refusal.rs"), "Refusal"),
        (include_str!("../../../service/src/error.rs"), "Refusal"),
        (include_str!("../../../../rules/src/play.rs"), "IllegalMove"),
        (
            include_str!("../../../../rules/src/options.rs"),
            "BadPosition",
        ),
    ];
    // Variants without a text of their own: they only wrap another reason, are turned into a
    // question, are never shown, or have texts of a different name.
    let without_text = [
        "illegal",
        "game",
        "bad-position",
        "ambiguous",
        "already-handled",
        "too-many",
        "bad-options",
    ];
    let texts = Texts::load().expect("the texts parse");
    let language = texts.language("en-US");
    for (source, name) in enums {
        for variant in variants_of(source, name) {
            let key = format!("refused-{variant}");
            let has_text = language
                .find(&key, None, Some(&FluentArgs::new()))
                .is_some();
            assert!(
                has_text || without_text.contains(&variant.as_str()),
                "{key}"
            );
        }
    }
}

#[test]
fn every_key_is_used_and_exists_in_every_language() {
    let mut used = BTreeSet::new();
    for folder in ["src", "../../rules/src"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        keys_in(&folder, &mut used);
    }
    for variant in Variant::ALL {
        let needed = ["name", "line", "idea", "find"];
        used.extend(needed.map(|name| format!("game-{variant}-{name}")));
        let lessons = Exercise::all(*variant).filter_map(Exercise::lesson);
        used.extend(lessons.map(|lesson| format!("lesson-{}", lesson.name)));
    }
    for (tag, files) in locales() {
        let written: BTreeSet<String> = files
            .iter()
            .flat_map(|file| file.lines())
            .filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase()))
            .filter_map(|line| line.split_once(" =").map(|(key, _)| key.to_owned()))
            .collect();
        // Texts that are referenced in other texts.
        for line in files.iter().flat_map(|file| file.lines()) {
            let references = line
                .split("{ ")
                .skip(1)
                .filter_map(|rest| rest.split_once(" }"));
            used.extend(
                references
                    .map(|(name, _)| name)
                    .filter(|name| is_key(name))
                    .map(str::to_owned),
            );
        }
        // Texts of a single game that override those for all games, or that only some games have.
        let prefixes = Variant::ALL
            .iter()
            .map(|variant| format!("game-{variant}-"));
        let prefixes: Vec<String> = prefixes.collect();
        let is_override = |key: &&String| {
            let mut prefixes = prefixes.iter();
            let general = prefixes.find_map(|prefix| key.strip_prefix(prefix));
            let is_known = |name: &str| used.contains(name) || OF_SOME_GAMES.contains(&name);
            general.is_some_and(is_known) && !used.contains(*key)
        };
        let written: BTreeSet<String> = written
            .iter()
            .filter(|key| !is_override(key))
            .cloned()
            .collect();
        assert_eq!(written, used, "left: written for {tag}, right: used");
    }
}

#[test]
fn numbers_are_grouped_from_ten_thousand_up() {
    let texts = Texts::load().expect("the texts parse");
    let english = texts.language("en-US");
    assert_eq!(english.number(9_999), "9999");
    assert_eq!(english.number(10_000), "10,000");
    assert_eq!(
        english.number(9_007_199_254_740_991),
        "9,007,199,254,740,991"
    );
    let args = fluent::fluent_args!["count" => 12_345];
    assert_eq!(
        english.tell(key!("games-more"), &args),
        "… and 12,345 more."
    );
}

#[test]
fn the_rule_of_a_game_has_at_most_nine_words() {
    let texts = Texts::load().expect("the texts parse");
    for variant in Variant::ALL {
        let rule = texts.language("en-US").game_rule(*variant);
        let words = rule.split_whitespace().count();
        assert!((1..=9).contains(&words), "{rule}");
    }
}

/// Both spellings of a word in one message look like a mistake.
#[test]
fn english_texts_are_spelt_one_way() {
    let british = ["learnt", "practise", "neighbour", "colour", "licence"];
    let files = locales().into_iter().find(|(tag, _)| *tag == "en-US");
    let (_, files) = files.expect("English is there");
    for line in files.iter().flat_map(|file| file.lines()) {
        let found = british.iter().find(|word| line.contains(*word));
        assert_eq!(found, None, "in {line}");
    }
}

#[test]
fn an_unknown_language_falls_back_to_the_first() {
    let texts = Texts::load().expect("the texts parse");
    assert_eq!(
        texts.language("tlh").say(key!("button-hint")),
        texts.language("en-US").say(key!("button-hint"))
    );
}
