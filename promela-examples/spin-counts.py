#!/usr/bin/env python3
"""Check the figures of every expected.toml against SPIN, or write them anew.

    ./spin-counts.py                       all cases tagged small or medium
    ./spin-counts.py --size all -j 2       the large ones as well
    ./spin-counts.py --only pftp           cases whose folder, file or defines contain the text
    ./spin-counts.py --write               put SPIN's figures into the files
    ./spin-counts.py --in ../tests/data    the cases of another folder

Each case is run twice through `spin -a`, gcc and pan: with `-o1 -o2 -o3` for `counts`, and with SPIN's default
optimisations for `optimized_stored`; and twice more with SPIN's partial-order reduction, for `reduced_stored` and
`reduced_optimized_stored`. Compared are the counts, and what SPIN reports as violated without reduction. README.md
explains the files. Needs spin 6.5.2 and gcc.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
SIZES = ["small", "medium", "large"]
COUNTS = ["stored", "matched", "transitions", "atomic_steps", "depth"]
PLAIN, OPTIMIZED = ["-o1", "-o2", "-o3"], []
WHOLE, REDUCED = ["-DNOREDUCE"], []
# Numbers of states, in the order of the lines in a case.
STORED = {
    "optimized_stored": (OPTIMIZED, WHOLE),
    "reduced_stored": (PLAIN, REDUCED),
    "reduced_optimized_stored": (OPTIMIZED, REDUCED),
}


def load(folder_file):
    """The cases of one expected.toml, each with the place it came from."""
    with open(folder_file, "rb") as file:
        cases = tomllib.load(file)["case"]
    for number, case in enumerate(cases):
        case["source"], case["number"] = folder_file, number
        case.setdefault("defines", [])
        case.setdefault("violations", [])
        case.setdefault("vector_size", 1024)
        case["title"] = " ".join(
            [os.path.relpath(folder_file.parent / case["file"])]
            + [f"-D{define}" for define in case["defines"]]
        )
    return cases


def run_spin(case, options, flags):
    """What pan, made with these options of spin and flags of gcc, prints about the case, and how it ended."""
    model = case["source"].parent / case["file"]
    with tempfile.TemporaryDirectory() as folder:

        def run(*command):
            return subprocess.run(
                command, cwd=folder, text=True, errors="replace",
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )

        defines = [f"-D{define}" for define in case["defines"]]
        generated = run("spin", *options, *defines, "-a", str(model))
        pan = pathlib.Path(folder, "pan.c")
        if not pan.exists():
            return generated.stdout, generated.returncode
        # From a hundred million on it would print eight digits and an exponent.
        pan.write_bytes(pan.read_bytes().replace(b"%9.8g ", b"%9.15g "))
        level = "-O0" if case["size"] == "small" else "-O2"
        compiled = run(
            "gcc", level, "-w", "-DSAFETY", *flags, "-DNOCLAIM",
            f"-DVECTORSZ={case['vector_size']}", "-o", "pan", "pan.c",
        )
        if compiled.returncode != 0:
            return generated.stdout + compiled.stdout, compiled.returncode
        limits = {
            "small": ["-m1000000", "-w16"],
            "medium": ["-m10000000", "-w22"],
            "large": ["-m10000000", "-w25"],
        }
        searched = run("./pan", "-c0", "-n", *limits[case["size"]])
        return generated.stdout + searched.stdout, searched.returncode


def counts_in(output):
    """The counts in pan's report, or None if there is none."""
    patterns = {
        "stored": r"^ *(\d+) states, stored",
        "matched": r"^ *(\d+) states, matched",
        "transitions": r"^ *(\d+) transitions \(",
        "atomic_steps": r"^ *(\d+) atomic steps",
        "depth": r"depth reached (\d+)",
    }
    found = {name: re.search(pattern, output, re.MULTILINE) for name, pattern in patterns.items()}
    if None in found.values():
        return None
    return {name: int(match.group(1)) for name, match in found.items()}


def finished(output):
    """Whether pan came to the end of its search."""
    cut = "Search not completed" in output or "max search depth too small" in output
    return counts_in(output) is not None and not cut


def violations_in(output):
    """The violations that pan reports, as a set of (kind, message)."""
    found = set()
    for text in re.findall(r"^pan:\d+: (.*) \(at depth -?\d+\)", output, re.MULTILINE):
        if text == "invalid end state":
            found.add(("invalid-end-state", ""))
        elif text.startswith("event_trace"):
            found.add(("trace", ""))
        elif text.startswith("assertion violated ") and "invalid array index" not in text:
            found.add(("assertion", normal(text.removeprefix("assertion violated "))))
        else:
            found.add(("runtime-error", ""))
    return found


