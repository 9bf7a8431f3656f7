//! What tests look at and tamper with. No part of the interface.

use std::sync::atomic::Ordering;

use super::cache::Known;
use super::{Error, Pending, Result, Store, Work, load};

impl Store {
    /// The cached values that differ from the stored ones. There are none, unless there is a defect.
    #[doc(hidden)]
    pub async fn stale(&self) -> Result<Vec<String>> {
        let mut known = self.known().await?;
        loop {
            let mut connection = self.readers.acquire().await?;
            let mut stored = Known::first(&mut connection).await?;
            load::load(&mut connection, &known.kept(), &mut stored).await?;
            let still = self.known().await?;
            if still.differences(&known).is_empty() {
                return Ok(known.differences(&stored));
            }
            // A job has changed something meanwhile.
            known = still;
        }
    }

    async fn known(&self) -> Result<Known> {
        let known = |work: &mut Work<'_>| Ok::<_, Error>(work.known.clone());
        self.note(Vec::new(), known).await
    }

    /// How many trips the writing task has made to the database, for measuring.
    #[doc(hidden)]
    #[must_use]
    pub fn trips(&self) -> u64 {
        self.writer.trips.load(Ordering::Relaxed)
    }

    /// Limits the size of the database in pages, for tests of a full disk. The limit ends when the connection is reopened, as after a change
    /// that did not fit.
    #[doc(hidden)]
    pub fn limit_pages(&self, pages: u32) -> Pending<(), Error> {
        self.change(Vec::new(), move |work| {
            work.execute(format!("PRAGMA max_page_count = {pages}"), &[]);
            Ok(())
        })
    }
}
