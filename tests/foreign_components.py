# SPDX-License-Identifier: Apache-2.0
"""Layers, drivers and runtimes for Windows and macOS, made with Debian's linkers for these systems: a good one and its
manifest for each kind of subject."""

import dataclasses
import json
import pathlib
import shutil
import subprocess

from checked_components import GOOD_MEMBERS
from layer_variants import API_VERSIONS, NAMES

PLATFORMS = ("windows", "macos")
SYSTEM = {"windows": "Windows", "macos": "macOS"}
SUFFIX = {"windows": "dll", "macos": "dylib"}
EXPORT = {"windows": "__declspec(dllexport) ", "macos": ""}


@dataclasses.dataclass(frozen=True)
class Subject:
    """A kind of component: the verb that judges it, the name and the members of its manifest object, the function that
    its library exports, and the cases that judge the library file."""
    verb: str
    member: str
    members: dict
    function: str
    exports: str
    suffix: str
    there: str


LAYER = {"type": "GLOBAL", "implementation_version": "1", "description": "a layer to be checked"}
SUBJECTS = {
    "runtime": Subject("check-runtime", "runtime", {"name": "a runtime"}, "xrNegotiateLoaderRuntimeInterface",
                       "LS_XR_RUNTIME_1/exports_the_negotiation", "LS_XR_RUNTIME_9/library_has_the_usual_suffix",
                       "LS_XR_RUNTIME_8/library_is_there"),
    "driver": Subject("check-driver", "ICD", {"api_version": GOOD_MEMBERS["driver"]["api_version"]},
                      "vk_icdGetInstanceProcAddr", "LS_VK_DRIVER_13/exports_what_version_0_needs",
                      "LS_VK_DRIVER_17/library_has_the_usual_suffix", "LDP_DRIVER_4/library_is_there"),
    "vulkan layer": Subject("check-layer", "layer",
                            {"name": NAMES["vulkan"], "api_version": API_VERSIONS["vulkan"], **LAYER},
                            "vkNegotiateLoaderLayerInterfaceVersion", "LLP_LAYER_4/exports_the_negotiation",
                            "LS_VK_LAYER_18/library_has_the_usual_suffix", "LLP_LAYER_20/library_is_there"),
    "openxr layer": Subject("check-layer", "api_layer",
                            {"name": NAMES["openxr"], "api_version": API_VERSIONS["openxr"],
                             "implementation_version": "1", "description": "a layer to be checked"},
                            "xrNegotiateLoaderApiLayerInterface", "LS_XR_LAYER_1/exports_the_negotiation",
                            "LS_XR_LAYER_30/library_has_the_usual_suffix", "LS_XR_LAYER_25/library_is_there"),
}


def link(platform, path, *functions):
    """Makes a 64-bit x86 library that exports the functions."""
    source = path.with_suffix(".c")
    source.write_text("".join(f"{EXPORT[platform]}int {function}(void) {{ return 0; }}\n" for function in functions),
                      encoding="utf-8")
    if platform == "windows":
        subprocess.run(["x86_64-w64-mingw32-gcc", "-shared", "-o", path, source], check=True)
    else:
        link_for_macos("x86_64", path, source)
    return path


def llvm(name):
    """The path of an LLVM program. Debian installs some of them in /usr/bin only with a version in the name."""
    return pathlib.Path(shutil.which("clang")).resolve().parent / name


def link_for_macos(architecture, path, source):
    """Makes a library for macOS from C source."""
    unlinked = path.with_suffix(".o")
    subprocess.run(["clang", "-target", f"{architecture}-apple-macos11", "-c", source, "-o", unlinked], check=True)
    subprocess.run([llvm("ld64.lld"), "-dylib", "-arch", architecture, "-platform_version", "macos", "11", "11",
                    "-undefined", "dynamic_lookup", "-o", path, unlinked], check=True)


def make_foreign(root, kind, platform, *, functions=None, **members):
    """Makes a component below `root`. `functions` are its exports instead of the correct ones; `members` replace
    members of its manifest. Returns the manifest and the library."""
    subject = SUBJECTS[kind]
    root.mkdir(parents=True)
    library = root / f"component.{SUFFIX[platform]}"
    link(platform, library, *((subject.function,) if functions is None else functions))
    lead = ".\\" if platform == "windows" else "./"
    content = {**subject.members, "library_path": f"{lead}{library.name}", **members}
    version = "1.2.0" if kind == "vulkan layer" else "1.0.1" if kind == "driver" else "1.0.0"
    manifest = root / "component.json"
    manifest.write_text(json.dumps({"file_format_version": version, subject.member: content}), encoding="utf-8")
    return manifest, library
