//! The example changes in `docs/dev/`, for people who make their first change: each applies to the
//! code as it is, and compiles.

use std::path::Path;
use std::process::Command;

/// Applies a change to a copy of the project, and checks that the copy compiles.
fn check_change(diff: &str) {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    let run = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(folder.path());
        // The copy reuses the libraries that are already built.
        command.env("CARGO_TARGET_DIR", project.join("target"));
        let done = command.output().expect("it runs");
        let why = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{program} {arguments:?}: {why}");
        done.stdout
    };
    let from = project.to_str().expect("a path in UTF-8");
    let listed = run(
        "git",
        &[
            "-C",
            from,
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ],
    );
    for name in String::from_utf8_lossy(&listed).split_terminator('\0') {
        let (source, copy) = (project.join(name), folder.path().join(name));
        std::fs::create_dir_all(copy.parent().expect("a folder")).expect("made");
        // A file that has been deleted may still be listed.
        if source.is_file() {
            std::fs::copy(source, copy).expect("copied");
        }
    }
    run("git", &["apply", diff]);
    run(env!("CARGO"), &["check", "--locked", "--quiet"]);
}

#[test]
fn the_first_changes_apply_and_compile() {
    for diff in ["column", "command", "refusal", "game"] {
        check_change(&format!("docs/dev/first-{diff}.diff"));
    }
}

/// The example of a migration comes after all others, as a new one does.
#[test]
fn the_first_column_comes_with_the_next_migration() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let number = |name: &str| name.get(..4).and_then(|number| number.parse::<u32>().ok());
    let known = std::fs::read_dir(project.join("migrations/sqlite")).expect("a folder");
    let known = known.filter_map(|file| number(file.ok()?.file_name().to_str()?));
    let diff = project.join("docs/dev/first-column.diff");
    let diff = std::fs::read_to_string(diff).expect("read");
    let (_, added) = diff.split_once("+++ b/migrations/sqlite/").expect("one");
    assert_eq!(number(added), known.max().map(|latest| latest + 1));
}
