//! `claims.rs`: the claims as automata over propositions.

use frontend::ir::{
    BinaryOp, ClaimEdge, ClaimPlace, Expr, LabelQuery, ProctypeId, Source, UnaryOp,
};
use frontend::ltl::classify::Component;
use frontend::ltl::cube::bits;
use frontend::ltl::formula::{Binary, Unary};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::code::{Code, Level};
use super::expression::Expressions;
use super::row::at;
use super::tags::Writer;
use super::transition::{Body, described};
use super::{File, documented, inline_code, paths};
use crate::plan::claim::{Kind, Part, Planned};
use crate::plan::{Plan, Scope};

/// The most edges of a place that its comment tells in words.
const TOLD_MAX: usize = 12;

/// Emits `claims.rs`; without items if the model claims nothing.
pub fn file(plan: &Plan<'_>) -> File {
    let claims = plan.claims.iter();
    let mut items: Vec<TokenStream> = claims
        .flat_map(|planned| Writing { plan, planned }.items())
        .collect();
    if !items.is_empty() {
        let constants = plan
            .claims
            .iter()
            .map(|it| format_ident!("{}", it.constant));
        let all = quote! {
            #[doc = " All of them."]
            pub static CLAIMS: &[ClaimInfo] = &[#(#constants),*];
        };
        items.insert(0, all);
    }
    File {
        path: "src/claims.rs".to_owned(),
        doc: vec![
            "What must not happen in the long run, as automata: of a formula its negation. Bit *i*"
                .to_owned(),
            "of what an edge asks for is proposition *i*.".to_owned(),
        ],
        items,
    }
}

/// A claim that is being written.
struct Writing<'p> {
    plan: &'p Plan<'p>,
    planned: &'p Planned,
}

