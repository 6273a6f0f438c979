//! Every analyzer's `main`.

use std::env;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use crate::check::{Failure, Hot, program, replay, tell, verify};
use crate::interrupt::catch_interrupt;
use crate::model::{Model, ModelInfo};
use crate::monitor::Monitor;
use crate::options::{self, Command, ShowProgress};
use crate::outputs::{Answer, OUR_FAILURE};
use crate::progress::Progress;
use crate::reduce::check::{Reducers, check_within};
use crate::search::{check_claim, in_order, in_parallel};
use crate::shown;
use crate::store::Store;

const BAD_USAGE: u8 = 2;

/// Parses the arguments, searches, reports; returns the exit status.
///
/// Not generic: what an analyzer calls is compiled with this crate.
pub fn main_of(model: &'static ModelInfo) -> ExitCode {
    let hot = Hot {
        plain: &|store, context, order, reduction| {
            in_order(&model, store, context, order, reduction)
        },
        parallel: &|stores, context, method| in_parallel(&model, stores, context, method),
        claim: &|store, context, asked, reduction| {
            check_claim(&model, store, context, asked, reduction)
        },
    };
    run(&model, &hot)
}

/// As [`main_of`], for a model of any type, which costs a tenth of the speed.
pub fn main_for(model: &dyn Model) -> ExitCode {
    let hot = Hot {
        plain: &|store, context, order, reduction| {
            in_order(model, store as &mut dyn Store, context, order, reduction)
        },
        parallel: &|stores, context, method| in_parallel(model, stores, context, method),
        claim: &|store, context, asked, reduction| {
            check_claim(model, store as &mut dyn Store, context, asked, reduction)
        },
    };
    run(model, &hot)
}

fn run(model: &dyn Model, hot: &Hot<'_>) -> ExitCode {
    let info = model.info();
    std::panic::set_hook(Box::new(|panic| {
        report_internal(info, &panic.to_string());
        std::process::exit(i32::from(OUR_FAILURE));
    }));
    catch_interrupt();
    let program = program();
    let result = match options::parse(env::args_os().skip(1)) {
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
        Ok(Command::Replay {
            asked,
            max_time,
            progress,
        }) => replay(model, &asked, monitor(max_time, progress)),
        Ok(Command::Search(settings)) => {
            let monitor = monitor(settings.limits.max_time, settings.progress);
            verify(model, hot, *settings, monitor)
        }
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
