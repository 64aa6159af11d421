#include "reference_loader/openxr/extensions.h"

#include <algorithm>

namespace loadstone::openxr {

Extension DebugUtilsExtension() {
  return {XR_EXT_DEBUG_UTILS_EXTENSION_NAME, XR_EXT_debug_utils_SPEC_VERSION};
}

bool HasExtension(const std::vector<Extension>& extensions, std::string_view name) {
  return std::any_of(extensions.begin(), extensions.end(),
                     [name](const Extension& extension) { return extension.name == name; });
}

void MergeExtensions(const std::vector<Extension>& added, std::vector<Extension>* extensions) {
  for (const Extension& extension : added) {
    if (!HasExtension(*extensions, extension.name)) extensions->push_back(extension);
  }
}

}  // namespace loadstone::openxr
