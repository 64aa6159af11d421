// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_VULKAN_DEMANDED_EXTENSION_H_
#define LOADSTONE_MOCK_LAYERS_VULKAN_DEMANDED_EXTENSION_H_

#include <stdint.h>

namespace loadstone::mock {

// The application's VkInstanceCreateInfo or VkDeviceCreateInfo plus the extension that this layer
// demands; null: none.
template <typename Info>
class CreateInfoWithDemandedExtension {
 public:
  CreateInfoWithDemandedExtension(const Info& info, const char* demanded) : info_(info) {
    const uint32_t count = info.enabledExtensionCount;
    if (demanded == nullptr || count >= kMaxNames) return;
    for (uint32_t i = 0; i < count; ++i) names_[i] = info.ppEnabledExtensionNames[i];
    names_[count] = demanded;
    info_.ppEnabledExtensionNames = names_;
    info_.enabledExtensionCount = count + 1;
  }
  CreateInfoWithDemandedExtension(const CreateInfoWithDemandedExtension&) = delete;
  CreateInfoWithDemandedExtension& operator=(const CreateInfoWithDemandedExtension&) = delete;

  const Info* get() const { return &info_; }

 private:
  static constexpr uint32_t kMaxNames = 64;
  const char* names_[kMaxNames];
  Info info_;
};

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_VULKAN_DEMANDED_EXTENSION_H_
