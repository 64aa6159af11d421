// SPDX-License-Identifier: Apache-2.0
#include "tool/doctor/diagnosis.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "harness/case/calibration.h"
#include "harness/component/rooted_system.h"
#include "harness/world/openxr_world.h"
#include "harness/world/vulkan_world.h"
#include "oracle/openxr/oracle.h"
#include "oracle/path_list.h"
#include "oracle/vulkan/oracle.h"
#include "policies/policy_ids.h"
#include "tool/doctor/driver_rules.h"

namespace loadstone::doctor {
namespace {

using oracle::Tristate;

constexpr char kOpen[] = "the documents do not define what happens to such a manifest";
constexpr char kRuntimeVariable[] = "XR_RUNTIME_JSON";
constexpr char kNotSearched[] = "its folder is not searched";

// Returns the roots below which the documents define folders of manifests, in their order.
std::vector<std::string> Roots(const std::string& home) {
  return {home + "/.config",      "/etc/xdg",         "/etc",      "/usr/local/etc",
          home + "/.local/share", "/usr/local/share", "/usr/share"};
}

std::string FolderBelow(const std::string& root, Kind kind, bool openxr) {
  switch (kind) {
    case Kind::kExplicitLayer:
      return openxr ? XrExplicitFolder(root) : ExplicitFolder(root);
    case Kind::kImplicitLayer:
      return openxr ? XrImplicitFolder(root) : ImplicitFolder(root);
    case Kind::kDriver:
      return DriverFolder(root);
    case Kind::kRuntime:
      return XrRuntimeFolder(root);
  }
  return root;
}

std::vector<std::string>& FoldersOf(SearchFolders& folders, Kind kind) {
  return kind == Kind::kExplicitLayer   ? folders.explicit_layers
         : kind == Kind::kImplicitLayer ? folders.implicit_layers
                                        : folders.drivers;
}

class Doctor {
 public:
  Doctor(const Host& host, const Subject& subject, const LoaderAnswer& answer)
      : openxr_(subject.api == Api::kOpenXr),
        subject_(subject),
        answer_(answer),
        search_{.origin = std::filesystem::path(subject.path).parent_path(),
                .root = host.root,
                .architecture = host.architecture} {
    if (!host.root.empty()) {
      const RootedSystem system(host.root);
      search_.origin = system.InSystem(search_.origin).value_or(search_.origin);
    }
    machine_.api = subject.api;
    machine_.environment = host.environment;
    machine_.create = true;
    installation_.home = host.home;
    installation_.executable = host.executable;
    machine_.installation = &installation_;
  }

  std::vector<Diagnosis> Diagnose() {
    Collect();
    for (Manifest& manifest : manifests_) Place(manifest);
    if (openxr_) {
      ExpectOpenXr();
    } else {
      ExpectVulkan();
    }
    for (Diagnosis& one : diagnoses_) one.does = Does(one);
    return std::move(diagnoses_);
  }

 private:
  // Reads the folders that may contain manifests, including folders that this loader does not
  // search.
  void Collect() {
    std::set<std::pair<std::string, Kind>> folders;
    for (const std::string& root : Roots(installation_.home)) {
      for (const Kind kind : FolderKinds()) folders.emplace(FolderBelow(root, kind, openxr_), kind);
    }
    if (openxr_) {
      for (const auto& place : oracle::openxr::LayerPlaces(machine_, subject_)) {
        folders.emplace(place.folder, LayerKind(place.implicit));
      }
    } else {
      for (const auto& place : oracle::vulkan::Places(machine_, subject_)) {
        folders.emplace(place.folder, LayerKind(place.implicit));
      }
      for (const auto& place : oracle::vulkan::DriverPlaces(machine_, subject_)) {
        folders.emplace(place.folder, Kind::kDriver);
      }
    }
    for (const auto& [folder, kind] : folders) {
      for (Manifest& manifest : ReadFolder(folder, kind, subject_.api, search_))
        Add(std::move(manifest));
    }
    if (openxr_) {
      AddRuntimes(machine_);
      oracle::Machine without = machine_;
      if (without.environment.erase(kRuntimeVariable) > 0) AddRuntimes(without);
    } else {
      for (const std::string& file : DriverFiles(machine_.environment)) {
        AddFile(file, Kind::kDriver);
      }
    }
  }

  // The kinds whose folders contain only manifests of that kind; a runtime has a single file in its
  // folder instead.
  std::vector<Kind> FolderKinds() const {
    std::vector<Kind> kinds = {Kind::kExplicitLayer, Kind::kImplicitLayer};
    if (!openxr_) kinds.push_back(Kind::kDriver);
    return kinds;
  }
  static Kind LayerKind(bool implicit) {
    return implicit ? Kind::kImplicitLayer : Kind::kExplicitLayer;
  }

