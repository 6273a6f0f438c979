//! What one owner has charged to the budget.

use std::sync::Arc;

use super::{Account, Budget, OutOfMemory, OutOfMemoryCause};

/// Bytes charged under one account; released when dropped.
pub(crate) struct Charge {
    budget: Arc<Budget>,
    account: Account,
    bytes: u64,
}

impl Charge {
    pub(crate) fn none(budget: Arc<Budget>, account: Account) -> Self {
        Self {
            budget,
            account,
            bytes: 0,
        }
    }

    /// These bytes.
    ///
    /// # Errors
    /// The budget refuses them.
    pub(crate) fn of(
        budget: Arc<Budget>,
        account: Account,
        bytes: u64,
    ) -> Result<Self, OutOfMemory> {
        let mut charge = Self::none(budget, account);
        charge.add(bytes)?;
        Ok(charge)
    }

    pub(crate) fn budget(&self) -> &Arc<Budget> {
        &self.budget
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Charges more.
    ///
    /// # Errors
    /// The budget refuses them; nothing has changed.
    pub(crate) fn add(&mut self, bytes: u64) -> Result<(), OutOfMemory> {
        self.budget.charge(self.account, bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    /// Charges `bytes` more, then has `take` take them from the system.
    ///
    /// # Errors
    /// The budget refuses them, and `take` is not called; or `take` fails, which is the system's
    /// refusal. Either way nothing is charged.
    pub(crate) fn take<T, E>(
        &mut self,
        bytes: u64,
        take: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, OutOfMemory> {
        self.add(bytes)?;
        take().map_err(|_| {
            self.give_back(bytes);
            self.refused(bytes, OutOfMemoryCause::System)
        })
    }

    /// Releases bytes that were charged, and are freed.
    pub(crate) fn give_back(&mut self, bytes: u64) {
        self.budget.release(self.account, bytes);
        self.bytes -= bytes;
    }

    /// An error for bytes that were refused by something else than the budget.
    pub(crate) fn refused(&self, bytes: u64, cause: OutOfMemoryCause) -> OutOfMemory {
        self.budget.refused(self.account, bytes, cause)
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.budget.release(self.account, self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_whose_it_is_and_charges_nothing() {
        let budget = Arc::new(Budget::new(100));
        let mut charge = Charge::of(budget.clone(), Account::Store, 40).expect("there is memory");
        let refused = charge.take(61, || -> Result<(), ()> {
            unreachable!("is refused before")
        });
        assert_eq!(refused.unwrap_err().cause, OutOfMemoryCause::Budget);
        let refused = charge.take(60, || Err::<(), ()>(()));
        assert_eq!(refused.unwrap_err().cause, OutOfMemoryCause::System);
        assert_eq!((charge.bytes(), budget.used_bytes()), (40, 40));
        assert_eq!(charge.take(60, || Ok::<i32, ()>(7)), Ok(7));
        charge.give_back(50);
        assert_eq!((charge.bytes(), budget.used_bytes()), (50, 50));
        drop(charge);
        assert_eq!(budget.used_bytes(), 0);
    }
}
