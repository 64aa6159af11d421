#include "oracle/vulkan/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <vulkan/vulkan.h>

#include "fuzz/outside/findings.h"
#include "fuzz/outside/minimise.h"
#include "fuzz/outside/vulkan/drivers.h"
#include "fuzz/outside/vulkan/test_subject.h"

namespace loadstone::fuzz::vulkan {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string kFile = std::string(kExplicitFolder) + "/a.json";

std::vector<std::string> Policies(const Input& input, const Answer& answer) {
  std::vector<std::string> policies;
  for (const Fault& fault : Judge(input, answer, TestSubject())) policies.push_back(fault.policy);
  return policies;
}

Enumerated Right(const std::string& name) {
  return {name, VK_MAKE_API_VERSION(0, 1, 3, 0), 1, "one"};
}

Input OneLayer() {
  Input input;
  input.files[kFile] = Manifest("VK_LAYER_LS_a", 0);
  return input;
}

TEST(Judge, FindsNothingWrongWithTheRightAnswer) {
  Answer answer;
  answer.layers = {Right("VK_LAYER_LS_a")};
  EXPECT_THAT(Policies(OneLayer(), answer), IsEmpty());
}

TEST(Judge, MissesALayer) { EXPECT_THAT(Policies(OneLayer(), {}), ElementsAre("LLP_LOADER_1")); }

TEST(Judge, WantsNoDriverThatRefuses) {
  Input input = OneLayer();
  input.create = true;
  Answer answer;
  answer.layers = {Right("VK_LAYER_LS_a")};
  answer.tried_create = true;
  answer.create_result = VK_SUCCESS;
  answer.runtimes = {kRefusingDriver};
  EXPECT_THAT(Policies(input, answer), ElementsAre("LDP_LOADER_5"));
  answer.runtimes.clear();
  EXPECT_THAT(Policies(input, answer), IsEmpty());
  for (const Library* driver : Drivers()) {
    if (RefusesToNegotiate(driver->name)) input.environment = DriverEnvironment({driver});
  }
  EXPECT_THAT(Policies(input, answer), ElementsAre("LDP_LOADER_1"));
  answer.create_result = VK_ERROR_INITIALIZATION_FAILED;
  EXPECT_THAT(Policies(input, answer), ElementsAre("LDP_LOADER_1"));
  answer.create_result = VK_ERROR_INCOMPATIBLE_DRIVER;
  EXPECT_THAT(Policies(input, answer), IsEmpty());
}

TEST(Judge, BlamesAMissingLayerRatherThanAMissingDriver) {
  Input input = OneLayer();
  for (const Library* driver : Drivers()) {
    if (RefusesToNegotiate(driver->name)) input.environment = DriverEnvironment({driver});
  }
  input.environment["VK_INSTANCE_LAYERS"] = "VK_LAYER_LS_a";
  input.environment["VK_LOADER_LAYERS_DISABLE"] = "~explicit~";
  input.create = true;
  input.layers = {"VK_LAYER_LS_a"};
  Answer answer;
  answer.layers = {Right("VK_LAYER_LS_a")};
  answer.tried_create = true;
  answer.create_result = VK_ERROR_LAYER_NOT_PRESENT;
  EXPECT_THAT(Policies(input, answer), ElementsAre("LS_VK_FILTER_4"));
  answer.create_result = VK_ERROR_INITIALIZATION_FAILED;
  EXPECT_THAT(Policies(input, answer), ElementsAre("LDP_LOADER_1"));
}

TEST(Judge, LetsAnElevatedApplicationHaveNothingOfTheUser) {
  for (const auto& [variable, folder] : std::map<std::string, std::string>{
           {"VK_LAYER_PATH", "/fuzz/mine"},
           {"VK_ADD_LAYER_PATH", "/fuzz/mine"},
           {"XDG_DATA_HOME", "/fuzz/mine/vulkan/explicit_layer.d"},
           {"LS_OTHER", "/home/user/.local/share/vulkan/explicit_layer.d"}}) {
    Input input = OneLayer();
    input.files[folder + "/b.json"] = Manifest("VK_LAYER_LS_b", 1);
    input.environment[variable] = "/fuzz/mine";
    input.elevated = true;
    Answer answer;
    answer.layers = {Right("VK_LAYER_LS_a")};
    EXPECT_THAT(Policies(input, answer), IsEmpty()) << variable;
    answer.layers.push_back(Right("VK_LAYER_LS_b"));
    EXPECT_THAT(Policies(input, answer), ElementsAre("LLP_LOADER_13")) << variable;
    answer.layers = {Right("VK_LAYER_LS_b")};
    EXPECT_THAT(Policies(input, answer), testing::Contains("LLP_LOADER_13")) << variable;
  }
}

TEST(Judge, HoldsALayerThatIsInNoFolderAgainstNoPolicyOfElevation) {
  Input input = OneLayer();
  input.elevated = true;
  input.files["/nowhere/b.json"] = Manifest("VK_LAYER_LS_b", 1);
  Answer answer;
  answer.layers = {Right("VK_LAYER_LS_a"), Right("VK_LAYER_LS_b")};
  EXPECT_THAT(Policies(input, answer), ElementsAre("LLP_LOADER_1"));
}

TEST(Judge, LetsAnElevatedApplicationHaveTheDriversOfTheSystemAlone) {
  Input input = OneLayer();
  input.elevated = input.create = true;
  input.layers = {"VK_LAYER_LS_a"};
  input.environment = DriverEnvironment({&Driver()});
  Answer answer;
  answer.layers = {Right("VK_LAYER_LS_a")};
  answer.tried_create = true;
  answer.chain = {"layer0"};
  EXPECT_THAT(Policies(input, answer), ElementsAre("LDP_LOADER_13"));
  answer.create_result = VK_ERROR_INCOMPATIBLE_DRIVER;
  EXPECT_THAT(Policies(input, answer), IsEmpty());
  input.files["/home/user/.config/vulkan/icd.d/a.json"] = DriverManifestText(Driver());
  EXPECT_THAT(Policies(input, answer), IsEmpty());
  input.files["/usr/share/vulkan/icd.d/a.json"] = DriverManifestText(Driver());
  EXPECT_THAT(Policies(input, answer), ElementsAre("LDP_LOADER_13"));
  answer.create_result = VK_SUCCESS;
  EXPECT_THAT(Policies(input, answer), IsEmpty());
}

TEST(Judge, LetsALoaderEndThatMeetsNoFunctions) {
  for (const Library& library : Libraries()) {
    Input input = OneLayer();
    if (library.binary.starts_with("vulkan_driver")) {
      input.environment = DriverEnvironment({&library, &Driver()});
    } else {
      input.files[std::string(kExplicitFolder) + "/b.json"] =
          Manifest("VK_LAYER_LS_b", 0, R"({"library_path": ")" + LibraryPath(library) + "\"}");
    }
    Answer answer;
    answer.ending = Answer::Ending::kSignal;
    answer.value = SIGSEGV;
    answer.step = Step::kCreate;
    EXPECT_EQ(Policies(input, answer).empty(), library.hollow) << library.name;
    answer.step = Step::kEnumerate;
    EXPECT_FALSE(Policies(input, answer).empty()) << library.name;
  }
}