  void AddRuntimes(const oracle::Machine& machine) {
    for (const auto& place : oracle::openxr::RuntimePlaces(machine, subject_)) {
      AddFile(place.file, Kind::kRuntime);
    }
  }

  void AddFile(const std::string& file, Kind kind) {
    std::error_code error;
    const bool exists = search_.root.empty() ? std::filesystem::exists(file, error)
                                             : !RootedSystem(search_.root).OnHost(file).empty();
    if (exists) Add(ReadManifest(file, kind, subject_.api, search_));
  }

  void Add(Manifest manifest) {
    const bool known =
        std::any_of(manifests_.begin(), manifests_.end(), [&](const Manifest& other) {
          return other.file == manifest.file && other.kind == manifest.kind;
        });
    if (!known) manifests_.push_back(std::move(manifest));
  }

  // Adds a diagnosis for each component, and what the oracle needs of the machine.
  void Place(const Manifest& manifest) {
    if (!manifest.text.empty()) machine_.files[manifest.file] = manifest.text;
    for (const auto& [named, file] : manifest.libraries) {
      oracle::Library library{.name = named, .binary = "host", .path = named};
      library.runtime = manifest.kind == Kind::kRuntime;
      if (file.empty()) {
        library.binary.clear();
        library.use = oracle::Use::kNever;
      } else if (openxr_ && named.find('$') != std::string::npos) {
        library.use = oracle::Use::kEither;  // a loader may search for a missing file itself
      }
      installation_.libraries.push_back(library);
    }
    if (!manifest.problem.empty()) {
      diagnoses_.push_back({.file = manifest.file, .kind = manifest.kind, .why = manifest.problem});
    }
    for (const Component& component : manifest.components) {
      diagnoses_.push_back({.file = manifest.file,
                            .kind = manifest.kind,
                            .name = component.name,
                            .why = component.problem});
      library_of_[{manifest.file, component.name}] = component.library;
    }
  }

  void ExpectVulkan() {
    const oracle::vulkan::Model model = oracle::vulkan::ReadModel(machine_, subject_);
    const oracle::vulkan::Expectation expected = oracle::vulkan::Expect(machine_, model, subject_);
    const DriverRules drivers(machine_, subject_);
    const std::vector<oracle::vulkan::Place> places = oracle::vulkan::Places(machine_, subject_);
    for (Diagnosis& one : diagnoses_) {
      if (one.kind == Kind::kDriver) {
        drivers.Expect(one);
      } else {
        ExpectLayer(one, places, model, expected);
      }
    }
  }

  void ExpectOpenXr() {
    const oracle::openxr::Model model = oracle::openxr::ReadModel(machine_, subject_);
    const oracle::openxr::Expectation expected = oracle::openxr::Expect(machine_, model, subject_);
    const std::vector<oracle::openxr::LayerPlace> places =
        oracle::openxr::LayerPlaces(machine_, subject_);
    for (Diagnosis& one : diagnoses_) {
      if (one.kind == Kind::kRuntime) {
        ExpectRuntime(model, one);
      } else {
        ExpectLayer(one, places, model, expected);
      }
    }
  }

  template <typename Place, typename Model, typename Expectation>
  void ExpectLayer(Diagnosis& one, const std::vector<Place>& places, const Model& model,
                   const Expectation& expected) const {
    const std::string folder = oracle::FolderOf(one.file);
    const bool searched = std::any_of(places.begin(), places.end(), [&](const Place& place) {
      return place.folder == folder && LayerKind(place.implicit) == one.kind &&
             place.searched != Tristate::kNo;
    });
    if (!searched) {
      one.should = Fate::kUnused;
      one.why = kNotSearched + std::string(one.why.empty() ? "" : "; in addition: ") + one.why;
      return;
    }
    const auto layer = expected.layers.find(one.name);
    const bool read = std::any_of(model.layers.begin(), model.layers.end(), [&](const auto& other) {
      return other.file == one.file && other.name == one.name;
    });
    if (!read || layer == expected.layers.end() || expected.layers_unknown) {
      if (one.why.empty()) one.why = kOpen;
      return;
    }
    const auto& used = layer->second.used;
    const bool this_one = std::any_of(used.begin(), used.end(),
                                      [&](const auto* other) { return other->file == one.file; });
    if (!this_one) {
      one.should = Fate::kUnused;
      one.policy = layer->second.enumerated_policy;
      one.why = "a manifest that is found earlier defines a layer with the same name";
      return;
    }
    one.policy = layer->second.active_policy;
    if (one.why.empty()) one.why = layer->second.why.empty() ? kOpen : layer->second.why;
    if (used.size() > 1) return;  // any of them may be loaded
    if (layer->second.active == Tristate::kYes) one.should = Fate::kLoaded;
    if (layer->second.active != Tristate::kNo) return;
    if (layer->second.enumerated == Tristate::kYes) one.should = Fate::kListed;
    if (layer->second.enumerated == Tristate::kNo) one.should = Fate::kUnused;
  }

