// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_COMBINATIONS_COMBINED_MACHINE_H_
#define LOADSTONE_SUITES_VULKAN_COMBINATIONS_COMBINED_MACHINE_H_

#include <string>
#include <string_view>
#include <vector>

#include "harness/json/json_object.h"
#include "harness/policy/dimensions.h"
#include "harness/world/subject.h"
#include "oracle/library.h"
#include "oracle/machine.h"

// Machines that are made from the rows of policies/dimensions, which the oracle judges.
namespace loadstone::suites {

// The layer that the dimensions of every space are about, and the layers beside it.
inline constexpr char kTarget[] = "VK_LAYER_LS_target";
inline constexpr char kOther[] = "VK_LAYER_LS_other";    // an explicit layer
inline constexpr char kBeside[] = "VK_LAYER_LS_beside";  // an implicit layer, on by default
inline constexpr char kAbsent[] = "VK_LAYER_LS_absent";  // no machine has it

// A row with the names of its values.
class RowValues {
 public:
  RowValues(const policy::Space& space, const policy::SpaceRow& row) : space_(space), row_(row) {}

  std::string_view Of(std::string_view dimension) const { return space_.ValueOf(row_, dimension); }
  bool Is(std::string_view dimension, std::string_view value) const {
    return Of(dimension) == value;
  }

 private:
  const policy::Space& space_;
  const policy::SpaceRow& row_;
};

// One manifest of a layer.
struct CombinedLayer {
  std::string name;
  std::string_view kind = "explicit";        // a value of the dimension "kind"
  std::string_view folder = "system";        // a value of the dimension "folder", or a path
  bool second = false;                       // in the second of the folders that a variable names
  std::string file;                          // without suffix; determines the order in the folder
  std::string format = "1.2.0";              // 1.0.1: with the array "layers"
  policy::Version version = {};              // by default that of the subject, without a patch
  std::vector<std::string> components = {};  // of a meta-layer
  std::string members = "{}";                // further members of the layer, as JSON
};

// The machine of a row, and what the application does on it.
class CombinedMachine {
 public:
  // A machine with a driver of the system and an application that creates an instance and a device.
  explicit CombinedMachine(const Subject& subject);
  CombinedMachine(const CombinedMachine&) = delete;
  CombinedMachine& operator=(const CombinedMachine&) = delete;

  // Adds the manifest and, unless it is a meta-layer, a mock layer. Sets the variables that make
  // the subject search its folder.
  void Add(const CombinedLayer& layer);
  // Adds the layer beside the others that is on by default.
  void AddBeside();
  // The api_version that layers have by default.
  policy::Version Version() const;
  // Sets a variable, or appends to a list in it.
  void Set(const std::string& name, const std::string& value);
  void Append(const std::string& name, const std::string& value, char separator);
  // The application requests the layer: "application", "variable" (VK_INSTANCE_LAYERS), "both",
  // "filter" (VK_LOADER_LAYERS_ENABLE) or "nobody".
  void Request(const std::string& layer, std::string_view by);
  void Elevate() { machine_.elevated = true; }

  // The folder of manifests of one kind for CombinedLayer::folder.
  std::string Folder(bool implicit, std::string_view value, bool second) const;

  const oracle::Machine& machine() const { return machine_; }
  const oracle::Installation& installation() const { return installation_; }

 private:
  void SearchIn(bool implicit, std::string_view value);
  std::string AddLibrary(const std::string& layer);

  const Subject& subject_;
  oracle::Installation installation_;
  oracle::Machine machine_;
};

// The variables in disable_environment and enable_environment of a layer.
std::string DisableVariable(const std::string& layer);
std::string EnableVariable(const std::string& layer);
// A value of a filter variable that refers to kTarget, by a value of the dimensions about filters;
// `glob` is a value of the dimension "glob".
std::string FilterText(std::string_view value, std::string_view glob = "prefix");
// Sets the filter variable of the dimension, unless it is unset.
void SetFilter(const RowValues& row, std::string_view dimension, const std::string& variable,
               CombinedMachine& machine);
// Sets disable_environment's variable of kTarget as the dimension "disable_variable" says.
void SetDisableVariable(const RowValues& row, CombinedMachine& machine);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_COMBINATIONS_COMBINED_MACHINE_H_
