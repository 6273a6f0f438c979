//! Never claims as automata: each statement that a claim can have, and the edges that it becomes.

use std::path::Path;

use frontend::ir::{Claim, Model};
use frontend::ltl::cube::Cube;
use frontend::preprocess::{self, AddedClaim};
use frontend::{Options, load_text};

fn load(text: &str) -> (Option<Model>, Vec<&'static str>) {
    let options = Options {
        unoptimized: true,
        ..Options::default()
    };
    let loaded = load_text(text, Path::new("m.pml"), &options);
    let said = loaded.diagnostics.sorted(&loaded.sources);
    (loaded.model, said.iter().map(|it| it.kind).collect())
}

/// The claim of a model with this body, over two globals.
fn claim(body: &str) -> Claim {
    let text = format!("bit a, b;\nactive proctype P() {{ a = 1; b = 1 }}\nnever {{ {body} }}\n");
    let (model, said) = load(&text);
    let mut model = model.unwrap_or_else(|| panic!("{body}: {said:?}"));
    assert_eq!(model.claims.len(), 1, "{body}: {said:?}");
    model.claims.remove(0)
}

/// `a && !b`
fn cube(claim: &Claim, Cube { care, value }: Cube) -> String {
    let propositions = claim.propositions.iter().enumerate();
    let asked = propositions.filter(|(at, _)| care >> at & 1 == 1);
    let literals = asked.map(|(at, proposition)| match value >> at & 1 {
        1 => proposition.source.text.clone(),
        _ => format!("!({})", proposition.source.text),
    });
    match literals.collect::<Vec<_>>() {
        none if none.is_empty() => "true".to_owned(),
        some => some.join(" && "),
    }
}

/// The edges of the place with this label: what they ask for, and what their target is called.
fn edges(claim: &Claim, label: &str) -> Vec<String> {
    let place = claim
        .places
        .iter()
        .find(|it| it.labels.iter().any(|it| it == label));
    let edges = place.expect("a place of this name").edges.iter();
    edges
        .map(|edge| {
            let target = &claim.places[edge.target.index()];
            let name = target.labels.first().unwrap_or(&target.source.text);
            let does = match edge.actions.len() {
                0 => String::new(),
                actions => format!(", {actions} actions"),
            };
            format!("{} -> {name}{does}", cube(claim, edge.guard))
        })
        .collect()
}

/// What can stand at `S`, and the edges that it becomes.
const STATEMENTS: &[(&str, &[&str])] = &[
    (
        "do :: a :: !a && b -> goto T od",
        &["a -> S", "!(a) && b -> T"],
    ),
    // A condition is taken apart, into cubes of which no two hold together.
    (
        "do :: a || b -> goto T :: !(a && b) od",
        &["a -> T", "!(a) && b -> T", "!(a) -> S", "a && !(b) -> S"],
    ),
    // But what could be an error is not asked for before its time.
    ("do :: 1 / a == 1 && b od", &["1 / a == 1 && b -> S"]),
    // A negation is no proposition of its own.
    (
        "do :: a == 1 -> goto T :: a != 1 :: !(a == 1) -> goto T od",
        &["a == 1 -> T", "!(a == 1) -> S", "!(a == 1) -> T"],
    ),
    (
        "do :: a -> goto T :: b -> goto T :: else od",
        &["a -> T", "b -> T", "!(a) && !(b) -> S"],
    ),
    // Nothing is left for an `else` beside what can always be executed.
    ("do :: skip -> goto T :: else od", &["true -> T"]),
    ("do :: false :: a od", &["a -> S"]),
    (
        "do :: if :: a -> goto T :: else -> goto T fi :: b od",
        &["a -> T", "!(a) -> T", "b -> S"],
    ),
    (
        "do :: atomic { a; b; goto T } :: atomic { a; !a } od",
        &["a && b -> T"],
    ),
    (
        "do :: atomic { if :: a :: else -> b fi; goto T } od",
        &["a -> T", "!(a) && b -> T"],
    ),
    // An atomic sequence without end leads nowhere.
    ("do :: atomic { do :: a od } :: b od", &["b -> S"]),
    (
        "do :: d_step { a; if :: b :: else fi } -> goto T od",
        &["a && b -> T", "a && !(b) -> T"],
    ),
    (
        "do :: atomic { !(a) -> assert(!(!(a))) } :: true od",
        &["!(a) -> S, 1 actions", "true -> S"],
    ),
    ("do :: assert(a) od", &["a -> S", "!(a) -> S, 1 actions"]),
    (
        "do :: atomic { a -> assert(1 / a) } od",
        &["a -> S, 1 actions"],
    ),
    (
        "{ a; goto T } unless { b; goto S }",
        &["b -> S", "!(b) && a -> T"],
    ),
    ("do :: printf(\"%d\\n\", a) od", &["true -> S"]),
];

