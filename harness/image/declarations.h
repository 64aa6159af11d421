// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_IMAGE_DECLARATIONS_H_
#define LOADSTONE_HARNESS_IMAGE_DECLARATIONS_H_

#include <map>
#include <string>
#include <vector>

#include "harness/world/image_under_test.h"

namespace loadstone {

// Sets the properties that the text of a build.prop has: lines NAME=VALUE, with # for remarks.
void AddProperties(const std::string& text, std::map<std::string, std::string>& properties);

// Adds the features about Vulkan that a file of etc/permissions declares. Returns what is wrong
// with the file, or nothing.
std::string AddFeatures(const std::string& text, const std::string& file,
                        std::vector<ImageFeature>& features);

// The name of an APEX as its manifest has it, in JSON or as a message of protocol buffers; empty
// where it has none.
std::string ApexName(const std::string& manifest);

// Fills in the library and the problem of a manifest of OpenXR with this text.
void ReadOpenXrManifest(const std::string& text, ImageManifest& manifest);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_IMAGE_DECLARATIONS_H_
