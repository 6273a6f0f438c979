//! Many mutants by several workers; what brings one down is noted, made smaller and written down.

use super::family::SIZE;
use super::shrink::shrink;
use super::slot::{Progress, Slot};
use crate::process::{self, Finished};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// A mutant that takes longer hangs. In processor time, which a busy machine does not change.
const HANG: Duration = Duration::from_secs(2);

/// Address space of a worker in KiB, most of it for stacks that are hardly used.
const MEMORY_KIB: u64 = 1_500_000;

/// What to do.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The program that works and examines: `mutants`.
    pub program: PathBuf,
    /// What mutants are made from.
    pub seed: u64,
    /// How many.
    pub count: u64,
    /// Workers at a time.
    pub jobs: usize,
    /// Percent of families that are changed by their tree.
    pub tree: usize,
    /// How many accepted ones to keep.
    pub sample: usize,
    /// Examinations to make a text smaller.
    pub shrinks: usize,
    /// Where findings and those kept go.
    pub out: PathBuf,
}

/// What is wrong with an examination: where it panicked, or what it said; without what differs from
/// mutant to mutant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault(String);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What came out.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The sum of all workers.
    pub sum: Progress,
    /// Each fault with the file that shows it, and how often it was met.
    pub faults: BTreeMap<Fault, (PathBuf, u64)>,
    /// How long it took.
    pub elapsed: Duration,
    /// Workers at a time.
    pub jobs: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress {
            made,
            parsed,
            accepted,
            printed,
            slow,
            ..
        } = self.sum;
        let seconds = self.elapsed.as_secs_f64();
        let rate = made as f64 / seconds / self.jobs as f64;
        writeln!(
            f,
            "{made} mutants in {seconds:.1} s, {rate:.0} a second and worker"
        )?;
        writeln!(f, "{parsed} were parsed")?;
        writeln!(
            f,
            "{accepted} were accepted, and went through plan, emit and 100 steps of the interpreter; {printed} were printed"
        )?;
        writeln!(f, "{slow} took more than half a second of a busy machine")?;
        write!(f, "{} faults", self.faults.len())?;
        for (fault, (file, times)) in &self.faults {
            write!(f, "\n  {times} times, {}: {fault}", file.display())?;
        }
        Ok(())
    }
}

impl Campaign {
    /// Runs all.
    ///
    /// # Panics
    /// When files cannot be written or processes not be started.
    pub fn run(&self) -> Tally {
        fs::create_dir_all(&self.out).expect("the folder for findings can be made");
        let start = Instant::now();
        let tally = Mutex::new(Tally {
            jobs: self.jobs,
            ..Tally::default()
        });
        thread::scope(|scope| {
            for job in 0..self.jobs {
                let tally = &tally;
                scope.spawn(move || self.job(job as u64, tally));
            }
        });
        let mut tally = tally.into_inner().expect("no job panics with the lock");
        tally.elapsed = start.elapsed();
        tally
    }

    /// Workers one after the other: after a fault the next one goes on behind the family of the
    /// fault.
    fn job(&self, job: u64, tally: &Mutex<Tally>) {
        let name = format!("slot_{job}");
        let path = self.out.join(&name);
        let _ = fs::remove_file(&path);
        let slot = Slot::open(&path).expect("the folder for findings can be written");
        let (end, stride) = (self.count.div_ceil(SIZE), self.jobs as u64);
        let mut first = job;
        while first < end {
            let said = self.out.join(format!("said_{job}"));
            let mut child = self.start(first, (end, stride), &name, &said);
            let Some(said) = self.watch(&mut child, &slot, &said) else {
                break;
            };
            first = slot.progress().family + stride;
            self.note(&slot.text(), &said, tally);
        }
        let Progress {
            made,
            parsed,
            accepted,
            printed,
            slow,
            ..
        } = slot.progress();
        let sum = &mut tally.lock().expect("no job panics with the lock").sum;
        sum.made += made;
        sum.parsed += parsed;
        sum.accepted += accepted;
        sum.printed += printed;
        sum.slow += slow;
        for file in [path, self.out.join(format!("said_{job}"))] {
            let _ = fs::remove_file(file);
        }
    }

