//! Checks the promises of [`super`].
