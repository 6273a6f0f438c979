//! What is generated for one small model per construct, to be read: the proctypes, the channels and
//! the claims of each.
//!
//! `INSTA_UPDATE=always cargo test -p pvgen --test snapshots` writes the snapshots anew; read the
//! difference. That the text means what it should is tested elsewhere, by running it; here we look
//! at what a reader gets.

#[path = "common/mod.rs"]
mod by_hand;
#[path = "common/generate.rs"]
mod generate;

use codegen::Crate;

/// Models of `promela-examples/language` that between them show every shape of statement.
const SHOWN: [&str; 15] = [
    "arithmetic",
    "array-index",
    "atomic-if",
    "channel-local",
    "channel-probes",
    "dead-variable",
    "else",
    "hidden-write",
    "message-truncation",
    "mtype-numbers",
    "process-numbers",
    "receive-eval",
    "receive-index",
    "rendezvous",
    "run-arguments",
];

fn readable(generated: &Crate) -> String {
    let shown = generated.files.iter().filter(|(path, _)| {
        let path = path.display().to_string();
        let shown = ["src/channels.rs", "src/claims.rs", "src/trace.rs"].contains(&path.as_str());
        shown || path.starts_with("src/proctypes/") && !path.ends_with("mod.rs")
    });
    let texts = shown.map(|(path, text)| {
        // Without the two lines of the header.
        let body = text.splitn(4, '\n').nth(3).unwrap_or_default();
        format!("// ---- {}\n{body}", path.display())
    });
    texts.collect::<Vec<_>>().join("\n")
}

#[test]
fn one_of_everything() {
    let generated = generate::generate(&by_hand::model(), "every", false);
    for (path, text) in &generated.files {
        let name = path.display().to_string().replace('/', "_");
        insta::assert_snapshot!(format!("every_{name}"), text);
    }
}

#[test]
fn language_constructs() {
    let models = generate::language();
    for name in SHOWN {
        let model = generate::load(&models[name], false).expect("a good model");
        let generated = generate::generate(&model, &generate::identifier(name), true);
        insta::assert_snapshot!(format!("language_{name}"), readable(&generated));
    }
}

#[test]
fn constructs_with_code_of_their_own() {
    for (name, path) in generate::own() {
        let mut model = generate::load(&path, false).expect("a good model");
        model.lossy_sends = name == "lossy";
        let generated = generate::generate(&model, &generate::identifier(&name), true);
        insta::assert_snapshot!(format!("own_{name}"), readable(&generated));
    }
}
