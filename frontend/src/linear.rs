//! Sizes that depend on the sizes of arguments.
//!
//! The expansion of a macro or an inline is its body with the expansions of its arguments in the
//! place of the parameters, so its size is a constant and, for each parameter, this many times the
//! size of the argument. That can be worked out once for each definition, in time linear in its
//! text, where the expansion itself may double with each level.

/// Tokens that all uses of macros, and then all calls of inlines, may put into the text, on all
/// levels. The model of a whole kernel has some hundred thousand.
pub(crate) const EXPANDED_TOKENS_MAX: u64 = 20_000_000;

/// Bytes of the text with these tokens, blanks among them.
pub(crate) const EXPANDED_BYTES_MAX: u64 = 128 << 20;

/// Parameters of a macro or an inline: a size has a number for each of them.
pub(crate) const PARAMETERS_MAX: usize = 255;

/// `constant + sum of factors[i] * argument[i]`; numbers that are too large stay at the largest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Linear {
    constant: u64,
    factors: Vec<u64>,
}

impl Linear {
    /// A size that depends on none of the parameters.
    pub(crate) fn constant(constant: u64) -> Linear {
        Linear {
            constant,
            factors: Vec::new(),
        }
    }

    /// The size of the argument for this parameter.
    pub(crate) fn parameter(index: usize) -> Linear {
        let mut factors = vec![0; index + 1];
        factors[index] = 1;
        Linear {
            constant: 0,
            factors,
        }
    }

    /// Adds `times` another one.
    pub(crate) fn add(&mut self, times: u64, other: &Linear) {
        self.constant = self
            .constant
            .saturating_add(other.constant.saturating_mul(times));
        if self.factors.len() < other.factors.len() {
            self.factors.resize(other.factors.len(), 0);
        }
        for (own, more) in self.factors.iter_mut().zip(&other.factors) {
            *own = own.saturating_add(more.saturating_mul(times));
        }
    }

    /// The size when the arguments have these sizes, which may depend on other parameters.
    pub(crate) fn of(&self, arguments: &[Linear]) -> Linear {
        let mut size = Linear::constant(self.constant);
        for (factor, argument) in self.factors.iter().zip(arguments) {
            if *factor > 0 {
                size.add(*factor, argument);
            }
        }
        size
    }

    /// The part that depends on no parameter: all of it outside of definitions.
    pub(crate) fn value(&self) -> u64 {
        self.constant
    }

    /// Whether the argument for this parameter counts.
    pub(crate) fn depends_on(&self, parameter: usize) -> bool {
        self.factors
            .get(parameter)
            .is_some_and(|factor| *factor > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_put_into_each_other() {
        // f(a, b) = 3 + a + 2 b, called with a = 5 + x, b = y + y.
        let mut f = Linear::constant(3);
        f.add(1, &Linear::parameter(0));
        f.add(2, &Linear::parameter(1));
        let mut a = Linear::constant(5);
        a.add(1, &Linear::parameter(0));
        let mut b = Linear::default();
        b.add(2, &Linear::parameter(1));
        let called = f.of(&[a, b]);
        let values = called.of(&[Linear::constant(10), Linear::constant(100)]);
        assert_eq!((called.value(), values.value()), (8, 8 + 10 + 400));
        assert!(f.depends_on(1) && !f.depends_on(2));
        let mut large = Linear::constant(u64::MAX);
        large.add(7, &Linear::constant(u64::MAX));
        assert_eq!(large.value(), u64::MAX);
    }
}
