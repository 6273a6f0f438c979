//! Whom a cycle starves, in words.
//!
//! A run that is found without fairness may be one that no scheduler makes: it goes round a loop
//! in which some process could step and never does. Then the user should hear of the option that
//! leaves such runs out.

/// Most processes that a sentence names.
const NAMED: usize = 8;

/// The names of the processes that a cycle starves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Starves {
    /// Those that are able to begin a step in each of its states.
    pub weak: Vec<String>,
    /// Those that are able to in some of them.
    pub strong: Vec<String>,
}

impl Starves {
    /// `the loop starves P[0], which can step all the time and never does: --weak-fairness leaves
    /// such runs out`; `None` if it starves no process.
    pub fn sentence(&self) -> Option<String> {
        let (names, when, option) = match (&self.weak[..], &self.strong[..]) {
            ([], []) => return None,
            ([], strong) => (strong, "again and again", "strong"),
            (weak, _) => (weak, "all the time", "weak"),
        };
        let mut who = names[..names.len().min(NAMED)].join(", ");
        if names.len() > NAMED {
            who += &format!(" and {} more", names.len() - NAMED);
        }
        let does = if names.len() == 1 { "does" } else { "do" };
        Some(format!(
            "the loop starves {who}, which can step {when} and never {does}: \
             --{option}-fairness leaves such runs out"
        ))
    }
}
