//! The models that are measured.

use std::path::{Path, PathBuf};
use support::{examples, spin};

/// A model with its parameters.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Short name, as in the tables.
    pub name: &'static str,
    /// The model.
    pub model: PathBuf,
    /// Definitions.
    pub defines: Vec<String>,
}

/// Name, file below the examples, definitions, whether it is measured unless asked for.
const TABLE: &[(&str, &str, &[&str], bool)] = &[
    ("philo6", "benchmarks/philo.pml", &["N=6"], true),
    ("filter4", "benchmarks/filter.pml", &["N=4"], true),
    ("gbn5", "benchmarks/gbn.pml", &["W=3", "C=5"], true),
    ("ring7", "benchmarks/ring.pml", &["N=7", "L=14"], true),
    ("pairs200", "benchmarks/pairs.pml", &["N=200"], true),
    (
        "dpairs200",
        "benchmarks/pairs.pml",
        &["N=200", "ROUNDS=2000", "D_STEP"],
        true,
    ),
    ("elev43", "benchmarks/elev.pml", &["F=4", "P=3"], false),
    ("philo7", "benchmarks/philo.pml", &["N=7"], false),
];

/// The same of SPIN's own examples, where it is installed.
const OF_SPIN: &[(&str, &str, bool)] = &[
    ("dtp", "dtp.pml", true),
    ("petersonN", "LTL/petersonN.pml", false),
    ("leader", "LTL/leader.pml", false),
];

/// The subjects of these names, or without names those that are measured by default.
///
/// # Errors
/// A name that is not in the table.
pub fn chosen(names: &[String]) -> Result<Vec<Subject>, String> {
    let mut all: Vec<(Subject, bool)> = TABLE
        .iter()
        .map(|&(name, file, defines, default)| {
            let defines = defines.iter().map(|d| d.to_string()).collect();
            (
                Subject {
                    name,
                    model: examples().join(file),
                    defines,
                },
                default,
            )
        })
        .collect();
    for &(name, file, default) in OF_SPIN {
        let model = Path::new(spin::EXAMPLES).join(file);
        if model.exists() {
            let defines = Vec::new();
            let subject = Subject {
                name,
                model,
                defines,
            };
            all.push((subject, default));
        }
    }
    let unknown = names
        .iter()
        .find(|name| !all.iter().any(|(subject, _)| subject.name == *name));
    if let Some(name) = unknown {
        let known: Vec<_> = all.iter().map(|(subject, _)| subject.name).collect();
        return Err(format!("no model {name}; there are {}", known.join(", ")));
    }
    all.retain(|(subject, default)| match names {
        [] => *default,
        names => names.iter().any(|name| name == subject.name),
    });
    Ok(all.into_iter().map(|(subject, _)| subject).collect())
}
