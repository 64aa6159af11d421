// SPDX-License-Identifier: Apache-2.0
// Each invariant is tested with a broken answer, which it must reject; and worlds are run.

#include "fuzz/inside/vulkan/world_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>

namespace loadstone::fuzz::inside::world_rules_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A world with a driver, an implicit layer a and an explicit layer b; `more` is appended to the
// members.
std::string WorldText(const std::string& more = "") {
  return R"({"files": {
      "/etc/vulkan/icd.d/d.json":
        {"file_format_version": "1.0.0", "ICD": {"library_path": "/d.so", "api_version": "1.3.0"}},
      "/etc/vulkan/implicit_layer.d/a.json": {"file_format_version": "1.2.0", "layer": {
        "name": "VK_LAYER_LS_a", "type": "GLOBAL", "library_path": "/a.so", "api_version": "1.3.0",
        "implementation_version": "1", "description": "one", "disable_environment": {"A_OFF": "1"}}},
      "/etc/vulkan/explicit_layer.d/b.json": {"file_format_version": "1.2.0", "layer": {
        "name": "VK_LAYER_LS_b", "type": "GLOBAL", "library_path": "/b.so", "api_version": "1.3.0",
        "implementation_version": "1", "description": "one"}}},
    "libraries": {"/d.so": {"kind": "driver"}, "/a.so": {"kind": "layer"},
                  "/b.so": {"kind": "layer"}})" +
         more + "}";
}

World Make(const std::string& more = "") {
  const std::optional<World> world = World::Parse(WorldText(more));
  EXPECT_TRUE(world);
  return world.value_or(World());
}

oracle::Enumerated Layer(const std::string& name) {
  return {name, VK_MAKE_API_VERSION(0, 1, 3, 0), 1, "one"};
}

VulkanAnswer RightAnswer() {
  VulkanAnswer answer;
  answer.seen.layers = {Layer("VK_LAYER_LS_a"), Layer("VK_LAYER_LS_b")};
  answer.seen.tried_create = answer.seen.created = true;
  answer.seen.chain = {"/a.so"};
  answer.driver_instances = 1;
  answer.physical_devices = 1;
  answer.files_read = {"/etc/vulkan/icd.d/d.json"};
  return answer;
}

std::string After(const std::function<void(VulkanAnswer*)>& change, const std::string& more = "") {
  VulkanAnswer answer = RightAnswer();
  change(&answer);
  return CheckVulkanAnswer(Make(more), answer);
}

void Nothing(VulkanAnswer*) {}

TEST(VulkanWorldRulesTest, RightAnswersPass) {
  EXPECT_THAT(After(Nothing), IsEmpty());
  EXPECT_THAT(After(
                  [](auto* answer) {
                    answer->seen.chain = {"/a.so", "/b.so"};
                  },
                  R"(, "application": {"layers": ["VK_LAYER_LS_b"]})"),
              IsEmpty());
}

TEST(VulkanWorldRulesTest, OracleFaultsAreReported) {
  EXPECT_THAT(After([](auto* answer) { answer->seen.layers.push_back(Layer("VK_LAYER_LS_c")); }),
              HasSubstr("in no folder"));
  EXPECT_THAT(After([](auto* answer) { answer->seen.layers.pop_back(); }),
              HasSubstr("not enumerated"));
  EXPECT_THAT(After([](auto* answer) { answer->seen.layers[0].implementation = 2; }),
              HasSubstr("LS_VK_MANIFEST_3"));
  EXPECT_THAT(After([](auto* answer) { answer->seen.chain = {"/c.so"}; }), HasSubstr("folder"));
  EXPECT_THAT(After([](auto* answer) { answer->seen.chain = {}; }), HasSubstr("LLP_LOADER_6"));
  EXPECT_THAT(After(Nothing, R"(, "environment": {"A_OFF": "1"})"), HasSubstr("LLP_LOADER_7"));
  EXPECT_THAT(After(Nothing, R"(, "environment": {"A_OFF": ""})"), IsEmpty());
  constexpr char kDisabled[] = R"(, "environment": {"VK_LOADER_LAYERS_DISABLE": "x,*_a")";
  EXPECT_THAT(After(Nothing, std::string(kDisabled) + "}"), HasSubstr("VK_LOADER_LAYERS_DISABLE"));
  EXPECT_THAT(
      After(Nothing, std::string(kDisabled) + R"(, "VK_LOADER_LAYERS_ALLOW": "VK_LAYER_LS_a"})"),
      IsEmpty());
  EXPECT_THAT(After(Nothing, R"(, "application": {"layers": ["VK_LAYER_LS_c"]})"),
              HasSubstr("unknown layer"));
}

