//! The `pvgen` command: what it does stands in `cli`, what it generates in the library.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
