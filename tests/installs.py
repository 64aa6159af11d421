# SPDX-License-Identifier: Apache-2.0
"""Registries after an installation, for the tests of check-install: as files exported by the registry editor, and as
Wine prefixes."""

import dataclasses
import json
import os
import struct

LAYERS = r"HKLM\SOFTWARE\Khronos\Vulkan\ExplicitLayers"
DRIVERS = r"HKLM\SOFTWARE\Khronos\Vulkan\Drivers"
DEVICE = r"HKLM\SYSTEM\CurrentControlSet\Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318}\0000"
API_LAYERS = r"HKLM\SOFTWARE\Khronos\OpenXR\1\ApiLayers\Implicit"
RUNTIME = r"HKLM\SOFTWARE\Khronos\OpenXR\1"
AVAILABLE = RUNTIME + r"\AvailableRuntimes"
NAMES = {"HKLM": "HKEY_LOCAL_MACHINE", "HKCU": "HKEY_CURRENT_USER"}
MANIFEST = r"C:\vendor\vendor.json"


def text(value):
    return 1, (value + "\0").encode("utf-16-le")


def texts(*values):
    return 7, "".join(value + "\0" for value in (*values, "")).encode("utf-16-le")


def dword(number):
    return 4, struct.pack("<I", number)


def exported(values, header="Windows Registry Editor Version 5.00"):
    """{(key, name): (type, data)} in the format of an export of the registry editor."""
    lines = [header, ""]
    for (key, name), (kind, data) in values.items():
        root, rest = key.split("\\", 1)
        quoted = name.replace("\\", "\\\\").replace('"', '\\"')
        lines += [f"[{NAMES[root]}\\{rest}]", f'"{quoted}"=hex({kind:x}):{data.hex(",")}', ""]
    return "\r\n".join(lines)


def of_wine(values, root):
    """The values below a root in Wine's format."""
    lines = ["WINE REGISTRY Version 2", ";; All keys relative to \\\\Machine", "", "#arch=win64", ""]
    for (key, name), (kind, data) in values.items():
        if key.split("\\", 1)[0] != root:
            continue
        quoted = name.replace("\\", "\\\\")
        path = key.split("\\", 1)[1].replace("\\", "\\\\")
        lines += [f"[{path}] 1700000000", "#time=1da0000000", f'"{quoted}"=hex({kind:x}):{data.hex(",")}', ""]
    return "\n".join(lines)


@dataclasses.dataclass(frozen=True)
class State:
    """A machine: the values of its registry, and the files of its drive C by their Windows paths."""
    values: dict = dataclasses.field(default_factory=dict)
    files: dict = dataclasses.field(default_factory=dict)

    def export(self, path):
        path.write_bytes(exported(self.values).encode("utf-16"))
        return path

    def prefix(self, path):
        (path / "drive_c").mkdir(parents=True)
        (path / "dosdevices").mkdir()
        os.symlink("../drive_c", path / "dosdevices" / "c:")
        for file, root in (("system.reg", "HKLM"), ("user.reg", "HKCU")):
            (path / file).write_text(of_wine(self.values, root), encoding="utf-8")
        for name, content in self.files.items():
            place = path / "drive_c" / name[3:].replace("\\", "/")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(content, encoding="utf-8")
        return path


# What was on the machine before the installation: components of another vendor.
BEFORE = State({(LAYERS, r"C:\other\other.json"): dword(0), (API_LAYERS, r"C:\other\xr.json"): dword(1),
                (DEVICE, "DriverDesc"): text("A device")}, {r"C:\other\other.json": "{}"})


def after(values, files=None):
    manifests = {MANIFEST: "{}", r"C:\vendor\second.json": '{"a": 1}'}
    return State({**BEFORE.values, **values}, {**BEFORE.files, **(manifests if files is None else files)})


@dataclasses.dataclass(frozen=True)
class Install:
    after: State
    words: tuple = ()
    uninstalled: State = BEFORE
    before: State = BEFORE


VULKAN_LAYER = {(LAYERS, MANIFEST): dword(0), (r"HKCU\SOFTWARE\Khronos\Vulkan\ImplicitLayers", MANIFEST): dword(1)}
SOFTWARE_DRIVER = {(DRIVERS, MANIFEST): dword(0)}
DEVICE_DRIVER = {(DEVICE, "VulkanDriverName"): texts(MANIFEST, r"C:\vendor\second.json"),
                 (DEVICE, "VulkanDriverNameWow"): text(r"C:\vendor\second.json"),
                 (DEVICE, "VulkanImplicitLayers"): text(MANIFEST)}
API_LAYER = {(API_LAYERS, MANIFEST): dword(0)}
ACTIVE_RUNTIME = {(RUNTIME, "ActiveRuntime"): text(MANIFEST), (AVAILABLE, MANIFEST): dword(0),
                  (r"HKLM\SOFTWARE\Khronos\OpenXR\2", "ActiveRuntime"): text(r"C:\vendor\second.json"),
                  (r"HKLM\SOFTWARE\Khronos\OpenXR\2\AvailableRuntimes", r"C:\vendor\second.json"): dword(0)}
