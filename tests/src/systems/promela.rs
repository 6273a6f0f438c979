//! Systems as Promela.

use std::fmt::{self, Display, Formatter, Write};

use super::table::{
    Automaton, Cell, Choice, Fill, Index, Into, Place, Statement, System, Test, Value,
};

impl Display for System {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, length) in self.globals.iter().enumerate() {
            match length {
                0 => writeln!(f, "byte g{i};")?,
                length => writeln!(f, "byte g{i}[{length}];")?,
            }
        }
        for (i, capacity) in self.channels.iter().enumerate() {
            writeln!(f, "chan c{i} = [{capacity}] of {{ byte }};")?;
        }
        for (i, process) in self.processes.iter().enumerate() {
            let active = if process.idle { "" } else { "active " };
            write!(f, "{active}proctype P{i}() ")?;
            if let Some(test) = process.provided {
                write!(f, "provided ({test}) ")?;
            }
            writeln!(f, "{{ byte l0; byte l1;\n{process}}}")?;
        }
        Ok(())
    }
}

impl Display for Automaton {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, place) in self.places.iter().enumerate() {
            write!(f, "L{i}: ")?;
            if place.end {
                write!(f, "end{i}: ")?;
            }
            let separator = if i + 1 == self.places.len() { "" } else { ";" };
            writeln!(f, "{place}{separator}")?;
        }
        Ok(())
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.choices.is_empty() {
            return f.write_str("false");
        }
        if self.escape.is_some() {
            f.write_str("{ ")?;
        }
        f.write_str("if")?;
        for choice in &self.choices {
            write!(f, "\n  :: {choice}")?;
        }
        f.write_str("\n  fi")?;
        match &self.escape {
            Some(escape) => write!(f, " }} unless {{ {escape} }}"),
            None => Ok(()),
        }
    }
}

impl Display for Choice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let stages: Vec<String> = self.stages.iter().map(|stage| print_stage(stage)).collect();
        let stages = stages.join("; ");
        match (self.atomic, self.d_step) {
            (true, _) => write!(f, "atomic {{ {stages} }}")?,
            (false, true) => write!(f, "d_step {{ {stages} }}")?,
            (false, false) => f.write_str(&stages)?,
        }
        match self.target {
            Some(target) => write!(f, "; goto L{target}"),
            None => Ok(()),
        }
    }
}

fn print_stage(stage: &[Statement]) -> String {
    if let [statement] = stage {
        return statement.to_string();
    }
    let mut text = "if".to_string();
    for statement in stage {
        write!(text, " :: {statement}").expect("a string takes everything");
    }
    text + " fi"
}

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Skip => f.write_str("skip"),
            Self::Guard(tests) => {
                let tests: Vec<String> = tests.iter().map(Test::to_string).collect();
                write!(f, "({})", tests.join(" && "))
            }
            Self::Assign(cell, value) => write!(f, "{cell} = {value}"),
            Self::Advance(cell) => write!(f, "{cell} = ({cell} + 1) % 3"),
            Self::Assert(test) => write!(f, "assert({test})"),
            Self::Send(channel, value) => write!(f, "c{channel}!{value}"),
            Self::Receive(channel, Into::Cell(cell)) => write!(f, "c{channel}?{cell}"),
            Self::Receive(channel, Into::Match(value)) => write!(f, "c{channel}?{value}"),
            Self::Else => f.write_str("else"),
            Self::Timeout => f.write_str("timeout"),
            Self::Run(automaton) => write!(f, "run P{automaton}()"),
        }
    }
}

impl Display for Test {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Compare(cell, true, value) => write!(f, "{cell} == {value}"),
            Self::Compare(cell, false, value) => write!(f, "{cell} != {value}"),
            Self::Fill(channel, fill) => {
                let name = match fill {
                    Fill::Full => "full",
                    Fill::Empty => "empty",
                    Fill::NotFull => "nfull",
                    Fill::NotEmpty => "nempty",
                };
                write!(f, "{name}(c{channel})")
            }
            Self::Length(channel, length) => write!(f, "len(c{channel}) == {length}"),
            Self::Poll(channel, value) => write!(f, "c{channel}?[{value}]"),
            Self::Alive(count) => write!(f, "_nr_pr == {count}"),
        }
    }
}

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(value) => write!(f, "{value}"),
            Self::Cell(cell) => write!(f, "{cell}"),
        }
    }
}

impl Display for Cell {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Local(i) => write!(f, "l{i}"),
            Self::Global(i) => write!(f, "g{i}"),
            Self::Element(i, Index::Constant(index)) => write!(f, "g{i}[{index}]"),
            Self::Element(i, Index::Local(local)) => write!(f, "g{i}[l{local}]"),
            Self::Element(i, Index::Pid) => write!(f, "g{i}[_pid]"),
        }
    }
}
