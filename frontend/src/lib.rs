//! Promela text to a resolved model.
