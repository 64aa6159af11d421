// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan_driver/headless_surfaces.h"

#include "suites/common/component_app.h"

namespace loadstone::suites {

bool HasHeadlessSurfaces(const DriverApp& app) {
  const std::vector<std::string> listed = app.Extensions();
  return Has(listed, kSurfaceExtension) && Has(listed, kHeadlessSurfaceExtension);
}

VkSurfaceKHR CreateHeadlessSurface(const DriverApp& app) {
  constexpr char kCall[] = "vkCreateHeadlessSurfaceEXT";
  const auto create = app.Get<PFN_vkCreateHeadlessSurfaceEXT>(kCall);
  if (create == nullptr) return VK_NULL_HANDLE;
  VkHeadlessSurfaceCreateInfoEXT info = {};
  info.sType = VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT;
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  const VkResult result =
      Traced(kCall, [&] { return create(app.instance(), &info, nullptr, &surface); });
  return result == VK_SUCCESS ? surface : VK_NULL_HANDLE;
}

}  // namespace loadstone::suites
