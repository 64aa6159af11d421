#!/usr/bin/python3
"""Writes docs/kill_table.md: for each case, a defect that it is seen to fail on.

usage: kill_table.py [--build FOLDER] [--jobs N] [--all] [DEFECT...]

Of the defects that make a case fail the one with the fewest other failures is named. A defect that
breaks nearly everything proves little about a case, so one counts only if it breaks a policy that
the case cites, or makes few cases fail. With names of defects only these are run, and the rows that
name others stay.

A defect is run on the cases of the policies that its patch names; with --all on every case of its
API, which shows whether it breaks a policy that the patch does not name. It is held against its own
lines: a case of its policy fails, and of each policy that is named. What is wrong is said, and the
exit status is 1.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import defect as defects

TABLE = defects.ROOT / "docs" / "kill_table.md"
NEWEST = {"vulkan": "1.4.330", "openxr": "1.1.61"}  # editions in which every policy holds
FEW_FAILURES = 150
ROW = re.compile(r"^\| (\S+/\S+) \| (\S+) \|$", re.M)

HEAD = """# What each case is caught failing on

Every case fails on at least one of the broken variants of the reference loaders in
`reference_loader/defects`; this table names for each the one with the fewest other failures. It is
written by `reference_loader/defects/kill_table.py`, and the tests hold it against the variants.
"""
SECTION = """
## {title}

| case | defect |
| --- | --- |
"""
TITLES = {"vulkan": "Vulkan", "openxr": "OpenXR"}


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What one defect does to the cases of its API."""
    defect: defects.Defect
    failing: dict  # case: the policies that it cites
    errors: tuple  # cases about which the harness could not tell

    def proves(self, case):
        return self.defect.policy in self.failing[case] or len(self.failing) <= FEW_FAILURES

    def complaints(self):
        """What contradicts the lines of the patch, a line each."""
        name, policy, listed = self.defect.name, self.defect.policy, self.defect.also
        owners = {policies[0] for policies in self.failing.values()}
        if self.errors:
            yield f"{name}: errors in {', '.join(self.errors)}"
        if policy not in owners:
            yield f"{name}: no case of {policy} fails"
        if unlisted := sorted(owners - {policy, *listed}):
            yield f"{name}: has no Also line for {', '.join(unlisted)}"
        if idle := sorted(set(listed) - owners):
            yield f"{name}: the Also lines for {', '.join(idle)} name nothing that fails"


def read_table():
    """{case: the defect that it fails on}, as committed."""
    return dict(ROW.findall(TABLE.read_text(encoding="utf-8")))


def loader_cases(tool):
    """{API: {case: the policies that it cites}} of the cases that judge loaders."""
    listed = json.loads(subprocess.run([tool, "list", "cases", "--json"], stdout=subprocess.PIPE,
                                       text=True, check=True).stdout)
    return {api: {case["id"]: case["policies"] for case in listed
                  if case["api"] == api and case.get("subject", "loader") == "loader"}
            for api in defects.LIBRARIES}


def run_cases(tool, defect, library, report, *selection):
    """The Outcome of a run; `selection` are options of `loadstone run` that choose cases."""
    result = subprocess.run(
        [tool, "run", "--api", defect.api, "--loader", library, "--spec", NEWEST[defect.api],
         "-j", "1", "--json", report, *selection],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if result.returncode not in (0, 1, 3):
        raise defects.DefectError(f"{defect.name}: loadstone run: {result.stderr.strip()}")
    cases = json.loads(pathlib.Path(report).read_text(encoding="utf-8"))["cases"]
    return Outcome(
        defect,
        {case["id"]: case["policies"] for case in cases if case["verdict"] in ("fail", "warn")},
        tuple(case["id"] for case in cases if case["verdict"] == "error"))


def named_cases(defect, cases):
    """Of `cases`, {case: policies}, those about the policies that the patch names."""
    named = {defect.policy, *defect.also}
    return [case for case, policies in sorted(cases.items())
            if policies[0] in named or defect.policy in policies]


def selecting(cases):
    """The options of `loadstone run` that choose these cases."""
    return [word for case in cases for word in ("--case", case)]


def run_defect(defect, build, *selection):
    """Builds the variant and runs the cases on it."""
    with tempfile.TemporaryDirectory() as folder:
        library = defects.build(defect, build, pathlib.Path(folder))
        return run_cases(build / "bin" / "loadstone", defect, library,
                         pathlib.Path(folder) / "report.json", *selection)


def write_table(proofs, cases):
    """Writes the page; returns the cases without a proof."""
    text = HEAD
    for api, known in cases.items():
        text += SECTION.format(title=TITLES[api])
        text += "".join(f"| {case} | {proofs[case]} |\n" for case in sorted(known)
                        if case in proofs)
    TABLE.write_text(text, encoding="utf-8")
    return sorted(case for known in cases.values() for case in known if case not in proofs)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=defects.ROOT / "build")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--all", action="store_true", help="run every case on every defect")
    parser.add_argument("defects", nargs="*", metavar="DEFECT", help="the name of a patch")
    options = parser.parse_args()
    known = {each.name: each for each in defects.all_defects()}
    if strangers := [name for name in options.defects if name not in known]:
        parser.error(f"no such defect: {', '.join(strangers)}")
    chosen = [known[name] for name in options.defects or known]

    cases = loader_cases(options.build / "bin" / "loadstone")
    judged = {each.name: set(cases[each.api] if options.all else
                             named_cases(each, cases[each.api])) for each in chosen}
    # What is not judged now stays as it was.
    kept = {case: name for case, name in read_table().items()
            if options.defects and name in known and case not in judged.get(name, ())}
    found = {}
    complaints = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        def judge(each):
            selection = () if options.all else selecting(sorted(judged[each.name]))
            try:
                return run_defect(each, options.build, *selection)
            except defects.DefectError as error:
                return error

        for outcome in pool.map(judge, chosen):
            if isinstance(outcome, defects.DefectError):
                complaints.append(str(outcome))
                continue
            print(f"{outcome.defect.name}: {len(outcome.failing)} cases fail", flush=True)
            complaints += outcome.complaints()
            for case in filter(outcome.proves, outcome.failing):
                found.setdefault(case, []).append((len(outcome.failing), outcome.defect.name))
    best = {case: min(killers)[1] for case, killers in found.items()}
    unproved = write_table(best | kept, cases)
    if unproved:
        complaints.append(f"no defect makes these {len(unproved)} cases fail:")
        complaints += unproved
    if complaints:
        sys.exit("\n".join(complaints))


if __name__ == "__main__":
    main()
