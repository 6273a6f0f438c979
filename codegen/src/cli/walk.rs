//! `pvgen replay` of a long trail: its analyzer walks, found in the cache or built as in
//! `pvgen check`.

use std::ffi::OsString;

use frontend::shown;

use super::arguments::{ModelArguments, ReadArguments, ReplayArguments};
use super::cache::{Cache, Common};
use super::trail::Trail;
use super::{Failure, check, load};

/// Lets the analyzer walk, which is built if it is not there.
pub fn by_analyzer(
    arguments: &ReplayArguments,
    trail: &Trail,
    read: ReadArguments,
) -> Result<u8, Failure> {
    let model = ModelArguments {
        models: vec![arguments.model.clone()],
        read,
        unoptimized: trail.unoptimized,
        lossy_sends: trail.lossy_sends,
    };
    let cache = Cache::open()?;
    let known = load::load_known(
        &arguments.model,
        &model.read,
        trail.unoptimized,
        trail.lossy_sends,
    )?;
    let common = Common::find()?;
    let (source, digest) = check::generate_from(&known, &arguments.model, &model, &common);
    if digest != trail.digest {
        return Err(other_model(arguments, trail));
    }
    let mut replay = OsString::from("--replay=");
    replay.push(&arguments.trail);
    let mut asked = vec![replay];
    let numbers = [
        ("from", arguments.from),
        ("to", arguments.to),
        ("last", arguments.last),
    ];
    let given = numbers
        .iter()
        .filter_map(|(option, number)| Some((option, (*number)?)));
    asked.extend(given.map(|(option, number)| format!("--{option}={number}").into()));
    asked.extend(arguments.text.then(|| "--text".into()));
    let output = check::run(&cache, &source, &asked, true)?;
    Ok(check::code(output.status))
}

/// That the trail does not fit the model as it was given.
pub fn other_model(arguments: &ReplayArguments, trail: &Trail) -> Failure {
    let (path, model) = (shown::path(&arguments.trail), shown::path(&arguments.model));
    Failure::input(format!(
        "{path}:3: the trail is not of {model} as it is now, but of another version of it or of \
         another model, named {}: give the model and the definitions (-D) and claims \
         (--ltl-formula, --claim) that the analyzer was made with, or make analyzer and trail again",
        trail.model
    ))
}