TEST(Judge, HoldsABadManifestBesideForTheReason) {
  Input input = OneLayer();
  input.files[std::string(kExplicitFolder) + "/b.json"] = "{";
  EXPECT_THAT(Policies(input, {}), ElementsAre("LS_VK_DISCOVERY_6"));
}

TEST(Judge, LetsABadManifestNameAnything) {
  Input input;
  input.files[kFile] = R"({"layer": {"name": {}}})";
  Answer answer;
  answer.layers = {Right("{\n}")};
  EXPECT_THAT(Policies(input, answer), IsEmpty());
}

TEST(Judge, SeesAnInventedLayerAndWrongProperties) {
  Answer answer;
  answer.layers = {Right("VK_LAYER_LS_a"), Right("VK_LAYER_LS_b")};
  EXPECT_THAT(Policies(OneLayer(), answer), ElementsAre("LLP_LOADER_1"));
  answer.layers = {Right("VK_LAYER_LS_a")};
  answer.layers.front().implementation = 0;
  EXPECT_THAT(Policies(OneLayer(), answer), ElementsAre("LS_VK_MANIFEST_3"));
}

TEST(Judge, SeesTheEndOfTheProcess) {
  Answer answer;
  answer.ending = Answer::Ending::kSignal;
  answer.value = SIGSEGV;
  answer.step = Step::kEnumerate;
  answer.place = "0x10";
  const std::vector<Fault> faults = Judge(OneLayer(), answer, TestSubject());
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults.front().cause, "SIGSEGV in vkEnumerateInstanceLayerProperties at 0x10");
  Input bad = OneLayer();
  bad.files[kFile] = "{";
  EXPECT_THAT(Policies(bad, answer), ElementsAre("LS_VK_DISCOVERY_6"));
}

