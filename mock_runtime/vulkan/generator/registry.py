# SPDX-License-Identifier: Apache-2.0
"""The parts of vk.xml that the driver needs: commands, structures, and which structure may extend which."""

import dataclasses
import re
import xml.etree.ElementTree as ElementTree

# The extensions whose commands the driver implements, in addition to the core and aliases of core commands. The loader
# has to know their functions, so they cannot be configured as unknown functions.
EXTENSIONS = (
    "VK_KHR_surface",
    "VK_KHR_get_surface_capabilities2",
    "VK_KHR_xlib_surface",
    "VK_KHR_xcb_surface",
    "VK_KHR_wayland_surface",
    "VK_KHR_win32_surface",
    "VK_KHR_display",
    "VK_KHR_get_display_properties2",
    "VK_KHR_display_swapchain",
    "VK_EXT_direct_mode_display",
    "VK_EXT_acquire_xlib_display",
    "VK_EXT_acquire_drm_display",
    "VK_EXT_display_surface_counter",
    "VK_EXT_headless_surface",
    "VK_KHR_swapchain",
    "VK_EXT_debug_utils",
    "VK_EXT_debug_report",
    "VK_EXT_debug_marker",
    "VK_NV_external_memory_capabilities",
    # Extensions of devices with functions of physical devices.
    "VK_KHR_performance_query",
    "VK_KHR_video_queue",
    "VK_EXT_sample_locations",
    "VK_EXT_calibrated_timestamps",
    "VK_KHR_fragment_shading_rate",
    "VK_NV_cooperative_matrix",
    "VK_NV_coverage_reduction_mode",
    "VK_NV_optical_flow",
    "VK_EXT_full_screen_exclusive",
)
# Types of window systems. The driver does not include their headers; only the sizes of the types matter.
PLATFORM_TYPES = {
    "Display": "void",
    "VisualID": "unsigned long",
    "RROutput": "unsigned long",
    "xcb_connection_t": "void",
    "xcb_visualid_t": "uint32_t",
    "wl_display": "void",
    "VkXlibSurfaceCreateInfoKHR": "VkBaseInStructure",
    "VkXcbSurfaceCreateInfoKHR": "VkBaseInStructure",
    "VkWaylandSurfaceCreateInfoKHR": "VkBaseInStructure",
    "VkWin32SurfaceCreateInfoKHR": "VkBaseInStructure",
}
DISPATCHABLE = ("VkInstance", "VkPhysicalDevice", "VkDevice", "VkQueue", "VkCommandBuffer")


@dataclasses.dataclass
class Parameter:
    name: str
    type: str
    pointers: int
    const: bool
    optional: bool
    optional_element: bool
    length: str
    declaration: str


@dataclasses.dataclass
class Member:
    """A member of a structure that contains handles, directly or in the structures that it contains."""
    name: str
    type: str
    pointer: bool
    length: str  # the member with the number of elements; empty for one element
    optional: bool  # may be null
    optional_element: bool


@dataclasses.dataclass
class Command:
    name: str
    returns: str
    parameters: list
    minor: int = 0  # core version 1.<minor> that introduced it; -1 when only an extension has it
    extension: str = ""
    other_extension: str = ""  # that has it, too
    aliases: list = dataclasses.field(default_factory=list)

    @property
    def short(self):
        return self.name[2:]

    @property
    def level(self):
        first = self.parameters[0]
        if first.pointers or first.type not in DISPATCHABLE:
            return "kGlobal"
        if first.type == "VkInstance":
            return "kInstance"
        return "kPhysicalDevice" if first.type == "VkPhysicalDevice" else "kDevice"

    @property
    def declaration(self):
        return ", ".join(parameter.declaration for parameter in self.parameters)


def _is_for_vulkan(element):
    return "vulkan" in element.get("api", "vulkan").split(",")


def _required(section, kind):
    """The elements that a version or an extension adds to Vulkan. Newer registries also have blocks that are only for
    Vulkan SC."""
    for block in section.findall("require"):
        if _is_for_vulkan(block):
            yield from filter(_is_for_vulkan, block.findall(kind))


def _text(element):
    return re.sub(r"\s+", " ", "".join(element.itertext())).strip()


def _member(element):
    """None for a member that is not checked."""
    text = _text(element)
    lengths = element.get("len", "").split(",")
    if element.get("noautovalidity") == "true" or "[" in text or text.count("*") > 1 or element.get("altlen"):
        return None
    optional = element.get("optional", "").split(",")
    return Member(
        name=element.find("name").text,
        type=element.find("type").text,
        pointer="*" in text,
        length=lengths[0],
        optional=optional[0] == "true",
        optional_element=len(optional) > 1 and optional[-1] == "true",
    )


def _parameter(element):
    for comment in element.findall("comment"):
        element.remove(comment)
    name, kind = element.find("name").text, element.find("type").text
    declaration = _text(element).replace("struct ", "")
    if kind in PLATFORM_TYPES:
        declaration = re.sub(rf"\b{kind}\b", PLATFORM_TYPES[kind], declaration)
        kind = PLATFORM_TYPES[kind]
    return Parameter(
        name=name,
        type=kind,
        pointers=declaration.count("*") + declaration.count("["),
        const=declaration.startswith("const "),
        optional=element.get("optional", "").startswith("true"),
        optional_element=element.get("optional", "").endswith(",true"),
        length=element.get("len", ""),
        declaration=declaration,
    )


