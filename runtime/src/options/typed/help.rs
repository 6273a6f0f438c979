//! The text of `--help`.

use super::{OPTIONS, choices};

/// The help, for the analyzer named `program`.
pub fn help(program: &str, model: &str) -> String {
    let mut text = format!("Verifies {model}.\n\nusage: {program} [OPTIONS]\n\n");
    for option in OPTIONS {
        let short = option
            .short
            .map_or("    ".to_string(), |short| format!("-{short}, "));
        let space = if option.value.starts_with('[') {
            ""
        } else {
            " "
        };
        let name = format!("{short}--{}{space}{}", option.long, option.value);
        let default = match option.default {
            "" => String::new(),
            default => format!(" [{default}]"),
        };
        let words = match option.meaning.ends_with(':') {
            true => format!(" {}", choices(option.long).join(", ")),
            false => String::new(),
        };
        let meaning = option.meaning;
        text.push_str(&format!("  {name:<34} {meaning}{words}{default}\n"));
    }
    text.push_str(
        "\nexit status: 0 verified, 1 violation found, 2 bad usage, 3 incomplete, 4 internal error or output lost,\n             130 interrupted twice\n",
    );
    text
}
