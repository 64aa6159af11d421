// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_IMAGE_DECLARATIONS_H_
#define LOADSTONE_HARNESS_IMAGE_DECLARATIONS_H_

#include <map>
#include <string>
#include <vector>

#include "harness/world/image_under_test.h"

namespace loadstone {

// Sets the properties in the text of a build.prop: lines NAME=VALUE, and comments that begin with
// #.
void AddProperties(const std::string& text, std::map<std::string, std::string>& properties);

// Adds the features about Vulkan that a file of etc/permissions declares. Returns the problem of
// the file, or an empty string.
std::string AddFeatures(const std::string& text, const std::string& file,
                        std::vector<ImageFeature>& features);

// Returns the name of an APEX in its manifest, which is JSON or a protocol buffer message; empty if
// it has none.
std::string ApexName(const std::string& manifest);

// Sets the library and the problem of an OpenXR manifest with this text.
void ReadOpenXrManifest(const std::string& text, ImageManifest& manifest);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_IMAGE_DECLARATIONS_H_
