// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_READ_LAYER_H_
#define LOADSTONE_HARNESS_COMPONENT_READ_LAYER_H_

#include <string>

#include "harness/component/find_library.h"
#include "harness/world/component_under_test.h"

namespace loadstone {

struct ReadLayerResult {
  std::string api = {};  // "vulkan" or "openxr"
  ComponentUnderTest layer = {};
};

// Reads the manifest at `path` and finds the library it names. `api` and `name` may be empty: the
// API that the manifest is for, and its only layer; `platform` and `search` are as for ReadDriver.
// What is wrong with the layer goes into the result; what is wrong with the request throws
// EnvironmentError, in one line: no such file, a folder, a library or a driver's manifest in place
// of a layer's, the other API, several layers and no name, a library for Linux of another
// architecture.
ReadLayerResult ReadLayer(const std::string& path, const std::string& api, const std::string& name,
                          const std::string& platform = {}, const LibrarySearch& search = {});

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_READ_LAYER_H_
