//! The options about how visited states are kept.

use super::{Flags, name_of, named};

/// How visited states are kept; see [`crate::store`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreKind {
    /// Each as its words or its code.
    Exact,
    /// What states share once.
    Tree,
}

/// Values of `--store`.
const STORES: &[(&str, StoreKind)] = &[("exact", StoreKind::Exact), ("tree", StoreKind::Tree)];

impl StoreKind {
    /// As it is typed.
    pub fn name(self) -> &'static str {
        name_of(self, STORES)
    }
}

pub(super) fn store(flags: &Flags) -> Result<StoreKind, String> {
    let text = flags.store.as_deref().unwrap_or("exact");
    let kind = named("store", text, STORES)?;
    if kind != StoreKind::Exact && flags.encode.is_some() {
        return Err(format!(
            "--encode is about --store exact: --store {text} has a form of its own"
        ));
    }
    Ok(kind)
}