TEST(VulkanWorldRulesTest, AChainWithAMisbehavingLayerIsNotJudged) {
  World world = Make();
  const auto stops = World::Parse(R"({"libraries": {"/a.so": {"kind": "layer", "stops": true}}})");
  ASSERT_TRUE(stops);
  VulkanAnswer answer = RightAnswer();
  answer.seen.chain = {};
  EXPECT_THAT(CheckVulkanAnswer(world, answer), HasSubstr("LLP_LOADER_6"));
  world.libraries = stops->libraries;
  EXPECT_THAT(CheckVulkanAnswer(world, answer), IsEmpty());
}

TEST(VulkanWorldRulesTest, AnInstanceNeedsADriver) {
  EXPECT_THAT(After([](auto* answer) { answer->driver_instances = 0; }), HasSubstr("driver"));
}

TEST(VulkanWorldRulesTest, LeaksAreReported) {
  EXPECT_THAT(After([](auto* answer) { answer->leaked_instances = 1; }), HasSubstr("left over"));
  EXPECT_THAT(After([](auto* answer) { answer->leaked_libraries = 1; }), HasSubstr("left open"));
}

TEST(VulkanWorldRulesTest, NobodyDestroysWithoutTheCommand) {
  World world = Make();
  const auto driver = World::Parse(
      R"({"libraries": {"/d.so": {"kind": "driver", "missing": ["vkDestroyInstance"]}}})");
  ASSERT_TRUE(driver);
  world.libraries = driver->libraries;
  VulkanAnswer answer = RightAnswer();
  answer.leaked_instances = 1;
  EXPECT_THAT(CheckVulkanAnswer(world, answer), IsEmpty());
}

TEST(VulkanWorldRulesTest, PrivilegedReadingIsReported) {
  const auto reads = [](const char* path) {
    return [path](VulkanAnswer* answer) { answer->files_read = {path}; };
  };
  EXPECT_THAT(After(reads("/home/u/a.json"), R"(, "elevated": true)"), HasSubstr("elevated"));
  EXPECT_THAT(After(reads("/home/u/a.json")), IsEmpty());
  EXPECT_THAT(After(reads("/etc/a.json"), R"(, "elevated": true)"), IsEmpty());
}

TEST(VulkanWorldRulesTest, ConfusedComponentsAreReported) {
  const auto mistakes = [](const char* from, const char* to) {
    std::string text = WorldText();
    text.replace(text.find(from), strlen(from), to);
    const std::optional<World> world = World::Parse(text);
    return world && ConfusesComponents(*world);
  };
  EXPECT_FALSE(ConfusesComponents(Make()));
  EXPECT_TRUE(mistakes("/a.so", "/d.so")) << "a driver as a layer";
  const char* description = R"("description": "one")";
  EXPECT_FALSE(mistakes(description, R"("pre_instance_functions":
      {"vkEnumerateInstanceVersion": "LsPreVersion"})"));
  EXPECT_TRUE(mistakes(description, R"("pre_instance_functions":
      {"vkEnumerateInstanceVersion": "LsPreLayers"})"));
}

TEST(VulkanWorldTest, LayersAndDriversTakePart) {
  const World world = Make(R"(, "application": {"layers": ["VK_LAYER_LS_b"]})");
  const VulkanAnswer answer = RunVulkanWorld(world);
  EXPECT_EQ(answer.seen.enumerate_result, VK_SUCCESS);
  EXPECT_THAT(answer.seen.layers, ElementsAre(Layer("VK_LAYER_LS_a"), Layer("VK_LAYER_LS_b")));
  EXPECT_EQ(answer.seen.create_result, VK_SUCCESS);
  EXPECT_THAT(answer.seen.chain, ElementsAre("/a.so", "/b.so"));
  EXPECT_EQ(answer.driver_instances, 1);
  EXPECT_EQ(answer.physical_devices, 1u);
  EXPECT_THAT(CheckVulkanAnswer(world, answer), IsEmpty());
  EXPECT_EQ(RunVulkanWorld(world), answer);
}

TEST(VulkanWorldTest, EachWorldStartsAnew) {
  World world = Make();
  const auto driver = World::Parse(R"({"libraries": {"/d.so":
      {"kind": "driver", "missing": ["vkDestroyInstance"]}}})");
  ASSERT_TRUE(driver);
  world.libraries = driver->libraries;
  EXPECT_EQ(RunVulkanWorld(world).leaked_instances, 1);
  EXPECT_EQ(RunVulkanWorld(world).leaked_instances, 1);
  world.libraries.clear();
  EXPECT_EQ(RunVulkanWorld(world).leaked_instances, 0);
}

TEST(VulkanWorldTest, SwitchesAreObeyed) {
  EXPECT_THAT(RunVulkanWorld(Make(R"(, "environment": {"A_OFF": "1"})")).seen.chain, IsEmpty());
  EXPECT_EQ(
      RunVulkanWorld(Make(R"(, "application": {"layers": ["VK_LAYER_LS_c"]})")).seen.create_result,
      VK_ERROR_LAYER_NOT_PRESENT);
}

}  // namespace
}  // namespace loadstone::fuzz::inside::world_rules_test
