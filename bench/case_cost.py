#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The cost of a case, as ratios measured in one run.

case / bare   the processor time per case over that of a process in its own namespaces that loads the same
              loader and enumerates layers once. Goal: at most 2.
many / few    the processor time per case after many cases over that of the first ones. Goal: about 1.

The two sides of a ratio are measured alternately, so that a busy machine affects both equally.
"""

import argparse
import pathlib
import resource
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ONE_CASE = "LLP_LOADER_3/application_names_a_layer_twice"


def bare(build, loader, count):
    words = [build / "bench" / "bare_enumerate", loader, str(count)]
    return float(subprocess.run(words, stdout=subprocess.PIPE, check=True, text=True).stdout)


def processor(build, loader, arguments):
    words = [build / "bin" / "loadstone", "run", "--loader", loader, "-j", "1", *arguments]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(words, stdout=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode not in (0, 1):
        sys.exit(f"loadstone run ended with status {result.returncode}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def repeated(build, loader, count):
    """Seconds for `count` runs of one case, including the start of the tool."""
    return processor(build, loader, ["--case", ONE_CASE, "--repeat", str(count)])


def per_case(build, loader, few, many):
    """Seconds per case, from the difference between `few` and `many` cases, without the start of the tool."""
    return (repeated(build, loader, many) - repeated(build, loader, few)) / (many - few)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--loader", default="/usr/lib/x86_64-linux-gnu/libvulkan.so.1")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    ratios, growth = [], []
    for _ in range(options.rounds):
        least = bare(options.build, options.loader, 200)
        ratios.append(per_case(options.build, options.loader, 10, 210) / least)
        growth.append(per_case(options.build, options.loader, 210, 610)
                      / per_case(options.build, options.loader, 1, 201))
    print(f"case / bare: {statistics.median(ratios):.2f} (goal: at most 2)")
    print(f"many / few:  {statistics.median(growth):.2f} (goal: about 1)")


if __name__ == "__main__":
    main()
