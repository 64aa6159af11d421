# SPDX-License-Identifier: Apache-2.0
"""Android device images for the tests of check-image: small trees, a good one and, for each case, one that violates
only its rule."""

import dataclasses
import json
import os
import struct

CORE = "suites/vulkan/call_chain/core_commands.h"
WINDOW_SYSTEM = ["vkCreateAndroidSurfaceKHR", "vkDestroySurfaceKHR", "vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
                 "vkGetPhysicalDeviceSurfaceFormatsKHR", "vkGetPhysicalDeviceSurfacePresentModesKHR",
                 "vkGetPhysicalDeviceSurfaceSupportKHR", "vkAcquireNextImageKHR", "vkCreateSwapchainKHR",
                 "vkDestroySwapchainKHR", "vkGetSwapchainImagesKHR", "vkQueuePresentKHR"]
NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"
OF_A_LAYER = [NEGOTIATE, "vkEnumerateInstanceLayerProperties"]


def elf(bits, exports=(), soname=None):
    """A shared library that contains only a table of dynamic symbols and, optionally, a SONAME."""
    wide = bits == 64
    texts, places = b"\0", {}
    for text in (*exports, *([soname] if soname else [])):
        places[text] = len(texts)
        texts += text.encode() + b"\0"
    symbols = b"\0" * (24 if wide else 16)
    for name in exports:  # global functions, in section 1
        symbols += (struct.pack("<IBBHQQ", places[name], 0x12, 0, 1, 0, 0) if wide
                    else struct.pack("<IIIBBH", places[name], 0, 0, 0x12, 0, 1))
    entry = "<QQ" if wide else "<II"
    dynamic = (struct.pack(entry, 14, places[soname]) if soname else b"") + struct.pack(entry, 0, 0)
    header_size, row_size = (64, 64) if wide else (52, 40)
    parts, rows, place = [texts, symbols, dynamic], [(0,) * 10], header_size
    for kind, link, each, part in ((3, 0, 0, texts), (11, 1, 24 if wide else 16, symbols),
                                   (6, 1, 16 if wide else 8, dynamic)):
        rows.append((0, kind, 2, 0, place, len(part), link, 1, 1, each))
        place += len(part)
    row = "<IIQQQQIIQQ" if wide else "<IIIIIIIIII"
    ident = b"\x7fELF" + bytes([2 if wide else 1, 1, 1]) + b"\0" * 9
    header = ident + struct.pack("<HHIQQQIHHHHHH" if wide else "<HHIIIIIHHHHHH", 3, 183 if wide else 40, 1, 0, 0,
                                 place, 0, header_size, 0, 0, row_size, len(rows), 0)
    return header + b"".join(parts) + b"".join(struct.pack(row, *each) for each in rows)


def core_commands(root):
    """The commands of Vulkan 1.0, from the table that the cases use."""
    lines = (root / CORE).read_text(encoding="utf-8").splitlines()
    return [line.split('"')[1] for line in lines if line.strip().startswith('{0, "')]


def permissions(name, version):
    said = "" if version is None else f' version="{version}"'
    return f'<?xml version="1.0" encoding="utf-8"?>\n<permissions>\n<feature name="{name}"{said} />\n</permissions>\n'


VERSION, LEVEL, DEQP = ("android.hardware.vulkan.version", "android.hardware.vulkan.level",
                        "android.software.vulkan.deqp.level")
VERSION_FILE, LEVEL_FILE, DEQP_FILE = (f"vendor/etc/permissions/{name}.xml" for name in (VERSION, LEVEL, DEQP))
SYSTEM_PROPERTIES = {"ro.build.version.sdk": "34", "ro.build.type": "user", "ro.product.cpu.abilist": "arm64-v8a,armeabi-v7a",
                     "ro.product.cpu.abilist32": "armeabi-v7a", "ro.product.cpu.abilist64": "arm64-v8a"}
VENDOR_PROPERTIES = {"ro.hardware.vulkan": "soc", "ro.board.platform": "board", "ro.opengles.version": "196610",
                     "ro.product.first_api_level": "33"}
DRIVERS = ("vendor/lib/hw/vulkan.soc.so", "vendor/lib64/hw/vulkan.board.so")
LOADERS = ("system/lib/libvulkan.so", "system/lib64/libvulkan.so")
API_LAYER = "product/etc/openxr/1/api_layers/implicit.d/layer.json"
RUNTIME = "vendor/etc/openxr/1/active_runtime.json"


def properties(values):
    return "# properties\n" + "".join(f"{name}={value}\n" for name, value in values.items())


