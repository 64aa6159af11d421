#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures which cases fail on which defect, and writes kill_table.tsv (see table.py).

usage: kill_table.py [--build FOLDER] [--jobs N] [--all] [DEFECT...]

Of the defects that make a case fail, the table names the one with the fewest failing cases. A defect that breaks nearly
everything proves little about a case. Therefore a defect counts only if it breaks a policy that the case cites, or if
it makes few cases fail. With names of defects, only these are measured, and the lines of the others stay.

A defect runs with the cases of the policies that its line names; without a line, or with --all, it runs with every case
of its API. A defect of a loader for Windows runs with the cases of its own policy; with --all, with those of the
policies that only Windows has. One of 32 bits needs a 32-bit Wine, this system's or that of the system that
LOADSTONE_WINE32_ROOT names. The exit status is 1 if a defect makes no case of its own policy fail, or if a case has no
defect.
"""

import argparse
import concurrent.futures
import dataclasses
import functools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import build_variant  # noqa: E402  (the modules stand above this folder)
import table  # noqa: E402  (stands in this folder)
import variants  # noqa: E402

FEW_FAILURES = 150


@dataclasses.dataclass(frozen=True)
class Outcome:
    """The result of running cases on one defect."""
    defect: variants.Variant
    failing: dict  # {failing case: the policies that it cites}
    errors: tuple  # cases with the verdict error

    def proves(self, case):
        return self.defect.policy in self.failing[case] or len(self.failing) <= FEW_FAILURES

    def complaints(self):
        """Yields a line for each thing that is wrong with the defect."""
        if self.errors:
            yield f"{self.defect.name}: errors in {', '.join(self.errors)}"
        if all(policies[0] != self.defect.policy for policies in self.failing.values()):
            yield f"{self.defect.name}: no case of {self.defect.policy} fails"

    def others(self, before):
        """A failing case of each other policy: one in `before` if it still fails, else the first."""
        chosen = {}
        for case in sorted(self.failing, key=lambda each: (each not in before, each)):
            chosen.setdefault(self.failing[case][0], case)
        chosen.pop(self.defect.policy, None)
        return sorted(chosen.values())


def loader_cases(tool):
    """{API: {case: the policies that it cites}} of the cases that judge loaders."""
    listed = json.loads(subprocess.run([tool, "list", "cases", "--json"], stdout=subprocess.PIPE,
                                       text=True, check=True).stdout)
    return {api: {case["id"]: case["policies"] for case in listed
                  if case["api"] == api and case.get("subject", "loader") == "loader"}
            for api in build_variant.LIBRARIES}


@functools.cache
def policies_of(tool):
    """{ID: the policy as `loadstone list policies --json` describes it}."""
    listed = json.loads(subprocess.run([tool, "list", "policies", "--json"], stdout=subprocess.PIPE,
                                       text=True, check=True).stdout)
    return {policy["id"]: policy for policy in listed}


def system_of(platform):
    """The platform of `loadstone run` for a defect's one, and the options that name the system of its worlds."""
    if platform != "windows-i386":
        return platform, ()
    root = os.environ.get("LOADSTONE_WINE32_ROOT")
    return "windows", ("--root", root) if root else ()


def cases_of_platform(tool, cases, platform):
    """Those of `cases`, {case: policies}, that cite a policy which holds on this platform only."""
    own = {id for id, policy in policies_of(tool).items() if policy["platforms"] == [system_of(platform)[0]]}
    return {case: policies for case, policies in cases.items() if own & set(policies)}


