// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_VULKAN_OWN_STRUCTURE_H_
#define LOADSTONE_MOCK_LAYERS_VULKAN_OWN_STRUCTURE_H_

#include "mock_common/config.h"
#include "mock_layers/vulkan/functions.h"

namespace loadstone::mock {

// A copy of a create info which has, if it enables an extension that "structure_first" lists, a
// structure of this layer in front of its chain: layers above may add structures for what is below.
// With "callback_first" it is a copy of `callback`, the loader's structure with that function.
template <typename Info, typename Structure, typename LoaderInfo>
class CreateInfoWithOwnStructure {
 public:
  CreateInfoWithOwnStructure(const Info& info, const Structure& structure,
                             const LoaderInfo* callback)
      : info_(info), structure_(structure) {
    const rapidjson::Value& extensions = List(Config(), "structure_first");
    for (uint32_t i = 0; i < info.enabledExtensionCount; ++i) {
      if (!Contains(extensions, info.ppEnabledExtensionNames[i])) continue;
      if (!Flag(Config(), "callback_first", false)) {
        structure_.pNext = const_cast<void*>(info.pNext);
        info_.pNext = &structure_;
      } else if (callback != nullptr) {
        callback_ = *callback;
        callback_.pNext = info.pNext;
        info_.pNext = &callback_;
      }
      return;
    }
  }
  CreateInfoWithOwnStructure(const CreateInfoWithOwnStructure&) = delete;
  CreateInfoWithOwnStructure& operator=(const CreateInfoWithOwnStructure&) = delete;

  const Info* get() const { return &info_; }

 private:
  Info info_;
  Structure structure_;
  LoaderInfo callback_ = {};
};

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_VULKAN_OWN_STRUCTURE_H_
