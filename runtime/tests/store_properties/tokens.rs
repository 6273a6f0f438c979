//! What hangs on handles in these tests: a number for each, which must follow its state.

use runtime::memory::OutOfMemory;
use runtime::store::{Attached, Handle};

/// A number for each handle. 0 hangs on none.
#[derive(Default)]
pub struct Tokens(Vec<u32>);

impl Tokens {
    /// The number on a handle.
    pub fn of(&self, handle: Handle) -> u32 {
        self.0.get(handle.index()).copied().unwrap_or(0)
    }

    /// Hangs a number on the handle of a new state.
    pub fn hang(&mut self, handle: Handle, token: u32) {
        if handle.index() >= self.0.len() {
            self.0.resize(handle.index() + 1, 0);
        }
        self.0[handle.index()] = token;
    }
}

impl Attached for Tokens {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn unmark(&mut self, _: &[Handle]) -> Result<(), OutOfMemory> {
        Ok(())
    }

    fn reserve(&mut self, bound: usize) -> Result<(), OutOfMemory> {
        self.0.resize(self.0.len().max(bound), 0);
        Ok(())
    }

    fn lift(&self, handle: Handle) -> u32 {
        self.of(handle)
    }

    fn put(&mut self, handle: Handle, what: u32) {
        assert!(
            handle.index() < self.0.len() || what == 0,
            "room was reserved"
        );
        if what != 0 || handle.index() < self.0.len() {
            self.0[handle.index()] = what;
        }
    }

    fn keep(&mut self, _: &mut dyn Iterator<Item = Handle>) {}
}
