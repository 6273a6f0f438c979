//! The models and formulas that are measured.

use crate::papers::models::Model;
use std::fs;
use std::path::PathBuf;
use support::{analyzer, write_if_changed};

/// A model and a formula.
pub struct Case {
    /// For tables, and to choose by.
    pub title: &'static str,
    model: Model,
    /// Definitions of the model.
    defines: &'static [&'static str],
    formula: &'static str,
    /// Whether the formula holds of the model, fair runs or not.
    pub holds: bool,
    /// For SPIN's compiler: 3 for ten processes, 4 for eighteen.
    pub nfair: &'static str,
    /// Takes minutes.
    is_large: bool,
}

/// The name of the formula in the models that are written.
pub const NAME: &str = "asked";

const FILTER: Model = Model::ours("benchmarks/filter.pml");
const PHILO: Model = Model::ours("benchmarks/philo.pml");
const GBN: Model = Model::ours("benchmarks/gbn.pml");
const RING: Model = Model::ours("benchmarks/ring.pml");
const ELEV: Model = Model::ours("benchmarks/elev.pml");
const DTP: Model = Model::ours("protocols/dtp.pml");
const ABP: Model = Model::ours("protocols/alternating-bit.pml");
const ARBITER: Model = Model::ours("mutual-exclusion/tree-arbiter.pml");
const READERS: Model = Model::ours("mutual-exclusion/readers-writers.pml");
const PETERSON: Model = Model::ours("mutual-exclusion/peterson.pml");
const ELECTION: Model = Model::ours("leader-election/chang-roberts.pml");

/// Those that hold first.
#[rustfmt::skip]
pub const CASES: &[Case] = &[
    holds("philo5 response", PHILO, &["N=5"], "[] (fork[0] == 1 -> <> (fork[0] == 0 || eating > 0))"),
    holds("philo5 recurrence", PHILO, &["N=5"], "[] <> (eating > 0)"),
    holds("gbn3 reactivity", GBN, &["W=2", "C=3"], "([] <> (expect_val == 0) && [] <> (expect_val == 2)) -> [] <> (expect_val == 1)"),
    holds("gbn3 precedence", GBN, &["W=2", "C=3"], "[] (expect_val == 1 -> (expect_val == 1 weakuntil expect_val == 2))"),
    holds("ring6 response", RING, &["N=6", "L=12"], "[] (nr_leaders == 0 -> <> (nr_leaders == 1))"),
    holds("ring6 recurrence", RING, &["N=6", "L=12"], "[] <> (nr_leaders == 1)"),
    holds("dtp persistence", DTP, &["W=6", "BLOCKS=12", "LINE=5"], "[] <> (accepted == 3) -> <> [] (accepted == 3)"),
    holds("dtp precedence", DTP, &["W=6", "BLOCKS=12", "LINE=5"], "[] (accepted == 2 -> (accepted == 2 weakuntil accepted == 3))"),
    Case { nfair: "-DNFAIR=4", ..holds("arbiter5 response", ARBITER, &[], "[] (request[1] -> <> (users == 1))") },
    Case { nfair: "-DNFAIR=4", ..holds("arbiter5 recurrence", ARBITER, &[], "[] <> (users == 1)") },
    holds("filter4 response", FILTER, &["N=4"], "[] (level[0] > 0 -> <> (ncrit == 1))").large(),
    holds("filter4 recurrence", FILTER, &["N=4"], "[] <> (ncrit == 1)").large(),
    holds("philo6 recurrence", PHILO, &["N=6"], "[] <> (eating > 0)").large(),
    holds("gbn5 reactivity", GBN, &["W=3", "C=5"], "([] <> (expect_val == 0) && [] <> (expect_val == 2)) -> [] <> (expect_val == 1)").large(),
    holds("ring7 recurrence", RING, &["N=7", "L=14"], "[] <> (nr_leaders == 1)").large(),
    holds("election5 guarantee", ELECTION, &["N=5"], "<> (leaders == 1)").large(),
    fails("filter3 response", FILTER, &["N=3"], "[] (level[1] > 0 -> <> (level[1] == 0))"),
    fails("philo6 starving", PHILO, &["N=6"], "[] (fork[0] == 1 -> <> (fork[0] == 0))"),
    fails("gbn response", GBN, &["W=2", "C=3"], "[] (expect_val == 1 -> <> (expect_val == 2))"),
    fails("gbn recurrence", GBN, &["W=2", "C=3"], "[] <> (expect_val == 1)"),
    fails("elev response", ELEV, &["F=4", "P=2"], "[] (callf[0] -> <> (open == 1 && at == 0))"),
    fails("elev recurrence", ELEV, &["F=4", "P=2"], "[] <> (open == 1)"),
    fails("ring5 guarantee", RING, &[], "<> (nr_leaders == 2)"),
    fails("dtp guarantee", DTP, &[], "<> (accepted == 8)"),
    fails("alternating bit", ABP, &[], "[] <> (len(forth) == 0)"),
    fails("arbiter5 starving", ARBITER, &[], "[] (request[8] -> <> grant[8])"),
    fails("readers and writers", READERS, &[], "[] <> (writing == 1)"),
    fails("peterson3 starving", PETERSON, &[], "[] (level[0] == 1 -> <> (level[0] == 2))"),
    fails("election4 never", ELECTION, &[], "[] (leaders == 0)"),
    fails("SPIN's petersonN", Model::of_spin("LTL/petersonN.pml"), &[], "[] (user[1]@again -> <> user[1]@cs)").large(),
    fails("SPIN's leader", Model::of_spin("LTL/leader.pml"), &[], "<> [] (nr_leaders == 0)"),
];

