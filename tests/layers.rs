//! The layers, and the files inside them, which the compiler does not check inside one crate: a layer names only itself and those
//! before it, and no two files need each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{File, Item, UseTree, Visibility};

/// From the innermost to the outermost, with the libraries that belong to it alone or with others.
const LAYERS: [(&str, &[&str]); 8] = [
    ("rules", &[]),
    ("game", &[]),
    ("rating", &[]),
    ("records", &[]),
    (
        "store",
        &[
            "sqlx",
            "serde",
            "serde_json",
            "tokio",
            "tokio_util",
            "metrics",
        ],
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
            "metrics",
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
            "metrics",
        ],
    ),
];

/// Libraries that not every layer may name.
const RESTRICTED: [&str; 11] = [
    "metrics",
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

type Name = Vec<String>;

/// What a file defines and names, without its tests.
#[derive(Default)]
struct Source {
    /// The module: `["store", "work"]`.
    module: Name,
    defined: BTreeSet<String>,
    /// The name here, the full name, and whether others can import it from here.
    imports: Vec<(String, Name, bool)>,
    /// Every path in the code.
    paths: Vec<Name>,
}

impl<'ast> Visit<'ast> for Source {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "few of the items of a file matter"
    )]
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Mod(module) => &module.attrs,
            Item::Use(import) => &import.attrs,
            Item::Macro(rules) => {
                let name = rules.ident.as_ref().map(ToString::to_string);
                self.defined.extend(name);
                &rules.attrs
            }
            _other => return visit::visit_item(self, item),
        };
        let is_test = attributes.iter().any(|it| it.path().is_ident("cfg"));
        if let (Item::Use(import), false) = (item, is_test) {
            let is_public = !matches!(import.vis, Visibility::Inherited);
            self.import(&mut Vec::new(), &import.tree, is_public);
        } else if !is_test {
            visit::visit_item(self, item);
        }
    }

    /// `pub(super)` needs nothing of the parent.
    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments = path.segments.iter();
        self.paths
            .push(segments.map(|it| it.ident.to_string()).collect());
        visit::visit_path(self, path);
    }
}

impl Source {
    fn import(&mut self, before: &mut Name, tree: &UseTree, is_public: bool) {
        let (name, local) = match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.import(before, &path.tree, is_public);
                before.pop();
                return;
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(before, tree, is_public);
                }
                return;
            }
            UseTree::Glob(_) => return,
            UseTree::Name(name) => (name.ident.to_string(), name.ident.to_string()),
            UseTree::Rename(name) => (name.ident.to_string(), name.rename.to_string()),
        };
        let full: Name = before.iter().cloned().chain([name.clone()]).collect();
        // `use a::{self}` imports `a`.
        match name.as_str() {
            "self" => {
                let local = before.last().cloned().unwrap_or_default();
                self.imports.push((local, before.clone(), is_public));
            }
            _ => self.imports.push((local, full, is_public)),
        }
    }
}

/// Every file of the library by its module.
struct Crate(BTreeMap<Name, Source>);

impl Crate {
    /// Reads the crate whose source is in that folder of the repository.
    fn read(folder: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut sources = BTreeMap::new();
        for path in files(&root) {
            let inside = path.strip_prefix(&root).expect("below the root");
            let mut module: Name = inside
                .with_extension("")
                .iter()
                .map(|part| part.to_string_lossy().into_owned())
                .collect();
            if module.last().is_some_and(|last| last == "mod") {
                module.pop();
            }
            let text = std::fs::read_to_string(&path).expect("source is text");
            let file: File = syn::parse_file(&text).expect("source is Rust");
            let mut source = Source {
                module: module.clone(),
                defined: file.items.iter().filter_map(defined).collect(),
                ..Source::default()
            };
            source.visit_file(&file);
            sources.insert(module, source);
        }
        Self(sources)
    }

    /// The full name of what a path in that file means: without `crate`, `self` and `super`.
    fn full(&self, source: &Source, path: &[String]) -> Option<Name> {
        let (first, rest) = path.split_first()?;
        let mut module = source.module.clone();
        let mut rest = rest;
        match first.as_str() {
            "crate" => module.clear(),
            "self" => {}
            "super" => {
                module.pop();
                while rest.first().is_some_and(|next| next == "super") {
                    module.pop();
                    rest = &rest[1..];
                }
            }
            first => {
                let import = source.imports.iter().find(|(local, ..)| local == first);
                if let Some((_, full, _)) = import {
                    // A macro is imported by its own name, as are some libraries.
                    let is_itself = full[0] == *first;
                    let full: Name = full.iter().chain(rest).cloned().collect();
                    return if is_itself {
                        None
                    } else {
                        self.full(source, &full)
                    };
                }
                module.push(first.to_owned());
                // A single name that is no import is not a module: a variable, or something of this file.
                if rest.is_empty() || !self.0.contains_key(&module) {
                    return None;
                }
            }
        }
        module.extend(rest.iter().cloned());
        Some(module)
    }

    /// The file that defines what goes by that full name.
    fn definition(&self, full: &[String], depth: usize) -> Option<&Source> {
        let known = (0..=full.len())
            .rev()
            .find_map(|length| Some((length, self.0.get(&full[..length])?)));
        let (length, source) = known?;
        let Some(name) = full.get(length) else {
            return Some(source);
        };
        if source.defined.contains(name) || depth == 0 {
            return Some(source);
        }
        let passed_on = source.imports.iter().find(|(local, ..)| local == name);
        let Some((_, path, _)) = passed_on else {
            return Some(source);
        };
        let path: Name = path.iter().chain(&full[length + 1..]).cloned().collect();
        self.definition(&self.full(source, &path)?, depth - 1)
    }

