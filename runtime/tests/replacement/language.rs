//! The language of replacement specifications: which texts are in it, and what is said of the
//! others.

use std::collections::HashSet;

use runtime::cache::{Specification, every};

#[test]
fn the_specifications_are_790() {
    let texts: HashSet<String> = every()
        .map(|specification| specification.to_string())
        .collect();
    assert_eq!((every().count(), texts.len()), (790, 790));
    for text in ["R", "RS", "XS", "OX", "DiX", "iDx", "0IR", "dIoeS", "OIDRS"] {
        assert_eq!(texts.contains(text), text != "0IR", "{text}");
    }
    for specification in every() {
        assert_eq!(specification.to_string().parse(), Ok(specification));
    }
}

/// All strings of up to six letters: what is accepted is what [`every`] lists, and nothing else.
#[test]
fn no_other_text_is_accepted() {
    let letters = b"DdIiOoEeXxRS";
    let mut accepted = HashSet::new();
    let mut text = Vec::new();
    extend(&mut text, letters, &mut accepted);
    assert_eq!(accepted.len(), 790);
    assert_eq!(
        accepted,
        every()
            .map(|specification| specification.to_string())
            .collect()
    );
}

fn extend(text: &mut Vec<u8>, letters: &[u8], accepted: &mut HashSet<String>) {
    let word = str::from_utf8(text).expect("ASCII");
    if let Ok(specification) = word.parse::<Specification>() {
        assert_eq!(specification.to_string(), word);
        accepted.insert(word.to_owned());
    }
    if text.len() < 6 {
        for &letter in letters {
            text.push(letter);
            extend(text, letters, accepted);
            text.pop();
        }
    }
}

#[test]
fn names_and_what_they_stand_for() {
    for (name, text) in [
        ("random", "R"),
        ("round-robin", "round-robin"),
        ("type-oriented", "type-oriented"),
        ("h1", "iR"),
        ("h2", "IR"),
        ("h3", "h3"),
        ("h4", "E"),
        ("h5", "dE"),
        ("tournament", "tournament"),
    ] {
        let specification: Specification = name.parse().unwrap();
        assert_eq!(specification.to_string(), text);
        assert_eq!(text.parse(), Ok(specification));
    }
}

#[test]
fn what_is_refused_and_why() {
    for (text, message) in [
        (
            "",
            "replacement ``: no attribute tells all states apart: end it with E, e, X, x or R",
        ),
        (
            "Io",
            "replacement `Io`: no attribute tells all states apart: end it with E, e, X, x or R",
        ),
        (
            "DS",
            "replacement `DS`, letter 2: no attribute tells all states apart: end it with E, e, X, x or R before the S",
        ),
        (
            "S",
            "replacement `S`, letter 1: no attribute tells all states apart: end it with E, e, X, x or R before the S",
        ),
        (
            "XD",
            "replacement `XD`, letter 2: X tells all states apart already, D would never be looked at: leave it out, or write it before X",
        ),
        (
            "DeX",
            "replacement `DeX`, letter 3: e tells all states apart already, X would never be looked at: leave it out, or write it before e",
        ),
        (
            "XR",
            "replacement `XR`, letter 2: X tells all states apart already, R would never be looked at: leave it out, or write it before X",
        ),
        (
            "RD",
            "replacement `RD`, letter 2: R has chosen among all that are equal, D would never be looked at: leave it out, or write it before R",
        ),
        (
            "IRX",
            "replacement `IRX`, letter 3: R has chosen among all that are equal, X would never be looked at: leave it out, or write it before R",
        ),
        (
            "DdX",
            "replacement `DdX`, letter 2: D is named before: leave it out here, an attribute has one place and one direction",
        ),
        (
            "IOIX",
            "replacement `IOIX`, letter 3: I is named before: leave it out here, an attribute has one place and one direction",
        ),
        (
            "XX",
            "replacement `XX`, letter 2: X is named before: leave it out here, an attribute has one place and one direction",
        ),
        (
            "RR",
            "replacement `RR`, letter 2: R is named before: leave it out here, an attribute has one place and one direction",
        ),
        (
            "RSS",
            "replacement `RSS`, letter 3: S is named before: leave it out here, an attribute has one place and one direction",
        ),
        (
            "RSD",
            "replacement `RSD`, letter 3: S stands at the end: write D before it",
        ),
        (
            "xs",
            "replacement `xs`, letter 2: S has no opposite direction: write S",
        ),
        (
            "dr",
            "replacement `dr`, letter 2: R has no opposite direction: write R",
        ),
        (
            "OIZ",
            "replacement `OIZ`, letter 3: `Z` is no attribute: write letters of D I O E X (small: the other way), R and S as in OX or RS, \
                 or one of random, round-robin, type-oriented, tournament, h1, h2, h3, h4, h5",
        ),
        (
            "0X",
            "replacement `0X`, letter 1: `0` is no attribute: write letters of D I O E X (small: the other way), R and S as in OX or RS, \
                or one of random, round-robin, type-oriented, tournament, h1, h2, h3, h4, h5",
        ),
        (
            "Random",
            "there is no replacement `Random`: did you mean random?",
        ),
        (
            "roundrobin",
            "there is no replacement `roundrobin`: did you mean round-robin?",
        ),
        (
            "type",
            "there is no replacement `type`: did you mean type-oriented?",
        ),
        (
            "h6",
            "there is no replacement `h6`: Holzmann's are h1 to h5",
        ),
    ] {
        let error = text.parse::<Specification>().unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}
