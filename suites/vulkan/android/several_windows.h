// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_ANDROID_SEVERAL_WINDOWS_H_
#define LOADSTONE_SUITES_VULKAN_ANDROID_SEVERAL_WINDOWS_H_

#include <functional>
#include <string>
#include <vector>

#include "suites/vulkan/android/window_app.h"

// Applications with several windows on Android.
namespace loadstone::suites {

// Runs an application with the surfaces of two windows of one instance, 123 x 45 and 67 x 89, which
// asks about both (QuerySurfaceProperties); then `more` runs in the probe.
Observation RunWithTwoSurfaces(
    Case& c, const std::function<void(MockWindow* windows, const WindowApp* apps)>& more);
// The sizes that surfaces were told to have, as "123 45".
std::vector<std::string> SurfaceSizes(const Observation& seen);

// In the probe: presents an image of each swapchain by one call of a queue of `app`, and traces
// vkQueuePresentKHR. Returns pResults, VK_RESULT_MAX_ENUM where the subject writes none.
std::vector<VkResult> PresentEach(const WindowApp& app,
                                  const std::vector<VkSwapchainKHR>& swapchains,
                                  const std::vector<uint32_t>& indices,
                                  const std::vector<VkSemaphore>& semaphores);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_ANDROID_SEVERAL_WINDOWS_H_
