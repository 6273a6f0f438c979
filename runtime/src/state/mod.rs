//! The working state: a vector of words with its hash and the log that takes steps back.
//!
//! A search needs to make a step, look the result up, and return. Copying the vector for each step
//! costs time and memory in proportion to its length, and generating inverse code for every
//! statement doubles what there is to read and to get wrong. Here every change goes through one
//! function that notes (old word, index) in a log; going back pops the log. Queue operations that
//! shift many words note one record of what they meant instead. The hash is the sum of
//! `word * coefficient(index)` modulo 2^64 (multilinear hashing, Lemire and Kaser 2014: two
//! different vectors collide with probability about 2^-33 or less), so that changing a word costs
//! one multiplication and zero words cost nothing.
//!
//! ```text
//! | globals | global channels | process 0 | its channels | process 1 | its channels | ...
//! ```
//!
//! Processes die in the reverse order of their creation, so the vector is a stack of components;
//! its length is part of the state. Hidden variables lie in words of their own: they are changed
//! and taken back like the others, and no store sees them.

mod bounds;
mod channel;
mod fault;
mod field;
mod load;
mod log;
mod probe;
mod process;
mod promise;
mod telling;

pub use channel::Queue;
pub use fault::{Failure, Fault, Faulted};
pub use field::{Array, Field};
pub use log::Mark;
pub(crate) use probe::ProbeReason;
pub use process::Process;
pub use promise::{Promise, Promised, Use};

use std::cell::Cell;

use crate::mix::{GOLDEN, mix};
use crate::model::{ModelInfo, PlaceId, SourceInfo};
use log::{Change, Header, Log};
use process::ProcessEntry;

/// The longest state, in words (256 MiB): the place of each bit fits 32 bits, and that of each word
/// the undo log.
pub const WORDS_MAX: usize = 1 << 26;

/// The state that a search stands at, with everything needed to step forth and back.
#[derive(Debug)]
pub struct State {
    info: &'static ModelInfo,
    words: Vec<u32>,
    /// `coefficients[i]` multiplies `words[i]` in the hash; at least as long as `words`.
    coefficients: Vec<u64>,
    hash: u64,
    log: Log,
    /// The bits of a process's first word that say where it stands.
    place_mask: u32,
    processes: Vec<ProcessEntry>,
    queues: Vec<Queue>,
    /// The hidden variables.
    hidden: Vec<u32>,
    /// Bits that [`Self::reset`] leaves alone: none, or all.
    kept_by_resets: u32,
    step: StepAtHand,
    /// Broken promises are noted.
    watches_promises: bool,
    /// Processes of which it is being tried whether they can move, each for the one before.
    probed: Vec<probe::Probed>,
    bounds: bounds::Bounds,
}

/// What belongs to the step being executed, or just executed.
#[derive(Debug, Default)]
struct StepAtHand {
    /// The message of a pending handshake.
    offered: Vec<i32>,
    /// The rendezvous channel of a pending handshake, 0 for none.
    offered_on: u8,
    /// The receive being tried has turned out to be from that channel.
    is_receiver: Cell<bool>,
    /// What is wrong with the step.
    failures: Vec<Failure>,
    /// Where the log stood at the first of them.
    failed_at: Option<Mark>,
    fault: Cell<Option<Fault>>,
    timeout: bool,
    /// Messages lost so far in sends to full channels.
    lost: u64,
}

impl State {
    /// An empty state: no process, all words of globals and global channels zero.
    pub fn new(info: &'static ModelInfo) -> Self {
        let mut state = Self {
            info,
            words: Vec::new(),
            coefficients: Vec::new(),
            hash: 0,
            log: Log::default(),
            place_mask: u32::MAX >> (32 - info.place_bits),
            processes: Vec::new(),
            queues: Vec::new(),
            hidden: vec![0; info.hidden_words as usize],
            kept_by_resets: 0,
            step: StepAtHand::default(),
            watches_promises: false,
            probed: Vec::new(),
            bounds: bounds::Bounds::default(),
        };
        let words = state.name_queues(info.channels, info.global_words);
        state.grow(words);
        state
    }

