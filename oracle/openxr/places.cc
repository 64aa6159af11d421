// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "harness/world/openxr_world.h"
#include "harness/world/platform.h"
#include "oracle/openxr/architecture.h"
#include "oracle/openxr/libraries.h"
#include "oracle/openxr/model.h"
#include "oracle/path_list.h"
#include "oracle/registry.h"
#include "policies/policy_ids.h"

namespace loadstone::oracle::openxr {
namespace {

constexpr policy::Version kArchitectures = {1, 0, 29};
// LS_XR_RUNTIME_DISCOVERY_14.
constexpr policy::Version kIgnoredWithHighIntegrity = {1, 1, 61};
constexpr char kActiveRuntime[] = "/active_runtime.json";

bool Has(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

const std::string* Find(const Machine& machine, const char* variable) {
  const auto found = machine.environment.find(variable);
  return found == machine.environment.end() ? nullptr : &found->second;
}

// An elevated application may use or ignore the paths of a variable: only set-user-ID programs must
// ignore one of the variables, and these applications are not set-user-ID.
// LS_XR_LAYER_DISCOVERY_4.r3, LS_XR_LAYER_DISCOVERY_9.r3, LS_XR_RUNTIME_DISCOVERY_3.r4,
// LS_XR_RUNTIME_DISCOVERY_10.r2.
Tristate UsesVariablePath(const Machine& machine) {
  return machine.elevated ? Tristate::kMaybe : Tristate::kYes;
}

// Whether the subject certainly ignores variables that lead to files.
bool IgnoresVariablePath(const Machine& machine, const Subject& subject) {
  return machine.elevated && IsWindows(subject) && !(subject.spec < kIgnoredWithHighIntegrity);
}

// The folders of one kind of API layers.
class LayerPlaceList {
 public:
  LayerPlaceList(const Machine& machine, const Subject& subject, bool implicit)
      : machine_(machine),
        subject_(subject),
        implicit_(implicit),
        calibrated_(implicit ? subject.folders.implicit_layers : subject.folders.explicit_layers) {}

  void AddTo(std::vector<LayerPlace>& places) {
    Tristate standard = Tristate::kYes;
    const bool fixed = implicit_ || IgnoresVariablePath(machine_, subject_);
    const std::string* instead = fixed ? nullptr : Find(machine_, "XR_API_LAYER_PATH");
    if (instead != nullptr) {
      // LS_XR_LAYER_DISCOVERY_9.r1, LS_XR_LAYER_DISCOVERY_9.r3; below, LS_XR_LAYER_DISCOVERY_9.r2:
      // relative folders may be used or ignored.
      standard = instead->empty() || machine_.elevated ? Tristate::kMaybe : Tristate::kNo;
      for (const std::string& path : SplitPaths(*instead)) {
        if (path.empty() || path.front() != '/') continue;
        Add(NormalPath(path), IsPlainPath(path) ? UsesVariablePath(machine_) : Tristate::kMaybe,
            policy::LS_XR_LAYER_DISCOVERY_9.text);
      }
    }
    IsWindows(subject_) ? AddNamed(standard) : AddFolders(standard);
    std::move(places_.begin(), places_.end(), std::back_inserter(places));
  }

 private:
  // The files that values of the calibrated keys name.
  void AddNamed(Tristate standard) {
    for (const NamedFile& one : NamedFiles(machine_, calibrated_)) {
      // LS_XR_LAYER_DISCOVERY_14.r1.
      const bool open = machine_.elevated && one.key.starts_with("HKCU\\");
      const Tristate searched = std::min(standard, open ? Tristate::kMaybe : one.named);
      places_.push_back({"", implicit_, std::min(searched, one.named),
                         policy::LS_XR_LAYER_DISCOVERY_14.text, one.file});
    }
    // The cases have a manifest in a folder that is called like the key, and a value for it.
    for (const std::string& key : calibrated_) {
      Add(key, std::min(standard, Tristate::kMaybe), policy::LS_XR_LAYER_DISCOVERY_14.text);
    }
  }

  void AddFolders(Tristate standard) {
    AddXdg("XDG_CONFIG_DIRS", {"/etc/xdg"}, standard, policy::LS_XR_LAYER_DISCOVERY_3.text);
    AddXdg("XDG_DATA_HOME", {InstallationOf(machine_).home + "/.local/share"},
           std::min(standard, UsesVariablePath(machine_)), policy::LS_XR_LAYER_DISCOVERY_4.text);
    AddXdg("XDG_DATA_DIRS", {"/usr/local/share", "/usr/share"}, standard,
           policy::LS_XR_LAYER_DISCOVERY_3.text);
    for (const std::string& folder : calibrated_) {
      if (Has(classified_, folder)) continue;
      // LS_XR_LAYER_DISCOVERY_7.r2: calibration determines which folders these are.
      const bool system = folder == Folder("/etc") || folder == Folder("/usr/local/etc");
      Add(folder, system ? standard : std::min(standard, Tristate::kMaybe),
          policy::LS_XR_LAYER_DISCOVERY_7.text);
    }
    // No document mentions it for layers, nor forbids it.
    if (const std::string* home = Find(machine_, "XDG_CONFIG_HOME")) {
      Add(NormalPath(Folder(*home)), std::min(standard, Tristate::kMaybe),
          policy::LS_XR_LAYER_DISCOVERY_1.text);
    }
  }

  std::string Folder(const std::string& root) const {
    return implicit_ ? XrImplicitFolder(root) : XrExplicitFolder(root);
  }

  void Add(const std::string& folder, Tristate searched, const std::string& policy) {
    places_.push_back({folder, implicit_, searched, policy, ""});
  }

  void AddXdg(const char* variable, const std::vector<std::string>& fallback, Tristate searched,
              const std::string& policy) {
    const std::string* value = Find(machine_, variable);
    for (const std::string& root : fallback) {
      classified_.push_back(Folder(root));
      if (!Has(calibrated_, Folder(root))) continue;
      // The same folder may also be built in as a system folder.
      Add(Folder(root), value == nullptr ? searched : std::min(searched, Tristate::kMaybe), policy);
    }
    if (value == nullptr) return;
    searched = std::min(searched, UsesVariablePath(machine_));
    // LS_XR_LAYER_DISCOVERY_3.r2, LS_XR_LAYER_DISCOVERY_4.r2: empty and relative folders may be
    // used or ignored.
    const bool list = std::string(variable).ends_with("_DIRS");
    for (const std::string& root : list ? SplitPaths(*value) : std::vector{*value}) {
      if (root.empty() || root.front() != '/') continue;
      const bool plain = IsPlainPath(root) && root.find(':') == std::string::npos;
      Add(NormalPath(Folder(root)), plain ? searched : std::min(searched, Tristate::kMaybe),
          policy);
    }
  }

  const Machine& machine_;
  const Subject& subject_;
  const bool implicit_;
  const std::vector<std::string>& calibrated_;
  std::vector<std::string> classified_;
  std::vector<LayerPlace> places_;
};

class RuntimePlaceList {
 public:
  RuntimePlaceList(const Machine& machine, const Subject& subject)
      : machine_(machine), subject_(subject) {}

  std::vector<RuntimePlace> Make() {
    Tristate standard = Tristate::kYes;
    const std::string* file = Find(machine_, "XR_RUNTIME_JSON");
    if (file != nullptr && !IgnoresVariablePath(machine_, subject_)) {
      // LS_XR_RUNTIME_DISCOVERY_11.r1, LS_XR_RUNTIME_DISCOVERY_11.r2; below,
      // LS_XR_RUNTIME_DISCOVERY_10.r1: a relative path may be used or ignored.
      standard = file->empty() || machine_.elevated ? Tristate::kMaybe : Tristate::kNo;
      if (!file->empty()) {
        const bool plain = IsPlainPath(*file);
        places_.push_back({NormalPath(*file), plain ? UsesVariablePath(machine_) : Tristate::kMaybe,
                           policy::LS_XR_RUNTIME_DISCOVERY_10.text});
        if (!plain) standard = Tristate::kMaybe;
      }
    }
    if (standard == Tristate::kNo) return std::move(places_);
    if (IsWindows(subject_)) {
      AddActive(standard);
      return std::move(places_);
    }
    AddXdg("XDG_CONFIG_HOME", InstallationOf(machine_).home + "/.config",
           std::min(standard, UsesVariablePath(machine_)));
    AddXdg("XDG_CONFIG_DIRS", "/etc/xdg", standard);
    for (const std::string& folder : subject_.folders.drivers) {
      if (Has(classified_, folder)) continue;
      // LS_XR_RUNTIME_DISCOVERY_5.r1: calibration determines which folder this is.
      const bool system =
          folder == XrRuntimeFolder("/etc") || folder == XrRuntimeFolder("/usr/local/etc");
      Add(folder, system ? standard : std::min(standard, Tristate::kMaybe),
          policy::LS_XR_RUNTIME_DISCOVERY_5.text);
    }
    return std::move(places_);
  }

 private:
  // The file that ActiveRuntime names.
  void AddActive(Tristate tried) {
    for (const std::string& key : subject_.folders.drivers) {
      for (const NamedFile& one : FilesInValue(machine_, key, "ActiveRuntime")) {
        places_.push_back(
            {one.file, std::min(tried, one.named), policy::LS_XR_RUNTIME_DISCOVERY_12.text});
      }
    }
  }

  void Add(const std::string& folder, Tristate tried, const std::string& policy) {
    const bool known = !(subject_.spec < kArchitectures);
    places_.push_back({fmt::format("{}/active_runtime.{}.json", folder, ArchitectureName(subject_)),
                       known ? tried : std::min(tried, Tristate::kMaybe),
                       policy::LS_XR_RUNTIME_DISCOVERY_6.text});
    places_.push_back({folder + kActiveRuntime, tried, policy});
  }

  void AddXdg(const char* variable, const std::string& fallback, Tristate tried) {
    const std::string* value = Find(machine_, variable);
    classified_.push_back(XrRuntimeFolder(fallback));
    // LS_XR_RUNTIME_DISCOVERY_3.r3, LS_XR_RUNTIME_DISCOVERY_4.r1.
    if (value == nullptr || value->empty()) {
      Add(XrRuntimeFolder(fallback), value == nullptr ? tried : std::min(tried, Tristate::kMaybe),
          policy::LS_XR_RUNTIME_DISCOVERY_4.text);
      return;
    }
    tried = std::min(tried, UsesVariablePath(machine_));
    const bool list = std::string(variable).ends_with("_DIRS");
    for (const std::string& root : list ? SplitPaths(*value) : std::vector{*value}) {
      // LS_XR_RUNTIME_DISCOVERY_3.r2: relative elements may be used or ignored.
      const bool plain = IsPlainPath(root) && root.find(':') == std::string::npos;
      if (root.empty()) continue;
      Add(NormalPath(XrRuntimeFolder(root)), plain ? tried : std::min(tried, Tristate::kMaybe),
          policy::LS_XR_RUNTIME_DISCOVERY_3.text);
    }
    // The default of XDG_CONFIG_DIRS may also be built in as a system folder, and a variable that
    // is ignored has its default.
    const bool is_replaced =
        !list && !machine_.elevated && IsPlainPath(*value) && value->find(':') == std::string::npos;
    if (!is_replaced && Has(subject_.folders.drivers, XrRuntimeFolder(fallback))) {
      Add(XrRuntimeFolder(fallback), std::min(tried, Tristate::kMaybe),
          policy::LS_XR_RUNTIME_DISCOVERY_4.text);
    }
  }

  const Machine& machine_;
  const Subject& subject_;
  std::vector<std::string> classified_;
  std::vector<RuntimePlace> places_;
};

}  // namespace

std::vector<LayerPlace> LayerPlaces(const Machine& machine, const Subject& subject) {
  std::vector<LayerPlace> places;
  for (const bool implicit : {false, true}) {
    LayerPlaceList(machine, subject, implicit).AddTo(places);
  }
  return places;
}

std::vector<RuntimePlace> RuntimePlaces(const Machine& machine, const Subject& subject) {
  return RuntimePlaceList(machine, subject).Make();
}

}  // namespace loadstone::oracle::openxr
