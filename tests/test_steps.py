# SPDX-License-Identifier: Apache-2.0
"""Bug reports: their scripts reproduce the result of a case without Loadstone."""

import re
import shutil
import subprocess
import sys

import pytest
from cmd_under_wine import CmdUnderWine
from conftest import BUILD, DISTRIBUTION, HAS_WINE, NEEDS_WINE, REFERENCE, ROOT, in_sample, of_debian_12
from test_windows_worlds import LOADER as FOR_WINDOWS
from test_windows_worlds import OPENXR_LOADER as XR_FOR_WINDOWS

sys.path[:0] = [str(ROOT / "reference_loader")]
import build_variant  # noqa: E402  (the modules stand in this folder)
import variants  # noqa: E402

XR_DISTRIBUTION = DISTRIBUTION.with_name("libopenxr_loader.so.1")
XR_REFERENCE = REFERENCE.with_name("libopenxr_loader.so.1")

BLOCK = r"(?P<fence>`{3,})\n(?P<text>.*?\n)(?P=fence)\n"


def report(tool, case, loader):
    """The bug report of a case, the expected output, which may be None, and the files of the steps by their names."""
    platform = ("--platform", "windows") if loader.suffix == ".dll" else ()
    text = tool("repro", case, "--loader", loader, "--markdown", *platform).stdout
    prints = re.search(r"## Without Loadstone\n\n[^\n]*prints?:\n\n" + BLOCK, text, re.S)
    return text, prints and prints["text"], files_of(text)


def files_of(text):
    """The files of the steps in a bug report, by their names."""
    blocks = re.finditer(r"<summary>(?P<name>[^<]+)</summary>\n\n" + BLOCK, text, re.S)
    return {block["name"]: block["text"] for block in blocks}


