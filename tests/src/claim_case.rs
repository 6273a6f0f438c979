//! What is recorded of a claim of a [case](crate::case): whether it holds, and how fair the
//! processes must be for that.

use serde::Deserialize;

/// A claim of a model, and whether it holds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimCase {
    /// As in reports: `ltl served`, `never claim`.
    pub name: String,
    /// On all runs.
    pub verdict: Holds,
    /// On those that are weakly fair, where it does not hold on all.
    pub weakly_fair: Option<Holds>,
    /// On those that are strongly fair, where that makes a difference.
    pub strongly_fair: Option<Holds>,
    /// SPIN's `-f` says the opposite: the heading of `docs/vs-spin.md` that says why.
    pub differs: Option<String>,
}

/// Whether a claim holds.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Holds {
    Holds,
    Violated,
}

impl ClaimCase {
    /// On all runs, on weakly fair ones, on strongly fair ones.
    pub fn verdicts(&self) -> [Holds; 3] {
        let weakly = self.weakly_fair.unwrap_or(self.verdict);
        [self.verdict, weakly, self.strongly_fair.unwrap_or(weakly)]
    }

    /// Says no more than it must, and nothing that cannot be: what holds on all runs holds on fair
    /// ones.
    pub fn is_whole(&self) -> bool {
        let violated = Holds::Violated;
        let [all, weakly, _] = self.verdicts();
        let weakly_said = self.weakly_fair.is_some() == (all == violated);
        let strongly_said = match self.strongly_fair {
            Some(strongly) => weakly == violated && strongly == Holds::Holds,
            None => true,
        };
        weakly_said && strongly_said
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Holds::{Holds as Yes, Violated as No};

    fn claim(
        verdict: Holds,
        weakly_fair: Option<Holds>,
        strongly_fair: Option<Holds>,
    ) -> ClaimCase {
        ClaimCase {
            name: "ltl p".into(),
            verdict,
            weakly_fair,
            strongly_fair,
            differs: None,
        }
    }

    #[test]
    fn fairness_takes_runs_away() {
        assert_eq!(claim(Yes, None, None).verdicts(), [Yes; 3]);
        assert_eq!(claim(No, Some(Yes), None).verdicts(), [No, Yes, Yes]);
        assert_eq!(claim(No, Some(No), Some(Yes)).verdicts(), [No, No, Yes]);
        let good = [
            claim(Yes, None, None),
            claim(No, Some(No), None),
            claim(No, Some(Yes), None),
            claim(No, Some(No), Some(Yes)),
        ];
        assert!(good.iter().all(ClaimCase::is_whole));
        let bad = [
            claim(Yes, Some(No), None),
            claim(No, None, None),
            claim(No, Some(Yes), Some(No)),
            claim(Yes, None, Some(No)),
        ];
        assert!(!bad.iter().any(ClaimCase::is_whole));
    }
}