def normal(text):
    """Blanks and parentheses are not significant: SPIN prints its own."""
    return re.sub(r"[\s()]", "", text)


def expected_violations(case):
    return {
        (violation["kind"], normal(violation.get("message", "")))
        for violation in case["violations"]
    }


def examine(case):
    """SPIN's figures by their names in the file, and what is wrong with the case, as a list of texts."""
    output, status = run_spin(case, PLAIN, WHOLE)
    if "spin_says" in case:
        text = f"{output}\nexit status {status}"
        wrong = [] if case["spin_says"] in text else [f"SPIN does not say: {case['spin_says']}"]
        return None, wrong
    if not finished(output):
        return None, ["SPIN did not finish:\n" + output[-600:]]

    wrong = []
    found, expected = violations_in(output), expected_violations(case)
    if found != expected:
        wrong.append(f"SPIN reports {sorted(found)}, expected are {sorted(expected)}")
    # What keeps our verdict from being `verified` where nothing is found, SPIN does not say.
    if case["verdict"] not in (["violated"] if found else ["verified", "incomplete"]):
        wrong.append(f"verdict {case['verdict']}")
    figures = {"counts": counts_in(output)}
    for name, (options, flags) in STORED.items():
        output, _ = run_spin(case, options, flags)
        if flags == WHOLE and violations_in(output) != expected:
            wrong.append(f"by default SPIN reports {sorted(violations_in(output))}")
        broken = flags == REDUCED and "partial order reduction invalid" in output
        if broken and not case.get("broken_promise"):
            wrong.append("SPIN's reduction finds xr or xs broken")
        if finished(output) and not broken:
            figures[name] = counts_in(output)["stored"]
        elif "differs" in case and name not in case:
            continue
        elif "partial order reduction" not in output and "-DNOREDUCE" not in output:
            return None, wrong + [f"SPIN did not finish for {name}:\n" + output[-600:]]
    for name in ["counts", *STORED]:
        if figures.get(name) != case.get(name):
            wrong.append(f"{name} {figures.get(name)}, expected is {case.get(name)}")
    return figures, wrong


def write(folder_file, figures):
    """Replaces the figures of some cases ({number: figures}), and nothing else of the file."""
    head, *blocks = re.split(r"(?m)^(?=\[\[case\]\])", folder_file.read_text())
    for number, found in figures.items():
        counts = found["counts"]
        lines = ["counts = { " + ", ".join(f"{name} = {counts[name]}" for name in COUNTS) + " }"]
        lines += [f"{name} = {found[name]}" for name in STORED if name in found]
        block = re.sub(rf"(?m)^(counts|{'|'.join(STORED)}) = .*\n", "", blocks[number])
        body = block.rstrip("\n")
        blocks[number] = body + "\n" + "\n".join(lines) + block[len(body):]
    folder_file.write_text(head + "".join(blocks))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--in", dest="folder", type=pathlib.Path, default=HERE, help="where to look for expected.toml")
    parser.add_argument("--only", metavar="TEXT", default="", help="only cases whose title contains the text")
    parser.add_argument("--size", choices=SIZES + ["all"], help="only cases of this size (default: small and medium)")
    parser.add_argument("-j", type=int, default=1, metavar="N", help="cases to run at a time")
    parser.add_argument("--write", action="store_true", help="write SPIN's figures into the files")
    options = parser.parse_args()
    sizes = {None: SIZES[:2], "all": SIZES}.get(options.size, [options.size])

    cases = [case for file in sorted(options.folder.resolve().rglob("expected.toml")) for case in load(file)]
    cases = [case for case in cases if options.only in case["title"] and case.get("size") in sizes]
    figures, failed = {}, 0
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        for case, (found, wrong) in zip(cases, pool.map(examine, cases)):
            if found and options.write:
                figures.setdefault(case["source"], {})[case["number"]] = found
                wrong = [text for text in wrong if not re.match(f"counts|{'|'.join(STORED)}", text)]
            print(f"{'differs' if wrong else 'ok':8} {case['title']}", *wrong, sep="\n         ", flush=True)
            failed += bool(wrong)
    for file, of_file in figures.items():
        write(file, of_file)
    print(f"{len(cases)} cases, {failed} differ")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
