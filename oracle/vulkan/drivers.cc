// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/drivers.h"

#include <algorithm>
#include <iterator>

#include "harness/json/json_object.h"
#include "oracle/folders_beside.h"
#include "oracle/path_list.h"
#include "oracle/vulkan/libraries.h"
#include "oracle/vulkan/model.h"

namespace loadstone::oracle::vulkan {
namespace {

// The second is the older name of the first; every judged edition has both.
constexpr const char* kVariables[] = {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"};

bool IsDriver(const Library& library) { return library.binary.starts_with("vulkan_driver"); }

}  // namespace

std::vector<const Library*> Drivers() {
  std::vector<const Library*> drivers = {&Driver()};
  for (const Library& library : Libraries()) {
    if (IsDriver(library) && &library != &Driver()) drivers.push_back(&library);
  }
  return drivers;
}

std::string DriverManifest(const Library& driver) {
  return "/opt/loadstone/" + driver.name + ".json";
}

std::string DriverManifestText(const Library& driver) {
  JsonObject icd;
  icd.Set("library_path", LibraryPath(driver)).Set("api_version", "1.3.239");
  if (driver.name == kPortabilityDriver) icd.SetJson("is_portability_driver", "true");
  return JsonObject().Set("file_format_version", "1.0.0").Set("ICD", icd).Text();
}

std::map<std::string, std::string> DriverEnvironment(const std::vector<const Library*>& drivers) {
  std::string list;
  for (const Library* driver : drivers) {
    list += (list.empty() ? "" : ":") + DriverManifest(*driver);
  }
  std::map<std::string, std::string> environment;
  for (const char* variable : kVariables) environment[variable] = list;
  return environment;
}

namespace {

// Whether the driver can be used: kMaybe if it negotiates but lacks functions or devices.
Tristate IsUsable(const Library& driver, const Machine& machine, const Subject& subject) {
  if (driver.name == kPortabilityDriver) {
    if (subject.spec < kPortability) return Tristate::kMaybe;
    return AsksForPortability(machine) ? Tristate::kYes : Tristate::kNo;
  }
  if (&driver == &Driver() || driver.name == kOldDriver || driver.has_groups) {
    return Tristate::kYes;
  }
  return RefusesToNegotiate(driver.name) ? Tristate::kNo : Tristate::kMaybe;
}

// Whether the environment names the driver's manifest.
bool IsNamed(const Machine& machine, const Library& driver) {
  const auto found = machine.environment.find(kVariables[0]);
  if (found == machine.environment.end()) return false;
  const std::vector<std::string> paths = SplitPaths(found->second);
  return std::find(paths.begin(), paths.end(), DriverManifest(driver)) != paths.end();
}

// Whether a file is found because it is in a standard folder of drivers; kNo in other folders.
Tristate IsSearched(const std::string& path, const std::vector<Place>& places) {
  Tristate searched = Tristate::kNo;
  for (const Place& place : places) {
    if (Holds(place, path)) searched = std::max(searched, place.searched);
  }
  return searched;
}

// The driver with this manifest, or nullptr.
const Library* DriverOfManifest(const std::string& text) {
  static const std::map<std::string, const Library*> drivers = [] {
    std::map<std::string, const Library*> by_text;
    for (const Library* driver : Drivers()) by_text[DriverManifestText(*driver)] = driver;
    return by_text;
  }();
  const auto found = drivers.find(text);
  return found == drivers.end() ? nullptr : found->second;
}

Tristate HasDriverInFolders(const Machine& machine, const Subject& subject) {
  const std::vector<Place> places = DriverPlaces(machine, subject);
  Tristate there = Tristate::kNo;
  bool clear = true;
  for (const auto& [path, text] : machine.files) {
    const Tristate searched = IsSearched(path, places);
    if (searched == Tristate::kNo) continue;
    const Library* found = DriverOfManifest(text);
    const Tristate usable =
        found != nullptr ? IsUsable(*found, machine, subject) : Tristate::kMaybe;
    if (usable == Tristate::kMaybe || (usable == Tristate::kYes && !path.ends_with(".json")))
      clear = false;
    if (usable == Tristate::kYes) there = std::max(there, searched);
  }
  // A loader may look for the drivers in the registry only where the system has adapters.
  if (!subject.unread_key.empty()) clear = false;
  return clear ? there : Tristate::kMaybe;
}

}  // namespace

bool NamesDriversByVariable(const Machine& machine) {
  if (machine.environment.contains(kAddedDrivers)) return true;
  return std::any_of(std::begin(kVariables), std::end(kVariables),
                     [&](const char* variable) { return machine.environment.contains(variable); });
}

bool HasDriversOfUser(const Machine& machine, const Subject& subject) {
  if (NamesDriversByVariable(machine)) return true;
  const std::vector<Place> places = DriverPlaces(machine, subject);
  return std::any_of(machine.files.begin(), machine.files.end(), [&](const auto& file) {
    return file.second.find("\"ICD\"") != std::string::npos &&
           IsSearched(file.first, places) == Tristate::kNo;
  });
}

Tristate HasDriver(const Machine& machine, const Subject& subject) {
  // Nothing else is known about drivers other than the usual ones.
  if (machine.installation != nullptr) {
    return machine.installation->working_driver ? Tristate::kYes : Tristate::kMaybe;
  }
  if (machine.elevated) return HasDriverInFolders(machine, subject);
  const auto first = machine.environment.find(kVariables[0]);
  const auto second = machine.environment.find(kVariables[1]);
  if (first == machine.environment.end() && second == machine.environment.end())
    return Tristate::kYes;
  if (first == machine.environment.end() || second == machine.environment.end() ||
      first->second != second->second) {
    return Tristate::kMaybe;
  }
  const std::vector<const Library*> all = Drivers();
  Tristate there = Tristate::kNo;
  for (const std::string& path : SplitPaths(first->second)) {
    const auto driver = std::find_if(
        all.begin(), all.end(), [&](const Library* one) { return DriverManifest(*one) == path; });
    if (driver == all.end()) return Tristate::kMaybe;
    // The documents do not say what a loader does with such a driver, whatever other drivers exist.
    if ((*driver)->lacks_functions) return Tristate::kMaybe;
    there = std::max(there, IsUsable(**driver, machine, subject));
  }
  return there;
}

bool NamesUsualDriver(const Machine& machine) { return IsNamed(machine, Driver()); }

bool NamesDriverThat(const Machine& machine, bool Library::*trait) {
  const std::vector<const Library*> all = Drivers();
  return std::any_of(all.begin(), all.end(), [&](const Library* driver) {
    return driver->*trait && IsNamed(machine, *driver);
  });
}

bool HasDriverThat(const Machine& machine, bool Library::*trait) {
  if (!machine.elevated) return NamesDriverThat(machine, trait);
  return std::any_of(machine.files.begin(), machine.files.end(), [&](const auto& file) {
    const Library* driver = DriverOfManifest(file.second);
    return driver != nullptr && driver->*trait;
  });
}

bool MentionsDriverThat(const Machine& machine, bool Library::*trait) {
  return NamesDriverThat(machine, trait) || HasDriverThat(machine, trait);
}

bool HasDriverWithOddLists(const Machine& machine) {
  return MentionsDriverThat(machine, &Library::misreports_lists) ||
         MentionsDriverThat(machine, &Library::changes_lists);
}

bool RefusesToNegotiate(const std::string& driver) { return driver == kRefusingDriver; }

bool TracesInstanceCreation(const std::string& driver) {
  return RefusesToNegotiate(driver) || driver == kPortabilityDriver;
}

bool AsksForPortability(const Machine& machine) {
  return std::find(machine.extensions.begin(), machine.extensions.end(), kPortabilityExtension) !=
         machine.extensions.end();
}

bool NamesPortabilityDriver(const Machine& machine) {
  return std::any_of(machine.environment.begin(), machine.environment.end(),
                     [](const auto& variable) {
                       return variable.second.find(kPortabilityDriver) != std::string::npos;
                     });
}

}  // namespace loadstone::oracle::vulkan
