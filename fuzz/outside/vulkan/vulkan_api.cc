// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "fuzz/outside/api.h"
#include "fuzz/outside/vulkan/application.h"
#include "fuzz/outside/vulkan/generator.h"
#include "harness/world/world.h"
#include "oracle/folders_beside.h"
#include "oracle/vulkan/drivers.h"
#include "oracle/vulkan/instance_answers.h"
#include "oracle/vulkan/judge.h"
#include "oracle/vulkan/libraries.h"
#include "oracle/vulkan/model.h"
#include "oracle/vulkan/result_text.h"
#include "policies/policy_ids.h"

namespace loadstone::fuzz {
namespace {

class Vulkan : public FuzzedApi {
 public:
  Api api() const override { return Api::kVulkan; }
  const std::vector<Library>& libraries() const override { return oracle::vulkan::Libraries(); }

  std::map<std::string, std::string> Environment(bool elevated) const override {
    // A variable names the driver, so that no folder of an input can hide it. An elevated
    // application must ignore the variable: its drivers are among the files.
    if (elevated) return {};
    return oracle::vulkan::DriverEnvironment({&oracle::vulkan::Driver()});
  }

  std::map<std::string, std::string> files() const override {
    std::map<std::string, std::string> manifests;
    for (const Library* driver : oracle::vulkan::Drivers()) {
      manifests[oracle::vulkan::DriverManifest(*driver)] =
          oracle::vulkan::DriverManifestText(*driver);
    }
    return manifests;
  }

  std::unique_ptr<Generator> NewGenerator(const Subject& subject,
                                          const GeneratorOptions& options) const override {
    return std::make_unique<vulkan::Generator>(subject, options);
  }

  std::unique_ptr<Application> Open(void* library) const override {
    return vulkan::OpenApplication(library);
  }

  const char* StepName(Step step) const override { return oracle::vulkan::StepName(step); }

  void Read(const Event& event, Answer& answer) const override {
    const std::string what = event.what();
    const std::string who = event.who();
    if (what == "violation") {
      answer.violations.push_back(event.Text("function") + ": " + event.Text("why"));
    } else if (oracle::vulkan::TracesInstanceCreation(who)) {
      if (what == "vkCreateInstance") answer.runtimes.push_back(who);
    } else if (what == "vkCreateInstance" && event.phase() == "enter") {
      answer.chain.push_back(who);
    } else if (what == "vkCreateDevice" && event.phase() == "enter") {
      answer.device_chain.push_back(who);
    }
  }

  std::vector<std::string> FoundFunctions(uint32_t found) const override {
    return oracle::vulkan::FoundFunctions(found);
  }

  bool LeavesState(const Answer&) const override { return false; }

  std::vector<std::string> OtherFolders(const Input& input, const Subject& subject,
                                        const std::string& file) const override {
    return oracle::FoldersOfOtherPolicies(oracle::vulkan::Places(input, subject), file);
  }
  std::string MissingLayerPolicy() const override { return policy::LLP_LOADER_1.text; }
  std::string OtherProcessPolicy() const override { return policy::LS_VK_ROBUSTNESS_16.text; }
  std::string ChangedFilesPolicy() const override { return policy::LS_VK_ROBUSTNESS_15.text; }
  std::string LongTextPolicy(bool name) const override {
    return name ? policy::LS_VK_MANIFEST_1.text : policy::LS_VK_MANIFEST_4.text;
  }

  std::vector<Fault> Judge(const Input& input, const Answer& answer,
                           const Subject& subject) const override {
    return oracle::vulkan::Judge(input, answer, subject);
  }
};

}  // namespace

const FuzzedApi& VulkanApi() {
  static const Vulkan api;
  return api;
}

}  // namespace loadstone::fuzz
