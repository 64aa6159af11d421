#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how many mutants of the mock layers, driver and runtime check-layer, check-driver and check-runtime detect.

Each mutant is a mock with one small change in one of its sources (see mutants.py). It is installed with a manifest and
a configuration of its own, as its author would, in each of the ways in which the unchanged mock passes (GOOD in
tests/checked_layers.py and checked_components.py); the mocks below a layer are the unchanged ones. It is caught if a
case that passes on the unchanged mock fails or warns, in one of these ways.
Code that only records calls, that checks the loader or the application, or that a configuration makes misbehave, is not
mutated: a good component has none of it.
The options are those of mutation.py. --again resumes a run, --survivors judges survivors again.
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

ROOT = mutants.ROOT
sys.path[:0] = [str(ROOT / "reference_loader"), str(ROOT / "tests")]
import build_variant  # noqa: E402  (the modules stand in these folders)
import checked_components  # noqa: E402
import checked_layers  # noqa: E402
import layer_variants  # noqa: E402
import variants  # noqa: E402

EXPLAINED = pathlib.Path(__file__).resolve().parent / "explained_mocks.json"
SECONDS_OF_CASE = 5  # a mutant that hangs is stopped after this time
SECONDS_OF_CHECK = 300
# A mutant that hangs hangs in most cases: one of them runs first, alone.
ANY_APPLICATION = "*/application_comes_to_its_end"
# Every mock records calls and faults, and reads what its configuration says.
RECORDING = (r"\b[Ee]vent\b|Violation\(|MaybeFault\(|CrashWithout\(|[tT]race|Config\(\)|Misbehav|IsHidden\(|IsValid\(|"
             r"\b(Text|Number|Flag)\(")
TRACING = r"\w*Trace\w*|Load\w*|Add(Object|Chain|Next|Negotiation|PhysicalDevice)|Check\w*"
INTERCEPTABLE = ["vk" + name for name in re.findall(
    r"^  X\((\w+),", (ROOT / "mock_layers/vulkan/functions.h").read_text(encoding="utf-8"), re.M)]
WRAPPING_EVERYTHING = dataclasses.replace(
    checked_layers.GOOD["vulkan"][1],
    config={**checked_layers.GOOD["vulkan"][1].config, "intercept": INTERCEPTABLE})
# With physical devices whatever its own functions do.
INTERCEPTING_THE_REST = layer_variants.Variant(config={"intercept": [
    name for name in INTERCEPTABLE if not name.startswith("vkEnumeratePhysicalDevice")]})


@dataclasses.dataclass(frozen=True)
class Kind:
    """A kind of component: the folder of its mock, the verb that judges it, further words for it, and the ways in which
    it is installed: functions that take a folder and the folder of the libraries, and return the manifest."""
    folder: str
    verb: str
    words: tuple
    variants: tuple
    make: object
    default_library: str
    left_out: tuple
    ignored: mutants.Ignored


def layer(api):
    return lambda root, variant, mocks: layer_variants.make_layer(root, api, variant, mocks)


def component(kind):
    return lambda root, variant, mocks: checked_components.make_component(root, kind, variant, mocks)


def with_library(good):
    """Of the variants, those whose library is judged."""
    return tuple(variant for variant in good if variant.manifest.get("library_path", "") is not None)


# Left out are sources of tests, of misbehavior, and of what the pages on the checks list as not judged.
KINDS = {
    "vulkan_layer": Kind(
        "mock_layers/vulkan", "check-layer", ("--loader", "lib/libvulkan.so.1"),
        (WRAPPING_EVERYTHING, INTERCEPTING_THE_REST, *with_library(checked_layers.GOOD["vulkan"]),
         layer_variants.Variant(library="vulkan_layer_v0", format="1.0.0")),
        layer("vulkan"), layer_variants.GOOD_LIBRARY["vulkan"],
        ("_test.cc", "fake_", "witness", "layer_and_driver", "behaviour.cc", "stubs.cc"),
        mutants.Ignored(
            RECORDING + r"|[bB]ehav(e\(\)|iour)\.(?!active|wrapped|name|copy_dispatch)|\.set\b|Refuses",
            TRACING + r"|ReadApplicationInfo|AsksForNewerVersion|IsSecondInstance|Implements|AllImplemented|Leak|"
            r"ReadThrough|CreateInfoWithDemandedExtension|CallWithin|CallBelow|LibraryOf|WhyNot|Dummy|MakeObject|"
            r"SupportsOwnExtensions|ExportsNegotiation|Enter|FailsAfterCallingDown")),
    "openxr_layer": Kind(
        "mock_layers/openxr", "check-layer", ("--loader", "lib/libopenxr_loader.so.1"),
        with_library(checked_layers.GOOD["openxr"]), layer("openxr"), layer_variants.GOOD_LIBRARY["openxr"],
        ("_test.cc", "witness", "labels"),
        mutants.Ignored(RECORDING + r"|FindResult\(|failure|corrupt", TRACING + r"|SetFailure|FindResult|IsListed")),
    "vulkan_driver": Kind(
        "mock_runtime/vulkan", "check-driver", (), with_library(checked_components.GOOD["driver"]),
        component("driver"), checked_components.GOOD_LIBRARY["driver"],
        ("_test.cc", "driver_copy", "vulkan_registry", "hal_module", "native_buffer", "display", "messengers",
         "debug_names", "history", "structures.cc", "/functions.cc"),
        mutants.Ignored(RECORDING + r"|Replace\(|Check\w*\(|present_devices", TRACING)),
    "openxr_runtime": Kind(
        "mock_runtime/openxr", "check-runtime", (), with_library(checked_components.GOOD["runtime"]),
        component("runtime"), checked_components.GOOD_LIBRARY["runtime"],
        ("_test.cc", "debug_utils"),
        mutants.Ignored(RECORDING + r"|Enter\(|Corrupt\(|Check\w*\(", TRACING + r"|Enter|FindUnknown")),
}


