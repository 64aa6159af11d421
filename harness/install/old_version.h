// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_INSTALL_OLD_VERSION_H_
#define LOADSTONE_HARNESS_INSTALL_OLD_VERSION_H_

#include <vector>

#include "harness/world/install_under_test.h"

namespace loadstone {

// Returns the values of `before` that remain in `after` and lead to an older version: its manifest
// or library was removed or, if the installer updates a product, a new manifest in the same key is
// for the same component ("Requirements of Well-Behaved Layers", LLP_LAYER_20). Files are examined
// where both states are Wine prefixes. Needs the paths and values of both.
std::vector<RegistryFault> OldValues(const InstallUnderTest& install);

// Returns the values of `before` that installing or uninstalling removed or disabled although they
// belong to another product. What an update removed is not returned unless its manifest remains.
// Values of devices and ActiveRuntime are left out, because a new driver or runtime replaces them.
std::vector<RegistryFault> OthersChanged(const InstallUnderTest& install);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_INSTALL_OLD_VERSION_H_
