//! Whether the database is still in the files that were opened. Somebody may delete or replace them
//! while the bot runs. Anything written after that goes to an unlinked file, and is lost when the
//! process ends.

use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;

/// The files of an open database.
#[derive(Debug)]
pub(crate) struct Files {
    path: PathBuf,
    database: FileId,
    /// The write-ahead log, once it has been checked.
    log: Mutex<Option<FileId>>,
}

/// A file, regardless of its name: its device and inode.
type FileId = (u64, u64);

impl Files {
    /// The files as they are now.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            database: file_id(path)?,
            log: Mutex::default(),
        })
    }

    /// Whether the database is still at its path.
    pub(crate) fn is_at_its_path(&self) -> bool {
        file_id(&self.path).is_ok_and(|database| database == self.database)
    }

    /// Whether the files are still there. Called after a commit, or an attempt at one, when there
    /// is a log. Costs two system calls, a few microseconds.
    pub(crate) fn are_there(&self) -> bool {
        let mut name = self.path.clone().into_os_string();
        name.push("-wal");
        let (Ok(database), Ok(log)) = (file_id(&self.path), file_id(Path::new(&name))) else {
            return false;
        };
        let mut known = self.log.lock();
        database == self.database && *known.get_or_insert(log) == log
    }

    /// Forgets the log, since reopening the connection may create another one.
    pub(crate) fn forget_log(&self) {
        *self.log.lock() = None;
    }
}

fn file_id(path: &Path) -> io::Result<FileId> {
    let metadata = std::fs::metadata(path)?;
    Ok((metadata.dev(), metadata.ino()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_replaced_log_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        for name in ["test.db", "test.db-wal", "another"] {
            fs::write(path(name), name).expect("written");
        }
        let files = Files::of(&path("test.db")).expect("files");
        assert!(files.are_there() && files.are_there());
        fs::rename(path("another"), path("test.db-wal")).expect("replaced");
        assert!(files.is_at_its_path() && !files.are_there());
        files.forget_log();
        assert!(files.are_there(), "it is the log of the next connection");
    }
}
