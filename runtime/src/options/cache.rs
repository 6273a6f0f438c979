//! The options of a search that forgets states.

use super::Flags;
use super::store::StoreKind;
use crate::search::Caching;

/// What is forgotten where nothing else is asked for.
const REPLACE: &str = "RS";

/// What `--cache`, `--replace`, `--work-limit` and `--seed` come to in a depth-first search.
pub(super) fn caching(flags: &Flags, store: StoreKind) -> Result<Option<Caching>, String> {
    let of_others = [
        ("cache-probes", &flags.cache_probes),
        ("collision-limit", &flags.collision_limit),
    ];
    if let Some((long, _)) = of_others.iter().find(|(_, text)| text.is_some()) {
        return Err(format!("--{long} is about --search breadth-first"));
    }
    let keeps_all = flags.export.is_some() || !store.forgets();
    let states = flags.cache.clone();
    let states = states.or(keeps_all.then(|| "off".to_string()));
    let (replace, work_limit) = (flags.replace.clone(), flags.work_limit.clone());
    let seed = flags.seed.clone();
    if states.as_deref() == Some("off") {
        let needless = [
            ("replace", replace),
            ("work-limit", work_limit),
            ("seed", seed),
        ];
        return match needless.into_iter().find(|(_, text)| text.is_some()) {
            None => Ok(None),
            Some((long, _)) => Err(format!(
                "--{long} is about a cache, which --cache off, --export and --store bitstate rule out"
            )),
        };
    }
    let number = |text: String| {
        let number = text.parse().ok().filter(|&number: &u64| number > 0);
        number.ok_or_else(|| format!("--cache {text}: write a number of states from 1 on, or off"))
    };
    let replace = replace.unwrap_or(REPLACE.to_string());
    let specification = replace
        .parse()
        .map_err(|error| format!("--replace {replace}: {error}"))?;
    let factor = |text: String| {
        let factor = text.parse().ok().filter(|factor: &f64| *factor > 0.0);
        factor.ok_or_else(|| format!("--work-limit {text}: write a factor, for example 20"))
    };
    let seed = seed.map_or(Ok(1), |text| {
        let seed = text.parse();
        seed.map_err(|_| format!("--seed {text}: write a number from 0 on"))
    })?;
    Ok(Some(Caching {
        states: states.map(number).transpose()?,
        specification,
        seed,
        work_limit: work_limit.map(factor).transpose()?,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(cache: &str, replace: &str, work_limit: &str) -> Result<Option<Caching>, String> {
        let typed = |text: &str| (!text.is_empty()).then(|| text.to_string());
        let flags = Flags {
            cache: typed(cache),
            replace: typed(replace),
            work_limit: typed(work_limit),
            ..Flags::default()
        };
        caching(&flags, StoreKind::Auto)
    }

    #[test]
    fn a_cache_has_a_size_a_replacement_and_a_bound() {
        let given = of("500", "OX", "2.5").unwrap().unwrap();
        assert_eq!((given.states, given.work_limit), (Some(500), Some(2.5)));
        assert_eq!(given.specification.to_string(), "OX");
        let given = of("7", "", "").unwrap().unwrap();
        assert_eq!(given.specification.to_string(), REPLACE);
        assert_eq!(of("", "", "").unwrap().unwrap().states, None);
        assert_eq!(of("off", "", ""), Ok(None));
    }
}
