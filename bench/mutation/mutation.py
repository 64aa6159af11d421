#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how many mutants of the reference loaders the cases detect.

Each mutant is the reference loader with one small change in one of its sources (see mutants.py), except sources that
Linux does not use. It is caught if a case fails on it. The same seed selects the same mutants of the same sources.
Survivors that have a reason in explained.json are listed separately.
With --again, the results of an earlier --json file are kept for the same mutants, except for survivors without a
reason: a long run can be resumed, and survivors can be judged again after a case was added.
With --system, mutants that survive the cases with the rules of Linux are also judged with the rules of other systems,
because much of the code is only for one system. --system windows needs Wine and the files that ci/build-windows.sh
builds.
With --unit-tests, mutants that survive all cases are judged by the loader's own unit tests: a conformance case must not
demand what the documents leave open, but the reference loader is consistent in its choice.
With --survivors, only the surviving mutants of an earlier --json file are judged, at their position in the current
sources.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

import mutants

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "reference_loader"))
import build_variant  # noqa: E402  (the modules stand in this folder)
import variants  # noqa: E402

EXPLAINED = pathlib.Path(__file__).resolve().parent / "explained.json"
NEWEST = {"vulkan": "1.4.330", "openxr": "1.1.61"}
# Outcomes of mutants that no case caught.
NO_CASE = ("survived", "tested")
SECONDS_OF_UNIT_TESTS = 60  # the actual duration is less than one second
# Code of both loaders is judged with the Vulkan loader, which uses all of it.
ROOMS = {"vulkan": (ROOT / "reference_loader" / "common", ROOT / "reference_loader" / "vulkan"),
         "openxr": (ROOT / "reference_loader" / "openxr",)}
# Tests, and sources that the loader only uses on other systems.
LEFT_OUT = ("_test.cc", "test_", "memory_platform", "failing_allocations", "system_note", "android_",
            "hardware_module", "registry.cc", "utf16.cc")


def sources(build, api):
    """{source: the compiler's arguments that affect the syntax tree} of the loader of an API."""
    entries = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    found = {}
    for entry in entries:
        path = pathlib.Path(entry["file"])
        name = f"{path.parent.name}/{path.name}"
        if path.parent in ROOMS[api] and not any(word in name for word in LEFT_OUT):
            words = shlex.split(entry["command"])
            found[path] = [word for word in words if word.startswith(("-I", "-D", "-std"))] + [
                part for word, after in zip(words, words[1:]) if word == "-isystem"
                for part in (word, after)]
    return found


def choose(build, api, count, seed):
    """Selects `count` mutants, the same number from each file while it has any left."""
    chance = random.Random(seed)
    heaps = []
    for path, arguments in sorted(sources(build, api).items()):
        heap = mutants.mutants_of(api, ROOT, path, arguments)
        chance.shuffle(heap)
        heaps.append(heap)
    chosen = []
    while any(heaps) and len(chosen) < count:
        for heap in heaps:
            if heap and len(chosen) < count:
                chosen.append(heap.pop())
    return chosen


def survivors(build, api, path):
    """The mutants that survived according to the --json file `path`; prints those that no longer exist."""
    wanted = {each["key"]: each for each in json.loads(path.read_text(encoding="utf-8"))
              if each["outcome"] == "survived" and each["api"] == api}
    found = [mutant for source, arguments in sorted(sources(build, api).items())
             for mutant in mutants.mutants_of(api, ROOT, source, arguments) if mutant.key in wanted]
    for key in sorted(wanted.keys() - {mutant.key for mutant in found}):
        print(f"gone: {key} {wanted[key]['file']} in: {wanted[key]['context']}", flush=True)
    return found


@dataclasses.dataclass(frozen=True)
class OfSystem:
    """A mutant of the loader with the rules of a system, in the form that build_variant.build() requires."""
    mutant: mutants.Mutant
    platform: str

    @property
    def name(self):
        return self.mutant.name

    @property
    def api(self):
        return self.mutant.api

    def sources(self):
        return self.mutant.sources()


