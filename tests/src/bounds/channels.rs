//! Channels, the messages that they hold, and the fields of messages.

use super::{AtBound, error, fails, list, refused};

pub(super) fn models() -> Vec<AtBound> {
    let mut models = Vec::new();
    models.extend([254, 255, 256].map(|count| channels(count).quick_at(&[255, 256])));
    models.extend([254, 255, 256].map(|count| own_channels(count).quick_at(&[255, 256])));
    let counts = [254, 255, 256, 65_536];
    models.extend(counts.map(|count| messages(count).quick_at(&[256, 65_536])));
    models.extend([255, 256, 257].map(|count| fields(count, 2).quick_at(&[256])));
    models.extend([255, 256, 257].map(|count| fields(count, 0).quick_at(&[256])));
    models.extend([63, 64, 65].map(|count| room(count).quick_at(&[65])));
    models
}

/// A message to each channel and back.
fn channels(count: usize) -> AtBound {
    let last = count - 1;
    let text = format!(
        "chan c[{count}] = [1] of {{ byte }};
active proctype P() {{
    byte i, v;
    do
    :: i < {count} -> c[i]!i; i++
    :: else -> break
    od;
    i = 0;
    do
    :: i < {count} -> c[i]?v; assert(v == i); assert(v != {last}); i++
    :: else -> break
    od
}}
"
    );
    let expectation = match count {
        256.. => refused("there are more than 255 channels"),
        _ => fails([&*format!("v != {last}")]),
    };
    AtBound::new("channels", count, expectation, text)
}

/// Channels from the start, and those that processes make for themselves.
fn own_channels(count: usize) -> AtBound {
    let text = format!(
        "chan c[250] = [0] of {{ byte }};
chan last;
proctype P() {{
    chan own = [1] of {{ byte }};
    byte v;
    last = own;
    own!7;
    last?v;
    assert(v == 7);
    end: false
}}
init {{
    byte i;
    do
    :: i < {own} -> run P(); i++; timeout
    :: else -> break
    od;
    end: assert(last != {count})
}}
",
        own = count - 250
    );
    if count > 255 {
        return AtBound::new("own_channels", count, error("too many channels"), text).ends_spin();
    }
    let expectation = fails([&*format!("last != {count}")]);
    AtBound::new("own_channels", count, expectation, text)
}

/// A channel is filled, the last message taken out of turn, another put in its place.
fn messages(count: usize) -> AtBound {
    let last = count - 1;
    let text = format!(
        "chan c = [{count}] of {{ bit }};
int sent;
active proctype P() {{
    d_step {{
        do
        :: sent < {last} -> c!0; sent++
        :: else -> break
        od;
        c!1
    }};
    assert(full(c) && len(c) == {count});
    c??1;
    assert(nfull(c) && len(c) == {last} && !c??[1]);
    c!1;
    c?0;
    assert(c??[1] && len(c) == {last});
    assert(!c??[1])
}}
"
    );
    let expectation = match count {
        65_536.. => refused("a channel cannot hold 65536 messages"),
        _ => fails(["!c??[1]"]),
    };
    AtBound::new("messages", count, expectation, text)
}

/// Every field has a value of its own, as far as there are values.
fn fields(count: usize, capacity: usize) -> AtBound {
    let text = format!(
        "chan c = [{capacity}] of {{ {types} }};
byte b[{count}];
active proctype P() {{ c!{values} }}
active proctype Q() {{
    c?{into};
    assert(b[0] == 3 && b[{before}] == {value_before});
    assert(b[{last}] != {value})
}}
",
        types = list(count, ", ", |_| "byte".into()),
        values = list(count, ",", |i| ((i + 3) % 256).to_string()),
        into = list(count, ",", |i| format!("b[{i}]")),
        before = count - 2,
        value_before = (count + 1) % 256,
        last = count - 1,
        value = (count + 2) % 256,
    );
    let what = match capacity {
        0 => "handshake_fields",
        _ => "fields",
    };
    let expectation = fails([&*format!("b[{}] != {}", count - 1, (count + 2) % 256)]);
    let at_bound = AtBound::new(what, count, expectation, text);
    match count {
        // SPIN keeps the values of 255 variables for the way back.
        256.. => at_bound.refused_by_spin(),
        _ => at_bound,
    }
}

/// An atomic sequence begins with a test of room in this many channels, and then fills them.
fn room(count: usize) -> AtBound {
    let last = count - 1;
    let text = format!(
        "chan c[{count}] = [1] of {{ bit }};
active proctype P() {{
    atomic {{ {tests} -> {sends} }};
    assert(len(c[{last}]) == 1)
}}
active proctype Q() {{
    end1: c[{last}]!1; c[{last}]?1; end2: c[{last}]?1
}}
",
        tests = list(count, " && ", |i| format!("nfull(c[{i}])")),
        sends = list(count, "; ", |i| format!("c[{i}]!1"))
    );
    let expectation = fails([&*format!("len(c[{last}]) == 1")]);
    AtBound::new("room", count, expectation, text)
}
