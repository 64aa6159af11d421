#include "fuzz/inside/openxr/environment_rules.h"

#include <algorithm>

#include "fuzz/inside/support/glob_rules.h"
#include "reference_loader/openxr/layer_selection.h"

namespace loadstone::fuzz::inside {
namespace {

constexpr char kImplicit[] = "XR_APILAYER_LS_implicit";
constexpr char kSwitched[] = "XR_APILAYER_LS_switched";
const std::vector<std::string> kExplicit = {"XR_APILAYER_LS_explicit", "XR_APILAYER_LS_a",
                                            "XR_APILAYER_LS_b"};

std::string LayerText(const std::string& name, const std::string& more = "") {
  return R"({"file_format_version": "1.0.0", "api_layer": {"name": ")" + name +
         R"(", "library_path": "/l.so", "api_version": "1.0", "implementation_version": "1", )" +
         R"("description": "")" + more + "}}";
}

const MemoryPlatform& Machine() {
  static const MemoryPlatform* const machine = [] {
    auto* made = new MemoryPlatform;
    const std::string off = R"(, "disable_environment": "LS_OFF")";
    made->AddFile("/etc/openxr/1/api_layers/implicit.d/1.json", LayerText(kImplicit, off));
    made->AddFile("/etc/openxr/1/api_layers/implicit.d/2.json",
                  LayerText(kSwitched, off + R"(, "enable_environment": "LS_ON")"));
    for (const std::string& name : kExplicit) {
      made->AddFile("/etc/openxr/1/api_layers/explicit.d/" + name + ".json", LayerText(name));
    }
    return made;
  }();
  return *machine;
}

// Active without anybody asking for it; the presence of a variable counts, not its value.
bool IsActive(const EnvironmentText& environment, const std::string& name) {
  const auto is_defined = [&](const char* variable) {
    return environment.variables.count(variable) != 0;
  };
  if (is_defined("LS_OFF")) return false;
  return name == kImplicit || (name == kSwitched && is_defined("LS_ON"));
}

}  // namespace

OpenxrEnvironmentAnswer ApplyOpenxrEnvironment(const EnvironmentText& environment) {
  MemoryPlatform machine = Machine();
  environment.Install(&machine);
  const std::vector<std::string_view> application(environment.application.begin(),
                                                  environment.application.end());
  std::vector<openxr::SelectedLayer> selected;
  OpenxrEnvironmentAnswer answer;
  answer.result = SelectLayers(machine, application, openxr::Log(machine, "fuzzing"), &selected);
  for (const openxr::SelectedLayer& layer : selected) answer.chain.push_back(layer.manifest.name);
  return answer;
}

std::string CheckOpenxrEnvironment(const EnvironmentText& environment,
                                   const OpenxrEnvironmentAnswer& answer) {
  const std::vector<std::string> enabled =
      ElementsOf(environment.SecureVariable("XR_ENABLE_API_LAYERS"), ':', false);
  const auto is_asked_for = [&](const std::string& name) {
    return Contains(enabled, name) || Contains(environment.application, name);
  };
  for (const std::string& name : answer.chain) {
    if (std::count(answer.chain.begin(), answer.chain.end(), name) != 1) {
      return "layer " + name + " is in the chain twice";
    }
    const bool explicit_layer = Contains(kExplicit, name);
    if (explicit_layer ? !is_asked_for(name) : !IsActive(environment, name)) {
      return "layer " + name + " is there for no reason";
    }
  }
  // With XR_API_LAYER_PATH explicit layers may be out of sight; nothing hides those below /etc
  // else.
  const bool all_are_seen = environment.SecureVariable("XR_API_LAYER_PATH").empty();
  for (const char* name : {kImplicit, kSwitched}) {
    if (IsActive(environment, name) && !Contains(answer.chain, name)) {
      return std::string("layer ") + name + " is not there though nothing disables it";
    }
  }
  bool all_present = true;
  for (const std::string& name : environment.application) {
    all_present &= Contains(answer.chain, name);
  }
  if ((answer.result == XR_SUCCESS) != all_present) {
    return "the result does not fit the layers that the application asked for";
  }
  if (!all_are_seen || answer.result != XR_SUCCESS) return "";
  for (const std::string& name : kExplicit) {
    if (is_asked_for(name) && !Contains(answer.chain, name)) {
      return "layer " + name + " is not there though somebody asked for it";
    }
  }
  return "";
}

}  // namespace loadstone::fuzz::inside
