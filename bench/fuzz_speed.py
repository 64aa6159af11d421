#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The speed of the in-process fuzz targets with AddressSanitizer, per second of processor time.

manifest            executions of vulkan_layer_manifest. Goal: at least 40,000 per second.
memory / tmpfs      its speed over that of the same target reading through a tmpfs. Goal: at least 1.5.
replay              repeated execution of the seeds of vulkan_layer_manifest: the target without mutator, feedback and
                    corpus.
world               executions of vulkan_world and openxr_world; creates and destroys an instance if the input allows
                    it. Goal: at least 2,000 per second.

The corpora are in memory: creating a file on disk for each new input took up to a fourth of the processor time, which
is a cost of the file system. Build with ci/fuzz-build.sh first. Each figure is the median of alternating rounds.
Processor time does not depend on other processes, but a busy machine shares caches and cores: use a quiet one.
"""

import argparse
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MANIFEST = "vulkan_layer_manifest"
THROUGH_FILES = "vulkan_layer_manifest_through_files"
WORLDS = ["vulkan_world", "openxr_world"]
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # None: the default folder for temporary files


def spent():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def seconds(binary, name, runs):
    """Processor time in seconds of `runs` executions, starting from the seeds."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as corpus:
        words = [binary, f"-runs={runs}", "-seed=1", "-max_len=4096",
                 f"-dict={binary.parent.parent / 'dictionaries' / name}.dict",
                 f"-artifact_prefix={corpus}/", corpus, binary.parent.parent / "corpora" / name]
        before = spent()
        result = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                errors="replace", check=False)
        if result.returncode != 0:
            sys.exit(f"{binary} found something or cannot run:\n{result.stdout[-2000:]}")
        return spent() - before


def speed(binary, name, runs):
    """Executions per second, from the difference between a short and a long run, without the start-up time."""
    few = max(1, runs // 20)
    return (runs - few) / (seconds(binary, name, runs) - seconds(binary, name, few))


def replay(binary, name, runs):
    """Executions per second when the target only replays files."""
    files = sorted((binary.parent.parent / "corpora" / name).iterdir())
    took = []
    for times in (1, max(2, runs // len(files))):
        before = spent()
        subprocess.run([binary, f"-runs={times}", *files], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=True)
        took.append(spent() - before)
    return (max(2, runs // len(files)) - 1) * len(files) / (took[1] - took[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-fuzz")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--runs", type=int, default=100000)
    options = parser.parse_args()
    binaries = options.build / "fuzz" / "bin"
    memory, ratios, replays, worlds = [], [], [], {name: [] for name in WORLDS}
    for _ in range(options.rounds):
        memory.append(speed(binaries / f"fuzz_{MANIFEST}", MANIFEST, options.runs))
        files = speed(binaries / f"fuzz_{THROUGH_FILES}", MANIFEST, options.runs)
        ratios.append(memory[-1] / files)
        replays.append(replay(binaries / f"fuzz_{MANIFEST}", MANIFEST, options.runs))
        for name, speeds in worlds.items():
            speeds.append(speed(binaries / f"fuzz_{name}", name, options.runs // 5))
    print(f"manifest:       {statistics.median(memory):.0f} per second (goal: at least 40000)")
    print(f"memory / tmpfs: {statistics.median(ratios):.2f} (goal: at least 1.5)")
    print(f"replay:         {statistics.median(replays):.0f} per second")
    for name, speeds in worlds.items():
        print(f"{name}: {statistics.median(speeds):.0f} per second (goal: at least 2000)")


if __name__ == "__main__":
    main()
