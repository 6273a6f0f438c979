//! Locals, elements of arrays, names of an `mtype`, bits of an `unsigned`.

use super::{AtBound, fails, list, refused};

pub(super) fn models() -> Vec<AtBound> {
    let mut models = Vec::new();
    models.extend([63, 64, 65, 66].map(|count| locals(count).quick_at(&[65])));
    models.extend([63, 64, 65, 66].map(|count| atomic_locals(count).quick_at(&[65])));
    models.extend([7, 8, 9].map(|count| elements(count).quick_at(&[9])));
    models.extend([254, 255, 256].map(|count| names(count).quick_at(&[255, 256])));
    models.extend([30, 31, 32].map(|count| bits(count).quick_at(&[31, 32])));
    models
}

/// The last local says which element is touched, and is assigned in between.
fn locals(count: usize) -> AtBound {
    let text = format!(
        "byte a[3], z;
active [2] proctype P() {{
    byte {names};
    {last} = _pid;
    a[{last}] = 1;
    {last} = 1 - {last};
    a[{last}] = 2;
    assert(a[_pid] != 2 || z == 0);
    if
    :: a[{last}] == 2 -> z = 1
    :: a[2 - {last}] == 1 -> z = 1
    :: else
    fi
}}
",
        names = list(count, ", ", |i| format!("l{i}")),
        last = format!("l{}", count - 1),
    );
    let expectation = fails(["a[_pid] != 2 || z == 0"]);
    AtBound::new("locals", count, expectation, text)
}

/// The same inside of one atomic sequence: the element at its end is not that at its beginning.
fn atomic_locals(count: usize) -> AtBound {
    let text = format!(
        "byte a[2];
active [2] proctype P() {{
    byte {names};
    {last} = _pid;
    atomic {{ a[{last}] = 1; {last} = 1 - {last}; a[{last}] = 2 }};
    assert(a[_pid] == 1);
    assert(a[_pid] == 2)
}}
",
        names = list(count, ", ", |i| format!("l{i}")),
        last = format!("l{}", count - 1),
    );
    let expectation = fails(["a[_pid] == 1", "a[_pid] == 2"]);
    AtBound::new("atomic_locals", count, expectation, text)
}

/// An atomic sequence touches this many elements of one array.
fn elements(count: usize) -> AtBound {
    let text = format!(
        "byte a[12];
active proctype P() {{ atomic {{ {writes} }}; assert(a[{last}] == 1) }}
active proctype Q() {{ a[{last}] = 2; a[{count}] = 3; assert(a[0] == 0) }}
",
        writes = list(count, "; ", |i| format!("a[{i}] = 1")),
        last = count - 1
    );
    let expectation = fails([&*format!("a[{}] == 1", count - 1), "a[0] == 0"]);
    AtBound::new("elements", count, expectation, text)
}

/// The first name has the greatest value.
fn names(count: usize) -> AtBound {
    let text = format!(
        "mtype = {{ {names} }};
mtype m;
int n;
active proctype P() {{
    m = n0;
    n = m;
    assert(n != {count})
}}
",
        names = list(count, ", ", |i| format!("n{i}")),
    );
    let expectation = match count {
        256.. => refused("an `mtype` has at most 255 names"),
        _ => fails([&*format!("n != {count}")]),
    };
    AtBound::new("names", count, expectation, text)
}

/// The greatest value, and the one behind it, which is 0.
fn bits(count: usize) -> AtBound {
    let most = (1u64 << count.min(31)) - 1;
    let text = format!(
        "unsigned u : {count};
active proctype P() {{
    u = {most};
    assert(u != {most});
    u++;
    assert(u != 0)
}}
"
    );
    let expectation = match count {
        32.. => refused("an `unsigned` has 1 to 31 bits"),
        _ => fails([&*format!("u != {most}"), "u != 0"]),
    };
    AtBound::new("bits", count, expectation, text)
}
