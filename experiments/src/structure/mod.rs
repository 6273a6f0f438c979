//! How large the parts of the project are, and how they hang together: of several checkouts side by
//! side. What is counted is code: no comments, no blank lines, no tests.

mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use support::{checkout, files_below};

use crate::table::{Cell, Table};

const PACKAGES: [&str; 3] = ["frontend", "codegen", "runtime"];

/// How large a function, a file or a trait is, and its name.
type Measured = (usize, String);

/// What was counted in one checkout.
#[derive(Default)]
struct Counts {
    /// By package and room.
    rooms: BTreeMap<(String, String), usize>,
    /// By package: which room names which.
    imports: BTreeMap<String, BTreeSet<(String, String)>>,
    functions: Vec<Measured>,
    files: Vec<Measured>,
    traits: Vec<Measured>,
    /// Functions that take edges back: each has a loop over edges.
    loops: BTreeSet<String>,
    wide_lines: usize,
    dekker_lines: usize,
}

/// Prints a column for each checkout, this one if none is named.
///
/// # Errors
/// A file or folder of a checkout cannot be read.
pub fn run(checkouts: &[PathBuf]) -> Result<(), String> {
    let own = [checkout().to_owned()];
    let checkouts = if checkouts.is_empty() {
        &own
    } else {
        checkouts
    };
    let counted: Vec<Counts> = checkouts
        .iter()
        .map(|folder| count(folder))
        .collect::<Result<_, _>>()?;
    let title = |folder: &PathBuf| folder.display().to_string();
    let titles: Vec<String> = checkouts.iter().map(title).collect();
    let mut table = Table::new([String::new()].into_iter().chain(titles));
    for (name, cells) in rows(&counted) {
        table.push([vec![Cell::from(name)], cells].concat());
    }
    print!("{}", table.text());
    Ok(())
}

fn count(root: &Path) -> Result<Counts, String> {
    let mut counts = Counts::default();
    for package in PACKAGES {
        let source = root.join(package).join("src");
        for file in rust_files(&source)? {
            let inside = file.strip_prefix(&source).expect("lies in it");
            if inside.file_name().is_some_and(|name| name == "tests.rs") {
                continue;
            }
            let text = read(&file)?;
            let name = format!("{package}/src/{}", inside.display());
            counts.add(package, inside, &name, &text);
        }
    }
    let dekker = root.join("analyzers/pan_dekker/src");
    for file in rust_files(&dekker)? {
        counts.dekker_lines += read(&file)?.lines().count();
    }
    Ok(counts)
}

fn rust_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    files_below(folder, "rs").map_err(|error| format!("{}: {error}", folder.display()))
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

impl Counts {
    fn add(&mut self, package: &str, inside: &Path, name: &str, text: &str) {
        self.wide_lines += text
            .lines()
            .filter(|line| line.chars().count() > 100)
            .count();
        let code = text::code_of(text);
        let lines = text::lines(&code);
        let first = inside.iter().next().unwrap_or_default().to_string_lossy();
        let room = first.trim_end_matches(".rs").to_owned();
        *self
            .rooms
            .entry((package.into(), room.clone()))
            .or_default() += lines;
        self.files.push((lines, name.into()));
        for (function, from) in text::behind(&code, "fn") {
            let Some(body) = body(from) else { continue };
            let function = format!("{function} in {name}");
            if body.contains(".retract(") && (body.contains("loop {") || body.contains("while ")) {
                self.loops.insert(function.clone());
            }
            self.functions.push((text::lines(body), function));
        }
        for (found, from) in text::behind(&code, "trait") {
            if let Some(body) = body(from) {
                let methods = text::behind(body, "fn").count();
                self.traits.push((methods, format!("{found} in {name}")));
            }
        }
        let imports = self.imports.entry(package.into()).or_default();
        if !["lib", "main"].contains(&&*room) {
            let others = rooms_named(&code)
                .into_iter()
                .filter(|other| *other != room);
            imports.extend(others.map(|other| (room.clone(), other)));
        }
    }

