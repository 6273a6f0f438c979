//! `Cargo.toml`, written by a TOML library: no byte of a name or a path gets out of its string.

use std::collections::BTreeMap;

use serde::Serialize;

use super::file_name;
use crate::{Options, Runtime, print};

#[derive(Serialize)]
struct Manifest<'a> {
    package: Package<'a>,
    dependencies: Named<Dependency<'a>>,
    lints: Named<Named<Lint>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<Named<Named<&'static str>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    workspace: Option<Named<()>>,
}

type Named<T> = BTreeMap<&'static str, T>;

#[derive(Serialize)]
struct Package<'a> {
    name: &'a str,
    version: &'static str,
    edition: &'static str,
    publish: bool,
    description: String,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Dependency<'a> {
    Inherited {
        workspace: bool,
    },
    Path {
        package: &'static str,
        path: &'a str,
    },
}

#[derive(Serialize)]
#[serde(untagged)]
enum Lint {
    One(&'static str),
    Group { level: &'static str, priority: i32 },
}

/// Emits `Cargo.toml`.
pub fn manifest(options: &Options, digest: &str) -> String {
    let runtime = match &options.runtime {
        Runtime::Inherited => Dependency::Inherited { workspace: true },
        Runtime::Path(path) => Dependency::Path {
            package: "pvgen-runtime",
            path,
        },
    };
    let manifest = Manifest {
        package: Package {
            name: &options.crate_name,
            version: "0.0.0",
            edition: "2024",
            publish: false,
            description: format!("Analyzer for {}", file_name(&options.header_path)),
        },
        dependencies: Named::from([("runtime", runtime)]),
        lints: lints(),
        profile: (options.alone).then(|| one("release", one("panic", "abort"))),
        workspace: options.alone.then(Named::new),
    };
    let text = toml::to_string(&manifest).expect("strings and tables");
    print::header("#", options, digest) + "\n" + &text
}

fn lints() -> Named<Named<Lint>> {
    let all = Lint::Group {
        level: "warn",
        priority: -1,
    };
    // A condition stays in the order of the model's text.
    let clippy = [("all", all), ("nonminimal_bool", Lint::One("allow"))];
    let rust = one("missing_docs", Lint::One("warn"));
    Named::from([("clippy", Named::from(clippy)), ("rust", rust)])
}

fn one<T>(key: &'static str, value: T) -> Named<T> {
    Named::from([(key, value)])
}
