# SPDX-License-Identifier: Apache-2.0
"""Reports that are made by program or by short runs, as inputs of `loadstone matrix`."""

import json
import subprocess

from conftest import DISTRIBUTION, REFERENCE, TOOL

WORDS = ("--policy", "LLP_LOADER_3", "--policy", "LLP_LOADER_10", "--spec", "1.3.239")


def case(identifier, verdict="pass", reason="", observed=""):
    """A case of a report; one that goes wrong violates the policy in its ID."""
    policy = identifier.split("/")[0]
    wrong = verdict in ("fail", "warn", "waived")
    return {"id": identifier, "policies": [policy], "verdict": verdict, "seconds": 0, "reason": reason,
            "expected": "", "observed": observed, "violates": policy if wrong else "", "ending": "",
            "level": "should" if verdict == "warn" else "must"}


def report(version, cases, **subject):
    """The report of a version of a loader, or of another subject with those members."""
    policies = {each["policies"][0] for each in cases}
    return {
        "schema": 1, "tool": {"name": "loadstone", "version": "0.2.0"}, "date": "2030-01-02T03:04:05Z",
        "kernel": "6.1.0", "strict": False, "interrupted": False, "incomplete": "", "calibration": {}, "warnings": [],
        "subject": {"path": f"/usr/lib/libvulkan.so.{version}", "api": "vulkan", "platform": "linux", "kind": "loader",
                    "version": version, "spec": version, "sha256": "", "package": "", "options": []} | subject,
        "summary": {"seconds": 0, "not_run": 0},
        "policies": {policy: {"level": "must", "statement": f"The loader does what {policy} demands.",
                              "sources": [{"document": "LoaderLayerInterface", "edition": "1.4.330",
                                           "section": f"Section {int(policy.split('_')[-1]) % 40}", "paragraphs": [1],
                                           "url": f"https://example.org/{policy}"}]}
                     for policy in sorted(policies)},
        "cases": cases,
    }


def write(folder, name, content):
    """Writes a report, and returns its path."""
    path = folder / name
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def reports_of_loaders(folder, faulty):
    """{loader: report of a few policies} of loaders that really run."""
    paths = {}
    for name, loader in {"reference": REFERENCE, "distribution": DISTRIBUTION, "faulty": faulty}.items():
        paths[name] = folder / f"{name}.json"
        subprocess.run([TOOL, "run", "--loader", loader, *WORDS, "--json", paths[name]], stdout=subprocess.DEVNULL,
                       check=False)
    return paths
