#ifndef LOADSTONE_HARNESS_WORLD_HEX_BYTES_H_
#define LOADSTONE_HARNESS_WORLD_HEX_BYTES_H_

#include <string>

namespace loadstone::inline world {

// The bytes as files of registries have them: two digits each, with commas between.
std::string HexBytes(const std::string& bytes);

}  // namespace loadstone::inline world

#endif  // LOADSTONE_HARNESS_WORLD_HEX_BYTES_H_
