//! Formulas of linear temporal logic and what the front end makes of them: sizes beside those of
//! other translators, and words that must or must not be accepted.

pub mod campaign;
pub mod check;
pub mod claim;
pub mod generate;
pub mod parts;
pub mod table;
pub mod text;
