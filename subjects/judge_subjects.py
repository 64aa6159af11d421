#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Judges loaders, layers, drivers and runtimes of Debian's releases, and compares the verdicts with expected.tsv.

usage: judge_subjects.py [--accept] [--build FOLDER] [RELEASE | RELEASE-i386 | RELEASE-arm64 | RELEASE-armhf...]

With i386 after a release, its 32-bit packages are judged, which needs what ci/build-for.sh i386 builds; with arm64
or armhf, its loaders for 64-bit or 32-bit Arm, which needs what that script builds for them.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
EXPECTED = HERE / "expected.tsv"
HEAD = ("subject", "verdict", "policy", "cases")
RELEASES = ("bullseye", "bookworm", "trixie", "testing")
FOLDERS = {"": "/usr/lib/x86_64-linux-gnu", "i386": "/usr/lib/i386-linux-gnu",
           "arm64": "/usr/lib/aarch64-linux-gnu", "armhf": "/usr/lib/arm-linux-gnueabihf"}
# Architectures of which only the loaders are judged: check-layer and its like take no components for others.
LOADERS_ONLY = ("arm64", "armhf")
# Package: API and library.
LOADERS = {"libvulkan1": ("vulkan", "libvulkan.so.1"), "libopenxr-loader1": ("openxr", "libopenxr_loader.so.1")}
# Packages with layers, drivers and runtimes, and releases that lack one.
MISSING = {"bullseye": ("libopenxr1-monado",), "bookworm": ("libopenxr1-monado",)}
# Chromium's package, the subjects that it has in a folder of its own, and the releases, for x86-64, that are judged with it.
CHROMIUM = "chromium-common"
OF_CHROMIUM = {CHROMIUM: ["run", "--api", "vulkan", "--loader", "/usr/lib/chromium/libvulkan.so.1"],
               f"{CHROMIUM}/vk_swiftshader_icd.json": ["check-driver", "/usr/lib/chromium/vk_swiftshader_icd.json"]}
WITH_CHROMIUM = ("bookworm", "trixie", "testing")
COMPONENTS = ("libopenxr1-monado", "libprimus-vk1", "mangohud", "mesa-vulkan-drivers", "openxr-layer-apidump",
              "openxr-layer-corevalidation", "vkbasalt", "vulkan-validationlayers")
# Folder of manifests below /usr/share: the verb that judges what they describe.
MANIFESTS = {"vulkan/explicit_layer.d": "check-layer", "vulkan/implicit_layer.d": "check-layer",
             "vulkan/icd.d": "check-driver", "openxr/1": "check-runtime",
             "openxr/1/api_layers/explicit.d": "check-layer", "openxr/1/api_layers/implicit.d": "check-layer"}
WRONG = ("fail", "warn", "error")
# The policies of which it depends on the scheduler how many cases fail: 1 stands for any number.
OF_THREADS = ("LS_VK_THREADS_1",)


class SubjectError(Exception):
    """A subject cannot be judged, or the table cannot be used; the message is one line."""


def parse(text):
    """{(subject, verdict, policy): cases} of the text of a table. Raises SubjectError."""
    lines = text.splitlines()
    if not lines or lines[0].split("\t") != list(HEAD):
        raise SubjectError(f"{EXPECTED.name}:1: the first line has to name the columns {', '.join(HEAD)}")
    rows = {}
    for number, line in enumerate(lines[1:], 2):
        columns = line.split("\t")
        if len(columns) != len(HEAD) or not columns[3].isdigit():
            raise SubjectError(f"{EXPECTED.name}:{number}: takes {', '.join(HEAD)}, of which the last is a number")
        rows[tuple(columns[:3])] = int(columns[3])
    return rows


def text_of(rows):
    """The text of a table with these rows."""
    return "".join("\t".join(map(str, row)) + "\n" for row in (HEAD, *((*key, rows[key]) for key in sorted(rows))))


def summary(subject, report):
    """The rows of a report in the format of --json."""
    counts = collections.Counter((subject, case["verdict"], case["violates"] or case["policies"][0])
                                 for case in report["cases"] if case["verdict"] in WRONG)
    return {key: 1 if key[2] in OF_THREADS else count for key, count in counts.items()}


