# SPDX-License-Identifier: Apache-2.0
"""Bug reports: their scripts reproduce the result of a case without Loadstone."""

import re
import shutil
import subprocess
import sys

import pytest
from conftest import BUILD, DISTRIBUTION, NEEDS_WINE, REFERENCE, ROOT, in_sample, of_debian_12
from test_windows_worlds import LOADER as FOR_WINDOWS

sys.path[:0] = [str(ROOT / "reference_loader")]
import build_variant  # noqa: E402  (the modules stand in this folder)
import variants  # noqa: E402

XR_DISTRIBUTION = DISTRIBUTION.with_name("libopenxr_loader.so.1")
XR_REFERENCE = REFERENCE.with_name("libopenxr_loader.so.1")

BLOCK = r"(`{3,})\n(.*?\n)\1\n"


def report(tool, case, loader):
    """The bug report of a case, the script's expected output, and the script; the last two may be None."""
    platform = ("--platform", "windows") if loader.suffix == ".dll" else ()
    text = tool("repro", case, "--loader", loader, "--markdown", *platform).stdout
    prints = re.search(r"The script below prints:\n\n" + BLOCK, text, re.S)
    script = re.search(r"<summary>The script</summary>\n\n" + BLOCK, text, re.S)
    return text, prints and prints[2], script and script[2]


def run_script(script, folder, *words):
    path = folder / "steps.sh"
    path.write_text(script, encoding="utf-8")
    return subprocess.run(["bash", path, *map(str, words)], cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)


# Violations of the loaders of known faults that a plain application can show.
BROKEN = """
LLP_LOADER_3/meta_layer_contains_a_layer_twice
LLP_LOADER_4/implicit_major_version_127
LS_VK_DISCOVERY_6/utf_16
LS_VK_FILTER_4/environment_explicit_over_all
LLP_LOADER_10/recursive_at_depth_2
LLP_LOADER_11/after_all_implicit_layers
""".split()
XR_BROKEN = """
LS_XR_ACTIVATION_9/both_name_a_layer_alone
LS_XR_LAYER_MANIFEST_13/api_layer_text
""".split()

# Violations of Debian 12's loaders.
OF_DEBIAN = """
LLP_LOADER_3/meta_layer_contains_a_layer_twice
LLP_LOADER_4/implicit_major_version_127
LLP_LAYER_6/enable_variable_twice_first_null
LS_VK_DISCOVERY_5/implicit_data_home_before_last_of_data_dirs
LS_VK_DISCOVERY_6/utf_16
LS_VK_FILTER_4/environment_explicit_over_all
LLP_LOADER_10/recursive_at_depth_2
LLP_LOADER_11/after_all_implicit_layers
LS_VK_CHAIN_1/implicit_then_environment_then_application
LS_VK_DISCOVERY_6/fifo_without_a_writer
""".split()

XR_OF_DEBIAN = """
LS_XR_ACTIVATION_9/both_name_a_layer_alone
LS_XR_ACTIVATION_9/application_repeats_the_first_alone
LS_XR_ACTIVATION_9/environment_names_a_layer_twice_alone
LS_XR_LAYER_MANIFEST_13/api_layer_text
LS_XR_LAYER_MANIFEST_13/fifo_without_a_writer
LS_XR_RUNTIME_MANIFEST_10/functions_empty_name_named
LS_XR_CHAIN_1/implicit_then_environment_then_application
""".split()


def assert_same(case, loader, tool, tmp_path):
    """The script of the bug report prints what the report announces."""
    _, prints, script = report(tool, case, loader)
    assert script is not None
    result = run_script(script, tmp_path)
    assert result.stdout == prints, result.stderr
    assert "loadstone" not in re.sub(r"/opt/loadstone\b|# .*without Loadstone|LOADSTONE_INTERFACES", "", script).replace(
        "Loadstone mock", "").lower()


@pytest.mark.parametrize("case, loader", [*((case, "faulty") for case in BROKEN),
                                          *((case, "faulty_openxr") for case in XR_BROKEN)])
def test_script_shows_what_the_case_showed(case, loader, tool, tmp_path, request):
    assert_same(case, request.getfixturevalue(loader), tool, tmp_path)


@of_debian_12()
@pytest.mark.parametrize("case, loader", [*((case, DISTRIBUTION) for case in OF_DEBIAN if in_sample(case, 2)),
                                          *((case, XR_DISTRIBUTION) for case in XR_OF_DEBIAN if in_sample(case, 2))])
def test_script_shows_what_the_case_showed_of_debian(case, loader, tool, tmp_path):
    assert_same(case, loader, tool, tmp_path)


@pytest.mark.parametrize("kind, command", [("messenger", "vkCreateDebugUtilsMessengerEXT"),
                                           ("report_callback", "vkCreateDebugReportCallbackEXT")])
def test_script_shows_memory_that_callbacks_did_not_allocate(kind, command, tool, tmp_path):
    """The loaders of Debian 13 and testing behave like this defect."""
    broken = variants.read(variants.DEFECTS)["messengers_allocated_by_the_instance"]
    loader = build_variant.build(broken, BUILD, tmp_path)
    text, prints, script = report(tool, f"LS_VK_ALLOCATION_1/{kind}_of_no_driver", loader)
    assert "the callbacks free nothing that they did not allocate" in text
    assert f"{command}: returns 0; pfnFree was given 1 blocks of others; 0 blocks are left\n" in prints
    assert run_script(script, tmp_path).stdout == prints
    result = run_script(script, tmp_path, REFERENCE)
    assert f"{command}: returns 0; pfnFree was given 0 blocks of others; 0 blocks are left\n" in result.stdout, result.stderr


