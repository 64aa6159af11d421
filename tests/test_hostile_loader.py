# SPDX-License-Identifier: Apache-2.0
"""A subject that crashes, hangs or exhausts the machine only affects its own case."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess

import pytest
from conftest import TOOL, descendants, wait_until

SOURCE = pathlib.Path(__file__).with_name("hostile_loader.c")
HOSTILE = "LLP_LOADER_3/environment_repeats_all"
BEFORE = "LLP_LOADER_3/application_names_a_layer_twice"
AFTER = "LLP_LOADER_3/meta_layer_contains_a_layer_twice"

CAUSES = {
    "crash": "killed by SIGSEGV during vkCreateInstance",
    "end": "exited with status 42 during vkCreateInstance",
    "abort": "killed by SIGABRT during vkCreateInstance",
    "hang": "hung with every thread asleep during vkCreateInstance",
    "spin": "had not ended after 2 s of processor time during vkCreateInstance",
    "bomb": "killed by SIGABRT during vkCreateInstance",
    "fill_disk": "killed by SIGXFSZ during vkCreateInstance",
    "eat_memory": "killed by SIGABRT during vkCreateInstance, having used",
    # Afterwards the case reads an invalid line of the trace.
    "forge_and_crash": "killed by SIGSEGV during vkCreateInstance",
}
# For loaders that never return; the others get the default timeout.
SECONDS = {"hang": 2, "spin": 2}


def build(kind, folder, *options):
    loader = folder / "libvulkan.so.1"
    subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-o", loader,
                    f"-DLOADSTONE_HOSTILE={kind}", *options, SOURCE], check=True)
    return loader


@pytest.mark.parametrize("kind", CAUSES)
def test_loader_that_is_hostile(kind, tool, tmp_path):
    loader = build(kind, tmp_path)
    report = tmp_path / "report.json"
    result = tool("run", "--loader", loader, "--spec", "1.3.239", "-j", 1,
                  "--timeout", SECONDS.get(kind, 60),
                  "--case", BEFORE, "--case", HOSTILE, "--case", AFTER, "--json", report)
    assert result.returncode == 1, result.stderr
    cases = {case["id"]: case for case in json.loads(report.read_text())["cases"]}
    assert cases.keys() == {BEFORE, HOSTILE, AFTER}
    assert cases[HOSTILE]["verdict"] == "fail"
    assert CAUSES[kind] in cases[HOSTILE]["observed"]
    # A timeout is only reported after a second attempt, during which no other case runs.
    assert cases[HOSTILE]["tries"] == (2 if kind in SECONDS else 1)
    for other in (BEFORE, AFTER):
        assert cases[other]["verdict"] == "fail"
        assert "killed" not in cases[other]["observed"]


def test_trace_that_lacks_a_field_is_an_error(tool, tmp_path):
    """A missing field must not be compared as if it were empty."""
    report = tmp_path / "report.json"
    result = tool("run", "--loader", build("forge_nobody", tmp_path), "--spec", "1.3.239", "-j", 1,
                  "--case", HOSTILE, "--json", report)
    assert result.returncode == 3, result.stderr
    (case,) = json.loads(report.read_text())["cases"]
    assert case["verdict"] == "error"
    assert case["reason"] == 'the trace: "who" is missing in {"what":"vkCreateInstance"}'


def test_version_that_is_not_written_is_no_version(tool, tmp_path):
    report = tmp_path / "report.json"
    loader = build("crash", tmp_path, "-DLOADSTONE_VERSION_UNWRITTEN")
    result = tool("run", "--loader", loader, "-j", 1, "--policy", "LS_VK_DRIVER_VERSION_3",
                  "--json", report)
    assert result.returncode == 1, result.stderr
    told = json.loads(report.read_text())
    assert {case["verdict"] for case in told["cases"]} == {"fail"}
    assert told["calibration"]["trouble"].endswith(
        "vkEnumerateInstanceVersion returned 0 and wrote no version; the subject is judged as 1.0.0"
        " (use --spec VERSION to judge it as another version)")


def is_probe(process, case):
    with contextlib.suppress(OSError):
        words = pathlib.Path(f"/proc/{process}/cmdline").read_text().split("\0")
        return "in-world" in words and case in words
    return False


def test_case_whose_process_is_lost_is_tried_again(tmp_path):
    report = tmp_path / "report.json"
    words = [TOOL, "run", "--loader", build("hang", tmp_path), "--spec", "1.3.239", "-j", "1",
             "--timeout", "5", "--case", HOSTILE, "--json", report]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL) as process:
        assert wait_until(lambda: any(is_probe(each, HOSTILE)
                                      for each in descendants(process.pid)))
        os.kill(min(descendants(process.pid)), signal.SIGKILL)  # the worker process
        assert process.wait(timeout=60) == 1
    (case,) = json.loads(report.read_text(encoding="utf-8"))["cases"]
    assert (case["verdict"], case["tries"]) == ("fail", 2)
    assert CAUSES["hang"] in case["observed"]
