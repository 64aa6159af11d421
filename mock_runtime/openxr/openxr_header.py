# SPDX-License-Identifier: Apache-2.0
"""Reads the prototypes of OpenXR 1.0's core commands from openxr.h; there is no registry to read."""

import re

PROTOTYPE = re.compile(r"^XRAPI_ATTR XrResult XRAPI_CALL (xr\w+)\(([^;]*)\);", re.M)
# The commands of 1.0: those of later versions are not in every header that is supported, and the mocks are the same
# whatever they are built with.
CORE = "#define XR_VERSION_1_0 1"
NEXT_SECTION = re.compile(r"^#define XR_[A-Z]+_\w+ 1$", re.M)
PARAMETER = re.compile(r"(.*[ *])(\w+)(?:\[\w*\])?")
INPUT = re.compile(r"const Xr(\w+)\*")
SNAKE = re.compile(r"([A-Z])")
# How a type of handle is called in XrObjectType.
OBJECT_TYPES = {
    "XrInstance": "INSTANCE", "XrSession": "SESSION", "XrSwapchain": "SWAPCHAIN",
    "XrSpace": "SPACE", "XrActionSet": "ACTION_SET", "XrAction": "ACTION",
}


def core_commands(header):
    """Yields, for each core command in the text of openxr.h, its name, its parameters as they stand
    there, their names, for those on a handle its name in XrObjectType, and its structures for input:
    the names of the parameters, and their XrStructureType."""
    start = header.index(CORE) + len(CORE)
    end = NEXT_SECTION.search(header, start)
    core = header[start:end.start() if end else len(header)]
    for name, parameters in PROTOTYPE.findall(core):
        parameters = " ".join(parameters.split())
        parts = [PARAMETER.fullmatch(part.strip()).groups() for part in parameters.split(",")]
        yield {"name": name, "parameters": parameters, "names": [part[1] for part in parts],
               "structures": [{"name": name, "type": "XR_TYPE" + SNAKE.sub(r"_\1", match[1]).upper()}
                              for kind, name in parts if (match := INPUT.fullmatch(kind.strip()))],
               "object_type": OBJECT_TYPES.get(parts[0][0].strip())}
