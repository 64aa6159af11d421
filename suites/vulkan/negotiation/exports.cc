// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "oracle/tristate.h"
#include "suites/suites.h"

// LoaderLayerInterface, "Layer Version Negotiation", "Layer Interface Versions", "Layer Manifest
// File Version History", and LLP_LAYER_4: the exports of a layer's library, by interface version
// and by the format of its manifest.
namespace loadstone::suites::exports {
namespace {

constexpr char kAbove[] = "VK_LAYER_LS_above";
constexpr char kOdd[] = "VK_LAYER_LS_odd";
constexpr char kBelow[] = "VK_LAYER_LS_below";

using oracle::Tristate;

struct Exports {
  const char* name;
  const char* variant;
  const char* functions;  // of the manifest
  // Whether the odd layer is used with a manifest of format 1.1.0 or later, which defines the name
  // of the negotiation function.
  Tristate expected;
  // The same for an older format.
  Tristate expected_before;
};

// The negotiation function is required, with its own name or with the one in the manifest. Without
// it, exports of the interface versions 0 and 1 may suffice (LLP_LAYER_4.r1); without those the
// layer cannot be used (LLP_LAYER_4.r2).
constexpr Exports kExports[] = {
    {"negotiation", "vulkan_layer", "{}", Tristate::kYes, Tristate::kYes},
    {"negotiation_beside_old_exports", "vulkan_layer_gipa", "{}", Tristate::kYes, Tristate::kYes},
    {"negotiation_under_the_name_given", "vulkan_layer_renamed",
     R"({"vkNegotiateLoaderLayerInterfaceVersion": "lsNegotiate"})", Tristate::kYes,
     Tristate::kMaybe},
    {"negotiation_under_an_unknown_name", "vulkan_layer_renamed", "{}", Tristate::kNo,
     Tristate::kNo},
    {"negotiation_under_another_name_than_given", "vulkan_layer_renamed",
     R"({"vkNegotiateLoaderLayerInterfaceVersion": "lsMissing"})", Tristate::kNo, Tristate::kNo},
    {"its_own_name_given", "vulkan_layer",
     R"({"vkNegotiateLoaderLayerInterfaceVersion": "vkNegotiateLoaderLayerInterfaceVersion"})",
     Tristate::kYes, Tristate::kYes},
    {"missing_name_given_beside_its_own", "vulkan_layer",
     R"({"vkNegotiateLoaderLayerInterfaceVersion": "lsMissing"})", Tristate::kMaybe,
     Tristate::kMaybe},
    {"empty_name_given", "vulkan_layer", R"({"vkNegotiateLoaderLayerInterfaceVersion": ""})",
     Tristate::kMaybe, Tristate::kMaybe},
    {"enormous_name_given", "vulkan_layer_renamed", nullptr, Tristate::kNo, Tristate::kNo},
    {"interface_1", "vulkan_layer_v1", "{}", Tristate::kMaybe, Tristate::kMaybe},
    {"interface_1_under_the_names_given", "vulkan_layer_v1_renamed",
     R"({"vkGetInstanceProcAddr": "lsGetInstanceProcAddr",
         "vkGetDeviceProcAddr": "lsGetDeviceProcAddr"})",
     Tristate::kMaybe, Tristate::kMaybe},
    {"interface_1_under_unknown_names", "vulkan_layer_v1_renamed", "{}", Tristate::kNo,
     Tristate::kNo},
    {"interface_1_with_a_missing_negotiation_given", "vulkan_layer_v1",
     R"({"vkNegotiateLoaderLayerInterfaceVersion": "lsMissing"})", Tristate::kMaybe,
     Tristate::kMaybe},
    {"interface_0", "vulkan_layer_v0", "{}", Tristate::kMaybe, Tristate::kMaybe},
    {"nothing", "vulkan_layer_none", "{}", Tristate::kNo, Tristate::kNo},
    {"nothing_but_names_given", "vulkan_layer_none",
     R"({"vkNegotiateLoaderLayerInterfaceVersion": "lsNegotiate",
         "vkGetInstanceProcAddr": "lsGetInstanceProcAddr",
         "vkGetDeviceProcAddr": "lsGetDeviceProcAddr"})",
     Tristate::kNo, Tristate::kNo},
};

std::string Functions(const Exports& row) {
  if (row.functions != nullptr) return row.functions;
  return fmt::format(R"({{"vkNegotiateLoaderLayerInterfaceVersion": "{:x<100000}"}})", "");
}

void Judge(Case& c, const Exports& row, const char* format, Tristate expected) {
  const Observation seen =
      Observe(c,
              VulkanWorld(c.subject())
                  .With(Layer(kAbove))
                  .With(Layer(kOdd)
                            .Binary(row.variant)
                            .FileFormat(format)
                            .Manifest(fmt::format(R"({{"functions": {}}})", Functions(row))))
                  .With(Layer(kBelow)),
              [](VulkanApp& app) {
                app.RunFullSequence({.layers = {kAbove, kOdd, kBelow}});
                if (!app.created()) app.RunFullSequence({.layers = {kAbove, kBelow}});
              });
  const auto with = ElementsAre(kAbove, kOdd, kBelow);
  const auto without = ElementsAre(kAbove, kBelow);
  switch (expected) {
    case Tristate::kYes:
      EXPECT_SEEN(InstanceChain(seen), with)
          << "a layer that exports its negotiation function is loaded";
      EXPECT_SEEN(seen.Select(kOdd, "negotiate"), Not(IsEmpty()))
          << "the negotiation function that a layer exports is called";
      break;
    case Tristate::kNo:
      EXPECT_SEEN(InstanceChain(seen), without)
          << "a layer that exports nothing usable is not loaded, and the rest of the chain works";
      EXPECT_SEEN(Called(seen), Not(Contains(kOdd)))
          << "a layer that exports nothing usable is in no call chain";
      break;
    case Tristate::kMaybe:
      EXPECT_SEEN(InstanceChain(seen), AnyOf(with, without))
          << "the layer is used or ignored, and the rest of the chain works";
      break;
  }
}

REGISTER_CASES {
  for (const Exports& row : kExports) {
    for (const char* format : {"1.0.1", "1.1.0"}) {
      std::string suffix = format;
      for (char& letter : suffix) letter = letter == '.' ? '_' : letter;
      const Tristate expected = suffix < "1_1" ? row.expected_before : row.expected;
      RegisterCase(Api::kVulkan, {policy::LLP_LAYER_4},
                   fmt::format("{}_in_format_{}", row.name, suffix),
                   [&row, format, expected](Case& c) { Judge(c, row, format, expected); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::exports
