// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/minimise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "fuzz/outside/test_input.h"

namespace loadstone::fuzz::minimise_test {
namespace {

TEST(Minimise, LeavesWhatMatters) {
  Input input = OneLayer();
  input.files["/other.json"] = "x";
  input.environment = {{"ONE", "1"}, {"LIST", "a:b:c"}};
  input.layers = {"VK_LAYER_LS_a", "VK_LAYER_LS_b"};
  input.extensions = {"VK_KHR_a"};
  input.create = input.device = true;
  const Input smallest = Minimise(input, 1000, [](const Input& one) {
    const auto file = one.files.find(kFile);
    const auto list = one.environment.find("LIST");
    return file != one.files.end() && file->second.find("type") != std::string::npos &&
           list != one.environment.end() && list->second.find('b') != std::string::npos;
  });
  Input expected;
  expected.files[kFile] = R"({"layer":{"type":"GLOBAL"}})";
  expected.environment["LIST"] = "b";
  EXPECT_EQ(smallest, expected);
}

TEST(Minimise, CutsTextsThatAreNoJson) {
  Input input;
  input.files["/a"] = std::string(100, 'a') + "{x" + std::string(100, 'b');
  const Input smallest = Minimise(input, 1000, [](const Input& one) {
    const auto file = one.files.find("/a");
    return file != one.files.end() && file->second.find("{x") != std::string::npos;
  });
  EXPECT_EQ(smallest.files.at("/a"), "{x");
}

TEST(Minimise, EndsWithItsBudget) {
  size_t asked = 0;
  Minimise(OneLayer(), 3, [&](const Input&) { return ++asked, true; });
  EXPECT_LE(asked, 3u);
}

TEST(LeaveOut, KeepsThoseThatMatterInTheirOrder) {
  std::vector<Input> inputs(21);
  for (size_t i = 0; i < inputs.size(); ++i) inputs[i].layers = {std::to_string(i)};
  const std::vector<Input> needed = {inputs[3], inputs[17]};
  const auto has_needed = [&](const std::vector<Input>& some) {
    const auto first = std::find(some.begin(), some.end(), needed[0]);
    return std::find(first, some.end(), needed[1]) != some.end();
  };
  EXPECT_EQ(LeaveOut(inputs, has_needed), needed);
  EXPECT_TRUE(LeaveOut(inputs, [](const std::vector<Input>&) { return true; }).empty());
  EXPECT_EQ(LeaveOut(inputs, [](const std::vector<Input>&) { return false; }), inputs);
}

}  // namespace
}  // namespace loadstone::fuzz::minimise_test
