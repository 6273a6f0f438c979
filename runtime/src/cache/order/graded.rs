//! Candidates that are alike but for a grade, which is not looked at before they are drawn.

use std::sync::Arc;

use super::{Candidates, Chunks, Places};
use crate::memory::{Budget, OutOfMemory};

/// Handles in no order, and their grades beside them; the place of each is its index.
pub(crate) struct Graded {
    handles: Chunks<u32>,
    grades: Chunks<u8>,
    len: usize,
}

impl Candidates for Graded {
    /// The grade. What counts as least is 0 for all.
    type Key = u32;

    const DRAWS: u32 = 4;

    fn new(budget: Arc<Budget>, _: bool) -> Self {
        Self {
            handles: Chunks::new(budget.clone()),
            grades: Chunks::new(budget),
            len: 0,
        }
    }

    #[inline(always)]
    fn push(&mut self, handle: u32, key: u32, places: &mut Places) -> Result<(), OutOfMemory> {
        self.handles.reach(self.len + 1)?;
        self.grades.reach(self.len + 1)?;
        *self.handles.get_mut(self.len) = handle;
        *self.grades.get_mut(self.len) = key.min(u8::MAX.into()) as u8;
        *places.get_mut(handle as usize) = self.len as u32;
        self.len += 1;
        Ok(())
    }

    #[inline(always)]
    fn remove(&mut self, handle: u32, places: &mut Places) {
        let place = *places.get(handle as usize);
        self.take(place, places);
    }

    #[inline(always)]
    fn least(&self) -> Option<(u32, u32)> {
        (self.len > 0).then_some((0, self.len as u32))
    }

    #[inline(always)]
    fn candidate(&self, number: u32) -> u32 {
        *self.handles.get(number as usize)
    }

    #[inline(always)]
    fn grade(&self, number: u32) -> u8 {
        *self.grades.get(number as usize)
    }

    #[inline(always)]
    fn take(&mut self, number: u32, places: &mut Places) -> u32 {
        self.len -= 1;
        let last = *self.handles.get(self.len);
        *places.get_mut(last as usize) = number;
        *self.grades.get_mut(number as usize) = *self.grades.get(self.len);
        let taken = std::mem::replace(self.handles.get_mut(number as usize), last);
        self.handles.shrink(self.len);
        self.grades.shrink(self.len);
        taken
    }

    fn key(&self, handle: u32, places: &Places) -> u32 {
        self.grade(*places.get(handle as usize)).into()
    }

    fn bytes(&self) -> u64 {
        self.handles.bytes() + self.grades.bytes()
    }
}
