//! The automata backwards: from which places a process comes to others.

use crate::model::ModelInfo;
use crate::reduce::bits::Bits;
use crate::tags::Verb;

/// The automata of all proctypes, each edge from where it leads to where it begins.
pub(super) struct BackwardAutomata {
    info: &'static ModelInfo,
    /// By transition: the places that offer it.
    offered_at: Vec<Vec<u32>>,
    /// By place: the places that lead to it in one step.
    before: Vec<Vec<u32>>,
    /// By proctype: places at which a process of it may be started.
    started_at: Vec<Vec<u32>>,
}

impl BackwardAutomata {
    pub fn new(info: &'static ModelInfo) -> Self {
        let mut automata = Self {
            info,
            offered_at: vec![Vec::new(); info.transitions.len()],
            before: vec![Vec::new(); info.places.len()],
            started_at: vec![Vec::new(); info.proctypes.len()],
        };
        for (place, at) in info.places.iter().enumerate() {
            for candidate in at.candidates {
                let transition = candidate.transition.0 as usize;
                let target = info.transitions[transition].target.0;
                automata.offered_at[transition].push(place as u32);
                if target != 0 {
                    automata.before[target as usize].push(place as u32);
                }
                for &proctype in info.tags[transition].starts {
                    automata.started_at[usize::from(proctype)].push(place as u32);
                }
            }
        }
        automata
    }

    /// No place.
    pub fn nowhere(&self) -> Bits {
        Bits::new(self.info.places.len())
    }

    /// The places that offer a transition.
    pub fn offered_at(&self, transition: u32) -> &[u32] {
        &self.offered_at[transition as usize]
    }

    /// Places that offer a transition like this, by number.
    pub fn offering(&self, is_like: impl Fn(usize) -> bool) -> Bits {
        let mut places = self.nowhere();
        let transitions = (0..self.offered_at.len()).filter(|&it| is_like(it));
        for &place in transitions.flat_map(|it| &self.offered_at[it]) {
            places.insert(place);
        }
        places
    }

    /// Adds the places from which a process comes to one of these, itself.
    pub fn come_to(&self, places: &mut Bits) {
        self.close(places, false);
    }

    /// Adds the places from which a process, or one that it starts, comes to one of these. Where a
    /// process begins is not known: anywhere.
    pub fn lead_to(&self, places: &mut Bits) {
        self.close(places, true);
    }

    fn close(&self, places: &mut Bits, with_starts: bool) {
        let mut waiting: Vec<u32> = places.iter().collect();
        let mut started = vec![!with_starts; self.info.proctypes.len()];
        while let Some(place) = waiting.pop() {
            let mut add = |sources: &[u32]| {
                for &source in sources {
                    if places.insert(source) {
                        waiting.push(source);
                    }
                }
            };
            add(&self.before[place as usize]);
            let proctype = usize::from(self.info.places[place as usize].proctype);
            if !std::mem::replace(&mut started[proctype], true) {
                add(&self.started_at[proctype]);
            }
        }
    }

    /// The places from which `own` are reached after one of these locals was assigned, or by
    /// another process.
    pub fn changing(&self, own: &Bits, locals: u64) -> Bits {
        let (transitions, tags) = (self.info.transitions, self.info.tags);
        let mut of_own = vec![false; self.info.proctypes.len()];
        for place in own.iter() {
            of_own[usize::from(self.info.places[place as usize].proctype)] = true;
        }
        let mut places = self.offering(|it| {
            let assigns = tags[it].assigns & locals != 0;
            let mut starts = tags[it].starts.iter();
            assigns && own.contains(transitions[it].target.0)
                || starts.any(|&proctype| of_own[usize::from(proctype)])
        });
        self.lead_to(&mut places);
        places
    }

    /// The places from which some process may be started.
    pub fn starting(&self) -> Bits {
        let mut places = self.offering(|it| may_start(self.info, it));
        self.come_to(&mut places);
        places
    }
}

/// Whether a transition may start a process, by number.
pub(in crate::reduce) fn may_start(info: &ModelInfo, transition: usize) -> bool {
    let tags = &info.tags[transition];
    tags.everything || !tags.starts.is_empty() || writes_process_count(info, transition)
}

pub(super) fn writes_process_count(info: &ModelInfo, transition: usize) -> bool {
    let mut touches = info.tags[transition].touches.iter();
    touches.any(|tag| {
        let writes = matches!(tag.verb, Verb::Write | Verb::Start);
        writes && info.objects.get(usize::from(tag.object.0)) == Some(&"_nr_pr")
    })
}
