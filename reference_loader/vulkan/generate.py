#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Generates the loader's tables, trampolines and terminators from the Vulkan registry.

Usage: generate.py VK_XML OUTPUT_FOLDER SYSTEM    (a system of PLATFORMS)

The lists below are decisions of the loader that do not follow from the registry.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

import jinja2

# The registry's platforms that the loader supports on each system: window systems, and provisional extensions.
PLATFORMS = {
    "linux": {None, "xlib", "xlib_xrandr", "xcb", "wayland", "provisional"},
    "windows": {None, "win32", "provisional"},
}

# Extensions whose commands the library exports, besides all core commands
# (LoaderApplicationInterface, WSI Extensions).
EXPORTED_EXTENSIONS = {
    "VK_KHR_surface", "VK_KHR_swapchain", "VK_KHR_display", "VK_KHR_display_swapchain",
    "VK_KHR_get_surface_capabilities2", "VK_KHR_get_display_properties2",
    "VK_KHR_xlib_surface", "VK_KHR_xcb_surface", "VK_KHR_wayland_surface",
    "VK_KHR_win32_surface", "VK_EXT_headless_surface",
}

# Trampolines written by hand: they do not call the chain, or they initialize the objects that they return.
HAND_WRITTEN_TRAMPOLINES = {
    "vkGetInstanceProcAddr", "vkGetDeviceProcAddr", "vkCreateInstance", "vkDestroyInstance",
    "vkEnumerateInstanceVersion", "vkEnumerateInstanceLayerProperties",
    "vkEnumerateInstanceExtensionProperties", "vkEnumerateDeviceLayerProperties",
    "vkEnumerateDeviceExtensionProperties", "vkEnumeratePhysicalDevices",
    "vkEnumeratePhysicalDeviceGroups", "vkEnumeratePhysicalDeviceGroupsKHR", "vkCreateDevice",
    "vkDestroyDevice", "vkGetDeviceQueue", "vkGetDeviceQueue2", "vkAllocateCommandBuffers",
}

# Terminators written by hand: all instance functions, and the physical device functions that the loader emulates for
# drivers that lack them or whose structures it has to translate.
HAND_WRITTEN_TERMINATORS = {
    "vkCreateDevice", "vkEnumerateDeviceExtensionProperties", "vkEnumerateDeviceLayerProperties",
    "vkGetPhysicalDeviceFeatures2", "vkGetPhysicalDeviceProperties2",
    "vkGetPhysicalDeviceFormatProperties2", "vkGetPhysicalDeviceImageFormatProperties2",
    "vkGetPhysicalDeviceQueueFamilyProperties2", "vkGetPhysicalDeviceMemoryProperties2",
    "vkGetPhysicalDeviceSparseImageFormatProperties2",
    "vkGetPhysicalDeviceExternalBufferProperties", "vkGetPhysicalDeviceExternalFenceProperties",
    "vkGetPhysicalDeviceExternalSemaphoreProperties",
    "vkGetPhysicalDeviceSurfaceSupportKHR", "vkGetPhysicalDeviceSurfaceCapabilities2KHR",
    "vkGetPhysicalDeviceSurfaceFormats2KHR", "vkGetPhysicalDeviceSurfacePresentModes2EXT",
}

# Device functions with a terminator: it translates handles for the driver, or notes that a layer destroys the device.
DEVICE_TERMINATORS = {
    "vkGetDeviceProcAddr", "vkDestroyDevice", "vkCreateSwapchainKHR", "vkCreateSharedSwapchainsKHR",
    "vkGetDeviceGroupSurfacePresentModesKHR", "vkGetDeviceGroupSurfacePresentModes2EXT",
    "vkDebugMarkerSetObjectTagEXT", "vkDebugMarkerSetObjectNameEXT", "vkSetDebugUtilsObjectNameEXT",
    "vkSetDebugUtilsObjectTagEXT",
}

# Device functions for which vkGetDeviceProcAddr must return the trampoline.
DEVICE_TRAMPOLINES_ALWAYS = {
    "vkGetDeviceProcAddr", "vkDestroyDevice", "vkGetDeviceQueue", "vkGetDeviceQueue2",
    "vkAllocateCommandBuffers",
}


class Parameter:
    def __init__(self, element):
        self.name = element.findtext("name")
        self.type = element.findtext("type")
        self.declaration = re.sub(r"\s+", " ", "".join(
            text for child in [element] for text in _text_without_comments(child))).strip()
        self.is_pointer = "*" in self.declaration
        self.is_handle_list = False


def _text_without_comments(element):
    if element.text:
        yield element.text
    for child in element:
        if child.tag != "comment":
            yield from _text_without_comments(child)
        if child.tail:
            yield child.tail


def is_for_vulkan(element, attribute="api"):
    value = element.get(attribute)
    return value is None or "vulkan" in value.split(",")


