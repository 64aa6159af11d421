#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Lists what a Vulkan loader has to do something for, from vk.xml: the functions that it answers, dispatches or translates, and
the instance extensions. Says which cases use each, or the reason in loader_functions.toml why none does.

usage: loader_functions.py [--missing] [VK_XML]

A function belongs to the list if it is called without a device; if an instance extension has it; if it returns dispatchable
objects; or if it takes an object that may be the loader's: a surface, or what a debugging extension names. vkGetDeviceProcAddr
and vkDestroyDevice belong to it as well. A file of cases uses a function if it has the function's name and its type, or the
type of the function's other name. With --missing only what has neither a case nor a reason is listed; the exit status is then 1
if there is any.
"""

import argparse
import dataclasses
import pathlib
import re
import sys
import tomllib
import xml.etree.ElementTree as ElementTree

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent
REASONS = FOLDER / "loader_functions.toml"
VK_XML = pathlib.Path("/usr/share/vulkan/registry/vk.xml")

LEVELS = {"VkInstance": "instance", "VkPhysicalDevice": "physical device", "VkDevice": "device", "VkQueue": "device",
          "VkCommandBuffer": "device"}
RETURNED = ("VkQueue", "VkCommandBuffer")  # dispatchable objects other than those that are created by name
NAMED = re.compile(r"VkDebug(Utils|Marker)Object(Name|Tag)InfoEXT")
ALWAYS = ("vkGetDeviceProcAddr", "vkDestroyDevice")


@dataclasses.dataclass
class Entry:
    """A function or an instance extension."""
    name: str
    kind: str  # "instance extension", or the level of a function
    owners: tuple  # the core versions and extensions that have a function
    platforms: frozenset  # of an extension, and of a function that extensions of platforms alone have
    types: frozenset = frozenset()  # of a function: the types of a pointer to it
    files: tuple = ()  # of cases that use it
    reason: str = ""


def _is_for_vulkan(element):
    return "vulkan" in element.get("api", "vulkan").split(",")


def _required(section):
    for block in filter(_is_for_vulkan, section.findall("require")):
        yield from (element.get("name") for element in block.findall("command"))


class Registry:
    def __init__(self, path):
        self.root = ElementTree.parse(path).getroot()
        self.definitions, self.aliases = {}, {}
        for element in filter(_is_for_vulkan, self.root.find("commands")):
            if element.get("alias"):
                self.aliases[element.get("name")] = element.get("alias")
            else:
                self.definitions[element.findtext("proto/name")] = element
        self.with_surface = {
            element.get("name") for element in self.root.findall("types/type[@category='struct']")
            if any(member.findtext("type") == "VkSurfaceKHR" for member in element.findall("member"))}

    def target(self, name):
        while name in self.aliases:
            name = self.aliases[name]
        return name

    def extensions(self):
        for extension in self.root.findall("extensions/extension"):
            supported = extension.get("supported", "").split(",")
            if "vulkan" in supported and extension.get("provisional") != "true":
                yield extension

    def parameters(self, name):
        for parameter in filter(_is_for_vulkan, self.definitions[self.target(name)].findall("param")):
            yield parameter.findtext("type"), "".join(parameter.itertext())

    def level(self, name):
        first, text = next(iter(self.parameters(name)))
        return LEVELS.get(first, "device" if first.startswith("VkExternal") else "none") if "*" not in text else "none"

    def concerns_loader(self, name):
        """Whether a function of devices that no instance extension has belongs to the list."""
        for kind, text in self.parameters(name):
            returned = kind in RETURNED and "*" in text and "const" not in text
            if returned or kind == "VkSurfaceKHR" or kind in self.with_surface or NAMED.fullmatch(kind):
                return True
        return name in ALWAYS


def entries(path):
    """What belongs to the list, without its files and reasons."""
    registry = Registry(path)
    owners, of_instances = {}, set()  # function -> [(owner, platform)]
    found = []
    for feature in filter(_is_for_vulkan, registry.root.findall("feature")):
        for name in _required(feature):
            owners.setdefault(name, []).append((feature.get("name"), None))
    for extension in registry.extensions():
        for name in _required(extension):
            owners.setdefault(name, []).append((extension.get("name"), extension.get("platform")))
            if extension.get("type") == "instance":
                of_instances.add(name)
        if extension.get("type") == "instance":
            platforms = {extension.get("platform")} - {None}
            found.append(Entry(extension.get("name"), "instance extension", (), frozenset(platforms)))
    names = {}
    for name in owners:
        names.setdefault(registry.target(name), set()).add(name)
    for name, owner in owners.items():
        level = registry.level(name)
        if level != "device" or name in of_instances or registry.concerns_loader(name):
            platforms = frozenset(platform for _, platform in owner)
            types = names[registry.target(name)] | {registry.target(name)}
            found.append(Entry(name, level, tuple(one for one, _ in owner),
                               frozenset() if None in platforms else platforms,
                               frozenset(f"PFN_{one}" for one in types)))
    return sorted(found, key=lambda entry: entry.name)


def macro(extension):
    """The macro of an extension's name, as the headers spell it: VK_KHR_surface_2 has VK_KHR_SURFACE_2_EXTENSION_NAME."""
    return re.sub(r"(?<=[a-z])(\d+)$", r"_\1", extension).upper() + "_EXTENSION_NAME"


def uses(entry, text):
    quoted = f'"{entry.name}"' in text
    if entry.kind == "instance extension":
        return quoted or re.search(rf"\b{macro(entry.name)}\b", text) is not None
    return quoted and any(re.search(rf"\b{one}\b", text) for one in entry.types)


def sources():
    """The texts of the cases, each with those of the headers of cases that it includes, and of the application that they share."""
    files = [*sorted(FOLDER.rglob("*.cc")), ROOT / "harness/probe/vulkan_app.cc"]
    return {file: with_headers(file) for file in files}


def with_headers(file):
    """The text of a file and of the headers of cases that it includes, directly or not, but for the one that all include."""
    waiting, texts = [file], {FOLDER.parent / "suites.h": ""}
    while waiting:
        one = waiting.pop()
        if one not in texts:
            texts[one] = one.read_text()
            waiting += [ROOT / name for name in re.findall(r'#include "(suites/[^"]*)"', texts[one])]
    return "\n".join(texts.values())


def reason_of(entry, reasons):
    if entry.name in reasons["newer"]["names"]:
        return reasons["newer"]["reason"]
    if entry.platforms and all(platform in reasons["platforms"] for platform in entry.platforms):
        return reasons["platforms"][min(entry.platforms)]
    return reasons["names"].get(entry.name, "")


def complete_list(path=VK_XML):
    texts, reasons = sources(), tomllib.loads(REASONS.read_text())
    found = entries(path)
    for entry in found:
        entry.files = tuple(file for file, text in texts.items() if uses(entry, text))
        entry.reason = reason_of(entry, reasons)
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--missing", action="store_true")
    parser.add_argument("vk_xml", nargs="?", default=VK_XML)
    arguments = parser.parse_args()
    found = complete_list(arguments.vk_xml)
    if arguments.missing:
        found = [entry for entry in found if not entry.files and not entry.reason]
    for entry in found:
        where = entry.files[0].relative_to(ROOT) if entry.files else entry.reason or "no case"
        print(f"{entry.name}\t{entry.kind}\t{' '.join(entry.owners)}\t{where}")
    return 1 if arguments.missing and found else 0


if __name__ == "__main__":
    sys.exit(main())
