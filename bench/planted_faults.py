#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures which of the faults planted in the reference loaders `loadstone fuzz` finds, and after how many inputs.

Each fault is of a kind that real loaders had: endless recursion in meta-layers, missing null checks, a missing path at
the end of a list, descriptors that leak after an error, wrong precedence. Prints a table, and exits with 1 if a fault
is not found within its number of inputs.

With --memory the faults are the memory errors of planted_memory_errors.toml, most of which do not terminate a process
unless its heap is guarded.

    planted_faults.py [--memory] [--build DIR] [--tool PATH] [--inputs N] [--only NAME]...
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "reference_loader"))
import build_variant  # noqa: E402  (the modules stand in this folder)
import variants  # noqa: E402

# The defects that a fuzzer must find, in addition to all rows of planted_faults.toml.
DEFECTS = [
    "recursion_without_end", "enable_wins_over_disable", "failed_negotiation_falls_back",
    "failed_negotiation_fails_instance", "blacklist_first_entry_only",
    "blacklist_spares_the_application", "blacklist_spares_implicit_layers",
    "missing_component_accepted", "any_major_version", "last_folder_wins",
    "layer_path_first_element_only", "disable_filter_wins_over_instance_layers",
    "every_explicit_layer_enabled", "duplicates_kept", "unknown_layer_accepted",
    "override_components_from_anywhere", "elevated_uses_layer_path", "elevated_uses_added_path",
    "elevated_uses_xdg_home", "elevated_uses_home", "elevated_finds_no_explicit_layers",
    "xr_elevated_has_no_layers", "xr_elevated_has_no_runtime", "files_of_the_first_search",
    "xr_files_of_the_first_search", "one_process_at_a_time", "xr_one_process_at_a_time",
    "portability_drivers_always_used", "settings_file_ends_creation"]
SPECS = {"vulkan": ["--spec", "1.4.330"], "openxr": []}  # versions in which every policy holds
PORTION = 2500  # number of inputs between two checks for findings


def planted(memory):
    """All faults: the memory errors, or the defects above and the rows of planted_faults.toml."""
    if memory:
        return list(variants.read(variants.PLANTED_MEMORY_ERRORS).values())
    known = variants.read(variants.DEFECTS)
    own = variants.read(variants.PLANTED_FAULTS)
    return [known[name] for name in DEFECTS] + list(own.values())


def find(fault, build, tool, inputs):
    """Fuzzes a fault. Returns (policies of the findings, inputs, seconds); no policies when nothing was found."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        loader = build_variant.build(fault, build, folder)
        start = time.monotonic()
        for portion in range(0, inputs, PORTION):
            out = folder / f"findings{portion}"
            subprocess.run(
                [tool, "fuzz", "--api", fault.api, "--loader", loader,
                 *SPECS[fault.api], "--seed", str(1 + portion), "--inputs", str(PORTION),
                 "--create", "60", "-j", "1", "--out", out],
                stdout=subprocess.DEVNULL, check=False)
            found = sorted({path.name.split("-")[0] for path in out.glob("*-*")})
            if found:
                return found, portion + PORTION, time.monotonic() - start
        return [], inputs, time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--tool", type=pathlib.Path, help="default: that of the build")
    parser.add_argument("--inputs", type=int, default=60000)
    parser.add_argument("--only", action="append", default=[])
    options = parser.parse_args()
    build = options.build.resolve()
    tool = options.tool or build / "bin/loadstone"
    missed = 0
    print("| fault | API | found as | inputs | seconds |\n| --- | --- | --- | --- | --- |")
    for fault in planted(options.memory):
        if options.only and fault.name not in options.only:
            continue
        found, inputs, seconds = find(fault, build, tool, options.inputs)
        missed += not found
        print(f"| {fault.name} | {fault.api} | {', '.join(found) or 'MISSED'} | {inputs} | "
              f"{seconds:.0f} |", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
