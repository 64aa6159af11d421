#!/usr/bin/python3
"""Writes docs/kill_table.md: for each case, a defect that it is seen to fail on. Beside it,
docs/defects.md: for each defect, a case of each other policy that fails with it.

usage: kill_table.py [--build FOLDER] [--jobs N] [--all] [DEFECT...]

Of the defects that make a case fail the one with the fewest other failures is named. A defect that
breaks nearly everything proves little about a case, so one counts only if it breaks a policy that
the case cites, or makes few cases fail. With names of defects only these are run, and the rows that
name others stay.

A defect is run on the cases of the policies that docs/defects.md has for it; one that is new there,
or with --all every one, on every case of its API. One of a loader for Windows is run on the cases
of its own policy, with --all on those that Windows alone has. The exit status is 1 if a defect makes no case of
its own policy fail, or a case has no defect.
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

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import build_variant  # noqa: E402  (the modules stand above this folder)
import variants  # noqa: E402

TABLE = variants.ROOT / "docs" / "kill_table.md"
SIDE_EFFECTS = variants.ROOT / "docs" / "defects.md"
NEWEST = {"vulkan": "1.4.330", "openxr": "1.1.61"}  # editions in which every policy holds
FEW_FAILURES = 150
ROW = re.compile(r"^\| (\S+/\S+) \| (\S+) \|$", re.M)
SIDE_EFFECT_ROW = re.compile(r"^\| (\w+) \| (\w+) \| (.*) \|$", re.M)

HEAD = """# What each case is seen failing on

Every case fails on at least one of the broken variants of the reference loaders in
`reference_loader/defects`; this table names for each the one with the fewest other failures, and under
which platform it was seen. It is written by `reference_loader/defects/kill_table.py`, and the tests hold
it against the variants. To see one fail:

    reference_loader/variants.py build override_before_implicit /tmp
    build/bin/loadstone repro LLP_LOADER_11/after_all_implicit_layers --loader /tmp/libvulkan.so.1
"""
SECTION = """
## {title}

| case | defect |
| --- | --- |
"""
TITLES = {"vulkan": "Vulkan", "openxr": "OpenXR"}
PLATFORM_TITLES = {"linux": "Linux", "windows": "Windows", "macos": "macOS", "fuchsia": "Fuchsia", "android": "Android"}

SIDE_EFFECTS_HEAD = """# What else fails with each defect

A defect of the reference loaders breaks one policy; cases of other policies may need what it breaks
and fail with it. This table has one of these cases for each such policy. It is written by
`reference_loader/defects/kill_table.py`, and the tests hold it against the variants.

| defect | breaks | fails as well |
| --- | --- | --- |
"""


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What one defect does to the cases of its API."""
    defect: variants.Variant
    failing: dict  # case: the policies that it cites
    errors: tuple  # cases about which the harness could not tell

    def proves(self, case):
        return self.defect.policy in self.failing[case] or len(self.failing) <= FEW_FAILURES

    def complaints(self):
        """What is wrong with the defect, a line each."""
        if self.errors:
            yield f"{self.defect.name}: errors in {', '.join(self.errors)}"
        if all(policies[0] != self.defect.policy for policies in self.failing.values()):
            yield f"{self.defect.name}: no case of {self.defect.policy} fails"

    def others(self, before):
        """A failing case of each other policy: that of `before` while it fails, else the first."""
        chosen = {}
        for case in sorted(self.failing, key=lambda each: (each not in before, each)):
            chosen.setdefault(self.failing[case][0], case)
        chosen.pop(self.defect.policy, None)
        return sorted(chosen.values())


def read_table():
    """{case: the defect that it fails on}, as committed."""
    return dict(ROW.findall(TABLE.read_text(encoding="utf-8")))


def read_side_effects():
    """{defect: the cases of other policies that fail with it}, as committed."""
    return {name: [] if cases == "-" else cases.split(", ")
            for name, _, cases in SIDE_EFFECT_ROW.findall(SIDE_EFFECTS.read_text(encoding="utf-8"))
            if name != "defect"}


def loader_cases(tool):
    """{API: {case: the policies that it cites}} of the cases that judge loaders."""
    listed = json.loads(subprocess.run([tool, "list", "cases", "--json"], stdout=subprocess.PIPE,
                                       text=True, check=True).stdout)
    return {api: {case["id"]: case["policies"] for case in listed
                  if case["api"] == api and case.get("subject", "loader") == "loader"}
            for api in build_variant.LIBRARIES}


