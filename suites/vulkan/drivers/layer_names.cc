// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/drivers/drivers.h"
#include "suites/vulkan/extensions/extensions.h"

// LoaderDriverInterface, "Additional Interface Notes": an application may query the extensions of a
// layer, but a driver never gets that query.
namespace loadstone::suites::layer_names {
namespace {

constexpr char kExplicit[] = "VK_LAYER_LS_explicit";
constexpr char kImplicit[] = "VK_LAYER_LS_implicit";
constexpr char kMeta[] = "VK_LAYER_LS_meta";

struct Asked {
  const char* name;
  const char* layer;
};

constexpr Asked kAsked[] = {
    {"explicit_layer", kExplicit},
    {"implicit_layer", kImplicit},
    {"meta_layer", kMeta},
    {"missing_layer", "VK_LAYER_LS_missing"},
    {"empty_name", ""},
};

VulkanWorld WorldOfLayers(const Subject& subject) {
  VulkanWorld world(subject);
  return world.With(Layer(kExplicit))
      .With(Layer(kImplicit).Implicit())
      .With(Layer::Meta(kMeta, {kExplicit}));
}

// The layer names with which the driver's `command` was called, without calls that had none.
std::vector<std::string> NamesGiven(const Observation& seen, const char* command) {
  std::vector<std::string> names;
  for (const Event& event : seen.Select(kDefaultDriver, command)) {
    if (!event.IsNull("layer")) names.push_back(event.Text("layer"));
  }
  return names;
}

void Judge(Case& c, const Asked& asked) {
  const Observation seen = Observe(c, WorldOfLayers(c.subject()), [&asked](VulkanApp& app) {
    app.EnumerateExtensions(asked.layer);
    if (app.CreateInstance({.layers = {kMeta}}) != VK_SUCCESS) return;
    const auto enumerate =
        app.Get<PFN_vkEnumerateDeviceExtensionProperties>("vkEnumerateDeviceExtensionProperties");
    for (const VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
      uint32_t count = 0;
      enumerate(device, asked.layer, &count, nullptr);
    }
    app.DestroyInstance();
  });
  EXPECT_SEEN(DriversReached(seen), ElementsAre(kDefaultDriver)) << "the driver is used";
  for (const char* command :
       {"vkEnumerateInstanceExtensionProperties", "vkEnumerateDeviceExtensionProperties"}) {
    EXPECT_SEEN(NamesGiven(seen, command), IsEmpty())
        << command << " of a driver is not called with the name of a layer";
  }
}

REGISTER_CASES {
  for (const Asked& asked : kAsked) {
    RegisterCase(Api::kVulkan, {policy::LDP_LOADER_12}, asked.name,
                 [&asked](Case& c) { Judge(c, asked); });
  }
}

}  // namespace
}  // namespace loadstone::suites::layer_names
