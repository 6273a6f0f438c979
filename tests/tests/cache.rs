//! The cache folder of `pvgen check`: whatever happens to it, a check is right. Most tests let a
//! script stand for cargo, whose analyzers say which assertion they were made of.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};
use support::process::{self, Finished};
use support::{checkout, pvgen};

const LIMIT: Duration = Duration::from_secs(600);

/// Held by a test that works in the cache of the tests: one damages it.
static REAL: Mutex<()> = Mutex::new(());

/// Models in a folder of their own, with a cache.
struct Place {
    folder: tempfile::TempDir,
    cache: PathBuf,
    cargo: Option<PathBuf>,
}

fn script(name: &str) -> PathBuf {
    checkout().join("tests/data/cache").join(name)
}

fn model(number: usize) -> String {
    format!("byte x;\nactive proctype P() {{ assert(x == {number}) }}\n")
}

impl Place {
    /// With a new cache, and a script for cargo.
    fn quick() -> Self {
        let folder = tempfile::tempdir().expect("temporary folder");
        let cache = folder.path().join("cache");
        let cargo = Some(script("cargo.sh"));
        Self {
            folder,
            cache,
            cargo,
        }
    }

    /// With the cache of the tests, and cargo.
    fn real() -> Self {
        Self {
            cache: pvgen::cache(),
            cargo: None,
            ..Self::quick()
        }
    }

    /// Where pvgen keeps what it has built.
    fn kept(&self) -> PathBuf {
        self.cache.join("pvgen")
    }

    /// Writes a model whose analyzer says `assert(x == number)`; all at once.
    fn write(&self, name: &str, number: usize) {
        let path = self.folder.path().join(name);
        let scratch = path.with_extension("new");
        fs::write(&scratch, model(number)).expect("temporary folder");
        fs::rename(scratch, path).expect("temporary folder");
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(pvgen::pvgen());
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .envs([pvgen::not_optimised()])
            .env("XDG_CACHE_HOME", &self.cache);
        if let Some(cargo) = &self.cargo {
            command.env("CARGO", cargo);
        }
        command
    }

    fn run(&self, arguments: &[&str]) -> Finished {
        process::run(&mut self.command(arguments), LIMIT)
    }

    /// What an analyzer of the script says.
    fn says(&self, model: &str) -> String {
        let finished = self.run(&["check", model]);
        assert_eq!(finished.code(), Some(0), "{}", finished.all_output());
        finished.all_output()
    }

    /// Files below the cache whose path contains this, in their order.
    fn files(&self, part: &str) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut waiting = vec![self.kept()];
        while let Some(folder) = waiting.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    waiting.push(path);
                } else if path.display().to_string().contains(part) {
                    found.push(path);
                }
            }
        }
        found.sort();
        found
    }

    /// Nothing is left of builds, and of the analyzers of these models nothing but programs and
    /// their digests. Crates elsewhere are built in the same target folder, those of other tests
    /// among them.
    fn is_tidy(&self) {
        let mut parts = vec!["pvgen/build-".to_owned(), "/.pvgen-".to_owned()];
        for entry in fs::read_dir(self.folder.path()).expect("temporary folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|it| it == "pml") {
                let stem = path.file_stem().expect("a file").display().to_string();
                parts.push(format!("target/release/pan_{stem}"));
                parts.push(format!("deps/pan_{stem}"));
            }
        }
        for part in parts {
            assert_eq!(self.files(&part), Vec::<PathBuf>::new(), "{part}");
        }
    }
}

fn half(path: &Path) {
    let bytes = fs::read(path).expect("there");
    fs::write(path, &bytes[..bytes.len() / 2]).expect("writable");
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("ours");
}

