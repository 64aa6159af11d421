// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_HEX_BYTES_H_
#define LOADSTONE_HARNESS_WORLD_HEX_BYTES_H_

#include <string>

namespace loadstone {

// The bytes as files of registries have them: two digits each, with commas between.
std::string HexBytes(const std::string& bytes);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_HEX_BYTES_H_
