//! Messages of the wrong length, as far as the text tells (faults 16 to 21). What is an error of
//! one step only is in `tests/data/faults/message-length`, for every engine.

use std::io::Write;

use frontend::diagnostic::{Severity, Style};
use frontend::{Loaded, Options};

fn load(text: &str) -> Loaded {
    let mut file = tempfile::NamedTempFile::with_suffix(".pml").unwrap();
    file.write_all(text.as_bytes()).unwrap();
    frontend::load(file.path(), &Options::default())
}

/// What is said of a model: the error; else the warning of fewer fields; else nothing.
fn said(text: &str) -> String {
    let loaded = load(text);
    let sorted = loaded.diagnostics.sorted(&loaded.sources);
    let errors = sorted.iter().filter(|it| it.severity == Severity::Error);
    let warnings = sorted.iter().filter(|it| it.kind == "fewer-fields");
    let messages: Vec<&str> = errors
        .chain(warnings)
        .map(|it| it.message.as_str())
        .collect();
    assert!(messages.len() < 2, "{text}\n{messages:?}");
    messages.concat()
}

/// Channels with messages of one, two, three fields.
const CHANNELS: &str = "
chan one = [2] of { byte };
chan two = [2] of { byte, byte };
chan again = [1] of { byte, bit };
chan three = [2] of { byte, byte, byte };
byte x, y, z, w;
";

/// An operation on `c` with this many fields: with variables, with a constant at the end, with
/// `eval`, and with constants alone.
fn operations(fields: usize) -> Vec<(&'static str, String)> {
    let forms = [
        "c!{}", "c!!{}", "c?{}", "c??{}", "c?<{}>", "c??<{}>", "c?[{}]", "c??[{}]",
    ];
    let names = [
        "send", "send", "receive", "receive", "copy", "copy", "poll", "poll",
    ];
    let [variables, constants, evals] =
        [["x", "y", "z", "w"], ["1", "2", "3", "4"], ["eval(x)"; 4]];
    let mut operations = Vec::new();
    for (form, name) in forms.into_iter().zip(names) {
        let mut lists = vec![variables[..fields].to_vec(), constants[..fields].to_vec()];
        lists.push([&variables[..fields - 1], &constants[..1]].concat());
        if name != "send" {
            lists.push(evals[..fields].to_vec());
            lists.push(["_"; 4][..fields].to_vec());
        }
        let written = lists
            .iter()
            .map(|list| (name, form.replace("{}", &list.join(", "))));
        operations.extend(written);
    }
    operations
}

/// What must be said of an operation that names this many fields where messages can have these.
fn right(name: &str, named: usize, lengths: &[usize]) -> String {
    let looks = matches!(name, "copy" | "poll");
    let fits = |&length: &usize| named == length || looks && named < length;
    let least = lengths.iter().min();
    let is_short = name == "copy" && least.is_some_and(|&least| named < least);
    if lengths.is_empty() || lengths.iter().any(fits) && !is_short {
        return String::new();
    }
    let (verb, but) = match (name, is_short) {
        ("copy", true) => ("receive", ""),
        ("copy", false) => ("receive", "but "),
        (name, _) => (name, "but "),
    };
    let mut different = lengths.to_vec();
    different.sort_unstable();
    different.dedup();
    let have: Vec<String> = different.iter().map(usize::to_string).collect();
    let channel = match have.len() {
        1 => "the channel",
        _ => "the channels that it can be",
    };
    let fields = if named == 1 { "field" } else { "fields" };
    let have = have.join(" or ");
    format!("this {verb} has {named} {fields}, {but}messages of {channel} have {have}")
}

/// Every operation with one to four fields, over a parameter that can name channels of these
/// lengths.
#[test]
fn each_operation_with_too_few_enough_and_too_many_fields() {
    let sets: [(&[&str], &[usize]); 7] = [
        (&[], &[]),
        (&["two"], &[2]),
        (&["two", "again"], &[2, 2]),
        (&["one", "two"], &[1, 2]),
        (&["one", "three"], &[1, 3]),
        (&["two", "three"], &[2, 3]),
        (&["one", "two", "three"], &[1, 2, 3]),
    ];
    for (channels, lengths) in sets {
        let runs: String = channels.iter().map(|it| format!("run P({it}); ")).collect();
        for named in 1..=4 {
            for (name, operation) in operations(named) {
                let text = format!(
                    "{CHANNELS}proctype P(chan c) {{ {operation} }}\ninit {{ {runs}skip }}"
                );
                assert_eq!(said(&text), right(name, named, lengths), "{text}");
            }
        }
    }
}

