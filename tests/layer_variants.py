# SPDX-License-Identifier: Apache-2.0
"""How layers to check are made from the mock layers and checked."""

import dataclasses
import json
import re
import shutil
import subprocess

from conftest import BUILD, ROOT

MOCKS = BUILD / "lib" / "loadstone"
NAMES = {"vulkan": "VK_LAYER_LS_checked", "openxr": "XR_APILAYER_LS_checked"}
BELOW = "/opt/loadstone/libVK_LAYER_LS_below.so"
# A layer is judged by its api_version; the newest policy for layers holds since 1.4.326.
API_VERSIONS = {"vulkan": "1.4.330", "openxr": "1.0"}
FORMATS = {"vulkan": "1.2.0", "openxr": "1.0.0"}
GOOD_LIBRARY = {"vulkan": "vulkan_layer_introspective", "openxr": "openxr_layer"}
INTERCEPTED = ["vkEnumeratePhysicalDevices", "vkGetDeviceQueue", "vkDeviceWaitIdle",
               "vkQueueSubmit", "vkCreateBuffer"]
WRAPPED = ["VkInstance", "VkPhysicalDevice", "VkQueue"]
# The manifest entry for an extension that the layer provides itself.
INSTANCE_EXTENSION = {"instance_extensions": [{"name": "VK_LS_own", "spec_version": "1"}]}
OWN = [{"name": "VK_LS_own"}]
OTHER_VERSION = [{"name": "VK_LS_own", "spec_version": 99}]
PRE_INSTANCE = {"disable_environment": {"NO_CHECKED": "1"},
                "pre_instance_functions": {"vkEnumerateInstanceVersion": "lsPreEnumerateInstanceVersion"}}
PRE_INSTANCE_EXTENSIONS = {
    "disable_environment": {"NO_CHECKED": "1"},
    "pre_instance_functions": {"vkEnumerateInstanceExtensionProperties": "lsPreEnumerateInstanceExtensionProperties"}}
DEVICE_EXTENSION = {"device_extensions": [
    {"name": "VK_LS_own", "spec_version": "1", "entrypoints": ["vkOwnLS"]}]}
XR_EXTENSION = {"instance_extensions": [{"name": "XR_LS_own", "extension_version": "1"}]}
XR_TAKEN_OUT = {"extensions": [{"name": "XR_LS_own"}], "takes_out_extensions": True}

# Libraries of interface version 0, without and with a function that this version does not require.
INTERFACE_0 = "".join(f"void {name}(void) {{}}\n" for name in (
    "VK_LAYER_LS_checkedGetInstanceProcAddr", "VK_LAYER_LS_checkedGetDeviceProcAddr",
    "vkEnumerateInstanceLayerProperties", "vkEnumerateInstanceExtensionProperties",
    "vkEnumerateDeviceLayerProperties", "vkEnumerateDeviceExtensionProperties", "vkobject", "ownFunction"))
INTERFACE_0_OF_TWO_LAYERS = INTERFACE_0.replace(
    "void vkEnumerateInstanceLayerProperties(void) {}",
    "int vkEnumerateInstanceLayerProperties(unsigned* count, void* list) { *count = 2; return list != 0 ? 5 : 0; }")
MORE_THAN_INTERFACE_0 = INTERFACE_0 + "void vkQueueSubmit(void) {}\n"

# The commands that the application of the cases calls, and those without which it cannot call most of the others.
XR_LISTS = (ROOT / "suites" / "openxr_layer" / "application_commands.h").read_text(encoding="utf-8")
XR_LISTS = XR_LISTS.split("kXrOnSwapchains")[0]  # another application calls the rest
XR_COMMANDS = re.findall(r'"(xr\w+)"', XR_LISTS)
# Those that change something in the runtime.
XR_CHANGES = re.findall(r'"(xr\w+)"', XR_LISTS.split("kXrQueries")[0])
XR_NEEDED = ("xrCreate", "xrGetSystem", "xrStringToPath", "xrBeginSession", "xrWaitFrame")


@dataclasses.dataclass(frozen=True)
class Variant:
    """How a layer differs from the default one: members of its object in the manifest (None removes one), the
    configuration of its mock, the mock itself or C source instead of it, and the folder of the manifest."""
    manifest: dict = dataclasses.field(default_factory=dict)
    config: dict = dataclasses.field(default_factory=dict)
    library: str = ""
    folder: str = "explicit_layer.d"
    file: str = "layer.json"
    text: str = ""
    format: str = ""
    break_library: str = ""
    source: str = ""


def make_layer(root, api, variant=Variant(), mocks=MOCKS, suffix=".so", compiler="gcc"):
    """Installs a copy of the mock layer in `mocks` below `root`; returns the path of its manifest."""
    folder = root / variant.folder
    folder.mkdir(parents=True)
    library = root / f"liblayer{suffix}"
    shutil.copy(mocks / f"{variant.library or GOOD_LIBRARY[api]}{suffix}", library)
    config = {"name": NAMES[api], "api_version": API_VERSIONS[api], **variant.config}
    (root / f"{library.name}.config").write_text(json.dumps(config), encoding="utf-8")
    if variant.source:
        (root / "layer.c").write_text(variant.source, encoding="utf-8")
        subprocess.run([compiler, "-shared", "-fPIC", "-o", library, root / "layer.c"], check=True)
    if variant.break_library:
        library.write_text(variant.break_library, encoding="utf-8")
    layer = {"name": NAMES[api], "type": "GLOBAL", "library_path": f"../{library.name}",
             "api_version": API_VERSIONS[api], "implementation_version": "1",
             "description": "a layer to be checked", **variant.manifest}
    if api == "openxr":
        layer.pop("type", None)
    layer = {key: value for key, value in layer.items() if value is not None}
    manifest = folder / variant.file
    kind = {"vulkan": "layer", "openxr": "api_layer"}[api]
    manifest.write_text(variant.text or json.dumps(
        {"file_format_version": variant.format or FORMATS[api], kind: layer}),
        encoding="utf-8")
    return manifest


def vulkan(*words, **config):
    """A layer with some misbehavior listed in mock_layers/README.md."""
    return Variant(config={"misbehave": list(words), **config} if words else config)


def negotiation(**answer):
    return Variant(config={"negotiation": answer})


def newest(variant):
    """The same variant, for a version of OpenXR in which every policy holds."""
    return dataclasses.replace(variant, manifest={**variant.manifest, "api_version": "1.1.61"})


def layer_checker(tool, folder, **options):
    """A function that runs check-layer on a manifest, with further words, and returns the JSON report, which it writes
    into `folder`, and the process."""
    def run(manifest, *words):
        path = folder / "report.json"
        result = tool("check-layer", manifest, "--json", path, *words, **options)
        assert result.returncode in (0, 1, 3), result.stderr
        return json.loads(path.read_text(encoding="utf-8")), result
    return run
