//! What only one of the databases has. Everything else is SQL that all of them understand.

pub(in crate::store) mod sqlite;
