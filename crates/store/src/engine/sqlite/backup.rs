//! Copies of an SQLite database: backups, and files made from another database.

use std::fs::{File, Permissions};
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sqlx::{Connection as _, Executor};

use super::super::catalogue::check_latest;
use super::super::{Claim, Engine, Source};
use super::{
    Database, FULL, MIGRATIONS, OWNER_ONLY, is_at, not_opened, open_or_create, primary_code,
    with_ending,
};
use crate::copy::fill;
use crate::{CopyError, OpenError};

impl Database {
    /// Writes a consistent copy to a new file, also while the bot runs. It can be read by the same
    /// users as the database.
    ///
    /// # Errors
    /// [`OpenError::Missing`] if there is no database; [`OpenError::NotUtf8`] if the name of the
    /// copy is not UTF-8; errors of the file system and of SQLite, for example if `to` exists.
    pub async fn back_up(&self, to: &Path) -> Result<(), OpenError> {
        let from = self.resolved()?;
        let metadata = match std::fs::metadata(&from.path) {
            Ok(metadata) if metadata.is_file() && metadata.len() > 0 => metadata,
            Ok(_) | Err(_) => return Err(OpenError::Missing(from.path)),
        };
        let mode = metadata.permissions().mode() & 0o777;
        let new = NewFile::create(to, mode, Some(&from.path))?;
        let copied = from.copy_to_part(&new).await;
        new.finish(copied)?;
        // The backup is complete even if the note cannot be written.
        let made_at = std::fs::metadata(to).and_then(|copy| copy.modified());
        let _noted = made_at
            .and_then(|at| open_or_create(&from.backup_note(), &from.path)?.set_modified(at));
        Ok(())
    }

    /// Copies another database into a new file.
    pub(crate) async fn make_copy(to: &Path, from: &mut Source) -> Result<(), CopyError> {
        let new = NewFile::create(to, OWNER_ONLY, None)?;
        let copied = async {
            let file = Self {
                path: new.part.clone(),
            };
            let mut connection = file.connect_to_write().await?;
            MIGRATIONS
                .run(&mut connection)
                .await
                .map_err(OpenError::from)?;
            fill(from, &mut connection).await?;
            Ok(connection.close().await?)
        };
        let copied = copied.await;
        new.finish(copied.map_err(CopyError::once_removed))
    }

    /// Opens a snapshot to copy, and keeps every bot from using the file.
    pub(crate) async fn open_to_copy(&self) -> Result<Source, OpenError> {
        let file = self.resolved()?;
        if !file.path.is_file() {
            return Err(OpenError::Missing(file.path));
        }
        let lock = file.lock()?;
        let version = file.check().await?;
        // A connection that cannot write would leave the log behind.
        let mut connection = file.connect("rw").await?;
        check_latest(version, &MIGRATIONS, file.name())?;
        connection.execute("BEGIN").await?;
        Ok(Source {
            engine: Engine::Sqlite,
            connection,
            claim: Some(Claim::Lock(lock)),
        })
    }

    /// When this program last made a backup: the time of an empty file beside the database.
    pub(crate) fn last_backup(&self) -> Option<SystemTime> {
        let note = self.resolved().ok()?.backup_note();
        std::fs::metadata(note).ok()?.modified().ok()
    }

    fn backup_note(&self) -> PathBuf {
        self.beside("-backed-up")
    }

    /// Copies the database, and checks the copy: SQLite may read zeros where the file is damaged.
    async fn copy_to_part(&self, new: &NewFile) -> Result<(), OpenError> {
        self.copy(new.part()?)
            .await
            .map_err(|error| match primary_code(&error) {
                // Reading fills nothing: it is the place of the copy.
                Some(FULL) => not_opened(&new.to)(ErrorKind::StorageFull.into()),
                _ => self.judge(error),
            })?;
        let part = Self {
            path: new.part.clone(),
        };
        match part.check().await {
            Ok(_) => Ok(()),
            Err(OpenError::Damaged { source, .. }) => Err(self.damaged(source)),
            Err(OpenError::NotOurs(_)) => Err(OpenError::NotOurs(self.name())),
            Err(error) => Err(error),
        }
    }

    async fn copy(&self, to: &str) -> Result<(), sqlx::Error> {
        let mut connection = self.connect("ro").await?;
        sqlx::query("VACUUM INTO $1")
            .bind(to.to_owned())
            .execute(&mut connection)
            .await?;
        connection.close().await
    }
}

/// A new file that gets its name once it is filled, so that an unfinished file is not mistaken for
/// a copy. Until then `.part` is appended to its name. If the program is killed meanwhile, the next
/// copy to the same place overwrites what it left.
struct NewFile {
    to: PathBuf,
    part: PathBuf,
    /// Locked, so that two programs do not fill it at the same time.
    file: File,
    /// Its mode once it is filled. Until then its owner can write to it.
    mode: u32,
}

impl NewFile {
    /// Creates an empty file, which SQLite fills, for the owner of `like`, or of its folder. Fails if
    /// there is a file at `to` already.
    fn create(to: &Path, mode: u32, like: Option<&Path>) -> Result<Self, OpenError> {
        let at = not_opened(to);
        // SQLite gives `:memory:` and `file:` a special meaning, but not in an absolute path.
        let to = std::path::absolute(to).map_err(&at)?;
        if to.exists() {
            return Err(at(ErrorKind::AlreadyExists.into()));
        }
        let Some(folder) = to.parent().filter(|_| to.file_name().is_some()) else {
            return Err(at(ErrorKind::IsADirectory.into()));
        };
        let part = with_ending(&to, ".part");
        let file = open_or_create(&part, like.unwrap_or(folder)).map_err(&at)?;
        let is_ours = file.try_lock().is_ok() && is_at(&file, &part);
        if !is_ours {
            return Err(at(ErrorKind::ResourceBusy.into()));
        }
        Database::remove_beside(&part);
        let emptied = file.set_len(0);
        let owner_only = Permissions::from_mode(OWNER_ONLY);
        let emptied = emptied.and_then(|()| file.set_permissions(owner_only));
        emptied.map_err(&at)?;
        Ok(Self {
            to,
            part,
            file,
            mode,
        })
    }

    fn part(&self) -> Result<&str, OpenError> {
        let part = self.part.to_str();
        part.ok_or_else(|| OpenError::NotUtf8(self.to.clone()))
    }

    /// Syncs the file and gives it its name, or removes it if it was not filled.
    fn finish<E: From<OpenError>>(self, filled: Result<(), E>) -> Result<(), E> {
        if filled.is_err() {
            Database::remove_at(&self.part);
        }
        filled?;
        let at = not_opened(&self.to);
        let mode = Permissions::from_mode(self.mode);
        self.file.set_permissions(mode).map_err(&at)?;
        self.file.sync_all().map_err(&at)?;
        std::fs::rename(&self.part, &self.to).map_err(&at)?;
        // So that the name is on disk, too. Some file systems cannot sync a folder.
        let sync = |path: &Path| File::open(path).and_then(|folder| folder.sync_all());
        let _perhaps_unsupported = self.to.parent().map(sync);
        Ok(())
    }
}
