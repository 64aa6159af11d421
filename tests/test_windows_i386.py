# SPDX-License-Identifier: Apache-2.0
"""`loadstone run --platform windows` for 32-bit DLLs, with what ci/build-windows-i386.sh builds. The tests that run a case
need a 32-bit Wine: the machine's, or that of the system that LOADSTONE_WINE32_ROOT names."""

import os
import pathlib

import pytest
from conftest import BUILD, ROOT, repeated

LIBRARIES = pathlib.Path(os.environ.get("LOADSTONE_WINDOWS_I386_BUILD", ROOT / "build-windows-i386")) / "lib"
LOADERS = {"vulkan": LIBRARIES / "vulkan-1.dll", "openxr": LIBRARIES / "openxr_loader.dll"}
WINE = pathlib.Path("usr/lib/wine/wine")
SYSTEM = pathlib.Path(os.environ.get("LOADSTONE_WINE32_ROOT", "/"))
KEYS = {"vulkan": "LS_VK_DISCOVERY_9/machine_explicit_key_names_a_layer",
        "openxr": "LS_XR_RUNTIME_DISCOVERY_12/*"}
SAMPLE = {"vulkan": ["LLP_LOADER_3/*", "LS_VK_DISCOVERY_9/*", "LS_VK_DISCOVERY_10/*",
                     "LS_VK_DISCOVERY_21/*", "LS_VK_DRIVER_DISCOVERY_10/*",
                     "LS_VK_FILTER_2/*", "LS_VK_NEGOTIATION_*/*", "LS_VK_PROCADDR_1/*"],
          "openxr": ["LS_XR_RUNTIME_DISCOVERY_*/*", "LS_XR_LAYER_DISCOVERY_*/*", "LS_XR_CHAIN_1/*",
                     "LS_XR_NEGOTIATION_*/*"]}

pytestmark = pytest.mark.skipif(not (BUILD / "libexec/loadstone/windows-i386/probe.exe").exists(),
                                reason="ci/build-windows-i386.sh has not been run")


@pytest.fixture(name="root")
def fixture_root():
    """The options that name the system with a 32-bit Wine."""
    if not (SYSTEM / WINE).exists():
        pytest.skip("there is no 32-bit Wine; LOADSTONE_WINE32_ROOT names a system that has one")
    return () if SYSTEM == pathlib.Path("/") else ("--root", SYSTEM)


def of_cases(cases):
    return repeated("--case", cases)


@pytest.mark.parametrize("api", LOADERS)
def test_reference_loader_keeps_the_policies(api, run_json, root):
    report, result = run_json("--platform", "windows", "--api", api, *root, *of_cases(SAMPLE[api]), loader=LOADERS[api])
    assert result.returncode == 0, result.stdout
    assert report["summary"]["pass"] > 50
    assert "32 bits, on 64-bit Windows" in result.stdout


@pytest.mark.parametrize("api, status, said", [
    ("openxr", 1, "the value names the manifest of the active runtime"),
    # Without a driver nothing else is judged.
    ("vulkan", 3, "on the simplest test machine the subject finds nothing"),
])
def test_loader_that_reads_another_key_does_not_pass(api, status, said, run_json, root, tmp_path):
    """One that adds another word than WOW6432Node, below which the world has no values. A compiler may put the word's
    letters into instructions, by four."""
    binary = LOADERS[api].read_bytes()
    wrong = binary.replace(b"ode\\", b"odf\\")
    assert wrong != binary
    loader = tmp_path / LOADERS[api].name
    loader.write_bytes(wrong)
    report, result = run_json("--platform", "windows", "--api", api, *root, "--case", KEYS[api], loader=loader)
    assert result.returncode == status, result.stdout
    assert said in " ".join(case["reason"] for case in report["cases"])


def test_machine_without_a_32_bit_wine_is_one_line(tool):
    if pathlib.Path("/", WINE).exists():
        pytest.skip("this machine has one")
    result = tool("run", "--platform", "windows", "--loader", LOADERS["vulkan"])
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "wine64" in result.stderr
