// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "policies/reading_ids.h"
#include "suites/vulkan/discovery/path_variables.h"

// LoaderLayerInterface, "Linux Layer Discovery": the folders for the system configuration, which
// the build chooses and no environment variable changes.
namespace loadstone::suites::system_folders {
namespace {

// Whether the folder is the fallback of an XDG variable.
bool IsFallback(const std::string& folder, LayerKind kind) {
  for (const char* root : {"/etc/xdg", "/usr/local/share", "/usr/share"}) {
    if (folder == KindFolder(kind, root)) return true;
  }
  return folder.starts_with("/home/");
}

// A layer in each folder that calibration found this build to search, while the XDG variables name
// other folders. Folders that are the fallback of a variable need not be searched, but may also be
// SYSCONFDIR: at least one folder must be searched (LS_VK_DISCOVERY_24.r1).
void JudgeSystemFolders(Case& c, LayerKind kind, bool elevated) {
  VulkanWorld world(c.subject());
  world.Env("XDG_CONFIG_HOME", "/mine").Env("XDG_CONFIG_DIRS", "/conf");
  world.Env("XDG_DATA_HOME", "/mine").Env("XDG_DATA_DIRS", "/data");
  // It is open whether an elevated application uses XDG_DATA_DIRS, so there is a driver in either
  // case.
  world.With(Driver("of_the_variable").In(DriverFolder("/data")));
  if (elevated) world.Elevated();
  std::vector<std::string> all;
  std::vector<std::string> firm;
  for (const std::string& folder : StandardFolders(c.subject(), kind)) {
    all.push_back(fmt::format("VK_LAYER_LS_{}", all.size()));
    if (!IsFallback(folder, kind)) firm.push_back(all.back());
    world.With(KindLayer(kind, all.back()).In(folder));
  }
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    InstanceRequest request;
    for (const VkLayerProperties& layer : app.EnumerateLayers()) {
      if (kind == LayerKind::kExplicit) request.layers.push_back(layer.layerName);
    }
    app.RunFullSequence(request);
  });
  const std::vector<std::string> chain = InstanceChain(seen);
  EXPECT_SEEN(chain, Not(IsEmpty()))
      << "a folder for the configuration of the system, such as /etc, is searched whatever the XDG "
         "variables say"
      << reading::LS_VK_DISCOVERY_24_r1;
  for (const std::string& name : firm) {
    EXPECT_SEEN(chain, Contains(name)) << "a folder that does not correspond to an XDG variable is "
                                          "searched whatever these variables say";
  }
}

REGISTER_CASES {
  for (const LayerKind kind : kLayerKinds) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DISCOVERY_24},
                 "beside_the_variables_" + KindName(kind),
                 [kind](Case& c) { JudgeSystemFolders(c, kind, false); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_DISCOVERY_24},
                 "elevated_application_" + KindName(kind),
                 [kind](Case& c) { JudgeSystemFolders(c, kind, true); });
  }
}

}  // namespace
}  // namespace loadstone::suites::system_folders
