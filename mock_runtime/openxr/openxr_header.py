# SPDX-License-Identifier: Apache-2.0
"""Reads the prototypes of OpenXR 1.0's core commands from openxr.h, because Debian has no package of the registry."""

import re

PROTOTYPE = re.compile(r"^XRAPI_ATTR XrResult XRAPI_CALL (xr\w+)\(([^;]*)\);", re.M)
# The section with the commands of 1.0. Later versions are skipped: not every supported header has them, and the mocks
# must not depend on the version of the header.
CORE = "#define XR_VERSION_1_0 1"
NEXT_SECTION = re.compile(r"^#define XR_[A-Z]+_\w+ 1$", re.M)
PARAMETER = re.compile(r"(.*[ *])(\w+)(?:\[\w*\])?")
INPUT = re.compile(r"const Xr(\w+)\*")
SNAKE = re.compile(r"([A-Z])")
# Handle types and their names in XrObjectType.
OBJECT_TYPES = {
    "XrInstance": "INSTANCE", "XrSession": "SESSION", "XrSwapchain": "SWAPCHAIN",
    "XrSpace": "SPACE", "XrActionSet": "ACTION_SET", "XrAction": "ACTION",
}


def core_commands(header):
    """Yields a dictionary for each core command in the text of openxr.h: its `name`; its `parameters`, as written; the
    `names` of the parameters; its input `structures`, each with the name of the parameter and its XrStructureType; and
    `object_type`, the XrObjectType name of a handle in the first parameter, else None."""
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
