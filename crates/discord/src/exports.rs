//! Exports in progress: at most one per member, since an export keeps the bot busy for as long as a
//! thousand clicks do.

use std::collections::HashSet;
use std::sync::Arc;

use parking_lot::Mutex;

use wythoff_game::MemberId;

/// How many members may wait for their exports at the same time.
const MAX_EXPORTS: usize = 64;

/// The members whose exports are being made.
#[derive(Debug, Default)]
pub(crate) struct Exports(Mutex<HashSet<MemberId>>);

/// Marks an export as in progress until this value is dropped.
#[derive(Debug)]
pub(crate) struct Exporting {
    exports: Arc<Exports>,
    member: MemberId,
}

/// Why an export was not started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotBegun {
    /// The member's previous export is still in progress.
    UnderWay,
    /// Too many other exports are in progress.
    Busy,
}

impl Exports {
    /// Begins an export.
    pub(crate) fn begin(self: &Arc<Self>, member: MemberId) -> Result<Exporting, NotBegun> {
        let mut members = self.0.lock();
        if members.contains(&member) {
            return Err(NotBegun::UnderWay);
        }
        if members.len() >= MAX_EXPORTS {
            return Err(NotBegun::Busy);
        }
        members.insert(member);
        Ok(Exporting {
            exports: self.clone(),
            member,
        })
    }
}

impl Drop for Exporting {
    fn drop(&mut self) {
        let members = &self.exports.0;
        let mut members = members.lock();
        members.remove(&self.member);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exports_are_limited_per_member_and_in_total() {
        let exports = Arc::new(Exports::default());
        let begin = |member| exports.begin(MemberId(member));
        let first = begin(1).expect("begun");
        assert_eq!(begin(1).expect_err("it is under way"), NotBegun::UnderWay);
        let others: Vec<_> = (2..).map(begin).map_while(Result::ok).collect();
        assert_eq!(others.len(), MAX_EXPORTS - 1);
        assert_eq!(begin(0).expect_err("too many"), NotBegun::Busy);
        drop(first);
        assert!(begin(1).is_ok());
    }
}
