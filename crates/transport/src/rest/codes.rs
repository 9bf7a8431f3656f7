//! Discord's JSON error codes that matter to us
//! (<https://discord.com/developers/docs/topics/opcodes-and-status-codes#json>).

pub(crate) const UNKNOWN_CHANNEL: u64 = 10003;
pub(crate) const UNKNOWN_MESSAGE: u64 = 10008;
/// A user who is not a member of the server.
pub(crate) const UNKNOWN_MEMBER: u64 = 10007;
pub(crate) const UNKNOWN_ROLE: u64 = 10011;
pub(crate) const UNKNOWN_USER: u64 = 10013;
/// The token of an interaction that was never answered.
pub(crate) const UNKNOWN_WEBHOOK: u64 = 10015;
/// An interaction that is too old.
pub(crate) const UNKNOWN_INTERACTION: u64 = 10062;
/// Too many edits of a message that is over an hour old. A new message is better than waiting.
pub(crate) const TOO_MANY_EDITS: u64 = 30046;
/// An interaction that has been answered.
pub(crate) const ALREADY_ACKNOWLEDGED: u64 = 40060;
/// A channel that the bot cannot see.
pub(crate) const MISSING_ACCESS: u64 = 50001;
pub(crate) const MISSING_PERMISSIONS: u64 = 50013;
/// A thread that nobody has written in for a while. A message there can be edited once it is opened again.
pub(crate) const THREAD_ARCHIVED: u64 = 50083;
/// A member who accepts no direct messages from the bot.
pub(crate) const CANNOT_MESSAGE: u64 = 50007;
/// A member to whom no direct message can be sent at all.
pub(crate) const INVALID_RECIPIENT: u64 = 50033;
/// A member who shares no server with the bot.
pub(crate) const NO_MUTUAL_SERVER: u64 = 50278;
/// An interaction token that is wrong, or too old.
pub(crate) const INVALID_WEBHOOK_TOKEN: u64 = 50027;