def save(files, folder):
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def run_script(files, folder, *words):
    save(files, folder)
    return subprocess.run(["bash", folder / "steps.sh", *map(str, words)], cwd=folder, stdin=subprocess.DEVNULL,
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
    _, prints, files = report(tool, case, loader)
    assert list(files) == ["steps.sh"]
    result = run_script(files, tmp_path)
    assert result.stdout == prints, result.stderr
    assert "loadstone" not in re.sub(r"/opt/loadstone\b|# .*without Loadstone|LOADSTONE_INTERFACES", "", files["steps.sh"]).replace(
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
    text, prints, files = report(tool, f"LS_VK_ALLOCATION_1/{kind}_of_no_driver", loader)
    assert "the callbacks free nothing that they did not allocate" in text
    assert f"{command}: returns 0; pfnFree was given 1 blocks of others; 0 blocks are left\n" in prints
    assert run_script(files, tmp_path).stdout == prints
    result = run_script(files, tmp_path, REFERENCE)
    assert f"{command}: returns 0; pfnFree was given 0 blocks of others; 0 blocks are left\n" in result.stdout, result.stderr


def test_script_takes_another_loader(tool, tmp_path, faulty):
    case = "LLP_LOADER_3/meta_layer_contains_a_layer_twice"
    _, prints, files = report(tool, case, faulty)
    assert "vkCreateInstance: VK_LAYER_LS_b VK_LAYER_LS_a driver returns 0\n" in prints
    result = run_script(files, tmp_path, REFERENCE)
    assert "vkCreateInstance: VK_LAYER_LS_a VK_LAYER_LS_b driver returns 0\n" in result.stdout, result.stderr


def test_script_takes_another_loader_of_openxr(tool, tmp_path, faulty_openxr):
    _, prints, files = report(tool, "LS_XR_ACTIVATION_9/both_name_a_layer_alone", faulty_openxr)
    assert "xrCreateInstance: returns -36\n" in prints
    result = run_script(files, tmp_path, XR_REFERENCE)
    assert "xrCreateInstance: XR_APILAYER_LS_a runtime returns 0\n" in result.stdout, result.stderr


# Cases with layers that are listed, in the environment, in the chain, and of another major version.
ON_WINDOWS = """
LLP_LOADER_4/implicit_major_version_127
LS_VK_CHAIN_1/implicit_then_environment_then_application
""".split()


XR_ON_WINDOWS = """
LS_XR_ACTIVATION_9/application_repeats_the_first_alone
LS_XR_ACTIVATION_1/beside_explicit_layers
""".split()
DLL_OF_CASE = [*((case, FOR_WINDOWS, "vkCreateInstance: VK_LAYER_LS_") for case in ON_WINDOWS),
               *((case, XR_FOR_WINDOWS, "xrCreateInstance: XR_APILAYER_LS_") for case in XR_ON_WINDOWS)]


@NEEDS_WINE
@pytest.mark.parametrize("case, loader, printed", DLL_OF_CASE)
def test_script_shows_under_wine_what_the_case_showed(case, loader, printed, tool, tmp_path):
    text, prints, files = report(tool, case, loader)
    assert text.count("[HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\") == files["case.reg"].count("[HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\")
    result = run_script(files, tmp_path)
    assert result.stdout == prints, result.stderr
    assert printed in prints


@pytest.fixture(name="cmd", scope="module")
def fixture_cmd(tmp_path_factory):
    if not HAS_WINE:
        pytest.skip("there is no Wine: Debian's package wine64")
    with CmdUnderWine(tmp_path_factory.mktemp("cmd")) as cmd:
        yield cmd


@pytest.mark.parametrize("case, loader, printed", DLL_OF_CASE)
def test_script_for_cmd_shows_what_the_case_showed(case, loader, printed, tool, tmp_path, cmd):
    _, prints, files = report(tool, case, loader)
    save(files, tmp_path)
    before = cmd.machine()
    result = cmd.run(tmp_path / "steps.cmd", loader)
    assert result.stdout == prints, result.stderr
    assert printed in prints
    assert cmd.machine() == before, "something stays"


def test_script_for_cmd_leaves_a_machine_alone_that_has_a_file_or_a_value_of_the_case(tool, tmp_path, cmd):
    _, _, files = report(tool, ON_WINDOWS[1], FOR_WINDOWS)
    save(files, tmp_path)
    path = "C:\\manifests\\HKLM\\SOFTWARE\\Khronos\\Vulkan\\Drivers\\driver.json"
    file = cmd.drive_c / path[3:].replace("\\", "/")
    file.parent.mkdir(parents=True)
    file.write_text("{}", encoding="utf-8")
    result = cmd.run(tmp_path / "steps.cmd", FOR_WINDOWS)
    assert f"steps: use another machine: this one has the file {path}" in result.stderr
    assert (result.returncode, result.stdout, file.read_text(encoding="utf-8")) == (2, "", "{}")
    shutil.rmtree(cmd.drive_c / "manifests")
    key = "HKLM\\SOFTWARE\\Khronos\\Vulkan\\Drivers"
    cmd.reg("add", key, "/v", path, "/t", "REG_DWORD", "/d", "1")
    result = cmd.run(tmp_path / "steps.cmd", FOR_WINDOWS)
    assert f"steps: use another machine: this one has the value {path}" in result.stderr
    assert (result.returncode, result.stdout) == (2, "")
    assert path in cmd.reg("query", key)
    cmd.reg("delete", key, "/v", path, "/f")


def test_script_for_cmd_says_what_is_missing(tool, tmp_path, cmd):
    _, _, files = report(tool, ON_WINDOWS[0], FOR_WINDOWS)
    save(files, tmp_path)
    for words, changes, told in [
            ([], {}, "usage: steps.cmd LOADER"),
            (["C:\\no.dll"], {}, 'steps.cmd: the loader "C:\\no.dll" does not exist'),
            ([FOR_WINDOWS], {"CC": "C:\\no.exe"}, 'steps.cmd: "C:\\no.exe" does not start: set CC to the path of gcc')]:
        result = cmd.run(tmp_path / "steps.cmd", *words, **changes)
        assert (result.returncode, result.stdout) == (2, "")
        assert told in result.stderr


@NEEDS_WINE
def test_script_for_a_loader_that_asks_dxgi_finds_its_drivers(tool, tmp_path):
    row = variants.read(variants.READINGS)["registered_drivers_where_dxgi_starts"]
    _, prints, files = report(tool, ON_WINDOWS[0], build_variant.build(row, BUILD, tmp_path))
    assert " driver returns 0" in prints
    assert run_script(files, tmp_path).stdout == prints


@NEEDS_WINE
def test_script_takes_another_loader_for_windows(tool, tmp_path):
    changed = tmp_path / FOR_WINDOWS.name
    changed.write_bytes(FOR_WINDOWS.read_bytes().replace(b"VK_INSTANCE_LAYERS\0", b"VK_INSTANCE_LAYERZ\0"))
    _, prints, files = report(tool, ON_WINDOWS[1], FOR_WINDOWS)
    assert "VK_LAYER_LS_implicit VK_LAYER_LS_env_1 VK_LAYER_LS_env_2 VK_LAYER_LS_app_1" in prints
    result = run_script(files, tmp_path, changed)
    assert "VK_LAYER_LS_implicit VK_LAYER_LS_app_1 VK_LAYER_LS_app_2 driver" in result.stdout, result.stderr


def test_script_says_what_is_missing(tool, tmp_path, faulty):
    case = "LLP_LOADER_3/meta_layer_contains_a_layer_twice"
    _, _, files = report(tool, case, faulty)
    result = run_script(files, tmp_path, "/nowhere.so")
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
    _, _, files = report(tool, case, loader)
    save(files, tmp_path)
    subprocess.run(["shellcheck", tmp_path / "steps.sh"], check=True)


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
    text, prints, files = report(tool, case, loader)
    assert prints is None and not files
    assert re.search(rf"There is no script: .*{why}.*\.\n", text)