def mutants_of_files(build, kinds):
    """A list of mutants for each source of the mocks."""
    files = []
    for name in kinds:
        kind = KINDS[name]
        found = measuring.sources(build, (ROOT / kind.folder,), kind.left_out)
        files += [mutants.mutants_of(name, ROOT, path, arguments, kind.ignored)
                  for path, arguments in sorted(found.items())]
    return files


def libraries(kind):
    """The names of the libraries that the variants of a kind use."""
    return sorted({variant.library or kind.default_library for variant in kind.variants})


def check(kind, manifest, build, folder, *words):
    """Judges a component; returns the exit status and {case: verdict}."""
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    loader = [build / word if word.startswith("lib/") else word for word in kind.words]
    result = subprocess.run(
        [build / "bin" / "loadstone", kind.verb, manifest, *loader, "-j", "2", "--strict", "--timeout",
         str(SECONDS_OF_CASE), "--json", report, *words],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, timeout=SECONDS_OF_CHECK)
    cases = json.loads(report.read_text(encoding="utf-8"))["cases"] if report.exists() else []
    return result.returncode, {case["id"]: case["verdict"] for case in cases}


def first_caught(found, expected):
    """The first case that fails or warns and is not expected to, or None."""
    bad = [case for case, verdict in found.items() if verdict in ("fail", "warn") and case not in expected]
    return bad[0] if bad else None


def judge_variant(kind, number, mocks, build, folder, expected):
    """What the checker says of a mock in one way of installing it: "caught" and the case, "survived", or "error"."""
    variant = kind.variants[number]
    manifest = kind.make(folder / f"installed{number}", variant, mocks)
    options = getattr(variant, "options", ())
    outcome = "survived"
    for words in (("--case", ANY_APPLICATION), ()) if number == 0 else ((),):
        try:
            status, found = check(kind, manifest, build, folder, *options, *words)
        except subprocess.TimeoutExpired:
            return "error", f"{kind.verb} did not end within {SECONDS_OF_CHECK} s"
        if case := first_caught(found, expected):
            return "caught", case
        if status not in (0, 1):
            outcome = "error"
    return outcome, None


def judge(mutant, build, expected):
    """"stillborn", "caught", "survived" or "error", and what caught it. `expected` has for each way of installing the
    unchanged mock the cases that fail or warn."""
    kind = KINDS[mutant.api]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        try:
            build_variant.build_libraries(
                mutant, build, [f"lib/loadstone/{library}.so" for library in libraries(kind)], folder)
        except build_variant.NotInLibrary:
            return "survived", None
        except variants.VariantError:
            return "stillborn", None
        worst = ("survived", None)
        for number in range(len(kind.variants)):
            outcome = judge_variant(kind, number, folder, build, folder, expected[mutant.api][number])
            if outcome[0] == "caught":
                return outcome
            worst = outcome if outcome[0] == "error" else worst
        return worst


def expected_of(build, name):
    """For each way of installing the unchanged mock, the cases that fail or warn, such as a SHOULD that an old
    interface does not meet. Raises measuring.Unusable where the checker cannot tell."""
    kind = KINDS[name]
    expected = []
    for number, variant in enumerate(kind.variants):
        with tempfile.TemporaryDirectory() as folder:
            manifest = kind.make(pathlib.Path(folder) / "component", variant, build / "lib" / "loadstone")
            status, found = check(kind, manifest, build, pathlib.Path(folder), *getattr(variant, "options", ()))
        if status not in (0, 1) or not found:
            raise measuring.Unusable(f"{kind.verb} of the unchanged mock, variant {number} of {name}, has exit status"
                                     f" {status}: run ci/build.sh, and loadstone doctor")
        expected.append({case for case, verdict in found.items() if verdict in ("fail", "warn")})
    return expected


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    measuring.add_options(parser, count=150)
    parser.add_argument("--kind", action="append", choices=sorted(KINDS), metavar="KIND",
                        help=f"{', '.join(sorted(KINDS))}; default: all; repeat the option for more than one")
    options = parser.parse_args()
    options.build = options.build.resolve()
    kinds = options.kind or sorted(KINDS)

    try:
        expected = {name: expected_of(options.build, name) for name in kinds}
    except measuring.Unusable as error:
        print(f"mock_mutation.py: {error}", file=sys.stderr)
        return 2
    files = mutants_of_files(options.build, kinds)
    if options.survivors:
        chosen = measuring.survivors(files, kinds, options.survivors)
    else:
        chosen = measuring.choose(files, options.mutants, options.seed)
    outcomes = measuring.measure(
        chosen, lambda mutant, known: known or judge(mutant, options.build, expected), options,
        measuring.read_reasons(EXPLAINED))
    measuring.summarise("mocks", outcomes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
