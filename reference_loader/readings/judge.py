#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Judges loaders that implement another accepted reading of the documents: none may fail.

usage: judge.py [--build FOLDER] [--inputs N] [READING...]

Builds the loader of each reading, runs every case of its API and N inputs of `loadstone fuzz` on it, and prints the
failures. Exit status: 0 no failure, 1 a failure, 2 a reading cannot be built.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(FOLDER), str(FOLDER / "defects")]
import build_variant  # noqa: E402  (the modules stand in these folders)
import kill_table  # noqa: E402
import variants  # noqa: E402


def accusations(reading, build, inputs, *selection):
    """Runs the cases and `inputs` inputs of the fuzzer on a loader with this reading; returns a line for each
    failure."""
    tool = build / "bin" / "loadstone"
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        loader = build_variant.build(reading, build, folder)
        cases = kill_table.run_cases(tool, reading, loader, folder / "report.json", *selection)
        said = [f"fail {case}" for case in cases.failing] + [f"error {case}" for case in cases.errors]
        fuzzed = inputs if reading.platform == variants.LINUX else 0  # the fuzzer has the rules of Linux only
        return said + (findings(reading, tool, loader, fuzzed, folder / "findings") if fuzzed else [])


def findings(reading, tool, loader, inputs, out):
    """Runs the fuzzer on the loader; returns a line for each finding."""
    fuzz = subprocess.run([tool, "fuzz", "--api", reading.api, "--loader", loader, "--spec",
                           "newest", "--inputs", str(inputs), "--create", "60",
                           "--seed", "7", "--out", out],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    said = [] if fuzz.returncode in (0, 1) else [f"fuzz: {fuzz.stdout.strip()}"]
    # A finding that was not reproduced on its own is not confirmed, and no failure.
    return said + [f"fuzz {path.name}" for path in sorted(out.glob("*"))
                   if path.is_dir() and path.name != "unconfirmed"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=variants.ROOT / "build")
    parser.add_argument("--inputs", type=int, default=20000)
    parser.add_argument("readings", nargs="*", metavar="READING", help="the name of a row")
    options = parser.parse_args()
    known = variants.read(variants.READINGS)
    variants.require_known(parser, "reading", options.readings, known)
    accused = False
    for name in options.readings or known:
        try:
            said = accusations(known[name], options.build, options.inputs)
        except variants.VariantError as error:
            print(error, file=sys.stderr)
            return 2
        accused |= bool(said)
        print(f"{name}: {'accused' if said else 'passes'}", *said, sep="\n  ", flush=True)
    return 1 if accused else 0


if __name__ == "__main__":
    sys.exit(main())
