//! What the parts of the sandbox share: the world, its clock, and notifications of changes.

use std::net::SocketAddr;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::watch;

use crate::clock::Clock;
use crate::id::Id;
use crate::world::{EndpointState, Signer, World};

/// What the parts of the sandbox share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) clock: Clock,
    pub(crate) address: SocketAddr,
    pub(crate) signer: Signer,
    world: Mutex<World>,
    changes: watch::Sender<u64>,
}

impl Shared {
    pub(crate) fn new(address: SocketAddr, signer: Signer, endpoint: EndpointState) -> Self {
        let clock = Clock::default();
        Self {
            address,
            signer,
            world: Mutex::new(World::new(clock.clone(), endpoint)),
            clock,
            changes: watch::Sender::new(0),
        }
    }

    pub(crate) fn gateway_url(&self) -> String {
        format!("ws://{}/gateway", self.address)
    }

    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock()
    }

    /// Changes the world, and wakes everything that waits for a change.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        let result = change(&mut self.world());
        self.changes.send_modify(|count| *count += 1);
        result
    }

    /// A receiver that is notified of every change in the world.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Waits until `find` returns something, for at most `patience`.
    pub(crate) async fn until<T>(
        &self,
        patience: Duration,
        find: impl Fn(&World) -> Option<T>,
    ) -> Option<T> {
        let mut changes = self.changes.subscribe();
        let search = async {
            loop {
                changes.mark_unchanged();
                let found = find(&self.world());
                if found.is_some() {
                    return found;
                }
                if changes.changed().await.is_err() {
                    return None;
                }
            }
        };
        tokio::time::timeout(patience, search).await.ok().flatten()
    }

    pub(crate) fn new_id(&self) -> Id {
        self.world().new_id(self.clock.now_ms())
    }
}
