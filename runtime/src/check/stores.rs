//! An empty store for what was asked.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use super::Failure;
use crate::encode::{Encoder, Frequencies, Huffman, Layout, Mask, Packed, RunLength};
use crate::memory::{Budget, OutOfMemory};
use crate::model::ModelInfo;
use crate::options::{Encoding, Settings, StoreKind};
use crate::reduce::Reduction;
use crate::search::Forgetting;
use crate::store::{
    AutoStore, BitstateStore, CompactStore, Components, Content, EncodedStore, ForgetfulStore,
    Store,
};

/// A store, and which loops it has.
pub enum Made {
    /// Those that are compiled for the model.
    Hot(Box<AutoStore>),
    /// Those that are compiled once.
    General(Box<dyn Store>),
}

impl Made {
    pub fn boxed(self) -> Box<dyn Store> {
        match self {
            Self::Hot(store) => store,
            Self::General(store) => store,
        }
    }
}

/// An empty store for what was asked, one of this many that share the memory.
pub fn store(
    info: &ModelInfo,
    settings: &Settings,
    sharing: usize,
    budget: Arc<Budget>,
) -> Result<Made, Failure> {
    if let Some(forgetting) = &settings.forgetting {
        let one = forgetting.shared_by(sharing);
        return forgetful(info, settings.store, &one, budget).map_err(|error| {
            let slots = forgetting.slots;
            Failure::Usage(format!(
                "a cache of {slots} states does not fit into --memory: {error}"
            ))
        });
    }
    let hot =
        |store: Result<AutoStore, _>| store.map(|store| Made::Hot(Box::new(store.one_of(sharing))));
    let general = |store: Result<Box<dyn Store>, _>| store.map(Made::General);
    let store = match settings.store {
        StoreKind::Auto => hot(AutoStore::new(budget)),
        StoreKind::Tree => hot(AutoStore::tree(budget)),
        StoreKind::Exact => match encoder(info, settings)? {
            None => hot(AutoStore::exact(budget)),
            Some(encoder) => general(EncodedStore::encoded(budget, encoder).map(boxed)),
        },
        StoreKind::Collapse => general(
            Components::new(Layout::bits(info), &budget)
                .and_then(|components| EncodedStore::encoded(budget, Box::new(components)))
                .map(boxed),
        ),
        StoreKind::Disk => unreachable!("it has a search of its own"),
        StoreKind::Compact { bits } => general(CompactStore::new(bits, budget).map(boxed)),
        StoreKind::Bitstate {
            log_bits,
            hashes,
            seed,
        } => {
            let needs_path = settings.reduction != Reduction::default();
            let bits = (1 << log_bits) / sharing as u64;
            let store = BitstateStore::new((bits, hashes, seed), needs_path, budget);
            return store.map(|store| Made::General(boxed(store))).map_err(|error| {
                Failure::Usage(format!(
                    "a table of 2^{log_bits} bits does not fit into --memory: {error}; give fewer --bits, or leave it out"
                ))
            });
        }
    };
    store.map_err(too_little)
}

/// A table for what was asked that forgets.
fn forgetful(
    info: &ModelInfo,
    kind: StoreKind,
    forgetting: &Forgetting,
    budget: Arc<Budget>,
) -> Result<Made, OutOfMemory> {
    let content = match kind {
        StoreKind::Compact { bits } => Content::Fingerprint(bits),
        _ => Content::State(Packed::new(info)),
    };
    let (slots, window) = (forgetting.slots, forgetting.window);
    let store = ForgetfulStore::new(slots, window, forgetting.overwrite, content, budget)?;
    Ok(Made::General(boxed(store)))
}

pub fn boxed(store: impl Store + 'static) -> Box<dyn Store> {
    Box::new(store)
}

fn encoder(info: &ModelInfo, settings: &Settings) -> Result<Option<Box<dyn Encoder>>, Failure> {
    Ok(Some(match settings.encoding {
        Encoding::None => return Ok(None),
        Encoding::Mask => Box::new(Mask::new(info)),
        Encoding::RunLength => Box::new(RunLength::new(info)),
        Encoding::Huffman => {
            let from = settings.huffman_from.as_deref();
            let frequencies = from.map_or(Ok(Frequencies::typical()), frequencies_from)?;
            Box::new(Huffman::new(info, &frequencies))
        }
    }))
}

fn frequencies_from(path: &Path) -> Result<Frequencies, Failure> {
    let failed =
        |error: String| Failure::Usage(format!("--huffman-from {}: {error}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    Frequencies::parse(&text).map_err(failed)
}

pub fn too_little(error: OutOfMemory) -> Failure {
    Failure::Usage(format!("--memory is too little to begin with: {error}"))
}

pub fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("cannot write {}: {error}", path.display()))
}