TEST(Judge, HoldsAnEndAgainstAMustWhereNothingIsOddAlone) {
  Answer answer;
  answer.ending = Answer::Ending::kHang;
  answer.stuck = Stuck::kBlocked;
  answer.step = Step::kCreate;
  Input input = OneLayer();
  const std::vector<Fault> faults = Judge(input, answer, TestSubject());
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults.front().policy, "LLP_LOADER_1");
  EXPECT_TRUE(faults.front().ending);
  input.environment["VK_LAYER_PATH"] = "::";
  EXPECT_THAT(Policies(input, answer), ElementsAre("LS_VK_ROBUSTNESS_1"));
  input.environment.clear();
  for (const char* file : {"/o.json", "/p.json"}) {
    input.files[std::string(kImplicitFolder) + file] =
        Manifest("VK_LAYER_LUNARG_override", 0,
                 R"({"library_path": null, "component_layers": ["VK_LAYER_LS_a"],
                     "disable_environment": {"LS_OFF": "1"}})");
    const bool two = input.files.size() == 3;
    EXPECT_THAT(Policies(input, answer), ElementsAre(two ? "LS_VK_ROBUSTNESS_1" : "LLP_LOADER_1"));
  }
  input = OneLayer();
  const auto with_library = [&](const char* name) {
    for (const Library& library : Libraries()) {
      if (library.name != name) continue;
      input.files[std::string(kExplicitFolder) + "/b.json"] =
          Manifest("VK_LAYER_LS_b", 0, R"({"library_path": ")" + LibraryPath(library) + "\"}");
    }
    return Policies(input, answer);
  };
  EXPECT_THAT(with_library("refuses"), ElementsAre("LLP_LOADER_5"));
  EXPECT_THAT(with_library("answers_99"), ElementsAre("LS_VK_ROBUSTNESS_1"));
}

TEST(Judge, ComparesTheChainsOfDevicesWithoutLayersThatLackFunctions) {
  Input input = OneLayer();
  input.create = input.device = true;
  input.layers = {"VK_LAYER_LS_a"};
  Answer answer;
  answer.layers = {Right("VK_LAYER_LS_a")};
  answer.tried_create = answer.tried_device = true;
  answer.chain = {"layer0"};
  EXPECT_THAT(Policies(input, answer), ElementsAre("LLP_LOADER_9"));
  answer.device_chain = {"layer0"};
  EXPECT_THAT(Policies(input, answer), IsEmpty());
  for (const Library& library : Libraries()) {
    if (library.name != "interface_1") continue;
    input.files[std::string(kImplicitFolder) + "/b.json"] =
        Manifest("VK_LAYER_LS_b", 0,
                 R"({"disable_environment": {"LS_OFF": "1"}, "library_path": ")" +
                     LibraryPath(library) + "\"}");
  }
  answer.layers.push_back(Right("VK_LAYER_LS_b"));
  answer.chain = {"interface_1", "layer0"};
  EXPECT_THAT(Policies(input, answer), IsEmpty());
}

