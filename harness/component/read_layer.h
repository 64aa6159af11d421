// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_READ_LAYER_H_
#define LOADSTONE_HARNESS_COMPONENT_READ_LAYER_H_

#include <string>

#include "harness/component/find_library.h"
#include "harness/policy/kinds.h"
#include "harness/world/component_under_test.h"

namespace loadstone {

struct ReadLayerResult {
  Api api = Api::kVulkan;
  ComponentUnderTest layer = {};
};

// Reads the manifest at `path` and finds the library it names. Without `api` and
// `name` it is the API that the manifest is for, and its only layer; `platform` and `search` are as
// for ReadDriver. What is wrong with the layer goes into the result; what is wrong with the request
// throws EnvironmentError, in one line: no such file, a folder, a library or a driver's manifest in
// place of a layer's, the other API, several layers and no name, a library for Linux of another
// architecture.
ReadLayerResult ReadLayer(const std::string& path, std::optional<Api> api, const std::string& name,
                          const std::string& platform = {}, const LibrarySearch& search = {});

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_READ_LAYER_H_
