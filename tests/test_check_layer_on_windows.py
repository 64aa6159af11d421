# SPDX-License-Identifier: Apache-2.0
"""`check-layer --platform windows`: layers for 64-bit Windows run below Wine. Good layers pass, and the cases that run
the library are seen failing on the bad layers of test_check_layer.py."""

import dataclasses
import json
import os
import pathlib
import subprocess

import pytest
from checked_layers import BROKEN, GOOD, MORE_BROKEN
from conftest import HAS_WINE, ROOT, cases_of, in_sample, repeated
from layer_variants import BELOW, INTERFACE_0, Variant, layer_checker, make_layer

WINDOWS_BUILD = pathlib.Path(os.environ.get("LOADSTONE_WINDOWS_BUILD", ROOT / "build-windows")).resolve()
MOCKS = WINDOWS_BUILD / "lib" / "loadstone"
COMPILER = "x86_64-w64-mingw32-gcc"
BELOW_ON_WINDOWS = "C:\\opt\\loadstone\\VK_LAYER_LS_below.dll"

pytestmark = [pytest.mark.skipif(not HAS_WINE, reason="there is no Wine: Debian's package wine64"),
              pytest.mark.skipif(not MOCKS.exists(), reason="there are no DLLs: ci/build-windows.sh builds them")]

# Cases that judge what Linux has, and a suffix that is right here.
NOT_ON_WINDOWS = {
    "LS_VK_LAYER_30/standard_output_is_the_applications", "LS_VK_LAYER_31/process_is_left_as_it_was",
    "LS_XR_LAYER_35/standard_output_is_the_applications", "LS_XR_LAYER_36/process_is_left_as_it_was",
    "LS_VK_LAYER_18/library_has_the_usual_suffix"}
# On Linux a second loader shows what the reference loader hides: it gives no success without an object, destroys what a
# layer left, and enables the extensions of layers.
HIDDEN_BY_THE_LOADER = {"succeed_after_failure", "leaves_instance_behind"}
# What is installed on Windows is not known on Linux.
UNKNOWN_HERE = {"LLP_LAYER_7/components_are_installed", "LLP_LAYER_8/components_are_not_older"}


def api_of(case):
    return "openxr" if case.startswith("LS_XR") else "vulkan"


def make_dll_layer(root, api, variant=Variant()):
    config = json.dumps(variant.config).replace(BELOW, json.dumps(BELOW_ON_WINDOWS)[1:-1])
    return make_layer(root, api, dataclasses.replace(variant, config=json.loads(config)), mocks=MOCKS, suffix=".dll",
                      compiler=COMPILER)


@pytest.fixture(name="check")
def fixture_check(tool, tmp_path):
    """Runs check-layer on a layer for Windows, and returns the JSON report and the process."""
    checker = layer_checker(tool, tmp_path)
    return lambda manifest, *words: checker(manifest, "--platform", "windows", *words)


def is_seen(case, layer):
    hidden = HIDDEN_BY_THE_LOADER & set(layer.config.get("misbehave", []))
    return not hidden and case not in NOT_ON_WINDOWS | UNKNOWN_HERE | {"LS_XR_LAYER_39/own_extensions_can_be_enabled"}


BAD = [(case, layer) for case, layer in [*sorted(BROKEN.items(), key=lambda item: item[0]), *MORE_BROKEN]
       if is_seen(case, layer)]


@pytest.mark.parametrize("case, layer", [(case, layer) for case, layer in BAD if in_sample(case, 8)])
def test_case_fails_on_its_layer(case, layer, check, tmp_path):
    report, result = check(make_dll_layer(tmp_path / "layer", api_of(case), layer),
                           "--case", case, "--api", api_of(case), "--strict")
    (one,) = report["cases"]
    assert one["verdict"] == ("fail" if one["level"] == "must" else "warn"), one
    assert result.returncode == 1


@pytest.mark.parametrize("api", ["vulkan", "openxr"])
def test_good_layers_pass(api, check, tmp_path):
    for number, variant in enumerate(GOOD[api]):
        chosen = [case for case in sorted(cases_of("layer", "--api", api)) if number == 0 or in_sample(case, 8)]
        report, result = check(make_dll_layer(tmp_path / str(number), api, variant), *repeated("--case", chosen))
        bad = [case for case in report["cases"] if case["verdict"] not in ("pass", "skip")]
        assert not bad and result.returncode == 0, bad
        passed = [case["id"] for case in report["cases"] if case["verdict"] == "pass"]
        if not variant.manifest.get("component_layers"):
            assert len(passed) > len(chosen) / 3 and report["subject"]["platform"] == "windows", report


