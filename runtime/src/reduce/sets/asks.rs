//! What is asked for at each place: tables that are made when they are first needed, and forgotten
//! when they are too much.

use crate::model::ModelInfo;
use crate::reduce::Pids;
use crate::reduce::bits::Bits;
use crate::reduce::places::{ConflictRow, ConflictRows, Standing, same_when_disabled};
use crate::reduce::wakes::{Wake, Wakes};
use crate::tags::{Need, Tags, Verb, When};

/// What is asked for at each place; made when a process first stands there.
pub(super) struct AsksByPlace {
    info: &'static ModelInfo,
    with_guards: bool,
    pub rows: ConflictRows,
    /// By place.
    asks: Vec<Option<Box<Asks>>>,
    /// Finds what weak fairness asks for besides; none without it.
    pub wakes: Option<Wakes>,
    /// The places for which it is made.
    made: Vec<u32>,
    /// What that takes.
    bytes: usize,
}

/// What the transitions at a place ask for.
pub(super) struct Asks {
    /// Places at which another process may matter.
    pub near: Bits,
    /// Everybody at these places is asked for, whatever the state is.
    pub always: bool,
    /// Whether one of the transitions is an `-end-`.
    pub ends: bool,
    /// Steps that may make others able, with weak fairness.
    pub wakes: Box<[Wake]>,
    /// All that differ: transitions of a place are often alike.
    pub rows: Vec<ConflictRow>,
    /// By candidate.
    pub candidates: Box<[Ask]>,
}

/// Of [`Asks::rows`], by index.
#[derive(Clone, Copy)]
pub(super) struct Row(pub usize);

