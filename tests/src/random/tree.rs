//! A program as a tree of texts.
//!
//! Anyone who shrinks a program must know what may be left out and what may stand for what, and
//! nothing else of the language. So a node is its text with holes: other nodes, and lists of which
//! items may be missing. Printing puts the texts together.

/// What a node is, as far as another may stand in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A whole program, or a top-level unit.
    Unit,
    /// A statement or a declaration in a sequence.
    Step,
    /// `:: steps`
    Choice,
    /// An expression.
    Value,
    /// Anything else.
    Other,
}

/// A text with holes.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What it is.
    pub sort: Sort,
    /// Its text, in order.
    pub parts: Vec<Part>,
}

/// A piece of a node.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Text; lines are indented when it is printed.
    Text(String),
    /// From here on lines are indented by this many levels more.
    Indent(i8),
    /// A hole with a node.
    Node(Node),
    /// A hole with several nodes.
    List(List),
}

/// Nodes one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct List {
    /// The nodes.
    pub items: Vec<Node>,
    /// Between two of them.
    pub separator: &'static str,
    /// How many must stay.
    pub least: usize,
}

impl From<&str> for Part {
    fn from(text: &str) -> Part {
        Part::Text(text.to_string())
    }
}

impl From<String> for Part {
    fn from(text: String) -> Part {
        Part::Text(text)
    }
}

impl From<Node> for Part {
    fn from(node: Node) -> Part {
        Part::Node(node)
    }
}

impl From<List> for Part {
    fn from(list: List) -> Part {
        Part::List(list)
    }
}

impl Node {
    /// A node of these parts.
    pub fn new(sort: Sort, parts: impl Into<Vec<Part>>) -> Node {
        Node {
            sort,
            parts: parts.into(),
        }
    }

    /// A node that is only text.
    pub fn text(sort: Sort, text: impl Into<String>) -> Node {
        Node::new(sort, [Part::Text(text.into())])
    }

    /// The text.
    pub fn print(&self) -> String {
        let mut printer = Printer::default();
        printer.node(self);
        printer.text
    }

    /// The nodes inside, outermost first, itself not included.
    pub fn descendants(&self) -> Vec<&Node> {
        let mut found = Vec::new();
        for child in self.parts.iter().flat_map(Part::nodes) {
            found.push(child);
            found.extend(child.descendants());
        }
        found
    }
}

impl Part {
    /// The nodes of a hole.
    pub fn nodes(&self) -> &[Node] {
        match self {
            Part::Text(_) | Part::Indent(_) => &[],
            Part::Node(node) => std::slice::from_ref(node),
            Part::List(list) => &list.items,
        }
    }

    /// The nodes of a hole.
    pub fn nodes_mut(&mut self) -> &mut [Node] {
        match self {
            Part::Text(_) | Part::Indent(_) => &mut [],
            Part::Node(node) => std::slice::from_mut(node),
            Part::List(list) => &mut list.items,
        }
    }
}

#[derive(Default)]
struct Printer {
    text: String,
    level: i8,
}

impl Printer {
    fn node(&mut self, node: &Node) {
        for part in &node.parts {
            match part {
                Part::Text(text) => self.write(text),
                Part::Indent(by) => self.level += by,
                Part::Node(node) => self.node(node),
                Part::List(list) => {
                    for (i, item) in list.items.iter().enumerate() {
                        self.write(if i == 0 { "" } else { list.separator });
                        self.node(item);
                    }
                }
            }
        }
    }

    fn write(&mut self, text: &str) {
        for (i, line) in text.split('\n').enumerate() {
            if i > 0 {
                self.text.push('\n');
                self.text.extend((0..self.level).map(|_| '\t'));
            }
            self.text.push_str(line);
        }
    }
}

/// A node from a text in which each `$` stands for the next hole.
///
/// # Panics
/// When there are more or fewer holes.
pub fn node(sort: Sort, template: &str, holes: impl IntoIterator<Item = Part>) -> Node {
    let mut holes = holes.into_iter();
    let mut parts = Vec::new();
    for (i, text) in template.split('$').enumerate() {
        if i > 0 {
            parts.push(holes.next().expect("a hole for each $"));
        }
        if !text.is_empty() {
            parts.push(text.into());
        }
    }
    assert!(holes.next().is_none(), "a $ for each hole of {template}");
    Node::new(sort, parts)
}

/// `{ steps }`, on lines of their own.
pub fn block(steps: Vec<Node>) -> Node {
    let parts = [
        "{".into(),
        Part::Indent(1),
        "\n".into(),
        sequence(steps).into(),
        Part::Indent(-1),
        "\n}".into(),
    ];
    Node::new(Sort::Other, parts)
}

/// Steps one after the other.
pub fn sequence(steps: Vec<Node>) -> List {
    List {
        items: steps,
        separator: ";\n",
        least: 1,
    }
}

/// A comma between two items; all must stay.
pub fn comma(items: Vec<Node>) -> List {
    List {
        least: items.len(),
        items,
        separator: ", ",
    }
}
