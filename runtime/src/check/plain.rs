//! The search for failed assertions, invalid end states and run-time errors, which looks at no
//! claim.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::stores::{Made, boxed, cannot_write, store, too_little};
use super::{Failure, Hot, context, tell};
use crate::dump::StateLines;
use crate::encode::Frequencies;
use crate::export::Exporter;
use crate::limits::Stop;
use crate::memory::Budget;
use crate::model::{Model, ModelInfo, PlaceId};
use crate::options::{DEFAULT_FOLDER, Settings, StoreKind};
use crate::outputs::Outputs;
use crate::reduce::Reduction;
use crate::report::Swarmed;
use crate::search::{
    Context, Locality, Millions, in_edge_order, in_order, in_parallel, on_disk, profiled,
};
use crate::shown;
use crate::statistics::Statistics;
use crate::step::EdgeOrder;
use crate::store::{ExactStore, Insertion, Observed, Observer, Store, StoreUsage, handles};
use crate::violation::Violation;

/// What the search has found.
#[derive(Default)]
pub struct Plain {
    pub statistics: Statistics,
    pub violations: Vec<Violation>,
    pub violation_count: u64,
    pub stopped: Option<Stop>,
    pub depth_bound_met: bool,
    pub endless_chains: BTreeMap<PlaceId, u64>,
    pub locality: Option<Locality>,
    pub swarm: Option<Swarmed>,
    pub millions: Millions,
    pub disk_bytes: u64,
    pub usage: StoreUsage,
    pub elapsed: Duration,
}

/// Whether the search must not run beside others: it has all processors, a store that misses some
/// states, or writes what it meets into files, and so cannot be repeated.
pub fn is_alone(settings: &Settings, info: &ModelInfo) -> bool {
    let files = [
        &settings.export,
        &settings.dump_states,
        &settings.dump_ends,
        &settings.byte_frequencies,
    ];
    workers(settings, info) > 1
        || !settings.store.suits_threads()
        || files.iter().any(|path| path.is_some())
}

/// Searches, and forgets states when memory is used up, if it may; gives also what takes its time
/// to be freed, for later.
pub fn search(
    model: &dyn Model,
    hot: &Hot<'_>,
    settings: &Settings,
    (reduction, may_forget): (Reduction, bool),
    outputs: &mut Outputs,
    budget: &Arc<Budget>,
) -> Result<(Plain, Visited), Failure> {
    let mut context = context(model, settings, budget.clone());
    if !may_forget {
        context.caching = None;
    }
    if settings.store == StoreKind::Disk || settings.queue_dir != Path::new(DEFAULT_FOLDER) {
        // Better now than when memory is used up.
        context.folder.create().map_err(|error| {
            let folder = context.folder.path().display();
            Failure::Usage(format!(
                "--queue-dir {folder}: {error}; give another folder"
            ))
        })?;
    }
    let ends_path = settings.dump_ends.clone().unwrap_or_default();
    if let Some(draft) = outputs.ends.take() {
        let lines = StateLines::create(model.info(), draft);
        context.recorder.ends.file = Some(Box::new(Observed {
            store: Box::new(ExactStore::new(budget.clone()).map_err(too_little)?),
            observer: lines.map_err(|error| cannot_write(&ends_path, &error))?,
        }));
    }
    let (statistics, visited) = match settings.store {
        StoreKind::Disk => search_on_disk(model, &mut context, outputs)?,
        _ => search_in_store(model, hot, settings, reduction, &mut context, outputs)?,
    };
    if let Some(ends) = context.recorder.ends.file.take() {
        outputs.note(&ends_path, ends.finish());
    }
    let elapsed = budget.monitor().elapsed();
    if context.recorder.count > 0 {
        budget.monitor().note_violated(settings.checks.name());
    }
    if let Some(draft) = outputs.frequencies.take() {
        let store = visited.store().expect("refused beside the others");
        let path = draft.path().to_owned();
        match byte_frequencies(model.info(), store, context.stopped, budget) {
            Ok(found) => outputs.note(&path, draft.write(found.text())),
            Err(_) => {
                let path = shown::path(&path);
                let why = "for the search had to end before";
                tell(model.info(), &format!("{path} is not written, {why}"));
            }
        }
    }
    let plain = Plain {
        statistics,
        violations: context.recorder.violations,
        violation_count: context.recorder.count,
        stopped: context.stopped,
        depth_bound_met: context.depth_bound_met,
        endless_chains: context.endless_chains,
        locality: context.locality,
        swarm: None,
        millions: context.millions,
        disk_bytes: context.folder.peak_bytes(),
        usage: visited.usage(),
        elapsed,
    };
    Ok((plain, visited))
}

