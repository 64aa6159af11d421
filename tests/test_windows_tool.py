# SPDX-License-Identifier: Apache-2.0
"""loadstone.exe, under Wine as an ordinary program for Windows: the verdicts are those of `loadstone run --platform
windows`, and nothing is left on the machine, whose own layers and drivers are not seen.

Wine cannot define drives, so the tests give the tool one.
"""

import json
import os
import pathlib
import re
import shlex
import subprocess

import pytest
import yaml

from conftest import BUILD, EVERYTHING, HAS_WINE, ROOT, verdicts
from windows_machine import MACHINE, USER, WINE, Prefix, dword, registry_file

WINDOWS_BUILD = pathlib.Path(os.environ.get("LOADSTONE_WINDOWS_BUILD", ROOT / "build-windows")).resolve()
PROGRAM = WINDOWS_BUILD / "bin" / "loadstone.exe"
VULKAN, OPENXR = "vulkan-1.dll", "openxr_loader.dll"

# One prefix for all tests.
pytestmark = [pytest.mark.xdist_group("windows_tool"),
              pytest.mark.skipif(not HAS_WINE, reason="there is no Wine: Debian's package wine64"),
              pytest.mark.skipif(not PROGRAM.exists(), reason="there is no loadstone.exe: ci/build-windows.sh builds it "
                                                              "with what ci/get-pugixml.sh gets")]


class Windows:
    """A Wine prefix with the archive for Windows in C:\\loadstone, and the empty drive L:."""

    def __init__(self, folder):
        self.prefix = Prefix(folder / "prefix")
        self.drive_c = self.prefix.folder / "drive_c"
        for component in ("windows", "windows-tool"):
            subprocess.run(["cmake", "--install", WINDOWS_BUILD, "--component", component, "--prefix",
                            self.drive_c / "loadstone"], stdout=subprocess.DEVNULL, check=True)
        self.drive = folder / "drive"
        self.drive.mkdir()
        (self.prefix.folder / "dosdevices" / "l:").symlink_to(self.drive)

    def tool(self, *words, **variables):
        """Runs loadstone.exe; returns the finished process, with text output."""
        environment = self.prefix.environment
        # Wine prefers its own DLLs to those of a program.
        overrides = environment["WINEDLLOVERRIDES"] + ";cfgmgr32=n,b"
        return subprocess.run([WINE[0], "C:\\loadstone\\bin\\loadstone.exe", *map(str, words)],
                              env={**environment, "WINEDLLOVERRIDES": overrides, "LOADSTONE_DRIVE": "L:", **variables},
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=1200)

    def run_json(self, loader, *words):
        result = self.tool("run", "--loader", loader, "--json", "C:\\report.json", *words)
        assert result.returncode in (0, 1), (result.stdout, result.stderr)
        return json.loads((self.drive_c / "report.json").read_text(encoding="utf-8")), result

    def keys(self):
        """The user's software and Khronos's keys in the registry, as text. Wine's services change others meanwhile."""
        texts = []
        for key in (f"{USER}\\Software", f"{MACHINE}\\SOFTWARE\\Khronos"):
            self.prefix.run("regedit", "/E", "C:\\all.reg", key)
            texts.append((self.drive_c / "all.reg").read_text(encoding="utf-16"))
        return "\n".join(texts)


@pytest.fixture(name="windows", scope="module")
def fixture_windows(tmp_path_factory):
    windows = Windows(tmp_path_factory.mktemp("windows_tool"))
    yield windows
    windows.prefix.close()


def reference(name):
    return f"C:\\loadstone\\lib\\loadstone\\windows\\reference\\{name}"


# Variables, files, values of other types, devices, ordinary and elevated users, links.
SAMPLE = [("vulkan", VULKAN, ["LS_VK_DISCOVERY_1?", "LLP_LOADER_13", "LS_VK_DRIVER_DISCOVERY_9", "LS_VK_MANIFEST_9"]),
          ("openxr", OPENXR, ["LS_XR_RUNTIME_DISCOVERY_1?", "LS_XR_LAYER_DISCOVERY_1?"])]


