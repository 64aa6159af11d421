// Each invariant is held against a broken answer, and must complain; and worlds are run.

#include "fuzz/inside/openxr/world_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace loadstone::fuzzing {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A runtime, an implicit layer A and an explicit layer B; `more` are further members.
World Make(const std::string& more = "") {
  const std::optional<World> world = World::Parse(R"({"files": {
      "/etc/openxr/1/active_runtime.json":
        {"file_format_version": "1.0.0", "runtime": {"library_path": "/r.so"}},
      "/etc/openxr/1/api_layers/implicit.d/a.json": {"file_format_version": "1.0.0", "api_layer": {
        "name": "A", "library_path": "/a.so", "api_version": "1.0", "implementation_version": "1",
        "description": "", "disable_environment": "A_OFF",
        "instance_extensions": [{"name": "XR_LS_x", "extension_version": "1"}]}},
      "/etc/openxr/1/api_layers/explicit.d/b.json": {"file_format_version": "1.0.0", "api_layer": {
        "name": "B", "library_path": "/b.so", "api_version": "1.0", "implementation_version": "1",
        "description": ""}}},
    "libraries": {"/r.so": {"kind": "runtime"}, "/a.so": {"kind": "layer"},
                  "/b.so": {"kind": "layer"}})" + more +
                                                  "}");
  EXPECT_TRUE(world);
  return world.value_or(World());
}

OpenxrAnswer RightAnswer() {
  OpenxrAnswer answer;
  answer.layers = {"A", "B"};
  answer.layer_extensions = {{"XR_LS_x"}, {}};
  answer.chain = {"/a.so"};
  answer.runtime_instances = 1;
  answer.files_read = {"/etc/openxr/1/active_runtime.json"};
  return answer;
}

std::string After(const std::function<void(OpenxrAnswer*)>& change, const std::string& more = "") {
  OpenxrAnswer answer = RightAnswer();
  change(&answer);
  return CheckOpenxrAnswer(Make(more), answer);
}

void Nothing(OpenxrAnswer*) {}

TEST(OpenxrWorldRulesTest, RightAnswersPass) {
  EXPECT_THAT(After(Nothing), IsEmpty());
  EXPECT_THAT(After([](auto* answer) { answer->chain = {"/b.so"}; },
                    R"(, "application": {"layers": ["B"]})"),
              IsEmpty());
}

TEST(OpenxrWorldRulesTest, LayersFromNowhereAreNoticed) {
  EXPECT_THAT(After([](auto* answer) { answer->layers.push_back("C"); }), HasSubstr("no manifest"));
  EXPECT_THAT(After([](auto* answer) { answer->layers.push_back("A"); }), HasSubstr("twice"));
  EXPECT_THAT(After([](auto* answer) { answer->layer_extensions[1] = {"XR_LS_y"}; }),
              HasSubstr("extension XR_LS_y"));
  EXPECT_THAT(After([](auto* answer) { answer->chain = {"/c.so"}; }), HasSubstr("no manifest"));
  EXPECT_THAT(After([](auto* answer) { answer->layers = {"B"}; }), HasSubstr("not enumerated"));
}

TEST(OpenxrWorldRulesTest, EnabledThoughNobodyMayIsNoticed) {
  EXPECT_THAT(After(Nothing, R"(, "environment": {"A_OFF": ""})"), HasSubstr("switched off"));
  const auto explicit_layer = [](OpenxrAnswer* answer) { answer->chain = {"/b.so"}; };
  constexpr char kEnabled[] = R"(, "environment": {"XR_ENABLE_API_LAYERS": "x:B"})";
  EXPECT_THAT(After(explicit_layer), HasSubstr("nobody asked"));
  EXPECT_THAT(After(explicit_layer, kEnabled), IsEmpty());
  EXPECT_THAT(After(explicit_layer, std::string(kEnabled) + R"(, "elevated": true)"),
              HasSubstr("nobody asked"));
}

TEST(OpenxrWorldRulesTest, ImpossibleInstancesAreNoticed) {
  EXPECT_THAT(After([](auto* answer) { answer->runtime_instances = 0; }), HasSubstr("runtime"));
  EXPECT_THAT(After(Nothing, R"(, "application": {"layers": ["C"]})"), HasSubstr("lacks"));
  EXPECT_THAT(After([](auto* answer) { answer->used_after_refusal = true; }),
              HasSubstr("negotiation"));
  EXPECT_THAT(After([](auto* answer) { answer->broken_link = true; }), HasSubstr("link"));
}

TEST(OpenxrWorldRulesTest, LeaksAndPrivilegedReadingAreNoticed) {
  EXPECT_THAT(After([](auto* answer) { answer->leaked_instances = 1; }), HasSubstr("left over"));
  EXPECT_THAT(After([](auto* answer) { answer->leaked_libraries = 1; }), HasSubstr("left open"));
  const auto reads = [](OpenxrAnswer* answer) { answer->files_read = {"/home/u/a.json"}; };
  EXPECT_THAT(After(reads, R"(, "elevated": true)"), HasSubstr("elevated"));
  EXPECT_THAT(After(reads), IsEmpty());
}

TEST(OpenxrWorldRulesTest, NobodyDestroysWithoutTheCommand) {
  World world = Make();
  const auto runtime = World::Parse(
      R"({"libraries": {"/r.so": {"kind": "runtime", "missing": ["xrDestroyInstance"]}}})");
  ASSERT_TRUE(runtime);
  world.libraries = runtime->libraries;
  OpenxrAnswer answer = RightAnswer();
  answer.leaked_instances = 1;
  EXPECT_THAT(CheckOpenxrAnswer(world, answer), IsEmpty());
}

TEST(OpenxrWorldTest, LayersAndRuntimeTakePart) {
  const World world = Make(R"(, "application": {"layers": ["B"]})");
  const OpenxrAnswer answer = RunOpenxrWorld(world);
  EXPECT_EQ(answer.enumerated, XR_SUCCESS);
  EXPECT_THAT(answer.layers, ElementsAre("A", "B"));
  EXPECT_EQ(answer.created, XR_SUCCESS);
  EXPECT_THAT(answer.chain, ElementsAre("/a.so", "/b.so"));
  EXPECT_EQ(answer.runtime_instances, 1);
  EXPECT_EQ(answer.destroyed, XR_SUCCESS);
  EXPECT_THAT(CheckOpenxrAnswer(world, answer), IsEmpty());
  EXPECT_EQ(RunOpenxrWorld(world), answer);
}

TEST(OpenxrWorldTest, EachWorldStartsAnew) {
  World world = Make();
  const auto runtime = World::Parse(R"({"libraries": {"/r.so":
      {"kind": "runtime", "missing": ["xrDestroyInstance"]}}})");
  ASSERT_TRUE(runtime);
  world.libraries = runtime->libraries;
  EXPECT_EQ(RunOpenxrWorld(world).leaked_instances, 1);
  world.libraries.clear();
  EXPECT_EQ(RunOpenxrWorld(world).leaked_instances, 0);
}

TEST(OpenxrWorldTest, SwitchesAreObeyed) {
  EXPECT_THAT(RunOpenxrWorld(Make(R"(, "environment": {"A_OFF": ""})")).chain, IsEmpty());
  EXPECT_EQ(RunOpenxrWorld(Make(R"(, "application": {"layers": ["C"]})")).created,
            XR_ERROR_API_LAYER_NOT_PRESENT);
}

}  // namespace
}  // namespace loadstone::fuzzing