    fn start(&self, first: u64, (end, stride): (u64, u64), slot: &str, said: &Path) -> Child {
        let every = match self.sample as u64 {
            0 => 0,
            // About a tenth is accepted; three times as many as asked for are kept.
            sample => (self.count / 30 / sample).max(1),
        };
        let numbers = [self.seed, first, end, stride, self.tree as u64, every];
        self.limited()
            .arg("--work")
            .args(numbers.map(|number| number.to_string()))
            .arg(&self.out)
            .arg(slot)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(fs::File::create(said).expect("the folder for findings can be written"))
            .spawn()
            .expect("our own program can be started")
    }

    /// The program, with bounded memory.
    fn limited(&self) -> Command {
        let mut command = Command::new("sh");
        command
            .arg("-c")
            .arg(format!(
                "ulimit -v {MEMORY_KIB}; ulimit -c 0; exec \"$0\" \"$@\""
            ))
            .arg(&self.program);
        command
    }

    /// Waits for a worker; what it has said if it was brought down.
    fn watch(&self, child: &mut Child, slot: &Slot, said: &Path) -> Option<String> {
        let mut seen = (slot.progress().made, Instant::now());
        loop {
            if let Some(status) = child.try_wait().expect("our own child") {
                let said = fs::read(said).unwrap_or_default();
                let said = String::from_utf8_lossy(&said).into_owned();
                return (!status.success()).then_some(said);
            }
            let made = slot.progress().made;
            if made != seen.0 {
                seen = (made, Instant::now());
            } else if seen.1.elapsed() > HANG * 5 {
                let _ = child.kill();
                let _ = child.wait();
                return Some(HANGS.to_owned());
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn note(&self, text: &str, said: &str, tally: &Mutex<Tally>) {
        // On its own: only what happens again can be made smaller, and a worker that was slow may
        // have had to wait for others.
        let fault = match self.examined(text) {
            Some(fault) => fault,
            None if said == HANGS => return,
            None => fault_of(said),
        };
        let number = {
            let faults = &mut tally.lock().expect("no job panics with the lock").faults;
            if let Some((_, times)) = faults.get_mut(&fault) {
                *times += 1;
                return;
            }
            let number = faults.len();
            let path = self.out.join(format!("fault_{number}.pml"));
            faults.insert(fault.clone(), (path, 1));
            number
        };
        let small = shrink(self, text, &fault, self.shrinks);
        let write = |extension: &str, text: &str| {
            let path = self.out.join(format!("fault_{number}.{extension}"));
            fs::write(path, text).expect("the folder for findings can be written");
        };
        write("pml", &small);
        write("whole", text);
        write("said", said);
    }

    /// What is wrong with an examination of `text` in a process of its own.
    pub fn examined(&self, text: &str) -> Option<Fault> {
        let file = tempfile::NamedTempFile::new().expect("temporary file");
        fs::write(file.path(), text).expect("temporary file");
        let mut command = self.limited();
        command.arg("--examine").arg(file.path());
        let finished: Finished = process::run(&mut command, HANG * 10);
        match finished.code() {
            _ if finished.status.is_none() || finished.cpu > HANG * 2 => {
                Some(Fault(HANGS.to_owned()))
            }
            Some(0) => None,
            _ => Some(fault_of(&finished.stderr)),
        }
    }
}

const HANGS: &str = "it takes more than two seconds";

/// The line that says where it panicked, or the first one.
fn fault_of(said: &str) -> Fault {
    let lines = || said.lines().filter(|line| !line.trim().is_empty());
    let place = lines().find_map(|line| line.split_once("panicked at ").map(|(_, place)| place));
    let overflow = lines().any(|line| line.contains("overflowed its stack"));
    let line = match place {
        Some(place) => place.to_owned(),
        None if overflow => "the stack overflows".to_owned(),
        None => lines()
            .next()
            .unwrap_or("it ends without a word")
            .to_owned(),
    };
    // Numbers and names of the mutant say nothing.
    Fault(line.chars().take(90).collect())
}
