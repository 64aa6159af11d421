// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "harness/world/platform.h"
#include "harness/world/vulkan_world.h"
#include "oracle/path_list.h"
#include "oracle/registry.h"
#include "oracle/vulkan/model.h"
#include "policies/policy_ids.h"

namespace loadstone::oracle::vulkan {
namespace {

// Ranks: folders of variables come before the standard ones, which have the order of the documents.
constexpr int kConfiguration = 1000;
constexpr int kSystemConfiguration = 2000;
constexpr int kDataHome = 3000;
constexpr int kDataFolders = 4000;

constexpr policy::Version kAddedPaths = {1, 3, 207};
constexpr policy::Version kImplicitPaths = {1, 3, 296};

class PlaceList {
 public:
  PlaceList(const Machine& machine, const Subject& subject)
      : machine_(machine),
        environment_(machine.environment),
        home_(InstallationOf(machine).home),
        elevated_(machine.elevated),
        subject_(subject) {}

  std::vector<Place> Make() {
    AddKind(false, "VK_LAYER_PATH", "VK_ADD_LAYER_PATH", kAddedPaths, policy::LLP_LOADER_2.text,
            policy::LS_VK_DISCOVERY_7.text);
    AddKind(true, "VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH", kImplicitPaths,
            policy::LS_VK_DISCOVERY_8.text, policy::LS_VK_DISCOVERY_8.text);
    return std::move(places_);
  }

  // The standard folders of drivers.
  std::vector<Place> MakeDrivers() {
    calibrated_ = &subject_.folders.drivers;
    folder_ = DriverFolder;
    of_values_ = policy::LS_VK_DRIVER_DISCOVERY_10.text;
    AddStandard(Tristate::kYes);
    return std::move(places_);
  }

 private:
  const std::string* Find(const std::string& variable) const {
    const auto found = environment_.find(variable);
    return found == environment_.end() ? nullptr : &found->second;
  }

  void AddKind(bool implicit, const std::string& replacing, const std::string& adding,
               const policy::Version& since, const std::string& replacing_policy,
               const std::string& adding_policy) {
    implicit_ = implicit;
    calibrated_ = implicit ? &subject_.folders.implicit_layers : &subject_.folders.explicit_layers;
    folder_ = implicit ? ImplicitFolder : ExplicitFolder;
    standard_policy_.clear();
    if (elevated_) {
      // If the loader misses a layer here, the reason is the variable, which it must ignore.
      if (Find(replacing) != nullptr) standard_policy_ = kElevatedPolicy;
      AddStandard(Tristate::kYes);
      return;
    }
    const std::string* instead = Find(replacing);
    const std::string* beside = Find(adding);
    Tristate standard = Tristate::kYes;
    if (instead != nullptr) {
      // The older of the two variables for explicit layers is in every edition.
      const bool known = !implicit || !(subject_.spec < since);
      // LS_VK_DISCOVERY_7.r2, LS_VK_DISCOVERY_8.r2: an empty value may replace the folders or not.
      standard = instead->empty() || !known ? Tristate::kMaybe : Tristate::kNo;
      AddList(*instead, known ? Tristate::kYes : Tristate::kMaybe, replacing_policy);
    }
    if (beside != nullptr) {
      const bool known = !(subject_.spec < since);
      if (instead == nullptr) {
        AddList(*beside, known ? Tristate::kYes : Tristate::kMaybe, adding_policy);
      } else if (instead->empty() || !known) {
        AddList(*beside, Tristate::kMaybe, adding_policy);
      }
    }
    AddStandard(standard);
  }

  void AddList(const std::string& list, Tristate searched, const std::string& policy) {
    int rank = 0;
    for (const std::string& path : SplitPaths(list)) {
      // LLP_LOADER_2.r1, LS_VK_DISCOVERY_7.r1, LS_VK_DISCOVERY_8.r1: empty and relative elements
      // may be used or ignored.
      if (path.empty() || path.front() != '/') continue;
      Add(path, IsPlainPath(path) ? searched : Tristate::kMaybe, rank++, policy);
    }
  }

  void Add(const std::string& path, Tristate searched, int rank, const std::string& policy) {
    places_.push_back({NormalPath(path), implicit_, searched, rank,
                       standard_policy_.empty() ? policy : standard_policy_, ""});
  }

  std::string Folder(const std::string& root) const { return folder_(root); }

