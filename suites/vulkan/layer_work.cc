// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/layer_work.h"

#include <fmt/format.h>

#include <cstring>

#include "harness/probe/app_trace.h"
#include "harness/world/platform.h"

namespace loadstone::suites {
namespace {

// The objects of one device, used step by step. Traces each step; after a failure no further steps
// are made, and the existing objects are destroyed.
class Objects {
 public:
  Objects(VulkanApp& app, const VkAllocationCallbacks* allocator)
      : app_(app), device_(app.device()), allocator_(allocator) {}

  VkResult Use() {
    Call<PFN_vkGetDeviceQueue>("vkGetDeviceQueue",
                               [&](auto function) { function(device_, 0, 0, &queue_); });
    MakeBuffer();
    RecordCommands();
    Submit();
    return first_failure_;
  }

  void Destroy() {
    // After a failed wait it is unknown whether objects are still in use, and those must not be
    // destroyed.
    if (submitted_ && first_failure_ != VK_SUCCESS) {
      Call<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle", [&](auto function) { function(device_); });
    }
    if (!command_buffers_.empty()) {
      Call<PFN_vkFreeCommandBuffers>("vkFreeCommandBuffers", [&](auto function) {
        function(device_, pool_, static_cast<uint32_t>(command_buffers_.size()),
                 command_buffers_.data());
      });
    }
    DestroyOne<PFN_vkDestroyFence>("vkDestroyFence", fence_);
    DestroyOne<PFN_vkDestroyCommandPool>("vkDestroyCommandPool", pool_);
    DestroyOne<PFN_vkDestroyBuffer>("vkDestroyBuffer", buffer_);
    DestroyOne<PFN_vkFreeMemory>("vkFreeMemory", memory_);
  }

 private:
  // Makes a call without a result.
  template <typename Function, typename Body>
  void Call(const char* name, Body body) {
    const auto function = reinterpret_cast<Function>(app_.DeviceProc(name));
    AppEvent(name, "enter");
    if (function != nullptr) body(function);
    AppEvent(name, "leave").Add("found", function != nullptr);
  }

  // Makes a call with a result, unless an earlier one failed.
  template <typename Function, typename Body>
  void Step(const char* name, Body body) {
    if (first_failure_ != VK_SUCCESS) return;
    const auto function = reinterpret_cast<Function>(app_.DeviceProc(name));
    AppEvent(name, "enter");
    first_failure_ = function == nullptr ? VK_ERROR_FEATURE_NOT_PRESENT : body(function);
    AppEvent(name, "leave").Add("result", int64_t{first_failure_});
  }

  template <typename Function, typename Handle>
  void DestroyOne(const char* name, Handle handle) {
    if (handle == VK_NULL_HANDLE) return;
    Call<Function>(name, [&](auto function) { function(device_, handle, allocator_); });
  }

  void MakeBuffer() {
    auto info = Structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
    info.size = 1024;
    info.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    Step<PFN_vkCreateBuffer>("vkCreateBuffer", [&](auto function) {
      return function(device_, &info, allocator_, &buffer_);
    });
    VkMemoryRequirements needs = {};
    if (first_failure_ == VK_SUCCESS) {
      Call<PFN_vkGetBufferMemoryRequirements>("vkGetBufferMemoryRequirements", [&](auto function) {
        function(device_, buffer_, &needs);
      });
    }
    auto memory = Structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
    memory.allocationSize = needs.size;
    Step<PFN_vkAllocateMemory>("vkAllocateMemory", [&](auto function) {
      return function(device_, &memory, allocator_, &memory_);
    });
    Step<PFN_vkBindBufferMemory>("vkBindBufferMemory", [&](auto function) {
      return function(device_, buffer_, memory_, 0);
    });
  }

  void RecordCommands() {
    const auto pool =
        Structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
    Step<PFN_vkCreateCommandPool>("vkCreateCommandPool", [&](auto function) {
      return function(device_, &pool, allocator_, &pool_);
    });
    auto info =
        Structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
    info.commandPool = pool_;
    info.commandBufferCount = 2;
    std::vector<VkCommandBuffer> buffers(info.commandBufferCount);
    Step<PFN_vkAllocateCommandBuffers>("vkAllocateCommandBuffers", [&](auto function) {
      return function(device_, &info, buffers.data());
    });
    if (first_failure_ == VK_SUCCESS) command_buffers_ = buffers;
    const auto begin =
        Structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
    for (const VkCommandBuffer buffer : command_buffers_) {
      Step<PFN_vkBeginCommandBuffer>("vkBeginCommandBuffer",
                                     [&](auto function) { return function(buffer, &begin); });
      Step<PFN_vkEndCommandBuffer>("vkEndCommandBuffer",
                                   [&](auto function) { return function(buffer); });
    }
  }

