//! The runtime with one search for all models, for tests that need many analyzers.
//!
//! An analyzer spends nine tenths of its compile time on the search for its model's type. Linked
//! with this crate under the name `runtime`, the same sources give an analyzer whose search was
//! compiled before: it calls the model through a pointer, which costs a tenth of its speed.

pub use runtime::*;

/// [`runtime::cli`], but that the model's type is forgotten.
pub mod cli {
    use std::process::ExitCode;

    use runtime::model::{Model, ModelInfo, Step, TransitionId};
    use runtime::state::{Faulted, Process, State};

    /// As [`runtime::cli::main_for`].
    pub fn main_for(model: &'static impl Model) -> ExitCode {
        search(AnyModel(model))
    }

    /// Not generic, and so compiled with this crate.
    fn search(model: AnyModel) -> ExitCode {
        runtime::cli::main_for(&model)
    }

    struct AnyModel(&'static dyn Model);

    impl Model for AnyModel {
        fn info(&self) -> &'static ModelInfo {
            self.0.info()
        }

        fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
            self.0.initialize(state)
        }

        fn execute(
            &self,
            state: &mut State,
            process: Process,
            transition: TransitionId,
        ) -> Result<Step, Faulted> {
            self.0.execute(state, process, transition)
        }
    }
}
