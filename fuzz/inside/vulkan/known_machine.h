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

// A machine with layers of known names, for a loader and for the oracle. Its application has
// kKnownApplication as its path, and its user no home.
struct KnownMachine {
  KnownMachine();

  // A layer `name` with the manifest `folder`/NAME.json and the library KnownLibrary(folder, name).
  // `members` are further members of its object, each with a comma before it.
  void AddLayer(const std::string& folder, const std::string& name,
                const std::string& members = "");
  // A meta-layer; `components` is the JSON array of their names.
  void AddMetaLayer(const std::string& folder, const std::string& name,
                    const std::string& components, const std::string& members = "");

  // The machine for a loader, which reads the files there.
  MemoryPlatform Platform() const;
  // What the oracle has against the answer, the first of it; empty for nothing. `changed` is
  // `machine` with what an input adds to it.
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
