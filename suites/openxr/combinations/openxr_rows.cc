// SPDX-License-Identifier: Apache-2.0
#include "suites/openxr/combinations/openxr_rows.h"

#include "harness/probe/app_trace.h"
#include "oracle/answer.h"
#include "oracle/openxr/judge.h"

// Stages and judges the rows of policies/dimensions about OpenXR: LS_XR_ACTIVATION_1 and the other
// policies that own them.
namespace loadstone::suites {
namespace {

using oracle::Answer;

// A loader of the newest edition with the folders of the documents.
const Subject& AnyOpenXrLoader() {
  static const Subject loader = [] {
    Subject subject;
    subject.api = Api::kOpenXr;
    subject.spec = {1, 999, 0};
    subject.api_version = {1, 1, 0};
    for (const char* root :
         {"/home/user/.local/share", "/etc/xdg", "/usr/local/share", "/usr/share", "/etc"}) {
      subject.folders.explicit_layers.push_back(XrExplicitFolder(root));
      subject.folders.implicit_layers.push_back(XrImplicitFolder(root));
    }
    for (const char* root : {"/home/user/.config", "/etc/xdg", "/etc"}) {
      subject.folders.drivers.push_back(XrRuntimeFolder(root));
    }
    return subject;
  }();
  return loader;
}

std::vector<std::string> CitedPolicies(const RowValues& row, const OpenXrSpace& space) {
  OpenXrRowMachine described(AnyOpenXrLoader());
  space.describe(row, described);
  const auto model = oracle::openxr::ReadModel(described.machine(), AnyOpenXrLoader());
  return space.decisive(Expect(described.machine(), model, AnyOpenXrLoader()));
}

void ReadApiLayers(const Observation& seen, Answer& answer) {
  for (const Event& event : seen.Select(kAppName, "xrEnumerateApiLayerProperties")) {
    if (event.phase() != "leave") continue;
    answer.enumerate_result = static_cast<int>(event.Number("result"));
    const auto names = event.List("names");
    const auto specs = event.List("spec_versions");
    const auto versions = event.List("layer_versions");
    const auto descriptions = event.List("descriptions");
    for (size_t i = 0; i < names.size(); ++i) {
      const auto spec = policy::Version::Parse(specs[i]);
      answer.layers.push_back({.name = names[i],
                               .api_version = XR_MAKE_VERSION(spec.major, spec.minor, spec.patch),
                               .implementation = static_cast<uint32_t>(std::stoul(versions[i])),
                               .description = descriptions[i]});
    }
  }
}

void ReadExtensions(const Observation& seen, Answer& answer) {
  for (const Event& event : seen.Select(kAppName, "xrEnumerateInstanceExtensionProperties")) {
    if (event.phase() != "leave") continue;
    answer.extensions = {.asked = true,
                         .result = static_cast<int>(event.Number("result")),
                         .names = event.List("names")};
    for (const std::string& version : event.List("versions")) {
      answer.extensions.versions.push_back(static_cast<uint32_t>(std::stoul(version)));
    }
  }
}

Answer AnswerOf(const Observation& seen) {
  Answer answer;
  ReadApiLayers(seen, answer);
  ReadExtensions(seen, answer);
  answer.tried_create = true;
  answer.create_result = static_cast<int>(ResultNumber(seen, "xrCreateInstance"));
  answer.created = answer.create_result == XR_SUCCESS;
  answer.chain = ApiLayerChain(seen);
  answer.runtimes = RuntimesReached(seen);
  answer.violations = Violations(seen);
  return answer;
}

void Attribute(const RowValues& row, const OpenXrSpace& space, const oracle::Machine& machine,
               const Subject& subject, std::vector<oracle::Fault>& faults) {
  const auto model = oracle::openxr::ReadModel(machine, subject);
  const std::string policy = space.attributed(row, Expect(machine, model, subject));
  if (policy.empty()) return;
  for (oracle::Fault& fault : faults) {
    if (fault.policy == policy::LS_XR_LOADER_8.text ||
        fault.policy == policy::LS_XR_RUNTIME_DISCOVERY_1.text) {
      fault.policy = policy;
    }
  }
}

std::vector<oracle::Fault> Judge(Case& c, const RowValues& row, const OpenXrSpace& space) {
  OpenXrRowMachine described(c.subject());
  space.describe(row, described);
  const oracle::Machine& machine = described.machine();
  const Observation seen =
      Observe(c, WorldOf(OpenXrWorld(c.subject()).WithoutRuntime(), c.subject(), described),
              [&](OpenXrApp& app) {
                app.EnumerateLayers();
                app.EnumerateExtensions();
                app.RunFullSequence({.layers = machine.layers,
                                     .extensions = machine.extensions,
                                     .api_version = described.api_version()});
              });
  if (testing::Test::HasFailure()) return {};  // the process ended early
  std::vector<oracle::Fault> faults = oracle::openxr::Judge(machine, AnswerOf(seen), c.subject());
  if (space.attributed != nullptr) Attribute(row, space, machine, c.subject(), faults);
  return faults;
}

}  // namespace

void ApplyRequest(const RowValues& row, const std::string& used, const std::string& other,
                  OpenXrRowMachine& machine) {
  if (row.Is("runtime_extension", "used")) machine.EnableExtension(used);
  if (row.Is("runtime_extension", "other")) machine.EnableExtension(other);
  if (row.Is("application_version", "later")) machine.SetApiVersion(XR_MAKE_VERSION(1, 0, 20));
}

std::vector<std::string> RuntimePolicies(const oracle::openxr::Expectation& expectation) {
  if (expectation.created == oracle::Tristate::kMaybe) return {};
  std::vector<std::string> policies;
  if (!expectation.runtimes.empty()) policies.push_back(expectation.runtime_policy);
  if (expectation.created == oracle::Tristate::kNo) policies.push_back(expectation.created_policy);
  return policies;
}

std::string RuntimePolicy(const RowValues&, const oracle::openxr::Expectation& expectation) {
  return expectation.runtimes.empty() ? "" : expectation.runtime_policy;
}

void RegisterOpenXrRows(const OpenXrSpace& space) {
  RegisterRows(Api::kOpenXr, space.name,
               {.cited = [space](const RowValues& row) { return CitedPolicies(row, space); },
                .judge = [space](Case& c, const RowValues& row) { return Judge(c, row, space); }});
}

}  // namespace loadstone::suites