def run_cases(tool, defect, library, report, *selection):
    """The Outcome of a run by the newest edition that demands what the defect breaks; `selection` are options of
    `loadstone run` that choose cases."""
    platform, root = system_of(defect.platform)
    spec = policies_of(tool)[defect.policy]["until"] or "newest"
    result = subprocess.run(
        [tool, "run", "--api", defect.api, "--platform", platform, *root, "--loader", library,
         "--spec", spec, "-j", "1", "--json", report, *selection],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if result.returncode not in (0, 1, 3):
        raise variants.VariantError(f"{defect.name}: loadstone run: {result.stderr.strip()}")
    cases = json.loads(pathlib.Path(report).read_text(encoding="utf-8"))["cases"]
    return Outcome(
        defect,
        {case["id"]: case["policies"] for case in cases if case["verdict"] in ("fail", "warn")},
        tuple(case["id"] for case in cases if case["verdict"] == "error"))


def named_cases(defect, cases, others):
    """Those of `cases`, {case: policies}, that test the defect's policy or the policy of a case in `others`."""
    named = {defect.policy, *(case.split("/")[0] for case in others)}
    return [case for case, policies in sorted(cases.items())
            if policies[0] in named or defect.policy in policies]


def selecting(cases):
    """The options of `loadstone run` that select these cases."""
    return [word for case in cases for word in ("--case", case)]


def run_defect(defect, build, *selection):
    """Builds the variant and runs the cases on it."""
    with tempfile.TemporaryDirectory() as folder:
        library = build_variant.build(defect, build, pathlib.Path(folder))
        return run_cases(build / "bin" / "loadstone", defect, library,
                         pathlib.Path(folder) / "report.json", *selection)


def updated(rows, defects, measured, proofs):
    """The rows of the table, {key: Row}, after a measurement: `measured` is {defect: cases of other policies that fail
    with it}, and `proofs` is {case: defect} for all cases. Drops rows of defects, and cases, that no longer exist."""
    cases = {}
    for case, name in proofs.items():
        cases.setdefault(name, []).append(case)
    kept = {key: row for key, row in rows.items() if row.defect in defects}
    for name, defect in defects.items():
        before = rows.get((name, defect.platform))
        if before or name in measured:
            # Those that this build does not have.
            others = tuple(case for case in (before.cases if before else ())
                           if table.WITH_NEWER_HEADERS.search(case) and case not in proofs)
            if name in measured:
                own, also = tuple(cases.get(name, ())), tuple(measured[name])
            else:  # a case may be in several rows, of which `proofs` has one
                own, also = tuple(case for case in before.cases if case in proofs), before.also
            own += others
            kept[name, defect.platform] = table.Row(defect.policy, name, defect.platform, own, also)
    return kept


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=variants.ROOT / "build")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--all", action="store_true", help="run every case on every defect")
    parser.add_argument("defects", nargs="*", metavar="DEFECT", help="the name of a row")
    options = parser.parse_args()
    known = variants.read(variants.DEFECTS)
    variants.require_known(parser, "defect", options.defects, known)
    chosen = [known[name] for name in options.defects or known]

    tool = options.build / "bin" / "loadstone"
    cases = loader_cases(tool)
    rows = table.read()
    lines = {name: rows[name, each.platform] for name, each in known.items() if (name, each.platform) in rows}
    measured = {}

    def also(name):
        return lines[name].also if name in lines else ()

    def cases_for(defect):
        own = cases[defect.api]
        if defect.platform != variants.LINUX and options.all:
            return sorted(cases_of_platform(tool, own, defect.platform))
        if defect.platform == variants.LINUX and (options.all or defect.name not in lines):
            return list(own)
        return named_cases(defect, own, also(defect.name))

    judged = {each.name: cases_for(each) for each in chosen}
    found = {}
    complaints = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        def judge(each):
            everything = len(judged[each.name]) == len(cases[each.api])
            selection = () if everything else selecting(judged[each.name])
            try:
                return run_defect(each, options.build, *selection)
            except variants.VariantError as error:
                return error

        for outcome in pool.map(judge, chosen):
            if isinstance(outcome, variants.VariantError):
                complaints.append(str(outcome))
                continue
            name = outcome.defect.name
            print(f"{name}: {len(outcome.failing)} cases fail", flush=True)
            complaints += outcome.complaints()
            measured[name] = outcome.others(also(name))
            for case in filter(outcome.proves, outcome.failing):
                found.setdefault(case, []).append((len(outcome.failing), name))
    # Keep the proof by a defect that was not run now, or not with this case.
    every = {case for own in cases.values() for case in own}
    kept = {case: name for case, name in table.proofs(rows, known).items()
            if case in every and case not in judged.get(name, ())}
    best = {case: min(killers)[1] for case, killers in found.items()}
    proofs = best | (kept if options.defects else {})
    table.write(updated(rows, known, measured, proofs).values())
    if unproved := sorted(every - proofs.keys()):
        complaints.append(f"no defect makes these {len(unproved)} cases fail:")
        complaints += unproved
    if complaints:
        sys.exit("\n".join(complaints))


if __name__ == "__main__":
    main()
