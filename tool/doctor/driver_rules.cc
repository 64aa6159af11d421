// SPDX-License-Identifier: Apache-2.0
#include "tool/doctor/driver_rules.h"

#include <algorithm>
#include <filesystem>

#include "oracle/path_list.h"
#include "policies/policy_ids.h"

namespace loadstone::doctor {
namespace {

namespace fs = std::filesystem;

// A variable that determines the drivers, and the policy that defines it.
struct Variable {
  const char* name;
  const char* policy;
};
// In order of precedence: if the first is set, the second is ignored.
constexpr Variable kInstead[] = {{"VK_DRIVER_FILES", policy::LS_VK_DRIVER_DISCOVERY_3.text},
                                 {"VK_ICD_FILENAMES", policy::LS_VK_DRIVER_DISCOVERY_4.text}};
constexpr Variable kBeside = {"VK_ADD_DRIVER_FILES", policy::LS_VK_DRIVER_DISCOVERY_6.text};
constexpr Variable kFilters[] = {{"VK_LOADER_DRIVERS_SELECT", policy::LS_VK_DRIVER_FILTER_1.text},
                                 {"VK_LOADER_DRIVERS_DISABLE", policy::LS_VK_DRIVER_FILTER_2.text}};

std::vector<std::string> FilesIn(const std::string& list) {
  std::vector<std::string> files;
  for (const std::string& path : oracle::SplitPaths(list)) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      if (!path.empty()) files.push_back(path);
      continue;
    }
    for (const auto& entry : fs::directory_iterator(path, error)) {
      if (entry.path().extension() == ".json") files.push_back(entry.path());
    }
  }
  return files;
}

}  // namespace

std::vector<std::string> DriverFiles(const std::map<std::string, std::string>& environment) {
  std::vector<std::string> files;
  for (const Variable& variable : {kInstead[0], kInstead[1], kBeside}) {
    const auto found = environment.find(variable.name);
    if (found == environment.end()) continue;
    const std::vector<std::string> named = FilesIn(found->second);
    files.insert(files.end(), named.begin(), named.end());
  }
  return files;
}

DriverRules::DriverRules(const oracle::Machine& machine, const Subject& subject)
    : machine_(machine), places_(oracle::vulkan::DriverPlaces(machine, subject)) {}

bool DriverRules::IsSet(const char* variable) const {
  const auto found = machine_.environment.find(variable);
  return found != machine_.environment.end() && !found->second.empty();
}

bool DriverRules::Names(const char* variable, const std::string& file) const {
  if (!IsSet(variable)) return false;
  const std::vector<std::string> files = FilesIn(machine_.environment.at(variable));
  return std::ranges::find(files, file) != files.end();
}

void DriverRules::Expect(Diagnosis& driver) const {
  const auto say = [&](Fate fate, const char* policy, const std::string& why) {
    driver.policy = policy;
    const bool broken = !driver.why.empty() && fate == Fate::kLoaded;
    driver.should = broken ? Fate::kUnused : fate;
    driver.why = broken ? driver.why : why;
  };
  for (const Variable& filter : kFilters) {
    if (!IsSet(filter.name)) continue;
    return say(Fate::kUnknown, filter.policy, std::string(filter.name) + " is set");
  }
  for (const Variable& variable : kInstead) {
    if (!IsSet(variable.name)) continue;
    const bool named = Names(variable.name, driver.file);
    return say(named ? Fate::kLoaded : Fate::kUnused, variable.policy,
               variable.name + std::string(named ? " names it" : " names other files"));
  }
  if (Names(kBeside.name, driver.file)) {
    return say(Fate::kLoaded, kBeside.policy, kBeside.name + std::string(" names it"));
  }
  oracle::Tristate searched = oracle::Tristate::kNo;
  for (const oracle::vulkan::Place& place : places_) {
    if (place.folder == oracle::FolderOf(driver.file))
      searched = std::max(searched, place.searched);
  }
  if (searched == oracle::Tristate::kNo) {
    return say(Fate::kUnused, "", "its folder is not searched");
  }
  if (searched == oracle::Tristate::kMaybe || !driver.file.ends_with(".json")) {
    return say(Fate::kUnknown, policy::LS_VK_DRIVER_DISCOVERY_1.text,
               "the documents do not define whether it is found");
  }
  say(Fate::kLoaded, policy::LS_VK_DRIVER_DISCOVERY_1.text, "its folder is searched");
}

}  // namespace loadstone::doctor