def differences(expected, seen, subjects):
    """A line for each difference between the rows of these subjects and the expected ones."""
    keys = {key for key in expected.keys() | seen.keys() if key[0] in subjects}
    return [f"{subject}: {verdict} {policy}: {seen.get((subject, verdict, policy), 0)} cases, expected "
            f"{expected.get((subject, verdict, policy), 0)}"
            for subject, verdict, policy in sorted(keys)
            if seen.get((subject, verdict, policy), 0) != expected.get((subject, verdict, policy), 0)]


def split(release):
    """A release and its architecture, empty for that of this machine. Raises SubjectError."""
    name, _, architecture = release.partition("-")
    if architecture not in FOLDERS:
        raise SubjectError(f"{release}: takes a release, RELEASE-i386, RELEASE-arm64 or RELEASE-armhf")
    return name, architecture


def packages_of(name, architecture):
    """The packages of a release's root."""
    if architecture in LOADERS_ONLY:
        return list(LOADERS)
    chromium = [CHROMIUM] if name in WITH_CHROMIUM and not architecture else []
    return [*LOADERS, *(package for package in COMPONENTS if package not in MISSING.get(name, ())), *chromium]


def root_of(release, build):
    """The root folder of a release; creates it if it does not exist. Raises SubjectError."""
    root = build / "roots" / release
    name, architecture = split(release)
    if not root.is_dir():
        made = subprocess.run([ROOT / "ci" / "root.sh", name, root, *filter(None, [architecture])], check=False,
                              stdout=subprocess.DEVNULL,
                              env={**os.environ, "LOADSTONE_ROOT_PACKAGES": ",".join(packages_of(name, architecture))})
        if made.returncode != 0:
            raise SubjectError(f"{release}: ci/root.sh could not make its root")
    return root


def subjects_in(root, architecture=""):
    """{name: words of the command line} of the loaders in a root and, where components are judged, of each manifest. Raises
    SubjectError."""
    found = {package: ["run", "--api", api, "--loader", f"{FOLDERS[architecture]}/{library}"]
             for package, (api, library) in LOADERS.items()}
    if architecture in LOADERS_ONLY:
        return found
    for folder, verb in MANIFESTS.items():
        for path in sorted((root / "usr/share" / folder).glob("*.json")):
            found[f"{folder}/{path.name}"] = [verb, f"/usr/share/{folder}/{path.name}"]
    found |= {name: words for name, words in OF_CHROMIUM.items() if (root / words[-1].lstrip("/")).exists()}
    if len(found) == len(LOADERS):
        raise SubjectError(f"{root} has loaders only; delete it, so that it is made with other components")
    return found


def judge(subject, words, root, build):
    """The rows of one subject. Raises SubjectError."""
    report = build / "subjects" / (subject.replace("/", "-").removesuffix(".json") + ".json")
    report.parent.mkdir(parents=True, exist_ok=True)
    result = subprocess.run(
        [build / "bin" / "loadstone", *words, "--root", root, "--json", report], check=False, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True)
    if result.returncode not in (0, 1, 3):
        raise SubjectError(f"{subject}: {result.stderr.strip()}")
    content = json.loads(report.read_text(encoding="utf-8"))
    counts = collections.Counter(case["verdict"] for case in content["cases"])
    print(f"{subject} {content['subject']['version']}: {counts['pass']} passed, {counts['fail']} failed, "
          f"{counts['warn']} warned, {counts['error']} errors", flush=True)
    return summary(subject, content)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--accept", action="store_true", help="write what was seen to expected.tsv")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("releases", nargs="*", metavar="RELEASE", help=f"default: {' '.join(RELEASES)}")
    options = parser.parse_args()
    try:
        expected = parse(EXPECTED.read_text(encoding="utf-8"))
        seen, subjects = {}, set()
        for release in options.releases or RELEASES:
            root = root_of(release, options.build)
            for name, words in subjects_in(root, split(release)[1]).items():
                subject = f"{release}/{name}"
                subjects.add(subject)
                seen |= judge(subject, words, root, options.build)
    except (SubjectError, OSError) as error:
        print(f"subjects/judge_subjects.py: {error}", file=sys.stderr)
        return 2
    found = differences(expected, seen, subjects)
    print("\n".join(found) if found else "all verdicts are expected")
    if options.accept:
        kept = {key: cases for key, cases in expected.items() if key[0] not in subjects}
        EXPECTED.write_text(text_of(kept | seen), encoding="utf-8")
        return 0
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
