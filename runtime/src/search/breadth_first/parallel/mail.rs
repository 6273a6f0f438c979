//! How states come to the worker that has them.
//!
//! Each worker has one inbox. What it sends lies in an outbox for each other worker until there is
//! enough of it, so that a send costs little for each state. Inboxes are bounded: who finds one
//! full reads its own, and tries again, so no one waits for one who waits.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;

use crate::memory::{Account, Budget, Charge, OutOfMemory};
use crate::store::prefetch;

/// States with their hashes, one behind the other: what one worker has written and another one
/// reads must travel from cache to cache, line by line.
///
/// ```text
/// hash: two words │ how many words the state has │ the state │ the next one …
/// ```
pub(super) struct Batch {
    words: Vec<u32>,
    /// For the room, unless another charge is for that.
    _charge: Option<Charge>,
}

const HEAD: usize = 3;

/// Words from which on a batch is full: enough for the way to cost little for each state.
const BATCH_WORDS: usize = 1 << 12;
const BATCH_BYTES: usize = BATCH_WORDS * size_of::<u32>();

/// What the outboxes of this many workers cost, one for each part.
///
/// # Errors
/// There is no memory.
pub(super) fn charge_outboxes(workers: usize, budget: &Arc<Budget>) -> Result<Charge, OutOfMemory> {
    let bytes = workers * workers * BATCH_BYTES;
    Charge::of(budget.clone(), Account::Stack, bytes as u64)
}

impl Batch {
    /// No state; its room is charged elsewhere.
    pub(super) fn new() -> Self {
        Self {
            words: Vec::new(),
            _charge: None,
        }
    }

    /// No state.
    ///
    /// # Errors
    /// There is no memory.
    pub(super) fn charged(budget: &Arc<Budget>) -> Result<Self, OutOfMemory> {
        let charge = Charge::of(budget.clone(), Account::Stack, BATCH_BYTES as u64)?;
        Ok(Self {
            _charge: Some(charge),
            ..Self::new()
        })
    }

    /// Adds a state; says whether it is full now.
    #[inline(always)]
    pub(super) fn push(&mut self, hash: u64, state: &[u32]) -> bool {
        let head = [hash as u32, (hash >> 32) as u32, state.len() as u32];
        self.words.extend_from_slice(&head);
        self.words.extend_from_slice(state);
        self.words.len() >= BATCH_WORDS
    }

    /// All, each with its hash.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, &[u32])> {
        let mut rest = &*self.words;
        std::iter::from_fn(move || {
            let (&[low, high, len], behind) = rest.split_first_chunk::<HEAD>()?;
            let (state, next) = behind.split_at(len as usize);
            rest = next;
            Some((u64::from(high) << 32 | u64::from(low), state))
        })
    }

    /// Starts to bring all of it near.
    pub(super) fn prefetch(&self) {
        for line in self.words.chunks(LINE_WORDS) {
            prefetch(line.as_ptr().cast());
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.words.clear();
    }
}

/// Words of a cache line.
const LINE_WORDS: usize = 16;

/// What a worker is sent.
pub(super) enum Mail {
    /// States that are its own, if they are new.
    States(Batch),
    /// The sender has sent all states of this level.
    Done,
}

/// What lies in an inbox at most.
pub(super) const INBOX: usize = 16;

/// How often a worker without work looks before it sleeps.
const GLANCES: usize = 100;

/// How long a worker without work waits before it looks at the clock.
const PATIENCE: Duration = Duration::from_millis(20);

/// The inbox of a worker, and the ways to those of all others.
pub(super) struct Post {
    inbox: Receiver<Mail>,
    /// By worker; that to itself is not used.
    ways: Vec<SyncSender<Mail>>,
}

impl Post {
    /// For this many workers, one each.
    pub(super) fn for_workers(count: usize) -> Vec<Self> {
        let (ways, inboxes): (Vec<_>, Vec<_>) = (0..count).map(|_| sync_channel(INBOX)).unzip();
        let with_ways = |inbox| Self {
            inbox,
            ways: ways.clone(),
        };
        inboxes.into_iter().map(with_ways).collect()
    }

    /// Puts it into the inbox of `to`; gives it back if that is full.
    pub(super) fn send(&self, to: usize, mail: Mail) -> Result<(), Mail> {
        match self.ways[to].try_send(mail) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(mail)) => Err(mail),
            Err(TrySendError::Disconnected(_)) => unreachable!("workers end together"),
        }
    }

    /// What has come.
    #[inline(always)]
    pub(super) fn receive(&self) -> Option<Mail> {
        self.inbox.try_recv().ok()
    }

    /// What comes within a moment. Who sends most often does it so soon that sleeping would cost
    /// both more.
    pub(super) fn wait(&self) -> Option<Mail> {
        for _ in 0..GLANCES {
            if let Some(mail) = self.receive() {
                return Some(mail);
            }
            thread::yield_now();
        }
        match self.inbox.recv_timeout(PATIENCE) {
            Ok(mail) => Some(mail),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => unreachable!("each has a way to itself"),
        }
    }

    /// Another worker has too much to read: gives it the time to.
    pub(super) fn give_way() {
        thread::yield_now();
    }
}
