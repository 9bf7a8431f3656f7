//! Whether a file is a database that this program can use. Checking changes nothing.

use std::fs::File;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;

use sqlx::{AnyConnection, Connection as _, Executor};

use super::super::catalogue::check_tables;
use super::{
    CANNOT_OPEN, CATALOGUE, CORRUPT, Database, MIGRATIONS, NOT_A_DATABASE, READ_ONLY, ask,
    is_filled, is_mounted, not_opened, primary_code,
};
use crate::OpenError;

impl Database {
    /// Checks the file through a connection that cannot write, so that it stays as it was. Returns
    /// the version of its tables, or `None` if there are none yet.
    pub(crate) async fn check(&self) -> Result<Option<i64>, OpenError> {
        let metadata = match std::fs::metadata(&self.path) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(not_opened(&self.path)(error)),
        };
        if metadata.is_dir() {
            return Err(not_opened(&self.path)(ErrorKind::IsADirectory.into()));
        }
        if metadata.permissions().readonly() {
            return Err(OpenError::ReadOnly(self.path.clone()));
        }
        // The lock and the log lie beside one name, so a bot at another name would not notice them.
        if metadata.nlink() > 1 {
            return Err(OpenError::Linked(self.path.clone()));
        }
        if is_mounted(&self.path) {
            return Err(OpenError::Mounted(self.path.clone()));
        }
        match self.inspected().await {
            Err(OpenError::Database(error)) => Err(self.judge(error)),
            inspected => inspected,
        }
    }

    async fn inspected(&self) -> Result<Option<i64>, OpenError> {
        if is_filled(&self.beside("-journal")) {
            // A process was killed before it had switched to a write-ahead log. Only a connection
            // that may write can roll back what it had begun.
            let mut connection = self.connect("rw").await?;
            connection
                .execute("SELECT COUNT(*) FROM sqlite_schema")
                .await?;
            connection.close().await?;
        }
        let metadata = std::fs::metadata(&self.path).map_err(not_opened(&self.path))?;
        if metadata.len() == 0 {
            return Ok(None);
        }
        let mut connection = self.connect("ro").await?;
        let inspected = self.inspect(&mut connection, metadata.len()).await;
        connection.close().await?;
        inspected
    }

    /// What an error means for the file.
    pub(super) fn judge(&self, error: sqlx::Error) -> OpenError {
        match primary_code(&error) {
            Some(CORRUPT | NOT_A_DATABASE) => self.damaged(Some(error)),
            Some(READ_ONLY) => OpenError::ReadOnly(self.path.clone()),
            // The file itself has just been found. SQLite does not say whether it is that one or one
            // beside it that cannot be opened.
            Some(CANNOT_OPEN) => {
                let [log, index] = ["-wal", "-shm"].map(|ending| self.beside(ending));
                let files = [(&self.path, false), (&log, true), (&index, false)];
                let closed = files.into_iter().find_map(|(file, is_made)| {
                    let opened = File::options()
                        .read(true)
                        .append(true)
                        .create(is_made)
                        .open(file);
                    let why = opened
                        .err()
                        .filter(|why| why.kind() != ErrorKind::NotFound)?;
                    Some(not_opened(file)(why))
                });
                closed.unwrap_or(OpenError::Database(error))
            }
            _ => OpenError::Database(error),
        }
    }

    pub(super) fn damaged(&self, source: Option<sqlx::Error>) -> OpenError {
        OpenError::Damaged {
            path: self.path.clone(),
            source,
        }
    }

    async fn inspect(
        &self,
        connection: &mut AnyConnection,
        length: u64,
    ) -> Result<Option<i64>, OpenError> {
        // SQLite reads zeros where a file is cut off inside a page. Until its log has been written
        // into a file, it may be shorter.
        let pages: i64 = ask(connection, "PRAGMA page_count").await?;
        let size: i64 = ask(connection, "PRAGMA page_size").await?;
        let has_log = ["-wal", "-journal"].map(|ending| is_filled(&self.beside(ending)));
        let is_cut_off = pages == 0 || i128::from(pages) * i128::from(size) > i128::from(length);
        if is_cut_off && has_log == [false; 2] {
            return Err(self.damaged(None));
        }
        let found: String = ask(connection, "PRAGMA quick_check(1)").await?;
        if found != "ok" {
            return Err(self.damaged(None));
        }
        check_tables(connection, &CATALOGUE, &MIGRATIONS, self.name()).await
    }
}
