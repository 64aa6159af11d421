# SPDX-License-Identifier: Apache-2.0
"""`loadstone run --platform windows`: worlds for Windows, under Wine."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
from conftest import BUILD, NEEDS_WINE, REFERENCE, ROOT, TOOL, repeated

sys.path[:0] = [str(ROOT / "reference_loader")]
import build_variant  # noqa: E402  (the modules stand in this folder)
import variants  # noqa: E402

pytestmark = NEEDS_WINE

LIBRARIES = pathlib.Path(os.environ.get("LOADSTONE_WINDOWS_BUILD", ROOT / "build-windows")) / "lib"
LOADER = LIBRARIES / "vulkan-1.dll"
OPENXR_LOADER = LIBRARIES / "openxr_loader.dll"
OF_WINE = pathlib.Path("/usr/lib/x86_64-linux-gnu/wine/x86_64-windows/vulkan-1.dll")
# Some cases of each kind: keys, filters, lists, chains, elevation, invalid manifests.
SAMPLE = ["LLP_LOADER_3/*", "LLP_LOADER_13/*", "LS_VK_ACTIVATION_4/*", "LS_VK_CHAIN_1/*", "LS_VK_FILTER_2/*",
          "LS_VK_NEGOTIATION_*/*", "LS_VK_ROBUSTNESS_2/driver_*_of_*"]
# For OpenXR: the keys of runtimes and layers, both variables, chains, libraries, invalid manifests.
OPENXR_SAMPLE = ["LS_XR_RUNTIME_DISCOVERY_*/*", "LS_XR_LAYER_DISCOVERY_*/*", "LS_XR_CHAIN_1/*",
                 "LS_XR_LAYER_MANIFEST_9/*", "LS_XR_LAYER_MANIFEST_1[01]/*", "LS_XR_RUNTIME_MANIFEST_[456]/*",
                 "LS_XR_RUNTIME_MANIFEST_10/library_path_*", "LS_XR_ACTIVATION_[27]/*"]


@pytest.fixture(name="run")
def fixture_run(run_json):
    """Runs cases on a loader for Windows; returns the JSON report, and the process."""
    def run(loader, *words, cases=()):
        chosen = repeated("--case", cases)
        return run_json("--platform", "windows", *chosen, *words, loader=loader)
    return run


def test_reference_loader_keeps_all_policies(run):
    report, result = run(LOADER, cases=SAMPLE)
    assert result.returncode == 0, result.stdout
    assert report["subject"]["platform"] == "windows"
    assert report["summary"]["pass"] > 150
    told = " ".join(result.stdout.split())
    assert "of ordinary users and, where cases need them, display adapters and packages are emulated" in told


def test_a_case_that_windows_cannot_have_is_skipped_with_the_reason(run):
    report, result = run(LOADER, "--spec", "1.3.239", cases=["LS_VK_DISCOVERY_6/fifo_without_a_writer"])
    assert result.returncode == 3, "nothing was judged"
    assert [case["reason"] for case in report["cases"]] == ["Windows folders cannot contain a FIFO"]


@pytest.mark.parametrize("cases", [["LS_VK_DISCOVERY_11/*", "LS_VK_DISCOVERY_2[0-3]/*"], ["LS_VK_DRIVER_DISCOVERY_9/*"],
                                   ["LS_VK_DRIVER_DISCOVERY_11/*"]])
def test_cases_that_windows_alone_has(run, run_json, cases):
    report, result = run(LOADER, cases=cases)
    assert result.returncode == 0, result.stdout
    assert report["summary"]["pass"] == len(report["cases"]) > 5
    report, result = run_json(*repeated("--case", cases))
    assert result.returncode == 3, "nothing was judged on Linux"
    assert all(case["reason"].endswith("holds on windows, the subject is for linux") for case in report["cases"])


@pytest.mark.parametrize("api, loader", [("vulkan", LOADER), ("openxr", OPENXR_LOADER)])
def test_cases_only_for_linux_are_skipped(run, tool, api, loader):
    """The probe for Windows is built without the files linux_*.cc, and therefore lacks their cases."""
    listed = json.loads(tool("list", "cases", "--api", api, "--subject", "loader", "--json").stdout)
    own = [case["id"] for case in listed if pathlib.Path(case["file"]).name.startswith("linux_")]
    assert len(own) > 2
    report, result = run(loader, "--api", api, cases=own)
    assert {case["verdict"] for case in report["cases"]} == {"skip"}, result.stdout


# Loaders that search for other names than those in the documents. A case detects each change.
@pytest.mark.parametrize("api, name, changed, case", [
    ("vulkan", b"VK_INSTANCE_LAYERS\0", b"VK_INSTANCE_LAYERZ\0", "LLP_LOADER_3/environment_names_a_layer_twice"),
    ("vulkan", b"ExplicitLayers\0", b"ExplicitLayerz\0", "LLP_LOADER_3/meta_layer_contains_a_layer_twice"),
    ("vulkan", b"ImplicitLayers\0", b"ImplicitLayerz\0", "LLP_LOADER_3/filter_matches_an_implicit_layer"),
    # The first of the words in which a compiler may compare "activeruntime".
    ("openxr", b"activeru", b"activerv",
     "LS_XR_RUNTIME_DISCOVERY_1/application_name_and_folder_do_not_matter"),
    ("openxr", b"XR_RUNTIME_JSON\0", b"XR_RUNTIME_JSOM\0", "LS_XR_RUNTIME_DISCOVERY_10/without_any_other_runtime"),
    ("openxr", b"XR_API_LAYER_PATH\0", b"XR_API_LAYER_PATI\0", "LS_XR_LAYER_DISCOVERY_10/several_folders"),
])
def test_a_changed_loader_fails(run, tmp_path, api, name, changed, case):
    original = {"vulkan": LOADER, "openxr": OPENXR_LOADER}[api]
    content = original.read_bytes()
    assert name in content
    loader = tmp_path / original.name
    loader.write_bytes(content.replace(name, changed))
    report, result = run(loader, "--api", api, cases=[case])
    assert result.returncode == 1, result.stdout
    assert [each["verdict"] for each in report["cases"]] == ["fail"]
    assert f"--loader {loader} --platform windows" in " ".join(result.stdout.replace("\\\n", "").split())


def test_a_loader_that_asks_dxgi_for_adapters_finds_its_drivers(run, tmp_path):
    """DXGI must start in the worlds: otherwise some loaders would ignore all drivers in the registry."""
    row = variants.read(variants.READINGS)["registered_drivers_where_dxgi_starts"]
    report, result = run(build_variant.build(row, BUILD, tmp_path), cases=["LS_VK_DRIVER_DISCOVERY_10/*"])
    assert result.returncode == 0, result.stdout
    assert report["summary"]["pass"] == len(report["cases"]) > 20


def test_gdi_reads_the_keys_of_adapters_only_in_cases_about_that(run, tmp_path):
    """The functions that are added to Wine's gdi32, on a loader that finds layers of devices by them alone."""
    row = variants.read(variants.DEFECTS)["devices_of_gdi_alone"]
    report, _ = run(build_variant.build(row, BUILD, tmp_path), cases=["LS_VK_DISCOVERY_12/*layer*_of_a_*"])
    verdicts = {case["id"]: case["verdict"] for case in report["cases"]}
    read = {case for case in verdicts if case.endswith("windows_reads")}
    assert len(read) == 6
    assert {case for case, verdict in verdicts.items() if verdict == "pass" and "_not_" not in case} == read
    assert "fail" in verdicts.values()


