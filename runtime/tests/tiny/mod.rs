//! Small systems from lists of steps, for tests of reductions: what matters of a step is what its
//! tags say, and whether it is enabled.

use runtime::model::{Candidate, Model, ModelInfo, PlaceInfo, ProctypeInfo, QueueKind, Shown};
use runtime::model::{ChannelInfo, SourceInfo, Step, TransitionId, TransitionInfo, Variable};
use runtime::state::{Faulted, Field, Process, State};
use runtime::tables::{
    at, channel, offer, place, proctype, receive, scalar, tags, transition, unsigned,
};
use runtime::tags::{Need, Object, Tag, Tags};

#[path = "../toy_models/empty.rs"]
mod empty;

use empty::{EMPTY, UNUSED};

pub const NR_PR: Object = Object(0);
pub const X: Object = Object(1);
pub const Y: Object = Object(2);
pub const Z: Object = Object(3);

const FULL: Field = Field::unsigned(0, 0, 1);
const PLACE: Field = Field::unsigned(0, 0, 8);
/// A local of every process.
pub const LOCAL: Variable = scalar(0, "i", Field::unsigned(0, 8, 8));

static SOURCE: [SourceInfo; 1] = [at(1, "step")];
static CHANNELS: [ChannelInfo; 1] = [channel("c", 0)];
static QUEUES: [QueueKind; 1] = [QueueKind::new(0, &[unsigned(0, 8, Shown::Number)])];

/// What a step does.
#[derive(Clone, Copy)]
pub enum Action {
    /// Nothing else.
    Go,
    /// Fills the one place of a buffer, if it is empty.
    Send,
    /// Empties it, if it is full.
    Receive,
    /// Begins a handshake.
    Offer,
    /// Completes one.
    Accept,
    /// Is never enabled.
    Never,
    /// Ends the process.
    End,
}

/// What a process does: its steps, at each place one or several to choose from.
pub struct Line {
    steps: Vec<Vec<(Action, Tags)>>,
    round: bool,
}

/// One step after the other, then no more.
pub fn line(steps: Vec<(Action, Tags)>) -> Line {
    Line {
        steps: steps.into_iter().map(|step| vec![step]).collect(),
        round: false,
    }
}

impl Line {
    /// After the last step the first.
    pub fn round(mut self) -> Self {
        self.round = true;
        self
    }

    /// A last place, with several steps to choose from.
    pub fn choice(mut self, steps: Vec<(Action, Tags)>) -> Self {
        self.steps.push(steps);
        self
    }
}

/// A step that touches something, with no need of anything.
pub fn plain(action: Action, touches: &[Tag]) -> (Action, Tags) {
    tagged(action, touches, &[])
}

/// A step with needs.
pub fn tagged(action: Action, touches: &[Tag], needs: &'static [Need]) -> (Action, Tags) {
    let tags = tags(touches.to_vec().leak());
    (action, Tags { needs, ..tags })
}

/// One process for each line, the first with pid 0.
pub struct Tiny {
    info: &'static ModelInfo,
    actions: Vec<Action>,
    /// By line: its first place.
    first: Vec<u32>,
}

impl Tiny {
    pub fn new(lines: Vec<Line>) -> Self {
        let mut places: Vec<PlaceInfo> = vec![UNUSED];
        let mut transitions: Vec<TransitionInfo> = Vec::new();
        let (mut all_tags, mut actions, mut first) = (Vec::new(), Vec::new(), Vec::new());
        for (number, line) in (0..).zip(lines) {
            let start = places.len() as u32;
            let count = line.steps.len();
            for (index, choice) in line.steps.into_iter().enumerate() {
                let mut candidates: Vec<Candidate> = Vec::new();
                for (action, tags) in choice {
                    let id = transitions.len() as u32;
                    candidates.push(match action {
                        Action::Accept => receive(id),
                        _ => offer(id),
                    });
                    let target = match action {
                        Action::End => 0,
                        _ if line.round && index + 1 == count => start,
                        _ => start + index as u32 + 1,
                    };
                    transitions.push(transition(number, target, &SOURCE));
                    all_tags.push(tags);
                    actions.push(action);
                }
                places.push(place(number, 1, false, candidates.leak()));
            }
            places.push(place(number, 1, true, &[]));
            first.push(start);
        }
        let proctypes: Vec<ProctypeInfo> =
            first.iter().map(|_| proctype("P", 1, &[], &[])).collect();
        let info = ModelInfo {
            name: "tiny",
            channels: &CHANNELS,
            queues: &QUEUES,
            proctypes: proctypes.leak(),
            places: places.leak(),
            transitions: transitions.leak(),
            objects: &["_nr_pr", "x", "y", "z"],
            tags: all_tags.leak(),
            ..EMPTY
        };
        Self {
            info: Box::leak(Box::new(info)),
            actions,
            first,
        }
    }

    /// A state with these processes: by pid, the number of its line and that of the next step.
    pub fn at(&self, processes: &[(u16, u32)]) -> State {
        let mut state = State::new(self.info);
        for &(line, step) in processes {
            let process = state.spawn(line).unwrap();
            let place = self.first[usize::from(line)] + step;
            state.set(process.at(PLACE), place as i32);
        }
        state
    }
}

/// Fills the buffer.
pub fn fill(state: &mut State) {
    state.set(FULL, 1);
}

/// Whether there is a message in the buffer.
pub fn is_full(state: &State) -> bool {
    state.get(FULL) != 0
}

impl Model for Tiny {
    fn info(&self) -> &'static ModelInfo {
        self.info
    }

    fn initialize(&self, _state: &mut State) -> Result<(), Faulted> {
        Ok(())
    }

    fn execute(
        &self,
        state: &mut State,
        process: Process,
        transition: TransitionId,
    ) -> Result<Step, Faulted> {
        let channel = state.channel(1, "c")?;
        let mut step = Step::Done;
        let enabled = match self.actions[transition.0 as usize] {
            Action::Go => true,
            Action::Never => false,
            Action::End => state.end_process(process),
            Action::Send => state.get(FULL) == 0,
            Action::Receive => state.get(FULL) == 1,
            Action::Accept => state.can_receive(channel),
            Action::Offer => {
                step = state.send(channel, &[1]);
                true
            }
        };
        if !enabled {
            return Ok(Step::Blocked);
        }
        let target = self.info.transitions[transition.0 as usize].target.0;
        match self.actions[transition.0 as usize] {
            Action::End => return Ok(Step::Done),
            Action::Send => state.set(FULL, 1),
            Action::Receive => state.set(FULL, 0),
            Action::Accept => state.take(channel),
            _ => {}
        }
        state.set(process.at(PLACE), target as i32);
        Ok(step)
    }
}
