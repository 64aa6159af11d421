// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_MODEL_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_MODEL_H_

#include "mock_runtime/vulkan/driver.h"

namespace loadstone::mock {

struct ExtensionList {
  VkExtensionProperties* items = nullptr;
  uint32_t count = 0;
  bool Has(const char* name) const;
};

constexpr int64_t kAlone = -1;

// One entry of "physical_devices".
struct PhysicalDeviceModel {
  const char* name;
  VkPhysicalDeviceType type;
  uint32_t vendor_id;
  uint32_t device_id;
  uint32_t driver_version;
  uint32_t api_version;
  VkDriverId driver_id;
  const char* driver_name;
  const char* driver_info;
  bool has_pci;
  bool shares_images;  // with Android's display
  uint32_t pci[4];
  int64_t group;  // devices with the same number are in one group; kAlone: a group of its own
  ExtensionList extensions;
  VkQueueFamilyProperties* families;
  uint32_t family_count;
};

constexpr uint32_t kMaxFunctionNames = 256;
struct FunctionNames {
  const char* names[kMaxFunctionNames];
  uint32_t count;
  // The index of that name, or kMaxFunctionNames.
  uint32_t Find(const char* name) const;
};

// The configuration, read once at load. Everything it points to lives as long as the library.
struct Model {
  uint32_t interface_version;
  bool force_interface_answer;
  uint32_t interface_answer;
  VkResult negotiate_result;
  uint32_t api_version;
  // What vkEnumerateInstanceVersion writes and returns.
  uint32_t reported_version;
  VkResult version_result;
  bool no_enumerate_version;
  bool own_surfaces;
  uint64_t first_surface;   // the handle of the first surface that the driver makes; 0: addresses
  bool unlisted_functions;  // the functions of each extension, whether it lists it or not
  bool trace_queries;
  bool subset_allocation;          // for every device group
  bool subset_allocation_differs;  // for the second device group, the fourth and so on
  uint32_t sparse_formats;         // number of sparse image properties of each format
  ExtensionList instance_extensions;
  PhysicalDeviceModel* physical_devices;
  uint32_t physical_device_count;
  // Which elements of these lists are present; "": all of them, always.
  const char* present_devices_file;
  const char* present_extensions_file;  // of each physical device
  const char* present_instance_extensions_file;
  FunctionNames physical_device_functions;
  FunctionNames device_functions;
};

void LoadModel();
const Model& GetModel();
// Whether two "physical_devices", given by their indices, are in one device group.
bool AreInSameGroup(uint64_t one, uint64_t other);

// The two-call idiom for an array of `available` elements of `size` bytes.
VkResult FillArray(const void* items, uint32_t available, size_t size, uint32_t* count, void* out);
// The two-call idiom for elements that the caller fills in: sets `count`, and returns the number of
// elements to fill in.
uint32_t CountToFill(uint32_t available, uint32_t* count, const void* array);
// The result of the two-call idiom after a call with that room.
VkResult ResultOfList(uint32_t available, uint32_t room, const void* array);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_MODEL_H_
