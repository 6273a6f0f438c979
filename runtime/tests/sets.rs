//! Overman's method and persistent sets choose what reasoning by hand says, in small systems with
//! tags written by hand.

mod tiny;

use std::sync::Arc;

use runtime::memory::{Account, Budget};
use runtime::model::{Model, TransitionId};
use runtime::reduce::{Dependency, Pids, Sets};
use runtime::state::State;
use runtime::step::Move;
use runtime::tables::{
    assigning, await_receive, await_send, changes, ends, looks_at, meet_receiving, meet_sending,
    need, perhaps, put, starting, take,
};
use runtime::tags::{Object, Tags};
use tiny::{Action, LOCAL, Line, NR_PR, Tiny, X, Y, Z, fill, is_full, line, plain, tagged};

const OVERMAN: bool = false;
const PERSISTENT: bool = true;

/// All sets of a state.
fn sets(model: &Tiny, state: &mut State, with_guards: bool) -> Vec<Vec<u8>> {
    all_of(&mut Sets::new(model.info(), with_guards), model, state)
}

/// All sets of a state, one after the other: each asked for with the union of those before as done.
fn all_of(sets: &mut Sets, model: &Tiny, state: &mut State) -> Vec<Vec<u8>> {
    let mut done = Pids::NONE;
    let mut all = Vec::new();
    let (words, hash, mark) = (state.words().to_vec(), state.hash(), state.mark());
    while let Some(set) = sets.next(model, state, &done) {
        all.push(set.iter().collect());
        assert!(!set.without(&done).is_empty(), "nothing new: {all:?}");
        done.extend(&set);
    }
    assert_eq!((state.words(), state.hash()), (&words[..], hash));
    assert!(state.is_at(mark));
    all
}

fn access(object: Object) -> (Action, Tags) {
    plain(Action::Go, &[changes(object)])
}

/// Processes A (0), B (1), C (2) of 1992, section 5: `A: y; z; stop`, `B: do x; y od`,
/// `C: do x; z od`.
fn paper() -> Tiny {
    Tiny::new(vec![
        line(vec![access(Y), access(Z)]),
        line(vec![access(X), access(Y)]).round(),
        line(vec![access(X), access(Z)]).round(),
    ])
}

#[test]
fn the_example_of_the_paper() {
    let model = paper();
    // <a0,b0,c0>: A cannot come to x, so B and C go first, with two of three edges.
    let mut state = model.at(&[(0, 0), (1, 0), (2, 0)]);
    for with_guards in [OVERMAN, PERSISTENT] {
        assert_eq!(sets(&model, &mut state, with_guards), [[1, 2]]);
    }
    // <a1,b1,c1>: A cannot come to y any more, so B goes alone. Then A and C, who touch z.
    let mut state = model.at(&[(0, 1), (1, 1), (2, 1)]);
    for with_guards in [OVERMAN, PERSISTENT] {
        let found = sets(&model, &mut state, with_guards);
        assert_eq!(found, [vec![1], vec![0, 2]]);
    }
    // <stop,b0,c0>: nothing is left of A.
    let mut state = model.at(&[(0, 2), (1, 1), (2, 1)]);
    assert_eq!(sets(&model, &mut state, PERSISTENT), [[2], [1]]);
}

#[test]
fn what_was_forgotten_is_found_out_again() {
    let model = paper();
    let places = [[0, 0, 0], [1, 1, 1], [2, 1, 1], [1, 0, 0], [2, 0, 1]];
    for with_guards in [OVERMAN, PERSISTENT] {
        let mut forgetful = Sets::new(model.info(), with_guards).within(0);
        for [a, b, c] in places.iter().chain(&places) {
            let mut state = model.at(&[(0, *a), (1, *b), (2, *c)]);
            let found = all_of(&mut forgetful, &model, &mut state);
            assert_eq!(found, sets(&model, &mut state, with_guards));
        }
    }
}

/// One buffered channel of capacity 1, sent to and received from.
fn channel_send() -> (Action, Tags) {
    tagged(
        Action::Send,
        &[put(X)],
        leak([need(|state, _| !is_full(state), leak([await_receive(X)]))]),
    )
}

fn channel_receive() -> (Action, Tags) {
    tagged(
        Action::Receive,
        &[take(X)],
        leak([need(|state, _| is_full(state), leak([await_send(X)]))]),
    )
}

fn leak<T, const N: usize>(items: [T; N]) -> &'static [T] {
    Box::leak(Box::new(items))
}

