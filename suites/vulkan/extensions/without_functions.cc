// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/drivers/drivers.h"
#include "suites/vulkan/extensions/extensions.h"

// LoaderDriverInterface, "Filtering Out Instance Extension Names" (LDP_LOADER_9), with extensions
// that have no functions: a driver that supports one gets its name and the structure that it adds
// to the pNext chain of vkCreateInstance (LS_VK_CHAIN_5), and other drivers do not get the name.
namespace loadstone::suites::without_functions {
namespace {

constexpr char kHas[] = "has_it";
constexpr char kLacks[] = "lacks_it";

struct Row {
  const char* name;
  std::vector<std::string> extensions;  // the last one is judged
  const VkBaseInStructure* structure;
};

constexpr VkValidationFeatureEnableEXT kFeature = VK_VALIDATION_FEATURE_ENABLE_BEST_PRACTICES_EXT;
constexpr VkValidationCheckEXT kCheck = VK_VALIDATION_CHECK_SHADERS_EXT;
const VkValidationFeaturesEXT kFeatures = {
    VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT, nullptr, 1, &kFeature, 0, nullptr};
const VkValidationFlagsEXT kFlags = {VK_STRUCTURE_TYPE_VALIDATION_FLAGS_EXT, nullptr, 1, &kCheck};

std::vector<Row> Rows() {
  return {{"color_spaces", {"VK_KHR_surface", "VK_EXT_swapchain_colorspace"}, nullptr},
          {"validation_features",
           {"VK_EXT_validation_features"},
           reinterpret_cast<const VkBaseInStructure*>(&kFeatures)},
          {"validation_flags",
           {"VK_EXT_validation_flags"},
           reinterpret_cast<const VkBaseInStructure*>(&kFlags)}};
}

void Judge(Case& c, const Row& row) {
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(NamedDriver(kHas).Behaviour(MockExtensions("instance_extensions", row.extensions)))
      .With(NamedDriver(kLacks));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, row.extensions)) return;
    app.CreateInstance({.extensions = row.extensions, .next = row.structure});
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "an extension that is listed can be enabled";
  EXPECT_SEEN(ExtensionsGiven(seen, kHas), Contains(row.extensions.back()))
      << "a driver that supports the extension gets its name";
  EXPECT_SEEN(ExtensionsGiven(seen, kLacks), Not(Contains(row.extensions.back())))
      << "a driver without the extension does not get its name";
  if (row.structure == nullptr) return;
  const std::optional<Event> created = seen.First(kHas, "vkCreateInstance");
  ASSERT_HOLDS(created.has_value()) << "the driver has an instance";
  EXPECT_SEEN(created->Numbers("next"), Contains(int64_t{row.structure->sType}))
      << "a driver that supports the extension gets its structure in the pNext chain";
}

REGISTER_CASES {
  static const std::vector<Row> kRows = Rows();
  for (const Row& row : kRows) {
    RegisterCase(Api::kVulkan, {policy::LDP_LOADER_9, policy::LS_VK_CHAIN_5},
                 fmt::format("extension_without_functions_{}", row.name),
                 [&row](Case& c) { Judge(c, row); });
  }
}

}  // namespace
}  // namespace loadstone::suites::without_functions
