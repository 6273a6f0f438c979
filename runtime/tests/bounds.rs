//! What is noted in fields of a fixed width, at their bounds: `docs/bounds.md` lists them.

mod toy_models;

use std::collections::BTreeSet;
use std::sync::Arc;

use runtime::claim::{
    ClaimEdge, ClaimInfo, Component, Fairness, Proposition, proposition, stay, step,
};
use runtime::limits::Stop;
use runtime::memory::Budget;
use runtime::model::{
    ChannelInfo, Model, ModelInfo, PlaceInfo, ProctypeInfo, QueueKind, Shown, SourceInfo, Step,
    TransitionId, TransitionInfo,
};
use runtime::reduce::{Pids, Reduction, SetMethod, Sleeper};
use runtime::search::{Asked, Context, breadth_first, check_claim, depth_first, reduced};
use runtime::state::{Fault, Faulted, Field, Process, State, WORDS_MAX};
use runtime::step::Move;
use runtime::store::ExactStore;
use runtime::tables::{at, channel, offer, place, proctype, tags, transition, unsigned};
use runtime::violation::{Checks, Recorder};
use toy_models::empty::UNUSED;
use toy_models::looking::looking_at;
use toy_models::{EMPTY, PLACE, start};

#[test]
fn sets_of_processes() {
    for count in [0, 1, 63, 64, 65, 127, 128, 129, 191, 192, 193, 254, 255] {
        let below: Pids = Pids::below(count);
        let members: BTreeSet<u8> = below.iter().collect();
        assert_eq!(members, (0..count as u8).collect(), "{count}");
        assert_eq!(below.len(), count);
        assert_eq!(below.highest(), (count as u8).checked_sub(1));
        let mut built = Pids::NONE;
        (0..count as u8).for_each(|pid| built.insert(pid));
        assert_eq!(built, below);
        assert_eq!(below.below_64().is_some(), count <= 64, "{count}");
        let narrow: Pids<1> = below.resized();
        assert_eq!(narrow, Pids::below(count.min(64)));
        assert_eq!(narrow.resized() == below, count <= 64, "{count}");
    }
}

#[test]
fn names_of_sleeping_edges() {
    let transitions = [0, 1, (1 << 24) - 2, (1 << 24) - 1].map(TransitionId);
    for pid in [0, 1, 253, 254] {
        for transition in transitions {
            let partners = transitions.map(|it| Some((254 - pid, it)));
            for partner in [None].into_iter().chain(partners) {
                let edge = Move {
                    pid,
                    transition,
                    partner,
                };
                let name = Sleeper::new(&edge);
                assert_eq!(name.edge(), edge);
                assert_eq!(name.is_alone(), partner.is_none());
                assert!(name.begins_with(pid, transition));
            }
        }
    }
}

/// What the process has chosen.
const CHOSEN: Field = Field::unsigned(1, 0, 32);

/// A process that chooses once among this many transitions.
struct Choices(&'static ModelInfo);

impl Choices {
    fn new(count: u32) -> Self {
        static SOURCE: [SourceInfo; 1] = [at(1, "step")];
        let candidates: Vec<_> = (0..count).map(offer).collect();
        let transitions: Vec<TransitionInfo> =
            (0..count).map(|_| transition(0, 2, &SOURCE)).collect();
        let tags: Vec<_> = (0..count).map(|_| tags(&[])).collect();
        let places: Vec<PlaceInfo> = vec![
            UNUSED,
            place(0, 1, false, candidates.leak()),
            place(0, 1, true, &[]),
        ];
        static PROCTYPES: [ProctypeInfo; 1] = [proctype("P", 2, &[], &[])];
        Self(Box::leak(Box::new(ModelInfo {
            proctypes: &PROCTYPES,
            places: places.leak(),
            transitions: transitions.leak(),
            tags: tags.leak(),
            ..EMPTY
        })))
    }
}

impl Model for Choices {
    fn info(&self) -> &'static ModelInfo {
        self.0
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        start(state)
    }

    fn execute(
        &self,
        state: &mut State,
        process: Process,
        transition: TransitionId,
    ) -> Result<Step, Faulted> {
        state.set(process.at(CHOSEN), transition.0 as i32 + 1);
        state.set(process.at(PLACE), 2);
        Ok(Step::Done)
    }
}

