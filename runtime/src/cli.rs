//! Every analyzer's `main`.

use std::env;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use crate::disk::Folder;
use crate::dump::StateLines;
use crate::encode::{Encoder, Frequencies, Huffman, Layout, Mask, Packed, RunLength};
use crate::export::Exporter;
use crate::interrupt::catch_interrupt;
use crate::limits::Stop;
use crate::memory::{Budget, OutOfMemory};
use crate::model::{Model, ModelInfo};
use crate::monitor::Monitor;
use crate::options::{
    self, Command, DEFAULT_FOLDER, Encoding, Output, Settings, ShowProgress, StoreKind,
};
use crate::outputs::{Answer, OUR_FAILURE, Outputs};
use crate::progress::Progress;
use crate::reduce::Reduction;
use crate::reduce::check::{Reducers, check_within};
use crate::report::{Report, Reported};
use crate::search::{Context, Forgetting, Order, in_order, on_disk, profiled};
use crate::shown;
use crate::statistics::Statistics;
use crate::store::{
    AutoStore, BitstateStore, CompactStore, Components, Content, EncodedStore, ExactStore,
    ForgetfulStore, Observed, Store, StoreUsage, handles,
};
use crate::streams::complain;
use crate::trail::replay::NotReplayed;
use crate::trail::show::{self, ShownTrail};
use crate::trail::{Trail, format};
use crate::violation::{Recorder, TRAILS_KEPT, Violation};

const BAD_USAGE: u8 = 2;

/// The search of the stores that need speed.
type HotSearch<'a> = &'a dyn Fn(&mut AutoStore, &mut Context<'_>, Order, Reduction) -> Statistics;

/// Why there is no report.
enum Failure {
    /// Wrong options, or a file that cannot be written.
    Usage(String),
    /// The analyzer contradicts itself.
    Internal(String),
}

/// Parses the arguments, searches, reports; returns the exit status.
///
/// Not generic: what an analyzer calls is compiled with this crate.
pub fn main_of(model: &'static ModelInfo) -> ExitCode {
    run(&model, &|store, context, order, reduction| {
        in_order(&model, store, context, order, reduction)
    })
}

/// As [`main_of`], for a model of any type, which costs a tenth of the speed.
pub fn main_for(model: &dyn Model) -> ExitCode {
    run(model, &|store, context, order, reduction| {
        in_order(model, store as &mut dyn Store, context, order, reduction)
    })
}

/// The searches that are compiled once for all types of models and stores.
fn general(
    model: &dyn Model,
    store: &mut dyn Store,
    context: &mut Context<'_>,
    settings: &Settings,
    reduction: Reduction,
) -> Statistics {
    match settings.locality {
        true => profiled(model, store, context, reduction.method),
        false => in_order(model, store, context, settings.search, reduction),
    }
}

fn run(model: &dyn Model, hot: HotSearch<'_>) -> ExitCode {
    let info = model.info();
    std::panic::set_hook(Box::new(|panic| {
        report_internal(info, &panic.to_string());
        std::process::exit(i32::from(OUR_FAILURE));
    }));
    catch_interrupt();
    let mut arguments = env::args_os();
    let program = arguments.next().map(PathBuf::from).unwrap_or_default();
    let program = shown::path(Path::new(program.file_name().unwrap_or_default()));
    let result = match options::parse(arguments) {
        Err(message) => Err(Failure::Usage(message)),
        Ok(Command::Help) => {
            Ok(Answer::of(options::help(&program, info.files[0]), 0).deliver(info))
        }
        Ok(Command::Version) => Ok(Answer::of(
            format!(
                "{program}: {} (digest {}), made by pvgen {}\n",
                info.files[0], info.digest, info.generator
            ),
            0,
        )
        .deliver(info)),
        Ok(Command::CheckReduction {
            states,
            max_time,
            progress,
        }) => {
            let monitor = Arc::new(monitor(max_time, progress));
            let checked = check_within(model, states, &monitor, || Reducers::of(model));
            monitor.finish();
            Ok(Answer::of(checked.text(), checked.exit_status()).deliver(info))
        }
        Ok(Command::Search(settings)) => verify(model, hot, *settings),
    };
    ExitCode::from(match result {
        Ok(status) => status,
        Err(Failure::Usage(message)) => {
            tell(info, &shown::text(&message));
            BAD_USAGE
        }
        Err(Failure::Internal(message)) => {
            report_internal(info, &message);
            OUR_FAILURE
        }
    })
}

fn report_internal(info: &ModelInfo, message: &str) {
    let request = "please report it with the model and the arguments";
    tell(info, &format!("internal error, {request}: {message}"));
}

fn tell(info: &ModelInfo, message: &str) {
    let _ = complain(&format!("{}: {message}\n", info.files[0]));
}

/// Searches and reports.
fn verify(model: &dyn Model, hot: HotSearch<'_>, settings: Settings) -> Result<u8, Failure> {
    let mut outputs = Outputs::prepare(model.info(), &settings).map_err(Failure::Usage)?;
    let (report, _kept) = search(model, hot, settings, &mut outputs)?;
    if let Some(draft) = outputs.report.take() {
        let path = draft.path().to_owned();
        outputs.note(&path, draft.write(&report.json()));
    }
    let json = report.settings.json == Some(Output::Standard);
    let answer = Answer {
        text: match report.settings.quiet {
            true => report.verdict_line() + "\n",
            false => report.text(),
        },
        json: json.then(|| report.json()),
        status: report.verdict().exit_status(),
        missing: outputs.missing,
    };
    Ok(answer.deliver(model.info()))
}

/// Searches; gives also what takes its time to be freed, for later.
fn search(
    model: &dyn Model,
    hot: HotSearch<'_>,
    settings: Settings,
    outputs: &mut Outputs,
) -> Result<(Report, Visited), Failure> {
    let irreducible = irreducible(model.info());
    let reduction = match irreducible {
        Some(_) => Reduction::default(),
        None => settings.reduction,
    };
    let monitor = monitor(settings.limits.max_time, settings.progress);
    let budget = Budget::new(settings.limits.memory_bytes).watched(monitor);
    let budget = Arc::new(budget);
    let mut context = context(model, &settings, budget.clone());
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
        context.recorder.ends = Some(Box::new(Observed {
            store: Box::new(ExactStore::new(budget.clone()).map_err(too_little)?),
            observer: lines.map_err(|error| cannot_write(&ends_path, &error))?,
        }));
    }
    let (statistics, visited) = match settings.store {
        StoreKind::Disk => search_on_disk(model, &mut context, outputs)?,
        _ => search_in_store(model, hot, &settings, reduction, &mut context, outputs)?,
    };
    if let Some(ends) = context.recorder.ends.take() {
        outputs.note(&ends_path, ends.finish());
    }
    let elapsed = budget.monitor().elapsed();
    if let Some(draft) = outputs.frequencies.take() {
        let store = visited.store().expect("refused beside the others");
        let path = draft.path().to_owned();
        match byte_frequencies(model.info(), store, context.stopped, &budget) {
            Ok(found) => outputs.note(&path, draft.write(&found.text())),
            Err(_) => {
                let path = shown::path(&path);
                let why = "for the search had to end before";
                tell(model.info(), &format!("{path} is not written, {why}"));
            }
        }
    }
    let violations = report_violations(model, outputs, context.recorder.violations, &budget)?;
    budget.monitor().finish();
    let usage = visited.usage();
    let report = Report {
        info: model.info(),
        arguments: env::args_os()
            .skip(1)
            .map(|text| text.display().to_string())
            .collect(),
        violations,
        violation_count: context.recorder.count,
        settings,
        reduction,
        irreducible,
        statistics,
        stopped: context.stopped,
        depth_bound_met: context.depth_bound_met,
        endless_chains: context.endless_chains,
        locality: context.locality,
        memory_bytes: budget.peak_bytes(),
        disk_bytes: context.folder.peak_bytes(),
        store_bytes: usage.used_bytes,
        sweeps: usage.sweeps,
        missed: usage.missed,
        elapsed,
    };
    Ok((report, visited))
}

