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
import dataclasses
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import measuring
import mutants

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "reference_loader"))
import build_variant  # noqa: E402  (the modules stand in this folder)
import variants  # noqa: E402

EXPLAINED = pathlib.Path(__file__).resolve().parent / "explained.json"
SECONDS_OF_UNIT_TESTS = 60  # the actual duration is less than one second
# Code of both loaders is judged with the Vulkan loader, which uses all of it.
ROOMS = {"vulkan": (ROOT / "reference_loader" / "common", ROOT / "reference_loader" / "vulkan"),
         "openxr": (ROOT / "reference_loader" / "openxr",)}
# Tests, and sources that the loader only uses on other systems.
LEFT_OUT = ("_test.cc", "test_", "memory_platform", "failing_allocations", "system_note", "android_",
            "hardware_module", "registry.cc", "utf16.cc")


def mutants_of_files(build, api):
    """A list of mutants for each source of the loader of an API."""
    found = measuring.sources(build, ROOMS[api], LEFT_OUT)
    return [mutants.mutants_of(api, ROOT, path, arguments) for path, arguments in sorted(found.items())]


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


def run_cases(api, library, build, report, system=variants.LINUX):
    """Runs an API's cases on a library until the first failure; returns the finished process."""
    # Shuffled, so that cases of different areas run early.
    return subprocess.run(
        [build / "bin" / "loadstone", "run", "--api", api, "--platform", system, "--loader", library,
         "--spec", "newest", "-j", "1", "--seed", "7", "--strict", "--json", report, "--fail-fast"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)


def require_all_cases_pass(api, build, system):
    """Raises measuring.Unusable if a case fails without a mutation: then all mutants would seem to be caught."""
    built = build_variant.WINDOWS_BUILDS.get(system, build)
    library = built / build_variant.LIBRARIES_OF[system][api]
    if not library.exists():
        raise measuring.Unusable(f"there is no {library}: ci/build.sh and ci/build-windows.sh build the loaders")
    with tempfile.TemporaryDirectory() as folder:
        result = run_cases(api, library, build, pathlib.Path(folder) / "report.json", system)
    if result.returncode != 0:
        raise measuring.Unusable(f"the unchanged loader {library} does not pass: exit status"
                       f" {result.returncode} {result.stderr.strip()}")


def run_unit_tests(program, folder):
    """Runs a program of unit tests until the first failure; returns the finished process. Raises TimeoutExpired."""
    return subprocess.run(
        [program, "--gtest_brief=1", "--gtest_fail_fast"], cwd=folder, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, check=False, timeout=SECONDS_OF_UNIT_TESTS)


def require_unit_tests_pass(api, build):
    """Raises measuring.Unusable if a unit test fails without a mutation."""
    program = build / build_variant.UNIT_TESTS[api]
    if not program.exists():
        raise measuring.Unusable(f"there is no {program}: ci/build.sh builds the unit tests")
    with tempfile.TemporaryDirectory() as folder:
        if run_unit_tests(program, folder).returncode != 0:
            raise measuring.Unusable(f"the unit tests {program} of the unchanged loader do not pass")


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


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    measuring.add_options(parser, count=300)
    parser.add_argument("--api", choices=sorted(build_variant.LIBRARIES), default="vulkan")
    parser.add_argument("--system", action="append", default=[], metavar="SYSTEM",
                        choices=sorted(build_variant.LIBRARIES_OF.keys() - {variants.LINUX}),
                        help="macos, fuchsia, android or windows")
    parser.add_argument("--unit-tests", action="store_true",
                        help="judge what survives the cases by the loader's unit tests as well")
    options = parser.parse_args()
    options.build = options.build.resolve()

    systems = [each for each in options.system if options.api in build_variant.LIBRARIES_OF[each]]
    try:
        for system in [variants.LINUX, *systems]:
            require_all_cases_pass(options.api, options.build, system)
        if options.unit_tests:
            require_unit_tests_pass(options.api, options.build)
    except measuring.Unusable as error:
        print(f"mutation.py: {error}", file=sys.stderr)
        return 2
    files = mutants_of_files(options.build, options.api)
    if options.survivors:
        chosen = measuring.survivors(files, [options.api], options.survivors)
    else:
        chosen = measuring.choose(files, options.mutants, options.seed)
    outcomes = measuring.measure(
        chosen, lambda mutant, known: settle(mutant, known, options.build, systems, options.unit_tests), options,
        measuring.read_reasons(EXPLAINED))
    measuring.summarise(options.api, outcomes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