fn context(model: &dyn Model) -> Context<'_> {
    let checks = Checks {
        assertions: true,
        end_states: true,
    };
    let budget = Arc::new(Budget::new(256 << 20));
    let recorder = Recorder::new(model, checks, None);
    Context::new(budget, None, recorder)
}

/// Searches with no reduction and with one; gives states and why it ended.
fn searches(model: &dyn Model) -> Vec<(u64, Option<Stop>)> {
    // With sleep sets each pair of transitions would be compared.
    let persistent = Reduction {
        method: SetMethod::Persistent,
        sleep: None,
    };
    (0..3)
        .map(|which| {
            let mut context = context(model);
            let mut store = ExactStore::new(context.budget.clone()).expect("there is memory");
            let statistics = match which {
                0 => depth_first(model, &mut store, &mut context),
                1 => reduced(model, &mut store, &mut context, persistent),
                _ => breadth_first(model, &mut store, &mut context, SetMethod::Full),
            };
            assert_eq!(context.recorder.count, 0);
            (statistics.stored, context.stopped)
        })
        .collect()
}

/// A cursor counts candidates in 16 bits; the front end refuses more.
#[test]
fn candidates_of_a_place() {
    for count in [63, 64, 65, 65_534, 65_535] {
        let found = searches(&Choices::new(count));
        assert_eq!(found, [(u64::from(count) + 1, None); 3], "{count}");
    }
}

/// A process that counts round for ever. What is claimed of it is that it does not come to each of
/// some numbers again and again.
struct Turning {
    info: &'static ModelInfo,
    round: i32,
}

impl Turning {
    fn new(round: i32, sets: u32) -> Self {
        static SOURCE: [SourceInfo; 1] = [at(1, "x = (x + 1) % round")];
        const NUMBER: Field = Field::unsigned(0, 0, 6);
        const fn has<const BIT: i32>() -> Proposition {
            proposition(SOURCE[0], |s| Ok(s.get(NUMBER) >> BIT & 1 == 1))
        }
        static BITS: [Proposition; 6] = [
            has::<0>(),
            has::<1>(),
            has::<2>(),
            has::<3>(),
            has::<4>(),
            has::<5>(),
        ];
        let number = |it: u32| step(SOURCE[0], 63, it.into(), 0);
        let edges: Vec<ClaimEdge> = (0..sets).map(|it| number(it).accepts(1 << it)).collect();
        let here = stay(SOURCE[0], Component::General, edges.leak());
        let claim = ClaimInfo {
            place: Field::unsigned(0, 6, 1),
            places: vec![here].leak(),
            sets,
            propositions: &BITS,
            ..looking_at(&[])
        };
        static PROCTYPES: [ProctypeInfo; 1] = [proctype("P", 1, &[], &[])];
        static TRANSITIONS: [TransitionInfo; 1] = [transition(0, 1, &SOURCE)];
        let info = ModelInfo {
            global_words: 1,
            proctypes: &PROCTYPES,
            places: vec![UNUSED, place(0, 1, false, const { &[offer(0)] })].leak(),
            transitions: &TRANSITIONS,
            claims: vec![claim].leak(),
            ..EMPTY
        };
        Self {
            info: Box::leak(Box::new(info)),
            round,
        }
    }
}

impl Model for Turning {
    fn info(&self) -> &'static ModelInfo {
        self.info
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        start(state)
    }

    fn execute(&self, state: &mut State, _: Process, _: TransitionId) -> Result<Step, Faulted> {
        let number = Field::unsigned(0, 0, 6);
        state.set(number, (state.get(number) + 1) % self.round);
        Ok(Step::Done)
    }
}

/// A mask of 32 bits says which sets a cycle has met; the front end refuses more.
#[test]
fn accepting_sets_of_a_claim() {
    for sets in [1, 2, 31, 32] {
        // With a number more the claim has no edge there, with one less a set is missed.
        for (round, is_accepted) in [(sets - 1, false), (sets, true), (sets + 1, false)] {
            let model = Turning::new(round.max(1) as i32, sets);
            for fairness in [Fairness::Unfair, Fairness::Weak, Fairness::Strong] {
                let mut context = context(&model);
                let mut store = ExactStore::new(context.budget.clone()).expect("there is memory");
                let asked = Asked { claim: 0, fairness };
                let nothing = Reduction::default();
                check_claim(&model, &mut store, &mut context, asked, nothing);
                let found = u64::from(is_accepted || round == 0);
                assert_eq!(context.recorder.count, found, "{sets} {round} {fairness:?}");
                assert_eq!(context.stopped, None);
            }
        }
    }
}

