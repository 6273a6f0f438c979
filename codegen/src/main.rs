//! The `pvgen` command: what it does stands in `cli`, what it generates in the library.

// Their macros panic when a stream is closed or full.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
