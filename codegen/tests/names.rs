//! Any name in any role: what Rust, its library, the runtime or generated code itself calls
//! something may be the name of anything in a model.

#[path = "common/generate.rs"]
mod generate;
#[path = "common/scratch.rs"]
mod scratch;

use std::collections::BTreeSet;
use std::fs;

use scratch::Scratch;

/// Rust's own words, and names that cannot be left to chance.
const RUST: &str = "abstract as async await become box const continue crate dyn enum extern fn for final gen impl let loop macro match mod \
    move mut override priv pub ref return self Self static struct super trait try type unsafe unsized use union virtual where while yield \
    main test std core alloc runtime proc_macro Option Some None Ok Err Result Box Vec String Default Clone Copy Drop Send Sync Sized Fn \
    u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 char str assert_eq println panic vec derive cfg doc allow expect inline_ concat x _x \
    X_ x_2 X2 L141 L142 l400 index_2 enter a aa A a_a A_A aA l1 L1 L2b go_to";

/// What a model cannot call anything.
const PROMELA: &str = "active assert atomic bit bool break byte c_code c_decl c_expr c_state c_track chan D_proctype d_step do else empty \
    enabled eval false fi for full get_priority goto hidden if in init inline int len ltl mtype nempty never nfull notrace np_ od of pc_value \
    pid print printf printm priority proctype provided return run select set_priority short show skip STDIN local timeout trace true typedef \
    unless unsigned xr xs _pid _nr_pr _last _priority always eventually until weakuntil stronguntil release implies implied equivalent next";

/// As many channels or symbolic names can a model have.
const CHANNELS_MAX: usize = 255;

/// All identifiers of generated code, the numbered ones apart, as they are and in lower case.
fn names() -> Vec<String> {
    let mut names: BTreeSet<String> = RUST.split_whitespace().map(str::to_owned).collect();
    for (name, path) in generate::own() {
        let Some(model) = generate::load(&path, false) else {
            continue;
        };
        let files = generate::generate(&model, &name, true).files;
        let code = files.iter().filter(|(path, _)| path.starts_with("src"));
        let lines = code.flat_map(|(_, text)| text.lines());
        let code = lines.map(|line| line.split("//").next().unwrap_or_default());
        let words =
            code.flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
        let words = words.filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
        let words = words.filter(|word| !word.contains(|c: char| c.is_ascii_digit()));
        names.extend(words.flat_map(|word| [word.to_owned(), word.to_lowercase()]));
    }
    let reserved: BTreeSet<&str> = PROMELA.split_whitespace().collect();
    names.retain(|name| !reserved.contains(&**name));
    names.into_iter().collect()
}

/// For each role a model in which everything of this role has one of the names.
fn models(names: &[String]) -> Vec<(&'static str, String)> {
    let each = |make: &dyn Fn(&str) -> String| {
        let made = names.iter().map(|name| make(name));
        made.collect::<Vec<_>>().join("\n")
    };
    let process = |body: String| format!("\nactive proctype P__() {{\n{body}\n}}\n");
    vec![
        (
            "globals",
            each(&|name| format!("byte {name};"))
                + &process(each(&|name| {
                    format!("if :: {name} > 3 -> {name} = 0 :: else -> {name}++ fi;")
                })),
        ),
        (
            "arrays",
            each(&|name| format!("short {name}[3];"))
                + &process(each(&|name| format!("{name}[_pid] = {name}[2] + 1;"))),
        ),
        (
            "channels",
            each(&|name| format!("chan {name} = [2] of {{ byte }};"))
                + &process(each(&|name| format!("{name}!1; {name}?_;"))),
        ),
        (
            "mtypes",
            format!("mtype = {{ {} }};\nmtype v__;\n", names.join(", "))
                + &process(each(&|name| format!("v__ = {name}; v__ != {};", names[0]))),
        ),
        (
            "proctypes",
            each(&|name| {
                format!(
                    "proctype {name}(byte {name}_) {{ byte n__; n__ = {name}_; n__ > 1; n__--; n__ == 2 }}"
                )
            }) + &format!(
                "\ninit {{\n{}\n}}\n",
                each(&|name| format!("run {name}(3);"))
            ),
        ),
        (
            "locals",
            process(
                each(&|name| format!("byte {name};"))
                    + &each(&|name| {
                        format!("if :: {name} > 3 -> {name} = 0 :: else -> {name}++ fi;")
                    }),
            ),
        ),
        (
            "parameters",
            "byte g__;\n".to_owned()
                + &each(&|name| {
                    format!(
                        "proctype P__{name}(byte {name}; chan c_) {{ {name}++; g__ = {name}; c_!{name}; {name} == 2 }}"
                    )
                })
                + &format!(
                    "\nchan c__ = [1] of {{ byte }};\ninit {{\n{}\n}}\n",
                    each(&|name| format!("run P__{name}(1, c__);"))
                ),
        ),
        (
            "traces",
            each(&|name| format!("chan {name} = [1] of {{ byte }};"))
                + &process(each(&|name| format!("{name}!1; {name}?_;")))
                + &format!("trace {{ {} }}\n", each(&|name| format!("{name}!1;"))),
        ),
        (
            "labels",
            "byte g__;\n".to_owned()
                + &process(each(&|name| {
                    format!("{name}: if :: g__ > 3 -> goto {name} :: else -> g__++ fi;")
                })),
        ),
        (
            "inlines",
            "byte g__;\n".to_owned()
                + &each(&|name| {
                    format!("inline {name}(a_) {{ byte t__; t__ = a_ + g__; g__ = t__ }}")
                })
                + &process(each(&|name| format!("{name}(3);"))),
        ),
        (
            "structures",
            each(&|name| format!("typedef {name} {{ byte f }};\n{name} v__{name};"))
                + &process(each(&|name| format!("v__{name}.f++;"))),
        ),
        (
            "members",
            "typedef T__ {\n".to_owned()
                + &each(&|name| format!("byte {name};"))
                + "\n};\nT__ t__[2];\n"
                + &process(each(&|name| format!("t__[_pid].{name}++;"))),
        ),
    ]
}

#[test]
fn any_name_in_any_role() {
    let scratch = Scratch::new("names");
    let names = names();
    assert!(names.len() > 300, "{}", names.len());
    for (part, names) in names.chunks(CHANNELS_MAX).enumerate() {
        for (role, text) in models(names) {
            let name = format!("{role}_{part}");
            let path = scratch.folder.join(format!("{name}.pml"));
            fs::write(&path, text).expect("writable");
            let model = generate::load(&path, false);
            let model = model.unwrap_or_else(|| panic!("{} is refused", path.display()));
            scratch.add(&name, &generate::generate(&model, &name, true));
        }
    }
    let result = scratch.cargo(&["check", "--keep-going"]);
    assert_eq!(result, Ok(()));
}