def test_folders_of_the_override_layer_have_the_layers(tool):
    """A loader that ignores app_keys with a wrong type applies the layer to every application, and may."""
    shown = tool("repro", "LS_VK_ROBUSTNESS_1/override_layer_app_keys_is_null", "--platform", "windows",
                 "--loader", LOADER).stdout
    links = dict(re.findall(r"0777 (/override/\d) -> (\S+)", shown))
    assert len(links) == 3
    for folder in set(links.values()):
        assert f" {folder}/VK_LAYER_LS_good_explicit.json" in shown
    for path in links:
        assert json.dumps(path.replace("/override/", "C:\\override\\")) in shown


# A Wine process that a signal ends, as happens to Wine itself: the numbers are those of getpid, kill and SIGKILL.
KILLED = variants.Edit("reference_loader/vulkan/search_paths.cc", "  add(RegistryRoot::kLocalMachine);", """
  if (GetEnvironmentVariableW(L"VK_LOADER_DRIVERS_DISABLE", nullptr, 0) != 0) {
    asm volatile("mov $39, %%eax; syscall; mov %%eax, %%edi; mov $9, %%esi; mov $62, %%eax; syscall" ::
                     : "rax", "rdi", "rsi", "rcx", "r11", "memory");
  }
  add(RegistryRoot::kLocalMachine);""")
