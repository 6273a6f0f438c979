//! The options of a search that forgets states.

use super::Flags;
use super::store::StoreKind;
use crate::search::Caching;
use crate::step::EdgeOrder;

/// What is forgotten where nothing else is asked for.
const REPLACE: &str = "RS";

/// What `--cache`, `--replace`, `--work-limit` and `--seed` come to in a depth-first search.
pub(super) fn caching(
    flags: &Flags,
    store: StoreKind,
    order: EdgeOrder,
) -> Result<Option<Caching>, String> {
    if let Some(long) = flags.first_of(&["cache-probes", "collision-limit"]) {
        return Err(format!("--{long} is about --search breadth-first"));
    }
    let keeps_all = flags.has("export") || !store.forgets();
    let default = if keeps_all { Some("off") } else { None };
    if flags.text("cache").or(default) == Some("off") {
        // A seed decides about orders and bits, too.
        let has_seed = matches!(order, EdgeOrder::Random { .. })
            || matches!(store, StoreKind::Bitstate { .. });
        let of_a_cache = ["replace", "work-limit", "seed"];
        let of_a_cache = &of_a_cache[..of_a_cache.len() - usize::from(has_seed)];
        return match flags.first_of(of_a_cache) {
            None => Ok(None),
            Some(long) => Err(format!(
                "--{long} is about a cache, which --cache off, --export and --store bitstate rule out"
            )),
        };
    }
    let replace = flags.text("replace").unwrap_or(REPLACE);
    let specification = replace
        .parse()
        .map_err(|error| format!("--replace {replace}: {error}"))?;
    Ok(Some(Caching {
        states: flags.number("cache")?,
        specification,
        seed: flags.number("seed")?.unwrap_or(1),
        work_limit: flags.number("work-limit")?,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(arguments: &str) -> Result<Option<Caching>, String> {
        let flags = Flags::parse(arguments.split_whitespace().map(Into::into))?;
        caching(&flags, StoreKind::Auto, EdgeOrder::Forward)
    }

    #[test]
    fn a_cache_has_a_size_a_replacement_and_a_bound() {
        let given = of("--cache 500 --replace OX --work-limit 2.5")
            .unwrap()
            .unwrap();
        assert_eq!((given.states, given.work_limit), (Some(500), Some(2.5)));
        assert_eq!(given.specification.to_string(), "OX");
        let given = of("--cache 7").unwrap().unwrap();
        assert_eq!(given.specification.to_string(), REPLACE);
        assert_eq!(of("").unwrap().unwrap().states, None);
        assert_eq!(of("--cache off"), Ok(None));
    }
}
