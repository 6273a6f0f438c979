//! A system as control graphs: numbered places and transitions, as a model's tables have them.
//!
//! As in SPIN: between the stages of a choice there is a place; in an atomic sequence a selection
//! that comes last, or before a single last statement, is followed by a step that does nothing; an
//! escape is tried first, at every place of the choices that it interrupts.

use super::table::{Automaton, Choice, Place, Statement, System};

/// A system, flattened.
#[derive(Clone, Debug)]
pub struct Flat {
    /// Number 0 is where a process is that has ended.
    pub places: Vec<FlatPlace>,
    /// By number.
    pub transitions: Vec<Transition>,
    /// Where processes of each automaton begin; its other places follow.
    pub starts: Vec<usize>,
}

/// A place.
#[derive(Clone, Debug)]
pub struct FlatPlace {
    /// Whose it is: an automaton.
    pub process: usize,
    /// The process may rest here.
    pub end: bool,
    /// What can be tried here, in order, else last.
    pub tries: Vec<Try>,
}

/// A transition at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Try {
    /// Its number.
    pub transition: usize,
    /// 0 for an escape, 1 for what it interrupts.
    pub tier: u8,
    /// After it only this process may move.
    pub atomic: bool,
}

/// A transition.
#[derive(Clone, Debug)]
pub struct Transition {
    /// Whose it is: an automaton.
    pub process: usize,
    /// What it does; `None` ends the process.
    pub statement: Option<Statement>,
    /// What it does behind that: a `d_step`.
    pub then: Vec<Statement>,
    /// The place it leads to.
    pub target: usize,
}

impl Flat {
    /// Flattens a system.
    pub fn new(system: &System) -> Self {
        let ended = FlatPlace {
            process: usize::MAX,
            end: true,
            tries: Vec::new(),
        };
        let mut flat = Self {
            places: vec![ended],
            transitions: Vec::new(),
            starts: Vec::new(),
        };
        for (process, automaton) in system.processes.iter().enumerate() {
            flat.add_process(process, automaton);
        }
        flat
    }

    fn add_process(&mut self, process: usize, automaton: &Automaton) {
        let first = self.places.len();
        self.starts.push(first);
        for place in &automaton.places {
            self.add_place(process, place.end);
        }
        let last = self.add_place(process, true);
        let end = self.add_transition(process, None, Vec::new(), 0);
        self.places[last].tries.push(Try {
            transition: end,
            tier: 0,
            atomic: false,
        });
        for (i, place) in automaton.places.iter().enumerate() {
            self.add_choices(process, place, first + i, |target| {
                target.map_or(last, |target| first + target)
            });
        }
    }

    fn add_choices(
        &mut self,
        process: usize,
        place: &Place,
        at: usize,
        number: impl Fn(Option<usize>) -> usize,
    ) {
        let tier = u8::from(place.escape.is_some());
        let mut interrupted = vec![at];
        for choice in &place.choices {
            let own = self.add_choice(process, choice, at, number(choice.target), tier);
            interrupted.extend(own);
        }
        for &place in &interrupted {
            let transitions = &self.transitions;
            let is_else = |it: &Try| transitions[it.transition].statement == Some(Statement::Else);
            self.places[place].tries.sort_by_key(is_else);
        }
        if let Some(escape) = &place.escape {
            let before = self.places[at].tries.len();
            self.add_choice(process, escape, at, number(escape.target), 0);
            let added = self.places[at].tries.split_off(before);
            for place in interrupted {
                self.places[place].tries.splice(0..0, added.clone());
            }
        }
    }

    /// Adds a choice at a place; gives the places between its stages.
    fn add_choice(
        &mut self,
        process: usize,
        choice: &Choice,
        from: usize,
        target: usize,
        tier: u8,
    ) -> Vec<usize> {
        if choice.d_step {
            let mut statements = choice.stages.iter().flatten().cloned();
            let first = statements.next();
            let transition = self.add_transition(process, first, statements.collect(), target);
            self.places[from].tries.push(Try {
                transition,
                tier,
                atomic: false,
            });
            return Vec::new();
        }
        let stages = with_joins(choice);
        let mut between = Vec::new();
        let mut at = from;
        for (i, stage) in stages.iter().enumerate() {
            let last = i + 1 == stages.len();
            let next = match last {
                true => target,
                false => self.add_place(process, false),
            };
            for statement in stage {
                let statement = Some(statement.clone());
                let transition = self.add_transition(process, statement, Vec::new(), next);
                self.places[at].tries.push(Try {
                    transition,
                    tier,
                    atomic: choice.atomic && !last,
                });
            }
            if !last {
                between.push(next);
                at = next;
            }
        }
        between
    }

    fn add_place(&mut self, process: usize, end: bool) -> usize {
        self.places.push(FlatPlace {
            process,
            end,
            tries: Vec::new(),
        });
        self.places.len() - 1
    }

    fn add_transition(
        &mut self,
        process: usize,
        statement: Option<Statement>,
        then: Vec<Statement>,
        target: usize,
    ) -> usize {
        self.transitions.push(Transition {
            process,
            statement,
            then,
            target,
        });
        self.transitions.len() - 1
    }
}

/// The stages of a choice, with the steps behind selections.
fn with_joins(choice: &Choice) -> Vec<Vec<Statement>> {
    let count = choice.stages.len();
    let mut stages = Vec::new();
    for (i, stage) in choice.stages.iter().enumerate() {
        stages.push(stage.clone());
        let before_last = i + 2 == count && choice.stages[i + 1].len() == 1;
        if choice.atomic && stage.len() > 1 && (i + 1 == count || before_last) {
            stages.push(vec![Statement::Skip]);
        }
    }
    stages
}
