//! Breaks the code on purpose, one mutant at a time, and checks whether a test catches it: `cargo
//! run --example mutants`. Pass parts of names after `--` to run only those mutants. Running all of
//! them takes about half an hour. They are applied to a copy of the project below `target`.
//!
//! It fails if a mutant survives, if its text does not occur exactly once in its file, if it does
//! not build, if no test has the given name, or if that test fails without the mutant, too. In all
//! but the first case and the last the list has to be fixed.

#![expect(clippy::print_stdout, reason = "what it finds is for a person")]

mod list;

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

use list::MUTANTS;

/// A change that makes the code wrong.
struct Mutant {
    /// A description of the bug.
    name: &'static str,
    file: &'static str,
    /// The text to replace, which occurs exactly once in the file.
    text: &'static str,
    replacement: &'static str,
    caught_by: Tests,
}

/// Tests whose names contain a text.
#[derive(Clone, Copy)]
enum Tests {
    /// In the library.
    Unit(&'static str),
    /// In the rules crate.
    Rules(&'static str),
    /// In `tests`.
    Stories(&'static str),
}

/// The outcome for a mutant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Caught,
    Survives,
    DoesNotApply,
    DoesNotBuild,
    /// No test matches the name.
    HasNoTest,
    /// Its test fails without it, too.
    FailsAnyway,
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Caught => "caught",
            Self::Survives => "SURVIVES",
            Self::DoesNotApply => "DOES NOT APPLY",
            Self::DoesNotBuild => "DOES NOT BUILD",
            Self::HasNoTest => "HAS NO TEST",
            Self::FailsAnyway => "FAILS ANYWAY",
        })
    }
}

fn main() -> io::Result<ExitCode> {
    let patterns: Vec<String> = std::env::args().skip(1).collect();
    let is_selected = |mutant: &&Mutant| {
        patterns.is_empty()
            || patterns
                .iter()
                .any(|part| mutant.name.contains(part.as_str()))
    };
    let copy = ProjectCopy::make()?;
    let mut has_failed = false;
    // First all tests without a mutant, which need only one build.
    let mut fails_anyway = Vec::new();
    for mutant in MUTANTS.iter().filter(is_selected) {
        fails_anyway.push(copy.fate_with(mutant.caught_by)? == Fate::Caught);
    }
    for (mutant, fails_anyway) in MUTANTS.iter().filter(is_selected).zip(fails_anyway) {
        let fate = if fails_anyway {
            Fate::FailsAnyway
        } else {
            copy.fate_of(mutant)?
        };
        println!("{fate}: {}", mutant.name);
        has_failed |= fate != Fate::Caught;
    }
    Ok(ExitCode::from(u8::from(has_failed)))
}

/// A copy of the project, to which the mutants are applied.
struct ProjectCopy {
    folder: PathBuf,
}

impl ProjectCopy {
    /// Copies the files in the working tree that Git does not ignore. Unchanged files keep their
    /// modification time, so that they are not rebuilt.
    fn make() -> io::Result<Self> {
        let project = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = project.join("target/mutants/project");
        let listed = Command::new("git")
            .args([
                "ls-files",
                "-z",
                "--cached",
                "--others",
                "--exclude-standard",
            ])
            .current_dir(project)
            .output()?;
        for name in String::from_utf8_lossy(&listed.stdout).split_terminator('\0') {
            // Git may still list a deleted file.
            if let Ok(content) = fs::read(project.join(name)) {
                write(&folder.join(name), &content)?;
            }
        }
        Ok(Self { folder })
    }

    fn fate_of(&self, mutant: &Mutant) -> io::Result<Fate> {
        let file = self.folder.join(mutant.file);
        let original = fs::read_to_string(&file)?;
        if original.matches(mutant.text).count() != 1 {
            return Ok(Fate::DoesNotApply);
        }
        fs::write(&file, original.replace(mutant.text, mutant.replacement))?;
        let fate = self.fate_with(mutant.caught_by);
        fs::write(&file, original)?;
        fate
    }

    fn fate_with(&self, tests: Tests) -> io::Result<Fate> {
        if !self.test(tests, &["--no-run"])?.status.success() {
            return Ok(Fate::DoesNotBuild);
        }
        let (Tests::Unit(filter) | Tests::Rules(filter) | Tests::Stories(filter)) = tests;
        let run = self.test(tests, &["--", filter])?;
        let output = String::from_utf8_lossy(&run.stdout);
        Ok(if output.contains("running 0 tests") {
            Fate::HasNoTest
        } else if run.status.success() {
            Fate::Survives
        } else {
            Fate::Caught
        })
    }

    fn test(&self, tests: Tests, options: &[&str]) -> io::Result<Output> {
        let target: &[&str] = match tests {
            Tests::Unit(_) => &["--lib"],
            Tests::Rules(_) => &["--package", "nim-games", "--lib"],
            Tests::Stories(_) => &["--test", "stories"],
        };
        Command::new(env!("CARGO"))
            .args(["test", "--locked", "--quiet"])
            .args(target)
            .args(options)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", self.folder.with_file_name("build"))
            // A snapshot mismatch fails the test without writing a file.
            .env("INSTA_UPDATE", "no")
            .output()
    }
}

/// Writes a file unless it already has that content.
fn write(file: &Path, content: &[u8]) -> io::Result<()> {
    if fs::read(file).is_ok_and(|known| known == content) {
        return Ok(());
    }
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, content)
}
