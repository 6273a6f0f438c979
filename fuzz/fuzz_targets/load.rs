//! The whole front end, from bytes to a model: no panic, no hang, bounded memory; without a model
//! there is a message.

#![no_main]

use frontend::Options;
use frontend::diagnostic::Style;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let file = file_of(bytes);
    let loaded = frontend::load(&file, &Options::default());
    assert_ne!(loaded.model.is_some(), loaded.diagnostics.has_errors());
    loaded.diagnostics.render(&loaded.sources, Style::Plain);
});

/// One file for all inputs of a fuzzer's process: the front end reads files.
fn file_of(bytes: &[u8]) -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("pvgen-fuzz-{}.pml", std::process::id()));
    std::fs::write(&path, bytes).expect("the folder for temporary files can be written");
    path
}
