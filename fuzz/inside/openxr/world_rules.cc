// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/openxr/world_rules.h"

#include <algorithm>
#include <set>

#include "fuzz/inside/openxr/mock_components.h"
#include "fuzz/inside/support/manifest_text.h"
#include "oracle/openxr/judge.h"
#include "oracle/openxr/test_subject.h"
#include "oracle/path_list.h"

namespace loadstone::fuzz::inside {
namespace {

// Adds the runtime and its extensions. A loader may use or reject a runtime that misbehaves, or
// whose extensions do not have valid names.
void AddRuntime(const World& world, oracle::Installation& installation) {
  const World::Library* runtime = world.FirstOf(kRuntimeKind);
  if (runtime == nullptr || !oracle::IsPlainPath(runtime->path)) return;
  const std::vector<std::string> extensions = StringsOf(runtime->behaviour.Find("extensions"));
  const std::set<std::string> names(extensions.begin(), extensions.end());
  const bool good = Behaves(*runtime) && names.size() == extensions.size() &&
                    std::all_of(names.begin(), names.end(), [](const std::string& name) {
                      return !name.empty() && name.size() < XR_MAX_EXTENSION_NAME_SIZE;
                    });
  installation.libraries.push_back({.name = runtime->path,
                                    .use = good ? oracle::Use::kWorks : oracle::Use::kEither,
                                    .path = runtime->path,
                                    .runtime = true,
                                    .extensions = extensions});
}

// Whether two layers have the same library. The mocks identify themselves by library, so the chain
// does not show which of the two layers answered.
bool SharesLibraries(const World& world) {
  std::set<std::string_view> paths;
  const std::vector<World::Component> layers = world.Components("api_layer");
  return std::any_of(layers.begin(), layers.end(), [&](const World::Component& layer) {
    return !paths.insert(layer.object->StringOf("library_path")).second;
  });
}

// Checks the answer against the oracle.
std::string AskOracle(const World& world, const OpenxrAnswer& answer) {
  auto installation = world.InstallationWith(world.Layers(kRuntimeKind, kMockApiLayers));
  if (!installation) return "";
  AddRuntime(world, *installation);
  oracle::Machine machine = world.machine;
  machine.api = Api::kOpenXr;
  machine.installation = &*installation;
  oracle::Answer seen = answer.seen;
  // Components below a layer that does not call the next function are not reached, and a runtime
  // may reject an application with another API version.
  seen.extensions.asked = world.AllWellBehaved();
  seen.tried_create = seen.extensions.asked && world.api_version.empty() && !SharesLibraries(world);
  return Complaint(
      oracle::openxr::Judge(machine, seen, oracle::openxr::TestSubject(installation->home)));
}

}  // namespace

std::string CheckOpenxrAnswer(const World& world, const OpenxrAnswer& answer) {
  std::string complaint = CheckLayers(world.Components("api_layer"), answer);
  if (complaint.empty() && answer.seen.created && answer.runtime_instances != 1) {
    complaint = "there is an instance without one of the runtime";
  }
  if (complaint.empty() && world.machine.elevated) {
    complaint = CheckElevatedReads(
        answer.files_read, {"/etc/", "/usr/share/", "/usr/local/share/", "/usr/local/etc/"});
  }
  if (complaint.empty()) complaint = AskOracle(world, answer);
  if (!complaint.empty()) return complaint;
  // A runtime without xrDestroyInstance cannot destroy its instance.
  if (answer.leaked_instances != 0 && !world.AnyLibraryLacks("xrDestroyInstance")) {
    return "the runtime's instance was left over";
  }
  if (answer.leaked_libraries != 0) return "libraries were left open";
  return "";
}

}  // namespace loadstone::fuzz::inside