impl<'p> Writing<'p> {
    fn items(&self) -> Vec<TokenStream> {
        let mut items = vec![self.info()];
        if self.is_one_statement() {
            let constant = format_ident!("{}", self.planned.statement);
            let at = at(&self.planned.claim.source);
            items.push(quote!(const #constant: SourceInfo = #at;));
        }
        let places = self.planned.claim.places.iter().enumerate();
        items.extend(places.map(|(number, place)| self.place(number, place)));
        let actions = self.planned.claim.actions.iter().enumerate();
        items.extend(actions.map(|(number, step)| {
            let constant = format_ident!("{}", self.planned.actions[number]);
            let at = at(&step.source);
            quote!(const #constant: SourceInfo = #at;)
        }));
        items
    }

    /// The scope of expressions: a claim is no process, and has no locals.
    fn scope(&self) -> Scope<'p> {
        self.plan.scope(ProctypeId(0))
    }

    /// All its edges are of one statement.
    fn is_one_statement(&self) -> bool {
        self.planned.kind != Kind::Never
    }

    fn at(&self, source: &Source) -> TokenStream {
        match self.is_one_statement() {
            true => {
                let constant = format_ident!("{}", self.planned.statement);
                quote!(#constant)
            }
            false => at(source),
        }
    }

    fn info(&self) -> TokenStream {
        let planned = self.planned;
        let claim = &planned.claim;
        let constant = format_ident!("{}", planned.constant);
        let name = &planned.name;
        let kind = match planned.kind {
            Kind::Never => quote!(Never),
            Kind::Formula => quote!(Formula),
            Kind::Acceptance => quote!(Acceptance),
            Kind::NonProgress => quote!(NonProgress),
        };
        let source = self.at(&claim.source);
        let [start, sets] = [claim.start.0, claim.sets].map(Literal::u32_unsuffixed);
        let places = planned.places.iter().map(|it| format_ident!("{}", it));
        let propositions = claim.propositions.iter().map(|it| {
            let at = at(&it.source);
            let holds = self.holds(&it.value);
            quote!(proposition(#at, #holds))
        });
        let formula = planned.parts.iter().map(part);
        let observes = match planned.observes.everything {
            true => quote!(touching_everything()),
            false => {
                let touches = Writer::new(self.scope()).tags(&planned.observes.touches);
                quote!(tags(&[#(#touches),*]))
            }
        };
        let changed_by = planned.changed_by.iter().map(|number| {
            let number = Literal::u32_unsuffixed(*number);
            quote!(TransitionId(#number))
        });
        let [accept, progress] =
            [LabelQuery::Accepts, LabelQuery::NonProgress].map(|it| planned.asks_labels(it));
        let timeout = planned.asks(|part| *part == Expr::Timeout);
        let is_normal = planned.is_normal;
        let about = match planned.kind {
            Kind::Never | Kind::Formula => described(self.plan.model, &claim.source),
            Kind::Acceptance => "Cycles through `accept` labels.".to_owned(),
            Kind::NonProgress => "Cycles without `progress` labels.".to_owned(),
        };
        let doc = documented(&[about]);
        quote! {
            #(#doc)*
            const #constant: ClaimInfo = ClaimInfo {
                name: #name,
                kind: ClaimKind::#kind,
                source: #source,
                place: CLAIM.element(0),
                start: #start,
                places: &[#(#places),*],
                sets: #sets,
                propositions: &[#(#propositions),*],
                formula: &[#(#formula),*],
                observes: #observes,
                changed_by: &[#(#changed_by),*],
                asks_accept: #accept,
                asks_progress: #progress,
                asks_timeout: #timeout,
                is_normal: #is_normal,
            };
        }
    }

    fn place(&self, number: usize, place: &ClaimPlace) -> TokenStream {
        let constant = format_ident!("{}", self.planned.places[number]);
        let component = match self.planned.components[number] {
            Component::Rejecting => quote!(Rejecting),
            Component::Weak => quote!(Weak),
            Component::Terminal => quote!(Terminal),
            Component::General => quote!(General),
        };
        let mut doc: Vec<String> = Vec::new();
        let labels: Vec<String> = place.labels.iter().map(|it| format!("`{it}:`")).collect();
        let heading = match labels.is_empty() {
            true => format!("Place {number}"),
            false => format!("Place {number}, {}", labels.join(" ")),
        };
        doc.push(match place.edges.len() {
            0 => format!("{heading}, from which nothing follows."),
            _ => format!("{heading}:"),
        });
        for edge in place.edges.iter().take(TOLD_MAX) {
            doc.push(format!("- {}", self.told(edge)));
        }
        if place.edges.len() > TOLD_MAX {
            doc.push(format!("- and {} more", place.edges.len() - TOLD_MAX));
        }
        let doc = documented(&doc);
        let at = self.at(&place.source);
        let edges = place.edges.iter().map(|edge| self.edge(edge));
        let end = place.end.then(|| quote!(.end()));
        quote! {
            #(#doc)*
            const #constant: ClaimPlace = stay(#at, Component::#component, &[#(#edges),*])#end;
        }
    }

    /// `` `x == 1` and not `y`: to 1, accepting ``.
    fn told(&self, edge: &ClaimEdge) -> String {
        let literals = bits(edge.guard.care).map(|number| {
            let text = &self.planned.claim.propositions[number as usize].source.text;
            let not = match edge.guard.value >> number & 1 {
                1 => "",
                _ => "not ",
            };
            format!("{not}{}", inline_code(text))
        });
        let literals: Vec<String> = literals.collect();
        let guard = match literals.is_empty() {
            true => "always".to_owned(),
            false => literals.join(" and "),
        };
        let mut told = format!("{guard}: to {}", edge.target.0);
        if self.planned.claim.sets == 1 && edge.sets != 0 {
            told += ", accepting";
        } else if edge.sets != 0 {
            let sets: Vec<String> = bits(edge.sets.into()).map(|it| it.to_string()).collect();
            told += &format!(", in the accepting sets {}", sets.join(", "));
        }
        told
    }

    fn edge(&self, edge: &ClaimEdge) -> TokenStream {
        let at = self.at(&edge.source);
        let [care, value] = [edge.guard.care, edge.guard.value].map(mask);
        let target = Literal::u32_unsuffixed(edge.target.0);
        let mut made = quote!(step(#at, #care, #value, #target));
        if edge.sets != 0 {
            let sets = mask(edge.sets.into());
            made.extend(quote!(.accepts(#sets)));
        }
        if edge.steps != 1 {
            let steps = Literal::u32_unsuffixed(edge.steps);
            made.extend(quote!(.steps(#steps)));
        }
        if !edge.actions.is_empty() {
            let does = self.does(&edge.actions);
            made.extend(quote!(.does(#does)));
        }
        made
    }

    /// What an edge does beside looking, as a function.
    fn does(&self, actions: &[u32]) -> TokenStream {
        let named: Vec<Option<String>> = self.planned.actions.iter().cloned().map(Some).collect();
        let mut body = Body::of_claim(self.scope(), &named);
        for number in actions {
            let number = *number as usize;
            body.effect(number, &self.planned.claim.actions[number]);
        }
        let statements = body.statements;
        quote!(|state| { #(#statements)* DONE })
    }

    /// Whether a proposition holds, as a function.
    fn holds(&self, value: &Expr) -> TokenStream {
        let mut expressions = Expressions::new(self.scope());
        expressions.by_claim = true;
        let holds = truth(&mut expressions, value).tokens();
        let state = match paths::mentions(std::slice::from_ref(&holds), "state") {
            true => quote!(state),
            false => quote!(_),
        };
        quote!(|#state| Ok(#holds))
    }
}

/// A condition that is false where it looks at a process that is not there: each comparison on its
/// own.
fn truth(expressions: &mut Expressions<'_>, value: &Expr) -> Code {
    let mut looks_at_others = false;
    value.walk(&mut |part| {
        looks_at_others |= matches!(part, Expr::Remote(..) | Expr::PlaceNumber(_));
    });
    if !looks_at_others {
        return expressions.condition_if_reached(value);
    }
    match value {
        Expr::Unary(UnaryOp::Not, operand) => truth(expressions, operand).negated(),
        Expr::Binary(BinaryOp::And, left, right) => {
            let left = truth(expressions, left);
            Code::infix(left, quote!(&&), Level::And, truth(expressions, right))
        }
        Expr::Binary(BinaryOp::Or, left, right) => {
            let left = truth(expressions, left);
            Code::infix(left, quote!(||), Level::Or, truth(expressions, right))
        }
        _ => {
            let holds = expressions.condition_if_reached(value).tokens();
            let asked = expressions.failing(quote!(state.where_present(|state| Ok(#holds))));
            Code::postfix(asked)
        }
    }
}

fn part((text, part): &(String, Part)) -> TokenStream {
    let number = |it: &usize| Literal::usize_unsuffixed(*it);
    let what = match part {
        Part::Constant(value) => quote!(Constant(#value)),
        Part::Proposition(proposition) => {
            let proposition = Literal::u32_unsuffixed(*proposition);
            quote!(Proposition(#proposition))
        }
        Part::Unary(operator, operand) => {
            let operand = number(operand);
            match operator {
                Unary::Not => quote!(Not(#operand)),
                Unary::Next => quote!(Next(#operand)),
                Unary::Always => quote!(Always(#operand)),
                Unary::Eventually => quote!(Eventually(#operand)),
            }
        }
        Part::Binary(operator, left, right) => {
            let (left, right) = (number(left), number(right));
            match operator {
                Binary::And => quote!(And(#left, #right)),
                Binary::Or => quote!(Or(#left, #right)),
                Binary::Implies => quote!(Implies(#left, #right)),
                Binary::Equivalent => quote!(Equivalent(#left, #right)),
                Binary::Until => quote!(Until(#left, #right)),
                Binary::WeakUntil => quote!(WeakUntil(#left, #right)),
                Binary::Release => quote!(Release(#left, #right)),
            }
        }
    };
    quote!(part(#text, Operator::#what))
}

/// A bit mask, in binary as far as that can be read.
fn mask(bits: u64) -> TokenStream {
    let text = match bits {
        0 | 1 => bits.to_string(),
        2..0x1_0000 => format!("{bits:#b}"),
        _ => format!("{bits:#x}"),
    };
    text.parse().expect("a number")
}
