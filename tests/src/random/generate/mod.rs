//! Small programs that SPIN accepts, from a seed.
//!
//! A program of constructs in isolation finds little: what goes wrong is where two of them meet. So
//! a program has few statements, and a random selection of the constructs each, of which it then
//! has many. Names are declared, types fit, nearly all indices are in their bounds; most loops
//! count, and what is assigned is mostly a small constant, so that most programs have a few
//! thousand states at most.

mod channel;
mod claim;
mod crowd;
mod nesting;
mod scope;
mod statement;
mod value;

use super::features::{Feature, Features, TABLE};
use super::numbers::Numbers;
use super::tree::{List, Node, Part, Sort, block, node};
pub use claim::{Claimed, program_with_claim};
use scope::{
    Channel, First, Inline, Kind, MtypeSet, Parameter, Place, Runnable, Structure, Variable,
};
use statement::{Inside, SOMEWHERE, step};

/// Makes one program.
struct Generator {
    numbers: Numbers,
    features: Features,
    /// How many names were given.
    names: usize,
    mtypes: Vec<MtypeSet>,
    structures: Vec<Structure>,
    globals: Vec<Variable>,
    channels: Vec<Channel>,
    inlines: Vec<Inline>,
    runnables: Vec<Runnable>,
    first: First,
    /// Names of hidden variables.
    hidden: Vec<String>,
    /// A hidden variable that each `d_step` writes before it reads it, and nothing else uses.
    scratch: Option<String>,
    /// Loop counters of the body under construction.
    counters: Vec<String>,
    /// Crowds that may still be made.
    crowds: usize,
    /// Whether the program has a claim, and of which form.
    claimed: Option<Claimed>,
}

/// The program of this seed and number, with some of `features`.
pub fn program(seed: u64, index: u64, features: &Features) -> Node {
    Generator::new(Numbers::of(seed, index), features).program()
}

/// Some of the features, as the numbers want it.
fn some(numbers: &mut Numbers, features: &Features) -> Features {
    let mut features = features.clone();
    for (feature, _) in TABLE {
        let rare = matches!(
            feature,
            Feature::Faults
                | Feature::Enabled
                | Feature::Last
                | Feature::Lengths
                | Feature::Priorities
        );
        let crowd = matches!(
            feature,
            Feature::DeepNesting
                | Feature::LongChannels
                | Feature::ManyChannels
                | Feature::ManyFields
                | Feature::ManyOptions
                | Feature::ManyProcesses
        );
        let percent = match (rare, crowd) {
            (_, true) => 8,
            (true, _) => 15,
            _ => 60,
        };
        if !numbers.chance(percent) {
            features.remove(*feature);
        }
    }
    // They are filled in one step, or states would be many.
    if !features.has(Feature::DStep) {
        features.remove(Feature::LongChannels);
    }
    // SPIN's verifier has no priorities, and no `enabled`, with rendezvous.
    if features.has(Feature::Priorities) || features.has(Feature::Enabled) {
        features.remove(Feature::Rendezvous);
    }
    features
}

fn unit(template: &str, holes: impl IntoIterator<Item = Part>) -> Node {
    node(Sort::Unit, template, holes)
}

impl Generator {
    fn new(mut numbers: Numbers, features: &Features) -> Generator {
        let features = some(&mut numbers, features);
        Generator {
            numbers,
            features,
            names: 0,
            mtypes: Vec::new(),
            structures: Vec::new(),
            globals: Vec::new(),
            channels: Vec::new(),
            inlines: Vec::new(),
            runnables: Vec::new(),
            first: First::default(),
            hidden: Vec::new(),
            scratch: None,
            counters: Vec::new(),
            crowds: 2,
            claimed: None,
        }
    }

    fn program(mut self) -> Node {
        let mut units = self.types();
        units.extend(self.globals());
        units.extend(self.global_channels());
        for _ in 0..self.count(Feature::Inline, 2) {
            units.push(self.inline());
        }
        units.extend(self.processes());
        units.extend(self.claim());
        let units = List {
            items: units,
            separator: "\n\n",
            least: 1,
        };
        Node::new(Sort::Unit, [units.into(), "\n".into()])
    }

