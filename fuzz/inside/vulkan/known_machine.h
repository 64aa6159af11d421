// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_VULKAN_KNOWN_MACHINE_H_
#define LOADSTONE_FUZZ_INSIDE_VULKAN_KNOWN_MACHINE_H_

#include <string>
#include <vector>

#include "fuzz/inside/support/loaders.h"
#include "oracle/answer.h"
#include "oracle/library.h"
#include "oracle/machine.h"
#include "reference_loader/vulkan/layer_catalog.h"

namespace loadstone::fuzz::inside {

// A machine with layers of known names, for a loader and for the oracle. The path of its
// application is kKnownApplication, and its user has no home.
struct KnownMachine {
  KnownMachine();

  // Adds a layer `name` with the manifest `folder`/NAME.json and the library KnownLibrary(folder,
  // name). `members` are appended to the members of its object, each with a leading comma.
  void AddLayer(const std::string& folder, const std::string& name,
                const std::string& members = "");
  // Adds a meta-layer; `components` is the JSON array of their names.
  void AddMetaLayer(const std::string& folder, const std::string& name,
                    const std::string& components, const std::string& members = "");

  // The machine as a platform, from which a loader reads the files.
  MemoryPlatform Platform() const;
  // The first fault that the oracle finds in the answer; empty if there is none. `changed` is
  // `machine` with the changes that an input makes.
  std::string Judge(oracle::Machine changed, const oracle::Answer& answer) const;

  oracle::Machine machine;
  oracle::Installation installation;
};

inline constexpr char kKnownApplication[] = "/usr/bin/app";

std::string KnownLibrary(const std::string& folder, const std::string& name);

// The layers of a catalogue as an application enumerates them.
std::vector<oracle::Enumerated> Enumerate(const vulkan::LayerCatalog& catalog);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_VULKAN_KNOWN_MACHINE_H_
