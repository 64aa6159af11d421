#include "harness/suites/suites.h"

// LoaderLayerInterface, "Layer Filtering" with its "VK_INSTANCE_LAYERS", and
// LoaderInterfaceArchitecture, "Environment Variable Priority": VK_LOADER_LAYERS_DISABLE comes
// first, and what VK_LOADER_LAYERS_ENABLE or VK_INSTANCE_LAYERS names is enabled in spite of it.
namespace loadstone {
namespace {

using testing::Contains;
using testing::Not;
using testing::UnorderedElementsAre;

constexpr char kForced[] = "VK_LAYER_LS_forced";
constexpr char kForcedToo[] = "VK_LAYER_LS_forced_too";
constexpr char kOff[] = "VK_LAYER_LS_off";

struct Row {
  const char* name;
  const char* variable;  // that enables
  std::string value;
  const char* disable;
  bool implicit;   // the layers that are forced on
  bool requested;  // by the application as well
};

const Row kRows[] = {
    {"enable_over_a_name", "VK_LOADER_LAYERS_ENABLE", kForced, "VK_LAYER_LS_forced,*_off", false,
     false},
    {"enable_over_all", "VK_LOADER_LAYERS_ENABLE", kForced, "~all~", false, false},
    {"enable_over_all_requested", "VK_LOADER_LAYERS_ENABLE", kForced, "~all~", false, true},
    {"enable_over_implicit", "VK_LOADER_LAYERS_ENABLE", "*LS_forced", "~implicit~", true, false},
    {"instance_layers_over_a_name", "VK_INSTANCE_LAYERS", kForced, "VK_LAYER_LS_forced,*_off",
     false, false},
    {"instance_layers_over_a_glob", "VK_INSTANCE_LAYERS", kForced, "vk_layer_*", false, false},
    {"instance_layers_over_explicit", "VK_INSTANCE_LAYERS", kForced, "~explicit~,*_off", false,
     false},
    {"instance_layers_over_all", "VK_INSTANCE_LAYERS", kForced, "~all~", false, false},
    {"instance_layers_over_all_requested", "VK_INSTANCE_LAYERS", kForced, "~all~", false, true},
    {"instance_layers_over_all_two", "VK_INSTANCE_LAYERS", std::string(kForced) + ":" + kForcedToo,
     "~all~", false, false},
};

Layer ForcedLayer(const char* name, const Row& row) {
  return row.implicit ? Layer(name).Implicit() : Layer(name);
}

void JudgeRow(Case& c, const Row& row) {
  VulkanWorld world(c.subject());
  world.With(ForcedLayer(kForced, row)).With(ForcedLayer(kForcedToo, row));
  world.With(Layer(kOff).Implicit());
  world.Env(row.variable, row.value).Env("VK_LOADER_LAYERS_DISABLE", row.disable);
  std::vector<std::string> requested;
  if (row.requested) requested.emplace_back(kForced);
  const Observation seen =
      Observe(c, world, [&](VulkanApp& app) { app.RunThrough({.layers = requested}); });
  EXPECT_THAT(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "a layer that " << row.variable << " names is there for the application";
  EXPECT_THAT(InstanceChain(seen), Contains(kForced))
      << row.variable << " is applied after VK_LOADER_LAYERS_DISABLE and enables the layer";
  EXPECT_THAT(InstanceChain(seen), Not(Contains(kOff)))
      << "an implicit layer that VK_LOADER_LAYERS_DISABLE covers and nothing names is disabled";
  if (row.value.find(':') != std::string::npos) {
    EXPECT_THAT(InstanceChain(seen), UnorderedElementsAre(kForced, kForcedToo))
        << "every layer that VK_INSTANCE_LAYERS names is enabled";
  }
}

[[maybe_unused]] const bool registered = [] {
  for (const Row& row : kRows) {
    RegisterCase("vulkan", {policy::LS_VK_FILTER_4, policy::LS_VK_FILTER_2}, row.name,
                 [&row](Case& c) { JudgeRow(c, row); });
  }
  return true;
}();

}  // namespace
}  // namespace loadstone
