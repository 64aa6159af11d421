// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_DRIVERS_PROVIDED_LIST_H_
#define LOADSTONE_SUITES_VULKAN_DRIVERS_PROVIDED_LIST_H_

#include <dlfcn.h>

#include <string>
#include <vector>

#include "harness/probe/path_here.h"
#include "suites/vulkan/drivers/drivers.h"

namespace loadstone::suites {

// The structure that an application passes to vkCreateInstance for the drivers `names`, which must
// be in the world: LoaderDriverInterface, "Driver Discovery using the
// VK_LUNARG_direct_driver_loading extension".
class ProvidedList {
 public:
  ProvidedList(const Subject& subject, VkDirectDriverLoadingModeLUNARG mode,
               const std::vector<std::string>& names) {
    for (const std::string& name : names) drivers_.push_back(Provide(subject, name));
    list_.sType = VK_STRUCTURE_TYPE_DIRECT_DRIVER_LOADING_LIST_LUNARG;
    list_.mode = mode;
    list_.driverCount = static_cast<uint32_t>(drivers_.size());
    list_.pDrivers = drivers_.data();
  }
  ProvidedList(const ProvidedList&) = delete;
  ProvidedList& operator=(const ProvidedList&) = delete;

  const void* next() const { return &list_; }

 private:
  // The application opens the library itself.
  static VkDirectDriverLoadingInfoLUNARG Provide(const Subject& subject, const std::string& name) {
    VkDirectDriverLoadingInfoLUNARG info = {};
    info.sType = VK_STRUCTURE_TYPE_DIRECT_DRIVER_LOADING_INFO_LUNARG;
    void* library = dlopen(PathHere(LibraryPathOf(subject, name)).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr) {
      info.pfnGetInstanceProcAddr = reinterpret_cast<PFN_vkGetInstanceProcAddrLUNARG>(
          dlsym(library, "vk_icdGetInstanceProcAddr"));
    }
    return info;
  }

  std::vector<VkDirectDriverLoadingInfoLUNARG> drivers_;
  VkDirectDriverLoadingListLUNARG list_ = {};
};

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_DRIVERS_PROVIDED_LIST_H_