/// Command 6 of the faults: each file of the cache cut short, changed or gone.
#[test]
fn what_is_damaged_is_made_anew() {
    let place = Place::quick();
    place.write("m.pml", 1);
    place.write("n.pml", 2);
    assert_eq!(place.says("m.pml"), "assert(x == 1)\n");
    type Damage<'a> = (&'a str, &'a dyn Fn(&Path));
    let damage: [Damage; 9] = [
        ("/pan_m", &half),
        ("/pan_m", &|it| {
            fs::write(it, "#!/bin/sh\necho wrong\n").expect("writable")
        }),
        ("/pan_m", &|it| set_mode(it, 0o644)),
        ("/pan_m", &|it| {
            fs::remove_file(it).expect("there");
            fs::create_dir(it).expect("writable");
        }),
        ("/digest", &half),
        ("/digest", &|it| {
            fs::write(it, [0xff, 0, b'\n']).expect("writable")
        }),
        ("/digest", &|it| fs::remove_file(it).expect("there")),
        ("target/sums", &|it| {
            fs::write(it, [0xff, 0, b'\n']).expect("writable")
        }),
        ("libruntime.rlib", &half),
    ];
    for (index, (part, damage)) in damage.iter().enumerate() {
        let files = place.files(part);
        assert!(!files.is_empty(), "{index}: {part}");
        files.iter().for_each(|it| damage(it));
        place.write("n.pml", 10 + index);
        assert_eq!(place.says("m.pml"), "assert(x == 1)\n", "{index}");
        assert_eq!(
            place.says("n.pml"),
            format!("assert(x == {})\n", 10 + index),
            "{index}"
        );
        assert!(place.run(&["cache"]).code() == Some(0));
    }
    let runtime = fs::read_to_string(place.files("libruntime.rlib").remove(0)).expect("there");
    assert_eq!(runtime, "runtime\n");
    // Folders where files are expected, files where folders are.
    for (index, name) in ["analyzers", "target", "target/release"].iter().enumerate() {
        let path = place.kept().join(name);
        fs::remove_dir_all(&path).expect("there");
        fs::write(&path, "a file").expect("writable");
        place.write("m.pml", 30 + index);
        assert_eq!(
            place.says("m.pml"),
            format!("assert(x == {})\n", 30 + index),
            "{name}"
        );
    }
    place.is_tidy();
}

/// Command 6 of the faults, with the real cargo, and with everything cut short at once: libraries
/// of the runtime, cargo's notes, sources, programs.
#[test]
fn everything_is_cut_short() {
    let _alone = REAL.lock().unwrap_or_else(PoisonError::into_inner);
    let place = Place::real();
    place.write("m.pml", 0);
    let check = || {
        let finished = place.run(&["check", "m.pml"]);
        let output = finished.all_output();
        assert_eq!(finished.code(), Some(0), "{output}");
        assert!(output.starts_with("verified"), "{output}");
    };
    check();
    let whole = |path: PathBuf| (fs::read(&path).expect("a file"), path);
    let runtimes: Vec<_> = place.files("/runtime-").into_iter().map(whole).collect();
    place.files("").iter().for_each(|it| half(it));
    check();
    // What another version of pvgen has left for crates elsewhere is not mended by this one.
    for (text, path) in runtimes.iter().filter(|(_, path)| path.exists()) {
        fs::write(path, text).expect("it was there");
    }
    place.is_tidy();
}

