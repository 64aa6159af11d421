// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/activation.h"

#include <gtest/gtest.h>

#include "oracle/vulkan/oracle.h"
#include "oracle/vulkan/test_subject.h"

namespace loadstone::oracle::vulkan::activation_test {
namespace {

const std::string kExplicit = std::string(kExplicitFolder) + "/";

Expected ExpectedOf(const Machine& machine, const std::string& layer) {
  const Model model = ReadModel(machine, TestSubject());
  return Expect(machine, model, TestSubject()).layers.at(layer);
}

TEST(Activation, VariablesInTheManifestOfAnExplicitLayerAreOpen) {
  Machine machine;
  machine.create = true;
  machine.files[kExplicit + "a.json"] = Manifest("VK_LAYER_LS_a", 0, R"({
      "disable_environment": {"LS_OFF": "1"}, "enable_environment": {"LS_ON": "yes"}})");
  EXPECT_EQ(ExpectedOf(machine, "VK_LAYER_LS_a").active, Tristate::kNo);
  machine.layers = {"VK_LAYER_LS_a"};
  EXPECT_EQ(ExpectedOf(machine, "VK_LAYER_LS_a").active, Tristate::kMaybe);
  EXPECT_EQ(ExpectedOf(machine, "VK_LAYER_LS_a").enumerated, Tristate::kMaybe);
  machine.environment["LS_ON"] = "yes";
  EXPECT_EQ(ExpectedOf(machine, "VK_LAYER_LS_a").active, Tristate::kYes);
  machine.environment["LS_OFF"] = "1";
  EXPECT_EQ(ExpectedOf(machine, "VK_LAYER_LS_a").active, Tristate::kMaybe);
  machine.files[kExplicit + "m.json"] = Meta("VK_LAYER_LS_m", R"(["VK_LAYER_LS_a"])");
  machine.layers = {"VK_LAYER_LS_m"};
  EXPECT_EQ(ExpectedOf(machine, "VK_LAYER_LS_m").active, Tristate::kMaybe);
  // What VK_LAYER_PATH finds is explicit whatever its manifest contains.
  machine.layers = {"VK_LAYER_LS_a"};
  machine.environment["VK_LAYER_PATH"] = "/fuzz/explicit";
  machine.files = {{"/fuzz/explicit/a.json", machine.files.at(kExplicit + "a.json")}};
  EXPECT_EQ(ExpectedOf(machine, "VK_LAYER_LS_a").active, Tristate::kYes);
}

}  // namespace
}  // namespace loadstone::oracle::vulkan::activation_test