    /// The modules of the files that a file needs.
    fn needs(&self, source: &Source) -> BTreeSet<&Name> {
        let own = source.imports.iter().filter(|(.., is_public)| !is_public);
        let named = own.map(|(_, full, _)| full).chain(&source.paths);
        named
            .filter_map(|path| self.definition(&self.full(source, path)?, 9))
            .map(|needed| &needed.module)
            .filter(|module| **module != source.module && !module.is_empty())
            .collect()
    }

    /// The files that need each other, by way of others or not, each with what it needs: a line each.
    fn circles(&self) -> String {
        let sources = self.0.values();
        let mut needs: BTreeMap<&Name, BTreeSet<&Name>> = sources
            .map(|source| (&source.module, self.needs(source)))
            .collect();
        // What needs nothing that is left is taken away; circles are left, and what needs them.
        loop {
            let left: BTreeSet<&Name> = needs.keys().copied().collect();
            for needed in needs.values_mut() {
                needed.retain(|module| left.contains(module));
            }
            needs.retain(|_, needed| !needed.is_empty());
            if needs.len() == left.len() {
                break;
            }
        }
        // Nor what nothing in them needs.
        loop {
            let needed: BTreeSet<&Name> = needs.values().flatten().copied().collect();
            let before = needs.len();
            needs.retain(|module, _| needed.contains(module));
            if needs.len() == before {
                break;
            }
        }
        let lines = needs.iter().map(|(module, needed)| {
            let needed = needed.iter().map(|needed| needed.join("::"));
            let needed = needed.collect::<Vec<_>>().join(", ");
            format!("{} needs {needed}\n", module.join("::"))
        });
        lines.collect()
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder of the source");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let is_kept = |path: &PathBuf| !path.ends_with("tests") && !path.ends_with("tests.rs");
    let below = |path: PathBuf| {
        if path.is_dir() {
            files(&path)
        } else {
            let is_source = path.extension().is_some_and(|kind| kind == "rs");
            is_source.then_some(path).into_iter().collect()
        }
    };
    paths.filter(is_kept).flat_map(below).collect()
}

/// What an item defines.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "few of the items of a file matter"
)]
fn defined(item: &Item) -> Option<String> {
    Some(match item {
        Item::Const(it) => it.ident.to_string(),
        Item::Enum(it) => it.ident.to_string(),
        Item::Fn(it) => it.sig.ident.to_string(),
        Item::Static(it) => it.ident.to_string(),
        Item::Struct(it) => it.ident.to_string(),
        Item::Trait(it) => it.ident.to_string(),
        Item::Type(it) => it.ident.to_string(),
        _other => return None,
    })
}

#[test]
fn each_layer_names_only_itself_and_those_before_it() {
    let library = Crate::read("src");
    for (index, (layer, libraries)) in LAYERS.iter().enumerate() {
        let inner: Vec<&str> = LAYERS[..=index].iter().map(|(name, _)| *name).collect();
        for source in library.0.values() {
            if source.module.first().is_none_or(|first| first != layer) {
                continue;
            }
            let here = source.module.join("::");
            for needed in library.needs(source) {
                assert!(
                    inner.contains(&needed[0].as_str()),
                    "{here} names {needed:?}"
                );
            }
            let imported = source.imports.iter().map(|(_, full, _)| full);
            for path in imported.chain(&source.paths) {
                let first = path[0].as_str();
                let is_known = libraries.contains(&first) || !RESTRICTED.contains(&first);
                assert!(is_known, "{here} names {first}");
            }
        }
    }
}

#[test]
fn no_two_files_need_each_other() {
    for folder in ["src", "sandbox/src"] {
        let circles = Crate::read(folder).circles();
        assert!(circles.is_empty(), "in circles in {folder}:\n{circles}");
    }
}

/// Where a game may be named: its rules, the options that are its piles, its picture, and the default of the command line.
const ABOUT_GAMES: [&str; 5] = [
    "rules",
    "discord::input::position_options",
    "discord::picture",
    "main",
    "solve",
];

#[test]
fn no_game_is_named_outside_its_own_files() {
    let games = ["wythoff", "nim", "race", "greedy"];
    let mut named = Vec::new();
    for (module, source) in &Crate::read("src").0 {
        let module = module.join("::");
        let is_about = |place: &str| module == place || module.starts_with(&format!("{place}::"));
        if ABOUT_GAMES.iter().any(|place| is_about(place)) {
            continue;
        }
        let imported = source.imports.iter().map(|(_, full, _)| full);
        for path in source.paths.iter().chain(imported) {
            let is_of_rules = path
                .windows(2)
                .any(|pair| pair[0] == "rules" && games.contains(&pair[1].as_str()));
            let is_value = path.windows(2).any(|pair| {
                let is_type = pair[0] == "Variant" || pair[0] == "Position";
                is_type
                    && pair[1] != "ALL"
                    && pair[1].starts_with(|first: char| first.is_ascii_uppercase())
            });
            if is_of_rules || is_value {
                named.push(format!("{module} names {}", path.join("::")));
            }
        }
    }
    assert_eq!(named, [""; 0]);
}
