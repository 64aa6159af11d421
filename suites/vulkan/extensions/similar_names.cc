// SPDX-License-Identifier: Apache-2.0
#include "policies/reading_ids.h"
#include "suites/vulkan/extensions/extensions.h"

// LoaderApplicationInterface, "Filtering Out Unknown Instance Extension Names" (LS_VK_EXTENSION_7),
// and LS_VK_ROBUSTNESS_18: requested instance extensions whose names are the beginning of a
// supported name, or continue one, before, between and after supported ones.
namespace loadstone::suites::similar_names {
namespace {

constexpr char kLayer[] = "VK_LAYER_LS_layer";
constexpr char kOfTheLoader[] = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;

std::string Beginning(const std::string& name) { return name.substr(0, name.size() - 1); }
std::string Continued(const std::string& name) { return name + "_and_more"; }

struct Similar {
  const char* name;
  std::string (*of)(const std::string& name);
};

constexpr Similar kSimilar[] = {{"beginning", Beginning}, {"continuation", Continued}};

// The component that has the extension whose name is similar to the judged one.
struct Owner {
  const char* name;
  std::string extension;
};

const Owner kOwners[] = {
    {"driver", kKnownExtension}, {"layer", kKnownExtension}, {"loader", kOfTheLoader}};

constexpr char kError[] = "an error";

// Creates three instances with two supported extensions and `judged`, which is the first, the
// second and the last in the request. Returns the results, of which all must be errors.
std::vector<std::string> Request(Case& c, const VulkanWorld& world,
                                 const std::vector<std::string>& layers,
                                 const std::vector<std::string>& supported,
                                 const std::string& judged) {
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    for (size_t place = 0; place <= supported.size(); ++place) {
      std::vector<std::string> extensions = supported;
      extensions.insert(extensions.begin() + static_cast<std::ptrdiff_t>(place), judged);
      app.CreateInstance({.layers = layers, .extensions = extensions});
      app.DestroyInstance();
    }
  });
  std::vector<std::string> results;
  for (const Event& event : seen.Select(kAppName, "vkCreateInstance")) {
    if (event.phase() != "leave") continue;
    results.emplace_back(event.Number("result") < 0 ? kError : "success");
  }
  return results;
}

// The driver lists the judged extension, which no loader knows.
void JudgeUnknown(Case& c, const Similar& similar) {
  const std::string judged = similar.of(kKnownExtension);
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(DriverWith("d", {kKnownExtension, judged, kOtherKnownExtension}));
  EXPECT_SEEN(Request(c, world, {}, {kKnownExtension, kOtherKnownExtension}, judged),
              ElementsAre(kError, kError, kError))
      << "an instance extension that the loader does not know cannot be enabled, wherever it is in "
         "the request"
      << reading::LS_VK_EXTENSION_7_r1;
}

// Nobody has the judged extension.
void JudgeAbsent(Case& c, const Owner& owner, const Similar& similar) {
  const bool of_layer = owner.name == std::string("layer");
  const std::vector<std::string> known = {kKnownExtension, kOtherKnownExtension};
  VulkanWorld world(c.subject());
  if (of_layer) {
    world.With(LayerWith(kLayer, known));
  } else {
    world.WithoutDriver().With(DriverWith("d", known));
  }
  const std::vector<std::string> layers =
      of_layer ? std::vector<std::string>{kLayer} : std::vector<std::string>{};
  EXPECT_SEEN(Request(c, world, layers, {owner.extension, kOtherKnownExtension},
                      similar.of(owner.extension)),
              ElementsAre(kError, kError, kError))
      << "an instance extension that nobody has cannot be enabled, wherever it is in the request"
      << reading::LS_VK_ROBUSTNESS_18_r2;
}

REGISTER_CASES {
  for (const Similar& similar : kSimilar) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_EXTENSION_7},
                 fmt::format("{}_of_a_known_name", similar.name),
                 [&similar](Case& c) { JudgeUnknown(c, similar); });
    for (const Owner& owner : kOwners) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_18},
                   fmt::format("{}_of_a_name_of_the_{}", similar.name, owner.name),
                   [&owner, &similar](Case& c) { JudgeAbsent(c, owner, similar); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::similar_names
