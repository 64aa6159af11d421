// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_HEX_BYTES_H_
#define LOADSTONE_HARNESS_WORLD_HEX_BYTES_H_

#include <string>

namespace loadstone {

// Formats bytes as in registry files: two digits each, separated by commas.
std::string HexBytes(const std::string& bytes);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_HEX_BYTES_H_
