// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_EXTENSIONS_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_EXTENSIONS_H_

#include <string_view>
#include <vector>

#include "reference_loader/openxr/layer_manifest.h"

namespace reference_loader::openxr {

// The extension that the loader implements, whether or not the runtime has it.
Extension DebugUtilsExtension();

bool HasExtension(const std::vector<Extension>& extensions, std::string_view name);

// Appends those of `added` whose names are not in `extensions` yet: the provider nearest the
// application determines the version (Application Usage of Extensions).
void MergeExtensions(const std::vector<Extension>& added, std::vector<Extension>* extensions);

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_EXTENSIONS_H_
