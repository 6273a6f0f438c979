//! A model built by hand that has one of everything: what the emitter must get right without any
//! front end.

use frontend::ir::*;

fn source(line: u32, text: &str) -> Source {
    Source {
        file: 0,
        line,
        column: 1,
        text: text.to_owned(),
        via: Vec::new(),
    }
}

fn variable(name: &str, ty: Type, bits: u8, dimensions: &[u32], initial: &[i32]) -> Variable {
    Variable {
        name: name.to_owned(),
        ty,
        width: Width {
            bits,
            signed: matches!(ty, Type::Short | Type::Int),
        },
        dimensions: dimensions.to_vec(),
        initial: initial.to_vec(),
        hidden: false,
        source: source(1, name),
    }
}

fn local(index: u32) -> Access {
    scalar(Var::Local(LocalId(index)))
}

fn global(index: u32) -> Access {
    scalar(Var::Global(GlobalId(index)))
}

fn scalar(var: Var) -> Access {
    Access {
        var,
        subscripts: Vec::new(),
    }
}

fn element(access: Access, index: Expr, length: u32) -> Access {
    Access {
        subscripts: vec![Subscript { index, length }],
        ..access
    }
}

fn load(access: Access) -> Expr {
    Expr::Load(access)
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr::Binary(op, left.into(), right.into())
}

/// Builds a proctype as a list of (line, text, action, place it leaves, target).
fn proctype(
    name: &str,
    parameters: usize,
    locals: Vec<Variable>,
    rows: Vec<(u32, &str, Action, u32, u32)>,
) -> Proctype {
    let count = rows.iter().map(|row| row.3 + 1).max().unwrap_or(0);
    let places = (0..count)
        .map(|place| {
            let candidates = rows.iter().enumerate().filter(|(_, row)| row.3 == place);
            let candidates: Vec<Candidate> = candidates
                .map(|(index, _)| Candidate {
                    transition: TransitionId::from(index),
                    tier: 0,
                })
                .collect();
            let first = &rows[candidates[0].transition.index()];
            Place {
                source: source(first.0, first.1),
                labels: Vec::new(),
                end: matches!(first.2, Action::End),
                accept: false,
                progress: false,
                candidates,
            }
        })
        .collect();
    let transitions = rows
        .into_iter()
        .map(|(line, text, action, _, target)| Transition {
            steps: vec![Step::new(action, source(line, text))],
            resets: Vec::new(),
            target: PlaceId(target),
            jumps: false,
            atomic: false,
        });
    Proctype {
        name: name.to_owned(),
        source: source(1, &format!("proctype {name}()")),
        deterministic: false,
        provided: None,
        priority: 1,
        parameters,
        locals,
        creation: Vec::new(),
        written_creation: None,
        channels: Vec::new(),
        places,
        transitions: transitions.collect(),
        start: PlaceId(0),
        promises: Vec::new(),
    }
}