#[test]
fn a_send_with_an_exclusive_receiver_goes_alone_while_there_is_room() {
    let model = Tiny::new(vec![
        line(vec![channel_receive(), access(Y)]),
        line(vec![access(Y), channel_send()]),
        line(vec![channel_send()]),
    ]);
    // Process 1 is past its send: 2 is the only sender, 0 the only receiver.
    let mut state = model.at(&[(0, 0), (1, 2), (2, 0)]);
    assert_eq!(sets(&model, &mut state, PERSISTENT), [[2]]);
    // The receiver waits, so it is in no set but its own, which has no edge. With all taken as
    // enabled, the sender is not without the receiver.
    assert_eq!(sets(&model, &mut state, OVERMAN), [[0, 2]]);
    // With another sender ahead of it: it and 1, whose access to y concerns 0, which waits for a
    // message. All of them.
    let mut state = model.at(&[(0, 0), (1, 0), (2, 0)]);
    assert!(sets(&model, &mut state, PERSISTENT).is_empty());
    // A full channel: the receive goes alone. The sends wait for it.
    let mut state = model.at(&[(0, 0), (1, 1), (2, 0)]);
    fill(&mut state);
    assert_eq!(sets(&model, &mut state, PERSISTENT), [[0]]);
}

#[test]
fn a_disabled_receive_asks_for_senders_however_far_away() {
    let model = Tiny::new(vec![
        // Waits for a message, then touches y.
        line(vec![channel_receive(), access(Y)]),
        // Comes to its send after two steps.
        line(vec![access(Z), access(Z), channel_send()]),
        // Another receiver, which stands before z.
        line(vec![access(Z), channel_receive()]),
        // Touches y.
        line(vec![access(Y)]),
    ]);
    let mut state = model.at(&[(0, 0), (1, 0), (2, 0), (3, 0)]);
    // 3 touches y, as 0 will; 0 waits for 1, not for the other receiver; 1 touches z, as 2 does:
    // everybody. 2 touches z: 1 as well; 1 is done with 2. They go without 0 and 3.
    assert_eq!(sets(&model, &mut state, PERSISTENT), [[1, 2]]);
    // 2 is over: 1 goes alone.
    let mut state = model.at(&[(0, 0), (1, 0), (2, 2), (3, 0)]);
    assert_eq!(
        sets(&model, &mut state, PERSISTENT),
        [vec![1], vec![0, 1, 3]]
    );
    // The sender is over: 0 waits for ever, and asks for no one.
    let mut state = model.at(&[(0, 0), (1, 3), (2, 2), (3, 0)]);
    assert_eq!(sets(&model, &mut state, PERSISTENT), [[0, 3]]);
}

#[test]
fn an_array_with_a_part_for_each_process() {
    // x[_pid] each.
    let own = || {
        plain(
            Action::Go,
            &[changes(X).computed(&[], |_, it| i32::from(it.pid))],
        )
    };
    let model = Tiny::new(vec![line(vec![own()]).round()]);
    let mut state = model.at(&[(0, 0), (0, 0), (0, 0)]);
    assert_eq!(sets(&model, &mut state, PERSISTENT), [[2], [1], [0]]);
    // x[i] each: 0 and 2 have the same i.
    let indexed = || plain(Action::Go, &[changes(X).of(LOCAL)]);
    let with_i = |model: &Tiny| {
        let mut state = model.at(&[(0, 0), (0, 0), (0, 0)]);
        for (pid, i) in [(0, 7), (1, 8), (2, 7)] {
            let process = state.process(pid);
            state.set(process.at(LOCAL), i);
        }
        state
    };
    let model = Tiny::new(vec![line(vec![indexed(), indexed()])]);
    assert_eq!(
        sets(&model, &mut with_i(&model), PERSISTENT),
        [vec![1], vec![0, 2]]
    );
    // It is assigned when no index depends on it any more.
    let change = || {
        let (action, tags) = plain(Action::Go, &[]);
        (action, assigning(1, tags))
    };
    let model = Tiny::new(vec![line(vec![indexed(), change()])]);
    assert_eq!(
        sets(&model, &mut with_i(&model), PERSISTENT),
        [vec![1], vec![0, 2]]
    );
    // It is assigned between: what the second index will be is not known.
    let model = Tiny::new(vec![line(vec![indexed(), change(), indexed()])]);
    assert!(sets(&model, &mut with_i(&model), PERSISTENT).is_empty());
    // And in a circle.
    let model = Tiny::new(vec![line(vec![indexed(), change()]).round()]);
    assert!(sets(&model, &mut with_i(&model), PERSISTENT).is_empty());
}

