# SPDX-License-Identifier: Apache-2.0
"""`loadstone fuzz --platform windows`: generated registries, manifests and applications for a DLL, under Wine."""

import json
import os
import pathlib
import subprocess
import sys

import pytest
from conftest import BUILD, EVERYTHING, NEEDS_WINE, ROOT

sys.path.insert(0, str(ROOT / "reference_loader"))
import build_variant  # noqa: E402  (the modules stand in this folder)
import variants  # noqa: E402

WINDOWS = pathlib.Path(os.environ.get("LOADSTONE_WINDOWS_BUILD", ROOT / "build-windows"))
VULKAN = WINDOWS / "lib" / "vulkan-1.dll"
OPENXR = WINDOWS / "lib" / "openxr_loader.dll"
DEFECTS = variants.read(variants.DEFECTS)
SPEC = "1.4.330"  # a version in which every policy holds
# Defects of the DLLs, the policy that a finding names, and the number of inputs.
FOUND = [("key_ends_at_a_larger_value", "LS_VK_DISCOVERY_9", 2000), ("key_dword_by_its_sign", "LS_VK_DISCOVERY_22", 2000),
         ("key_names_with_blanks_ignored", "LS_VK_DISCOVERY_9", 2000)]
HOSTILE = pathlib.Path(__file__).with_name("hostile_dll.c")

pytestmark = [NEEDS_WINE,
              pytest.mark.skipif(not VULKAN.exists(), reason="there are no DLLs: ci/build-windows.sh builds them")]


def fuzz(tool, loader, out, *words):
    return tool("fuzz", "--platform", "windows", "--loader", loader, "--jobs", "1", "--out", out, *words)


@pytest.mark.parametrize("api, loader, inputs", [("vulkan", VULKAN, 3000), ("openxr", OPENXR, 300)])
def test_reference_loader_gives_no_finding(tool, tmp_path, api, loader, inputs):
    out = tmp_path / "findings"
    number = str(inputs * 10 if EVERYTHING else inputs)
    result = fuzz(tool, loader, out, "--api", api, "--inputs", number, "--create", "40")
    assert result.returncode == 0, result.stdout + result.stderr
    assert f"{number} inputs" in result.stdout and f"{api} " in result.stdout and " on windows, " in result.stdout
    assert not out.exists()


@pytest.mark.parametrize("name, policy, inputs", FOUND if EVERYTHING else FOUND[:1])
def test_defect_is_found_and_reproduced(tool, tmp_path, name, policy, inputs):
    broken = build_variant.build(DEFECTS[name], BUILD, tmp_path)
    out = tmp_path / "findings"
    result = fuzz(tool, broken, out, "--spec", SPEC, "--inputs", str(inputs), "--create", "0")
    assert result.returncode == 1, result.stdout + result.stderr
    finding = next(path for path in out.iterdir() if path.name.startswith(policy + "-"))
    world = json.loads((finding / "world.json").read_text(encoding="utf-8"))
    assert world["platform"] == "windows" and world["registry"]
    again = tool("repro", finding, "--loader", broken, "--spec", SPEC)
    assert again.returncode == 1 and f"fail {policy} (must)" in again.stdout, again.stdout
    assert "Windows Registry Editor" in again.stdout
    good = tool("repro", finding, "--loader", VULKAN, "--spec", SPEC)
    assert good.returncode == 0 and "verdict: pass" in good.stdout, good.stdout
    report = tool("repro", finding, "--loader", broken, "--spec", SPEC, "--markdown")
    assert report.returncode == 1 and f"fail ({policy}), must" in report.stdout.splitlines()[0], report.stdout
    assert "Windows Registry Editor" in report.stdout


def build_hostile(kind, folder):
    library = folder / f"{kind}.dll"
    subprocess.run(["x86_64-w64-mingw32-gcc", "-shared", "-O1", f"-DLOADSTONE_HOSTILE={kind}",
                    f"-I{WINDOWS / 'headers'}", HOSTILE, "-o", library], check=True)
    return library


@pytest.mark.parametrize("kind, said", [
    ("crash", "killed by an access violation in vkEnumerateInstanceLayerProperties at 0x"),
    ("end", "the process ended with status 42 in vkEnumerateInstanceLayerProperties"),
    ("block", "did not come back: it waits, without any processor time"),
    ("spin", "did not come back: it used all the processor time that it was given"),
    ("change_environment", "the environment is changed"), ("good", None)])
def test_what_a_dll_does_to_its_process_is_told(tool, tmp_path, kind, said):
    library = build_hostile(kind, tmp_path)
    finding = tmp_path / "finding"
    finding.mkdir()
    world = {"api": "vulkan", "platform": "windows", "files": {}, "environment": {"VK_LAYER_PATH": "/fuzz/other"},
             "layers": [], "extensions": [], "create": False, "device": False}
    (finding / "world.json").write_text(json.dumps(world), encoding="utf-8")
    result = tool("repro", finding, "--loader", library)
    assert "VK_LAYER_PATH=C:\\fuzz\\other" in result.stdout, result.stdout + result.stderr
    if said is None:
        assert result.returncode == 0 and "verdict: pass" in result.stdout, result.stdout
    else:
        assert said in result.stdout, result.stdout + result.stderr


def test_what_cannot_be_fuzzed_is_refused_in_one_line(tool, tmp_path):
    text = tmp_path / "text.dll"
    text.write_text("no DLL", encoding="utf-8")
    for loader in (text, tmp_path / "missing.dll", BUILD / "lib" / "libvulkan.so.1"):
        result = fuzz(tool, loader, tmp_path / "out")
        assert result.returncode == 2 and len(result.stderr.splitlines()) == 1, result.stderr
    other_api = fuzz(tool, OPENXR, tmp_path / "out", "--api", "vulkan", "--inputs", "1")
    assert other_api.returncode == 2 and "is not a loader for Vulkan" in other_api.stderr, other_api.stderr
    of_mac = tool("fuzz", "--platform", "macos", "--loader", VULKAN, "--out", tmp_path / "out")
    assert of_mac.returncode == 2 and "Linux and Windows only" in of_mac.stderr
