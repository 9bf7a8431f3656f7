//! SQLite. The database file: finding it, making sure that it is ours and whole before anything is
//! written, the lock beside it, the connections to it, and backups.

mod backup;
mod check;
mod connection;
mod files;

use std::fs::{File, Metadata, TryLockError};
use std::io::{ErrorKind, Write as _};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, fchown};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use files::Files;
use rustix::fs::OFlags;
use sqlx::any::{AnyPoolOptions, AnyRow};
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Connection as _, Executor, FromRow};

use super::catalogue::{Catalogue, latest_version};
use super::{Engine, Opened, Peers};
use crate::OpenError;

pub(crate) use connection::Connection;

pub(crate) static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations/sqlite");

/// How long a reader waits for a lock that another process holds. Players wait three seconds at
/// most.
const LOCK_TIMEOUT: Duration = Duration::from_millis(1500);

/// How long the writer waits for a lock: longer than a reader, since a change that has begun is
/// finished even if its player no longer waits for it, and is then shown later.
pub(crate) const WRITE_TIMEOUT: Duration = Duration::from_secs(5);

/// Begins a write transaction. It takes the write lock at once, so that no later statement can fail
/// to get it.
pub(crate) const BEGIN: &str = "BEGIN IMMEDIATE";

/// A transaction that leaves the data unchanged, but overwrites in the log the transaction that
/// could not be synchronised. (The index of the log does not contain that one.) An update that sets
/// the old value would write nothing, hence the insertion.
pub(crate) const VOID: &str = "BEGIN IMMEDIATE; INSERT INTO interactions (id) VALUES (-1);
    DELETE FROM interactions WHERE id = -1; COMMIT";

/// The code for a sync that failed, `SQLITE_IOERR_FSYNC` (<https://www.sqlite.org/rescode.html>).
pub(crate) const FSYNC_FAILED: &str = "1034";

/// How many connections read at the same time.
const READERS: u32 = 4;

/// The columns of the table `$1`: their names and types.
pub(super) const COLUMNS: &str = "SELECT name, type FROM pragma_table_info($1) ORDER BY cid";

const CATALOGUE: Catalogue = Catalogue {
    tables: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'",
    migrations: "SELECT version, CAST(CASE WHEN success THEN 1 ELSE 0 END AS BIGINT),
        LOWER(HEX(checksum)) FROM _sqlx_migrations",
};

/// The mode of a file that only its owner can read and write.
const OWNER_ONLY: u32 = 0o600;

/// SQLite's primary result codes (<https://www.sqlite.org/rescode.html>).
const READ_ONLY: u32 = 8;
const CORRUPT: u32 = 11;
pub(crate) const FULL: u32 = 13;
const CANNOT_OPEN: u32 = 14;
const NOT_A_DATABASE: u32 = 26;

/// How many symbolic links to a database are followed: as many as Linux follows.
const MOST_LINKS: usize = 40;

/// The location of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Database {
    path: PathBuf,
}

/// The right to run the bot on a database: a lock on the file beside it, which the system releases
/// when the process ends.
#[derive(Debug)]
pub(crate) struct Lock {
    file: File,
    path: PathBuf,
}

/// What the file of the lock says once there is a database.
const MADE: &[u8] = b"There is a database beside this file.\n";

impl Lock {
    /// Whether it is still at its path. Otherwise another process could take one there.
    fn is_there(&self) -> bool {
        is_at(&self.file, &self.path)
    }

    /// Whether there was a database when a bot last ran.
    fn is_marked(&self) -> bool {
        self.file
            .metadata()
            .is_ok_and(|metadata| metadata.len() > 0)
    }

    /// Notes that there is a database.
    fn mark(&mut self) {
        if !self.is_marked() {
            // Without the mark, a database that vanishes is only made anew.
            let _ = self.file.write_all(MADE);
        }
    }
}

impl Database {
    /// Reads an address such as `sqlite://wythoff.db`.
    ///
    /// # Errors
    /// [`OpenError::Address`] for anything that does not name an SQLite file, such as a database in
    /// memory.
    pub fn at(url: &str) -> Result<Self, OpenError> {
        let address = || {
            OpenError::Address(format!(
                "must name an SQLite file, as sqlite://wythoff.db does, not {url:?}"
            ))
        };
        let rest = url.strip_prefix("sqlite:").ok_or_else(address)?;
        let file = rest.trim_start_matches('/');
        if file.is_empty() || file.starts_with(":memory:") || url.contains('?') {
            return Err(address());
        }
        let options = SqliteConnectOptions::from_str(url).map_err(|_| address())?;
        Ok(Self {
            path: options.get_filename().to_owned(),
        })
    }

