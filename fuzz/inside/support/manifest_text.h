// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_MANIFEST_TEXT_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_MANIFEST_TEXT_H_

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/inside/support/json_tree.h"

// Parts of manifests as the documents define them, for the invariants. Written independently of the
// loaders' code for the same parts.
namespace loadstone::fuzz::inside {

// A parsed manifest, which all invariants share; `root` is complete if the text is a tree.
struct ManifestText {
  explicit ManifestText(std::string_view text) : verdict(ParseJsonTree(text, &root)) {}
  JsonNode root;
  JsonVerdict verdict;
};

// The numbers of a version: major, minor, patch.
using VersionParts = std::array<unsigned long, 3>;

// Whether `text` has the form "1.2.3" with decimal numbers only; stores the numbers in `parts`.
bool IsVersion(std::string_view text, VersionParts* parts);

// Whether `found` is the library path of a manifest at `manifest_path` that contains `written`:
// unchanged if that is absolute or a bare name, else relative to the folder of the manifest.
bool IsLibraryOf(std::string_view manifest_path, std::string_view written, std::string_view found);

// The strings without zero bytes in an array, in order; empty for any other node.
std::vector<std::string> StringsOf(const JsonNode* array);

// Whether the member exists and has elements.
bool HasElements(const JsonNode& object, std::string_view name);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_MANIFEST_TEXT_H_