/// Commands 1 and 13 of the faults: a member that cargo cannot read, one that does not compile, one
/// that is refused.
#[test]
fn a_broken_model_harms_no_other() {
    let _alone = REAL.lock().unwrap_or_else(PoisonError::into_inner);
    let mut place = Place::real();
    place.cargo = Some(script("spoiling-cargo.sh"));
    let names = [
        "good.pml",
        "unreadable.pml",
        "broken.pml",
        "wrong.pml",
        "bad.pml",
    ];
    for (name, number) in names.iter().zip([0, 1, 2, 3, 4]) {
        place.write(name, number);
    }
    fs::write(
        place.folder.path().join("bad.pml"),
        "active proctype P() { y++ }\n",
    )
    .expect("temporary folder");
    let real = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let check = |names: &[&str]| {
        let mut command = place.command(&[&["check"], names].concat());
        process::run(command.env("REAL_CARGO", &real), LIMIT)
    };
    let rows = |finished: &Finished| -> Vec<(String, String)> {
        let rows = finished.stdout.lines().skip(1).take(names.len());
        let words = rows.map(|row| {
            let mut words = row.split_whitespace().map(str::to_owned);
            (
                words.next().unwrap_or_default(),
                words.next().unwrap_or_default(),
            )
        });
        words.collect()
    };
    let expected = ["verified", "failed", "failed", "violated", "refused"];
    let expected: Vec<_> = names
        .iter()
        .zip(expected)
        .map(|(a, b)| (a.to_string(), b.to_string()))
        .collect();
    let finished = check(&names);
    let output = finished.all_output();
    assert_eq!(finished.code(), Some(4), "{output}");
    assert_eq!(rows(&finished), expected, "{output}");
    assert!(
        output.contains("broken.pml: the analyzer does not build"),
        "{output}"
    );
    assert!(output.contains("mismatched types"), "{output}");
    // Neither is harmed later, and what is broken stays so.
    for (names, code) in [
        (&["good.pml"][..], 0),
        (&["good.pml", "wrong.pml", "bad.pml"], 2),
    ] {
        let finished = check(names);
        assert_eq!(finished.code(), Some(code), "{}", finished.all_output());
    }
    place.is_tidy();
}

#[test]
fn texts_options_and_included_files_are_told_apart() {
    let place = Place::quick();
    place.write("m.pml", 1);
    let programs = || place.files("/digest").len();
    let model = "#include \"x.h\"\n#ifdef N\nbyte n;\n#endif\nactive proctype P() { byte y; y = 1; assert(x == 1) }\n";
    fs::write(place.folder.path().join("m.pml"), model).expect("temporary folder");
    let header = place.folder.path().join("x.h");
    let written = SystemTime::now();
    let write = |text: &str| {
        fs::write(&header, text).expect("temporary folder");
        let file = fs::File::options()
            .append(true)
            .open(&header)
            .expect("there");
        // The time stamp tells nothing.
        file.set_modified(written).expect("ours");
    };
    write("byte x = 1;\n");
    let check = |arguments: &[&str]| {
        let finished = place.run(&[&["check", "m.pml"], arguments].concat());
        assert_eq!(finished.code(), Some(0), "{}", finished.all_output());
        programs()
    };
    assert_eq!(check(&[]), 1);
    assert_eq!(check(&[]), 1);
    assert_eq!(check(&["--unoptimized"]), 2);
    assert_eq!(check(&["--lossy-sends"]), 3);
    assert_eq!(check(&["-D", "N"]), 4);
    assert_eq!(check(&["-D", "N"]), 4);
    write("byte x = 2;\n");
    assert_eq!(check(&[]), 5);
    // A report says lines.
    write("\nbyte x = 2;\n");
    assert_eq!(check(&[]), 6);
    write("byte x = 1;\n");
    assert_eq!(check(&[]), 6);
    let mut flags = place.command(&["check", "m.pml"]);
    process::run(flags.env("RUSTFLAGS", "-Copt-level=1"), LIMIT);
    assert_eq!(programs(), 7);
}