    /// Locks the file, checks it, and migrates its tables.
    pub(crate) async fn open(&self) -> Result<Opened, OpenError> {
        let file = self.resolved()?;
        let mut lock = file.lock()?;
        let version = file.check().await?;
        // A file without tables is no better: what it held was in its log.
        if lock.is_marked() && version.is_none() {
            let lock = file.beside(".lock");
            return Err(OpenError::Gone {
                file: file.path,
                lock,
            });
        }
        file.create()?;
        let mut connection = file.connect_to_write().await?;
        file.try_to_write(&mut connection).await?;
        if version <= latest_version(&MIGRATIONS) {
            MIGRATIONS.run(&mut connection).await?;
        }
        let readers = file.connect_to_read().await?;
        let files = file.files()?;
        lock.mark();
        let connection = Connection::new(file, files, lock, connection);
        Ok(Opened {
            engine: Engine::Sqlite,
            connection: super::Connection::Sqlite(connection),
            readers,
            peers: Peers::none(),
        })
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name of the database in messages.
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// The same database under its canonical path: absolute, without symbolic links. SQLite keeps
    /// its write-ahead log beside that path, and the bot keeps its lock there. The file itself may
    /// not exist yet, even if links lead to it.
    ///
    /// # Errors
    /// [`OpenError::File`] if its folder cannot be reached, or if the links lead in a circle;
    /// [`OpenError::NotUtf8`] if the name is not UTF-8.
    pub fn resolved(&self) -> Result<Self, OpenError> {
        let at = not_opened(&self.path);
        let mut path = std::path::absolute(&self.path).map_err(&at)?;
        for _ in 0..MOST_LINKS {
            let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
                break;
            };
            let folder = std::fs::canonicalize(folder).map_err(&at)?;
            let file = folder.join(name);
            let Ok(target) = std::fs::read_link(&file) else {
                return match file.to_str() {
                    Some(_) => Ok(Self { path: file }),
                    None => Err(OpenError::NotUtf8(file)),
                };
            };
            path = folder.join(target);
        }
        Err(at(ErrorKind::InvalidInput.into()))
    }

    pub(super) fn lock(&self) -> Result<Lock, OpenError> {
        let path = self.beside(".lock");
        let file = open_or_create(&path, self.folder()).map_err(not_opened(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { file, path }),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse(self.name())),
            Err(TryLockError::Error(source)) => Err(not_opened(&path)(source)),
        }
    }

    /// Makes an empty file if there is none. For SQLite that is a new database.
    pub(crate) fn create(&self) -> Result<(), OpenError> {
        let made = match self.path.metadata() {
            // Opening a pipe would wait for its other end.
            Ok(there) if !there.is_file() => Err(ErrorKind::InvalidInput.into()),
            Ok(_) => File::options().append(true).open(&self.path),
            Err(_) => open_or_create(&self.path, self.folder()),
        };
        let read_only = [ErrorKind::PermissionDenied, ErrorKind::ReadOnlyFilesystem];
        made.map(drop).map_err(|source| {
            if read_only.contains(&source.kind()) {
                OpenError::ReadOnly(self.path.clone())
            } else {
                not_opened(&self.path)(source)
            }
        })
    }

    /// Checks that the file can be written. If it cannot, SQLite opens it for reading only, without
    /// an error.
    pub(crate) async fn try_to_write(
        &self,
        connection: &mut AnyConnection,
    ) -> Result<(), OpenError> {
        connection
            .execute("BEGIN IMMEDIATE")
            .await
            .map_err(|error| self.judge(error))?;
        connection.execute("ROLLBACK").await?;
        Ok(())
    }

    /// The files as they are now.
    pub(crate) fn files(&self) -> Result<Files, OpenError> {
        Files::of(&self.path).map_err(not_opened(&self.path))
    }

    /// The connection that writes.
    pub(crate) async fn connect_to_write(&self) -> Result<AnyConnection, sqlx::Error> {
        let mut connection = self.connect("rw").await?;
        set_lock_timeout(&mut connection, WRITE_TIMEOUT).await?;
        connection.execute("PRAGMA journal_mode = WAL").await?;
        // FULL, not NORMAL: a confirmed move survives a power cut.
        connection.execute("PRAGMA synchronous = FULL").await?;
        connection.execute("PRAGMA foreign_keys = ON").await?;
        // Deleted data is overwritten, so that no file contains erased data.
        connection.execute("PRAGMA secure_delete = ON").await?;
        // Otherwise SQLite would write the data that a savepoint may need for a rollback into a
        // temporary file elsewhere, where it could outlast an erasure.
        connection.execute("PRAGMA temp_store = MEMORY").await?;
        Ok(connection)
    }

    /// Connections that can only read.
    pub(crate) async fn connect_to_read(&self) -> Result<AnyPool, sqlx::Error> {
        sqlx::any::install_default_drivers();
        AnyPoolOptions::new()
            .min_connections(1)
            .max_connections(READERS)
            .acquire_timeout(LOCK_TIMEOUT)
            .after_connect(|connection, _| {
                Box::pin(async move { set_lock_timeout(connection, LOCK_TIMEOUT).await })
            })
            .connect(&self.url("ro"))
            .await
    }

    async fn connect(&self, mode: &str) -> Result<AnyConnection, sqlx::Error> {
        sqlx::any::install_default_drivers();
        let mut connection = AnyConnection::connect(&self.url(mode)).await?;
        set_lock_timeout(&mut connection, LOCK_TIMEOUT).await?;
        Ok(connection)
    }

    fn url(&self, mode: &str) -> String {
        // Every character that may have a meaning in an address is escaped.
        let escaped = |byte: u8| match byte {
            b'/' | b'.' | b'-' | b'_' => char::from(byte).to_string(),
            _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        };
        let path = self.path.as_os_str().as_bytes();
        let path: String = path.iter().copied().map(escaped).collect();
        format!("sqlite://{path}?mode={mode}")
    }

    /// Removes the file, and those beside it.
    pub(crate) fn remove(&self) {
        Self::remove_at(&self.path);
    }

    fn remove_at(path: &Path) {
        // Some of them may not exist.
        let _removed = std::fs::remove_file(path);
        Self::remove_beside(path);
    }

    fn remove_beside(path: &Path) {
        for ending in ["-wal", "-shm", "-journal", ".lock"] {
            let _removed = std::fs::remove_file(with_ending(path, ending));
        }
    }

    /// The path of a file beside the database.
    fn beside(&self, ending: &str) -> PathBuf {
        with_ending(&self.path, ending)
    }

    fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("."))
    }
}

