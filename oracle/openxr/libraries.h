// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_OPENXR_LIBRARIES_H_
#define LOADSTONE_ORACLE_OPENXR_LIBRARIES_H_

#include <string>
#include <vector>

#include "oracle/library.h"

namespace loadstone::oracle::openxr {

// The mock API layers and runtimes. A mock layer insists on its name in negotiation, so each serves
// one name only; of the names of layers that work there are two of each.
const std::vector<Library>& Libraries();
// What there is on `machine`: without a word of its own, that is these and nothing else.
const Installation& InstallationOf(const Machine& machine);
// The libraries of layers and the names that they serve.
struct LayerLibrary {
  std::string layer;
  const Library* library;
};
const std::vector<LayerLibrary>& LayerLibraries();
// The libraries of runtimes, of which the first so many work.
const std::vector<const Library*>& RuntimeLibraries();
inline constexpr size_t kWorkingRuntimes = 4;

// The name that a manifest must give for the negotiation of the libraries that rename it.
inline constexpr char kRenamed[] = "lsNegotiate";
bool IsRenamed(const Library& library);

// The extension that a library of a runtime provides, and the one that a layer's does.
std::string RuntimeExtension(const Library& library);
std::string LayerExtension(const std::string& layer);

}  // namespace loadstone::oracle::openxr

#endif  // LOADSTONE_ORACLE_OPENXR_LIBRARIES_H_
