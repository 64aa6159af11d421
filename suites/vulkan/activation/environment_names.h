// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_ACTIVATION_ENVIRONMENT_NAMES_H_
#define LOADSTONE_SUITES_VULKAN_ACTIVATION_ENVIRONMENT_NAMES_H_

#include "harness/probe/environment.h"
#include "harness/probe/vulkan_app.h"

namespace loadstone::suites {

// Runs an application while VK_INSTANCE_LAYERS names a layer that cannot be used. A loader may
// ignore the name or refuse the instance because of it (LS_VK_ACTIVATION_4); in the latter case the
// application retries without the variable.
inline void RunWithEnvironmentFallback(VulkanApp& app, const InstanceRequest& request = {}) {
  app.RunFullSequence(request);
  if (app.created()) return;
  UnsetVariable("VK_INSTANCE_LAYERS");
  app.RunFullSequence(request);
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_ACTIVATION_ENVIRONMENT_NAMES_H_