GOOD = [
    Install(after(VULKAN_LAYER), ("--installer", "application")),
    Install(after(SOFTWARE_DRIVER), ("--installer", "application")),
    Install(after(DEVICE_DRIVER), ("--installer", "driver")),
    Install(after(API_LAYER)),
    Install(after(ACTIVE_RUNTIME)),
]

OLD = r"C:\vendor\1\vendor.json"
NEW = r"C:\vendor\2\vendor.json"
OLD_LIBRARY = r"C:\vendor\1\vendor.dll"


def manifest(kind, name="vendor", **members):
    """The text of a manifest with one layer, driver or runtime."""
    return json.dumps({kind: {"name": name, "library_path": ".\\vendor.dll", **members}})


def state(place, *paths, kind="layer", **members):
    """The machine BEFORE with further manifests of one component, each of which has a value in `place`."""
    values = {(place, path): dword(0) for path in paths}
    return State({**BEFORE.values, **values},
                 {**BEFORE.files, **{path: manifest(kind, **members) for path in paths}})


def without(one, *values, files=()):
    """The same machine without these values and files."""
    return State({key: data for key, data in one.values.items() if key not in values},
                 {path: text for path, text in one.files.items() if path not in files})


UPDATE = ("--update",)
OTHER_DRIVER = state(DRIVERS, r"C:\other\driver.json", kind="ICD")
OTHER_RUNTIME = state(AVAILABLE, r"C:\other\runtime.json", kind="runtime")
# Installers that replace an older version of their product, and install beside other products.
GOOD += [
    Install(state(LAYERS, NEW), UPDATE, before=state(LAYERS, OLD)),
    Install(state(DRIVERS, NEW, kind="ICD"), UPDATE, before=state(DRIVERS, OLD, kind="ICD")),
    Install(state(API_LAYERS, NEW, kind="api_layer"), UPDATE, before=state(API_LAYERS, OLD, kind="api_layer")),
    Install(state(AVAILABLE, NEW, kind="runtime"), UPDATE, before=state(AVAILABLE, OLD, kind="runtime")),
]

