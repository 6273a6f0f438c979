//! Candidates that are alike but for a grade, which is not looked at before they are drawn.

use std::sync::Arc;

use crate::cache::candidates::{Candidates, Places};
use crate::cache::random::Pool;
use crate::memory::{Budget, Chunks, OutOfMemory};

/// A pool, and beside each of its candidates the grade.
pub(super) struct Graded {
    pool: Pool,
    grades: Chunks<u8>,
}

impl Graded {
    /// The grade of the candidate with this number.
    #[inline(always)]
    pub(super) fn grade(&self, number: u32) -> u32 {
        (*self.grades.get(number as usize)).into()
    }
}

fn to_grade(priority: u32) -> u8 {
    priority.min(u8::MAX.into()) as u8
}

impl Candidates for Graded {
    /// The grade. What counts as least is 0 for all.
    type Priority = u32;

    fn new(budget: Arc<Budget>) -> Self {
        Self {
            pool: Pool::new(budget.clone()),
            grades: Chunks::new(budget),
        }
    }

    #[inline(always)]
    fn push(&mut self, handle: u32, priority: u32, places: &mut Places) -> Result<(), OutOfMemory> {
        let index = self.pool.len();
        self.grades.reach(index + 1)?;
        self.pool.push(handle, (), places)?;
        *self.grades.get_mut(index) = to_grade(priority);
        Ok(())
    }

    #[inline(always)]
    fn remove(&mut self, handle: u32, places: &mut Places) {
        let last = self.pool.len() - 1;
        let place = *places.get(handle as usize) as usize;
        *self.grades.get_mut(place) = *self.grades.get(last);
        self.grades.shrink(last);
        self.pool.remove(handle, places);
    }

    #[inline(always)]
    fn least(&self) -> Option<(u32, u32)> {
        self.pool.least().map(|((), ties)| (0, ties))
    }

    #[inline(always)]
    fn candidate(&self, number: u32) -> u32 {
        self.pool.candidate(number)
    }

    #[inline(always)]
    fn priority(&self, handle: u32, places: &Places) -> u32 {
        self.grade(*places.get(handle as usize))
    }

    #[inline(always)]
    fn set_priority(&mut self, handle: u32, priority: u32, places: &mut Places) {
        let place = *places.get(handle as usize) as usize;
        *self.grades.get_mut(place) = to_grade(priority);
    }
}
