// SPDX-License-Identifier: Apache-2.0
#include "oracle/openxr/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openxr/openxr.h>
#include <signal.h>

#include "oracle/openxr/test_subject.h"

namespace loadstone::oracle::openxr::judge_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

constexpr char kA[] = "XR_APILAYER_LS_a";
constexpr char kB[] = "XR_APILAYER_LS_b";

std::vector<std::string> Policies(const Machine& machine, const Answer& answer) {
  std::vector<std::string> policies;
  for (const Fault& fault : Judge(machine, answer, TestSubject())) policies.push_back(fault.policy);
  return policies;
}

Enumerated Right(const std::string& name) { return {name, XR_MAKE_VERSION(1, 0, 0), 1, "one"}; }

// A machine with a runtime, and an application that creates an instance.
Machine WithRuntime() {
  Machine machine;
  machine.api = Api::kOpenXr;
  machine.create = true;
  machine.files[kActiveRuntime] = RuntimeManifest("runtime0");
  return machine;
}

// The correct answer for that machine.
Answer Created() {
  Answer answer;
  answer.tried_create = answer.created = answer.extensions.asked = true;
  answer.extensions.names = {"XR_LS_runtime0"};
  answer.runtimes = {"runtime0"};
  return answer;
}

Machine TwoExplicit() {
  Machine machine = WithRuntime();
  machine.files[kExplicitFolder + "/a.json"] = Manifest(kA);
  machine.files[kExplicitFolder + "/b.json"] = Manifest(kB);
  machine.layers = {kB, kA};
  return machine;
}

Answer TwoInTheChain(const std::vector<std::string>& chain) {
  Answer answer = Created();
  answer.layers = {Right(kA), Right(kB)};
  answer.chain = chain;
  return answer;
}

TEST(Judge, FindsNothingWrongWithTheRightAnswer) {
  EXPECT_THAT(Policies(TwoExplicit(), TwoInTheChain({"b0", "a0"})), IsEmpty());
}

TEST(Judge, SeesTheWrongOrder) {
  EXPECT_THAT(Policies(TwoExplicit(), TwoInTheChain({"a0", "b0"})), ElementsAre("LS_XR_CHAIN_3"));
}

TEST(Judge, PutsTheEnvironmentBeforeTheApplication) {
  Machine machine = TwoExplicit();
  machine.environment["XR_ENABLE_API_LAYERS"] = kA;
  machine.layers = {kB};
  EXPECT_THAT(Policies(machine, TwoInTheChain({"b0", "a0"})), ElementsAre("LS_XR_CHAIN_1"));
  EXPECT_THAT(Policies(machine, TwoInTheChain({"a0", "b0"})), IsEmpty());
}

TEST(Judge, MissesALayerInTheChain) {
  EXPECT_THAT(Policies(TwoExplicit(), TwoInTheChain({"b0"})), ElementsAre("LS_XR_ACTIVATION_6"));
}

TEST(Judge, SeesALayerThatNobodyNamed) {
  Machine machine = TwoExplicit();
  machine.layers = {kB};
  EXPECT_THAT(Policies(machine, TwoInTheChain({"b0", "a0"})), ElementsAre("LS_XR_ACTIVATION_5"));
}

TEST(Judge, HoldsABadManifestBesideForTheReason) {
  Machine machine = TwoExplicit();
  machine.files[kExplicitFolder + "/c.json"] = "[";
  Answer answer = TwoInTheChain({"b0", "a0"});
  answer.layers = {Right(kA)};
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_XR_LAYER_MANIFEST_13"));
}

TEST(Judge, SeesOtherProperties) {
  Answer answer = TwoInTheChain({"b0", "a0"});
  answer.layers.front().implementation = 2;
  EXPECT_THAT(Policies(TwoExplicit(), answer), ElementsAre("LS_XR_LAYER_MANIFEST_6"));
}

TEST(Judge, WantsAnImplicitLayerUnlessItsVariableIsThere) {
  Machine machine = WithRuntime();
  machine.files[kImplicitFolder + "/a.json"] = Implicit(kA);
  EXPECT_THAT(Policies(machine, Created()), ElementsAre("LS_XR_ACTIVATION_1"));
  Answer answer = Created();
  answer.chain = {"a0"};
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
  machine.environment["LS_OFF"] = "0";
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_XR_ACTIVATION_2"));
  // The presence of the variable disables the layer; if the application requests the layer as well,
  // both results are accepted.
  machine.environment["LS_OFF"] = "";
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_XR_ACTIVATION_2"));
  EXPECT_THAT(Policies(machine, Created()), IsEmpty());
  machine.layers = {kA};
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
}