/// Whether a file is still the one at that path: another program may have renamed or removed it
/// before it was locked.
fn is_at(file: &File, path: &Path) -> bool {
    let number = |metadata: Metadata| (metadata.dev(), metadata.ino());
    let [opened, there] = [file.metadata(), path.symlink_metadata()].map(|it| it.map(number).ok());
    opened == there
}

/// Opens a file to write to it, and leaves what it contains. If there is none, makes one that
/// belongs to whoever owns `like`, so that the bot can use what root has made for it. Other users
/// cannot give files away, and need not.
///
/// The folder may belong to a user who must not gain anything from a command of root's, so neither
/// links nor anything but files are opened.
fn open_or_create(path: &Path, like: &Path) -> std::io::Result<File> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let mut options = File::options();
    options
        .append(true)
        .custom_flags(flags.bits().cast_signed());
    match options.create_new(true).open(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        made => {
            let made = made?;
            let owner = std::fs::metadata(like)?;
            let _only_root_can = fchown(&made, Some(owner.uid()), Some(owner.gid()));
            return Ok(made);
        }
    }
    let file = options.create_new(false).open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() || metadata.nlink() > 1 {
        return Err(ErrorKind::InvalidInput.into());
    }
    Ok(file)
}

fn is_filled(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| file.len() > 0)
}

/// The path with an ending appended to its name.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Turns an I/O error into the error that the file cannot be opened.
fn not_opened(path: &Path) -> impl Fn(std::io::Error) -> OpenError + use<> {
    let path = path.to_owned();
    move |source| OpenError::File {
        path: path.clone(),
        source,
    }
}

async fn ask<T>(connection: &mut AnyConnection, query: &'static str) -> Result<T, sqlx::Error>
where
    (T,): for<'r> FromRow<'r, AnyRow>,
    T: Send + Unpin,
{
    sqlx::query_scalar(query).fetch_one(connection).await
}

/// Sets how long a statement waits for a lock.
pub(crate) async fn set_lock_timeout(
    connection: &mut AnyConnection,
    patience: Duration,
) -> Result<(), sqlx::Error> {
    let statement = format!("PRAGMA busy_timeout = {}", patience.as_millis());
    connection.execute(AssertSqlSafe(statement)).await?;
    Ok(())
}

/// SQLite's primary result code of an error.
pub(crate) fn primary_code(error: &sqlx::Error) -> Option<u32> {
    let code = error.as_database_error()?.code()?.parse::<u32>().ok()?;
    Some(code & 0xFF)
}
/// Whether a file is a mount point of its own (`proc_pid_mountinfo(5)`), as with a container's
/// `-v ./wythoff.db:/data/wythoff.db`.
fn is_mounted(path: &Path) -> bool {
    let mounts = std::fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    let mut points = mounts.lines().filter_map(|mount| mount.split(' ').nth(4));
    points.any(|point| Path::new(point) == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mount_point_is_recognised() {
        assert!(is_mounted(Path::new("/proc")));
        assert!(!is_mounted(Path::new("/proc/self")));
    }
}
