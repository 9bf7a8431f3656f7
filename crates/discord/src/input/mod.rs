//! What Discord sends: interactions with their commands, options and controls, and the moves and
//! positions that people type.

pub(super) mod completion;
pub(super) mod digits;
pub(super) mod interaction;
pub(super) mod option;
pub(super) mod plain;
pub(super) mod position_options;
pub(super) mod user;
pub(super) mod written_move;
pub(super) mod written_position;
