# SPDX-License-Identifier: Apache-2.0
"""The code generators accept the Vulkan registry and the OpenXR headers of Debian 12 and later."""

import sys

from conftest import ROOT

sys.path[:0] = [str(ROOT / "mock_runtime" / "vulkan" / "generator"), str(ROOT / "mock_runtime" / "openxr")]
import openxr_header  # noqa: E402  (the modules stand in these folders)
import registry  # noqa: E402

VK_XML = """
<registry>
  <types>
    <type category="struct" name="VkDeviceCreateInfo">
      <member values="VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO"><type>VkStructureType</type> <name>sType</name></member>
    </type>
    <type category="struct" name="VkOfVulkan" structextends="VkDeviceCreateInfo">
      <member values="VK_STRUCTURE_TYPE_OF_VULKAN"><type>VkStructureType</type> <name>sType</name></member>
    </type>
    <type category="struct" name="VkOfSc" structextends="VkDeviceCreateInfo">
      <member values="VK_STRUCTURE_TYPE_OF_SC"><type>VkStructureType</type> <name>sType</name></member>
    </type>
  </types>
  <commands>
    <command><proto><type>void</type> <name>vkFree</name></proto><param><type>VkDevice</type> <name>device</name></param></command>
    <command><proto><type>void</type> <name>vkSc</name></proto><param><type>VkDevice</type> <name>device</name></param></command>
    <command name="vkFreeEXT" alias="vkFree"/>
    <command name="vkFreeSC" alias="vkFree"/>
  </commands>
  <feature api="vulkan,vulkansc" name="VK_VERSION_1_0" number="1.0">
    <require><type name="VkDeviceCreateInfo"/><command name="vkFree"/></require>
    <require api="vulkansc"><command name="vkSc"/></require>
  </feature>
  <extensions>
    <extension name="VK_EXT_both" supported="vulkan,vulkansc">
      <require><type name="VkOfVulkan"/><command name="vkFreeEXT"/></require>
      <require api="vulkansc"><type name="VkOfSc"/><command name="vkFreeSC"/></require>
    </extension>
  </extensions>
</registry>
"""

OPENXR_H = """
#define XR_VERSION_1_0 1
XRAPI_ATTR XrResult XRAPI_CALL xrEndSession(
    XrSession                                   session);
{}
#define XR_EXT_more 1
XRAPI_ATTR XrResult XRAPI_CALL xrMoreEXT(
    XrSession                                   session);
"""
SECTION_OF_1_1 = """
#define XR_VERSION_1_1 1
XRAPI_ATTR XrResult XRAPI_CALL xrLocateSpaces(
    XrSession                                   session,
    const XrSpacesLocateInfo*                   locateInfo,
    XrSpaceLocations*                           spaceLocations);
"""


def test_what_a_registry_says_of_vulkan_sc_alone_is_left_out(tmp_path):
    file = tmp_path / "vk.xml"
    file.write_text(VK_XML, encoding="utf-8")
    read = registry.Registry(file)
    assert [name for name, *_ in read.extends] == ["VkOfVulkan"]
    assert [(command.name, command.aliases) for command in read.commands] == [("vkFree", [("vkFreeEXT", "VK_EXT_both")])]


def test_the_mocks_have_the_commands_of_openxr_1_0_whatever_the_header_adds():
    older, newer = ([command["name"] for command in openxr_header.core_commands(OPENXR_H.format(more))]
                    for more in ("", SECTION_OF_1_1))
    assert older == newer == ["xrEndSession"]
