//! SPIN's options, and those of analyzers in the wrong place: what to write instead.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::Failure;
use super::typed;

/// SPIN's options that are none of ours: what they are here. `N` stands for a number that may be
/// attached.
#[rustfmt::skip]
const OPTIONS: &[(&str, &str)] = &[
    ("-a", "`pvgen MODEL` writes a verifier, `pvgen check MODEL` runs it, too"),
    ("-A", "leave it out: variables that nothing depends on are left out, unless --unoptimized is given"),
    ("-b", "write `pvgen simulate MODEL`"),
    ("-B", "write `pvgen simulate MODEL`"),
    ("-c", "write `pvgen simulate --columns MODEL`"),
    ("-C", "write `pvgen tags MODEL`"),
    ("-d", "write `pvgen tags MODEL`"),
    ("-e", "leave it out: each claim is checked by itself"),
    ("-E", "leave it out: the preprocessor is part of pvgen; it has -D and -I"),
    ("-f", "write --ltl-formula FORMULA, which is what must hold, not its negation"),
    ("-F", "write --claim FILE, with a formula that must hold, not its negation"),
    ("-g", STEPS),
    ("-h", "a simulation begins with its seed"),
    ("-i", "write `pvgen simulate --interactive MODEL`"),
    ("-jN", REPLAY),
    ("-k", REPLAY),
    ("-l", STEPS),
    ("-m", "write --lossy-sends"),
    ("-M", "write `pvgen simulate --columns MODEL`"),
    ("-nN", "write `pvgen simulate --seed {} MODEL`"),
    ("-N", "write --claim FILE"),
    ("-oN", "write --unoptimized for -o1, -o2 and -o3"),
    ("-p", STEPS),
    ("-P", "leave it out: the preprocessor is part of pvgen; it has -D and -I"),
    ("-qN", STEPS),
    ("-r", STEPS),
    ("-s", STEPS),
    ("-tN", REPLAY),
    ("-T", "write `pvgen simulate --quiet MODEL`"),
    ("-uN", "write `pvgen simulate --steps {} MODEL`"),
    ("-U", "leave out the definition"),
    ("-v", STEPS),
    ("-w", STEPS),
];

const REPLAY: &str = "write `pvgen replay MODEL TRAIL`";
const STEPS: &str = "`pvgen simulate MODEL` shows each step with what it changes";

/// What to say of an argument that is not known, if it is known to SPIN or to an analyzer.
pub fn translated(
    error: &clap::Error,
    arguments: impl Iterator<Item = OsString>,
) -> Option<Failure> {
    if error.kind() != ErrorKind::UnknownArgument || error.get(ContextKind::SuggestedArg).is_some()
    {
        return None;
    }
    let ContextValue::String(unknown) = error.get(ContextKind::InvalidArg)? else {
        return None;
    };
    let typed: Vec<String> = arguments
        .skip(1)
        .map(|it| it.to_string_lossy().into_owned())
        .collect();
    let is_unknown = |it: &&String| it.len() > 1 && it.starts_with(unknown.as_str());
    let whole = typed
        .iter()
        .find(is_unknown)
        .filter(|it| it.starts_with('-'))?;
    let answers = match typed.first()?.as_str() {
        "check" => [of_analyzer(whole), of_spin(whole)],
        _ => [of_spin(whole), of_analyzer(whole)],
    };
    let alone = typed.iter().all(|it| !SUBCOMMANDS.contains(&it.as_str()));
    let answer = match answers {
        [Some(spin), Some(verifier)] if alone => format!("{spin}; of a verifier: {verifier}"),
        [first, second] => first.or(second)?,
    };
    Some(Failure::input(match whole.starts_with("--") {
        true => answer,
        false => format!("{whole} is SPIN's: {answer}"),
    }))
}

/// Where it is known whose options are meant.
const SUBCOMMANDS: [&str; 5] = ["check", "simulate", "replay", "tags", "claim"];

/// Of an option that SPIN has.
fn of_spin(typed: &str) -> Option<String> {
    let number = typed.trim_start_matches(|it: char| !it.is_ascii_digit());
    let is_number = number.bytes().all(|it| it.is_ascii_digit());
    let name = typed.strip_suffix(number).filter(|_| is_number)?;
    let row = OPTIONS
        .iter()
        .find(|(known, _)| match known.strip_suffix('N') {
            Some(known) if known.len() > 1 => known == name,
            _ => *known == typed,
        });
    let number = if number.is_empty() { "N" } else { number };
    Some(row?.1.replace("{}", number))
}

/// Of an option of analyzers that stands before `--`, or nearly is one, or one that SPIN's have.
fn of_analyzer(typed: &str) -> Option<String> {
    if let Some(long) = typed.strip_prefix("--") {
        let name = long.split('=').next().unwrap_or_default();
        return match typed::by_long(name) {
            Ok(option) => Some(format!(
                "--{name} is an option of the analyzer: pvgen check MODEL -- {}",
                format!("--{name} {}", option.value).trim_end()
            )),
            Err(slip) => slip
                .contains("did you mean")
                .then(|| format!("{slip} It comes behind `--`, with what is for the analyzer")),
        };
    }
    match typed::Flags::parse([OsString::from(typed)]) {
        Err(answer) if answer.contains("there is no option") => None,
        Err(answer) => match answer.split_once(" is SPIN's: ") {
            Some((_, own)) if own.starts_with("write --") => Some(format!("{own}, behind `--`")),
            Some((_, own)) => Some(own.to_owned()),
            None => Some(format!("pvgen check MODEL -- {typed}")),
        },
        Ok(_) => Some(format!("pvgen check MODEL -- {typed}")),
    }
}