/// The ways by which a channel comes to a variable: all are followed.
#[test]
fn each_way_to_a_variable() {
    let check = |text: &str, expected: &str| {
        assert_eq!(said(&format!("{CHANNELS}{text}")), expected, "{text}");
    };
    let send = "this send has 2 fields, but messages of the channel have 1";
    let either = "this send has 2 fields, but messages of the channels that it can be have 1 or 3";
    // The channel itself, an element, a member.
    check("init { one!1,2 }", send);
    check("chan a[3] = [1] of { byte }; init { a[x]!1,2 }", send);
    check(
        "typedef T { chan c = [1] of { byte } }; T t[2]; init { t[x].c!1,2 }",
        send,
    );
    check("init { chan c = [1] of { byte }; c!1,2 }", send);
    // Assigned, from another variable, from either.
    check("chan c; init { c = one; c!1,2 }", send);
    check("chan c, d; init { d = one; c = d; c!1,2 }", send);
    check("chan c = one; init { c!1,2 }", send);
    check(
        "chan c[2]; init { c[0] = one; c[1] = three; c[x]!1,2 }",
        either,
    );
    check("chan c; init { c = (x -> one : three); c!1,2 }", either);
    check("chan c; init { c = (x -> one : two); c!1,2 }", "");
    check(
        "typedef T { byte n; chan c }; T t; init { t.c = one; t.c!1,2 }",
        send,
    );
    // In a message, alone, in a structure, into a member.
    check(
        "chan box = [1] of { chan }; init { chan c; box!one; box?c; c!1,2 }",
        send,
    );
    check(
        "chan box = [1] of { chan }; init { chan c; box!one; box?<c>; c!1,2 }",
        send,
    );
    check(
        "chan box = [1] of { byte }; init { chan c; box!one; box?c; c!1,2 }",
        "",
    );
    check(
        "typedef T { byte n; chan c }; chan box = [1] of { T }; T t, u; init { t.c = one; box!t; box?u; u.c!1,2 }",
        send,
    );
    // As an argument, of a process and of an inline; from a process.
    check(
        "proctype P(byte n; chan c) { c!1,2 } init { run P(1, one) }",
        send,
    );
    check(
        "proctype P(byte n; chan c) { c!1,2 } init { run P(1, one); run P(2, two) }",
        "",
    );
    check("inline put(c) { c!1,2 } init { put(one) }", send);
    check("inline put(c) { c!1,2 } init { put(two) }", "");
    // A process's own channel that others come to know is any process's.
    let own = "chan box = [1] of { chan };
        active proctype P() { chan c = [1] of { byte }; box!c }
        active proctype Q() { chan c; box?c; c!1,2 }";
    check(own, send);
    check(
        &format!("{own} active proctype R() {{ chan d = [1] of {{ bit, bit }}; d!1,1 }}"),
        "",
    );
    // What is computed can be any.
    check(
        "active proctype P() { chan c; c = one; end: skip } init { chan d; d = P[0]:c; d!1,2 }",
        "",
    );
    check(
        "proctype N() { skip } chan c; init { c = one; c = run N(); c!1,2 }",
        "",
    );
    // A channel that is none.
    check("chan c; init { c!1,2 }", "");
    check("chan c = 200; init { c!1,2 }", "");
    // Within sequences, in conditions.
    for block in [
        "atomic {",
        "d_step {",
        "{ skip } unless {",
        "do :: x -> ",
        "if :: else -> ",
    ] {
        let close = match block.split(' ').next() {
            Some("do") => "od",
            Some("if") => "fi",
            _ => "}",
        };
        check(
            &format!("proctype P(chan c) {{ {block} c!1,2 {close} }} init {{ run P(one) }}"),
            send,
        );
    }
    let poll = "this poll has 2 fields, but messages of the channel have 1";
    check(
        "proctype P(chan c) { assert(!c?[x,y]) } init { run P(one) }",
        poll,
    );
    check(
        "proctype P(chan c) { x = (c??[x,y] && z -> 1 : 2) } init { run P(one) }",
        poll,
    );
    check(
        "proctype P() provided (!one?[x,y]) { skip } init { run P() }",
        poll,
    );
    check(
        "init { one!1 } never { do :: one?[x,y] -> break :: else od }",
        poll,
    );
}