#[test]
fn many_elements_are_not_told_apart() {
    // One of the 64 that are told apart is that of the local itself.
    for (elements, are_told_apart) in [(63, true), (64, false)] {
        let each = (0..elements).map(|i| plain(Action::Go, &[changes(X).at(i)]));
        let indexed = plain(Action::Go, &[changes(X).of(LOCAL)]);
        let model = Tiny::new(vec![line(vec![indexed]), line(each.collect())]);
        let mut state = model.at(&[(0, 0), (1, 0)]);
        let process = state.process(0);
        // 1 touches another element first, and this one last.
        state.set(process.at(LOCAL), elements - 1);
        assert_eq!(sets(&model, &mut state, PERSISTENT), [[1]]);
        // It never touches this one.
        state.set(process.at(LOCAL), elements);
        let found = sets(&model, &mut state, PERSISTENT);
        match are_told_apart {
            true => assert_eq!(found, [[1], [0]]),
            false => assert_eq!(found, [[1]]),
        }
    }
}

#[test]
fn a_handshake_takes_place_inside_of_a_set() {
    let offering = || plain(Action::Offer, &[meet_sending(X)]);
    let accepting = || plain(Action::Accept, &[meet_receiving(X)]);
    let model = Tiny::new(vec![
        line(vec![offering()]),
        line(vec![accepting()]),
        line(vec![access(Y), accepting()]),
        line(vec![access(Y)]).round(),
    ]);
    // 2 may accept later, and before that it touches y, as 3 does.
    let mut state = model.at(&[(0, 0), (1, 0), (2, 0), (3, 0)]);
    assert_eq!(sets(&model, &mut state, PERSISTENT), [[2, 3]]);
    // It may accept now, and 3 has nothing to do with it: three processes with two edges, or 3
    // alone with one.
    let mut state = model.at(&[(0, 0), (1, 0), (2, 1), (3, 0)]);
    assert_eq!(
        sets(&model, &mut state, PERSISTENT),
        [vec![3], vec![0, 1, 2]]
    );
    // It has accepted something.
    let mut state = model.at(&[(0, 0), (1, 0), (2, 2), (3, 0)]);
    assert_eq!(sets(&model, &mut state, PERSISTENT), [vec![3], vec![0, 1]]);
}

fn ending() -> (Action, Tags) {
    plain(Action::End, &[ends(NR_PR)])
}

#[test]
fn the_youngest_ends_first() {
    let model = Tiny::new(vec![
        line(vec![access(X), ending()]),
        line(vec![access(X)]).round(),
    ]);
    // 0 and 1 wait for 2, which goes alone.
    let mut state = model.at(&[(0, 1), (0, 1), (0, 1)]);
    assert_eq!(sets(&model, &mut state, PERSISTENT), [[2]]);
    // 2 touches x, and no one else does any more.
    let mut state = model.at(&[(0, 1), (0, 1), (0, 0)]);
    assert_eq!(sets(&model, &mut state, PERSISTENT), [[2]]);
    // 1 never ends, so 0 never does.
    let mut state = model.at(&[(0, 1), (1, 0)]);
    assert_eq!(sets(&model, &mut state, PERSISTENT), [[1]]);
    // 2 cannot end before 3 has, which waits for nothing; 1 and 3 touch x.
    let mut state = model.at(&[(0, 1), (0, 0), (0, 1), (0, 0)]);
    assert_eq!(sets(&model, &mut state, PERSISTENT), [[1, 3]]);
}

#[test]
fn the_number_of_processes_asks_for_the_youngest() {
    let (starts, tags) = plain(Action::Go, &[changes(NR_PR)]);
    let model = Tiny::new(vec![
        line(vec![plain(Action::Go, &[looks_at(NR_PR)])]),
        line(vec![access(X), ending()]),
        line(vec![access(Y)]).round(),
        line(vec![(starts, starting(&[2], tags))]),
    ]);
    // 0 asks how many there are, and 1 cannot end before 2 has.
    let mut state = model.at(&[(0, 0), (1, 0), (1, 1)]);
    assert_eq!(sets(&model, &mut state, PERSISTENT), [vec![1], vec![0, 2]]);
    // 2 never ends, so 1 never does.
    let mut state = model.at(&[(0, 0), (1, 1), (2, 0)]);
    assert_eq!(sets(&model, &mut state, PERSISTENT), [vec![2], vec![0]]);
    // 3 starts a process, and never ends, so neither do 2 and 1.
    let mut state = model.at(&[(0, 0), (1, 0), (1, 1), (3, 0)]);
    assert_eq!(sets(&model, &mut state, PERSISTENT), [vec![1], vec![0, 3]]);
}

