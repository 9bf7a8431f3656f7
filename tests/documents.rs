//! Every path and every name that a document mentions exists.

use std::collections::HashSet;
use std::path::Path;

/// What is not the project's own: what is built, and what others have written.
const OTHERS: [&str; 2] = ["target", ".git"];

/// What a path ends with, if it is one.
const ENDINGS: [&str; 9] = [
    ".rs", ".ftl", ".md", ".sql", ".toml", ".diff", ".txt", ".yml", "/",
];

/// The files of the project, with their paths from its root. Those of a folder are found by it.
struct Project {
    texts: Vec<(String, String)>,
    words: HashSet<String>,
}

/// Names of PostgreSQL's.
const NAMES_OF_OTHERS: [&str; 2] = ["pg_dump", "pg_xact_status"];

fn is_document(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|it| it == "md")
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a text has a name as a whole, not only as a part of a longer one.
fn has_word(text: &str, name: &str) -> bool {
    text.split(|c: char| !is_of_name(c))
        .any(|word| word == name)
}

impl Project {
    fn read() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let (mut texts, mut paths) = (Vec::new(), vec![root.to_owned()]);
        while let Some(path) = paths.pop() {
            let inside = path.strip_prefix(root).expect("below the root");
            if OTHERS.iter().any(|other| inside.starts_with(other)) {
                continue;
            }
            if path.is_dir() {
                let entries = std::fs::read_dir(&path).expect("a folder");
                paths.extend(entries.map(|entry| entry.expect("an entry").path()));
            } else {
                let bytes = std::fs::read(&path).expect("a file");
                let text = String::from_utf8(bytes).unwrap_or_default();
                texts.push((inside.display().to_string(), text));
            }
        }
        // The documents name others' words, and this file names what does not exist.
        let is_source = |path: &str| !is_document(path) && path != "tests/documents.rs";
        let sources = texts.iter().filter(|(path, _)| is_source(path));
        let words = sources.flat_map(|(_, text)| text.split(|c: char| !is_of_name(c)));
        Self {
            words: words.map(str::to_owned).collect(),
            texts,
        }
    }

    /// The texts of the files that a path names, perhaps without its beginning.
    fn named(&self, path: &str) -> Vec<&str> {
        let inner = format!("/{path}");
        let is_named = |file: &str| {
            let whole = format!("/{file}");
            whole.ends_with(&inner) || path.ends_with('/') && whole.contains(&inner)
        };
        let named = self.texts.iter().filter(|(file, _)| is_named(file));
        named.map(|(_, text)| text.as_str()).collect()
    }

    /// The links in a line of a document that lead nowhere.
    fn dead_links(document: &str, line: &str) -> Vec<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
        let folder = folder.parent().expect("a folder");
        let links = line.split("](").skip(1);
        let links = links.filter_map(|link| link.split([')', '#']).next());
        let links = links.filter(|link| !link.is_empty() && !link.contains("://"));
        let dead = links.filter(|link| !folder.join(link).exists());
        dead.map(|link| format!("no file is at {link}")).collect()
    }

    /// What is wrong with the code in a line of a document.
    fn wrong_in(&self, line: &str) -> Vec<String> {
        let mut wrong = Vec::new();
        let parts: Vec<&str> = line.split('`').collect();
        // The files that the names in the next parentheses are in.
        let mut files: Vec<&str> = Vec::new();
        for (number, &part) in parts.iter().enumerate() {
            if number % 2 == 0 {
                let goes_on = matches!(part.trim(), "(" | "," | ";" | "and") && part != " , ";
                if !goes_on || part.contains(')') {
                    files.clear();
                }
                continue;
            }
            let (path, name) = part.split_once("::").unwrap_or((part, ""));
            let name = name.rsplit("::").next().unwrap_or_default();
            let is_path = ENDINGS.iter().any(|ending| path.ends_with(ending))
                && !path.starts_with('/')
                && path.chars().all(|c| is_of_name(c) || "/.-".contains(c));
            if is_path {
                files = self.named(path);
                if files.is_empty() {
                    wrong.push(format!("there is no {path}"));
                } else if !name.is_empty() && !files.iter().any(|text| has_word(text, name)) {
                    wrong.push(format!("{path} has no {name}"));
                }
                continue;
            }
            let words = part.trim_end_matches("()").split("::");
            for word in words.filter(|word| word.chars().all(is_of_name)) {
                let is_name = word.contains('_') || word.contains(char::is_uppercase);
                if NAMES_OF_OTHERS.contains(&word) {
                    continue;
                }
                let is_known = match &files[..] {
                    _ if !is_name && files.is_empty() => true,
                    [] => self.words.contains(word),
                    files => files.iter().any(|text| has_word(text, word)),
                };
                if !is_known {
                    wrong.push(format!("there is no {word}"));
                }
            }
        }
        wrong
    }
}

#[test]
fn every_path_and_name_in_a_document_exists() {
    let project = Project::read();
    let mut wrong = Vec::new();
    for (path, text) in &project.texts {
        if !is_document(path) {
            continue;
        }
        let mut is_code = false;
        for (line, number) in text.lines().zip(1..) {
            is_code ^= line.trim_start().starts_with("```");
            let mut here = Vec::new();
            if !is_code {
                here.extend(project.wrong_in(line));
                here.extend(Project::dead_links(path, line));
            }
            wrong.extend(here.into_iter().map(|it| format!("{path}:{number}: {it}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_does_not_exist_is_found() {
    let project = Project::read();
    let wrong = |line| project.wrong_in(line);
    assert_eq!(
        wrong("`game/play.rs::no_such` is dead"),
        ["there is no game/play.rs"]
    );
    assert_eq!(
        wrong("`src/app.rs` (`start`, `no_such_thing`)"),
        ["there is no no_such_thing"]
    );
    assert_eq!(wrong("so is `NO_SUCH`"), ["there is no NO_SUCH"]);
    // A part of a name is none.
    assert_eq!(
        wrong("`src/main.rs` (`TOKEN_REFUS`)"),
        ["there is no TOKEN_REFUS"]
    );
    assert_eq!(wrong("`src/main.rs` ends with `Service::start`"), [""; 0]);
}