class Registry:
    def __init__(self, path):
        self._root = ElementTree.parse(path).getroot()
        self._definitions = {}
        self._aliases = {}
        for element in self._root.find("commands"):
            if not _is_for_vulkan(element):
                continue
            if element.get("alias"):
                self._aliases[element.get("name")] = element.get("alias")
            else:
                self._definitions[element.find("proto/name").text] = element
        self.handles = {
            element.find("name").text: element.get("objtypeenum")
            for element in self._root.findall("types/type[@category='handle']")
            if element.find("name") is not None
        }
        # Surfaces may be the loader's.
        self.checked_handles = self.handles.keys() - {"VkSurfaceKHR"}
        self._read_types()
        self._read_structures()
        self._read_members_with_handles()
        self._read_commands()

    def _supported_extensions(self):
        for extension in self._root.findall("extensions/extension"):
            supported = extension.get("supported", "").split(",")
            if "vulkan" in supported and extension.get("provisional") != "true":
                yield extension

    def _core(self):
        for feature in self._root.findall("feature"):
            major, minor = map(int, feature.get("number").split("."))
            if _is_for_vulkan(feature) and (major, minor) <= (1, 4):
                yield minor, feature

    def _read_types(self):
        core = {t.get("name") for _, feature in self._core() for t in _required(feature, "type")}
        implemented = {t.get("name") for ext in self._root.findall("extensions/extension")
                       if ext.get("name") in EXTENSIONS for t in _required(ext, "type")}
        extended = {t.get("name") for ext in self._supported_extensions() for t in _required(ext, "type")}
        self._core_types, self._known_types = core, core | extended
        self._types_of_commands = core | implemented

    def _read_structures(self):
        """Fills self.structures: name -> (sType, members), and self.extends: (child, parents)."""
        self.structures, self.extends = {}, []
        elements = {
            e.get("name"): e
            for e in self._root.findall("types/type[@category='struct']")
            if not e.get("alias") and e.get("name") in self._known_types and _is_for_vulkan(e)
        }
        for name, element in elements.items():
            stype, members = None, []
            for member in element.findall("member"):
                if not _is_for_vulkan(member):
                    continue
                if member.find("name").text == "sType" and member.get("values"):
                    stype = member.get("values")
                elif member.find("name").text != "pNext":
                    members.append((member.find("name").text, member.find("type").text))
            if stype:
                self.structures[name] = (stype, members)
        for name, (stype, _) in self.structures.items():
            parents = [p for p in elements[name].get("structextends", "").split(",") if p]
            types = [self.structures[p][0] for p in parents if p in self.structures]
            if types:
                self.extends.append((name, stype, types))

    def _read_members_with_handles(self):
        """Fills self.with_handles: structure of a command -> its members with handles. Members whose validity the
        registry does not state, because it depends on other members, are left out."""
        members = {}
        for element in self._root.findall("types/type[@category='struct']"):
            name = element.get("name")
            if not element.get("alias") and name in self._types_of_commands and _is_for_vulkan(element):
                members[name] = [m for m in map(_member, filter(_is_for_vulkan, element.findall("member"))) if m]
        found = {}
        while True:
            kept = {name: [m for m in all_of_it if m.type in self.checked_handles or m.type in found]
                    for name, all_of_it in members.items()}
            kept = {name: some for name, some in kept.items() if some}
            if kept == found:
                break
            found = kept
        self.with_handles = found

    def extensions_with_handles(self):
        """The structures of the core with handles that extend others: [(name, sType)]."""
        return [(name, stype) for name, stype, _ in self.extends
                if name in self.with_handles and name in self._core_types]

    def core_extending(self, parent):
        """The structures of the core that extend `parent`: [(name, sType, members)]."""
        wanted = self.structures[parent][0]
        return [
            (name, stype, self.structures[name][1])
            for name, stype, parents in self.extends
            if wanted in parents and name in self._core_types
        ]

    def _read_commands(self):
        commands = {}
        for minor, feature in self._core():
            for element in _required(feature, "command"):
                commands.setdefault(element.get("name"), self._command(element.get("name"), minor, ""))
        for extension in self._root.findall("extensions/extension"):
            for element in _required(extension, "command"):
                name = element.get("name")
                target = commands.get(self._aliases.get(name))
                if target is not None and target.minor >= 0:
                    target.aliases.append((name, extension.get("name")))
                elif extension.get("name") in EXTENSIONS and name not in commands:
                    commands[name] = self._command(name, -1, extension.get("name"))
        for extension in self._supported_extensions():
            for element in _required(extension, "command"):
                command = commands.get(element.get("name"))
                if command is not None and command.minor < 0 and extension.get("name") != command.extension:
                    command.other_extension = extension.get("name")
        self.commands = sorted(commands.values(), key=lambda command: command.name)

    def _command(self, name, minor, extension):
        element = self._definitions.get(name)
        if element is None:  # its newer name belongs to another extension
            element = self._definitions[self._aliases[name]]
        return Command(
            name=name,
            returns=element.find("proto/type").text,
            parameters=[_parameter(p) for p in element.findall("param") if _is_for_vulkan(p)],
            minor=minor,
            extension=extension,
        )
