# SPDX-License-Identifier: Apache-2.0
"""`check-layer` judges a layer with the reference loader and with the machine's loader, which LD_LIBRARY_PATH selects
here."""

import json
import os
import shutil

import pytest
from conftest import REFERENCE, ROOT, changed_loader, refusing_loader
from layer_variants import MOCKS, make_layer, vulkan

SOURCE = "reference_loader/vulkan/create_instance.cc"


@pytest.fixture(name="check")
def fixture_check(tool, tmp_path):
    """Checks a layer on a machine with that loader; returns {case: result}, the report and the process."""
    def run(manifest, loader, *words):
        folder = tmp_path / "machine"
        folder.mkdir(exist_ok=True)
        shutil.copy(loader, folder / "libvulkan.so.1")
        path = tmp_path / "report.json"
        result = tool("check-layer", manifest, "--json", path, *words,
                      env={**os.environ, "LD_LIBRARY_PATH": str(folder)})
        report = json.loads(path.read_text(encoding="utf-8"))
        return {case["id"]: case for case in report["cases"]}, report, result
    return run


def machines(tmp_path):
    return str(tmp_path / "machine" / "libvulkan.so.1")


def changed(find, replace, tmp_path_factory):
    text = (ROOT / SOURCE).read_text(encoding="utf-8")
    assert text.count(find) == 1
    return changed_loader(SOURCE, text.replace(find, replace), tmp_path_factory.mktemp("loader"))


@pytest.fixture(name="deaf", scope="module")
def fixture_deaf(tmp_path_factory):
    """A loader that hides the application's extensions from layers."""
    find = "    info_.pNext = &link_info_;"
    return changed(find, find + "\n    info_.enabledExtensionCount = 0;", tmp_path_factory)


@pytest.fixture(name="crashing", scope="module")
def fixture_crashing(tmp_path_factory):
    """A loader that crashes an application with three layers."""
    find = "  object->messages.ResumeThoseFromChain();"
    return changed(find, find + "\n  if (object->enabled_layers.size() == 3) __builtin_trap();", tmp_path_factory)


def test_report_names_both_loaders(check, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan")
    cases, report, result = check(manifest, REFERENCE)
    # Two copies of the reference loader count as different loaders.
    assert report["calibration"]["loader"] == str(REFERENCE)
    assert report["calibration"]["also below"].startswith(machines(tmp_path))
    assert "also below" in result.stdout
    assert result.returncode == 0
    assert {case["verdict"] for case in cases.values()} == {"pass", "skip"}


def test_failure_below_one_loader_says_so(check, deaf, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan", vulkan("reject_unknown_extensions"))
    case = "LLP_LAYER_17/unknown_instance_extension_is_no_error"
    cases, _, result = check(manifest, deaf)
    assert cases[case]["verdict"] == "fail" and result.returncode == 1
    assert f"below the reference loader; below {machines(tmp_path)} the case passes" in cases[case]["reason"]
    cases, _, _ = check(manifest, REFERENCE)
    assert cases[case]["verdict"] == "fail"
    assert "below" not in cases[case]["reason"].replace("the layer below", "")


def test_failure_below_the_loader_of_the_machine_counts(check, crashing, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan")
    case = "LLP_LAYER_2/application_comes_to_its_end"
    cases, _, result = check(manifest, crashing)
    assert cases[case]["verdict"] == "fail" and result.returncode == 1
    assert f"below {machines(tmp_path)}; below the reference loader the case passes" in cases[case]["reason"]
    # Cases that only run in a whole run are judged with the reference loader.
    assert cases["LLP_LAYER_1/application_sees_the_same"]["verdict"] == "pass"


def test_loader_that_is_named_is_the_only_one(check, crashing, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan")
    cases, report, result = check(manifest, crashing, "--loader", REFERENCE)
    assert "also below" not in report["calibration"]
    assert result.returncode == 0, cases


def named(*loaders):
    return [word for loader in loaders for word in ("--loader", loader)]


def test_loaders_that_are_named_are_compared(check, deaf, crashing, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan", vulkan("reject_unknown_extensions"))
    cases, report, result = check(manifest, REFERENCE, *named(REFERENCE, deaf, crashing))
    assert result.returncode == 1
    below = report["calibration"]["also below"].split("; ")
    assert [one.split(" ")[0] for one in below] == [str(deaf), str(crashing)]
    case = cases["LLP_LAYER_2/application_comes_to_its_end"]
    assert (f"below {crashing}; below the reference loader the case passes; below {deaf} the case passes"
            in case["reason"])
    case = cases["LLP_LAYER_17/unknown_instance_extension_is_no_error"]
    assert f"below the reference loader; below {deaf} the case passes; below {crashing} the case is skipped" in case["reason"]
    assert f"--loader {deaf}" in case["reproduce"] and f"--loader {crashing}" in case["reproduce"]


def test_loader_that_is_named_twice_is_one_line(tool, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan")
    result = tool("check-layer", manifest, *named(REFERENCE, REFERENCE))
    assert result.returncode == 2 and "names" in result.stderr and "twice" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_layer_is_not_accused_of_a_broken_loader_of_the_machine(check, tmp_path):
    loader = refusing_loader(SOURCE, "vkCreateInstance", "VK_ERROR_OUT_OF_HOST_MEMORY", tmp_path)
    manifest = make_layer(tmp_path / "layer", "vulkan")
    cases, report, result = check(manifest, loader)
    assert result.returncode == 0, cases
    assert cases["LLP_LAYER_1/application_sees_the_same"]["verdict"] == "pass"
    assert {"also below", "not below"} & set(report["calibration"])


def test_file_that_is_no_loader_is_left_out(check, tmp_path):
    manifest = make_layer(tmp_path / "layer", "vulkan")
    text = tmp_path / "text"
    text.write_text("no library", encoding="utf-8")
    cases, report, result = check(manifest, text)
    assert result.returncode == 0, cases
    assert machines(tmp_path) not in report["calibration"].get("also below", "")
    cases, report, result = check(manifest, MOCKS / "vulkan_layer_none.so")
    assert result.returncode == 0, cases
    assert report["calibration"]["not below"].startswith(machines(tmp_path))
    assert "is not a loader for Vulkan" in report["calibration"]["not below"]
