// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/api.h"
#include "fuzz/outside/openxr/application.h"
#include "fuzz/outside/openxr/generator.h"
#include "oracle/folders_beside.h"
#include "oracle/openxr/judge.h"
#include "oracle/openxr/libraries.h"
#include "oracle/openxr/model.h"
#include "oracle/openxr/result_text.h"
#include "policies/policy_ids.h"

namespace loadstone::fuzz {
namespace {

class OpenXr : public FuzzedApi {
 public:
  Api api() const override { return Api::kOpenXr; }
  const std::vector<Library>& libraries() const override { return oracle::openxr::Libraries(); }
  std::map<std::string, std::string> Environment(bool) const override { return {}; }
  std::map<std::string, std::string> files() const override { return {}; }

  std::unique_ptr<Generator> NewGenerator(const Subject& subject,
                                          const GeneratorOptions& options) const override {
    return std::make_unique<openxr::Generator>(subject, options);
  }

  std::unique_ptr<Application> Open(void* library) const override {
    return openxr::OpenApplication(library);
  }

  const char* StepName(Step step) const override { return oracle::openxr::StepName(step); }

  void Read(const Event& event, Answer& answer) const override {
    const std::string what = event.what();
    const std::string who = event.who();
    if (what == "violation") {
      answer.violations.push_back(event.Text("function") + ": " + event.Text("why"));
    } else if (what == "xrCreateApiLayerInstance" && event.phase() == "enter") {
      answer.chain.push_back(who);
    } else if (what == "xrCreateInstance") {
      answer.runtimes.push_back(who);
    }
  }

  // The application looks up no functions.
  std::vector<std::string> FoundFunctions(uint32_t) const override { return {}; }

  // A loader may keep a runtime after an enumeration, and unload it with the next instance.
  bool LeavesState(const Answer& answer) const override {
    return answer.tried_create && !answer.created;
  }

  std::vector<std::string> OtherFolders(const Input& input, const Subject& subject,
                                        const std::string& file) const override {
    return oracle::FoldersOfOtherPolicies(oracle::openxr::LayerPlaces(input, subject), file);
  }
  std::string MissingLayerPolicy() const override { return policy::LS_XR_LAYER_DISCOVERY_12.text; }
  std::string OtherProcessPolicy() const override { return policy::LS_XR_ROBUSTNESS_5.text; }
  std::string ChangedFilesPolicy() const override { return policy::LS_XR_ROBUSTNESS_4.text; }
  std::string LongTextPolicy(bool name) const override {
    return name ? policy::LS_XR_LAYER_MANIFEST_4.text : policy::LS_XR_LAYER_MANIFEST_7.text;
  }

  std::vector<Fault> Judge(const Input& input, const Answer& answer,
                           const Subject& subject) const override {
    return oracle::openxr::Judge(input, answer, subject);
  }
};

}  // namespace

const FuzzedApi& OpenXrApi() {
  static const OpenXr api;
  return api;
}

}  // namespace loadstone::fuzz