/// A sender that runs a receiver, over buffered and rendezvous channels, an array of channels, and
/// one passed as a parameter.
pub fn model() -> Model {
    use BinaryOp as Op;
    let byte = |name: &str| variable(name, Type::Byte, 8, &[], &[]);
    let sent = |channel, arguments| Action::Send {
        channel,
        arguments,
        sorted: false,
    };
    let received = |channel, arguments| Action::Receive {
        channel,
        arguments,
        random: false,
        keep: false,
    };
    let data = Expr::Const(1);
    let sender = proctype(
        "Sender",
        0,
        vec![
            variable("buf", Type::Byte, 8, &[4], &[]),
            byte("next"),
            variable("n", Type::Int, 32, &[], &[]),
            variable("in", Type::Chan, 8, &[], &[]),
        ],
        vec![
            (
                3,
                "run receiver(wire[1], next)",
                Action::Run {
                    proctype: ProctypeId(1),
                    priority: 1,
                    arguments: vec![load(element(global(1), Expr::Const(1), 2)), load(local(1))],
                    result: Some((local(2), Expr::Spawned)),
                },
                0,
                1,
            ),
            (
                5,
                "n < 3 && !done",
                Action::Condition(binary(
                    Op::And,
                    binary(Op::Less, load(local(2)), Expr::Const(3)),
                    Expr::Unary(UnaryOp::Not, load(global(0)).into()),
                )),
                1,
                2,
            ),
            (5, "else", Action::Else, 1, 6),
            (
                6,
                "buf[next] = (n + 1) * 2 % 5",
                Action::Assign(
                    element(local(0), load(local(1)), 4),
                    binary(
                        Op::Remainder,
                        binary(
                            Op::Multiply,
                            binary(Op::Add, load(local(2)), Expr::Const(1)),
                            Expr::Const(2),
                        ),
                        Expr::Const(5),
                    ),
                ),
                2,
                3,
            ),
            (
                7,
                "wire[next % 2]!data,buf[next & 3]",
                sent(
                    element(
                        global(1),
                        binary(Op::Remainder, load(local(1)), Expr::Const(2)),
                        2,
                    ),
                    vec![
                        data.clone(),
                        load(element(
                            local(0),
                            binary(Op::BitAnd, load(local(1)), Expr::Const(3)),
                            4,
                        )),
                    ],
                ),
                3,
                4,
            ),
            (
                8,
                "meet!n / next",
                sent(
                    global(2),
                    vec![binary(Op::Divide, load(local(2)), load(local(1)))],
                ),
                4,
                5,
            ),
            (
                9,
                "next++",
                Action::Assign(local(1), binary(Op::Add, load(local(1)), Expr::Const(1))),
                5,
                1,
            ),
            (
                10,
                "assert(next >= 1 + n)",
                Action::Assert(binary(
                    Op::GreaterEqual,
                    load(local(1)),
                    binary(Op::Add, Expr::Const(1), load(local(1))),
                )),
                6,
                7,
            ),
            (11, "-end-", Action::End, 7, 7),
        ],
    );
    let receiver = proctype(
        "receiver",
        2,
        vec![
            variable("in", Type::Chan, 8, &[], &[]),
            byte("type"),
            byte("x"),
        ],
        vec![
            (
                20,
                "in?data,x",
                received(
                    local(0),
                    vec![Pattern::Match(data), Pattern::Store(local(2))],
                ),
                0,
                1,
            ),
            (
                20,
                "meet?eval(x)",
                received(global(2), vec![Pattern::Match(load(local(2)))]),
                0,
                0,
            ),
            (
                21,
                "nempty(in) || full(wire[0]) -> done = (x > 2) == (type > 2)",
                Action::Condition(binary(
                    Op::Or,
                    Expr::Channel(ChannelQuery::NotEmpty, local(0)),
                    Expr::Channel(ChannelQuery::Full, element(global(1), Expr::Const(0), 2)),
                )),
                1,
                2,
            ),
            (
                22,
                "done = (x > 2) == (type > 2)",
                Action::Assign(
                    global(0),
                    binary(
                        Op::Equal,
                        binary(Op::Greater, load(local(2)), Expr::Const(2)),
                        binary(Op::Greater, load(local(1)), Expr::Const(2)),
                    ),
                ),
                2,
                0,
            ),
            (23, "false", Action::Condition(Expr::Const(0)), 2, 0),
        ],
    );
    Model {
        files: vec!["examples/every.pml".to_owned()],
        digest: "0123456789abcdef".to_owned(),
        claims: Vec::new(),
        mtypes: vec![MtypeSet {
            name: None,
            names: vec![("data".to_owned(), 1)],
        }],
        globals: vec![
            variable("done", Type::Bool, 1, &[], &[0]),
            variable("wire", Type::Chan, 8, &[2], &[1, 2]),
            variable("meet", Type::Chan, 8, &[], &[3]),
            variable("level", Type::Short, 16, &[3], &[4, 4, -4]),
        ],
        channels: [("wire[0]", 2, 0), ("wire[1]", 2, 0), ("meet", 0, 1)]
            .map(|(name, capacity, signature)| Channel {
                name: name.to_owned(),
                capacity,
                signature: SignatureId(signature),
                source: source(2, name),
            })
            .to_vec(),
        signatures: vec![
            Signature {
                fields: [(Type::Mtype(0), 8), (Type::Byte, 8)]
                    .map(|(ty, bits)| {
                        (
                            ty,
                            Width {
                                bits,
                                signed: false,
                            },
                        )
                    })
                    .to_vec(),
            },
            Signature {
                fields: vec![(
                    Type::Int,
                    Width {
                        bits: 32,
                        signed: true,
                    },
                )],
            },
        ],
        proctypes: vec![sender, receiver],
        initial: vec![ProctypeId(0)],
        trace: None,
        tracks_last: false,
        has_priorities: false,
        lossy_sends: false,
        unchecked: Unchecked::default(),
        hidden_reads: Vec::new(),
        irreducible: None,
    }
}