TEST(Judge, SaysWhichManifestIsNotFoundInItsFolder) {
  const std::vector<Fault> faults = Judge(OneLayer(), {}, TestSubject());
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults.front().file, kFile);
  Input beside = OneLayer();
  beside.files[std::string(kExplicitFolder) + "/b.json"] = "{";
  EXPECT_EQ(Judge(beside, {}, TestSubject()).front().file, "") << "the other is the reason";
}

TEST(Judge, SeesTheChain) {
  Input input = OneLayer();
  input.create = true;
  Answer answer;
  answer.layers = {Right("VK_LAYER_LS_a")};
  answer.tried_create = true;
  EXPECT_THAT(Policies(input, answer), IsEmpty());
  answer.chain = {"layer0"};
  EXPECT_THAT(Policies(input, answer), ElementsAre("LS_VK_ACTIVATION_3")) << "nobody asked for it";
  input.layers = {"VK_LAYER_LS_a"};
  EXPECT_THAT(Policies(input, answer), IsEmpty());
  answer.chain = {"layer0", "layer0"};
  EXPECT_THAT(Policies(input, answer), testing::Contains("LLP_LOADER_3"));
  answer.chain = {};
  EXPECT_THAT(Policies(input, answer), ElementsAre("LLP_LOADER_1"));
}

TEST(Judge, SeesWhatIsLost) {
  Answer answer;
  answer.layers = {Right("VK_LAYER_LS_a")};
  answer.lost_descriptors = 1;
  answer.left_files = {"/tmp/x"};
  EXPECT_THAT(Policies(OneLayer(), answer),
              ElementsAre("LS_VK_ROBUSTNESS_3", "LS_VK_ROBUSTNESS_3"));
}

TEST(Minimise, LeavesWhatMatters) {
  Input input = OneLayer();
  input.files["/other.json"] = "x";
  input.environment = {{"ONE", "1"}, {"LIST", "a:b:c"}};
  input.layers = {"VK_LAYER_LS_a", "VK_LAYER_LS_b"};
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

TEST(Input, IsReadAsItWasWritten) {
  Input input = OneLayer();
  input.files["/b"] = std::string("\0\x01\x80\xff\"\\", 6);
  input.environment["A"] = "\xc3\xa4";
  input.layers = {"VK_LAYER_LS_a"};
  EXPECT_EQ(InputFromJson(ToJson(input)), input);
}

TEST(Input, IsRefusedWhenItIsNoneOfOurs) {
  for (const char* json : {"", "[]", "{}", R"({"files": {}, "environment": {}, "layers": [1]})",
                           R"({"files": {"a": ""}, "environment": {}, "layers": [],
                               "create": true, "device": true})",
                           R"({"files": {}, "environment": {"=": ""}, "layers": [],
                               "create": true, "device": true})"}) {
    EXPECT_THROW(InputFromJson(json), std::invalid_argument) << json;
  }
}

TEST(Findings, KeepsTheFirstOfEachCause) {
  Findings findings;
  const Fault fault = {"LLP_LOADER_1", "a cause: x/y", "", "", ""};
  findings.Add({fault, OneLayer(), 3});
  findings.Add({fault, {}, 1});
  findings.Add({fault, OneLayer(), 2});
  ASSERT_EQ(findings.all().size(), 1u);
  EXPECT_EQ(findings.all().front().slice, 1u);
  EXPECT_EQ(FolderName(fault), "LLP_LOADER_1-a_cause_x_y");
}

}  // namespace
}  // namespace loadstone::fuzz::vulkan
