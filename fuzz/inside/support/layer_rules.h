// SPDX-License-Identifier: Apache-2.0
// Invariants of every loader in every world, whatever the documents say about its layers; the
// oracle judges the latter.
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_LAYER_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_LAYER_RULES_H_

#include <string>
#include <vector>

#include "fuzz/inside/support/world.h"
#include "oracle/answer.h"
#include "oracle/fault.h"

namespace loadstone::fuzz::inside {

// The number of layers whose extensions the application enumerates. Each call makes the loader
// search for layers again.
inline constexpr size_t kAskedLayers = 3;

// What an application got from a loader of either API, and what the mocks recorded.
struct WorldAnswer {
  // The part that the oracle judges. Libraries are identified by their paths.
  oracle::Answer seen;
  // The extensions of the first kAskedLayers layers, one list for each.
  std::vector<std::vector<std::string>> layer_extensions;
  std::vector<std::string> files_read;
  // The number of instances left after everything was destroyed.
  int leaked_instances = 0;
  int leaked_libraries = 0;
  // A component was used although its negotiation failed, or had no valid link to the next one.
  bool used_after_refusal = false;
  bool broken_link = false;

  bool operator==(const WorldAnswer&) const = default;
};

// Reports layers that are enumerated twice or have extensions that no manifest lists, and
// components that are called incorrectly. `layers` are the objects of layers in the manifests.
std::string CheckLayers(const std::vector<World::Component>& layers, const WorldAnswer& answer);

// Reports a file outside of `folders` that an elevated process read.
std::string CheckElevatedReads(const std::vector<std::string>& files_read,
                               const std::vector<std::string>& folders);

// The first fault as a complaint; empty if there is none.
std::string Complaint(const std::vector<oracle::Fault>& faults);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_LAYER_RULES_H_
