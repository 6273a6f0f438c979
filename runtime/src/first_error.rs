//! Writing where no one can be told that it has failed, as inside a search.

use std::io;
use std::sync::{Mutex, PoisonError};

/// What is written to, or the first error in doing so; then nothing is written any more.
pub struct FirstError<T>(Mutex<io::Result<T>>);

impl<T> FirstError<T> {
    /// Nothing has failed.
    pub fn new(output: T) -> Self {
        Self(Mutex::new(Ok(output)))
    }

    /// Writes, if nothing has failed.
    pub fn write(&self, what: impl FnOnce(&mut T) -> io::Result<()>) {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(to) = &mut *output
            && let Err(error) = what(to)
        {
            *output = Err(error);
        }
    }

    /// # Errors
    /// Something has failed.
    pub fn into_inner(self) -> io::Result<T> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