def test_components_of_a_meta_layer_may_be_installed_on_windows(check, tmp_path):
    case = "LLP_LAYER_7/components_are_installed"
    report, _ = check(make_dll_layer(tmp_path / "layer", "vulkan", BROKEN[case]), "--case", case)
    assert [(one["verdict"], "VK_LAYER_LS_nowhere" in one["reason"]) for one in report["cases"]] == [("skip", True)]


def test_neighbour_of_the_library_is_needed(check, tmp_path):
    """A layer that is loaded with a DLL in its folder, which has a name with other letters."""
    case = "LLP_LAYER_2/library_loads_and_unloads"
    manifest = make_dll_layer(tmp_path / "layer", "vulkan")
    folder = tmp_path / "layer"
    (folder / "own.c").write_text("__declspec(dllexport) int own(void) { return 0; }\n", encoding="utf-8")
    subprocess.run([COMPILER, "-shared", "-o", "own.dll", "own.c"], cwd=folder, check=True)
    (folder / "layer.c").write_text("int own(void);\n" + INTERFACE_0.replace("ownFunction(void) {}", "used(void) { own(); }"),
                                    encoding="utf-8")
    subprocess.run([COMPILER, "-shared", "-o", "liblayer.dll", "layer.c", "own.dll"], cwd=folder, check=True)
    (folder / "own.dll").rename(folder / "Own.DLL")
    report, _ = check(manifest, "--case", case)
    assert [one["verdict"] for one in report["cases"]] == ["pass"], report
    (folder / "Own.DLL").unlink()
    report, result = check(manifest, "--case", case)
    (one,) = report["cases"]
    assert one["verdict"] == "error" and "neither its folder nor Wine has own.dll" in one["reason"], one
    assert result.returncode == 3


def test_library_that_cannot_run_is_inspected(check, tmp_path):
    """A DLL for Arm, and one that is not there."""
    of_arm = make_dll_layer(tmp_path / "arm", "vulkan")
    dll = tmp_path / "arm" / "liblayer.dll"
    dll.write_bytes(dll.read_bytes().replace(b"PE\0\0\x64\x86", b"PE\0\0\x64\xaa", 1))
    missing = make_dll_layer(tmp_path / "missing", "vulkan", Variant(manifest={"library_path": "../gone.dll"}))
    for manifest in (of_arm, missing):
        report, _ = check(manifest, "--case", "LLP_LAYER_2/*")
        assert {one["verdict"] for one in report["cases"]} == {"skip"}, report


@pytest.mark.parametrize("function", ["vkNegotiateLoaderLayerInterfaceVersion", "VK_LAYER_LS_checkedGetInstanceProcAddr"])
def test_what_wine_lacks_is_not_held_against_the_layer(function, check, tmp_path):
    """A layer that calls a function which Wine has without an implementation, when it starts or when it is used."""
    call = '((void (*)(void))GetProcAddress(GetModuleHandleA("kernel32.dll"), "BaseCheckAppcompatCache"))();'
    source = INTERFACE_0.replace(f"void {function}(void) {{}}\n", "")
    source = f"#include <windows.h>\n{source}void {function}(void) {{ {call} }}\n"
    report, _ = check(make_dll_layer(tmp_path / "layer", "vulkan", Variant(source=source)),
                      "--case", "LLP_LAYER_2/application_comes_to_its_end")
    (one,) = report["cases"]
    assert one["verdict"] == "error" and "KERNEL32.dll.BaseCheckAppcompatCache" in one["reason"], one


@pytest.mark.parametrize("words, said", [
    (["--loader", "/usr/lib/x86_64-linux-gnu/libvulkan.so.1"], "is not a PE file"),
    (["--loader", "/none.dll"], "/none.dll"),
    (["--show", "/opt"], "--with-devices and --show are for libraries for Linux"),
    (["--guard"], "--guard works only with Linux libraries"),
])
def test_what_cannot_be_run_is_refused_in_one_line(words, said, tool, tmp_path):
    manifest = make_dll_layer(tmp_path / "layer", "vulkan")
    result = tool("check-layer", manifest, "--platform", "windows", *words)
    assert result.returncode == 2 and said in result.stderr and result.stderr.count("\n") == 1, result.stderr


def test_without_its_platform_a_dll_is_inspected(tool, tmp_path):
    result = tool("check-layer", make_dll_layer(tmp_path / "layer", "vulkan"), "--case", "LLP_LAYER_[26]/*")
    assert result.returncode == 0 and "--platform windows runs it below Wine" in " ".join(result.stdout.split())


def test_case_is_reproduced(tool, tmp_path):
    case = "LLP_LAYER_12/moves_the_link_of_the_instance_on"
    manifest = make_dll_layer(tmp_path / "layer", "vulkan", BROKEN[case])
    result = tool("repro", case, "--manifest", manifest, "--platform", "windows")
    assert result.returncode == 1 and "verdict: fail" in result.stdout and "liblayer.dll" in result.stdout, result.stderr