INCLUDED = variants.Edit(KILLED.file, "namespace reference_loader::vulkan {\nnamespace {", """
#include <windows.h>
namespace reference_loader::vulkan {
namespace {""")


def test_a_case_whose_wine_process_is_killed_by_a_signal_is_run_again(run, tmp_path):
    """Windows has no signals: the loader is accused only if this happens twice."""
    change = variants.Variant("killed", "LS_VK_DRIVER_FILTER_4", "a test", (KILLED, INCLUDED), "", platform="windows")
    case = "LS_VK_DRIVER_FILTER_4/disable_glob_in_other_case"
    report, _ = run(build_variant.build(change, BUILD, tmp_path), cases=[case])
    (result,) = report["cases"]
    assert (result["verdict"], result["tries"]) == ("fail", 2)
    assert result["ending"].startswith("killed by SIGKILL during vkCreateInstance")


def test_a_loader_that_finds_no_driver_on_the_simplest_machine_is_not_accused(run, tmp_path):
    """Neither the driver's own cases nor those that need a driver can tell why the loader finds none."""
    content = LOADER.read_bytes()
    assert content.count(b"Vulkan\\Drivers\0") == 1
    loader = tmp_path / LOADER.name
    loader.write_bytes(content.replace(b"Vulkan\\Drivers\0", b"Vulkan\\Driverz\0"))
    report, result = run(loader, cases=["LS_VK_DRIVER_DISCOVERY_10/*", "LLP_LOADER_3/*", "LS_VK_CHAIN_1/*"])
    assert result.returncode == 3, result.stdout
    assert {case["verdict"] for case in report["cases"]} <= {"error", "skip"}
    reasons = {case["reason"] for case in report["cases"] if case["verdict"] == "error"}
    assert len(reasons) == 1 and "finds nothing through HKLM\\SOFTWARE\\Khronos\\Vulkan\\Drivers" in reasons.pop()
    assert "finds no driver through HKLM\\SOFTWARE\\Khronos\\Vulkan\\Drivers" in report["calibration"]["trouble"]


def test_elevation_matches_the_world():
    """Only ordinary users read the user's own keys, so a process of the wrong integrity would be noticed."""
    shown = subprocess.run(
        [TOOL, "repro", "LLP_LOADER_13/elevated_add_layer_path", "--platform", "windows", "--loader", LOADER],
        stdout=subprocess.PIPE, text=True, check=True).stdout
    assert 'app: start {"secure":true,"capable":true,' in shown
    shown = subprocess.run(
        [TOOL, "repro", "LLP_LOADER_13/plain_add_layer_path", "--platform", "windows", "--loader", LOADER],
        stdout=subprocess.PIPE, text=True, check=True).stdout
    assert 'app: start {"secure":false,"capable":false,' in shown


def test_repro_keeps_the_registry(tool, tmp_path):
    folder = tmp_path / "kept"
    result = tool("repro", "LLP_LOADER_3/meta_layer_contains_a_layer_twice", "--platform", "windows",
                  "--loader", LOADER, "--keep", folder)
    assert result.returncode == 0, result.stderr
    text = (folder / "registry.reg").read_text(encoding="utf-16")
    assert text.startswith("Windows Registry Editor Version 5.00")
    assert "[HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\Vulkan\\ExplicitLayers]" in text
    assert 'VK_LAYER_LS_meta.json"=dword:00000000' in text
    assert "HKLM\\SOFTWARE\\Khronos\\Vulkan\\Drivers" in result.stdout


