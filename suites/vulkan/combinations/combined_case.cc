// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/combinations/combined_case.h"

#include "harness/probe/app_trace.h"
#include "oracle/answer.h"
#include "oracle/vulkan/judge.h"
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

// The policies that decide what is expected of the layers.
std::vector<std::string> CitedPolicies(const RowValues& row, DescribeMachine describe) {
  CombinedMachine combined(AnyLoader());
  describe(row, combined);
  const auto model = oracle::vulkan::ReadModel(combined.machine(), AnyLoader());
  return DecisivePolicies(Expect(combined.machine(), model, AnyLoader()));
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

std::vector<oracle::Fault> Judge(Case& c, const RowValues& row, DescribeMachine describe) {
  CombinedMachine combined(c.subject());
  describe(row, combined);
  const oracle::Machine& machine = combined.machine();
  const Observation seen = Observe(c, WorldOf(VulkanWorld(c.subject()), c.subject(), combined),
                                   [&](VulkanApp& app) { RunApplication(app, machine.layers); });
  if (testing::Test::HasFailure()) return {};  // the process ended early
  return oracle::vulkan::Judge(machine, AnswerOf(seen), c.subject());
}

}  // namespace

void RegisterCombinations(const char* space, DescribeMachine describe) {
  RegisterRows(
      Api::kVulkan, space,
      {.cited = [describe](const RowValues& row) { return CitedPolicies(row, describe); },
       .judge = [describe](Case& c, const RowValues& row) { return Judge(c, row, describe); }});
}

}  // namespace loadstone::suites
