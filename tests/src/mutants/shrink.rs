//! Makes a text smaller that brings down an examination.

use super::campaign::{Campaign, Fault};
use super::tokens;

/// The smallest text found, with at most `tries` examinations, that still has the fault.
pub fn shrink(campaign: &Campaign, text: &str, fault: &Fault, tries: usize) -> String {
    let mut pieces: Vec<String> = tokens::split(text).into_iter().map(String::from).collect();
    let mut left = tries;
    let mut size = pieces.len() / 2;
    while size > 0 && left > 0 {
        let mut at = 0;
        let mut smaller = false;
        while at < pieces.len() && left > 0 {
            let end = (at + size).min(pieces.len());
            let rest = [&pieces[..at], &pieces[end..]].concat();
            left -= 1;
            if campaign.examined(&rest.concat()).as_ref() == Some(fault) {
                pieces = rest;
                smaller = true;
            } else {
                at = end;
            }
        }
        if !smaller {
            size /= 2;
        } else {
            size = size.min(pieces.len() / 2);
        }
    }
    pieces.concat()
}