/// Searches with the visited states in a store.
fn search_in_store(
    model: &dyn Model,
    hot: HotSearch<'_>,
    settings: &Settings,
    reduction: Reduction,
    context: &mut Context<'_>,
    outputs: &mut Outputs,
) -> Result<(Statistics, Visited), Failure> {
    let (order, budget) = (settings.search, context.budget.clone());
    let store = store(model.info(), settings, budget.clone())?;
    let (graph, states) = (outputs.graph.take(), outputs.states.take());
    let (statistics, store): (_, Box<dyn Store>) = match (states, graph) {
        (None, None) => match store {
            Made::Hot(mut store) if !settings.locality => {
                let statistics = hot(&mut store, context, order, reduction);
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
enum Visited {
    InStore(Box<dyn Store>),
    /// In memory and on the disk they take this many bytes.
    OnDisk {
        bytes: u64,
    },
}

impl Visited {
    fn store(&self) -> Option<&dyn Store> {
        match self {
            Self::InStore(store) => Some(&**store),
            Self::OnDisk { .. } => None,
        }
    }

    fn usage(&self) -> StoreUsage {
        match self {
            Self::InStore(store) => store.usage(),
            Self::OnDisk { bytes } => StoreUsage {
                used_bytes: *bytes,
                ..StoreUsage::default()
            },
        }
    }
}

/// A store, and which loops it has.
enum Made {
    /// Those that are compiled for the model.
    Hot(Box<AutoStore>),
    /// Those that are compiled once.
    General(Box<dyn Store>),
}

impl Made {
    fn boxed(self) -> Box<dyn Store> {
        match self {
            Self::Hot(store) => store,
            Self::General(store) => store,
        }
    }
}

/// An empty store for what was asked.
fn store(info: &ModelInfo, settings: &Settings, budget: Arc<Budget>) -> Result<Made, Failure> {
    if let Some(forgetting) = &settings.forgetting {
        return forgetful(info, settings.store, forgetting, budget).map_err(|error| {
            let slots = forgetting.slots;
            Failure::Usage(format!(
                "a cache of {slots} states does not fit into --memory: {error}"
            ))
        });
    }
    let hot = |store: Result<AutoStore, _>| store.map(|store| Made::Hot(Box::new(store)));
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
        StoreKind::Bitstate { log_bits, hashes } => {
            let needs_path = settings.reduction != Reduction::default();
            let store = BitstateStore::new(log_bits, hashes, needs_path, budget);
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

fn boxed(store: impl Store + 'static) -> Box<dyn Store> {
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

/// Why nothing may be left out, in words that follow `because`.
fn irreducible(info: &ModelInfo) -> Option<&'static str> {
    let no_tags = info.tags.len() != info.transitions.len();
    info.irreducible
        .or(no_tags.then_some("the analyzer has no conflict tags"))
}

/// Starts the clock.
fn monitor(max_time: Option<Duration>, progress: ShowProgress) -> Monitor {
    let progress = match progress {
        ShowProgress::Always => true,
        ShowProgress::Never => false,
        // The line is rewritten by escapes, which such a terminal does not know.
        ShowProgress::Auto => {
            io::stderr().is_terminal() && env::var_os("TERM").is_none_or(|it| it != "dumb")
        }
    };
    Monitor::new(max_time, progress.then(Progress::new))
}

fn context<'a>(model: &'a dyn Model, settings: &Settings, budget: Arc<Budget>) -> Context<'a> {
    let mut context = Context::new(
        budget,
        settings.limits.max_depth,
        Recorder::new(model, settings.checks, settings.limits.errors),
    );
    context.caching = settings.caching.clone();
    context.forgetting = settings.forgetting;
    context.folder = Folder::new(settings.queue_dir.clone());
    context
}

/// Replays the trails, then writes them.
fn report_violations(
    model: &dyn Model,
    outputs: &mut Outputs,
    violations: Vec<Violation>,
    budget: &Budget,
) -> Result<Vec<Reported>, Failure> {
    let several = violations.len() > 1;
    let numbered = violations.into_iter().enumerate();
    let report = |(i, violation): (usize, Violation)| {
        let number = several.then_some(i + 1);
        let is_kept = i < TRAILS_KEPT;
        report_violation(model, violation, (outputs, number), is_kept, budget)
    };
    numbered.map(report).collect()
}

fn report_violation(
    model: &dyn Model,
    violation: Violation,
    (outputs, number): (&mut Outputs, Option<usize>),
    is_kept: bool,
    budget: &Budget,
) -> Result<Reported, Failure> {
    let Some(trail) = Trail::new(model.info(), &violation) else {
        return Ok(Reported {
            violation,
            trail_file: None,
            trail_note: match is_kept {
                true => "there was no time left to find the way there".to_string(),
                false => format!("no trail is kept: only the first {TRAILS_KEPT} have one"),
            },
            trail_text: String::new(),
        });
    };
    let shown = match show::show(model, &trail, budget) {
        Ok(shown) => Some(shown),
        Err(NotReplayed::Stopped(_)) => None,
        Err(NotReplayed::Wrong(error)) => {
            return Err(Failure::Internal(format!(
                "the trail of `{}` does not replay: {error}",
                violation.message
            )));
        }
    };
    let text = format::write(&trail, shown.as_ref().map_or(&[], ShownTrail::comments));
    if shown.is_some() && format::parse(&text).as_ref() != Ok(&trail) {
        return Err(Failure::Internal(
            "the trail file is not what it should be".to_string(),
        ));
    }
    let path = outputs.trails.path(number);
    let file = shown::path(&path);
    let (trail_file, trail_note) = match outputs.trails.write(&path, &text) {
        Ok(()) if shown.is_none() => {
            let note = "trail, which there was no time left to replay, in";
            (Some(path.display().to_string()), format!("{note} {file}"))
        }
        Ok(()) => (
            Some(path.display().to_string()),
            format!("trail, in {file}:"),
        ),
        Err(error) => {
            let note = format!("trail, which could not be written to {file}: {error}");
            outputs.note(&path, Err(error));
            (None, note)
        }
    };
    Ok(Reported {
        violation,
        trail_file,
        trail_note,
        trail_text: shown.map_or_else(String::new, |shown| shown.shortened()),
    })
}

fn too_little(error: OutOfMemory) -> Failure {
    Failure::Usage(format!("--memory is too little to begin with: {error}"))
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("cannot write {}: {error}", path.display()))
}
