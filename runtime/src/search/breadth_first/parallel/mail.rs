//! How states come to the worker that has them.
//!
//! What a worker sends lies in an outbox for each other worker until there is enough of it, so that
//! a send costs little for each state. Each batch comes back to the worker that has made it, with
//! the answers that it asks for, and is used again. A worker has a bounded number of batches at
//! each other one, so inboxes are bounded, and no worker waits to answer.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use crate::memory::{Account, Budget, Charge, OutOfMemory};
use crate::store::prefetch;

/// A number by which a worker knows a state that it has sent successors of.
pub(super) type Origin = u32;

/// States with their hashes, one behind the other: what one worker has written and another one
/// reads must travel from cache to cache, line by line.
///
/// ```text
/// hash: two words │ words of the state │ its origin, if asked │ the state │ the next …
/// ```
pub(super) struct Batch {
    words: Vec<u32>,
    /// Whether the origins of those of the next level are to come back.
    pub(super) asks: bool,
    /// Words of a full one: enough for the way to cost little for each state.
    full_words: usize,
    /// For the room; a state that is longer is not charged here.
    _charge: Charge,
}

const HEAD: usize = 3;

impl Batch {
    /// No state.
    ///
    /// # Errors
    /// There is no memory.
    pub(super) fn new(asks: bool, budget: &Arc<Budget>) -> Result<Self, OutOfMemory> {
        let mut charge = Charge::none(budget.clone(), Account::Stack);
        let (mut words, full_words) = (Vec::new(), budget.thresholds().batch_words);
        let bytes = (full_words * size_of::<u32>()) as u64;
        charge.take(bytes, || words.try_reserve_exact(full_words))?;
        Ok(Self {
            words,
            asks,
            full_words,
            _charge: charge,
        })
    }

    /// Adds a state, if there is room for it; one state always has room.
    #[inline(always)]
    pub(super) fn push(&mut self, hash: u64, state: &[u32], origin: Origin) -> bool {
        let len = self.words.len();
        if len + HEAD + 1 + state.len() > self.full_words && len > 0 {
            return false;
        }
        let head = [hash as u32, (hash >> 32) as u32, state.len() as u32];
        self.words.extend_from_slice(&head);
        if self.asks {
            self.words.push(origin);
        }
        self.words.extend_from_slice(state);
        true
    }

    /// All, each with its hash and its origin.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, Origin, &[u32])> {
        let (mut rest, asks) = (&*self.words, self.asks);
        std::iter::from_fn(move || {
            let (&[low, high, len], mut behind) = rest.split_first_chunk::<HEAD>()?;
            let mut origin = 0;
            if asks {
                (origin, behind) = behind.split_first().map(|(&it, behind)| (it, behind))?;
            }
            let (state, next) = behind.split_at(len as usize);
            rest = next;
            Some((u64::from(high) << 32 | u64::from(low), origin, state))
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

    /// In place of the states: the origins of which one has led to the next level.
    pub(super) fn answer(&mut self, origins: &[Origin]) {
        self.words.clear();
        self.words.extend_from_slice(origins);
    }

    pub(super) fn answers(&self) -> &[Origin] {
        &self.words
    }
}

/// Words of a cache line.
const LINE_WORDS: usize = 16;

/// What a worker is sent.
pub(super) enum Mail {
    /// States that are its own, if they are new, by a worker.
    States(usize, Batch),
    /// What this worker has sent to that one comes back.
    Back(usize, Batch),
    /// The sender has sent all states of this level.
    Done,
}

/// Batches that a worker has at another one at most. With 8 it waits for some of them.
const IN_FLIGHT: usize = 32;

/// How often a worker without work looks before it sleeps.
const GLANCES: usize = 100;

/// How long a worker without work waits before it looks at the clock.
const PATIENCE: Duration = Duration::from_millis(20);

/// The inbox of a worker, and the ways to those of all others.
pub(super) struct Post {
    me: usize,
    inbox: Receiver<Mail>,
    /// By worker; that to itself is not used.
    ways: Vec<Sender<Mail>>,
    /// States to be looked up, by whose they are.
    pub(super) outboxes: Vec<Batch>,
    /// Batches that came back, with room for the next states.
    spare: Vec<Batch>,
    /// Batches that did not come back yet, by worker.
    in_flight: Vec<usize>,
    asks: bool,
    budget: Arc<Budget>,
}

impl Post {
    /// For this many workers, one each; `asks`: they are to be told which states are of the next
    /// level.
    ///
    /// # Errors
    /// There is no memory.
    pub(super) fn for_workers(
        count: usize,
        asks: bool,
        budget: &Arc<Budget>,
    ) -> Result<Vec<Self>, OutOfMemory> {
        let (ways, inboxes): (Vec<_>, Vec<_>) = (0..count).map(|_| channel()).unzip();
        let post = |(me, inbox)| {
            let outboxes = (0..count).map(|_| Batch::new(asks, budget));
            Ok(Self {
                me,
                inbox,
                ways: ways.clone(),
                outboxes: outboxes.collect::<Result<_, _>>()?,
                spare: Vec::new(),
                in_flight: vec![0; count],
                asks,
                budget: budget.clone(),
            })
        };
        inboxes.into_iter().enumerate().map(post).collect()
    }

    /// A batch without states.
    ///
    /// # Errors
    /// There is none, nor memory for one.
    pub(super) fn empty(&mut self) -> Result<Batch, OutOfMemory> {
        match self.spare.pop() {
            Some(batch) => Ok(batch),
            None => Batch::new(self.asks, &self.budget),
        }
    }

    /// This batch is used again.
    pub(super) fn put_by(&mut self, mut batch: Batch) {
        batch.clear();
        self.spare.push(batch);
    }

    /// Whether a worker can be sent another batch.
    pub(super) fn can_send(&self, to: usize) -> bool {
        self.in_flight[to] < IN_FLIGHT
    }

    /// Some batch did not come back yet.
    pub(super) fn awaits_any(&self) -> bool {
        self.in_flight.iter().any(|&it| it > 0)
    }

    /// Sends a batch, if it [can be sent](Self::can_send).
    pub(super) fn send(&mut self, to: usize, batch: Batch) {
        self.in_flight[to] += 1;
        self.put(to, Mail::States(self.me, batch));
    }

    /// A batch of this worker has come back.
    pub(super) fn come_back(&mut self, from: usize, batch: Batch) {
        self.in_flight[from] -= 1;
        self.put_by(batch);
    }

    /// Sends a batch of another worker back.
    pub(super) fn send_back(&self, to: usize, batch: Batch) {
        self.put(to, Mail::Back(self.me, batch));
    }

    /// Tells a worker that it was sent all states of this level.
    pub(super) fn send_done(&self, to: usize) {
        self.put(to, Mail::Done);
    }

    fn put(&self, to: usize, mail: Mail) {
        let sent = self.ways[to].send(mail);
        assert!(sent.is_ok(), "workers end together");
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
}