TEST(Judge, ComparesNamesWhole) {
  for (const std::string near : {"XR_APILAYER_LS_ab", "XR_APILAYER_LS_", "PILAYER_LS_a"}) {
    Machine machine = WithRuntime();
    machine.files[kImplicitFolder + "/a.json"] = Implicit(kA);
    machine.files[kExplicitFolder + "/b.json"] = Manifest(kB);
    machine.environment["XR_ENABLE_API_LAYERS"] = near;
    Answer answer = Created();
    answer.layers = {Right(kB)};
    EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_XR_ACTIVATION_1")) << near;
    answer.chain = {"a0"};
    EXPECT_THAT(Policies(machine, answer), IsEmpty()) << near;
    machine.environment = {{"LS_OFF_", "1"}, {"LS_OF", "1"}};
    EXPECT_THAT(Policies(machine, answer), IsEmpty()) << near;
    machine.layers = {near};
    EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_XR_ACTIVATION_11")) << near;
  }
}

TEST(Judge, LetsALayerThatIsFoundTwiceBeLoadedTwice) {
  Machine machine = WithRuntime();
  machine.files["/fuzz/openxr/1/api_layers/implicit.d/a.json"] = Implicit(kA);
  machine.environment["XDG_DATA_DIRS"] = "/fuzz:/fuzz";
  Answer answer = Created();
  answer.chain = {"a0", "a0"};
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
  machine.environment["XDG_DATA_DIRS"] = "/fuzz";
  EXPECT_THAT(Policies(machine, answer), Contains("LS_XR_ACTIVATION_9"));
}

TEST(Judge, HoldsAnEndAgainstAMustWhereNothingIsOddAlone) {
  Answer answer;
  answer.ending = Answer::Ending::kSignal;
  answer.value = SIGSEGV;
  answer.step = Step::kEnumerate;
  Machine machine = WithRuntime();
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_XR_LAYER_DISCOVERY_12"));
  machine.environment["XR_API_LAYER_PATH"] = "::";
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_XR_ROBUSTNESS_1"));
  machine.environment.clear();
  machine.files[kActiveRuntime] = RuntimeManifest("runtime_refuses");
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_XR_ROBUSTNESS_1"));
}

TEST(Judge, WantsTheRuntimeOfTheFirstFolder) {
  Machine machine = WithRuntime();
  machine.files["/home/user/.config/openxr/1/active_runtime.json"] = RuntimeManifest("runtime1");
  EXPECT_THAT(Policies(machine, Created()), Contains("LS_XR_RUNTIME_DISCOVERY_4"));
  Answer answer = Created();
  answer.runtimes = {"runtime1"};
  answer.extensions.names = {"XR_LS_runtime1"};
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
  // An invalid manifest at a place with precedence: an error, or the next manifest.
  machine.files["/home/user/.config/openxr/1/active_runtime.json"] = "{";
  EXPECT_THAT(Policies(machine, Created()), IsEmpty());
}

TEST(Judge, LetsAnElevatedApplicationListenToTheEnvironmentOrNot) {
  Machine machine = WithRuntime();
  machine.elevated = true;
  machine.files[kExplicitFolder + "/a.json"] = Manifest(kA);
  machine.files["/fuzz/b.json"] = Manifest(kB);
  machine.files["/fuzz/runtime.json"] = RuntimeManifest("runtime1");
  EXPECT_THAT(Policies(machine, Created()), Contains("LS_XR_LAYER_DISCOVERY_7"));
  Answer answer = Created();
  answer.layers = {Right(kA)};
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
  machine.environment["XR_API_LAYER_PATH"] = "/fuzz";
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
  answer.layers = {Right(kB)};
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
  machine.environment["XR_RUNTIME_JSON"] = "/fuzz/runtime.json";
  answer.runtimes = {"runtime1"};
  answer.extensions.names = {"XR_LS_runtime1"};
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
  answer.created = false;
  answer.create_result = XR_ERROR_RUNTIME_FAILURE;
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
}

TEST(Judge, WantsOfAnElevatedApplicationsLoaderWhatTheSystemHas) {
  Machine machine = WithRuntime();
  machine.elevated = true;
  machine.files[kImplicitFolder + "/a.json"] = Implicit(kA);
  EXPECT_THAT(Policies(machine, Created()), ElementsAre("LS_XR_ACTIVATION_1"));
  Answer failed;
  failed.tried_create = failed.extensions.asked = true;
  failed.create_result = XR_ERROR_RUNTIME_UNAVAILABLE;
  EXPECT_THAT(Policies(machine, failed), Contains("LS_XR_RUNTIME_DISCOVERY_1"));
  // The variable that disables the layer takes effect or is ignored.
  machine.environment["LS_OFF"] = "1";
  EXPECT_THAT(Policies(machine, Created()), IsEmpty());
}

TEST(Judge, LetsALoaderEndThatMeetsARuntimeWithoutFunctions) {
  Machine machine = WithRuntime();
  Answer answer;
  answer.ending = Answer::Ending::kSignal;
  answer.value = SIGSEGV;
  answer.step = Step::kCreate;
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_XR_LAYER_DISCOVERY_12"));
  for (const char* runtime : {"runtime_without_functions", "runtime_gives_null"}) {
    machine.files[kActiveRuntime] = RuntimeManifest(runtime);
    answer.step = Step::kCreate;
    EXPECT_THAT(Policies(machine, answer), IsEmpty()) << runtime;
    answer.step = Step::kEnumerate;
    EXPECT_FALSE(Policies(machine, answer).empty()) << runtime;
  }
}