/// A process that cannot be created, since the state would be too long: at once, or by a step.
struct TooLong {
    info: &'static ModelInfo,
    at_start: bool,
}

impl TooLong {
    fn new(at_start: bool) -> Self {
        static SOURCE: [SourceInfo; 1] = [at(1, "run Q()")];
        static QUEUES: [QueueKind; 1] = [QueueKind::new(32, &[unsigned(0, 32, Shown::Number)])];
        static CHANNELS: [ChannelInfo; 1] = [channel("c", 0)];
        let words = WORDS_MAX as u32 - 1 - 1 - QUEUES[0].words;
        let proctypes = vec![
            proctype("P", 1, &[], &[]),
            // With the global and `P` one word more than fits.
            proctype("Q", words + 1, &[], &CHANNELS),
        ];
        let places = vec![
            UNUSED,
            place(0, 1, false, const { &[offer(0)] }),
            place(0, 1, true, &[]),
        ];
        static TRANSITIONS: [TransitionInfo; 1] = [transition(0, 2, &SOURCE)];
        let info = ModelInfo {
            queues: &QUEUES,
            proctypes: proctypes.leak(),
            places: places.leak(),
            transitions: &TRANSITIONS,
            tags: const { &[tags(&[])] },
            ..EMPTY
        };
        Self {
            info: Box::leak(Box::new(info)),
            at_start,
        }
    }
}

impl Model for TooLong {
    fn info(&self) -> &'static ModelInfo {
        self.info
    }

    fn initialize(&self, state: &mut State) -> Result<(), Faulted> {
        let process = state.spawn(0)?;
        state.set(process.at(PLACE), 1);
        if self.at_start {
            state.spawn(1)?;
        }
        Ok(())
    }

    fn execute(&self, state: &mut State, _: Process, _: TransitionId) -> Result<Step, Faulted> {
        state.spawn(1).map(|_| Step::Done)
    }
}

/// It is not the model's error: the search is incomplete.
#[test]
fn states_that_are_too_long() {
    for (at_start, stored) in [(true, 0), (false, 1)] {
        let found = searches(&TooLong::new(at_start));
        assert_eq!(found, [(stored, Some(Stop::StateTooLong)); 3]);
    }
    let model = TooLong::new(false);
    let mut state = State::new(model.info);
    model.initialize(&mut state).expect("it is short");
    let (mark, words) = (state.mark(), state.words().to_vec());
    assert!(state.spawn(1).is_err());
    assert_eq!(state.take_fault(), Some(Fault::Stopped));
    assert!(state.is_at(mark));
    assert_eq!(state.words(), words);
}

/// Of a long channel any message can be taken, and put back.
#[test]
fn messages_of_a_channel() {
    for capacity in [254, 255, 256, 65_534, 65_535] {
        let kind = QueueKind::new(capacity, const { &[unsigned(0, 1, Shown::Number)] });
        let queues = vec![kind].leak();
        let info: &'static ModelInfo = Box::leak(Box::new(ModelInfo {
            channels: const { &[channel("c", 0)] },
            queues,
            ..EMPTY
        }));
        let mut state = State::new(info);
        let queue = state.channel(1, "c").expect("there is one");
        while state.can_send(queue) {
            let last = state.queue_length(queue) + 1 == capacity;
            state.send(queue, &[i32::from(last)]);
        }
        assert_eq!(state.queue_length(queue), capacity);
        let (full, hash) = (state.words().to_vec(), state.hash());
        let mark = state.mark();
        let last = state.find(queue, |position| state.message(queue, position, 0) == 1);
        assert_eq!(last, Some(capacity - 1));
        state.take_at(queue, capacity - 1);
        state.send_sorted(queue, &[1]);
        assert_eq!(state.words(), full);
        state.take(queue);
        assert_eq!(state.message(queue, capacity - 2, 0), 1);
        state.undo_to(mark);
        assert_eq!((state.words(), state.hash()), (&full[..], hash));
    }
}
