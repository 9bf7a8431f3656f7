//! Stories about the files of SQLite.

mod database_files;
mod disk_failures;
mod litestream;
