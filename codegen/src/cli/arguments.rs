//! The options, one line of help each.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Writes a verifier for a Promela model: a Rust program made for this one model.
#[derive(Debug, Parser)]
#[command(name = "pvgen", version, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    /// What to do instead of generating only.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Without a subcommand.
    #[command(flatten)]
    pub generate: GenerateArguments,
}

/// Subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Generate, build and run; several models give one table
    Check(CheckArguments),
}

/// How models are read.
#[derive(Debug, Args)]
pub struct ModelArguments {
    /// Promela models
    #[arg(required = true, value_name = "MODEL")]
    pub models: Vec<PathBuf>,
    /// Define a macro, 1 without a text
    #[arg(short = 'D', value_name = "NAME[=TEXT]")]
    pub define: Vec<String>,
    /// Search this folder for included files
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Do not show this warning
    #[arg(long, value_name = "WARNING")]
    pub allow: Vec<String>,
    /// Keep every state that SPIN keeps with -o1 -o2 -o3: no merging of statements, no resetting of dead variables
    #[arg(long)]
    pub unoptimized: bool,
}

/// Generating only.
#[derive(Debug, Args)]
pub struct GenerateArguments {
    /// The models.
    #[command(flatten)]
    pub model: ModelArguments,
    /// Write the analyzer into this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Name the analyzer pan_NAME instead of after the model
    #[arg(long)]
    pub name: Option<String>,
    /// Copy the runtime's sources beside the analyzer (outside the workspace only)
    #[arg(long)]
    pub vendor: bool,
}

/// Generating, building and running.
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// The models.
    #[command(flatten)]
    pub model: ModelArguments,
    /// Options for the analyzer
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<String>,
}