    /// 1 to `most` of something, none without the feature.
    fn count(&mut self, feature: Feature, most: usize) -> usize {
        match self.features.has(feature) {
            true => self.numbers.between(1, most),
            false => 0,
        }
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn types(&mut self) -> Vec<Node> {
        let mut units = Vec::new();
        let named = self.features.has(Feature::MtypeSets);
        let sets: &[Option<&str>] = if named {
            &[None, Some("colour")]
        } else {
            &[None]
        };
        for set in sets {
            let names: Vec<String> = (0..self.numbers.between(2, 3))
                .map(|_| self.fresh("M"))
                .collect();
            let suffix = set.map(|name| format!(":{name}")).unwrap_or_default();
            units.push(Node::text(
                Sort::Unit,
                format!("mtype{suffix} = {{ {} }}", names.join(", ")),
            ));
            self.mtypes.push(MtypeSet {
                name: set.map(String::from),
                names,
            });
        }
        for _ in 0..self.count(Feature::Typedef, 2) {
            let name = self.fresh("T");
            let count = self.numbers.between(1, 3);
            let fields: Vec<Variable> = (0..count).map(|_| self.variable("f")).collect();
            let declared = fields.iter().map(|field| {
                let initial = self.numbers.chance(15) && !matches!(field.kind, Kind::Structure(_));
                let initial = initial.then(|| Node::text(Sort::Value, "1"));
                self.declare(field, initial)
            });
            let declared = declared.collect();
            units.push(unit(&format!("typedef {name} $"), [block(declared).into()]));
            self.structures.push(Structure { name, fields });
        }
        units
    }

    fn scalar_kind(&mut self) -> Kind {
        loop {
            return match self.numbers.below(14) {
                0 => Kind::Bit,
                1 | 2 => Kind::Bool,
                3..=6 => Kind::Byte,
                7 => Kind::Pid,
                8 | 9 => Kind::Short,
                10 | 11 => Kind::Int,
                12 => Kind::Mtype(self.numbers.below(self.mtypes.len())),
                _ if self.features.has(Feature::Unsigned) => {
                    Kind::Unsigned(self.numbers.between(1, 5) as u8)
                }
                _ => continue,
            };
        }
    }

    /// A variable of any type, structures and arrays included.
    fn variable(&mut self, prefix: &str) -> Variable {
        let structure = !self.structures.is_empty() && self.numbers.chance(20);
        let kind = match structure {
            true => Kind::Structure(self.numbers.below(self.structures.len())),
            false => self.scalar_kind(),
        };
        let array = self.features.has(Feature::Arrays)
            && !matches!(kind, Kind::Unsigned(_))
            && self.numbers.chance(20);
        Variable {
            name: self.fresh(prefix),
            kind,
            length: array.then(|| self.numbers.between(2, 3)),
            fixed: false,
        }
    }

    /// The text of a type.
    fn spelling(&self, kind: Kind) -> String {
        match kind {
            Kind::Bit => "bit".into(),
            Kind::Bool => "bool".into(),
            Kind::Byte => "byte".into(),
            Kind::Pid => "pid".into(),
            Kind::Short => "short".into(),
            Kind::Int => "int".into(),
            Kind::Unsigned(_) => "unsigned".into(),
            Kind::Mtype(set) => match &self.mtypes[set].name {
                Some(name) => format!("mtype:{name}"),
                None => "mtype".into(),
            },
            Kind::Structure(index) => self.structures[index].name.clone(),
        }
    }

    fn declare(&self, variable: &Variable, initial: Option<Node>) -> Node {
        let width = match variable.kind {
            Kind::Unsigned(bits) => format!(" : {bits}"),
            _ => String::new(),
        };
        let length = variable
            .length
            .map(|length| format!("[{length}]"))
            .unwrap_or_default();
        let declared = format!(
            "{} {}{width}{length}",
            self.spelling(variable.kind),
            variable.name
        );
        let mut parts: Vec<Part> = vec![declared.into()];
        if let Some(initial) = initial {
            let initial = [" = ".into(), initial.into()];
            parts.push(Part::List(List {
                items: vec![Node::new(Sort::Other, initial)],
                separator: "",
                least: 0,
            }));
        }
        Node::new(Sort::Step, parts)
    }

    fn globals(&mut self) -> Vec<Node> {
        let mut units = Vec::new();
        for _ in 0..self.numbers.between(2, 4) {
            let variable = self.variable("g");
            let plain = !matches!(variable.kind, Kind::Structure(_));
            let initial = match self.numbers.below(10) {
                0..=2 if plain && variable.length.is_some() => {
                    Some(Node::text(Sort::Value, "{ 0, 1 }"))
                }
                0..=3 if plain && variable.length.is_none() => Some(Node::text(Sort::Value, "1")),
                _ => None,
            };
            let mut declared = self.declare(&variable, initial);
            let may_hide = plain && !matches!(variable.kind, Kind::Bit | Kind::Bool);
            if self.features.has(Feature::Hidden) && may_hide && self.numbers.chance(20) {
                declared = unit("hidden $", [declared.into()]);
                self.hidden.push(variable.name.clone());
            }
            declared.sort = Sort::Unit;
            units.push(declared);
            self.globals.push(variable);
        }
        let both = self.features.has(Feature::Hidden) && self.features.has(Feature::DStep);
        if both && self.numbers.chance(50) {
            let name = self.fresh("s");
            units.push(unit("hidden int $", [name.clone().into()]));
            self.scratch = Some(name);
        }
        units
    }

    /// An initial value: SPIN refuses a constant that does not fit.
    fn initial(&mut self, place: &Place, kind: Kind) -> Node {
        match kind {
            Kind::Bit | Kind::Bool | Kind::Unsigned(_) if self.numbers.chance(60) => {
                Node::text(Sort::Value, "1")
            }
            Kind::Bit | Kind::Bool | Kind::Unsigned(_) => {
                // No constant, and none after folding.
                let memory = self.memory(place, false).map(|(node, _)| node);
                memory.unwrap_or_else(|| Node::text(Sort::Value, "0"))
            }
            kind => self.value_of(place, kind),
        }
    }

    /// Parameters, with what they are called and what the body can see of them.
    fn parameters(&mut self, place: &mut Place, of_inline: bool) -> (Vec<Parameter>, Vec<String>) {
        let (mut parameters, mut texts) = (Vec::new(), Vec::new());
        for _ in 0..self.numbers.below(3) {
            let name = self.fresh("p");
            let chosen = self.numbers.below(10);
            if chosen < 4 && !self.channels.is_empty() {
                let index = self.numbers.below(self.channels.len());
                let model = self.channels[index].clone();
                let has_alike = self.channels.iter().any(|it| it.is_like(&model));
                let varies = self.features.has(Feature::Lengths) && !of_inline && has_alike;
                texts.push(if of_inline {
                    name.clone()
                } else {
                    format!("chan {name}")
                });
                place.channels.push(Channel {
                    name,
                    length: None,
                    varies,
                    ..model
                });
                parameters.push(Parameter::Channel(index));
                continue;
            }
            let by_value = of_inline && chosen < 6;
            let kind = if by_value {
                Kind::Int
            } else {
                self.scalar_kind()
            };
            let variable = Variable {
                name: name.clone(),
                kind,
                length: None,
                fixed: by_value,
            };
            // No `unsigned` parameters in a heading: they have no width there.
            if !of_inline && matches!(kind, Kind::Unsigned(_)) {
                continue;
            }
            texts.push(if of_inline {
                name
            } else {
                format!("{} {name}", self.spelling(kind))
            });
            place.variables.push(variable);
            parameters.push(match by_value {
                true => Parameter::Value,
                false => Parameter::Variable(kind),
            });
        }
        (parameters, texts)
    }

    fn place(&self) -> Place {
        Place {
            variables: self.globals.clone(),
            channels: self.channels.clone(),
            ..Place::default()
        }
    }

    fn inline(&mut self) -> Node {
        let mut place = Place {
            in_inline: true,
            is_endless: true,
            depth: 1,
            budget: 4,
            ..self.place()
        };
        let (parameters, texts) = self.parameters(&mut place, true);
        let flavour = self.numbers.below(3);
        let inline = Inline {
            name: self.fresh("f"),
            parameters,
            returns: self.numbers.chance(25),
            deterministic: flavour == 0,
            bounded: flavour != 1,
        };
        place.in_d_step = inline.deterministic;
        place.in_atomic = inline.bounded;
        let mut steps = match inline.deterministic {
            true => self.quiet_steps(&mut place),
            false => self.steps(&mut place, Inside::Block),
        };
        if inline.returns {
            steps.push(step("return $", [self.value(&place, 1).into()]));
        }
        let mut body = self.with_counters(steps);
        self.choose_labels(&mut body, &place.labels);
        let template = format!("inline {}({}) $", inline.name, texts.join(", "));
        self.inlines.push(inline);
        unit(&template, [block(body).into()])
    }

    /// The steps behind the declarations of the loop counters in them.
    fn with_counters(&mut self, steps: Vec<Node>) -> Vec<Node> {
        let counters = std::mem::take(&mut self.counters).into_iter();
        let declared = counters.map(|name| Node::text(Sort::Step, format!("byte {name}")));
        declared.chain(steps).collect()
    }

    fn choose_labels(&mut self, nodes: &mut [Node], labels: &[String]) {
        for node in nodes {
            for part in &mut node.parts {
                if let Part::Text(text) = part
                    && text == SOMEWHERE
                {
                    *text = match labels.is_empty() {
                        true => "skip".into(),
                        false => format!("goto {}", self.numbers.pick(labels)),
                    };
                }
                self.choose_labels(part.nodes_mut(), labels);
            }
        }
    }

    fn processes(&mut self) -> Vec<Node> {
        let mut units = Vec::new();
        let mut started = Vec::new();
        for _ in 0..self.count(Feature::Run, 2) {
            started.push(self.runnable());
        }
        let budget = self.numbers.between(6, 16);
        let active = self.numbers.between(1, 3);
        for index in 0..active {
            units.push(self.active(index, budget / active + 1));
        }
        if let Some(crowd) = self.crowd_of_processes() {
            // Not before process 0, of which others know the name.
            let at = self.numbers.between(1, units.len());
            units.insert(at, crowd);
        }
        if self.features.has(Feature::Run) && self.numbers.chance(50) {
            let at = self.numbers.below(units.len() + 1).max(1);
            let (body, _) = self.body(budget / 2 + 1, self.place());
            units.insert(at, unit("init $", [block(body).into()]));
        }
        let at = self.numbers.below(units.len() + 1);
        units.splice(at..at, started);
        units
    }

    /// A proctype to be started; it may start those made before it.
    fn runnable(&mut self) -> Node {
        let mut place = self.place();
        let mut parameters = (Vec::new(), Vec::new());
        if self.numbers.chance(80) {
            parameters = self.parameters(&mut place, false);
        }
        let (body, _) = self.body(3, place);
        let name = self.fresh("Q");
        let template = format!("proctype {name}({}) $", parameters.1.join("; "));
        self.runnables.push(Runnable {
            name,
            parameters: parameters.0,
        });
        unit(&template, [block(body).into()])
    }

    fn active(&mut self, index: usize, budget: usize) -> Node {
        let name = self.fresh("P");
        let mut place = self.place();
        place.is_first = index == 0;
        let (body, place) = self.body(budget, place);
        let several = index > 0 && self.numbers.chance(25);
        let number = if several { " [2]" } else { "" };
        let mut behind = String::new();
        if self.features.has(Feature::Priorities) && self.numbers.chance(50) {
            behind = format!(" priority {}", self.numbers.between(1, 4));
        }
        let mut holes = Vec::new();
        if self.features.has(Feature::Provided) && self.numbers.chance(25) {
            behind.push_str(" provided ($)");
            holes.push(self.guard(&self.place()).into());
        }
        if index == 0 {
            let own = place.variables.iter().skip(self.globals.len());
            let scalars =
                own.filter(|it| it.length.is_none() && !matches!(it.kind, Kind::Structure(_)));
            let text = block(body.clone()).print();
            self.first = First {
                name: name.clone(),
                labels: place.labels.clone(),
                locals: scalars.map(|it| it.name.clone()).collect(),
                without_else: !text.contains("else")
                    && !self.inlines.iter().any(|it| text.contains(&it.name)),
            };
        }
        holes.push(block(body).into());
        unit(
            &format!("active{number} proctype {name}(){behind} $"),
            holes,
        )
    }

    /// A body: locals, then statements. With what it declared at its top.
    fn body(&mut self, budget: usize, mut place: Place) -> (Vec<Node>, Place) {
        place.budget = budget;
        let mut locals = Vec::new();
        if self.features.has(Feature::Priorities) {
            // Without a local, SPIN takes the priority for padding: not a part of the state.
            locals.push(Node::text(Sort::Step, format!("byte {}", self.fresh("v"))));
        }
        // An initial value may not look at other processes.
        let is_first_process = std::mem::replace(&mut place.is_first, true);
        for _ in 0..self.numbers.below(3) {
            let variable = self.variable("v");
            let plain = variable.length.is_none() && !matches!(variable.kind, Kind::Structure(_));
            let initial = match plain && self.numbers.chance(40) {
                true => Some(self.initial(&place, variable.kind)),
                false => None,
            };
            locals.push(self.declare(&variable, initial));
            place.variables.push(variable);
        }
        place.is_first = is_first_process;
        if self.features.has(Feature::LateChannels)
            && self.numbers.chance(25)
            && !self.channels.is_empty()
        {
            let model = self.numbers.pick(&self.channels).clone();
            let channel = Channel {
                name: self.fresh("c"),
                length: None,
                capacity: model.capacity.min(2),
                ..model
            };
            locals.push(self.declare_channel(&channel));
            place.channels.push(channel);
        }
        locals.extend(self.either_channel(&mut place));
        let top = place.clone();
        let steps = self.steps(&mut place, Inside::Body);
        let mut body = locals;
        if is_first_process {
            body.extend(self.fill_channels());
        }
        body.extend(steps);
        let mut body = self.with_counters(body);
        self.choose_labels(&mut body, &place.labels);
        let labels = place.labels;
        (body, Place { labels, ..top })
    }
}
