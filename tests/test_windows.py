# SPDX-License-Identifier: Apache-2.0
"""The reference loaders for Windows under Wine: real DLLs with a real registry.

Under Wine every process has high integrity, so all tests here are elevated. windows_discovery_test.cc tests an ordinary
user's variables and keys on an in-memory machine.
"""

import os
import pathlib
import re
import subprocess

import pytest

from conftest import ROOT
from windows_machine import MACHINE, USER, WINE, Machine, Prefix, data, dword, text, texts

BUILD = pathlib.Path(os.environ.get("LOADSTONE_WINDOWS_BUILD", ROOT / "build-windows")).resolve()
DLLS = BUILD / "lib"

EXPLICIT = "Khronos\\Vulkan\\ExplicitLayers"
IMPLICIT = "Khronos\\Vulkan\\ImplicitLayers"
DRIVERS = "Khronos\\Vulkan\\Drivers"
OPENXR = "Khronos\\OpenXR\\1"

# One prefix for all tests.
pytestmark = pytest.mark.xdist_group("windows")


@pytest.fixture(name="prefix", scope="module")
def fixture_prefix(tmp_path_factory):
    missing = [str(file) for file in WINE if not file.exists()]
    if missing:
        pytest.skip(f"there is no Wine: {', '.join(missing)} (ci/setup.sh installs it)")
    if not (BUILD / "bin" / "vulkan_application.exe").exists():
        pytest.skip(f"nothing is built in {BUILD} (ci/build-windows.sh does it)")
    prefix = Prefix(tmp_path_factory.mktemp("wine") / "prefix")
    yield prefix
    prefix.close()


@pytest.fixture(name="machine")
def fixture_machine(prefix, tmp_path):
    folder = prefix.folder / "drive_c" / "tests" / tmp_path.name
    folder.mkdir(parents=True)
    machine = Machine(prefix, folder)
    for file in ("bin/vulkan_application.exe", "bin/openxr_application.exe", "lib/vulkan-1.dll",
                 "lib/openxr_loader.dll"):
        machine.put(BUILD / file)
    return machine


def vulkan_layer(machine, name, library=None, implicit=False, file=None):
    """Installs a layer that no registry value names yet; returns the path of its manifest. Its DLL is NAME.dll."""
    machine.put(DLLS / "vulkan_layer.dll", f"{name}.dll")
    layer = {"name": name, "type": "GLOBAL", "library_path": library or f".\\{name}.dll",
             "api_version": "1.3.0", "implementation_version": "1", "description": ""}
    if implicit:
        layer["disable_environment"] = {"OFF": "1"}
    return machine.manifest(file or f"{name}.json", {"file_format_version": "1.2.0", "layer": layer})


def vulkan_driver(machine, name, library=None):
    machine.put(DLLS / "vulkan_driver.dll", f"{name}.dll")
    return machine.manifest(f"{name}.json", {
        "file_format_version": "1.0.0",
        "ICD": {"library_path": library or f".\\{name}.dll", "api_version": "1.3.0"}})


def openxr_runtime(machine, name):
    machine.put(DLLS / "openxr_component.dll", f"{name}.dll")
    return machine.manifest(f"{name}.json", {"file_format_version": "1.0.0",
                                             "runtime": {"library_path": f".\\{name}.dll"}})


def openxr_layer(machine, name, implicit=False):
    machine.put(DLLS / "openxr_component.dll", f"{name}.dll")
    layer = {"name": name, "library_path": f".\\{name}.dll", "api_version": "1.0",
             "implementation_version": "1", "description": ""}
    if implicit:
        layer["disable_environment"] = "OFF"
    return machine.manifest(f"{name}.json", {"file_format_version": "1.0.0", "api_layer": layer})


def values(lines, word):
    """The rest of each line that begins with the word."""
    return [line.removeprefix(f"{word} ") for line in lines if line.startswith(f"{word} ")]


@pytest.mark.parametrize("program", ["vulkan", "openxr", "harness"])
def test_the_unit_tests_pass(prefix, program):
    lines = prefix.run(BUILD / "bin" / f"{program}_unit_tests.exe", "--gtest_brief=1")
    assert any(re.fullmatch(r"\[  PASSED  \] [1-9]\d* tests\.", line) for line in lines), lines