TEST(Judge, WantsNoInstanceOfARuntimeWhoseNegotiationGivesNoFunctions) {
  Machine machine = WithRuntime();
  machine.files[kActiveRuntime] = RuntimeManifest("runtime_gives_null");
  EXPECT_FALSE(Policies(machine, Created()).empty());
}

TEST(Judge, WantsTheRuntimeThatTheVariableNames) {
  Machine machine = WithRuntime();
  machine.environment["XR_RUNTIME_JSON"] = "/nowhere.json";
  EXPECT_THAT(Policies(machine, Created()), Contains("LS_XR_LOADER_15"));
}

TEST(Judge, WantsAnErrorForUnknownNames) {
  Machine machine = WithRuntime();
  machine.layers = {kA};
  Answer answer = Created();
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_XR_ACTIVATION_11"));
  answer.created = false;
  answer.create_result = XR_ERROR_RUNTIME_FAILURE;
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_XR_ACTIVATION_11"));
  answer.create_result = XR_ERROR_API_LAYER_NOT_PRESENT;
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
  machine.layers = {};
  machine.extensions = {"XR_LS_unknown"};
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_XR_LOADER_13"));
}

TEST(Judge, WantsTheExtensionsOfImplicitLayers) {
  Machine machine = WithRuntime();
  const std::string extension =
      R"("instance_extensions": [{"name": "XR_LS_of_XR_APILAYER_LS_a", "extension_version": "1"}])";
  machine.files[kImplicitFolder + "/a.json"] =
      Manifest(kA, R"({"disable_environment": "LS_OFF", )" + extension + "}");
  Answer answer = Created();
  answer.chain = {"a0"};
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_XR_LOADER_8"));
  answer.extensions.names.push_back("XR_LS_of_XR_APILAYER_LS_a");
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
  answer.extensions.names.push_back("XR_LS_of_XR_APILAYER_LS_a");
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_XR_LOADER_11"));
}

TEST(Judge, WantsTheVersionsOfExtensions) {
  Machine machine = WithRuntime();
  const std::string extension =
      R"("instance_extensions": [{"name": "XR_LS_of_XR_APILAYER_LS_a", "extension_version": "7"}])";
  machine.files[kImplicitFolder + "/a.json"] =
      Manifest(kA, R"({"disable_environment": "LS_OFF", )" + extension + "}");
  Answer answer = Created();
  answer.chain = {"a0"};
  answer.extensions.names.push_back("XR_LS_of_XR_APILAYER_LS_a");
  const uint32_t of_runtime = RuntimeLibraries().front()->extension_version;
  answer.extensions.versions = {of_runtime, 7};
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
  answer.extensions.versions = {of_runtime, 1};
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_XR_LAYER_MANIFEST_8"));
  answer.extensions.versions = {of_runtime + 1, 7};
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_XR_LOADER_8"));
}

TEST(Judge, TakesTheVersionOfEachThatHasAnExtension) {
  Machine machine = WithRuntime();
  machine.files[kImplicitFolder + "/a.json"] =
      Manifest(kA, R"({"disable_environment": "LS_OFF", "instance_extensions": [
                       {"name": "XR_LS_runtime0", "extension_version": "7"}]})");
  Answer answer = Created();
  answer.chain = {"a0"};
  for (const uint32_t version : {RuntimeLibraries().front()->extension_version, 7u}) {
    answer.extensions.versions = {version};
    EXPECT_THAT(Policies(machine, answer), IsEmpty()) << version;
  }
  answer.extensions.versions = {8};
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_XR_LOADER_8"));
}

TEST(Judge, SaysHowTheSubjectEnded) {
  Answer answer;
  answer.ending = Answer::Ending::kSignal;
  answer.value = SIGSEGV;
  answer.step = Step::kCreate;
  const auto faults = Judge(WithRuntime(), answer, TestSubject());
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults.front().cause, "SIGSEGV in xrCreateInstance");
}

TEST(Judge, HoldsAStackOverflowAgainstNobodyWhereAMockLayerMayCallItself) {
  Machine machine = TwoExplicit();
  Answer answer = TwoInTheChain({});
  answer.ending = Answer::Ending::kSignal;
  answer.value = SIGSEGV;
  answer.step = Step::kCreate;
  answer.place = kEndOfStack;
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_XR_CHAIN_10"));
  machine.files[kExplicitFolder + "/b.json"] =
      Manifest(kB, R"({"library_path": "/opt/loadstone/liba0.so"})");
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
  answer.place = "0x1000";
  EXPECT_THAT(Policies(machine, answer), Not(IsEmpty()));
}

TEST(Judge, NamesWhatIsLeftBehind) {
  Answer answer = Created();
  answer.lost_descriptors = 1;
  answer.remaining_files = {"a"};
  EXPECT_THAT(Policies(WithRuntime(), answer),
              ElementsAre("LS_XR_ROBUSTNESS_2", "LS_XR_ROBUSTNESS_2"));
}

}  // namespace
}  // namespace loadstone::oracle::openxr::judge_test
