//! A mutex for each key. Tasks that wait for the same key lock it in order. Keys that nobody locks
//! take no memory.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::OwnedMutexGuard;

/// A mutex for each key.
#[derive(Debug)]
pub(super) struct KeyedMutex<K>(Mutex<HashMap<K, Arc<tokio::sync::Mutex<()>>>>);

/// A locked key. Dropping it unlocks the key.
pub(super) struct KeyedGuard<'t, K: Eq + Hash> {
    mutex: &'t KeyedMutex<K>,
    key: K,
    held: Option<OwnedMutexGuard<()>>,
}

impl<K> Default for KeyedMutex<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Clone + Eq + Hash> KeyedMutex<K> {
    /// Locks a key.
    pub(super) async fn take(&self, key: K) -> KeyedGuard<'_, K> {
        let key_mutex = self.0.lock().entry(key.clone()).or_default().clone();
        // The guard is made first, so that dropping it removes the entry if the wait is cancelled.
        let mut guard = KeyedGuard {
            mutex: self,
            key,
            held: None,
        };
        guard.held = Some(key_mutex.lock_owned().await);
        guard
    }
}

impl<K: Eq + Hash> Drop for KeyedGuard<'_, K> {
    fn drop(&mut self) {
        let mut known = self.mutex.0.lock();
        drop(self.held.take());
        // A task that waits for the key also holds a reference to the mutex, so the entry stays.
        if known
            .get(&self.key)
            .is_some_and(|key_mutex| Arc::strong_count(key_mutex) == 1)
        {
            known.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[tokio::test]
    async fn turns_come_in_order_and_leave_nothing_behind() {
        let mutex = KeyedMutex::default();
        let first = mutex.take(1).await;
        let mut second = Box::pin(mutex.take(1));
        assert!(second.as_mut().now_or_never().is_none());
        let mut third = Box::pin(mutex.take(1));
        assert!(third.as_mut().now_or_never().is_none());
        let other = mutex.take(2).now_or_never().expect("it is free");
        drop(first);
        assert!(third.as_mut().now_or_never().is_none(), "the second first");
        drop(second.await);
        drop(third.await);
        drop(other);
        assert!(mutex.0.lock().is_empty());
    }
}