/// The searches that are compiled once for all types of models and stores.
pub fn general(
    model: &dyn Model,
    store: &mut dyn Store,
    context: &mut Context<'_>,
    settings: &Settings,
    reduction: Reduction,
) -> Statistics {
    match settings.locality {
        true => profiled(model, store, context, reduction.method),
        false => in_orders(model, store, context, settings, reduction),
    }
}

/// Visits states, and the edges of each, in the orders that were asked for.
pub fn in_orders(
    model: &dyn Model,
    store: &mut dyn Store,
    context: &mut Context<'_>,
    settings: &Settings,
    reduction: Reduction,
) -> Statistics {
    match settings.edge_order {
        EdgeOrder::Forward => in_order(model, store, context, settings.search, reduction),
        order => in_edge_order(model, store, context, reduction, order),
    }
}

/// Searches with the visited states in a store.
fn search_in_store(
    model: &dyn Model,
    hot: &Hot<'_>,
    settings: &Settings,
    reduction: Reduction,
    context: &mut Context<'_>,
    outputs: &mut Outputs,
) -> Result<(Statistics, Visited), Failure> {
    let (order, budget) = (settings.search, context.budget.clone());
    if workers(settings, model.info()) > 1 {
        return search_in_parallel(model, hot, settings, reduction, context, outputs);
    }
    let store = store(model.info(), settings, 1, budget.clone())?;
    let is_general = settings.locality || settings.edge_order != EdgeOrder::Forward;
    let (graph, states) = (outputs.graph.take(), outputs.states.take());
    let (statistics, store): (_, Box<dyn Store>) = match (states, graph) {
        (None, None) => match store {
            Made::Hot(mut store) if !is_general => {
                let statistics = (hot.plain)(&mut store, context, order, reduction);
                (statistics, store)
            }
            store => {
                let mut store = store.boxed();
                let statistics = general(model, &mut *store, context, settings, reduction);
                (statistics, store)
            }
        },
        (None, Some(draft)) => {
            let path = draft.path().to_owned();
            let exporter = Exporter::create(model.info(), reduction, draft, budget);
            let observer = exporter.map_err(|error| cannot_write(&path, &error))?;
            let store = store.boxed();
            let mut exporting = Observed { store, observer };
            let statistics = general(model, &mut exporting, context, settings, reduction);
            match exporting.observer.finish() {
                Ok(true) => {}
                Ok(false) => {
                    let path = shown::path(&path);
                    let why = "for the search did not end; --errors all goes on after a violation";
                    tell(model.info(), &format!("{path} is not written, {why}"));
                }
                Err(error) => outputs.note(&path, Err(error)),
            }
            (statistics, exporting.store)
        }
        (Some(draft), _) => {
            let path = draft.path().to_owned();
            let lines = StateLines::create(model.info(), draft);
            let observer = lines.map_err(|error| cannot_write(&path, &error))?;
            let store = store.boxed();
            let mut dumping = Observed { store, observer };
            let statistics = general(model, &mut dumping, context, settings, reduction);
            outputs.note(&path, dumping.observer.finish());
            (statistics, dumping.store)
        }
    };
    Ok((statistics, Visited::InStore(store)))
}

/// How many workers the search has. What a store does not keep, such as hidden variables, does not
/// travel between them.
pub fn workers(settings: &Settings, info: &ModelInfo) -> usize {
    match info.hidden_words {
        0 => settings.workers,
        _ => 1,
    }
}

