//! Initial values of globals, and the channels that are made before the first process.

use super::declaration::constant_value;
use super::expression::count;
use super::lower::Lowering;
use super::report::Report;
use super::structure::Structure;
use crate::ast::{self, Initializer, TextRange};
use crate::ir::arithmetic::truncate;
use crate::ir::{CHANNELS_MAX, Channel, Expr, GlobalId, SignatureId, Type, Var, Variable, Width};

impl Lowering<'_> {
    /// Initial values of all globals, in SPIN's order: type by type, each in order of declaration,
    /// structures last. One that is read before its turn is still 0.
    pub fn initialize_globals(&mut self, pending: &[(GlobalId, &ast::Variable)]) {
        let structure = |id: GlobalId| self.globals.facts[id.index()].structure;
        let mut order: Vec<_> = pending.iter().collect();
        order.retain(|(id, _)| structure(*id).is_none());
        order.sort_by_key(|(id, _)| initialization_rank(self.model.globals[id.index()].ty));
        let structures = pending.iter();
        let structures: Vec<_> = structures
            .filter_map(|(id, written)| Some((*id, *written, structure(*id)?)))
            .collect();
        let mut done: Vec<bool> = vec![false; self.model.globals.len()];
        for (id, written) in &order {
            done[id.index()] = written.initial.is_none();
        }
        let members = self.set_aside(&structures);
        for (id, written) in order {
            match &written.initial {
                None => {}
                Some(Initializer::Channel(_)) => self.create_channels(*id, written.range),
                Some(Initializer::Expression(e)) => self.initialize_global(*id, e, &done),
                Some(Initializer::List(list)) => self.initialize_list(*id, list),
            }
            done[id.index()] = true;
        }
        for (id, values) in members {
            self.model.globals[id.index()].initial = values;
        }
        for (id, written, structure) in structures {
            for inner in self.inner_channels(structure) {
                let leaf = GlobalId::from(id.index() + inner.leaf);
                let name = format!("{}{}", written.name.text, inner.path);
                self.create_channel(leaf, inner.element, name, inner.channel, written.range);
            }
        }
    }

    /// Makes the initial values of structures 0 for the time being.
    fn set_aside(
        &mut self,
        structures: &[(GlobalId, &ast::Variable, Structure)],
    ) -> Vec<(GlobalId, Vec<i32>)> {
        let mut members = Vec::new();
        for (id, _, structure) in structures {
            let leaves = self.typedefs[structure.typedef].leaves;
            for at in id.index()..id.index() + leaves {
                let initial = &mut self.model.globals[at].initial;
                let zeros = vec![0; initial.len()];
                members.push((GlobalId::from(at), std::mem::replace(initial, zeros)));
            }
        }
        members
    }

    fn create_channels(&mut self, id: GlobalId, range: TextRange) {
        let Some(channel) = self.globals.facts[id.index()].channel else {
            return;
        };
        let variable = &self.model.globals[id.index()];
        let (plain, array) = (variable.name.clone(), !variable.dimensions.is_empty());
        for element in 0..variable.initial.len() {
            let name = match array {
                false => plain.clone(),
                true => format!("{plain}[{element}]"),
            };
            self.create_channel(id, element, name, channel, range);
        }
    }

    fn create_channel(
        &mut self,
        id: GlobalId,
        element: usize,
        name: String,
        (signature, capacity): (SignatureId, u32),
        range: TextRange,
    ) {
        let variable = &mut self.model.globals[id.index()];
        self.model.channels.push(Channel {
            name,
            capacity,
            signature,
            source: variable.source.clone(),
        });
        variable.initial[element] = self.model.channels.len() as i32;
        if self.model.channels.len() == CHANNELS_MAX + 1 {
            self.report(
                Report::error(range, "there are more than 255 channels")
                    .help("at most 255 channels can exist at a time"),
            );
        }
    }

    fn initialize_global(&mut self, id: GlobalId, e: &ast::Expression, done: &[bool]) {
        let errors = self.reports.len();
        self.wrong = false;
        let value = self.before_the_search(|it| it.value(e));
        let name = self.model.globals[id.index()].name.clone();
        let stored = &self.model.globals[id.index()];
        let stored = (stored.ty, stored.width);
        self.check_passing(e.range, &value, stored, &format!("`{name}`"));
        let mut early = None;
        value.expr.walk(&mut |part| {
            if let Expr::Load(access) = part
                && let Var::Global(read) = access.var
                && !done[read.index()]
            {
                early = Some(read);
            }
        });
        let globals = &self.model.globals;
        let result = constant_value(&value.expr, &|access| match access.var {
            Var::Global(read) => {
                let element = access.constant_element()?;
                globals[read.index()].initial.get(element).copied()
            }
            Var::Local(_) => None,
        });
        let Some(result) = result else {
            if self.reports.len() == errors && !self.wrong {
                self.report(Report::error(
                    e.range,
                    "the initial value of a global must be a constant",
                ));
            }
            return;
        };
        if let Some(read) = early {
            let other = &self.model.globals[read.index()];
            let message = format!(
                "the initial value of `{}` is set after that of `{name}`, so 0 is read here",
                other.name.replace("[]", "")
            );
            let report = Report::warning("initializer-order", e.range, message);
            self.report(report.help("initial values are set type by type: unsigned, bit and bool, byte and pid, chan, mtype, short, int, structures"));
        }
        let variable = &mut self.model.globals[id.index()];
        let stored = truncate(result, variable.width);
        variable.initial.fill(stored);
    }

    /// `{ 1, 2 }`: missing values repeat the last one.
    fn initialize_list(&mut self, id: GlobalId, list: &ast::InitializerList) {
        let Variable {
            name,
            width,
            dimensions,
            ..
        } = self.model.globals[id.index()].clone();
        let Some(values) = self.list_values(list, &name, (&dimensions, width)) else {
            return;
        };
        let variable = &mut self.model.globals[id.index()];
        for (slot, value) in variable.initial.iter_mut().zip(values) {
            *slot = truncate(value, width);
        }
    }

    /// The values of a list for an array, as many as it has elements.
    pub fn list_values(
        &mut self,
        list: &ast::InitializerList,
        name: &str,
        (dimensions, width): (&[u32], Width),
    ) -> Option<Vec<i32>> {
        let Some(length) = dimensions.first() else {
            let message =
                format!("`{name}` is not an array, it cannot have a list of initial values");
            self.report(Report::error(list.range, message));
            return None;
        };
        if list.values.len() > *length as usize {
            let message = format!(
                "`{name}` has {}, but {} initial values are given",
                count(*length as usize, "element"),
                list.values.len()
            );
            self.report(Report::error(list.range, message));
        }
        let what = format!("an element of `{name}`");
        let values = list.values.iter().map(|e| {
            let value = self.constant(e, "an initial value in a list").unwrap_or(0);
            self.check_width(e.range, value, width, &what);
            value
        });
        let mut values: Vec<i32> = values.collect();
        let last = values.last().copied().unwrap_or(0);
        values.resize(*length as usize, last);
        Some(values)
    }
}

fn initialization_rank(ty: Type) -> u8 {
    match ty {
        Type::Unsigned(_) => 0,
        Type::Bit | Type::Bool => 1,
        Type::Byte | Type::Pid => 2,
        Type::Chan => 3,
        Type::Mtype(_) => 4,
        Type::Short => 5,
        Type::Int => 6,
    }
}
