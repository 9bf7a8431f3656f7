//! The layers inside the crate, which the compiler does not check: a layer names only itself and
//! the layers before it, libraries are used where they belong, and only `rules` knows particular
//! games.

use std::path::{Path, PathBuf};

/// From the innermost to the outermost.
const LAYERS: [&str; 9] = [
    "chain",
    "server",
    "game",
    "rating",
    "records",
    "store",
    "service",
    "discord",
    "transport",
];

/// Libraries, each with the layers that may use it. `main`, `app` and the like may use all of these
/// libraries.
const LIBRARIES: [(&str, &[&str]); 11] = [
    ("fluent", &["discord"]),
    ("metrics", &["store", "discord", "transport"]),
    ("rand", &["service"]),
    ("reqwest", &["transport"]),
    ("serde", &["store", "discord", "transport"]),
    ("serde_json", &["store", "discord", "transport"]),
    ("serenity", &["discord", "transport"]),
    ("sqlx", &["store"]),
    ("tokio", &["server", "store", "discord", "transport"]),
    ("tokio_util", &["server", "store", "transport"]),
    ("unic_langid", &["discord"]),
];

/// Where particular games may be named: the command options for piles, and the pictures.
const ABOUT_GAMES: [&str; 2] = ["discord/input/position_options.rs", "discord/picture"];

/// Every file of a layer with its code, without comments and tests.
fn files_of(layer: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    let folder = root.join(layer);
    let mut paths = vec![folder.with_extension("rs"), folder];
    while let Some(path) = paths.pop() {
        let is_test = path.ends_with("tests") || path.ends_with("tests.rs");
        if path.is_dir() && !is_test {
            let entries = std::fs::read_dir(path).expect("a folder of the source");
            paths.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else if path.is_file() && !is_test {
            let text = std::fs::read_to_string(&path).expect("source is text");
            let (text, _tests) = text
                .split_once("\n#[cfg(test)]\nmod ")
                .unwrap_or((&text, ""));
            let lines = text.lines().map(str::trim_start);
            let lines: Vec<&str> = lines.filter(|line| !line.starts_with("//")).collect();
            let inside = path.strip_prefix(&root).expect("below the root").to_owned();
            found.push((inside, lines.join("\n")));
        }
    }
    found
}

/// The identifiers that follow `prefix` in code, where `prefix` is the beginning of a path.
fn identifiers_after<'c>(code: &'c str, prefix: &'c str) -> impl Iterator<Item = &'c str> {
    let paths = code.match_indices(prefix).filter(|(at, _)| {
        let last = code[..*at].chars().next_back();
        last.is_none_or(|c| !c.is_alphanumeric() && c != '_')
    });
    paths.map(move |(at, _)| {
        let rest = &code[at + prefix.len()..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        &rest[..end.unwrap_or(rest.len())]
    })
}

/// Whether code uses a library: `name::` that is not part of a longer path.
fn uses(code: &str, library: &str) -> bool {
    let path = format!("{library}::");
    code.match_indices(&path).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '_' | ':'))
    })
}

/// Every file with the index of its layer.
fn files() -> impl Iterator<Item = (usize, PathBuf, String)> {
    let layers = LAYERS.iter().enumerate();
    layers.flat_map(|(index, layer)| {
        let files = files_of(layer).into_iter();
        files.map(move |(path, code)| (index, path, code))
    })
}

#[test]
fn each_layer_names_only_itself_and_those_before_it() {
    for (index, path, code) in files() {
        assert!(!code.contains("super::super::super"), "{}", path.display());
        for name in identifiers_after(&code, "crate::") {
            let is_inner = LAYERS[..=index].contains(&name);
            assert!(is_inner, "{} names {name}", path.display());
        }
        for (library, layers) in LIBRARIES {
            let is_allowed = layers.contains(&LAYERS[index]) || !uses(&code, library);
            assert!(is_allowed, "{} uses {library}", path.display());
        }
    }
}

#[test]
fn no_game_is_named_outside_the_rules() {
    for (_, path, code) in files() {
        if ABOUT_GAMES.iter().any(|place| path.starts_with(place)) {
            continue;
        }
        for value in ["Variant::", "Position::"]
            .iter()
            .flat_map(|prefix| identifiers_after(&code, prefix))
        {
            let is_game =
                !["ALL", "LIKED"].contains(&value) && value.starts_with(|c: char| c.is_uppercase());
            assert!(!is_game, "{} names {value}", path.display());
        }
    }
}
