//! Mutated and hostile models: messages, no panic, an end.

use super::*;

/// xorshift: the same mutations in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

const PIECES: [&str; 28] = [
    "(",
    ")",
    "{",
    "}",
    "\n",
    "\"",
    "'",
    "#",
    "##",
    "\\\n",
    "/*",
    "*/",
    "//",
    "#define X(a) a X(a) #a\n",
    "X(",
    ",",
    "#if ",
    "\n#endif\n",
    "\n#else\n",
    "#include \"m.pml\"\n",
    "é",
    "\u{1}",
    "inline f(a) { skip }\n",
    "f(x)",
    "x = f(x)",
    "return ",
    "inline ",
    "ltl {",
];

fn mutate(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + random.below(6) {
        let at = random.below(bytes.len());
        match random.below(4) {
            0 => bytes.truncate(at),
            1 => {
                let end = (at + random.below(40)).min(bytes.len());
                bytes.drain(at..end);
            }
            2 => {
                let piece = PIECES[random.below(PIECES.len())];
                bytes.splice(at..at, piece.bytes());
            }
            _ => {
                let end = (at + random.below(200)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, copy);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn garbage(each: usize) {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let models: Vec<PathBuf> = files(&data(), "pml")
        .into_iter()
        .chain(files(&data().join("errors"), "pml"))
        .chain(examples())
        .collect();
    for path in models {
        let Ok(model) = std::fs::read_to_string(&path) else {
            continue;
        };
        for _ in 0..each {
            let mutant = mutate(&model, &mut random);
            let mut run = Run::of_text("m.pml", &mutant);
            let text = run.text.take().unwrap();
            let rewritten = rewrite(&text, &mut run.diagnostics);
            run.messages();
            let Some((written, _)) = rewritten else {
                continue;
            };
            let separated = written.text;
            for range in words(separated.text()) {
                separated.origin(TextRange {
                    start: range.start,
                    end: range.end + 1,
                });
            }
            separated.origin(TextRange {
                start: 0,
                end: u32::MAX,
            });
        }
    }
}

#[test]
fn garbage_makes_messages_and_no_panic() {
    garbage(8);
}

/// `cargo test --release -p pvgen-frontend --test preprocess -- --ignored`
#[test]
#[ignore = "takes a minute"]
fn much_garbage_makes_messages_and_no_panic() {
    garbage(500);
}

#[test]
fn hostile_macros_end_with_a_message() {
    let doubling: String = (1..60)
        .map(|n| format!("#define A{n} A{} A{}\n", n - 1, n - 1))
        .collect();
    let nested = format!(
        "#define F(x) x\n{}1{}\n",
        "F(".repeat(5_000),
        ")".repeat(5_000)
    );
    let deep = format!(
        "#if {}1{}\n#endif\n",
        "(".repeat(100_000),
        ")".repeat(100_000)
    );
    let minus = format!("#if {}1\n#endif\n", "- ".repeat(100_000));
    let cases = [doubling + "A59\n", nested, deep, minus];
    for (model, kind) in cases.iter().zip([
        "expand to more than",
        "more than 200 deep",
        "nested too deeply",
        "nested too deeply",
    ]) {
        let run = Run::of_text("m.pml", model);
        assert!(run.messages().contains(kind), "{kind}: {}", run.messages());
    }
}