def test_script_takes_another_loader(tool, tmp_path, faulty):
    case = "LLP_LOADER_3/meta_layer_contains_a_layer_twice"
    _, prints, script = report(tool, case, faulty)
    assert "vkCreateInstance: VK_LAYER_LS_b VK_LAYER_LS_a driver returns 0\n" in prints
    result = run_script(script, tmp_path, REFERENCE)
    assert "vkCreateInstance: VK_LAYER_LS_a VK_LAYER_LS_b driver returns 0\n" in result.stdout, result.stderr


def test_script_takes_another_loader_of_openxr(tool, tmp_path, faulty_openxr):
    _, prints, script = report(tool, "LS_XR_ACTIVATION_9/both_name_a_layer_alone", faulty_openxr)
    assert "xrCreateInstance: returns -36\n" in prints
    result = run_script(script, tmp_path, XR_REFERENCE)
    assert "xrCreateInstance: XR_APILAYER_LS_a runtime returns 0\n" in result.stdout, result.stderr


# Cases with layers that are listed, in the environment, in the chain, and of another major version.
ON_WINDOWS = """
LLP_LOADER_4/implicit_major_version_127
LS_VK_CHAIN_1/implicit_then_environment_then_application
""".split()


@NEEDS_WINE
@pytest.mark.parametrize("case", ON_WINDOWS)
def test_script_shows_under_wine_what_the_case_showed(case, tool, tmp_path):
    text, prints, script = report(tool, case, FOR_WINDOWS)
    assert "[HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\Vulkan\\Drivers]" in text
    result = run_script(script, tmp_path)
    assert result.stdout == prints, result.stderr
    assert "vkCreateInstance: VK_LAYER_LS_" in prints


@NEEDS_WINE
def test_script_for_a_loader_that_asks_dxgi_finds_its_drivers(tool, tmp_path):
    row = variants.read(variants.READINGS)["registered_drivers_where_dxgi_starts"]
    _, prints, script = report(tool, ON_WINDOWS[0], build_variant.build(row, BUILD, tmp_path))
    assert " driver returns 0" in prints
    assert run_script(script, tmp_path).stdout == prints


@NEEDS_WINE
def test_script_takes_another_loader_for_windows(tool, tmp_path):
    changed = tmp_path / FOR_WINDOWS.name
    changed.write_bytes(FOR_WINDOWS.read_bytes().replace(b"VK_INSTANCE_LAYERS\0", b"VK_INSTANCE_LAYERZ\0"))
    _, prints, script = report(tool, ON_WINDOWS[1], FOR_WINDOWS)
    assert "VK_LAYER_LS_implicit VK_LAYER_LS_env_1 VK_LAYER_LS_env_2 VK_LAYER_LS_app_1" in prints
    result = run_script(script, tmp_path, changed)
    assert "VK_LAYER_LS_implicit VK_LAYER_LS_app_1 VK_LAYER_LS_app_2 driver" in result.stdout, result.stderr


def test_script_says_what_is_missing(tool, tmp_path, faulty):
    case = "LLP_LOADER_3/meta_layer_contains_a_layer_twice"
    _, _, script = report(tool, case, faulty)
    result = run_script(script, tmp_path, "/nowhere.so")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "steps.sh: the loader /nowhere.so does not exist; pass its path: steps.sh LOADER\n"
    result = subprocess.run([shutil.which("bash"), tmp_path / "steps.sh"], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, check=False, env={"PATH": "/nowhere"})
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "steps.sh: cc is not installed: apt install gcc libvulkan-dev bubblewrap\n"


@pytest.mark.parametrize("case, loader", [
    ("LLP_LOADER_3/meta_layer_contains_a_layer_twice", "faulty"),
    ("LS_XR_ACTIVATION_9/both_name_a_layer_alone", "faulty_openxr"),
    pytest.param("LLP_LOADER_3/meta_layer_contains_a_layer_twice", FOR_WINDOWS, marks=NEEDS_WINE)])
def test_script_is_clean(case, loader, tool, tmp_path, request):
    loader = request.getfixturevalue(loader) if isinstance(loader, str) else loader
    _, _, script = report(tool, case, loader)
    path = tmp_path / "steps.sh"
    path.write_text(script, encoding="utf-8")
    subprocess.run(["shellcheck", path], check=True)


NONE = [
    ("LS_VK_ROBUSTNESS_2/driver_truncated_at_25_percent", DISTRIBUTION, "does more than a plain layer, driver or runtime"),
    ("LS_VK_ROBUSTNESS_1/instance_in_debug_utils_by_vk_get_instance_proc_addr_of_the_second_of_two_drivers",
     DISTRIBUTION, "the application enables extensions"),
    pytest.param("LLP_LOADER_13/plain_add_layer_path", FOR_WINDOWS,
                 "Wine treats every application as run by an administrator", marks=NEEDS_WINE),
    pytest.param("LS_VK_ROBUSTNESS_2/driver_truncated_at_25_percent", FOR_WINDOWS,
                 "does more than a plain layer, driver or runtime", marks=NEEDS_WINE),
]


@pytest.mark.parametrize("case, loader, why", NONE)
def test_where_there_is_no_script_the_report_says_why(case, loader, why, tool):
    text, prints, script = report(tool, case, loader)
    assert prints is None and script is None
    assert re.search(rf"There is no script: .*{why}.*\.\n", text)
