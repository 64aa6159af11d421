// SPDX-License-Identifier: Apache-2.0
// What must hold of any loader in any world, whatever the documents say of its layers; for that,
// the oracle is asked.
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_LAYER_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_LAYER_RULES_H_

#include <string>
#include <vector>

#include "fuzz/inside/support/world.h"
#include "oracle/answer.h"
#include "oracle/fault.h"

namespace loadstone::fuzz::inside {

// Each question is another discovery: more layers are not asked for their extensions.
inline constexpr size_t kAskedLayers = 3;

// What an application got out of a loader of either API, and what the world saw of it.
struct WorldAnswer {
  // What the oracle judges. Libraries are named by their paths.
  oracle::Answer seen;
  // The extensions of the first of the layers, one list for each.
  std::vector<std::vector<std::string>> layer_extensions;
  std::vector<std::string> files_read;
  // After everything was destroyed.
  int leaked_instances = 0;
  int leaked_libraries = 0;
  // A component was used although its negotiation failed, or found no link to the next.
  bool used_after_refusal = false;
  bool broken_link = false;

  bool operator==(const WorldAnswer&) const = default;
};

// Complains of layers that are enumerated twice or with extensions of nobody, and of components
// that are called as they must not be. Layers are the objects `layers` in the manifests.
std::string CheckLayers(const std::vector<World::Component>& layers, const WorldAnswer& answer);

// Complains of a file that an elevated process read outside of `folders`.
std::string CheckFilesOfElevated(const std::vector<std::string>& files_read,
                                 const std::vector<std::string>& folders);

// The first of the faults as a complaint; empty when there is none.
std::string Complaint(const std::vector<oracle::Fault>& faults);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_LAYER_RULES_H_