  void Submit() {
    const auto fence = Structure<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
    Step<PFN_vkCreateFence>("vkCreateFence", [&](auto function) {
      return function(device_, &fence, allocator_, &fence_);
    });
    auto info = Structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
    info.commandBufferCount = static_cast<uint32_t>(command_buffers_.size());
    info.pCommandBuffers = command_buffers_.data();
    Step<PFN_vkQueueSubmit>("vkQueueSubmit", [&](auto function) {
      submitted_ = true;
      return function(queue_, 1, &info, fence_);
    });
    Step<PFN_vkQueueWaitIdle>("vkQueueWaitIdle", [&](auto function) { return function(queue_); });
    Step<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle",
                               [&](auto function) { return function(device_); });
  }

  VulkanApp& app_;
  VkDevice device_;
  const VkAllocationCallbacks* allocator_;
  VkResult first_failure_ = VK_SUCCESS;
  bool submitted_ = false;  // or tried to
  VkQueue queue_ = VK_NULL_HANDLE;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  VkFence fence_ = VK_NULL_HANDLE;
  std::vector<VkCommandBuffer> command_buffers_;
};

}  // namespace

std::vector<std::string> NumberedLayers(int count) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.push_back(fmt::format("VK_LAYER_LS_number_{:02}", i));
  return names;
}

Observation RunWithBadLayer(Case& c, const LayerPlace& place, const char* misbehave) {
  const std::vector<std::string> layers = NumberedLayers(place.of);
  VulkanWorld world(c.subject());
  for (int i = 0; i < place.of; ++i) {
    Layer layer(layers[static_cast<size_t>(i)]);
    if (i == place.number) layer.Behaviour(fmt::format(R"({{"misbehave": ["{}"]}})", misbehave));
    world.With(layer);
  }
  c.AnyEnding();
  return Observe(c, world, [&](VulkanApp& app) { app.RunFullSequence({.layers = layers}); });
}

std::vector<std::string> Whos(const std::vector<Event>& events) {
  std::vector<std::string> names;
  for (const Event& event : events) names.push_back(event.who());
  return names;
}

VkResult UseObjects(VulkanApp& app, const VkAllocationCallbacks* allocator) {
  Objects objects(app, allocator);
  const VkResult result = objects.Use();
  objects.Destroy();
  return result;
}

void RunObjects(VulkanApp& app, const InstanceRequest& request) {
  if (app.CreateInstance(request) != VK_SUCCESS) return;
  app.UseInstance();
  if (app.CreateDevice({.allocator = request.allocator}) == VK_SUCCESS) {
    UseObjects(app, request.allocator);
    app.DestroyDevice(request.allocator);
  }
  app.DestroyInstance(request.allocator);
}

std::string DispatchWord(const void* object) {
  if (object == nullptr) return "no object";
  uintptr_t word = 0;
  std::memcpy(&word, object, sizeof(word));
  return fmt::format("{:#x}", word);
}

std::vector<std::string> Results(const Observation& seen) {
  std::vector<std::string> results;
  for (const Event& event : seen.Select(kAppName, {})) {
    if (event.phase() != "leave" || !event.Has("result")) continue;
    results.push_back(fmt::format("{} {}", event.what(), event.Number("result")));
  }
  return results;
}

std::vector<Event> LayerEntries(const Observation& seen, const std::string& command) {
  std::vector<Event> entries;
  for (const Event& event : seen.Select({}, command)) {
    if (event.who() != kAppName && event.phase() == "enter") entries.push_back(event);
  }
  return entries;
}

std::vector<std::string> Path(const Observation& seen, const std::string& command) {
  std::vector<std::string> entered;
  std::vector<std::string> left;
  for (const Event& event : seen.Select({}, command)) {
    if (event.who() == kAppName) continue;
    const bool has_phases = seen.First(event.who(), command)->phase() == "enter";
    if (event.phase() == "enter" || (!has_phases && !event.Has("result"))) {
      entered.push_back(event.who());
    } else if (!has_phases) {
      left.push_back(event.who());
    }
  }
  // Components that trace a call when it returns do so after the components below them.
  entered.insert(entered.end(), left.rbegin(), left.rend());
  return entered;
}

std::string MakerOfInvalidCall(const Observation& seen, const std::vector<std::string>& chain) {
  const auto violation = seen.First({}, "violation");
  if (!violation.has_value()) return {};
  std::string above = kAppName;
  for (const std::string& layer : chain) {
    if (layer == violation->who()) return above;
    above = layer;
  }
  return above;
}

void NameLayer(const Observation& seen, const std::string& layer, const std::string& deed) {
  Remark(fmt::format("{}: {}; {}", layer, deed, seen.DescribeEnding()));
}

std::string LibraryPathOf(const Subject& subject, const std::string& who) {
  return NativePath(subject, fmt::format("{}/{}", kComponentFolder, LibraryFile(subject, who)));
}

std::string LayerOfLibrary(const std::string& path) {
  std::string name = path.substr(path.find_last_of("/\\") + 1);
  if (name.ends_with(".dll")) return name.substr(0, name.size() - 4);
  if (name.starts_with("lib") && name.ends_with(".so")) return name.substr(3, name.size() - 6);
  return {};
}

}  // namespace loadstone::suites
