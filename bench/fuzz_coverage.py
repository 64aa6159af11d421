#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The lines of the loaders' manifest and discovery code that the corpora of the fuzz targets reach.

Goal after ten minutes from the seeds: at least 95 %. Replays the corpora of --corpus (such as
build-fuzz/nightly/corpus), the seeds and the regressions in a build with Clang's source-based coverage, which the
script makes in --build. Prints a table and every line that is not reached.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = ["common/glob.cc", "common/json.cc", "common/path_list.cc", "common/registry.cc",
         "common/utf16.cc", "common/version.cc",
         "vulkan/architecture.h", "vulkan/driver_manifest.cc", "vulkan/layer_catalog.cc",
         "vulkan/layer_filters.cc", "vulkan/layer_manifest.cc", "vulkan/layer_selection.cc",
         "vulkan/search_paths.cc", "openxr/layer_catalog.cc", "openxr/layer_manifest.cc",
         "openxr/layer_selection.cc", "openxr/manifest.cc", "openxr/runtime_manifest.cc",
         "openxr/search_paths.cc"]


def build(folder):
    flags = "-fprofile-instr-generate -fcoverage-mapping"
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
                    "-DCMAKE_C_COMPILER=clang", "-DCMAKE_CXX_COMPILER=clang++",
                    f"-DCMAKE_CXX_FLAGS={flags}"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", folder, "--quiet", "fuzz_targets"], check=True)


def targets():
    lines = (ROOT / "fuzz" / "targets.txt").read_text(encoding="utf-8").splitlines()
    return [line.split()[0] for line in lines if line and not line.startswith("#")]


def replay(folder, corpus):
    """Runs every target on all its inputs; returns the merged profile."""
    profiles = []
    for name in targets():
        places = [folder / "fuzz" / "corpora" / name, ROOT / "fuzz" / "regressions" / name]
        places += [corpus / name] if corpus else []
        profile = folder / f"{name}.profraw"
        subprocess.run([folder / "fuzz" / "bin" / f"fuzz_{name}",
                        *(place for place in places if place.is_dir() and any(place.iterdir()))],
                       env={**os.environ, "LLVM_PROFILE_FILE": str(profile)}, check=True,
                       stdout=subprocess.DEVNULL)
        profiles.append(profile)
    merged = folder / "fuzz.profdata"
    subprocess.run(["llvm-profdata", "merge", "-o", merged, *profiles], check=True)
    return merged


def line_counts(file):
    """{line: executions} from the regions of one file in the export of llvm-cov."""
    counts = {}
    active = False
    times = 0
    last = 1
    for line, _, count, has_count, starts, is_gap in file["segments"]:
        if active:
            for each in range(last + 1, line):
                counts.setdefault(each, times)
        if has_count and not is_gap and (starts or line not in counts):
            counts[line] = max(count, counts.get(line, 0))
        elif active and not is_gap:
            counts.setdefault(line, times)
        active, times, last = bool(has_count) and not is_gap, count, line
    return counts


def export(folder, merged):
    binaries = [folder / "fuzz" / "bin" / f"fuzz_{name}" for name in targets()]
    words = ["llvm-cov", "export", f"-instr-profile={merged}", str(binaries[0])]
    for binary in binaries[1:]:
        words += ["-object", str(binary)]
    words += [str(ROOT / "reference_loader" / name) for name in FILES]
    output = subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout
    return json.loads(output)["data"][0]["files"]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-coverage")
    parser.add_argument("--corpus", type=pathlib.Path, help="a folder with a corpus per target")
    options = parser.parse_args()
    build(options.build)
    files = export(options.build, replay(options.build, options.corpus))
    total = reached = 0
    missed = []
    for file in sorted(files, key=lambda each: each["filename"]):
        name = os.path.relpath(file["filename"], ROOT)
        lines = file["summary"]["lines"]
        total += lines["count"]
        reached += lines["covered"]
        print(f"{name}: {lines['covered']} of {lines['count']} lines")
        source = pathlib.Path(file["filename"]).read_text(encoding="utf-8").splitlines()
        missed += [f"{name}:{line}: {source[line - 1].strip()}"
                   for line, times in sorted(line_counts(file).items()) if times == 0]
    print(f"\n{100 * reached / max(1, total):.1f} % (goal: at least 95 %)\n")
    print("\n".join(missed))
    return 0 if total else 2


if __name__ == "__main__":
    sys.exit(main())
