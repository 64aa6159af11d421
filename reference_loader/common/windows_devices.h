// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_WINDOWS_DEVICES_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_WINDOWS_DEVICES_H_

#include <string>
#include <vector>

#include "reference_loader/common/registry.h"

namespace reference_loader {

// The values of that name in the software keys of all present display adapters and of the software
// components below them, as the Windows configuration manager lists them. The documents want DXGI
// queried first for drivers; it leads to the same keys.
std::vector<RegistryValue> ValuesOfDisplayAdapters(const std::string& name);

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_WINDOWS_DEVICES_H_