/// Command 5 of the faults: two checks of one path at one time, the file changed in between, while
/// a third process cleans and programs grow old. Each must say what its own text makes it say.
fn race(place: &Place, races: usize, texts: usize, clean_each: usize, age_each: usize) {
    let expected = |number: usize, finished: &Finished| {
        let output = finished.all_output();
        let says = |number| output.contains(&format!("assert(x == {number})"));
        assert!(says(number), "{number} is not in\n{output}");
        (1..=texts).filter(|&other| says(other)).count() == 1
    };
    let start = |pause: u64| {
        let mut command = place.command(&["check", "m.pml"]);
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(pause));
            process::run(&mut command, LIMIT)
        })
    };
    for race in 0..races {
        // With 0 the assertion holds, and a report does not show it.
        let (before, after) = (race % texts + 1, (race + 1) % texts + 1);
        place.write("m.pml", before);
        let first = start(0);
        if race % clean_each == 1 {
            let finished = place.run(&["cache", "clean"]);
            assert_eq!(finished.code(), Some(0), "{}", finished.all_output());
        }
        if race % age_each == 5 {
            // From now on the sweep of any check removes them.
            let month = SystemTime::now() - Duration::from_secs(40 * 24 * 3600);
            let _ = fs::remove_file(place.kept().join("swept"));
            for path in place.files("analyzers/") {
                for path in [&path, path.parent().expect("below")] {
                    let _ = fs::File::open(path).and_then(|it| it.set_modified(month));
                }
            }
        }
        // From nothing to about the time that a check takes.
        thread::sleep(Duration::from_millis((race * 7 % 60) as u64));
        place.write("m.pml", after);
        let second = start((race * 3 % 20) as u64);
        let third = start((race * 11 % 30) as u64);
        let first = first.join().expect("it runs");
        let of_old = first
            .all_output()
            .contains(&format!("assert(x == {before})"));
        assert!(
            expected(if of_old { before } else { after }, &first),
            "{}",
            first.all_output()
        );
        for finished in [second, third] {
            let finished = finished.join().expect("it runs");
            assert!(expected(after, &finished), "{}", finished.all_output());
        }
        if (race + 1) % 50 == 0 {
            println!("{} races", race + 1);
        }
    }
    place.is_tidy();
}

#[test]
fn races() {
    race(&Place::quick(), 30, 1000, 3, 10);
}

/// With the script, then with cargo:
/// `cargo test -p pvgen-tests --test cache -- --ignored --nocapture two_hundred_races`
#[test]
#[ignore = "minutes"]
fn two_hundred_races() {
    race(&Place::quick(), 200, 1000, 3, 10);
    let mut place = Place::real();
    let cache = tempfile::tempdir().expect("temporary folder");
    place.cache = cache.path().to_owned();
    race(&place, 200, 3, 100, 50);
}

/// A check that was killed while cargo works: the next ones are right, and nothing stays behind.
#[test]
fn a_killed_check_leaves_nothing_that_harms() {
    let place = Place::quick();
    for number in 0..3 {
        place.write("m.pml", number);
        let mut command = place.command(&["check", "m.pml"]);
        let finished = process::run(command.env("CARGO_PAUSE", "1"), Duration::from_millis(500));
        assert!(
            finished.status.is_none(),
            "killed: {}",
            finished.all_output()
        );
        assert_eq!(place.says("m.pml"), format!("assert(x == {number})\n"));
        place.is_tidy();
    }
}

#[test]
fn a_cache_folder_that_cannot_be_used() {
    let place = Place::quick();
    place.write("m.pml", 1);
    fs::write(place.folder.path().join("file"), "").expect("temporary folder");
    let below_file = place.folder.path().join("file/cache").display().to_string();
    let file = place.folder.path().join("file").display().to_string();
    let cases = [
        (Some("relative"), Some("/"), "XDG_CACHE_HOME is `relative`"),
        (Some(""), Some("relative"), "HOME is `relative`"),
        (None, None, "set HOME, or XDG_CACHE_HOME"),
        (
            Some(&file[..]),
            None,
            "set XDG_CACHE_HOME to a folder that can be written",
        ),
        (
            Some(&below_file),
            None,
            "set XDG_CACHE_HOME to a folder that can be written",
        ),
        (
            Some("/proc"),
            None,
            "set XDG_CACHE_HOME to a folder that can be written",
        ),
    ];
    for (xdg, home, says) in cases {
        for arguments in [
            &["check", "m.pml"][..],
            &["check", "m.pml", "m.pml"],
            &["m.pml"],
            &["cache", "clean"],
        ] {
            let mut command = place.command(arguments);
            for (name, value) in [("XDG_CACHE_HOME", xdg), ("HOME", home)] {
                match value {
                    Some(value) => command.env(name, value),
                    None => command.env_remove(name),
                };
            }
            let finished = process::run(&mut command, LIMIT);
            let output = finished.all_output();
            if arguments == ["cache", "clean"] && !Path::new(xdg.unwrap_or_default()).is_absolute()
            {
                assert_eq!(finished.code(), Some(2), "{output}");
            } else if arguments != ["cache", "clean"] {
                assert_eq!(finished.code(), Some(2), "{xdg:?} {arguments:?}\n{output}");
                assert!(output.contains(says), "{xdg:?} {arguments:?}\n{output}");
                // A remedy that a message names exists.
                assert_eq!(
                    output.contains("--vendor"),
                    arguments == ["m.pml"],
                    "{output}"
                );
            }
        }
    }
    // Cargo takes no such path.
    let mut command = place.command(&["check", "m.pml"]);
    command.env("XDG_CACHE_HOME", OsStr::from_bytes(b"/\xff"));
    let finished = process::run(&mut command, LIMIT);
    let output = finished.all_output();
    assert_eq!(finished.code(), Some(2), "{output}");
    assert!(output.contains("set XDG_CACHE_HOME to another"), "{output}");
    assert!(!place.folder.path().join("pan_m").exists());
}