#[test]
fn a_process_to_be_started_counts() {
    let run = |starts: &'static [u16]| {
        let (action, tags) = plain(Action::Go, &[changes(NR_PR)]);
        (action, starting(starts, tags))
    };
    let lines = |starts| -> Vec<Line> {
        vec![
            line(vec![access(Y), run(starts)]),
            line(vec![access(Z), access(X)]),
            line(vec![access(X)]).round(),
            line(vec![access(Y)]).round(),
        ]
    };
    // 0 will start a process of line 1, which touches x: 1, a process of line 2, asks for 0. 2, of
    // line 3, touches y, as 0 does.
    let processes = [(0, 0), (2, 0), (3, 0)];
    let model = Tiny::new(lines(&[1]));
    let mut state = model.at(&processes);
    assert_eq!(sets(&model, &mut state, PERSISTENT), [[0, 2]]);
    // It will start one of line 3: 1 goes alone.
    let model = Tiny::new(lines(&[3]));
    let mut state = model.at(&processes);
    assert_eq!(sets(&model, &mut state, PERSISTENT), [vec![1], vec![0, 2]]);
    // It is not known what it will start.
    let model = Tiny::new(lines(&[]));
    let mut state = model.at(&processes);
    assert_eq!(sets(&model, &mut state, PERSISTENT), [[0, 2]]);
}

#[test]
fn the_fewest_edges_go_first() {
    // 2 has a choice of two, and one of no edge: a process that is blocked for good.
    let local = || plain(Action::Go, &[]);
    let model = Tiny::new(vec![
        line(vec![local()]),
        line(vec![]).choice(vec![local(), local()]),
        line(vec![plain(Action::Never, &[])]),
        line(vec![access(X)]).round(),
        line(vec![access(X)]).round(),
    ]);
    let mut state = model.at(&[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]);
    let found = sets(&model, &mut state, PERSISTENT);
    assert_eq!(found, [vec![0], vec![3, 4], vec![1]]);
}

/// Of a candidate beyond those that are noted it is not known that it is disabled (fault 31): who
/// touches what it touches must be in its set.
#[test]
fn candidates_that_are_not_noted() {
    for dead in [0, 1, 62, 63, 64, 65, 66, 128, 1000] {
        let never = || {
            let missing = need(|_, _| false, &[]);
            tagged(Action::Never, &[], leak([missing]))
        };
        let mut choice: Vec<(Action, Tags)> = (0..dead).map(|_| never()).collect();
        choice.push(tagged(
            Action::Go,
            &[changes(Y)],
            leak([perhaps(leak([looks_at(X)]))]),
        ));
        choice.push(access(Z));
        let model = Tiny::new(vec![
            line(Vec::new()).choice(choice),
            line(vec![access(Y)]),
            line(vec![plain(Action::Go, &[])]),
        ]);
        let mut state = model.at(&[(0, 0), (1, 0), (2, 0)]);
        assert_eq!(
            sets(&model, &mut state, PERSISTENT),
            [vec![2], vec![0, 1]],
            "{dead}"
        );
    }
}

/// What depends on what does not depend on memory: a row for which there is none is computed each
/// time.
#[test]
fn dependency_without_memory() {
    let model = paper();
    let state = model.at(&[(0, 0), (1, 0), (2, 0)]);
    let transitions = model.info().transitions.iter().zip(0..);
    let moves: Vec<Move> = transitions
        .map(|(transition, number)| Move {
            pid: transition.proctype as u8,
            transition: TransitionId(number),
            partner: None,
        })
        .collect();
    let answers = |limit_bytes| {
        let budget = Arc::new(Budget::new(limit_bytes));
        let mut dependency = Dependency::new(model.info(), budget.clone());
        let pairs = moves.iter().flat_map(|a| moves.iter().map(move |b| (a, b)));
        let answers = pairs.map(|(a, b)| dependency.dependent(&state, a, b));
        (
            answers.collect::<Vec<_>>(),
            budget.account_bytes(Account::Tables),
        )
    };
    let (answers, rows) = (answers(8), answers(u64::MAX));
    assert_eq!(answers.0, rows.0);
    assert!(answers.0.contains(&true) && answers.0.contains(&false));
    assert_eq!((answers.1, rows.1), (8, 8 * moves.len() as u64));
}