  void ExpectRuntime(const oracle::openxr::Model& model, Diagnosis& one) const {
    for (const auto& runtime : model.runtimes) {
      if (runtime.file != one.file) continue;
      one.policy = runtime.policy;
      const bool first = &runtime == &model.runtimes.front();
      if (!first) {
        one.why = "another manifest comes first: " + model.runtimes.front().file;
        if (model.runtime_is_certain) one.should = Fate::kUnused;
      } else if (one.why.empty()) {
        one.why = runtime.library == nullptr ? kOpen : "it is the active runtime";
        if (model.runtime_is_certain && runtime.library != nullptr) one.should = Fate::kLoaded;
      }
      return;
    }
    one.should = Fate::kUnused;
    const bool named = machine_.environment.contains(kRuntimeVariable);
    if (named) one.policy = policy::LS_XR_RUNTIME_DISCOVERY_10.text;
    if (one.why.empty()) one.why = named ? "XR_RUNTIME_JSON names another manifest" : kNotSearched;
  }

  bool IsLayer(const Diagnosis& one) const {
    return one.kind == Kind::kExplicitLayer || one.kind == Kind::kImplicitLayer;
  }

  // Returns what the loader did, as far as the names that it lists and the mapped files show it.
  Fate Does(const Diagnosis& one) const {
    const auto library = library_of_.find({one.file, one.name});
    const bool has_library = library != library_of_.end() && !library->second.empty();
    const bool loaded =
        has_library && std::ranges::find(answer_.loaded, library->second) != answer_.loaded.end();
    if (loaded) return UnlessAmbiguous(one, Fate::kLoaded);
    if (!answer_.has_instance() && has_library) return Fate::kUnknown;
    if (!IsLayer(one)) return Fate::kUnused;
    const bool listed = std::ranges::find(answer_.listed, one.name) != answer_.listed.end();
    if (listed) return UnlessAmbiguous(one, has_library ? Fate::kListed : Fate::kUnknown);
    return answer_.problem.empty() || !answer_.listed.empty() ? Fate::kUnused : Fate::kUnknown;
  }

  // If several manifests have the same layer, or the same library, it is unknown which one was
  // used.
  Fate UnlessAmbiguous(const Diagnosis& one, Fate fate) const {
    const auto same =
        std::count_if(diagnoses_.begin(), diagnoses_.end(), [&](const Diagnosis& other) {
          return other.name == one.name && IsLayer(other) == IsLayer(one);
        });
    return same > 1 && one.should == Fate::kUnused ? Fate::kUnknown : fate;
  }

  const bool openxr_;
  const Subject& subject_;
  const LoaderAnswer& answer_;
  LibrarySearch search_;
  oracle::Machine machine_;
  oracle::Installation installation_;
  std::vector<Manifest> manifests_;
  std::vector<Diagnosis> diagnoses_;
  std::map<std::pair<std::string, std::string>, std::string> library_of_;  // key: file and name
};

}  // namespace

const char* Name(Fate fate) {
  constexpr const char* kNames[] = {"loaded", "listed", "unused", "unknown"};
  return kNames[static_cast<int>(fate)];
}

Host ThisHost() {
  Host host;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const size_t sign = text.find('=');
    if (sign != std::string_view::npos) {
      host.environment.emplace(text.substr(0, sign), text.substr(sign + 1));
    }
  }
  host.home = host.environment["HOME"];
  std::error_code error;
  host.executable = std::filesystem::read_symlink("/proc/self/exe", error);
  return host;
}

Host SystemIn(const std::string& root) {
  const World world;
  return {.environment = world.environment(),
          .home = world.home(),
          .executable = world.application(),
          .root = root};
}

void MoveHome(const Host& host, Subject& subject) {
  const bool openxr = subject.api == Api::kOpenXr;
  const Kind last = openxr ? Kind::kRuntime : Kind::kDriver;
  for (const Kind kind : {Kind::kExplicitLayer, Kind::kImplicitLayer, last}) {
    std::vector<std::string>& folders = FoldersOf(subject.folders, kind);
    for (std::string& folder : folders) {
      const std::string home = kCalibrationHome;
      if (folder.starts_with(home + "/")) folder = host.home + folder.substr(home.size());
    }
    if (!folders.empty()) continue;
    for (const std::string& root : Roots(host.home)) {
      if (root != "/usr/local/etc") folders.push_back(FolderBelow(root, kind, openxr));
    }
  }
}

std::vector<Diagnosis> Diagnose(const Host& host, const Subject& subject,
                                const LoaderAnswer& answer) {
  return Doctor(host, subject, answer).Diagnose();
}

}  // namespace loadstone::doctor
