//! The forms in which an analyzer can keep states.

/// `none` of `--encode` is the default.
pub const ALL: [&str; 6] = ["none", "mask", "run-length", "huffman", "collapse", "tree"];

/// The option that asks for a form.
pub fn option(form: &'static str) -> [&'static str; 2] {
    match form {
        "collapse" | "tree" => ["--store", form],
        _ => ["--encode", form],
    }
}
