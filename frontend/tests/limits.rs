//! Everything that a text can make large has a limit: one less and the limit itself are accepted,
//! one more is refused, with the message in `data/limits.txt`.
//!
//! `PVGEN_BLESS=1 cargo test -p pvgen-frontend --test limits` writes that file.

use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use frontend::diagnostic::{Diagnostics, Style};
use frontend::source::Sources;
use frontend::{Loaded, Options, load, load_text, preprocess};

/// What is limited, the limit, and a text that has this many.
type Limit = (&'static str, usize, fn(usize) -> String);

const SKIP: &str = "active proctype P() { skip }\n";

fn repeated(count: usize, text: impl Fn(usize) -> String) -> String {
    (0..count).map(text).collect()
}

/// `open`, this many times, around `inside`.
fn nested(count: usize, (open, inside, close): (&str, &str, &str)) -> String {
    open.repeat(count) + inside + &close.repeat(count)
}

/// Structures with 1, 2, 4 .. members; `T0` has one.
fn doubling(levels: usize) -> String {
    let double = |level| format!("typedef T{level} {{ T{0} a; T{0} b }};\n", level - 1);
    let first = "typedef T0 { byte x };\n".to_owned();
    first + &(1..=levels).map(double).collect::<String>()
}

/// Variables that have this many members in all.
fn members(count: usize) -> String {
    let bits = (0..17).filter(|bit| count >> bit & 1 == 1);
    doubling(16)
        + &bits
            .map(|bit| format!("T{bit} v{bit};\n"))
            .collect::<String>()
        + SKIP
}

const LIMITS: &[Limit] = &[
    ("blocks within each other", 255, |n| {
        format!("init {}", nested(n + 1, ("{ ", "skip", " }")))
    }),
    ("`if` within each other", 255, |n| {
        format!("init {{ {} }}", nested(n, ("if :: ", "skip", " fi")))
    }),
    ("parentheses", 255, |n| {
        format!("byte x; init {{ x = {} }}", nested(n, ("(", "1", ")")))
    }),
    ("prefix operators", 998, |n| {
        format!("byte x; init {{ x = {}1 }}", "- ".repeat(n))
    }),
    ("infix operators", 998, |n| {
        format!("byte x; init {{ x = 1{} }}", " + x".repeat(n))
    }),
    ("conditional values", 255, |n| {
        format!(
            "byte x; init {{ x = {} }}",
            nested(n, ("(x -> 1 : ", "1", ")"))
        )
    }),
    ("indices", 255, |n| {
        format!(
            "byte a[2]; init {{ a[{}] = 1 }}",
            nested(n - 1, ("a[", "1", "]"))
        )
    }),
    ("operators of a formula", 1000, |n| {
        format!("ltl p {{ {}true }}\n{SKIP}", "[] ".repeat(n))
    }),
    ("conditions of the preprocessor", 199, |n| {
        format!("#if {}\n#endif\n{SKIP}", nested(n, ("(", "1", ")")))
    }),
    ("operators of the preprocessor", 199, |n| {
        format!("#if {}1\n#endif\n{SKIP}", "!".repeat(n))
    }),
    ("macros in arguments", 200, |n| {
        format!(
            "#define F(x) x\nbyte x; init {{ x = {} }}",
            nested(n, ("F(", "1", ")"))
        )
    }),
    ("parameters of a macro", 255, |n| {
        let more = repeated(n - 1, |i| format!(", a{i}"));
        format!("#define F(a{more}) a\n{SKIP}")
    }),
    ("parameters of an inline", 255, |n| {
        let more = repeated(n - 1, |i| format!(", a{i}"));
        format!("inline f(a{more}) {{ a }}\n{SKIP}")
    }),
    ("words in arguments of a macro", 200_000, |n| {
        format!("#define F(x) skip\ninit {{ F({}) }}", "a ".repeat(n))
    }),
    ("bytes of a word", 65_535, |n| {
        format!("byte {};\n{SKIP}", "a".repeat(n))
    }),
    ("calls of inlines within each other", 200, |n| {
        let define = |i: usize| format!("inline f{i}() {{ f{}() }}\n", i - 1);
        format!(
            "inline f1() {{ skip }}\n{}init {{ f{n}() }}",
            (2..=n).map(define).collect::<String>()
        )
    }),
    ("structures within each other", 64, |n| {
        let define = |i: usize| format!("typedef S{i} {{ S{} x }};\n", i - 1);
        format!(
            "typedef S1 {{ byte x }};\n{}S{n} v;\n{SKIP}",
            (2..=n).map(define).collect::<String>()
        )
    }),
    ("members of variables", 1 << 16, members),
    ("elements of an array", 1 << 20, |n| {
        format!("int a[{n}];\n{SKIP}")
    }),
    ("elements of all variables", 1 << 20, |n| {
        format!("int a[{}];\n{SKIP}", n / 2) + &format!("init {{ byte b[{}]; skip }}", n - n / 2)
    }),
    ("elements of a structure", 1 << 20, |n| {
        format!(
            "typedef T {{ int a[{}]; int b[{}] }};\nT v;\n{SKIP}",
            n / 2,
            n - n / 2
        )
    }),
    ("initial values", 5, |n| {
        format!("byte a[5] = {{ 1{} }};\n{SKIP}", ", 1".repeat(n - 1))
    }),
    ("messages of a channel", 65_535, |n| {
        format!("chan c = [{n}] of {{ byte }};\n{SKIP}")
    }),
    ("fields of all messages of a channel", 1 << 20, |n| {
        let fields = [32, 25, 17].into_iter().find(|fields| n % fields == 0);
        let fields = fields.expect("one for each number that is asked for");
        let types = "byte, ".repeat(fields - 1);
        format!("chan c = [{}] of {{ {types}byte }};\n{SKIP}", n / fields)
    }),
    ("elements of structures in messages", 1 << 18, |n| {
        // One in a declaration, one that is sent, one that is received, and one for the rest.
        let (quarter, rest) = (n / 4, n - 3 * (n / 4));
        format!(
            "typedef T {{ bit x[{quarter}] }};\ntypedef U {{ bit x[{rest}] }};\nT t;\n\
             chan c = [0] of {{ T }};\nchan d = [0] of {{ U }};\ninit {{ if :: c!t :: c?t fi }}"
        )
    }),
    ("channels", 255, |n| {
        format!("chan c[{n}] = [1] of {{ byte }};\n{SKIP}")
    }),
    ("channels of a process", 255, |n| {
        format!(
            "typedef T {{ chan c[5] = [0] of {{ bit }} }};\n\
             init {{ T t; chan c[{}] = [1] of {{ byte }}; skip }}\n",
            n - 5
        )
    }),
    ("initial values of local arrays", 1 << 15, |n| {
        format!(
            "typedef T {{ bit x[9] = 1; bit y[9] }};\n\
             init {{ T t; byte a[5] = {{ 1, 2 }}; byte b[{}] = 7; skip }}\n",
            n - 14
        )
    }),
    ("processes", 255, |n| {
        format!("active [{n}] proctype P() {{ skip }}\n")
    }),
    ("proctypes", 1024, |n| {
        SKIP.to_owned() + &repeated(n - 1, |i| format!("proctype P{i}() {{ skip }}\n"))
    }),
    ("labels of a process", 4096, |n| {
        format!("init {{ {} }}", repeated(n, |i| format!("l{i}: skip; ")))
    }),
    ("jumps that lead to each other", 100, |n| {
        let jumps = repeated(n, |i| format!("l{i}: goto l{};\n", i + 1));
        format!("init {{ goto l0;\n{jumps}l{n}: skip }}")
    }),
    ("sets of `mtype` names", 1024, |n| {
        repeated(n, |i| format!("mtype:s{i} = {{ m{i} }};\n")) + SKIP
    }),
    ("names of an mtype", 255, |n| {
        let more = repeated(n - 1, |i| format!(", m{i}"));
        format!("mtype = {{ first{more} }};\n{SKIP}")
    }),
    ("bits of an unsigned", 31, |n| {
        format!("unsigned x : {n};\n{SKIP}")
    }),
    ("a priority", 255, |n| {
        format!("active proctype P() priority {n} {{ skip }}\n")
    }),
    ("a number", i32::MAX as usize, |n| {
        format!("int x = {n};\n{SKIP}")
    }),
];

fn loaded(text: &str) -> Loaded {
    let options = Options {
        unoptimized: true,
        ..Options::default()
    };
    load_text(text, Path::new("m.pml"), &options)
}

/// The errors, without the lines of the text and without warnings.
fn errors(loaded: &Loaded) -> String {
    let mut said = String::new();
    for error in loaded.diagnostics.errors() {
        let place = error.primary.as_ref().expect("an error has a place");
        let place = loaded.sources.place(place.span);
        writeln!(said, "  {place}: {}", error.message).unwrap();
        if let Some(help) = &error.help {
            writeln!(said, "    help: {help}").unwrap();
        }
    }
    said
}

#[test]
fn one_more_is_refused() {
    let mut said = String::new();
    for (what, limit, text) in LIMITS {
        for count in [limit - 1, *limit] {
            let loaded = loaded(&text(count));
            assert!(loaded.model.is_some(), "{what}: {}", errors(&loaded));
        }
        let start = Instant::now();
        let loaded = loaded(&text(limit + 1));
        assert!(loaded.model.is_none(), "{what}");
        // Generous, for busy machines.
        assert!(start.elapsed() < Duration::from_secs(20), "{what}");
        writeln!(said, "{what}: {limit}\n{}", errors(&loaded)).unwrap();
    }
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/limits.txt");
    if std::env::var_os("PVGEN_BLESS").is_some() {
        std::fs::write(&golden, &said).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&golden).unwrap_or_default(), said);
}