def good(root):
    """The files of a good image: {path: bytes}."""
    exports = core_commands(root) + WINDOW_SYSTEM
    layer = api_layer(name="XR_APILAYER_vendor_a", library_path="../../../../../lib64/libvendor.so")
    runtime = {"file_format_version": "1.0.0", "runtime": {"library_path": "/vendor/lib64/libruntime.so"}}
    files = {"system/build.prop": properties(SYSTEM_PROPERTIES), "vendor/build.prop": properties(VENDOR_PROPERTIES),
             VERSION_FILE: permissions(VERSION, 0x403000), LEVEL_FILE: permissions(LEVEL, 1),
             DEQP_FILE: permissions(DEQP, 0x07E70301), API_LAYER: layer, RUNTIME: json.dumps(runtime),
             "product/lib64/libvendor.so": elf(64), "vendor/lib64/libruntime.so": elf(64),
             "system/app/game/lib/arm64/libVkLayer_game.so": elf(64, OF_A_LAYER)}
    files |= {LOADERS[0]: elf(32, exports, "libvulkan.so"), LOADERS[1]: elf(64, exports, "libvulkan.so"),
              DRIVERS[0]: elf(32), DRIVERS[1]: elf(64)}
    return files


@dataclasses.dataclass(frozen=True)
class Change:
    """How an image differs from the good one: files (None: missing), properties likewise, symbolic links, and further
    command-line arguments."""
    files: dict = dataclasses.field(default_factory=dict)
    system: dict = dataclasses.field(default_factory=dict)
    vendor: dict = dataclasses.field(default_factory=dict)
    links: dict = dataclasses.field(default_factory=dict)
    ndk: bytes = b""


def make(root, folder, change=Change()):
    """Makes the changed image in a new folder; returns the command-line arguments for it."""
    files = good(root) | change.files
    for file, values in (("system/build.prop", SYSTEM_PROPERTIES | change.system),
                         ("vendor/build.prop", VENDOR_PROPERTIES | change.vendor)):
        files[file] = properties({name: value for name, value in values.items() if value is not None})
    for name, content in files.items():
        path = folder / name
        if content is None:
            path.unlink(missing_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)  # from an earlier image in the folder; may be a link
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    for name, target in change.links.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if os.path.lexists(path):
            path.unlink()
        os.symlink(target, path)
    if not change.ndk:
        return [folder]
    ndk = folder.with_suffix(".ndk")
    ndk.write_bytes(change.ndk)
    return [folder, "--ndk-library", ndk]


APEX = "vendor/apex/com.vendor.vulkan"
APEX_MANIFEST = b"\x0a\x11com.vendor.vulkan\x10\x01"
WITH_APEX = Change(files={f"{APEX}/apex_manifest.pb": APEX_MANIFEST, f"{APEX}/lib64/hw/vulkan.soc.so": elf(64),
                          DRIVERS[0]: None, DRIVERS[1]: None}, vendor={"ro.vulkan.apex": "com.vendor.vulkan"})


def without(root, *names):
    """A 64-bit loader that lacks these exports."""
    return elf(64, [name for name in core_commands(root) + WINDOW_SYSTEM if name not in names], "libvulkan.so")


def api_layer(**members):
    layer = {"name": "XR_A", "library_path": "liba.so", "api_version": "1.0", "implementation_version": "1",
             "description": "a layer", "disable_environment": "NO_A"}
    changed = {name: value for name, value in (layer | members).items() if value is not None}
    return json.dumps({"file_format_version": "1.0.0", "api_layer": changed})