def test_the_loader_of_wine_is_judged_to_the_end(run):
    """It reads no manifests, not even of drivers, so no case that installs one can judge it."""
    report, result = run(OF_WINE, "--spec", "1.3.239", cases=SAMPLE)
    assert result.returncode in (1, 3), result.stderr
    assert len(report["cases"]) > 150
    installing = [case for case in report["cases"] if case["verdict"] == "error"]
    assert len(installing) > 100
    assert all("finds nothing through HKLM" in case["reason"] for case in installing)


def test_nothing_is_left(run, tmp_path):
    run(LOADER, cases=["LLP_LOADER_3/*"])
    def processes(column):
        return subprocess.run(["ps", "-eo", column], stdout=subprocess.PIPE, text=True, check=True).stdout

    assert str(tmp_path) not in processes("args")
    # By the name of the program: the words of others, such as a compiler, may have the name of its source.
    assert "wine_launcher" not in processes("comm")


@pytest.mark.parametrize("make, said", [
    (lambda folder: folder / "missing.dll", "does not exist"),
    (lambda folder: folder, "is not a regular file"),
    (lambda folder: REFERENCE, "is not a PE file"),
    (lambda folder: BUILD / "libexec/loadstone/windows/probe.exe", "is a PE file but not a DLL"),
])
def test_what_is_no_loader_is_refused(tool, tmp_path, make, said):
    result = tool("run", "--platform", "windows", "--loader", make(tmp_path))
    assert result.returncode == 2
    assert said in result.stderr and result.stderr.count("\n") == 1


def test_a_dll_that_is_no_loader_is_refused(tool):
    result = tool("run", "--platform", "windows", "--loader", BUILD / "lib/loadstone/windows/vulkan_layer_none.dll")
    assert result.returncode == 2
    assert "is not a loader for Vulkan" in result.stderr


def test_reference_loader_of_openxr_keeps_all_policies(run):
    report, result = run(OPENXR_LOADER, "--api", "openxr", cases=OPENXR_SAMPLE)
    assert result.returncode == 0, result.stdout
    assert (report["subject"]["api"], report["subject"]["platform"]) == ("openxr", "windows")
    assert report["subject"]["version"] == "1.1.61", "the version in the resources of the DLL"
    assert report["summary"]["pass"] > 100
    assert "active runtime folders: HKLM\\SOFTWARE\\Khronos\\OpenXR\\1" in result.stdout


@pytest.mark.parametrize("words, said", [
    (("--loader", OPENXR_LOADER), "is not a loader for Vulkan"),
    (("--api", "openxr", "--loader", LOADER), "is not a loader for OpenXR"),
])
def test_a_loader_of_the_other_api_is_refused(tool, words, said):
    result = tool("run", "--platform", "windows", *words)
    assert result.returncode == 2
    assert said in result.stderr and result.stderr.count("\n") == 1


def test_a_debugger_on_windows_is_refused_with_what_to_do(tool):
    result = tool("repro", "LLP_LOADER_3/meta_layer_contains_a_layer_twice", "--gdb", "--platform", "windows",
                  "--loader", LOADER)
    assert result.returncode == 2
    assert "use --keep to save the files and the registry of the world" in result.stderr
    assert result.stderr.count("\n") == 1


def test_without_what_windows_needs_the_remedy_is_named(tmp_path):
    """For a build in which ci/build-windows.sh has not run."""
    build = tmp_path / "build"
    for file in ("bin/loadstone", "libexec/loadstone/keeper", "libexec/loadstone/wine_launcher"):
        (build / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(BUILD / file, build / file)
    (build / "CMakeCache.txt").touch()
    (build / "share").symlink_to(BUILD / "share")
    result = subprocess.run([build / "bin/loadstone", "run", "--platform", "windows", "--loader", LOADER],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    assert result.returncode == 2
    assert "ci/build-windows.sh builds what --platform windows needs" in result.stderr
