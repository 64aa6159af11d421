// SPDX-License-Identifier: Apache-2.0
#include "harness/case/openxr_calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/case/openxr_case.h"
#include "harness/world/pe_file.h"
#include "harness/world/platform.h"

namespace loadstone {
namespace {

constexpr char kOpenXrExplicitPrefix[] = "XR_APILAYER_LS_explicit_";
constexpr char kOpenXrImplicitPrefix[] = "XR_APILAYER_LS_implicit_";
constexpr char kRuntimePrefix[] = "runtime_";
constexpr char kEmptyFolder[] = "/nowhere";
constexpr const char* kXdgVariables[] = {"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME",
                                         "XDG_DATA_DIRS"};

bool Has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class OpenXrCalibrator {
 public:
  OpenXrCalibrator(HostStage& stage, const std::vector<std::string>& roots)
      : stage_(stage), subject_(stage.subject()), roots_(roots) {}

  Calibration Run() {
    calibration_.api_version = subject_.api_version;
    if (IsWindows(subject_)) {
      RunOnWindows();
      return calibration_;
    }
    FindRuntimes();
    if (calibration_.trouble.empty()) FindLayers();
    if (!calibration_.trouble.empty()) AssumeDocumented();
    return calibration_;
  }

 private:
  Observation Look(const OpenXrWorld& world) {
    return RunCalibrationWorld(stage_, world.Build(), calibration_.trouble);
  }

  // The places that a loader searches on Windows do not depend on its build: Runtime Interaction,
  // "Windows Active Runtime Location", and API Layer Interaction, "Windows Manifest Registry
  // Usage".
  void RunOnWindows() {
    const std::string key = "SOFTWARE\\Khronos\\OpenXR\\1";
    const auto keys = [&](const std::string& kind) {
      return std::vector<std::string>{"HKLM\\" + key + "\\ApiLayers\\" + kind,
                                      "HKCU\\" + key + "\\ApiLayers\\" + kind};
    };
    calibration_.folders = {.explicit_layers = keys("Explicit"),
                            .implicit_layers = keys("Implicit"),
                            .drivers = {"HKLM\\" + key}};
    OpenXrWorld world(subject_);
    world.WithoutRuntime().With(Runtime(kDefaultRuntime).In(calibration_.folders.drivers.front()));
    Look(world);
  }

  // The loader uses the runtime of the first folder. Removing that runtime and repeating the run
  // gives the order of the folders.
  void FindRuntimes() {
    std::vector<std::string> left = roots_;
    while (calibration_.trouble.empty()) {
      OpenXrWorld world(subject_);
      world.WithoutRuntime().Home(kCalibrationHome);
      for (size_t i = 0; i < left.size(); ++i) {
        world.With(Runtime(fmt::format("{}{}", kRuntimePrefix, i)).In(XrRuntimeFolder(left[i])));
      }
      const std::vector<std::string> loaded = Loaded(Look(world));
      if (loaded.empty() || !loaded.front().starts_with(kRuntimePrefix)) break;
      const size_t first = std::stoul(loaded.front().substr(sizeof(kRuntimePrefix) - 1));
      calibration_.folders.drivers.push_back(XrRuntimeFolder(left.at(first)));
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(first));
    }
    if (calibration_.trouble.empty() && calibration_.folders.drivers.empty()) {
      calibration_.trouble = "no folder was found in which the subject looks for a runtime";
    }
  }

  // Runs the app twice. Folders that are found although no XDG variable leads to them go last: a
  // case that sets these variables does not hide them.
  void FindLayers() {
    const SearchFolders all = LookForLayers(false);
    const SearchFolders fixed = LookForLayers(true);
    calibration_.folders.explicit_layers = Joined(all.explicit_layers, fixed.explicit_layers);
    calibration_.folders.implicit_layers = Joined(all.implicit_layers, fixed.implicit_layers);
    if (calibration_.trouble.empty() && (calibration_.folders.explicit_layers.empty() ||
                                         calibration_.folders.implicit_layers.empty())) {
      calibration_.trouble = "no folder was found in which the subject looks for API layers";
    }
  }

