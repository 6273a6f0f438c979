//! What SPIN makes of a model.

use std::path::Path;
use std::process::Command;

/// Folder of the examples that come with SPIN's Debian package.
pub const EXAMPLES: &str = "/usr/share/doc/spin/examples/Examples";

/// Whether `program` can be started with `flag`; says what is skipped when it cannot, and fails in
/// CI.
pub fn installed(program: &str, flag: &str) -> bool {
    let found = Command::new(program).arg(flag).output().is_ok();
    if !found {
        skipped(&format!("{program} is not installed"));
    }
    found
}

/// Says that something is not tested because the machine lacks what it needs. In CI that is a
/// failure: a comparison that is silently left out would let anything pass.
pub fn skipped(why: &str) {
    assert!(std::env::var_os("CI").is_none(), "CI must not skip: {why}");
    eprintln!("skipped: {why}");
}

/// Generates a verifier in `folder`: whether SPIN takes the model, and the texts of the verifier
/// without places and texts of statements. Text out of an inline is on other lines once it is
/// expanded, and SPIN shows a name of an `mtype` as a number when it was an argument. With
/// `explicit`, no separators are supplied at newlines.
pub fn verifier(model: &str, folder: &Path, explicit: bool) -> (bool, Vec<String>) {
    std::fs::create_dir_all(folder).unwrap();
    std::fs::write(folder.join("m.pml"), model).unwrap();
    let mut command = Command::new("spin");
    command.args(explicit.then_some("-o7"));
    let output = command.args(["-a", "m.pml"]).current_dir(folder).output();
    let output = output.unwrap();
    let said = [output.stdout, output.stderr].concat();
    let accepted = !String::from_utf8_lossy(&said).contains("Error");
    let generated = ["pan.m", "pan.b", "pan.t"].map(|name| {
        let text = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        without_texts(&text)
    });
    (accepted, generated.to_vec())
}

fn without_texts(generated: &str) -> String {
    let line = |line: &str| {
        let line = line.split("//").next().unwrap_or_default();
        let line = line.split("/*").next().unwrap_or_default();
        let mut parts = line.splitn(2, '"');
        let before = parts.next().unwrap_or_default();
        let after = parts.next().and_then(|rest| rest.rsplit('"').next());
        format!("{before}{}\n", after.unwrap_or_default())
    };
    let lines = generated.lines().filter(|line| !line.contains("tr_2_src"));
    lines.map(line).collect()
}