    /// The tables of the model.
    pub fn info(&self) -> &'static ModelInfo {
        self.info
    }

    /// The state vector: canonical, equal exactly for equal states.
    #[inline(always)]
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// The multilinear hash of [`Self::words`]; stores mix it before use.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The value of a field.
    #[inline(always)]
    pub fn get(&self, field: impl Into<Field>) -> i32 {
        let field = field.into();
        field.extract(self.words[field.word as usize])
    }

    /// Whether a field is not zero: a `bool` or `bit` that is set.
    #[inline(always)]
    pub fn is(&self, field: impl Into<Field>) -> bool {
        self.get(field) != 0
    }

    /// Sets a field, truncating the value to its width.
    #[inline(always)]
    pub fn set(&mut self, field: impl Into<Field>, value: impl Into<i32>) {
        let (field, value) = (field.into(), value.into());
        self.replace(
            field.word,
            field.replace(u32::MAX, 0),
            field.replace(0, value),
        );
    }

    /// Sets the bits of a word outside of `kept`. A model sets fields in hundreds of places: only
    /// the call stands there, or the compiler would take half as long again for a model.
    #[inline(never)]
    fn replace(&mut self, index: u32, kept: u32, bits: u32) {
        self.change(index, self.words[index as usize] & kept | bits);
    }

    /// Changes a word, and notes what it was.
    #[inline(always)]
    fn change(&mut self, index: u32, new: u32) {
        let word = &mut self.words[index as usize];
        let old = *word;
        if new != old {
            *word = new;
            let difference = u64::from(new).wrapping_sub(u64::from(old));
            let product = self.coefficients[index as usize].wrapping_mul(difference);
            self.hash = self.hash.wrapping_add(product);
            self.log.word(index, old);
        }
    }

    /// The value of a field among the hidden variables.
    #[inline(always)]
    pub fn get_hidden(&self, field: impl Into<Field>) -> i32 {
        let field = field.into();
        field.extract(self.hidden[field.word as usize])
    }

    /// Sets a field among the hidden variables, truncating the value to its width.
    pub fn set_hidden(&mut self, field: impl Into<Field>, value: impl Into<i32>) {
        let (field, value) = (field.into(), value.into());
        let word = &mut self.hidden[field.word as usize];
        let new = field.replace(*word, value);
        if new != *word {
            self.log.push(*word);
            self.log.header(Change::Hidden, field.word);
            *word = new;
        }
    }

    /// Where a process stands.
    #[inline(always)]
    pub fn place(&self, process: Process) -> PlaceId {
        self.place_at(process.base)
    }

    #[inline(always)]
    pub(super) fn place_at(&self, base: u32) -> PlaceId {
        PlaceId(self.words[base as usize] & self.place_mask)
    }

    /// The one of a trace's events that fits a message: whether it fits, and the place behind it.
    ///
    /// # Errors
    /// Two of them fit.
    pub fn only_event(&self, events: &[(bool, i32)]) -> Result<Option<i32>, Faulted> {
        let mut fitting = events.iter().filter(|(fits, _)| *fits);
        let first = fitting.next().map(|&(_, target)| target);
        match fitting.next() {
            None => Ok(first),
            Some(_) => Err(self.fail(Fault::AmbiguousTrace)),
        }
    }

    /// Whether the state is being expanded a second time because nothing else can move.
    #[inline(always)]
    pub fn timeout(&self) -> bool {
        self.step.timeout
    }

    /// Starts or ends the second expansion; see [`Self::timeout`].
    pub fn set_timeout(&mut self, timeout: bool) {
        self.step.timeout = timeout;
    }

    /// `index` as an array index.
    ///
    /// # Errors
    /// When it is not below `length`; `what` names the access.
    #[inline(always)]
    pub fn index(&self, index: i32, length: u32, what: &'static str) -> Result<u32, Faulted> {
        if (index as u32) < length {
            Ok(index as u32)
        } else {
            Err(self.fail(Fault::Index {
                what,
                index,
                length,
            }))
        }
    }

    /// `a / b`, truncated toward zero, wrapping.
    ///
    /// # Errors
    /// When `b` is zero; `what` names the expression.
    #[inline(always)]
    pub fn divide(&self, a: i32, b: i32, what: &'static str) -> Result<i32, Faulted> {
        if b == 0 {
            return Err(self.fail(Fault::DivisionByZero { what }));
        }
        Ok(a.wrapping_div(b))
    }

    /// `a % b` with the sign of `a`, wrapping.
    ///
    /// # Errors
    /// When `b` is zero; `what` names the expression.
    #[inline(always)]
    pub fn remainder(&self, a: i32, b: i32, what: &'static str) -> Result<i32, Faulted> {
        if b == 0 {
            return Err(self.fail(Fault::DivisionByZero { what }));
        }
        Ok(a.wrapping_rem(b))
    }

    /// Notes the outcome of an assertion of the transition being executed.
    #[inline(always)]
    pub fn assert(&mut self, holds: bool, assertion: &'static SourceInfo) {
        if !holds {
            self.note(Failure::Assertion(assertion));
        }
    }

    /// Notes that something is wrong with the step being executed, which goes on.
    #[cold]
    pub fn note(&mut self, failure: Failure) {
        if self.step.failures.is_empty() {
            self.step.failed_at = Some(self.mark());
        }
        // Inside a `d_step` an assertion may fail time and again.
        if !self.step.failures.contains(&failure) {
            self.step.failures.push(failure);
        }
    }

    /// Takes back what the step did behind its first failure, and the note of all of them.
    pub(crate) fn undo_to_failure(&mut self) {
        if let Some(mark) = self.step.failed_at.filter(|_| self.has_failed()) {
            self.undo_to(mark);
        }
    }

    /// What is wrong with the last step; cleared by reading.
    pub fn take_failures(&mut self) -> Vec<Failure> {
        std::mem::take(&mut self.step.failures)
    }

    /// Whether something is wrong with the last step.
    #[inline(always)]
    pub fn has_failed(&self) -> bool {
        !self.step.failures.is_empty()
    }

    /// What the last [`Faulted`] was; cleared by reading.
    pub fn take_fault(&mut self) -> Option<Fault> {
        self.step.fault.take()
    }

    /// A position in the log to which [`Self::undo_to`] can return. Steps begin at a mark.
    #[inline(always)]
    pub fn mark(&mut self) -> Mark {
        self.log.mark()
    }

    /// Takes back everything since `mark`, pending handshake and failed assertions included.
    #[inline(always)]
    pub fn undo_to(&mut self, mark: Mark) {
        self.step.offered_on = 0;
        self.step.failures.clear();
        while let Some(header) = self.log.pop(mark) {
            match header.word() {
                Some(index) => {
                    let old = self.log.take();
                    self.put(index, old);
                }
                None => self.undo(header),
            }
        }
    }

    /// Takes back what was more than the change of a word.
    #[inline(never)]
    fn undo(&mut self, header: Header) {
        let (change, argument) = header.parts();
        match change {
            Change::Inserted => self.undo_insert(argument as u8, argument >> 8),
            Change::Removed => self.undo_remove(argument as u8, argument >> 8),
            Change::Spawned => self.drop_youngest(),
            Change::Ended => self.undo_end(argument),
            Change::Word => unreachable!("taken back at once"),
            Change::Hidden => self.hidden[argument as usize] = self.log.take(),
        }
    }

    /// Whether nothing was changed since `mark`.
    pub fn is_at(&self, mark: Mark) -> bool {
        self.log.is_at(mark)
    }

    /// Forgets how to go back: all marks are void.
    pub fn forget(&mut self) {
        self.log.clear();
        self.step.offered_on = 0;
        self.step.failures.clear();
    }

    /// The statement `what` of a `d_step` is not executable.
    #[cold]
    pub fn blocked_in_d_step(&self, what: &'static str) -> Faulted {
        self.fail(Fault::BlockedInDStep { what })
    }

    /// Control has come to a place inside a `d_step` where nothing can ever be executed.
    ///
    /// # Errors
    /// Always.
    pub fn stuck_in_d_step(&self) -> Result<(), Faulted> {
        Err(self.blocked_in_d_step("a selection"))
    }

    /// Takes the last fault back, if it is that there is no process to look at.
    pub(super) fn forgive_absence(&self) -> bool {
        let fault = self.step.fault.take();
        let is_absence = matches!(fault, Some(Fault::NoProcess { .. }));
        if !is_absence {
            self.step.fault.set(fault);
        }
        is_absence
    }

    /// Marks that the statement being executed failed, for what generated code finds out itself.
    #[cold]
    pub fn fail(&self, fault: Fault) -> Faulted {
        self.step.fault.set(Some(fault));
        Faulted
    }

    /// Changes a word without noting it.
    #[inline(always)]
    fn put(&mut self, index: u32, new: u32) {
        let word = &mut self.words[index as usize];
        let difference = u64::from(new).wrapping_sub(u64::from(*word));
        self.hash = self
            .hash
            .wrapping_add(self.coefficients[index as usize].wrapping_mul(difference));
        *word = new;
    }

    /// Appends `count` zero words.
    fn grow(&mut self, count: u32) {
        self.words.resize(self.words.len() + count as usize, 0);
        for index in self.coefficients.len()..self.words.len() {
            self.coefficients.push(coefficient(index as u64));
        }
    }
}

/// [`State::hash`], computed from the words of a state.
pub fn hash_of(words: &[u32]) -> u64 {
    let products = words
        .iter()
        .enumerate()
        .map(|(i, &word)| coefficient(i as u64).wrapping_mul(u64::from(word)));
    products.fold(0, u64::wrapping_add)
}

/// The odd 64-bit factor of word `index`: the splitmix64 sequence (Steele, Lea, Flood 2014).
fn coefficient(index: u64) -> u64 {
    mix((index + 1).wrapping_mul(GOLDEN)) | 1
}
