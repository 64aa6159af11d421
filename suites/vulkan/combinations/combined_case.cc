// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/combinations/combined_case.h"

#include <algorithm>
#include <stdexcept>

#include "harness/case/unjudged.h"
#include "harness/errors.h"
#include "harness/probe/app_trace.h"
#include "harness/sandbox/not_on_platform.h"
#include "harness/world/mock_library.h"
#include "oracle/answer.h"
#include "oracle/vulkan/judge.h"
#include "oracle/vulkan/libraries.h"
#include "oracle/vulkan/oracle.h"
#include "suites/vulkan/layer_questions.h"

// Stages and judges the rows of policies/dimensions: LLP_LOADER_1, LS_VK_FILTER_1 and the other
// policies that own them.
namespace loadstone::suites {
namespace {

using oracle::Answer;
using oracle::ListedExtensions;

// A loader of the newest edition with the folders of the documents.
const Subject& AnyLoader() {
  static const Subject loader = [] {
    Subject subject;
    subject.spec = {1, 999, 0};
    subject.api_version = {1, 4, 0};
    for (const char* root :
         {"/home/user/.config", "/etc/xdg", "/etc", "/home/user/.local/share", "/usr/share"}) {
      subject.folders.explicit_layers.push_back(ExplicitFolder(root));
      subject.folders.implicit_layers.push_back(ImplicitFolder(root));
      subject.folders.drivers.push_back(DriverFolder(root));
    }
    return subject;
  }();
  return loader;
}

policy::Id IdOf(const std::string& text) {
  for (const policy::Id& id : policy::kAllIds) {
    if (text == id.text) return id;
  }
  throw std::logic_error("there is no policy " + text);
}

// The policy of the ID, and those that decide what is expected of the layers.
std::vector<policy::Id> CitedPolicies(const RowValues& row, const std::string& owner,
                                      DescribeMachine describe) {
  CombinedMachine combined(AnyLoader());
  describe(row, combined);
  const oracle::Machine& machine = combined.machine();
  const auto model = oracle::vulkan::ReadModel(machine, AnyLoader());
  std::vector<policy::Id> cited = {IdOf(owner)};
  const auto cite = [&](const std::string& text) {
    const auto is_same = [&](const policy::Id& id) { return text == id.text; };
    if (std::none_of(cited.begin(), cited.end(), is_same)) cited.push_back(IdOf(text));
  };
  for (const auto& [name, expected] : Expect(machine, model, AnyLoader()).layers) {
    if (expected.enumerated != oracle::Tristate::kMaybe) cite(expected.enumerated_policy);
    if (expected.active != oracle::Tristate::kMaybe) cite(expected.active_policy);
  }
  return cited;
}

VulkanWorld WorldOf(const Subject& subject, const CombinedMachine& combined) {
  const oracle::Machine& machine = combined.machine();
  VulkanWorld world(subject);
  world.Home(combined.installation().home).Application(combined.installation().executable);
  if (machine.elevated) world.Elevated();
  for (const oracle::Library& library : combined.installation().libraries) {
    AddMockLibraryAt(world.machine(), subject, LibraryPath(library), library.name, library.binary);
  }
  for (const auto& [path, text] : machine.files) world.File(path, text);
  for (const auto& [name, value] : machine.environment) world.Env(name, value);
  return world;
}

ListedExtensions Listed(const std::vector<std::string>& texts) {
  ListedExtensions listed;
  listed.asked = true;
  constexpr std::string_view kError = "VkResult ";
  for (const std::string& text : texts) {
    if (text.starts_with(kError)) {
      listed.result = std::stoi(text.substr(kError.size()));
      continue;
    }
    const size_t blank = text.rfind(' ');
    listed.names.push_back(text.substr(0, blank));
    listed.versions.push_back(static_cast<uint32_t>(std::stoul(text.substr(blank + 1))));
  }
  return listed;
}

int64_t ResultNumber(const Observation& seen, const char* command) {
  for (const Event& event : seen.Select(kAppName, command)) {
    if (event.phase() == "leave") return event.Number("result");
  }
  throw HarnessError(std::string("the application made no call of ") + command);
}

void ReadLayers(const Observation& seen, Answer& answer) {
  for (const Event& event : seen.Select(kAppName, "vkEnumerateInstanceLayerProperties")) {
    if (event.phase() != "leave") continue;
    answer.enumerate_result = static_cast<int>(event.Number("result"));
    const auto names = event.List("names");
    const auto versions = event.List("api_versions");
    const auto implementations = event.List("implementation_versions");
    const auto descriptions = event.List("descriptions");
    for (size_t i = 0; i < names.size(); ++i) {
      const auto version = policy::Version::Parse(versions[i]);
      answer.layers.push_back(
          {.name = names[i],
           .api_version = VK_MAKE_API_VERSION(0, version.major, version.minor, version.patch),
           .implementation = static_cast<uint32_t>(std::stoul(implementations[i])),
           .description = descriptions[i]});
    }
  }
}

Answer AnswerOf(const Observation& seen) {
  Answer answer;
  ReadLayers(seen, answer);
  answer.extensions = Listed(InstanceExtensionsOf(seen, ""));
  answer.asked_layer = kTarget;
  answer.layer_extensions = Listed(InstanceExtensionsOf(seen, kTarget));
  answer.tried_create = true;
  answer.create_result = static_cast<int>(ResultNumber(seen, "vkCreateInstance"));
  answer.created = answer.create_result == VK_SUCCESS;
  answer.chain = InstanceChain(seen);
  if (!answer.created) return answer;
  answer.tried_device = true;
  answer.device_extensions = Listed(DeviceExtensionsOf(seen, ""));
  answer.device_result = static_cast<int>(ResultNumber(seen, "vkCreateDevice"));
  answer.device_chain = DeviceChain(seen);
  return answer;
}

void RunApplication(VulkanApp& app, const std::vector<std::string>& layers) {
  app.EnumerateLayers();
  AskInstanceExtensions(app, nullptr);
  AskInstanceExtensions(app, kTarget);
  if (app.CreateInstance({.layers = layers}) != VK_SUCCESS) return;
  app.EnumeratePhysicalDevices();
  AskDeviceExtensions(app, nullptr);
  if (app.CreateDevice() == VK_SUCCESS) {
    app.UseDevice();
    app.DestroyDevice();
  }
  app.DestroyInstance();
}

void JudgeRow(Case& c, const RowValues& row, DescribeMachine describe) {
  if (c.subject().platform != "linux") throw NotOnPlatform("the rows describe folders of Linux");
  CombinedMachine combined(c.subject());
  describe(row, combined);
  const oracle::Machine& machine = combined.machine();
  const Observation seen = Observe(c, WorldOf(c.subject(), combined),
                                   [&](VulkanApp& app) { RunApplication(app, machine.layers); });
  if (testing::Test::HasFailure()) return;  // the process ended early
  const auto faults = oracle::vulkan::Judge(machine, AnswerOf(seen), c.subject());
  if (faults.empty()) return;
  AttributeFailureTo(faults.front().policy);
  for (const oracle::Fault& fault : faults) {
    Record({.expected = fault.expected, .observed = fault.observed, .reason = fault.cause},
           __FILE__, __LINE__);
  }
}

}  // namespace

void RegisterCombinations(const char* name, DescribeMachine describe) {
  const policy::Space& space = policy::FindSpace(name);
  for (const policy::SpaceRow& row : space.rows) {
    if (row.case_id == nullptr) continue;
    const std::string id = row.case_id;
    const size_t slash = id.find('/');
    const RowValues values(space, row);
    RegisterCase(Api::kVulkan, CitedPolicies(values, id.substr(0, slash), describe),
                 id.substr(slash + 1),
                 [values, describe](Case& c) { JudgeRow(c, values, describe); });
  }
}

}  // namespace loadstone::suites