def broken(root):
    """For each case an image on which it fails, and that violates no other rule."""
    device = "LS_ANDROID_DEVICE_"
    return {
        device + "1/image_has_a_driver": Change(files={DRIVERS[0]: None, DRIVERS[1]: None}),
        device + "2/opengl_es_is_3_1": Change(vendor={"ro.opengles.version": "196608"}),
        device + "3/version_is_declared": Change(files={VERSION_FILE: None}),
        device + "3/level_is_a_number": Change(files={LEVEL_FILE: permissions(LEVEL, "one")}),
        device + "3/level_is_declared": Change(files={LEVEL_FILE: None}),
        device + "4/loader_is_in_its_place": Change(files={LOADERS[0]: None}),
        device + "4/loader_is_of_its_abi": Change(files={LOADERS[0]: good(root)[LOADERS[1]]}),
        device + "5/ndk_exports_what_the_loader_exports": Change(ndk=elf(64, ["vkOfTheFuture"], "libvulkan.so")),
        device + "6/driver_has_a_name_of_the_device": Change(vendor={"ro.hardware.vulkan": "other"}),
        device + "7/apex_is_there": Change(files=WITH_APEX.files, vendor={"ro.vulkan.apex": "com.vendor.other"}),
        device + "7/apex_has_the_driver": Change(
            files=WITH_APEX.files | {f"{APEX}/lib64/hw/vulkan.soc.so": None, DRIVERS[1]: elf(64)}, vendor=WITH_APEX.vendor),
        device + "8/image_has_no_layers": Change(files={"system/lib64/libtracer.so": elf(64, OF_A_LAYER)}),
        device + "8/image_has_no_files_of_layers": Change(files={"vendor/etc/vulkan/implicit_layer.d/a.json": "{}"}),
        "LS_VK_LAYER_17/exports_the_introspection":
            Change(files={"system/app/game/lib/arm64/libVkLayer_game.so": elf(64, [NEGOTIATE])}),
        device + "11/vulkan_is_supported": Change(files={VERSION_FILE: None}),
        device + "12/launched_with_android_13": Change(files={VERSION_FILE: permissions(VERSION, 0x401000)}),
        device + "13/launched_with_android_10": Change(files={VERSION_FILE: permissions(VERSION, 0x400003)},
                                                       vendor={"ro.product.first_api_level": "29"}),
        device + "14/version_is_a_number": Change(files={"odm/etc/permissions/b.xml": permissions(VERSION, "1.3")}),
        device + "14/version_is_one_of_vulkan": Change(files={VERSION_FILE: permissions(VERSION, 0x13000000)}),
        device + "15/permissions_are_well_formed": Change(files={"odm/etc/permissions/vulkan.xml": "<permissions><feature"}),
        device + "18/deqp_level_is_declared": Change(files={DEQP_FILE: None}),
        device + "19/deqp_level_is_a_date": Change(files={DEQP_FILE: permissions(DEQP, 0x07E71301)}),
        device + "20/deqp_level_is_not_too_low": Change(files={DEQP_FILE: permissions(DEQP, 0x010307E6)}),
        device + "23/manifests_are_valid": Change(files={API_LAYER: api_layer(name=7)}),
        device + "23/libraries_are_there": Change(files={API_LAYER: api_layer(library_path="/product/lib64/libnone.so")}),
        device + "24/manifest_is_valid": Change(files={RUNTIME: '{"runtime": {}}'}),
        device + "24/library_is_there": Change(files={"vendor/lib64/libruntime.so": None}),
        device + "25/soname_is_the_name_of_the_file": Change(
            files={LOADERS[1]: elf(64, core_commands(root) + WINDOW_SYSTEM, "libvulkan.so.1")}),
        "LS_ANDROID_LOADER_1/core_entry_points_are_exported": Change(files={LOADERS[1]: without(root, "vkQueueSubmit")}),
        "LS_ANDROID_LOADER_2/window_system_entry_points_are_exported":
            Change(files={LOADERS[1]: without(root, "vkQueuePresentKHR")}),
    }


# Further images that the cases are seen failing on.
OTHER_ROOT = permissions(VERSION, 0x403000).replace("permissions>", "features>")
MORE_BROKEN = [
    # A layer of Android that does not negotiate, and one in a folder of libraries that is called app.
    ("LS_ANDROID_DEVICE_8/image_has_no_layers",
     Change(files={"system/lib64/libtracer.so": elf(64, ["vkEnumerateInstanceLayerProperties", "vkGetInstanceProcAddr"])})),
    ("LS_ANDROID_DEVICE_8/image_has_no_layers", Change(files={"system/lib64/app/libtracer.so": elf(64, OF_A_LAYER)})),
    ("LS_ANDROID_DEVICE_8/image_has_no_files_of_layers",
     Change(files={"system/lib64/app/libVkLayer_tracer.so": elf(64)})),
    # Files of permissions where Android reads none, and one that it does not take for such a file.
    *[("LS_ANDROID_DEVICE_3/version_is_declared", Change(files={VERSION_FILE: None, path: permissions(VERSION, 0x403000)}))
      for path in ("vendor/overlay/extra/etc/permissions/vulkan.xml", "data/local/etc/permissions/vulkan.xml",
                   "data/etc/permissions/vulkan.xml")],
    ("LS_ANDROID_DEVICE_15/permissions_are_well_formed", Change(files={"odm/etc/permissions/vulkan.xml": OTHER_ROOT})),
]
# Rules with the same effect on an image: what violates one also violates the other.
TOGETHER = {
    "LS_ANDROID_DEVICE_3/version_is_declared": {"LS_ANDROID_DEVICE_11/vulkan_is_supported"},
    "LS_ANDROID_DEVICE_11/vulkan_is_supported": {"LS_ANDROID_DEVICE_3/version_is_declared"},
}