/// Searches with a store for each worker.
fn search_in_parallel(
    model: &dyn Model,
    hot: &Hot<'_>,
    settings: &Settings,
    reduction: Reduction,
    context: &mut Context<'_>,
    outputs: &mut Outputs,
) -> Result<(Statistics, Visited), Failure> {
    let info = model.info();
    let workers = settings.workers;
    let made = (0..workers).map(|_| store(info, settings, workers, context.budget.clone()));
    let (mut of_model, mut others) = (Vec::new(), Vec::new());
    for store in made.collect::<Result<Vec<Made>, Failure>>()? {
        match store {
            Made::Hot(store) => of_model.push(*store),
            Made::General(store) => others.push(Observed {
                store,
                observer: (),
            }),
        }
    }
    let (statistics, stores): (_, Vec<Box<dyn Store>>) = match others.is_empty() {
        true => {
            let (statistics, stores) = (hot.parallel)(of_model, context, reduction.method);
            (statistics, stores.into_iter().map(boxed).collect())
        }
        false => {
            let (statistics, stores) = in_parallel(model, others, context, reduction.method);
            (statistics, stores.into_iter().map(|it| it.store).collect())
        }
    };
    if let Some(draft) = outputs.states.take() {
        let path = draft.path().to_owned();
        let lines = StateLines::create(info, draft).map_err(|error| cannot_write(&path, &error))?;
        let mut words = Vec::new();
        for store in &stores {
            for handle in handles(&**store) {
                store.get(handle, &mut words);
                lines.inserted(&words, Insertion::Fresh(handle));
            }
        }
        outputs.note(&path, lines.finish());
    }
    Ok((statistics, Visited::InStores(stores)))
}

/// Searches with the visited states on the disk.
fn search_on_disk(
    model: &dyn Model,
    context: &mut Context<'_>,
    outputs: &mut Outputs,
) -> Result<(Statistics, Visited), Failure> {
    let Some(draft) = outputs.states.take() else {
        let (statistics, bytes) = on_disk(model, context, None);
        return Ok((statistics, Visited::OnDisk { bytes }));
    };
    let path = draft.path().to_owned();
    let lines =
        StateLines::create(model.info(), draft).map_err(|error| cannot_write(&path, &error))?;
    let (statistics, bytes) = on_disk(model, context, Some(&lines));
    outputs.note(&path, lines.finish());
    Ok((statistics, Visited::OnDisk { bytes }))
}

/// The visited states when a search has ended.
pub enum Visited {
    InStore(Box<dyn Store>),
    /// One for each worker.
    InStores(Vec<Box<dyn Store>>),
    /// In memory and on the disk they take this many bytes.
    OnDisk {
        bytes: u64,
    },
}

impl Visited {
    fn store(&self) -> Option<&dyn Store> {
        match self {
            Self::InStore(store) => Some(&**store),
            Self::InStores(_) | Self::OnDisk { .. } => None,
        }
    }

    fn usage(&self) -> StoreUsage {
        match self {
            Self::InStore(store) => store.usage(),
            Self::InStores(stores) => StoreUsage {
                used_bytes: stores.iter().map(|it| it.usage().used_bytes).sum(),
                sweeps: stores.iter().map(|it| it.usage().sweeps).sum(),
                missed: stores.iter().map(|it| it.usage().missed).sum(),
                ..StoreUsage::default()
            },
            Self::OnDisk { bytes } => StoreUsage {
                used_bytes: *bytes,
                ..StoreUsage::default()
            },
        }
    }
}

/// Those of all stored states.
///
/// # Errors
/// The search had to end in the middle of whatever it did, or this has.
fn byte_frequencies(
    info: &ModelInfo,
    store: &dyn Store,
    stopped: Option<Stop>,
    budget: &Budget,
) -> Result<Frequencies, Stop> {
    if let Some(stop @ (Stop::Time | Stop::Interrupted)) = stopped {
        return Err(stop);
    }
    let mut task = budget.begin("counting bytes", store.len() as u64);
    let states = task.each(handles(store)).map(|handle| {
        let mut words = Vec::new();
        store.get(handle, &mut words);
        words
    });
    let frequencies = Frequencies::of(info, states);
    task.end()?;
    Ok(frequencies)
}
