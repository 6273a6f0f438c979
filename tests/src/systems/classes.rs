//! Kinds of systems, and what is likely in each.

/// A kind of systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "see `TABLE`")]
pub enum Class {
    Acyclic,
    Cyclic,
    Locals,
    Atomic,
    Channels,
    Rendezvous,
    Unless,
    Ends,
    Arrays,
    Crowds,
    Mixed,
    Provided,
    Runs,
    DSteps,
    Children,
}

/// Every class, its name, and what its systems have.
pub const TABLE: [(Class, &str, Shape); 15] = [
    (
        Class::Acyclic,
        "acyclic",
        Shape {
            forward: true,
            channels: (0, 2),
            ends: 10,
            ..PLAIN
        },
    ),
    (
        Class::Cyclic,
        "cyclic",
        Shape {
            channels: (0, 2),
            ..PLAIN
        },
    ),
    (
        Class::Locals,
        "locals",
        Shape {
            locals: 75,
            channels: (0, 1),
            ..PLAIN
        },
    ),
    (
        Class::Atomic,
        "atomic",
        Shape {
            atomic: 45,
            channels: (0, 2),
            otherwise: 8,
            ..PLAIN
        },
    ),
    (
        Class::Channels,
        "channels",
        Shape {
            channels: (1, 2),
            messages: 55,
            otherwise: 8,
            ..PLAIN
        },
    ),
    (
        Class::Rendezvous,
        "rendezvous",
        Shape {
            channels: (0, 1),
            rendezvous: 100,
            messages: 45,
            atomic: 15,
            otherwise: 8,
            ..PLAIN
        },
    ),
    (
        Class::Unless,
        "unless",
        Shape {
            channels: (0, 2),
            rendezvous: 20,
            escapes: 35,
            atomic: 15,
            otherwise: 15,
            ..PLAIN
        },
    ),
    (
        Class::Ends,
        "ends",
        Shape {
            forward: true,
            channels: (0, 2),
            ends: 100,
            atomic: 10,
            ..PLAIN
        },
    ),
    (
        Class::Arrays,
        "arrays",
        Shape {
            arrays: 70,
            atomic: 15,
            locals: 40,
            ..PLAIN
        },
    ),
    (
        Class::Crowds,
        "crowds",
        Shape {
            forward: true,
            crowds: 40,
            arrays: 90,
            locals: 40,
            ends: 10,
            ..PLAIN
        },
    ),
    (
        Class::Mixed,
        "mixed",
        Shape {
            channels: (0, 2),
            rendezvous: 35,
            messages: 35,
            atomic: 20,
            escapes: 10,
            otherwise: 12,
            timeouts: 8,
            ends: 35,
            arrays: 30,
            faults: 30,
            locals: 45,
            provided: 15,
            runs: 20,
            d_steps: 10,
            ..PLAIN
        },
    ),
    (
        Class::Provided,
        "provided",
        Shape {
            channels: (0, 1),
            rendezvous: 30,
            atomic: 15,
            otherwise: 8,
            ends: 10,
            provided: 60,
            ..PLAIN
        },
    ),
    (
        Class::Runs,
        "runs",
        Shape {
            channels: (0, 1),
            rendezvous: 20,
            atomic: 10,
            ends: 40,
            runs: 100,
            ..PLAIN
        },
    ),
    (
        Class::DSteps,
        "d_steps",
        Shape {
            channels: (0, 2),
            rendezvous: 20,
            messages: 40,
            atomic: 10,
            otherwise: 8,
            faults: 20,
            d_steps: 40,
            ..PLAIN
        },
    ),
    (
        Class::Children,
        "children",
        Shape {
            channels: (0, 1),
            rendezvous: 20,
            atomic: 10,
            timeouts: 10,
            ends: 60,
            arrays: 25,
            children: 100,
            ..PLAIN
        },
    ),
];

