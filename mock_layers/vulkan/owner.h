// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_VULKAN_OWNER_H_
#define LOADSTONE_MOCK_LAYERS_VULKAN_OWNER_H_

#include "mock_layers/vulkan/functions.h"

namespace loadstone::mock {

struct Wrapped;

// The layer's data for one instance or device: the owner of all dispatchable objects with the same
// dispatch table.
struct Owner {
  void* handle;  // the handle of the caller above: the wrapping handle, when there is one
  void* below;   // the handle of the next entity
  void* key;     // the dispatch table pointer, the first word of every dispatchable object
  PFN_vkGetInstanceProcAddr next_gipa;       // only for an instance
  PFN_GetPhysicalDeviceProcAddr next_gpdpa;  // only for an instance; may be nullptr
  PFN_vkGetDeviceProcAddr next_gdpa;         // only for a device
  // The loader's callbacks; nullptr when it gave none.
  PFN_vkSetInstanceLoaderData set_instance_data;
  PFN_vkSetDeviceLoaderData set_device_data;
  NextFunctions next;
  Wrapped* wrapped;  // list of all wrapped handles that belong to it
  Owner* link;

  VkInstance InstanceBelow() const { return static_cast<VkInstance>(below); }
  VkDevice DeviceBelow() const { return static_cast<VkDevice>(below); }
};

// The dispatch table pointer of a dispatchable object; nullptr for a null handle.
inline void* DispatchTablePointerOf(const void* object) {
  return object == nullptr ? nullptr : *static_cast<void* const*>(object);
}

// A zeroed owner. The caller passes it to OwnerMap::Add or to free().
Owner* NewOwner();

// Owners by dispatch table pointer, as "Hash Maps" in LoaderLayerInterface.md proposes.
// Thread-safe. Needs no constructor or destructor call.
class OwnerMap {
 public:
  // Takes ownership of `owner`, whose handle is set, and reads its key from the handle.
  void Add(Owner* owner);

  // The owner of a dispatchable object, or nullptr. An object with an unknown dispatch table
  // pointer is a violation by the caller of `function`, unless it is an owner's own handle: then
  // the loader changed the pointer after the creation, and the new pointer becomes the owner's key.
  Owner* Find(void* object, const char* function);

  // Like Find; also removes the owner and passes ownership to the caller.
  Owner* Remove(void* object, const char* function);

  // The owner that was added last, or nullptr when it has been removed.
  const Owner* newest() const { return newest_; }
  // Whether an owner was ever added.
  bool ever() const { return ever_; }

 private:
  static constexpr uint32_t kBuckets = 128;

  static uint32_t Bucket(const void* key);
  Owner** FindLink(void* object);
  Owner** FindByHandle(void* object);

  Owner* buckets_[kBuckets];
  Owner* newest_;
  bool ever_;
};

extern OwnerMap instances;
extern OwnerMap devices;

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_VULKAN_OWNER_H_
