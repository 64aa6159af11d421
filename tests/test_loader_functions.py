# SPDX-License-Identifier: Apache-2.0
"""Every function and instance extension that a Vulkan loader has to do something for has a case or a reason."""

import subprocess
import sys

from conftest import ROOT

sys.path.insert(0, str(ROOT / "suites" / "vulkan"))
import loader_functions  # noqa: E402  (the module stands in that folder)

SCRIPT = ROOT / "suites" / "vulkan" / "loader_functions.py"
MADE = """
<registry>
  <types><type category="struct" name="VkMadeInfo"><member><type>VkSurfaceKHR</type> <name>surface</name></member></type></types>
  <commands>
    <command><proto><type>void</type> <name>vkDestroyInstance</name></proto>
      <param><type>VkInstance</type> <name>instance</name></param></command>
    <command><proto><type>void</type> <name>vkMade</name></proto>
      <param><type>VkPhysicalDevice</type> <name>device</name></param></command>
    <command><proto><type>void</type> <name>vkMadeOfDevice</name></proto>
      <param><type>VkDevice</type> <name>device</name></param></command>
    <command><proto><type>void</type> <name>vkMadeOfSurface</name></proto>
      <param><type>VkDevice</type> <name>device</name></param>
      <param>const <type>VkMadeInfo</type>* <name>info</name></param></command>
    <command name="vkDestroyInstanceMADE" alias="vkDestroyInstance"/>
  </commands>
  <feature api="vulkan" name="VK_VERSION_1_0" number="1.0"><require><command name="vkDestroyInstance"/></require></feature>
  <extensions>
    <extension name="VK_MADE_devices" type="device" supported="vulkan">
      <require><command name="vkMade"/><command name="vkMadeOfDevice"/><command name="vkMadeOfSurface"/></require>
    </extension>
    <extension name="VK_MADE_instances" type="instance" supported="vulkan">
      <require><command name="vkDestroyInstanceMADE"/></require>
    </extension>
    <extension name="VK_MADE_nowhere" type="instance" supported="disabled"/>
  </extensions>
</registry>
"""


def test_each_has_a_case_or_a_reason():
    missing = [entry.name for entry in loader_functions.complete_list() if not entry.files and not entry.reason]
    assert not missing, "add a case, or a reason to loader_functions.toml"


def test_no_reason_beside_a_case():
    both = [entry.name for entry in loader_functions.complete_list() if entry.files and entry.reason]
    assert not both, "remove the reason from loader_functions.toml"


def test_what_has_neither_is_listed(tmp_path):
    registry = tmp_path / "vk.xml"
    registry.write_text(MADE)
    run = subprocess.run([SCRIPT, "--missing", registry], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert [line.split("\t")[0] for line in run.stdout.splitlines()] == [
        "VK_MADE_instances", "vkDestroyInstanceMADE", "vkMade", "vkMadeOfSurface"]


def test_macros_of_names():
    assert loader_functions.macro("VK_KHR_surface") == "VK_KHR_SURFACE_EXTENSION_NAME"
    assert loader_functions.macro("VK_KHR_get_surface_capabilities2") == "VK_KHR_GET_SURFACE_CAPABILITIES_2_EXTENSION_NAME"