def cases_of_platform(tool, cases, platform):
    """Those of `cases`, {case: policies}, that cite a policy which holds on that platform alone."""
    listed = json.loads(subprocess.run([tool, "list", "policies", "--json"], stdout=subprocess.PIPE,
                                       text=True, check=True).stdout)
    own = {policy["id"] for policy in listed if policy["platforms"] == [platform]}
    return {case: policies for case, policies in cases.items() if own & set(policies)}


def run_cases(tool, defect, library, report, *selection):
    """The Outcome of a run; `selection` are options of `loadstone run` that choose cases."""
    result = subprocess.run(
        [tool, "run", "--api", defect.api, "--platform", defect.platform, "--loader", library,
         "--spec", NEWEST[defect.api], "-j", "1", "--json", report, *selection],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if result.returncode not in (0, 1, 3):
        raise variants.VariantError(f"{defect.name}: loadstone run: {result.stderr.strip()}")
    cases = json.loads(pathlib.Path(report).read_text(encoding="utf-8"))["cases"]
    return Outcome(
        defect,
        {case["id"]: case["policies"] for case in cases if case["verdict"] in ("fail", "warn")},
        tuple(case["id"] for case in cases if case["verdict"] == "error"))


def named_cases(defect, cases, others):
    """Of `cases`, {case: policies}, those about the defect's policy and the policies of `others`."""
    named = {defect.policy, *(case.split("/")[0] for case in others)}
    return [case for case, policies in sorted(cases.items())
            if policies[0] in named or defect.policy in policies]


def selecting(cases):
    """The options of `loadstone run` that choose these cases."""
    return [word for case in cases for word in ("--case", case)]


def run_defect(defect, build, *selection):
    """Builds the variant and runs the cases on it."""
    with tempfile.TemporaryDirectory() as folder:
        library = build_variant.build(defect, build, pathlib.Path(folder))
        return run_cases(build / "bin" / "loadstone", defect, library,
                         pathlib.Path(folder) / "report.json", *selection)


def write_table(proofs, cases, defects):
    """Writes the page; returns the cases without a proof."""
    text = HEAD
    for api, known in cases.items():
        for platform, title in PLATFORM_TITLES.items():
            rows = [f"| {case} | {proofs[case]} |\n" for case in sorted(known)
                    if case in proofs and defects[proofs[case]].platform == platform]
            if rows:
                text += SECTION.format(title=f"{TITLES[api]} on {title}") + "".join(rows)
    TABLE.write_text(text, encoding="utf-8")
    return sorted(case for known in cases.values() for case in known if case not in proofs)


def write_side_effects(others, known):
    """Writes the page about `known`, {name: defect}, from {name: cases}."""
    SIDE_EFFECTS.write_text(SIDE_EFFECTS_HEAD + "".join(
        f"| {name} | {defect.policy} | {', '.join(others[name]) or '-'} |\n"
        for name, defect in sorted(known.items()) if name in others), encoding="utf-8")


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
    others = read_side_effects()

    def cases_for(defect):
        own = cases[defect.api]
        if defect.platform != variants.LINUX:
            if options.all:
                return sorted(cases_of_platform(tool, own, defect.platform))
            return named_cases(defect, own, others.get(defect.name, ()))
        if options.all or defect.name not in others:
            return list(own)
        return named_cases(defect, own, others[defect.name])

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
            others[name] = outcome.others(others.get(name, ()))
            for case in filter(outcome.proves, outcome.failing):
                found.setdefault(case, []).append((len(outcome.failing), name))
    # A row that names a defect which was not run now, or not on this case, stays as it was.
    kept = {case: name for case, name in read_table().items()
            if name in known and case not in judged.get(name, ())}
    best = {case: min(killers)[1] for case, killers in found.items()}
    unproved = write_table(best | (kept if options.defects else {}), cases, known)
    write_side_effects(others, known)
    if unproved:
        complaints.append(f"no defect makes these {len(unproved)} cases fail:")
        complaints += unproved
    if complaints:
        sys.exit("\n".join(complaints))


if __name__ == "__main__":
    main()
