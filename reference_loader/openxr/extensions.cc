// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/extensions.h"

#include <algorithm>
#include <set>

namespace reference_loader::openxr {

Extension DebugUtilsExtension() {
  return {XR_EXT_DEBUG_UTILS_EXTENSION_NAME, XR_EXT_debug_utils_SPEC_VERSION};
}

bool HasExtension(const std::vector<Extension>& extensions, std::string_view name) {
  return std::any_of(extensions.begin(), extensions.end(),
                     [name](const Extension& extension) { return extension.name == name; });
}

void MergeExtensions(const std::vector<Extension>& added, std::vector<Extension>* extensions) {
  // The vector must not reallocate while string_views of its names exist.
  extensions->reserve(extensions->size() + added.size());
  std::set<std::string_view> names;
  for (const Extension& extension : *extensions) names.insert(extension.name);
  for (const Extension& extension : added) {
    if (names.count(extension.name) != 0) continue;
    extensions->push_back(extension);
    names.insert(extensions->back().name);
  }
}

}  // namespace reference_loader::openxr
