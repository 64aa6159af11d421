// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/machine_text.h"

#include <gtest/gtest.h>

namespace loadstone::fuzz::machine_text_test {
namespace {

TEST(MachineInWords, CountsFilesByFolder) {
  Input input;
  EXPECT_EQ(MachineInWords(input), "no generated files; an application lists the layers");
  input.files = {{"/etc/a/one.json", ""}, {"/etc/a/two.json", ""}, {"/b/one.json", ""}};
  EXPECT_EQ(MachineInWords(input),
            "1 file in /b, 2 files in /etc/a; an application lists the layers");
}

TEST(MachineInWords, NamesVariablesAndWhatTheApplicationDoes) {
  Input input;
  input.environment = {{"VK_LAYER_PATH", "/a"}, {"XDG_DATA_HOME", ""}};
  input.elevated = input.create = true;
  input.layers = {"VK_LAYER_a", "VK_LAYER_b"};
  EXPECT_EQ(MachineInWords(input),
            "no generated files; environment: VK_LAYER_PATH, XDG_DATA_HOME; an elevated "
            "application lists the layers and creates an instance with the layers VK_LAYER_a, "
            "VK_LAYER_b");
  input.layers.pop_back();
  EXPECT_TRUE(MachineInWords(input).ends_with(" with the layer VK_LAYER_a"));
  input.layers.clear();
  input.device = true;
  EXPECT_NE(MachineInWords(input).find("layers, creates an instance, and creates a device"),
            std::string::npos);
}

TEST(MachineInWords, IsShortForALargeMachine) {
  Input input;
  for (int i = 0; i < 6; ++i) input.files["/" + std::to_string(i) + "/a.json"];
  EXPECT_EQ(MachineInWords(input),
            "1 file in /0, 1 file in /1, 1 file in /2, 1 file in /3 and 2 more; an application "
            "lists the layers");
}

}  // namespace
}  // namespace loadstone::fuzz::machine_text_test