pub(super) enum Ask {
    /// The same whether it is enabled or not.
    Always(Row),
    /// It is not known what may be missing; different if it is enabled.
    Either { enabled: Row, perhaps: Row },
    /// It waits for needs.
    Needs {
        enabled: Row,
        needs: Box<[(&'static Need, Row)]>,
        /// What can be missing of it cannot be found out by trying it alone.
        handshake: bool,
    },
    /// It ends the process.
    End { enabled: Row },
}

impl AsksByPlace {
    pub fn new(rows: ConflictRows, info: &'static ModelInfo, with_guards: bool) -> Self {
        Self {
            info,
            with_guards,
            rows,
            asks: info.places.iter().map(|_| None).collect(),
            wakes: None,
            made: Vec::new(),
            bytes: 0,
        }
    }

    /// With what weak fairness asks for, besides.
    pub fn keeping_fair(&mut self) {
        self.wakes = Some(Wakes::new(self.info, &self.rows));
    }

    /// What is asked for at a place where a process of this state was seen.
    #[inline(always)]
    pub fn at(&self, place: u32) -> &Asks {
        let asks = self.asks[place as usize].as_deref();
        asks.expect("made when a process was seen there")
    }

    /// A process was seen at this place, behind those that were seen `here`.
    #[inline(always)]
    pub fn see(&mut self, place: u32, here: &[Standing]) {
        if self.asks[place as usize].is_none() {
            self.make(place, here);
        }
    }

    /// Makes what is asked for at a place. When it is too much, that of places where no process of
    /// this state was seen is forgotten.
    #[cold]
    fn make(&mut self, place: u32, here: &[Standing]) {
        if self.bytes > self.rows.room {
            self.made.retain(|&place| {
                let is_used = here.iter().any(|&(_, used)| used == place);
                let asks = &mut self.asks[place as usize];
                if !is_used && let Some(asks) = asks.take() {
                    self.bytes -= asks.bytes();
                }
                is_used
            });
        }
        let asks = self.asks_at(place);
        self.bytes += asks.bytes();
        self.asks[place as usize] = Some(Box::new(asks));
        self.made.push(place);
    }

    fn asks_at(&mut self, place: u32) -> Asks {
        let mut rows = Vec::new();
        let candidates = self.info.places[place as usize].candidates.iter();
        let candidates: Box<[Ask]> = candidates
            .map(|candidate| {
                let transition = candidate.transition.0 as usize;
                let ends = self.info.transitions[transition].target.0 == 0;
                self.ask(&self.info.tags[transition], ends, &mut rows)
            })
            .collect();
        let mut near = self.rows.nowhere();
        rows.iter().for_each(|row| near.extend(&row.any));
        let wakes = self.wakes.as_ref();
        let wakes = wakes.map(|wakes| wakes.at(place, &mut self.rows));
        let is_always = |it: &Ask| matches!(it, Ask::Always(row) if rows[row.0].is_certain());
        Asks {
            near,
            always: candidates.iter().all(is_always),
            ends: candidates.iter().any(|it| matches!(it, Ask::End { .. })),
            wakes: wakes.unwrap_or_default(),
            rows,
            candidates,
        }
    }

    /// What a transition asks for, with rows that are noted.
    fn ask(&mut self, tags: &'static Tags, ends: bool, rows: &mut Vec<ConflictRow>) -> Ask {
        let mut noted = |row: ConflictRow| {
            let index = rows.iter().position(|it| *it == row);
            Row(index.unwrap_or_else(|| {
                rows.push(row);
                rows.len() - 1
            }))
        };
        if tags.everything {
            return Ask::Always(noted(self.rows.row_of_everything()));
        }
        let mut row = |tags, when| noted(self.rows.row(tags, when));
        if !self.with_guards {
            return Ask::Always(row(tags.touches, When::LaterPerhapsDisabled));
        }
        let enabled = row(tags.touches, When::Later);
        if ends {
            return Ask::End { enabled };
        }
        if !tags.needs.is_empty() {
            let needs = tags.needs.iter();
            let mut verbs = tags.touches.iter().map(|tag| tag.verb);
            return Ask::Needs {
                enabled,
                needs: needs
                    .map(|need| (need, row(need.tags(), When::Later)))
                    .collect(),
                handshake: verbs.any(|verb| matches!(verb, Verb::Offer | Verb::Accept)),
            };
        }
        if same_when_disabled(tags.touches) {
            return Ask::Always(enabled);
        }
        let perhaps = row(tags.touches, When::LaterPerhapsDisabled);
        Ask::Either { enabled, perhaps }
    }
}

impl Asks {
    /// The memory that it takes.
    fn bytes(&self) -> usize {
        let rows = self.rows.iter().map(|it| size_of_val(it) + it.bytes());
        let candidates = self.candidates.iter().map(Ask::bytes);
        let wakes = self.wakes.iter().map(Wake::bytes);
        let parts = rows.chain(candidates).chain(wakes);
        size_of_val(self) + self.near.bytes() + parts.sum::<usize>()
    }
}

impl Ask {
    /// The memory that it takes.
    fn bytes(&self) -> usize {
        let needs = match self {
            Self::Needs { needs, .. } => size_of_val(&**needs),
            Self::Always(_) | Self::Either { .. } | Self::End { .. } => 0,
        };
        size_of_val(self) + needs
    }
}

/// The processes that rows of a place hit, of those near to one. Each of the first eight rows is
/// asked once: few places have more.
pub(super) struct Hits<const WORDS: usize> {
    /// A bit for each that was asked.
    asked: u64,
    sets: [Pids<WORDS>; 8],
}

impl<const WORDS: usize> Hits<WORDS> {
    pub const NONE: Self = Self {
        asked: 0,
        sets: [Pids::NONE; 8],
    };

    /// Those of a row; `find` asks it.
    #[inline(always)]
    pub fn of(&mut self, row: Row, find: impl FnOnce() -> Pids<WORDS>) -> Pids<WORDS> {
        let Some(set) = self.sets.get_mut(row.0) else {
            return find();
        };
        if self.asked >> row.0 & 1 == 0 {
            self.asked |= 1 << row.0;
            *set = find();
        }
        *set
    }
}
