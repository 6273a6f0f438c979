//! How a claim is named by a user.

/// Whether a user who types `name` means `claim`: `p` is `ltl p`, `never` is `never claim`.
pub fn answers_to(claim: &str, name: &str) -> bool {
    claim == name || short(claim) == name
}

/// The name of a claim as it is typed: of `never claim q` it is `q`.
pub fn short(claim: &str) -> &str {
    match claim.strip_prefix("never claim ") {
        Some(name) => name,
        None if claim == "never claim" => "never",
        None => claim.strip_prefix("ltl ").unwrap_or(claim),
    }
}
