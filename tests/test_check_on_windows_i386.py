# SPDX-License-Identifier: Apache-2.0
"""`check-layer`, `check-driver` and `check-runtime --platform windows` for 32-bit DLLs, with what ci/build-windows-i386.sh
builds. The tests that run a DLL need a 32-bit Wine: the machine's, or that of the system that LOADSTONE_WINE32_ROOT
names."""

import json
import os
import pathlib

import checked_components
import checked_layers
import layer_variants
import pytest
from conftest import BUILD, EVERYTHING, ROOT, cases_of, in_sample, repeated

MOCKS = pathlib.Path(os.environ.get("LOADSTONE_WINDOWS_I386_BUILD", ROOT / "build-windows-i386")).resolve() / "lib/loadstone"
LOADER_64 = pathlib.Path(os.environ.get("LOADSTONE_WINDOWS_BUILD", ROOT / "build-windows")) / "lib/vulkan-1.dll"
COMPILER = "i686-w64-mingw32-gcc"
WINE = pathlib.Path("usr/lib/wine/wine")
SYSTEM = pathlib.Path(os.environ.get("LOADSTONE_WINE32_ROOT", "/"))
SUBJECTS = ("vulkan", "openxr", "driver", "runtime")
# A violation of each kind of component.
BAD = {"vulkan": "LLP_LAYER_1/application_sees_the_same", "openxr": "LS_XR_LAYER_12/application_sees_the_same",
       "driver": "LDP_DRIVER_3/answers_nothing_newer_than_offered", "runtime": "LS_XR_RUNTIME_14/an_instance_follows_another"}

pytestmark = pytest.mark.skipif(not (BUILD / "libexec/loadstone/windows-i386/probe.exe").exists(),
                                reason="ci/build-windows-i386.sh has not been run")


def make(folder, subject, variant):
    if subject in ("driver", "runtime"):
        return checked_components.make_component(folder, subject, variant, mocks=MOCKS, compiler=COMPILER, suffix=".dll")
    return layer_variants.make_layer(folder, subject, variant, mocks=MOCKS, compiler=COMPILER, suffix=".dll")


def good(subject):
    return (checked_components if subject in ("driver", "runtime") else layer_variants).Variant()


def bad(subject):
    case = BAD[subject]
    return (checked_components.BROKEN.get(subject) or checked_layers.BROKEN)[case]


def verb_of(subject):
    return f"check-{subject}" if subject in ("driver", "runtime") else "check-layer"


@pytest.fixture(name="check")
def fixture_check(tool, tmp_path):
    """Makes a component; runs the check with a 32-bit Wine, and returns the JSON report and the process."""
    if not (SYSTEM / WINE).exists():
        pytest.skip("there is no 32-bit Wine; LOADSTONE_WINE32_ROOT names a system that has one")
    root = () if SYSTEM == pathlib.Path("/") else ("--root", SYSTEM)

    def run(subject, variant, *words):
        manifest = make(tmp_path / "component", subject, variant)
        path = tmp_path / "report.json"
        result = tool(verb_of(subject), manifest, "--platform", "windows", *root, "--json", path, *words)
        assert result.returncode in (0, 1, 3), result.stderr
        return json.loads(path.read_text(encoding="utf-8")), result
    return run


@pytest.mark.parametrize("subject", SUBJECTS)
def test_good_ones_pass(subject, check):
    layer = subject in ("vulkan", "openxr")
    cases = cases_of("layer", "--api", subject) if layer else cases_of(subject)
    chosen = [case for case in sorted(cases) if EVERYTHING or in_sample(case, 4)]
    report, result = check(subject, good(subject), *repeated("--case", chosen))
    bad = [case for case in report["cases"] if case["verdict"] not in ("pass", "skip")]
    assert not bad and result.returncode == 0, bad
    passed = [case["id"] for case in report["cases"] if case["verdict"] == "pass"]
    assert len(passed) > len(chosen) / 3 and report["subject"]["platform"] == "windows", report


@pytest.mark.parametrize("subject", SUBJECTS)
def test_bad_ones_fail(subject, check):
    report, result = check(subject, bad(subject), "--case", BAD[subject])
    assert [case["verdict"] for case in report["cases"]] == ["fail"] and result.returncode == 1, report


def test_loader_of_another_word_size_is_one_line(tool, tmp_path):
    manifest = make(tmp_path / "component", "vulkan", good("vulkan"))
    result = tool("check-layer", manifest, "--platform", "windows", "--loader", LOADER_64)
    assert result.returncode == 2 and result.stderr.count("\n") == 1
    assert "x86_64" in result.stderr and "i386" in result.stderr


@pytest.mark.parametrize("subject", SUBJECTS)
def test_machine_without_a_32_bit_wine_is_one_line(subject, tool, tmp_path):
    if pathlib.Path("/", WINE).exists():
        pytest.skip("this machine has one")
    result = tool(verb_of(subject), make(tmp_path / "component", subject, good(subject)), "--platform", "windows")
    assert result.returncode == 2 and result.stderr.count("\n") == 1, result.stderr
    assert "wine32:i386" in result.stderr
