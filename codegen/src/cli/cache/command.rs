//! `pvgen cache`: what the cache folder holds; `pvgen cache clean` empties it.

use frontend::shown;

use super::Cache;
use super::sweep::{Item, Kind};
use crate::cli::arguments::{CacheArguments, CacheCommand};
use crate::cli::{Failure, place, say};

/// Shows or cleans; gives the exit code.
pub fn cache(arguments: &CacheArguments) -> Result<u8, Failure> {
    let folder = place::cache()?;
    if !folder.exists() {
        return say(&format!("{}: empty\n", shown::path(&folder))).map(|()| 0);
    }
    let cache = Cache::open()?;
    let before = cache.items();
    match arguments.command {
        None => say(&format!("{}\n{}", shown::path(&folder), table(&before)))?,
        Some(CacheCommand::Clean) => {
            cache.clean()?;
            let after = cache.items();
            let freed = bytes(&before).saturating_sub(bytes(&after));
            say(&format!(
                "{}: freed {}\n",
                shown::path(&folder),
                megabytes(freed)
            ))?;
            if after.iter().any(|item| item.kind == Kind::Linked) {
                say("the runtime's sources stay: analyzers elsewhere are built with them\n")?;
            }
        }
    }
    Ok(0)
}

/// A line for each kind of things, and their sum.
fn table(items: &[Item]) -> String {
    let of = |kinds: &[Kind]| -> Vec<Item> {
        let items = items.iter().filter(|item| kinds.contains(&item.kind));
        items.cloned().collect()
    };
    let programs = of(&[Kind::Program]);
    let rows = [
        (format!("analyzers ({})", programs.len()), programs),
        ("what cargo has built".to_owned(), of(&[Kind::Target])),
        (
            "the runtime's sources".to_owned(),
            of(&[Kind::Runtime, Kind::Linked]),
        ),
        ("other".to_owned(), of(&[Kind::Other])),
        ("together".to_owned(), items.to_vec()),
    ];
    let rows = rows
        .iter()
        .filter(|(what, items)| what != "other" || !items.is_empty());
    rows.map(|(what, items)| format!("{what:<21}  {:>10}\n", megabytes(bytes(items))))
        .collect()
}

fn bytes(items: &[Item]) -> u64 {
    items.iter().map(|item| item.bytes).sum()
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