/// Far beyond the limit it takes no longer: what will be made is not made first.
#[test]
fn far_too_much_is_refused_soon() {
    let macros = repeated(60, |i| format!("#define A{i} A{} A{0}\n", i + 1));
    let with_arguments = repeated(60, |i| format!("#define A{i}(x) A{}(x x)\n", i + 1));
    let inlines = |body: &str| {
        let define = |i: usize| {
            let below = format!("f{}(a)", i - 1);
            format!("inline f{i}(a) {{ {} }}\n", vec![below; 40].join("; "))
        };
        let first = format!("inline f1(a) {{ {body} }}\n");
        first + &(2..=15).map(define).collect::<String>() + "init { f15(x) }\n"
    };
    let structures = doubling(60) + "T60 v;\n" + SKIP;
    let chain = repeated(2_000, |i| format!("typedef S{} {{ S{i} x }};\n", i + 1));
    for text in [
        format!("{macros}#define A60 x++;\nbyte x; init {{ A0 }}\n"),
        format!("{with_arguments}#define A60(x) x\nbyte x; init {{ A0(x) }}\n"),
        format!(
            "#define D(x) x x\nbyte x; init {{ {} }}\n",
            nested(60, ("D(", "x++;", ")"))
        ),
        inlines("x = a"),
        structures,
        format!("typedef S0 {{ byte x }};\n{chain}S2000 v;\n{SKIP}"),
        repeated(300, |i| format!("int a{i}[1048576];\n")) + SKIP,
        format!(
            "init {{ {}skip }}\n",
            repeated(20_000, |i| format!("l{i}: "))
        ),
        format!("byte x; init {{ x = {}1 }}\n", "~".repeat(100_000)),
        format!("init {{ {} }}\n", nested(100_000, ("{", "skip", "}"))),
        format!("active [2147483647] {}", &SKIP[7..]),
        format!(
            "typedef T {{ int x[1048576] }};\nchan c = [0] of {{ T{} }};\n{SKIP}",
            ", T".repeat(1_000)
        ),
        format!(
            "typedef T {{ int x[100000] }};\nT t;\nchan c = [0] of {{ T }};\ninit {{ {} skip }}\n",
            "c!t; ".repeat(1_000)
        ),
        "init { int x[1048576] = 5; skip }".to_owned(),
        "init { chan c[1048576] = [1] of { byte }; skip }".to_owned(),
    ] {
        let start = Instant::now();
        let loaded = loaded(&text);
        let words = loaded.diagnostics.render(&loaded.sources, Style::Plain);
        assert!(
            loaded.model.is_none() && words.contains("m.pml:"),
            "{words}"
        );
        // Generous, for busy machines and programs without optimization.
        let head = &text[..text.len().min(100)];
        assert!(start.elapsed() < Duration::from_secs(10), "{head}");
    }
}

