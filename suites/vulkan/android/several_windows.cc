// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/android/several_windows.h"

#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "suites/common/component_app.h"

namespace loadstone::suites {

Observation RunWithTwoSurfaces(
    Case& c, const std::function<void(MockWindow* windows, const WindowApp* apps)>& more) {
  return Observe(c, WindowWorld(c.subject()), [&](VulkanApp& vulkan) {
    MockWindow windows[] = {MockWindow({.width = 123, .height = 45}),
                            MockWindow({.width = 67, .height = 89})};
    WindowApp apps[] = {WindowApp(vulkan), WindowApp(vulkan)};
    if (apps[0].Begin()) {
      apps[1].Join(apps[0]);
      if (apps[0].MakeSurface(windows[0]) && apps[1].MakeSurface(windows[1])) {
        for (const WindowApp& each : apps) each.QuerySurfaceProperties();
        more(windows, apps);
      }
      apps[1].End();
    }
    apps[0].End();
  });
}

std::vector<std::string> SurfaceSizes(const Observation& seen) {
  std::vector<std::string> sizes;
  for (const Event& told : seen.Select("app", "surface")) {
    sizes.push_back(fmt::format("{} {}", told.Number("width"), told.Number("height")));
  }
  return sizes;
}

std::vector<VkResult> PresentEach(const WindowApp& app,
                                  const std::vector<VkSwapchainKHR>& swapchains,
                                  const std::vector<uint32_t>& indices,
                                  const std::vector<VkSemaphore>& semaphores) {
  std::vector<VkResult> results(swapchains.size(), VK_RESULT_MAX_ENUM);
  auto info = Structure<VkPresentInfoKHR>(VK_STRUCTURE_TYPE_PRESENT_INFO_KHR);
  info.waitSemaphoreCount = static_cast<uint32_t>(semaphores.size());
  info.pWaitSemaphores = semaphores.data();
  info.swapchainCount = static_cast<uint32_t>(swapchains.size());
  info.pSwapchains = swapchains.data();
  info.pImageIndices = indices.data();
  info.pResults = results.data();
  const auto present = app.Get<PFN_vkQueuePresentKHR>("vkQueuePresentKHR");
  Traced("vkQueuePresentKHR", [&] { return present(app.Queue(), &info); });
  return results;
}

}  // namespace loadstone::suites
