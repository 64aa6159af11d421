// Each invariant is held against a broken answer, and must complain; and worlds are run.

#include "fuzz/inside/vulkan/world_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>

namespace loadstone::fuzzing {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A driver, an implicit layer a and an explicit layer b; `more` are further members.
std::string WorldText(const std::string& more = "") {
  return R"({"files": {
      "/etc/vulkan/icd.d/d.json":
        {"file_format_version": "1.0.0", "ICD": {"library_path": "/d.so", "api_version": "1.3.0"}},
      "/etc/vulkan/implicit_layer.d/a.json": {"file_format_version": "1.2.0", "layer": {
        "name": "A", "type": "GLOBAL", "library_path": "/a.so", "api_version": "1.3.0",
        "implementation_version": "1", "description": "", "disable_environment": {"A_OFF": "1"},
        "instance_extensions": [{"name": "VK_LS_x", "spec_version": "1"}]}},
      "/etc/vulkan/explicit_layer.d/b.json": {"file_format_version": "1.2.0", "layer": {
        "name": "B", "type": "GLOBAL", "library_path": "/b.so", "api_version": "1.3.0",
        "implementation_version": "1", "description": ""}}},
    "libraries": {"/d.so": {"kind": "driver"}, "/a.so": {"kind": "layer"},
                  "/b.so": {"kind": "layer"}})" +
         more + "}";
}

World Make(const std::string& more = "") {
  const std::optional<World> world = World::Parse(WorldText(more));
  EXPECT_TRUE(world);
  return world.value_or(World());
}

VulkanAnswer RightAnswer() {
  VulkanAnswer answer;
  answer.layers = {"A", "B"};
  answer.layer_extensions = {{"VK_LS_x"}, {}};
  answer.chain = {"/a.so"};
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
  EXPECT_THAT(After([](auto* answer) { answer->chain = {"/b.so"}; },
                    R"(, "application": {"layers": ["B"]})"),
              IsEmpty());
}

TEST(VulkanWorldRulesTest, LayersFromNowhereAreNoticed) {
  EXPECT_THAT(After([](auto* answer) { answer->layers.push_back("C"); }), HasSubstr("no manifest"));
  EXPECT_THAT(After([](auto* answer) { answer->layers.push_back("A"); }), HasSubstr("twice"));
  EXPECT_THAT(After([](auto* answer) { answer->layer_extensions[1] = {"VK_LS_y"}; }),
              HasSubstr("extension VK_LS_y"));
  EXPECT_THAT(After([](auto* answer) { answer->chain = {"/c.so"}; }), HasSubstr("no manifest"));
  EXPECT_THAT(After([](auto* answer) { answer->layers = {"B"}; }), HasSubstr("not enumerated"));
}

TEST(VulkanWorldRulesTest, EnabledThoughDisabledIsNoticed) {
  EXPECT_THAT(After(Nothing, R"(, "environment": {"A_OFF": "1"})"), HasSubstr("switched off"));
  EXPECT_THAT(After(Nothing, R"(, "environment": {"A_OFF": ""})"), IsEmpty());
  constexpr char kDisabled[] = R"("VK_LOADER_LAYERS_DISABLE": "x,a*")";
  const auto environment = [](const std::string& variables) {
    return R"(, "environment": {)" + variables + "}";
  };
  EXPECT_THAT(After(Nothing, environment(kDisabled)), HasSubstr("VK_LOADER_LAYERS_DISABLE"));
  EXPECT_THAT(
      After(Nothing, environment(std::string(kDisabled) + R"(, "VK_LOADER_LAYERS_ALLOW": "A")")),
      IsEmpty());
}

TEST(VulkanWorldRulesTest, ImpossibleInstancesAreNoticed) {
  EXPECT_THAT(After([](auto* answer) { answer->driver_instances = 0; }), HasSubstr("driver"));
  EXPECT_THAT(After(Nothing, R"(, "application": {"layers": ["C"]})"), HasSubstr("lacks"));
  EXPECT_THAT(After([](auto* answer) { answer->used_after_refusal = true; }),
              HasSubstr("negotiation"));
  EXPECT_THAT(After([](auto* answer) { answer->broken_link = true; }), HasSubstr("link"));
}

TEST(VulkanWorldRulesTest, LeaksAreNoticed) {
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

TEST(VulkanWorldRulesTest, PrivilegedReadingIsNoticed) {
  const auto reads = [](const char* path) {
    return [path](VulkanAnswer* answer) { answer->files_read = {path}; };
  };
  EXPECT_THAT(After(reads("/home/u/a.json"), R"(, "elevated": true)"), HasSubstr("elevated"));
  EXPECT_THAT(After(reads("/home/u/a.json")), IsEmpty());
  EXPECT_THAT(After(reads("/etc/a.json"), R"(, "elevated": true)"), IsEmpty());
}

TEST(VulkanWorldRulesTest, MistakenComponentsAreNoticed) {
  const auto mistakes = [](const char* from, const char* to) {
    std::string text = WorldText();
    text.replace(text.find(from), strlen(from), to);
    const std::optional<World> world = World::Parse(text);
    return world && MistakesComponents(*world);
  };
  EXPECT_FALSE(MistakesComponents(Make()));
  EXPECT_TRUE(mistakes("/a.so", "/d.so")) << "a driver as a layer";
  const char* description = R"("description": "")";
  EXPECT_FALSE(mistakes(description, R"("pre_instance_functions":
      {"vkEnumerateInstanceVersion": "LsPreVersion"})"));
  EXPECT_TRUE(mistakes(description, R"("pre_instance_functions":
      {"vkEnumerateInstanceVersion": "LsPreLayers"})"));
}

TEST(VulkanWorldTest, LayersAndDriversTakePart) {
  const World world = Make(R"(, "application": {"layers": ["B"]})");
  const VulkanAnswer answer = RunVulkanWorld(world);
  EXPECT_EQ(answer.enumerated, VK_SUCCESS);
  EXPECT_THAT(answer.layers, ElementsAre("A", "B"));
  EXPECT_EQ(answer.created, VK_SUCCESS);
  EXPECT_THAT(answer.chain, ElementsAre("/a.so", "/b.so"));
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
  EXPECT_THAT(RunVulkanWorld(Make(R"(, "environment": {"A_OFF": "1"})")).chain, IsEmpty());
  EXPECT_EQ(RunVulkanWorld(Make(R"(, "application": {"layers": ["C"]})")).created,
            VK_ERROR_LAYER_NOT_PRESENT);
}

}  // namespace
}  // namespace loadstone::fuzzing