  // The files that values of the calibrated keys name. The documents give the keys no order.
  void AddNamed(Tristate searched) {
    for (const NamedFile& one : NamedFiles(machine_, *calibrated_)) {
      if (elevated_ && one.key.starts_with("HKCU\\")) continue;
      Add("", std::min(searched, one.named), kDataFolders, of_values_);
      places_.back().file = one.file;
    }
    // The cases have a manifest in a folder that is called like the key, and a value for it.
    for (const std::string& key : *calibrated_) {
      Add(key, std::min(searched, Tristate::kMaybe), 0, of_values_);
    }
  }

  void AddStandard(Tristate searched) {
    if (IsWindows(subject_)) return AddNamed(searched);
    // XDG_CONFIG_HOME and XDG_CONFIG_DIRS have the same rank: LS_VK_DISCOVERY_5.r1.
    AddXdg("XDG_CONFIG_HOME", {home_ + "/.config"}, searched, kConfiguration,
           policy::LS_VK_DISCOVERY_1.text);
    AddXdg("XDG_CONFIG_DIRS", {"/etc/xdg"}, searched, kConfiguration,
           policy::LS_VK_DISCOVERY_2.text);
    AddXdg("XDG_DATA_HOME", {home_ + "/.local/share"}, searched, kDataHome,
           policy::LS_VK_DISCOVERY_3.text);
    AddXdg("XDG_DATA_DIRS", {"/usr/local/share", "/usr/share"}, searched, kDataFolders,
           policy::LS_VK_DISCOVERY_4.text);
    for (const std::string& folder : *calibrated_) {
      const bool classified =
          std::find(classified_.begin(), classified_.end(), folder) != classified_.end();
      if (classified) continue;
      const bool system = folder == Folder("/etc") || folder == Folder("/usr/local/etc");
      // It is unknown when other folders are searched.
      const Tristate sure = system ? searched : std::min(searched, Tristate::kMaybe);
      Add(folder, sure, system ? kSystemConfiguration : 0, policy::LLP_LOADER_1.text);
    }
    classified_.clear();
  }

  void AddXdg(const std::string& variable, const std::vector<std::string>& fallback,
              Tristate searched, int rank, const std::string& policy) {
    const std::string* value = Find(variable);
    const bool list = variable.ends_with("_DIRS");
    for (const std::string& root : fallback) {
      classified_.push_back(Folder(root));
      const bool built_in =
          std::find(calibrated_->begin(), calibrated_->end(), Folder(root)) != calibrated_->end();
      // An elevated application must not use the folders of the user.
      if (!built_in || (elevated_ && !list)) continue;
      // The same folder may also be built in as a system folder.
      const Tristate sure = value == nullptr ? searched : std::min(searched, Tristate::kMaybe);
      Add(Folder(root), sure, rank, policy);
    }
    if (value == nullptr || (elevated_ && !list)) return;
    // The documents leave open whether an elevated application uses lists of folders:
    // LLP_LOADER_13.r1, LDP_LOADER_13.r1, LS_VK_DISCOVERY_2.r3, LS_VK_DISCOVERY_4.r3.
    if (elevated_) searched = std::min(searched, Tristate::kMaybe);
    const std::vector<std::string> roots = list ? SplitPaths(*value) : std::vector{*value};
    for (const std::string& root : roots) {
      // Empty values and relative paths may be used or ignored: LS_VK_DISCOVERY_1.r1,
      // LS_VK_DISCOVERY_1.r2, and so on to LS_VK_DISCOVERY_4.r2. A colon in a value that is not a
      // list: LS_VK_DISCOVERY_1.r4.
      if (root.empty() || root.front() != '/') continue;
      const bool plain = IsPlainPath(root) && root.find(':') == std::string::npos;
      Add(Folder(root), plain ? searched : std::min(searched, Tristate::kMaybe), rank, policy);
      if (rank == kDataFolders) ++rank;
    }
  }

  const Machine& machine_;
  const std::map<std::string, std::string>& environment_;
  const std::string& home_;
  const bool elevated_;
  const Subject& subject_;
  bool implicit_ = false;
  const std::vector<std::string>* calibrated_ = nullptr;
  std::string (*folder_)(const std::string& root) = nullptr;
  std::string standard_policy_;  // replaces the policies of the folders
  std::string of_values_ = policy::LS_VK_DISCOVERY_9.text;
  std::vector<std::string> classified_;
  std::vector<Place> places_;
};

}  // namespace

std::vector<Place> Places(const Machine& machine, const Subject& subject) {
  return PlaceList(machine, subject).Make();
}

std::vector<Place> DriverPlaces(const Machine& machine, const Subject& subject) {
  return PlaceList(machine, subject).MakeDrivers();
}

}  // namespace loadstone::oracle::vulkan
