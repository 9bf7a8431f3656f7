//! No files of the bot need each other in a circle, which the compiler would not mind. A file and
//! those in the folder of its module may.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use syn::visit::{self, Visit};
use syn::{Attribute, ItemMod, ItemUse, UseTree, Visibility};

/// The path of a module inside the crate, or of something in one.
type Name = Vec<String>;

/// The sources of the bot, and of what it is made of.
const FOLDERS: [&str; 9] = [
    "src",
    "crates/game/src",
    "crates/store/src",
    "crates/service/src",
    "crates/discord/src",
    "crates/transport/src",
    "rules/src",
    "sandbox/src",
    "pg-sandbox/src",
];

/// What waits until a member has answered a question is kept in the bot, and the bot is part of what
/// it needs to go on.
const ACCEPTED: [&str; 2] = ["asked", "bot"];

/// The paths that a file names.
#[derive(Default)]
struct Source {
    module: Name,
    used: Vec<Name>,
    /// What it shows under names of its own.
    shown: BTreeMap<String, Name>,
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|it| {
        it.path().is_ident("cfg") && it.parse_args::<syn::Ident>().is_ok_and(|is| is == "test")
    })
}

impl Source {
    /// A path inside the crate, from its root; `None` for one of another crate.
    fn inside(&self, path: &[String]) -> Option<Name> {
        let ups = path.iter().take_while(|it| *it == "super").count();
        let (base, rest) = match path.first()?.as_str() {
            "crate" => (&[][..], &path[1..]),
            "self" => (&self.module[..], &path[1..]),
            "super" => (&self.module[..self.module.len() - ups], &path[ups..]),
            _ => return None,
        };
        Some([base, rest].concat())
    }

    fn read_tree(&mut self, tree: &UseTree, before: &[String], is_shown: bool) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        let (path, alias) = match tree {
            UseTree::Path(inner) => {
                return self.read_tree(&inner.tree, &with(&inner.ident), is_shown);
            }
            UseTree::Group(group) => {
                let trees = group.items.iter();
                return trees.for_each(|tree| self.read_tree(tree, before, is_shown));
            }
            UseTree::Name(name) => (with(&name.ident), name.ident.to_string()),
            UseTree::Rename(name) => (with(&name.ident), name.rename.to_string()),
            UseTree::Glob(_) => (before.to_vec(), "*".to_owned()),
        };
        // In this edition, a path may also begin with a module inside this one.
        let inner = [&["self".to_owned()], &path[..]].concat();
        let path = self.inside(&path).or_else(|| self.inside(&inner));
        match path {
            Some(path) if is_shown => drop(self.shown.insert(alias, path)),
            Some(path) => self.used.push(path),
            None => {}
        }
    }
}

impl<'a> Visit<'a> for Source {
    fn visit_item_mod(&mut self, module: &'a ItemMod) {
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_use(&mut self, it: &'a ItemUse) {
        let is_shown = !matches!(it.vis, Visibility::Inherited);
        self.read_tree(&it.tree, &[], is_shown);
    }

    fn visit_visibility(&mut self, _: &'a Visibility) {}

    fn visit_path(&mut self, path: &'a syn::Path) {
        let names: Name = path
            .segments
            .iter()
            .map(|it| it.ident.to_string())
            .collect();
        self.used.extend(self.inside(&names));
        visit::visit_path(self, path);
    }
}

fn read(folder: &Path, module: &[String], sources: &mut BTreeMap<Name, Source>) {
    for entry in std::fs::read_dir(folder).expect("a folder of the source") {
        let path = entry.expect("an entry").path();
        let stem = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let inner = match stem.as_str() {
            "tests" => continue,
            "mod" | "lib" => module.to_vec(),
            _ => [module, &[stem]].concat(),
        };
        if path.is_dir() {
            read(&path, &inner, sources);
            continue;
        }
        if path.extension().is_none_or(|it| it != "rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("source is text");
        let mut source = Source {
            module: inner.clone(),
            ..Source::default()
        };
        source.visit_file(&syn::parse_file(&text).expect("source compiles"));
        sources.insert(inner, source);
    }
}

/// The file that something is in, however many others show it under other names.
fn file_of<'s>(name: &[String], sources: &'s BTreeMap<Name, Source>) -> Option<&'s Source> {
    let mut name = name.to_vec();
    loop {
        let prefixes = (0..=name.len()).rev();
        let file = prefixes
            .map(|length| &name[..length])
            .find_map(|it| sources.get(it))?;
        let rest = &name[file.module.len()..];
        let elsewhere = rest.first().and_then(|it| file.shown.get(it));
        match elsewhere.map(|it| [it, &rest[1..]].concat()) {
            Some(elsewhere) if elsewhere != name => name = elsewhere,
            Some(_) | None => return Some(file),
        }
    }
}

/// The files that can be reached from `at`.
fn reach<'s>(at: &'s Name, edges: &BTreeMap<&'s Name, BTreeSet<&'s Name>>) -> BTreeSet<&'s Name> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![at]);
    while let Some(next) = open.pop() {
        let new = edges.get(next).into_iter().flatten();
        open.extend(new.filter(|it| reached.insert(**it)));
    }
    reached
}

/// For each file the others that it uses, but those in the folder of its module, and those in whose
/// folder it is.
fn edges(sources: &BTreeMap<Name, Source>) -> BTreeMap<&Name, BTreeSet<&Name>> {
    let mut edges = BTreeMap::new();
    for (module, source) in sources {
        let used = source.used.iter().filter_map(|it| file_of(it, sources));
        let used = used.map(|it| &it.module);
        let used = used.filter(|it| !it.starts_with(module) && !module.starts_with(it));
        edges.insert(module, used.collect());
    }
    edges
}

#[test]
fn no_files_need_each_other_in_a_circle() {
    for folder in FOLDERS {
        let mut sources = BTreeMap::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        read(&root, &[], &mut sources);
        let mut edges = edges(&sources);
        let [asked, bot] = ACCEPTED.map(|it| it.split("::").map(str::to_owned).collect::<Name>());
        edges.entry(&bot).or_default().remove(&asked);
        let circle = edges.keys().filter(|it| reach(it, &edges).contains(**it));
        let circle: Vec<String> = circle.map(|it| it.join("::")).collect();
        assert!(circle.is_empty(), "{folder}, in circles: {circle:?}");
    }
}
