#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Generates the loader's tables and trampolines from the prototypes in the OpenXR headers.

Usage: generate.py OPENXR_H OPENXR_PLATFORM_H OUTPUT_FOLDER

Debian has no package of the registry, but the headers contain every prototype and the API version or extension that
each belongs to. The lists below are decisions of the loader that do not follow from the headers.
"""

import pathlib
import re
import sys

import jinja2

# Functions that the loader implements, so that xrGetInstanceProcAddr returns the loader's own.
HAND_WRITTEN = {
    "xrGetInstanceProcAddr", "xrEnumerateApiLayerProperties",
    "xrEnumerateInstanceExtensionProperties", "xrCreateInstance", "xrDestroyInstance",
}

# Functions of core API versions newer than the headers. The loader exports them as well. Their structures are only
# passed on by address.
NEWER_CORE_COMMANDS = {
    "xrLocateSpaces": ["XrSession session", "const void* locateInfo", "void* spaceLocations"],
}

SECTION_OR_PROTOTYPE = re.compile(
    r"^#define (?P<version>XR_VERSION_\d+_\d+) 1$"
    r'|^#define XR_\w+_EXTENSION_NAME\s+"(?P<extension>\w+)"'
    r"|^XRAPI_ATTR\s+(?P<result>\w+)\s+XRAPI_CALL\s+(?P<name>xr\w+)\((?P<parameters>[^)]*)\);",
    re.MULTILINE)


class Command:
    def __init__(self, name, parameters, section):
        self.name = name
        self.parameters = parameters
        self.core = section.startswith("XR_VERSION_")
        self.extension = None if self.core else section

    @property
    def signature(self):
        return ", ".join(self.parameters)

    @property
    def arguments(self):
        return ", ".join(re.search(r"(\w+)(\[\w*\])?$", p).group(1) for p in self.parameters)

    @property
    def handle(self):
        """The first argument: an XrInstance, or an object that belongs to one."""
        return self.parameters[0].split()[1]

    @property
    def takes_instance(self):
        return self.parameters[0].startswith("XrInstance ")

    @property
    def hand_written(self):
        return self.name in HAND_WRITTEN


def read_commands(headers):
    commands = {}
    for header in headers:
        section = None
        for match in SECTION_OR_PROTOTYPE.finditer(pathlib.Path(header).read_text()):
            if match["version"] or match["extension"]:
                section = match["version"] or match["extension"]
                continue
            if match["result"] != "XrResult":
                raise SystemExit(f"{header}: {match['name']} does not return XrResult")
            parameters = [re.sub(r"\s+", " ", p).strip() for p in match["parameters"].split(",")]
            commands[match["name"]] = Command(match["name"], parameters, section)
    for name, parameters in NEWER_CORE_COMMANDS.items():
        commands.setdefault(name, Command(name, parameters, "XR_VERSION_"))
    if not HAND_WRITTEN <= commands.keys():
        raise SystemExit("the headers lack functions that every loader has")
    return sorted(commands.values(), key=lambda c: c.name)


def main():
    output = pathlib.Path(sys.argv[3])
    output.mkdir(parents=True, exist_ok=True)
    commands = read_commands(sys.argv[1:3])
    templates = pathlib.Path(__file__).parent / "templates"
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates), undefined=jinja2.StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    for template in sorted(templates.glob("*.j2")):
        text = environment.get_template(template.name).render(commands=commands)
        (output / template.stem).write_text(text)


if __name__ == "__main__":
    main()
