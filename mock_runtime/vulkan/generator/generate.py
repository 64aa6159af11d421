# SPDX-License-Identifier: Apache-2.0
"""Writes the driver's commands and structures from vk.xml and the templates in this folder.

Usage: generate.py <vk.xml> <output folder> <source with hand-written commands>...
"""

import pathlib
import re
import sys

import jinja2

import registry

# The beginning of a hand-written command: `VkResult CreateFence(` implements vkCreateFence.
DEFINITION = re.compile(r"^(?:Vk\w+|void|u?int\d+_t|PFN_\w+) ([A-Z]\w+)\(", re.MULTILINE)
# A member that points to an array, as the naming conventions of the API have it.
ARRAY = re.compile(r"p[A-Z]")
# A base structure, and the kind of core structure (VkPhysicalDeviceVulkan1xProperties or -Features) that aggregates the
# members of the structures that extend it.
AGGREGATES = {
    "VkPhysicalDeviceProperties2": "Properties",
    "VkPhysicalDeviceFeatures2": "Features",
}


def hand_written(sources, commands):
    names = {name for source in sources for name in DEFINITION.findall(source.read_text())}
    return {command.name for command in commands if command.short in names}


def aggregates(reg, parent, kind):
    """How to fill the structures that extend `parent`: [(name, sType, whether it is an aggregate, [(member of CoreFeatures or
    CoreProperties with the aggregate, member)])]. Pointers to arrays of the application are left alone."""
    versions = {f"VkPhysicalDeviceVulkan{version}{kind}": f"vulkan{version}" for version in ("11", "12", "13", "14")}
    wholes = [whole for whole in versions if whole in reg.structures]
    source = {}
    for whole in wholes:
        for name, kind_of_member in reg.structures[whole][1]:
            if not ARRAY.match(name):
                source.setdefault((name, kind_of_member), versions[whole])
    rows = []
    for name, stype, members in reg.core_extending(parent):
        copies = [(source[m], m[0]) for m in members if m in source]
        if copies:
            rows.append((name, stype, name in wholes, copies))
    return rows


def main():
    xml, output = sys.argv[1], pathlib.Path(sys.argv[2])
    sources = [pathlib.Path(name) for name in sys.argv[3:]]
    reg = registry.Registry(xml)
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(pathlib.Path(__file__).parent),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
    )
    table = []
    for command in reg.commands:
        table.append((command.name, command, command.minor, command.extension, command.other_extension))
        table += [(alias, command, command.minor, extension, "") for alias, extension in command.aliases]
    known = dict(
        registry=reg,
        commands=reg.commands,
        written=hand_written(sources, reg.commands),
        table=sorted(set((n, c.name, m, e, o) for n, c, m, e, o in table)),
        by_name={command.name: command for command in reg.commands},
        dispatchable=registry.DISPATCHABLE,
        aggregates={p: aggregates(reg, p, k) for p, k in AGGREGATES.items()},
    )
    output.mkdir(parents=True, exist_ok=True)
    for template in ("commands.gen.h", "commands.gen.cc", "handles.gen.h", "handles.gen.cc", "structures.gen.cc"):
        text = environment.get_template(template + ".j2").render(known)
        (output / template).write_text(text)


if __name__ == "__main__":
    main()