const fn holds(
    title: &'static str,
    model: Model,
    defines: &'static [&'static str],
    formula: &'static str,
) -> Case {
    Case {
        title,
        model,
        defines,
        formula,
        holds: true,
        nfair: "-DNFAIR=3",
        is_large: false,
    }
}

const fn fails(
    title: &'static str,
    model: Model,
    defines: &'static [&'static str],
    formula: &'static str,
) -> Case {
    Case {
        holds: false,
        ..holds(title, model, defines, formula)
    }
}

/// Cases whose titles contain one of `parts`, or all that do not take minutes; without models that
/// are not installed.
///
/// # Errors
/// There is none.
pub fn chosen(parts: &[String]) -> Result<Vec<&'static Case>, String> {
    let wanted = |it: &&Case| match parts {
        [] => !it.is_large,
        parts => parts.iter().any(|part| it.title.contains(part)),
    };
    let chosen: Vec<&Case> = CASES
        .iter()
        .filter(wanted)
        .filter(|it| it.model.path().is_some())
        .collect();
    match chosen.is_empty() {
        true => Err(format!("no case's name contains {}", parts.join(" or "))),
        false => Ok(chosen),
    }
}

impl Case {
    const fn large(self) -> Case {
        Case {
            is_large: true,
            ..self
        }
    }

    /// The definitions.
    pub fn defines(&self) -> Vec<String> {
        self.defines.iter().map(|it| it.to_string()).collect()
    }

    /// Writes the model with the formula as its only claim.
    ///
    /// # Errors
    /// The model cannot be read.
    pub fn with_formula(&self) -> Result<PathBuf, String> {
        self.with("ltl", &format!("ltl {NAME} {{ {} }}", self.formula))
    }

    /// Writes the model with this never claim as its only claim.
    ///
    /// # Errors
    /// As [`with_formula`](Self::with_formula).
    pub fn with_never(&self, never: &str) -> Result<PathBuf, String> {
        self.with("never", never)
    }

    /// Formulas of the model's own are left out: each is one line.
    fn with(&self, kind: &str, claim: &str) -> Result<PathBuf, String> {
        let path = self.model.path().expect("only installed models are chosen");
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let lines = text.lines().filter(|line| !line.starts_with("ltl "));
        let text = lines.collect::<Vec<_>>().join("\n") + "\n\n" + claim + "\n";
        let folder = analyzer::scratch().join("experiments-claims");
        fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        let simple = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let title: String = self.title.chars().map(simple).collect();
        let path = folder.join(format!("{title}_{kind}.pml"));
        write_if_changed(&path, &text);
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_title_once() {
        let mut titles: Vec<&str> = CASES.iter().map(|it| it.title).collect();
        titles.sort_unstable();
        titles.dedup();
        assert_eq!(titles.len(), CASES.len());
        let elevators = chosen(&["elev ".into()]).unwrap();
        assert!(elevators.len() == 2 && elevators.iter().all(|it| !it.holds));
        assert!(chosen(&["no such model".into()]).is_err());
    }
}
