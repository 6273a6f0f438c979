//! Labels that something refers to, which makes places of them.

use std::path::Path;

use frontend::diagnostic::Style;
use frontend::interpret::Interpreter;
use frontend::interpret::search::count;
use frontend::{Options, load_text};

/// A jump that carries the label is a step of its own. SPIN counts the states of the trace, and
/// refuses such a condition of `provided`.
#[test]
fn a_label_of_a_jump_is_a_place_when_something_refers_to_it() {
    let jumper = "byte x; active proctype Q() { x = 1; L: goto M; M: x = 2 }\n";
    let provided = "active proctype P() provided (Q[0]@L) { assert(false) }";
    let traced = "chan c = [1] of { bit }; trace { do :: c!_ :: c?eval(Q[0]@L) od }\n\
                  active proctype P() { bit b; c!1; c?b }";
    for (rest, violation, spins) in [(provided, "assert(false)", None), (traced, "c?b", Some(17))] {
        for unoptimized in [true, false] {
            let options = Options {
                unoptimized,
                ..Options::default()
            };
            let loaded = load_text(&format!("{jumper}{rest}"), Path::new("m.pml"), &options);
            let said = loaded.diagnostics.render(&loaded.sources, Style::Plain);
            assert!(!said.contains("`L` is never used"), "{said}");
            let model = loaded.model.expect(&said);
            let counts = count(Interpreter::new(&model), 100, 1_000).expect("it is small");
            let failed: Vec<&str> = counts.failed.keys().map(|(_, it)| it.as_str()).collect();
            assert_eq!(failed, [violation], "{rest}");
            assert!(
                !unoptimized || spins.is_none_or(|it| it == counts.stored),
                "{rest}"
            );
        }
    }
}