def every_policy():
    """All policies of loaders for Windows, in parts that loadstone.exe, which has no workers, runs in a few minutes.
    Each part has policies of every area, so that none has only skipped cases."""
    ids = {VULKAN: [], OPENXR: []}
    for file in sorted((ROOT / "policies").glob("*.json")):
        for policy in json.loads(file.read_text(encoding="utf-8")).get("policies", []):
            if policy["subject"] == "loader" and "windows" in policy["platforms"]:
                ids[VULKAN if policy["api"] == "vulkan" else OPENXR].append(policy["id"])
    parts = {loader: -(-len(ids[loader]) // 12) for loader in ids}
    return [(api, loader, ids[loader][part::parts[loader]])
            for api, loader in (("vulkan", VULKAN), ("openxr", OPENXR)) for part in range(parts[loader])]


@pytest.mark.parametrize("api,loader,policies", every_policy() if EVERYTHING else SAMPLE)
def test_the_verdicts_are_those_from_linux(windows, run_json, api, loader, policies):
    chosen = ["--api", api, *(word for policy in policies for word in ("--policy", policy))]
    on_linux, _ = run_json("--platform", "windows", *chosen, loader=WINDOWS_BUILD / "lib" / loader)
    report, result = windows.run_json(reference(loader), *chosen)
    assert result.returncode == 0, result.stdout
    assert report["subject"]["platform"] == "windows"
    expected, seen = verdicts(on_linux), verdicts(report)
    # Cases that need Linux to be built are none of loadstone.exe.
    assert seen.keys() <= expected.keys()
    assert {expected[case][0] for case in expected.keys() - seen.keys()} <= {"skip"}
    # What is observed in a case that passes may depend on the system.
    differing = {case: said for case, said in seen.items()
                 if said != expected[case] and {said[0], expected[case][0]} != {"pass"}}
    assert {said[1] for said in differing.values()} <= {
        "the code page of programs is that of this machine",
        "the loader asks no driver for the devices of an adapter, or DXGI lists no adapter",  # without a display, in Wine
        "this user cannot make symbolic links: Windows needs developer mode for them"}, differing  # nor can users of Wine
    assert all(said[0] == "skip" for said in differing.values())


def test_a_violation_is_told_of_as_from_linux(windows, run_json):
    """A loader that searches for another variable than that of the documents."""
    content = (WINDOWS_BUILD / "lib" / VULKAN).read_bytes()
    assert b"VK_INSTANCE_LAYERS\0" in content
    changed = windows.drive_c / "changed" / VULKAN
    changed.parent.mkdir()
    changed.write_bytes(content.replace(b"VK_INSTANCE_LAYERS\0", b"VK_INSTANCE_LAYERZ\0"))
    chosen = ["--case", "LLP_LOADER_3/environment_*", "--policy", "LLP_LOADER_3"]
    on_linux, _ = run_json("--platform", "windows", *chosen, loader=changed)
    report, result = windows.run_json("C:\\changed\\vulkan-1.dll", *chosen)
    assert verdicts(report) == verdicts(on_linux)
    assert result.returncode == 1 and any(case["verdict"] == "fail" for case in report["cases"])


def test_a_dll_that_is_no_loader_is_refused(windows):
    for dll in ("C:\\windows\\system32\\kernel32.dll", "C:\\windows\\system32\\vulkan-1.dll"):
        result = windows.tool("run", "--api", "openxr", "--loader", dll, "--policy", "LS_XR_LOADER_1")
        assert result.returncode == 2 and "is not a loader for OpenXR" in result.stderr, result.stderr


def test_what_the_machine_has_is_not_seen_and_nothing_is_left(windows):
    """A driver and an implicit layer that are registered on the machine, and whose manifests and libraries are there."""
    mocks = windows.drive_c / "loadstone" / "lib" / "loadstone" / "windows"
    (windows.drive_c / "own.json").write_text(json.dumps({
        "file_format_version": "1.0.0",
        "ICD": {"library_path": str(mocks / "vulkan_driver.dll"), "api_version": "1.3.0"}}), encoding="utf-8")
    (windows.drive_c / "layer.json").write_text(json.dumps({
        "file_format_version": "1.2.0",
        "layer": {"name": "VK_LAYER_OWN", "type": "GLOBAL", "library_path": "C:\\none.dll", "api_version": "1.3.0",
                  "implementation_version": "1", "description": "", "disable_environment": {"OFF": "1"}}}),
        encoding="utf-8")
    registry_file(windows.drive_c / "own.reg", {
        f"{MACHINE}\\SOFTWARE\\Khronos\\Vulkan\\Drivers": {"C:\\own.json": dword(0)},
        f"{USER}\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers": {"C:\\layer.json": dword(0)}})
    windows.prefix.import_registry("C:\\own.reg")
    before = windows.keys()
    assert "VK_LAYER" not in before and "own.json" in before
    report, result = windows.run_json(reference(VULKAN), "--policy", "LS_VK_DRIVER_DISCOVERY_10", "--policy",
                                      "LS_VK_DISCOVERY_9", "--case", "*dword*")
    assert result.returncode == 0 and any(case["verdict"] == "pass" for case in report["cases"]), result.stdout
    assert windows.keys() == before
    assert not list(windows.drive.iterdir())
    assert not [path for path in windows.drive_c.rglob("loadstone-*") if path.is_dir()]


def test_a_case_is_reproduced(windows):
    case = "LLP_LOADER_13/elevated_add_layer_path"
    result = windows.tool("repro", case, "--loader", reference(VULKAN))
    assert result.returncode == 0, result.stderr
    assert f"case: {case}" in result.stdout and "verdict: pass" in result.stdout
    assert "C:\\" in result.stdout and "L:\\" not in result.stdout
    report = windows.tool("repro", case, "--loader", reference(VULKAN), "--markdown")
    assert report.returncode == 0 and report.stdout.startswith("# "), report.stdout


def test_policies_and_cases_are_listed_and_explained(windows):
    assert "LS_VK_DISCOVERY_9/" in windows.tool("list", "cases", "--case", "LS_VK_DISCOVERY_9/*").stdout
    assert "LLP_LOADER_13" in windows.tool("list", "policies").stdout
    assert windows.tool("explain", "LLP_LOADER_13").stdout.startswith("LLP_LOADER_13 (vulkan, loader, must)")


def test_environment_of_googletest_selects_no_cases(windows):
    result = windows.tool("run", "--loader", reference(VULKAN), "--policy", "LLP_LOADER_13", GTEST_FILTER="none")
    assert result.returncode == 0 and re.search(r"\b[1-9]\d* passed, 0 failed", result.stdout), result.stdout


@pytest.mark.parametrize("drive,said", [
    ("", "cannot make a folder the drive "),  # Wine
    ("L", "this is no drive"), ("7:", "this is no drive"), ("L:\\folder", "this is no drive"),
    ("C:", "this is the machine's own drive"), ("Q:", "this drive cannot be read"), ("Z:", "this drive has files"),
])
def test_drive_that_cannot_be_used_is_refused_in_one_line(windows, drive, said):
    result = windows.tool("run", "--loader", reference(VULKAN), "--policy", "LLP_LOADER_13", LOADSTONE_DRIVE=drive)
    assert result.returncode == 2 and said in result.stderr, result.stderr
    assert result.stderr.count("\n") == 1 and "empty drive" in result.stderr


@pytest.mark.parametrize("words,said", [
    (("--loader", "C:\\none.dll"), "none.dll"),
    (("--loader", "C:\\windows"), "C:\\windows"),
    (("--loader", "C:\\loadstone\\libexec\\loadstone\\windows\\probe.exe"), "is a PE file but not a DLL"),
    (("--loader", reference(VULKAN), "--root", "C:\\"), "--root is supported on Linux only"),
    (("--loader", reference(VULKAN), "--rules", "C:\\"), "--rules is supported on Linux only"),
    (("--loader", reference(VULKAN), "--coverage", "C:\\new"), "--coverage works only with loaders for Linux"),
    (("--loader", reference(VULKAN), "--guard"), "--guard works only with Linux libraries"),
    (("--loader", reference(VULKAN), "--platform", "linux"), "--platform"),
    (("--loader", reference(VULKAN), "--json", "C:\\none\\report.json"), "cannot write the JSON report"),
    (("--loader", reference(VULKAN), "--json", "C:\\windows"), "cannot write the JSON report"),
])
def test_what_cannot_be_run_is_refused_in_one_line(windows, words, said):
    result = windows.tool("run", "--policy", "LLP_LOADER_13", *words)
    assert result.returncode == 2 and said in result.stderr, result.stderr
    assert result.stderr.count("\n") == 1


def test_reports_are_those_of_linux(windows):
    """Each format is written; the page and the JUnit report say what the JSON report says."""
    files = {kind: f"C:\\reports.{kind}" for kind in ("json", "junit", "html", "sarif")}
    result = windows.tool("run", "--loader", reference(VULKAN), "--policy", "LLP_LOADER_13",
                          *(word for kind, file in files.items() for word in (f"--{kind}", file)))
    assert result.returncode == 0, result.stderr
    texts = {kind: (windows.drive_c / f"reports.{kind}").read_text(encoding="utf-8") for kind in files}
    cases = [case["id"] for case in json.loads(texts["json"])["cases"]]
    assert cases and all(case.split("/")[1] in texts["junit"] for case in cases)
    assert texts["html"].startswith("<!DOCTYPE html>") and json.loads(texts["sarif"])["version"] == "2.1.0"


def test_the_workflow_of_github_judges_a_loader(windows):
    """The words of its command, with another DLL and folder, and one policy."""
    workflow = yaml.safe_load((ROOT / "ci" / "github" / "windows.yml").read_text(encoding="utf-8"))
    step, = [step for step in workflow["jobs"]["conformance"]["steps"] if "loadstone.exe" in step.get("run", "")]
    program, *words = shlex.split(step["run"].replace("\\\n", ""))
    assert program == "loadstone/*/bin/loadstone.exe"
    (windows.drive_c / "reports").mkdir()
    words = [{"build/loader/Release/vulkan-1.dll": reference(VULKAN)}.get(word, word).replace("reports/", "C:\\reports\\")
             for word in words]
    result = windows.tool(*words, "--policy", "LLP_LOADER_13")
    assert result.returncode == 0, result.stderr
    assert {path.suffix for path in (windows.drive_c / "reports").iterdir()} == {".json", ".xml", ".html", ".sarif"}


def test_the_archive_has_all_that_a_run_needs(tmp_path):
    """ci/package-windows.sh, unpacked at a path with a blank and letters beyond ASCII."""
    result = subprocess.run([ROOT / "ci" / "package-windows.sh"], capture_output=True, text=True, check=False,
                            env={**os.environ, "LOADSTONE_BUILD": str(BUILD)})
    assert result.returncode == 0, result.stderr
    archive, = WINDOWS_BUILD.glob("loadstone-*-windows-x86_64.zip")
    subprocess.run(["cmake", "-E", "tar", "xf", archive], cwd=tmp_path, check=True)
    names = {str(path.relative_to(tmp_path).as_posix()).partition("/")[2] for path in tmp_path.rglob("*")}
    assert {"bin/loadstone.exe", "libexec/loadstone/windows/probe.exe", "LICENSE",
            "lib/loadstone/windows/vulkan_layer.dll", "lib/loadstone/windows/reference/vulkan-1.dll",
            "share/loadstone/policies/vulkan_layer.json"} <= names
