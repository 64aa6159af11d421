// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_MANIFEST_TEXT_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_MANIFEST_TEXT_H_

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/inside/support/json_tree.h"

// Parts of manifests as the documents define them, for the invariants; written without a look at
// the loaders' own code for the same.
namespace loadstone::fuzz::inside {

// A manifest read for the invariants, once for all of them; `root` is complete when it is a tree.
struct ManifestText {
  explicit ManifestText(std::string_view text) : verdict(ParseJsonTree(text, &root)) {}
  JsonNode root;
  JsonVerdict verdict;
};

// The numbers of a version: major, minor, patch.
using VersionParts = std::array<unsigned long, 3>;

// True for "1.2.3", decimal numbers alone; the numbers in `parts`.
bool IsVersion(std::string_view text, VersionParts* parts);

// True when `found` is where a manifest at `manifest_path` says that its library is: as written
// when that is absolute or a bare name, else below the folder of the manifest.
bool IsLibraryOf(std::string_view manifest_path, std::string_view written, std::string_view found);

// The texts of the strings in an array without zero bytes, in order; empty for anything else.
std::vector<std::string> StringsOf(const JsonNode* array);

// True when the member is there and has elements.
bool HasElements(const JsonNode& object, std::string_view name);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_MANIFEST_TEXT_H_
