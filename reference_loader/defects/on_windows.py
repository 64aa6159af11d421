#!/usr/bin/python3
"""Writes docs/defects_on_windows.md: for each defect of the loaders for Linux, a case of its own policy
that fails on a loader for Windows with the same change, under Wine, or why there is none.

usage: on_windows.py [--build FOLDER] [--jobs N] [DEFECT...]

The loaders share nearly all of their code, so that most changes can be made to both. First are run the
cases that docs/kill_table.md names for a defect, and, where none of these fails, all cases of its policy.
With names of defects only these are run, and the other rows stay. A defect that no case shows needs a
row in not_on_windows.json, which says why, as does one that asks the system what Windows does not have. The exit status is 1 if one has neither, or has both.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import pathlib
import re
import sys
import tempfile

import kill_table  # first: it finds the modules of the folder above
import build_variant
import variants

TABLE = variants.ROOT / "docs" / "defects_on_windows.md"
REASONS = pathlib.Path(__file__).resolve().parent / "not_on_windows.json"
WINDOWS = "windows"
ROW = re.compile(r"^\| (\w+) \| (\w+) \| (.*) \|$", re.M)
CASE = re.compile(r"\w+/\w+")

HEAD = """# Defects of the loaders for Linux, on Windows

Each change of the reference loaders for Linux that the loaders for Windows can have as well is made to them,
and cases of the policy that it breaks are run in worlds for Windows, under Wine. This table has for each a
case that fails there, or why there is none. It is written by `reference_loader/defects/on_windows.py`, and
the tests hold a sample of it against the variants. What breaks rules of Windows alone is in the
[kill table](kill_table.md).

| defect | breaks | fails on Windows |
| --- | --- | --- |
"""


def shared_defects():
    """{name: Variant} of the defects of the loaders for Linux."""
    return {name: each for name, each in variants.read(variants.DEFECTS).items()
            if each.platform == variants.LINUX}


def read_table():
    """{defect: the case that fails on Windows, or the reason why none does}, as committed."""
    if not TABLE.exists():
        return {}
    return {name: text for name, _, text in ROW.findall(TABLE.read_text(encoding="utf-8"))
            if name != "defect"}


def written_reasons():
    """{defect: why no case shows it on Windows}, of those where that does not follow from a run."""
    return json.loads(REASONS.read_text(encoding="utf-8"))


def _run(defect, build, library, cases):
    report = library.parent / "report.json"
    outcome = kill_table.run_cases(build / "bin" / "loadstone", defect, library, report,
                                   *kill_table.selecting(cases))
    skipped = {case["id"]: case["reason"] for case in
               json.loads(report.read_text(encoding="utf-8"))["cases"] if case["verdict"] == "skip"}
    return outcome, skipped


def judge(defect, build, own, first):
    """The first of the cases `own` that fails with the change on Windows, those of `first` before the
    others, or the reason why none can: (case, ""), ("", reason), or ("", "") where cases are run and
    none fails. Raises VariantError."""
    changed = dataclasses.replace(defect, platform=WINDOWS)
    skipped = {}
    with tempfile.TemporaryDirectory() as folder:
        try:
            library = build_variant.build(changed, build, pathlib.Path(folder))
        except build_variant.NotInLibrary:
            return "", "it changes what the loaders for Windows do not have"
        for cases in (sorted(set(first) & set(own)), sorted(set(own) - set(first))):
            if not cases:
                continue
            outcome, reasons = _run(changed, build, library, cases)
            if outcome.errors:
                raise variants.VariantError(f"{defect.name}: errors in {', '.join(outcome.errors)}")
            if outcome.failing:
                return min(outcome.failing), ""
            skipped |= reasons
    if set(own) - skipped.keys():
        return "", ""
    case, reason = min(skipped.items())
    return "", f"no case of its policy is run there ({case}: {reason})"


def write_table(rows, known):
    """Writes the page from {defect: case or reason}."""
    TABLE.write_text(HEAD + "".join(f"| {name} | {known[name].policy} | {rows[name]} |\n"
                                    for name in sorted(known) if name in rows), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=variants.ROOT / "build")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("defects", nargs="*", metavar="DEFECT", help="the name of a row")
    options = parser.parse_args()
    known = shared_defects()
    variants.require_known(parser, "defect", options.defects, known)
    chosen = options.defects or list(known)
    cases = kill_table.loader_cases(options.build / "bin" / "loadstone")
    proofs = kill_table.read_table()
    rows, why = read_table(), written_reasons()
    complaints = [f"{REASONS.name}: no defect is called {name}" for name in why if name not in known]

    def run(name):
        defect = known[name]
        own = [case for case, policies in cases[defect.api].items() if policies[0] == defect.policy]
        try:
            return name, judge(defect, options.build, own,
                               [case for case, proof in proofs.items() if proof == name])
        except variants.VariantError as error:
            # A change that asks what only Linux has may say so.
            return name, ("", "") if name in why else error

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, found in pool.map(run, chosen):
            if isinstance(found, variants.VariantError):
                complaints.append(str(found))
                continue
            case, reason = found
            print(f"{name}: {case or reason or 'nothing fails'}", flush=True)
            if (case or reason) and name in why:
                complaints.append(f"{name}: {REASONS.name} says why no case shows it, and {case or reason}")
            elif not (case or reason or name in why):
                complaints.append(f"{name}: no case of {known[name].policy} fails on Windows")
            if shown := case or reason or why.get(name):
                rows[name] = shown
    write_table(rows, known)
    if complaints:
        sys.exit("\n".join(complaints))


if __name__ == "__main__":
    main()