/// A structure counts as its fields, also of structures in it and of arrays.
#[test]
fn structures_count_as_their_fields() {
    let declared = "typedef Inner { byte a; byte b[2] };
        typedef Outer { Inner inner; bit last };
        chan three = [1] of { byte, byte, byte };
        chan four = [1] of { Outer };
        proctype P(chan c) { Outer o; OPERATION }
        init { run P(CHANNEL) }";
    let check = |operation: &str, channel: &str, expected: &str| {
        let text = declared.replace("OPERATION", operation);
        let text = text.replace("CHANNEL", channel);
        assert_eq!(said(&text), expected, "{text}");
    };
    for (operation, name) in [
        ("c!o", "send"),
        ("c!!o", "send"),
        ("c?o", "receive"),
        ("c?[o]", "poll"),
    ] {
        check(operation, "four", "");
        let text = format!("this {name} has 4 fields, but messages of the channel have 3");
        check(operation, "three", &text);
    }
    check("c!o.inner", "three", "");
    check(
        "c!o.inner",
        "four",
        "this send has 3 fields, but messages of the channel have 4",
    );
    check("c!o.inner,1", "four", "");
    check("c!1,2,3,4", "four", "");
    check(
        "c!1,o",
        "four",
        "this send has 5 fields, but messages of the channel have 4",
    );
}

/// As in SPIN, a step of a trace looks at the fields that it names; more than there are is an
/// error.
#[test]
fn steps_of_a_trace() {
    let check = |event: &str, rest: &str, expected: &str| {
        let text = format!("{CHANNELS}trace {{ {event} }} init {{ two!1,2; two?x,y; {rest} }}");
        assert_eq!(said(&text), expected, "{text}");
    };
    check("two!1,2", "skip", "");
    check(
        "two!1",
        "skip",
        "this event has 1 field, messages of the channel have 2",
    );
    check(
        "two?_",
        "skip",
        "this event has 1 field, messages of the channel have 2",
    );
    check(
        "two?1,2,_",
        "skip",
        "this event has 3 fields, but messages of the channel have 2",
    );
    // A message of a channel that the variable names later could have fewer.
    let either = "this event has 2 fields, but messages of the channels that it can be have 1 or 2";
    check("two!1,2", "two = one", either);
    check("two!1,2", "two = again", "");
}

/// The messages as printed: the declarations, and what would be right.
#[test]
fn declarations_and_remedies() {
    let rendered = |text: &str| {
        let loaded = load(text);
        loaded.diagnostics.render(&loaded.sources, Style::Plain)
    };
    let text = format!(
        "{CHANNELS}proctype P(chan c) {{ c!1,2; c?x }}\ninit {{ run P(one); run P(three) }}"
    );
    let message = rendered(&text);
    assert_eq!(
        message.matches("it can be this channel").count(),
        2,
        "{message}"
    );
    assert!(message.contains("chan one = [2] of { byte };"), "{message}");
    assert!(
        message.contains("chan three = [2] of { byte, byte, byte };"),
        "{message}"
    );
    let few = rendered(&format!("{CHANNELS}init {{ two!1 }}"));
    assert!(few.contains("the channel is declared here"), "{few}");
    assert!(few.contains("help: name every field;"), "{few}");
    let many = rendered(&format!("{CHANNELS}init {{ two?x,y,z }}"));
    assert!(many.contains("help: name 2 of them"), "{many}");
}

/// With other errors in the text, only what is declared and never assigned is compared.
#[test]
fn beside_other_errors() {
    let check = |text: &str, expected: usize| {
        let loaded = load(&format!("{CHANNELS}{text}"));
        let errors = loaded.diagnostics.errors().map(|it| it.message.clone());
        let lengths = errors.filter(|it| it.contains("messages of the channel"));
        assert_eq!(lengths.count(), expected, "{text}");
    };
    check("init { two!1; nothing = 1 }", 1);
    check("init { two = one; two!1; nothing = 1 }", 0);
    check(
        "proctype P(chan c) { c!1 } init { run P(two); nothing = 1 }",
        0,
    );
}
