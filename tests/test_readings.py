# SPDX-License-Identifier: Apache-2.0
"""Loaders that implement another accepted reading of the documents get no failure."""

import dataclasses
import json
import subprocess
import sys

import pytest
from conftest import BUILD, EVERYTHING, ROOT, TOOL, in_sample
from layer_variants import make_layer

sys.path[:0] = [str(ROOT / "reference_loader"), str(ROOT / "reference_loader" / "readings")]
import build_variant  # noqa: E402  (the modules stand in these folders)
import judge  # noqa: E402
import variants  # noqa: E402

INPUTS = 2000 if EVERYTHING else 500  # for the fuzzer

ALL = variants.read(variants.READINGS)
# Systems whose cases belong to the policies that the rows name.
OWN_CASES = (variants.LINUX, "windows")
ON_LINUX = [name for name, reading in ALL.items() if reading.platform == variants.LINUX]


@pytest.mark.parametrize("name", [name for name in ALL if in_sample(name, every=8)])
def test_reading_is_accused_of_nothing(name):
    inputs = INPUTS if in_sample(name, every=32) else 0
    # A reading of another system is tested by cases that belong to other policies.
    chosen = ("--policy", ALL[name].policy) if ALL[name].platform in OWN_CASES else ("--policy", "L*_LOADER_*", "--policy", "LS_VK_D*")
    assert not judge.accusations(ALL[name], BUILD, inputs, *chosen)


@pytest.mark.parametrize("name", [name for name in ON_LINUX if in_sample(name, every=16)])
def test_good_layer_is_accused_of_nothing_with_it(name, tmp_path):
    reading = ALL[name]
    (tmp_path / "loader").mkdir()
    loader = build_variant.build(reading, BUILD, tmp_path / "loader")
    report = tmp_path / "report.json"
    subprocess.run([TOOL, "check-layer", make_layer(tmp_path / "layer", reading.api), "--loader", loader,
                    "--json", report], stdout=subprocess.DEVNULL, check=True)
    cases = json.loads(report.read_text(encoding="utf-8"))["cases"]
    assert [case["id"] for case in cases if case["verdict"] not in ("pass", "skip")] == []
    assert "pass" in {case["verdict"] for case in cases}


def test_a_loader_that_forwards_no_unknown_functions_is_accused_of_that_alone(tmp_path):
    """These cases observe by such functions how a driver's interface is found."""
    lost = variants.read(variants.DEFECTS)["unknown_physical_device_functions_lost"]
    (edit,) = lost.edits
    queries_nobody = dataclasses.replace(
        edit, replace="  const PFN_vkVoidFunction physical = nullptr;\n  (void)AskForPhysicalDeviceFunction;")
    loader = build_variant.build(dataclasses.replace(lost, edits=(queries_nobody,)), BUILD, tmp_path)
    report = tmp_path / "report.json"
    cases = ["LS_VK_DRIVER_INTERFACE_4/driver_of_one_export", "LS_VK_DRIVER_PROVIDED_4/interface_of_a_driver",
             "LS_VK_PROCADDR_1/without_layers"]
    subprocess.run([TOOL, "run", "--loader", loader, "--spec", "1.4.330", *(f"--case={case}" for case in cases),
                    "--json", report], stdout=subprocess.DEVNULL, check=False)
    judged = {case["id"]: (case["verdict"], case["reason"]) for case in json.loads(report.read_text())["cases"]}
    reason = "the loader queries no driver for functions that it does not know (LS_VK_PROCADDR_1)"
    assert judged[cases[0]] == judged[cases[1]] == ("skip", reason)
    assert judged[cases[2]][0] == "fail"