#[test]
fn a_build_that_fails_for_other_reasons() {
    let mut place = Place::quick();
    place.write("m.pml", 1);
    let fails = place.folder.path().join("cargo");
    for (said, code, says) in [
        (
            "error: No space left on device (os error 28)",
            2,
            "pvgen cache clean",
        ),
        (
            "error: failed to download from `https://index`",
            2,
            "needs the network",
        ),
        ("error: something else", 4, "the analyzer does not build"),
    ] {
        fs::write(&fails, format!("#!/bin/sh\necho '{said}' >&2\nexit 101\n"))
            .expect("temporary folder");
        set_mode(&fails, 0o755);
        place.cargo = Some(fails.clone());
        for models in [&["m.pml"][..], &["m.pml", "m.pml"]] {
            let finished = place.run(&[&["check"], models].concat());
            let output = finished.all_output();
            assert_eq!(finished.code(), Some(code), "{output}");
            assert!(output.contains(says) && output.contains(said), "{output}");
        }
    }
    place.cargo = Some(place.folder.path().join("none"));
    let finished = place.run(&["check", "m.pml"]);
    let output = finished.all_output();
    assert_eq!(finished.code(), Some(2), "{output}");
    assert!(output.contains("install Rust"), "{output}");
    place.is_tidy();
}

#[test]
fn shown_and_cleaned() {
    let place = Place::quick();
    let cache = |arguments: &[&str]| {
        let finished = place.run(&[&["cache"], arguments].concat());
        assert_eq!(finished.code(), Some(0), "{}", finished.all_output());
        finished.stdout
    };
    assert!(cache(&[]).ends_with("pvgen: empty\n"));
    assert!(cache(&["clean"]).ends_with("pvgen: empty\n"));
    place.write("m.pml", 1);
    place.says("m.pml");
    let shown = cache(&[]);
    assert!(
        shown.starts_with(&place.kept().display().to_string()),
        "{shown}"
    );
    assert!(
        shown.contains("analyzers (1)") && shown.contains("together"),
        "{shown}"
    );
    cache(&["clean"]);
    let left = place.files("");
    let left: Vec<_> = left
        .iter()
        .map(|it| {
            it.strip_prefix(place.kept())
                .expect("below")
                .display()
                .to_string()
        })
        .collect();
    assert_eq!(
        left,
        [
            "build.lock",
            "swept",
            "target/release/.cargo-lock",
            "use.lock"
        ]
    );
    assert_eq!(place.says("m.pml"), "assert(x == 1)\n");
    // What a crate elsewhere is built with stays.
    let generated = place.run(&["m.pml"]);
    assert_eq!(generated.code(), Some(0), "{}", generated.all_output());
    assert!(cache(&["clean"]).contains("the runtime's sources stay"));
    let manifest =
        fs::read_to_string(place.folder.path().join("pan_m/Cargo.toml")).expect("written");
    let manifest: toml::Table = manifest.parse().expect("TOML");
    let runtime = manifest["dependencies"]["runtime"]["path"].as_str();
    let runtime = runtime.expect("a path");
    assert!(Path::new(runtime).join("Cargo.toml").is_file(), "{runtime}");
}
