# SPDX-License-Identifier: Apache-2.0
"""`loadstone run --platform macos`, `fuchsia` and `android`: loaders for Linux with the rules of another system."""

import json
import shutil
import subprocess

import pytest
from conftest import BUILD, EVERYTHING, REFERENCE, TOOL

LOADERS = {system: BUILD / "lib" / f"libvulkan_{system}.so" for system in ("macos", "fuchsia", "android")}
OPENXR_OF_ANDROID = BUILD / "lib" / "libopenxr_loader_android.so.1"
TITLES = {"macos": "macOS", "fuchsia": "Fuchsia", "android": "Android"}
# A policy that holds only on this system.
OWN = {"macos": "LS_VK_DISCOVERY_16", "fuchsia": "LS_VK_DISCOVERY_15", "android": "LS_ANDROID_LOADER_5"}


@pytest.mark.parametrize("system", LOADERS)
def test_reference_loader_keeps_the_rules(run_json, system):
    # Android has few cases: its machines have no manifests.
    part = () if EVERYTHING or system == "android" else ("--shard", "1/8")
    report, result = run_json("--platform", system, "--spec", "newest", *part, loader=LOADERS[system])
    assert (result.returncode, report["subject"]["platform"]) == (0, system)
    assert {case["id"]: case["reason"] for case in report["cases"] if case["verdict"] not in ("pass", "skip")} == {}
    assert report["summary"]["pass"] > (30 if system == "android" else report["summary"]["skip"])


def test_reference_loader_keeps_the_older_rule_of_bundles(run_json):
    """LS_VK_DRIVER_DISCOVERY_13 ends before the newest edition."""
    report, _ = run_json("--platform", "macos", "--spec", "1.4.330", "--policy", "LS_VK_DRIVER_DISCOVERY_13",
                         loader=LOADERS["macos"])
    assert {case["verdict"] for case in report["cases"]} == {"pass"}


def test_reference_openxr_loader_keeps_the_rules_of_android(run_json):
    report, result = run_json("--platform", "android", "--api", "openxr", loader=OPENXR_OF_ANDROID)
    assert result.returncode == 0
    assert {case["id"]: case["reason"] for case in report["cases"] if case["verdict"] not in ("pass", "skip")} == {}
    passed = {case["id"].split("/")[0] for case in report["cases"] if case["verdict"] == "pass"}
    assert passed >= {"LS_XR_LAYER_DISCOVERY_17", "LS_XR_LAYER_DISCOVERY_18", "LS_XR_NEGOTIATION_11",
                      "LS_XR_RUNTIME_DISCOVERY_15", "LS_XR_RUNTIME_DISCOVERY_16", "LS_XR_RUNTIME_DISCOVERY_17",
                      "LS_XR_RUNTIME_DISCOVERY_18"}
    older, _ = run_json("--platform", "android", "--api", "openxr", "--spec", "1.0.20", loader=OPENXR_OF_ANDROID)
    assert older["summary"]["fail"] == 0
    assert any("no such partition" in case["reason"] for case in older["cases"])


@pytest.mark.parametrize("system", LOADERS)
def test_report_says_that_nothing_of_the_system_ran(run_json, system):
    report, result = run_json("--platform", system, "--policy", OWN[system], loader=LOADERS[system])
    assert report["summary"]["pass"] == len(report["cases"]) > 0
    said = f"no verdict on a loader that runs on {TITLES[system]}"
    assert said in report["calibration"]["platform"]
    assert said in " ".join(result.stdout.split())


@pytest.mark.parametrize("system", LOADERS)
def test_cases_of_the_system_are_skipped_on_linux(run_json, system):
    report, _ = run_json("--policy", OWN[system])
    assert {case["verdict"] for case in report["cases"]} == {"skip"}
    assert all(f"holds on {system}" in case["reason"] for case in report["cases"])


def test_repro_shows_a_case_by_the_rules_of_the_system(tool):
    case = "LS_VK_DISCOVERY_16/explicit_in_the_bundle"
    result = tool("repro", case, "--platform", "macos", "--loader", LOADERS["macos"])
    assert result.returncode == 0, result.stderr
    assert "/Applications/Game.app/Contents/MacOS/game" in result.stdout


FUCHSIA_ELF = LOADERS["fuchsia"]


@pytest.mark.parametrize("words, loader, said", [
    (("--platform", "macos"), REFERENCE, "does not declare the rules of macOS"),
    (("--platform", "fuchsia"), REFERENCE, "does not declare the rules of Fuchsia"),
    (("--platform", "macos"), FUCHSIA_ELF, "does not declare the rules of macOS"),
    ((), FUCHSIA_ELF, "has the rules of fuchsia; add --platform fuchsia"),
])
def test_loader_with_other_rules_is_refused(tool, words, loader, said):
    result = tool("run", *words, "--loader", loader)
    assert result.returncode == 2 and said in result.stderr and result.stderr.count("\n") == 1


def test_hostile_note_is_reported_in_one_line(tool, tmp_path):
    loader = tmp_path / "libvulkan_macos.so"
    content = LOADERS["macos"].read_bytes()
    assert content.count(b"Loadstone\0\0\0macos") == 1
    loader.write_bytes(content.replace(b"Loadstone\0\0\0macos", b"Loadstone\0\0\0\x1b[2J\n"))
    result = tool("run", "--loader", loader)
    assert result.returncode == 2 and "\x1b" not in result.stderr and result.stderr.count("\n") == 1


@pytest.mark.parametrize("system", LOADERS)
def test_fuzz_only_has_the_rules_of_linux(tool, system):
    result = tool("fuzz", "--platform", system, "--loader", LOADERS[system])
    assert result.returncode == 2 and f"leave out --platform {system}" in result.stderr


def test_another_home_takes_no_folder_of_the_calibrated_one(tmp_path, run_json):
    """For a loader that searches its user's data folder last."""
    loader = tmp_path / "libvulkan_fuchsia.so"
    shutil.copy(LOADERS["fuchsia"], loader)
    report, _ = run_json("--platform", "fuchsia", "--case", "LS_VK_DISCOVERY_*another_home*", loader=loader)
    assert "/home/user/.local/share" in report["calibration"]["driver folders"].split(", ")[-1]
    assert {case["verdict"] for case in report["cases"]} <= {"pass", "skip"}
