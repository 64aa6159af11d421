#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The speed of `loadstone fuzz`, per second and process, compared with a bare loop in the same run.

enumerate           inputs that only enumerate. Goal: at least 4,000 per second.
create              inputs that create an instance with layers. Goal: at least 600 per second.
without the guard   the same with --no-guard. Goal: the guarded ones have at least half that speed.
bare                a process that calls the same loader on one unchanged machine: it generates, writes, traces and
                    judges nothing.

Each figure is the median of alternating rounds. The bare loop has three layers and one driver. Each crash of the loader
costs the fuzzer a process.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def fuzzing(tool, loader, inputs, create, *more):
    """Inputs per second of one process, as reported by the tool: without the cost of minimizing and confirming
    findings. `more` are further options."""
    with tempfile.TemporaryDirectory() as out:
        result = subprocess.run(
            [tool, "fuzz", "--loader", loader, "--inputs", str(inputs), "--create", str(create),
             "-j", "1", "--seed", "3", "--out", pathlib.Path(out) / "findings", *more],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        found = re.search(r" (\d+) per second and process", result.stdout)
        if result.returncode not in (0, 1) or found is None:
            sys.exit(f"{tool} cannot run:\n{result.stdout[-2000:]}")
        return int(found.group(1))


def write_machine(folder, mocks):
    """Writes a driver and three layers to `folder`; returns the environment in which a loader finds them."""
    def component(name, kind, binary, extra):
        library = folder / f"lib{name}.so"
        shutil.copy(mocks / f"{binary}.so", library)
        (folder / f"{library.name}.config").write_text(
            json.dumps({"who": name, "trace": None, "intercept": []}), encoding="utf-8")
        manifest = {"file_format_version": "1.0.0",
                    kind: {"library_path": str(library), "api_version": "1.3.0", **extra}}
        path = folder / kind / f"{name}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(manifest), encoding="utf-8")
        return path

    driver = component("driver", "ICD", "vulkan_driver", {})
    for letter in "abc":
        component(f"layer_{letter}", "layer", "vulkan_layer_gipa",
                  {"name": f"VK_LAYER_LS_{letter}", "type": "GLOBAL",
                   "implementation_version": "1", "description": letter})
    # Excludes the layers of this host: implicit ones would be loaded each time.
    xdg = {"HOME": str(folder), **{f"XDG_{name}": str(folder) for name in
                                   ("CONFIG_HOME", "CONFIG_DIRS", "DATA_HOME", "DATA_DIRS")}}
    return {**os.environ, **xdg, "VK_DRIVER_FILES": str(driver), "VK_ICD_FILENAMES": str(driver),
            "VK_LAYER_PATH": str(folder / "layer")}


def bare(program, loader, environment, times, words):
    result = subprocess.run([program, loader, str(times), *words], env=environment,
                            stdout=subprocess.PIPE, text=True, check=True)
    return 1 / float(result.stdout)


def ratio(ones, others):
    return f"{statistics.median(one / other for one, other in zip(ones, others)):.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--loader", type=pathlib.Path, help="default: that of the build")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--inputs", type=int, default=20000)
    options = parser.parse_args()
    build = options.build.resolve()
    loader = options.loader or build / "lib" / "libvulkan.so.1"
    goals = {"enumerate": (0, [], 4000), "create": (100, ["create"], 600)}
    speeds = {what: ([], [], []) for what in goals}
    tool = build / "bin" / "loadstone"
    with tempfile.TemporaryDirectory() as folder:
        environment = write_machine(pathlib.Path(folder), build / "lib" / "loadstone")
        for _ in range(options.rounds):
            for what, (create, words, _) in goals.items():
                fuzz, unguarded, loop = speeds[what]
                fuzz.append(fuzzing(tool, loader, options.inputs, create))
                unguarded.append(fuzzing(tool, loader, options.inputs, create, "--no-guard"))
                loop.append(bare(build / "bench" / "bare_loop", loader, environment,
                                 options.inputs // 2, words))
    for what, (fuzz, unguarded, loop) in speeds.items():
        print(f"{what}: {statistics.median(fuzz):.0f} per second (goal: at least {goals[what][2]});"
              f" without the guard: {statistics.median(unguarded):.0f}; ratio {ratio(fuzz, unguarded)}"
              f" (goal: at least 0.5); bare: {statistics.median(loop):.0f};"
              f" ratio {ratio(fuzz, loop)}")


if __name__ == "__main__":
    main()
