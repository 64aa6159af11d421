"""A subject that crashes, hangs or uses up the machine costs its case and nothing else."""

import json
import os
import pathlib
import subprocess

import pytest

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
}
# For those who never end; the others get the time they need.
SECONDS = {"hang": 2, "spin": 2}


@pytest.mark.parametrize("kind", CAUSES)
def test_loader_that_is_hostile(kind, tool, tmp_path):
    loader = tmp_path / "libvulkan.so.1"
    subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-o", loader,
                    f"-DLOADSTONE_HOSTILE={kind}", SOURCE], check=True)
    report = tmp_path / "report.json"
    result = tool("run", "--loader", loader, "--spec", "1.3.239", "-j", 1,
                  "--timeout", SECONDS.get(kind, 60),
                  "--case", BEFORE, "--case", HOSTILE, "--case", AFTER, "--json", report)
    assert result.returncode == 1, result.stderr
    cases = {case["id"]: case for case in json.loads(report.read_text())["cases"]}
    assert cases.keys() == {BEFORE, HOSTILE, AFTER}
    assert cases[HOSTILE]["verdict"] == "fail"
    assert CAUSES[kind] in cases[HOSTILE]["observed"]
    # Time accuses nobody before a second try, alone.
    assert cases[HOSTILE]["tries"] == (2 if kind in SECONDS else 1)
    for other in (BEFORE, AFTER):
        assert cases[other]["verdict"] == "fail"
        assert "killed" not in cases[other]["observed"]
