//! Automata as text: `never` claims for SPIN, HOA for other tools, DOT for eyes.
//!
//! Propositions are shown as the texts that the caller gives, by number.

use super::automaton::{Automaton, Edge};
use super::cube::{Cube, bits};
use std::fmt::{self, Formatter, from_fn};

/// A Büchi automaton as a claim of Promela. `title` stands in a comment.
///
/// An execution that the automaton accepts is an acceptance cycle of the claim. The automaton has
/// its one set on all edges of a place or on none.
pub fn never(buchi: &Automaton, propositions: &[String], title: &str) -> String {
    let name = |place: usize| {
        let accepts = buchi.places[place].iter().any(|edge| edge.sets != 0);
        match (accepts, place) {
            (true, 0) => "accept_init".to_string(),
            (false, 0) => "T0_init".to_string(),
            (true, _) => format!("accept_S{place}"),
            (false, _) => format!("T0_S{place}"),
        }
    };
    let mut text = format!("never {{    /* {} */\n", title.replace("*/", "* /"));
    for (place, edges) in buchi.places.iter().enumerate() {
        text += &format!("{}:\n", name(place));
        if edges.is_empty() {
            text += "    false;\n";
            continue;
        }
        text += "    do\n";
        for edge in edges {
            let guard = guard(
                buchi,
                edge,
                [" && ", " || ", "true"],
                |proposition, holds| literal(&propositions[proposition as usize], holds),
            );
            text += &format!("    :: ({guard}) -> goto {}\n", name(edge.target));
        }
        text += "    od;\n";
    }
    text + "}\n"
}

/// An automaton in the Hanoi Omega-Automata format, version 1.
pub fn hoa(automaton: &Automaton, propositions: &[String], title: &str) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let names: Vec<String> = propositions.iter().map(|it| quoted(it)).collect();
    let (acceptance, condition) = match automaton.sets {
        0 => ("all".to_string(), "t".to_string()),
        1 => ("Buchi".to_string(), "Inf(0)".to_string()),
        sets => {
            let each: Vec<String> = (0..sets).map(|set| format!("Inf({set})")).collect();
            (format!("generalized-Buchi {sets}"), each.join(" & "))
        }
    };
    let mut text = format!("HOA: v1\nname: {}\n", quoted(title));
    text += &format!("States: {}\nStart: 0\n", automaton.places.len());
    text += &format!("AP: {} {}\n", names.len(), names.join(" "));
    text += &format!(
        "acc-name: {acceptance}\nAcceptance: {} {condition}\n",
        automaton.sets
    );
    text += "properties: trans-labels explicit-labels trans-acc\n--BODY--\n";
    for (place, edges) in automaton.places.iter().enumerate() {
        text += &format!("State: {place}\n");
        for edge in edges {
            let guard = guard(
                automaton,
                edge,
                [" & ", " | ", "t"],
                |proposition, holds| format!("{}{proposition}", if holds { "" } else { "!" }),
            );
            text += &format!("[{guard}] {}{}\n", edge.target, sets(edge));
        }
    }
    text + "--END--\n"
}

/// An automaton as a drawing, in the language of Graphviz.
pub fn dot(automaton: &Automaton, propositions: &[String], title: &str) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let mut text = format!("digraph {} {{\n", quoted(title));
    text += "    rankdir=LR; start [shape=point]; start -> 0\n";
    for (place, edges) in automaton.places.iter().enumerate() {
        text += &format!("    {place} [shape=circle]\n");
        for edge in edges {
            let guard = guard(
                automaton,
                edge,
                [" && ", " || ", "true"],
                |proposition, holds| literal(&propositions[proposition as usize], holds),
            );
            let label = quoted(&format!("{guard}{}", sets(edge)));
            text += &format!("    {place} -> {} [label={label}]\n", edge.target);
        }
    }
    text + "}\n"
}

/// The condition of an edge, a disjunction of cubes; words for "and", "or" and "always".
fn guard(
    automaton: &Automaton,
    edge: &Edge,
    [and, or, always]: [&str; 3],
    literal: impl Fn(u32, bool) -> String,
) -> String {
    let conjunction = |cube: &Cube| {
        let literals = bits(cube.care).map(|bit| literal(bit, cube.value >> bit & 1 == 1));
        match literals.collect::<Vec<_>>() {
            none if none.is_empty() => always.to_string(),
            some => some.join(and),
        }
    };
    let cubes = edge.letters.cubes(automaton.alphabet);
    let cubes: Vec<String> = cubes.iter().map(conjunction).collect();
    cubes.join(or)
}

/// What may not stand below `!`, and what is written instead.
const OPPOSITES: [(&str, &str); 4] = [
    ("empty", "nempty"),
    ("nempty", "empty"),
    ("full", "nfull"),
    ("nfull", "full"),
];

/// That a proposition holds, or does not.
fn literal(text: &str, holds: bool) -> String {
    if holds {
        return operand(text);
    }
    let opposite = OPPOSITES.iter().find_map(|(word, opposite)| {
        let rest = text.strip_prefix(word)?;
        is_in_parentheses(rest.trim_start()).then(|| format!("{opposite}{rest}"))
    });
    opposite.unwrap_or_else(|| format!("!{}", operand(text)))
}

/// Whether the last character closes the parenthesis that the first one opens.
fn is_in_parentheses(text: &str) -> bool {
    let mut depth = 0;
    let closed = text.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    });
    text.starts_with('(') && closed == Some(text.len() - 1)
}

/// A text that can stand below `!`.
fn operand(text: &str) -> String {
    let is_plain = text.chars().all(|c| c.is_alphanumeric() || c == '_');
    if is_plain {
        text.to_string()
    } else {
        format!("({text})")
    }
}

/// The acceptance sets of an edge: ` {0 2}`, or nothing.
fn sets(edge: &Edge) -> impl fmt::Display {
    let sets: Vec<String> = bits(edge.sets.into()).map(|set| set.to_string()).collect();
    from_fn(move |f: &mut Formatter<'_>| match sets.is_empty() {
        true => Ok(()),
        false => write!(f, " {{{}}}", sets.join(" ")),
    })
}