#[test]
fn statements_become_edges() {
    for (statement, expected) in STATEMENTS {
        let claim = claim(&format!("S: {statement}; T: do :: true od"));
        let expected: Vec<String> = expected.iter().map(|it| (*it).to_owned()).collect();
        assert_eq!(edges(&claim, "S"), expected, "{statement}");
    }
}

#[test]
fn labels_and_the_closing_brace_have_a_meaning() {
    let claim = claim("S: do :: a -> break :: b -> goto accept_T od; end_U: a; accept_T: skip");
    let ends: Vec<_> = claim.places.iter().filter(|it| it.end).collect();
    let ends: Vec<&str> = ends.iter().map(|it| &*it.source.text).collect();
    assert_eq!(ends, ["a", "-end-"]);
    let accepting = claim.places.iter().flat_map(|place| {
        let edges = place.edges.iter().filter(|edge| edge.sets == 1);
        edges.map(|_| place.labels.join(","))
    });
    assert_eq!(accepting.collect::<Vec<_>>(), ["accept_T"]);
}

/// A claim of this many conditions at one place.
fn with_conditions(count: usize) -> String {
    let options = (0..count).map(|at| format!(":: x == {at}\n"));
    let options: String = options.collect();
    format!("byte x;\nactive proctype P() {{ x++ }}\nnever {{ do\n{options}od }}\n")
}

#[test]
fn sixty_four_conditions_are_the_most() {
    for (count, claims, said) in [
        (63, 1, &[][..]),
        (64, 1, &[]),
        (65, 0, &["claim-too-large"]),
    ] {
        let (model, found) = load(&with_conditions(count));
        assert_eq!(model.expect("is accepted").claims.len(), claims, "{count}");
        assert_eq!(found, said, "{count}");
    }
}

#[test]
fn a_place_has_65535_edges_at_most() {
    for (count, claims) in [(65_535, 1), (65_536, 0)] {
        let options = ":: x == 1 ".repeat(count);
        let text = format!("byte x;\nactive proctype P() {{ x++ }}\nnever {{ do {options} od }}\n");
        let (model, said) = load(&text);
        assert_eq!(
            model.map(|it| it.claims.len()),
            Some(claims),
            "{count} {said:?}"
        );
    }
}

/// That a claim waits for a state, and comes to its closing brace whatever is behind it, does not
/// depend on how long a state lasts; but it does where the brace can be missed, or asks for two
/// states. So it is with an assertion that fails.
#[test]
fn what_leads_to_the_brace_anyhow_is_as_good_as_the_brace() {
    for (body, is_normal) in [
        ("do :: a -> break :: else od", true),
        ("do :: a -> break :: true od", true),
        (
            "do :: a -> goto accept_all :: true od; accept_all: skip",
            true,
        ),
        ("do :: a -> goto all :: true od; all: skip; true", true),
        (
            "do :: a -> goto all :: true od; all: do :: true -> break :: b -> goto all od",
            false,
        ),
        ("do :: a -> goto all :: true od; all: b", false),
        (
            "do :: a -> goto all :: true od; \
             all: if :: true -> goto no :: true fi; skip; no: false",
            false,
        ),
        (
            "do :: !b && a -> goto accept_S :: true od; accept_S: do :: !b od",
            true,
        ),
        ("do :: assert(a) od", true),
        ("do :: atomic { !a -> assert(a) } :: true od", true),
        (
            "do :: atomic { !(a && b) -> assert(!(!(a && b))) } :: true od",
            true,
        ),
        ("do :: assert(a || b) od", true),
        ("do :: true -> assert(a) od", false),
        ("do :: assert(a) -> b od", false),
        ("a; a", false),
        ("a", true),
        ("true; a", false),
    ] {
        assert_eq!(claim(body).is_normal(), is_normal, "{body}");
    }
}