def test_only_dword_zero_of_the_machines_own_view_enables_a_layer(machine):
    machine.value(MACHINE, EXPLICIT, vulkan_layer(machine, "good"), dword(0))
    machine.value(MACHINE, IMPLICIT, vulkan_layer(machine, "implicit", implicit=True), dword(0))
    machine.value(MACHINE, EXPLICIT, vulkan_layer(machine, "one"), dword(1))
    machine.value(MACHINE, EXPLICIT, vulkan_layer(machine, "string"), text("0"))
    machine.value(MACHINE, EXPLICIT, vulkan_layer(machine, "quad"), data(11, bytes(8)))
    machine.value(MACHINE, EXPLICIT, vulkan_layer(machine, "binary"), data(3, bytes(4)))
    machine.value(MACHINE, f"WOW6432Node\\{EXPLICIT}", vulkan_layer(machine, "narrow"), dword(0))
    machine.value(USER, EXPLICIT, vulkan_layer(machine, "user"), dword(0))
    assert values(machine.run("vulkan_application.exe"), "layer") == ["implicit", "good"]


def test_what_is_no_manifest_hides_no_layer(machine):
    (machine.folder / "folder.json").mkdir()
    (machine.folder / "folder.json" / "inside.json").write_text("{}")
    (machine.folder / "text.json").write_text("no JSON")
    for name in ("missing.json", "folder.json", "text.json"):
        machine.value(MACHINE, EXPLICIT, machine.path(name), dword(0))
    vulkan_layer(machine, "relative")
    machine.value(MACHINE, EXPLICIT, "relative.json", dword(0))
    machine.value(MACHINE, EXPLICIT, "", dword(0))
    machine.value(MACHINE, EXPLICIT, "\\\\.\\pipe\\none.json", dword(0))
    machine.value(MACHINE, EXPLICIT, vulkan_layer(machine, "good"), dword(0))
    assert values(machine.run("vulkan_application.exe"), "layer") == ["good"]


def test_paths_may_have_any_letters_and_any_length(machine):
    deep = "/".join(["a" * 60] * 5)
    accented = vulkan_layer(machine, "accented", file="\u00e9t\u00e9 \U0001f680/layer.json",
                            library="..\\accented.dll")
    long = vulkan_layer(machine, "long", file=f"{deep}/layer.json")
    assert len(long) > 260
    machine.value(MACHINE, DRIVERS, vulkan_driver(machine, "driver"), dword(0))
    machine.value(MACHINE, EXPLICIT, accented, dword(0))
    machine.value(MACHINE, EXPLICIT, long, dword(0))
    lines = machine.run("vulkan_application.exe", "accented")
    assert sorted(values(lines, "layer")) == ["accented", "long"]
    assert values(lines, "create") == ["accented.dll"]


def test_a_hundred_values_are_a_hundred_layers(machine):
    for number in range(100):
        name = f"layer{number:02}"
        machine.value(MACHINE, EXPLICIT, vulkan_layer(machine, name), dword(0))
    assert len(values(machine.run("vulkan_application.exe"), "layer")) == 100


def test_an_instance_goes_through_the_layers_to_the_driver(machine):
    machine.value(MACHINE, DRIVERS, vulkan_driver(machine, "driver"), dword(0))
    machine.value(MACHINE, DRIVERS, vulkan_driver(machine, "disabled"), dword(1))
    machine.value(USER, DRIVERS, vulkan_driver(machine, "user"), dword(0))
    machine.value(MACHINE, IMPLICIT, vulkan_layer(machine, "implicit", implicit=True), dword(0))
    machine.value(MACHINE, EXPLICIT, vulkan_layer(machine, "asked", library="asked.dll"), dword(0))
    machine.value(MACHINE, EXPLICIT, vulkan_layer(machine, "unasked"), dword(0))
    lines = machine.run("vulkan_application.exe", "asked")
    before, after = lines[:lines.index("enumerated")], lines[lines.index("enumerated"):]
    assert not values(before, "loaded")
    assert sorted(values(after, "loaded")) == ["asked.dll", "driver.dll", "implicit.dll"]
    assert values(after, "create") == ["implicit.dll", "asked.dll"]
    assert values(after, "result") == ["0"]
    assert values(after, "device") == ["of vendor 4660"]
    assert values(after, "sum") == ["2.500000"]


def test_variables_with_paths_are_ignored_by_the_elevated(machine):
    machine.value(MACHINE, DRIVERS, vulkan_driver(machine, "driver"), dword(0))
    machine.value(MACHINE, EXPLICIT, vulkan_layer(machine, "good"), dword(0))
    evil = vulkan_layer(machine, "evil", implicit=True)
    driver = vulkan_driver(machine, "evil_driver")
    variables = {name: evil for name in ("VK_LAYER_PATH", "VK_ADD_LAYER_PATH",
                                         "VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH")}
    variables |= {name: driver for name in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES",
                                            "VK_ADD_DRIVER_FILES")}
    lines = machine.run("vulkan_application.exe", environment=variables)
    assert values(lines, "layer") == ["good"]
    assert values(lines, "loaded") == ["driver.dll"]