/// Preprocesses only: what comes out is too long for the other tests.
fn preprocessed(text: &str) -> Vec<String> {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let path = Path::new("m.pml");
    let file = sources.add("m.pml", path, text.into(), None);
    let options = preprocess::Options::default();
    preprocess::preprocess_file(file, &options, &mut sources, &mut diagnostics);
    diagnostics.errors().map(|it| it.message.clone()).collect()
}

/// A replacement counts its tokens and one more. A use of `A`, whose argument goes nowhere, costs
/// 200,000.
#[test]
fn tokens_of_expansions() {
    let define = |name: &str, cost: usize| format!("#define {name} {}\n", "x ".repeat(cost - 1));
    let unused = format!(
        "#define U(a) y\n#define A U({})\n",
        "x ".repeat(200_000 - 6)
    );
    let macros = unused
        + &define("R", 198_000)
        + &define("B", 1000)
        + "#define D(a) a a\n#define C B\n#define E\n";
    let uses = |rest: &str| preprocessed(&format!("{macros}{}R\n{rest}\n", "A\n".repeat(99)));
    let refused = ["the macros used up to here expand to more than 20000000 tokens"];
    // A doubled token costs 3, in a doubled token 3 + 5; `C` is replaced by `B`, which costs 2
    // more.
    assert_eq!(uses("B C"), refused);
    let more = |cost: usize, rest: &str| uses(&format!("{}F {rest}", define("F", cost)));
    assert_eq!(more(2000 - 11, "D(x) D(D(x))"), [""; 0]);
    assert_eq!(more(2000 - 11, "D(x) D(D(x)) E"), refused);
    assert_eq!(more(2000 - 12, "D(x) D(D(x)) E"), [""; 0]);
}