/// Many ways through an atomic sequence of which none comes to its end.
#[test]
fn ways_that_lead_nowhere_are_given_up() {
    let choice = "if :: a :: b :: a == b fi; ".repeat(30);
    let text = format!(
        "bit a, b;\nactive proctype P() {{ a = 1 }}\nnever {{ atomic {{ {choice} false }} }}\n"
    );
    let (model, said) = load(&text);
    assert!(model.expect("is accepted").claims.is_empty());
    assert!(said.contains(&"claim-too-large"), "{said:?}");
}

/// A model with formulas of the command line.
fn with_formulas(text: &str, formulas: &[&str]) -> Model {
    let claims = formulas.iter().map(|it| AddedClaim::Formula((*it).into()));
    let preprocessor = preprocess::Options {
        claims: claims.collect(),
        ..preprocess::Options::default()
    };
    let options = Options {
        preprocessor,
        ..Options::default()
    };
    let loaded = load_text(text, Path::new("m.pml"), &options);
    let said = loaded.diagnostics.sorted(&loaded.sources);
    let said = said.iter().map(|it| it.kind).collect::<Vec<_>>();
    loaded
        .model
        .unwrap_or_else(|| panic!("{formulas:?}: {said:?}"))
}

#[test]
fn formulas_of_the_command_line_are_claims_behind_the_model() {
    let text = "#define p (x == 1)\nbit x; bool formula_1;\nactive proctype P() { x = 1 }";
    let model = with_formulas(text, &["<> p", "[]\n!p", "formula_1"]);
    let names: Vec<&str> = model.claims.iter().map(|it| &*it.name).collect();
    assert_eq!(names, ["formula", "formula_2", "formula_3"]);
    let sources: Vec<_> = model.claims.iter().map(|it| &it.source).collect();
    assert_eq!(sources[0].text, "<> (x == 1)");
    for source in &sources {
        assert_eq!(model.files[source.file as usize], "--ltl-formula");
        assert_eq!((source.line, source.column), (1, 1));
    }
    let proposition = &model.claims[2].propositions[0].source;
    assert_eq!(proposition.text, "formula_1");
}

/// What the user wrote, not the number behind an mtype name.
#[test]
fn propositions_have_names_of_mtypes() {
    let text = "mtype = { red, green }; mtype:size = { small, large };\n\
                mtype light; mtype:size s[2]; chan q = [1] of { mtype, byte };\n\
                active proctype P() { mtype own; own = red; light = own; q!green(1) }\n";
    let formulas = [
        ("<> (light == green)", "light == green"),
        ("[] (light != red)", "light == red"),
        ("<> (s[1] == large)", "s[1] == large"),
        ("<> (P:own == red)", "P:own == red"),
        ("<> (q?[green, 1])", "q?[green, 1]"),
        ("<> (q?[_, 2])", "q?[_, 2]"),
        ("<> (light == 3)", "light == 3"),
        ("<> (len(q) == 1)", "len(q) == 1"),
    ];
    let model = with_formulas(text, &formulas.map(|(formula, _)| formula));
    for (claim, (formula, named)) in model.claims.iter().zip(formulas) {
        let texts = claim.propositions.iter().map(|it| &*it.source.text);
        assert_eq!(texts.collect::<Vec<_>>(), [named], "{formula}");
    }
}

#[test]
fn what_is_added_is_part_of_the_model() {
    let text = "bit x;\nactive proctype P() { x = 1 }\n";
    let digest = |formulas: &[&str]| with_formulas(text, formulas).digest;
    let digests = [
        digest(&[]),
        digest(&["x == 1"]),
        digest(&["x == 0"]),
        digest(&["x == 1", "x == 0"]),
        digest(&["x == 0", "x == 1"]),
    ];
    for (at, one) in digests.iter().enumerate() {
        assert!(digests[..at].iter().all(|other| other != one), "{at}");
    }
    let inside = format!("{text}ltl formula {{ x == 1 }}\n");
    let name = |model: Model| model.claims[0].name.clone();
    assert_eq!(
        name(with_formulas(&inside, &[])),
        name(with_formulas(text, &["x == 1"]))
    );
}
