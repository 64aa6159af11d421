// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_RUNTIME_MANIFEST_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_RUNTIME_MANIFEST_H_

#include <optional>
#include <string>

#include "reference_loader/common/platform.h"
#include "reference_loader/openxr/log.h"

namespace reference_loader::openxr {

// The active runtime as its manifest describes it (Runtime Manifest File Format).
struct RuntimeManifest {
  std::string manifest_path;
  std::string library_path;
  std::string negotiate_function;
};

// Finds the active runtime. The first existing manifest counts: if it is invalid, an error is
// logged and nothing returned, because the user did not choose the runtime of a later manifest.
std::optional<RuntimeManifest> FindActiveRuntime(const Platform& platform, const Log& log);

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_RUNTIME_MANIFEST_H_
