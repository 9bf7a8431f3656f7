//! What no compiler checks about the layers: only `rules` knows particular games.

use std::path::{Path, PathBuf};

/// Where particular games may be named: the command options for piles, and the pictures.
const ABOUT_GAMES: [&str; 2] = [
    "discord/src/input/position_options.rs",
    "discord/src/picture",
];

/// Every file of the bot's crates with its code, without comments and tests.
fn files() -> Vec<(PathBuf, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let (mut found, mut paths) = (Vec::new(), vec![crates.clone()]);
    while let Some(path) = paths.pop() {
        if path.ends_with("tests") || path.ends_with("tests.rs") {
            continue;
        }
        if path.is_dir() {
            let entries = std::fs::read_dir(path).expect("a folder of the source");
            paths.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|it| it == "rs") {
            let text = std::fs::read_to_string(&path).expect("source is text");
            let code = text
                .split("\n#[cfg(test)]\nmod ")
                .next()
                .unwrap_or_default();
            let lines = code
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"));
            let inside = path
                .strip_prefix(&crates)
                .expect("below the root")
                .to_owned();
            found.push((inside, lines.collect::<Vec<_>>().join("\n")));
        }
    }
    found
}

#[test]
fn no_game_is_named_outside_the_rules() {
    for (path, code) in files() {
        if ABOUT_GAMES.iter().any(|place| path.starts_with(place)) {
            continue;
        }
        for prefix in ["Variant::", "Position::"] {
            let places = code.match_indices(prefix);
            let is_whole =
                |&(at, _): &(usize, &str)| !code[..at].ends_with(|c: char| c.is_alphanumeric());
            for (at, _) in places.filter(is_whole) {
                let after = &code[at + prefix.len()..];
                let end = after.find(|c: char| !c.is_alphanumeric() && c != '_');
                let name = &after[..end.unwrap_or(after.len())];
                let is_game = !["ALL", "LIKED"].contains(&name)
                    && name.starts_with(|c: char| c.is_uppercase());
                assert!(!is_game, "{} names {name}", path.display());
            }
        }
    }
}
