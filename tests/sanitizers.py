#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the tests of reference_loader/vulkan/stress with a sanitizer, with the commands of the ordinary build.
Then runs them. Usage: sanitizers.py [sample] [address|thread]...    (by default both sanitizers)

Without optimization and with precompiled standard headers, this takes half a minute of processor time for each
sanitizer. A sample takes less than ten seconds: it instruments only the sources that manage objects of the application,
and links the objects of the ordinary build for the others.
"""

import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(os.environ.get("LOADSTONE_BUILD", ROOT / "build"))
GENERATED = BUILD / "reference_loader" / "include"
FOLDER = ROOT / "reference_loader"
STRESS = FOLDER / "vulkan" / "stress"
COMPONENTS = (STRESS / "components.cc", FOLDER / "vulkan" / "test_driver.cc")
# The tests that are useful with each sanitizer.
TESTS = {"address": "*", "thread": "ThreadsTest.*"}
# The sources that a sample instruments, in addition to the tests.
WATCHED = {"create_device", "create_instance", "debug_messages", "debug_utils", "drivers", "physical_devices",
           "terminate_instance", "unknown_functions"}
HEADERS = ("algorithm", "atomic", "cstring", "filesystem", "fstream", "functional", "map", "memory", "mutex",
           "optional", "set", "string", "thread", "vector", "gtest/gtest.h")
WRAPPED = ",".join(f"--wrap={name}" for name in ("malloc", "calloc", "realloc", "free"))


def sources(sample):
    """The sources that are compiled, or for a sample partly objects of the ordinary build."""
    commands = BUILD / "compile_commands.json"
    if not commands.exists():
        sys.exit(f"sanitizers.py: there is no {commands}: run ci/build.sh first")
    loader = []
    for entry in json.loads(commands.read_text(encoding="utf-8")):
        words = shlex.split(entry["command"])
        target = words[words.index("-o") + 1]
        if not any(f"/{name}.dir/" in target for name in ("reference_vulkan_objects", "reference_common_objects")):
            continue
        source = pathlib.Path(entry["file"])
        loader.append(BUILD / target if sample and source.stem not in WATCHED else source)
    return [*loader, FOLDER / "common" / "failing_allocations.cc", STRESS / "installation.cc",
            *sorted(STRESS.glob("*_test.cc"))]


def run(words, **options):
    return subprocess.run([str(word) for word in words], check=True, **options)


def build(sanitizer, folder, sample):
    """Builds the test program in `folder`, with the libraries that it installs beside it."""
    libraries = folder / "components.so"
    compiler = shlex.split(os.environ.get("CXX", "g++"))
    options = ["-std=c++20", "-O0", "-g1", "-w", "-fPIC", "-fvisibility=hidden", "-fno-gnu-unique",
               "-fno-omit-frame-pointer", f"-fsanitize={sanitizer}", f"-I{ROOT}", f"-I{GENERATED}",
               '-DLOADSTONE_SYSCONFDIR="/etc"', f'-DLOADSTONE_COMPONENTS="{libraries}"']
    header = folder / "standard.h"
    header.write_text("".join(f"#include <{name}>\n" for name in HEADERS), encoding="utf-8")
    run([*compiler, *options, "-x", "c++-header", header, "-o", f"{header}.gch"])
    run([*compiler, *options, "-shared", *COMPONENTS, "-o", libraries])

    def compile_one(numbered):
        number, source = numbered
        if source.suffix == ".o":
            return source
        target = folder / f"{number}.o"
        run([*compiler, *options, "-include", header, "-c", source, "-o", target])
        return target

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compile_one, enumerate(sources(sample))))
    program = folder / "stress"
    run([*compiler, f"-fsanitize={sanitizer}", *objects, f"-Wl,{WRAPPED}", "-lgtest", "-lgtest_main", "-ldl",
         "-lpthread", "-o", program])
    return program


def main():
    words = sys.argv[1:]
    sample = "sample" in words
    chosen = [word for word in words if word != "sample"] or list(TESTS)
    if unknown := set(chosen) - set(TESTS):
        sys.exit(f"sanitizers.py: there is no {', '.join(sorted(unknown))}: say address, thread or both")
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=1", "TSAN_OPTIONS": "halt_on_error=1"}
    for sanitizer in chosen:
        with tempfile.TemporaryDirectory(prefix="loadstone-") as folder:
            program = build(sanitizer, pathlib.Path(folder), sample)
            result = subprocess.run([program, f"--gtest_filter={TESTS[sanitizer]}", "--gtest_brief=1"],
                                    env=environment, check=False)
            if result.returncode != 0:
                sys.exit(f"sanitizers.py: the tests fail with -fsanitize={sanitizer}")


if __name__ == "__main__":
    main()
