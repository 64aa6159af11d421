// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_REGISTRY_H_
#define LOADSTONE_ORACLE_REGISTRY_H_

#include <string>
#include <vector>

#include "oracle/machine.h"
#include "oracle/tristate.h"

namespace loadstone::oracle {

// A file of a machine with Windows, and a registry key with a value that may name it.
struct NamedFile {
  std::string file;  // as in Machine::files
  std::string key;
  Tristate named;
};

// The files that the names of values under `keys` may name, for keys whose values have the name of
// a manifest and the DWORD 0: Windows Layer Discovery of LoaderLayerInterface, Driver Discovery on
// Windows of LoaderDriverInterface, Windows Manifest Registry Usage of the OpenXR loader. A value
// with another number names none; with another type or another spelling of a path, it may name the
// file or not (LS_VK_DISCOVERY_22.r1).
std::vector<NamedFile> NamedFiles(const Machine& machine, const std::vector<std::string>& keys);

// The file that the value `name` of `key` has as its text, as ActiveRuntime has, in the same way;
// one element at most for each file.
std::vector<NamedFile> FilesInValue(const Machine& machine, const std::string& key,
                                    const std::string& name);

}  // namespace loadstone::oracle

#endif  // LOADSTONE_ORACLE_REGISTRY_H_
