// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Requirements of Well-Behaved Layers", LLP_LAYER_21 and LLP_LAYER_22: a
// layer does not write *pInstance and *pDevice before the call down has returned. A loader may
// crash because of a layer that does: the crash is contained, and the report names the layer
// (LLP_LAYER_21.r1, LLP_LAYER_22.r1).
namespace loadstone::suites::targets_left_alone {
namespace {

struct TargetRule {
  policy::Id policy;
  const char* command;    // the creating command
  const char* pointer;    // member of the mock layer's event: pInstance or pDevice
  const char* before;     // member of the mock layer's event: its target at entry
  const char* misbehave;  // the mock layer's word for violating the rule
};

constexpr TargetRule kRules[] = {
    {policy::LLP_LAYER_21, "vkCreateInstance", "pinstance", "instance_before",
     "write_instance_first"},
    {policy::LLP_LAYER_22, "vkCreateDevice", "pdevice", "device_before", "write_device_first"},
};

// The value that the misbehaving mock layer writes.
constexpr char kWritten[] = "0x00000000deadbeef";

constexpr LayerPlace kPlaces[] = {
    {"the_only_layer", 0, 1}, {"the_top_layer", 0, 3},    {"the_middle_layer", 1, 3},
    {"the_last_layer", 2, 3}, {"the_first_of_16", 0, 16},
};

void JudgeGoodLayers(Case& c, const TargetRule& rule, int count) {
  const std::vector<std::string> layers = NumberedLayers(count);
  VulkanWorld world(c.subject());
  for (const std::string& name : layers) world.With(Layer(name));
  const Observation seen =
      Observe(c, world, [&](VulkanApp& app) { app.RunFullSequence({.layers = layers}); });
  const std::vector<Event> entries = LayerEntries(seen, rule.command);
  ASSERT_SEEN(Whos(entries), ElementsAreArray(layers)) << "every layer is called, once";
  for (const Event& event : entries) {
    EXPECT_SEEN(event.Text(rule.pointer), Not(IsEmpty()))
        << event.who() << " must be given the target of the handle";
    EXPECT_SEEN(event.Text(rule.before), entries[0].Text(rule.before))
        << event.who() << " must find the value that the loader left in the target";
  }
  EXPECT_SEEN(ResultOf(seen, rule.command), "VK_SUCCESS")
      << "layers that do not change the target work";
  EXPECT_SEEN(ResultOf(seen, "vkDeviceWaitIdle"), "VK_SUCCESS")
      << "the objects that these layers return work";
}

// The layer above the first one that found the value at entry; "" if none did, as when the last
// layer writes it: only the loader is below.
std::string LayerThatWrote(const std::vector<Event>& entries, const TargetRule& rule) {
  std::string above;
  for (const Event& event : entries) {
    if (event.Text(rule.before) == kWritten) return above;
    above = event.who();
  }
  return {};
}

void JudgeBadLayer(Case& c, const TargetRule& rule, const LayerPlace& place) {
  const std::vector<std::string> layers = NumberedLayers(place.of);
  const std::string& bad = layers[static_cast<size_t>(place.number)];
  const Observation seen = RunWithBadLayer(c, place, rule.misbehave);
  const std::vector<Event> entries = LayerEntries(seen, rule.command);
  EXPECT_SEEN(Whos(entries), ElementsAreArray(layers))
      << "the chain is built before and goes through every layer";
  const bool last = place.number + 1 == place.of;
  const std::string guilty = LayerThatWrote(entries, rule);
  EXPECT_SEEN(guilty, last ? "" : bad) << "the layer below finds what the one above it wrote";
  NameLayer(seen, last ? bad : guilty,
            fmt::format("wrote to the target of {} before it called down", rule.command));
}

void RegisterCasesOf(const TargetRule& rule) {
  for (const int count : {1, 3, 16}) {
    RegisterCase(Api::kVulkan, {rule.policy, policy::LS_VK_CHAIN_4},
                 fmt::format("target_left_alone_by_{}_layers", count),
                 [&rule, count](Case& c) { JudgeGoodLayers(c, rule, count); });
  }
  for (const LayerPlace& place : kPlaces) {
    RegisterCase(Api::kVulkan, {rule.policy, policy::LS_VK_CHAIN_4},
                 fmt::format("target_written_by_{}", place.name),
                 [&rule, &place](Case& c) { JudgeBadLayer(c, rule, place); });
  }
}

REGISTER_CASES {
  for (const TargetRule& rule : kRules) RegisterCasesOf(rule);
}

}  // namespace
}  // namespace loadstone::suites::targets_left_alone
