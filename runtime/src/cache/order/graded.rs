//! Candidates that are alike but for a grade, which is not looked at before they are drawn.

use std::sync::Arc;

use super::{Candidates, Chunks, Places, Pool};
use crate::memory::{Budget, OutOfMemory};

/// A pool, and beside each of its candidates the grade.
pub(crate) struct Graded {
    pool: Pool,
    grades: Chunks<u8>,
}

impl Candidates for Graded {
    /// The grade. What counts as least is 0 for all.
    type Priority = u32;

    const DRAWS: u32 = 4;

    fn new(budget: Arc<Budget>, descending: bool) -> Self {
        Self {
            pool: Pool::new(budget.clone(), descending),
            grades: Chunks::new(budget),
        }
    }

    #[inline(always)]
    fn push(&mut self, handle: u32, priority: u32, places: &mut Places) -> Result<(), OutOfMemory> {
        let index = self.pool.len();
        self.grades.reach(index + 1)?;
        self.pool.push(handle, 0, places)?;
        *self.grades.get_mut(index) = priority.min(u8::MAX.into()) as u8;
        Ok(())
    }

    #[inline(always)]
    fn least(&self) -> Option<(u32, u32)> {
        self.pool.least()
    }

    #[inline(always)]
    fn candidate(&self, number: u32) -> u32 {
        self.pool.candidate(number)
    }

    #[inline(always)]
    fn grade(&self, number: u32) -> u8 {
        *self.grades.get(number as usize)
    }

    #[inline(always)]
    fn take(&mut self, number: u32, places: &mut Places) -> u32 {
        let last = self.pool.len() - 1;
        *self.grades.get_mut(number as usize) = *self.grades.get(last);
        self.grades.shrink(last);
        self.pool.take(number, places)
    }

    fn priority(&self, handle: u32, places: &Places) -> u32 {
        self.grade(*places.get(handle as usize)).into()
    }

    fn bytes(&self) -> u64 {
        self.pool.bytes() + self.grades.bytes()
    }
}