/// No limit but that on words and tokens, and a time that grows with the chain.
#[test]
fn macros_that_expand_to_macros() {
    let chain = |count: usize, last: &str| {
        let define = |i| format!("#define A{i} A{}\n", i + 1);
        format!(
            "{}#define A{count} {last}\nbyte x; init {{ A0; A0; x = 1 }}",
            repeated(count, define)
        )
    };
    let start = Instant::now();
    let loaded = loaded(&chain(20_000, "x = 2; x = 3; A0"));
    let said = errors(&loaded);
    assert!(said.contains("`A0` is not declared"), "{said}");
    assert_eq!(preprocessed(&chain(20_000, "x = 2")), [""; 0]);
    // A bomb at its end is found before it is made.
    let bomb = repeated(60, |i| format!("#define B{i} B{} B{0}\n", i + 1));
    let refused = ["the macros used up to here expand to more than 20000000 tokens"];
    assert_eq!(preprocessed(&(bomb + &chain(20_000, "B0"))), refused);
    assert!(start.elapsed() < Duration::from_secs(20));
}

/// As above: these are too long to be parsed.
#[test]
fn words_and_what_macros_make() {
    let refused = "the text has more than 2000000 words and line ends";
    for (count, said) in [(1_999_999, ""), (2_000_000, ""), (2_000_001, refused)] {
        assert_eq!(
            preprocessed(&"\n".repeat(count)).join("\n"),
            said,
            "{count}"
        );
    }
    assert_eq!(preprocessed(&"x ".repeat(2_000_001)), [refused]);
    let names = |bytes: usize| format!("#line 1 \"{}\"\n__FILE__ ", "x".repeat(bytes - 2));
    let most = names(65_535) + &"__FILE__ ".repeat(255) + "\n";
    let refused = "`#`, `##` and `__FILE__` have made more than 16 MiB of text up to here";
    for (last, said) in [(255, ""), (256, ""), (257, refused)] {
        let text = most.clone() + &names(last) + "\n";
        assert_eq!(preprocessed(&text).join("\n"), said, "{last}");
    }
}

