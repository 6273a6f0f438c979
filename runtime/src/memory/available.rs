//! How much memory the system has left for this process.

use std::fs;
use std::path::Path;

/// Bytes this process can still get without swapping: the least of what Linux says is available,
/// what the control groups (v1 and v2, each ancestor) leave, and what the address-space limit
/// (`ulimit -v`) leaves. `None` off Linux.
pub fn available_bytes() -> Option<u64> {
    available_under(Path::new("/"))
}

fn available_under(root: &Path) -> Option<u64> {
    let read = |path: &str| fs::read_to_string(root.join(path)).ok();
    let machine = read("proc/meminfo").and_then(|text| kibibytes_after(&text, "MemAvailable:"));
    let groups = read("proc/self/cgroup")
        .map(|text| group_rooms(root, &text))
        .unwrap_or_default();
    groups
        .into_iter()
        .chain(machine)
        .chain(address_space_room(root))
        .min()
}

/// The value of a line `<key>  <number> kB`, in bytes.
fn kibibytes_after(text: &str, key: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.split_whitespace()
        .next()?
        .parse::<u64>()
        .ok()?
        .checked_mul(1024)
}

/// What each control group on the way from ours to the root leaves. Cache of files that the kernel
/// would drop counts as free.
fn group_rooms(root: &Path, membership: &str) -> Vec<u64> {
    let mut rooms = Vec::new();
    for line in membership.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else {
            continue;
        };
        let (mount, limit, usage, inactive) = if controllers.is_empty() {
            (
                "sys/fs/cgroup",
                "memory.max",
                "memory.current",
                "inactive_file ",
            )
        } else if controllers.split(',').any(|name| name == "memory") {
            (
                "sys/fs/cgroup/memory",
                "memory.limit_in_bytes",
                "memory.usage_in_bytes",
                "total_inactive_file ",
            )
        } else {
            continue;
        };
        let mount = root.join(mount);
        let own = mount.join(path.trim_start_matches('/'));
        // Inside a container the path may not exist below the mount: the walk then starts where
        // folders exist.
        for folder in own
            .ancestors()
            .take_while(|folder| folder.starts_with(&mount))
        {
            let read = |file: &str| fs::read_to_string(folder.join(file)).ok();
            let number = |file: &str| read(file)?.trim().parse::<u64>().ok();
            let (Some(limit), Some(usage)) = (number(limit), number(usage)) else {
                continue;
            };
            let stat = read("memory.stat").unwrap_or_default();
            let cache = stat
                .lines()
                .find_map(|line| line.strip_prefix(inactive)?.trim().parse().ok())
                .unwrap_or(0);
            rooms.push(limit.saturating_sub(usage.saturating_sub(cache)));
        }
    }
    rooms
}

fn address_space_room(root: &Path) -> Option<u64> {
    let limits = fs::read_to_string(root.join("proc/self/limits")).ok()?;
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = line.split_whitespace().next()?.parse().ok()?; // "unlimited" is no number
    let status = fs::read_to_string(root.join("proc/self/status")).ok()?;
    Some(limit.saturating_sub(kibibytes_after(&status, "VmSize:")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A root folder with the given files, removed when dropped.
    struct FakeRoot(std::path::PathBuf);

    impl FakeRoot {
        fn new(name: &str, files: &[(&str, &str)]) -> FakeRoot {
            let root =
                std::env::temp_dir().join(format!("pvgen-memory-{name}-{}", std::process::id()));
            for (path, text) in files {
                let path = root.join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            FakeRoot(root)
        }
    }

    impl Drop for FakeRoot {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn the_least_of_machine_groups_and_address_space_counts() {
        let meminfo = (
            "proc/meminfo",
            "MemTotal: 2000 kB\nMemAvailable:   1000 kB\n",
        );
        let machine = FakeRoot::new("machine", &[meminfo]);
        assert_eq!(available_under(&machine.0), Some(1_024_000));

        let v2 = [
            meminfo,
            ("proc/self/cgroup", "0::/a/b\n"),
            ("sys/fs/cgroup/a/memory.max", "900000\n"),
            ("sys/fs/cgroup/a/memory.current", "500000\n"),
            (
                "sys/fs/cgroup/a/memory.stat",
                "anon 5\ninactive_file 100000\n",
            ),
            ("sys/fs/cgroup/a/b/memory.max", "max\n"),
            ("sys/fs/cgroup/a/b/memory.current", "400000\n"),
        ];
        assert_eq!(available_under(&FakeRoot::new("v2", &v2).0), Some(500_000));

        let v1 = [
            meminfo,
            ("proc/self/cgroup", "5:cpu:/x\n4:memory:/not/mounted\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "300000\n"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "100000\n"),
        ];
        assert_eq!(available_under(&FakeRoot::new("v1", &v1).0), Some(200_000));

        let limited = [
            meminfo,
            (
                "proc/self/limits",
                "Max address space         500000               500000               bytes\n",
            ),
            ("proc/self/status", "VmSize:\t     100 kB\n"),
        ];
        assert_eq!(
            available_under(&FakeRoot::new("limits", &limited).0),
            Some(500_000 - 102_400)
        );
        assert_eq!(available_under(&FakeRoot::new("nothing", &[]).0), None);
    }
}