APPLICATION = ("--installer", "application")
DRIVER = ("--installer", "driver")
NO_FILES = {}
# For each case a change of a good installation on which the case fails.
BROKEN = {
    "LS_VK_LAYER_26/names_are_absolute_paths": Install(after({(LAYERS, r"vendor\vendor.json"): dword(0)})),
    "LS_VK_LAYER_26/names_lead_to_manifests": Install(after(VULKAN_LAYER, NO_FILES)),
    "LS_VK_LAYER_23/values_are_absolute_paths":
        Install(after({(DEVICE, "VulkanExplicitLayers"): texts(MANIFEST, "vendor.json")})),
    "LS_VK_LAYER_23/values_are_texts":
        Install(after({(DEVICE, "VulkanExplicitLayersWow"): (2, text(MANIFEST)[1])})),
    "LS_VK_LAYER_23/values_lead_to_manifests":
        Install(after({(DEVICE, "VulkanExplicitLayers"): text(MANIFEST)}, {MANIFEST: "no JSON"})),
    "LS_VK_LAYER_21/application_uses_the_keys_for_layers":
        Install(after({(DEVICE, "VulkanExplicitLayers"): text(MANIFEST)}), APPLICATION),
    "LS_VK_LAYER_24/application_leaves_devices_alone":
        Install(after({**VULKAN_LAYER, (DEVICE, "VulkanDriverName"): text(MANIFEST)}), APPLICATION),
    "LS_VK_LAYER_25/driver_leaves_the_keys_for_layers_alone":
        Install(after({**DEVICE_DRIVER, **VULKAN_LAYER}), DRIVER),
    "LLP_LAYER_20/uninstalling_leaves_no_layer":
        Install(after(VULKAN_LAYER), uninstalled=State({**BEFORE.values, (LAYERS, MANIFEST): dword(0)})),
    "LLP_LAYER_20/updating_leaves_no_old_layer":
        Install(state(LAYERS, OLD, NEW), UPDATE, before=state(LAYERS, OLD)),
    "LS_VK_LAYER_34/values_of_others_stay":
        Install(without(after(VULKAN_LAYER), (LAYERS, r"C:\other\other.json"))),
    "LDP_DRIVER_11/updating_leaves_no_old_driver":
        Install(without(state(DRIVERS, OLD, NEW, kind="ICD"), files=[OLD]), before=state(DRIVERS, OLD, kind="ICD")),
    "LS_VK_DRIVER_29/values_of_others_stay":
        Install(State({**OTHER_DRIVER.values, **SOFTWARE_DRIVER}, {**OTHER_DRIVER.files, MANIFEST: "{}"}),
                uninstalled=without(OTHER_DRIVER, (DRIVERS, r"C:\other\driver.json")), before=OTHER_DRIVER),
    "LDP_DRIVER_11/uninstalling_leaves_no_driver":
        Install(after(DEVICE_DRIVER), uninstalled=State(BEFORE.values, {**BEFORE.files, MANIFEST: "{}"})),
    "LS_VK_DRIVER_16/driver_uses_the_keys_of_devices": Install(after(SOFTWARE_DRIVER), DRIVER),
    "LS_VK_DRIVER_23/names_are_full_paths": Install(after({(DRIVERS, "\\vendor\\vendor.json"): dword(0)})),
    "LS_VK_DRIVER_23/data_is_a_number": Install(after({(DRIVERS, MANIFEST): text("0")})),
    "LS_VK_DRIVER_23/names_lead_to_manifests": Install(after(SOFTWARE_DRIVER, {MANIFEST + "\\x": ""})),
    "LS_VK_DRIVER_24/values_are_full_paths": Install(after({(DEVICE, "VulkanDriverName"): text("vendor.json")})),
    "LS_VK_DRIVER_24/values_are_texts":
        Install(after({(DEVICE, "VulkanDriverName"): (2, text(MANIFEST)[1])})),
    "LS_VK_DRIVER_24/values_lead_to_manifests": Install(after(DEVICE_DRIVER, NO_FILES)),
    "LS_XR_LAYER_31/names_are_full_paths": Install(after({(API_LAYERS, "vendor.json"): dword(0)})),
    "LS_XR_LAYER_31/names_end_in_json": Install(after({(API_LAYERS, r"C:\vendor\vendor.txt"): dword(0)})),
    "LS_XR_LAYER_31/data_is_a_number": Install(after({(API_LAYERS, MANIFEST): text("0")})),
    "LS_XR_LAYER_31/names_lead_to_manifests": Install(after(API_LAYER, {MANIFEST: "[]"})),
    "LS_XR_LAYER_38/uninstalling_leaves_no_layer":
        Install(after(API_LAYER), uninstalled=State({**BEFORE.values, **API_LAYER})),
    "LS_XR_LAYER_38/updating_leaves_no_old_layer":
        Install(state(API_LAYERS, OLD, NEW, kind="api_layer"),
                before=State(state(API_LAYERS, OLD, kind="api_layer").values,
                             {**state(API_LAYERS, OLD, kind="api_layer").files, OLD_LIBRARY: ""})),
    "LS_XR_LAYER_38/values_of_others_stay":
        Install(after({**API_LAYER, (API_LAYERS, r"C:\other\enabled.json"): dword(1)}),
                before=State({**BEFORE.values, (API_LAYERS, r"C:\other\enabled.json"): dword(0)}, BEFORE.files)),
    "LS_XR_RUNTIME_26/uninstalling_leaves_no_runtime":
        Install(after(ACTIVE_RUNTIME), uninstalled=State({**BEFORE.values, (RUNTIME, "ActiveRuntime"): text(MANIFEST)})),
    "LS_XR_RUNTIME_26/updating_leaves_no_old_runtime":
        Install(state(AVAILABLE, OLD, NEW, kind="runtime"), UPDATE, before=state(AVAILABLE, OLD, kind="runtime")),
    "LS_XR_RUNTIME_26/values_of_others_stay":
        Install(State({**OTHER_RUNTIME.values, **ACTIVE_RUNTIME}, {**OTHER_RUNTIME.files, MANIFEST: "{}"}),
                uninstalled=without(OTHER_RUNTIME, (AVAILABLE, r"C:\other\runtime.json")), before=OTHER_RUNTIME),
    "LS_XR_RUNTIME_24/value_is_a_text":
        Install(after({(RUNTIME, "ActiveRuntime"): (2, text(MANIFEST)[1]), (AVAILABLE, MANIFEST): dword(0)})),
    "LS_XR_RUNTIME_24/value_is_a_full_path":
        Install(after({(RUNTIME, "ActiveRuntime"): text("\\vendor\\vendor.json")})),
    "LS_XR_RUNTIME_24/value_leads_to_a_manifest": Install(after(ACTIVE_RUNTIME, NO_FILES)),
    "LS_XR_RUNTIME_10/major_versions_have_manifests_of_their_own":
        Install(after({**ACTIVE_RUNTIME, (r"HKLM\SOFTWARE\Khronos\OpenXR\2", "ActiveRuntime"): text(MANIFEST)})),
    "LS_XR_RUNTIME_12/is_among_the_available_runtimes": Install(after({(RUNTIME, "ActiveRuntime"): text(MANIFEST)})),
    "LS_XR_RUNTIME_12/available_runtimes_are_numbers":
        Install(after({**ACTIVE_RUNTIME, (AVAILABLE, MANIFEST): text("0")})),
}