# The objects that commands are dispatched by, as in the section on dispatchable objects of the architecture document.
LEVELS = {"VkInstance": "Instance", "VkPhysicalDevice": "PhysicalDevice", "VkDevice": "Device", "VkQueue": "Device",
          "VkCommandBuffer": "Device"}


class Command:
    def __init__(self, name, element, alias):
        self.name = name
        self.alias = alias
        self.result = element.find("proto/type").text
        self.parameters = [Parameter(p) for p in element.findall("param") if is_for_vulkan(p)]
        self.core = False
        self.exported = False
        self.instance_extensions = []
        first = self.parameters[0].type if self.parameters else None
        self.level = LEVELS.get(first, "Global")
        if name == "vkGetInstanceProcAddr":
            self.level = "Global"
        self.table = {"Instance": "Instance", "PhysicalDevice": "Instance",
                      "Device": "Device"}.get(self.level)

    @property
    def signature(self):
        return ", ".join(p.declaration for p in self.parameters)

    @property
    def arguments(self):
        return ", ".join(p.name for p in self.parameters)

    @property
    def driver_arguments(self):
        """The arguments for the driver: its handles instead of the loader's."""
        arguments = ["device->handle"]
        for p in self.parameters[1:]:
            translate = p.type == "VkSurfaceKHR" and not p.is_pointer
            arguments.append(f"DriverSurface(*device->driver, {p.name})" if translate else p.name)
        return ", ".join(arguments)

    @property
    def count_parameter(self):
        """The name of the count parameter of a function that returns an array, else None."""
        if len(self.parameters) < 3:
            return None
        count, array = self.parameters[-2:]
        is_count = count.type == "uint32_t" and count.is_pointer
        return count.name if is_count and array.is_pointer else None

    @property
    def hand_written_trampoline(self):
        return self.name in HAND_WRITTEN_TRAMPOLINES

    @property
    def terminator(self):
        """The name of the function that ends the chain, or None where the driver's function ends it."""
        target = self.alias or self.name
        if self.table == "Instance" or target in DEVICE_TERMINATORS:
            return f"terminate_{target}"
        return None

    @property
    def generated_terminator(self):
        return (self.level == "PhysicalDevice" and not self.alias
                and self.name not in HAND_WRITTEN_TERMINATORS)

    @property
    def always_trampoline(self):
        return self.name in DEVICE_TRAMPOLINES_ALWAYS


def read_commands(registry, platforms):
    definitions = {}
    aliases = {}
    for element in registry.find("commands"):
        if element.get("alias"):
            aliases[element.get("name")] = element.get("alias")
        elif is_for_vulkan(element):
            definitions[element.findtext("proto/name")] = element

    # No loader writes a dispatch table into other dispatchable objects, such as VkExternalComputeQueueNV, so that a function
    # of theirs can only be the driver's own, which vkGetDeviceProcAddr returns.
    others = {element.findtext("name") for element in registry.findall("types/type[@category='handle']")} - LEVELS.keys()
    commands = {}

    def require(block):
        for reference in block.findall("command"):
            name = reference.get("name")
            target = name
            while target in aliases:
                target = aliases[target]
            if definitions[target].findtext("param/type") in others:
                continue
            if name not in commands:
                alias = target if target != name else None
                commands[name] = Command(name, definitions[target], alias)
            yield commands[name]

    for feature in registry.findall("feature"):
        if not is_for_vulkan(feature):
            continue
        for block in filter(is_for_vulkan, feature.findall("require")):
            for command in require(block):
                command.core = command.exported = True

    instance_extensions = []
    for extension in registry.find("extensions"):
        supported = extension.get("supported", "").split(",")
        if "vulkan" not in supported or extension.get("platform") not in platforms:
            continue
        name = extension.get("name")
        if extension.get("type") == "instance":
            instance_extensions.append(name)
        for block in filter(is_for_vulkan, extension.findall("require")):
            for command in require(block):
                command.exported |= name in EXPORTED_EXTENSIONS
                if extension.get("type") == "instance":
                    command.instance_extensions.append(name)
    # An alias can only share a terminator with a command that exists itself.
    for command in commands.values():
        if command.alias and command.alias not in commands:
            command.alias = None
    return sorted(commands.values(), key=lambda c: c.name), sorted(instance_extensions)


def main():
    registry = ElementTree.parse(sys.argv[1]).getroot()
    output = pathlib.Path(sys.argv[2])
    output.mkdir(parents=True, exist_ok=True)
    commands, instance_extensions = read_commands(registry, PLATFORMS[sys.argv[3]])
    templates = pathlib.Path(__file__).parent / "templates"
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates), undefined=jinja2.StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    for template in sorted(templates.glob("*.j2")):
        text = environment.get_template(template.name).render(
            commands=commands, instance_extensions=instance_extensions)
        (output / template.stem).write_text(text)


if __name__ == "__main__":
    main()
