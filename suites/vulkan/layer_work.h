// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_LAYER_WORK_H_
#define LOADSTONE_SUITES_VULKAN_LAYER_WORK_H_

#include <string>
#include <vector>

#include "suites/suites.h"

// What the cases about layers share: an application that uses every kind of object which a mock
// layer can wrap, and words for who in a chain did what.
namespace loadstone::suites {

// Behaviours of a mock layer: it intercepts nothing that it need not, or all that it can and traces
// each call when it comes in.
inline constexpr char kInterceptNothing[] = R"({"intercept": []})";
inline constexpr char kInterceptAll[] = R"({"trace_enter": true, "intercept": [
    "vkEnumeratePhysicalDevices", "vkEnumeratePhysicalDeviceGroups",
    "vkGetPhysicalDeviceProperties", "vkGetPhysicalDeviceProperties2",
    "vkGetPhysicalDeviceFeatures", "vkGetPhysicalDeviceQueueFamilyProperties",
    "vkGetPhysicalDeviceMemoryProperties", "vkEnumerateDeviceExtensionProperties",
    "vkGetDeviceQueue", "vkDeviceWaitIdle", "vkQueueWaitIdle", "vkQueueSubmit", "vkCreateBuffer",
    "vkDestroyBuffer", "vkAllocateMemory", "vkFreeMemory", "vkBindBufferMemory",
    "vkGetBufferMemoryRequirements", "vkCreateCommandPool", "vkDestroyCommandPool",
    "vkAllocateCommandBuffers", "vkFreeCommandBuffers", "vkBeginCommandBuffer",
    "vkEndCommandBuffer", "vkCreateFence", "vkDestroyFence"]})";

// Names of `count` layers, VK_LAYER_LS_number_00 and so on.
std::vector<std::string> NumberedLayers(int count);

// One layer of a chain: its name in IDs of cases, its number from the application down, and how
// many layers there are.
struct LayerPlace {
  const char* name;
  int number;
  int of;
};

// An application with explicit layers, NumberedLayers(place.of), of which the one at `place` has
// the mock layer's `misbehave`. The process may end in any way.
Observation RunWithBadLayer(Case& c, const LayerPlace& place, const char* misbehave);

// Uses the current device of `app` from creation to destruction of a queue, a buffer with memory,
// command buffers and a fence, through functions from vkGetDeviceProcAddr. Every step is traced as
// a call with its result; the first that fails ends the use. Returns the first result that is not
// VK_SUCCESS, having destroyed what there was.
VkResult UseObjects(VulkanApp& app, const VkAllocationCallbacks* allocator = nullptr);

// RunThrough with UseObjects in place of the few calls on the device.
void RunObjects(VulkanApp& app, const InstanceRequest& request = {});

// The first word of a dispatchable object as a text for the trace.
std::string DispatchWord(const void* object);

// "command result" for each call of the application that came back with a result, in order.
std::vector<std::string> Results(const Observation& seen);

// The events of layers at the entry into `command`, from the application down.
std::vector<Event> LayerEntries(const Observation& seen, const std::string& command);

// Who caused each of `events`.
std::vector<std::string> Whos(const std::vector<Event>& events);

// Everybody through whom `command` passed, from the application down, as often as it did: layers
// that trace it when it comes in (see kInterceptAll; for functions without a result any that
// intercept it) or, failing that, when it has come back, and drivers.
std::vector<std::string> Path(const Observation& seen, const std::string& command);

// Who made the first call that a layer or the driver found to be invalid: the entity above whoever
// noticed, in the order `chain`; "app" for the application itself, "" if there was no such call.
std::string MakerOfInvalidCall(const Observation& seen, const std::vector<std::string>& chain);

// Puts what a case found out about a layer, where the documents lay no blame on the loader, into
// the report: "VK_LAYER_LS_x: what it did; how the process ended".
void NameLayer(const Observation& seen, const std::string& layer, const std::string& deed);

// The library_path of the layer `who` of a world, whose name has letters, digits and _ alone.
std::string LibraryPathOf(const Subject& subject, const std::string& who);

// The layer whose library stands at that path, on any platform; of other libraries anything else.
std::string LayerOfLibrary(const std::string& path);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_LAYER_WORK_H_
