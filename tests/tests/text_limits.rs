//! Texts far beyond a limit: refused at a place within a second of processor time and 256 MB
//! (`docs/text-limits.md`). What is not optimised may take longer;
//! `cargo test --release -p pvgen-tests --test text_limits` holds the second.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use support::process::{self, Finished};
use support::pvgen;

/// A head, this many pieces, a tail; and what the message says.
struct Text {
    head: &'static str,
    count: usize,
    piece: fn(usize) -> String,
    tail: &'static str,
    says: &'static str,
}

const SKIP: &str = "active proctype P() { skip }\n";

#[rustfmt::skip]
const TEXTS: &[Text] = &[
    Text { head: "", count: 2_000_000, piece: |i| format!("int a{i};\n"), tail: SKIP,
        says: "m.pml:500001:1: the text has more than 2000000 words and line ends" },
    Text { head: "int a[2000000] = { 0", count: 2_000_000, piece: |_| ", 7".into(), tail: "};\n",
        says: "the text has more than 2000000 words" },
    Text { head: "/*", count: 40_000, piece: |_| "\n".repeat(1_000), tail: "*/\n",
        says: "it is larger than 32 MiB" },
    Text { head: "", count: 30_000, piece: |_| "\n".repeat(1_000), tail: SKIP,
        says: "m.pml:2000001:1: the text has more than 2000000 words and line ends" },
    Text { head: "byte ", count: 10_000, piece: |_| "a".repeat(1_000), tail: ";\n",
        says: "m.pml:1:6: a word of more than 65535 bytes" },
    Text { head: "#define F(x) skip\ninit { F(",
        count: 1_900_000, piece: |_| "a ".into(), tail: ") }\n",
        says: "m.pml:2:8: the arguments of macro `F` have more than 200000 words" },
    Text { head: "#define F(a", count: 65_000, piece: |i| format!(", a{i}"), tail: ") x\n",
        says: "a macro has at most 255 parameters" },
    Text { head: "inline f(a", count: 65_000, piece: |i| format!(", a{i}"), tail: ") { skip }\n",
        says: "an inline has at most 255 parameters" },
    Text { head: "#define F x", count: 65_000, piece: |_| "##x".into(), tail: "\ninit { F }\n",
        says: "m.pml:2:8: `#`, `##` and `__FILE__` have made more than 16 MiB of text" },
    Text { head: "#define F(x) x\n#define G ",
        count: 300_000, piece: |_| "F( ".into(), tail: "\ninit { G }\n",
        says: "the arguments of macro `F` have more than 200000 words" },
    Text { head: "typedef T { int x[100000] };\nT t;\nchan c = [0] of { T };\ninit { ",
        count: 1_000,
        piece: |_| "c!t; ".into(), tail: "skip }\n", says: "have at most 262144 elements" },
    Text { head: SKIP, count: 65_000, piece: |i| format!("proctype P{i}() {{ skip }}\n"), tail: "",
        says: "m.pml:1025:1: there are more than 1024 proctypes" },
    Text { head: SKIP, count: 100_000, piece: |i| format!("bit a{i};\n"), tail: "",
        says: "m.pml:65538:1: there are more than 65536 global variables" },
    Text { head: SKIP, count: 20_000, piece: |i| format!("mtype:s{i} = {{ m{i} }};\n"), tail: "",
        says: "m.pml:1026:7: there are more than 1024 sets of `mtype` names" },
    Text { head: "mtype = { m",
        count: 65_000, piece: |i| format!(", m{i}"), tail: " }\ninit { skip }\n",
        says: "an `mtype` has at most 255 names" },
    Text { head: "init { ", count: 20_000, piece: |i| format!("l{i}: skip;\n"), tail: "}\n",
        says: "m.pml:4097:1: a process has more than 4096 labels" },
    Text { head: "init { ",
        count: 4_000, piece: |i| format!("l{i}: goto l{};\n", i + 1), tail: "l4000: skip }\n",
        says: "`goto l3899` leads to more than 100 others" },
    Text { head: "init ", count: 1_000_000, piece: |_| "{".into(), tail: "",
        says: "nested deeper than 256 levels" },
    Text { head: "init { ", count: 1_000_000, piece: |_| ")".into(), tail: "",
        says: "this `)` has no `(` before it" },
    Text { head: "init { ", count: 500_000, piece: |_| "fi od ".into(), tail: "",
        says: "this `fi` has no `if` before it" },
    Text { head: "init { ", count: 500_000, piece: |_| "@` ".into(), tail: "",
        says: "has no meaning in Promela" },
    Text { head: "byte x;\ninit { x = 1", count: 65_000, piece: |_| " + 1".into(), tail: " }\n",
        says: "an expression with more than 1000 operators" },
    Text { head: "init { ", count: 20_000, piece: |i| format!("x{i} = 1;\n"), tail: " }\n",
        says: "m.pml:1:8: `x0` is not declared" },
];

impl Text {
    /// Piece by piece: what this process has in its memory counts for the child.
    fn write(&self, path: &Path) -> std::io::Result<()> {
        let mut file = BufWriter::new(File::create(path)?);
        file.write_all(self.head.as_bytes())?;
        for index in 0..self.count {
            file.write_all((self.piece)(index).as_bytes())?;
        }
        file.write_all(self.tail.as_bytes())?;
        file.flush()
    }

    fn name(&self) -> String {
        let piece: String = (self.piece)(0).chars().take(40).collect();
        format!("{}{piece} ...", self.head)
    }
}

fn refused(text: &Text) -> Finished {
    let folder = tempfile::tempdir().expect("a folder");
    text.write(&folder.path().join("m.pml"))
        .expect("the text is written");
    let program = match cfg!(debug_assertions) {
        true => pvgen::pvgen(),
        false => pvgen::optimized_pvgen(),
    };
    let mut command = Command::new(program);
    command
        .args(["m.pml", "--out", "o"])
        .current_dir(folder.path());
    let finished = process::run(&mut command, Duration::from_secs(120));
    assert!(!folder.path().join("o").exists(), "{}", text.name());
    finished
}

#[test]
fn far_too_much_is_refused_in_a_second_and_256_megabytes() {
    let most = Duration::from_secs(if cfg!(debug_assertions) { 15 } else { 1 });
    for text in TEXTS {
        let (name, finished) = (text.name(), refused(text));
        let (cpu, memory) = (finished.cpu, finished.peak_rss_bytes / 1_000_000);
        println!("{:6.2} s {memory:4} MB  {name:?}", cpu.as_secs_f64());
        let said = &finished.stderr;
        assert_eq!(finished.code(), Some(2), "{name}: {said}");
        // The place is on the line below the message.
        let (place, message) = match text.says.strip_prefix("m.pml:") {
            None => ("m.pml", text.says),
            Some(rest) => rest.split_once(": ").expect("a place and a message"),
        };
        assert!(said.contains(message), "{name}: {said}");
        assert!(said.contains(place), "{name}: {said}");
        assert!(cpu <= most, "{name}: {cpu:?}");
        assert!(memory <= 256, "{name}: {memory} MB");
    }
}
