// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_LAYER_WORK_H_
#define LOADSTONE_SUITES_VULKAN_LAYER_WORK_H_

#include <string>
#include <vector>

#include "suites/suites.h"

// Code shared by the cases about layers: an application that uses every kind of object that a mock
// layer can wrap, and functions that find which component of a chain did what.
namespace loadstone::suites {

// Behaviours of a mock layer: it intercepts as little as possible, or everything, and then traces
// each call at entry.
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

// One layer of a chain: its name in case IDs, its number counted from the application, and the
// number of layers.
struct LayerPlace {
  const char* name;
  int number;
  int of;
};

// Runs an application with explicit layers, NumberedLayers(place.of), of which the one at `place`
// has `misbehave` in its configuration. The process may end in any way.
Observation RunWithBadLayer(Case& c, const LayerPlace& place, const char* misbehave);

// Uses the current device of `app`: creates and destroys a queue, a buffer with memory, command
// buffers and a fence, with functions from vkGetDeviceProcAddr. Traces every step as a call with
// its result; after a failure no further steps are made. Destroys what exists, and returns the
// first result that is not VK_SUCCESS.
VkResult UseObjects(VulkanApp& app, const VkAllocationCallbacks* allocator = nullptr);

// RunFullSequence with UseObjects instead of its calls with the device.
void RunObjects(VulkanApp& app, const InstanceRequest& request = {});

// The first word of a dispatchable object as text for the trace.
std::string DispatchWord(const void* object);

// "command result" for each call of the application that returned a result, in order.
std::vector<std::string> Results(const Observation& seen);

// The layers' events at the entry into `command`, starting at the application.
std::vector<Event> LayerEntries(const Observation& seen, const std::string& command);

// The component of each of `events`.
std::vector<std::string> Whos(const std::vector<Event>& events);

// The components through which `command` passed, starting at the application, once for each call:
// layers that trace it at entry (see kInterceptAll; for functions without a result, all that
// intercept it) or, failing that, when it returns; and drivers.
std::vector<std::string> Path(const Observation& seen, const std::string& command);

// The component that made the first call that a layer or the driver found invalid: the one above
// the detecting component in the order `chain`; "app" for the application itself, "" if there was
// no such call.
std::string MakerOfInvalidCall(const Observation& seen, const std::vector<std::string>& chain);

// Adds to the report what a case found out about a layer for which the loader is not responsible:
// "VK_LAYER_LS_x: what it did; how the process ended".
void NameLayer(const Observation& seen, const std::string& layer, const std::string& deed);

// The library_path of the layer `who` of a world; the name must consist of letters, digits and
// underscores.
std::string LibraryPathOf(const Subject& subject, const std::string& who);

// The layer whose library has this path, on any platform; unspecified for other libraries.
std::string LayerOfLibrary(const std::string& path);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_LAYER_WORK_H_
