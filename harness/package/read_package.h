// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PACKAGE_READ_PACKAGE_H_
#define LOADSTONE_HARNESS_PACKAGE_READ_PACKAGE_H_

#include <string>
#include <vector>

#include "harness/world/package_under_test.h"

namespace loadstone {

inline constexpr char kGapiiRole[] = "gapii";
inline constexpr char kTraceableRole[] = "traceable";

// The package that the command line names.
struct PackageRequest {
  std::string path = {};                    // an archive (.far), or an unpacked folder
  std::string role = {};                    // empty: detect it by the layer folders
  std::vector<std::string> manifests = {};  // sources of component manifests (.cml)
  std::string gapii = {};                   // the package of gapii that belongs to it; empty: none
  std::string tracing = {};                 // "on", "off", or empty
};

// Reads the package. An archive is either that of a whole package, which has meta.far and the files
// by their digests, or has the files by their paths. Throws EnvironmentError in one line: no such
// file, not an archive, truncated or larger than 1 GiB, a manifest that is not JSON5, or a package
// whose role is unknown.
PackageUnderTest ReadPackage(const PackageRequest& request);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PACKAGE_READ_PACKAGE_H_