/// How likely things are, in percent.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// A choice leads to a later place.
    pub forward: bool,
    /// Least and most buffered channels.
    pub channels: (usize, usize),
    /// There is a rendezvous channel.
    pub rendezvous: usize,
    /// A statement is a send or receive, where there are channels.
    pub messages: usize,
    /// A variable is local.
    pub locals: usize,
    /// A choice is an atomic sequence.
    pub atomic: usize,
    /// A place has an `else`.
    pub otherwise: usize,
    /// A place can be interrupted.
    pub escapes: usize,
    /// A process has a `timeout` somewhere.
    pub timeouts: usize,
    /// A process can end.
    pub ends: usize,
    /// A global is an array.
    pub arrays: usize,
    /// An array is so short that an index may be wrong.
    pub faults: usize,
    /// A place has more choices than a word has bits, most of which are never executable.
    pub crowds: usize,
    /// A process must be provided with something.
    pub provided: usize,
    /// A process is started by others.
    pub runs: usize,
    /// A choice is a `d_step`.
    pub d_steps: usize,
    /// A process starts others, and waits until they have ended.
    pub children: usize,
    /// Few choices lead to the last place, few wait, and none asserts: for claims, which speak of
    /// what goes on for ever.
    pub lively: bool,
}

const PLAIN: Shape = Shape {
    forward: false,
    channels: (0, 0),
    rendezvous: 0,
    messages: 30,
    locals: 55,
    atomic: 0,
    otherwise: 0,
    escapes: 0,
    timeouts: 0,
    ends: 0,
    arrays: 0,
    faults: 0,
    crowds: 0,
    provided: 0,
    runs: 0,
    d_steps: 0,
    children: 0,
    lively: false,
};

/// What the systems of claims have, in turn.
pub const LIVELY: [(&str, Shape); 11] = [
    (
        "locals",
        Shape {
            locals: 70,
            channels: (0, 1),
            ..GOING_ON
        },
    ),
    (
        "shared",
        Shape {
            channels: (1, 1),
            messages: 65,
            ..GOING_ON
        },
    ),
    (
        "channels",
        Shape {
            channels: (1, 2),
            messages: 50,
            otherwise: 8,
            ..GOING_ON
        },
    ),
    (
        "rendezvous",
        Shape {
            channels: (0, 1),
            rendezvous: 100,
            messages: 45,
            atomic: 10,
            ..GOING_ON
        },
    ),
    (
        "atomic",
        Shape {
            atomic: 40,
            channels: (0, 2),
            otherwise: 8,
            ..GOING_ON
        },
    ),
    (
        "waiting",
        Shape {
            lively: false,
            channels: (0, 1),
            timeouts: 40,
            ends: 30,
            ..GOING_ON
        },
    ),
    (
        "ends",
        Shape {
            forward: true,
            ends: 100,
            channels: (0, 2),
            atomic: 10,
            ..GOING_ON
        },
    ),
    (
        "mixed",
        Shape {
            channels: (0, 2),
            rendezvous: 30,
            atomic: 15,
            escapes: 15,
            otherwise: 12,
            timeouts: 20,
            ends: 30,
            arrays: 30,
            provided: 10,
            runs: 15,
            d_steps: 10,
            ..GOING_ON
        },
    ),
    (
        "provided",
        Shape {
            channels: (0, 1),
            rendezvous: 10,
            atomic: 10,
            ends: 10,
            provided: 50,
            ..GOING_ON
        },
    ),
    (
        "runs",
        Shape {
            channels: (0, 1),
            locals: 65,
            ends: 20,
            runs: 100,
            ..GOING_ON
        },
    ),
    (
        "d_steps",
        Shape {
            channels: (0, 2),
            rendezvous: 10,
            messages: 40,
            d_steps: 40,
            ..GOING_ON
        },
    ),
];

const GOING_ON: Shape = Shape {
    lively: true,
    ..PLAIN
};
