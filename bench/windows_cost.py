#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The time of a case for Windows, under Wine, over that of the same case for Linux: both on the reference Vulkan loader
and with all processors, alternately, so that a busy machine affects both equally. Goal: at most 3.

Needs ci/build-windows.sh.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def rate(tool, words, report):
    """Runs cases, and returns how many ended in a second, those that are skipped apart."""
    start = time.monotonic()
    result = subprocess.run([tool, "run", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    seconds = time.monotonic() - start
    if result.returncode not in (0, 1):
        sys.exit(f"loadstone run ended with status {result.returncode}")
    data = json.loads(report.read_text(encoding="utf-8"))
    return len([case for case in data["cases"] if case["verdict"] != "skip"]) / seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--windows-build", type=pathlib.Path, default=ROOT / "build-windows")
    parser.add_argument("--policy", default="LLP_L*", help="the policies whose cases run")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    tool = options.build / "bin" / "loadstone"
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        words = ["--policy", options.policy, "--json", report]
        for _ in range(options.rounds):
            linux = rate(tool, ["--loader", options.build / "lib" / "libvulkan.so.1", *words], report)
            windows = rate(tool, ["--loader", options.windows_build / "lib" / "vulkan-1.dll", "--platform", "windows",
                                  *words], report)
            ratios.append(linux / windows)
            print(f"cases in a second: {linux:.0f} for Linux, {windows:.0f} for Windows")
    print(f"Linux / Windows: {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()
