// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/openxr/environment_rules.h"

#include <utility>
#include <vector>

#include "fuzz/inside/support/layer_rules.h"
#include "oracle/library.h"
#include "oracle/machine.h"
#include "oracle/openxr/judge.h"
#include "oracle/openxr/test_subject.h"
#include "reference_loader/openxr/layer_catalog.h"
#include "reference_loader/openxr/layer_selection.h"

namespace loadstone::fuzz::inside {
namespace {

constexpr char kRuntime[] = "/lib/runtime.so";

// The machine for the loader and for the oracle, and its libraries.
struct Known {
  MemoryPlatform platform;
  oracle::Machine machine = {.api = Api::kOpenXr, .create = true};
  oracle::Installation installation;

  void AddFile(const std::string& path, const std::string& text) {
    platform.AddFile(path, text);
    machine.files[path] = text;
  }

  void AddLayer(const std::string& folder, const std::string& name,
                const std::string& members = "") {
    const std::string library = OpenxrLibrary(name);
    AddFile("/etc/openxr/1/api_layers/" + folder + "/" + name + ".json",
            R"({"file_format_version": "1.0.0", "api_layer": {"name": ")" + name +
                R"(", "library_path": ")" + library +
                R"(", "api_version": "1.0", "implementation_version": "1", "description": "one")" +
                members + "}}");
    installation.libraries.push_back({.name = library, .path = library});
  }

  void AddRuntime() {
    AddFile("/etc/openxr/1/active_runtime.json",
            std::string(R"({"file_format_version": "1.0.0", "runtime": {"library_path": ")") +
                kRuntime + R"("}})");
    installation.libraries.push_back({.name = kRuntime, .path = kRuntime, .runtime = true});
  }
};

const Known& Machine() {
  static const Known* const known = [] {
    auto* made = new Known;
    const std::string off = R"(, "disable_environment": "LS_OFF")";
    made->AddLayer("implicit.d", "XR_APILAYER_LS_implicit", off);
    made->AddLayer("implicit.d", "XR_APILAYER_LS_switched",
                   off + R"(, "enable_environment": "LS_ON")");
    for (const char* name : {"XR_APILAYER_LS_explicit", "XR_APILAYER_LS_a", "XR_APILAYER_LS_b"}) {
      made->AddLayer("explicit.d", name);
    }
    made->AddRuntime();
    return made;
  }();
  return *known;
}

// The choice of layers does not depend on the runtime, so the variables that choose a runtime are
// removed.
EnvironmentText WithoutRuntime(EnvironmentText environment) {
  environment.variables.erase("XR_RUNTIME_JSON");
  environment.variables.erase("XDG_CONFIG_HOME");
  return environment;
}

}  // namespace

std::string OpenxrLibrary(const std::string& name) { return "/lib/" + name + ".so"; }

OpenxrEnvironmentAnswer ApplyOpenxrEnvironment(const EnvironmentText& environment) {
  MemoryPlatform machine = Machine().platform;
  WithoutRuntime(environment).Install(&machine);
  const openxr::Log log(machine, "fuzzing");
  OpenxrEnvironmentAnswer answer;
  for (const openxr::LayerManifest& layer : openxr::DiscoverAllLayers(machine, log)) {
    answer.seen.layers.push_back(
        {layer.name, layer.api_version, layer.implementation_version, layer.description});
  }
  const std::vector<std::string_view> application(environment.application.begin(),
                                                  environment.application.end());
  std::vector<openxr::SelectedLayer> selected;
  answer.seen.tried_create = true;
  answer.seen.create_result = SelectLayers(machine, application, log, &selected);
  answer.seen.created = answer.seen.create_result == XR_SUCCESS;
  if (!answer.seen.created) return answer;
  answer.seen.runtimes = {kRuntime};
  for (const openxr::SelectedLayer& layer : selected) {
    answer.seen.chain.push_back(layer.manifest.library_path);
  }
  return answer;
}

std::string CheckOpenxrEnvironment(const EnvironmentText& environment,
                                   const OpenxrEnvironmentAnswer& answer) {
  const EnvironmentText read = WithoutRuntime(environment);
  oracle::Installation installation = Machine().installation;
  installation.home = read.Variable("HOME");
  oracle::Machine machine = Machine().machine;
  machine.installation = &installation;
  machine.environment = {read.variables.begin(), read.variables.end()};
  machine.layers = read.application;
  machine.elevated = read.elevated;
  return Complaint(
      oracle::openxr::Judge(machine, answer.seen, oracle::openxr::TestSubject(installation.home)));
}

}  // namespace loadstone::fuzz::inside
