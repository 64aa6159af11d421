// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_COMBINATIONS_H_
#define LOADSTONE_SUITES_COMMON_COMBINATIONS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/case/case.h"
#include "harness/case/observation.h"
#include "harness/json/json_object.h"
#include "harness/policy/dimensions.h"
#include "harness/world/mock_library.h"
#include "harness/world/subject.h"
#include "harness/world/world.h"
#include "oracle/fault.h"
#include "oracle/library.h"
#include "oracle/machine.h"
#include "oracle/tristate.h"

// What the combinations of both APIs share: cases that are made from the rows of
// policies/dimensions, on machines that the oracle judges.
namespace loadstone::suites {

// A row with the names of its values.
class RowValues {
 public:
  RowValues(const policy::Space& space, const policy::SpaceRow& row) : space_(space), row_(row) {}

  std::string_view Of(std::string_view dimension) const { return space_.ValueOf(row_, dimension); }
  bool Is(std::string_view dimension, std::string_view value) const {
    return Of(dimension) == value;
  }
  // The policy of the row's case.
  std::string Owner() const;

 private:
  const policy::Space& space_;
  const policy::SpaceRow& row_;
};

// The machine of a row, and what the application does on it.
class RowMachine {
 public:
  RowMachine(const Subject& subject, Api api);
  RowMachine(const RowMachine&) = delete;
  RowMachine& operator=(const RowMachine&) = delete;

  // Sets a variable, or appends to a list in it.
  void Set(const std::string& name, const std::string& value);
  void Append(const std::string& name, const std::string& value, char separator);
  void Elevate() { machine_.elevated = true; }
  // Makes the file at `path`, which exists, a symbolic link: "link" with the path of the file,
  // "relative_link" with a relative path, or "links" to another link.
  void Link(const std::string& path, std::string_view kind);

  const oracle::Machine& machine() const { return machine_; }
  const oracle::Installation& installation() const { return installation_; }
  // Adds the files of `machine`, and the links that lead to them.
  void AddFiles(World& world) const;

 protected:
  const Subject& subject_;
  oracle::Installation installation_;
  oracle::Machine machine_;

 private:
  std::map<std::string, std::string> links_;  // the kinds, by path
};

// The variables in disable_environment and enable_environment of a layer.
std::string DisableVariable(const std::string& layer);
std::string EnableVariable(const std::string& layer);

// A root or folder, and the one that is named after it where a list has two.
inline constexpr char kRowDataHome[] = "/combined/data_home";
inline constexpr char kRowConfigHome[] = "/combined/config_home";
inline constexpr char kRowDataFolders[] = "/combined/data";
inline constexpr char kRowConfigFolders[] = "/combined/config";
std::string SecondFolder(const std::string& path);

// A VulkanWorld or OpenXrWorld that is the machine of a row. `world` is the rest of it.
template <typename AnyWorld>
AnyWorld WorldOf(AnyWorld world, const Subject& subject, const RowMachine& row) {
  world.Home(row.installation().home).Application(row.installation().executable);
  if (row.machine().elevated) world.Elevated();
  for (const oracle::Library& library : row.installation().libraries) {
    if (library.binary.empty()) continue;  // the file does not exist
    AddMockLibraryAt(world.machine(), subject, LibraryPath(library), library.name, library.binary,
                     JsonObject().Merge(library.behaviour));
  }
  row.AddFiles(world.machine());
  for (const auto& [name, value] : row.machine().environment) world.Env(name, value);
  return world;
}

// Returns the policies that decide what an oracle's expectation of the layers says for certain.
template <typename Expectation>
std::vector<std::string> DecisivePolicies(const Expectation& expectation) {
  std::vector<std::string> policies;
  for (const auto& [name, expected] : expectation.layers) {
    if (expected.enumerated != oracle::Tristate::kMaybe) {
      policies.push_back(expected.enumerated_policy);
    }
    if (expected.active != oracle::Tristate::kMaybe) policies.push_back(expected.active_policy);
  }
  return policies;
}

// How an API makes a case from a row.
struct RowCase {
  // Returns policies that the case cites besides the one of its ID.
  std::function<std::vector<std::string>(const RowValues& row)> cited;
  // Runs the application on the machine, and returns the faults in its answer; none if the process
  // ended early, which is a failure already.
  std::function<std::vector<oracle::Fault>(Case& c, const RowValues& row)> judge;
};
// Registers a case for each row of the space. The folders in the rows are those of Linux.
void RegisterRows(Api api, const char* space, const RowCase& row_case);

// Returns the "result" of the application's first call of `command`. Throws HarnessError if there
// is none.
int64_t ResultNumber(const Observation& seen, const char* command);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_COMBINATIONS_H_
