#!/usr/bin/python3
"""Writes docs/kill_table.md: for each case, a defect that it is seen to fail on.

usage: kill_table.py [--build FOLDER] [--jobs N]

Of the defects that make a case fail the one with the fewest other failures is named. A defect that
breaks nearly everything proves little about a case, so one counts only if it breaks a policy that
the case cites, or makes few cases fail.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import defect as defects

TABLE = defects.ROOT / "docs" / "kill_table.md"
SPEC = "1.4.330"  # an edition in which every policy holds
FEW_FAILURES = 150
ROW = re.compile(r"^\| (\S+/\S+) \| (\S+) \|$", re.M)

HEAD = """# What each case is caught failing on

Every case of the Vulkan suites fails on at least one of the broken variants of the reference loader
in `reference_loader/defects`; this table names for each the one with the fewest other failures. It
is written by `reference_loader/defects/kill_table.py`, and the tests hold it against the variants.

| case | defect |
| --- | --- |
"""


def read_table():
    """{case: the defect that it fails on}, as committed."""
    return dict(ROW.findall(TABLE.read_text(encoding="utf-8")))


def run_cases(tool, library, report):
    """The cases of a run as the JSON report has them."""
    result = subprocess.run(
        [tool, "run", "--loader", library, "--spec", SPEC, "-j", "1", "--json", report],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if result.returncode not in (0, 1, 3):
        sys.exit(f"loadstone run: {result.stderr}")
    return json.loads(pathlib.Path(report).read_text(encoding="utf-8"))["cases"]


def counts(defect, failing, case):
    return defect.policy in case["policies"] or len(failing) <= FEW_FAILURES


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=defects.ROOT / "build")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    tool = options.build / "bin" / "loadstone"

    def judge(defect):
        with tempfile.TemporaryDirectory() as folder:
            library = defects.build(defect, options.build, options.build / "lib" / "libvulkan.so.1",
                                    pathlib.Path(folder))
            return defect, run_cases(tool, library, pathlib.Path(folder) / "report.json")

    killers = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for defect, cases in pool.map(judge, defects.all_defects()):
            failing = [case for case in cases if case["verdict"] == "fail"]
            for case in cases:
                killers.setdefault(case["id"], [])
            for case in failing:
                if counts(defect, failing, case):
                    killers[case["id"]].append((len(failing), defect.name))
            print(f"{defect.name}: {len(failing)} cases fail", flush=True)
    unproved = sorted(case for case, found in killers.items() if not found)
    rows = [f"| {case} | {min(found)[1]} |\n" for case, found in sorted(killers.items()) if found]
    TABLE.write_text(HEAD + "".join(rows), encoding="utf-8")
    if unproved:
        sys.exit("no defect makes these fail: " + ", ".join(unproved))


if __name__ == "__main__":
    main()
