// SPDX-License-Identifier: Apache-2.0
// Each invariant is tested with a broken answer, which it must reject; and worlds are run.

#include "fuzz/inside/openxr/world_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace loadstone::fuzz::inside::world_rules_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A world with a runtime, an implicit layer A and an explicit layer B; `more` is appended to the
// members.
World Make(const std::string& more = "") {
  const std::optional<World> world = World::Parse(R"({"files": {
      "/etc/openxr/1/active_runtime.json":
        {"file_format_version": "1.0.0", "runtime": {"library_path": "/r.so"}},
      "/etc/openxr/1/api_layers/implicit.d/a.json": {"file_format_version": "1.0.0", "api_layer": {
        "name": "XR_APILAYER_LS_a", "library_path": "/a.so", "api_version": "1.0", "implementation_version": "1",
        "description": "one", "disable_environment": "A_OFF"}},
      "/etc/openxr/1/api_layers/explicit.d/b.json": {"file_format_version": "1.0.0", "api_layer": {
        "name": "XR_APILAYER_LS_b", "library_path": "/b.so", "api_version": "1.0", "implementation_version": "1",
        "description": "one"}}},
    "libraries": {"/r.so": {"kind": "runtime"}, "/a.so": {"kind": "layer"},
                  "/b.so": {"kind": "layer"}})" + more +
                                                  "}");
  EXPECT_TRUE(world);
  return world.value_or(World());
}

oracle::Enumerated Layer(const std::string& name) {
  return {name, XR_MAKE_VERSION(1, 0, 0), 1, "one"};
}

OpenxrAnswer RightAnswer() {
  OpenxrAnswer answer;
  answer.seen.layers = {Layer("XR_APILAYER_LS_a"), Layer("XR_APILAYER_LS_b")};
  answer.seen.tried_create = answer.seen.created = true;
  answer.seen.chain = {"/a.so"};
  answer.seen.runtimes = {"/r.so"};
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
  EXPECT_THAT(After(
                  [](auto* answer) {
                    answer->seen.chain = {"/a.so", "/b.so"};
                  },
                  R"(, "application": {"layers": ["XR_APILAYER_LS_b"]})"),
              IsEmpty());
}

TEST(OpenxrWorldRulesTest, OracleFaultsAreReported) {
  EXPECT_THAT(After([](auto* answer) { answer->seen.layers.push_back(Layer("XR_APILAYER_LS_c")); }),
              HasSubstr("in no folder"));
  EXPECT_THAT(After([](auto* answer) { answer->seen.layers.pop_back(); }),
              HasSubstr("not enumerated"));
  EXPECT_THAT(After([](auto* answer) { answer->seen.chain = {"/c.so"}; }), HasSubstr("folder"));
  EXPECT_THAT(After([](auto* answer) { answer->seen.chain = {}; }),
              HasSubstr("LS_XR_ACTIVATION_1"));
  EXPECT_THAT(After(Nothing, R"(, "environment": {"A_OFF": ""})"), HasSubstr("disabling variable"));
  const auto both = [](OpenxrAnswer* answer) { answer->seen.chain = {"/a.so", "/b.so"}; };
  constexpr char kEnabled[] = R"(, "environment": {"XR_ENABLE_API_LAYERS": "XR_APILAYER_LS_b"})";
  EXPECT_THAT(After(both), HasSubstr("nobody names"));
  EXPECT_THAT(After(both, kEnabled), IsEmpty());
  EXPECT_THAT(After(Nothing, kEnabled), HasSubstr("not in the chain"));
  EXPECT_THAT(After(Nothing, R"(, "application": {"layers": ["XR_APILAYER_LS_c"]})"),
              HasSubstr("unknown API layer"));
  EXPECT_THAT(After([](auto* answer) { answer->seen.created = false; }), HasSubstr("no instance"));
}

TEST(OpenxrWorldRulesTest, AnInstanceNeedsTheRuntime) {
  EXPECT_THAT(After([](auto* answer) { answer->runtime_instances = 0; }), HasSubstr("runtime"));
}

TEST(OpenxrWorldRulesTest, LeaksAndPrivilegedReadingAreReported) {
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
  const World world = Make(R"(, "application": {"layers": ["XR_APILAYER_LS_b"]})");
  const OpenxrAnswer answer = RunOpenxrWorld(world);
  EXPECT_EQ(answer.seen.enumerate_result, XR_SUCCESS);
  EXPECT_THAT(answer.seen.layers,
              ElementsAre(Layer("XR_APILAYER_LS_a"), Layer("XR_APILAYER_LS_b")));
  EXPECT_EQ(answer.seen.create_result, XR_SUCCESS);
  EXPECT_THAT(answer.seen.chain, ElementsAre("/a.so", "/b.so"));
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
  EXPECT_THAT(RunOpenxrWorld(Make(R"(, "environment": {"A_OFF": ""})")).seen.chain, IsEmpty());
  EXPECT_EQ(RunOpenxrWorld(Make(R"(, "application": {"layers": ["XR_APILAYER_LS_c"]})"))
                .seen.create_result,
            XR_ERROR_API_LAYER_NOT_PRESENT);
}

}  // namespace
}  // namespace loadstone::fuzz::inside::world_rules_test