class Unusable(Exception):
    """The cases cannot run at all; the message gives the reason."""


def run_cases(api, library, build, report, system=variants.LINUX):
    """Runs an API's cases on a library until the first failure; returns the finished process."""
    # Shuffled, so that cases of different areas run early.
    return subprocess.run(
        [build / "bin" / "loadstone", "run", "--api", api, "--platform", system, "--loader", library,
         "--spec", NEWEST[api], "-j", "1", "--seed", "7", "--strict", "--json", report, "--fail-fast"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)


def require_all_cases_pass(api, build, system):
    """Raises Unusable if a case fails without a mutation, because then all mutants would seem to be caught."""
    built = build_variant.WINDOWS_BUILD if system == "windows" else build
    library = built / build_variant.LIBRARIES_OF[system][api]
    if not library.exists():
        raise Unusable(f"there is no {library}: ci/build.sh and ci/build-windows.sh build the loaders")
    with tempfile.TemporaryDirectory() as folder:
        result = run_cases(api, library, build, pathlib.Path(folder) / "report.json", system)
    if result.returncode != 0:
        raise Unusable(f"the unchanged loader {library} does not pass: exit status"
                       f" {result.returncode} {result.stderr.strip()}")


def run_unit_tests(program, folder):
    """Runs a program of unit tests until the first failure; returns the finished process. Raises TimeoutExpired."""
    return subprocess.run(
        [program, "--gtest_brief=1", "--gtest_fail_fast"], cwd=folder, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, check=False, timeout=SECONDS_OF_UNIT_TESTS)


def require_unit_tests_pass(api, build):
    """Raises Unusable if a unit test fails without a mutation."""
    program = build / build_variant.UNIT_TESTS[api]
    if not program.exists():
        raise Unusable(f"there is no {program}: ci/build.sh builds the unit tests")
    with tempfile.TemporaryDirectory() as folder:
        if run_unit_tests(program, folder).returncode != 0:
            raise Unusable(f"the unit tests {program} of the unchanged loader do not pass")


def judge_on(mutant, build, system):
    """"stillborn", "caught" or "survived" with the rules of a system, and the case that caught it."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        try:
            library = build_variant.build(OfSystem(mutant, system), build, folder)
        except build_variant.NotInLibrary:
            return "survived", None
        except variants.VariantError:
            return "stillborn", None
        report = folder / "report.json"
        result = run_cases(mutant.api, library, build, report, system)
        if result.returncode == 0:
            return "survived", None
        if result.returncode != 1:  # calibration did not complete
            return "caught", "(start)"
        cases = json.loads(report.read_text(encoding="utf-8"))["cases"]
        return "caught", next(case["id"] for case in cases if case["violates"])


def judge(mutant, build, systems):
    """Like judge_on, with the rules of each of the systems in turn until the mutant is caught."""
    outcome = judge_on(mutant, build, variants.LINUX)
    for system in systems:
        if outcome[0] != "survived":
            break
        elsewhere, case = judge_on(mutant, build, system)
        if elsewhere == "caught":
            outcome = "caught", f"{case} ({system})"
    return outcome


def judge_by_unit_tests(mutant, build):
    """The unit test that fails on a mutant, or None."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        try:
            program = build_variant.build_unit_tests(mutant, build, folder)
        except build_variant.NotInLibrary:
            return None
        try:
            result = run_unit_tests(program, folder)
        except subprocess.TimeoutExpired:
            return "(hangs)"
    if result.returncode == 0:
        return None
    failed = re.search(rb"^\[  FAILED  \] (\S+?)(?:,| \()", result.stdout, re.M)
    return failed[1].decode() if failed else "(ends early)"


def settle(mutant, known, build, systems, unit_tests):
    """The outcome of a mutant, "caught", "tested" (only by unit tests), "survived" or "stillborn", and what caught it.
    `known` is the cases' result of an earlier run, or None."""
    outcome = known or judge(mutant, build, systems)
    if outcome[0] != "survived" or not unit_tests:
        return outcome
    test = judge_by_unit_tests(mutant, build)
    return ("tested", test) if test else outcome


def earlier(path, reasons):
    """{mutant: (outcome, case)} for the mutants of an earlier run that need no further cases."""
    if path is None:
        return {}
    known = {field.name for field in dataclasses.fields(mutants.Mutant)}
    settled = {}
    for each in json.loads(path.read_text(encoding="utf-8")):
        mutant = mutants.Mutant(**{name: each[name] for name in known})
        if each["outcome"] in ("caught", "stillborn"):
            settled[mutant] = each["outcome"], each["case"]
        elif each["key"] in reasons:  # running the unit tests again takes no time worth saving
            settled[mutant] = "survived", None
    return settled


def positive(text):
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return value


def summarise(api, outcomes):
    """Prints the number of mutants per outcome, and those that survived the cases without a reason."""
    count = collections.Counter(each["outcome"] for each in outcomes)
    alive = max(1, len(outcomes) - count["stillborn"])
    noticed = count["caught"] + count["tested"]
    unexplained = [each for each in outcomes if each["outcome"] in NO_CASE and each["reason"] is None]
    print(f"{api}: of {alive} mutants cases caught {count['caught']} ({100 * count['caught'] / alive:.1f} %)"
          f" and unit tests {count['tested']} more ({100 * noticed / alive:.1f} % in all);"
          f" {count['survived']} survived, {count['stillborn']} did not build;"
          f" {len(unexplained)} that no case caught have no reason")
    for each in unexplained:
        print(f"  {each['key']} {each['file']}:{each['line']}: {each['before']!r} ->"
              f" {each['after']!r} in: {each['context']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--api", choices=sorted(NEWEST), default="vulkan")
    parser.add_argument("--system", action="append", default=[], metavar="SYSTEM",
                        choices=sorted(build_variant.LIBRARIES_OF.keys() - {variants.LINUX}),
                        help="macos, fuchsia, android or windows")
    parser.add_argument("--mutants", type=positive, default=300, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=positive, default=2)
    parser.add_argument("--again", type=pathlib.Path, help="a file that --json wrote")
    parser.add_argument("--survivors", type=pathlib.Path, help="the same, for its survivors alone")
    parser.add_argument("--unit-tests", action="store_true",
                        help="judge what survives the cases by the loader's unit tests as well")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    options.build = options.build.resolve()

    systems = [each for each in options.system if options.api in build_variant.LIBRARIES_OF[each]]
    try:
        for system in [variants.LINUX, *systems]:
            require_all_cases_pass(options.api, options.build, system)
        if options.unit_tests:
            require_unit_tests_pass(options.api, options.build)
    except Unusable as error:
        print(f"mutation.py: {error}", file=sys.stderr)
        return 2
    if options.survivors:
        chosen = survivors(options.build, options.api, options.survivors)
    else:
        chosen = choose(options.build, options.api, options.mutants, options.seed)
    reasons = {each["key"]: each["reason"]
               for each in json.loads(EXPLAINED.read_text(encoding="utf-8"))}
    settled = earlier(options.again, reasons)
    outcomes = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for mutant, (outcome, case) in zip(chosen, pool.map(
                lambda each: settle(each, settled.get(each), options.build, systems, options.unit_tests),
                chosen)):
            outcomes.append(dataclasses.asdict(mutant) | {
                "key": mutant.key, "outcome": outcome, "case": case,
                "reason": reasons.get(mutant.key) if outcome in NO_CASE else None})
            print(f"{outcome}: {mutant.name}{f' by {case}' if case else ''}", flush=True)
            if options.json:
                options.json.write_text(json.dumps(outcomes, indent=1) + "\n", encoding="utf-8")

    summarise(options.api, outcomes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
