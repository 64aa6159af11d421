#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the applications of the Vulkan cases, or the mock layers, against the API's rules.

usage: validate.py [--build FOLDER] [--place PLACE] [--jobs N] [--policy ID]... [--case GLOB]...

Runs the cases on a reference loader that puts Debian's validation layer into every chain (see validated.toml): above
the other layers, where it validates the calls of the applications, or below them, where it validates the calls of the
layers. A case with a validation message has the verdict error. Complaints that an exception (exceptions.json) excuses
are ignored. Exit status: 0 no complaints, 1 complaints, 2 wrong usage.
"""

import argparse
import dataclasses
import fnmatch
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "reference_loader"))
import build_variant  # noqa: E402  (the modules stand in this folder)
import variants  # noqa: E402

PLACES = ("above", "below")
LAYER = pathlib.Path("/usr/lib/x86_64-linux-gnu/libVkLayer_khronos_validation.so")
# Replaces the message ID if the process ended inside the validation layer.
ENDED = "ended"
MESSAGE = re.compile(r"(?:^|; )((?:VUID|UNASSIGNED|WARNING)[\w.-]*): (.*?)(?=; (?:VUID|UNASSIGNED|WARNING)[\w.-]*: |$)")


@dataclasses.dataclass(frozen=True)
class Complaint:
    case: str
    message: str  # its ID, as in VUID-vkDestroyFence-fence-01120
    text: str

    def __str__(self):
        return f"{self.case}: {self.message}: {self.text}"


def exceptions():
    return json.loads((HERE / "exceptions.json").read_text(encoding="utf-8"))


def excuses(exception, place, complaint):
    return (place in exception["places"]
            and fnmatch.fnmatchcase(complaint.case, exception["cases"])
            and any(fnmatch.fnmatchcase(f"{complaint.message}: {complaint.text}", pattern)
                    for pattern in exception["messages"]))


def build_loader(place, build, folder, *edits_to_add):
    """The loader with the validation layer at `place`, and with the additional edits in `edits_to_add`."""
    (change,) = variants.read(variants.VALIDATION).values()
    above = str(place == "above").lower()
    edits = [dataclasses.replace(edit, replace=edit.replace.replace("kAbove = true", f"kAbove = {above}"))
             for edit in change.edits]
    return build_variant.build(dataclasses.replace(change, edits=(*edits, *edits_to_add)), build, folder)


def run(loader, build, folder, selection, jobs):
    report = folder / "report.json"
    result = subprocess.run(
        [build / "bin" / "loadstone", "run", "--loader", loader, "--spec",
         "newest", "--jobs", str(jobs), "--json", report, *selection],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if not report.exists():
        sys.exit(f"validate.py: {result.stdout.strip()}")
    return json.loads(report.read_text(encoding="utf-8"))


def complaints(report):
    """The messages of the validation layer in a report of the tool."""
    found = []
    for case in report["cases"]:
        if case["verdict"] == "error":
            messages = MESSAGE.findall(case["reason"]) or [("error", case["reason"])]
            found += [Complaint(case["id"], *message) for message in dict.fromkeys(messages)]
        elif case["reason"] == "the process did not survive":
            found.append(Complaint(case["id"], ENDED, case["observed"]))
    return found


def validate(place, build, selection=(), jobs=1, edits_to_add=()):
    """Runs the cases. Returns the complaints that no exception excuses, the number of cases, and the exceptions that
    were used."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        loader = build_loader(place, build, folder, *edits_to_add)
        report = run(loader, build, folder, selection, jobs)
    left, used = [], set()
    for complaint in complaints(report):
        matching = [i for i, each in enumerate(exceptions()) if excuses(each, place, complaint)]
        used.update(matching)
        if not matching:
            left.append(complaint)
    return left, len(report["cases"]), used


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--place", choices=PLACES, action="append")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--policy", action="append", default=[])
    parser.add_argument("--case", action="append", default=[])
    options = parser.parse_args()
    if not LAYER.exists():
        parser.error(f"{LAYER} is missing: install vulkan-validationlayers")
    selection = [word for policy in options.policy for word in ("--policy", policy)]
    selection += [word for case in options.case for word in ("--case", case)]
    failed = False
    for place in options.place or PLACES:
        left, count, used = validate(place, options.build.resolve(), selection, options.jobs)
        print(f"{place}: {count} cases, {len(left)} messages that nothing excuses", *left,
              sep="\n  ", flush=True)
        failed |= bool(left)
        for i, exception in enumerate(exceptions()):
            if not selection and place in exception["places"] and i not in used:
                print(f"  needless exception: {exception['cases']} {exception['messages']}")
                failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