  SearchFolders LookForLayers(bool without_xdg) {
    OpenXrWorld world(subject_);
    world.WithoutRuntime().Home(kCalibrationHome);
    world.With(Runtime(kDefaultRuntime)
                   .In(LastSystemFolder(calibration_.folders.drivers, kCalibrationHome)));
    for (const char* variable : kXdgVariables) {
      if (without_xdg) world.Env(variable, kEmptyFolder);
    }
    for (size_t i = 0; i < roots_.size(); ++i) {
      world.With(
          ApiLayer(fmt::format("{}{}", kOpenXrExplicitPrefix, i)).In(XrExplicitFolder(roots_[i])));
      world.With(ApiLayer(fmt::format("{}{}", kOpenXrImplicitPrefix, i))
                     .Implicit()
                     .In(XrImplicitFolder(roots_[i])));
    }
    const std::vector<std::string> chain = ApiLayerChain(Look(world));
    SearchFolders found;
    for (size_t i = 0; i < roots_.size(); ++i) {
      if (Has(chain, fmt::format("{}{}", kOpenXrExplicitPrefix, i))) {
        found.explicit_layers.push_back(XrExplicitFolder(roots_[i]));
      }
      if (Has(chain, fmt::format("{}{}", kOpenXrImplicitPrefix, i))) {
        found.implicit_layers.push_back(XrImplicitFolder(roots_[i]));
      }
    }
    return found;
  }

  // Returns `all`, with the folders that are also in `last` moved to the end.
  static std::vector<std::string> Joined(std::vector<std::string> all,
                                         const std::vector<std::string>& last) {
    std::stable_partition(all.begin(), all.end(),
                          [&](const std::string& folder) { return !Has(last, folder); });
    return all;
  }

  // Without a calibrated result, cases use the documented folders.
  void AssumeDocumented() {
    calibration_.folders = {};
    for (const std::string root : {"/home/user/.local/share", "/etc/xdg", "/usr/local/share",
                                   "/usr/share", "/usr/local/etc", "/etc"}) {
      calibration_.folders.explicit_layers.push_back(XrExplicitFolder(root));
      calibration_.folders.implicit_layers.push_back(XrImplicitFolder(root));
    }
    for (const std::string root : {"/home/user/.config", "/etc/xdg", "/etc"}) {
      calibration_.folders.drivers.push_back(XrRuntimeFolder(root));
    }
  }

  HostStage& stage_;
  const Subject& subject_;
  const std::vector<std::string>& roots_;
  Calibration calibration_;
};

}  // namespace

policy::Version ClaimedOpenXrVersion(const std::string& path) {
  std::error_code error;
  const std::string name = std::filesystem::canonical(path, error).filename().string();
  const size_t suffix = name.rfind(".so.");
  const policy::Version nothing = {1, 0, 0};
  if (error) return nothing;
  if (suffix == std::string::npos) {
    // OpenXR has had no other major version, and a vendor may number files by a scheme of its own.
    const policy::Version version = PeFileVersion(path).value_or(nothing);
    return version.major == nothing.major ? version : nothing;
  }
  return policy::Version::TryParse(name.substr(suffix + 4)).value_or(nothing);
}

Calibration CalibrateOpenXr(HostStage& stage, const std::vector<std::string>& roots) {
  return OpenXrCalibrator(stage, roots).Run();
}

void RunOpenXrCalibrationApp(const Subject& subject) {
  OpenXrApp app(subject);
  std::vector<std::string> explicit_layers;
  for (const XrApiLayerProperties& layer : app.EnumerateLayers()) {
    const std::string name = layer.layerName;
    if (name.starts_with(kOpenXrExplicitPrefix) && !Has(explicit_layers, name)) {
      explicit_layers.push_back(name);
    }
  }
  app.CreateInstance({.layers = explicit_layers});
}

}  // namespace loadstone