    /// Rooms that can be reached from themselves.
    fn in_circles(&self) -> usize {
        let circles = self.imports.values().map(|imports| {
            let rooms: BTreeSet<&String> = imports.iter().map(|(room, _)| room).collect();
            rooms
                .into_iter()
                .filter(|room| reaches_itself(imports, room))
                .count()
        });
        circles.sum()
    }
}

/// The block of an item; none of one that ends before.
fn body(from: &str) -> Option<&str> {
    let begin = from.find('{')?;
    let ends = from[..begin].contains(';') && !from[..begin].contains("where");
    (!ends).then(|| &from[begin..begin + text::block(&from[begin..])])
}

/// The first name behind each `crate::`.
fn rooms_named(code: &str) -> BTreeSet<String> {
    let mut rooms = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        let list = match rest.strip_prefix('{') {
            Some(list) => &list[..list.find("};").unwrap_or(0)],
            None => rest
                .split([';', ' ', ')', ',', '\n'])
                .next()
                .unwrap_or_default(),
        };
        let first = |path: &str| {
            let path = path.trim();
            let end = path.find(|c: char| !c.is_alphanumeric() && c != '_');
            path[..end.unwrap_or(path.len())].to_owned()
        };
        rooms.extend(list.split(',').map(first));
    }
    rooms.retain(|room| room.starts_with(|c: char| c.is_ascii_lowercase()));
    rooms
}

fn reaches_itself(imports: &BTreeSet<(String, String)>, room: &str) -> bool {
    let mut open = vec![room];
    let mut known = BTreeSet::new();
    while let Some(at) = open.pop() {
        for (_, other) in imports.iter().filter(|(from, _)| from == at) {
            if other == room {
                return true;
            }
            if known.insert(other.as_str()) {
                open.push(other);
            }
        }
    }
    false
}

/// The names of all rows, with what each checkout has there.
fn rows(counted: &[Counts]) -> Vec<(String, Vec<Cell>)> {
    let number = |name: &str, of: &dyn Fn(&Counts) -> usize| {
        let cells = counted.iter().map(|it| Cell::Count(of(it) as u64));
        (name.to_owned(), cells.collect::<Vec<_>>())
    };
    let mut rows = Vec::new();
    for package in PACKAGES {
        let of = |counts: &Counts| {
            let rooms = counts.rooms.iter().filter(|((its, _), _)| its == package);
            rooms.map(|(_, lines)| lines).sum()
        };
        rows.push(number(&format!("lines of {package}"), &of));
        let names: BTreeSet<&String> = (counted.iter().flat_map(|it| it.rooms.keys()))
            .filter(|(its, _)| its == package)
            .map(|(_, room)| room)
            .collect();
        for room in names {
            let key = (package.to_owned(), room.clone());
            let of = |counts: &Counts| counts.rooms.get(&key).copied().unwrap_or(0);
            rows.push(number(&format!("    {room}"), &of));
        }
    }
    rows.push(number("rooms in circles of imports", &Counts::in_circles));
    rows.push(number("functions with a loop over edges", &|it| {
        it.loops.len()
    }));
    let above = |it: &Counts| it.functions.iter().filter(|(lines, _)| *lines > 60).count();
    rows.push(number("functions above 60 lines", &above));
    rows.push(number("lines above 100 columns", &|it| it.wide_lines));
    rows.push(number("lines of pan_dekker, all", &|it| it.dekker_lines));
    for (what, of) in LARGEST {
        for place in 0..3 {
            let cells = counted.iter().map(|counts| {
                let mut all = of(counts).clone();
                all.sort_by(|a, b| b.cmp(a));
                let found = all.get(place);
                found.map_or(Cell::Unknown, |(size, name)| {
                    format!("{size} {name}").into()
                })
            });
            rows.push((format!("{what}, {}.", place + 1), cells.collect()));
        }
    }
    rows
}

type Of = fn(&Counts) -> &Vec<Measured>;

/// What the largest are listed of.
const LARGEST: [(&str, Of); 3] = [
    ("lines of a function", |it| &it.functions),
    ("lines of a file", |it| &it.files),
    ("methods of a trait", |it| &it.traits),
];
