// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_OPENXR_LIBRARIES_H_
#define LOADSTONE_ORACLE_OPENXR_LIBRARIES_H_

#include <string>
#include <vector>

#include "oracle/library.h"

namespace loadstone::oracle::openxr {

// The mock API layers and runtimes. A mock layer accepts only its own name in negotiation, so each
// library supports one name; there are two libraries for each name of a well-behaved layer.
const std::vector<Library>& Libraries();
// The installation of `machine`; by default these libraries and nothing else.
const Installation& InstallationOf(const Machine& machine);
// The libraries of layers, each with the name that it supports.
struct LayerLibrary {
  std::string layer;
  const Library* library;
};
const std::vector<LayerLibrary>& LayerLibraries();
// The libraries of runtimes, of which the first kWorkingRuntimes work.
const std::vector<const Library*>& RuntimeLibraries();
inline constexpr size_t kWorkingRuntimes = 4;

// The function name that a manifest must give for libraries that rename their negotiation function.
inline constexpr char kRenamed[] = "lsNegotiate";
bool IsRenamed(const Library& library);

// The extension that a runtime's library provides, and the one that a layer's library provides.
std::string RuntimeExtension(const Library& library);
std::string LayerExtension(const std::string& layer);

}  // namespace loadstone::oracle::openxr

#endif  // LOADSTONE_ORACLE_OPENXR_LIBRARIES_H_
