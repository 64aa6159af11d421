#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures on Windows, under Wine, which cases fail on the defects of Linux, and writes kill_table.tsv (see table.py).

The line of a defect names a case of its own policy that fails on a loader for Windows with the same change, or the
reason why there is none.

usage: on_windows.py [--build FOLDER] [--jobs N] [DEFECT...]

The loaders share nearly all of their code, so that most changes apply to both. The script first runs the cases that the
table names for a defect on Linux and, if none of them fails, all cases of its policy. With names of defects, only these
are measured, and the other lines stay. A defect that no case detects on Windows, or that uses an interface that Windows
lacks, has an entry with the reason in not_on_windows.json instead of a line. The exit status is 1 if a defect has
neither, or has both.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import pathlib
import sys
import tempfile

import kill_table  # first: it adds the folder above to the module search path
import build_variant
import table
import variants

REASONS = pathlib.Path(__file__).resolve().parent / "not_on_windows.json"
WINDOWS = "windows"


def shared_defects():
    """{name: Variant} of the defects of the loaders for Linux."""
    return {name: each for name, each in variants.read(variants.DEFECTS).items()
            if each.platform == variants.LINUX}


def written_reasons():
    """{defect: why no case detects it on Windows}, for those whose reason does not follow from a run."""
    return json.loads(REASONS.read_text(encoding="utf-8"))


def _run(defect, build, library, cases):
    report = library.parent / "report.json"
    outcome = kill_table.run_cases(build / "bin" / "loadstone", defect, library, report,
                                   *kill_table.selecting(cases))
    skipped = {case["id"]: case["reason"] for case in
               json.loads(report.read_text(encoding="utf-8"))["cases"] if case["verdict"] == "skip"}
    return outcome, skipped


def judge(defect, build, own, first):
    """Builds the defect for Windows and runs its cases, those of `own` that are in `first` before the others. Returns
    (case, "") with the first case that fails, ("", reason) if no case can fail, or ("", "") if cases ran and none
    failed. Raises VariantError."""
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
    rows, why = table.read(), written_reasons()
    complaints = [f"{REASONS.name}: no defect is called {name}" for name in why if name not in known]

    def run(name):
        defect = known[name]
        own = [case for case, policies in cases[defect.api].items() if policies[0] == defect.policy]
        try:
            return name, judge(defect, options.build, own,
                               rows[name, variants.LINUX].cases if (name, variants.LINUX) in rows else ())
        except variants.VariantError as error:
            # A change that uses an interface only Linux has may have a written reason.
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
            rows.pop((name, WINDOWS), None)
            if case or reason:
                rows[name, WINDOWS] = table.Row(known[name].policy, name, WINDOWS,
                                                (case,) if case else (), why=reason)
    table.write(rows.values())
    if complaints:
        sys.exit("\n".join(complaints))


if __name__ == "__main__":
    main()