def test_adapters_and_their_software_components_bring_layers_and_drivers(machine):
    machine.put(DLLS / "cfgmgr32.dll")
    for device in ("Adapter", "Component", "Monitor", "Disk"):
        machine.value(MACHINE, f"Devices\\{device}", "VulkanExplicitLayers",
                      text(vulkan_layer(machine, device)))
    machine.value(MACHINE, "Devices\\Adapter", "VulkanImplicitLayers", texts(
        vulkan_layer(machine, "first", implicit=True), vulkan_layer(machine, "last", implicit=True)))
    machine.value(MACHINE, "Devices\\Adapter", "VulkanImplicitLayersWow",
                  text(vulkan_layer(machine, "narrow", implicit=True)))
    machine.value(MACHINE, "Devices\\Component", "VulkanDriverName",
                  text(vulkan_driver(machine, "driver")))
    lines = machine.run("vulkan_application.exe", overrides=["cfgmgr32"])
    assert values(lines, "layer") == ["first", "last", "Adapter", "Component"]
    assert values(lines, "device") == ["of vendor 4660"]


def test_the_active_runtime_and_its_layers_are_found(machine):
    machine.value(MACHINE, OPENXR, "ActiveRuntime", text(openxr_runtime(machine, "active")))
    machine.value(USER, OPENXR, "ActiveRuntime", text(openxr_runtime(machine, "users")))
    machine.value(MACHINE, "Khronos\\OpenXR\\2", "ActiveRuntime",
                  text(openxr_runtime(machine, "newer")))
    layers = f"{OPENXR}\\ApiLayers"
    machine.value(MACHINE, f"{layers}\\Explicit", openxr_layer(machine, "asked"), dword(0))
    machine.value(MACHINE, f"{layers}\\Explicit", openxr_layer(machine, "disabled"), dword(1))
    machine.value(USER, f"{layers}\\Implicit", openxr_layer(machine, "implicit", True), dword(0))
    # The runtime in the variable is ignored, because every process here is elevated.
    lines = machine.run("openxr_application.exe", "asked", environment={
        "XR_RUNTIME_JSON": openxr_runtime(machine, "variable")})
    before, after = lines[:lines.index("enumerated")], lines[lines.index("enumerated"):]
    assert values(before, "has") == ["implicit", "asked"]
    assert not values(before, "loaded")
    assert values(after, "layer") == ["implicit.dll", "asked.dll"]
    assert values(after, "runtime") == ["active.dll"]
    assert values(after, "result") == ["0"] and values(after, "system") == ["7"]


@pytest.mark.parametrize("content", [None, dword(0), text(""), data(1, b""), data(1, b"C\0"),
                                     data(3, b"C\0:\0"), text("active.json")])
def test_without_a_path_there_is_no_active_runtime(machine, content):
    openxr_runtime(machine, "active")
    if content is not None:
        machine.value(MACHINE, OPENXR, "ActiveRuntime", content)
    lines = machine.run("openxr_application.exe")
    assert values(lines, "result") == ["-51"]  # XR_ERROR_RUNTIME_UNAVAILABLE
    assert not values(lines, "loaded")


def test_a_path_without_an_end_is_a_path(machine):
    path = openxr_runtime(machine, "active").encode("utf-16-le")
    machine.value(MACHINE, OPENXR, "ActiveRuntime", data(1, path))
    assert values(machine.run("openxr_application.exe"), "runtime") == ["active.dll"]


@pytest.mark.parametrize("dll, prefix_of_names, own, foreign", [
    ("vulkan-1.dll", "vk", "vkCreateWin32SurfaceKHR", "vkCreateXcbSurfaceKHR"),
    ("openxr_loader.dll", "xr", "xrCreateInstance", "xrNegotiateLoaderRuntimeInterface")])
def test_only_functions_of_the_api_are_exported(dll, prefix_of_names, own, foreign):
    if not (DLLS / dll).exists():
        pytest.skip(f"nothing is built in {BUILD} (ci/build-windows.sh does it)")
    headers = subprocess.run(["x86_64-w64-mingw32-objdump", "-p", DLLS / dll], check=True, text=True,
                             stdout=subprocess.PIPE).stdout
    table = headers[headers.index("[Ordinal/Name Pointer]"):]
    names = re.findall(r"^\s*\[\s*\d+\]\s+(?:\+base\[\s*\d+\]\s+)?(?:[0-9a-f]+\s+)?(\w+)$", table,
                       re.MULTILINE)
    assert own in names and foreign not in names
    assert all(name.startswith(prefix_of_names) for name in names)
    libraries = set(re.findall(r"DLL Name: (\S+)", headers))
    assert libraries <= {"ADVAPI32.dll", "CFGMGR32.dll", "KERNEL32.dll", "msvcrt.dll"}
