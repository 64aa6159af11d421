// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_COMBINATIONS_COMBINED_MACHINE_H_
#define LOADSTONE_SUITES_VULKAN_COMBINATIONS_COMBINED_MACHINE_H_

#include <string>
#include <string_view>
#include <vector>

#include "harness/world/subject.h"
#include "suites/common/combinations.h"

// Machines that are made from the rows of policies/dimensions, which the oracle judges.
namespace loadstone::suites {

// The layer that the dimensions of every space are about, and the layers beside it.
inline constexpr char kTarget[] = "VK_LAYER_LS_target";
inline constexpr char kOther[] = "VK_LAYER_LS_other";    // an explicit layer
inline constexpr char kBeside[] = "VK_LAYER_LS_beside";  // an implicit layer, on by default
inline constexpr char kAbsent[] = "VK_LAYER_LS_absent";  // no machine has it

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
class CombinedMachine : public RowMachine {
 public:
  // A machine with a driver of the system and an application that creates an instance and a device.
  explicit CombinedMachine(const Subject& subject);

  // Adds the manifest and, unless it is a meta-layer, a mock layer. Sets the variables that make
  // the subject search its folder.
  void Add(const CombinedLayer& layer);
  // Adds the layer beside the others that is on by default.
  void AddBeside();
  // The api_version that layers have by default.
  policy::Version Version() const;
  // The application requests the layer: "application", "variable" (VK_INSTANCE_LAYERS), "both",
  // "filter" (VK_LOADER_LAYERS_ENABLE) or "nobody".
  void Request(const std::string& layer, std::string_view by);

  // The folder of manifests of one kind for CombinedLayer::folder.
  std::string Folder(bool implicit, std::string_view value, bool second) const;

 private:
  void SearchIn(bool implicit, std::string_view value);
  std::string AddLibrary(const std::string& layer);
};

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
