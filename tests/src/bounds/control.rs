//! Options at a place, escapes, conditions of many parts, long bodies, long paths.

use super::{AtBound, fails, lines, list, refused};

pub(super) fn models() -> Vec<AtBound> {
    let mut models = Vec::new();
    models.extend([63, 64, 65].map(|count| waiting_option(count).quick_at(&[64])));
    models.extend([63, 64, 65].map(|count| receiving_option(count).quick_at(&[64])));
    models.extend([63, 64, 65, 255, 256, 257].map(|count| options(count).quick_at(&[65, 256])));
    models.extend([63, 64, 65, 66].map(|count| parts(count).quick_at(&[65])));
    models.extend([253, 254, 255].map(|count| escapes(count).quick_at(&[254, 255])));
    models.extend([63, 64, 65].map(|count| tiers(count).quick_at(&[65])));
    models.extend([254, 255, 256, 257].map(|count| places(count).quick_at(&[256])));
    models.extend([65_534, 65_535, 65_536].map(|count| steps(count).quick_at(&[])));
    let counts = [4_999, 5_000, 5_001, 9_999, 10_000, 10_001];
    models.extend(counts.map(|count| chain(count).quick_at(&[])));
    models
}

/// Whether `P` or `Q` goes first decides, and `P` must wait for `S` before it can: if what it waits
/// for is not noted, `Q` goes first alone.
///
/// Behind options that are never executable there is one that waits for another process; the next
/// one is local.
fn waiting_option(count: usize) -> AtBound {
    let dead = lines(count, |i| format!("    :: l == {} -> goto out", i + 1));
    let text = format!(
        "byte x, y, z;
active proctype Q() {{ end: atomic {{ y == 0 -> z = 1 }} }}
active proctype P() {{
    byte l;
    if
{dead}    :: atomic {{ (timeout || x == 1) -> y = 1 }}; assert(z == 1)
    :: l == 0 -> skip
    fi;
out: skip
}}
active proctype S() {{ x = 1 }}
"
    );
    AtBound::new("waiting_option", count, fails(["z == 1"]), text)
}

/// Of the last two options but one the first can take a message, which only one order sees.
fn receiving_option(count: usize) -> AtBound {
    let dead = lines(count, |i| format!("    :: l == {} -> goto out", i + 1));
    let text = format!(
        "chan c = [1] of {{ byte }};
byte x;
active proctype Q() {{ c!1; x = 1 }}
active proctype P() {{
    byte l;
    if
{dead}    :: c?1 -> assert(x == 1)
    :: x == 1 -> assert(len(c) == 0)
    fi;
out: skip
}}
"
    );
    let expectation = fails(["x == 1", "len(c) == 0"]);
    AtBound::new("receiving_option", count, expectation, text)
}

/// All are executable, and asleep behind the step of `Q`, which commutes with them.
fn options(count: usize) -> AtBound {
    let options = lines(count, |i| format!("    :: x = {}", i + 1));
    let text = format!(
        "int x;
byte y;
active proctype P() {{
    if
{options}    fi;
    assert(x != {count} || y == 0);
    assert(x != {count} || y == 1)
}}
active proctype Q() {{ y = 1 }}
"
    );
    let expectation = fails([
        &format!("x != {count} || y == 0"),
        &format!("x != {count} || y == 1"),
    ]);
    AtBound::new("options", count, expectation, text)
}

/// As for one that waits among many options: what it waits for is the last part of its condition.
fn parts(count: usize) -> AtBound {
    let text = format!(
        "byte g[{count}], y, z;
active proctype Q() {{ end: atomic {{ y == 0 -> z = 1 }} }}
active proctype P() {{ atomic {{ {parts} && g[{last}] == 1 -> y = 1 }}; assert(z == 1) }}
active proctype S() {{ g[{last}] = 1 }}
",
        parts = list(count - 1, " && ", |i| format!("g[{i}] == 0")),
        last = count - 1
    );
    AtBound::new("parts", count, fails(["z == 1"]), text)
}

/// Options that each have an `unless` of their own; the last is the one that is left. An `else`
/// must not be taken beside any of them.
fn escapes(count: usize) -> AtBound {
    let last = count - 1;
    let options = lines(count, |i| {
        format!("    :: {{ x == {i} -> y = 1 }} unless {{ z == {i} -> y = 2 }}")
    });
    let text = format!(
        "int x = {last}, y, z = {count};
active proctype P() {{
    if
{options}    :: else -> assert(false)
    fi;
    assert(y == 1)
}}
active proctype Q() {{ z = {last} }}
"
    );
    let expectation = match count {
        255.. => refused("this can be left by 255 escapes"),
        _ => fails(["y == 1"]),
    };
    AtBound::new("escapes", count, expectation, text)
}

/// Escapes around each other, of which the first and the last are executable together: the
/// outermost is taken.
fn tiers(count: usize) -> AtBound {
    let last = count - 1;
    let text = format!(
        "int x, y;
active proctype P() {{
    {open} x == -1 {close};
    assert(y != {last})
}}
active proctype Q() {{ x = 1 }}
",
        open = "{ ".repeat(count),
        close = list(count, " ", |i| match i {
            0 => "} unless { x == 1 -> assert(false) }".into(),
            i if i == last => format!("}} unless {{ x == 1 -> y = {i} }}"),
            i => format!("}} unless {{ x == {} -> y = {i} }}", i + 1),
        }),
    );
    let expectation = fails([&*format!("y != {last}")]);
    AtBound::new("tiers", count, expectation, text)
}

/// Statements one after the other.
fn places(count: usize) -> AtBound {
    let text = format!(
        "int x;
active proctype P() {{
{}    assert(x < {count})
}}
",
        lines(count, |_| "    x++;".into())
    );
    let expectation = fails([&*format!("x < {count}")]);
    AtBound::new("places", count, expectation, text)
}

/// A path of this many steps and more: the stack, depths, and the trail.
fn steps(count: usize) -> AtBound {
    let text = format!(
        "int x;
active proctype P() {{ do :: x < {count} -> x++ :: else -> break od; assert(x < {count}) }}
"
    );
    let expectation = fails([&*format!("x < {count}")]);
    AtBound::new("steps", count, expectation, text)
}

/// An atomic sequence of this many rounds, of one step each or of two.
fn chain(count: usize) -> AtBound {
    let text = format!(
        "int n;
byte x;
active proctype P() {{
    atomic {{ x = 1; do :: n < {count} -> n++ :: else -> break od; n = 0 }};
    assert(x == 1)
}}
active proctype Q() {{ x = 2; assert(x == 2) }}
"
    );
    AtBound::new("chain", count, fails(["x == 1", "x == 2"]), text)
}