/// Fault command 12, and its kin.
#[test]
fn files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let write = |name: &str, text: &str| std::fs::write(path(name), text).unwrap();
    let said = |name: &str| {
        let start = Instant::now();
        let loaded = load(&path(name), &Options::default());
        assert!(start.elapsed() < Duration::from_secs(10), "{name}");
        let messages = loaded.diagnostics.errors().map(|it| it.message.clone());
        messages.collect::<Vec<_>>().join("\n")
    };
    for i in 0..30 {
        let next = format!("#include \"b{0}\"\n", i + 1);
        write(&format!("b{i}"), &next.repeat(2));
    }
    write("b30", "\n");
    write("bomb.pml", &format!("#include \"b0\"\n{SKIP}"));
    assert_eq!(said("bomb.pml"), "more than 4096 files are included");
    write("one", "/* */\n");
    for (count, words) in [
        (4095, ""),
        (4096, ""),
        (4097, "more than 4096 files are included"),
    ] {
        write("many.pml", &("#include \"one\"\n".repeat(count) + SKIP));
        assert_eq!(said("many.pml"), words);
    }
    for i in 0..200 {
        write(&format!("d{i}"), &format!("#include \"d{}\"\n", i + 1));
    }
    for (last, words) in [
        (198, ""),
        (199, ""),
        (200, "`#include` is nested more than 200 deep"),
    ] {
        write(&format!("d{last}"), "\n");
        write("deep.pml", &format!("#include \"d1\"\n{SKIP}"));
        assert_eq!(said("deep.pml"), words, "{last}");
        write(
            &format!("d{last}"),
            &format!("#include \"d{}\"\n", last + 1),
        );
    }
    let large = std::fs::File::create(path("large")).unwrap();
    for (bytes, words) in [
        (
            (32 << 20) - 1,
            "it is not a text file: line 1 contains a NUL byte (binary garbage)",
        ),
        (
            32 << 20,
            "it is not a text file: line 1 contains a NUL byte (binary garbage)",
        ),
        ((32 << 20) + 1, "it is larger than 32 MiB"),
    ] {
        large.set_len(bytes).unwrap();
        write("large.pml", &format!("#include \"large\"\n{SKIP}"));
        assert!(said("large.pml").ends_with(words), "{bytes}");
        assert!(said("large").ends_with(words), "{bytes}");
    }
    write("zero.pml", &format!("#include \"/dev/zero\"\n{SKIP}"));
    let words = "cannot read the included file `/dev/zero`: it is a device or a pipe, not a file";
    assert_eq!(said("zero.pml"), words);
    std::fs::create_dir(path("folder")).unwrap();
    write("folder.pml", &format!("#include \"folder\"\n{SKIP}"));
    assert!(said("folder.pml").ends_with("it is a folder, not a file"));
    let made = std::process::Command::new("mkfifo")
        .arg(path("fifo"))
        .status();
    if made.is_ok_and(|status| status.success()) {
        write("fifo.pml", &format!("#include \"fifo\"\n{SKIP}"));
        assert!(said("fifo.pml").ends_with("it is a device or a pipe, not a file"));
    }
}
