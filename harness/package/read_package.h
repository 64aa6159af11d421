// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PACKAGE_READ_PACKAGE_H_
#define LOADSTONE_HARNESS_PACKAGE_READ_PACKAGE_H_

#include <string>
#include <vector>

#include "harness/world/package_under_test.h"

namespace loadstone {

inline constexpr char kGapiiRole[] = "gapii";
inline constexpr char kTraceableRole[] = "traceable";

// What the command line says of a package.
struct PackageRequest {
  std::string path = {};                    // an archive (.far), or the folder of an unpacked one
  std::string role = {};                    // empty: what its folders of layers say
  std::vector<std::string> manifests = {};  // sources of component manifests (.cml)
  std::string gapii = {};    // the package of gapii that goes with it; empty for none
  std::string tracing = {};  // "on", "off", or empty
};

// Reads the package. An archive is either that of a whole package, which holds meta.far and the
// files by their digests, or has the files by their paths. Throws EnvironmentError in one line: no
// such file, no archive, one that is cut off or larger than 1 GiB, a manifest that is no JSON5, a
// package whose role nothing says.
PackageUnderTest ReadPackage(const PackageRequest& request);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PACKAGE_READ_PACKAGE_H_
