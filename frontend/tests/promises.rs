//! `xr`, `xs` and `local`: which promises are proven, and what is said of the others.

use std::io::Write;

use frontend::Loaded;
use frontend::diagnostic::Severity;

fn load(text: &str) -> Loaded {
    let mut file = tempfile::Builder::new()
        .suffix(".pml")
        .tempfile()
        .expect("a temporary file");
    file.write_all(text.as_bytes())
        .expect("the file is written");
    let loaded = frontend::load(file.path(), &frontend::Options::default());
    assert!(loaded.model.is_some(), "{text}");
    loaded
}

/// Whether each promise is proven, in the order of the text.
fn proofs(text: &str) -> Vec<bool> {
    let loaded = load(text);
    let proctypes = loaded.model.iter().flat_map(|model| &model.proctypes);
    let promises = proctypes.flat_map(|proctype| &proctype.promises);
    let proven: Vec<bool> = promises.map(|promise| promise.proven).collect();
    let warnings = loaded.diagnostics.sorted(&loaded.sources).into_iter();
    let warnings = warnings.filter(|warning| warning.kind == "exclusive");
    let broken = proven.iter().filter(|proven| !**proven);
    assert_eq!(warnings.count(), broken.count(), "{text}");
    proven
}

/// `line:column text` of the places that the warnings of this name show, the first one with the
/// message.
fn shown(text: &str, kind: &str) -> Vec<String> {
    let loaded = load(text);
    let warnings = loaded.diagnostics.sorted(&loaded.sources).into_iter();
    let warnings = warnings.filter(|it| it.severity == Severity::Warning && it.kind == kind);
    let mut all = Vec::new();
    for warning in warnings {
        let place = |span, text: &str| {
            let at = loaded.sources.line_column(span);
            format!("{}:{} {text}", at.line, at.column)
        };
        let primary = warning.primary.as_ref().expect("it has a place");
        all.push(place(primary.span, &warning.message));
        let labels = warning.labels.iter();
        all.extend(labels.map(|label| place(label.span, &label.text)));
    }
    all
}

#[test]
fn who_else_uses_a_channel_is_shown() {
    let text = "chan c = [1] of { byte };\nactive [2] proctype P() { byte x;\nxr c;\nc?x }\nactive proctype Q() {\nc!1;\nc?2 }\n";
    assert_eq!(
        shown(text, "exclusive"),
        [
            "3:4 it is not certain that only one process `P` receives from this channel",
            "4:1 another `P` may receive from it",
            "7:1 `Q` may receive from it",
        ]
    );
}

#[test]
fn channels_are_followed_into_parameters_of_each_process() {
    let node = "chan q[3] = [1] of { byte };\nproctype node(chan in, out) { byte x; xr in; xs out; do :: in?x :: out!1 od }\n";
    let ring = "init { byte i; atomic { do :: i < 3 -> run node(q[i], q[(i + 1) % 3]); i++ :: else -> break od } }";
    assert_eq!(proofs(&format!("{node}{ring}")), [true, true]);
    let shared = "init { atomic { run node(q[0], q[1]); run node(q[1], q[1]) } }";
    assert_eq!(proofs(&format!("{node}{shared}")), [true, false]);
    let any_order =
        "init { byte i; run node(q[0], q[1]); if :: i = 0 :: i = 2 fi; run node(q[1], q[i]) }";
    assert_eq!(proofs(&format!("{node}{any_order}")), [true, true]);
    let meet =
        "init { byte i; run node(q[0], q[1]); if :: i = 1 :: i = 2 fi; run node(q[1], q[i]) }";
    assert_eq!(proofs(&format!("{node}{meet}")), [true, false]);
}

#[test]
fn an_index_that_a_process_keeps_is_known() {
    let text = |index: &str| {
        format!(
            "chan q[2] = [1] of {{ byte }};\n\
             active [2] proctype P() {{ byte x; chan own = q[_pid]; xr own; own?x; q[{index}]!1 }}\n\
             active proctype Q() {{ q[0]!2 }}\n"
        )
    };
    assert_eq!(proofs(&text("1 - _pid")), [true]);
    let receives = text("1 - _pid").replace("q[1 - _pid]!1", "q[_pid]?x");
    assert_eq!(proofs(&receives), [true]);
    let receives = text("1 - _pid").replace("q[1 - _pid]!1", "q[1 - _pid]?x");
    assert_eq!(proofs(&receives), [false]);
}

#[test]
fn where_processes_come_and_go_they_are_counted() {
    let text = |main: &str| {
        format!(
            "chan c = [1] of {{ byte }}; byte n;\n\
             proctype P() {{ byte x; xr c; c?x }}\n\
             active proctype Busy() {{ int i; do :: i++ od }}\n\
             init {{ {main} }}\n"
        )
    };
    assert_eq!(proofs(&text("n == 1; run P()")), [true]);
    assert_eq!(proofs(&text("n == 1; run P(); run P()")), [false]);
    assert_eq!(proofs(&text("do :: n == 0 -> run P() od")), [false]);
}

#[test]
fn own_channels_are_exclusive_until_others_hear_of_them() {
    let text = |what: &str| {
        format!(
            "chan c = [1] of {{ chan }};\n\
             active [2] proctype P() {{ chan own = [1] of {{ byte }}; byte x; xr own; own!1; own?x; {what} }}\n\
             active proctype Q() {{ chan other; byte y; c?other; other?y }}\n"
        )
    };
    assert_eq!(proofs(&text("x = 0")), [true]);
    assert_eq!(proofs(&text("c!own")), [false]);
}

#[test]
fn a_local_global_belongs_to_one_process() {
    let warnings = |processes: &str| {
        let text = format!("local byte g;\n{processes}\n");
        shown(&text, "shared-local")
    };
    let declared = "1:12 `g` is declared `local`, but several processes use it";
    assert_eq!(
        warnings("active proctype P() { g++ }\nactive proctype Q() { assert(g == 0) }"),
        [declared, "2:23 `P` uses it", "3:30 `Q` uses it"]
    );
    assert_eq!(
        warnings("active [2] proctype P() { g++ }"),
        [declared, "2:27 several processes `P` use it"]
    );
    let none: [&str; 0] = [];
    assert_eq!(
        warnings("active proctype P() { g++ }\nactive proctype Q() { skip }"),
        none
    );
    assert_eq!(
        warnings("byte h = g; active proctype P() { g++ } active proctype Q() { h++ }"),
        none
    );
    assert_eq!(
        warnings("active proctype P() { g++ }\nltl p { [] (g < 2) }"),
        none
    );
    let once = "proctype P() { g++ }\ninit { run P() }";
    assert_eq!(warnings(once), none);
}
