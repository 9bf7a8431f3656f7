//! Stories about the files and the lock of SQLite.

mod backups;
mod database_files;
mod disk_failures;
mod erasure;
mod late_saves;
mod litestream;
