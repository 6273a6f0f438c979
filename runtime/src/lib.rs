//! What every analyzer links.
