// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_VULKAN_FAKE_CHAIN_H_
#define LOADSTONE_MOCK_LAYERS_VULKAN_FAKE_CHAIN_H_

// The environment of the mock layer in its tests: copies of its variants, their traces, and a
// minimal loader with a hand-built chain that ends in a fake driver.

#include <rapidjson/document.h>
#include <vulkan/vulkan_core.h>
// After vulkan.h: vk_layer.h requires the core types.
#include <vulkan/vk_layer.h>

#include <filesystem>
#include <list>
#include <memory>
#include <string>
#include <vector>

namespace loadstone::mock {

// A directory with copies of the layer and their common trace; removed by the destructor.
class LayerCopies {
 public:
  LayerCopies();
  ~LayerCopies();
  LayerCopies(const LayerCopies&) = delete;
  LayerCopies& operator=(const LayerCopies&) = delete;

  // Loads a copy of lib/loadstone/<variant>.so. `config` is the inside of a JSON object, without
  // "who" and "trace", which are `who` and trace(). The caller owns the handle and passes it to
  // dlclose().
  void* Load(const std::string& who, const std::string& config = "",
             const std::string& variant = "vulkan_layer");
  // The path of the copy with that name.
  std::string Path(const std::string& who) const;
  std::string trace() const;

  // The events so far, as JSON objects.
  std::vector<std::shared_ptr<rapidjson::Document>> Events() const;
  // "<who>:<what>" of each event, with ":<phase>" where there is one.
  std::vector<std::string> EventNames() const;
  // The last event of that layer and kind, as compact JSON; "" when there is none.
  std::string Last(const std::string& who, const std::string& what) const;
  int Count(const std::string& who, const std::string& what) const;

 private:
  std::filesystem::path directory_;
};

// The calls and arguments that the fake driver received. Each FakeLoader resets it.
struct FakeDriver {
  std::vector<std::string> calls;  // function names
  VkInstance instance_before;      // *pInstance on entry of vkCreateInstance
  VkDevice device_before;          // *pDevice on entry of vkCreateDevice
  const void* instance_link;       // pLayerInfo on entry
  const void* device_link;
  const void* last_handle;              // first argument of the last call
  const void* last_object;              // buffer, memory, command buffer of the last call
  VkStructureType buffer_info_type;     // of vkCreateBuffer
  VkResult create_result = VK_SUCCESS;  // the result of creation functions
  uint32_t physical_devices = 1;        // to enumerate: 1 or 2
  bool has_everything = false;  // returns a function, which must not be called, for each other name
  int living = 0;               // instances, devices, buffers, pools not destroyed
};
extern FakeDriver fake_driver;

// A loader for one chain: negotiates, builds the link structures and creates objects.
class FakeLoader {
 public:
  // `layers` are libraries from LayerCopies::Load, the nearest to the application first. The
  // destructor closes them. For layers that do not export the negotiation function, the loader uses
  // their vkGetInstanceProcAddr.
  explicit FakeLoader(std::vector<void*> layers);
  ~FakeLoader();
  FakeLoader(const FakeLoader&) = delete;
  FakeLoader& operator=(const FakeLoader&) = delete;

  VkResult CreateInstance(std::vector<const char*> extensions = {});
  VkResult CreateDevice(VkPhysicalDevice physical_device);
  // Creates an instance, and a device on the first physical device. Returns false on failure.
  bool CreateAll();
  void DestroyAll();

  template <typename Function>
  Function InstanceFunction(const char* name) const {
    return reinterpret_cast<Function>(first_gipa()(instance, name));
  }
  template <typename Function>
  Function DeviceFunction(const char* name) const {
    return reinterpret_cast<Function>(first_gdpa()(device, name));
  }
  PFN_vkGetInstanceProcAddr first_gipa() const { return interfaces_[0].pfnGetInstanceProcAddr; }
  PFN_vkGetDeviceProcAddr first_gdpa() const { return interfaces_[0].pfnGetDeviceProcAddr; }
  PFN_GetPhysicalDeviceProcAddr first_gpdpa() const {
    return interfaces_[0].pfnGetPhysicalDeviceProcAddr;
  }

  VkInstance instance = VK_NULL_HANDLE;
  VkInstance instance_after = VK_NULL_HANDLE;  // *pInstance when vkCreateInstance returned
  VkPhysicalDevice physical_device = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  bool give_links = true;
  bool give_callbacks = true;
  bool change_link_below = false;  // the driver's vkCreateInstance changes the last node

 private:
  std::vector<void*> layers_;
  std::vector<VkNegotiateLayerInterface> interfaces_;
};

// A zeroed API structure of that type.
template <typename Type>
Type Structure(VkStructureType type) {
  Type structure = {};
  structure.sType = type;
  return structure;
}

// Calls vkNegotiateLoaderLayerInterfaceVersion, or `symbol`, of a library.
VkResult Negotiate(void* layer, VkNegotiateLayerInterface* interface,
                   const char* symbol = "vkNegotiateLoaderLayerInterfaceVersion");

// The number of calls of the loader's callbacks in this process.
extern int set_loader_data_calls;

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_VULKAN_FAKE_CHAIN_H_
