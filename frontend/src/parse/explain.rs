//! Where the grammar stopped, in the words of the language.
//!
//! First come the mistakes that people make ([`habits`], line breaks, keywords as names), each
//! with its remedy; then what the grammar would have accepted, put together from its token rules.
//!
//! [`habits`]: super::habits

use super::SyntaxError;
use super::brackets::{DECLARATION_STARTS, KEYWORD_AS_NAME, TEMPORAL_WORDS};
use super::failure::Failure;
use super::grammar::Rule;
use super::habits::{NO_INLINE, assignment, from_c, heading};
use super::misspelt::{foreign, meant_as, misspelt, of_logic};
use crate::suggest;
use crate::token::{Token, TokenKind};

pub(super) type Explanation = (String, &'static str);

/// The error for a failure.
pub(super) fn explain(failure: &Failure<'_, '_>) -> SyntaxError {
    let error = unit_start(failure).or_else(|| assignment(failure));
    if let Some(error) = error {
        return error;
    }
    if let Some((at, remedy)) = of_logic(failure) {
        let word = failure.tokens[at];
        let message = format!("`{}` is not an operator of formulas here", word.text);
        return SyntaxError::new(word.range, message).help(remedy);
    }
    let known = from_c(failure)
        .or_else(|| heading(failure))
        .or_else(|| structure(failure))
        .or_else(|| lexical(failure))
        .or_else(|| misplaced(failure));
    let (message, help) = known.unwrap_or_else(|| (general(failure), ""));
    let mut error = SyntaxError::new(failure.range(), message);
    error.after = failure
        .before(1)
        .filter(|before| !before.inserted && error.message.contains(" after `"))
        .map(|before| before.range);
    if error.message.starts_with(NO_INLINE) {
        error.subject = failure.before(1).map(|name| name.text.to_owned());
    }
    if !help.is_empty() {
        error = error.help(help);
    } else if error.message.starts_with(NO_SEPARATOR) {
        error = error.help("put `;` between two statements, an operator between two values");
    }
    if let Some((at, keyword)) = misspelt(failure) {
        let word = failure.tokens[at];
        if !failure.found_is(&["("]) || keyword == "run" {
            error.message = format!("`{}` is not a keyword", word.text);
        }
        error.range = word.range;
        error = error.help(&format!("did you mean `{keyword}`?"));
    } else if let Some(remedy) = foreign(failure) {
        error = error.help(remedy);
    }
    error
}

/// A unit that begins with no keyword.
fn unit_start(failure: &Failure<'_, '_>) -> Option<SyntaxError> {
    let first = failure.tokens.first()?;
    let in_body = failure.structure.block_around(failure.index).0.is_some();
    if first.kind != TokenKind::Name || in_body {
        return None;
    }
    let meant = meant_as(first).map(|word| format!("did you mean `{word}`?"));
    let remedy = meant.or_else(|| suggest::foreign(first.text).map(str::to_owned));
    let is_statement = failure.index == 1 && failure.found_is(&OPERATORS);
    if is_statement && remedy.is_none() {
        let message = format!(
            "the statement `{} ...` stands outside of processes",
            first.text
        );
        let range = first.range.to(failure.found()?.range);
        return Some(SyntaxError::new(range, message).help("move it into the body of a process"));
    }
    let known_type = failure.index > 1 && !failure.found_is(&["("]) && remedy.is_none();
    if known_type {
        return None;
    }
    let message = format!(
        "expected a declaration or a process, but `{}` is not a keyword",
        first.text
    );
    let remedy = remedy.unwrap_or_else(|| UNITS.to_owned());
    Some(SyntaxError::new(first.range, message).help(&remedy))
}

/// What follows the variable or the name at the beginning of a statement.
const OPERATORS: [&str; 11] = ["=", "++", "--", "!", "?", "!!", "??", "[", "(", ".", "+="];

const UNITS: &str =
    "a process is declared with `proctype name(parameters) { ... }` or `init { ... }`";

/// Blocks and options.
fn structure(failure: &Failure<'_, '_>) -> Option<Explanation> {
    if failure.found_is(&["}"]) && failure.before_is(1, &["{"]) {
        let what = "`{ }` needs at least one ";
        return Some(if failure.tokens[0].is("ltl") {
            (
                format!("{what}proposition"),
                "write for example `[](x > 0)`",
            )
        } else if failure.tokens[0].is("typedef") {
            (format!("{what}field"), "")
        } else if failure.before_is(2, &["="]) {
            (format!("{what}value or name"), "")
        } else if failure.before_is(2, &["of"]) {
            (format!("{what}type of a message field"), "")
        } else if failure.tokens[0].is("mtype") {
            (format!("{what}name"), "")
        } else {
            (format!("{what}statement"), "write `skip` to do nothing")
        });
    }
    let before = failure.before(1).map_or("", |token| token.text);
    let in_options = (failure.bracket()).is_some_and(|bracket| bracket.is_any(&["if", "do"]));
    Some(match failure.found().map_or("", |token| token.text) {
        "fi" | "od" | "::" if failure.before_is(1, &["::"]) => (
            "this option has no statement".into(),
            "write `skip` to do nothing",
        ),
        _ if failure.before_is(1, &["if"]) && failure.follows_else() => (
            "expected `::` after `if`".into(),
            "instead of `else if`, write another option: `:: x == 1 -> ...`; `:: else` comes last",
        ),
        _ if failure.before_is(1, &["if", "do"]) && failure.expects(Rule::option_mark) => (
            format!("expected `::` after `{before}`"),
            "every option starts with `::`",
        ),
        "::" if !in_options => (
            "`::` begins an option, and is not inside `if` or `do`".into(),
            "write `if` or `do` before the first option, `fi` or `od` behind the last",
        ),
        ":" if in_options && failure.before_is(1, &[";", "->"]) => (
            "`:` does not begin an option".into(),
            "every option starts with `::`",
        ),
        "unless" => (
            "`unless` follows a statement directly, without a separator".into(),
            "write it behind the statement it belongs to; a line break may come before it only after `}`",
        ),
        "else" if failure.after_expression() => (
            "expected `;` or `->` before `else`".into(),
            "`else` is the guard of an option: `:: else -> ...`",
        ),
        _ => return None,
    })
}

/// Numbers and names.
fn lexical(failure: &Failure<'_, '_>) -> Option<Explanation> {
    let found = failure.found()?;
    if failure.expects(Rule::formula) && TEMPORAL_WORDS.contains(&found.text) {
        let message = format!(
            "`{}` is an operator in a formula, and has no operand before it",
            found.text
        );
        return Some((
            message,
            "it stands between its operands, `p U q`; a variable cannot have this name in a formula",
        ));
    }
    if found.text.starts_with('"') && failure.begins_statement(0) {
        let message = "a string is no statement".into();
        return Some((message, "print it: `printf(\"text\\n\")`"));
    }
    let after_number = failure.touches_number();
    if after_number && found.kind == TokenKind::Name {
        let number = failure.before(1)?.text;
        return Some(if number == "0" && found.text.starts_with(['x', 'X']) {
            (
                format!("`{number}{}` is not a number", found.text),
                "numbers are decimal",
            )
        } else {
            (
                format!(
                    "expected an operator or a separator between `{number}` and `{}`",
                    found.text
                ),
                "names start with a letter or `_`",
            )
        });
    }
    if after_number && found.is(".") {
        return Some((
            "a number has no fraction".into(),
            "all numbers are integers",
        ));
    }
    let names = [
        Rule::name,
        Rule::declared_name,
        Rule::variable,
        Rule::variable_reference,
        Rule::access,
    ];
    let next = failure.tokens.get(failure.index + 1);
    let starts_with_digit = found.kind == TokenKind::Number
        && next.is_some_and(|next| {
            next.kind == TokenKind::Name && next.range.start == found.range.end
        });
    if starts_with_digit && !failure.after_expression() && !failure.expects_expression() {
        let message = format!("`{}{}` is not a name", found.text, next?.text);
        return Some((message, "names start with a letter or `_`"));
    }
    let expects_name = names.iter().any(|rule| failure.expects(*rule));
    if !expects_name || found.kind != TokenKind::Keyword {
        return None;
    }
    if failure.before_is(1, &[","]) && is_type(found) {
        return Some((
            format!("expected a name after `,`, not the type `{}`", found.text),
            "put `;` between declarations of different types",
        ));
    }
    (!found.is_any(&["fi", "od"]) && !failure.after_expression() && !failure.expects_expression())
        .then(|| {
            (
                format!("`{}`{KEYWORD_AS_NAME}", found.text),
                "choose another name",
            )
        })
}

/// Things that are right elsewhere.
fn misplaced(failure: &Failure<'_, '_>) -> Option<Explanation> {
    let found = failure.found()?;
    let in_body = failure.structure.block_around(failure.index).0.is_some();
    let before = failure.before(1).map_or("", |token| token.text);
    let mtype = failure.before_is(1, &["mtype"])
        || (failure.before_is(2, &[":"]) && failure.before_is(3, &["mtype"]));
    let parameter = failure.before_is_name(1) && failure.before_is(2, &["(", ";"]);
    // The `;` was put in; at the top level it has ended the unit.
    let after_brace = failure.before_is(1, &[";"]) && failure.before_is(2, &["}"]);
    let operator = found.is_any(&[
        "+", "-", "*", "/", "%", "&&", "||", "|", "^", "&", "==", "!=", "<", "<=", ">", ">=", "<<",
        ">>",
    ]);
    Some(match found.text {
        _ if in_body
            && failure.before_is(1, &[":"])
            && (is_type(found) || found.is_any(&["xr", "xs"])) =>
        {
            (
                "a label cannot stand before a declaration".into(),
                "put it before the next statement",
            )
        }
        _ if in_body && mtype && found.is_any(&["=", "{"]) => (
            "the names of an `mtype` are declared outside of processes".into(),
            "move this to the top level",
        ),
        _ if failure.before_is(2, &["("]) && failure.before_is(3, &["for"]) => (
            format!("expected `:` or `in` after `{before}`"),
            "write `for (x : 0 .. 2) { ... }` or `for (x in a) { ... }`",
        ),
        _ if !in_body && parameter && found.is_any(&[",", ")", ";"]) => (
            format!("the parameter `{before}` has no type"),
            "write for example `byte x`",
        ),
        "priority" if !in_body => ("`priority` comes before `provided`".into(), ""),
        "provided" if failure.tokens[0].is("init") => (
            "`init` cannot have `provided`".into(),
            "use `active proctype` instead",
        ),
        "," if after_brace || failure.index == 0 => (
            "`,` cannot follow `}`: a list in braces ends the declaration".into(),
            "put `;`, and declare the next variables in a declaration of their own",
        ),
        "[" if failure.before_is(1, &["]"]) => (
            "an array has one dimension".into(),
            "use an array of a `typedef` that has an array in it",
        ),
        "&&" | "||" if in_body && failure.before_is(2, &["?", "??"]) => (
            "a receive cannot be part of a condition".into(),
            "ask whether there is such a message, which changes nothing: `c?[x]`",
        ),
        _ if in_body && operator && failure.before_is(2, &["?", "??"]) => (
            "a receive takes variables and values, not expressions".into(),
            "write `c?eval(x + 1)` to receive only messages with this value",
        ),
        _ if in_body && operator && failure.before_is(1, &[";", "->"]) => (
            format!("expected a statement before `{}`", found.text),
            "a line break ends a statement: an expression of several lines needs parentheses",
        ),
        _ => return None,
    })
}

pub(super) fn is_type(token: &Token<'_>) -> bool {
    token.is_any(&DECLARATION_STARTS[..12])
}

/// Token rules and how to name them, in the order in which a message lists them.
const WORDS: [(Rule, &str); 27] = [
    (Rule::receive_argument, "a variable or a value"),
    (Rule::name, "a name"),
    (Rule::declared_name, "a name"),
    (Rule::variable, "a name"),
    (Rule::access, "a name"),
    (Rule::variable_reference, "a variable or channel"),
    (Rule::type_name, "a type"),
    (Rule::declaration, "a declaration"),
    (Rule::number, "a number"),
    (Rule::string, "a string"),
    (Rule::block, "`{`"),
    (Rule::k_proctype, "`proctype`"),
    (Rule::k_of, "`of`"),
    (Rule::k_in, "`in`"),
    (Rule::open_paren, "`(`"),
    (Rule::open_bracket, "`[`"),
    (Rule::open_brace, "`{`"),
    (Rule::option_mark, "`::`"),
    (Rule::dots, "`..`"),
    (Rule::from_to, "`:`"),
    (Rule::comma, "`,`"),
    (Rule::close_paren, "`)`"),
    (Rule::close_bracket, "`]`"),
    (Rule::close_brace, "`}`"),
    (Rule::close_angle, "`>`"),
    (Rule::c_text, "`{`"),
    (Rule::at, "`@`"),
];

const NO_SEPARATOR: &str = "expected `;` or `->`";

/// What the grammar would have accepted.
fn general(failure: &Failure<'_, '_>) -> String {
    let found = failure.found().filter(|token| !token.inserted);
    let before = match found {
        Some(token) => format!("before `{}`", shorten(token.text)),
        None => "at the end".into(),
    };
    let in_body = failure.structure.block_around(failure.index).0.is_some();
    let in_list = failure
        .bracket()
        .is_some_and(|bracket| bracket.is_any(&["(", "["]));
    if failure.may_end_statement() && in_body && !in_list && !failure.tokens[0].is("typedef") {
        return format!("{NO_SEPARATOR} {before}");
    }
    if failure.expects_statement() {
        return format!("expected a statement {before}");
    }
    let mut words: Vec<&str> = Vec::new();
    if failure.expects_expression() {
        words.push("an expression");
    }
    for (rule, word) in WORDS {
        // Brackets are balanced, so only the one that is open can be missing.
        let possible = match rule {
            Rule::close_paren => failure.bracket().is_some_and(|bracket| bracket.is("(")),
            Rule::close_bracket => failure.bracket().is_some_and(|bracket| bracket.is("[")),
            Rule::close_brace => failure.bracket().is_some_and(|bracket| bracket.is("{")),
            Rule::name
            | Rule::access
            | Rule::number
            | Rule::variable_reference
            | Rule::open_paren
            | Rule::open_brace
            | Rule::string => !failure.expects_expression(),
            Rule::open_bracket | Rule::at => !failure.after_expression() && words.is_empty(),
            _ => true,
        };
        if possible && failure.expects(rule) && !words.contains(&word) {
            words.push(word);
        }
    }
    if failure.expects(Rule::separator) && !words.contains(&"`;`") && !words.contains(&"`{`") {
        words.push("`;`");
    }
    if failure.after_expression() {
        words.push("an operator");
    }
    if words.is_empty() {
        return match found {
            Some(token) => format!("`{}` cannot stand here", shorten(token.text)),
            None => "the unit is not complete".into(),
        };
    }
    let place = match failure.before(1) {
        Some(token) if !failure.after_expression() && !token.inserted => {
            format!("after `{}`", shorten(token.text))
        }
        _ => before,
    };
    format!("expected {} {place}", list(&words))
}

/// `a`, `a or b`, `a, b or c`
fn list(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).into(),
        [most @ .., last] => format!("{} or {last}", most.join(", ").replace(" or ", ", ")),
    }
}

/// A token for a message.
fn shorten(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    if line.len() == text.len() && text.chars().count() <= 30 {
        return text.to_owned();
    }
    line.chars().take(27).chain("...".chars()).collect()
}
