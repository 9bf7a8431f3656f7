//! The layers, which the compiler does not check inside one crate: each names only itself and those before it.

use std::path::{Path, PathBuf};

/// From the innermost to the outermost, with the libraries that belong to it alone or with others.
const LAYERS: [(&str, &[&str]); 8] = [
    ("rules", &[]),
    ("game", &[]),
    ("rating", &[]),
    ("records", &[]),
    (
        "store",
        &["sqlx", "serde", "serde_json", "tokio", "tokio_util"],
    ),
    ("service", &["rand", "futures"]),
    (
        "discord",
        &[
            "serenity",
            "fluent",
            "unic_langid",
            "serde",
            "serde_json",
            "tokio",
        ],
    ),
    (
        "transport",
        &[
            "serenity",
            "reqwest",
            "serde",
            "serde_json",
            "tokio",
            "tokio_util",
        ],
    ),
];

/// Libraries that not every layer may name.
const KEPT_APART: [&str; 10] = [
    "sqlx",
    "serenity",
    "reqwest",
    "fluent",
    "unic_langid",
    "serde",
    "serde_json",
    "tokio",
    "tokio_util",
    "rand",
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder of the source");
    entries
        .flat_map(|entry| {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                sources(&path)
            } else {
                vec![path]
            }
        })
        .filter(|path| {
            !path
                .components()
                .any(|part| part.as_os_str() == "tests" || part.as_os_str() == "tests.rs")
        })
        .collect()
}

/// The code of a file: without comments and without its tests.
fn code(path: &Path) -> String {
    let source = std::fs::read_to_string(path).expect("source is text");
    let code = source
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default();
    code.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn each_layer_names_only_itself_and_those_before_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (index, (layer, libraries)) in LAYERS.iter().enumerate() {
        let inner: Vec<&str> = LAYERS[..=index].iter().map(|(name, _)| *name).collect();
        let folder = root.join(layer);
        let paths = if folder.is_dir() {
            sources(&folder)
        } else {
            vec![folder.with_extension("rs")]
        };
        for path in paths {
            let code = code(&path);
            for named in code.split("crate::").skip(1) {
                let named = named
                    .split(|c: char| !c.is_alphanumeric() && c != '_')
                    .next()
                    .unwrap_or_default();
                let is_inner = inner.contains(&named) || named.is_empty();
                assert!(is_inner, "{} names {named}", path.display());
            }
            for library in KEPT_APART
                .iter()
                .filter(|library| !libraries.contains(library))
            {
                let names_it = code.contains(&format!("{library}::"))
                    && !code.contains(&format!("_{library}::"));
                assert!(!names_it, "{} names {library}", path.display());
            }
        }
    }
}
